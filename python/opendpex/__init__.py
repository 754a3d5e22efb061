"""opendpex: what belongs to none of the reference packages.

The version, the folders of headers and libraries for native extensions, and (in later releases) explicit fusion.
"""
from pathlib import Path

from opendpex import _core

__all__ = ["__version__", "get_include", "get_library_dir"]

__version__ = _core.version


def get_include() -> str:
    """Return the folder that holds ``dpex/*.h``, for ``-I``."""
    return str(Path(__file__).resolve().parent / "include")


def get_library_dir() -> str:
    """Return the folder that holds ``libdpex.so``; extensions do not link it (see ``dpex/function_table.h``)."""
    return str(Path(__file__).resolve().parent / "lib")
