# Written by tools/write_stubs.py.
from . import kernel_api as kernel_api
from collections.abc import Sequence
from dpctl._device_context import device_context as offload_to_sycl_device
from dpctl.tensor._asarray import asarray as asarray
from numba_dpex._decorators import device_func as device_func
from numba_dpex._decorators import dpjit as dpjit
from numba_dpex._decorators import kernel as kernel
from numba_dpex._decorators import njit as njit
from numba_dpex._decorators import vectorize as vectorize
from numba_dpex._launcher import call_kernel as call_kernel
from numba_dpex._launcher import call_kernel_async as call_kernel_async
from numba_dpex._older_names import DEFAULT_LOCAL_SIZE as DEFAULT_LOCAL_SIZE
from numba_dpex._older_names import atomic as atomic
from numba_dpex._older_names import barrier as barrier
from numba_dpex._older_names import get_global_id as get_global_id
from numba_dpex._older_names import get_global_size as get_global_size
from numba_dpex._older_names import get_group_id as get_group_id
from numba_dpex._older_names import get_local_id as get_local_id
from numba_dpex._older_names import get_local_size as get_local_size
from numba_dpex._older_names import get_num_groups as get_num_groups
from numba_dpex._older_names import get_work_dim as get_work_dim
from numba_dpex._older_names import is_available as is_available
from numba_dpex._older_names import local as local
from numba_dpex._older_names import mem_fence as mem_fence
from numba_dpex._older_names import private as private
from numba_dpex._older_names import sub_group_barrier as sub_group_barrier
from numba_dpex.core import config as config
from numba_dpex.core import types as types
from numba_dpex.core.exceptions import ExecutionQueueInferenceError as IndeterminateExecutionQueueError
from numba_dpex.core.types._arrays import DpnpNdArray as DpnpNdArray
from numba_dpex.core.types._arrays import USMNdArray as USMNdArray
from numba_dpex.core.types._base import IntEnumLiteral as IntEnumLiteral
from numba_dpex.core.types._base import NoneType
from numba_dpex.core.types._base import NoneType as NoneType
from numba_dpex.core.types._objects import DpctlSyclEvent as DpctlSyclEvent
from numba_dpex.core.types._objects import DpctlSyclQueue as DpctlSyclQueue
from numba_dpex.core.types._objects import KernelDispatcherType as KernelDispatcherType
from numba_dpex.core.types._objects import typeof as typeof
from numba_dpex.core.types.kernel_api.index_space_ids import GroupType as GroupType
from numba_dpex.core.types.kernel_api.index_space_ids import ItemType as ItemType
from numba_dpex.core.types.kernel_api.index_space_ids import NdItemType as NdItemType
from numba_dpex.core.types.kernel_api.ranges import NdRangeType as NdRangeType
from numba_dpex.core.types.kernel_api.ranges import RangeType as RangeType
from numba_dpex.kernel_api._ranges import NdRange as NdRange
from numba_dpex.kernel_api._ranges import Range as Range
from typing import Any
from typing import Self
from typing import SupportsIndex

__all__ = [
    "IndeterminateExecutionQueueError",
    "NdRange",
    "Range",
    "__version__",
    "call_kernel",
    "call_kernel_async",
    "config",
    "device_func",
    "dpjit",
    "func",
    "kernel",
    "kernel_api",
    "njit",
    "parse_sem_version",
    "prange",
    "types",
    "vectorize",
    "CLK_GLOBAL_MEM_FENCE",
    "CLK_LOCAL_MEM_FENCE",
    "DEFAULT_LOCAL_SIZE",
    "GLOBAL_MEM_FENCE",
    "LOCAL_MEM_FENCE",
    "asarray",
    "atomic",
    "autojit",
    "barrier",
    "get_global_id",
    "get_global_size",
    "get_group_id",
    "get_local_id",
    "get_local_size",
    "get_num_groups",
    "get_work_dim",
    "is_available",
    "local",
    "mem_fence",
    "offload_to_sycl_device",
    "private",
    "sub_group_barrier",
    "Array",
    "DpctlSyclEvent",
    "DpctlSyclQueue",
    "DpnpNdArray",
    "GroupType",
    "IntEnumLiteral",
    "ItemType",
    "KernelDispatcherType",
    "NdItemType",
    "NdRangeType",
    "NoneType",
    "RangeType",
    "Signature",
    "Type",
    "USMNdArray",
    "b1",
    "bool_",
    "boolean",
    "c16",
    "c8",
    "complex128",
    "complex64",
    "double",
    "f2",
    "f4",
    "f8",
    "float16",
    "float32",
    "float64",
    "float_",
    "i1",
    "i2",
    "i4",
    "i8",
    "int16",
    "int32",
    "int64",
    "int8",
    "intp",
    "none",
    "typeof",
    "u1",
    "u2",
    "u4",
    "u8",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintp",
    "usm_ndarray",
    "void",
]
__version__: str

def parse_sem_version(version: str) -> tuple[int, int, int]: ...
def prange(*bounds: Any) -> range: ...

CLK_GLOBAL_MEM_FENCE: int
CLK_LOCAL_MEM_FENCE: int
GLOBAL_MEM_FENCE: int
LOCAL_MEM_FENCE: int
b1: Any
bool_: Any
boolean: Any
c16: Any
c8: Any
complex128: Any
complex64: Any
double: Any
f2: Any
f4: Any
f8: Any
float16: Any
float32: Any
float64: Any
float_: Any
i1: Any
i2: Any
i4: Any
i8: Any
int16: Any
int32: Any
int64: Any
int8: Any
intp: Any
none: NoneType
u1: Any
u2: Any
u4: Any
u8: Any
uint16: Any
uint32: Any
uint64: Any
uint8: Any
uintp: Any
void: NoneType

class Signature:
    def __init__(self, return_type: Any, args: Sequence[Any]) -> None: ...
    def __eq__(self, other: Any, /) -> Self: ...  # type: ignore  # pyright: ignore
    def __hash__(self) -> int: ...
    return_type: Any
    args: Any

class Type:
    def key(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: Any, /) -> Self: ...  # type: ignore  # pyright: ignore
    def __hash__(self) -> int: ...
    def __call__(self, *args: Any) -> Signature: ...
    @property
    def name(self) -> str: ...

class Array(Type):
    def __init__(
        self,
        dtype: Any,
        ndim: SupportsIndex,
        layout: str,
        readonly: bool = False,
        name: Any = None,
        aligned: bool = True,
    ) -> None: ...
    def key(self) -> Any: ...
    dtype: Any
    ndim: Any
    layout: Any
    mutable: Any
    aligned: Any

func = device_func
autojit = kernel
usm_ndarray = USMNdArray
