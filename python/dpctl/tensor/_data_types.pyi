# Written by tools/write_stubs.py.
from numpy import dtype as dtype
from numpy.typing import DTypeLike
from typing import Any
import builtins
import numpy

__all__ = [
    "dtype",
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
    "isdtype",
]
bool: numpy.dtype[Any]
int8: numpy.dtype[Any]
int16: numpy.dtype[Any]
int32: numpy.dtype[Any]
int64: numpy.dtype[Any]
uint8: numpy.dtype[Any]
uint16: numpy.dtype[Any]
uint32: numpy.dtype[Any]
uint64: numpy.dtype[Any]
float16: numpy.dtype[Any]
float32: numpy.dtype[Any]
float64: numpy.dtype[Any]
complex64: numpy.dtype[Any]
complex128: numpy.dtype[Any]

def isdtype(dtype: DTypeLike, kind: str | DTypeLike | tuple[Any, ...]) -> builtins.bool: ...
