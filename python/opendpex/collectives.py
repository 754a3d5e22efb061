"""Collective operations between the devices of a process: `allreduce` and `broadcast`.

Between NVIDIA GPUs they are NCCL's, where it is installed (``pip install nvidia-nccl-cu13``); it is opened at run time
with the first operation that it takes, unless ``DPEX_VENDOR_LIBRARIES=0``. Between other devices, and for dtypes that
NCCL lacks, each device reduces a part of the elements of all arrays, which it gets by copies, and sends the result to
the others. There the order of operands is that of the arguments, so all devices get the same bits.
"""

from __future__ import annotations

import operator

import dpctl
import dpctl.tensor as dpt
from opendpex import _nccl
from opendpex._core import array_base
from opendpex._messages import as_items, by_others

__all__ = ["allreduce", "broadcast", "uses_nccl"]

_SMALL = 1 << 14  # elements below which one device reduces all
_OPERATIONS = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum"}


def _checked(arrays, name: str) -> list:
    """Arrays of one kind, shape and dtype on different devices, as a list."""
    arrays = as_items(arrays, "arrays")
    if not arrays:
        raise ValueError(f"{name}: there are no arrays")
    first = arrays[0]
    for x in arrays:
        if not isinstance(x, array_base):
            raise TypeError(f"{name}: arrays must be of dpnp or dpctl.tensor, not {type(x).__name__}")
        if x.shape != first.shape or x.dtype != first.dtype:
            raise ValueError(
                f"{name}: arrays must have one shape and dtype, not {first.shape} {first.dtype} and {x.shape} {x.dtype}"
            )
    return arrays


def _operation(op: str, dtype):
    """The function of two arrays for the name of an operation."""
    if not isinstance(op, str) or op not in _OPERATIONS:
        raise ValueError(f"allreduce: op must be one of {', '.join(_OPERATIONS)}, not {op!r}")
    if dtype.kind == "c" and op in ("max", "min"):
        raise TypeError(f"allreduce: complex numbers have no {op}")
    if dtype.kind == "b":  # sums and products of bool stay bool
        return {"sum": dpt.logical_or, "prod": dpt.logical_and, "max": dpt.logical_or, "min": dpt.logical_and}[op]
    return getattr(dpt, _OPERATIONS[op])


def _empty(like, queue):
    """An array of the same shape, dtype and kind of memory on a queue, row by row."""
    return dpt.empty(like.shape, dtype=like.dtype, usm_type=like.usm_type, sycl_queue=queue)


def _results(arrays, out, name: str) -> list:
    """Where results go: `out`, or new arrays beside the arguments."""
    if out is None:
        return [_empty(x, x.sycl_queue) for x in arrays]
    out = _checked(out, name)
    if len(out) != len(arrays) or any(
        y.shape != x.shape or y.dtype != x.dtype or y.sycl_queue != x.sycl_queue
        for x, y in zip(arrays, out, strict=True)
    ):
        raise ValueError(f"{name}: out must have an array of the same shape, dtype and queue for each argument")
    return out


def _as(arrays, like) -> list:
    """The arrays as the type of the arguments."""
    namespace = like.__array_namespace__()
    return [x if isinstance(x, type(like)) else namespace.asarray(x, copy=False) for x in arrays]


def _flat(x):
    """The elements in one dimension, sharing memory where they are contiguous."""
    return dpt.reshape(dpt.asarray(x, copy=False), (-1,))


def _reduce_by_copies(arrays, function, results):
    """Each device reduces one part of all arrays, and the parts are copied to all devices."""
    flat = [_flat(x) for x in arrays]
    n = flat[0].size
    n_parts = len(flat) if n >= _SMALL else 1
    bounds = [n * i // n_parts for i in range(n_parts + 1)]
    whole = [y if y.flags.c_contiguous else _empty(x, x.sycl_queue) for x, y in zip(arrays, results, strict=True)]
    targets = [_flat(y) for y in whole]
    reduced = []
    for owner in range(n_parts):
        part = slice(bounds[owner], bounds[owner + 1])
        queue = flat[owner].sycl_queue
        total = flat[0][part].to_device(queue)
        for x in flat[1:]:
            total = function(total, x[part].to_device(queue))
        reduced.append((part, total))
    for part, total in reduced:  # after all reductions, since results may be the arguments
        for target in targets:
            target[part] = total.to_device(target.sycl_queue)
    for y, made in zip(results, whole, strict=True):
        if made is not y:
            y[...] = made


def uses_nccl(arrays) -> bool:
    """Return whether collective operations on these arrays are NCCL's.

    Parameters
    ----------
    arrays : sequence of arrays
        As of `allreduce`.

    Returns
    -------
    bool
        True for contiguous arrays of a dtype of NCCL on different NVIDIA GPUs, where NCCL is installed.
    """
    return _nccl.takes(_checked(arrays, "uses_nccl"))


def allreduce(arrays, op: str = "sum", *, out=None) -> list:
    """Reduce arrays of several devices element by element, and give each device the result.

    Parameters
    ----------
    arrays : sequence of dpnp.ndarray or usm_ndarray
        One per device (queue), of one shape and dtype; sub-devices and simulated devices too.
    op : {'sum', 'prod', 'max', 'min'}, optional
        The operation; on bool elements 'sum' and 'max' are or, the others and.
    out : sequence of arrays, optional
        Where the results go; may be the arguments themselves.

    Returns
    -------
    list of arrays
        The result on each device, in the order of the arguments.

    Raises
    ------
    TypeError
        If an argument is not an array, or `op` orders complex numbers.
    ValueError
        If shapes, dtypes or `out` do not fit, or there is no such `op`.

    Examples
    --------
    >>> import dpctl, dpnp
    >>> from opendpex.collectives import allreduce
    >>> queues = [dpctl.SyclQueue("cpu"), dpctl.SyclQueue("cpu")]
    >>> parts = [dpnp.full(3, i, sycl_queue=q) for i, q in enumerate(queues, 1)]
    >>> [x.tolist() for x in allreduce(parts)]
    [[3, 3, 3], [3, 3, 3]]
    """
    arrays = _checked(arrays, "allreduce")
    function = _operation(op, arrays[0].dtype)
    results = _results(arrays, out, "allreduce")
    if arrays[0].size and not _nccl.allreduce(arrays, results, op):
        _reduce_by_copies(arrays, function, results)
    return results if out is not None else _as(results, arrays[0])


def broadcast(x, queues) -> list:
    """Copy an array to several devices.

    Parameters
    ----------
    x : dpnp.ndarray or usm_ndarray
        The array.
    queues : sequence of SyclQueue, SyclDevice or str
        Where; a device, or its filter string, stands for its cached queue.

    Returns
    -------
    list of arrays
        One per queue; on the queue of `x` it is `x` itself.

    Raises
    ------
    TypeError
        If `x` is not an array.

    Examples
    --------
    >>> import dpctl, dpnp
    >>> from opendpex.collectives import broadcast
    >>> [y.tolist() for y in broadcast(dpnp.arange(3), [dpctl.SyclQueue("cpu"), "cpu"])]
    [[0, 1, 2], [0, 1, 2]]
    """
    (x,) = _checked([x], "broadcast")
    queues = [
        q if isinstance(q, dpctl.SyclQueue) else by_others(dpctl.get_device_cached_queue, q)
        for q in as_items(queues, "queues", "a sequence of queues and devices")
    ]
    if x.sycl_queue in queues and len(set(queues)) == len(queues) > 2:  # two devices: a copy does it
        results = [
            x if q == x.sycl_queue else dpt.empty(x.shape, dtype=x.dtype, usm_type=x.usm_type, sycl_queue=q)
            for q in queues
        ]
        if x.size and _nccl.broadcast(results, operator.indexOf(queues, x.sycl_queue)):
            return _as(results, x)
    return [x if q == x.sycl_queue else x.to_device(q) for q in queues]
