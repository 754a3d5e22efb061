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
# Below, at and above the rows of a tile (4 to 16), the columns of a panel (32, 64) and of a chunk (48).
SIZES = [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 97, 130, 200, 383, 385, 400, 513]
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


def random(*shape):
    return numpy.random.default_rng(shape).standard_normal(shape)


def positive(n):
    x = random(n, n)
    return x @ x.T + numpy.eye(n)


def check_lu(x):
    """P x = L U up to rounding, no multiplier above 1, the pivots those of the largest elements."""
    p, lower, upper = (dpnp.asnumpy(part) for part in dpnp.scipy.linalg.lu(dpnp.asarray(x)))
    size = max(abs(x).max(), 1e-300)
    assert abs(lower).max() <= 1
    assert abs(p @ lower @ upper - x).max() <= 8 * max(x.shape) * EPS * size
    return p, lower, upper


@pytest.mark.parametrize("n", SIZES)
def test_lu_of_square_matrices(n):
    check_lu(random(n, n))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_lu_of_other_shapes(shape):
    check_lu(random(*shape))


def test_lu_exchanges_rows_of_a_permutation():
    n = 150
    order = numpy.random.default_rng(2).permutation(n)
    x = numpy.eye(n)[order]
    _, lower, upper = check_lu(x)
    numpy.testing.assert_array_equal(lower, numpy.eye(n))
    numpy.testing.assert_array_equal(upper, numpy.eye(n))


@pytest.mark.filterwarnings("ignore:a diagonal number:RuntimeWarning")
def test_lu_takes_the_first_of_equal_pivots():
    x = numpy.ones((40, 40))
    factors, pivots = dpnp.scipy.linalg.lu_factor(dpnp.asarray(x))
    numpy.testing.assert_array_equal(dpnp.asnumpy(pivots), numpy.arange(40))
    numpy.testing.assert_array_equal(dpnp.asnumpy(factors)[1:, 1:], 0)


@pytest.mark.parametrize("scale", [1e-310, 1e-300, 1e300])
def test_lu_of_tiny_and_huge_elements(scale):
    x = random(70, 70) * scale
    check_lu(x)


@pytest.mark.parametrize("n", [5, 16, 40, 130])
@pytest.mark.parametrize("dead", [0, 1, -1])
def test_singular_matrices(n, dead):
    x = random(n, n)
    x[:, dead] = 0
    assert float(dpnp.linalg.det(dpnp.asarray(x))) == 0
    sign, logarithm = dpnp.linalg.slogdet(dpnp.asarray(x))
    assert float(sign) == 0 and float(logarithm) == -numpy.inf
    with pytest.raises(numpy.linalg.LinAlgError, match="Singular"):
        dpnp.linalg.inv(dpnp.asarray(x))
    with pytest.raises(numpy.linalg.LinAlgError, match="Singular"):
        dpnp.linalg.solve(dpnp.asarray(x), dpnp.asarray(random(n)))


@pytest.mark.parametrize("n", [4, 50, 140])
@pytest.mark.parametrize("value", [numpy.nan, numpy.inf])
def test_not_finite_numbers_reach_the_determinant(n, value):
    x = random(n, n)
    x[n // 2, n // 3] = value
    assert not numpy.isfinite(float(dpnp.linalg.det(dpnp.asarray(x))))


@pytest.mark.parametrize("n", SIZES)
def test_solve_and_inv(n):
    x, b = random(n, n), random(n, 3)
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
    assert abs(q.T @ q - numpy.eye(q.shape[1])).max() <= 4 * max(m, 8) * EPS
    assert abs(q @ (r / size) - x / size).max() <= 8 * max(m, n) * EPS
    numpy.testing.assert_array_equal(r, numpy.triu(r))
    return q, r


@pytest.mark.parametrize("n", SIZES)
def test_qr_of_square_matrices(n):
    check_qr(random(n, n))


@pytest.mark.parametrize("shape", [*SHAPES, (300, 5), (5, 300), (1000, 70), (520, 300)], ids=str)
@pytest.mark.parametrize("mode", ["reduced", "complete"])
def test_qr_of_other_shapes(shape, mode):
    check_qr(random(*shape), mode)


@pytest.mark.parametrize("shape", [(60, 40), (40, 60), (130, 130)], ids=str)
def test_qr_has_the_signs_and_reflectors_of_lapack(shape):
    x = random(*shape)
    for own, other in zip(dpnp.linalg.qr(dpnp.asarray(x), "raw"), numpy.linalg.qr(x, "raw"), strict=True):
        numpy.testing.assert_allclose(dpnp.asnumpy(own), other, rtol=0, atol=1e-11)


@pytest.mark.parametrize("scale", [1e-305, 1e-160, 1e160, 1e300])
def test_qr_of_tiny_and_huge_elements(scale):
    check_qr(random(50, 40) * scale)


def test_qr_of_matrices_without_full_rank():
    x = random(80, 50)
    x[:, 20:] = x[:, :30]
    check_qr(x)
    x[:, 7] = 0
    check_qr(x)
    check_qr(numpy.zeros((40, 40)))
    check_qr(numpy.triu(random(40, 40)))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("upper", [False, True])
def test_cholesky(n, upper):
    x = positive(n)
    given = numpy.triu(x) if upper else numpy.tril(x)
    # What the other triangle holds does not matter.
    given += (numpy.tril if upper else numpy.triu)(numpy.full((n, n), numpy.nan), -1 if upper else 1)
    factor = dpnp.asnumpy(dpnp.linalg.cholesky(dpnp.asarray(given), upper=upper))
    numpy.testing.assert_array_equal(factor, numpy.triu(factor) if upper else numpy.tril(factor))
    product = factor.T @ factor if upper else factor @ factor.T
    assert abs(product - x).max() <= 4 * n * EPS * abs(x).max()


@pytest.mark.parametrize("n", [1, 10, 33, 70, 200])
@pytest.mark.parametrize("bad", [0, -1])
@pytest.mark.parametrize("value", [0.0, -1.0])
def test_cholesky_of_matrices_that_are_not_positive_definite(n, bad, value):
    x = positive(n)
    x[bad, bad] = value
    with pytest.raises(numpy.linalg.LinAlgError, match="not positive definite"):
        dpnp.linalg.cholesky(dpnp.asarray(x))


@pytest.mark.parametrize("n", [1, 10, 33, 70, 200])
def test_cholesky_of_nan_is_nan(n):
    x = positive(n)
    x[0, 0] = numpy.nan
    assert numpy.isnan(dpnp.asnumpy(dpnp.linalg.cholesky(dpnp.asarray(x))).diagonal()).all()


def factors_on(device, n):
    queue = dpctl.SyclQueue(device)
    x, s = dpnp.asarray(random(n, n), sycl_queue=queue), dpnp.asarray(positive(n), sycl_queue=queue)
    results = [*dpnp.scipy.linalg.lu_factor(x), dpnp.linalg.cholesky(s), dpnp.linalg.inv(x), *dpnp.linalg.qr(x)]
    return [dpnp.asnumpy(result) for result in results]


@pytest.mark.parametrize("n", [100, 390, 700])
def test_results_do_not_depend_on_the_number_of_threads(n):
    assert_threads_do_not_matter(lambda device: factors_on(device, n))


@pytest.mark.parametrize("isa", INSTRUCTION_SETS)
def test_every_instruction_set(isa):
    program = (
        "for n in (40, 150, 390): t.check_lu(t.random(n, n)); t.test_cholesky(n, False); t.check_qr(t.random(n, n))\n"
    )
    run_with_instruction_set(isa, __file__, program)
