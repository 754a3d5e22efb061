"""Products of vectors, matrices and arrays of more dimensions."""

from __future__ import annotations

import numpy

from opendpex import _core
from opendpex._core import ndarray
from opendpex._messages import as_dtype, as_int, named, wrong_type

from .._arrays import (
    FIRST,
    KEEP,
    SAME_KIND,
    SECOND,
    as_array,
    as_pair,
    axes_of_operands,
    back,
    check_casting,
    store,
    usually,
    without_bool,
)
from .._creation.arrays import asfortranarray
from .._manipulation.shapes import broadcast_to, moveaxis, reshape
from .._statistics import reductions as _reductions

__all__ = [
    "dot",
    "inner",
    "kron",
    "matmul",
    "matvec",
    "outer",
    "tensordot",
    "trace",
    "vdot",
    "vecdot",
    "vecmat",
]


# ---- generalized element-wise products ----------------------------------------------------------------------------


def _with_axes(name, operands, n_core, axes):
    """The operands with the axes that the product is over at the end, and where those of the result go."""
    if name == "matmul":  # a vector has one such axis, and takes one from the result
        n_core = (*(min(x.ndim, 2) for x in operands), sum(min(x.ndim, 2) - 1 for x in operands))
    if not isinstance(axes, (list, tuple)):
        raise wrong_type("axes", "a list of tuples of ints", axes)
    axes = [tuple([as_int(axis, "axes") for axis in (x if isinstance(x, (tuple, list)) else (x,))]) for x in axes]
    if len(axes) == 2 and (n_core[2] == 0 or name == "vecdot"):
        axes.append((-1,) * n_core[2])
    if len(axes) != 3 or any(len(x) != n for x, n in zip(axes, n_core, strict=True)):
        raise ValueError(named(f"axes= is a list of tuples of {n_core} axes, for the operands and the result"))
    moved = [moveaxis(x, at, tuple(range(-len(at), 0))) for x, at in zip(operands, axes, strict=False)]
    return moved, axes[2]


def _dtype_of(signature):
    """The dtype of the computation that a signature such as ``"dd->d"`` names: products have one for all."""
    if not isinstance(signature, (str, tuple)):
        raise wrong_type("signature", "a str or a tuple", signature)
    if len(signature) == 1:
        raise TypeError(named(f"a signature has 3 types, {signature!r} has 1; dtype= chooses one for all"))
    arrow = isinstance(signature, str) and signature[2:-1] == "->"
    parts = signature.replace("->", "") if arrow else signature
    if len(parts) != 3 or isinstance(signature, str) and not arrow:
        raise ValueError(named(f"a signature is as 'dd->d', or a tuple of 3 types, and not {signature!r}"))
    dtypes = {as_dtype(part) for part in parts if part is not None}
    if len(dtypes) > 1:
        raise TypeError(named(f"there is no signature {signature!r}: operands and result are of one data type"))
    return dtypes.pop() if dtypes else None


def _product(name, compute, n_core, x1, x2, out, casting, order, dtype, signature, axes, axis):
    """compute(x1, x2) with the keywords of NumPy's generalized ufuncs; n_core: core dimensions of operands and
    result."""
    if signature is not None:
        if dtype is not None:
            raise TypeError(named("only one of signature and dtype can be given"))
        dtype = _dtype_of(signature)
    if axes is not None and axis is not None:
        raise TypeError(named("axes= and axis= cannot both be given"))
    if axis is not None:
        if name != "vecdot":
            raise TypeError(named("axis= is for products of vectors; axes= says it for others"))
        axis = as_int(without_bool(axis), "axis")
        axes = [(axis,), (axis,), (axis,) * n_core[2]]
    order = _core.order_letter(order)
    check_casting(casting)
    operands = [as_array(x, "an operand") for x in (x1, x2)]
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError(named(f"out must be an array or a tuple of one, not of {len(out)}"))
        (out,) = out
    if dtype is not None:
        dtype = as_dtype(dtype)
        for x in operands:
            if not numpy.can_cast(x.dtype, dtype, casting):
                raise TypeError(named(f"an operand of {x.dtype} cannot be cast to {dtype} by the rule {casting!r}"))
        operands = [x.astype(dtype, copy=False) for x in operands]
    elif casting in ("no", "equiv") and operands[0].dtype != operands[1].dtype:
        # other casting rules allow the promoted dtype
        raise TypeError(
            named(
                f"operands of {operands[0].dtype} and {operands[1].dtype} cannot be cast to one dtype by the "
                f"rule {casting!r}"
            )
        )
    result_axes = ()
    for x, n in zip(operands, n_core, strict=False):
        if x.ndim < n and name != "matmul" or x.ndim == 0:
            raise ValueError(named(f"an operand has {x.ndim} dimensions, which are too few"))
    if axes is not None:
        operands, result_axes = _with_axes(name, operands, n_core, axes)
    result = compute(*operands)
    n_result = n_core[2] - sum(x.ndim == 1 for x in operands) if name == "matmul" else n_core[2]
    if out is not None:
        out = as_array(out, "out")
        result = _extended(name, result, out, n_result, result_axes)
    if result_axes:
        result = moveaxis(result, tuple(range(-len(result_axes), 0)), result_axes)
    if order == "F" or (order == "A" and all(x.flags.fnc for x in operands)):
        result = asfortranarray(result) if result.ndim else result
    elif order != "K" and not result_axes and not result.flags.c_contiguous:
        result = result.copy(order="C")
    return store(result, out, casting)


def _extended(name, result, out, n_core, axes):
    """The result broadcast to the dimensions of `out` before those of the product, as an output takes part in it."""
    shape = (moveaxis(out, axes, tuple(range(-len(axes), 0))) if axes and out.ndim >= len(axes) else out).shape
    if result.shape == shape or len(shape) < result.ndim:
        return result
    n = len(shape) - n_core
    if shape[n:] != result.shape[result.ndim - n_core :]:
        return result
    try:
        return broadcast_to(result, shape)
    except ValueError:
        raise ValueError(named(f"a result of shape {result.shape} does not broadcast to out's {shape}")) from None


def _matmul(x1, x2):
    return _core.matmul(x1, x2, order="C")


def _matvec(x1, x2):
    return _core.matmul(x1, _core.expand_dims(x2, axis=-1), order="C")[..., 0]


def _vecmat(x1, x2):
    row = _core.expand_dims(x1.conj(), axis=-2)
    return _core.matmul(row, x2, order="C")[..., 0, :]


def _vecdot(x1, x2):
    """Laid out as the dimensions before the vectors are in the operands."""
    n = max(x1.ndim, x2.ndim) - 1
    axes = axes_of_operands((x1, x2), n, 1)
    if axes is None:
        return _core.vecdot(x1, x2)
    x1, x2 = (x[(None,) * (n + 1 - x.ndim)].transpose((*axes, n)) for x in (x1, x2))
    return _core.vecdot(x1, x2).transpose(back(axes))


def _vecdot_kept(x1, x2):
    return _core.expand_dims(_vecdot(x1, x2), axis=-1)


@usually(_core.usual_matmul, arrays=2, most=3, keywords=True)
def matmul(
    x1, x2, /, out=None, *, casting="same_kind", order="K", dtype=None, subok=True, signature=None, axes=None, axis=None
):
    """Matrix product: (..., M, K) by (..., K, N); one dimension is a row before, a column behind.

    Parameters
    ----------
    x1, x2 : dpnp.ndarray
        The operands; dimensions before those of the product broadcast.
    out : dpnp.ndarray, optional
        Where to write the result.
    casting : str, optional
        The rule that allows conversions to `dtype` and to `out`.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of a new result; 'K' is 'C'.
    dtype : data type, optional
        Data type of the computation.
    subok : bool, optional
        Results are plain arrays.
    signature : str or tuple, optional
        The data type of the computation, as ``"dd->d"``.
    axes : list of tuples of ints, optional
        Where the dimensions of the product stand in `x1`, `x2` and the result; default: at the end.
    axis : int, optional
        The same for products of vectors.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If shapes do not fit, or there are too few dimensions.
    TypeError
        If a rule forbids a conversion.
    ExecutionPlacementError
        If the operands are on different queues.

    Examples
    --------
    >>> np.matmul(np.array([[1, 2], [3, 4]]), np.array([1, 1]))
    array([3, 7])
    """
    return _product("matmul", _matmul, (2, 2, 2), x1, x2, out, casting, order, dtype, signature, axes, axis)


def matvec(
    x1, x2, /, out=None, *, casting="same_kind", order="K", dtype=None, subok=True, signature=None, axes=None, axis=None
):
    """Products of matrices (..., M, N) and vectors (..., N).

    Parameters
    ----------
    x1, x2 : dpnp.ndarray
        The operands; dimensions before those of the product broadcast.
    out : dpnp.ndarray, optional
        Where to write the result.
    casting : str, optional
        The rule that allows conversions to `dtype` and to `out`.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of a new result; 'K' is 'C'.
    dtype : data type, optional
        Data type of the computation.
    subok : bool, optional
        Results are plain arrays.
    signature : str or tuple, optional
        The data type of the computation, as ``"dd->d"``.
    axes : list of tuples of ints, optional
        Where the dimensions of the product stand in `x1`, `x2` and the result; default: at the end.
    axis : int, optional
        The same for products of vectors.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If shapes do not fit, or there are too few dimensions.
    TypeError
        If a rule forbids a conversion.
    ExecutionPlacementError
        If the operands are on different queues.
    """
    return _product("matvec", _matvec, (2, 1, 1), x1, x2, out, casting, order, dtype, signature, axes, axis)


def vecmat(
    x1, x2, /, out=None, *, casting="same_kind", order="K", dtype=None, subok=True, signature=None, axes=None, axis=None
):
    """Products of vectors (..., M), conjugated, and matrices (..., M, N).

    Parameters
    ----------
    x1, x2 : dpnp.ndarray
        The operands; dimensions before those of the product broadcast.
    out : dpnp.ndarray, optional
        Where to write the result.
    casting : str, optional
        The rule that allows conversions to `dtype` and to `out`.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of a new result; 'K' is 'C'.
    dtype : data type, optional
        Data type of the computation.
    subok : bool, optional
        Results are plain arrays.
    signature : str or tuple, optional
        The data type of the computation, as ``"dd->d"``.
    axes : list of tuples of ints, optional
        Where the dimensions of the product stand in `x1`, `x2` and the result; default: at the end.
    axis : int, optional
        The same for products of vectors.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If shapes do not fit, or there are too few dimensions.
    TypeError
        If a rule forbids a conversion.
    ExecutionPlacementError
        If the operands are on different queues.
    """
    return _product("vecmat", _vecmat, (1, 2, 1), x1, x2, out, casting, order, dtype, signature, axes, axis)


def vecdot(
    x1,
    x2,
    /,
    out=None,
    *,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    signature=None,
    axes=None,
    axis=None,
    keepdims=False,
):
    """Dot products of vectors (..., N); those of `x1` are conjugated.

    Parameters
    ----------
    x1, x2 : dpnp.ndarray
        The operands; dimensions before those of the product broadcast.
    out : dpnp.ndarray, optional
        Where to write the result.
    casting : str, optional
        The rule that allows conversions to `dtype` and to `out`.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of a new result; 'K': that of the dimensions before the vectors.
    dtype : data type, optional
        Data type of the computation.
    subok : bool, optional
        Results are plain arrays.
    signature : str or tuple, optional
        The data type of the computation, as ``"dd->d"``.
    axes : list of tuples of ints, optional
        Where the dimensions of the product stand in `x1`, `x2` and the result; default: at the end.
    axis : int, optional
        The same for products of vectors.
    keepdims : bool, optional
        Keep the axis of the product, with an extent of 1.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If shapes do not fit, or there are too few dimensions.
    TypeError
        If a rule forbids a conversion.
    ExecutionPlacementError
        If the operands are on different queues.
    """
    if (
        out is None
        and axes is None
        and axis is None
        and dtype is None
        and signature is None
        and order is KEEP
        and casting is SAME_KIND
        and keepdims is False
    ):
        x1, x2 = as_array(x1, "an operand"), as_array(x2, "an operand")
        if x1.ndim and x2.ndim:
            return _vecdot(x1, x2)
    if not isinstance(keepdims, bool):
        raise wrong_type("keepdims", "a bool", keepdims)
    compute, n_core = (_vecdot_kept, (1, 1, 1)) if keepdims else (_vecdot, (1, 1, 0))
    return _product("vecdot", compute, n_core, x1, x2, out, casting, order, dtype, signature, axes, axis)


# ---- products of NumPy's older kind -------------------------------------------------------------------------------


def exact_out(name, result, out):
    """NumPy's rule for the `out` of dot: exactly the result's kind of array."""
    if out is None:
        return result
    array = as_array(out, "out")
    if array.dtype != result.dtype or array.shape != result.shape or not array.flags.c_contiguous:
        raise ValueError(
            named(
                f"{name}: out must be of dtype {result.dtype}, shape {result.shape} and in C order, not of "
                f"{array.dtype}, {array.shape}"
            )
        )
    return store(result, out)


@usually(_core.usual_dot, arrays=2, most=3, keywords=True)
def dot(a, b, out=None):
    """Sum of products over the last axis of `a` and the last but one of `b`, or its only one.

    Parameters
    ----------
    a, b : dpnp.ndarray, scalar or list of numbers
        The operands; one at least is an array; with a scalar the plain product.
    out : dpnp.ndarray, optional
        Where to write the result: of its dtype and shape, in C order.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If the extents differ, or `out` does not fit.

    Examples
    --------
    >>> np.dot(np.array([1, 2]), np.array([3, 4]))
    array(11)
    """
    a, b = as_pair(a, b)
    if a.ndim == 0 or b.ndim == 0:
        result = a * b
    elif b.ndim == 1 or (a.ndim <= 2 and b.ndim == 2):
        result = _core.matmul(a, b, order="C")
    else:
        result = _core.tensordot(a, b, axes=((a.ndim - 1,), (b.ndim - 2,)))
    return exact_out("dot", result, out)


@usually(_core.vdot_of_lines, arrays=2, ndim=1)
def vdot(a, b):
    """Dot product of all elements of two arrays of one size; those of `a` are conjugated.

    Parameters
    ----------
    a, b : dpnp.ndarray
        The operands, of any shapes.

    Returns
    -------
    dpnp.ndarray
        Without dimensions.

    Raises
    ------
    ValueError
        If the sizes differ.

    Examples
    --------
    >>> np.vdot(np.array([1, 2]), np.array([3, 4]))
    array(11)
    """
    if type(a) is type(b) is ndarray and a.ndim == b.ndim == 1 and len(a) == len(b):
        return _core.vecdot(a, b)  # the usual case
    a, b = as_pair(a, b)
    if a.size != b.size:
        raise ValueError(named(f"arrays of {a.size} and {b.size} elements"))
    if a.ndim != 1 or b.ndim != 1:
        a, b = a.ravel(), b.ravel()
    return _core.vecdot(a, b)


@usually(_core.dot_of_vector, arrays=2, ndim=1)
def inner(a, b):
    """Sum of products over the last axes of both arrays, without conjugation; with a scalar the plain product.

    Parameters
    ----------
    a, b : dpnp.ndarray, scalar or list of numbers
        The operands; one at least is an array, with last axes of one extent.

    Returns
    -------
    dpnp.ndarray
        The other axes of `a`, then those of `b`.

    Raises
    ------
    ValueError
        If the extents differ.

    Examples
    --------
    >>> np.inner(np.array([1, 2]), np.array([3, 4]))
    array(11)
    """
    a, b = as_pair(a, b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if a.ndim == b.ndim == 1:
        return _core.dot_of_vector(a, b)
    return _core.tensordot(a, b, axes=((a.ndim - 1,), (b.ndim - 1,)))


def outer(a, b, out=None):
    """Products of each element of `a` with each of `b`, both flat: shape (a.size, b.size).

    Parameters
    ----------
    a, b : dpnp.ndarray, scalar or list of numbers
        The operands; one at least is an array.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.outer(np.array([1, 2]), np.array([3, 4]))
    array([[3, 4],
           [6, 8]])
    """
    a, b = as_pair(a, b)
    return store(a.reshape((a.size, 1)) * b.reshape((1, b.size)), out)


def kron(a, b):
    """Kronecker product: each element of `a` times all of `b`, in blocks.

    Parameters
    ----------
    a, b : dpnp.ndarray, scalar or list of numbers
        The operands; one at least is an array; the one of fewer dimensions gets axes of extent 1 in front.

    Returns
    -------
    dpnp.ndarray
        Its extents are the products of the operands'.

    Examples
    --------
    >>> np.kron(np.array([1, 2]), np.array([1, 1]))
    array([1, 1, 2, 2])
    """
    a, b = as_pair(a, b)
    nd = max(a.ndim, b.ndim)
    rows = (1,) * (nd - a.ndim) + a.shape
    columns = (1,) * (nd - b.ndim) + b.shape
    blocks = [extent for m in rows for extent in (m, 1)]
    inside = [extent for n in columns for extent in (1, n)]
    product = a.reshape(tuple(blocks)) * b.reshape(tuple(inside))
    return reshape(product, tuple(m * n for m, n in zip(rows, columns, strict=True)))


def _axes_of(x, axes) -> tuple:
    axes = axes.tolist() if isinstance(axes, numpy.ndarray) else axes
    axes = tuple([as_int(axis, "axes") for axis in (axes if isinstance(axes, (tuple, list)) else (axes,))])
    return tuple(axis + x.ndim if -x.ndim <= axis < 0 else axis for axis in axes)


def tensordot(a, b, axes=2):
    """Sum of products over pairs of axes.

    Parameters
    ----------
    a, b : dpnp.ndarray, scalar or list of numbers
        The operands; one at least is an array.
    axes : int, or pair of ints or of sequences of ints, optional
        The axes of `a` and of `b` to sum over; an int N: the last N of `a` with the first N of `b`.

    Returns
    -------
    dpnp.ndarray
        The other axes of `a`, then those of `b`.

    Raises
    ------
    ValueError
        If extents or numbers of axes differ.
    IndexError
        If an axis is out of range.

    Examples
    --------
    >>> np.tensordot(np.ones((2, 3)), np.ones((3, 2)), axes=1)
    array([[3., 3.],
           [3., 3.]])
    """
    a, b = as_pair(a, b)
    axes = axes.tolist() if isinstance(axes, numpy.ndarray) and axes.dtype.kind in "iub" else axes
    if not isinstance(axes, (tuple, list)):
        n = as_int(axes, "axes")
        if n > max(a.ndim, b.ndim):
            raise ValueError(named(f"axes={n} of arrays of {a.ndim} and {b.ndim} dimensions"))
        axes = (range(a.ndim - n, a.ndim), range(n)) if n > 0 else ((), ())
        axes = tuple(map(tuple, axes))
    if len(axes) != 2:
        raise ValueError(named("axes= is a number, or the axes of both arrays"))
    of_a, of_b = _axes_of(a, axes[0]), _axes_of(b, axes[1])
    if len(of_a) != len(of_b):
        raise ValueError(named(f"{len(of_a)} axes of one array cannot be paired with {len(of_b)} of the other"))
    return _core.tensordot(a, b, axes=(of_a, of_b))


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """Sum along a diagonal.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, of at least two dimensions.
    offset : int, optional
        Which diagonal: above the main one, or below for negative numbers.
    axis1, axis2 : int, optional
        The axes of the matrices.
    dtype : data type, optional
        Data type of the computation.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.trace(np.array([[1, 2], [3, 4]]))
    array(5)
    """
    return _reductions.sum(diagonal_view(a, offset, axis1, axis2), -1, dtype, out)


def diagonal_view(a, offset, axis1, axis2):
    """The diagonals of the matrices in two axes, along a new last axis: a view."""
    a = as_array(a)
    if a.ndim < 2:
        raise ValueError(named(f"an array of shape {a.shape} has no diagonal; two dimensions are needed"))
    if a.ndim != 2 or axis1 is not FIRST or axis2 is not SECOND:
        a = moveaxis(a, (as_int(axis1, "axis1"), as_int(axis2, "axis2")), (-2, -1))
    return _core.linalg_diagonal(a, as_int(offset, "offset"))
