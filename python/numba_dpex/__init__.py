"""numba_dpex: kernels written in Python, compiled for each device; both generations of the interface."""

from opendpex import _core
from opendpex._messages import by_others, wrong_type

from . import _older_names, kernel_api
from ._compiler.interface import prange
from ._decorators import device_func, dpjit, func, kernel, njit, vectorize
from ._launcher import call_kernel, call_kernel_async
from ._numba_hook import offload_in_contexts as _offload_in_contexts
from ._older_names import *
from .core import config, types
from .core.exceptions import IndeterminateExecutionQueueError
from .core.types import *
from .core.types import __all__ as _type_names
from .kernel_api import NdRange, Range

__version__ = "0.23.0+opendpex." + _core.version

__all__ = [
    "IndeterminateExecutionQueueError",
    "NdRange",
    "Range",
    "__version__",
    "call_kernel",
    "call_kernel_async",
    "config",
    "device_func",
    "dpjit",
    "func",
    "kernel",
    "kernel_api",
    "njit",
    "parse_sem_version",
    "prange",
    "types",
    "vectorize",
    *_older_names.__all__,
    *_type_names,
]


_offload_in_contexts()


def __getattr__(name: str):
    """Loads `numba_dpex.dpnp` (the older interface's name of dpnp) and `utils` at their first use."""
    if name in ("dpnp", "utils"):
        import importlib  # here, because only these two names need it

        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *__all__, "dpnp", "utils"})


def parse_sem_version(version: str) -> tuple[int, int, int]:
    """The major, minor and patch number of a version string.

    Parameters
    ----------
    version : str
        Such as "0.23.0+opendpex.0.1".

    Returns
    -------
    tuple of int
        Suffixes of a number, as in "3rc1", are ignored.

    Raises
    ------
    ValueError
        If a part does not begin with a digit.
    """
    if not isinstance(version, str):
        raise wrong_type("version", "a text", version)
    parts = version.split("+")[0].split(".")[:3]
    return tuple(by_others(int, part[: len(part) - len(part.lstrip("0123456789"))]) for part in parts)
