"""NumPy arrays as arguments of kernels, and beside arrays in USM memory in host functions."""

from __future__ import annotations

import numpy as np

import dpctl
import dpctl.tensor as dpt
from opendpex import _core

__all__ = [
    "beside", "borrow", "call_on_one_queue", "calling_on_one_queue", "chosen", "copy", "key_on_host", "on_host",
    "on_one_queue", "returned", "store",
]  # fmt: skip


def borrow(x: np.ndarray, queue: dpctl.SyclQueue) -> tuple[dpt.usm_ndarray, bool]:
    """A NumPy array as an array of a queue, with its read-only flag, and whether it shares the memory."""
    if _core._runs_on_host(queue) and x.dtype.isnative:
        try:
            shared = dpt.from_dlpack(x)
        except (BufferError, ValueError, TypeError):  # its memory or strides require a packed copy
            shared = None
        if shared is not None and shared.sycl_device == queue.sycl_device:
            return shared.to_device(queue), True
    copied = dpt.asarray(x, sycl_queue=queue)
    if not x.flags.writeable:
        copied.flags["W"] = False
    return copied, False


def copy(x: np.ndarray, queue: dpctl.SyclQueue) -> dpt.usm_ndarray:
    """A copy on a queue, for operations that may be computed after the program has changed the NumPy array."""
    return dpt.asarray(x, sycl_queue=queue, copy=True)


def _changed(value, kind: type, one):
    """The value with one(array) for its arrays of a kind, also for those in tuples and lists."""
    if isinstance(value, (tuple, list)):
        items = [_changed(v, kind, one) for v in value]
        return items if isinstance(value, list) else tuple(items)
    return one(value) if isinstance(value, kind) else value


def _first(values, kind: type):
    """The first array of a kind, also in tuples and lists, or None."""
    for v in values:
        found = _first(v, kind) if isinstance(v, (tuple, list)) else v
        if isinstance(found, kind):
            return found
    return None


_MAY_HOLD = np.ndarray, tuple, list


def on_one_queue(values: tuple) -> tuple:
    """The values, if there is an array in USM memory with copies of NumPy's on its queue."""
    first = _first(values, _core.array_base) if _first(values, np.ndarray) is not None else None
    if first is None:
        return values

    def copied(x: np.ndarray):
        if x.dtype.kind not in "biufc":
            return x
        made = copy(x, first.sycl_queue)
        return _core.as_ndarray(made) if isinstance(first, _core.ndarray) else made

    return _changed(values, np.ndarray, copied)


def call_on_one_queue(function, /, *args, **keywords):
    """function(*args, **keywords), with the arguments of `on_one_queue`."""
    if not keywords:
        for a in args:
            if isinstance(a, _MAY_HOLD):
                return function(*on_one_queue(args))
        return function(*args)
    args, values = on_one_queue((args, [*keywords.values()]))
    return function(*args, **dict(zip(keywords, values, strict=True)))


def calling_on_one_queue(function):
    """functools.partial(call_on_one_queue, function), which costs less for one array alone."""

    def call(*args, **keywords):
        if len(args) == 1 and not keywords and type(args[0]) is _core.ndarray:
            return function(*args)
        return call_on_one_queue(function, *args, **keywords)

    return call


def on_host(value):
    """The value with NumPy arrays for arrays in USM memory."""
    return _changed(value, _core.array_base, dpt.asnumpy)


def beside(function, changes_first=False):
    """A function of two operands of which one may be a NumPy array and the other an array in USM memory; changes_first:
    whether it is an operator in place."""

    def call(a, b):
        if type(a) is _core.ndarray and type(b) is _core.ndarray:
            return function(a, b)
        if isinstance(a, np.ndarray):
            if changes_first:
                return function(a, on_host(b))
            a, b = on_one_queue((a, b))
        elif isinstance(b, np.ndarray):
            a, b = on_one_queue((a, b))
        return function(a, b)

    return call


def _chooses(key) -> bool:
    """Whether a key has an array in USM memory that chooses elements; one integer without dimensions does not."""
    if isinstance(key, _core.array_base):
        return key.ndim > 0 or key.dtype.kind == "b"
    if isinstance(key, (tuple, list)):
        for part in key:
            if isinstance(part, _core.array_base) and _chooses(part):
                return True
    return False


def chosen(array, key):
    """``array[key]``, where the elements of a NumPy array are chosen on the queue of an array in the key."""
    if type(key) is not int and isinstance(array, np.ndarray) and _chooses(key):
        array, key = on_one_queue((array, key))
    return array[key]


def key_on_host(array, key):
    """The key by which elements of an array are read and written in place."""
    return on_host(key) if isinstance(array, np.ndarray) and _chooses(key) else key


def store(value, target, key) -> None:
    """``target[key] = value``, to elements of NumPy arrays too."""
    if isinstance(target, np.ndarray):
        key, value = on_host((key, value))
    target[key] = value


_OF_PYTHON = frozenset(np.dtype(c).type for c in "?ldD")


def returned(value):
    """What a host function returns, with Python's numbers for those of NumPy that Python has, as in Numba."""
    kind = type(value)
    if kind in _OF_PYTHON:
        return value.item()
    if isinstance(value, tuple):
        items = [returned(v) for v in value]
        if any(new is not old for new, old in zip(items, value, strict=True)):
            return kind._make(items) if hasattr(kind, "_make") else tuple(items)
    return value
