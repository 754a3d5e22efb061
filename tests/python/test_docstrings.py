"""Examples in docstrings run, and every public name has a docstring."""

import doctest
import importlib
import inspect
import pkgutil

import pytest
from absent_operations import is_absent

import dpctl
import dpctl.tensor
import dpnp
import dpnp.polynomial as series
import dpnp.scipy.linalg
import dpnp.scipy.special
import numba_dpex
import opendpex


def public_modules():
    for package in (dpctl, dpnp, numba_dpex, opendpex):
        yield package
        for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            is_inside = package is numba_dpex and "._" in info.name  # the compiler's own classes
            if not info.name.endswith(("._core", ".__main__")) and not is_inside:
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


def is_documented(found) -> bool:
    """A class whose objects each have a docstring of their own has a descriptor in its place."""
    return bool(inspect.getdoc(found)) or inspect.isdatadescriptor(vars(found)["__doc__"])


OBJECTS = dict(public_objects())
EXAMPLES = {path: doc for path, found in OBJECTS.items() if ">>>" in (doc := inspect.getdoc(found) or "")}


@pytest.mark.parametrize("path", EXAMPLES)
def test_examples_print_their_results(path):
    test = doctest.DocTestParser().get_doctest(EXAMPLES[path], {}, path, None, 0)
    lines = []
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=lines.append)
    if result.failed and is_absent("".join(lines)):
        pytest.skip("no kernel for the default device")
    assert result.attempted > 0 and result.failed == 0, "".join(lines)


def test_every_public_name_is_documented():
    assert [path for path, found in OBJECTS.items() if not is_documented(found)] == []


GIVE_NOTHING = frozenset(
    """copyto fill_diagonal place put put_along_axis putmask save savetxt savez savez_compressed set_printoptions seed set_state shuffle
    synchronize_array_data check_limitations""".split()
)
TAKE_NOTHING = frozenset("geterr get_include get_printoptions get_print_options".split())
SERIES = [
    series.polynomial,
    series.chebyshev,
    series.hermite,
    series.hermite_e,
    series.laguerre,
    series.legendre,
    series.polyutils,
]
SPACES = [
    dpctl.tensor,
    dpctl.tensor.linalg,
    dpctl.tensor.fft,
    dpnp,
    dpnp.linalg,
    dpnp.fft,
    dpnp.random,
    dpnp.scipy.linalg,
    dpnp.scipy.special,
    *SERIES,
]


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.__name__)
def test_functions_tell_parameters_and_results(space):
    lacking = []
    for name in (name for name in space.__all__ if not name.startswith("_")):
        found = getattr(space, name)
        if is_ours(found) and not inspect.isclass(found):
            parts = [
                part
                for part, without in (("Parameters", TAKE_NOTHING), ("Returns", GIVE_NOTHING))
                if name not in without
            ]
            lacking += [f"{name}: {part}" for part in parts if f"{part}\n---" not in inspect.getdoc(found)]
    assert lacking == []
