"""Linear algebra, compared with NumPy; factors are checked by their product."""

import itertools
import math

import numpy
import pytest
from numpy_comparison import same

import dpnp

RNG = numpy.random.default_rng(7)
M = RNG.standard_normal((4, 4)) + 3 * numpy.eye(4)
STACK = RNG.standard_normal((2, 3, 3)) + 2 * numpy.eye(3)
TALL = RNG.standard_normal((5, 3))
P = M @ M.T
C = P + 1j * (M - M.T)
EXACT = ["float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize(
    "body",
    [
        lambda np, m, s, t, p, c: np.linalg.inv(s),
        lambda np, m, s, t, p, c: np.linalg.det(s),
        lambda np, m, s, t, p, c: np.linalg.slogdet(s)[1],
        lambda np, m, s, t, p, c: np.linalg.slogdet(m).sign,
        lambda np, m, s, t, p, c: np.linalg.solve(m, t[:4]),
        lambda np, m, s, t, p, c: np.linalg.solve(m, t[:4, 0]),
        lambda np, m, s, t, p, c: np.linalg.solve(s, t[:3]),
        lambda np, m, s, t, p, c: np.linalg.cholesky(p),
        lambda np, m, s, t, p, c: np.linalg.cholesky(c, upper=True),
        lambda np, m, s, t, p, c: np.linalg.eigvalsh(c),
        lambda np, m, s, t, p, c: np.linalg.eigvalsh(m, UPLO="U"),
        lambda np, m, s, t, p, c: np.linalg.eigvalsh(m, "L"),
        lambda np, m, s, t, p, c: np.linalg.svdvals(t),
        lambda np, m, s, t, p, c: np.linalg.svd(s, compute_uv=False),
        lambda np, m, s, t, p, c: np.linalg.svd(p - 3, compute_uv=False, hermitian=True),
        lambda np, m, s, t, p, c: np.linalg.pinv(t),
        lambda np, m, s, t, p, c: np.linalg.pinv(c),
        lambda np, m, s, t, p, c: np.linalg.pinv(p, hermitian=True, rcond=1e-3),
        lambda np, m, s, t, p, c: np.linalg.matrix_rank(t),
        lambda np, m, s, t, p, c: np.linalg.matrix_rank(s, tol=2.0),
        lambda np, m, s, t, p, c: np.linalg.matrix_rank(m[0]),
        lambda np, m, s, t, p, c: np.linalg.matrix_rank(p, hermitian=True),
        lambda np, m, s, t, p, c: np.linalg.matrix_power(m, 5),
        lambda np, m, s, t, p, c: np.linalg.matrix_power(s, -2),
        lambda np, m, s, t, p, c: np.linalg.matrix_power(s, 0),
        lambda np, m, s, t, p, c: np.linalg.multi_dot([m, t[:4], t.T, t]),
        lambda np, m, s, t, p, c: np.linalg.multi_dot([m[0], m, p, m[1]]),
        lambda np, m, s, t, p, c: np.linalg.tensorinv(m.reshape(2, 2, 2, 2)),
        lambda np, m, s, t, p, c: np.linalg.tensorsolve(m.reshape(2, 2, 4), t[:2, :2]),
        lambda np, m, s, t, p, c: np.linalg.outer(m[0], m[1]),
        lambda np, m, s, t, p, c: np.linalg.cross(t, t[::-1]),
        lambda np, m, s, t, p, c: np.linalg.cross(t[0], s[0], axis=0),
        lambda np, m, s, t, p, c: np.linalg.cross(s, t[1], axis=-1),
        lambda np, m, s, t, p, c: np.linalg.diagonal(s, offset=1),
        lambda np, m, s, t, p, c: np.linalg.trace(s, offset=-1),
        lambda np, m, s, t, p, c: np.linalg.vecdot(c, c, axis=0),
        lambda np, m, s, t, p, c: np.linalg.matmul(m, c),
        lambda np, m, s, t, p, c: np.linalg.matrix_transpose(s),
        lambda np, m, s, t, p, c: np.linalg.tensordot(m, p),
        lambda np, m, s, t, p, c: np.linalg.lstsq(t, t[:, 0] + 1)[0],
        lambda np, m, s, t, p, c: np.linalg.lstsq(t, t * 2 + 1)[1],
        lambda np, m, s, t, p, c: np.linalg.lstsq(t.T, t[:3])[0],
        lambda np, m, s, t, p, c: np.linalg.lstsq(t, t)[3],
    ],
)
def test_as_numpy(device, body):
    same(device, body, M, STACK, TALL, P, C, rtol=1e-9)


def test_integers_beside_single_precision_are_solved_in_double(device):
    a, b = numpy.asarray([[15, -3], [5, 18], [1, 2]]), numpy.asarray([1.5, 2, -3])
    for x, y in itertools.product("bifd", "fFld"):
        same(device, lambda np, a, b: np.linalg.lstsq(a, b)[0], a.astype(x), b.astype(y), rtol=1e-5)
        same(
            device,
            lambda np, a, b: [np.linalg.solve(a, b), np.linalg.tensorsolve(a, b)],
            a[:2].astype(x),
            b[:2].astype(y),
            rtol=1e-5,
        )


@pytest.mark.parametrize("ord", [None, 1, 2, -1, -2, 0, 3, 0.5, math.inf, -math.inf, "fro", "nuc"])
@pytest.mark.parametrize("axis", [None, 0, (0, 1), (-1, 0)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_norm(device, ord, axis, keepdims):
    try:
        numpy.linalg.norm(TALL, ord, axis, keepdims)
    except ValueError:
        same(device, lambda np, x: np.linalg.norm(x, ord, axis, keepdims), TALL, fails=True)
    else:
        same(device, lambda np, x: np.linalg.norm(x, ord, axis, keepdims), TALL, rtol=1e-12)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, s: np.linalg.norm(s),
        lambda np, s: np.linalg.norm(s[0, 0], 3),
        lambda np, s: np.linalg.vector_norm(s, axis=(0, 2), ord=1),
        lambda np, s: np.linalg.vector_norm(s, keepdims=True),
        lambda np, s: np.linalg.matrix_norm(s, ord="nuc"),
        lambda np, s: np.linalg.norm(s, 2, axis=(1, 2)),
        lambda np, s: np.linalg.norm((s * 9).astype("int32"), axis=1),
        lambda np, s: np.linalg.norm(s.astype("float32"), "nuc", (0, 2), keepdims=True),
        lambda np, s: np.linalg.norm(s * 1j, 1, (0, 1)),
    ],
)
def test_norm_of_stacks(device, body):
    same(device, body, STACK, rtol=1e-5)


@pytest.mark.parametrize("p", [None, 1, -1, 2, -2, math.inf, -math.inf, "fro", "nuc"])
def test_cond(device, p):
    same(device, lambda np, x: np.linalg.cond(x, p), STACK, rtol=1e-9)


def test_cond_of_no_matrices(device):
    for shape in ((0, 2, 2), (1, 0, 3, 3), (0, 3, 2)):
        for p in (None, 2, -2):
            same(device, lambda np, x, p=p: np.linalg.cond(x, p), numpy.ones(shape))
    same(device, lambda np, x: np.linalg.cond(x, 1), numpy.ones((0, 2, 2)))
    for shape in ((0, 0), (2, 0, 3)):
        same(device, lambda np, x: np.linalg.cond(x), numpy.ones(shape), fails=True)


@pytest.mark.parametrize("p", [None, 1, -2, "fro"])
@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "complex64"])
def test_cond_of_no_matrices_is_empty(device, p, dtype):
    same(device, lambda np, x: np.linalg.cond(x.astype(dtype), p), STACK[:0])
    same(device, lambda np, x: np.linalg.cond(x.astype(dtype)[..., :0], p), STACK, fails=True)


@pytest.mark.parametrize("p", [1, math.inf, "fro"])
def test_cond_of_singular_matrices_is_infinite(device, p):
    x = STACK.copy()
    x[1] = 1
    same(device, lambda np, x: np.linalg.cond(x, p), x, rtol=1e-9)


@pytest.mark.parametrize("dtype", EXACT)
@pytest.mark.parametrize("shape", [(3, 3), (2, 4, 4), (0, 3, 3), (0, 0)])
def test_eig(device, shape, dtype):
    x = RNG.standard_normal(shape).astype(dtype)
    if x.dtype.kind == "c":
        x = x + 1j * RNG.standard_normal(shape).astype(x.real.dtype)
    values, vectors = dpnp.linalg.eig(dpnp.asarray(x, device=device))
    real = x.dtype.kind != "c" and not numpy.linalg.eigvals(x).imag.any()  # from NumPy 2.5 on complex all the same
    expected = x.dtype if real else numpy.result_type(x, numpy.complex64)
    assert values.dtype == expected and values.shape == shape[:-1]
    assert vectors.dtype == expected and vectors.shape == shape
    w, v = dpnp.asnumpy(values), dpnp.asnumpy(vectors)
    tolerance = 1e-4 if dtype in ("float32", "complex64") else 1e-10
    numpy.testing.assert_allclose(x @ v, v * w[..., None, :], atol=tolerance)
    numpy.testing.assert_allclose(
        numpy.sort_complex(w),
        numpy.sort_complex(dpnp.asnumpy(dpnp.linalg.eigvals(dpnp.asarray(x, device=device)))),
        atol=tolerance,
    )


def test_eig_of_symmetric_matrices_is_real(device):
    found = dpnp.linalg.eig(dpnp.asarray(P, device=device))
    assert found.eigenvalues.dtype == numpy.float64 and found.eigenvectors.dtype == numpy.float64
    same(device, lambda np, x: abs(np.linalg.eigvals(x)).max(), P, rtol=1e-10)


@pytest.mark.parametrize("UPLO", ["L", "U"])
def test_eigh(device, UPLO):
    w, v = (dpnp.asnumpy(x) for x in dpnp.linalg.eigh(dpnp.asarray(C, device=device), UPLO))
    numpy.testing.assert_allclose(C @ v, v * w, atol=1e-9)


@pytest.mark.parametrize("mode", ["reduced", "complete", "r"])
@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (2, 4, 4)])
def test_qr(device, mode, shape):
    x = RNG.standard_normal(shape)
    same(
        device, lambda np, x: abs(np.linalg.qr(x, mode)) if mode == "r" else abs(np.linalg.qr(x, mode).R), x, rtol=1e-9
    )
    if mode != "r":
        q, r = dpnp.linalg.qr(dpnp.asarray(x, device=device), mode)
        numpy.testing.assert_allclose(dpnp.asnumpy(q @ r), x, atol=1e-12)


@pytest.mark.parametrize("hermitian", [False, True])
@pytest.mark.parametrize("full_matrices", [False, True])
def test_svd(device, hermitian, full_matrices):
    x = numpy.stack([C - 4 * numpy.eye(4), C]) if hermitian else numpy.stack([TALL, TALL[::-1]])
    u, s, vh = dpnp.linalg.svd(dpnp.asarray(x, device=device), full_matrices, hermitian=hermitian)
    k = s.shape[-1]
    numpy.testing.assert_allclose(dpnp.asnumpy((u[..., :k] * s[:, None]) @ vh[:, :k]), x, atol=1e-9)
    numpy.testing.assert_allclose(dpnp.asnumpy(s), numpy.linalg.svd(x, compute_uv=False), atol=1e-9)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, m, t: np.linalg.inv(t),
        lambda np, m, t: np.linalg.inv(m[0]),
        lambda np, m, t: np.linalg.inv(m * 0),
        lambda np, m, t: np.linalg.solve(m * 0, m),
        lambda np, m, t: np.linalg.solve(m, t),
        lambda np, m, t: np.linalg.cholesky(-m @ m.T),
        lambda np, m, t: np.linalg.det(t),
        lambda np, m, t: np.linalg.eig(t),
        lambda np, m, t: np.linalg.eig(m / 0),
        lambda np, m, t: np.linalg.eigh(m, "X"),
        lambda np, m, t: np.linalg.qr(m, "other"),
        lambda np, m, t: np.linalg.matrix_power(t, 2),
        lambda np, m, t: np.linalg.matrix_power(m, 0.5),
        lambda np, m, t: np.linalg.multi_dot([m]),
        lambda np, m, t: np.linalg.multi_dot([m, m[0], m]),
        lambda np, m, t: np.linalg.lstsq(t, m),
        lambda np, m, t: np.linalg.norm(m, "other"),
        lambda np, m, t: np.linalg.norm(m, axis=(0, 0)),
        lambda np, m, t: np.linalg.cond(m[:0]),
        lambda np, m, t: np.linalg.norm(m, axis=[0, 1]),
        lambda np, m, t: np.linalg.outer(m, m),
        lambda np, m, t: np.linalg.tensorinv(t, 1),
        lambda np, m, t: np.linalg.tensorsolve(t, m[0]),
    ],
)
def test_errors(device, body):
    same(device, body, M, TALL, fails=True)


def test_messages(device):
    x = dpnp.zeros((2, 2), device=device)
    with pytest.raises(dpnp.linalg.LinAlgError, match="Singular matrix"):
        dpnp.linalg.inv(x)
    with pytest.raises(dpnp.linalg.LinAlgError, match="The input coefficient matrix is singular"):
        dpnp.linalg.solve(x, x)
    with pytest.raises(dpnp.linalg.LinAlgError, match="Matrix is not positive definite."):
        dpnp.linalg.cholesky(x)
    with pytest.raises(dpnp.linalg.LinAlgError, match="square"):
        dpnp.linalg.det(x[:1])


def test_singular_determinants(device):
    same(device, lambda np, x: np.linalg.det(x * 0), M)
    same(device, lambda np, x: np.linalg.slogdet(x * 0), M)


def test_all_names_of_numpy_are_there():
    missing = set(numpy.linalg.__all__) - set(dpnp.linalg.__all__)
    assert not missing


@pytest.mark.parametrize("dtype", ["f8", "c16"])
def test_lstsq_of_many_rows(device, dtype):
    rng = numpy.random.default_rng(3)
    a = rng.normal(size=(40, 6)).astype(dtype) + (1j * rng.normal(size=(40, 6)) if dtype == "c16" else 0)
    dependent = a.copy()
    dependent[:, 5] = dependent[:, 0] + dependent[:, 1]
    b = rng.normal(size=(40, 2)).astype(dtype)
    for matrix in (a, dependent, a[:, :1], a[:, :0]):
        same(device, lambda np, a, b: np.linalg.lstsq(a, b), matrix, b, rtol=1e-10)
        same(device, lambda np, a, b: np.linalg.lstsq(a, b[:, 0], rcond=0.1), matrix, b, rtol=1e-10)
