"""Refuses to run beside remains of Intel's dpctl, which installs to the same place.

Importing this module is the check. Either package overwrites files of the other without a word from pip, and what is then imported is a mixture. Looking costs
two listings of folders.
"""
import os
from pathlib import Path

__all__ = ["require_own_files"]

_FOREIGN_MODULES = (".so", ".pyd")


def _compiled_modules(package: Path) -> list[str]:
    """Return the compiled modules in the package's folder: ours has none, all C is in ``opendpex._core``."""
    return sorted(entry.name for entry in os.scandir(package) if entry.name.endswith(_FOREIGN_MODULES))


def _foreign_distributions(site: Path) -> list[str]:
    """Return the records of installed distributions named dpctl; ours is named opendpex."""
    return sorted(name for name in os.listdir(site) if name.startswith("dpctl-") and name.endswith("-info"))


def require_own_files(package: Path) -> None:
    """Raise ImportError if files of Intel's dpctl lie in or beside the package's folder.

    Parameters
    ----------
    package : pathlib.Path
        Folder of the package ``dpctl``.
    """
    found = _compiled_modules(package) + _foreign_distributions(package.parent)
    if found:
        raise ImportError(
            f"Intel's dpctl is installed in {package.parent} as well ({', '.join(found[:3])}); both own the package 'dpctl'. "
            "Run: pip uninstall -y dpctl dpnp numba-dpex opendpex && pip install opendpex"
        )


require_own_files(Path(__file__).resolve().parent)
