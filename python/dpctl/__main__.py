"""``python -m dpctl``: lists devices, and the folders of headers and libraries for extensions."""

import argparse
import sys
import warnings
from pathlib import Path

import dpctl
import opendpex

_PACKAGE = Path(__file__).resolve().parent


def _include_dir() -> Path:
    return _PACKAGE / "include"


def _tensor_include_dir() -> Path:
    return _PACKAGE / "tensor" / "libtensor" / "include"


def _link_flags() -> str:
    folder = opendpex.get_library_dir()
    return f"-L {folder} -Wl,-rpath,{folder} -lDPCTLSyclInterface"


# option -> (what it prints, help), in the order of printing
_PATHS = {
    "includes": (lambda: f"-I {_include_dir()}", "compiler flag for the headers of dpctl"),
    "include-dir": (_include_dir, "folder of the headers of dpctl"),
    "tensor-includes": (lambda: f"-I {_tensor_include_dir()}", "compiler flag for the headers of dpctl.tensor"),
    "tensor-include-dir": (_tensor_include_dir, "folder of the headers of dpctl.tensor"),
    "cmakedir": (lambda: _PACKAGE / "resources" / "cmake", "folder that holds dpctl-config.cmake"),
    "library": (_link_flags, "linker flags for the C interface library"),
    "library-dir": (opendpex.get_library_dir, "folder of the C interface library"),
}

# option, short form, verbosity of lsplatform, help; the first that is given wins
_LISTS = (
    ("full-list", "f", 2, "list all platforms with their devices in full"),
    ("long-list", "l", 1, "list all platforms with their devices"),
    ("summary", "s", 0, "list the names of all platforms"),
)

# Options that the listing options report as ignored.
_SAID_TO_BE_IGNORED = ("full-list", "long-list", "summary", "includes", "cmakedir", "library")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dpctl", description=__doc__)
    for name, (_, text) in _PATHS.items():
        parser.add_argument(f"--{name}", action="store_true", help=text)
    for name, short, _, text in _LISTS:
        parser.add_argument(f"-{short}", f"--{name}", action="store_true", help=text)
    return parser


def _warn_of_ignored(given: dict, chosen: str) -> None:
    ignored = [name for name in _SAID_TO_BE_IGNORED if given[name] and name != chosen]
    if len(ignored) == 1:
        warnings.warn(f"The option {ignored[0]} is being ignored.", stacklevel=3)
    elif ignored:
        warnings.warn(f"Options {ignored} are being ignored.", stacklevel=3)


def main(argv=None) -> int:
    """Run the command line; returns the exit status."""
    parser = _parser()
    given = {name.replace("_", "-"): is_set for name, is_set in vars(parser.parse_args(argv)).items()}
    for name, _, verbosity, _ in _LISTS:
        if given[name]:
            _warn_of_ignored(given, name)
            dpctl.lsplatform(verbosity=verbosity)
            return 0
    if not any(given.values()):
        parser.print_help()
    for name, (text, _) in _PATHS.items():
        if given[name]:
            print(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
