"""The decorators of both generations of the interface, with their options."""

from __future__ import annotations

import functools
import warnings
from types import FunctionType

from opendpex._messages import named

from ._compiler.debug_mode import is_debug_mode
from ._compiler.dispatcher import DeviceFunction, Kernel
from ._entry import EntryFunction
from .core.exceptions import UnsupportedCompilationModeError

# Imports inside functions: the translator, which start-up would otherwise load.

__all__ = ["device_func", "dpjit", "func", "kernel", "njit", "vectorize"]


_OPTIONS = {
    "_dbg_extend_lifetimes", "_dbg_optnone", "_nrt", "boundscheck", "cache", "debug", "enable_cache",
    "enable_looplift", "enable_pyobject", "error_model", "experimental", "fastmath", "force_pyobject", "forceinline",
    "forceobj", "fp_contract", "inline", "inline_threshold", "locals", "looplift", "no_cfunc_wrapper", "no_compile",
    "no_cpython_wrapper", "no_rewrites", "nogil", "nopython", "parallel", "pipeline_class", "release_gil", "target",
    "target_backend", "writable_args",
}  # fmt: skip


def _checked(options: dict) -> dict:
    """The options, checked against those of Numba."""
    unknown = sorted(set(options) - _OPTIONS - {"_compilation_mode"})
    if unknown:
        raise KeyError(named(f"Unrecognized options: {set(unknown)}. Known options are {sorted(_OPTIONS)}"))
    if options.pop("_compilation_mode", None) is not None:
        warnings.warn("the option _compilation_mode is ignored", UserWarning, stacklevel=4)
    threshold = options.get("inline_threshold", 2)
    if threshold not in (0, 1, 2, 3):
        warnings.warn(f"inline_threshold is 0 to 3, not {threshold}; 0 is taken", UserWarning, stacklevel=4)
        options["inline_threshold"] = 0
    return options


def _signatures(given) -> list:
    """The signatures in a decorator's first argument."""
    if isinstance(given, str):
        raise NotImplementedError(named("a signature is given by types, not as a text"))
    if isinstance(given, list):
        return [one for signature in given for one in _signatures(signature)]
    if isinstance(given, tuple) or hasattr(given, "return_type"):
        return [given]
    raise ValueError(named(f"a function or a signature is needed, not a {type(given).__name__}"))


def _of_functions(given) -> list:
    """The signatures of a device or host function, which may be texts."""
    if isinstance(given, (str, list, tuple)) or hasattr(given, "return_type"):
        from ._compiler.signature_text import signatures_of

        return signatures_of(given)
    return _signatures(given)


def _decorate(cls, given, options, signatures=_signatures):
    """cls(function), or a decorator that returns it; `given` is the decorator's first argument: a function, signatures
    or None."""
    options = _checked(options)
    if isinstance(given, FunctionType):
        return cls(given, **options)
    if given is not None:
        options["signatures"] = signatures(given)

    @EntryFunction
    def decorator(function):
        if not isinstance(function, FunctionType):
            raise ValueError(f"a function is decorated, not a {type(function).__name__}")
        return cls(function, **options)

    return decorator


def _launch_sized(*launch):
    from ._sized_launch import launch_sized  # here, since few kernels need it

    return launch_sized(*launch)


def _new_kernel(function, **options) -> Kernel:
    """A kernel, in debug mode one that checks."""
    if not is_debug_mode():
        return Kernel(function, launch_sized=_launch_sized, **options)
    from ._compiler.checked import CheckedKernel

    return CheckedKernel(function, launch_sized=_launch_sized, **options)


def kernel(function_or_signature=None, *, access_types=None, access_type=None, **options):
    """Make a function a kernel, which is executed for each work-item of an index space.

    Parameters
    ----------
    function_or_signature : callable or tuple of types or list, optional
        The function; or one or more signatures, for which alone it is compiled, at decoration.
    access_types, access_type : dict, optional
        The access of NumPy arguments: lists of parameter names under "read_only", "write_only", "read_write".
    **options
        Options of Numba's compiler, of which `fastmath` has an effect: True, or a set of LLVM's flags ("nnan", "ninf",
        "nsz", "arcp", "contract", "afn", "reassoc"), permits transformations that may change results; and
        ``fp_contract=False``, which forbids contraction of a product and a sum to a fused multiply-add.

    Returns
    -------
    Kernel or decorator

    Raises
    ------
    ValueError
        If the decorated object is not a function.
    NotImplementedError
        For a signature that is a string.
    """
    decorated = functools.partial(_new_kernel, access_types=access_types or access_type)
    return _decorate(decorated, function_or_signature, options)


def device_func(function_or_signature=None, **options):
    """Make a function a device function, which kernels and other device functions call; it is inlined.

    Parameters
    ----------
    function_or_signature : callable, or signatures, optional
        The function; or signatures as types or texts ("int64(int64)"), to whose types arguments and result are cast.

    Returns
    -------
    DeviceFunction or decorator
    """
    return _decorate(DeviceFunction, function_or_signature, options, _of_functions)


func = device_func


def njit(function=None, **options):
    """Execute the parallel parts of a function (`prange` loops and array expressions) on the device of its arrays, the
    rest in Python.

    Parameters
    ----------
    function : callable, or signatures, optional
        A function of arrays (of dpctl.tensor, dpnp or NumPy), numbers and tuples. NumPy arrays are processed on the
        current queue (`dpctl.device_context`). Or signatures as types or texts ("float64(float64[:])"): numbers are
        cast to their types, and other arguments than theirs raise TypingError.
    **options
        Options of Numba's `njit`; parallel parts are parallel with or without ``parallel=True``. `fastmath` as of
        `kernel`.

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
    from ._host_function import HostFunction

    return _decorate(HostFunction, function, options, _of_functions)


def dpjit(function=None, **options):
    """`njit` for functions of USM arrays, which may also call kernels.

    Parameters
    ----------
    function : callable, or signatures, optional
        The function; or signatures, as of `njit`.
    **options
        Options of Numba's `njit`. Those that would change the compilation mode are ignored with a RuntimeWarning.

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
    from ._host_function import HostFunction

    return _decorate(HostFunction, function, {"parallel": True, **options}, _of_functions)


def vectorize(function_or_signatures=None, **options):
    """Make a scalar function an element-wise function of arrays, executed on the device of the arrays.

    It takes arrays, sequences of numbers, which become NumPy arrays, and numbers. Of numbers alone the result is a
    NumPy number, of the type and value that an array of them would have.

    Parameters
    ----------
    function_or_signatures : callable, or list of signatures, optional
        The function; or signatures (types or strings such as "float64(float64, float64)"): the computation uses the
        types of the first one to which the argument types can be cast safely.
    **options
        Options of Numba's `vectorize`, such as ``target``, which are accepted and have no effect.

    Returns
    -------
    ElementFunction or decorator

    Examples
    --------
    >>> import numpy as np, numba_dpex
    >>> @numba_dpex.vectorize(["float64(float64, float64)"], target="dpex")
    ... def larger(a, b):
    ...     return a if a > b else b
    >>> larger(np.array([1.0, 5.0]), 3.0)
    array([3., 5.])
    """
    from ._element_function import ElementFunction

    if isinstance(function_or_signatures, FunctionType):
        return ElementFunction(function_or_signatures)
    given = function_or_signatures or []
    return functools.partial(ElementFunction, signatures=given if isinstance(given, (list, tuple)) else [given])
