"""Checks at import that no files of Intel's packages are in the same folders.

Installing both overwrites files of one by the other without a warning from pip, and imports then mix both; uninstalling
theirs removes files of ours. The check lists a few folders.
"""

import os
from pathlib import Path

__all__ = ["require_own_files"]

_PACKAGES = ("dpctl", "dpnp", "numba_dpex")
_FOREIGN_MODULES = (".so", ".pyd")
# Files of both: those that are gone after theirs were uninstalled.
_SHARED = ("dpctl/__init__.py", "dpctl/tensor/__init__.py", "dpnp/__init__.py", "numba_dpex/__init__.py")
_seen = set()


def _compiled_modules(package: Path) -> list[str]:
    """Return the compiled modules in a package's folder: ours has none, all C is in ``opendpex._core``."""
    if not package.is_dir():
        return []
    return sorted(entry.name for entry in os.scandir(package) if entry.name.endswith(_FOREIGN_MODULES))


def _foreign_distributions(site: Path) -> dict[str, str]:
    """Return the records of installed distributions of the packages' names, by package; ours is named opendpex."""
    records = {}
    for name in os.listdir(site):
        package = name.replace("-", "_", name.startswith("numba-dpex")).split("-")[0]
        if package in _PACKAGES and name.endswith("-info"):
            records[package] = name
    return records


def require_own_files(site: Path) -> None:
    """Raise ImportError if files of Intel's packages are in or next to the folders of this package, or files of ours
    are gone with theirs.

    Parameters
    ----------
    site : pathlib.Path
        Folder of the packages.
    """
    if site in _seen:
        return
    records = _foreign_distributions(site)
    for package in _PACKAGES:
        found = _compiled_modules(site / package) + ([records[package]] if package in records else [])
        if found:
            raise ImportError(
                f"Intel's {package} is installed in {site} as well ({', '.join(found[:3])}); both own the "
                f"package {package!r}. "
                "Run: pip uninstall -y dpctl dpnp numba-dpex opendpex && pip install opendpex"
            )
    missing = [name for name in _SHARED if (site / name).parent.is_dir() and not (site / name).is_file()]
    if missing:
        raise ImportError(
            f"{', '.join(missing)} of opendpex is missing in {site}: a distribution that owned the same files, such as "
            "Intel's dpctl, was uninstalled. Run: pip install --force-reinstall --no-deps opendpex"
        )
    _seen.add(site)
