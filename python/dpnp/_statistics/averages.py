"""Weighted means, covariances and correlations."""

from __future__ import annotations

import warnings

import numpy

from dpctl.tensor._copy_utils import default_real
from opendpex import _core
from opendpex._messages import as_dtype, as_flag, as_whole, named

from .._arrays import as_main, as_operands, as_parameter, in_common_kind
from .._creation.arrays import zeros
from .._manipulation.shapes import broadcast_to
from .._manipulation.stacking import concatenate
from .._ufunc.functions import divide, sqrt
from .reductions import mean

__all__ = ["average", "corrcoef", "cov"]


def _inexact(dtype, placed):
    """The dtype of a mean of integers on the device of an array, or the dtype itself."""
    return dtype if dtype.kind in "fc" else default_real(placed)


def _weights_like(a, weights, axis):
    """Weights that broadcast against `a`."""
    if weights.shape == a.shape:
        return weights
    if axis is None:
        raise TypeError(named("Axis must be specified when shapes of a and weights differ."))
    axes = _core.normalized_axes(axis, a.ndim)
    if weights.shape != tuple(a.shape[i] for i in axes):
        raise ValueError(named("Shape of weights must be consistent with shape of a along specified axis."))
    order = numpy.argsort(axes)
    weights = _core.permute_dims(weights, tuple(int(i) for i in order))
    return weights.reshape(tuple(a.shape[i] if i in axes else 1 for i in range(a.ndim)))


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """Weighted mean of the elements along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    weights : dpnp.ndarray, optional
        Of the shape of `a`, or of its extents along the axes; default: all equal.
    returned : bool, optional
        Also return the sum of the weights.
    keepdims : bool, optional
        Keep the axes, with extent 1.

    Returns
    -------
    dpnp.ndarray, or a tuple of two

    Raises
    ------
    ZeroDivisionError
        If weights add up to 0, for which the call waits.

    Examples
    --------
    >>> np.average(np.array([1.0, 2.0]), weights=np.array([3.0, 1.0]))
    array(1.25)
    """
    a = as_main(a, weights)
    # bools are axes here, unlike in mean
    axis = (
        int(axis) if type(axis) is bool else tuple(as_whole(i, "axis") for i in axis) if type(axis) is tuple else axis
    )
    if weights is None:
        result = mean(a, axis, keepdims=keepdims)
        if not as_flag(returned, "returned"):
            return result
        n = a.size // max(result.size, 1)
        total = _core.ones_like(result)
        total *= n
        return result, total
    weights = as_parameter(weights, a, "weights")
    dtype = numpy.result_type(a.dtype, weights.dtype)
    dtype = _inexact(dtype, a) if a.dtype.kind in "biu" else dtype
    if a.dtype.kind in "biu" and dtype.kind in "fc":
        dtype = numpy.result_type(dtype, _inexact(a.dtype, a))
    weights = _weights_like(a, weights, axis)
    total = _core.sum(
        broadcast_to(weights, a.shape) if weights.shape != a.shape else weights,
        axis=axis,
        dtype=dtype,
        keepdims=keepdims,
    )
    product = a.astype(dtype, copy=False) * weights.astype(dtype, copy=False)
    result = _core.sum(product, axis=axis, dtype=dtype, keepdims=keepdims)
    del product  # both sums are one pass, which need not store it
    if bool(_core.any(total == 0)):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    result = result / total
    return (result, in_common_kind(total, result)) if as_flag(returned, "returned") else result


def _check_weights(weights, n: int, name: str):
    if weights.ndim > 1:
        raise RuntimeError(named(f"cannot handle multidimensional {name}"))
    if weights.ndim == 0:
        raise IndexError(named(f"{name} must have one dimension"))  # the class that NumPy raises
    if weights.shape[0] != n:
        raise RuntimeError(named(f"incompatible numbers of samples and {name}"))
    if bool(_core.any(weights < 0)):
        raise ValueError(named(f"{name} cannot be negative"))
    return weights


def _weights_of_samples(x, fweights, aweights):
    weights = None
    if fweights is not None:
        weights = as_parameter(fweights, x, "fweights")
        if weights.dtype.kind not in "iu":
            raise TypeError(named("fweights must be integer"))
        weights = _check_weights(weights, x.shape[1], "fweights").astype(x.real.dtype)
    if aweights is not None:
        aweights = _check_weights(as_parameter(aweights, x, "aweights"), x.shape[1], "aweights").astype(x.real.dtype)
        weights = aweights if weights is None else weights * aweights
    return weights


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    """Covariances of variables.

    Parameters
    ----------
    m : dpnp.ndarray
        Observations: a row for each variable, a column for each observation.
    y : dpnp.ndarray, optional
        More variables.
    rowvar : bool, optional
        False: columns are variables.
    bias : bool, optional
        Divide by the number of observations N, not by N - 1.
    ddof : int, optional
        Divide by the number of observations minus `ddof`.
    fweights, aweights : dpnp.ndarray, optional
        Frequency weights (integers), and observation weights.
    dtype : data type, optional
        Of the result.

    Returns
    -------
    dpnp.ndarray
        Shape (n, n) for n variables, () for one.

    Raises
    ------
    ValueError
        If an array has more than two dimensions, the numbers of observations differ, or a weight is negative.
    RuntimeError
        If there are not as many weights as observations.
    TypeError
        If `fweights` are not integers, or `dtype` is neither real nor complex.

    Examples
    --------
    >>> np.cov(np.array([[0, 1, 2], [2, 1, 0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    if ddof is not None and ddof != as_whole(ddof, "ddof"):
        raise ValueError(named("ddof must be integer"))
    arrays = as_operands([m] if y is None else [m, y])
    x = arrays[0]
    if any(z.ndim > 2 for z in arrays):
        raise ValueError(named(f"{'m' if x.ndim > 2 else 'y'} has more than 2 dimensions"))
    if dtype is None:
        dtype = numpy.result_type(*(z.dtype for z in arrays), default_real(x))
    rows = [z.reshape((1, -1)) if z.ndim < 2 else z for z in arrays]
    if not as_flag(rowvar, "rowvar"):
        # one row of `y` goes with rows and columns, as in NumPy
        transposes = [x.ndim == 2, *(z.shape[0] != 1 for z in rows[1:])]
        rows = [z.T if transpose else z for z, transpose in zip(rows, transposes, strict=True)]
    if rows[0].shape[0] == 0:
        return zeros((0, 0), usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    if as_dtype(dtype).kind not in "fc":
        raise TypeError(named(f"covariances are real or complex numbers, not {as_dtype(dtype)}"))
    rows = [z.astype(dtype, copy=False) for z in rows]
    x = concatenate(rows, 0) if len(rows) > 1 else rows[0]
    ddof = (0 if as_flag(bias, "bias") else 1) if ddof is None else int(ddof)
    weights = _weights_of_samples(x, fweights, aweights)
    if weights is None:
        centre, total = _core.mean(x, axis=1), None
        factor = x.shape[1] - ddof
    else:
        centre, total = average(x, 1, weights, returned=True)
        total = total[0]
        if ddof == 0:
            factor = float(total.real)
        elif aweights is None:
            factor = float(total.real) - ddof
        else:
            factor = float((total - ddof * _core.sum(weights * as_parameter(aweights, x, "aweights")) / total).real)
    if factor <= 0:
        warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=2)
        factor = 0.0
    if len(rows) > 1:
        x -= centre.reshape((-1, 1))
    else:
        x = x - centre.reshape((-1, 1))
    other = (x if weights is None else x * weights).T
    if other.dtype.kind == "c":
        other = other.conj()
    product = _core.matmul(x, other, order="C")
    product = divide(product, numpy.asarray(factor, product.real.dtype)[()])
    return _core.squeeze(product)


def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    """Correlation coefficients of variables: covariances divided by the standard deviations; see `cov`.

    Parameters
    ----------
    x : dpnp.ndarray
        Variables as rows, observations as columns.
    y : dpnp.ndarray, optional
        More variables.
    rowvar : bool, optional
        False: variables are columns.
    dtype : data type, optional
        Of the result.

    Returns
    -------
    dpnp.ndarray
        A square matrix of numbers from -1 to 1.

    Examples
    --------
    >>> np.corrcoef(np.array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    c = cov(x, y, rowvar, dtype=dtype)
    if c.ndim == 0:
        return c / c
    deviations = sqrt(_core.linalg_diagonal(c, 0).real)
    c = c / deviations.reshape((-1, 1)) / deviations
    if c.dtype.kind == "c":
        made = _core.empty_like(c)
        made.real = _core.clip(c.real, -1, 1)
        made.imag = _core.clip(c.imag, -1, 1)
        return made
    return _core.clip(c, -1, 1)
