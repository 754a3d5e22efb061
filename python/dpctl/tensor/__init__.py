"""dpctl.tensor: arrays in USM memory, by the rules of the Python array API standard."""
from ._asarray import asarray, from_numpy
from ._constants import e, inf, nan, newaxis, pi
from ._copy_utils import asnumpy, astype, copy, to_numpy
from ._data_types import (
    bool,
    complex64,
    complex128,
    dtype,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    isdtype,
    uint8,
    uint16,
    uint32,
    uint64,
)
from ._device import Device
from ._elementwise_funcs import *
from ._print import get_print_options, print_options, set_print_options, usm_ndarray_repr, usm_ndarray_str
from ._reduction import sum
from ._usmarray import usm_ndarray
from opendpex._core import empty, zeros, ones

__array_api_version__ = "2024.12"
