"""Blocked factorizations: shapes around tiles and panels, special matrices, any number of threads, every instruction set."""

import numpy
import pytest
from running import INSTRUCTION_SETS, assert_threads_do_not_matter, run_with_instruction_set
from tested_backends import BACKENDS

import dpctl
import dpnp
import dpnp.scipy.linalg

pytestmark = pytest.mark.skipif(
    not {"native", "sim"} & set(BACKENDS), reason="other devices factorize by kernels or by a library of their own"
)

EPS = numpy.finfo("float64").eps
# Below, at and above the rows of a tile (4 to 16), the columns of a panel (16, 32) and of a chunk (48), extents that change those.
SIZES = [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 97, 129, 200, 256, 257, 384, 385, 513]
SHAPES = [
    (1, 5),
    (5, 1),
    (16, 40),
    (40, 16),
    (33, 20),
    (20, 33),
    (100, 64),
    (64, 100),
    (131, 200),
    (200, 131),
    (390, 640),
    (640, 390),
]


DTYPES = ["float64", "complex128"]


def random(*shape, dtype="float64"):
    rng = numpy.random.default_rng(shape)
    x = rng.standard_normal(shape)
    return x + 1j * rng.standard_normal(shape) if dtype == "complex128" else x


def positive(n, dtype="float64"):
    x = random(n, n, dtype=dtype)
    return x @ x.conj().T + numpy.eye(n)


def adjoint(x):
    return x.conj().T


def check_lu(x):
    """P x = L U up to rounding, no multiplier above 1 (of complex ones the sum of their parts is compared)."""
    p, lower, upper = (dpnp.asnumpy(part) for part in dpnp.scipy.linalg.lu(dpnp.asarray(x)))
    size = max(abs(x).max(), 1e-300)
    assert abs(lower).max() <= (1 if x.dtype.kind == "f" else 2**0.5 * (1 + 8 * EPS))
    assert abs(p @ lower @ upper - x).max() <= 8 * max(x.shape) * EPS * size
    return p, lower, upper


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_lu_of_square_matrices(n, dtype):
    check_lu(random(n, n, dtype=dtype))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_lu_of_other_shapes(shape, dtype):
    check_lu(random(*shape, dtype=dtype))


def test_lu_exchanges_rows_of_a_permutation():
    n = 150
    order = numpy.random.default_rng(2).permutation(n)
    x = numpy.eye(n)[order]
    _, lower, upper = check_lu(x)
    numpy.testing.assert_array_equal(lower, numpy.eye(n))
    numpy.testing.assert_array_equal(upper, numpy.eye(n))


@pytest.mark.filterwarnings("ignore:a diagonal number:RuntimeWarning")
@pytest.mark.parametrize("dtype", DTYPES)
def test_lu_takes_the_first_of_equal_pivots(dtype):
    x = numpy.ones((40, 40), dtype)
    factors, pivots = dpnp.scipy.linalg.lu_factor(dpnp.asarray(x))
    numpy.testing.assert_array_equal(dpnp.asnumpy(pivots), numpy.arange(40))
    numpy.testing.assert_array_equal(dpnp.asnumpy(factors)[1:, 1:], 0)


@pytest.mark.parametrize("scale", [1e-310, 1e-300, 1e300])
@pytest.mark.parametrize("dtype", DTYPES)
def test_lu_of_tiny_and_huge_elements(scale, dtype):
    x = random(70, 70, dtype=dtype) * scale
    check_lu(x)


@pytest.mark.parametrize("n", [5, 16, 40, 130])
@pytest.mark.parametrize("dead", [0, 1, -1])
@pytest.mark.parametrize("dtype", DTYPES)
def test_singular_matrices(n, dead, dtype):
    x = random(n, n, dtype=dtype)
    x[:, dead] = 0
    assert complex(dpnp.linalg.det(dpnp.asarray(x))) == 0
    sign, logarithm = dpnp.linalg.slogdet(dpnp.asarray(x))
    assert complex(sign) == 0 and float(logarithm) == -numpy.inf
    with pytest.raises(numpy.linalg.LinAlgError, match="Singular"):
        dpnp.linalg.inv(dpnp.asarray(x))
    with pytest.raises(numpy.linalg.LinAlgError, match="Singular"):
        dpnp.linalg.solve(dpnp.asarray(x), dpnp.asarray(random(n)))


@pytest.mark.parametrize("n", [4, 50, 140])
@pytest.mark.parametrize("value", [numpy.nan, numpy.inf])
@pytest.mark.parametrize("dtype", DTYPES)
def test_not_finite_numbers_reach_the_determinant(n, value, dtype):
    x = random(n, n, dtype=dtype)
    x[n // 2, n // 3] = value
    assert not numpy.isfinite(complex(dpnp.linalg.det(dpnp.asarray(x))))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_solve_and_inv(n, dtype):
    x, b = random(n, n, dtype=dtype), random(n, 3, dtype=dtype)
    z = dpnp.asnumpy(dpnp.linalg.solve(dpnp.asarray(x), dpnp.asarray(b)))
    assert abs(x @ z - b).max() <= 4 * n * EPS * (abs(x).sum(1).max() * abs(z).max() + abs(b).max())
    inverse = dpnp.asnumpy(dpnp.linalg.inv(dpnp.asarray(x)))
    bound = 8 * n * EPS * numpy.linalg.norm(x, 1) * numpy.linalg.norm(inverse, 1)
    assert abs(inverse @ x - numpy.eye(n)).max() <= bound


def check_qr(x, mode="reduced"):
    q, r = (dpnp.asnumpy(part) for part in dpnp.linalg.qr(dpnp.asarray(x), mode))
    m, n = x.shape
    size = max(abs(x).max(), 1e-300)
    assert q.shape == (m, m if mode == "complete" else min(m, n)) and r.shape == (q.shape[1], n)
    assert abs(adjoint(q) @ q - numpy.eye(q.shape[1])).max() <= 4 * max(m, 8) * EPS
    assert abs(q @ (r / size) - x / size).max() <= 8 * max(m, n) * EPS
    numpy.testing.assert_array_equal(r, numpy.triu(r))
    return q, r


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_qr_of_square_matrices(n, dtype):
    check_qr(random(n, n, dtype=dtype))


@pytest.mark.parametrize("shape", [*SHAPES, (300, 5), (5, 300), (1000, 70), (520, 300)], ids=str)
@pytest.mark.parametrize("mode", ["reduced", "complete"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_qr_of_other_shapes(shape, mode, dtype):
    check_qr(random(*shape, dtype=dtype), mode)


@pytest.mark.parametrize("shape", [(60, 40), (40, 60), (130, 130)], ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_qr_has_the_signs_and_reflectors_of_lapack(shape, dtype):
    x = random(*shape, dtype=dtype)
    for own, other in zip(dpnp.linalg.qr(dpnp.asarray(x), "raw"), numpy.linalg.qr(x, "raw"), strict=True):
        numpy.testing.assert_allclose(dpnp.asnumpy(own), other, rtol=0, atol=1e-11)


@pytest.mark.parametrize("scale", [1e-305, 1e-160, 1e160, 1e300])
@pytest.mark.parametrize("dtype", DTYPES)
def test_qr_of_tiny_and_huge_elements(scale, dtype):
    check_qr(random(50, 40, dtype=dtype) * scale)


@pytest.mark.parametrize("dtype", DTYPES)
def test_qr_of_matrices_without_full_rank(dtype):
    x = random(80, 50, dtype=dtype)
    x[:, 20:] = x[:, :30]
    check_qr(x)
    x[:, 7] = 0
    check_qr(x)
    check_qr(numpy.zeros((40, 40), dtype))
    check_qr(numpy.triu(random(40, 40, dtype=dtype)))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
def test_cholesky(n, upper, dtype):
    x = positive(n, dtype)
    given = numpy.triu(x) if upper else numpy.tril(x)
    # What the other triangle holds does not matter.
    given += (numpy.tril if upper else numpy.triu)(numpy.full((n, n), numpy.nan), -1 if upper else 1)
    factor = dpnp.asnumpy(dpnp.linalg.cholesky(dpnp.asarray(given), upper=upper))
    numpy.testing.assert_array_equal(factor, numpy.triu(factor) if upper else numpy.tril(factor))
    product = adjoint(factor) @ factor if upper else factor @ adjoint(factor)
    assert abs(product - x).max() <= 4 * n * EPS * abs(x).max()


@pytest.mark.parametrize("n", [1, 10, 33, 70, 200])
@pytest.mark.parametrize("bad", [0, -1])
@pytest.mark.parametrize("value", [0.0, -1.0])
@pytest.mark.parametrize("dtype", DTYPES)
def test_cholesky_of_matrices_that_are_not_positive_definite(n, bad, value, dtype):
    x = positive(n, dtype)
    x[bad, bad] = value
    with pytest.raises(numpy.linalg.LinAlgError, match="not positive definite"):
        dpnp.linalg.cholesky(dpnp.asarray(x))


@pytest.mark.parametrize("n", [1, 10, 33, 70, 200])
@pytest.mark.parametrize("dtype", DTYPES)
def test_cholesky_of_nan_is_nan(n, dtype):
    x = positive(n, dtype)
    x[0, 0] = numpy.nan
    assert numpy.isnan(dpnp.asnumpy(dpnp.linalg.cholesky(dpnp.asarray(x))).diagonal()).all()


@pytest.mark.parametrize("n", [1, 4, 30, 91, 150])
@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("n_columns", [1, 3])
@pytest.mark.parametrize("dtype", DTYPES)
def test_lu_solve_with_the_transposed_and_the_adjoint_matrix(n, trans, n_columns, dtype):
    x, b = random(n, n, dtype=dtype), random(n, n_columns, dtype=dtype)
    of = [x, x.T, adjoint(x)][trans]
    factors = dpnp.scipy.linalg.lu_factor(dpnp.asarray(x))
    z = dpnp.asnumpy(dpnp.scipy.linalg.lu_solve(factors, dpnp.asarray(b), trans=trans))
    assert abs(of @ z - b).max() <= 4 * n * EPS * (abs(of).sum(1).max() * abs(z).max() + abs(b).max())


def test_cholesky_takes_the_diagonal_for_real():
    x = positive(70, "complex128")
    expected = dpnp.asnumpy(dpnp.linalg.cholesky(dpnp.asarray(x)))
    other = dpnp.asnumpy(dpnp.linalg.cholesky(dpnp.asarray(x + 3j * numpy.eye(70))))
    numpy.testing.assert_array_equal(other, expected)
    numpy.testing.assert_array_equal(expected.diagonal().imag, 0)
    assert not numpy.signbit(expected.diagonal().imag).any()


@pytest.mark.parametrize("direction", [1, 1j, -1j, 1e-200 + 1j, 1 + 1e-200j])
def test_pivots_of_any_direction(direction):
    """Reciprocals of numbers whose parts differ much, and of real and imaginary ones."""
    x = random(60, 60) * direction
    check_lu(x)
    check_qr(x)
    assert abs(dpnp.asnumpy(dpnp.linalg.inv(dpnp.asarray(x))) @ x - numpy.eye(60)).max() < 1e-10


def factors_on(device, n, dtype):
    queue = dpctl.SyclQueue(device)
    x = dpnp.asarray(random(n, n, dtype=dtype), sycl_queue=queue)
    s = dpnp.asarray(positive(n, dtype), sycl_queue=queue)
    results = [*dpnp.scipy.linalg.lu_factor(x), dpnp.linalg.cholesky(s), dpnp.linalg.inv(x), *dpnp.linalg.qr(x)]
    return [dpnp.asnumpy(result) for result in results]


@pytest.mark.parametrize("n", [100, 390, 700])
@pytest.mark.parametrize("dtype", DTYPES)
def test_results_do_not_depend_on_the_number_of_threads(n, dtype):
    assert_threads_do_not_matter(lambda device: factors_on(device, n, dtype))


def test_general_eigenvalues_are_the_same_on_every_run():
    x = dpnp.asarray(random(150, 150))
    first, *others = (dpnp.asnumpy(dpnp.linalg.eigvals(x)) for _ in range(6))
    for other in others:
        numpy.testing.assert_array_equal(other, first)


@pytest.mark.parametrize("isa", INSTRUCTION_SETS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_instruction_set(isa, dtype):
    program = (
        f"for n in (40, 150, 390): x = t.random(n, n, dtype={dtype!r}); t.check_lu(x); t.check_qr(x); "
        f"[t.test_cholesky(n, upper, {dtype!r}) for upper in (False, True)]; t.test_solve_and_inv(n, {dtype!r})\n"
    )
    run_with_instruction_set(isa, __file__, program)
