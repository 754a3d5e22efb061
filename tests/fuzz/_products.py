"""Arguments of products, sums of products, polynomials, transforms and linear algebra."""

import numpy

from . import _arguments as make
from ._arrays import random_shape
from ._call import find
from ._compare import EXACT, Rule
from ._values import ALL, COMPLEX, INTEGER, REAL

__all__ = ["TABLE", "matrix"]

SUMS = Rule(ulps=8, degree=2)
NUMERIC = INTEGER + REAL + COMPLEX


def _char(c, among=ALL):
    return c.rng.choice(among)


def _two(c, shapes, dtypes=ALL):
    char = _char(c, dtypes)
    c.args = [c.array(shapes[0], char), c.array(shapes[1], char if c.rng.random() < 0.4 else dtypes)]


def _n(c):
    return c.rng.choice((0, 1, 2, 3, 3, 4, 5, 9))


def _wrong(c, n):
    return n + 1 if c.rng.random() < 0.03 else n


def _matmul(c):
    n, m, k = _n(c), _n(c), _n(c)
    batch = random_shape(c.rng, c.rng.choice((0, 0, 1, 2)))
    first = (*batch, n, k) if c.rng.random() < 0.8 else (k,)
    second = (*make.broadcastable(c, batch), _wrong(c, k), m) if c.rng.random() < 0.8 else (_wrong(c, k),)
    _two(c, (first, second))
    c.kwargs = (
        make.some(c, dtype=make.dtype, casting=make.casting) if c.name == "matmul" and c.rng.random() < 0.15 else {}
    )
    make.with_out(c, find(numpy, c.name), 0.15 if c.name == "matmul" else 0)


def _dot(c):
    k = _n(c)
    first = (*random_shape(c.rng, c.rng.randrange(3)), k) if c.rng.random() < 0.9 else ()
    second = c.rng.choice(((), (_wrong(c, k),), (_wrong(c, k), _n(c)), (2, _wrong(c, k), _n(c))))
    _two(c, (first, second))
    make.with_out(c, numpy.dot, 0.1)


def _inner(c):
    k = _n(c)
    _two(c, ((*random_shape(c.rng, c.rng.randrange(3)), k), (*random_shape(c.rng, c.rng.randrange(3)), _wrong(c, k))))


def _vdot(c):
    shape = random_shape(c.rng)
    _two(c, (shape, shape if c.rng.random() < 0.9 else random_shape(c.rng)))


def _outer(c):
    _two(c, (random_shape(c.rng), random_shape(c.rng)))
    if c.name != "linalg.outer":
        make.with_out(c, numpy.outer, 0.1)


def _kron(c):
    _two(c, (random_shape(c.rng, c.rng.randrange(3)), random_shape(c.rng, c.rng.randrange(3))))


def _vecdot(c):
    shape = random_shape(c.rng, c.rng.choice((1, 2, 3)))
    _two(c, (shape, (*make.broadcastable(c, shape[:-1]), shape[-1])))
    if c.rng.random() < 0.2:
        c.args[1] = c.array(shape, c.args[0].host.dtype.char)
        c.kwargs["axis"] = make.axis_of(c, len(shape))


def _matvec(c):
    n, k = _n(c), _n(c)
    batch = random_shape(c.rng, c.rng.choice((0, 1, 2)))
    matrix, vector = (*batch, n, k), (*make.broadcastable(c, batch), _wrong(c, k if c.name == "matvec" else n))
    _two(c, (matrix, vector) if c.name == "matvec" else (vector, matrix))


def _tensordot(c):
    a = random_shape(c.rng, c.rng.choice((1, 2, 3)))
    count = c.rng.randrange(len(a) + 1)
    if c.rng.random() < 0.5:
        _two(c, (a, a[len(a) - count :] + random_shape(c.rng, c.rng.randrange(2))))
        c.kwargs["axes"] = count
        return
    mine = c.rng.sample(range(len(a)), count)
    b = [a[k] for k in mine] + list(random_shape(c.rng, c.rng.randrange(2)))
    order = c.rng.sample(range(len(b)), len(b))
    _two(c, (a, tuple(b[k] for k in order)))
    c.kwargs["axes"] = (mine, [order.index(k) for k in range(count)])


_SUBSCRIPTS = """ij,jk->ik ij,jk i,i-> i,j->ij ii->i ii-> ij->ji ij->j ij-> ijk,ikl->ijl ij,ij->ij ij,j->i ij,ij-> ijk->kj i,i,i->i ij,jk,kl->il
    ...i,...i->... ...ij->...ji i,ij,j-> iji->j ij,ji->""".split()


def _einsum(c):
    text = c.rng.choice(_SUBSCRIPTS)
    sizes = {letter: _n(c) for letter in "ijkl"}
    batch = random_shape(c.rng, c.rng.randrange(2))
    char = _char(c)
    arrays = []
    for term in text.split("->")[0].split(","):
        shape = [sizes[letter] for letter in term.replace(".", "")]
        if shape and c.rng.random() < 0.02:
            shape[0] += 1
        arrays.append(
            c.array((*(batch if "." in term else ()), *shape), char if c.rng.random() < 0.7 else ALL, "plain")
        )
    c.args = [text, *arrays]
    c.kwargs = (
        make.some(c, optimize=lambda c: c.rng.choice((True, False, "greedy", "optimal")))
        if c.rng.random() < 0.4
        else {}
    )


def _cross(c):
    batch = random_shape(c.rng, c.rng.choice((0, 1, 2)))
    _two(c, ((*batch, 3), (*make.broadcastable(c, batch), 3)), NUMERIC)


def _convolve(c):
    shapes = (c.rng.choice((1, 2, 3, 5, 8, 33, 0)),), (c.rng.choice((1, 2, 3, 5, 8, 40, 0)),)
    _two(c, shapes, INTEGER + REAL + COMPLEX)
    c.kwargs = make.some(c, mode=lambda c: c.rng.choice(("full", "same", "valid")))


def _trace(c):
    c.args = [c.array(random_shape(c.rng, c.rng.choice((2, 2, 3, 4, 1))))]
    c.kwargs = make.some(c, offset=lambda c: make.small(c, -3, 4), dtype=make.dtype)
    if c.name == "linalg.trace":
        return
    if c.rng.random() < 0.3:
        c.kwargs |= {"axis1": make.axis(c), "axis2": make.axis(c)}
    make.with_out(c, numpy.trace, 0.1)


def _polynomials(c):
    dtypes = NUMERIC
    a, b = c.array((c.rng.randrange(1, 5),), dtypes, "plain"), c.array((c.rng.randrange(1, 5),), dtypes, "plain")
    c.args = [a, b]
    if c.name == "polyval":
        c.args = [a, c.array(dtypes=dtypes, style="plain")]
    elif c.name in ("polyder", "polyint"):
        c.args = [a]
        c.kwargs = make.some(c, m=lambda c: c.rng.randrange(4))


_NORMS = {"norm": lambda c: c.rng.choice((None, "backward", "ortho", "forward"))}


def _transform(c):
    real = c.name in ("fft.rfft", "fft.ihfft", "fft.rfftn", "fft.rfft2")
    dtypes = "bilBILfd" if real else "bilBILfdFD"
    nd = c.rng.choice((1, 1, 2, 3))
    many = c.name.endswith(("n", "2"))
    c.args = [
        c.array(
            tuple(c.rng.choice((1, 2, 3, 4, 5, 7, 8, 11, 16, 0)) for _ in range(max(nd, 2) if many else nd)),
            dtypes,
            c.rng.choice(("plain", "normal")),
        )
    ]
    c.kwargs = make.some(c, **_NORMS)
    nd = c.args[0].host.ndim
    if many:
        axes = c.rng.sample(range(-nd, nd), c.rng.randrange(1, 3))
        if c.rng.random() < 0.5:
            c.kwargs["axes"] = tuple(axes)
            if c.rng.random() < 0.5:
                c.kwargs["s"] = tuple(c.rng.choice((1, 2, 3, 6, 9)) for _ in axes)
        return
    c.kwargs |= make.some(c, n=lambda c: c.rng.choice((None, 1, 2, 3, 6, 10, 17)), axis=make.axis)


def _shift(c):
    c.args = [c.array()]
    c.kwargs = make.some(c, axes=make.axes)


def matrix(c, n, m, batch=None, dtypes="fdFDlb"):
    """A matrix far from singular: numbers around zero, and more on the diagonal."""
    batch = random_shape(c.rng, c.rng.choice((0, 0, 0, 1, 2))) if batch is None else batch
    pair = c.array((*batch, n, m), dtypes, "plain", "C")
    for k in range(min(n, m)):
        pair.base[..., k, k] = 15 + 3 * k
    return make.refreshed(c, pair)


def _square(*more):
    def arguments(c):
        n = c.rng.choice((0, 1, 2, 3, 4, 5, 8))
        c.args = [matrix(c, n, n)] + [m(c) for m in more]

    return arguments


def _hermitian(c):
    n = c.rng.choice((0, 1, 2, 3, 4, 5))
    x = matrix(c, n, n)
    transposed = x.base.swapaxes(-1, -2).conj()
    x.base[...] = x.base + transposed if x.base.dtype.char != "b" else x.base // 4 + transposed // 4
    make.refreshed(c, x)
    c.args = [x]
    if c.name.startswith("linalg.eig"):
        c.kwargs = make.some(c, UPLO=lambda c: c.rng.choice("LU"))
    else:
        c.kwargs = make.some(c, upper=make.flag)


def _solve(c):
    n = c.rng.choice((0, 1, 2, 3, 5))
    a = matrix(c, n, n)
    batch = a.host.shape[:-2]
    shape = (*batch, n, c.rng.randrange(4)) if c.rng.random() < 0.7 or batch else (n,)
    c.args = [a, c.array(shape, "fdFDlb", "plain")]


def _values_only(c):
    c.args = [matrix(c, c.rng.randrange(5), c.rng.randrange(5))]


def _norm(c):
    c.args = [c.array(dtypes=INTEGER + REAL + COMPLEX, style=c.rng.choice(("plain", "normal")))]
    c.kwargs = make.some(
        c,
        ord=lambda c: c.rng.choice((None, 0, 1, 2, -1, -2, 3, 2.5, numpy.inf, -numpy.inf, "fro", "nuc")),
        axis=make.axes,
        keepdims=make.flag,
    )
    if c.name == "linalg.matrix_norm":
        c.kwargs.pop("axis", None)
    if c.kwargs.get("ord", 0) is None:
        del c.kwargs["ord"]


def _multi_dot(c):
    sizes = [c.rng.randrange(1, 4) for _ in range(c.rng.randrange(3, 6))]
    char = c.rng.choice("fdFDl")
    c.args = [[c.array((n, m), char, "plain") for n, m in zip(sizes, sizes[1:], strict=False)]]


def _power(c):
    return c.rng.randrange(-2, 5)


LINEAR = Rule(ulps=2e3, degree=1)

TABLE = {
    **dict.fromkeys(("matmul",), (_matmul, SUMS)),
    "linalg.matmul": (_matmul, SUMS),
    "dot": (_dot, SUMS),
    "inner": (_inner, SUMS),
    "vdot": (_vdot, SUMS),
    "outer": (_outer, SUMS),
    "kron": (_kron, SUMS),
    "vecdot": (_vecdot, SUMS),
    "matvec": (_matvec, SUMS),
    "vecmat": (_matvec, SUMS),
    "tensordot": (_tensordot, SUMS),
    "einsum": (_einsum, Rule(ulps=8, degree=3)),
    "cross": (_cross, SUMS),
    "linalg.cross": (_cross, SUMS),
    "convolve": (_convolve, Rule(ulps=32, degree=2)),
    "correlate": (_convolve, Rule(ulps=32, degree=2)),
    "trace": (_trace, SUMS),
    "linalg.trace": (_trace, SUMS),
    **{
        name: (_polynomials, Rule(ulps=16, degree=5))
        for name in "polyadd polysub polymul polyval polyder polyint".split()
    },
    **{
        f"fft.{name}": (_transform, Rule(ulps=64, degree=1))
        for name in "fft ifft fft2 ifft2 fftn ifftn rfft irfft rfft2 irfft2 rfftn irfftn hfft ihfft".split()
    },
    "fft.fftshift": (_shift, EXACT),
    "fft.ifftshift": (_shift, EXACT),
    "linalg.inv": (_square(), LINEAR),
    "linalg.det": (_square(), Rule(ulps=2e3, degree=8)),
    "linalg.slogdet": (_square(), LINEAR),
    "linalg.matrix_power": (_square(_power), Rule(ulps=2e3, degree=4)),
    "linalg.cond": (_square(), Rule(ulps=2e4)),
    "linalg.eigvals": (_square(), Rule(values=False)),
    "linalg.eigh": (_hermitian, Rule(ulps=2e4, degree=2)),  # as `_solving` wraps it
    "linalg.eigvalsh": (_hermitian, LINEAR),
    "linalg.cholesky": (_hermitian, LINEAR),
    "linalg.solve": (_solve, LINEAR),
    "linalg.svdvals": (_values_only, LINEAR),
    "linalg.pinv": (_values_only, LINEAR),
    "linalg.matrix_rank": (_values_only, EXACT),
    "linalg.norm": (_norm, Rule(ulps=1e3, degree=3)),
    "linalg.vector_norm": (_norm, Rule(ulps=1e3, degree=3)),
    "linalg.matrix_norm": (_norm, Rule(ulps=1e3, degree=3)),
    "linalg.multi_dot": (_multi_dot, Rule(ulps=32, degree=4)),
}
