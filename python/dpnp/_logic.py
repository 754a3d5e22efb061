"""Comparisons of arrays with a tolerance, and predicates of elements and dtypes."""

from __future__ import annotations

import numpy

import dpctl.tensor as dpt
from dpctl.tensor._utility_functions import close
from opendpex import _core
from opendpex._fuse import fuse

from ._arrays import as_array, as_array_like, is_scalar, store
from ._creation.arrays import full, zeros_like
from ._statistics.reductions import all as all_of

__all__ = [
    "allclose", "array_equal", "array_equiv", "isclose", "iscomplex", "iscomplexobj", "isfortran", "isin", "isneginf",
    "isposinf", "isreal", "isrealobj", "isscalar",
]  # fmt: skip


@fuse
def _close(a, b, rtol, atol):
    return close(a, b, rtol, atol, False)


@fuse
def _close_or_nan(a, b, rtol, atol):
    return close(a, b, rtol, atol, True)


def _pair(a, b) -> tuple:
    """Both operands as arrays; a scalar on the queue of the other."""
    if is_scalar(a) and is_scalar(b):
        raise TypeError(
            "one operand at least must be an array, which says where to compute; the math module computes with numbers"
        )
    if is_scalar(a):
        b = as_array(b)
        return as_array_like(a, b), b
    a = as_array(a)
    return a, as_array_like(b, a) if is_scalar(b) else as_array(b)


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
    """
    a, b = _pair(a, b)
    if b.dtype.kind in "biu":
        b = b.astype("f8" if b.sycl_device.has_aspect_fp64 else "f4")
    if a.dtype.kind == "b":
        a = a.astype("i1")
    tolerances = [t if isinstance(t, (float, _core.array_base)) else float(t) for t in (rtol, atol)]
    return (_close_or_nan if equal_nan else _close)(a, b, *tolerances)


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
    """
    return all_of(isclose(a, b, rtol, atol, equal_nan))


def _no(x):
    return full((), False, sycl_queue=x.sycl_queue, usm_type=x.usm_type)


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
    """
    a1, a2 = _pair(a1, a2)
    if a1.shape != a2.shape:
        return _no(a1)
    same = _same_or_nan(a1, a2) if equal_nan and a1.dtype.kind in "fc" and a2.dtype.kind in "fc" else a1 == a2
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
    a1, a2 = _pair(a1, a2)
    try:
        numpy.broadcast_shapes(a1.shape, a2.shape)
    except ValueError:
        return _no(a1)
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
    x = as_array(x)
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
    x = as_array(x)
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
    """
    dtype = getattr(x, "dtype", None)
    return (dtype if isinstance(dtype, numpy.dtype) else numpy.asarray(x).dtype).kind == "c"


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


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """Test whether each element is in a set of values.

    Parameters
    ----------
    element, test_elements : dpnp.ndarray or scalar
        The elements to test, and the set of values.
    assume_unique : bool, optional
        Ignored.
    invert : bool, optional
        Negate the result.
    kind : {None, 'sort', 'table'}, optional
        Ignored.

    Returns
    -------
    dpnp.ndarray
        Of bool, with the shape of `element`.
    """
    element, test_elements = _pair(element, test_elements)
    return dpt.isin(element, test_elements, invert=invert)


@fuse
def _is_infinite(x, negative):
    return dpt.isinf(x) & (x < 0 if negative else x > 0)


def _infinite(x, out, negative):
    x = as_array(x)
    if x.dtype.kind == "c":
        raise TypeError("complex numbers have no sign")
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
