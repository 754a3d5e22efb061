"""opendpex: what belongs to none of the reference packages.

The version, the folders of headers and libraries for native extensions, and the memory pool.
"""
from pathlib import Path

# First of all: every package of ours imports this one.
from opendpex._installation import require_own_files  # isort: skip

require_own_files(Path(__file__).resolve().parents[1])

from opendpex import _core
from opendpex._fuse import FuseError, fuse
from opendpex._pool import pool_set_limit, pool_statistics, pool_trim

__all__ = ["FuseError", "__version__", "fuse", "get_include", "get_library_dir", "pool_set_limit", "pool_statistics", "pool_trim"]

__version__ = _core.version


def get_include() -> str:
    """Return the folder that holds ``dpex/*.h``, for ``-I``."""
    package = Path(__file__).resolve().parent
    installed = package / "include"
    # An editable install leaves the headers where they are in the source tree.
    return str(installed if installed.is_dir() else package.parents[1] / "include")


def get_library_dir() -> str:
    """Return the folder that holds ``libdpex.so``; extensions do not link it (see ``dpex/function_table.h``)."""
    return str(Path(__file__).resolve().parent / "lib")
