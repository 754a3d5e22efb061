"""USM memory: allocations that commands of a device can reach.

`MemoryUSMDevice` belongs to one device, `MemoryUSMShared` to host and device, `MemoryUSMHost` to the host with access
for all devices of its context. All three see other objects' USM memory through ``__sycl_usm_array_interface__`` without
a copy.
"""

from ._memory import MemoryUSMDevice, MemoryUSMHost, MemoryUSMShared, USMAllocationError, as_usm_memory

__all__ = ["MemoryUSMDevice", "MemoryUSMHost", "MemoryUSMShared", "USMAllocationError", "as_usm_memory"]
