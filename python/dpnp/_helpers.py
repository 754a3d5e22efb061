"""Helper functions of the reference (Intel's dpnp 0.20) that other packages use (scikit-learn-intelex): checks of
arguments, queues, results."""

from __future__ import annotations

import numpy

import dpctl
import dpctl.tensor as dpt
from dpctl.tensor._copy_utils import default_real
from dpctl.tensor._device import device_of_queue, normalize_queue_device
from opendpex._core import array_base, as_ndarray
from opendpex._core import as_usm_ndarray as _as_usm_ndarray
from opendpex._messages import as_flag, named

from ._arrays import as_array, is_scalar

__all__ = [
    "are_same_logical_tensors",
    "as_usm_ndarray",
    "check_limitations",
    "check_supported_arrays_type",
    "default_float_type",
    "get_dpnp_descriptor",
    "get_normalized_queue_device",
    "get_result_array",
    "get_usm_ndarray",
    "get_usm_ndarray_or_scalar",
    "is_cuda_backend",
    "is_supported_array_or_scalar",
    "is_supported_array_type",
    "synchronize_array_data",
]


def are_same_logical_tensors(ar1, ar2) -> bool:
    """Whether two arrays have the same memory, dtype, shape and strides.

    Parameters
    ----------
    ar1, ar2 : object
        The arrays.

    Returns
    -------
    bool
    """
    if ar1 is ar2:
        return True
    a, b = as_array(ar1), as_array(ar2)
    ours, others = ((x.shape, x.strides, x.dtype, x.sycl_queue, x.__sycl_usm_array_interface__["data"]) for x in (a, b))
    offset = [x.__sycl_usm_array_interface__.get("offset", 0) for x in (a, b)]
    return ours == others and offset[0] == offset[1]


def as_usm_ndarray(a, dtype=None, device=None, usm_type=None, sycl_queue=None):
    """Give a usm_ndarray: of an array the same memory, whatever else is asked for; of anything else what
    `dpctl.tensor.asarray` makes.

    Parameters
    ----------
    a : object
        An array, or what `dpctl.tensor.asarray` takes.
    dtype, device, usm_type, sycl_queue : optional
        For what is not an array yet.

    Returns
    -------
    dpctl.tensor.usm_ndarray
    """
    if isinstance(a, array_base):
        return _as_usm_ndarray(a)
    return dpt.asarray(a, dtype=dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def check_limitations(subok=False, like=None, initial=None, where=True, subok_linalg=True, signature=None):
    """Raise NotImplementedError for a keyword of NumPy with another value than its default.

    Parameters
    ----------
    subok, like, initial, where, subok_linalg, signature : optional
        What a caller was given.

    Raises
    ------
    NotImplementedError
        Naming the first keyword that is given.
    """
    given = {
        "like": like is not None,
        "subok": as_flag(subok, "subok"),
        "initial": initial is not None,
        "where": where is not True,
        "subok_linalg": not as_flag(subok_linalg, "subok_linalg"),
        "signature": signature is not None,
    }
    for name, is_given in given.items():
        if is_given:
            raise NotImplementedError(named(f"Keyword argument `{name}` is supported only with its default value"))


def check_supported_arrays_type(*arrays, scalar_type=False, all_scalars=False) -> bool:
    """Return True, or raise TypeError for arguments that are not arrays.

    Parameters
    ----------
    *arrays : object
        The arguments.
    scalar_type : bool, optional
        Scalars are taken beside at least one array.
    all_scalars : bool, optional
        Scalars are taken without one, too.

    Returns
    -------
    bool
        True.

    Raises
    ------
    TypeError
        If an argument is neither an array nor a scalar that is taken, or no array is there where one is needed.
    """
    scalar_type = as_flag(scalar_type, "scalar_type")
    is_any = False
    for x in arrays:
        if is_supported_array_type(x):
            is_any = True
        elif not (scalar_type and is_scalar(x)):
            raise TypeError(named(f"An array must be any of supported type, but got {type(x)}"))
    if scalar_type and not is_any and not as_flag(all_scalars, "all_scalars"):
        raise TypeError(named("At least one input must be of supported array type, but got all scalars."))
    return True


def default_float_type(device=None, sycl_queue=None):
    """Return float64, or float32 for a device without double.

    Parameters
    ----------
    device, sycl_queue : optional
        Which device; default: the default one.

    Returns
    -------
    numpy.dtype
    """
    queue = normalize_queue_device(sycl_queue=sycl_queue, device=device)
    return default_real(queue)


def get_dpnp_descriptor(
    ext_obj,
    copy_when_strides=True,
    copy_when_nondefault_queue=True,
    alloc_dtype=None,
    alloc_usm_type=None,
    alloc_queue=None,
):
    """Give a dpnp.ndarray of an object; False for what the reference has no descriptor of: scalars without dtype, and
    no arrays.

    Parameters
    ----------
    ext_obj : object
        An array or, where `alloc_dtype` is given, a scalar.
    copy_when_strides : bool, optional
        Copy what is not C-contiguous.
    copy_when_nondefault_queue : bool, optional
        Ignored: arrays are not copied to another queue.
    alloc_dtype, alloc_usm_type, alloc_queue : optional
        How to make an array of a scalar.

    Returns
    -------
    dpnp.ndarray or False
    """
    if is_scalar(ext_obj) and alloc_dtype is not None:
        return as_ndarray(dpt.asarray(ext_obj, dtype=alloc_dtype, usm_type=alloc_usm_type, sycl_queue=alloc_queue))
    if not isinstance(ext_obj, array_base):
        return False
    array = as_ndarray(_as_usm_ndarray(ext_obj))
    copies = as_flag(copy_when_strides, "copy_when_strides") and not array.flags.c_contiguous
    return array.copy(order="C") if copies else array


def get_normalized_queue_device(obj=None, device=None, sycl_queue=None):
    """Return the `Device` that keywords name; of `obj` where neither is given.

    Parameters
    ----------
    obj : dpnp.ndarray, optional
        Anything with ``sycl_queue``.
    device, sycl_queue : optional
        As of creation functions.

    Returns
    -------
    Device
    """
    if device is None and sycl_queue is None and obj is not None and hasattr(obj, "sycl_queue"):
        sycl_queue = obj.sycl_queue
    return device_of_queue(normalize_queue_device(sycl_queue=sycl_queue, device=device))


def get_result_array(a, out=None, casting="safe"):
    """Return a result, or `out` after it was copied there.

    Parameters
    ----------
    a : dpnp.ndarray or usm_ndarray
        The array.
    out : dpnp.ndarray, optional
        Where to put it; nothing is copied if it is the same elements.
    casting : str, optional
        The casting rule.

    Returns
    -------
    dpnp.ndarray
        `a`, or `out` if it is given.

    Raises
    ------
    ValueError
        If `out` has another shape.
    TypeError
        If `casting` forbids the conversion.
    """
    a = as_array(a)
    if out is None or out is a:
        return a
    target = as_array(out, "out")
    if are_same_logical_tensors(a, target):
        return out
    if target.shape != a.shape:
        raise ValueError(named(f"Output array of shape {a.shape} is needed, got {target.shape}."))
    if not numpy.can_cast(a.dtype, target.dtype, casting):
        raise TypeError(named(f"Cannot cast from {a.dtype} to {target.dtype} according to the rule {casting!r}"))
    target[...] = a
    return out


def get_usm_ndarray(a):
    """Give a usm_ndarray of an array's memory; TypeError for what is not an array.

    Parameters
    ----------
    a : dpnp.ndarray or usm_ndarray
        The array.

    Returns
    -------
    dpctl.tensor.usm_ndarray
        The same memory.
    """
    if isinstance(a, array_base):
        return _as_usm_ndarray(a)
    raise TypeError(named(f"An array must be any of supported type, but got {type(a)}"))


def get_usm_ndarray_or_scalar(a):
    """As `get_usm_ndarray`, but scalars are returned unchanged.

    Parameters
    ----------
    a : dpnp.ndarray, usm_ndarray or scalar
        The array or scalar.

    Returns
    -------
    dpctl.tensor.usm_ndarray or scalar

    Raises
    ------
    TypeError
        If it is neither.
    """
    return a if is_scalar(a) else get_usm_ndarray(a)


def is_cuda_backend(obj=None) -> bool:
    """Whether a device, or that of a queue or an array, is a CUDA device; None: the default device.

    Parameters
    ----------
    obj : object, optional
        A device, a queue or an array.

    Returns
    -------
    bool
        False for anything else.
    """
    if obj is None:
        device = dpctl.select_default_device()
    else:
        device = obj if isinstance(obj, dpctl.SyclDevice) else getattr(obj, "sycl_device", None)
    return device is not None and device.backend == dpctl.backend_type.cuda


def is_supported_array_or_scalar(a) -> bool:
    """Whether an object is an array or a scalar.

    Parameters
    ----------
    a : object
        Anything.

    Returns
    -------
    bool
    """
    return is_scalar(a) or is_supported_array_type(a)


def is_supported_array_type(a) -> bool:
    """Whether an object is a dpnp.ndarray or usm_ndarray.

    Parameters
    ----------
    a : object
        Anything.

    Returns
    -------
    bool
    """
    return isinstance(a, array_base)


def synchronize_array_data(a) -> None:
    """Wait for the commands of an array's queue.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.

    Raises
    ------
    TypeError
        If it is not an array.
    """
    check_supported_arrays_type(a)
    a.sycl_queue.wait()
