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


# ---- words, axes and numbers -----------------------------------------------------------------------------------------

# As `_CALLED_WITH`, for parameters that are no flags; v is a line of x, and i are indices.
_CALLED_WITH_OTHERS = {
    r"\.(empty|ones|zeros|eye|tri|r?fftfreq|diag_indices|tri[lu]_indices|chebpts\d|\w+gauss|bartlett|blackman|hamming"
    r"|hanning|(usm_)?ndarray|randint|random_integers|basis|random_raw)$|^dpnp\.identity$": "3",
    r"^\w+\.(identity|set_print_options)$": "",
    r"\.indices$|^Generator\.random$": "(3,)",
    r"\.(full|kaiser)$": "3, 1",
    r"\.arange$": "0, 3",
    r"\.mask_indices$": "3, dpnp.triu",
    r"^ndarray\.choose$": "[i, i]",
    r"^ndarray\.put$": "i, v",
    r"^ndarray\.take$": "i",
    r"^ndarray\.searchsorted$": "v",
    r"^dpctl\.tensor\.take_along_axis$": "x, i[None, :]",
    r"^dpctl\.tensor\.put_along_axis$": "x, i[None, :], x",
    r"\.take_along_axis$": "x, i[None], 0",
    r"\.put_along_axis$": "x, i[None], x, 0",
    r"\.put$": "x, i, v",
    r"\.take$": "x, i",
    r"\.choose$": "i, [v, v]",
    r"\.(concat|concatenate|[hv]stack|row_stack|column_stack|stack|dstack)$": "[x, x]",
    r"\.(roll|tile|top_k|rollaxis)$": "x, 1",
    r"^dpctl\.tensor\.where$": "x > 0, x, x",
    r"\.(bitwise_invert|bitwise_not|bitwise_count|invert)$": "i",
    r"\.(bitwise_\w+|(left|right)_shift|gcd|lcm)$": "i, i",
    r"\.can_cast$": "'f4', 'f8'",
    r"\.compress$": "[True, False, True], x",
    r"\.select$": "[x > 0], [x]",
    r"\.(searchsorted|convolve|correlate|trapezoid)$": "v, v",
    r"\.interp$": "v, v, v",
    r"\.ravel_multi_index$": "(i, i), (2, 2)",
    r"\.unravel_index$": "i, (2, 2)",
    r"\.(un)?packbits$": "i.astype('u1')",
    r"\.frombuffer$": "b'12345678'",
    r"\.(load|fromfile|genfromtxt)$": "'file'",
    r"\.savetxt$": "'file', x",
    r"\.fromiter$": "[1, 2], 'i4'",
    r"\.select_device_with_aspects$": "'cpu'",
    r"\.create_\w+_from_source$": "dpctl.SyclQueue(), ''",
    r"\.create_\w+_from_spirv$": "dpctl.SyclQueue(), b''",
    r"\.from_numpy$": "numpy.ones(3)",
    r"\.(Chebyshev|Hermite|Polynomial|fromroots)$": "v",
    r"\.\w+pow$": "v, 2",
    r"\.(cheb)?interpolate$": "dpnp.sin, 2",
    r"\.cast$": "dpnp.polynomial.Polynomial([1, 2])",
    r"\.dirichlet$": "v",
    r"\.logseries$": "0.5",
    r"\.zipf$": "2",
    r"\.triangular$": "0, 1, 2",
    r"\.multinomial$": "3, [0.5, 0.5]",
    r"\.multivariate_normal$": "v, x",
    r"\.multivariate_hypergeometric$": "[3, 3], 2",
    r"\.reduceat$": "v, i",
    r"\.can_access_peer$": "dpctl.SyclDevice()",
}

# Parameters that are not asked, and why.
_NOT_ASKED = {
    r" (out|like|where|min|max|a_min|a_max|append|prepend|weights|[fa]weights|loc|scale|lam|low|high|mean|sigma|scl|lbnd"
    r"|left|right|period|dx|p|y|base)$|(cheb|herm|poly)int k$|integ k$|select default$": "operands, of which messages say more",
    r" (copy|stable|density|suppress|suppress_small|write|align|uic)$": "flags",
    r"\.(SyclContext|SyclDevice|SyclEvent|SyclPlatform) arg$": "the only argument, which messages call so",
    r"\.SyclTimer (host_timer|time_scale)$|from_numpy sycl_queue$": "read later",
    r"\.lsplatform verbosity$|\.may_share_memory max_work$|\.where order$|\.asnumpy order$| array_namespace$": "ignored",
    r"\.(choice|permutation) usm_type$|n_children_spawned$|dpnp\.([rc]_|[mo]grid) ": "ignored",
    r"^dpnp\.(as_usm_ndarray|get_dpnp_descriptor|get_normalized_queue_device|get_result_array|is_cuda_backend) ":
        "of helpers that give back what they get",
    r"\.loadtxt (comments|delimiter|quotechar|converters|usecols)$": "NumPy's text reader says it",
    r"\.(load|savetxt|fromregex|genfromtxt) ": "NumPy reads the files",
    r"\.fromstring ": "it needs another keyword; `fromfile` reads the same ones",
    r"\.real_if_close tol$": "read of complex numbers",
    r"nterpolate args$": "of a function of the program",
    r"\.device_func ": "the only argument, which messages call a function or a signature",
    r"^ndarray\.(choose|searchsorted) ": "as of the functions, which are called with arrays that fit",
    r"\.BitGenerator seed$": "it is a base class",
    r"\.SeedSequence spawn_key$": "an entropy, too",
    r"\.mem_fence ": "of kernels only",
    r"^numba_dpex\.(Array|DpnpNdArray|USMNdArray) ": "types take what numba gives them",
    r"^opendpex\.(ElementwiseKernel|RawKernel|ReductionKernel) ": "texts of kernels come first",
    r"^SyclQueue\.(copy|memcpy|memset|prefetch|submit)": "they need memory and kernels",
    r"^MemoryUSM\w+\.copy_to_host obj$": "Python's buffers say it",
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
def test_arguments_of_a_wrong_kind_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_bytes(bytes(16))
    wrong, n = [], 0
    for path, where, name in _functions():
        if _NOT_CALLED.search(name) or where is dpnp.sin or any(re.search(p, path) for p in _NOT_NAMED_IN):
            continue
        arrays = dpt if path.startswith(("dpctl", "usm_", "Sycl")) else dpnp
        call = eval(f"lambda where, args, kwargs: where.{name}(*args, **kwargs)")
        args = _arguments(getattr(where, name), path, arrays)
        for parameter, default in _others(getattr(where, name)):
            if any(re.search(pattern, f"{path} {parameter}") for pattern in _NOT_ASKED):
                continue
            for value in (arrays.ones(3), numpy.ones(3), object(), *["abc"] * (type(default) in (int, float))):
                n += 1
                try:
                    call(where, args, {parameter: value})
                    message = "" if hasattr(value, "ndim") else "no exception"
                except Exception as error:
                    message = f"{type(error).__name__}: {error}"
                if message and not (
                    _is_named(name, path, message)
                    and re.search(rf"\b{parameter}\b|no signature with results of", message, re.IGNORECASE)
                ):
                    wrong.append(f"{path}({parameter}={_text(value)}): {message[:150]}")
    assert n > 3000
    assert not wrong, "\n".join(wrong)


def _others(function):
    """The parameters that have defaults, with these, and are no flags."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [
        (p.name, p.default)
        for p in parameters
        if p.default is not p.empty and p.kind is not p.POSITIONAL_ONLY and not isinstance(p.default, bool)
    ]


def _arguments(function, path: str, arrays) -> list:
    """Those by position of a call that reaches its other parameters."""
    x = arrays.ones((3, 3))
    tables = {**_CALLED_WITH_OTHERS, **_CALLED_WITH}
    others = next((text for pattern, text in tables.items() if re.search(pattern, path)), None)
    names = {"x": x, "v": x[0], "i": arrays.asarray([0, 1, 0]), "dpnp": dpnp, "io": io, "dpctl": dpctl, "numpy": numpy}
    return [x] * _flags(function)[1] if others is None else eval(f"[{others}]", names)
