"""Functions of index arrays and conditions, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

A = numpy.arange(24.0).reshape(2, 3, 4)
M = numpy.arange(12).reshape(3, 4)
I = numpy.array([[2, 0], [1, 1]])


@pytest.mark.parametrize(
    "body",
    [
        lambda np, a, m, i: np.take(a, i),
        lambda np, a, m, i: np.take(a, i, axis=1),
        lambda np, a, m, i: np.take(m, 2),
        lambda np, a, m, i: a.take([0, -1], axis=-1),
        lambda np, a, m, i: np.take(m, i, out=np.empty((2, 2), m.dtype, like=m), mode="clip"),
        lambda np, a, m, i: np.take_along_axis(m, np.argsort(-m, axis=0), axis=0),
        lambda np, a, m, i: np.take_along_axis(m, m[:, :2] % 3, axis=1),
        lambda np, a, m, i: np.take_along_axis(m, m[0], axis=None),
        lambda np, a, m, i: np.choose(i, [m[:2, :2], 5, -m[:2, :2]]),
        lambda np, a, m, i: np.choose(i + 2, [i, 10 * i, 100 * i], mode="wrap"),
        lambda np, a, m, i: i.choose(m[:, :2], mode="clip"),
        lambda np, a, m, i: np.select([m > 8, m > 4], [m * 10, 1.5], -1),
        lambda np, a, m, i: np.compress([True, False, True], m, axis=0),
        lambda np, a, m, i: np.compress(m[0] > 1, m),
        lambda np, a, m, i: m.compress([0, 1], axis=1),
        lambda np, a, m, i: np.diagonal(a, 1, 2, 0),
        lambda np, a, m, i: m.diagonal(-1),
        lambda np, a, m, i: np.diag_indices(3, 2) if np is numpy else np.diag_indices(3, 2, device=a.sycl_device),
        lambda np, a, m, i: np.diag_indices_from(m[:, :3]),
        lambda np, a, m, i: m[np.tril_indices_from(m)],
        lambda np, a, m, i: m[np.triu_indices_from(m, 1)],
        lambda np, a, m, i: np.ix_(m[0], m[0] > 1),
        lambda np, a, m, i: m[np.ix_(m[0, :2], m[0, 1:3])],
        lambda np, a, m, i: np.ravel_multi_index((i, i), (3, 4)),
        lambda np, a, m, i: np.ravel_multi_index((i, i + 3), (3, 4), mode=("clip", "wrap"), order="F"),
        lambda np, a, m, i: np.unravel_index(m, (4, 3)),
        lambda np, a, m, i: np.unravel_index(m, (4, 3), order="F"),
        lambda np, a, m, i: [k for k in np.ndindex(2, 2)],
        lambda np, a, m, i: np.iterable(a),
        lambda np, a, m, i: np.argwhere(m % 3),
        lambda np, a, m, i: a.flat[5],
        lambda np, a, m, i: a.T.flat[3:9:2],
        lambda np, a, m, i: [float(x) for x in m.flat],
        lambda np, a, m, i: len(a.flat),
        lambda np, a, m, i: np.extract(m > 3, m),
    ],
)
def test_as_numpy(device, body):
    same(device, body, A, M, I)


@pytest.mark.parametrize(
    "body",
    [
        lambda np: np.indices((2, 3)),
        lambda np: np.indices((2, 3), "int8", sparse=True),
        lambda np: np.tril_indices(3, 1),
        lambda np: np.triu_indices(3, -1, 4),
        lambda np: (
            np.mask_indices(3, np.triu, 1) if np is numpy else np.mask_indices(3, lambda m, k: np.triu(m, k=k), 1)
        ),
    ],
)
def test_indices_of_shapes(body):
    same(None, body)


@pytest.mark.parametrize(
    "change",
    [
        lambda np, x: np.put(x, [0, -1, 5], [9, 8, 7]),
        lambda np, x: np.put(x, [0, 1, 2, 3], [9, 8]),
        lambda np, x: x.put([3], 1),
        lambda np, x: np.putmask(x, x > 4, x * 10),
        lambda np, x: np.putmask(x, x > 4, np.asarray(x[0, :3])),
        lambda np, x: np.place(x, x > 4, np.asarray(x[0, :3])),
        lambda np, x: np.put_along_axis(x, x[:, :1] // 4, 99, axis=1),
        lambda np, x: np.fill_diagonal(x, 7),
        lambda np, x: np.fill_diagonal(x.T, np.asarray(x[0, 1:3]) + 0, wrap=True),
        lambda np, x: np.fill_diagonal(x.T, 5, wrap=True),
        lambda np, x: x.flat.__setitem__(slice(2, 5), 3),
        lambda np, x: x.T.flat.__setitem__(1, 77),
        lambda np, x: setattr(x, "flat", 4),
        lambda np, x: np.place(x, x.T > 4, x[0, :3] + 0),
    ],
)
@pytest.mark.parametrize("transposed", [False, True])
def test_changes(device, change, transposed):
    def body(np, x):
        change(np, x.T if transposed and x.shape[0] == 3 else x)
        return x

    same(device, body, M)


def none_of(x):
    return x[0, :0]


@pytest.mark.parametrize(
    "change",
    [
        lambda np, x: np.put(x, x[0, :2], none_of(x)),
        lambda np, x: np.put(x, [0, 2], []),
        lambda np, x: np.put(x, [0, 200], none_of(x), mode="raise"),
        lambda np, x: x.put([[0, 2], [1, 1]], none_of(x), mode="clip"),
        lambda np, x: x[::2].T.put([1], none_of(x)),
        lambda np, x: np.put(x, none_of(x), 5),
        lambda np, x: np.put(x, none_of(x), x),
        lambda np, x: np.putmask(x, x > 4, none_of(x)),
        lambda np, x: np.place(x, x > 99, none_of(x)),
        lambda np, x: np.copyto(x[:0], x[:1]),
        lambda np, x: np.copyto(x[:, :0], none_of(x)),
        lambda np, x: np.fill_diagonal(x, none_of(x)),
        lambda np, x: np.fill_diagonal(x, none_of(x), wrap=True),
        lambda np, x: np.put_along_axis(x, x[:, :0], none_of(x), axis=1),
        lambda np, x: np.put_along_axis(x, none_of(x), none_of(x), axis=None),
        lambda np, x: x.__setitem__(slice(0, 0), none_of(x)[:, None]),
        lambda np, x: x.__setitem__([], 7),
        lambda np, x: x.__setitem__(x > 99, none_of(x)),
        lambda np, x: x.flat.__setitem__(slice(3, 3), none_of(x)),
    ],
)
def test_no_values_change_nothing(device, change):
    def body(np, x):
        change(np, x)
        return x

    same(device, body, M)


@pytest.mark.parametrize(
    "change",
    [
        lambda np, x: np.place(x, x > 4, none_of(x)),
        lambda np, x: np.copyto(x, none_of(x)),
        lambda np, x: x.__setitem__([0, 2], none_of(x)),
        lambda np, x: x.__setitem__(x > 4, none_of(x)),
        lambda np, x: np.put_along_axis(x, x[:, :1] % 4, none_of(x), axis=1),
        lambda np, x: np.put_along_axis(x, x[0, :2], none_of(x), axis=None),
        lambda np, x: np.put_along_axis(x, x[:, :1], x[:1, :1], axis=None),
        lambda np, x: np.put(x, [1], none_of(x), mode="other"),
        lambda np, x: x.fill(none_of(x)),
        lambda np, x: x.fill(x[0]),
        lambda np, x: (x * 0.5).fill([7]),
    ],
)
def test_numbers_of_values_and_indices_that_differ(device, change):
    same(device, change, M, fails=True)


def test_insert_takes_values_with_axes_in_front(device):
    same(device, lambda np, x: [np.insert(x, i, x[None, :1] + 50, axis=0) for i in (1, [0, 2], [], slice(None))], M)


def test_put_along_the_flat_array(device):
    for values in (
        lambda np, x: 50,
        lambda np, x: x[:1, 0] + 50,
        lambda np, x: x[0] + 50,
        lambda np, x: x[:1, None, 0] + 50,
    ):

        def body(np, x, values=values):
            np.put_along_axis(x, x[0] % 3 * 2, values(np, x), axis=None)
            return x

        same(device, body, M)


def test_fill_diagonal_of_a_cube(device):
    def body(np, x):
        np.fill_diagonal(x, 1)
        return x

    same(device, body, numpy.zeros((3, 3, 3)))


@pytest.mark.parametrize(
    "body",
    [
        lambda np, m: np.take(m, 99, mode="raise"),
        lambda np, m: np.take(m, 0, axis=4),
        lambda np, m: np.choose(m, [m, m], mode="raise"),
        lambda np, m: np.choose(m * 0.5, [m]),
        lambda np, m: np.select([m], [m]),
        lambda np, m: np.select([], []),
        lambda np, m: np.compress([True] * 5, m, axis=1),
        lambda np, m: np.diagonal(m[0]),
        lambda np, m: np.fill_diagonal(m[0], 1),
        lambda np, m: np.ravel_multi_index((m, m), (3, 4)),
        lambda np, m: np.unravel_index(m, (2, 2)),
        lambda np, m: np.unravel_index(m * 0.5, (2, 2)),
        lambda np, m: np.ix_(m),
        lambda np, m: np.diag_indices_from(m),
        lambda np, m: np.tril_indices_from(m[0]),
        lambda np, m: np.take_along_axis(m, m[0], axis=0),
    ],
)
def test_errors(device, body):
    same(device, body, M, fails=True)


def test_diagonals_are_read_only_views(device):
    x = dpnp.asarray(M, device=device)
    view = dpnp.diagonal(x)
    assert not view.flags.writable
    x[1, 1] = 50
    assert view[1] == 50


@pytest.mark.parametrize("write", ["put", "putmask", "place"])
@pytest.mark.parametrize("values", [[0, -1], [300], (1, 2**70)])
def test_lists_of_values_must_fit(device, write, values):
    def body(np, x):
        at = [0] if write == "put" else x >= 0
        getattr(np, write)(x, at, values)
        return x

    same(device, body, numpy.zeros(2, "u1"), fails=True)


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind"])
def test_copyto_takes_true_for_a_bool(device, casting):
    def body(np, x):
        np.copyto(x, True, casting=casting)
        return x

    same(device, body, numpy.zeros(2, "u4"), fails=casting in ("no", "equiv"))


@pytest.mark.parametrize("values", [-1, [0, -1], [70000], 70000])
@pytest.mark.parametrize(
    "change",
    [
        lambda np, x, values: np.fill_diagonal(x, values),
        lambda np, x, values: np.fill_diagonal(x, values, wrap=True),
        lambda np, x, values: np.put(x, [0, 2], values),
        lambda np, x, values: np.putmask(x, x > 0, values),
        lambda np, x, values: np.put_along_axis(x, np.argmax(x, axis=1, keepdims=True), values, axis=1),
        lambda np, x, values: np.insert(x, 1, values),
    ],
)
def test_python_integers_outside_the_range_are_refused(device, change, values):
    with pytest.raises(OverflowError):
        change(numpy, M.astype("uint16"), values)
    with pytest.raises(OverflowError):
        change(dpnp, dpnp.asarray(M, dtype="uint16", device=device), values)
