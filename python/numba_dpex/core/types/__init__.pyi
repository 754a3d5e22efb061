# Written by tools/write_stubs.py.
from numba_dpex import Array as Array
from numba_dpex import Signature as Signature
from numba_dpex import Type as Type
from numba_dpex import b1 as b1
from numba_dpex import b1 as bool_
from numba_dpex import b1 as boolean
from numba_dpex import c16 as c16
from numba_dpex import c16 as complex128
from numba_dpex import c8 as c8
from numba_dpex import c8 as complex64
from numba_dpex import double as double
from numba_dpex import double as f8
from numba_dpex import double as float64
from numba_dpex import f2 as f2
from numba_dpex import f2 as float16
from numba_dpex import f4 as f4
from numba_dpex import f4 as float32
from numba_dpex import f4 as float_
from numba_dpex import i1 as i1
from numba_dpex import i1 as int8
from numba_dpex import i2 as i2
from numba_dpex import i2 as int16
from numba_dpex import i4 as i4
from numba_dpex import i4 as int32
from numba_dpex import i8 as i8
from numba_dpex import i8 as int64
from numba_dpex import i8 as intp
from numba_dpex import none as none
from numba_dpex import none as void
from numba_dpex import u1 as u1
from numba_dpex import u1 as uint8
from numba_dpex import u2 as u2
from numba_dpex import u2 as uint16
from numba_dpex import u4 as u4
from numba_dpex import u4 as uint32
from numba_dpex import u8 as u8
from numba_dpex import u8 as uint64
from numba_dpex import u8 as uintp
from numba_dpex.core.types._arrays import DpnpNdArray as DpnpNdArray
from numba_dpex.core.types._arrays import USMNdArray as USMNdArray
from numba_dpex.core.types._base import IntEnumLiteral as IntEnumLiteral
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

__all__ = [
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
usm_ndarray = USMNdArray
