"""The methods of ufuncs: outer, reduce, accumulate, reduceat and at.

Reductions and scans of the core are used where it has them (sum, prod, max, min, any, all, cumulative sums and
products; differences are sums of negated elements). Other associative functions are reduced by halves, in log2(n)
operations on whole arrays. Functions that are not associative (divide, power...) take one operation per element, in
order.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._core import array_base, ndarray, ufunc
from opendpex._fuse import fuse
from opendpex._messages import as_dtype, as_flag, by_others, named

from .._arrays import (
    as_array,
    as_array_like,
    as_condition,
    as_parameter,
    common_shape,
    in_common_kind,
    is_scalar,
    store,
    usually,
)
from .._creation.arrays import arange, asarray, empty, full
from .._indexing.searching import where as choose
from .._manipulation.shapes import broadcast_to
from .._statistics import reductions as _reductions
from .._statistics import scans as _scans

__all__ = []

_ENGINES = {
    "add": _reductions.sum,
    "multiply": _reductions.prod,
    "maximum": _reductions.max,
    "minimum": _reductions.min,
}
_WITHOUT_NAN = {"fmax": _core.nanmax, "fmin": _core.nanmin}
_BITS = {
    "bitwise_and": _core.reduce_bitwise_and,
    "bitwise_or": _core.reduce_bitwise_or,
    "bitwise_xor": _core.reduce_bitwise_xor,
    "logical_xor": _core.reduce_bitwise_xor,  # of bool
}
_TRUTHS = {"logical_and": _reductions.all, "logical_or": _reductions.any}
_SCANS = {
    "add": _scans.cumulative_sum,
    "multiply": _scans.cumulative_prod,
    "logaddexp": _scans.cumlogsumexp,
}
_EXTREMES = {
    "maximum": _core.cumulative_max,
    "minimum": _core.cumulative_min,
    "fmax": _core.cumulative_fmax,
    "fmin": _core.cumulative_fmin,
}
_SCANS_OF_BITS = {
    "bitwise_and": _core.cumulative_bitwise_and,
    "bitwise_or": _core.cumulative_bitwise_or,
    "bitwise_xor": _core.cumulative_bitwise_xor,
    "logical_and": _core.cumulative_bitwise_and,  # of bool, as the next ones
    "logical_or": _core.cumulative_bitwise_or,
    "logical_xor": _core.cumulative_bitwise_xor,
}
_LINES = {"add": _core.cumulative_sum, "multiply": _core.cumulative_prod, **_EXTREMES}  # without conversions
_ANY_ORDER = {
    *_ENGINES, *_TRUTHS, "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "fmax", "fmin", "gcd", "lcm",
    "hypot", "logaddexp", "logaddexp2",
}  # fmt: skip
# a reduction starts with the identity, which makes the result of one element its magnitude
_MAGNITUDES = {"gcd", "hypot"}
_REPEATED = {"logical_and", "logical_or", "logical_xor"}  # results are bool, operands of any dtype


_FEW = 64  # elements that are reduced before the others

_OF_TWO_TYPES = {"ldexp"}  # a real number and an integer: elements that are reduced stay integers
_KEEP_DTYPE = {"maximum", "minimum", *_WITHOUT_NAN}  # take every dtype and return the same


def _one_axis(axis, ndim: int) -> int:
    axes = _axes(axis, ndim)
    if len(axes) != 1:
        raise ValueError(named(f"axis must be one axis, not {len(axes)}"))
    return axes[0]


def _output(out):
    """The output array, also from a tuple of one; None if none is given."""
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError(named(f"out must be an array or a tuple of one, not of {len(out)}"))
        (out,) = out
    return None if out is None else as_array(out, "out")


def _check(self, method: str):
    if self.nin != 2:
        raise ValueError(named(f"{method} is for functions of two operands; {self.__name__} takes {self.nin}"))
    if self.nout != 1:
        raise ValueError(named(f"{method} is for functions of one result; {self.__name__} has {self.nout}"))


def _outer(self, x1, x2, /, **kwargs):
    """Apply a function of two operands to all pairs of their elements.

    Parameters
    ----------
    x1, x2 : dpnp.ndarray or scalar
        Operands; at least one is an array.
    **kwargs
        As of the function.

    Returns
    -------
    dpnp.ndarray
        Of shape ``(*x1.shape, *x2.shape)``.

    Raises
    ------
    ValueError
        If the function does not take two operands.
    TypeError
        If the function does not take the data types.
    """
    if self.nin != 2:
        raise ValueError(named(f"outer is for functions of two operands; {self.__name__} takes {self.nin}"))
    if isinstance(x1, array_base) and not is_scalar(x2):
        x1 = as_array(x1)
        x1 = x1.reshape(x1.shape + (1,) * as_array(x2, "an operand").ndim)
    return self(x1, x2, **kwargs)


def _reduction_dtype(self, x, dtype, out=None):
    """The dtype of a reduction, which the function both takes and returns: from `dtype`, else from `out` and the
    elements."""
    if dtype is not None:
        given = (as_dtype(dtype),) * 2
    elif self.__name__ in _REPEATED:
        return numpy.dtype("?")
    elif out is not None:
        given = (out.dtype, x.dtype)
    elif self.__name__ in ("add", "multiply"):
        return _core.resolve_reduction("sum", x.dtype, None, x.sycl_queue)
    else:
        given = (x.dtype, x.dtype)
    if self.__name__ in _OF_TWO_TYPES:
        of_first, of_second = (dtype, x.dtype) if dtype is not None else given
        return self(empty(0, of_first, sycl_queue=x.sycl_queue), empty(0, of_second, sycl_queue=x.sycl_queue)).dtype
    if self._python is None:
        taken, result = _reductions.signature_of(self._plain.__name__, given, x.sycl_queue)
    else:
        first, second = (empty(0, of_one, sycl_queue=x.sycl_queue) for of_one in given)
        result = self(first, second).dtype
        first = first.astype(result)
        taken = (result,) if self(first, first).dtype == result else ()
    if result not in taken or (dtype is not None and result != given[0]):
        raise TypeError(f"{self.__name__}: no signature has one dtype for operands and result, as a reduction needs")
    return result


def _axes(axis, ndim: int) -> tuple:
    """The axes; of an array without dimensions 0 and -1 count as none."""
    if ndim == 0 and (tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)) in ((0,), (-1,)):
        return ()
    return _core.normalized_axes(axis, ndim)


def _reduce_in_order(self, x, begin, counts):
    """Reduce along the first axis in order, from `begin` or the first element; counts: mask of the elements to include,
    None: all."""
    result, first = (x[0], 1) if begin is None else (broadcast_to(begin, x.shape[1:]), 0)
    if self.__name__ == "subtract":
        rest = x[first:] if counts is None else choose(counts[first:], x[first:], as_array_like(0, x, x.dtype))
        return result - _reductions.sum(rest, 0, x.dtype)
    for i in range(first, x.shape[0]):
        combined = self(result, x[i])
        result = combined if counts is None else choose(counts[i], combined, result)
    return result


def _fold(self, x):
    """Reduce a non-empty array along the first axis; associative functions by halves."""
    if self.__name__ not in _ANY_ORDER:
        return _reduce_in_order(self, x, None, None)
    n = x.shape[0]
    if self.__name__ == "gcd" and n > 2 * _FEW:
        # divisors of what some elements have in common take few steps
        x, n = self(_fold(self, x[:_FEW]), x[_FEW:]), n - _FEW
    while n > 1:
        half = n // 2
        combined = self(x[:half], x[half : 2 * half])
        if n % 2:
            combined[0] = self(combined[0], x[n - 1])
        x, n = combined, half
    return x[0]


def _identity(self, dtype):
    """The result of an empty reduction in a dtype."""
    if self.__name__ == "bitwise_and" and dtype.kind in "iu":
        return -1 if dtype.kind == "i" else numpy.iinfo(dtype).max
    return self.identity


def _first_axis(x, axes):
    """The array with the reduced axes merged into one, the first."""
    kept = [i for i in range(x.ndim) if i not in axes]
    shape = tuple(x.shape[i] for i in kept)
    return x.transpose((*axes, *kept)).reshape((math.prod(x.shape[i] for i in axes), *shape))


def _mask(self, x, where, neutral):
    """(array with masked elements replaced by `neutral`, None); for functions that are not associative (array,
    mask)."""
    where = as_condition(where, x)
    shape = common_shape(x.shape, where.shape)
    where, x = broadcast_to(where, shape), broadcast_to(x, shape)
    if self.__name__ in _ANY_ORDER:
        return choose(where, x, as_array_like(neutral, x, x.dtype)), None
    return x, where


def _generic_reduce(self, x, axes, dtype, initial, where):
    x, counts = x if self.__name__ in _OF_TWO_TYPES else x.astype(dtype, copy=False), None
    identity = None if initial is None else _identity(self, dtype)
    # converted as by NumPy: 2.5 is 2 for integers
    begin = dtype.type(initial) if _reductions.is_given(initial) else None
    if begin is None and identity is None:
        _reductions.refuse_without_identity(self.__name__, x, axes, where)
    if where is not True:
        x, counts = _mask(self, x, where, begin if identity is None else identity)
    x = _first_axis(x, axes)
    counts = None if counts is None else _first_axis(counts, axes)
    if x.shape[0] and self.__name__ not in _ANY_ORDER:
        begin = None if begin is None else as_array_like(begin, x, dtype)
        if begin is None and x.dtype != dtype:
            begin, x = x[0].astype(dtype), x[1:]
        return _reduce_in_order(self, x, begin, counts)
    if x.shape[0]:
        result = _fold(self, x)
        result = abs(result) if self.__name__ in _MAGNITUDES and identity is not None else result
        return result if begin is None else self(result, as_array_like(begin, x, dtype))
    value = identity if begin is None else begin
    value = 0 if value is None else value  # of no element
    return full(x.shape[1:], value, dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)


def _reduce(self, array, /, axis=0, dtype=None, out=None, keepdims=False, initial=_reductions.NO_VALUE, where=True):
    """Reduce the elements along axes by the function.

    Parameters
    ----------
    array : dpnp.ndarray
        The elements.
    axis : int or tuple of ints or None, optional
        The axes; None: all. Functions that are not associative take one.
    dtype : data type, optional
        Data type of the computation.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    initial : scalar, optional
        The start value of the reduction; None: no value, not even the function's identity.
    where : dpnp.ndarray of bool, optional
        The elements to include.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If there is no element and the function has no identity, or several axes are given and the function is not
        associative.
    """
    if dtype is out is None and keepdims is False and where is True and initial is _reductions.NO_VALUE:
        engine = _ENGINES.get(self.__name__) if type(array) is ndarray and type(axis) is int else None
        if engine is not None and 0 <= axis < array.ndim:
            return engine(array, axis)  # the usual case
    _check(self, "reduce")
    x, name, started = as_array(array), self.__name__, _reductions.is_given(initial)
    axes = _axes(axis, x.ndim)
    out = _output(out)
    if len(axes) > 1 and name not in _ANY_ORDER:
        raise ValueError(
            named(f"reduction operation {name!r} is not reorderable, so at most one axis may be specified")
        )
    if name in ("add", "multiply"):
        return _ENGINES[name](x, axes, dtype, out, keepdims, initial, where)
    if name not in _KEEP_DTYPE or dtype is not None or out is not None:
        dtype = _reduction_dtype(self, x, dtype, out)
        x = x if name in _TRUTHS or name in _OF_TWO_TYPES else x.astype(dtype, copy=False)
    if name in _ENGINES and (where is True or started):
        return _ENGINES[name](x, axes, out, keepdims, initial, where)
    if name in _WITHOUT_NAN and where is True and not started:
        return store(_WITHOUT_NAN[name](x, axis=axes, keepdims=keepdims), out, "unsafe")
    if name in _BITS and where is True and not started and x.size and axes:
        return store(_BITS[name](x, axis=axes, keepdims=keepdims), out, "unsafe")
    if name in _TRUTHS and not started:
        if initial is None:
            _reductions.refuse_without_identity(name, x, axes, where)
        return _TRUTHS[name](x, axes, out, keepdims, where=where)
    if not axes and where is True and not started:
        result = x.astype(x.dtype if dtype is None else dtype, copy=True)
        result = abs(result) if name in _MAGNITUDES and initial is not None else result
    else:
        result = _generic_reduce(self, x, axes, x.dtype if dtype is None else dtype, initial, where)
    if as_flag(keepdims, "keepdims"):
        result = result.reshape(tuple(1 if i in axes else n for i, n in enumerate(x.shape)))
    return store(result, out, "unsafe")


def _segments(self, x, first):
    """Segmented inclusive scan along the first axis; `first`: for each index the start of its segment. By recursive
    doubling (W. D. Hillis and G. L. Steele, "Data parallel algorithms", CACM 29, 1986)."""
    n, step = x.shape[0], 1
    indices = arange(n, sycl_queue=x.sycl_queue)
    columns = (slice(None),) + (None,) * (x.ndim - 1)
    while step < n:
        inside = (indices[step:] - step >= first[step:])[columns]
        x[step:] = choose(inside, self(x[:-step], x[step:]), x[step:])
        step *= 2
    return x


def _accumulate(self, array, /, axis=0, dtype=None, out=None):
    """Accumulate the function along an axis (inclusive scan).

    Parameters
    ----------
    array : dpnp.ndarray
        The elements.
    axis : int, optional
        The axis.
    dtype : data type, optional
        Data type of the computation.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Of the shape of `array`.
    """
    if dtype is out is None and type(axis) is int and axis == 0 and type(array) is ndarray and array.ndim == 1:
        scan = _LINES.get(self.__name__)
        if scan is not None and array.dtype.char in "dl":
            try:
                return scan(array)  # the usual case: no conversion
            except NotImplementedError:  # devices that have no scans
                pass
    _check(self, "accumulate")
    x, name = as_array(array), self.__name__
    out = _output(out)
    if x.ndim == 0:
        raise TypeError(named("cannot accumulate on a scalar"))
    axis = _one_axis(axis, x.ndim)
    dtype = _reduction_dtype(self, x, dtype, out)
    if name == "subtract" and x.shape[axis]:
        x = _core.moveaxis(x.astype(dtype, copy=False), axis, 0)
        signed = -x
        signed[0] = x[0]
        return store(_core.moveaxis(_scans.cumulative_sum(signed, axis=0, dtype=dtype), 0, axis), out, "unsafe")
    if name in _SCANS:
        return store(_SCANS[name](x, axis=axis, dtype=dtype), out, "unsafe")
    try:
        if name in _EXTREMES and dtype.kind != "b":
            return store(_EXTREMES[name](x, axis=axis, dtype=dtype), out, "unsafe")
        if name in _SCANS_OF_BITS:
            return store(_SCANS_OF_BITS[name](x.astype(dtype, copy=False), axis=axis), out, "unsafe")
    except NotImplementedError:  # devices that have no scans
        pass
    x = _core.moveaxis(x.astype(dtype), axis, 0)
    if name in _ANY_ORDER:
        x = _segments(self, x, arange(x.shape[0], sycl_queue=x.sycl_queue) * 0)
    else:
        for i in range(1, x.shape[0]):
            x[i] = self(x[i - 1], x[i])
    return store(_core.moveaxis(x, 0, axis), out, "unsafe")


def _begins(self, indices, x):
    """The starts of segments as int64 on the queue of `x`; waits to check that they are in range."""
    if not isinstance(indices, array_base):
        indices = by_others(numpy.asarray, indices)
    if indices.ndim != 1:
        raise ValueError(f"{self.__name__}.reduceat: indices must be in one dimension, not in {indices.ndim}")
    if indices.dtype.kind not in "iub" and indices.size:
        raise TypeError(f"{self.__name__}.reduceat: indices must be integers, not {indices.dtype}")
    begins = (
        as_array(indices)
        if isinstance(indices, array_base)
        else asarray(indices, sycl_queue=x.sycl_queue, usm_type=x.usm_type)
    )
    if begins.dtype != numpy.int64 or not begins.flags.c_contiguous:
        begins = _core.cast_copy(begins, "int64", "C", None, None)
    for i in (int(_core.min(begins)), int(_core.max(begins))) if begins.size else ():
        if not 0 <= i < x.shape[0]:
            raise IndexError(named(f"index {i} out-of-bounds in {self.__name__}.reduceat [0, {x.shape[0]})"))
    return begins


def _each_segment(self, x, begins):
    """`reduceat` by array operations, for functions and devices without one in the core."""
    begins = _core.asnumpy(begins).tolist()
    ends = [*begins[1:], x.shape[0]][: len(begins)]
    if begins and self.__name__ in _ANY_ORDER and all(low < high for low, high in pairwise(begins)):
        first = [0] * x.shape[0]
        for begin, end in zip(begins, ends, strict=True):
            first[begin:end] = [begin] * (end - begin)
        return _segments(self, x, as_array_like(first, x))[as_array_like([end - 1 for end in ends], x)]
    result = empty((len(begins), *x.shape[1:]), x.dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    for i, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        result[i] = _fold(self, x[begin : max(end, begin + 1)])
    return result


_OF_SEGMENTS = {
    "add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "fmax": "nanmax", "fmin": "nanmin",
}  # fmt: skip


def _reduceat(self, array, /, indices, axis=0, dtype=None, out=None):
    """Reduce segments of the axis: from each index to the next one, the last to the end.

    Parameters
    ----------
    array : dpnp.ndarray
        The elements.
    indices : sequence of ints or array
        The starts of the segments; read on the host. An index that is not below the next one gives its element alone.
    axis : int, optional
        The axis.
    dtype : data type, optional
        Data type of the computation.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        One element for each index along the axis.

    Raises
    ------
    IndexError
        If an index is outside the axis.
    """
    _check(self, "reduceat")
    x = as_array(array)
    if x.ndim == 0:
        raise TypeError(named("cannot reduceat on a scalar"))
    axis = _one_axis(axis, x.ndim)
    lines = x if axis == 0 else _core.moveaxis(x, axis, 0)
    begins = _begins(self, indices, lines)
    out = _output(out)
    dtype = _reduction_dtype(self, x, dtype, out)
    if self.__name__ in _OF_SEGMENTS and dtype.kind != "b" and dtype != numpy.float16:
        try:
            dense = lines if lines.dtype == dtype else lines.astype(dtype)
            dense = dense if dense.flags.c_contiguous else dense.copy(order="C")
            result = _core.segments_reduce(_OF_SEGMENTS[self.__name__], dense, begins)
            return store(result if axis == 0 else _core.moveaxis(result, 0, axis), out, "unsafe")
        except NotImplementedError:  # devices without this operation
            pass
    result = _each_segment(self, in_common_kind(lines.astype(dtype), begins), begins)
    return store(_core.moveaxis(result, 0, axis), out, "unsafe")


def _at(self, a, indices, b=None, /):
    """Apply the function in place at indices; repeated indices are applied repeatedly.

    Parameters
    ----------
    a : dpnp.ndarray
        The array that is changed.
    indices : index expression
        As in ``a[indices]``.
    b : dpnp.ndarray or scalar, optional
        The second operand of a function of two; broadcasts against ``a[indices]``.
    """
    a = as_array(a)
    if self.nout != 1:
        raise ValueError(named(f"at is for functions of one result; {self.__name__} has {self.nout}"))
    if (b is None) != (self.nin == 1):
        raise ValueError(f"{self.__name__}.at needs {'no second operand' if self.nin == 1 else 'a second operand'}")
    flat = _flat_indices(a, indices)
    indices, values = flat if flat.ndim == 1 else flat.ravel(), None
    if b is not None:
        values = as_parameter(b, a, "b", a.dtype if _goes_to(self, b, a.dtype) else None)
        values = values if values.ndim == 0 or values.shape == flat.shape else broadcast_to(values, flat.shape)
        if _at_in_core(self, a, indices, values):
            return
        values = broadcast_to(values, flat.shape).ravel()
    indices = _from_the_front(indices, a.size)
    order = _core.argsort(indices, kind="stable") if indices.size else indices
    indices = indices[order]
    begins = _scans.cumsum(choose(_starts(indices), 1, 0)) - 1  # number of the segment of each index
    n_segments = int(begins[-1]) + 1 if indices.size else 0
    first = _core.searchsorted(begins, arange(n_segments, sycl_queue=a.sycl_queue))
    rank = arange(indices.size, sycl_queue=a.sycl_queue) - first[begins]
    target = a.flatten()
    for i in range(int(_reductions.max(rank)) + 1 if indices.size else 0):
        chosen = _core.nonzero(rank == i)[0]
        at = indices[chosen]
        operands = (target[at],) if b is None else (target[at], values[order[chosen]])
        result = self(*operands)
        target[at] = result.astype(a.dtype, copy=False)
    a[...] = target.reshape(a.shape)


def _goes_to(self, b, dtype) -> bool:
    """Whether a second operand is a number that is taken in the array's dtype, which holds numbers of its kind."""
    if self.__name__ in _OF_TWO_TYPES or not is_scalar(b):
        return False
    return dtype.kind == "c" or (dtype.kind == "f" and not isinstance(b, (complex, numpy.complexfloating)))


def _flat_indices(a, index):
    """The flat indices (C order) of the elements that an index expression selects; negative ones count from the end."""
    if a.ndim == 1 and isinstance(index, array_base) and index.dtype.kind in "iu":
        index = as_array(index)
        return index if index.dtype == numpy.int64 else index.astype("int64")
    numbers = arange(a.size, usm_type=a.usm_type, sycl_queue=a.sycl_queue).reshape(a.shape)
    return by_others(numbers.__getitem__, index)


@fuse
def _from_the_front(index, n):
    return dpt.where(index < 0, index + n, index)


def _at_in_core(self, a, indices, values) -> bool:
    """Use the core, which needs a function that computes in the dtype of `a`; return whether it did."""
    if self._python is not None or values.dtype != a.dtype:
        return False
    target = a if a.ndim == 1 and a.flags.c_contiguous else a.ravel() if a.flags.c_contiguous else a.flatten()
    indices = indices if indices.flags.c_contiguous else indices.copy(order="C")
    values = values if values.ndim == 1 else values.ravel()
    values = values if values.flags.c_contiguous else values.copy(order="C")
    try:
        _core.combine_at(self._plain.__name__, target, indices, values)
    except NotImplementedError:
        return False
    if not a.flags.c_contiguous:
        a[...] = target.reshape(a.shape)
    return True


def _starts(indices):
    """Whether each of the sorted indices differs from the one before it."""
    differs = full(indices.shape, True, sycl_queue=indices.sycl_queue, usm_type=indices.usm_type)
    differs[1:] = indices[1:] != indices[:-1]
    return differs


for _name, _function in (
    ("outer", _outer), ("reduce", _reduce), ("accumulate", _accumulate), ("reduceat", _reduceat), ("at", _at),
):  # fmt: skip
    _function.__name__ = _name
    _function.__qualname__ = f"ufunc.{_name}"
    _function.__code__ = _function.__code__.replace(co_name=_name)  # by which messages name it
    setattr(ufunc, _name, _function)

ufunc.reduceat = usually(_core.usual_reduceat, arrays=0, most=3)(_reduceat)
ufunc.at = usually(_core.usual_at, arrays=0, most=4)(_at)
