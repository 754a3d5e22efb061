"""Types for signatures: numbers, USM arrays, queues and events, and the classes of `kernel_api`.

Types of numbers convert a number that they are called with (``float32(1.5)``), and return a signature when called with
types (``float32(float32, int64)``); indexed by slices they return the type of a NumPy array (``float32[:, ::1]``).
"""

from __future__ import annotations

from ..._compiler.signature import Array, Signature, Type
from ..._compiler.types import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
)
from . import kernel_api
from ._arrays import DpnpNdArray, USMNdArray
from ._base import IntEnumLiteral, NoneType
from ._objects import DpctlSyclEvent, DpctlSyclQueue, KernelDispatcherType, typeof
from .kernel_api import GroupType, ItemType, NdItemType, NdRangeType, RangeType

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

none = void = NoneType()
usm_ndarray = USMNdArray

boolean = bool_ = b1 = BOOL
int8 = i1 = INT8
int16 = i2 = INT16
int32 = i4 = INT32
int64 = i8 = intp = INT64
uint8 = u1 = UINT8
uint16 = u2 = UINT16
uint32 = u4 = UINT32
uint64 = u8 = uintp = UINT64
float16 = f2 = FLOAT16
float32 = f4 = float_ = FLOAT32
float64 = f8 = double = FLOAT64
complex64 = c8 = COMPLEX64
complex128 = c16 = COMPLEX128
