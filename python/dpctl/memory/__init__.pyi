# Written by tools/write_stubs.py.
from dpctl.memory._memory import MemoryUSMDevice as MemoryUSMDevice
from dpctl.memory._memory import MemoryUSMHost as MemoryUSMHost
from dpctl.memory._memory import MemoryUSMShared as MemoryUSMShared
from dpctl.memory._memory import USMAllocationError as USMAllocationError
from dpctl.memory._memory import as_usm_memory as as_usm_memory

__all__ = [
    "MemoryUSMDevice",
    "MemoryUSMHost",
    "MemoryUSMShared",
    "USMAllocationError",
    "as_usm_memory",
]
