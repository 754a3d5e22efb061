"""Comparisons of arrays with a tolerance, and predicates of elements and dtypes."""

from __future__ import annotations

import numpy

import dpctl.tensor as dpt
from dpctl.tensor._copy_utils import default_real
from dpctl.tensor._utility_functions import close
from opendpex._fuse import fuse
from opendpex._messages import as_flag, as_real, by_others, named

from ._arrays import as_array, as_operand, as_pair, as_parameter, common_kind, is_scalar, store
from ._creation.arrays import full, zeros_like
from ._statistics.reductions import all as all_of

__all__ = [
    "allclose", "array_equal", "array_equiv", "isclose", "iscomplex", "iscomplexobj", "isfortran", "isneginf",
    "isposinf", "isreal", "isrealobj", "isscalar",
]  # fmt: skip


@fuse
def _close(a, b, rtol, atol):
    return close(a, b, rtol, atol, False)


@fuse
def _close_or_nan(a, b, rtol, atol):
    return close(a, b, rtol, atol, True)


def _tolerance(t, like, name: str):
    """A tolerance as a Python number, or an array for each element."""
    return as_real(t, name) if is_scalar(t) else as_parameter(t, like, name)


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether elements are equal within a tolerance: ``abs(a - b) <= atol + rtol * abs(b)``.

    Parameters
    ----------
    a, b : dpnp.ndarray or scalar
        The operands; they broadcast.
    rtol, atol : float or dpnp.ndarray, optional
        Relative and absolute tolerance.
    equal_nan : bool, optional
        Whether NaN equals NaN.

    Returns
    -------
    dpnp.ndarray
        Of bool.

    Examples
    --------
    >>> np.isclose(np.array([1.0, 2.0]), np.array([1.0, 2.1]))
    array([ True, False])
    """
    a, b = as_pair(a, b)
    if b.dtype.kind in "biu":
        b = b.astype(default_real(b))
    if a.dtype.kind == "b":
        a = a.astype("i1")
    tolerances = [t if type(t) is float else _tolerance(t, b, name) for name, t in (("rtol", rtol), ("atol", atol))]
    return (_close_or_nan if as_flag(equal_nan, "equal_nan") else _close)(a, b, *tolerances)


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are equal within a tolerance, as a 0-d array; see `isclose`.

    Parameters
    ----------
    a, b : dpnp.ndarray or scalar
        The operands.
    rtol, atol, equal_nan : optional
        As in `isclose`.

    Returns
    -------
    dpnp.ndarray
        bool.

    Examples
    --------
    >>> np.allclose(np.array([1.0, 2.0]), np.array([1.0, 2.0 + 1e-9]))
    array(True)
    """
    return all_of(isclose(a, b, rtol, atol, equal_nan))


def _no(a1, a2):
    return full((), False, sycl_queue=a1.sycl_queue, usm_type=common_kind(a1, a2))


def array_equal(a1, a2, equal_nan=False):
    """Whether two arrays have the same shape and elements, as a 0-d array.

    Parameters
    ----------
    a1, a2 : dpnp.ndarray or scalar
        The arrays.
    equal_nan : bool, optional
        Whether NaN equals NaN.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.array_equal(np.array([1, 2]), np.array([1, 2]))
    array(True)
    """
    a1, a2 = as_pair(a1, a2)
    if a1.shape != a2.shape:
        return _no(a1, a2)
    has_nan = a1.dtype.kind in "fc" and a2.dtype.kind in "fc"
    same = _same_or_nan(a1, a2) if as_flag(equal_nan, "equal_nan") and has_nan else a1 == a2
    return all_of(same)


@fuse
def _same_or_nan(a, b):
    return (a == b) | (dpt.isnan(a) & dpt.isnan(b))


def array_equiv(a1, a2):
    """Whether two arrays broadcast to the same elements, as a 0-d array.

    Parameters
    ----------
    a1, a2 : dpnp.ndarray or scalar
        The operands.

    Returns
    -------
    dpnp.ndarray
        bool; False where the shapes do not broadcast.
    """
    a1, a2 = as_pair(a1, a2)
    try:
        numpy.broadcast_shapes(a1.shape, a2.shape)
    except ValueError:
        return _no(a1, a2)
    return all_of(a1 == a2)


def iscomplex(x):
    """Whether elements have an imaginary part that is not 0.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.

    Returns
    -------
    dpnp.ndarray
        bool.
    """
    x = as_operand(x)
    return x.imag != 0 if x.dtype.kind == "c" else zeros_like(x, dtype="?")


def isreal(x):
    """Whether elements have no imaginary part but 0.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.

    Returns
    -------
    dpnp.ndarray
        bool.
    """
    x = as_operand(x)
    return x.imag == 0 if x.dtype.kind == "c" else full(x.shape, True, sycl_queue=x.sycl_queue, usm_type=x.usm_type)


def iscomplexobj(x) -> bool:
    """Whether an array, a scalar or a nest of numbers is of a complex type.

    Parameters
    ----------
    x : object
        An array, a scalar or a nest of numbers.

    Returns
    -------
    bool

    Examples
    --------
    >>> np.iscomplexobj(np.array([1j]))
    True
    """
    dtype = getattr(x, "dtype", None)
    return (dtype if isinstance(dtype, numpy.dtype) else by_others(numpy.asarray, x).dtype).kind == "c"


def isrealobj(x) -> bool:
    """Whether an array or a scalar is of a type that is not complex.

    Parameters
    ----------
    x : object
        An array, a scalar or a nest of numbers.

    Returns
    -------
    bool
    """
    return not iscomplexobj(x)


def isfortran(a) -> bool:
    """Whether an array is contiguous in Fortran's order and not in C's.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.

    Returns
    -------
    bool
    """
    return bool(as_array(a).flags.fnc)


def isscalar(element) -> bool:
    """Whether something is a scalar of Python or NumPy; arrays without dimensions are none.

    Parameters
    ----------
    element : object
        Anything.

    Returns
    -------
    bool
    """
    return numpy.isscalar(element)


@fuse
def _is_infinite(x, negative):
    return dpt.isinf(x) & (x < 0 if negative else x > 0)


def _infinite(x, out, negative):
    x = as_operand(x)
    if x.dtype.kind == "c":
        raise TypeError(named("complex numbers have no sign"))
    return store(_is_infinite(x, "negative" if negative else ""), out)


def isposinf(x, out=None):
    """Whether elements are plus infinity.

    Parameters
    ----------
    x : dpnp.ndarray
        Real numbers.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        bool.

    Raises
    ------
    TypeError
        If the numbers are complex.
    """
    return _infinite(x, out, False)


def isneginf(x, out=None):
    """Whether elements are minus infinity.

    Parameters
    ----------
    x : dpnp.ndarray
        Real numbers.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        bool.

    Raises
    ------
    TypeError
        If the numbers are complex.
    """
    return _infinite(x, out, True)
