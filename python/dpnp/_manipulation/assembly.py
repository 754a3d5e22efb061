"""Arrays concatenated from blocks (`block`) and by slice notation (`r_`, `c_`)."""

from __future__ import annotations

import numpy
from numpy import index_exp, s_

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import different_queues, named

from .._arrays import as_array, as_array_like, is_scalar
from .._creation.arrays import arange, asarray, empty, linspace

__all__ = ["block", "c_", "index_exp", "r_", "s_"]


# ---- blocks -------------------------------------------------------------------------------------------------------


def _depth(blocks, where=()):
    """The depth of nested lists; every leaf must have the same depth."""
    if isinstance(blocks, tuple):
        raise TypeError(named("a nest of lists is needed, not of tuples"))
    if not isinstance(blocks, list):
        return 0
    if not blocks:
        raise ValueError(named("a list is empty"))
    depths = [_depth(x) for x in blocks]
    if len(set(depths)) != 1:
        raise ValueError(named(f"List depths are mismatched: {depths}"))
    return depths[0] + 1


def _leaves(blocks):
    return [leaf for x in blocks for leaf in _leaves(x)] if isinstance(blocks, list) else [blocks]


def _extent(blocks, ndim, axis, leaves_at, start):
    """The shape of nested blocks; appends each leaf with its start index to `leaves_at`."""
    if not isinstance(blocks, list):
        shape = (1,) * (ndim - blocks.ndim) + blocks.shape
        leaves_at.append((blocks, start))
        return shape
    whole = None
    for x in blocks:
        here = start if whole is None else (*start[:axis], start[axis] + whole[axis], *start[axis + 1 :])
        shape = _extent(x, ndim, axis + 1, leaves_at, here)
        if whole is None:
            whole = shape
        elif whole[:axis] + whole[axis + 1 :] != shape[:axis] + shape[axis + 1 :]:
            raise ValueError(named(f"Mismatched array shapes in block along axis {axis}."))
        else:
            whole = (*whole[:axis], whole[axis] + shape[axis], *whole[axis + 1 :])
    return whole


def _converted(blocks, like):
    if isinstance(blocks, list):
        return [_converted(x, like) for x in blocks]
    return as_array_like(blocks, like)


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
    depth = _depth(arrays)
    like = next((x for x in _leaves(arrays) if isinstance(x, array_base)), None)
    if like is None:
        raise TypeError(named("none of the blocks is a dpnp.ndarray, which says where the result goes"))
    like = as_array(like)
    blocks = _converted(arrays, like)
    leaves = _leaves(blocks)
    if any(x.sycl_queue != like.sycl_queue for x in leaves):
        raise different_queues(*leaves)
    ndim = max([depth, *(x.ndim for x in leaves)])
    leaves_at = []
    shape = _extent(blocks, ndim, ndim - depth, leaves_at, (0,) * ndim)
    in_fortran = all(x.flags.fnc or x.ndim < 2 and x.flags.forc for x in leaves) and ndim > 1
    made = empty(
        shape,
        numpy.result_type(*(x.dtype for x in leaves)),
        "F" if in_fortran else "C",
        usm_type=like.usm_type,
        sycl_queue=like.sycl_queue,
    )
    for x, start in leaves_at:
        extents = (1,) * (ndim - x.ndim) + x.shape
        made[tuple(slice(i, i + n) for i, n in zip(start, extents, strict=True))] = x
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

    def __init__(self, directive, placement):
        self._directive = directive
        self._placement = placement

    def __call__(self, device=None, usm_type="device", sycl_queue=None):
        """The same for another device or USM type."""
        return _Concatenator(self._directive, {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue})

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
                return _Concatenator(directive, {"usm_type": like.usm_type, "sycl_queue": like.sycl_queue})[
                    tuple(items)
                ]
        parts = [self._part(item, ndmin, trans1d) for item in items]
        strong = [x.dtype for x, item in zip(parts, items, strict=True) if not isinstance(item, (int, float, complex))]
        weak = [
            item for item in items if isinstance(item, (int, float, complex)) and not isinstance(item, numpy.generic)
        ]
        dtype = numpy.result_type(*strong, *weak) if strong or weak else parts[0].dtype
        return _core.concat([x.astype(dtype, copy=False) for x in parts], axis=axis)


r_ = _Concatenator("0", {})
c_ = _Concatenator("-1,2,0", {})
