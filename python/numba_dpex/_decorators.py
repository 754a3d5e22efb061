"""The decorators of both generations: what `kernel`, `device_func` and `func` take, and what they make of a function."""

from __future__ import annotations

import warnings
from types import FunctionType

from ._compiler.dispatcher import DeviceFunction, Kernel
from ._host_function import HostFunction
from .core.exceptions import UnsupportedCompilationModeError

__all__ = ["device_func", "dpjit", "func", "kernel", "njit"]


def _decorate(cls, given, options):
    """cls(function) now, or a decorator that makes it; `given` is what stood in the decorator's first place."""
    if isinstance(given, str):
        raise NotImplementedError("a signature is given by types, not as a text")
    if isinstance(given, FunctionType):
        return cls(given, **options)

    def decorator(function):
        if not isinstance(function, FunctionType):
            raise ValueError(f"{cls.__name__} decorates a function, not a {type(function).__name__}")
        return cls(function, **options)

    if given is None:
        return decorator
    raise ValueError(f"a function or a signature is needed, not a {type(given).__name__}")


def kernel(function_or_signature=None, *, access_types=None, access_type=None, **options):
    """Make a kernel of a function: it is executed for each work-item of a range.

    Parameters
    ----------
    function_or_signature : callable, optional
        The function.
    access_types, access_type : dict, optional
        How NumPy arguments are used: lists of parameters' names under "read_only", "write_only", "read_write".
    **options
        Options of Numba's compiler.

    Returns
    -------
    Kernel or decorator

    Raises
    ------
    ValueError
        If what is decorated is no function.
    NotImplementedError
        For a signature that is a text.
    """
    return _decorate(Kernel, function_or_signature, {"access_types": access_types or access_type, **options})


def device_func(function_or_signature=None, **options):
    """Mark a function that kernels and other device functions call; it becomes part of each kernel.

    Parameters
    ----------
    function_or_signature : callable, optional
        The function.

    Returns
    -------
    DeviceFunction or decorator
    """
    return _decorate(DeviceFunction, function_or_signature, options)


func = device_func


def njit(function=None, **options):
    """Execute the parallel parts of a function (`prange` loops and array expressions) on the device of its arrays, the rest as Python.

    Parameters
    ----------
    function : callable, optional
        A function of arrays (of dpctl.tensor, dpnp or NumPy), numbers and tuples. NumPy arrays are computed with on the current queue
        (`dpctl.device_context`).
    **options
        Options of Numba's `njit`; parallel parts are parallel whether or not ``parallel=True`` is among them.

    Returns
    -------
    HostFunction or decorator

    Examples
    --------
    >>> import numpy as np, numba_dpex
    >>> @numba_dpex.njit(parallel=True)
    ... def dot(a, b):
    ...     s = 0.0
    ...     for i in numba_dpex.prange(a.size):
    ...         s += a[i] * b[i]
    ...     return s
    >>> dot(np.ones(10), np.arange(10.0))
    45.0
    """
    return _decorate(HostFunction, function, options)


def dpjit(function=None, **options):
    """`njit` for functions of arrays in USM memory, which also calls kernels.

    Parameters
    ----------
    function : callable, optional
        The function.
    **options
        Options of Numba's `njit`. Those that would change the mode are ignored with a RuntimeWarning.

    Returns
    -------
    HostFunction or decorator

    Raises
    ------
    UnsupportedCompilationModeError
        For ``force_pyobject``.
    """
    if options.pop("force_pyobject", False):
        raise UnsupportedCompilationModeError()
    for name, wanted in (("nopython", True), ("forceobj", False), ("pipeline_class", None)):
        if options.get(name, wanted) != wanted:
            warnings.warn(f"dpjit ignores the option {name}", RuntimeWarning, stacklevel=2)
        options.pop(name, None)
    return _decorate(HostFunction, function, {"parallel": True, **options})
