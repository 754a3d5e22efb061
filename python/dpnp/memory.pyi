# Written by tools/write_stubs.py.
from dpctl.memory._memory import MemoryUSMDevice
from dpctl.memory._memory import MemoryUSMDevice as MemoryUSMDevice
from dpctl.memory._memory import MemoryUSMHost
from dpctl.memory._memory import MemoryUSMHost as MemoryUSMHost
from dpctl.memory._memory import MemoryUSMShared
from dpctl.memory._memory import MemoryUSMShared as MemoryUSMShared
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray

__all__ = [
    "MemoryUSMDevice",
    "MemoryUSMHost",
    "MemoryUSMShared",
    "create_data",
]

def create_data(x: ndarray | usm_ndarray) -> MemoryUSMDevice | MemoryUSMShared | MemoryUSMHost: ...
