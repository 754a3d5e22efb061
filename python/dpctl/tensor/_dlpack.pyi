# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from typing import Any
import enum

__all__ = [
    "DLDeviceType",
    "DLPackCreationError",
    "dldevice_to_sycl_device",
    "from_dlpack",
    "sycl_device_to_dldevice",
]

def dldevice_to_sycl_device(dl_dev: tuple[Any, ...]) -> SyclDevice: ...
def from_dlpack(
    x: Any, /, *, device: str | SyclDevice | SyclQueue | Device | None = None, copy: bool | None = None
) -> usm_ndarray: ...
def sycl_device_to_dldevice(dev: SyclDevice) -> tuple[Any, ...]: ...

class DLPackCreationError(Exception): ...

class DLDeviceType(enum.IntEnum):
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
