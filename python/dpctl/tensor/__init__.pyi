# Written by tools/write_stubs.py.
from . import fft as fft
from . import linalg as linalg
from dpctl.tensor._accumulation import cumulative_logsumexp as cumulative_logsumexp
from dpctl.tensor._accumulation import cumulative_prod as cumulative_prod
from dpctl.tensor._accumulation import cumulative_sum as cumulative_sum
from dpctl.tensor._array_api import __array_namespace_info__ as __array_namespace_info__
from dpctl.tensor._asarray import asarray as asarray
from dpctl.tensor._asarray import from_numpy as from_numpy
from dpctl.tensor._clip import clip as clip
from dpctl.tensor._copy_utils import asnumpy as asnumpy
from dpctl.tensor._copy_utils import astype as astype
from dpctl.tensor._copy_utils import copy as copy
from dpctl.tensor._copy_utils import to_numpy as to_numpy
from dpctl.tensor._ctors import arange as arange
from dpctl.tensor._ctors import empty as empty
from dpctl.tensor._ctors import empty_like as empty_like
from dpctl.tensor._ctors import eye as eye
from dpctl.tensor._ctors import full as full
from dpctl.tensor._ctors import full_like as full_like
from dpctl.tensor._ctors import linspace as linspace
from dpctl.tensor._ctors import meshgrid as meshgrid
from dpctl.tensor._ctors import ones as ones
from dpctl.tensor._ctors import ones_like as ones_like
from dpctl.tensor._ctors import tril as tril
from dpctl.tensor._ctors import triu as triu
from dpctl.tensor._ctors import zeros as zeros
from dpctl.tensor._ctors import zeros_like as zeros_like
from dpctl.tensor._data_types import bool as bool
from dpctl.tensor._data_types import complex128 as complex128
from dpctl.tensor._data_types import complex64 as complex64
from dpctl.tensor._data_types import float16 as float16
from dpctl.tensor._data_types import float32 as float32
from dpctl.tensor._data_types import float64 as float64
from dpctl.tensor._data_types import int16 as int16
from dpctl.tensor._data_types import int32 as int32
from dpctl.tensor._data_types import int64 as int64
from dpctl.tensor._data_types import int8 as int8
from dpctl.tensor._data_types import isdtype as isdtype
from dpctl.tensor._data_types import uint16 as uint16
from dpctl.tensor._data_types import uint32 as uint32
from dpctl.tensor._data_types import uint64 as uint64
from dpctl.tensor._data_types import uint8 as uint8
from dpctl.tensor._device import Device as Device
from dpctl.tensor._dlpack import DLDeviceType as DLDeviceType
from dpctl.tensor._dlpack import dldevice_to_sycl_device as dldevice_to_sycl_device
from dpctl.tensor._dlpack import from_dlpack as from_dlpack
from dpctl.tensor._dlpack import sycl_device_to_dldevice as sycl_device_to_dldevice
from dpctl.tensor._elementwise import abs as abs
from dpctl.tensor._elementwise import acos as acos
from dpctl.tensor._elementwise import acosh as acosh
from dpctl.tensor._elementwise import add as add
from dpctl.tensor._elementwise import angle as angle
from dpctl.tensor._elementwise import asin as asin
from dpctl.tensor._elementwise import asinh as asinh
from dpctl.tensor._elementwise import atan as atan
from dpctl.tensor._elementwise import atan2 as atan2
from dpctl.tensor._elementwise import atanh as atanh
from dpctl.tensor._elementwise import bitwise_and as bitwise_and
from dpctl.tensor._elementwise import bitwise_invert as bitwise_invert
from dpctl.tensor._elementwise import bitwise_left_shift as bitwise_left_shift
from dpctl.tensor._elementwise import bitwise_or as bitwise_or
from dpctl.tensor._elementwise import bitwise_right_shift as bitwise_right_shift
from dpctl.tensor._elementwise import bitwise_xor as bitwise_xor
from dpctl.tensor._elementwise import cbrt as cbrt
from dpctl.tensor._elementwise import ceil as ceil
from dpctl.tensor._elementwise import conj as conj
from dpctl.tensor._elementwise import copysign as copysign
from dpctl.tensor._elementwise import cos as cos
from dpctl.tensor._elementwise import cosh as cosh
from dpctl.tensor._elementwise import divide as divide
from dpctl.tensor._elementwise import equal as equal
from dpctl.tensor._elementwise import exp as exp
from dpctl.tensor._elementwise import exp2 as exp2
from dpctl.tensor._elementwise import expm1 as expm1
from dpctl.tensor._elementwise import floor as floor
from dpctl.tensor._elementwise import floor_divide as floor_divide
from dpctl.tensor._elementwise import greater as greater
from dpctl.tensor._elementwise import greater_equal as greater_equal
from dpctl.tensor._elementwise import hypot as hypot
from dpctl.tensor._elementwise import imag as imag
from dpctl.tensor._elementwise import isfinite as isfinite
from dpctl.tensor._elementwise import isinf as isinf
from dpctl.tensor._elementwise import isnan as isnan
from dpctl.tensor._elementwise import less as less
from dpctl.tensor._elementwise import less_equal as less_equal
from dpctl.tensor._elementwise import log as log
from dpctl.tensor._elementwise import log10 as log10
from dpctl.tensor._elementwise import log1p as log1p
from dpctl.tensor._elementwise import log2 as log2
from dpctl.tensor._elementwise import logaddexp as logaddexp
from dpctl.tensor._elementwise import logical_and as logical_and
from dpctl.tensor._elementwise import logical_not as logical_not
from dpctl.tensor._elementwise import logical_or as logical_or
from dpctl.tensor._elementwise import logical_xor as logical_xor
from dpctl.tensor._elementwise import maximum as maximum
from dpctl.tensor._elementwise import minimum as minimum
from dpctl.tensor._elementwise import multiply as multiply
from dpctl.tensor._elementwise import negative as negative
from dpctl.tensor._elementwise import nextafter as nextafter
from dpctl.tensor._elementwise import not_equal as not_equal
from dpctl.tensor._elementwise import positive as positive
from dpctl.tensor._elementwise import pow as pow
from dpctl.tensor._elementwise import proj as proj
from dpctl.tensor._elementwise import real as real
from dpctl.tensor._elementwise import reciprocal as reciprocal
from dpctl.tensor._elementwise import remainder as remainder
from dpctl.tensor._elementwise import round as round
from dpctl.tensor._elementwise import rsqrt as rsqrt
from dpctl.tensor._elementwise import sign as sign
from dpctl.tensor._elementwise import signbit as signbit
from dpctl.tensor._elementwise import sin as sin
from dpctl.tensor._elementwise import sinh as sinh
from dpctl.tensor._elementwise import sqrt as sqrt
from dpctl.tensor._elementwise import square as square
from dpctl.tensor._elementwise import subtract as subtract
from dpctl.tensor._elementwise import tan as tan
from dpctl.tensor._elementwise import tanh as tanh
from dpctl.tensor._elementwise import trunc as trunc
from dpctl.tensor._indexing_functions import extract as extract
from dpctl.tensor._indexing_functions import nonzero as nonzero
from dpctl.tensor._indexing_functions import place as place
from dpctl.tensor._indexing_functions import put as put
from dpctl.tensor._indexing_functions import put_along_axis as put_along_axis
from dpctl.tensor._indexing_functions import take as take
from dpctl.tensor._indexing_functions import take_along_axis as take_along_axis
from dpctl.tensor._linear_algebra_functions import matmul as matmul
from dpctl.tensor._linear_algebra_functions import tensordot as tensordot
from dpctl.tensor._linear_algebra_functions import vecdot as vecdot
from dpctl.tensor._manipulation_functions import broadcast_arrays as broadcast_arrays
from dpctl.tensor._manipulation_functions import broadcast_to as broadcast_to
from dpctl.tensor._manipulation_functions import concat as concat
from dpctl.tensor._manipulation_functions import expand_dims as expand_dims
from dpctl.tensor._manipulation_functions import flip as flip
from dpctl.tensor._manipulation_functions import matrix_transpose as matrix_transpose
from dpctl.tensor._manipulation_functions import moveaxis as moveaxis
from dpctl.tensor._manipulation_functions import permute_dims as permute_dims
from dpctl.tensor._manipulation_functions import repeat as repeat
from dpctl.tensor._manipulation_functions import reshape as reshape
from dpctl.tensor._manipulation_functions import roll as roll
from dpctl.tensor._manipulation_functions import squeeze as squeeze
from dpctl.tensor._manipulation_functions import stack as stack
from dpctl.tensor._manipulation_functions import swapaxes as swapaxes
from dpctl.tensor._manipulation_functions import tile as tile
from dpctl.tensor._manipulation_functions import unstack as unstack
from dpctl.tensor._print import get_print_options as get_print_options
from dpctl.tensor._print import print_options as print_options
from dpctl.tensor._print import set_print_options as set_print_options
from dpctl.tensor._print import usm_ndarray_repr as usm_ndarray_repr
from dpctl.tensor._print import usm_ndarray_str as usm_ndarray_str
from dpctl.tensor._reduction import argmax as argmax
from dpctl.tensor._reduction import argmin as argmin
from dpctl.tensor._reduction import count_nonzero as count_nonzero
from dpctl.tensor._reduction import logsumexp as logsumexp
from dpctl.tensor._reduction import max as max
from dpctl.tensor._reduction import min as min
from dpctl.tensor._reduction import prod as prod
from dpctl.tensor._reduction import reduce_hypot as reduce_hypot
from dpctl.tensor._reduction import sum as sum
from dpctl.tensor._search_functions import where as where
from dpctl.tensor._searchsorted import searchsorted as searchsorted
from dpctl.tensor._set_functions import isin as isin
from dpctl.tensor._set_functions import unique_all as unique_all
from dpctl.tensor._set_functions import unique_counts as unique_counts
from dpctl.tensor._set_functions import unique_inverse as unique_inverse
from dpctl.tensor._set_functions import unique_values as unique_values
from dpctl.tensor._sorting import argsort as argsort
from dpctl.tensor._sorting import sort as sort
from dpctl.tensor._sorting import top_k as top_k
from dpctl.tensor._statistical_functions import mean as mean
from dpctl.tensor._statistical_functions import std as std
from dpctl.tensor._statistical_functions import var as var
from dpctl.tensor._type_utils import can_cast as can_cast
from dpctl.tensor._type_utils import finfo as finfo
from dpctl.tensor._type_utils import iinfo as iinfo
from dpctl.tensor._type_utils import result_type as result_type
from dpctl.tensor._usmarray import usm_ndarray as usm_ndarray
from dpctl.tensor._utility_functions import all as all
from dpctl.tensor._utility_functions import allclose as allclose
from dpctl.tensor._utility_functions import any as any
from dpctl.tensor._utility_functions import diff as diff
from numpy import dtype as dtype

__all__ = [
    "__array_api_version__",
    "__array_namespace_info__",
    "fft",
    "linalg",
    "cumulative_logsumexp",
    "cumulative_prod",
    "cumulative_sum",
    "asarray",
    "from_numpy",
    "clip",
    "e",
    "inf",
    "nan",
    "newaxis",
    "pi",
    "asnumpy",
    "astype",
    "copy",
    "to_numpy",
    "arange",
    "empty",
    "empty_like",
    "eye",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
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
    "Device",
    "DLDeviceType",
    "dldevice_to_sycl_device",
    "from_dlpack",
    "sycl_device_to_dldevice",
    "abs",
    "acos",
    "acosh",
    "add",
    "angle",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "cbrt",
    "ceil",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "proj",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "rsqrt",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
    "extract",
    "nonzero",
    "place",
    "put",
    "put_along_axis",
    "take",
    "take_along_axis",
    "matmul",
    "tensordot",
    "vecdot",
    "broadcast_arrays",
    "broadcast_to",
    "concat",
    "expand_dims",
    "flip",
    "matrix_transpose",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "squeeze",
    "stack",
    "swapaxes",
    "tile",
    "unstack",
    "get_print_options",
    "print_options",
    "set_print_options",
    "usm_ndarray_repr",
    "usm_ndarray_str",
    "argmax",
    "argmin",
    "count_nonzero",
    "logsumexp",
    "max",
    "min",
    "prod",
    "reduce_hypot",
    "sum",
    "where",
    "searchsorted",
    "isin",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
    "argsort",
    "sort",
    "top_k",
    "mean",
    "std",
    "var",
    "can_cast",
    "finfo",
    "iinfo",
    "result_type",
    "usm_ndarray",
    "all",
    "allclose",
    "any",
    "diff",
]
__array_api_version__: str
e: float
inf: float
nan: float
newaxis: None
pi: float
