"""What the standard says of functions beyond their tables: scalars as operands, data types and shapes of results, named tuples,
keywords, indexing of arrays without dimensions, inspection."""

import itertools

import numpy as np
import pytest
from standard import DTYPES

import dpctl
import dpctl.tensor as dpt

INTEGERS = [name for name in DTYPES if "int" in name]
SIGNED = [name for name in INTEGERS if name[0] == "i"]
UNSIGNED = [name for name in INTEGERS if name[0] == "u"]
REALS = ["float32", "float64"]
COMPLEX = ["complex64", "complex128"]
ORDER = [*REALS, *COMPLEX]


def same(x, values, dtype):
    assert isinstance(x, dpt.usm_ndarray) and x.dtype == np.dtype(dtype), x.dtype
    np.testing.assert_array_equal(dpt.asnumpy(x), np.asarray(values, dtype=dtype))


# ---- promotion ------------------------------------------------------------------------------------------------


def promoted(first, second):
    """The standard's tables of promotion; None where they have no entry."""
    if first == second:
        return first
    bits = {name: int("".join(c for c in name if c.isdigit()) or 0) for name in (first, second)}
    for group in (SIGNED, UNSIGNED):
        if first in group and second in group:
            return max(first, second, key=bits.get)
    if {first[0], second[0]} == {"i", "u"}:
        signed, unsigned = (first, second) if first[0] == "i" else (second, first)
        needed = max(bits[signed], 2 * bits[unsigned])
        return f"int{needed}" if needed <= 64 else None
    if first in ORDER and second in ORDER:
        wide = "64" in (first + second).replace("complex64", "") or "complex128" in (first, second)
        if first in REALS and second in REALS:
            return "float64"
        return "complex128" if wide else "complex64"
    return None


@pytest.mark.parametrize("first", DTYPES)
def test_promotion_of_two_arrays(first):
    for second in DTYPES:
        wanted = promoted(first, second)
        if wanted is None:
            continue
        x, y = dpt.ones(2, dtype=first), dpt.ones(2, dtype=second)
        assert dpt.result_type(x, y) == dpt.result_type(x.dtype, y.dtype) == np.dtype(wanted)
        result = dpt.logical_or(x, y) if wanted == "bool" else dpt.multiply(x, y)
        assert result.dtype == np.dtype(wanted)
        assert dpt.concat([x, y]).dtype == dpt.stack([x, y]).dtype == dpt.where(x == y, x, y).dtype == np.dtype(wanted)
        assert dpt.equal(x, y).dtype == dpt.bool


def test_no_dimensions_do_not_matter_to_promotion():
    for first, second in itertools.product(INTEGERS, INTEGERS):
        if promoted(first, second):
            x, y = dpt.ones(2, dtype=first), dpt.ones((), dtype=second)
            assert (x + y).dtype == (y + x).dtype == np.dtype(promoted(first, second))


BINARY_OF_NUMBERS = "add subtract multiply maximum minimum pow".split()
BINARY_OF_REALS = "divide atan2 copysign hypot logaddexp nextafter remainder floor_divide".split()
BINARY_OF_INTEGERS = (
    "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift remainder floor_divide".split()
)
COMPARISONS = "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor".split()


@pytest.mark.parametrize("dtype", [*INTEGERS, *REALS])
def test_python_scalars_as_operands(dtype):
    kinds = BINARY_OF_NUMBERS + (BINARY_OF_INTEGERS if dtype in INTEGERS else BINARY_OF_REALS)
    x = dpt.asarray([1, 2, 3], dtype=dtype)
    scalar = 2 if dtype in INTEGERS else 2.0
    as_array = dpt.asarray([scalar] * 3, dtype=dtype)
    for name in kinds:
        function = getattr(dpt, name)
        same(function(x, scalar), dpt.asnumpy(function(x, as_array)), dtype)
        same(function(scalar, x), dpt.asnumpy(function(as_array, x)), dtype)
    for name in COMPARISONS:
        function = getattr(dpt, name)
        same(function(x, scalar), dpt.asnumpy(function(x, as_array)), "bool")
        same(function(scalar, x), dpt.asnumpy(function(as_array, x)), "bool")
    for result in (
        dpt.where(x > 1, x, scalar),
        dpt.where(x > 1, scalar, x),
        dpt.clip(x, scalar),
        dpt.clip(x, max=scalar),
    ):
        assert result.dtype == np.dtype(dtype)
    for operands in ((x, scalar), (scalar, x), (x, scalar, scalar)):
        assert dpt.result_type(*operands) == np.dtype(dtype)


def test_scalars_of_a_lower_kind():
    for dtype in REALS + COMPLEX:
        x = dpt.ones(2, dtype=dtype)
        assert (x + 1).dtype == (1 + x).dtype == (x * 2.0).dtype == np.dtype(dtype)
    assert (dpt.ones(2, dtype="float32") * 1j).dtype == dpt.complex64
    assert (dpt.ones(2, dtype="float64") * 1j).dtype == dpt.complex128
    same(dpt.logical_and(dpt.asarray([True, False]), True), [True, False], "bool")


# ---- reductions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sum", "prod", "cumulative_sum", "cumulative_prod"])
def test_dtypes_of_sums(name):
    function = getattr(dpt, name)
    for dtype in DTYPES[1:]:
        wanted = "int64" if dtype in SIGNED else "uint64" if dtype in UNSIGNED else dtype
        assert function(dpt.ones(3, dtype=dtype)).dtype == np.dtype(wanted)
        assert function(dpt.ones(3, dtype="int8"), dtype=dtype).dtype == np.dtype(dtype)


def test_reductions_of_nothing():
    x = dpt.ones((0, 3))
    same(dpt.sum(x, axis=0), [0, 0, 0], "float64")
    same(dpt.prod(x, axis=0), [1, 1, 1], "float64")
    same(dpt.all(x, axis=0), [True] * 3, "bool")
    same(dpt.any(x, axis=0), [False] * 3, "bool")
    same(dpt.count_nonzero(x, axis=0), [0, 0, 0], "int64")
    assert dpt.all(dpt.isnan(dpt.mean(x, axis=0))) and dpt.sum(x, axis=1).shape == (0,)
    for name in ("max", "min", "argmax", "argmin"):
        with pytest.raises(ValueError):
            getattr(dpt, name)(x, axis=0)


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "mean", "std", "var", "all", "any", "count_nonzero"])
def test_axes_and_keepdims(name):
    x, function = dpt.ones((2, 3, 4)), getattr(dpt, name)
    for axis, shape in (
        (None, ()), (0, (3, 4)), (-1, (2, 3)), ((0, 2), (3,)), ((-1, 0), (3,)), ((), (2, 3, 4)), ((0, 1, 2), ()),
    ):  # fmt: skip
        assert function(x, axis=axis).shape == shape
        axes = range(3) if axis is None else [axis] if isinstance(axis, int) else axis
        kept = tuple(1 if d in [a % 3 for a in axes] else n for d, n in enumerate(x.shape))
        assert function(x, axis=axis, keepdims=True).shape == kept


def test_scans_with_their_initial_value():
    x = dpt.asarray([[1, 2, 3], [4, 5, 6]], dtype="int32")
    same(dpt.cumulative_sum(x, axis=1, include_initial=True), [[0, 1, 3, 6], [0, 4, 9, 15]], "int64")
    same(dpt.cumulative_prod(x, axis=0, include_initial=True), [[1, 1, 1], [1, 2, 3], [4, 10, 18]], "int64")
    same(dpt.cumulative_sum(dpt.ones((0,)), include_initial=True), [0.0], "float64")
    for name in ("cumulative_sum", "cumulative_prod"):
        with pytest.raises(ValueError):
            getattr(dpt, name)(x)


def test_correction():
    x = dpt.asarray([1.0, 2.0, 4.0])
    for correction in (0, 1, 0.5, 2.0):
        wanted = ((np.array([1, 2, 4]) - 7 / 3) ** 2).sum() / (3 - correction)
        assert float(dpt.var(x, correction=correction)) == pytest.approx(wanted)
        assert float(dpt.std(x, correction=correction)) == pytest.approx(np.sqrt(wanted))


# ---- named tuples ---------------------------------------------------------------------------------------------


def test_fields_of_sets():
    x = dpt.asarray([[3, 1], [1, 2]], dtype="int16")
    everything = dpt.unique_all(x)
    assert everything._fields == ("values", "indices", "inverse_indices", "counts")
    assert dpt.unique_counts(x)._fields == ("values", "counts")
    assert dpt.unique_inverse(x)._fields == ("values", "inverse_indices")
    same(everything.values, [1, 2, 3], "int16")
    same(everything.indices, [1, 3, 0], "int64")
    same(everything.inverse_indices, [[2, 0], [0, 1]], "int64")
    same(everything.counts, [2, 1, 1], "int64")


def test_nans_are_distinct_and_zeros_are_not():
    values, counts = dpt.unique_counts(dpt.asarray([np.nan, 0.0, np.nan, -0.0]))
    assert values.shape == (3,) and dpt.asnumpy(counts).tolist() == [2, 1, 1]


@pytest.mark.parametrize("dtype", ORDER)
def test_fields_of_decompositions(dtype):
    x = dpt.asarray([[[4, 1], [1, 3]]] * 2, dtype=dtype)
    real = "float32" if dtype in ("float32", "complex64") else "float64"
    eigh, qr = dpt.linalg.eigh(x), dpt.linalg.qr(x)
    svd, slogdet = dpt.linalg.svd(x, full_matrices=False), dpt.linalg.slogdet(x)
    assert eigh._fields == ("eigenvalues", "eigenvectors") and qr._fields == ("Q", "R")
    assert svd._fields == ("U", "S", "Vh") and slogdet._fields == ("sign", "logabsdet")
    assert eigh.eigenvalues.dtype == svd.S.dtype == slogdet.logabsdet.dtype == np.dtype(real)
    assert eigh.eigenvectors.dtype == svd.U.dtype == svd.Vh.dtype == slogdet.sign.dtype == qr.Q.dtype == np.dtype(dtype)
    assert eigh.eigenvalues.shape == svd.S.shape == (2, 2) and slogdet.sign.shape == (2,)
    assert dpt.linalg.svdvals(x).dtype == dpt.linalg.eigvalsh(x).dtype == np.dtype(real)
    assert dpt.linalg.vector_norm(x).dtype == dpt.linalg.matrix_norm(x).dtype == np.dtype(real)
    assert dpt.linalg.vector_norm(x, axis=(0, 2), keepdims=True).shape == (1, 2, 1)
    assert dpt.linalg.matrix_norm(x, keepdims=True).shape == (2, 1, 1)
    assert dpt.linalg.trace(x, offset=1).shape == (2,) and dpt.linalg.diagonal(x, offset=-1).shape == (2, 1)
    assert dpt.linalg.matrix_rank(x).shape == (2,) and dpt.linalg.pinv(x, rtol=0.1).shape == x.shape


# ---- making and converting ------------------------------------------------------------------------------------


def test_copies():
    x = dpt.asarray([1, 2, 3])
    assert dpt.asarray(x) is x and dpt.asarray(x, copy=False)._pointer == x._pointer
    assert dpt.asarray(x, copy=True)._pointer != x._pointer
    assert dpt.astype(x, x.dtype, copy=False) is x and dpt.astype(x, x.dtype)._pointer != x._pointer
    assert dpt.reshape(x, (3, 1), copy=False)._pointer == x._pointer
    assert dpt.reshape(x, (3, 1), copy=True)._pointer != x._pointer
    assert dpt.from_dlpack(x, copy=False)._pointer == x._pointer
    assert dpt.from_dlpack(x, copy=True)._pointer != x._pointer
    for forbidden in (
        lambda: dpt.asarray([1, 2], copy=False),
        lambda: dpt.asarray(x, dtype=dpt.float64, copy=False),
        lambda: dpt.reshape(dpt.ones((3, 4)).T, (12,), copy=False),
    ):
        with pytest.raises(ValueError):
            forbidden()


def test_device_keywords():
    x = dpt.asarray([1.0, 2.0])
    for device in (x.device, dpt.__array_namespace_info__().default_device()):
        for made in (
            dpt.asarray([1.0], device=device), dpt.zeros(1, device=device), dpt.ones(1, device=device), dpt.eye(2, device=device),
            dpt.empty(1, device=device), dpt.full(1, 2.0, device=device), dpt.arange(1, device=device),
            dpt.linspace(0, 1, 2, device=device), dpt.zeros_like(x, device=device), dpt.ones_like(x, device=device),
            dpt.empty_like(x, device=device), dpt.full_like(x, 1.0, device=device), dpt.astype(x, dpt.float32, device=device),
            dpt.from_dlpack(x, device=device), dpt.fft.fftfreq(3, device=device), dpt.fft.rfftfreq(3, device=device),
            x.to_device(device),
        ):  # fmt: skip
            assert made.device == device


def test_conversions_of_one_element():
    assert bool(dpt.asarray(True)) is True and int(dpt.asarray(-7)) == -7 and float(dpt.asarray(2.5)) == 2.5
    assert complex(dpt.asarray(1 + 2j)) == 1 + 2j and list(range(3))[dpt.asarray(1)] == 1
    assert isinstance(float(dpt.asarray(np.inf)), float) and bool(dpt.asarray(np.nan)) is True
    assert complex(dpt.asarray(3)) == 3 and float(dpt.asarray(3)) == 3.0 and int(dpt.asarray(True)) == 1
    for x in (dpt.asarray(1.0), dpt.asarray(1j)):
        with pytest.raises((TypeError, IndexError)):
            range(3)[x]
    with pytest.raises(TypeError):
        float(dpt.asarray(1j))


# ---- indexing -------------------------------------------------------------------------------------------------


def test_arrays_without_dimensions():
    x = dpt.asarray(5)
    for key in ((), ..., (...,)):
        same(x[key], 5, "int64")
    assert x[None].shape == (1,) and x[None, ..., None].shape == (1, 1)
    assert x[True].shape == (1,) and x[False].shape == (0,)
    x[()] = 7
    same(x, 7, "int64")
    x[...] = 8
    x[True] = 9
    same(x, 9, "int64")
    with pytest.raises(IndexError):
        x[0]
    with pytest.raises(TypeError):
        len(x)


@pytest.mark.parametrize("shape", [(3,), (2, 3), (0, 1), (1, 0), (2, 3, 4)])
def test_extents_of_a_mask_may_be_zero(shape):
    """An extent of a mask is the array's or 0."""
    x = dpt.ones(shape)
    for nd in range(1, len(shape) + 1):
        for extents in itertools.product(*[(extent, 0) for extent in shape[:nd]]):
            mask = dpt.ones(extents, dtype="bool")
            assert x[mask].shape == (mask.size, *shape[nd:]) and x[None, mask].shape == (1, mask.size, *shape[nd:])
            if mask.size == 0:
                y = dpt.asarray(x, copy=True)
                y[mask] = 5
                y[mask] = dpt.asarray(5.0)
                y[mask] = dpt.ones((0, *shape[nd:]))
                same(y, np.ones(shape), "float64")
        for axis in range(nd):
            with pytest.raises(IndexError):
                x[dpt.ones([extent + 1 + (axis != d) for d, extent in enumerate(shape[:nd])], dtype="bool")]


def test_index_arrays_and_ints_together():
    x = dpt.reshape(dpt.arange(24), (2, 3, 4))
    i, j = dpt.asarray([0, 1]), dpt.asarray([2, 0])
    assert x[i, j].shape == (2, 4) and x[i, j, 1].shape == x[0, i, j].shape == (2,)
    same(x[i, j, 1], [9, 13], "int64")
    same(x[1, dpt.asarray([[0], [2]]), j], [[14, 12], [22, 20]], "int64")
    for key in (2, (0, 3), (0, 0, -5)):
        with pytest.raises(IndexError):
            x[key]
    with pytest.raises(IndexError):
        x[0, 0, 0, 0]


def test_out_of_place_and_in_place():
    x = dpt.asarray([1, 2, 3])
    for name in ("__iadd__", "__isub__", "__imul__", "__ifloordiv__", "__imod__", "__iand__", "__ilshift__"):
        y = dpt.asarray([1, 2, 3])
        wanted = getattr(x, name.replace("__i", "__"))(2)
        assert getattr(y, name)(2) is y
        same(y, dpt.asnumpy(wanted), "int64")
    for change in (lambda: x.__itruediv__(2), lambda: x.__iadd__(1.5), lambda: x.__iadd__(dpt.ones(3))):
        with pytest.raises((TypeError, ValueError)):
            change()
    for change in (lambda: x.__iadd__(dpt.ones((2, 3), dtype="int64")), lambda: x.__iadd__(dpt.ones(4, dtype="int64"))):
        with pytest.raises(ValueError):
            change()
    same(x, [1, 2, 3], "int64")


# ---- inspection and data types --------------------------------------------------------------------------------


def test_limits():
    for name in REALS + COMPLEX:
        real = np.finfo(name)
        for limits in (dpt.finfo(getattr(dpt, name)), dpt.finfo(dpt.ones(1, dtype=name))):
            assert limits.bits == real.bits and isinstance(limits.bits, int)
            for attribute in ("eps", "max", "min", "smallest_normal"):
                value = getattr(limits, attribute)
                assert isinstance(value, float) and value == float(getattr(real, attribute))
            assert limits.dtype == np.dtype("float32" if name in ("float32", "complex64") else "float64")
    for name in INTEGERS:
        for limits in (dpt.iinfo(getattr(dpt, name)), dpt.iinfo(dpt.ones(1, dtype=name))):
            wanted = np.iinfo(name)
            assert (limits.bits, limits.max, limits.min) == (wanted.bits, wanted.max, wanted.min)
            assert isinstance(limits.bits, int) and isinstance(limits.max, int) and limits.dtype == np.dtype(name)


def test_kinds_and_casts():
    groups = {
        "bool": ["bool"],
        "signed integer": SIGNED,
        "unsigned integer": UNSIGNED,
        "integral": INTEGERS,
        "real floating": REALS,
        "complex floating": COMPLEX,
        "numeric": INTEGERS + REALS + COMPLEX,
    }
    for name in DTYPES:
        dtype = getattr(dpt, name)
        for kind, members in groups.items():
            assert dpt.isdtype(dtype, kind) is (name in members)
        assert dpt.isdtype(dtype, dtype) and dpt.isdtype(dtype, ("bool", "numeric"))
        assert dpt.isdtype(dtype, ("bool", (dpt.float32, "integral"))) is (name in ["bool", "float32", *INTEGERS])
        for other in DTYPES:
            wanted = promoted(name, other)
            if wanted is not None:
                assert dpt.can_cast(dtype, getattr(dpt, other)) is (wanted == other)
                assert dpt.can_cast(dpt.ones(1, dtype=name), getattr(dpt, other)) is (wanted == other)


def test_inspection():
    info = dpt.__array_namespace_info__()
    capabilities = info.capabilities()
    assert capabilities["boolean indexing"] is True and capabilities["data-dependent shapes"] is True
    most = capabilities["max dimensions"]
    assert type(most) is int and dpt.ones((1,) * most).ndim == most
    with pytest.raises(ValueError):
        dpt.ones((1,) * (most + 1))
    assert info.default_device() in info.devices()
    for device in (None, *info.devices()):
        defaults = info.default_dtypes(device=device)
        assert set(defaults) == {"real floating", "complex floating", "integral", "indexing"}
        names = info.dtypes(device=device)
        assert set(names) <= set(DTYPES) and all(names[name] == getattr(dpt, name) for name in names)
        for kind in ("bool", "integral", ("real floating", "complex floating"), ()):
            wanted = {name for name in names if dpt.isdtype(names[name], kind)}
            assert set(info.dtypes(device=device, kind=kind)) == wanted
    assert dpt.zeros(1).dtype == info.default_dtypes()["real floating"]
    assert dpt.asarray(1).dtype == info.default_dtypes()["integral"]
    assert dpt.argmax(dpt.zeros(1)).dtype == info.default_dtypes()["indexing"]


def test_versions_of_the_namespace():
    x = dpt.ones(1)
    assert x.__array_namespace__() is dpt and x.__array_namespace__(api_version="2024.12") is dpt
    assert dpt.__array_api_version__ == "2024.12"
    with pytest.raises(ValueError):
        x.__array_namespace__(api_version="1999.01")


def test_dlpack_keywords():
    x = dpt.asarray([1, 2, 3])
    kind, number = x.__dlpack_device__()
    assert isinstance(int(kind), int) and isinstance(number, int)
    for keywords in (
        {}, {"stream": None}, {"max_version": (1, 0)}, {"max_version": None}, {"dl_device": (kind, number)}, {"dl_device": None},
        {"copy": None}, {"copy": True}, {"copy": False}, {"max_version": (1, 1), "dl_device": (1, 0), "copy": True},
    ):  # fmt: skip
        assert "dltensor" in str(x.__dlpack__(**keywords))
    assert dpctl.select_default_device().is_gpu or np.from_dlpack(x).tolist() == [1, 2, 3]


# ---- branch cuts ----------------------------------------------------------------------------------------------

# function -> points on its branch cut, as (real part, imaginary part), on whose sides the values differ
CUTS = {
    "sqrt": [(-2.0, 0.0)], "log": [(-2.0, 0.0)], "log2": [(-2.0, 0.0)], "log10": [(-2.0, 0.0)], "log1p": [(-3.0, 0.0)],
    "acos": [(2.0, 0.0), (-2.0, 0.0)], "asin": [(2.0, 0.0), (-2.0, 0.0)], "acosh": [(0.5, 0.0), (-2.0, 0.0)],
    "atanh": [(2.0, 0.0), (-2.0, 0.0)], "asinh": [(0.0, 2.0), (0.0, -2.0)], "atan": [(0.0, 2.0), (0.0, -2.0)],
}  # fmt: skip
NUMPYS = {
    "acos": "arccos",
    "asin": "arcsin",
    "acosh": "arccosh",
    "atanh": "arctanh",
    "asinh": "arcsinh",
    "atan": "arctan",
}


@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("name", CUTS)
def test_both_sides_of_branch_cuts(name, dtype):
    for real, imag in CUTS[name]:
        sides = [(real, 0.0), (real, -0.0)] if imag == 0 else [(0.0, imag), (-0.0, imag)]
        values = np.asarray([complex(*side) for side in sides], dtype=dtype)
        ours = dpt.asnumpy(getattr(dpt, name)(dpt.asarray(values)))
        wide = values.astype("complex128")
        with np.errstate(all="ignore"):
            wanted = np.log2(wide) if name == "log2" else getattr(np, NUMPYS.get(name, name))(wide)
        np.testing.assert_allclose(ours, wanted, rtol=1e-6 if dtype == "complex64" else 1e-14, atol=1e-7)
        assert ours[0] != ours[1]
