"""Prints where the build's Python has OpenBLAS: the library of the PyPI package scipy-openblas32, then its licence.

Fails without output where it is not installed: the build then goes on without (meson option `openblas`).
"""

import sys
from importlib import metadata
from pathlib import Path


def main():
    try:
        import scipy_openblas32

        files = metadata.files("scipy-openblas32") or []
    except ImportError:
        return 1
    library = Path(scipy_openblas32.get_lib_dir()) / "libscipy_openblas.so"
    licences = [f.locate() for f in files if f.name == "LICENSE.txt"]
    if not library.exists() or not licences:
        return 1
    print(library.resolve(), Path(licences[0]).resolve(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
