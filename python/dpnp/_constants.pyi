# Written by tools/write_stubs.py.
from numpy import bool as bool
from numpy import byte as byte
from numpy import cdouble as cdouble
from numpy import complex64 as complex64
from numpy import complexfloating as complexfloating
from numpy import double as double
from numpy import dtype as dtype
from numpy import errstate as errstate
from numpy import float16 as float16
from numpy import float32 as float32
from numpy import floating as floating
from numpy import generic as generic
from numpy import geterr as geterr
from numpy import inexact as inexact
from numpy import int16 as int16
from numpy import int32 as int32
from numpy import int64 as int64
from numpy import integer as integer
from numpy import longlong as longlong
from numpy import number as number
from numpy import seterr as seterr
from numpy import signedinteger as signedinteger
from numpy import ubyte as ubyte
from numpy import uint as uint
from numpy import uint16 as uint16
from numpy import uint32 as uint32
from numpy import ulonglong as ulonglong
from numpy import unsignedinteger as unsignedinteger
from typing import Any
import builtins
import numpy

__all__ = [
    "False_",
    "ScalarType",
    "True_",
    "bool",
    "bool_",
    "byte",
    "cdouble",
    "complex128",
    "complex64",
    "complexfloating",
    "csingle",
    "double",
    "dtype",
    "e",
    "errstate",
    "euler_gamma",
    "float16",
    "float32",
    "float64",
    "floating",
    "generic",
    "geterr",
    "half",
    "inexact",
    "inf",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "intc",
    "integer",
    "intp",
    "little_endian",
    "long",
    "longlong",
    "nan",
    "newaxis",
    "number",
    "pi",
    "sctypeDict",
    "seterr",
    "short",
    "signedinteger",
    "single",
    "typecodes",
    "ubyte",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintc",
    "uintp",
    "ulong",
    "ulonglong",
    "unsignedinteger",
    "ushort",
]
False_: numpy.bool_
ScalarType: tuple[type, ...]
True_: numpy.bool_
e: float
euler_gamma: float
inf: float
little_endian: builtins.bool
nan: float
newaxis: None
pi: float
sctypeDict: dict[str, Any]
typecodes: dict[str, Any]
bool_ = bool
csingle = complex64
half = float16
int8 = byte
int_ = int64
intc = int32
intp = int64
long = int64
short = int16
single = float32
uint64 = uint
uint8 = ubyte
uintc = uint32
uintp = uint
ulong = uint
ushort = uint16
complex128 = cdouble
float64 = double
