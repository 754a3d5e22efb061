# Written by tools/write_stubs.py.
from opendpex._fuse import FuseError as FuseError
from opendpex._fuse import fuse as fuse
from opendpex._fusion import fusion as fusion
from opendpex._host_conversion import HostConversionWarning as HostConversionWarning
from opendpex._host_conversion import host_conversion as host_conversion
from opendpex._kernels import ElementwiseKernel as ElementwiseKernel
from opendpex._kernels import RawKernel as RawKernel
from opendpex._kernels import ReductionKernel as ReductionKernel
from opendpex._pool import pool_set_limit as pool_set_limit
from opendpex._pool import pool_statistics as pool_statistics
from opendpex._pool import pool_trim as pool_trim
from opendpex._profile.recording import Profile as Profile
from opendpex._profile.recording import ProfileEvent as ProfileEvent
from opendpex._profile.recording import profile as profile
from typing import Any

__all__ = [
    "ElementwiseKernel",
    "FuseError",
    "Profile",
    "ProfileEvent",
    "RawKernel",
    "ReductionKernel",
    "__version__",
    "fuse",
    "fusion",
    "get_array_module",
    "get_include",
    "get_library_dir",
    "pool_set_limit",
    "pool_statistics",
    "pool_trim",
    "profile",
    "HostConversionWarning",
    "host_conversion",
]
__version__: str

def get_array_module(*args: Any) -> Any: ...
def get_include() -> str: ...
def get_library_dir() -> str: ...
