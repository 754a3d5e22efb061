"""The decorators of both generations: what `kernel`, `device_func` and `func` take, and what they make of a function."""

from __future__ import annotations

from types import FunctionType

from ._compiler.dispatcher import DeviceFunction, Kernel

__all__ = ["device_func", "func", "kernel"]


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
