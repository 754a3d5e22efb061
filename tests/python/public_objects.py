"""Our public modules, functions, classes and methods, for tests that check each of them."""

import importlib
import inspect
import pkgutil

import dpctl
import dpnp
import numba_dpex
import opendpex

# What is private in them imports other libraries, which tests/ecosystem/ has.
_NEED_LIBRARIES = ("opendpex.dask._", "opendpex.mpi._")


def public_modules():
    for package in (dpctl, dpnp, numba_dpex, opendpex):
        yield package
        for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            is_inside = package is numba_dpex and "._" in info.name  # the compiler's own classes
            if not info.name.endswith(("._core", ".__main__")) and not is_inside | info.name.startswith(
                _NEED_LIBRARIES
            ):
                yield importlib.import_module(info.name)


def is_ours(found) -> bool:
    home = getattr(found, "__module__", None) or type(found).__module__
    return callable(found) and home.startswith(("dpctl", "dpnp", "numba_dpex", "opendpex"))


def public_objects():
    """Our functions and classes in all modules' __all__, once each, and the classes' public members."""
    seen = {}
    for module in public_modules():
        for name in getattr(module, "__all__", ()):
            found = getattr(module, name)
            if is_ours(found):
                seen.setdefault(id(found), (f"{module.__name__}.{name}", found))
    for path, found in list(seen.values()):
        yield path, found
        if inspect.isclass(found):
            for name, member in vars(found).items():
                if not name.startswith("_") and (inspect.isroutine(member) or inspect.isdatadescriptor(member)):
                    yield f"{path}.{name}", member
