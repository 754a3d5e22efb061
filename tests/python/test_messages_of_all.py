"""Every public function, called with wrong arguments of a few kinds: the message has the name by which it was called."""

import importlib
import inspect
import io
import re

import numpy
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


# ---- flags -----------------------------------------------------------------------------------------------------------

# They are None where they are not given.
_FLAGS_THAT_MAY_BE_NONE = {"copy", "density", "suppress_small", "write"}

# What reaches the flag, as source: x is an array of shape (3, 3). The first that fits is all that a function needs.
_CALLED_WITH = {
    r"(poly|cheb|herm)fit$|Chebyshev\.fit$": "x[0], x[0], 1",
    r"\.einsum$": "'ij->i', x",
    r"\.full_like$": "x, 1",
    r"\.(geom|log|lin)space$": "1, 2, 5",
    r"\.get_filter_string$": "",
    r"\.(digitize|histogram2d)$": "x[0], x[0]",
    r"\.(cumulative_\w+|poly1d|vander)$": "x[0]",
    r"\.indices$": "(2, 2)",
    r"\.loadtxt$": "io.StringIO('1 2')",
    r"\.lu_solve$": "dpnp.scipy.linalg.lu_factor(dpnp.eye(3)), x",
    r"\.reshape$": "x, (9,)",
    r"^ndarray\.(astype|reshape)$": "'i4'",
    r"\.sliding_window_view$": "x, (2, 2)",
    r"\.(fusion|host_conversion)$": "'allow'",
}

# Parameters that change nothing, and those that are more than flags.
_FLAGS_NOT_READ = {
    r" (aligned|assume_unique|cache|overwrite_\w+|shuffle|sorted|stable)$": "ignored: what they ask for is so anyway",
    r"^Generator\.choice shuffle$|copy_when_nondefault_queue$": "ignored",
    r" subok$": "ufuncs ignore it: results are plain arrays",
    r" where$": "an array of bools is what it takes",
    r" all_scalars$": "read of calls without an array",
    r"\.load (allow_pickle|fix_imports)$|\.save\w* allow_pickle$": "NumPy reads it where there are pickles",
    r"^dpnp\.polynomial\.polyutils\.format_float parens$": "read of long numbers",
    r"^opendpex\.fusion ": "a context manager, which starts in its with statement",
}


def _flags(function):
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return [], 0
    flags = [p.name for p in parameters if isinstance(p.default, bool) or p.name in _FLAGS_THAT_MAY_BE_NONE]
    by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return flags, sum(p.default is p.empty and p.kind in by_position for p in parameters)


class _Untrue:
    def __bool__(self):
        raise TypeError("neither true nor false")


@pytest.mark.filterwarnings("ignore")
def test_flags_without_truth_value_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wrong, n = [], 0
    for path, where, name in _functions():
        if _NOT_CALLED.search(name) or where is dpnp.sin:  # it has no reductions
            continue
        arrays = dpt if path.startswith(("dpctl", "usm_", "Sycl")) else dpnp
        x = arrays.ones((3, 3))
        flags, n_others = _flags(getattr(where, name))
        others = next((text for pattern, text in _CALLED_WITH.items() if re.search(pattern, path)), None)
        args = [x] * n_others if others is None else eval(f"[{others}]", {"x": x, "dpnp": dpnp, "io": io})
        call = eval(f"lambda where, args, kwargs: where.{name}(*args, **kwargs)")
        for flag in flags:
            if any(re.search(pattern, f"{path} {flag}") for pattern in _FLAGS_NOT_READ):
                continue
            for value in (arrays.ones(3), numpy.ones(3), _Untrue()):
                n += 1
                try:
                    call(where, args, {flag: value})
                    message = "no exception"
                except (TypeError, ValueError) as error:
                    message = f"{type(error).__name__}: {error}"
                if not (_is_named(name, path, message) and re.search(rf"\b{flag}\b.* must be .*not ", message)):
                    wrong.append(f"{path}({flag}={_text(value)}): {message[:150]}")
    assert n > 500
    assert not wrong, "\n".join(wrong)


def test_flags_are_all_that_has_a_truth_value():
    x = dpnp.ones((2, 2))
    for one in (1, numpy.True_, "yes", numpy.ones(1), dpnp.ones(()), dpnp.ones(1)):
        assert dpnp.sum(x, keepdims=one).shape == (1, 1)
        assert dpnp.linalg.svd(x, compute_uv=one).S.shape == (2,)
        assert dpnp.sort(x, descending=one).shape == x.shape
        assert dpnp.asarray(x, copy=one) is not x
    for none in (0, None, "", numpy.zeros(1), dpnp.zeros(())):
        assert dpnp.sum(x, keepdims=none).shape == ()
        assert dpnp.linalg.svd(x, compute_uv=none).shape == (2,)
        assert dpnp.asarray(x, copy=none) is x
    for flag, kind in ((dpnp.ones(3), ValueError), (numpy.ones(3), ValueError), (_Untrue(), TypeError)):
        with pytest.raises(kind, match=r"^sum: keepdims must be True or False, not "):
            dpnp.sum(x, keepdims=flag)
    with pytest.raises(ValueError, match=r"not ndarray of shape \(3,\)$"):
        x.sum(keepdims=dpnp.ones(3))
