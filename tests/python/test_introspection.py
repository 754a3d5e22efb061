"""Every public callable shows its signature, as help() and editors ask for it, and `dir()` lists nothing that raises."""

import importlib.util
import inspect

import pytest
from public_objects import is_ours, public_modules, public_objects

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex
import opendpex

CALLABLES = {path: found for path, found in public_objects() if callable(found)}


def has_signature(found) -> bool:
    try:
        return isinstance(inspect.signature(found), inspect.Signature)
    except (TypeError, ValueError):
        return False


def test_each_public_callable_has_a_signature():
    assert [path for path, found in CALLABLES.items() if not has_signature(found)] == []


def test_methods_of_objects_have_signatures():
    lacking = []
    for thing in OBJECTS:
        for name in dir(thing):
            found = getattr(thing, name)
            if not name.startswith("_") and callable(found) and is_ours(found) and not has_signature(found):
                lacking.append(f"{type(thing).__name__}.{name}")
    assert lacking == []


def test_ufuncs_show_the_parameters_of_numpys():
    assert str(inspect.signature(dpnp.add)) == (
        "(x1, x2, /, out=None, *, where=True, casting='same_kind', order='K', dtype=None, subok=True, signature=None)"
    )
    assert list(inspect.signature(dpnp.sin).parameters)[:2] == ["x", "out"]
    assert inspect.signature(dpnp.divmod).parameters["out"].default == (None, None)
    assert list(inspect.signature(dpnp.add.reduce).parameters)[0] == "array"
    signature = inspect.signature(dpnp.modf)
    bound = signature.bind(dpnp.ones(3), order="C")
    assert dpnp.modf(*bound.args, **bound.kwargs)[1].shape == (3,)


def test_signatures_name_what_functions_take():
    """Each parameter that may be given by name, by the text of functions written in C, is one that the function knows."""
    wrong = []
    for path, found in CALLABLES.items():
        if not inspect.isbuiltin(found):
            continue
        for name, parameter in inspect.signature(found).parameters.items():
            if parameter.kind not in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD):
                continue
            try:
                found(**{name: object()})
            except Exception as error:
                if f"no argument '{name}'" in str(error) or "unexpected keyword" in str(error):
                    wrong.append(f"{path}: {name}")
    assert wrong == []


@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="numba is not installed")
def test_numba_gives_arrays_a_type():
    import numba

    for x in (dpnp.ones(3), dpt.ones(3)):
        found = numba.typeof(x)
        assert isinstance(found, numba.types.Array) and found.ndim == 1 and found.layout == "C"
        assert found.dtype == numba.float64 and found == numba.typeof(x + 1) and hash(found) == hash(numba.typeof(x))
        assert found != numba.typeof(x.asnumpy() if hasattr(x, "asnumpy") else dpt.asnumpy(x))
    matrix = dpnp.ones((4, 6), dtype="f4", order="F")
    assert numba.typeof(matrix).layout == "F" and numba.typeof(matrix[::2, 1:]).layout == "A"
    assert "shared" in str(numba.typeof(dpnp.ones(3, usm_type="shared")))
    constant = dpnp.ones(3, dtype="c8")
    constant.flags["W"] = False
    assert not numba.typeof(constant).mutable

    @numba.njit
    def first(x):
        return x[0]

    with pytest.raises(TypeError, match="dpnp|array"):  # NumPy's arrays only: no pointer to device memory gets out
        first(dpnp.ones(3))


# ---- dir() --------------------------------------------------------------------------------------------------------


def _things():
    queue = dpctl.SyclQueue()
    yield from (dpnp.ones(3), dpnp.ones((2, 3), dtype="c8"), dpnp.zeros(()), dpt.ones(3), dpt.zeros((2, 3, 4)))
    yield from (queue, queue.sycl_device, queue.sycl_context, queue.submit_barrier(), queue.sycl_device.sycl_platform)
    yield from (
        dpnp.add,
        dpnp.modf,
        dpnp.sin,
        dpt.add,
        dpt.sin,
        dpnp.ones(3).flags,
        dpnp.ones(3).flat,
        dpnp.ones(3).data,
    )
    yield from (dpnp.ones(3).device, dpt.__array_namespace_info__(), dpnp.random.RandomState(1), dpctl.SyclTimer())
    yield from (dpnp.random.default_rng(1), dpnp.poly1d([1, 2]), dpnp.broadcast(dpnp.ones(3)), dpnp.mgrid)
    yield from (dpctl.LocalAccessor("i4", (3,)), numba_dpex.Range(3), numba_dpex.kernel(lambda x: x))
    yield from (dpnp.r_, dpnp.c_, dpnp.ogrid, dpnp.random.Philox(1), dpnp.polynomial.Polynomial([1, 2]))
    yield from (numba_dpex.dpjit(lambda x: x), numba_dpex.vectorize(lambda x: x), numba_dpex.device_func(lambda x: x))
    called = numba_dpex.dpjit(lambda x: x)
    called(1)
    yield called
    yield opendpex.fuse(lambda x: x + 1)


OBJECTS = list(_things())


def _raising(thing) -> list:
    found = []
    for name in dir(thing):
        try:
            getattr(thing, name)
        except Exception as error:
            found.append(f"{name}: {error!r}")
    return found


@pytest.mark.parametrize("thing", OBJECTS, ids=lambda x: type(x).__qualname__)
def test_dir_of_objects_lists_nothing_that_raises(thing):
    assert _raising(thing) == []


def test_dir_of_a_part_of_a_device_has_no_filter_string(device, part):
    assert "filter_string" in dir(device)
    assert "filter_string" not in dir(part) and _raising(part) == []
    with pytest.raises(ValueError):
        part.filter_string


def test_dir_of_modules_lists_nothing_that_raises():
    assert {module.__name__: raising for module in public_modules() if (raising := _raising(module))} == {}


def test_dir_of_classes_lists_nothing_that_raises():
    classes = {path: found for path, found in public_objects() if inspect.isclass(found)}
    # __abstractmethods__ is in dir() of every class and raises in most, NumPy's too
    found = {
        path: wrong
        for path, kind in classes.items()
        if (wrong := [name for name in _raising(kind) if not name.startswith("__abstractmethods__")])
    }
    assert found == {}


def test_modules_offer_all_that_they_list():
    """What `__all__` names is in dir(), so that editors complete it."""
    lacking = {m.__name__: sorted(set(getattr(m, "__all__", ())) - set(dir(m))) for m in public_modules()}
    assert {name: missing for name, missing in lacking.items() if missing} == {}


_MORE = {
    "dpctl": {"enum_types"},
    "dpnp": {"DLDeviceType", "config", "dpnp_array", "dpnp_utils", "testing"},
    "dpnp.tensor": {  # names that the reference's module has too
        "ExecutionPlacementError", "broadcast_shapes", "get_coerced_usm_type", "get_execution_queue",
        "validate_usm_type",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    "name",
    "dpctl dpctl.memory dpctl.program dpctl.tensor.fft dpctl.tensor.linalg dpctl.utils dpnp dpnp.config dpnp.dpnp_utils "
    "dpnp.emath dpnp.exceptions dpnp.fft dpnp.lib.stride_tricks dpnp.linalg dpnp.memory dpnp.polynomial "
    "dpnp.polynomial.chebyshev dpnp.polynomial.hermite dpnp.polynomial.polyutils dpnp.random dpnp.scipy.linalg "
    "dpnp.scipy.special dpnp.tensor dpnp.testing opendpex".split(),
)
def test_modules_list_public_names_only(name):
    module = importlib.import_module(name)
    listed = {word for word in dir(module) if not word.startswith("_")}
    assert listed - set(module.__all__) <= _MORE.get(name, set())
    assert set(module.__all__) <= set(dir(module))
