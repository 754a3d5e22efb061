"""The types of `dpctl.memory` at the path that extensions import them from; they are written in C
(python/core/memory.c)."""

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

# The C functions for extensions (dpctl_capi.h).
__pyx_capi__ = _core._c_api[__name__]

_core.document(
    "as_usm_memory",
    """as_usm_memory(obj)
--

Return the USM memory of `obj` as an object of the class for its kind, without a copy.

Parameters
----------
obj : object
    A ``MemoryUSM*`` object, an array, or anything else with ``__sycl_usm_array_interface__``.

Returns
-------
MemoryUSMDevice, MemoryUSMShared or MemoryUSMHost
    The bytes between the memory bounds of `obj`; keeps a reference to `obj`.

Raises
------
ValueError
    If `obj` does not have the protocol, or breaks it, or its pointer is not USM memory of the context it names.
TypeError
    If its ``__sycl_usm_array_interface__`` is not a dict.

Examples
--------
>>> import dpctl.memory as dpm
>>> memory = dpm.MemoryUSMShared(4)
>>> memory.copy_from_host(b"usm!")
>>> window = dpm.as_usm_memory(memory)
>>> window.tobytes(), window.get_usm_type()
(b'usm!', 'shared')
""",
)

_CLASS_DOC = """USM memory {where}.

Parameters
----------
other : int or object
    A number of bytes to allocate; or an object with ``__sycl_usm_array_interface__``, whose memory is then shared
    without a copy if it is of the same kind.
alignment : int, optional
    Alignment in bytes: a power of two, or 0 for 64.
queue : dpctl.SyclQueue, optional
    Where to allocate; None: the cached queue of the default device.
copy : bool, optional
    Whether to copy memory of another kind to a new allocation.

Raises
------
ValueError
    If the number of bytes is not positive, the alignment is not a power of two, or `other` is of another kind (and
    `copy` is False), lacks the protocol or breaks it.
OverflowError
    If the number of bytes does not fit a machine word.
USMAllocationError
    If there is not enough memory.

Examples
--------
>>> import dpctl.memory
>>> memory = dpctl.memory.{name}(8)
>>> memory.copy_from_host(b"12345678")
>>> memory.copy_to_host()
array([49, 50, 51, 52, 53, 54, 55, 56], dtype=uint8)
"""

for _cls, _where in (
    (MemoryUSMDevice, "of one device, which only its commands can reach"),
    (MemoryUSMShared, "that host and device share"),
    (MemoryUSMHost, "of the host, which all devices of the context can reach"),
):
    _cls.__doc__ = _CLASS_DOC.format(where=_where, name=_cls.__name__)
del _cls, _where

_CLASSES = {"device": MemoryUSMDevice, "shared": MemoryUSMShared, "host": MemoryUSMHost}


def _to_memory(data: bytes, usm_type: str) -> _Memory:
    """Unpickle: the bytes in new memory of that kind on the default device's cached queue."""
    memory = _CLASSES[usm_type](len(data))
    memory.copy_from_host(data)
    return memory


_core.set_hook("restore_memory", _to_memory)
