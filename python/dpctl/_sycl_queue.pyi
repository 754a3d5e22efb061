# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_context import SyclContext
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_event import SyclEvent
from dpctl.enum_types import backend_type
from dpctl.memory._memory import MemoryUSMDevice
from dpctl.memory._memory import MemoryUSMHost
from dpctl.memory._memory import MemoryUSMShared
from dpctl.program._program import SyclKernel
from numpy.typing import DTypeLike
from typing import Any
from typing import Self
from typing import final
import enum
import numpy

__all__ = [
    "LocalAccessor",
    "RawKernelArg",
    "SyclAsyncError",
    "SyclKernelInvalidRangeError",
    "SyclKernelSubmitError",
    "SyclQueue",
    "SyclQueueCreationError",
    "WorkGroupMemory",
    "_RawKernelArg",
    "_SyclQueue",
    "_WorkGroupMemory",
    "kernel_arg_type",
]

@final
class LocalAccessor:
    def __new__(cls, dtype: DTypeLike | None, shape: Any) -> Self: ...

class _RawKernelArg: ...
class _SyclQueue: ...
class _WorkGroupMemory: ...

class RawKernelArg:
    def __new__(cls, buffer_or_nbytes: Any, ptr: Any = None, /) -> Self: ...
    @staticmethod
    def is_available() -> bool: ...

class SyclQueue:
    def __new__(cls, *args: Any, property: str | Sequence[str] | None = ...) -> Self: ...
    def __hash__(self, /) -> int: ...
    def __lt__(self, other: Any, /) -> Self: ...
    def __le__(self, other: Any, /) -> Self: ...
    def __eq__(self, other: Any, /) -> Self: ...  # type: ignore  # pyright: ignore
    def __ne__(self, other: Any, /) -> Self: ...  # type: ignore  # pyright: ignore
    def __gt__(self, other: Any, /) -> Self: ...
    def __ge__(self, other: Any, /) -> Self: ...
    def get_sycl_context(self, /) -> SyclContext: ...
    def get_sycl_device(self, /) -> SyclDevice: ...
    def addressof_ref(self, /) -> int: ...
    def wait(self, /) -> None: ...
    def submit(
        self,
        /,
        kernel: SyclKernel,
        args: Sequence[Any],
        gS: Sequence[int],
        lS: Sequence[int] | None = None,
        dEvents: Sequence[SyclEvent] | None = None,
    ) -> SyclEvent: ...
    def submit_async(
        self,
        /,
        kernel: SyclKernel,
        args: Sequence[Any],
        gS: Sequence[int],
        lS: Sequence[int] | None = None,
        dEvents: Sequence[SyclEvent] | None = None,
    ) -> SyclEvent: ...
    def submit_barrier(self, /, dependent_events: Sequence[SyclEvent] | None = None) -> SyclEvent: ...
    def _submit_keep_args_alive(self, /, args: Sequence[Any], dEvents: Sequence[SyclEvent] | None) -> SyclEvent: ...
    def memcpy(
        self,
        /,
        dest: MemoryUSMDevice
        | MemoryUSMShared
        | MemoryUSMHost
        | bytes
        | bytearray
        | memoryview
        | numpy.ndarray[Any, Any],
        src: MemoryUSMDevice
        | MemoryUSMShared
        | MemoryUSMHost
        | bytes
        | bytearray
        | memoryview
        | numpy.ndarray[Any, Any],
        count: int,
    ) -> None: ...
    def memcpy_async(
        self,
        /,
        dest: MemoryUSMDevice
        | MemoryUSMShared
        | MemoryUSMHost
        | bytes
        | bytearray
        | memoryview
        | numpy.ndarray[Any, Any],
        src: MemoryUSMDevice
        | MemoryUSMShared
        | MemoryUSMHost
        | bytes
        | bytearray
        | memoryview
        | numpy.ndarray[Any, Any],
        count: int,
        dEvents: Sequence[SyclEvent] | None = None,
    ) -> SyclEvent: ...
    def copy(
        self,
        /,
        dest: MemoryUSMDevice
        | MemoryUSMShared
        | MemoryUSMHost
        | bytes
        | bytearray
        | memoryview
        | numpy.ndarray[Any, Any],
        src: MemoryUSMDevice
        | MemoryUSMShared
        | MemoryUSMHost
        | bytes
        | bytearray
        | memoryview
        | numpy.ndarray[Any, Any],
        count: int,
        dtype: DTypeLike | None = "u1",
    ) -> None: ...
    def copy_async(
        self,
        /,
        dest: MemoryUSMDevice
        | MemoryUSMShared
        | MemoryUSMHost
        | bytes
        | bytearray
        | memoryview
        | numpy.ndarray[Any, Any],
        src: MemoryUSMDevice
        | MemoryUSMShared
        | MemoryUSMHost
        | bytes
        | bytearray
        | memoryview
        | numpy.ndarray[Any, Any],
        count: int,
        dEvents: Sequence[SyclEvent] | None = None,
        dtype: DTypeLike | None = "u1",
    ) -> SyclEvent: ...
    def memset(self, /, mem: MemoryUSMDevice | MemoryUSMShared | MemoryUSMHost, val: Any, count: int = 0) -> None: ...
    def memset_async(
        self,
        /,
        mem: MemoryUSMDevice | MemoryUSMShared | MemoryUSMHost,
        val: Any,
        count: int = 0,
        dEvents: Sequence[SyclEvent] | None = None,
    ) -> SyclEvent: ...
    def prefetch(self, /, mem: MemoryUSMDevice | MemoryUSMShared | MemoryUSMHost, count: int = 0) -> None: ...
    def mem_advise(
        self, /, mem: MemoryUSMDevice | MemoryUSMShared | MemoryUSMHost, count: int, advice: int
    ) -> None: ...
    def print_device_info(self, /) -> None: ...
    @property
    def sycl_context(self) -> SyclContext: ...
    @property
    def sycl_device(self) -> SyclDevice: ...
    @property
    def backend(self) -> backend_type: ...
    @property
    def name(self) -> str: ...
    @property
    def driver_version(self) -> str: ...
    @property
    def is_in_order(self) -> bool: ...
    @property
    def has_enable_profiling(self) -> bool: ...
    @property
    def __name__(self) -> str: ...
    def __copy__(self, memo: Any = None) -> Self: ...
    def __deepcopy__(self, memo: Any = None) -> Self: ...

class WorkGroupMemory:
    def __new__(cls, nbytes_or_dtype: Any, count: int | None = None, /) -> Self: ...
    @staticmethod
    def is_available() -> bool: ...

class kernel_arg_type(enum.Enum):
    dpctl_int8 = 0
    dpctl_uint8 = 1
    dpctl_int16 = 2
    dpctl_uint16 = 3
    dpctl_int32 = 4
    dpctl_uint32 = 5
    dpctl_int64 = 6
    dpctl_uint64 = 7
    dpctl_float32 = 8
    dpctl_float64 = 9
    dpctl_void_ptr = 10
    dpctl_local_accessor = 11
    dpctl_work_group_memory = 12
    dpctl_raw_kernel_arg = 13

class SyclKernelInvalidRangeError(Exception): ...
class SyclKernelSubmitError(Exception): ...
class SyclQueueCreationError(Exception): ...
class SyclAsyncError(RuntimeError): ...
