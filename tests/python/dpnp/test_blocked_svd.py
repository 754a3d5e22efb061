"""Singular values and vectors: shapes around tiles and passes, special matrices, any number of threads, every instruction set."""

import numpy
import pytest
from running import INSTRUCTION_SETS, assert_threads_do_not_matter, run_with_instruction_set
from tested_backends import BACKENDS

import dpctl
import dpnp

pytestmark = pytest.mark.skipif(
    not {"native", "sim"} & set(BACKENDS), reason="other devices have a library of their own, or use the host's LAPACK"
)

EPS = numpy.finfo("float64").eps
# Around tiles of 4, 8 and 16 rows, blocks of 4 columns, one and four pairs of updates, passes in several parts, and tall matrices, whose
# R is reduced.
SHAPES = [(1, 1), (1, 7), (7, 1), (2, 2), (3, 2), (2, 3), (4, 5), (15, 15), (16, 16), (17, 17), (33, 31), (50, 33)]
SHAPES += [(63, 64), (100, 33), (33, 100), (128, 128), (129, 130), (193, 193), (257, 200), (390, 270), (400, 400)]
SHAPES += [(900, 150), (150, 900), (1000, 3), (3, 1000)]


def random(*shape):
    return numpy.random.default_rng(shape).standard_normal(shape)


def complex_random(*shape):
    return random(*shape) + 1j * random(*shape, 1)[..., 0]


def with_phases(x):
    """A complex matrix with the values of x, and zeros where x has them."""
    rng = numpy.random.default_rng(x.shape)
    rows, columns = (numpy.exp(1j * rng.uniform(0, 7, extent)) for extent in x.shape)
    return x * rows[:, None] * columns


def with_values(values, m=None):
    n = len(values)
    u, _ = numpy.linalg.qr(random(m or n, n))
    v, _ = numpy.linalg.qr(random(n, n))
    return (u * values) @ v.T


def values_of(x):
    return dpnp.asnumpy(dpnp.linalg.svd(dpnp.asarray(x), compute_uv=False))


def check(x):
    """In descending order, and as far from LAPACK's values as rounding goes."""
    s = values_of(x)
    size = abs(x).max() or 1.0
    expected = numpy.linalg.svd(x / size, compute_uv=False)
    bound = 2 * max(min(x.shape), 4) * EPS * max(expected[0], 1e-300)
    assert (s >= 0).all() and (numpy.diff(s) <= 0).all()
    assert abs(s / size - expected).max() <= bound
    check_vectors(x, expected)
    return s


def check_vectors(x, expected):
    """u diag(s) vh = x, u^H u = 1, vh vh^H = 1 up to rounding, and the values that are computed without vectors."""
    size = abs(x).max() or 1.0
    norm, k = max(expected[0], 1e-300), min(x.shape)
    bound = 8 * max(*x.shape, 4) * EPS
    for is_full in (False, True):
        u, s, vh = (dpnp.asnumpy(part) for part in dpnp.linalg.svd(dpnp.asarray(x), full_matrices=is_full))
        assert (s >= 0).all() and (numpy.diff(s) <= 0).all()
        assert abs(s / size - expected).max() <= bound * norm
        assert u.shape == (len(x), len(x) if is_full else k) and vh.shape[1] == x.shape[1]
        assert numpy.linalg.norm(u.conj().T @ u - numpy.eye(u.shape[1])) <= bound
        assert numpy.linalg.norm(vh @ vh.conj().T - numpy.eye(len(vh))) <= bound
        assert numpy.linalg.norm(u[:, :k] * (s / size) @ vh[:k] - x / size) <= bound * norm


@pytest.mark.parametrize("shape", SHAPES)
def test_random_matrices(shape):
    check(random(*shape))
    check(complex_random(*shape))


SPECIAL = {
    "zero": lambda n: numpy.zeros((n, n)),
    "identity": numpy.eye,
    "ones": lambda n: numpy.ones((n, n)),
    "diagonal": lambda n: numpy.diag(random(n)),
    "bidiagonal": lambda n: numpy.diag(random(n)) + numpy.diag(random(n, 1)[1:, 0], 1),
    "zeros on the diagonal": lambda n: numpy.eye(n, k=1),
    "nilpotent, lower": lambda n: numpy.eye(n, k=-1),
    "zero columns": lambda n: random(n, n) * (numpy.arange(n) % 3 > 0),
    "zero rows": lambda n: random(n, n) * (numpy.arange(n) % 3 > 0)[:, None],
    "zero first": lambda n: random(n, n) * (numpy.arange(n) > n // 2) * (numpy.arange(n) > n // 2)[:, None],
    "equal": lambda n: with_values(numpy.arange(n) // 7 * 1.0),
    "clustered": lambda n: with_values(1 + 1e-14 * random(n)),
    "graded": lambda n: with_values(numpy.logspace(0, -16, n)),
    "singular": lambda n: with_values(numpy.where(numpy.arange(n) < 3, numpy.arange(n), 0.0)),
    "scaled rows": lambda n: random(n, n) * numpy.logspace(0, -200, n)[:, None],
    "scaled columns, reversed": lambda n: random(n, n) * numpy.logspace(-200, 0, n),
    "integers": lambda n: numpy.round(random(n, n)),
    "Hilbert": lambda n: 1 / (numpy.arange(n)[:, None] + numpy.arange(n) + 1.0),
    "triangle": lambda n: numpy.triu(random(n, n)),
    "tall": lambda n: random(3 * n, n),
    "tall, singular": lambda n: with_values(numpy.where(numpy.arange(n) < 3, numpy.arange(n), 0.0), 2 * n),
    "wide, zero": lambda n: numpy.zeros((n, 2 * n)),
}


@pytest.mark.parametrize("n", [17, 40, 100, 290])
@pytest.mark.parametrize("kind", SPECIAL)
def test_special_matrices(kind, n):
    check(SPECIAL[kind](n))
    check(with_phases(SPECIAL[kind](n)))


@pytest.mark.parametrize("scale", [1e-308, 1e-300, 1e-160, 1e160, 1e300])
@pytest.mark.parametrize("shape", [(70, 70), (150, 60), (60, 80)])
def test_tiny_and_huge_elements(shape, scale):
    check(random(*shape) * scale)
    check(complex_random(*shape) * scale)


@pytest.mark.parametrize("form", [numpy.array, with_phases])
@pytest.mark.parametrize("shape", [(300, 100), (130, 120)])
def test_vectors_of_rank_one_are_about_as_orthogonal_as_lapacks(shape, form):
    def distance(u):
        return numpy.linalg.norm(u.conj().T @ u - numpy.eye(u.shape[1]))

    ratios = []
    for seed in range(9):
        rng = numpy.random.default_rng(seed)
        x = form(numpy.outer(*(rng.standard_normal(extent) for extent in shape)))
        u = dpnp.asnumpy(dpnp.linalg.svd(dpnp.asarray(x), full_matrices=False)[0])
        ratios.append(distance(u) / distance(numpy.linalg.svd(x, full_matrices=False)[0]))
    assert numpy.median(ratios) <= 1.35


def test_orthogonal_matrices_keep_every_digit_but_the_last():
    q, _ = numpy.linalg.qr(random(300, 300))
    assert abs(values_of(q) - 1).max() <= 60 * EPS


@pytest.mark.parametrize("ratio", [1e-3, 1e-2])
def test_rows_that_decrease_keep_their_small_values(ratio):
    """Of a matrix graded by rows, small values have as many digits as large ones, as LAPACK's have."""
    x = random(40, 40) * ratio ** numpy.arange(40)[:, None]
    numpy.testing.assert_allclose(values_of(x), numpy.linalg.svd(x, compute_uv=False), rtol=1e-11)


@pytest.mark.parametrize("make", [random, complex_random])
def test_every_layout_gives_the_same(make):
    x = dpnp.asarray(make(130, 90))
    s = dpnp.asnumpy(dpnp.linalg.svd(x, compute_uv=False))
    wide = dpnp.zeros((260, 270), x.dtype)
    wide[::2, ::3] = x
    for other in (dpnp.asarray(x, order="F"), wide[::2, ::3], x[::-1, ::-1].copy()[::-1, ::-1]):
        numpy.testing.assert_array_equal(dpnp.asnumpy(dpnp.linalg.svd(other, compute_uv=False)), s)
    numpy.testing.assert_array_equal(dpnp.asnumpy(dpnp.linalg.svd(x.T, compute_uv=False)), s)
    numpy.testing.assert_array_equal(dpnp.asnumpy(x), make(130, 90))


@pytest.mark.parametrize("make", [random, complex_random])
def test_stacks_are_matrix_by_matrix(make):
    x = make(2, 3, 45, 40)
    s = values_of(x)
    for at in numpy.ndindex(2, 3):
        numpy.testing.assert_allclose(s[at], check(x[at]), rtol=0, atol=1e-13)


@pytest.mark.parametrize("shape", [(0, 0), (0, 4), (4, 0), (3, 0, 5), (0, 40, 50)])
def test_empty_matrices(shape):
    s = dpnp.linalg.svd(dpnp.zeros(shape), compute_uv=False)
    assert s.shape == (*shape[:-2], min(shape[-2:]))


@pytest.mark.parametrize("make, dtype", [(random, "float32"), (complex_random, "complex64")])
def test_single_precision_is_computed_in_double(make, dtype):
    x = make(90, 120).astype(dtype)
    s = values_of(x)
    assert s.dtype == "float32"
    wide = x.astype(numpy.promote_types(dtype, "float64"))
    numpy.testing.assert_allclose(s, numpy.linalg.svd(wide, compute_uv=False), rtol=2e-7)


@pytest.mark.parametrize("shape", [(33, 33), (130, 130), (150, 40), (40, 150)])
@pytest.mark.parametrize("at", [(0, 0), (-1, -1), (-1, 0), (9, 4)])
@pytest.mark.parametrize("make", [random, complex_random])
def test_not_finite_numbers(shape, at, make):
    x = make(*shape)
    x[at] = numpy.nan
    with pytest.raises(numpy.linalg.LinAlgError, match="converge"):
        values_of(x)
    with pytest.raises(numpy.linalg.LinAlgError, match="converge"):
        dpnp.linalg.svd(dpnp.asarray(x))
    x[at] = numpy.inf
    assert numpy.isnan(values_of(x)).all()
    assert all(dpnp.isnan(part).all() for part in dpnp.linalg.svd(dpnp.asarray(x)))


def results_on(device, x):
    x = dpnp.asarray(x, sycl_queue=dpctl.SyclQueue(device))
    return [dpnp.asnumpy(part) for part in (*dpnp.linalg.svd(x), dpnp.linalg.svd(x, compute_uv=False))]


@pytest.mark.parametrize("make", [random, complex_random])
@pytest.mark.parametrize("shape", [(100, 100), (390, 390), (530, 520), (600, 200), (200, 600)])
def test_results_do_not_depend_on_the_number_of_threads(shape, make):
    assert_threads_do_not_matter(lambda device: results_on(device, make(*shape)))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("shape", [(150, 150), (400, 400), (600, 150)])
def test_results_are_the_same_bits_on_every_run(shape, dtype):
    x = complex_random(*shape).astype(dtype)
    device = dpctl.select_default_device()
    first = results_on(device, x)
    for _ in range(3):
        for part, other in zip(results_on(device, x), first, strict=True):
            numpy.testing.assert_array_equal(part, other)


@pytest.mark.parametrize("isa", INSTRUCTION_SETS)
def test_every_instruction_set(isa):
    program = (
        "for n in (5, 33, 150, 390): t.check(t.random(n, n)), t.check(t.complex_random(n, n))\n"
        "t.check(t.random(390, 120)), t.check(t.complex_random(390, 120))\n"
        "for kind in t.SPECIAL: t.check(t.SPECIAL[kind](75)), t.check(t.with_phases(t.SPECIAL[kind](75)))\n"
    )
    run_with_instruction_set(isa, __file__, program)
