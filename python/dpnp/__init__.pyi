# Written by tools/write_stubs.py.
from . import emath as emath
from . import exceptions as exceptions
from . import fft as fft
from . import lib as lib
from . import linalg as linalg
from . import memory as memory
from . import polynomial as polynomial
from . import random as random
from . import scipy as scipy
from collections.abc import Iterator
from collections.abc import Sequence
from dpctl import tensor as tensor
from dpctl._sycl_context import SyclContext
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.memory._memory import MemoryUSMDevice
from dpctl.memory._memory import MemoryUSMHost
from dpctl.memory._memory import MemoryUSMShared
from dpctl.tensor._device import Device
from dpctl.tensor._flags import Flags
from dpctl.tensor._usmarray import usm_ndarray
from dpnp._bits import packbits as packbits
from dpnp._bits import unpackbits as unpackbits
from dpnp._constants import False_ as False_
from dpnp._constants import ScalarType as ScalarType
from dpnp._constants import True_ as True_
from dpnp._constants import sctypeDict as sctypeDict
from dpnp._constants import typecodes as typecodes
from dpnp._creation.arrays import arange as arange
from dpnp._creation.arrays import array as array
from dpnp._creation.arrays import asanyarray as asanyarray
from dpnp._creation.arrays import asarray as asarray
from dpnp._creation.arrays import ascontiguousarray as ascontiguousarray
from dpnp._creation.arrays import asfortranarray as asfortranarray
from dpnp._creation.arrays import astype as astype
from dpnp._creation.arrays import copy as copy
from dpnp._creation.arrays import empty as empty
from dpnp._creation.arrays import empty_like as empty_like
from dpnp._creation.arrays import eye as eye
from dpnp._creation.arrays import from_dlpack as from_dlpack
from dpnp._creation.arrays import full as full
from dpnp._creation.arrays import full_like as full_like
from dpnp._creation.arrays import identity as identity
from dpnp._creation.arrays import linspace as linspace
from dpnp._creation.arrays import ones as ones
from dpnp._creation.arrays import ones_like as ones_like
from dpnp._creation.arrays import tri as tri
from dpnp._creation.arrays import tril as tril
from dpnp._creation.arrays import triu as triu
from dpnp._creation.arrays import zeros as zeros
from dpnp._creation.arrays import zeros_like as zeros_like
from dpnp._creation.grids import diag as diag
from dpnp._creation.grids import diagflat as diagflat
from dpnp._creation.grids import geomspace as geomspace
from dpnp._creation.grids import logspace as logspace
from dpnp._creation.grids import meshgrid as meshgrid
from dpnp._creation.grids import mgrid as mgrid
from dpnp._creation.grids import ogrid as ogrid
from dpnp._creation.grids import vander as vander
from dpnp._creation.reading import frombuffer as frombuffer
from dpnp._creation.reading import fromfile as fromfile
from dpnp._creation.reading import fromfunction as fromfunction
from dpnp._creation.reading import fromiter as fromiter
from dpnp._creation.reading import fromstring as fromstring
from dpnp._creation.reading import loadtxt as loadtxt
from dpnp._functional import apply_along_axis as apply_along_axis
from dpnp._functional import apply_over_axes as apply_over_axes
from dpnp._functional import piecewise as piecewise
from dpnp._functional import vectorize as vectorize
from dpnp._helpers import are_same_logical_tensors as are_same_logical_tensors
from dpnp._helpers import as_usm_ndarray as as_usm_ndarray
from dpnp._helpers import check_limitations as check_limitations
from dpnp._helpers import check_supported_arrays_type as check_supported_arrays_type
from dpnp._helpers import default_float_type as default_float_type
from dpnp._helpers import get_dpnp_descriptor as get_dpnp_descriptor
from dpnp._helpers import get_normalized_queue_device as get_normalized_queue_device
from dpnp._helpers import get_result_array as get_result_array
from dpnp._helpers import get_usm_ndarray as get_usm_ndarray
from dpnp._helpers import get_usm_ndarray_or_scalar as get_usm_ndarray_or_scalar
from dpnp._helpers import is_cuda_backend as is_cuda_backend
from dpnp._helpers import is_supported_array_or_scalar as is_supported_array_or_scalar
from dpnp._helpers import is_supported_array_type as is_supported_array_type
from dpnp._helpers import synchronize_array_data as synchronize_array_data
from dpnp._indexing.indices import diag_indices as diag_indices
from dpnp._indexing.indices import diag_indices_from as diag_indices_from
from dpnp._indexing.indices import indices as indices
from dpnp._indexing.indices import iterable as iterable
from dpnp._indexing.indices import ix_ as ix_
from dpnp._indexing.indices import mask_indices as mask_indices
from dpnp._indexing.indices import ravel_multi_index as ravel_multi_index
from dpnp._indexing.indices import tril_indices as tril_indices
from dpnp._indexing.indices import tril_indices_from as tril_indices_from
from dpnp._indexing.indices import triu_indices as triu_indices
from dpnp._indexing.indices import triu_indices_from as triu_indices_from
from dpnp._indexing.indices import unravel_index as unravel_index
from dpnp._indexing.iteration import broadcast as broadcast
from dpnp._indexing.iteration import ndenumerate as ndenumerate
from dpnp._indexing.searching import argwhere as argwhere
from dpnp._indexing.searching import extract as extract
from dpnp._indexing.searching import flatnonzero as flatnonzero
from dpnp._indexing.searching import nonzero as nonzero
from dpnp._indexing.searching import place as place
from dpnp._indexing.searching import where as where
from dpnp._indexing.selecting import choose as choose
from dpnp._indexing.selecting import compress as compress
from dpnp._indexing.selecting import diagonal as diagonal
from dpnp._indexing.selecting import fill_diagonal as fill_diagonal
from dpnp._indexing.selecting import flatiter
from dpnp._indexing.selecting import flatiter as flatiter
from dpnp._indexing.selecting import put as put
from dpnp._indexing.selecting import put_along_axis as put_along_axis
from dpnp._indexing.selecting import putmask as putmask
from dpnp._indexing.selecting import select as select
from dpnp._indexing.selecting import take as take
from dpnp._indexing.selecting import take_along_axis as take_along_axis
from dpnp._io.printing import array2string as array2string
from dpnp._io.printing import array_repr as array_repr
from dpnp._io.printing import array_str as array_str
from dpnp._io.printing import get_printoptions as get_printoptions
from dpnp._io.printing import printoptions as printoptions
from dpnp._io.printing import set_printoptions as set_printoptions
from dpnp._io.saving import fromregex as fromregex
from dpnp._io.saving import genfromtxt as genfromtxt
from dpnp._io.saving import load as load
from dpnp._io.saving import save as save
from dpnp._io.saving import savetxt as savetxt
from dpnp._io.saving import savez as savez
from dpnp._io.saving import savez_compressed as savez_compressed
from dpnp._logic import allclose as allclose
from dpnp._logic import array_equal as array_equal
from dpnp._logic import array_equiv as array_equiv
from dpnp._logic import isclose as isclose
from dpnp._logic import iscomplex as iscomplex
from dpnp._logic import iscomplexobj as iscomplexobj
from dpnp._logic import isfortran as isfortran
from dpnp._logic import isneginf as isneginf
from dpnp._logic import isposinf as isposinf
from dpnp._logic import isreal as isreal
from dpnp._logic import isrealobj as isrealobj
from dpnp._logic import isscalar as isscalar
from dpnp._manipulation.assembly import block as block
from dpnp._manipulation.assembly import c_ as c_
from dpnp._manipulation.assembly import index_exp as index_exp
from dpnp._manipulation.assembly import r_ as r_
from dpnp._manipulation.assembly import s_ as s_
from dpnp._manipulation.padding import pad as pad
from dpnp._manipulation.rearranging import asarray_chkfinite as asarray_chkfinite
from dpnp._manipulation.rearranging import asfarray as asfarray
from dpnp._manipulation.rearranging import copyto as copyto
from dpnp._manipulation.rearranging import flip as flip
from dpnp._manipulation.rearranging import fliplr as fliplr
from dpnp._manipulation.rearranging import flipud as flipud
from dpnp._manipulation.rearranging import ndim as ndim
from dpnp._manipulation.rearranging import require as require
from dpnp._manipulation.rearranging import resize as resize
from dpnp._manipulation.rearranging import roll as roll
from dpnp._manipulation.rearranging import rollaxis as rollaxis
from dpnp._manipulation.rearranging import rot90 as rot90
from dpnp._manipulation.rearranging import shape as shape
from dpnp._manipulation.rearranging import size as size
from dpnp._manipulation.rearranging import trim_zeros as trim_zeros
from dpnp._manipulation.shapes import atleast_1d as atleast_1d
from dpnp._manipulation.shapes import atleast_2d as atleast_2d
from dpnp._manipulation.shapes import atleast_3d as atleast_3d
from dpnp._manipulation.shapes import broadcast_arrays as broadcast_arrays
from dpnp._manipulation.shapes import broadcast_shapes as broadcast_shapes
from dpnp._manipulation.shapes import broadcast_to as broadcast_to
from dpnp._manipulation.shapes import expand_dims as expand_dims
from dpnp._manipulation.shapes import matrix_transpose as matrix_transpose
from dpnp._manipulation.shapes import moveaxis as moveaxis
from dpnp._manipulation.shapes import ravel as ravel
from dpnp._manipulation.shapes import repeat as repeat
from dpnp._manipulation.shapes import reshape as reshape
from dpnp._manipulation.shapes import squeeze as squeeze
from dpnp._manipulation.shapes import swapaxes as swapaxes
from dpnp._manipulation.shapes import tile as tile
from dpnp._manipulation.shapes import transpose as permute_dims
from dpnp._manipulation.stacking import append as append
from dpnp._manipulation.stacking import array_split as array_split
from dpnp._manipulation.stacking import column_stack as column_stack
from dpnp._manipulation.stacking import concatenate as concat
from dpnp._manipulation.stacking import delete as delete
from dpnp._manipulation.stacking import dsplit as dsplit
from dpnp._manipulation.stacking import dstack as dstack
from dpnp._manipulation.stacking import hsplit as hsplit
from dpnp._manipulation.stacking import hstack as hstack
from dpnp._manipulation.stacking import insert as insert
from dpnp._manipulation.stacking import split as split
from dpnp._manipulation.stacking import stack as stack
from dpnp._manipulation.stacking import unstack as unstack
from dpnp._manipulation.stacking import vsplit as vsplit
from dpnp._manipulation.stacking import vstack as row_stack
from dpnp._math.compositions import divmod as divmod
from dpnp._math.compositions import float_power as float_power
from dpnp._math.compositions import frexp as frexp
from dpnp._math.compositions import i0 as i0
from dpnp._math.compositions import ldexp as ldexp
from dpnp._math.compositions import modf as modf
from dpnp._math.compositions import sinc as sinc
from dpnp._math.compositions import spacing as spacing
from dpnp._math.differences import diff as diff
from dpnp._math.differences import ediff1d as ediff1d
from dpnp._math.differences import gradient as gradient
from dpnp._math.differences import interp as interp
from dpnp._math.differences import trapezoid as trapezoid
from dpnp._math.differences import unwrap as unwrap
from dpnp._math.rounding import angle as angle
from dpnp._math.rounding import around as around
from dpnp._math.rounding import clip as clip
from dpnp._math.rounding import fix as fix
from dpnp._math.rounding import imag as imag
from dpnp._math.rounding import nan_to_num as nan_to_num
from dpnp._math.rounding import real as real
from dpnp._math.rounding import real_if_close as real_if_close
from dpnp._math.rounding import round as round
from dpnp._memory_sharing import byte_bounds as byte_bounds
from dpnp._memory_sharing import get_include as get_include
from dpnp._memory_sharing import may_share_memory as may_share_memory
from dpnp._memory_sharing import shares_memory as shares_memory
from dpnp._polynomials import poly as poly
from dpnp._polynomials import poly1d as poly1d
from dpnp._polynomials import polyadd as polyadd
from dpnp._polynomials import polyder as polyder
from dpnp._polynomials import polydiv as polydiv
from dpnp._polynomials import polyfit as polyfit
from dpnp._polynomials import polyint as polyint
from dpnp._polynomials import polymul as polymul
from dpnp._polynomials import polysub as polysub
from dpnp._polynomials import polyval as polyval
from dpnp._polynomials import roots as roots
from dpnp._products.einsum import einsum as einsum
from dpnp._products.einsum import einsum_path as einsum_path
from dpnp._products.products import dot as dot
from dpnp._products.products import inner as inner
from dpnp._products.products import kron as kron
from dpnp._products.products import matmul as matmul
from dpnp._products.products import matvec as matvec
from dpnp._products.products import outer as outer
from dpnp._products.products import tensordot as tensordot
from dpnp._products.products import trace as trace
from dpnp._products.products import vdot as vdot
from dpnp._products.products import vecdot as vecdot
from dpnp._products.products import vecmat as vecmat
from dpnp._products.vectors import cross as cross
from dpnp._sets import intersect1d as intersect1d
from dpnp._sets import isin as isin
from dpnp._sets import setdiff1d as setdiff1d
from dpnp._sets import setxor1d as setxor1d
from dpnp._sets import union1d as union1d
from dpnp._sets import unique as unique
from dpnp._sets import unique_all as unique_all
from dpnp._sets import unique_counts as unique_counts
from dpnp._sets import unique_inverse as unique_inverse
from dpnp._sets import unique_values as unique_values
from dpnp._sorting import argpartition as argpartition
from dpnp._sorting import argsort as argsort
from dpnp._sorting import lexsort as lexsort
from dpnp._sorting import partition as partition
from dpnp._sorting import searchsorted as searchsorted
from dpnp._sorting import sort as sort
from dpnp._sorting import sort_complex as sort_complex
from dpnp._statistics.averages import average as average
from dpnp._statistics.averages import corrcoef as corrcoef
from dpnp._statistics.averages import cov as cov
from dpnp._statistics.correlation import convolve as convolve
from dpnp._statistics.correlation import correlate as correlate
from dpnp._statistics.histograms import bincount as bincount
from dpnp._statistics.histograms import digitize as digitize
from dpnp._statistics.histograms import histogram as histogram
from dpnp._statistics.histograms import histogram2d as histogram2d
from dpnp._statistics.histograms import histogram_bin_edges as histogram_bin_edges
from dpnp._statistics.histograms import histogramdd as histogramdd
from dpnp._statistics.nan_reductions import nanargmax as nanargmax
from dpnp._statistics.nan_reductions import nanargmin as nanargmin
from dpnp._statistics.nan_reductions import nancumprod as nancumprod
from dpnp._statistics.nan_reductions import nancumsum as nancumsum
from dpnp._statistics.nan_reductions import nanmax as nanmax
from dpnp._statistics.nan_reductions import nanmean as nanmean
from dpnp._statistics.nan_reductions import nanmin as nanmin
from dpnp._statistics.nan_reductions import nanprod as nanprod
from dpnp._statistics.nan_reductions import nanstd as nanstd
from dpnp._statistics.nan_reductions import nansum as nansum
from dpnp._statistics.nan_reductions import nanvar as nanvar
from dpnp._statistics.quantiles import median as median
from dpnp._statistics.quantiles import nanmedian as nanmedian
from dpnp._statistics.quantiles import nanpercentile as nanpercentile
from dpnp._statistics.quantiles import nanquantile as nanquantile
from dpnp._statistics.quantiles import percentile as percentile
from dpnp._statistics.quantiles import quantile as quantile
from dpnp._statistics.reductions import all as all
from dpnp._statistics.reductions import any as any
from dpnp._statistics.reductions import argmax as argmax
from dpnp._statistics.reductions import argmin as argmin
from dpnp._statistics.reductions import count_nonzero as count_nonzero
from dpnp._statistics.reductions import logsumexp as logsumexp
from dpnp._statistics.reductions import max as amax
from dpnp._statistics.reductions import mean as mean
from dpnp._statistics.reductions import min as amin
from dpnp._statistics.reductions import prod as prod
from dpnp._statistics.reductions import ptp as ptp
from dpnp._statistics.reductions import reduce_hypot as reduce_hypot
from dpnp._statistics.reductions import std as std
from dpnp._statistics.reductions import sum as sum
from dpnp._statistics.reductions import var as var
from dpnp._statistics.scans import cumlogsumexp as cumlogsumexp
from dpnp._statistics.scans import cumprod as cumprod
from dpnp._statistics.scans import cumsum as cumsum
from dpnp._statistics.scans import cumulative_prod as cumulative_prod
from dpnp._statistics.scans import cumulative_sum as cumulative_sum
from dpnp._types import base_repr as base_repr
from dpnp._types import can_cast as can_cast
from dpnp._types import common_type as common_type
from dpnp._types import finfo as finfo
from dpnp._types import iinfo as iinfo
from dpnp._types import isdtype as isdtype
from dpnp._types import min_scalar_type as min_scalar_type
from dpnp._types import result_type as result_type
from dpnp._ufunc.calls import ufunc as ufunc
from dpnp._ufunc.functions import absolute as abs
from dpnp._ufunc.functions import absolute as absolute
from dpnp._ufunc.functions import add as add
from dpnp._ufunc.functions import arccos as acos
from dpnp._ufunc.functions import arccos as arccos
from dpnp._ufunc.functions import arccosh as acosh
from dpnp._ufunc.functions import arccosh as arccosh
from dpnp._ufunc.functions import arcsin as arcsin
from dpnp._ufunc.functions import arcsin as asin
from dpnp._ufunc.functions import arcsinh as arcsinh
from dpnp._ufunc.functions import arcsinh as asinh
from dpnp._ufunc.functions import arctan as arctan
from dpnp._ufunc.functions import arctan as atan
from dpnp._ufunc.functions import arctan2 as arctan2
from dpnp._ufunc.functions import arctan2 as atan2
from dpnp._ufunc.functions import arctanh as arctanh
from dpnp._ufunc.functions import arctanh as atanh
from dpnp._ufunc.functions import bitwise_and as bitwise_and
from dpnp._ufunc.functions import bitwise_count as bitwise_count
from dpnp._ufunc.functions import bitwise_or as bitwise_or
from dpnp._ufunc.functions import bitwise_xor as bitwise_xor
from dpnp._ufunc.functions import cbrt as cbrt
from dpnp._ufunc.functions import ceil as ceil
from dpnp._ufunc.functions import conjugate as conj
from dpnp._ufunc.functions import conjugate as conjugate
from dpnp._ufunc.functions import copysign as copysign
from dpnp._ufunc.functions import cos as cos
from dpnp._ufunc.functions import cosh as cosh
from dpnp._ufunc.functions import degrees as degrees
from dpnp._ufunc.functions import degrees as rad2deg
from dpnp._ufunc.functions import divide as divide
from dpnp._ufunc.functions import divide as true_divide
from dpnp._ufunc.functions import equal as equal
from dpnp._ufunc.functions import erf as erf
from dpnp._ufunc.functions import exp as exp
from dpnp._ufunc.functions import exp2 as exp2
from dpnp._ufunc.functions import expm1 as expm1
from dpnp._ufunc.functions import fabs as fabs
from dpnp._ufunc.functions import floor as floor
from dpnp._ufunc.functions import floor_divide as floor_divide
from dpnp._ufunc.functions import fmax as fmax
from dpnp._ufunc.functions import fmin as fmin
from dpnp._ufunc.functions import fmod as fmod
from dpnp._ufunc.functions import gcd as gcd
from dpnp._ufunc.functions import greater as greater
from dpnp._ufunc.functions import greater_equal as greater_equal
from dpnp._ufunc.functions import heaviside as heaviside
from dpnp._ufunc.functions import hypot as hypot
from dpnp._ufunc.functions import invert as bitwise_invert
from dpnp._ufunc.functions import invert as bitwise_not
from dpnp._ufunc.functions import invert as invert
from dpnp._ufunc.functions import isfinite as isfinite
from dpnp._ufunc.functions import isinf as isinf
from dpnp._ufunc.functions import isnan as isnan
from dpnp._ufunc.functions import lcm as lcm
from dpnp._ufunc.functions import left_shift as bitwise_left_shift
from dpnp._ufunc.functions import left_shift as left_shift
from dpnp._ufunc.functions import less as less
from dpnp._ufunc.functions import less_equal as less_equal
from dpnp._ufunc.functions import log as log
from dpnp._ufunc.functions import log10 as log10
from dpnp._ufunc.functions import log1p as log1p
from dpnp._ufunc.functions import log2 as log2
from dpnp._ufunc.functions import logaddexp as logaddexp
from dpnp._ufunc.functions import logaddexp2 as logaddexp2
from dpnp._ufunc.functions import logical_and as logical_and
from dpnp._ufunc.functions import logical_not as logical_not
from dpnp._ufunc.functions import logical_or as logical_or
from dpnp._ufunc.functions import logical_xor as logical_xor
from dpnp._ufunc.functions import maximum as maximum
from dpnp._ufunc.functions import minimum as minimum
from dpnp._ufunc.functions import multiply as multiply
from dpnp._ufunc.functions import negative as negative
from dpnp._ufunc.functions import nextafter as nextafter
from dpnp._ufunc.functions import not_equal as not_equal
from dpnp._ufunc.functions import positive as positive
from dpnp._ufunc.functions import power as pow
from dpnp._ufunc.functions import power as power
from dpnp._ufunc.functions import proj as proj
from dpnp._ufunc.functions import radians as deg2rad
from dpnp._ufunc.functions import radians as radians
from dpnp._ufunc.functions import reciprocal as reciprocal
from dpnp._ufunc.functions import remainder as mod
from dpnp._ufunc.functions import remainder as remainder
from dpnp._ufunc.functions import right_shift as bitwise_right_shift
from dpnp._ufunc.functions import right_shift as right_shift
from dpnp._ufunc.functions import rint as rint
from dpnp._ufunc.functions import rsqrt as rsqrt
from dpnp._ufunc.functions import sign as sign
from dpnp._ufunc.functions import signbit as signbit
from dpnp._ufunc.functions import sin as sin
from dpnp._ufunc.functions import sinh as sinh
from dpnp._ufunc.functions import sqrt as sqrt
from dpnp._ufunc.functions import square as square
from dpnp._ufunc.functions import subtract as subtract
from dpnp._ufunc.functions import tan as tan
from dpnp._ufunc.functions import tanh as tanh
from dpnp._ufunc.functions import trunc as trunc
from dpnp._windows import bartlett as bartlett
from dpnp._windows import blackman as blackman
from dpnp._windows import hamming as hamming
from dpnp._windows import hanning as hanning
from dpnp._windows import kaiser as kaiser
from numpy import binary_repr as binary_repr
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
from numpy import format_float_positional as format_float_positional
from numpy import format_float_scientific as format_float_scientific
from numpy import generic as generic
from numpy import geterr as geterr
from numpy import inexact as inexact
from numpy import int16 as int16
from numpy import int32 as int32
from numpy import int64 as int64
from numpy import integer as integer
from numpy import issubdtype as issubdtype
from numpy import longlong as longlong
from numpy import mintypecode as mintypecode
from numpy import ndindex as ndindex
from numpy import number as number
from numpy import promote_types as promote_types
from numpy import seterr as seterr
from numpy import signedinteger as signedinteger
from numpy import typename as typename
from numpy import ubyte as ubyte
from numpy import uint as uint
from numpy import uint16 as uint16
from numpy import uint32 as uint32
from numpy import ulonglong as ulonglong
from numpy import unsignedinteger as unsignedinteger
from numpy.typing import DTypeLike
from os import PathLike
from types import ModuleType
from typing import Any
from typing import ClassVar
from typing import IO
from typing import Literal
from typing import Self
from typing import SupportsIndex
import builtins
import numpy

__all__ = [
    "ndarray",
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
    "arange",
    "array",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "asfortranarray",
    "astype",
    "copy",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "identity",
    "linspace",
    "ones",
    "ones_like",
    "tri",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "expand_dims",
    "matrix_transpose",
    "moveaxis",
    "permute_dims",
    "ravel",
    "repeat",
    "reshape",
    "squeeze",
    "swapaxes",
    "tile",
    "transpose",
    "argwhere",
    "extract",
    "flatnonzero",
    "nonzero",
    "place",
    "where",
    "abs",
    "absolute",
    "acos",
    "acosh",
    "add",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctan2",
    "arctanh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_count",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "cbrt",
    "ceil",
    "conj",
    "conjugate",
    "copysign",
    "cos",
    "cosh",
    "deg2rad",
    "degrees",
    "divide",
    "equal",
    "erf",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "floor_divide",
    "fmax",
    "fmin",
    "fmod",
    "gcd",
    "greater",
    "greater_equal",
    "heaviside",
    "hypot",
    "invert",
    "isfinite",
    "isinf",
    "isnan",
    "lcm",
    "left_shift",
    "less",
    "less_equal",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logaddexp2",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "mod",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "power",
    "proj",
    "rad2deg",
    "radians",
    "reciprocal",
    "remainder",
    "right_shift",
    "rint",
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
    "true_divide",
    "trunc",
    "ufunc",
    "divmod",
    "float_power",
    "frexp",
    "i0",
    "ldexp",
    "modf",
    "sinc",
    "spacing",
    "all",
    "amax",
    "amin",
    "any",
    "argmax",
    "argmin",
    "count_nonzero",
    "logsumexp",
    "max",
    "mean",
    "min",
    "prod",
    "ptp",
    "reduce_hypot",
    "std",
    "sum",
    "var",
    "cumlogsumexp",
    "cumprod",
    "cumsum",
    "cumulative_prod",
    "cumulative_sum",
    "allclose",
    "array_equal",
    "array_equiv",
    "isclose",
    "iscomplex",
    "iscomplexobj",
    "isfortran",
    "isneginf",
    "isposinf",
    "isreal",
    "isrealobj",
    "isscalar",
    "base_repr",
    "binary_repr",
    "can_cast",
    "common_type",
    "finfo",
    "iinfo",
    "isdtype",
    "issubdtype",
    "min_scalar_type",
    "mintypecode",
    "promote_types",
    "result_type",
    "typename",
    "angle",
    "around",
    "clip",
    "fix",
    "imag",
    "nan_to_num",
    "real",
    "real_if_close",
    "round",
    "nanargmax",
    "nanargmin",
    "nancumprod",
    "nancumsum",
    "nanmax",
    "nanmean",
    "nanmin",
    "nanprod",
    "nanstd",
    "nansum",
    "nanvar",
    "dot",
    "inner",
    "kron",
    "matmul",
    "matvec",
    "outer",
    "tensordot",
    "trace",
    "vdot",
    "vecdot",
    "vecmat",
    "einsum",
    "einsum_path",
    "append",
    "array_split",
    "column_stack",
    "concat",
    "concatenate",
    "delete",
    "dsplit",
    "dstack",
    "hsplit",
    "hstack",
    "insert",
    "row_stack",
    "split",
    "stack",
    "unstack",
    "vsplit",
    "vstack",
    "asarray_chkfinite",
    "asfarray",
    "copyto",
    "flip",
    "fliplr",
    "flipud",
    "ndim",
    "require",
    "resize",
    "roll",
    "rollaxis",
    "rot90",
    "shape",
    "size",
    "trim_zeros",
    "pad",
    "diag",
    "diagflat",
    "geomspace",
    "logspace",
    "meshgrid",
    "mgrid",
    "ogrid",
    "vander",
    "frombuffer",
    "fromfile",
    "fromfunction",
    "fromiter",
    "fromstring",
    "loadtxt",
    "diag_indices",
    "diag_indices_from",
    "indices",
    "iterable",
    "ix_",
    "mask_indices",
    "ndindex",
    "ravel_multi_index",
    "tril_indices",
    "tril_indices_from",
    "triu_indices",
    "triu_indices_from",
    "unravel_index",
    "choose",
    "compress",
    "diagonal",
    "fill_diagonal",
    "flatiter",
    "put",
    "put_along_axis",
    "putmask",
    "select",
    "take",
    "take_along_axis",
    "argpartition",
    "argsort",
    "lexsort",
    "partition",
    "searchsorted",
    "sort",
    "sort_complex",
    "intersect1d",
    "isin",
    "setdiff1d",
    "setxor1d",
    "union1d",
    "unique",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
    "median",
    "nanmedian",
    "nanpercentile",
    "nanquantile",
    "percentile",
    "quantile",
    "average",
    "corrcoef",
    "cov",
    "bincount",
    "digitize",
    "histogram",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
    "bartlett",
    "blackman",
    "hamming",
    "hanning",
    "kaiser",
    "apply_along_axis",
    "apply_over_axes",
    "piecewise",
    "vectorize",
    "convolve",
    "correlate",
    "byte_bounds",
    "get_include",
    "may_share_memory",
    "shares_memory",
    "are_same_logical_tensors",
    "as_usm_ndarray",
    "check_limitations",
    "check_supported_arrays_type",
    "default_float_type",
    "get_dpnp_descriptor",
    "get_normalized_queue_device",
    "get_result_array",
    "get_usm_ndarray",
    "get_usm_ndarray_or_scalar",
    "is_cuda_backend",
    "is_supported_array_or_scalar",
    "is_supported_array_type",
    "synchronize_array_data",
    "diff",
    "ediff1d",
    "gradient",
    "interp",
    "trapezoid",
    "unwrap",
    "cross",
    "poly",
    "poly1d",
    "polyadd",
    "polyder",
    "polydiv",
    "polyfit",
    "polyint",
    "polymul",
    "polysub",
    "polyval",
    "roots",
    "block",
    "c_",
    "index_exp",
    "r_",
    "s_",
    "packbits",
    "unpackbits",
    "fromregex",
    "genfromtxt",
    "load",
    "save",
    "savetxt",
    "savez",
    "savez_compressed",
    "array2string",
    "array_repr",
    "array_str",
    "format_float_positional",
    "format_float_scientific",
    "get_printoptions",
    "printoptions",
    "set_printoptions",
    "broadcast",
    "ndenumerate",
    "asnumpy",
    "emath",
    "exceptions",
    "fft",
    "lib",
    "linalg",
    "memory",
    "polynomial",
    "random",
    "scipy",
    "tensor",
]
e: float
euler_gamma: float
inf: float
little_endian: builtins.bool
nan: float
newaxis: None
pi: float

def asnumpy(a: Any, order: Literal["C", "F", "A", "K"] = "C") -> numpy.ndarray[Any, Any]: ...

class ndarray:
    def __new__(
        cls,
        shape: SupportsIndex | Sequence[SupportsIndex],
        dtype: DTypeLike | None = None,
        buffer: ndarray | usm_ndarray | MemoryUSMDevice | MemoryUSMShared | MemoryUSMHost | None = None,
        offset: SupportsIndex = 0,
        strides: Sequence[SupportsIndex] | None = None,
        order: Literal["C", "F"] = "C",
        device: str | SyclDevice | SyclQueue | Device | None = None,
        usm_type: Literal["device", "shared", "host"] = "device",
        sycl_queue: SyclQueue | None = None,
    ) -> Self: ...
    def to_device(
        self, /, device: str | SyclDevice | SyclQueue | Device, *, stream: SyclQueue | None = None
    ) -> Any: ...
    def __array_namespace__(self, /, *, api_version: Any = None) -> ModuleType: ...
    def __dlpack__(
        self,
        /,
        *,
        stream: Any = None,
        max_version: Any = None,
        dl_device: Any = None,
        copy: builtins.bool | None = None,
    ) -> Any: ...
    def __dlpack_device__(self, /) -> tuple[Any, int]: ...
    def __complex__(self, /) -> complex: ...
    def __copy__(self, memo: Any = None) -> Self: ...
    def __deepcopy__(self, memo: Any = None) -> Self: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @shape.setter
    def shape(self, value: Any) -> None: ...
    @property
    def dtype(self) -> numpy.dtype[Any]: ...
    @property
    def itemsize(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def ndim(self) -> int: ...
    @property
    def flags(self) -> Flags: ...
    @property
    def usm_type(self) -> str: ...
    @property
    def usm_data(self) -> MemoryUSMDevice: ...
    @property
    def sycl_queue(self) -> SyclQueue: ...
    @property
    def sycl_device(self) -> SyclDevice: ...
    @property
    def sycl_context(self) -> SyclContext: ...
    @property
    def device(self) -> Device: ...
    @property
    def mT(self) -> ndarray: ...
    @property
    def real(self) -> ndarray: ...
    @real.setter
    def real(self, value: Any) -> None: ...
    @property
    def imag(self) -> ndarray: ...
    @property
    def _pointer(self) -> int: ...
    @property
    def __sycl_usm_array_interface__(self) -> dict[str, Any]: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]  # pyright: ignore
    def __lt__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __le__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __eq__(self, other: Any, /) -> ndarray: ...  # type: ignore  # pyright: ignore
    def __ne__(self, other: Any, /) -> ndarray: ...  # type: ignore  # pyright: ignore
    def __gt__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __ge__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __iter__(self) -> Iterator[ndarray]: ...
    def __add__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __radd__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __sub__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rsub__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __mul__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rmul__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __mod__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rmod__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __pow__(self, other: ndarray | usm_ndarray | complex | numpy.generic, mod: None = None, /) -> ndarray: ...
    def __rpow__(self, other: ndarray | usm_ndarray | complex | numpy.generic, mod: None = None, /) -> ndarray: ...
    def __neg__(self) -> ndarray: ...
    def __pos__(self) -> ndarray: ...
    def __abs__(self) -> ndarray: ...
    def __bool__(self, /) -> builtins.bool: ...
    def __invert__(self) -> ndarray: ...
    def __lshift__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rlshift__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rshift__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rrshift__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __and__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rand__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __xor__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rxor__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __or__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __ror__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __int__(self, /) -> int: ...
    def __float__(self, /) -> float: ...
    def __iadd__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __isub__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __imul__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __imod__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __ipow__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...  # type: ignore  # pyright: ignore
    def __ilshift__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __irshift__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __iand__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __ixor__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __ior__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __floordiv__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rfloordiv__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __truediv__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rtruediv__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __ifloordiv__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __itruediv__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __index__(self, /) -> int: ...
    def __matmul__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __rmatmul__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> ndarray: ...
    def __imatmul__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> Self: ...
    def __len__(self, /) -> int: ...
    def __getitem__(self, key: Any, /) -> ndarray: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...
    def __delitem__(self, key: Any, /) -> None: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    @property
    def T(self) -> ndarray: ...
    @property
    def __usm_ndarray__(self) -> usm_ndarray: ...
    def __array_ufunc__(self, ufunc: numpy.ufunc, method: str, /, *inputs: Any, **kwargs: Any) -> Any: ...
    @property
    def flat(self) -> flatiter: ...
    @flat.setter
    def flat(self, value: Any) -> None: ...
    def view(self, dtype: DTypeLike | None = None, *, type: type[ndarray] | None = None) -> ndarray: ...
    def byteswap(self, inplace: builtins.bool = False) -> ndarray: ...
    def tobytes(self, order: Literal["C", "F", "A"] = "C") -> bytes: ...
    def tofile(self, fid: str | PathLike[str] | IO[Any], sep: str = "", format: str = "%s") -> None: ...
    def dumps(self) -> bytes: ...
    def dump(self, file: str | PathLike[str] | IO[Any]) -> None: ...
    def setflags(self, write: builtins.bool | None = None, align: Any = None, uic: Any = None) -> None: ...
    def __bytes__(self) -> bytes: ...
    def __dask_tokenize__(self) -> Any: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    def sum(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: ndarray | usm_ndarray | builtins.bool = True,
    ) -> ndarray: ...
    def prod(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: ndarray | usm_ndarray | builtins.bool = True,
    ) -> ndarray: ...
    def max(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: ndarray | usm_ndarray | None = None,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: ndarray | usm_ndarray | builtins.bool = True,
    ) -> ndarray: ...
    def min(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: ndarray | usm_ndarray | None = None,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: ndarray | usm_ndarray | builtins.bool = True,
    ) -> ndarray: ...
    def all(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: ndarray | usm_ndarray | None = None,
        keepdims: builtins.bool = False,
        *,
        where: ndarray | usm_ndarray | builtins.bool = True,
    ) -> ndarray: ...
    def any(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: ndarray | usm_ndarray | None = None,
        keepdims: builtins.bool = False,
        *,
        where: ndarray | usm_ndarray | builtins.bool = True,
    ) -> ndarray: ...
    def mean(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
        keepdims: builtins.bool = False,
        *,
        where: ndarray | usm_ndarray | builtins.bool = True,
    ) -> ndarray: ...
    def var(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
        ddof: float = 0,
        keepdims: builtins.bool = False,
        *,
        where: ndarray | usm_ndarray | builtins.bool = True,
        mean: ndarray | usm_ndarray | None = None,
        correction: float | None = None,
    ) -> ndarray: ...
    def std(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
        ddof: float = 0,
        keepdims: builtins.bool = False,
        *,
        where: ndarray | usm_ndarray | builtins.bool = True,
        mean: ndarray | usm_ndarray | None = None,
        correction: float | None = None,
    ) -> ndarray: ...
    def argmax(
        self,
        axis: SupportsIndex | None = None,
        out: ndarray | usm_ndarray | None = None,
        *,
        keepdims: builtins.bool = False,
    ) -> ndarray: ...
    def argmin(
        self,
        axis: SupportsIndex | None = None,
        out: ndarray | usm_ndarray | None = None,
        *,
        keepdims: builtins.bool = False,
    ) -> ndarray: ...
    def round(self, decimals: SupportsIndex = 0, out: ndarray | usm_ndarray | None = None) -> ndarray: ...
    def clip(
        self,
        min: ndarray | usm_ndarray | complex | numpy.generic | None = None,
        max: ndarray | usm_ndarray | complex | numpy.generic | None = None,
        out: ndarray | usm_ndarray | None = None,
        **kwargs: Any,
    ) -> ndarray: ...
    def cumsum(
        self,
        axis: SupportsIndex | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
    ) -> ndarray: ...
    def cumprod(
        self,
        axis: SupportsIndex | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
    ) -> ndarray: ...
    def reshape(
        self, /, *shape: Any, order: Literal["C", "F", "A"] = "C", copy: builtins.bool | None = None
    ) -> ndarray: ...
    def transpose(self, *axes: Any) -> ndarray: ...
    def ravel(self, order: Literal["C", "F", "A", "K"] = "C") -> ndarray: ...
    def squeeze(self, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> ndarray: ...
    def swapaxes(self, axis1: SupportsIndex, axis2: SupportsIndex) -> ndarray: ...
    def repeat(
        self,
        repeats: SupportsIndex | tuple[SupportsIndex, ...] | ndarray | usm_ndarray,
        axis: SupportsIndex | None = None,
    ) -> ndarray: ...
    def flatten(self, /, order: Literal["C", "F", "A", "K"] = "C") -> ndarray: ...
    def dot(
        self,
        b: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
        out: ndarray | usm_ndarray | None = None,
    ) -> ndarray: ...
    def trace(
        self,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
    ) -> ndarray: ...
    def sort(
        self,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = -1,
        kind: str | None = None,
        order: str | None = None,
        *,
        descending: Any = False,
        stable: Any = None,
    ) -> None: ...
    def partition(
        self,
        kth: Any,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = -1,
        kind: str | None = "introselect",
        order: str | None = None,
    ) -> None: ...
    def argsort(
        self,
        axis: SupportsIndex = -1,
        kind: str | None = None,
        order: str | None = None,
        *,
        descending: builtins.bool = False,
        stable: builtins.bool | None = None,
    ) -> ndarray: ...
    def argpartition(
        self,
        kth: Any,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = -1,
        kind: str | None = "introselect",
        order: str | None = None,
    ) -> ndarray: ...
    def searchsorted(
        self,
        v: ndarray | usm_ndarray | complex | numpy.generic,
        side: Literal["left", "right"] = "left",
        sorter: ndarray | usm_ndarray | None = None,
    ) -> ndarray: ...
    def take(
        self,
        indices: ndarray | usm_ndarray | SupportsIndex | Sequence[SupportsIndex],
        axis: SupportsIndex | None = None,
        out: ndarray | usm_ndarray | None = None,
        mode: str = "wrap",
    ) -> ndarray: ...
    def put(self, indices: Any, values: Any, mode: str = "wrap", *, axis: SupportsIndex | None = None) -> None: ...
    def choose(
        self,
        choices: Sequence[ndarray | usm_ndarray | complex | numpy.generic],
        out: ndarray | usm_ndarray | None = None,
        mode: Literal["wrap", "clip", "raise"] = "wrap",
    ) -> ndarray: ...
    def compress(
        self,
        condition: ndarray | usm_ndarray | Sequence[builtins.bool],
        axis: SupportsIndex | None = None,
        out: ndarray | usm_ndarray | None = None,
    ) -> ndarray: ...
    def diagonal(self, offset: SupportsIndex = 0, axis1: SupportsIndex = 0, axis2: SupportsIndex = 1) -> ndarray: ...
    def nonzero(self) -> tuple[ndarray, ...]: ...
    def conj(self) -> ndarray: ...
    def conjugate(self) -> ndarray: ...
    def fill(self, value: complex | numpy.generic | ndarray | usm_ndarray) -> None: ...
    def item(self, /, *args: Any) -> Any: ...
    def __round__(self, ndigits: Any = None) -> ndarray: ...
    def tolist(self) -> Any: ...
    def asnumpy(self) -> numpy.ndarray[Any, Any]: ...
    def get_array(self) -> usm_ndarray: ...
    def copy(
        self,
        order: Literal["C", "F", "A", "K"] = "C",
        *,
        device: str | SyclDevice | SyclQueue | Device | None = None,
        usm_type: Literal["device", "shared", "host"] | None = None,
        sycl_queue: SyclQueue | None = None,
    ) -> ndarray: ...
    def astype(
        self,
        dtype: DTypeLike | None,
        order: Literal["C", "F", "A", "K"] = "K",
        casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "unsafe",
        subok: builtins.bool = True,
        copy: builtins.bool = True,
        device: str | SyclDevice | SyclQueue | Device | None = None,
    ) -> ndarray: ...
    @property
    def data(self) -> MemoryUSMDevice: ...
    def __array_function__(self, function: Any, types: Any, args: Sequence[Any], kwargs: Any) -> Any: ...
    __array_priority__: float
    def __divmod__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> tuple[ndarray, ndarray]: ...
    def __rdivmod__(self, other: ndarray | usm_ndarray | complex | numpy.generic, /) -> tuple[ndarray, ndarray]: ...
    def __contains__(self, value: Any, /) -> builtins.bool: ...

transpose = permute_dims
max = amax
min = amin
concatenate = concat
vstack = row_stack
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
__version__: str
