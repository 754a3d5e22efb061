"""The memory pool: statistics, limit, and release of cached memory."""

from opendpex import _core
from opendpex._messages import names_errors

__all__ = ["pool_statistics", "pool_trim", "pool_set_limit"]


@names_errors
def pool_statistics(device=None) -> dict:
    """Return statistics of the USM memory pool.

    Parameters
    ----------
    device : dpctl.SyclDevice, optional
        Count the memory of this device only; None: of all devices.

    Returns
    -------
    dict
        ``live_bytes`` and ``live_blocks`` in use, ``cached_bytes`` kept for reuse, ``reserved_bytes`` of both as taken
        from the system, ``peak_live_bytes``, ``n_allocations`` so far, of these ``n_reused`` from the cache, and
        ``limit_bytes``.

    Raises
    ------
    TypeError
        If `device` is neither a device nor None.

    Examples
    --------
    >>> import dpctl.memory, opendpex
    >>> before = opendpex.pool_statistics()["live_bytes"]
    >>> memory = dpctl.memory.MemoryUSMDevice(1000)
    >>> opendpex.pool_statistics()["live_bytes"] - before
    1000
    """
    return _core._pool_statistics(device)


@names_errors
def pool_trim(keep_bytes: int = 0) -> None:
    """Release cached memory to the system until at most `keep_bytes` bytes are cached.

    Raises
    ------
    ValueError
        If `keep_bytes` is negative.
    """
    _core._pool_trim(keep_bytes)


@names_errors
def pool_set_limit(nbytes: int) -> None:
    """Limit the pool to `nbytes` bytes; 0: the default, the smaller of RAM and the control group's limit.

    Allocations beyond it raise `dpctl.memory.USMAllocationError`. The environment variable ``DPEX_POOL_LIMIT`` sets the
    limit at start.

    Raises
    ------
    ValueError
        If `nbytes` is negative.
    """
    _core._pool_set_limit(nbytes)
