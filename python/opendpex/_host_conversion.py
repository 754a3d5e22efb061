"""Conversion of arrays to NumPy by other libraries: whether ``numpy.asarray(x)`` is allowed.

The mode is that of the current context (``contextvars``): of a thread, or of a task of asyncio. A context without a
mode of its own has that of the process, which begins as ``DPEX_HOST_CONVERSION`` says. So a ``with`` statement in one
thread never changes what another thread may do.
"""

import os
import warnings
from contextvars import ContextVar

import numpy

from opendpex import _core
from opendpex._messages import as_flag

__all__ = ["HostConversionWarning", "host_conversion"]

_VARIABLE = "DPEX_HOST_CONVERSION"
_MODES = ("allow", "warn", "raise")
_KDL_CPU = 1  # DLPack's device type of memory that the host reads


class HostConversionWarning(UserWarning):
    """An array of a device was converted to a numpy.ndarray; see `host_conversion`."""

    def __init__(self, *args):  # for inspect.signature, which sees no C constructor
        super().__init__(*args)


def _mode_of_environment() -> str:
    """The mode of the environment variable; a value that is none gives a warning."""
    value = os.environ.get(_VARIABLE, "").strip().lower()
    if value and value not in _MODES:
        warnings.warn(
            f"{_VARIABLE}={value!r} is ignored; allowed are {', '.join(_MODES)}", RuntimeWarning, stacklevel=2
        )
    return value if value in _MODES else "raise"


_of_context: ContextVar[str | None] = ContextVar("opendpex.host_conversion", default=None)
_of_process = _mode_of_environment()


class host_conversion:
    """Allow or refuse that NumPy, and libraries that call it, convert arrays of devices to ``numpy.ndarray``.

    A function and a context manager: the mode holds from the call on, and within a ``with`` statement up to its end. By
    default conversion raises TypeError, since it waits for the device and may copy, in places where a program does not
    show it. Explicit conversion, ``x.asnumpy()`` and ``dpnp.asnumpy(x)``, is always allowed.

    Where it is allowed, an array in memory that the host can access becomes a view of that memory, and one in memory of
    a device a copy. A view waits for what is pending on the array; who changes the array later waits for its queue
    before the view is read.

    Parameters
    ----------
    mode : {'allow', 'warn', 'raise'}
        'warn' allows it and gives a `HostConversionWarning` at the line that converts.
    everywhere : bool, default: False
        False: in the current context, which is this thread or this task of asyncio; threads that start later do not
        inherit it. True: in all contexts that have no mode of their own; the environment variable
        ``DPEX_HOST_CONVERSION`` sets the same at the start of the process, also for child processes.

    Attributes
    ----------
    mode : str
        The mode that it has set.

    Raises
    ------
    ValueError
        If `mode` is none of the three.

    Examples
    --------
    >>> import dpnp, numpy, opendpex
    >>> with opendpex.host_conversion("allow"):
    ...     numpy.asarray(dpnp.arange(3))
    array([0, 1, 2])
    """

    def __init__(self, mode: str, *, everywhere: bool = False):
        global _of_process
        if not isinstance(mode, str) or mode not in _MODES:
            raise ValueError(f"host_conversion: mode must be 'allow', 'warn' or 'raise', not {mode!r}")
        self.mode = mode
        self._everywhere = as_flag(everywhere, "everywhere")
        if self._everywhere:
            self._before, _of_process = _of_process, mode
        else:
            self._before = _of_context.get()
            _of_context.set(mode)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        global _of_process
        if self._everywhere:
            _of_process = self._before
        else:
            _of_context.set(self._before)

    def __repr__(self):
        return f"opendpex.host_conversion({self.mode!r}{', everywhere=True' if self._everywhere else ''})"

    @staticmethod
    def current() -> str:
        """Return the mode that holds here.

        Returns
        -------
        str
            'allow', 'warn' or 'raise'.
        """
        return _of_context.get() or _of_process


def host_view(x) -> numpy.ndarray | None:
    """The elements of an array as a view of its memory, after pending work; None if the host cannot access it."""
    if x.__dlpack_device__()[0] != _KDL_CPU:
        return None
    try:
        return numpy.from_dlpack(x)
    except (BufferError, ValueError, RuntimeError):  # a layout or a type that NumPy's import does not know
        return None


def _array_to_numpy(x, dtype, copy):
    """``x.__array__(dtype, copy)``."""
    mode = host_conversion.current()
    if mode == "raise":
        raise TypeError(
            "an array of a device does not become a numpy.ndarray by itself; x.asnumpy() of dpnp and "
            "dpctl.tensor.asnumpy(x) copy it to the host, and opendpex.host_conversion('allow') allows that "
            "libraries convert it"
        )
    if mode == "warn":
        warnings.warn(
            f"an array of {x.shape} {x.dtype} on {x.sycl_device.name} was converted to a numpy.ndarray",
            HostConversionWarning,
            stacklevel=2,
        )
    data = None if copy else host_view(x)
    if data is None:
        if copy is False:
            raise ValueError(f"memory of {x.sycl_device.name} cannot be shared with NumPy without a copy")
        data = _core.asnumpy(x)
    if dtype is None or data.dtype == dtype:
        return data
    if copy is False:
        raise ValueError(f"a conversion from {data.dtype} to {numpy.dtype(dtype)} needs a copy")
    return data.astype(dtype)


_core.set_hook("array_to_numpy", _array_to_numpy)
