"""dpctl.tensor: arrays in USM memory, by the rules of the Python array API standard.

Operations run on the queue of their arguments and return before they are done; reading a result waits for it.
"""

import sys as _sys

from opendpex import _core

from . import _distributed, _einops, fft, linalg
from ._accumulation import *
from ._array_api import __array_api_version__, __array_namespace_info__
from ._asarray import asarray, from_numpy
from ._clip import *
from ._constants import *
from ._copy_utils import asnumpy, astype, copy, to_numpy
from ._ctors import *
from ._data_types import *
from ._device import Device
from ._dlpack import DLDeviceType, dldevice_to_sycl_device, from_dlpack, sycl_device_to_dldevice
from ._elementwise import *
from ._indexing_functions import *
from ._linear_algebra_functions import *
from ._manipulation_functions import *
from ._print import *
from ._reduction import *
from ._search_functions import *
from ._searchsorted import *
from ._set_functions import *
from ._sorting import *
from ._statistical_functions import *
from ._type_utils import *
from ._usmarray import usm_ndarray
from ._utility_functions import *

# The namespace consists of the names imported above.
__all__ = ["__array_api_version__", "__array_namespace_info__"]
__all__ += [_name for _name in globals() if not _name.startswith("_")]


_core.set_hook("array_namespace", _sys.modules[__name__])
