"""What factorizations promise, for every dtype, layout and stack: residuals, orthogonality, order; matrices that are singular, ill-conditioned or
not finite. The other files go into one algorithm each; here all functions have the same operands."""

import numpy
import pytest

import dpnp

DTYPES = ["float32", "float64", "complex64", "complex128"]
SQUARE = ["solve", "inv", "det", "slogdet", "cholesky", "eigh", "eigvalsh", "eig", "eigvals"]
ANY = ["qr reduced", "qr complete", "qr r", "qr raw", "svd reduced", "svd full", "svdvals", "lstsq", "pinv"]
# Without iterations, of which NumPy's may not end; test_linalg_accuracy.py has those.
DIRECT = ["solve", "inv", "det", "slogdet", "cholesky", "qr reduced", "qr complete", "qr r", "qr raw"]
# Of groups of lanes and of one by one; of blocks.
SQUARE_SHAPES = [(1, 1), (2, 3, 5, 5), (9, 7, 7), (2, 70, 70)]
ANY_SHAPES = [(1, 4), (4, 1), (3, 9, 4), (9, 4, 9), (70, 20), (2, 20, 70), (70, 60)]
HERMITIAN = {"cholesky", "eigh", "eigvalsh"}


def adjoint(x):
    return x.conj().swapaxes(-1, -2)


def product(*factors):
    """In double precision."""
    result = factors[0].astype("complex128")
    for factor in factors[1:]:
        result = result @ factor
    return result


def random(shape, dtype, seed=0):
    rng = numpy.random.default_rng([seed, *shape])
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if dtype.startswith("c") else x).astype(dtype)


def with_values(shape, dtype, values):
    """Matrices with these singular values; Hermitian and positive where they are square."""
    wide = "complex128" if dtype.startswith("c") else "float64"
    u, v = (numpy.linalg.qr(random((*shape[:-2], n, len(values)), wide, n))[0] for n in shape[-2:])
    return (u * values @ adjoint(u if shape[-1] == shape[-2] else v)).astype(dtype)


def operand(name, shape, dtype):
    x = random(shape, dtype) / numpy.float32(shape[-1] ** 0.5)  # so that determinants stay in the range of any dtype
    return x @ adjoint(x) + numpy.eye(shape[-1], dtype=dtype) if name in HERMITIAN else x


def call(xp, name, x, right=None):
    """The results as a tuple."""
    function, _, mode = name.partition(" ")
    if function in ("solve", "lstsq"):
        right = xp.ones_like(x[..., :2]) if right is None else right
    if function == "solve":
        return (xp.linalg.solve(x, right),)
    if function == "lstsq":
        return xp.linalg.lstsq(x, right)
    if function == "qr":
        result = xp.linalg.qr(x, mode)
    elif function == "svd":
        result = xp.linalg.svd(x, full_matrices=mode == "full")
    else:
        result = getattr(xp.linalg, function)(x)
    return tuple(result) if isinstance(result, tuple) else (result,)


def on_host(results):
    return [dpnp.asnumpy(part) if isinstance(part, dpnp.ndarray) else numpy.asarray(part) for part in results]


# ---- what holds of the results of x


def size(x):
    return numpy.linalg.norm(x, axis=(-2, -1), keepdims=True)


def is_small(x, of, eps):
    """Relative to `of`, which has one number per matrix."""
    bound = 30 * max(x.shape[-2:], default=1) * eps * of
    assert (abs(x) <= bound).all(), (abs(x) / bound).max()


def check_orthogonal(x, eps):
    """Columns."""
    is_small(product(adjoint(x), x) - numpy.eye(x.shape[-1]), numpy.float64(1), eps)


def check_solve(x, eps, z):
    is_small(product(x, z) - 1, size(x) * size(z), eps)


def check_inv(x, eps, inverse):
    is_small(product(x, inverse) - numpy.eye(x.shape[-1]), size(x) * size(inverse), eps)


def check_det(x, eps, det):
    expected = numpy.linalg.det(x.astype("complex128"))
    numpy.testing.assert_allclose(det, expected, rtol=300 * x.shape[-1] * eps * numpy.linalg.cond(x).max())


def check_slogdet(x, eps, sign, logarithm):
    expected = numpy.linalg.slogdet(x.astype("complex128"))
    tolerance = 300 * x.shape[-1] * eps * numpy.linalg.cond(x).max()
    numpy.testing.assert_allclose(sign, expected[0], atol=tolerance)
    numpy.testing.assert_allclose(logarithm, expected[1], atol=tolerance * 10)


def check_cholesky(x, eps, lower):
    numpy.testing.assert_array_equal(lower, numpy.tril(lower))
    is_small(product(lower, adjoint(lower)) - x, size(x), eps)


def check_eigh(x, eps, values, vectors):
    check_order(values, 1)
    check_orthogonal(vectors, eps)
    is_small(product(x, vectors) - vectors * values[..., None, :], size(x), eps)


def check_order(values, sign):
    assert (sign * numpy.diff(values, axis=-1) >= 0).all()


def check_eigvalsh(x, eps, values):
    check_order(values, 1)
    expected = numpy.linalg.eigvalsh(x.astype("complex128"))
    is_small((values - expected)[..., None], size(x), eps)


def check_eig(x, eps, values, vectors):
    is_small(product(x, vectors) - vectors * values[..., None, :], size(x), eps)
    is_small(numpy.linalg.norm(vectors, axis=-2)[..., None] - 1, numpy.float64(1), eps)


def check_eigvals(x, eps, values):
    trace = numpy.trace(x.astype("complex128"), axis1=-2, axis2=-1)
    is_small((values.sum(-1) - trace)[..., None, None], x.shape[-1] * size(x), eps)


def check_qr_reduced(x, eps, q, r):
    numpy.testing.assert_array_equal(r, numpy.triu(r))
    check_orthogonal(q, eps)
    is_small(product(q, r) - x, size(x), eps)


def check_qr_complete(x, eps, q, r):
    assert q.shape[-2] == q.shape[-1] == r.shape[-2] == x.shape[-2]
    check_qr_reduced(x, eps, q, r)


def check_qr_r(x, eps, r):
    numpy.testing.assert_array_equal(r, numpy.triu(r))
    is_small(product(adjoint(r), r) - product(adjoint(x), x), size(x) ** 2, eps)


def check_qr_raw(x, eps, reflectors, factors):
    """In NumPy's form, transposed; R is on and above the diagonal."""
    check_qr_r(x, eps, numpy.triu(reflectors.swapaxes(-1, -2))[..., : factors.shape[-1], :])
    assert (abs(factors) <= 2 + eps * 8).all()


def check_svd_reduced(x, eps, u, values, vh):
    check_svdvals(x, eps, values)
    check_orthogonal(u, eps)
    check_orthogonal(adjoint(vh), eps)
    k = values.shape[-1]
    is_small(product(u[..., :k] * values[..., None, :], vh[..., :k, :]) - x, size(x), eps)


def check_svd_full(x, eps, u, values, vh):
    assert u.shape[-1] == x.shape[-2] and vh.shape[-2] == x.shape[-1]
    check_svd_reduced(x, eps, u, values, vh)


def check_svdvals(x, eps, values):
    check_order(values, -1)
    assert (values >= 0).all()
    is_small(numpy.linalg.norm(values, axis=-1)[..., None, None] - size(x), size(x), eps)


def check_lstsq(x, eps, z, _residuals, rank, values):
    """The residual is orthogonal to the columns, the solution to what x maps to 0."""
    check_svdvals(x, eps, values)
    condition = values[0] / values[rank - 1]
    is_small(product(adjoint(x), product(x, z) - 1), condition * size(x) * (size(x) * size(z) + size(x[:, :1])), eps)
    is_small(z - product(numpy.linalg.pinv(x, rcond=eps * max(x.shape)), x, z), condition * size(z), eps)


def check_pinv(x, eps, inverse):
    """Penrose's conditions."""
    scale = size(x) * size(inverse)
    is_small(product(x, inverse, x) - x, scale * size(x), eps)
    is_small(product(inverse, x, inverse) - inverse, scale * size(inverse), eps)
    for side in (product(x, inverse), product(inverse, x)):
        is_small(side - adjoint(side), scale, eps)


def check(name, x, results):
    globals()["check_" + name.replace(" ", "_")](x, numpy.finfo(x.dtype).eps, *results)


CASES = [(name, shape) for name in SQUARE for shape in SQUARE_SHAPES] + [
    (name, shape) for name in ANY for shape in ANY_SHAPES if name != "lstsq" or len(shape) == 2
]


@pytest.mark.parametrize("name, shape", CASES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_results_have_their_properties(name, shape, dtype):
    x = operand(name, shape, dtype)
    results = on_host(call(dpnp, name, dpnp.asarray(x)))
    check(name, x, results)


def by_columns(x):
    return dpnp.asarray(x.swapaxes(-1, -2).copy()).swapaxes(-1, -2)


def with_steps(x):
    *stack, m, n = x.shape
    base = dpnp.full((*stack, 2 * m, 3 * n), numpy.nan, dtype=x.dtype)
    base[..., 1::2, ::3] = dpnp.asarray(x)
    return base[..., 1::2, ::3]


def backwards(x):
    return dpnp.asarray(x[..., ::-1, ::-1].copy())[..., ::-1, ::-1]


def with_a_far_stack(x):
    """The stack's axis is the innermost one in memory, from its end."""
    return dpnp.moveaxis(dpnp.asarray(numpy.moveaxis(x[::-1], 0, -1).copy()), -1, 0)[::-1]


@pytest.mark.parametrize("layout", [by_columns, with_steps, backwards, with_a_far_stack], ids=lambda f: f.__name__)
@pytest.mark.parametrize("name", SQUARE + ANY)
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_layout_does_not_matter(name, layout, dtype):
    for shape in [(2, 9, 9), (2, 67, 67)] if name in SQUARE else [(2, 9, 5), (2, 67, 40)]:
        x = operand(name, shape, dtype)
        if name == "lstsq":
            x = x[0]
        operands = (layout(x), layout(random(x.shape, dtype, 1))) if name in ("solve", "lstsq") else (layout(x),)
        dense = [dpnp.asarray(dpnp.asnumpy(of), order="C") for of in operands]
        kept = [dpnp.asnumpy(of) for of in operands]
        for result, expected in zip(
            on_host(call(dpnp, name, *operands)), on_host(call(dpnp, name, *dense)), strict=True
        ):
            if name == "lstsq":  # products may add in the order of memory
                numpy.testing.assert_allclose(result, expected, rtol=1e4 * numpy.finfo(dtype).eps)
            else:
                numpy.testing.assert_array_equal(result, expected)
        for of, before in zip(operands, kept, strict=True):
            numpy.testing.assert_array_equal(dpnp.asnumpy(of), before)


@pytest.mark.parametrize("stack", [(0,), (1,), (2, 0, 3), (3, 1)], ids=str)
@pytest.mark.parametrize("name", [name for name in SQUARE + ANY if name != "lstsq"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_stacks_of_any_shape_and_repeated_matrices(name, stack, dtype):
    for shape in [(6, 6), (0, 0), (66, 66)] if name in SQUARE else [(6, 3), (0, 3), (66, 40)]:
        x = operand(name, shape, dtype)
        repeated = dpnp.broadcast_to(dpnp.asarray(x), (*stack, *shape))
        results = on_host(call(dpnp, name, repeated))
        expected = call(numpy, name, numpy.broadcast_to(x, (*stack, *shape)))
        for result, other in zip(results, expected, strict=True):
            assert result.shape == numpy.shape(other)
            # Real eigenvalues are complex from NumPy 2.5 on.
            assert name in ("eig", "eigvals") or result.dtype == numpy.asarray(other).dtype
        if 0 not in stack + shape:
            check(name, numpy.broadcast_to(x, (*stack, *shape)), results)


# ---- matrices that make difficulties


@pytest.mark.parametrize("n", [6, 70])
@pytest.mark.parametrize("name", [name for name in SQUARE + ANY if "det" not in name])
@pytest.mark.parametrize("dtype", DTYPES)
def test_ill_conditioned_matrices(name, n, dtype):
    smallest = 50 * n * numpy.finfo(dtype).eps
    x = with_values((n, n) if name in SQUARE else (n, n // 2 + 1), dtype, numpy.geomspace(1, smallest, n // 2 + 1))
    if name in SQUARE:
        x = with_values((n, n), dtype, numpy.geomspace(1, smallest, n))
    check(name, x, on_host(call(dpnp, name, dpnp.asarray(x))))


@pytest.mark.parametrize("n", [5, 70])
@pytest.mark.parametrize("dtype", DTYPES)
def test_singular_matrices(n, dtype):
    x = random((n, n), dtype)
    x[:, n // 2] = 0
    on_device = dpnp.asarray(x)
    for name in ("solve", "inv"):
        with pytest.raises(numpy.linalg.LinAlgError):
            call(dpnp, name, on_device)
    assert dpnp.linalg.det(on_device) == 0
    sign, logarithm = dpnp.linalg.slogdet(on_device)
    assert sign == 0 and logarithm == -numpy.inf
    for name in ("eig", "eigvals", *ANY):
        check(name, x, on_host(call(dpnp, name, on_device)))
    symmetric = with_values((n, n), dtype, numpy.arange(n) // 2)
    for name in ("eigh", "eigvalsh"):
        check(name, symmetric, on_host(call(dpnp, name, dpnp.asarray(symmetric))))
    indefinite = -numpy.eye(n, dtype=dtype)
    with pytest.raises(numpy.linalg.LinAlgError):
        dpnp.linalg.cholesky(dpnp.asarray(indefinite))


def outcome(xp, name, x):
    """What can be said of any library's results: whether they are errors or finite."""
    try:
        return all(numpy.isfinite(part).all() for part in on_host(call(xp, name, x)))
    except numpy.linalg.LinAlgError:
        return "LinAlgError"


@pytest.mark.parametrize("n", [5, 70])
@pytest.mark.parametrize("value", [numpy.nan, numpy.inf])
@pytest.mark.parametrize("name", DIRECT)
@pytest.mark.parametrize("dtype", DTYPES)
def test_numbers_that_are_not_finite(name, value, n, dtype):
    for at in [(0, 0), (n - 1, n - 1)]:
        x = operand(name, (n, n), dtype)
        x[at] = value
        with numpy.errstate(all="ignore"):
            ours, theirs = outcome(dpnp, name, dpnp.asarray(x)), outcome(numpy, name, x)
        # A complex product with infinity may be NaN.
        assert ours == theirs or (ours is False and theirs is True and x.dtype.kind == "c" and numpy.isinf(value))
