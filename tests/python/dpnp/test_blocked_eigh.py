"""Symmetric and Hermitian eigenproblems: sizes around parts and tiles, special matrices, any number of threads, every instruction set."""

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
# Around parts of 16 rows, blocks of 24 and 48 reflectors, problems of 128 rows, and passes in several parts.
SIZES = [1, 2, 3, 4, 15, 16, 17, 31, 32, 33, 34, 47, 48, 49, 50, 64, 65, 96, 97, 127, 130, 193, 256, 258, 385, 400]


def symmetric(*shape):
    x = numpy.random.default_rng(shape).standard_normal(shape)
    return x + x.swapaxes(-1, -2)


def hermitian(*shape):
    x = symmetric(*shape) + 1j * numpy.random.default_rng((*shape, 1)).standard_normal(shape)
    return (x + x.swapaxes(-1, -2).conj()) / 2


def with_values(values):
    n = len(values)
    q, _ = numpy.linalg.qr(numpy.random.default_rng(n).standard_normal((n, n)))
    x = (q * values) @ q.T
    return (x + x.T) / 2


def with_phases(x):
    """The Hermitian matrix of the same values whose vectors are those of x, with any phases."""
    phases = numpy.exp(1j * numpy.random.default_rng(len(x)).uniform(0, 7, len(x)))
    x = x * phases[:, None] * phases.conj()
    x[numpy.diag_indices(len(x))] = x.diagonal().real
    return x


def check(x, eigh=dpnp.linalg.eigh):
    """x V = V diag(w) and V^H V = 1 up to rounding, w in order; as far from LAPACK's values as rounding goes."""
    w, v = (dpnp.asnumpy(part) for part in eigh(dpnp.asarray(x)))
    n = len(x)
    size = abs(x).max() or 1.0
    scaled, values = x / size, w / size
    norm = max(numpy.linalg.norm(scaled, 2), 1e-300)
    assert (numpy.diff(w) >= 0).all()
    assert numpy.linalg.norm(v.conj().T @ v - numpy.eye(n)) <= 4 * n * EPS
    assert numpy.linalg.norm(scaled @ v - v * values) <= 4 * n * EPS * norm
    assert abs(values - numpy.linalg.eigvalsh(scaled)).max() <= 4 * n * EPS * norm
    alone = dpnp.asnumpy(dpnp.linalg.eigvalsh(dpnp.asarray(x)))
    assert (numpy.diff(alone) >= 0).all()
    assert abs(alone / size - values).max() <= 4 * n * EPS * norm
    return w, v


@pytest.mark.parametrize("n", SIZES)
def test_random_matrices(n):
    check(symmetric(n, n))
    check(hermitian(n, n))


def test_four_pairs_of_updates_at_a_time():
    check(symmetric(700, 700))
    check(hermitian(500, 500))


SPECIAL = {
    "zero": lambda n: numpy.zeros((n, n)),
    "identity": numpy.eye,
    "ones": lambda n: numpy.ones((n, n)),
    "diagonal": lambda n: numpy.diag(numpy.random.default_rng(n).standard_normal(n)),
    "equal": lambda n: with_values(numpy.arange(n) // 7 * 1.0),
    "clustered": lambda n: with_values(1 + 1e-14 * numpy.random.default_rng(n).standard_normal(n)),
    "two clusters": lambda n: with_values(numpy.where(numpy.arange(n) % 3, 1, -1) + 1e-15 * numpy.arange(n)),
    "graded": lambda n: with_values(numpy.logspace(0, -16, n)),
    "singular": lambda n: with_values(numpy.where(numpy.arange(n) < 3, numpy.arange(n), 0.0)),
    "Laplace": lambda n: 2 * numpy.eye(n) - numpy.eye(n, k=1) - numpy.eye(n, k=-1),
    "Wilkinson": lambda n: numpy.diag(abs(numpy.arange(n) - n // 2) * 1.0) + numpy.eye(n, k=1) + numpy.eye(n, k=-1),
    "nearly diagonal": lambda n: numpy.diag(numpy.arange(n) * 1.0) + 1e-9 * symmetric(n, n),
    "blocks": lambda n: numpy.kron(numpy.eye(-(-n // 5)), numpy.ones((5, 5)))[:n, :n],
    "scaled rows": lambda n: symmetric(n, n) * numpy.logspace(0, -200, n) * numpy.logspace(0, -200, n)[:, None],
    "scaled rows, reversed": lambda n: (
        symmetric(n, n) * numpy.logspace(-200, 0, n) * numpy.logspace(-200, 0, n)[:, None]
    ),
    "integers": lambda n: numpy.sign(numpy.round(symmetric(n, n))),
    "Hilbert": lambda n: 1 / (numpy.arange(n)[:, None] + numpy.arange(n) + 1.0),
}


@pytest.mark.parametrize("n", [17, 40, 100, 290])
@pytest.mark.parametrize("kind", SPECIAL)
def test_special_matrices(kind, n):
    check(SPECIAL[kind](n))
    check(with_phases(SPECIAL[kind](n)))


@pytest.mark.parametrize("scale", [1e-308, 1e-300, 1e-160, 1e160, 1e300])
def test_tiny_and_huge_elements(scale):
    check(symmetric(70, 70) * scale)
    check(hermitian(70, 70) * scale)


def test_vectors_are_about_as_good_as_lapacks():
    def errors(x, w, v):
        return numpy.linalg.norm(x @ v - v * w), numpy.linalg.norm(v.conj().T @ v - numpy.eye(len(v)))

    for x in (symmetric(200, 200), hermitian(90, 90), hermitian(200, 200)):
        ours = errors(x, *(dpnp.asnumpy(part) for part in dpnp.linalg.eigh(dpnp.asarray(x))))
        for error, lapacks in zip(ours, errors(x, *numpy.linalg.eigh(x)), strict=True):
            assert error <= 1.35 * lapacks


def test_imaginary_parts_of_the_diagonal_are_not_read():
    x = hermitian(60, 60)
    given = x.copy()
    given.imag[numpy.diag_indices(60)] = numpy.where(numpy.arange(60) % 3, 1e200, numpy.nan)
    for part, other in zip(dpnp.linalg.eigh(dpnp.asarray(given)), dpnp.linalg.eigh(dpnp.asarray(x)), strict=True):
        numpy.testing.assert_array_equal(dpnp.asnumpy(part), dpnp.asnumpy(other))


def test_diagonal_matrices_are_sorted_without_rounding():
    diagonal = numpy.random.default_rng(5).standard_normal(150)
    w, v = check(numpy.diag(diagonal))
    numpy.testing.assert_array_equal(w, numpy.sort(diagonal))
    numpy.testing.assert_array_equal(abs(v), numpy.eye(150)[:, numpy.argsort(diagonal)])


@pytest.mark.parametrize("make", [symmetric, hermitian])
@pytest.mark.parametrize("n", [20, 50, 140])
@pytest.mark.parametrize("uplo", ["L", "U"])
def test_one_triangle_is_read(n, uplo, make):
    x = make(n, n)
    given = numpy.tril(x) if uplo == "L" else numpy.triu(x)
    given += (numpy.triu if uplo == "L" else numpy.tril)(numpy.full((n, n), numpy.nan), 1 if uplo == "L" else -1)
    w, v = (dpnp.asnumpy(part) for part in dpnp.linalg.eigh(dpnp.asarray(given), uplo))
    assert numpy.linalg.norm(x @ v - v * w) <= 4 * n * EPS * numpy.linalg.norm(x, 2)
    numpy.testing.assert_allclose(dpnp.asnumpy(dpnp.linalg.eigvalsh(dpnp.asarray(given), uplo)), w, atol=1e-11, rtol=0)


@pytest.mark.parametrize("make", [symmetric, hermitian])
@pytest.mark.parametrize("n", [40, 140])
def test_every_layout_gives_the_same(n, make):
    x = dpnp.asarray(make(n, n))
    w, v = dpnp.linalg.eigh(x)
    wide = dpnp.zeros((2 * n, 3 * n), x.dtype)
    wide[::2, ::3] = x
    for other in (x.T.conj(), dpnp.asarray(x, order="F"), wide[::2, ::3], x[::-1, ::-1].copy()[::-1, ::-1]):
        values, vectors = dpnp.linalg.eigh(other)
        numpy.testing.assert_array_equal(dpnp.asnumpy(values), dpnp.asnumpy(w))
        numpy.testing.assert_array_equal(dpnp.asnumpy(vectors), dpnp.asnumpy(v))
    numpy.testing.assert_array_equal(dpnp.asnumpy(x), make(n, n))


@pytest.mark.parametrize("make", [symmetric, hermitian])
def test_stacks_are_matrix_by_matrix(make):
    x = make(2, 3, 45, 45)
    w, v = (dpnp.asnumpy(part) for part in dpnp.linalg.eigh(dpnp.asarray(x)))
    values = dpnp.asnumpy(dpnp.linalg.eigvalsh(dpnp.asarray(x)))
    for at in numpy.ndindex(2, 3):
        one_w, one_v = check(x[at])
        numpy.testing.assert_array_equal(w[at], one_w)
        numpy.testing.assert_array_equal(v[at], one_v)
        numpy.testing.assert_allclose(values[at], one_w, rtol=0, atol=1e-12)


def test_empty_matrices():
    for shape in ((0, 0), (3, 0, 0), (0, 40, 40)):
        w, v = dpnp.linalg.eigh(dpnp.zeros(shape))
        assert w.shape == shape[:-1] and v.shape == shape
        assert dpnp.linalg.eigvalsh(dpnp.zeros(shape)).shape == shape[:-1]


@pytest.mark.parametrize("make, dtype", [(symmetric, "float32"), (hermitian, "complex64")])
def test_single_precision_is_computed_in_double(make, dtype):
    x = make(90, 90).astype(dtype)
    w, v = dpnp.linalg.eigh(dpnp.asarray(x))
    assert w.dtype == "float32" and v.dtype == dtype
    values, vectors = numpy.linalg.eigh(x.astype(numpy.promote_types(dtype, "float64")))
    numpy.testing.assert_allclose(dpnp.asnumpy(w), values, rtol=0, atol=1e-5)
    numpy.testing.assert_allclose(abs(dpnp.asnumpy(v)), abs(vectors), rtol=0, atol=1e-5)


@pytest.mark.parametrize("make", [symmetric, hermitian])
@pytest.mark.parametrize("n", [33, 130])
@pytest.mark.parametrize("at", [(0, 0), (-1, -1), (-1, 0), (9, 4)])
def test_not_finite_numbers(n, at, make):
    x = make(n, n)
    x[at] = numpy.nan
    with pytest.raises(numpy.linalg.LinAlgError, match="converge"):
        dpnp.linalg.eigh(dpnp.asarray(x))
    with pytest.raises(numpy.linalg.LinAlgError, match="converge"):
        dpnp.linalg.eigvalsh(dpnp.asarray(x))
    x[at] = numpy.inf
    assert all(dpnp.isnan(part).all() for part in dpnp.linalg.eigh(dpnp.asarray(x)))
    assert dpnp.isnan(dpnp.linalg.eigvalsh(dpnp.asarray(x))).all()


def results_on(device, x):
    x = dpnp.asarray(x, sycl_queue=dpctl.SyclQueue(device))
    return [dpnp.asnumpy(part) for part in (*dpnp.linalg.eigh(x), dpnp.linalg.eigvalsh(x))]


@pytest.mark.parametrize("make", [symmetric, hermitian])
@pytest.mark.parametrize("n", [100, 390, 600])
def test_results_do_not_depend_on_the_number_of_threads(n, make):
    assert_threads_do_not_matter(lambda device: results_on(device, make(n, n)))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("n", [150, 400])
def test_results_are_the_same_bits_on_every_run(n, dtype):
    x = dpnp.asarray(hermitian(n, n).astype(dtype))
    w, v = dpnp.linalg.eigh(x)
    for _ in range(4):
        for part, first in zip(dpnp.linalg.eigh(x), (w, v), strict=True):
            numpy.testing.assert_array_equal(dpnp.asnumpy(part), dpnp.asnumpy(first))


@pytest.mark.parametrize("isa", INSTRUCTION_SETS)
def test_every_instruction_set(isa):
    program = (
        "for n in (5, 33, 150, 390): t.check(t.symmetric(n, n)), t.check(t.hermitian(n, n))\n"
        "for kind in t.SPECIAL: t.check(t.SPECIAL[kind](75)), t.check(t.with_phases(t.SPECIAL[kind](75)))\n"
        "for make in (t.symmetric, t.hermitian): t.test_one_triangle_is_read(50, 'U', make)\n"
    )
    run_with_instruction_set(isa, __file__, program)
