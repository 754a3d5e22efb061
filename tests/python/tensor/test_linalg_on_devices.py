"""Factorizations on each backend's device, by what defines their results, and by what is done with singular matrices and NaN."""

import numpy as np
import pytest
from tensor_helpers import matrices

import dpctl.tensor as dpt
import dpnp
from dpctl.tensor import linalg
from opendpex import _core

DTYPES = ["float32", "float64", "complex64", "complex128"]
#: Around the edges of what kernels hold in a work-group, or cut into panels.
SIZES = [0, 1, 2, 5, 16, 17, 31, 32, 33, 48, 49, 64, 65, 100, 257]
SHAPES = [
    (0, 3),
    (3, 0),
    (1, 5),
    (5, 1),
    (17, 16),
    (16, 33),
    (40, 7),
    (7, 40),
    (64, 20),
    (33, 48),
    (64, 65),
    (130, 100),
    (100, 257),
    (300, 40),
]
STACKS = [(), (3,), (2, 1, 2), (0, 2)]
#: A residual may have so many roundings per row.
ROUNDINGS = 8


@pytest.fixture(autouse=True)
def _has_types(request):
    """Devices without double compute in single precision."""
    if "dtype" in request.fixturenames and request.getfixturevalue("dtype") in ("float64", "complex128"):
        if not request.getfixturevalue("device").has_aspect_fp64:
            pytest.skip("the device has no double precision")


def regular(shape, dtype):
    return matrices(shape, dtype) + np.sqrt(shape[-1]).astype(dtype) * np.eye(shape[-1], dtype=dtype)


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def positive(shape, dtype):
    x = matrices(shape, dtype)
    return x @ adjoint(x) + np.eye(shape[-1], dtype=dtype)


def exact(x):
    x = dpt.asnumpy(x) if isinstance(x, dpt.usm_ndarray) else np.asarray(x)
    return x.astype("complex128" if x.dtype.kind == "c" else "float64")


def layouts(a, device):
    """The same matrices in rows, in columns, and with gaps and backwards."""
    yield dpt.asarray(a, device=device)
    yield dpt.asarray(np.ascontiguousarray(a.swapaxes(-1, -2)), device=device).mT
    wide = np.zeros((*a.shape[:-1], 2 * a.shape[-1] + 1), a.dtype)
    wide[..., 1::2] = a[..., ::-1]
    yield dpt.asarray(wide, device=device)[..., 1::2][..., ::-1]


def assert_small(residual, scale, dtype, n):
    """residual: matrices that are zero but for roundings of numbers of this scale (a norm per matrix)."""
    eps = np.finfo(dtype).eps
    norms = np.linalg.norm(residual, axis=(-2, -1))
    assert np.all(norms <= ROUNDINGS * max(n, 1) * eps * scale), (norms / (eps * scale)).max()


def norm(x):
    return np.linalg.norm(exact(x), axis=(-2, -1))


def is_lower(x):
    return np.array_equal(x, np.tril(x))


SQUARE = [
    (*stack, n, n) for n in SIZES for stack in (STACKS if n in (2, 33) else STACKS[:2] if n < 100 else STACKS[:1])
]
SQUARE += [(70, n, n) for n in (1, 3, 8, 20)]  # more than a work-group holds
#: Around the edges of what lanes of small groups have in registers: a row each.
STACKED = [17, 24, 25, 32, 33, 57, 64]
SQUARE += [(6, n, n) for n in STACKED]


@pytest.mark.parametrize("shape", SQUARE, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
class TestSquare:
    def test_inv(self, device, dtype, shape):
        a = regular(shape, dtype)
        for x in layouts(a, device):
            inverse = linalg.inv(x)
            assert inverse.dtype == dtype and inverse.shape == shape
            assert_small(exact(a) @ exact(inverse) - np.eye(shape[-1]), norm(a) * norm(inverse), dtype, shape[-1])

    def test_solve(self, device, dtype, shape):
        a, n = regular(shape, dtype), shape[-1]
        for b in ((n,), (*shape[:-1], 3), (n, 1), (1, n, 40)):
            b = matrices(b, dtype, seed=1)
            for x1 in layouts(a, device):
                x = linalg.solve(x1, dpt.asarray(b, device=device))
                assert x.dtype == dtype and x.shape == np.linalg.solve(a, b).shape
                columns, right = (exact(y)[..., None] if b.ndim == 1 else exact(y) for y in (x, b))
                assert_small(exact(a) @ columns - right, norm(a) * norm(columns) + norm(right), dtype, n)

    def test_determinants(self, device, dtype, shape):
        a = regular(shape, dtype) / np.sqrt(max(shape[-1], 1)).astype(dtype)
        sign, logarithm = np.linalg.slogdet(exact(a))
        # Relative roundings of a determinant are those of the factors' diagonal.
        limit = 1000 * np.finfo(dtype).eps * max(shape[-1], 1)
        for x in layouts(a, device):
            result = linalg.slogdet(x)
            assert result.sign.dtype == dtype and result.logabsdet.dtype == np.finfo(dtype).dtype
            np.testing.assert_allclose(exact(result.sign), sign, atol=limit)
            np.testing.assert_allclose(exact(result.logabsdet), logarithm, atol=limit)
            determinant = linalg.det(x)
            assert determinant.dtype == dtype and determinant.shape == shape[:-2]
            np.testing.assert_allclose(exact(determinant), sign * np.exp(logarithm), rtol=limit)

    def test_cholesky(self, device, dtype, shape):
        a = positive(shape, dtype)
        for x in layouts(a, device):
            lower, upper = linalg.cholesky(x), linalg.cholesky(x, upper=True)
            assert lower.dtype == upper.dtype == dtype
            lower, upper = exact(lower), exact(upper)
            assert is_lower(lower) and is_lower(adjoint(upper))
            assert_small(lower @ adjoint(lower) - exact(a), norm(a), dtype, shape[-1])
            assert_small(adjoint(upper) @ upper - exact(a), norm(a), dtype, shape[-1])

    def test_cholesky_reads_one_triangle(self, device, dtype, shape):
        a = positive(shape, dtype)
        spoilt = np.where(np.tri(shape[-1], dtype=bool), a, np.nan).astype(dtype)
        lower = exact(linalg.cholesky(dpt.asarray(spoilt, device=device)))
        assert is_lower(lower)
        assert_small(lower @ adjoint(lower) - exact(a), norm(a), dtype, shape[-1])

    def test_eigh(self, device, dtype, shape):
        a = matrices(shape, dtype)
        a = a + adjoint(a)
        values, vectors = (exact(part) for part in linalg.eigh(dpt.asarray(a, device=device)))
        assert_small(exact(a) @ vectors - vectors * values[..., None, :], norm(a), dtype, shape[-1])
        assert_small(adjoint(vectors) @ vectors - np.eye(shape[-1]), 1, dtype, shape[-1])
        np.testing.assert_allclose(
            exact(linalg.eigvalsh(dpt.asarray(a, device=device))),
            values,
            atol=1e3 * np.finfo(dtype).eps * max(shape[-1], 1),
        )


RECTANGULAR = [(*stack, m, n) for m, n in SHAPES for stack in (STACKS if m == 17 else STACKS[:1])]


def as_matrices(q, r):
    return exact(q), exact(r)


@pytest.mark.parametrize("shape", RECTANGULAR + SQUARE, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
class TestRectangular:
    @pytest.mark.parametrize("mode", ["reduced", "complete"])
    def test_qr(self, device, dtype, shape, mode):
        a, m = matrices(shape, dtype), max(shape[-2:])
        for x in layouts(a, device):
            q, r = linalg.qr(x, mode=mode)
            k = shape[-2] if mode == "complete" else min(shape[-2:])
            assert q.dtype == r.dtype == dtype
            assert q.shape == (*shape[:-1], k) and r.shape == (*shape[:-2], k, shape[-1])
            q, r = exact(q), exact(r)
            assert np.array_equal(r, np.triu(r))
            assert_small(q @ r - exact(a), norm(a), dtype, m)
            assert_small(adjoint(q) @ q - np.eye(k), 1, dtype, m)

    def test_qr_raw_holds_the_reflectors(self, device, dtype, shape):
        a, (m, n) = matrices(shape, dtype), shape[-2:]
        if 0 in a.shape:
            return
        reflectors, factors = dpnp.linalg.qr(dpnp.asarray(a, device=device), mode="raw")
        assert reflectors.shape == (*shape[:-2], n, m) and factors.shape == (*shape[:-2], min(m, n))
        h, tau = exact(dpnp.asnumpy(reflectors)).swapaxes(-1, -2), exact(dpnp.asnumpy(factors))
        product = np.triu(h)
        for i in reversed(range(min(m, n))):
            v = np.concatenate([np.zeros((*shape[:-2], i)), np.ones((*shape[:-2], 1)), h[..., i + 1 :, i]], axis=-1)
            product -= tau[..., i, None, None] * v[..., :, None] * (np.conj(v)[..., None, :] @ product)
        assert_small(product - exact(a), norm(a), dtype, max(m, n))

    def test_svd(self, device, dtype, shape):
        if max(shape[-2:]) > 130:
            return
        a = matrices(shape, dtype)
        u, s, vh = (exact(part) for part in linalg.svd(dpt.asarray(a, device=device), full_matrices=False))
        assert_small((u * s[..., None, :]) @ vh - exact(a), norm(a), dtype, max(shape[-2:]))
        np.testing.assert_allclose(
            exact(linalg.svdvals(dpt.asarray(a, device=device))), s, atol=1e3 * np.finfo(dtype).eps * max(shape[-2:])
        )

    def test_lu(self, device, dtype, shape):
        if len(shape) > 2:
            return
        a, (m, n) = matrices(shape, dtype), shape
        factors, pivots, order = _core.linalg_lu(dpt.asarray(a, device=device))
        both, order = exact(factors).swapaxes(-1, -2), dpt.asnumpy(order)
        k = min(m, n)
        lower, upper = np.tril(both[:, :k], -1) + np.eye(m, k), np.triu(both[:k])
        assert sorted(order) == list(range(m)) and pivots.shape == (k,)
        assert np.all(abs(lower) <= (2 if both.dtype.kind == "c" else 1))
        assert_small(lower @ upper - exact(a)[order], norm(a), dtype, max(m, n))


@pytest.mark.parametrize("n", [1, 2, 5, 17, 33, 100])
@pytest.mark.parametrize("dtype", DTYPES)
class TestSolutions:
    @pytest.mark.parametrize("trans", [0, 1, 2])
    def test_lu_solve(self, device, dtype, n, trans):
        a, b = regular((n, n), dtype), matrices((n, 3), dtype, 1)
        factors = dpnp.scipy.linalg.lu_factor(dpnp.asarray(a, device=device))
        x = exact(dpnp.asnumpy(dpnp.scipy.linalg.lu_solve(factors, dpnp.asarray(b, device=device), trans=trans)))
        system = [exact(a), exact(a).T, adjoint(exact(a))][trans]
        assert_small(system @ x - exact(b), norm(a) * norm(x) + norm(b), dtype, n)

    def test_least_squares(self, device, dtype, n):
        a, b = matrices((2 * n, n), dtype), matrices((2 * n, 2), dtype, 1)
        x, residuals, rank, s = dpnp.linalg.lstsq(*(dpnp.asarray(y, device=device) for y in (a, b)))
        x = exact(dpnp.asnumpy(x))
        assert rank == n
        assert_small(
            adjoint(exact(a)) @ (exact(a) @ x - exact(b)), norm(a) * (norm(a) * norm(x) + norm(b)), dtype, 2 * n
        )

    def test_composed_functions(self, device, dtype, n):
        a = regular((n, n), dtype)
        x = dpnp.asarray(a, device=device)
        inverse = exact(dpnp.asnumpy(dpnp.linalg.pinv(x)))
        assert_small(exact(a) @ inverse - np.eye(n), norm(a) * norm(inverse), dtype, n)
        power = exact(dpnp.asnumpy(dpnp.linalg.matrix_power(x, -2)))
        assert_small(exact(a) @ exact(a) @ power - np.eye(n), norm(a) ** 2 * norm(power), dtype, n)
        assert int(dpnp.linalg.matrix_rank(x)) == n
        np.testing.assert_allclose(
            float(dpnp.linalg.cond(x)), np.linalg.cond(exact(a)), rtol=1e3 * n * np.finfo(dtype).eps
        )
        tensor = dpnp.linalg.tensorsolve(x, x[:, 0])
        np.testing.assert_allclose(exact(dpnp.asnumpy(tensor)), np.eye(n)[0], atol=1e3 * n * np.finfo(dtype).eps)
        for ord in ("nuc", 2, -2):
            expected = np.linalg.norm(exact(a), ord)
            np.testing.assert_allclose(float(dpnp.linalg.norm(x, ord)), expected, rtol=1e4 * n * np.finfo(dtype).eps)


# ---- what cannot be factorized ------------------------------------------------------------------------------------

SINGULAR = {
    "zero": np.zeros((1, 1)),
    "zeros": np.zeros((5, 5)),
    "equal rows": np.ones((3, 3)),
    "multiples": np.array([[1.0, 2, 3], [2, 4, 6], [1, 0, 1]]),
    "of rank 1": np.outer([1.0, 2, 4, 8], [1, 0.5, 4, 2]),
    "zero column": np.tri(40) * (np.arange(40) != 39),
    "zero row": np.eye(70) * (np.arange(70) != 33),
    "count from 0": np.arange(9.0).reshape(3, 3),
    "count from 1": np.arange(1, 10.0).reshape(3, 3),
    "count to 16": np.arange(16.0).reshape(4, 4),
    "last rows equal": np.vstack([np.eye(65)[:64], np.eye(65)[63]]),
    "large block": np.kron(np.ones((2, 2)), np.eye(50)),
}


def outcome(function, *arguments):
    try:
        function(*arguments)
    except np.linalg.LinAlgError:
        return "LinAlgError"
    return "a result"


@pytest.mark.parametrize("name", SINGULAR)
@pytest.mark.parametrize("dtype", DTYPES)
def test_singular_matrices_are_refused_where_numpy_refuses_them(device, dtype, name):
    a = SINGULAR[name].astype(dtype)
    x = dpnp.asarray(a, device=device)
    assert outcome(dpnp.linalg.inv, x) == outcome(np.linalg.inv, a)
    assert outcome(dpnp.linalg.solve, x, x[0]) == outcome(np.linalg.solve, a, a[0])
    assert outcome(dpnp.linalg.cholesky, x @ x.conj().T) == outcome(np.linalg.cholesky, a @ a.conj().T)
    if outcome(np.linalg.inv, a) == "LinAlgError":
        assert dpnp.asnumpy(dpnp.linalg.det(x)) == 0
        sign, logarithm = dpnp.linalg.slogdet(x)
        assert dpnp.asnumpy(sign) == 0 and dpnp.asnumpy(logarithm) == -np.inf


@pytest.mark.parametrize("n", STACKED)
@pytest.mark.parametrize("dtype", DTYPES)
def test_pivots_of_stacks_are_the_first_of_the_largest(device, dtype, n):
    """Integers of a small range, of which columns have many equal ones, permuted rows, and a NaN in one matrix."""
    rng = np.random.default_rng(n)
    a = rng.integers(-2, 3, (8, n, n)).astype(dtype)
    a[1] = np.eye(n)[rng.permutation(n)]
    a[2] = np.tri(n).T
    a[3] = 2 * np.eye(n)[::-1]
    a[4] = np.eye(n)
    a[5, n // 2] = a[5, n // 3]  # of rank n - 1
    a[6, n - 1, 0] = np.nan
    x = dpt.asarray(a, device=device)
    sign, logarithm = (dpt.asnumpy(y) for y in linalg.slogdet(x))
    determinants = dpt.asnumpy(linalg.det(x))
    signs = np.linalg.slogdet(exact(a[1:5])).sign
    assert np.array_equal(determinants[1:5], signs * [1, 1, 2.0**n, 1])
    assert not np.isfinite(determinants[6]) and not np.isfinite(logarithm[6])
    for i in (0, 7):
        expected = np.linalg.slogdet(exact(a[i]))
        np.testing.assert_allclose(sign[i], expected.sign, atol=1e-3)
        np.testing.assert_allclose(logarithm[i], expected.logabsdet, atol=1e-3)
    inverse, solution = linalg.inv(x[:5]), linalg.solve(x[:5], x[:5])
    assert np.array_equal(dpt.asnumpy(inverse)[1:5], np.linalg.inv(a[1:5]))
    np.testing.assert_allclose(exact(solution), np.broadcast_to(np.eye(n), (5, n, n)), atol=1e-2)
    # A matrix is what it is beside any others.
    alone = [dpt.asnumpy(linalg.inv(dpt.asarray(a[[i] * 5], device=device)))[4] for i in range(5)]
    assert np.array_equal(np.stack(alone), dpt.asnumpy(inverse))


@pytest.mark.parametrize("n", [3, 40])
def test_the_message_names_the_matrix_of_a_stack(device, n):
    a = np.stack([np.eye(n)] * 5).astype("float32")
    a[3, n - 1, n - 1] = 0
    x = dpt.asarray(a, device=device)
    for call in (linalg.inv, lambda x: linalg.solve(x, x)):
        with pytest.raises(np.linalg.LinAlgError, match="matrix 3 of the stack is singular"):
            call(x)
    a[1] *= -1
    with pytest.raises(np.linalg.LinAlgError, match="matrix 1 of the stack is not positive definite"):
        linalg.cholesky(dpt.asarray(a, device=device))
    assert np.array_equal(dpt.asnumpy(linalg.det(x)), [1, 1, 1, 0, 1])
    # The queue goes on.
    assert np.array_equal(dpt.asnumpy(linalg.inv(x[:3])), a[:1].repeat(3, axis=0))


@pytest.mark.parametrize("n", [1, 2, 5, 17, 33, 70])
@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("dtype", DTYPES)
def test_values_that_are_not_finite_come_to_an_end(device, dtype, value, n):
    for index in (0, n * n // 2, n * n - 1):
        a = regular((n, n), dtype)
        a.flat[index] = value
        x = dpnp.asarray(a, device=device)
        for name in ("inv", "cholesky", "det", "slogdet", "qr", "eigvalsh", "svdvals"):
            outcome(getattr(dpnp.linalg, name), x)
        if value != value:
            assert not np.isfinite(dpnp.asnumpy(dpnp.linalg.det(x)))
            assert outcome(dpnp.linalg.cholesky, dpnp.linalg.matrix_transpose(x)) == outcome(np.linalg.cholesky, a.T)
    # Nothing of it is left in the next matrix.
    good = regular((n, n), dtype)
    inverse = exact(dpnp.asnumpy(dpnp.linalg.inv(dpnp.asarray(good, device=device))))
    assert_small(exact(good) @ inverse - np.eye(n), norm(good) * norm(inverse), dtype, n)


@pytest.mark.parametrize("n", [5, 40, 100])
@pytest.mark.parametrize("dtype", DTYPES)
def test_ill_conditioned_systems_have_small_residuals(device, dtype, n):
    left, right = (np.linalg.qr(matrices((n, n), "float64", seed))[0] for seed in (1, 2))
    a = ((left * np.logspace(0, -5 if dtype in ("float32", "complex64") else -13, n)) @ right).astype(dtype)
    b = matrices((n, 2), dtype)
    for stack in ((), (6,)):
        matrix = np.broadcast_to(a, (*stack, n, n))
        x = exact(linalg.solve(dpt.asarray(matrix, device=device), dpt.asarray(b, device=device)))
        assert_small(exact(a) @ x - exact(b), norm(a) * norm(x), dtype, n)
        x = exact(linalg.inv(dpt.asarray(matrix, device=device)))
        assert_small(exact(a) @ x - np.eye(n), norm(a) * norm(x), dtype, n)


@pytest.mark.parametrize("n", [8, 80])
def test_results_are_ordered_with_other_work(device, n):
    """Each step reads what the one before left pending."""
    x = dpt.ones((n, n), dtype="float32", device=device)
    for _ in range(20):
        x += 1
        x = linalg.inv(x + 50 * dpt.eye(n, dtype="float32", device=device))
        q, r = linalg.qr(x)
        x = dpt.matmul(q, r) * 10
    expected = np.ones((n, n))
    for _ in range(20):
        expected = np.linalg.inv(expected + 1 + 50 * np.eye(n)) * 10
    np.testing.assert_allclose(dpt.asnumpy(x), expected, atol=1e-4)


def test_results_do_not_vary(device):
    for shape in ((4, 20, 20), (150, 150)):
        x = dpt.asarray(regular(shape, "float32"), device=device)
        for function in (
            linalg.inv,
            linalg.det,
            lambda x: linalg.qr(x).Q,
            lambda x: linalg.cholesky(dpt.matmul(x, x.mT)),
        ):
            first, second = (dpt.asnumpy(function(x)) for _ in range(2))
            assert first.tobytes() == second.tobytes()


def test_operands_stay_as_they_are(device):
    a = positive((2, 40, 40), "float64" if device.has_aspect_fp64 else "float32")
    x, b = dpt.asarray(a, device=device), dpt.asarray(a[..., :3].copy(), device=device)
    for function in (
        linalg.inv,
        linalg.det,
        linalg.qr,
        linalg.cholesky,
        linalg.svd,
        linalg.eigh,
        lambda x: linalg.solve(x, b),
    ):
        function(x)
        assert np.array_equal(dpt.asnumpy(x), a) and np.array_equal(dpt.asnumpy(b), a[..., :3])


# ---- where the host computes for a device -------------------------------------------------------------------------

PROGRAM = """
import numpy as np
import dpctl, dpctl.tensor as dpt
from dpctl.tensor import linalg

device = dpctl.SyclDevice("opencl:cpu:{number}")
a = np.random.default_rng(0).standard_normal((3, 40, 40)).astype("float32")
x = dpt.asarray(a, device=device)
for _ in range(2):
    u, s, vh = (dpt.asnumpy(part) for part in linalg.svd(x + 1))
    assert np.allclose((u * s[:, None, :]) @ vh, a + 1, atol=1e-4)
    values, vectors = (dpt.asnumpy(part) for part in linalg.eigh(x + x.mT))
    assert np.allclose((a + a.swapaxes(1, 2)) @ vectors, vectors * values[:, None, :], atol=1e-4)
    assert np.allclose(dpt.asnumpy(linalg.inv(x)) @ a, np.eye(40), atol=1e-2)
try:
    linalg.inv(x - x)
except np.linalg.LinAlgError as error:
    print(error)
"""


@pytest.mark.parametrize("memory", ["usm", "buffer"])
@pytest.mark.parametrize("backends", ["opencl", "native,opencl"])
def test_the_host_computes_whatever_memory_and_devices_there_are(request, device, start, memory, backends):
    if request.node.callspec.params["device"] != "opencl":
        pytest.skip("kinds of memory and the visibility of the CPU are chosen for OpenCL drivers")
    program = PROGRAM.replace("{number}", "1" if "native" in backends else "0")
    out, messages, code = start(program, DPEX_BACKENDS=backends, DPEX_OPENCL_MEMORY=memory, DPEX_LOG="queue").finish()
    assert code == 0, messages
    assert out.strip() == "inv: matrix 0 of the stack is singular"
    assert messages.count("svd: computed by the host") == messages.count("eigh: computed by the host") == 1
