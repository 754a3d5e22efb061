"""Prints where the build's Python has OpenBLAS: the library of the PyPI package scipy-openblas32, then its licence.

Fails without output where it is not installed: the build then goes on without (meson option `openblas`).
"""

import sys
from importlib import metadata
from pathlib import Path


def main():
    # The package is not imported: when cross-compiling its library is for another processor.
    try:
        files = metadata.files("scipy-openblas32") or []
    except metadata.PackageNotFoundError:
        return 1
    libraries = [Path(f.locate()) for f in files if f.name == "libscipy_openblas.so"]
    licences = [Path(f.locate()) for f in files if f.name == "LICENSE.txt"]
    if not licences or not libraries or not libraries[0].exists():
        return 1
    print(libraries[0].resolve(), licences[0].resolve(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
