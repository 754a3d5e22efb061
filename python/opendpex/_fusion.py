"""Automatic fusion: the switch and the statistics."""

from contextlib import contextmanager

from opendpex import _core
from opendpex._messages import as_flag

__all__ = ["fusion"]


class Fusion:
    """Automatic fusion of element-wise operations; ``opendpex.fusion`` is its one instance.

    Element-wise operations of ``dpnp`` and ``dpctl.tensor`` on large arrays are not submitted one by one: a chain of
    them becomes one pass over memory, and temporary arrays are not stored. Results are the same, bit for bit. The
    environment variable ``DPEX_FUSION=0`` disables it in the process.
    """

    @contextmanager
    def __call__(self, enabled: bool = True):
        """Enable or disable fusion in this thread, within a ``with`` statement.

        Parameters
        ----------
        enabled : bool, default: True
            Whether operations are fused.

        Examples
        --------
        >>> import dpnp, opendpex
        >>> x = dpnp.ones(100_000)
        >>> with opendpex.fusion(False):
        ...     y = x * 2 + 1  # two passes
        """
        before = _core._fusion_set(as_flag(enabled, "enabled"))
        try:
            yield
        finally:
            _core._fusion_set(before)

    @property
    def enabled(self) -> bool:
        """Whether operations of this thread are fused."""
        return _core._fusion_is_enabled()

    def stats(self) -> dict:
        """Return counts of the process since its start or the last :meth:`reset`.

        Returns
        -------
        dict
            ``n_operations`` that were kept back, ``n_passes`` that they became, ``n_stored`` results that were written
            to memory, ``n_dropped`` results that nobody wanted any more.
        """
        return _core._fusion_statistics()

    def reset(self) -> None:
        """Begin the counts of :meth:`stats` anew."""
        _core._fusion_reset()

    @contextmanager
    def trace(self):
        """Record which calls became which passes over memory, within a ``with`` statement.

        Yields
        ------
        list of str
            Filled at the end of the statement with one line per pass: its shape, the operations with the file and the
            line that called them, and how many results were stored. Work that is pending at the end is not among them.

        Examples
        --------
        >>> import dpnp, opendpex
        >>> x = dpnp.ones(100_000)
        >>> with opendpex.fusion.trace() as passes:
        ...     y = x * 2 + 1
        ...     y.sycl_queue.wait()
        >>> passes  # doctest: +ELLIPSIS
        ['(100000): multiply (...), add (...); 1 of 2 results stored']
        """
        passes = []
        _core._fusion_take_trace()
        before = _core._fusion_set_trace(True)
        try:
            yield passes
        finally:
            _core._fusion_set_trace(before)
            passes += _core._fusion_take_trace().splitlines()

    def flush(self, queue=None) -> None:
        """Submit what is pending; nothing waits for it.

        Parameters
        ----------
        queue : dpctl.SyclQueue, optional
            On this queue; None: on all.

        Raises
        ------
        TypeError
            If `queue` is neither a queue nor None.
        """
        _core._fusion_flush(queue)

    def __repr__(self) -> str:
        return f"<opendpex.fusion: {'on' if self.enabled else 'off'}>"


fusion = Fusion()
