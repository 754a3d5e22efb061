"""Products and sums of products, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

A = numpy.arange(24.0).reshape(2, 3, 4)
M = numpy.array([[1.0, 2.0, -1.0], [0.5, 3.0, 2.0], [4.0, -2.0, 1.0]])
C = M[:2] + 1j * M[1:]
V = numpy.array([1, 2, 3])
DTYPES = ["bool", "int8", "uint16", "int64", "float32", "float64", "complex64"]


@pytest.mark.parametrize(
    "body",
    [
        lambda np, a, m, c, v: np.dot(m, m),
        lambda np, a, m, c, v: np.dot(v, v),
        lambda np, a, m, c, v: np.dot(a, a[0].T),
        lambda np, a, m, c, v: np.dot(a, a.transpose(0, 2, 1)),
        lambda np, a, m, c, v: np.dot(m, 3),
        lambda np, a, m, c, v: np.dot(2.5, v),
        lambda np, a, m, c, v: m.dot(v),
        lambda np, a, m, c, v: np.dot(m, m, out=np.empty_like(m)),
        lambda np, a, m, c, v: np.vdot(c, c * 2j),
        lambda np, a, m, c, v: np.vdot(m, m),
        lambda np, a, m, c, v: np.inner(m, m),
        lambda np, a, m, c, v: np.inner(a, a[1]),
        lambda np, a, m, c, v: np.inner(m, 3),
        lambda np, a, m, c, v: np.inner(c, c),
        lambda np, a, m, c, v: np.outer(m, v),
        lambda np, a, m, c, v: np.outer(v > 1, v > 2),
        lambda np, a, m, c, v: np.outer(2, v),
        lambda np, a, m, c, v: np.kron(m, v),
        lambda np, a, m, c, v: np.kron(v, a),
        lambda np, a, m, c, v: np.kron(v, 2),
        lambda np, a, m, c, v: np.matmul(a, np.swapaxes(a, 1, 2)),
        lambda np, a, m, c, v: np.matmul(a, a, axes=[(0, 1), (1, 0), (1, 0)]),
        lambda np, a, m, c, v: np.matmul(m, m, dtype="complex128"),
        lambda np, a, m, c, v: np.matmul(m, m, out=np.empty((3, 3), "complex128", like=m)),
        lambda np, a, m, c, v: m @ v,
        lambda np, a, m, c, v: np.matvec(a, a[0, 0]),
        lambda np, a, m, c, v: np.vecmat(c, m),
        lambda np, a, m, c, v: np.vecdot(c, c),
        lambda np, a, m, c, v: np.vecdot(a, a, axis=1),
        lambda np, a, m, c, v: np.vecdot(a, a, keepdims=True),
        lambda np, a, m, c, v: np.vecdot(a, a[:1, :1], axis=2, keepdims=True),
        lambda np, a, m, c, v: np.vecdot(a, a, axes=[-1, -1, 0], keepdims=True),
        lambda np, a, m, c, v: np.vecdot(a, a, axes=[1, 1], keepdims=True, order="F"),
        lambda np, a, m, c, v: np.vecdot(m, m, keepdims=True, out=np.empty((2, 3, 1), like=m)),
        lambda np, a, m, c, v: np.vecdot(m, m, keepdims=False, signature="DD->D"),
        lambda np, a, m, c, v: np.matmul(m, m, signature=(None, "D", None)),
        lambda np, a, m, c, v: np.matvec(m, v, signature=(None, None, None)),
        lambda np, a, m, c, v: np.tensordot(a, a, axes=([0, 2], [0, 2])),
        lambda np, a, m, c, v: np.tensordot(a, m, axes=(1, 0)),
        lambda np, a, m, c, v: np.tensordot(v, v, axes=0),
        lambda np, a, m, c, v: np.tensordot(m, m),
        lambda np, a, m, c, v: np.trace(m, offset=1),
        lambda np, a, m, c, v: np.trace(a, 0, 1, 2, dtype="float32"),
        lambda np, a, m, c, v: a.trace(axis1=2, axis2=0),
    ],
)
def test_products(device, body):
    same(device, body, A, M, C, V, rtol=1e-6)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["dot", "inner", "vdot", "outer", "kron", "matmul", "vecdot"])
def test_products_of_each_dtype(device, name, dtype):
    same(device, lambda np, x: getattr(np, name)(x, x), abs(M).astype(dtype), rtol=1e-5)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, a, m: np.dot(a, m),
        lambda np, a, m: np.dot(m, m, out=np.empty((3, 3), "float32")),
        lambda np, a, m: np.vdot(a, m),
        lambda np, a, m: np.inner(a, m),
        lambda np, a, m: np.matmul(a, m),
        lambda np, a, m: np.matmul(m, m[0, 0]),
        lambda np, a, m: np.matmul(m, m, dtype="int64"),
        lambda np, a, m: np.matmul(m, m, keepdims=True),
        lambda np, a, m: np.vecdot(m, m, keepdims=1),
        lambda np, a, m: np.vecdot(m, m, keepdims=None),
        lambda np, a, m: np.vecdot(m, m, axis=True),
        lambda np, a, m: np.vecdot(m, m, axis=0, axes=[0, 0]),
        lambda np, a, m: np.vecdot(m, m, keepdims=True, out=np.empty(3, like=m)),
        lambda np, a, m: np.vecdot(m, m, signature="dd"),
        lambda np, a, m: np.vecdot(m, m, signature="d"),
        lambda np, a, m: np.vecdot(m, m, signature="dd->f"),
        lambda np, a, m: np.vecdot(m, m, signature=("d", None)),
        lambda np, a, m: np.vecdot(m, m, signature=1),
        lambda np, a, m: np.vecdot(m, m, signature="ll->l"),
        lambda np, a, m: np.vecdot(m, m, signature="dd->d", dtype="f8"),
        lambda np, a, m: np.tensordot(a, m, axes=([0, 1], [0])),
        lambda np, a, m: np.tensordot(a, m, axes=1),
        lambda np, a, m: np.trace(m[0]),
    ],
)
def test_errors(device, body):
    same(device, body, A, M, fails=True)


@pytest.mark.parametrize(
    "subscripts, n",
    [
        ("ij->ji", 1),
        ("ii", 1),
        ("ii->i", 1),
        ("ij->", 1),
        ("ij->j", 1),
        ("...j->...", 1),
        ("ij,jk", 2),
        ("ij,jk->ki", 2),
        ("ij,ij->ij", 2),
        ("ij,ij", 2),
        ("ij,kl->ijkl", 2),
        ("ij,ik->i", 2),
        ("...j,j...", 2),
        ("ij,jk,kl->il", 3),
        ("ij,jk,ki", 3),
        ("ij,ij,ij->i", 3),
        ("ii,ij->j", 2),
        ("ba,cd,dc->ab", 3),
    ],
)
@pytest.mark.parametrize("dtype", ["int64", "float64", "complex64", "bool"])
def test_einsum(device, subscripts, n, dtype):
    m = abs(M).astype(dtype)
    same(device, lambda np, x: np.einsum(subscripts, *[x] * n), m, rtol=1e-5)
    same(device, lambda np, x: np.einsum(subscripts, *[x] * n, optimize=True), m, rtol=1e-5)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, a, m: np.einsum(a, [0, 1, 2], m, [1, 3], [3, 0, 2]),
        lambda np, a, m: np.einsum(a, [0, 1, Ellipsis]),
        lambda np, a, m: np.einsum("ijk,ijl->kl", a, a, dtype="float32", casting="unsafe"),
        lambda np, a, m: np.einsum("i...,...", a[:, :, :1], a[1]),
        lambda np, a, m: np.einsum("ij,jk", m[:, :1], m),
        lambda np, a, m: np.einsum("ab,ab->a", m[:1], m),
        lambda np, a, m: np.einsum("ij->i", m, out=np.empty(3, like=m)),
        lambda np, a, m: np.einsum("ijk,kl,lm", a, a[0].T, m, optimize=["einsum_path", (1, 2), (0, 1)]),
        lambda np, a, m: np.einsum("", m[0, 0]),
    ],
)
def test_einsum_forms(device, body):
    same(device, body, A, M, rtol=1e-5)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, m: np.einsum("ij", m, m),
        lambda np, m: np.einsum("ijk", m),
        lambda np, m: np.einsum("ij,jk", m, m[:2]),
        lambda np, m: np.einsum("i1", m),
        lambda np, m: np.einsum("ij->ik", m),
        lambda np, m: np.einsum("ij->ii", m),
        lambda np, m: np.einsum("ij,jk", m, m, dtype="int32"),
        lambda np, m: np.einsum("ii", m[:1]),
        lambda np, m: np.einsum("ii", m[:, :1]),
        lambda np, m: np.einsum("ii->i", m[:1]),
        lambda np, m: np.einsum("ii->i", m[:1, :0]),
        lambda np, m: np.einsum("ii,i", m[:1], m[0]),
        lambda np, m: np.einsum("i...i", m[:, None, :1]),
        lambda np, m: np.einsum("...ii->...i", m[:, None]),
        lambda np, m: np.einsum("ijj,j->i", m[:, None], m[0]),
        lambda np, m: np.einsum(m[:1], [0, 0]),
        lambda np, m: np.einsum(m, [0, -1]),
        lambda np, m: np.einsum(m, [0, 52]),
        lambda np, m: np.einsum(m, [True, 0]),
        lambda np, m: np.einsum(m, [0.0, 1]),
        lambda np, m: np.einsum(m, [0, Ellipsis, Ellipsis]),
        lambda np, m: np.einsum(m, [0, 1], [0, 0]),
        lambda np, m: np.einsum(m, [0, 1], [2]),
        lambda np, m: np.einsum(),
        lambda np, m: np.einsum("ij"),
        lambda np, m: np.einsum(3),
        lambda np, m: np.einsum("..i", m),
        lambda np, m: np.einsum("...i...", m),
        lambda np, m: np.einsum("...i->i", m),
        lambda np, m: np.einsum("ij->i->j", m),
        lambda np, m: np.einsum("ij>i", m),
        lambda np, m: np.einsum("ij->i,", m),
        lambda np, m: np.einsum("ij,", m),
        lambda np, m: np.einsum("ij", m, order="X"),
        lambda np, m: np.einsum("ij", m, order=1),
        lambda np, m: np.einsum("ij,jk", m, m, optimize=3),
        lambda np, m: np.einsum("ij,jk,kl", m, m, m, optimize="other"),
        lambda np, m: np.einsum("ij,jk,kl", m, m, m, optimize=[]),
        lambda np, m: np.einsum("ij,jk,kl", m, m, m, optimize=["einsum_path", (0, 1)]),
        lambda np, m: np.einsum_path("ij,jk,kl", m, m, m, optimize=["einsum_path", (0, 1)]),
        lambda np, m: np.einsum("ij->i", m, out=np.empty(4, like=m)),
        lambda np, m: np.einsum("ij->i", m, out=np.empty((1, 3), like=m)),
        lambda np, m: np.einsum("ij->i", m, out=np.empty(3, "int32", like=m)),
    ],
)
def test_einsum_errors(device, body):
    same(device, body, M, fails=True)


def test_einsum_of_one_operand_is_a_view(device):
    x = dpnp.zeros((3, 3), device=device)
    dpnp.einsum("ii->i", x)[...] = 1
    assert x.sum() == 3


def test_einsum_path_is_greedy(device):
    a, b, c = (dpnp.zeros(shape, device=device) for shape in ((10, 20), (20, 3), (3, 8)))
    path, text = dpnp.einsum_path("ij,jk,kl->il", a, b, c)
    assert path == ["einsum_path", (0, 1), (0, 1)] and "FLOP" in text


def test_einsum_of_many(device):
    rng = numpy.random.default_rng(2)
    texts = [
        "ij,jk,kl->il",
        "i,i,i->",
        "i,i,i->i",
        "i,ij,j->",
        "ij,jk,kl,lm->mi",
        "ij,ik,il->jkl",
        "ij,kl,m->m",
        "abc,cd,be->ad",
        "a,b,c->cba",
        "ij,ij,ij->",
        "ab,ab,ab,ab->ab",
    ]
    for text in texts if device.vendor.startswith("opendpex") else texts[:3]:
        terms = text.split("->")[0].split(",")
        given = [rng.random([ord(letter) % 3 + 2 for letter in term]) for term in terms]
        for _ in range(2):  # by a plan that was made, and by one that is known
            same(device, lambda np, *x, text=text: np.einsum(text, *x), *given, rtol=1e-5)
    m = numpy.ones((3, 3))
    same(device, lambda np, x: np.einsum("ij,jk,kl", x, x[:2], x), m, fails=True)
    same(device, lambda np, x: np.einsum("ij,jk,kl", x, x, x.astype("f4")), m, rtol=1e-5)
    same(
        device,
        lambda np, x: (np.einsum("i,i,i->", x, x, x[:1]), np.einsum("i,i,i->i", x, x, x)),
        numpy.arange(4, dtype="i4"),
    )


def test_einsum_of_one_and_two(device):
    """The short way and the long one (which an explicit dtype takes) agree with NumPy, views included."""
    extents = {"i": 3, "j": 4, "k": 5, "b": 2, "l": 1}
    two = "ij,jk ij,jk->ki ij,ij->i ij,ij-> ij,ij->ji i,j->ji bij,bjk->ikb ij,kj->ik ij,i->ji bij,ij->b ijk,kj->i il,lj->ij ij,k->kij bi,bj->bij ij,k->i"
    for text in [*two.split(), "ii->i", "ii", "ij->ji", "ijk->j", "ji", "ij -> i"]:
        terms = text.replace(" ", "").split("->")[0].split(",")
        shapes = [(3, 3) if term == "ii" else tuple(extents[x] for x in term) for term in terms]
        for dtype in "dFb?" if device.vendor.startswith("opendpex") else "d":
            given = [(numpy.arange(numpy.prod(shape)).reshape(shape) * 7 % 5).astype(dtype) for shape in shapes]
            same(device, lambda np, *x, text=text: np.einsum(text, *x), *given, rtol=1e-5)
    same(device, lambda np, x: np.einsum("ij,ji->i", x, x[:2, :1]), numpy.ones((3, 3)), fails=True)
