"""The same mistake in every function: one class of exception, and a message that names the function as the program calls it."""

import inspect

import numpy
import pytest

import dpctl
import dpnp
from dpctl.utils import ExecutionPlacementError

M = numpy.array([[1.0, 2, 3], [4, 5, 7], [2, 8, 9.5]])
V, W, I = M[0], M[1], numpy.array([0, 2, 1])  # noqa: E741
B = numpy.array([True, False, True])

_OF_ONE = (
    "abs angle arccos arctanh argwhere cbrt ceil conj cos deg2rad exp fix flatnonzero floor i0 imag isfinite isneginf "
    "log modf nan_to_num negative rad2deg ravel real_if_close reciprocal rint round sign sinc sort_complex sqrt trunc "
    "nonzero ediff1d poly roots trim_zeros unique_all unique_counts"
).split()
_OF_TWO = (
    "add arctan2 copysign divide equal float_power floor_divide fmax greater heaviside hypot less logaddexp logical_and "
    "maximum multiply not_equal power subtract true_divide"
).split()
_COMBINING = (
    "matmul vecdot dot inner outer kron vdot convolve correlate cross isclose allclose union1d intersect1d setdiff1d "
    "isin linalg.matmul linalg.outer linalg.vecdot linalg.cross meshgrid"
).split()
_ALONG = (
    "all amax amin argmax argsort average cumprod cumsum cumulative_sum diff flip gradient max mean median nanargmax "
    "nancumsum nanmax nanmean nanmedian nanstd nansum prod ptp sort std sum trapezoid unwrap var fft.fft fft.irfft "
    "linalg.norm linalg.vector_norm"
).split()
_MATRICES = "cholesky cond det eig eigh eigvalsh inv matrix_rank pinv qr slogdet svd svdvals".split()
CALLS = {
    **{name: ((V,), {}) for name in _OF_ONE},
    **{name: ((V, W), {}) for name in _OF_TWO + _COMBINING},
    **{name: ((M,), {"axis": 0}) for name in _ALONG},
    **{f"linalg.{name}": ((M @ M.T,), {}) for name in _MATRICES},
    "linalg.solve": ((M, V), {}),
    "linalg.lstsq": ((M, V), {}),
    "linalg.tensorsolve": ((M, V), {}),
    "clip": ((V, 1, 2), {}),
    "concat": (([M, M],), {"axis": 0}),
    "concatenate": (([M, M],), {"axis": 0}),
    "hstack": (([M, M],), {}),
    "stack": (([M, M],), {"axis": 0}),
    "einsum": (("i,i->i", V, W), {}),
    "interp": ((V, W, V), {}),
    "pad": ((M, 1), {}),
    "partition": ((M, 1), {"axis": 0}),
    "permute_dims": ((M,), {}),
    "percentile": ((M, 50), {"axis": 0}),
    "repeat": ((M, 2), {"axis": 0}),
    "roll": ((M, 1), {"axis": 0}),
    "rot90": ((M,), {}),
    "searchsorted": ((V, W), {}),
    "split": ((M, 3), {"axis": 0}),
    "take": ((M, I), {"axis": 0}),
    "take_along_axis": ((M, I[None], 0), {}),
    "tensordot": ((M, M), {}),
    "tile": ((M, 2), {}),
    "trace": ((M,), {}),
    "transpose": ((M,), {}),
    "tril": ((M,), {}),
    "where": ((B, V, W), {}),
}


def _called(name):
    """A program's code that calls the function by this name."""
    return eval(f"lambda *args, **kwargs: dpnp.{name}(*args, **kwargs)", {"dpnp": dpnp})


def _on_device(args):
    return [
        _on_device(x) if isinstance(x, (list, tuple)) else dpnp.asarray(x) if isinstance(x, numpy.ndarray) else x
        for x in args
    ]


def _refused(name, expected, /, *args, **kwargs):
    with pytest.raises(expected) as raised:
        _called(name)(*args, **kwargs)
    short, text = name.rpartition(".")[2], str(raised.value)
    assert text.startswith((f"{short}:", f"{short}(", f"{short} ")), text
    return text


def _takes(name):
    function = dpnp
    for part in name.split("."):
        function = getattr(function, part)
    return inspect.signature(function).parameters


@pytest.mark.parametrize("name", sorted(CALLS))
def test_what_is_no_array_is_a_type_error(name):
    args, kwargs = CALLS[name]
    _called(name)(*_on_device(args), **kwargs)  # right without a mistake
    for wrong in (None, "abc", object(), {}):
        for i, x in enumerate(args):
            if isinstance(x, numpy.ndarray):
                given = _on_device(args)
                given[i] = wrong
                _refused(name, TypeError, *given, **kwargs)


@pytest.mark.parametrize("name", sorted({*_OF_ONE, *_OF_TWO, *_ALONG, "where"}))
def test_lists_as_operands_are_a_type_error(name):
    args, kwargs = CALLS[name]
    given = _on_device(args)
    given[0] = args[0].tolist()
    _refused(name, TypeError, *given, **kwargs)


@pytest.mark.parametrize("name", sorted({*_OF_TWO, *_COMBINING, "where", "linalg.solve", "linalg.lstsq"} - {"isin"}))
def test_arrays_of_numpy_beside_one_on_a_device_are_named(name):
    args, kwargs = CALLS[name]
    for i in range(len(args) - 2, len(args)):
        given = _on_device(args)
        given[i] = args[i]
        here = dpctl.select_default_device().filter_string
        assert f"a NumPy array and a dpnp array on {here}" in _refused(name, TypeError, *given, **kwargs)


@pytest.mark.parametrize("name", [name for name in sorted(CALLS) if "axis" in CALLS[name][1]])
def test_axes_that_there_are_not(name):
    args, kwargs = CALLS[name]
    for axis in (9, -9):
        _refused(name, numpy.exceptions.AxisError, *_on_device(args), **{**kwargs, "axis": axis})
    for axis in ("a", 1.5, object()):
        _refused(name, TypeError, *_on_device(args), **{**kwargs, "axis": axis})


@pytest.mark.parametrize("name", [name for name in sorted(CALLS) if "out" in _takes(name)])
def test_outputs_that_do_not_fit(name):
    args, kwargs = CALLS[name]
    for out in ([1.0], "a", 5, numpy.ones(3)):
        _refused(name, TypeError, *_on_device(args), **kwargs, out=out)
    made = _called(name)(*_on_device(args), **kwargs)
    if isinstance(made, tuple):
        return
    if name not in ("matmul", "vecdot"):  # an output takes part in broadcasting
        wrong = dpnp.empty((5, 7), dtype=made.dtype)
        _refused(name, ValueError, *_on_device(args), **kwargs, out=wrong)
    elsewhere = dpnp.empty_like(made, sycl_queue=dpctl.SyclQueue())
    _refused(name, ExecutionPlacementError, *_on_device(args), **kwargs, out=elsewhere)
    fixed = dpnp.empty_like(made)
    fixed.flags.writable = False
    _refused(name, ValueError, *_on_device(args), **kwargs, out=fixed)


_WORDS = {
    "casting": ([name for name in sorted(CALLS) if "casting" in _takes(name)], "same_kind"),
    "order": ([name for name in sorted(CALLS) if "order" in _takes(name) and "kind" not in _takes(name)], "'F'"),
    "mode": (["convolve", "correlate", "linalg.qr", "pad", "take", "take_along_axis"], "'"),
    "kind": (["sort", "argsort", "partition"], "'"),
    "side": (["searchsorted"], "left"),
    "UPLO": (["linalg.eigh", "linalg.eigvalsh"], "'L' or 'U'"),
}


@pytest.mark.parametrize("parameter", sorted(_WORDS))
def test_words_that_there_are_not(parameter):
    names, allowed = _WORDS[parameter]
    for name in names:
        args, kwargs = CALLS[name]
        text = _refused(name, ValueError, *_on_device(args), **{**kwargs, parameter: "xyz"})
        assert parameter in text and "'xyz'" in text and allowed in text
        text = _refused(name, TypeError, *_on_device(args), **{**kwargs, parameter: 1})
        assert parameter in text and "int" in text


def test_names_of_a_function_that_one_program_uses_both_of():
    x = dpnp.ones(3)
    with pytest.raises(TypeError, match=r"^concat: "):
        dpnp.concatenate((x, x)), dpnp.concat(5)
    with pytest.raises(TypeError, match=r"^concatenate: "):
        dpnp.concat((x, x)), dpnp.concatenate(5)
    with pytest.raises(TypeError, match=r"^arccos: "):
        dpnp.acos(x), dpnp.arccos([1])


def test_dtypes_are_named():
    with pytest.raises(TypeError, match=r"complex128.* it computes in float16, float32, float64"):
        dpnp.cbrt(dpnp.ones(3, dtype="c16"))


def test_choices_without_one_of_two_operands():
    c, x = dpnp.asarray([True, False]), dpnp.ones(2)
    for args in ((None, x), (x, None)):
        with pytest.raises(TypeError, match="^where: "):
            dpnp.where(c, *args)
    with pytest.raises(ValueError, match="both x and y"):
        dpnp.where(c, x)
    assert len(dpnp.where(c, None, None)) == 1


def test_indices_and_conditions_that_do_not_fit():
    x = dpnp.asarray(M)
    for function in (dpnp.unravel_index, dpnp.ix_):
        with pytest.raises(TypeError, match="indices must be"):
            function(None) if function is dpnp.ix_ else function(None, (3, 3))
    with pytest.raises(TypeError, match="indices must be"):
        dpnp.ravel_multi_index((None, dpnp.asarray(I)), (3, 3))
    wrong = dpnp.zeros((5, 7), dtype=int)
    for call in (
        lambda: dpnp.take_along_axis(x, wrong, 0),
        lambda: dpnp.put_along_axis(x, wrong, 0, 0),
        lambda: dpnp.piecewise(x, [wrong > 0], [1]),
    ):
        with pytest.raises(IndexError):
            call()
    assert dpnp.size(x, [0]) == 3
    with pytest.raises(ValueError):
        dpnp.size(x, (0, 0))


def test_truth_values_of_several_elements_name_any_and_all():
    for x in (dpnp.ones(3), dpnp.zeros((2, 2), dtype="i4"), dpnp.arange(3) > 1):
        for ask in (bool, lambda x: not x, lambda x: x and 1, lambda x: 1 if x else 0):
            with pytest.raises(ValueError, match=r"more than one element is ambiguous; use x\.any\(\) or x\.all\(\)$"):
                ask(x)
    with pytest.raises(ValueError, match=r"no element is ambiguous; use x\.any\(\) or x\.all\(\)$"):
        bool(dpnp.ones(0))
    with pytest.raises(ValueError, match=r"; use any\(x\) or all\(x\) of dpctl\.tensor$"):
        bool(dpctl.tensor.ones(3))


def _parts(device):
    """Two sub-devices, each with what messages call it."""
    partition, unit = (1, "core") if device.is_cpu else ("next_partitionable", "tile")
    parts = device.create_sub_devices(partition=partition)
    return [(part, f"{unit} {i} of {device.filter_string}") for i, part in enumerate(parts[:2])]


def test_messages_tell_parts_of_a_device_apart(device):
    if device.partition_max_sub_devices < 2:
        pytest.skip("the device has no parts")
    (one, first), (other, second) = _parts(device)
    whole = device.filter_string
    x, y, z = (dpnp.ones(3, dtype="f4", sycl_queue=dpctl.SyclQueue(d)) for d in (one, other, device))
    for call in (dpnp.add, dpnp.dot, dpnp.matmul, dpnp.hypot, lambda a, b: dpnp.concatenate([a, b])):
        with pytest.raises(ExecutionPlacementError, match=f"on {second}, not on {first}; to_device copies it"):
            call(x, y)
        with pytest.raises(ExecutionPlacementError, match=f"on {whole}, not on {first}; to_device copies it"):
            call(x, z)
    with pytest.raises(TypeError, match=f"a NumPy array and a dpnp array on {second} cannot be combined"):
        y + numpy.ones(3)
    assert str(x.device) == f"Device({first})"


def test_parts_of_several_cores_are_ranges():
    device = dpctl.select_cpu_device()
    if device.max_compute_units < 2:
        pytest.skip("one core has no parts")
    (part,) = device.create_sub_devices(partition=[2])
    x, y = dpnp.ones(3, sycl_queue=dpctl.SyclQueue(part)), dpnp.ones(3, sycl_queue=dpctl.SyclQueue(device))
    with pytest.raises(ExecutionPlacementError, match=f"on cores 0-1 of {device.filter_string}; to_device"):
        x + y
