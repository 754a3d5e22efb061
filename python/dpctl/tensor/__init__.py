"""dpctl.tensor: arrays in USM memory, by the rules of the Python array API standard.

Operations run on the queue of their arguments and return before they are done; reading a result waits for it.
"""

from ._array_api import __array_api_version__, __array_namespace_info__
from ._asarray import asarray, from_numpy
from ._constants import *
from ._copy_utils import asnumpy, astype, copy, to_numpy
from ._ctors import *
from ._data_types import *
from ._device import Device
from ._dlpack import DLDeviceType, dldevice_to_sycl_device, from_dlpack, sycl_device_to_dldevice
from ._elementwise import *
from ._manipulation_functions import *
from ._print import *
from ._reduction import *
from ._type_utils import *
from ._usmarray import usm_ndarray

from . import _constants, _ctors, _data_types, _elementwise, _manipulation_functions, _print, _reduction, _type_utils

__all__ = [
    "DLDeviceType",
    "Device",
    "__array_api_version__",
    "__array_namespace_info__",
    "asarray",
    "asnumpy",
    "astype",
    "copy",
    "dldevice_to_sycl_device",
    "from_dlpack",
    "from_numpy",
    "sycl_device_to_dldevice",
    "to_numpy",
    "usm_ndarray",
]
for _module in (
    _constants,
    _ctors,
    _data_types,
    _elementwise,
    _manipulation_functions,
    _print,
    _reduction,
    _type_utils,
):
    __all__ += _module.__all__
del _module
