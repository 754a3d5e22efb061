"""The types of `dpctl.memory` at the path that extensions import them from; they are written in C (python/core/memory.c)."""
from opendpex import _core
from opendpex._core import (
    MemoryUSMDevice,
    MemoryUSMHost,
    MemoryUSMShared,
    USMAllocationError,
    _Memory,
    as_usm_memory,
)

__all__ = ["MemoryUSMDevice", "MemoryUSMHost", "MemoryUSMShared", "USMAllocationError", "as_usm_memory"]

_core.document("as_usm_memory", """as_usm_memory(obj)
--

See the USM memory of `obj` as an object of the class for its kind, without a copy.

Parameters
----------
obj : object
    A ``MemoryUSM*`` object, an array, or anything else with ``__sycl_usm_array_interface__``.

Returns
-------
MemoryUSMDevice, MemoryUSMShared or MemoryUSMHost
    The bytes from the lowest to the highest that an element of `obj` touches; keeps `obj`.

Raises
------
ValueError
    If `obj` does not have the protocol, or breaks it, or its pointer is not USM memory of the context it names.
TypeError
    If its ``__sycl_usm_array_interface__`` is no dict.
""")

_CLASSES = {"device": MemoryUSMDevice, "shared": MemoryUSMShared, "host": MemoryUSMHost}


def _to_memory(data: bytes, usm_type: str) -> _Memory:
    """Unpickle: the bytes in new memory of that kind on the default device's cached queue."""
    memory = _CLASSES[usm_type](len(data))
    memory.copy_from_host(data)
    return memory
