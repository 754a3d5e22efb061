"""Factorizations in single precision have NumPy's accuracy, and those of matrices that are not finite come to an end."""

import functools
import math

import numpy
import pytest
from numpy_comparison import same

import dpctl
import dpnp

SINGLE = ["float32", "complex64"]
DTYPES = [*SINGLE, "float64", "complex128"]


def adjoint(x):
    return x.conj().swapaxes(-1, -2)


def matrix(kind, n, dtype):
    rng = numpy.random.default_rng(n)
    x = rng.standard_normal((n, n))
    if numpy.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal((n, n))
    if kind == "graded":
        x *= numpy.logspace(0, -4, n)
    elif kind == "ill-conditioned":
        left, right = numpy.linalg.qr(x)[0], numpy.linalg.qr(x.T)[0]
        x = (left * numpy.logspace(0, -6, n)) @ right
    return x.astype(dtype)


def exact(x):
    return numpy.asarray(x).astype("complex128" if x.dtype.kind == "c" else "float64")


def size(x):
    return float(numpy.linalg.norm(x))


# Each gives an error, from results in double precision. f(name, ...) calls a function of numpy.linalg or dpnp.linalg.


def svd(f, a):
    u, s, vh = f("svd", a)
    return size((u * s) @ vh - exact(a)) / size(a) + abs(s - numpy.linalg.svdvals(exact(a))).max() / s.max()


def svdvals(f, a):
    return abs(f("svdvals", a) - numpy.linalg.svdvals(exact(a))).max() / size(a)


def eigh(f, a):
    a = a + adjoint(a)
    w, v = f("eigh", a)
    return size((v * w) @ adjoint(v) - exact(a)) / size(a) + size(adjoint(v) @ v - numpy.eye(len(v)))


def eigvalsh(f, a):
    a = a + adjoint(a)
    return abs(f("eigvalsh", a) - numpy.linalg.eigvalsh(exact(a))).max() / size(a)


def eig(f, a):
    w, v = f("eig", a)
    return size(exact(a) @ v - v * w) / size(a)


def qr(f, a):
    q, r = f("qr", a)
    return size(q @ r - exact(a)) / size(a) + size(adjoint(q) @ q - numpy.eye(len(q)))


def cholesky(f, a):
    a = a @ adjoint(a) + numpy.eye(len(a), dtype=a.dtype)
    factor = f("cholesky", a)
    return size(factor @ adjoint(factor) - exact(a)) / size(a)


def solve(f, a):
    b = a[:, :2] + 1
    x = f("solve", a, b)
    return size(exact(a) @ x - exact(b)) / (size(a) * size(x))


def inv(f, a):
    x = f("inv", a)
    return size(exact(a) @ x - numpy.eye(len(a))) / (size(a) * size(x))


def pinv(f, a):
    x = f("pinv", a)
    return size(exact(a) @ x @ exact(a) - exact(a)) / (size(a) ** 2 * size(x))


def lstsq(f, a):
    a, b = a[:, : len(a) // 2 + 1], a[:, :2] + 1
    x = f("lstsq", a, b)
    return size(adjoint(exact(a)) @ (exact(a) @ x - b)) / (size(a) * (size(a) * size(x) + size(b)))


def slogdet(f, a):
    sign, logarithm = f("slogdet", a)
    expected = numpy.linalg.slogdet(exact(a))
    return abs(sign - expected[0]) + abs(logarithm - expected[1]) / (1 + abs(expected[1]))


def cond(f, a):
    return abs(1 / f("cond", a) - 1 / numpy.linalg.cond(exact(a)))


@pytest.mark.parametrize("kind", ["random", "graded", "ill-conditioned"])
@pytest.mark.parametrize(
    "error_of", [svd, svdvals, eigh, eigvalsh, eig, qr, cholesky, solve, inv, pinv, lstsq, slogdet, cond]
)
@pytest.mark.parametrize("dtype", SINGLE)
def test_single_precision_has_the_accuracy_of_numpy(device, dtype, error_of, kind):
    def call(np, *args):
        name, *arrays = args
        result = getattr(np.linalg, name)(
            *(np.asarray(x, **({"device": device} if np is dpnp else {})) for x in arrays)
        )
        parts = [
            exact(dpnp.asnumpy(x))
            for x in (result[:1] if name == "lstsq" else result if isinstance(result, tuple) else [result])
        ]
        return parts if len(parts) > 1 else parts[0]

    def error(np):
        return sum(error_of(functools.partial(call, np), matrix(kind, n, dtype)) for n in (2, 5, 24, 64, 100))

    assert error(dpnp) <= 1.5 * error(numpy) + 0.1 * numpy.finfo(dtype).eps


# ---- infinities and NaN -------------------------------------------------------------------------------------------


def with_nonfinite(n, index, bad, dtype):
    x = matrix("random", n, dtype)
    x = x @ adjoint(x) + numpy.eye(n, dtype=dtype)
    x[index] = bad
    return x


ITERATIONS = [
    lambda np, x: np.linalg.svd(x),
    lambda np, x: np.linalg.svd(x, full_matrices=False),
    lambda np, x: np.linalg.svdvals(x),
    lambda np, x: np.linalg.eigh(x),
    lambda np, x: np.linalg.eigvalsh(x),
    lambda np, x: np.linalg.pinv(x),
    lambda np, x: np.linalg.svd(x, hermitian=True),
]


@pytest.mark.parametrize("index", [(0, 0), (1, 0), ...], ids=str)
@pytest.mark.parametrize("n", [3, 30])
@pytest.mark.parametrize("body", ITERATIONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_iterations_over_infinities_and_nan_end(device, dtype, body, n, index):
    check_ends(device, dtype, body, n, index)


@pytest.mark.parametrize("body", ITERATIONS)
def test_iterations_over_infinities_and_nan_end_on_sub_devices(part, body):
    check_ends(dpctl.SyclQueue(part), "float32", body, 3, (0, 0))


def check_ends(where, dtype, body, n, index):
    for bad in (math.inf, -math.inf):
        result = body(dpnp, dpnp.asarray(with_nonfinite(n, index, bad, dtype), device=where))
        for x in result if isinstance(result, tuple) else [result]:
            assert dpnp.isnan(x).all()
    x = with_nonfinite(n, index, math.nan, dtype)
    for wrong in (x, numpy.stack([numpy.eye(n, dtype=dtype), x])):
        with pytest.raises(dpnp.linalg.LinAlgError, match="matrix 1 of the stack" if wrong.ndim == 3 else "the matrix"):
            body(dpnp, dpnp.asarray(wrong, device=where))


@pytest.mark.parametrize("bad", [math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("dtype", DTYPES)
def test_only_the_bad_matrix_of_a_stack_is_bad(device, dtype, bad):
    stack = numpy.stack(
        [
            with_nonfinite(3, (0, 0), 7, dtype),
            with_nonfinite(3, (0, 0), bad, dtype),
            with_nonfinite(3, (1, 1), 8, dtype),
        ]
    )
    good = stack[::2]
    bodies = [
        lambda x: dpnp.linalg.det(x),
        lambda x: dpnp.linalg.inv(x),
        lambda x: dpnp.linalg.solve(x, x[0] * 0 + 1),
        lambda x: dpnp.linalg.qr(x)[1],
    ]
    for body in bodies + (
        [lambda x: dpnp.linalg.svd(x)[1], lambda x: dpnp.linalg.eigh(x)[1]] if math.isinf(bad) else []
    ):
        found = dpnp.asnumpy(body(dpnp.asarray(stack, device=device)))
        numpy.testing.assert_array_equal(found[::2], dpnp.asnumpy(body(dpnp.asarray(good, device=device))))


@pytest.mark.parametrize("body", [
    lambda np, x: np.linalg.cond(x),
    lambda np, x: np.linalg.matrix_rank(x),
    lambda np, x: np.linalg.norm(x, 2),
    lambda np, x: np.linalg.norm(x, -2),
    lambda np, x: np.linalg.norm(x, "nuc"),
    lambda np, x: np.linalg.svdvals(x),
])  # fmt: skip
@pytest.mark.parametrize("n", [1, 2, 3, 5])
@pytest.mark.parametrize("dtype", DTYPES)
def test_singular_values_of_infinities_and_nan_are_as_numpys(device, dtype, n, body):
    same(device, body, with_nonfinite(n, (0, 0), math.inf, dtype))
    same(device, body, with_nonfinite(n, (0, 0), math.nan, dtype), fails=True)


@pytest.mark.parametrize("bad", [math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("n", [1, 2, 3, 5])
@pytest.mark.parametrize("dtype", DTYPES)
def test_least_squares_and_eigenvalues_refuse_nonfinite_input(device, dtype, n, bad):
    x = dpnp.asarray(with_nonfinite(n, (0, 0), bad, dtype), device=device)
    for body in (
        lambda: dpnp.linalg.lstsq(x, x[0] * 0 + 1),
        lambda: dpnp.linalg.eig(x),
        lambda: dpnp.linalg.eigvals(x),
    ):
        with pytest.raises(dpnp.linalg.LinAlgError):
            body()


def test_symmetric_matrices_of_one_element_are_their_eigenvalue(device):
    for bad in (math.inf, -math.inf, math.nan):
        same(device, lambda np, x: np.linalg.eigh(x), numpy.full((1, 1), bad))


def test_least_squares_cut_off_as_numpy_in_single_precision(device):
    a = numpy.diag([1, 1e-3, 1e-5, 1e-8, 1e-11]).astype("float32")
    for rcond in (None, -1, 1e-4):
        same(device, lambda np, x: np.linalg.lstsq(x, x[0] * 0 + 1, rcond=rcond), a)
