"""Arrays concatenated from blocks (`block`) and by slice notation (`r_`, `c_`)."""

from __future__ import annotations

import numpy
from numpy import index_exp, s_

from opendpex import _core
from opendpex._core import array_base, ndarray
from opendpex._messages import different_queues, named

from .._arrays import as_array, as_array_like, common_kind, is_scalar
from .._creation.arrays import arange, asarray, empty, linspace

__all__ = ["block", "c_", "index_exp", "r_", "s_"]


# ---- blocks -------------------------------------------------------------------------------------------------------


def _gather(blocks, leaves: list) -> int:
    """Append what the lists hold to `leaves`, and give their depth."""
    if isinstance(blocks, tuple):
        raise TypeError(named("a nest of lists is needed, not of tuples"))
    if not isinstance(blocks, list):
        leaves.append(blocks)
        return 0
    if not blocks:
        raise ValueError(named("a list is empty"))
    depths = [_gather(x, leaves) for x in blocks]
    if depths.count(depths[0]) != len(depths):
        raise ValueError(named(f"List depths are mismatched: {depths}"))
    return depths[0] + 1


def _extent(blocks, axis: int, shapes, start: tuple, starts: list) -> tuple:
    """The shape of nested blocks, of which `shapes` iterates over those of the leaves; appends where each begins."""
    if not isinstance(blocks, list):
        starts.append(start)
        return next(shapes)
    before, after, at = start[:axis], start[axis + 1 :], start[axis]
    whole, end = None, at
    for x in blocks:
        shape = _extent(x, axis + 1, shapes, (*before, end, *after), starts)
        if whole is None:
            whole = shape
        elif whole[:axis] != shape[:axis] or whole[axis + 1 :] != shape[axis + 1 :]:
            raise ValueError(named(f"Mismatched array shapes in block along axis {axis}."))
        end += shape[axis]
    return (*whole[:axis], end - at, *whole[axis + 1 :])


def block(arrays):
    """Assemble an array from nested lists of blocks; the innermost lists are concatenated along the last axis.

    Parameters
    ----------
    arrays : nested list of dpnp.ndarray or scalars
        The blocks; at least one is an array.

    Returns
    -------
    dpnp.ndarray
        Each block is copied once, directly into the result.

    Raises
    ------
    ValueError
        If lists are empty or differ in depth, or shapes do not fit.
    TypeError
        If there are tuples, or no array.
    """
    leaves: list = []
    depth = _gather(arrays, leaves)
    like = next((x for x in leaves if isinstance(x, array_base)), None)
    if like is None:
        raise TypeError(named("none of the blocks is a dpnp.ndarray, which says where the result goes"))
    like = as_array(like)
    leaves = [x if type(x) is ndarray else as_array_like(x, like) for x in leaves]
    queue = like.sycl_queue
    if any(x.sycl_queue != queue for x in leaves):
        raise different_queues(*leaves)
    ndim = max([depth, *[x.ndim for x in leaves]])
    shapes, starts = [(1,) * (ndim - x.ndim) + x.shape for x in leaves], []
    shape = _extent(arrays, ndim - depth, iter(shapes), (0,) * ndim, starts)
    in_fortran = ndim > 1 and all(x.flags.fnc or x.ndim < 2 and x.flags.forc for x in leaves)
    dtypes = [x.dtype for x in leaves]
    dtype = dtypes[0] if dtypes.count(dtypes[0]) == len(dtypes) else numpy.result_type(*dtypes)
    made = empty(shape, dtype, "F" if in_fortran else "C", usm_type=common_kind(leaves), sycl_queue=queue)
    for x, start, extents in zip(leaves, starts, shapes, strict=True):
        made[tuple([slice(i, i + n) for i, n in zip(start, extents, strict=True)])] = x
    return made


# ---- r_ and c_ ------------------------------------------------------------------------------------------------------


class _Concatenator:
    """Concatenation of arrays, scalars and slices: ``r_[x, 0, 1:5, 0:1:5j]`` along the first axis, ``c_[x, y]`` as
    columns.

    A slice means `arange`, a slice with an imaginary step `linspace`. The result is on the queue of the arrays; without
    arrays on the default device, or on the one given as in ``r_(device="gpu")[0:3]``. A leading string, as in
    ``r_["1,2,0", x, y]``, gives the axis to concatenate along, the minimum number of dimensions, and the axis at which
    the axes of arrays of fewer dimensions begin.

    Parameters
    ----------
    device, usm_type, sycl_queue : optional
        Of the call: where to allocate new arrays.

    Returns
    -------
    concatenator
        Of the call: an object that is indexed with slices.

    Raises
    ------
    ValueError
        If the extents of the parts differ along other axes.
    """

    def __init__(self, name, directive, placement):
        self.__name__ = name  # in messages
        self._directive = directive
        self._placement = placement

    def __call__(self, device=None, usm_type="device", sycl_queue=None):
        """The same for another device or USM type."""
        placement = {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue}
        return _Concatenator(self.__name__, self._directive, placement)

    def _range(self, item):
        start, stop, step = item.start, item.stop, item.step
        start = 0 if start is None else start
        if isinstance(step, complex):
            return linspace(start, stop, int(abs(step)), **self._placement)
        if stop is None:
            raise TypeError(named("a slice needs an end here"))
        return arange(start, stop, 1 if step is None else step, **self._placement)

    def _part(self, item, ndmin, trans1d):
        if isinstance(item, slice):
            x, ndim = self._range(item), 1
        elif is_scalar(item):
            return asarray(item, **self._placement).reshape((1,) * max(ndmin, 1))
        else:
            x = as_array(item) if isinstance(item, array_base) else asarray(item, **self._placement)
            ndim = x.ndim
        if ndim >= ndmin:
            return x.reshape(1) if x.ndim == 0 else x
        if trans1d == -1 or ndim == 0:
            return x.reshape((1,) * (ndmin - ndim) + x.shape)
        first = trans1d % (ndmin - ndim + 1)
        return x.reshape((1,) * first + x.shape + (1,) * (ndmin - ndim - first))

    def __getitem__(self, key):
        if type(key) is tuple and self._directive == "0" and all(type(x) is ndarray and x.ndim for x in key):
            return _core.concat(key, axis=0)  # the usual case
        items = list(key) if isinstance(key, tuple) else [key]
        directive = self._directive
        if isinstance(items[0], str):
            directive = items.pop(0)
            if directive in ("r", "c"):
                raise NotImplementedError(
                    named("r_['r', ...] makes matrices, which do not exist here; use arrays of two dimensions")
                )
        numbers = [int(n) for n in directive.split(",")]
        axis, ndmin, trans1d = (*numbers, *(0, 1, -1)[len(numbers) :])
        if not self._placement:  # the queue of the arrays
            like = next((x for x in items if isinstance(x, array_base)), None)
            if like is not None:
                placement = {"usm_type": like.usm_type, "sycl_queue": like.sycl_queue}
                return _Concatenator(self.__name__, directive, placement)[tuple(items)]
        parts = [self._part(item, ndmin, trans1d) for item in items]
        strong = [x.dtype for x, item in zip(parts, items, strict=True) if not isinstance(item, (int, float, complex))]
        weak = [
            item for item in items if isinstance(item, (int, float, complex)) and not isinstance(item, numpy.generic)
        ]
        dtype = numpy.result_type(*strong, *weak) if strong or weak else parts[0].dtype
        return _core.concat([x.astype(dtype, copy=False) for x in parts], axis=axis)


r_ = _Concatenator("r_", "0", {})
c_ = _Concatenator("c_", "-1,2,0", {})
