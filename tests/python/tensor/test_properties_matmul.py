"""Properties of products of matrices and vectors: any shapes, layouts and dtypes, compared with NumPy."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from property_helpers import assert_close, axis_of, dtypes_of, host_pair, pairs, properties, queue_of, shapes
from tensor_helpers import sample

import dpctl.tensor as dpt


def _wide(a):
    return a.astype({"f": "f8", "c": "c16"}.get(a.dtype.kind, a.dtype))


@st.composite
def factors(draw, queue, dtypes, first, second):
    """Arrays of two shapes with stacks that broadcast before them, in any layout."""
    stack = draw(shapes(0, 2, 0, 3))
    result = []
    for shape in (first, second):
        own = tuple(n if draw(st.booleans()) else 1 for n in stack[draw(st.integers(0, len(stack))) :])
        if len(shape) == 1:
            own = ()
        a = sample((*own, *shape), draw(st.sampled_from(dtypes)), draw(st.integers(0, 99)))
        x = dpt.asarray(a, order=draw(st.sampled_from("CF")), sycl_queue=queue)
        if draw(st.booleans()):
            a, x = a[..., ::-1], x[..., ::-1]
            a, x = np.flip(a, -1), dpt.flip(x, axis=-1)
        result.append((a, x))
    return result


@given(data=st.data())
@properties(200)
def test_matmul(device, data):
    m, n, k = (data.draw(st.integers(0, 6)) for _ in range(3))
    first = data.draw(st.sampled_from([(m, k), (k,)]))
    second = data.draw(st.sampled_from([(k, n), (k,)]))
    (a, x), (b, y) = data.draw(factors(queue_of(device), dtypes_of(device), first, second))
    ours = x @ y
    wanted = np.matmul(_wide(a), _wide(b))
    assert_close(ours, wanted.astype(ours.dtype))
    out = dpt.empty_like(ours)
    assert dpt.matmul(x, y, out=out) is out
    assert_close(out, wanted.astype(ours.dtype))


@given(data=st.data())
@properties(100)
def test_products_of_transposed_and_sliced_matrices(device, data):
    queue = queue_of(device)
    dtype = data.draw(st.sampled_from(dtypes_of(device, "iufc")))
    a, x = host_pair(sample((7, 7), dtype, 1), queue, data.draw)
    b, y = host_pair(sample((7, 7), dtype, 2), queue, data.draw)
    k = min(a.shape[1], b.shape[0])
    ours = dpt.matmul(x[:, :k], y[:k, :])
    assert_close(ours, (_wide(a[:, :k]) @ _wide(b[:k, :])).astype(ours.dtype))
    m = min(a.shape)
    square, s = a[:m, :m].copy(), x[:m, :m]
    s @= s
    assert_close(s, (_wide(square) @ _wide(square)).astype(s.dtype))


@given(data=st.data())
@properties(120)
def test_tensordot(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device, "iufc")
    common = data.draw(shapes(0, 2, 0, 3))
    a_own, b_own = data.draw(shapes(0, 2, 0, 3)), data.draw(shapes(0, 2, 0, 3))
    dtype = data.draw(st.sampled_from(dtypes))
    a, x = data.draw(pairs(queue, [dtype], (*a_own, *common)))
    b, y = data.draw(pairs(queue, [dtype], (*common, *b_own)))
    n = len(common)
    wanted = np.tensordot(_wide(a), _wide(b), n).astype(dtype)
    assert_close(dpt.tensordot(x, y, axes=n), wanted)
    last, first = tuple(range(a.ndim - n, a.ndim)), tuple(range(n))
    assert_close(dpt.tensordot(x, y, axes=(last[::-1], first[::-1])), wanted)


@given(data=st.data())
@properties(120)
def test_vecdot(device, data):
    queue, dtypes = queue_of(device), dtypes_of(device)
    a, x = data.draw(pairs(queue, dtypes, min_dims=1, max_dims=3))
    axis = data.draw(axis_of(a.ndim).filter(lambda i: i < 0))
    shape = tuple(n if d - a.ndim == axis or data.draw(st.booleans()) else 1 for d, n in enumerate(a.shape))
    b, y = data.draw(pairs(queue, dtypes, shape))
    ours = dpt.vecdot(x, y, axis=axis)
    products = np.conj(_wide(a)) * _wide(b)
    wanted = products.any(axis) if products.dtype.kind == "b" else products.sum(axis, dtype=products.dtype)
    assert_close(ours, wanted.astype(ours.dtype))
