"""Passes whose steps become machine code (DPEX_JIT), beside the same operations one by one: bits are the same, of large results that
go past the caches too. tests/c/test_jit.c has the operations."""

import numpy as np
import pytest

import dpnp
import opendpex

SIZE = 1_500_001  # results of doubles are larger than the caches; the last vector is not full
ROWS = [(1500, 1001), (1001, 1500), (300, 4999), (70_000, 17), (3, 400_001)]


def both(program, *arrays):
    """Results without and with fusion, as NumPy's."""
    results = []
    for enabled in (False, True):
        with opendpex.fusion(enabled):
            found = program(*(dpnp.array(x) for x in arrays))
            results.append([dpnp.asnumpy(x) for x in (found if isinstance(found, tuple) else (found,))])
    return results


def is_same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def numbers(shape, dtype="f8", seed=0):
    return (np.random.default_rng(seed).random(shape) * 4 - 2).astype(dtype)


PROGRAMS = {
    "one step": lambda x, y: x + y,
    "chain": lambda x, y: (x - y) * (x + y) + x * 2,
    "two results": lambda x, y: (x * y + 1, x * y - 1),
    "functions between": lambda x, y: dpnp.exp(x * y - 1) * 2 + y,
    "masks": lambda x, y: dpnp.where((x > y) & ~(x > 1), x * 2, y),
    "bools": lambda x, y: (x > y) | (y < 0.5),
    "roots": lambda x, y: dpnp.sqrt(x * x + y * y),
    "conversions": lambda x, y: (x > 0).astype("f8") + y.astype("f4") * 2,
}


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_large_results(name, dtype):
    for shape in (SIZE, (1224, 1225)):
        alone, fused = both(PROGRAMS[name], numbers(shape, dtype), numbers(shape, dtype, 1))
        assert all(map(is_same, alone, fused))


@pytest.mark.parametrize("shape", ROWS, ids=str)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_large_results_beside_reductions(shape, dtype):
    def program(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred * 2 + 1, centred.max(axis=1), (x * x - 1).sum(axis=0), x * 3 - 1

    alone, fused = both(program, numbers(shape, dtype))
    assert all(map(is_same, alone, fused))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_slices_and_writes(dtype):
    def program(u, v):
        v[1:-1, 1:-1] += 0.25 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
        u *= v * 2 + u
        v[:, ::-1] -= u * 0.5 + 1
        return u, v, u.T * v.T - u.T

    for shape in ((150, 131), (1225, 1225)):
        alone, fused = both(program, numbers(shape, dtype), numbers(shape, dtype, 1))
        assert all(map(is_same, alone, fused))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_signs_of_nan(dtype):
    """Of two operands that are NaN a sum or product is one, whose sign is to be seen."""
    x, y = numbers(20_000, dtype), numbers(20_000, dtype, 1)
    x[::3], y[::2] = np.nan, -np.nan
    x[::7], y[::11] = -np.nan, np.nan
    programs = (
        lambda x, y: dpnp.signbit((x + y) * x),
        lambda x, y: dpnp.signbit((x * y) + y),
        lambda x, y: dpnp.copysign(1.0, (y - x) / (x + y)),
        lambda x, y: dpnp.signbit(dpnp.maximum(x, y) * dpnp.minimum(y, x)),
        lambda x, y: dpnp.signbit(dpnp.sqrt(x) - abs(y) * -x),
    )
    for program in programs:
        (alone,), (fused,) = both(program, x, y)
        np.testing.assert_array_equal(fused, alone)


def special(shape, dtype, seed):
    """Few different numbers, zeros of both signs and, of reals, NaN of both signs among them."""
    rng = np.random.default_rng(seed)
    x = rng.choice([0.0, -0.0, 1.5, -1.5, 3.0], shape).astype(dtype)
    if x.dtype.kind == "f":
        for value in (np.nan, -np.nan, np.inf):
            x[rng.random(shape) < 0.02] = value
    return x


REDUCED = ("sum", "prod", "mean", "max", "min", "std", "any", "argmax", "count_nonzero")


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "i8", "u8"])
@pytest.mark.parametrize("n", [2, 3, 4, 7, 15, 16])
def test_few_elements_of_each_result(n, dtype):
    """They become one program, which combines them in registers: distances of points. Of several NaN any may be the result."""

    def program(x, y):
        d = x[:, None, :] - y[None, :, :]
        return tuple(getattr(dpnp, name)(d * d - 1, axis=2) for name in REDUCED)

    for length in (16, 21, 64, 1001):
        alone, fused = both(program, special((210, n), dtype, n), special((length, n), dtype, length))
        for a, b in zip(alone, fused, strict=True):
            np.testing.assert_array_equal(b, a)
            assert is_same(np.where(np.isnan(a), a.dtype.type(0), a), np.where(np.isnan(b), b.dtype.type(0), b))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_few_elements_in_any_order_of_memory(dtype):
    x, y, z = numbers((90, 5, 20), dtype), numbers((5, 48), dtype, 1), numbers((90, 5, 20, 48), dtype, 2)
    out = np.zeros((90, 48, 20), dtype)
    programs = (
        lambda x, y, z, out: ((x[..., None] - y[:, None, :]) ** 2).sum(axis=1),
        lambda x, y, z, out: (x[:, :, ::-2, None] * y[::-1, None, ::-1]).sum(axis=1),
        lambda x, y, z, out: dpnp.sqrt(abs(x[..., None] - 2 * y[:, None, :])).mean(axis=1),
        lambda x, y, z, out: dpnp.where(x[..., None] > y[:, None, :], 1.0, x[..., None]).sum(axis=1),
        lambda x, y, z, out: (x[..., None] - y[:, None, :] + z[:, :, :, ::-1]).sum(axis=1),
        lambda x, y, z, out: (x[..., None] - y[:, None, :]).sum(axis=1, dtype="c16"),
        lambda x, y, z, out: dpnp.sum(x[..., None] - y[:, None, :], axis=1, out=out.transpose(0, 2, 1)),
        lambda x, y, z, out: (x[:, :2, None, :, None] - y[None, None, :, None, :]).sum(axis=(1, 2)),
        lambda x, y, z, out: ((x[..., None] - y[:, None, :]) > 0).sum(axis=1),
    )
    for program in programs:
        (alone,), (fused,) = both(program, x, y, z, out)
        assert is_same(alone, fused)
