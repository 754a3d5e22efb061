"""DLPack: exchange of arrays with other libraries of the process without a copy.

An array on the CPU is exported as ``kDLCPU``, so that NumPy and PyTorch see its memory; one on a CUDA device as
``kDLCUDA`` with CUDA's number of it (``kDLCUDAManaged`` and ``kDLCUDAHost`` for USM kinds 'shared' and 'host'), so that
CuPy and PyTorch do; arrays on other devices are ``kDLOneAPI``, numbered as `dpctl.get_devices` lists them.

An exchange waits for commands submitted before it. Later commands of one library are not ordered with the other: wait
for the array's queue, or synchronise the other library's stream, before the other library uses the memory.
"""

from __future__ import annotations

import enum

import numpy

import dpctl
from opendpex import _core
from opendpex._core import DLPackCreationError, usm_ndarray
from opendpex._messages import named

from ._asarray import asarray
from ._device import Device, normalize_queue_device
from ._dlpack_import import import_dlpack

__all__ = [
    "DLDeviceType",
    "DLPackCreationError",
    "dldevice_to_sycl_device",
    "from_dlpack",
    "sycl_device_to_dldevice",
]


class DLDeviceType(enum.IntEnum):
    """DLPack's types of devices."""

    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLOpenCL = 4
    kDLVulkan = 7
    kDLMetal = 8
    kDLVPI = 9
    kDLROCM = 10
    kDLROCMHost = 11
    kDLCUDAManaged = 13
    kDLOneAPI = 14
    kDLWebGPU = 15
    kDLHexagon = 16
    kDLMAIA = 17


def dldevice_to_sycl_device(dl_dev: tuple) -> dpctl.SyclDevice:
    """Return the device that ``(type, number)`` means.

    `DLDeviceType.kDLOneAPI` counts as `dpctl.get_devices` lists the devices, `DLDeviceType.kDLCUDA` as CUDA does.

    Parameters
    ----------
    dl_dev : tuple
        Type and number, as ``__dlpack_device__()`` gives them.

    Returns
    -------
    dpctl.SyclDevice
        The root device.

    Raises
    ------
    TypeError
        If the argument is not a tuple.
    ValueError
        If it does not have two items, is of another type of device, or the number is that of no device.
    """
    if not isinstance(dl_dev, tuple):
        raise TypeError(named(f"a tuple is needed, not {type(dl_dev).__name__}"))
    if len(dl_dev) != 2:
        raise ValueError(named(f"a tuple of 2 items is needed, not {len(dl_dev)}"))
    kind, number = dl_dev
    if kind == DLDeviceType.kDLCUDA:
        devices = {_core.cuda_ordinal(device): device for device in dpctl.get_devices()}
    elif kind == DLDeviceType.kDLOneAPI:
        devices = dict(enumerate(dpctl.get_devices()))
    else:
        raise ValueError(named(f"device type {kind!r} is neither kDLOneAPI (14) nor kDLCUDA (2)"))
    devices.pop(-1, None)
    if number not in devices:
        raise ValueError(named(f"device number {number!r} is not among {sorted(devices)}"))
    return devices[number]


def sycl_device_to_dldevice(dev: dpctl.SyclDevice) -> tuple:
    """Return ``(DLDeviceType, number)`` of a device; a sub-device counts as its root.

    The type is `DLDeviceType.kDLCUDA` for CUDA devices (not for simulated ones) and `DLDeviceType.kDLOneAPI` for
    others.

    Parameters
    ----------
    dev : dpctl.SyclDevice
        The device.

    Returns
    -------
    tuple
        ``(DLDeviceType, int)``, which `dldevice_to_sycl_device` takes.

    Raises
    ------
    TypeError
        If the argument is not a device.
    """
    if not isinstance(dev, dpctl.SyclDevice):
        raise TypeError(named(f"a SyclDevice is needed, not {type(dev).__name__}"))
    ordinal = _core.cuda_ordinal(dev)
    if ordinal >= 0:
        return DLDeviceType.kDLCUDA, ordinal
    return DLDeviceType.kDLOneAPI, dev.get_device_id()


def from_dlpack(x, /, *, device=None, copy=None) -> usm_ndarray:
    """Return an array over the memory of an object that supports DLPack.

    Parameters
    ----------
    x : object
        An object with ``__dlpack__`` and ``__dlpack_device__``, such as a NumPy array, a PyTorch tensor or an array.
    device : optional
        The device of the result: a filter string, a device, a queue, a `Device`, or a tuple of a `DLDeviceType` and a
        number. Default: where the memory is. That of our arrays, also through other objects, keeps its queue and USM
        kind. Other host memory is memory of the CPU, of USM kind 'host'; other memory of CUDA is that of the CUDA
        device with its number.
    copy : bool, optional
        True: always copy. False: never. None: where it is needed.

    Returns
    -------
    usm_ndarray
        Read-only if the producer says so. It keeps the producer's memory.

    Raises
    ------
    TypeError
        If `x` does not support DLPack, or `copy` is not a bool.
    BufferError
        If the memory cannot be shared and a copy is forbidden, or the producer's version is too new.
    ValueError
        If `device` is a tuple of other than two items or of another type of device.
    """
    try:
        export, dlpack_device = x.__dlpack__, x.__dlpack_device__
    except AttributeError:
        raise TypeError(named(f"an object of type {type(x).__name__} does not support DLPack")) from None
    if copy is not None and not isinstance(copy, (bool, numpy.bool_)):
        raise TypeError(named(f"copy must be None, True or False, not {copy!r}"))
    if device is None:
        return import_dlpack(export, dlpack_device, copy)
    queue = _target(device)
    # memory that the host reads is the CPU's too, whichever device of ours it is of
    return _move(import_dlpack(export, dlpack_device, None, stays=not _is_cpu(device)), queue, copy)


def _target(device):
    """The queue that ``device=`` names."""
    if _is_cpu(device):
        return normalize_queue_device(device="opencl:cpu:0")
    if isinstance(device, tuple):
        return normalize_queue_device(device=dldevice_to_sycl_device(device))
    return normalize_queue_device(device=device)


def _is_cpu(device) -> bool:
    return isinstance(device, tuple) and len(device) == 2 and tuple(device) == (DLDeviceType.kDLCPU, 0)


def _move(array: usm_ndarray, queue, copy) -> usm_ndarray:
    """The array on a queue; on the same device only the queue changes."""
    if array.sycl_context == queue.sycl_context and array.sycl_device == queue.sycl_device:
        array = array.to_device(queue)
        return _core.copy(array) if copy else array
    if copy is False:
        raise BufferError("the memory is on another device, which copy=False forbids to leave")
    return asarray(array, device=Device.create_device(queue), copy=True)


_core.set_hook("DLDeviceType", DLDeviceType)
