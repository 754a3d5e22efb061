"""Helpers of the tests of sorting, searching and sets: lines with ties, NaN, infinities and signed zeros."""

import numpy as np
from hypothesis import strategies as st

SPECIALS = [np.nan, -np.nan, 0.0, -0.0, np.inf, -np.inf]


def numbers(rng, n, dtype, spread):
    """n values; `spread` selects few distinct ones, the whole range, or numbers around a value far from zero."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, n).astype(dtype)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        low, high = {
            "few": (max(info.min, -3), 4),
            "wide": (info.min, info.max),
            "far": (info.max - 20, info.max),
        }[spread]
        return rng.integers(low, high, n, dtype=dtype, endpoint=True)
    if dtype.kind == "c":
        parts = np.empty((n, 2), dtype=np.dtype(f"f{dtype.itemsize // 2}"))
        parts[:, 0], parts[:, 1] = (numbers(rng, n, parts.dtype, spread) for _ in range(2))
        return parts.view(dtype)[:, 0]
    values = rng.standard_normal(n) * {"few": 2, "wide": 1e4, "far": 1e-3}[spread]
    values = np.round(values) if spread == "few" else values + 100 * (spread == "far")
    values = np.where(rng.random(n) < 0.2, rng.choice(SPECIALS, n), values)
    return values.astype(dtype)


SPREADS = ("few", "wide", "far")


def reference_order(a, axis=-1, descending=False):
    """The stable order by NumPy; descending order keeps equal values in order too."""
    if not descending:
        return np.argsort(a, axis=axis, kind="stable")
    reversed_order = np.flip(np.argsort(np.flip(a, axis), axis=axis, kind="stable"), axis)
    return a.shape[axis] - 1 - reversed_order


def assert_same_bits(ours, numpys):
    """As assert_same, and with equal signs of zeros and bits of NaNs."""
    assert ours.dtype == numpys.dtype and ours.shape == numpys.shape
    assert ours.tobytes() == np.ascontiguousarray(numpys).tobytes()


seeds = st.integers(0, 2**32 - 1)
