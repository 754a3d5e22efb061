"""Data types, inspection and printing."""

import itertools

import numpy as np
import pytest
from tensor_helpers import DTYPES, NAMES, PREAMBLE, sample

import dpctl
import dpctl.tensor as dpt
import dpnp
from opendpex import _core

# ---- the namespace ----------------------------------------------------------------------------------------


def test_all_names_exist_once():
    assert len(set(dpt.__all__)) == len(dpt.__all__)
    assert all(hasattr(dpt, name) for name in dpt.__all__)


def test_import_opens_no_device(start):
    out, messages, code = start("import dpctl.tensor", DPEX_LOG="all").finish()
    assert (out, messages, code) == ("", "", 0)


def test_every_function_has_a_docstring():
    undocumented = [n for n in dpt.__all__ if callable(getattr(dpt, n)) and not (getattr(dpt, n).__doc__ or "").strip()]
    assert undocumented == []


def test_every_operation_of_the_table_has_a_function():
    parts_of_others = {
        "clip",
        "erf",
        "where",
        "erfc",
        "erfcx",
        "erfinv",
        "erfcinv",
        "exponent",
        "i0",
        "ldexp",
        "pow_half",
    }
    of_dpnp = {f._plain.__name__ for f in vars(dpnp).values() if isinstance(f, dpnp.ufunc) and f._python is None}
    assert set(_core._operation_names()) == set(dpt._elementwise.__all__) | of_dpnp | parts_of_others


def test_functions_refuse_operations_that_do_not_exist():
    kinds = dpt._elementwise_common
    for kind, name in ((kinds.UnaryElementwiseFunc, "add"), (kinds.BinaryElementwiseFunc, "nonsense")):
        with pytest.raises(ValueError):
            kind(name)


# ---- data types -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_dtypes_are_numpys(name):
    assert isinstance(getattr(dpt, name), np.dtype) and getattr(dpt, name) == np.dtype(name)
    assert dpt.dtype is np.dtype


@pytest.mark.parametrize("first, second", list(itertools.combinations_with_replacement(DTYPES, 2)))
def test_result_type(first, second):
    x, y = dpt.ones(1, dtype=first), dpt.ones(1, dtype=second)
    assert dpt.result_type(x, y) == dpt.result_type(first, y) == np.result_type(first, second) == (x + y).dtype


@pytest.mark.parametrize("scalar", [True, 2, 2.5, 1j])
@pytest.mark.parametrize("name", DTYPES)
def test_result_type_with_scalars(name, scalar):
    x = dpt.ones(1, dtype=name)
    assert dpt.result_type(x, scalar) == dpt.result_type(scalar, x) == (x * scalar).dtype


@pytest.mark.parametrize(
    "kind", [np.int16, np.float32, np.bool_, np.complex64, float, np.float32(3), np.ones(2, "i2")], ids=str
)
def test_result_type_with_types_and_arrays_of_numpy(kind):
    x = dpt.ones(3, dtype="i1")
    expected = np.result_type(np.dtype("i1"), kind if isinstance(kind, type) else kind.dtype)
    assert dpt.result_type(x, kind) == dpt.result_type(x, kind, x) == expected


def test_result_type_wrong_arguments():
    with pytest.raises(ValueError):
        dpt.result_type()
    with pytest.raises(TypeError):
        dpt.result_type("nonsense")


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
def test_can_cast(casting):
    for source, target in itertools.product(DTYPES, DTYPES):
        expected = np.can_cast(source, target, casting=casting)
        assert dpt.can_cast(source, target, casting=casting) == expected
        assert dpt.can_cast(dpt.ones(1, dtype=source), target, casting=casting) == expected
    with pytest.raises(TypeError):
        dpt.can_cast("int8", dpt.ones(1))


@pytest.mark.parametrize("name", [n for n in DTYPES if np.dtype(n).kind in "fc"])
def test_finfo(name):
    ours, numpys = dpt.finfo(dpt.ones(1, dtype=name)), np.finfo(name)
    for key in ("bits", "eps", "epsneg", "max", "min", "smallest_normal", "tiny", "precision"):
        assert getattr(ours, key) == getattr(numpys, key) and type(getattr(ours, key)) in (int, float)
    assert ours.dtype == numpys.dtype
    assert dpt.iinfo("int8").max == 127


def test_isdtype():
    assert dpt.isdtype(dpt.int8, "integral") and not dpt.isdtype(dpt.int8, "real floating")
    assert dpt.isdtype(dpt.bool, ("numeric", "bool")) and dpt.isdtype(dpt.float32, dpt.float32)
    for wrong, error in (("magic", ValueError), (5, TypeError)):
        with pytest.raises(error):
            dpt.isdtype(dpt.int8, wrong)
    with pytest.raises(TypeError):
        dpt.isdtype("int8", "integral")


def test_inspection():
    info = dpt.__array_namespace_info__()
    device = info.default_device()
    assert device in info.devices() and len(info.devices()) == len(dpctl.get_devices())
    assert info.capabilities()["max dimensions"] == 64
    assert info.default_dtypes(device=device)["integral"] == np.int64
    assert info.default_dtypes()["real floating"] == dpt.ones(1).dtype
    assert set(info.dtypes(kind="unsigned integer")) == {"uint8", "uint16", "uint32", "uint64"}
    assert all(dpt.ones(1, dtype=d).dtype == d for d in info.dtypes(device=device).values())
    with pytest.raises(ValueError):
        info.dtypes(kind="magic")
    with pytest.raises(TypeError):
        info.dtypes(device=5)


def test_a_device_without_double_precision(run):
    program = """
gpu = dpctl.SyclDevice("gpu")
queue = dpctl.SyclQueue(gpu)
x = dpt.ones(3, sycl_queue=queue)
i = dpt.arange(3, sycl_queue=queue)
assert x.dtype == dpt.float32 and i.dtype == dpt.int64 and (x + 1j).dtype == dpt.complex64
assert (i + 1.5).dtype == (i / 2).dtype == dpt.sqrt(i).dtype == dpt.float32
assert (i + x).dtype == dpt.result_type(i, x) == dpt.float32
assert dpt.linspace(0, 1, 3, sycl_queue=queue).dtype == dpt.float32
for dtype in ("float64", "complex128"):
    for make in (lambda: dpt.ones(3, dtype=dtype, sycl_queue=queue), lambda: dpt.astype(x, dtype),
                 lambda: dpt.asarray([1, 2], dtype=dtype, sycl_queue=queue), lambda: dpt.usm_ndarray(
                 3, dtype, buffer_ctor_kwargs={"queue": queue}), lambda: dpt.empty_like(x, dtype=dtype),
                 lambda: dpt.ones(3, dtype=dtype, device="cpu").to_device(queue)):
        try:
            make()
        except ValueError:
            continue
        raise AssertionError(dtype)
doubles = np.arange(3.0)
assert dpt.asarray(doubles, sycl_queue=queue).dtype == dpt.from_numpy(doubles, sycl_queue=queue).dtype == dpt.float32
assert dpt.asarray([1.5, 1j], sycl_queue=queue).dtype == dpt.complex64
assert dpt.asarray(dpt.ones(3, device="cpu"), sycl_queue=queue).dtype == dpt.float32
assert dpt.asnumpy(x + doubles).tolist() == [1, 2, 3] and (x + doubles).dtype == dpt.float32
x[...] = doubles
x[...] = dpt.asarray(doubles, device="cpu")
x[0] = 5.5
assert dpt.asnumpy(x).tolist() == [5.5, 1, 2] and float(dpt.sum(x)) == 8.5
wide = dpt.asarray(x, device="cpu", dtype="float64")
assert wide.dtype == dpt.float64 and dpt.asnumpy(wide).tolist() == [5.5, 1, 2]
wide[...] = x * 2
assert dpt.asnumpy(wide).tolist() == [11, 2, 4]
assert dpt.can_cast(i, "float32") and not dpt.can_cast(i, "float64", casting="unsafe")
assert "float64" not in dpt.__array_namespace_info__().dtypes(device=gpu)
try:
    dpt.result_type(x, dpt.ones(3, device="cpu"))
except ValueError:
    pass
else:
    raise AssertionError("devices of different precision")
"""
    run(PREAMBLE + program, DPEX_SIMULATE="gpu:1-fp64")


def test_simulated_devices_compute_and_exchange(run):
    program = """
gpus = dpctl.get_devices(device_type="gpu")
assert len(gpus) == 4
assert dpt.ones(3).sycl_device.is_gpu
arrays = [dpt.full(1000, i, device=gpu) for i, gpu in enumerate(gpus)]
total = arrays[0]
for x in arrays[1:]:
    total = total + x.to_device(total.device)
assert dpt.asnumpy(total).tolist() == [6] * 1000
for usm_type in ("device", "shared", "host"):
    x = dpt.arange(10, device=gpus[1], usm_type=usm_type)
    back = x.to_device(gpus[2]).to_device("cpu")
    assert back.usm_type == usm_type and dpt.asnumpy(back * 2).tolist() == list(range(0, 20, 2))
try:
    arrays[0] + arrays[1]
except dpctl.utils.ExecutionPlacementError:
    pass
else:
    raise AssertionError("arrays on different devices")
arrays[0][...] = arrays[3]
assert int(arrays[0][5]) == 3
assert repr(arrays[1].device).startswith("Device(level_zero:gpu:1")
"""
    run(PREAMBLE + program, DPEX_SIMULATE="gpu:2x2")


# ---- printing ---------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def own_options():
    with dpt.print_options():
        yield


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 2, 2), (2000,), (40, 50), (3, 5, 100)])
@pytest.mark.parametrize("dtype", ["bool", "int32", "int64", "float32", "float64", "complex128"])
def test_texts_are_numpys(dtype, shape):
    a = sample(shape, dtype)
    x = dpt.asarray(a)
    with np.printoptions(linewidth=75, edgeitems=3, threshold=1000):
        assert str(x) == np.array2string(np.asarray(a)) == dpt.usm_ndarray_str(x)
        inner = np.array2string(np.asarray(a), separator=", ", prefix="usm_ndarray(", suffix=")")
    assert repr(x).startswith(f"usm_ndarray({inner}")
    assert (f"dtype={dtype}" in repr(x)) == (dtype in ("int32", "float32"))
    assert (f"shape={shape}" in repr(x)) == (a.size > 1000)


NUMBERS = [
    0.0,
    -0.0,
    1.0,
    -2.5,
    1 / 3,
    1e-4,
    9.9e-5,
    4e-5,
    999.9,
    1e3,
    123456.789,
    2e7,
    1e8,
    1e16,
    5e-324,
    np.inf,
    -np.inf,
    np.nan,
    -np.nan,
]


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint64", "float16", "float32", "float64", "complex64", "complex128"]
)
def test_texts_of_one_number_are_numpys(dtype):
    numbers = NUMBERS if np.dtype(dtype).kind in "fc" else [0, 1, 100]
    with np.errstate(all="ignore"):
        values = [
            np.asarray(complex(re, im) if "complex" in dtype else re).astype(dtype) for re in numbers for im in numbers
        ]
    for value in values[:: 1 if "complex" in dtype else len(numbers)]:
        assert str(dpt.asarray(value)) == np.array2string(value)
    x = dpt.asarray(values[-1])
    for options in ({"sign": "+"}, {"precision": 2}, {"nanstr": "none"}, {"floatmode": "fixed"}):
        with np.printoptions(**options):
            assert dpt.usm_ndarray_str(x, numpy=True) == np.array2string(values[-1])


def test_empty_arrays_show_their_shape():
    assert repr(dpt.empty((0, 3))) == "usm_ndarray([], shape=(0, 3), dtype=float64)"
    assert repr(dpt.empty((2, 0), dtype="int8")) == "usm_ndarray([], shape=(2, 0), dtype=int8)"


@pytest.mark.parametrize("text", [repr, str])
@pytest.mark.parametrize("module", [dpt, dpnp], ids=["tensor", "dpnp"])
@pytest.mark.parametrize(
    "view",
    [lambda a: a, lambda a: a.mT if hasattr(a, "mT") else a.swapaxes(-1, -2), lambda a: a[::-2, ..., 0::3]],
    ids=["whole", "transposed", "strided"],
)
@pytest.mark.parametrize(
    "shape", [(1000, 1000), (10, 100_000), (3, 500_000), (100_000, 2, 9), (8, 9, 10, 11, 12, 13), (2_000_000, 1)]
)
def test_only_the_printed_elements_of_a_long_array_are_copied(shape, view, module, text, device, monkeypatch):
    copied = []

    def counting(x):
        copied.append(x.size)
        return dpt.asnumpy(x)

    a = np.arange(np.prod(shape), dtype="i4").reshape(shape)
    x = view(module.asarray(a, sycl_queue=dpctl.SyclQueue(device)))
    a = view(a)
    monkeypatch.setattr(dpt._print, "asnumpy", counting)
    with np.printoptions(linewidth=75):
        body = [word.strip("[],()") for word in text(a).split() if "=" not in word and "array" not in word]
        assert [word.strip("[],()") for word in text(x).split() if "=" not in word and "array" not in word] == body
    if a.size > 1000:
        assert 0 < sum(copied) <= np.prod([min(n, 7) for n in a.shape])


def test_options():
    x = dpt.asarray([1.23456789, np.nan, -np.inf, 1e-9])
    assert dpt.get_print_options()["precision"] == 8
    with dpt.print_options(precision=2, nanstr="none", infstr="big", suppress=True, sign="+") as options:
        assert options["precision"] == 2 and options == dpt.get_print_options()
        assert str(x).split() == ["[+1.23", "+none", "-big", "+0.", "]"]
    assert dpt.get_print_options()["precision"] == 8
    assert dpt.usm_ndarray_str(x[:1], precision=3) == "[1.235]"
    assert dpt.usm_ndarray_repr(x[:1], precision=3, prefix="array") == "array([1.235])"
    with np.printoptions(precision=4):
        assert dpt.usm_ndarray_str(x[:1], numpy=True) == "[1.2346]"
        dpt.set_print_options(numpy=True)
    assert dpt.get_print_options()["precision"] == 4
    dpt.set_print_options(edgeitems=1, threshold=3)
    assert str(dpt.arange(5)) == "[0 ... 4]"
    dpt.set_print_options(linewidth=10, threshold=1000)
    assert str(dpt.arange(5)) == "[0 1 2 3\n 4]"


@pytest.mark.parametrize(
    "options, error",
    [({"floatmode": "magic"}, ValueError), ({"sign": "x"}, ValueError), ({"sign": 1}, TypeError), ({"nanstr": 1}, TypeError),
     ({"precision": "x"}, TypeError), ({"linewidth": 1.5}, TypeError), ({"floatmode": 3}, TypeError)],
)  # fmt: skip
def test_wrong_options(options, error):
    before = dpt.get_print_options()
    with pytest.raises(error):
        dpt.set_print_options(**options)
    assert dpt.get_print_options() == before


def test_only_arrays_are_printed():
    for call in (dpt.usm_ndarray_str, dpt.usm_ndarray_repr):
        with pytest.raises(TypeError):
            call(np.ones(3))


def test_empty_arrays_show_their_data_type():
    assert repr(dpt.empty(0)) == "usm_ndarray([], dtype=float64)"
    assert repr(dpt.empty((0, 2), dtype="?")) == "usm_ndarray([], shape=(0, 2), dtype=bool)"


def test_unsupported_data_types():
    for arguments in ((), ("S",), (object,), ("datetime64[s]",), ("longdouble",)):
        with pytest.raises(ValueError):
            dpt.result_type(*arguments)
    for argument in (1.5, 1j, "no such type"):
        with pytest.raises(TypeError):
            dpt.finfo(argument)
    assert dpt.isdtype(dtype=dpt.int8, kind="integral")


def test_limits_of_integers():
    for limits in (dpt.iinfo("i4"), dpt.iinfo(dpt.int32), dpt.iinfo(dpt.ones(2, dtype="i4"))):
        assert (limits.bits, limits.min, limits.max, limits.dtype) == (32, -(2**31), 2**31 - 1, dpt.int32)
    with pytest.raises(ValueError):
        dpt.iinfo("f4")
    for argument in (1, 1.5, "nothing"):
        with pytest.raises(TypeError):
            dpt.iinfo(argument)


@pytest.mark.parametrize("name", ["linewidth", "edgeitems", "threshold", "precision"])
def test_options_of_no_integer_are_named(name):
    with pytest.raises(TypeError, match=f"^set_print_options: {name} must be an int, not float"):
        dpt.set_print_options(**{name: 1.5})
