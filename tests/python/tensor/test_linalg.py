"""The linalg extension, compared with NumPy, and by what defines each result."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError
from tensor_helpers import DTYPES, PREAMBLE, assert_same, host, matrices, sample

import dpctl
import dpctl.tensor as dpt
from dpctl.tensor import linalg
from dpctl.utils import ExecutionPlacementError

FLOATS = [name for name in ("float32", "float64", "complex64", "complex128") if name in DTYPES]
STACKS = [(), (3,), (2, 0), (2, 1, 2)]
SIZES = [0, 1, 2, 7, 33]
SHAPES = [(0, 3), (3, 0), (4, 2), (2, 4), (5, 5), (1, 1), (40, 30), (30, 40)]


needs_extremes = pytest.mark.skipif(
    not hasattr(dpt, "max"), reason="norms that are an extreme need the reductions max and min"
)


def regular(stack, n, dtype):
    return matrices((*stack, n, n), dtype) + (n + 1) * np.eye(n, dtype=dtype)


def hermitian(stack, n, dtype):
    x = matrices((*stack, n, n), dtype)
    return x + adjoint(x)


def adjoint(x):
    return np.conj(x.swapaxes(-1, -2))


def layouts(a):
    """The same matrices in rows, in columns, and with gaps."""
    yield dpt.asarray(a)
    yield dpt.asarray(np.ascontiguousarray(a.swapaxes(-1, -2))).mT
    wide = np.zeros((*a.shape[:-1], 2 * a.shape[-1]), a.dtype)
    wide[..., ::2] = a
    yield dpt.asarray(wide)[..., ::2]


def assert_close(ours, expected, dtype=None):
    ours, expected = host(ours), np.asarray(expected)
    assert ours.shape == expected.shape and (dtype is None or ours.dtype == dtype)
    eps = max(np.finfo(x.dtype).eps for x in (ours, expected) if x.dtype.kind in "fc")
    scale = np.abs(expected).max(initial=1)
    np.testing.assert_allclose(ours, expected, rtol=2000 * eps, atol=2000 * eps * scale)


def assert_orthonormal(columns):
    n = columns.shape[-1]
    assert_close(adjoint(columns) @ columns, np.broadcast_to(np.eye(n), (*columns.shape[:-2], n, n)))


def real_of(dtype):
    return np.dtype(dtype).type(0).real.dtype


# ---- factorizations ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("stack", STACKS, ids=str)
@pytest.mark.parametrize("dtype", FLOATS)
class TestSquare:
    def test_inv(self, dtype, stack, n):
        a = regular(stack, n, dtype)
        for x in layouts(a):
            assert_close(linalg.inv(x), np.linalg.inv(a), dtype)

    def test_det_and_slogdet(self, dtype, stack, n):
        a = regular(stack, n, dtype) / (n + 1)
        sign, logarithm = np.linalg.slogdet(a)
        for x in layouts(a):
            assert_close(linalg.det(x), np.linalg.det(a), dtype)
            result = linalg.slogdet(x)
            assert_close(result.sign, sign, dtype)
            assert_close(result.logabsdet, logarithm, real_of(dtype))

    def test_solve(self, dtype, stack, n):
        a = regular(stack, n, dtype)
        for shape in ((n,), (*stack, n, 3), (n, 1), (1, n, 2), (*stack, n, 0)):
            b = matrices(shape, dtype, seed=1)
            for x1 in layouts(a):
                assert_close(linalg.solve(x1, dpt.asarray(b)), np.linalg.solve(a, b), dtype)

    def test_cholesky(self, dtype, stack, n):
        x = matrices((*stack, n, n), dtype)
        a = x @ adjoint(x) + np.eye(n, dtype=dtype)
        for x in layouts(a):
            lower, upper = host(linalg.cholesky(x)), host(linalg.cholesky(x, upper=True))
            assert lower.dtype == upper.dtype == dtype
            np.testing.assert_array_equal(lower, np.tril(lower))
            np.testing.assert_array_equal(upper, np.triu(upper))
            assert_close(lower @ adjoint(lower), a)
            assert_close(adjoint(upper) @ upper, a)

    def test_eigh_and_eigvalsh(self, dtype, stack, n):
        a = hermitian(stack, n, dtype)
        expected = np.linalg.eigvalsh(a)
        for x in layouts(a):
            values, vectors = host(tuple(linalg.eigh(x)))
            assert values.dtype == real_of(dtype) and vectors.dtype == dtype
            assert_close(values, expected)
            assert_close(a @ vectors, vectors * values[..., None, :])
            assert_orthonormal(vectors)
            assert_close(linalg.eigvalsh(x), expected, real_of(dtype))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("stack", STACKS, ids=str)
@pytest.mark.parametrize("dtype", FLOATS)
class TestRectangular:
    @pytest.mark.parametrize("mode", ["reduced", "complete"])
    def test_qr(self, dtype, stack, shape, mode):
        a = matrices((*stack, *shape), dtype)
        expected = np.linalg.qr(a, mode=mode)
        for x in layouts(a):
            q, r = host(tuple(linalg.qr(x, mode=mode)))
            assert q.dtype == r.dtype == dtype and q.shape == expected.Q.shape and r.shape == expected.R.shape
            np.testing.assert_array_equal(r, np.triu(r))
            assert_close(q @ r, a)
            assert_orthonormal(q)

    @pytest.mark.parametrize("full", [True, False])
    def test_svd(self, dtype, stack, shape, full):
        a = matrices((*stack, *shape), dtype)
        expected = np.linalg.svd(a, full_matrices=full)
        k = min(shape)
        for x in layouts(a):
            u, s, vh = host(tuple(linalg.svd(x, full_matrices=full)))
            assert u.shape == expected.U.shape and vh.shape == expected.Vh.shape and s.dtype == real_of(dtype)
            assert_close(s, expected.S)
            assert_close((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], a)
            assert_orthonormal(u)
            assert_orthonormal(adjoint(vh))

    def test_svdvals_rank_and_pinv(self, dtype, stack, shape):
        a = matrices((*stack, *shape), dtype)
        x = dpt.asarray(a)
        assert_close(linalg.svdvals(x), np.linalg.svd(a, compute_uv=False), real_of(dtype))
        if min(shape):
            assert_same(linalg.matrix_rank(x), np.linalg.matrix_rank(a))
            assert_close(linalg.pinv(x), np.linalg.pinv(a, rcond=None, rtol=1e-6), dtype)


@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from(FLOATS))
@settings(max_examples=40, deadline=None)
def test_factorizations_of_any_extents(m, n, dtype):
    a = matrices((m, n), dtype)
    q, r = host(tuple(linalg.qr(dpt.asarray(a))))
    assert_close(q @ r, a)
    u, s, vh = host(tuple(linalg.svd(dpt.asarray(a), full_matrices=False)))
    assert_close((u * s) @ vh, a)


@pytest.mark.parametrize("dtype", FLOATS)
def test_large_matrices(dtype):
    a, b = regular((), 400, dtype), matrices((400, 40), dtype, seed=1)
    x = dpt.asarray(a)
    assert_close(host(linalg.inv(x)) @ a, np.eye(400))
    assert_close(a @ host(linalg.solve(x, dpt.asarray(b))), b)
    positive = a @ adjoint(a)
    lower = host(linalg.cholesky(dpt.asarray(positive)))
    assert_close(lower @ adjoint(lower), positive)
    q, r = host(tuple(linalg.qr(x)))
    assert_close(q @ r, a)
    values, vectors = host(tuple(linalg.eigh(dpt.asarray(hermitian((), 400, dtype)))))
    assert_close((vectors * values) @ adjoint(vectors), hermitian((), 400, dtype))


def test_only_one_triangle_is_read():
    a = hermitian((), 5, "float32") + 10 * np.eye(5, dtype="float32")
    lower, upper = (half(a) + wrong for half, wrong in ((np.tril, np.triu(a * 7, 1)), (np.triu, np.tril(a * 7, -1))))
    assert_close(linalg.cholesky(dpt.asarray(lower)), np.linalg.cholesky(a))
    assert_close(linalg.cholesky(dpt.asarray(upper), upper=True), np.linalg.cholesky(a).T)
    assert_close(linalg.eigvalsh(dpt.asarray(lower)), np.linalg.eigvalsh(a))


def test_determinants_of_extreme_scale():
    tiny = dpt.asarray(1e-30 * np.eye(4, dtype="float32"))
    huge = dpt.asarray(np.diag([1e30, 1e30, 1e-30, 1e-30]).astype("float32"))
    assert float(linalg.det(huge)) == pytest.approx(1.0, rel=1e-5)
    assert float(linalg.det(tiny)) == 0
    assert float(linalg.slogdet(tiny).logabsdet) == pytest.approx(4 * np.log(1e-30), rel=1e-5)
    singular = linalg.slogdet(dpt.ones((2, 2)))
    assert float(singular.sign) == 0 and float(singular.logabsdet) == -np.inf
    assert float(linalg.det(dpt.ones((3, 3)))) == 0


def test_integers_compute_in_the_default_real_type():
    a = np.array([[2, 1], [1, 3]])
    default = dpt.asarray([1.0]).dtype
    for function in (linalg.inv, linalg.det, linalg.cholesky, linalg.eigvalsh, linalg.svdvals):
        assert function(dpt.asarray(a)).dtype == default
    assert_close(linalg.solve(dpt.asarray(a), dpt.ones(2, dtype="float32")), np.linalg.solve(a, np.ones(2)))


# ---- what fails -------------------------------------------------------------------------------------------


def test_matrices_for_which_there_is_no_result():
    zeros, nans = dpt.zeros((3, 3)), dpt.full((3, 3), np.nan)
    stack = dpt.stack([dpt.eye(3), zeros])
    for call, message in (
        (lambda: linalg.inv(zeros), "singular"), (lambda: linalg.inv(stack), "matrix 1 of the stack"),
        (lambda: linalg.solve(zeros, dpt.ones(3)), "singular"), (lambda: linalg.cholesky(zeros), "positive definite"),
        (lambda: linalg.matrix_power(zeros, -1), "singular"), (lambda: linalg.svd(nans), "converge"),
    ):  # fmt: skip
        with pytest.raises(linalg.LinAlgError, match=message):
            call()
    assert issubclass(linalg.LinAlgError, ValueError)
    assert not host(zeros).any()
    zeros.sycl_queue.wait()  # nothing is left to report


SQUARE = [linalg.cholesky, linalg.inv, linalg.det, linalg.slogdet, linalg.eigh, linalg.eigvalsh]
ANY = [linalg.qr, linalg.svd, linalg.svdvals, linalg.matrix_rank, linalg.pinv]


@pytest.mark.parametrize("function", SQUARE + ANY)
def test_wrong_operands(function):
    for wrong in (dpt.ones(3), dpt.ones(())):
        with pytest.raises(ValueError):
            function(wrong)
    for wrong in (np.ones((3, 3)), 3.0, [[1.0]]):
        with pytest.raises(TypeError):
            function(wrong)
    if dpt.ones(1).sycl_device.has_aspect_fp16:
        with pytest.raises(TypeError):
            function(dpt.ones((3, 3), dtype="float16"))
    if function in SQUARE:
        with pytest.raises(ValueError):
            function(dpt.ones((2, 3)))


@pytest.mark.parametrize(
    "shapes", [((3, 3), (2,)), ((3, 3), (2, 3)), ((2, 3, 3), (4, 3, 1)), ((3, 3), ()), ((2, 3), (2,))], ids=str
)
def test_solve_of_shapes_that_do_not_fit(shapes):
    with pytest.raises(ValueError):
        linalg.solve(*(dpt.ones(shape) for shape in shapes))


def test_solve_across_queues():
    with pytest.raises(ExecutionPlacementError):
        linalg.solve(dpt.eye(2), dpt.ones(2, sycl_queue=dpctl.SyclQueue()))
    with pytest.raises(ValueError):
        linalg.qr(dpt.ones((2, 2)), mode="raw")


def test_results_stay_on_the_queue(device):
    queue = dpctl.SyclQueue(device)
    x = dpt.eye(3, dtype="float32", sycl_queue=queue, usm_type="shared")
    for results in (linalg.inv(x), linalg.eigh(x), linalg.svd(x), linalg.qr(x), linalg.solve(x, x), linalg.slogdet(x)):
        for result in results if isinstance(results, tuple) else (results,):
            assert result.sycl_queue == queue and result.usm_type == "shared"


def test_sub_devices_compute_the_same(part):
    a = regular((), 150, "float32")
    x = dpt.asarray(a, sycl_queue=dpctl.SyclQueue(part))
    assert_close(linalg.inv(x), np.linalg.inv(a))
    assert_close(linalg.eigvalsh(x @ x.mT), np.linalg.eigvalsh(a @ a.T))


def test_without_openblas_factorizations_raise_with_a_reason(run):
    program = (
        PREAMBLE
        + """
try:
    dpt.linalg.inv(dpt.eye(2, device="opencl:cpu:0"))
except NotImplementedError as error:
    print(error)
print(float(dpt.linalg.trace(dpt.eye(2))))
"""
    )
    assert run(program, DPEX_OPENBLAS="0").splitlines() == ["inv: DPEX_OPENBLAS=0 forbids OpenBLAS", "2.0"]


# ---- composites -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("n", [-3, -1, 0, 1, 2, 3, 7])
def test_matrix_power(dtype, n):
    a = regular((2,), 3, dtype) / 4
    assert_close(linalg.matrix_power(dpt.asarray(a), n), np.linalg.matrix_power(a, n), dtype)


def test_matrix_power_of_integers_and_wrong_ones():
    a = np.array([[1, 1], [1, 0]])
    assert_same(linalg.matrix_power(dpt.asarray(a), 10), np.linalg.matrix_power(a, 10))
    for x, n, error in ((dpt.ones((2, 3)), 2, ValueError), (dpt.ones(2), 2, ValueError), (dpt.eye(2), 1.5, TypeError)):
        with pytest.raises(error):
            linalg.matrix_power(x, n)


def test_rank_and_pinv_with_a_tolerance():
    a = np.diag([1.0, 1e-2, 1e-4]).astype("float32")
    x = dpt.asarray(a)
    assert int(linalg.matrix_rank(x)) == 3
    assert int(linalg.matrix_rank(x, rtol=1e-3)) == 2
    assert_close(linalg.pinv(x, rtol=1e-3), np.diag([1.0, 1e2, 0.0]).astype("float32"))
    stack = dpt.stack([x, x])
    assert_same(linalg.matrix_rank(stack, rtol=dpt.asarray([0.1, 1e-3], dtype="float32")), np.array([1, 2]))
    assert_close(linalg.pinv(stack, rtol=dpt.asarray([0.1, 1e-3], dtype="float32"))[1], np.diag([1.0, 1e2, 0.0]))
    assert int(linalg.matrix_rank(dpt.zeros((3, 4)))) == 0


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize(
    "ord", [0, 1, 2, 3, 0.5, -1, -2.5, *(pytest.param(p, marks=needs_extremes) for p in (np.inf, -np.inf))]
)
@pytest.mark.parametrize("dtype", FLOATS)
def test_vector_norm(dtype, ord, keepdims):
    a = matrices((4, 5, 6), dtype)
    a[0, 0] = 0 if ord >= 0 else 1
    for axis in (None, 0, -1, (0, 2)):
        expected = np.linalg.vector_norm(a, axis=axis, keepdims=keepdims, ord=ord)
        assert_close(
            linalg.vector_norm(dpt.asarray(a), axis=axis, keepdims=keepdims, ord=ord), expected, real_of(dtype)
        )


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize(
    "ord", ["fro", "nuc", *(pytest.param(p, marks=needs_extremes) for p in (1, -1, 2, -2, np.inf, -np.inf))]
)
@pytest.mark.parametrize("dtype", FLOATS)
def test_matrix_norm(dtype, ord, keepdims):
    a = matrices((2, 4, 3), dtype)
    expected = np.linalg.matrix_norm(a, ord=ord, keepdims=keepdims)
    assert_close(linalg.matrix_norm(dpt.asarray(a), ord=ord, keepdims=keepdims), expected, real_of(dtype))


def test_norms_of_wrong_arguments():
    x = dpt.ones((2, 3))
    for call, error in (
        (lambda: linalg.vector_norm(x, axis=2), AxisError), (lambda: linalg.vector_norm(x, axis=(0, 0)), ValueError),
        (lambda: linalg.vector_norm(x, ord="fro"), TypeError), (lambda: linalg.matrix_norm(x, ord="max"), ValueError),
        (lambda: linalg.matrix_norm(x, ord=3), ValueError), (lambda: linalg.matrix_norm(dpt.ones(2)), ValueError),
        (lambda: linalg.vector_norm(np.ones(3)), TypeError),
    ):  # fmt: skip
        with pytest.raises(error):
            call()


@pytest.mark.parametrize("offset", [0, 1, -1, 2, -3, 9, -9])
def test_diagonal_and_trace(offset):
    a = sample((2, 3, 4), "int16")
    x = dpt.asarray(a)
    view = linalg.diagonal(x, offset=offset)
    assert_same(view, np.linalg.diagonal(a, offset=offset))
    assert_same(linalg.trace(x, offset=offset), np.linalg.trace(a, offset=offset, dtype="int64"))
    assert_same(linalg.trace(x, offset=offset, dtype="float32"), np.linalg.trace(a, offset=offset, dtype="float32"))
    if view.size:
        view[...] = 0
        assert int(dpt.sum(linalg.diagonal(x, offset=offset))) == 0


@pytest.mark.parametrize("dtype", [name for name in DTYPES if name != "bool"])
def test_cross_and_outer(dtype):
    a, b = sample((2, 3, 4), dtype), sample((3, 1), dtype, seed=1)
    ulp = 4 * (np.dtype(dtype).kind in "fc")
    x, y = dpt.asarray(a), dpt.asarray(b)
    expected = np.linalg.cross(a, np.broadcast_to(b, a.shape), axis=-2)
    np.testing.assert_allclose(host(linalg.cross(x, y, axis=-2)), expected, rtol=1e-2, atol=1 if ulp else 0)
    assert linalg.cross(x, y, axis=-2).dtype == dtype
    assert_same(linalg.outer(x[0, 0], y[:, 0]), np.linalg.outer(a[0, 0], b[:, 0]))


def test_cross_and_outer_of_wrong_shapes():
    x = dpt.ones((2, 3))
    for call, error in (
        (lambda: linalg.cross(x, x, axis=-2), ValueError), (lambda: linalg.cross(x, x, axis=-3), AxisError),
        (lambda: linalg.cross(x, dpt.ones((5, 3))), ValueError), (lambda: linalg.cross(x, np.ones((2, 3))), TypeError),
        (lambda: linalg.cross(x, dpt.ones(2)), ValueError), (lambda: linalg.outer(x, x), ValueError),
        (lambda: linalg.outer(x[0], 3), TypeError),
    ):  # fmt: skip
        with pytest.raises(error):
            call()


def test_the_namespace_is_that_of_the_standard():
    names = {
        "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm", "matrix_power",
        "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve", "svd", "svdvals", "tensordot", "trace",
        "vecdot", "vector_norm",
    }  # fmt: skip
    assert dpt.linalg is linalg and names <= set(linalg.__all__)
    x = dpt.eye(2)
    assert linalg.eigh(x)._fields == ("eigenvalues", "eigenvectors")
    assert linalg.qr(x)._fields == ("Q", "R")
    assert linalg.slogdet(x)._fields == ("sign", "logabsdet")
    assert linalg.svd(x)._fields == ("U", "S", "Vh")


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0), (2, 0, 3), (0, 2, 3)])
def test_norms_of_nothing(shape):
    a = np.ones(shape)
    x = dpt.asarray(a)
    for order in (2, 1, 0, 0.5, np.inf):
        for axis in (None, 0, -1):
            wanted = np.linalg.vector_norm(a, ord=order, axis=axis, keepdims=True)
            assert_same(dpt.linalg.vector_norm(x, ord=order, axis=axis, keepdims=True), wanted)
    for order in ("fro", "nuc", 1, 2, np.inf):
        assert_same(dpt.linalg.matrix_norm(x, ord=order), np.linalg.matrix_norm(a, ord=order))
    with pytest.raises(ValueError):
        dpt.linalg.vector_norm(x, ord=-np.inf)
