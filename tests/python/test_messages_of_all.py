"""Every public function, called with wrong arguments of a few kinds: the message has the name by which it was called."""

import importlib
import inspect
import re

import pytest
from public_objects import is_ours

import dpctl
import dpctl.memory
import dpctl.tensor as dpt
import dpnp
import numba_dpex
import opendpex

_MODULES = """
dpctl dpctl.memory dpctl.program dpctl.tensor dpctl.tensor.fft dpctl.tensor.linalg dpctl.utils dpnp dpnp.emath dpnp.fft
dpnp.lib.stride_tricks dpnp.linalg dpnp.polynomial.chebyshev dpnp.polynomial.hermite dpnp.polynomial.polynomial
dpnp.polynomial.polyutils dpnp.random dpnp.scipy.linalg dpnp.scipy.special numba_dpex opendpex opendpex.collectives
""".split()

# They change what other tests see, or print; RawKernelArg reads from any address.
_NOT_CALLED = re.compile(r"RawKernelArg$|set_|seed$|print|onetrace|tofile$|dump$")

# Messages without the name, and why.
_NOT_NAMED = {
    r"^TypeError: [\w.<>]+\(\) (takes|got|missing)": "Python binds arguments to a definition, also those of its alias",
    r"^OSError|^FileNotFoundError": "it names the file",
    r"^MemoryError: $|^KeyError: \d$": "of Python, as of a dict instead of a pair of numbers",
    r"^TypeError: cannot create '": "it names the type that has no constructor",
    r"^SyclProgramCompilationError": "what a compiler says of a program",
}
_NOT_NAMED_IN = {
    r"\.(apply_along_axis|apply_over_axes|fromfunction|pad|piecewise|vectorize|fuse)$": "of a function of the program",
    r"\.(backend_type|device_type|event_status_type|fp_config|global_mem_cache_type|local_mem_type|memory_order"
    r"|memory_scope|partition_property|DLDeviceType)$": "enumerations are Python's",
    r"^Range\.(count|index)$": "of tuple",
    r"^dpnp\.ufunc$": "programs do not make them",
    r"^RandomState\.random$|^ndarray\.conjugate$": "other names of methods, of which messages know the first",
    r"^numba_dpex\.(usm_ndarray|[a-z]+[0-9]*_?)$": "types, whose own names stand there",
}


def _objects():
    return [
        dpnp.ones((2, 2)), dpt.ones((2, 2)), dpnp.random.default_rng(1), dpnp.random.RandomState(1),
        dpnp.random.PCG64(1), dpnp.random.SeedSequence(1), dpnp.polynomial.Chebyshev([1.0, 2]), dpnp.poly1d([1.0, 2]),
        dpnp.add, dpnp.sin, dpctl.SyclQueue(), dpctl.SyclDevice(), dpctl.SyclContext(), dpctl.SyclPlatform(),
        dpctl.SyclEvent(), dpctl.memory.MemoryUSMShared(64), numba_dpex.Range(3), opendpex.Profile(),
    ]  # fmt: skip


def _functions():
    """(path, module or object, name) of all that programs call."""
    for module in map(importlib.import_module, _MODULES):
        for name in module.__all__:
            function = getattr(module, name)
            is_error = inspect.isclass(function) and issubclass(function, BaseException)
            if is_ours(function) and not is_error:
                yield f"{module.__name__}.{name}", module, name
    for x in _objects():
        yield from (
            (f"{type(x).__name__}.{name}", x, name)
            for name in dir(x)
            if not name.startswith("_") and callable(getattr(x, name))
        )


def _calls(function, array):
    """Arguments of wrong calls."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        parameters = ()
    by_position = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    n = sum(p.default is p.empty for p in by_position)
    by_name = [p.name for p in parameters if p.default is not p.empty and p.kind is not p.POSITIONAL_ONLY]
    for x in (None, "abc", b"abc", object(), {}, [[1, 2], [3]], -1, 1.5, 1j, (), array, array[:0, None]):
        yield [x] * n, {}
        yield [array][:n] + [x] * (n - 1), {}
    for name in by_name:
        for x in (object(), "abc", -7, 2.5, array[0]):
            yield [array] * n, {name: x}
    yield [array] * n, {"nonsense": 1}
    yield [array] * 40, {}


def _is_named(name: str, path: str, message: str) -> bool:
    text = message.partition(": ")[2]
    return (
        re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
        or any(re.search(pattern, message) for pattern in _NOT_NAMED)
        or any(re.search(pattern, path) for pattern in _NOT_NAMED_IN)
    )


@pytest.mark.filterwarnings("ignore")
def test_wrong_arguments_name_the_function(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)  # some write files
    wrong, n = {}, 0
    for path, where, name in _functions():
        if _NOT_CALLED.search(name):
            continue
        array = (dpt if path.startswith(("dpctl", "usm_", "Sycl")) else dpnp).ones((3, 3))
        call = eval(f"lambda where, args, kwargs: where.{name}(*args, **kwargs)")
        for args, kwargs in _calls(getattr(where, name), array):
            try:
                call(where, args, kwargs)
            except Exception as error:
                n += 1
                message = f"{type(error).__name__}: {error}"
                if not _is_named(name, path, message):
                    given = [*map(_text, args[:4]), *(f"{key}={_text(x)}" for key, x in kwargs.items())]
                    wrong.setdefault((path, message[:150]), f"{path}({', '.join(given)}): {message[:150]}")
    assert n > 10_000
    assert not wrong, "\n".join(wrong.values())


def _text(x) -> str:
    return type(x).__name__ if hasattr(x, "ndim") or type(x) is object else repr(x)
