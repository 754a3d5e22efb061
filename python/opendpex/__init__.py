"""opendpex: functions beyond the reference (Intel's dpctl 0.20, dpnp 0.20, numba_dpex 0.23).

The version, the folders of headers and libraries for native extensions, the memory pool, kernel fusion, kernels from
source and profiles.
"""

from pathlib import Path

# First, because dpctl, dpnp and numba_dpex import this package.
from opendpex._installation import require_own_files  # isort: skip

require_own_files(Path(__file__).resolve().parents[1])

from opendpex import _core
from opendpex._fuse import FuseError, fuse
from opendpex._fusion import fusion
from opendpex._host_conversion import HostConversionWarning, host_conversion
from opendpex._kernels import ElementwiseKernel, RawKernel, ReductionKernel
from opendpex._pool import pool_set_limit, pool_statistics, pool_trim
from opendpex._profile import Profile, ProfileEvent, profile


def _repr_html(x):
    from opendpex._html import repr_html  # what it takes is for notebooks alone

    return repr_html(x)


_core.set_hook("repr_html", _repr_html)

__all__ = [
    "ElementwiseKernel", "FuseError", "Profile", "ProfileEvent", "RawKernel", "ReductionKernel", "__version__", "fuse",
    "fusion", "get_array_module", "get_include", "get_library_dir", "pool_set_limit", "pool_statistics", "pool_trim",
    "profile",
]  # fmt: skip

__version__ = _core.version

__all__ += ["HostConversionWarning", "host_conversion"]


def get_include() -> str:
    """Return the folder that holds ``dpex/*.h``, for ``-I``."""
    package = Path(__file__).resolve().parent
    installed = package / "include"
    # An editable install leaves the headers where they are in the source tree.
    return str(installed if installed.is_dir() else package.parents[1] / "include")


def get_library_dir() -> str:
    """Return the folder that holds ``libdpex.so``; extensions do not link it (see ``dpex/function_table.h``)."""
    return str(Path(__file__).resolve().parent / "lib")


def get_array_module(*args):
    """Return the module whose functions take the arguments: ``dpnp`` if one of them is an array on a device, else
    ``numpy``.

    Examples
    --------
    >>> import dpnp, numpy, opendpex
    >>> [opendpex.get_array_module(x).__name__ for x in (dpnp.ones(2), numpy.ones(2), 3.0)]
    ['dpnp', 'numpy', 'numpy']
    """
    import numpy  # takes time too

    import dpnp  # here, because dpnp imports this package, and takes time

    return dpnp if any(isinstance(x, _core.array_base) for x in args) else numpy


def __dir__():
    return __all__
