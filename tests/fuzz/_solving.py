"""Arguments of least squares and tensor equations, and factorizations compared by what their factors multiply to.

Signs and phases of eigenvectors and singular vectors, and the order of eigenvalues, are not defined: instead of the factors, a wrapped
factorization gives their product, what should be the identity, and sums that do not depend on the order.
"""

import functools

from . import _arguments as make
from ._call import find
from ._compare import Rule
from ._products import matrix

__all__ = ["FACTORIZATIONS", "TABLE"]


def _adjoint(space, x):
    return space.conj(space.matrix_transpose(x))


def _wrapped(name):
    """A decorator: the factorization `name` of a package, followed by what the decorated function makes of its result."""

    def decorate(products):
        def of(space):
            function = find(space, name)

            @functools.wraps(function)
            def call(x, *args, **kwargs):
                result = function(x, *args, **kwargs)
                return [type(result).__name__, *products(space, x, *result)]

            return call

        return of

    return decorate


@_wrapped("linalg.svd")
def _svd(space, x, u, s, vh):
    k = s.shape[-1]
    return [
        s,
        space.matmul(u[..., :k] * s[..., None, :], vh[..., :k, :]),
        space.matmul(_adjoint(space, u), u),
        space.matmul(vh, _adjoint(space, vh)),
    ]


@_wrapped("linalg.qr")
def _qr(space, x, q, r):
    return [space.matmul(q, r), space.matmul(_adjoint(space, q), q), space.tril(r, k=-1)]


@_wrapped("linalg.eigh")
def _eigh(space, x, w, v):
    return [w, space.matmul(v * w[..., None, :], _adjoint(space, v)), space.matmul(_adjoint(space, v), v)]


@_wrapped("linalg.eig")
def _eig(space, x, w, v):
    return [
        space.matmul(x, v) - v * w[..., None, :],
        space.sum(w, axis=-1),
        space.sum(w * w, axis=-1),
        space.sum(space.abs(v) ** 2, axis=-2),
    ]


FACTORIZATIONS = {"linalg.svd": _svd, "linalg.qr": _qr, "linalg.eigh": _eigh, "linalg.eig": _eig}


def _square(c):
    n = c.rng.choice((0, 1, 2, 3, 4, 5, 8))
    c.args = [matrix(c, n, n)]


def _any(c):
    c.args = [matrix(c, c.rng.randrange(5), c.rng.randrange(5))]
    if c.name == "linalg.svd":
        c.kwargs = make.some(c, full_matrices=make.flag)


def _least_squares(c):
    m, n = c.rng.randrange(1, 6), c.rng.randrange(1, 6)
    a = matrix(c, m, n, ())
    shape = (m,) if c.rng.random() < 0.5 else (m, c.rng.randrange(1, 4))
    c.args = [a, c.array(shape, "fdFDl", "plain")]
    c.kwargs = make.some(c, rcond=lambda c: c.rng.choice((None, 1e-3)))


def _equations(c):
    """A tensor of two groups of axes, of one number of elements each, with large numbers on the diagonal between them."""
    shape, split = c.rng.choice((((2, 3, 6), 2), ((6, 2, 3), 1), ((2, 2, 2, 2), 2), ((4, 4), 1)))
    a = c.array(shape, "fdFD", "plain", "C")
    n = 1
    for k in shape[:split]:
        n *= k
    square = a.base.reshape(n, n)
    for k in range(n):
        square[k, k] = 20 + k
    make.refreshed(c, a)
    c.args = [a]
    if c.name == "linalg.tensorsolve":
        c.args.append(c.array(shape[:split], "fdFD", "plain"))
    else:
        c.kwargs = {"ind": split}


_FACTORS = Rule(ulps=2e4, degree=2)

TABLE = {
    "linalg.svd": (_any, _FACTORS),
    "linalg.qr": (_any, _FACTORS),
    "linalg.eig": (_square, _FACTORS),
    "linalg.lstsq": (_least_squares, _FACTORS),
    "linalg.tensorsolve": (_equations, _FACTORS),
    "linalg.tensorinv": (_equations, _FACTORS),
}
