"""Stacks of small matrices, of which the CPU computes several side by side: results by what defines them, and the
matrices that are computed one by one because of their values."""

import numpy as np
import pytest
from tensor_helpers import DTYPES, host, matrices

import dpctl
import dpctl.tensor as dpt
from dpctl.tensor import linalg

FLOATS = [name for name in ("float32", "float64", "complex64", "complex128") if name in DTYPES]
COUNTS = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 100]  # around the numbers of lanes of all vectors
SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 32, 33]
LARGER = [48, 56, 57, 64, 65]  # of what is computed side by side up to there


def sizes(count):
    return SIZES + (LARGER if count in (5, 16) else [])


def adjoint(x):
    return np.conj(x.swapaxes(-1, -2))


def wide(x):
    x = host(x) if not isinstance(x, np.ndarray) else x
    return x.astype(np.complex128)


def definite(count, n, dtype, seed=0):
    x = matrices((count, n, n), dtype, seed)
    return (x @ adjoint(x) + np.eye(n)).astype(dtype)


def assert_backward(residual, *factors):
    """|residual| is at most a few roundings of the product of the factors' largest elements, matrix by matrix."""
    eps = np.finfo(factors[0].real.dtype).eps
    scale = np.prod([np.abs(x).max(axis=(-1, -2), initial=0) for x in factors], axis=0)
    assert (np.abs(residual).max(axis=(-1, -2), initial=0) <= 4 * max(residual.shape[-2:]) * eps * scale).all()


def assert_unitary(q):
    eps = np.finfo(q.real.dtype).eps
    error = adjoint(wide(q)) @ wide(q) - np.eye(q.shape[-1])
    assert np.abs(error).max(initial=0) <= 8 * max(q.shape[-2:]) * eps


# ---- results ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("dtype", FLOATS)
class TestSizes:
    def test_determinants(self, dtype, count):
        for n in sizes(count):
            a = (matrices((count, n, n), dtype) / n**0.5).astype(dtype)  # no overflow
            expected_sign, expected = np.linalg.slogdet(wide(a))
            sign, logarithm = (host(x) for x in linalg.slogdet(dpt.asarray(a)))
            eps = np.finfo(a.real.dtype).eps
            condition = np.linalg.cond(wide(a)).max()
            assert sign.dtype == dtype and logarithm.dtype == a.real.dtype
            np.testing.assert_allclose(sign, expected_sign, atol=8 * n * eps * condition)
            np.testing.assert_allclose(logarithm, expected, atol=8 * n * eps * condition)
            det = wide(linalg.det(dpt.asarray(a)))
            np.testing.assert_allclose(det, expected_sign * np.exp(expected), rtol=8 * n * eps * condition)

    def test_solutions(self, dtype, count):
        for n in sizes(count):
            a = matrices((count, n, n), dtype)
            for k in (1, 2, 9, 33):
                b = matrices((count, n, k), dtype, 1)
                x = host(linalg.solve(dpt.asarray(a), dpt.asarray(b)))
                assert x.dtype == dtype and x.shape == b.shape
                assert_backward(wide(a) @ wide(x) - b, a, x)
            b = matrices((n,), dtype, 2)
            x = host(linalg.solve(dpt.asarray(a), dpt.asarray(b)))
            assert x.shape == (count, n)
            assert_backward(wide(a) @ wide(x)[..., None] - b[:, None], a, x[..., None])

    def test_inverses(self, dtype, count):
        for n in sizes(count):
            a = matrices((count, n, n), dtype)
            x = host(linalg.inv(dpt.asarray(a)))
            assert x.dtype == dtype
            assert_backward(wide(a) @ wide(x) - np.eye(n), a, x)

    def test_cholesky_factors(self, dtype, count):
        for n in sizes(count):
            a = definite(count, n, dtype)
            # The other triangle is not read.
            lower = host(linalg.cholesky(dpt.asarray(np.tril(a) + np.triu(np.full_like(a, np.nan), 1))))
            upper = host(linalg.cholesky(dpt.asarray(np.triu(a) + np.tril(np.full_like(a, np.nan), -1)), upper=True))
            assert lower.dtype == upper.dtype == dtype
            assert not np.triu(lower, 1).any() and not np.tril(upper, -1).any()
            assert_backward(wide(lower) @ adjoint(wide(lower)) - a, a)
            assert_backward(adjoint(wide(upper)) @ wide(upper) - a, a)
            np.testing.assert_allclose(upper, adjoint(lower), rtol=0, atol=1e-4 if a.real.dtype == "f4" else 1e-12)

    def test_orthogonal_factors(self, dtype, count):
        larger = [(48, 48), (64, 64), (64, 40), (40, 64), (65, 3)] if count in (5, 16) else []
        for m, n in [(1, 1), (3, 3), (5, 2), (2, 5), (8, 8), (9, 4), (32, 32), (32, 1), (1, 32), (33, 3), *larger]:
            a = matrices((count, m, n), dtype)
            for mode in ("reduced", "complete"):
                q, r = (host(x) for x in linalg.qr(dpt.asarray(a), mode=mode))
                expected = np.linalg.qr(a, mode=mode)
                assert q.shape == expected.Q.shape and r.shape == expected.R.shape
                assert q.dtype == r.dtype == dtype
                assert_unitary(q)
                assert not np.tril(r, -1).any()
                assert_backward(wide(q) @ wide(r) - a, a)
                # LAPACK's signs.
                diagonal = np.arange(min(m, n))
                found, signs = (np.sign(x[:, diagonal, diagonal].real) for x in (r, expected.R))
                np.testing.assert_array_equal(found, signs)

    def test_eigenvalues(self, dtype, count):
        for n in SIZES:
            a = matrices((count, n, n), dtype)
            a = (a + adjoint(a)) / 2
            values, vectors = (host(x) for x in linalg.eigh(dpt.asarray(a)))
            assert values.dtype == a.real.dtype and vectors.dtype == dtype
            assert (np.diff(values) >= 0).all()
            assert_unitary(vectors)
            assert_backward(wide(a) @ wide(vectors) - wide(vectors) * values[:, None, :], 2 * a)
            scale = 8 * n * np.finfo(values.dtype).eps * np.abs(values).max()
            np.testing.assert_allclose(values, np.linalg.eigvalsh(wide(a)), rtol=0, atol=scale)
            np.testing.assert_allclose(host(linalg.eigvalsh(dpt.asarray(a))), values, rtol=0, atol=scale)

    def test_singular_values(self, dtype, count):
        for m, n in ((1, 1), (3, 3), (5, 2), (2, 5), (8, 8), (9, 4), (16, 16), (32, 32), (1, 32)):
            a = matrices((count, m, n), dtype)
            expected = np.linalg.svd(wide(a), compute_uv=False)
            scale = 8 * max(m, n) * np.finfo(a.real.dtype).eps * expected.max()
            for is_full in (False, True):
                u, s, vh = (host(x) for x in linalg.svd(dpt.asarray(a), full_matrices=is_full))
                k = min(m, n)
                assert u.dtype == vh.dtype == dtype and s.dtype == a.real.dtype
                assert (np.diff(s) <= 0).all()
                np.testing.assert_allclose(s, expected, rtol=0, atol=scale)
                assert_unitary(u)
                assert_unitary(adjoint(vh))
                assert_backward((wide(u)[..., :k] * s[:, None, :]) @ wide(vh)[:, :k] - a, 2 * a)
            np.testing.assert_allclose(host(linalg.svdvals(dpt.asarray(a))), expected, rtol=0, atol=scale)


@pytest.mark.parametrize("dtype", FLOATS)
def test_rows_are_exchanged_lane_by_lane(dtype):
    # Each matrix has its pivots elsewhere, and zeros where they would stand without exchanges.
    for n in (2, 3, 8, 13):
        rng = np.random.default_rng(n)
        a = np.stack([np.eye(n)[rng.permutation(n)] * (i + 1) for i in range(21)]).astype(dtype)
        x = host(linalg.inv(dpt.asarray(a)))
        np.testing.assert_allclose(x, np.linalg.inv(wide(a)), rtol=1e-6)
        np.testing.assert_allclose(wide(linalg.det(dpt.asarray(a))), np.linalg.det(wide(a)), rtol=1e-5)
        shifted = matrices((21, n, n), dtype) * (1 - np.eye(n, dtype=dtype))
        b = matrices((21, n, 2), dtype)
        x = host(linalg.solve(dpt.asarray(shifted), dpt.asarray(b)))
        assert_backward(wide(shifted) @ wide(x) - b, shifted, x)


# ---- the same whatever stands beside ----------------------------------------------------------------------


FUNCTIONS = {
    "det": linalg.det,
    "slogdet": linalg.slogdet,
    "inv": linalg.inv,
    "solve": lambda x: linalg.solve(x, x[..., :3]),
    "cholesky": linalg.cholesky,
    "qr": linalg.qr,
    "eigh": linalg.eigh,
    "eigvalsh": linalg.eigvalsh,
    "svd": linalg.svd,
    "svdvals": linalg.svdvals,
}


def results(function, x):
    found = FUNCTIONS[function](x)
    return [host(y) for y in (found if isinstance(found, tuple) else (found,))]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_neighbours_do_not_matter(function, dtype):
    a = definite(37, 6, dtype)
    expected = results(function, dpt.asarray(a))
    order = np.random.default_rng(0).permutation(37)
    shuffled = results(function, dpt.asarray(a[order]))
    fewer = results(function, dpt.asarray(a[5:30]))
    other = a.copy()
    other[::2] = np.nan if function in ("det", "slogdet", "qr", "inv", "solve") else np.eye(6)
    mixed = results(function, dpt.asarray(other))
    for x, y, z, w in zip(expected, shuffled, fewer, mixed, strict=True):
        np.testing.assert_array_equal(x[order], y)
        np.testing.assert_array_equal(x[5:30], z)
        np.testing.assert_array_equal(x[1::2], w[1::2])


@pytest.mark.parametrize("function", FUNCTIONS)
def test_threads_and_layouts_do_not_matter(function, device, part):
    dtype = "float64" if "float64" in DTYPES else "float32"
    a = definite(600, 5, dtype).reshape(20, 30, 5, 5)
    expected = results(function, dpt.asarray(a, device=device))
    strided = np.zeros((20, 30, 5, 10), dtype)
    strided[..., ::2] = a
    same = [
        dpt.asarray(a, sycl_queue=dpctl.SyclQueue(part)),
        dpt.asarray(np.ascontiguousarray(a.swapaxes(-1, -2)), device=device).mT,
        dpt.asarray(strided, device=device)[..., ::2],
        dpt.permute_dims(dpt.asarray(np.ascontiguousarray(a.swapaxes(0, 1)), device=device), (1, 0, 2, 3)),
        dpt.asarray(a[::-1, ::-1].copy(), device=device)[::-1, ::-1],
    ]
    for x in same:
        for found, y in zip(results(function, x), expected, strict=True):
            np.testing.assert_array_equal(found, y)
    repeated = results(function, dpt.broadcast_to(dpt.asarray(a[0, 0], device=device), a.shape))
    for found, y in zip(repeated, expected, strict=True):
        np.testing.assert_array_equal(found, np.broadcast_to(y[0, 0], y.shape))


def test_operands_are_not_changed():
    a = definite(20, 4, FLOATS[-1])
    x = dpt.asarray(a)
    for function in FUNCTIONS:
        results(function, x)
        np.testing.assert_array_equal(host(x), a)


def test_integers_and_empty_stacks():
    a = np.arange(27 * 9).reshape(27, 3, 3) % 7 + 9 * np.eye(3, dtype="int64")
    np.testing.assert_allclose(host(linalg.det(dpt.asarray(a))), np.linalg.det(a), rtol=1e-4)
    np.testing.assert_allclose(host(linalg.inv(dpt.asarray(a))) @ a, np.broadcast_to(np.eye(3), a.shape), atol=1e-4)
    for function in FUNCTIONS:
        for found in results(function, dpt.zeros((0, 4, 4))):
            assert found.size == 0


def test_right_sides_are_broadcast_over_a_stack():
    dtype = FLOATS[0]
    a, b = matrices((5, 1, 4, 4), dtype), matrices((3, 4, 2), dtype)
    x = host(linalg.solve(dpt.asarray(a), dpt.asarray(b)))
    assert x.shape == (5, 3, 4, 2)
    assert_backward(wide(a) @ wide(x) - b, np.broadcast_to(a, (5, 3, 4, 4)), x)


# ---- values that LAPACK gets -------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("bad", [0, 7, 8, 12, 19])
def test_the_first_singular_matrix_is_named(dtype, bad):
    a = matrices((20, 5, 5), dtype)
    a[bad] = 0
    a[19, 3] = 0
    message = rf"matrix {bad} of the stack is singular"
    with pytest.raises(np.linalg.LinAlgError, match=message):
        linalg.inv(dpt.asarray(a))
    with pytest.raises(np.linalg.LinAlgError, match=message):
        linalg.solve(dpt.asarray(a), dpt.asarray(a[..., :2]))
    det, (sign, logarithm) = host(linalg.det(dpt.asarray(a))), linalg.slogdet(dpt.asarray(a))
    for i in (bad, 19):
        assert det[i] == 0 and host(sign)[i] == 0 and host(logarithm)[i] == -np.inf
    assert np.count_nonzero(det) == 20 - len({bad, 19})


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("bad", [0, 7, 8, 12])
def test_the_first_matrix_that_is_not_definite_is_named(dtype, bad):
    for value in (-1, 0):
        a = definite(20, 4, dtype)
        a[bad, 2, 2] = value
        a[15] = 0
        for upper in (False, True):
            with pytest.raises(np.linalg.LinAlgError, match=f"matrix {bad} of the stack is not positive definite"):
                linalg.cholesky(dpt.asarray(a), upper=upper)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e-300, 1e300, 1e-37, 1e37, 0])
def test_extreme_matrices_are_as_alone(dtype, value):
    # A single matrix goes to LAPACK.
    a = definite(19, 4, dtype)
    with np.errstate(over="ignore"):
        value = np.float64(value).astype(a.real.dtype)
    if np.isinf(value) and dtype.startswith("complex"):
        pytest.skip("products of complex infinities are not specified")
    with np.errstate(over="ignore", invalid="ignore"):
        a[3] *= value
        a[11, 1, 1] = value
        a[12] = np.triu(a[12]) * value
    for function in ("det", "slogdet", "qr"):
        for i in (3, 11, 12):
            whole, alone = results(function, dpt.asarray(a)), results(function, dpt.asarray(a[i]))
            for x, y in zip(whole, alone, strict=True):
                if np.isfinite(y).all():
                    with np.errstate(over="ignore", invalid="ignore"):
                        np.testing.assert_allclose(x[i], y, rtol=1e-4, atol=np.abs(y).max() * 1e-5)
                elif np.iscomplexobj(y):  # which part overflows depends on the order of products
                    np.testing.assert_array_equal(np.isfinite(x[i]), np.isfinite(y))
                else:
                    np.testing.assert_array_equal(x[i], y)


@pytest.mark.parametrize("dtype", FLOATS)
def test_determinants_beyond_the_range_of_partial_products(dtype):
    a = np.zeros((9, 4, 4), dtype)
    large = 1e30 if np.dtype(dtype).itemsize // (1 + dtype.startswith("c")) == 4 else 1e250
    a[:] = np.diag([large, large, 1 / large, 1 / large])
    np.testing.assert_allclose(host(linalg.det(dpt.asarray(a))), np.ones(9), rtol=1e-5)
    np.testing.assert_allclose(host(linalg.slogdet(dpt.asarray(a)).logabsdet), np.zeros(9), atol=1e-4)


@pytest.mark.parametrize("dtype", FLOATS)
def test_factors_of_triangular_and_deficient_matrices(dtype):
    # No reflection is needed below zeros, so R is the matrix itself.
    upper = np.triu(matrices((10, 5, 5), dtype))
    q, r = (host(x) for x in linalg.qr(dpt.asarray(upper)))
    np.testing.assert_allclose(q @ r, upper, atol=1e-5)
    assert_unitary(q)
    deficient = matrices((10, 6, 1), dtype) @ matrices((10, 1, 6), dtype, 1)
    deficient[4] = 0
    q, r = (host(x) for x in linalg.qr(dpt.asarray(deficient)))
    np.testing.assert_allclose(q @ r, deficient, atol=1e-5)
    assert_unitary(q)
    u, s, vh = (host(x) for x in linalg.svd(dpt.asarray(deficient)))
    np.testing.assert_allclose((u * s[:, None, :]) @ vh, deficient, atol=1e-5)
    assert_unitary(u)
    assert_unitary(adjoint(vh))
    values, vectors = (host(x) for x in linalg.eigh(dpt.asarray(deficient @ adjoint(deficient))))
    assert_unitary(vectors)
    assert (np.diff(values) >= 0).all()


@pytest.mark.parametrize("dtype", [name for name in FLOATS if name in ("float64", "complex128")])
def test_vectors_of_tiny_singular_values_are_orthogonal(dtype):
    for tiny in (1e-30, 1e-70, 1e-100, 1e-150, 1e-170):
        a = matrices((9, 5, 5), dtype)
        a[:, :, 2:] *= tiny
        u, s, vh = (host(x) for x in linalg.svd(dpt.asarray(a)))
        assert_unitary(u)
        assert_unitary(adjoint(vh))
        assert_backward((wide(u) * s[:, None, :]) @ wide(vh) - a, 2 * a)
        h = np.zeros((9, 4, 4), dtype)
        h[:, :2, :2] = np.eye(2)
        h[:, 2:, 2:] = definite(9, 2, dtype) * tiny
        h[:, 1, 0] = h[:, 0, 1] = tiny
        values, vectors = (host(x) for x in linalg.eigh(dpt.asarray(h)))
        assert_unitary(vectors)
        assert_backward(wide(h) @ wide(vectors) - wide(vectors) * values[:, None, :], 2 * h)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_iterations_end_for_matrices_that_are_not_finite(dtype, value):
    a = definite(11, 5, dtype)
    a[6, 2, 1] = value
    for function in (linalg.eigvalsh, linalg.svdvals):
        if np.isnan(value):
            with pytest.raises(np.linalg.LinAlgError, match="matrix 6 of the stack"):
                function(dpt.asarray(a))
        else:
            found = host(function(dpt.asarray(a)))
            assert np.isnan(found[6]).all() and np.isfinite(np.delete(found, 6, axis=0)).all()
