"""Copies between memory orders: every axis order, direction and size of element, whole and broken tiles."""

import itertools

import numpy as np
import pytest

import dpctl.tensor as dpt

DTYPES = ["i1", "i2", "f4", "f8", "c16"]
SHAPES = [(1, 7), (2, 3), (16, 16), (33, 70), (3, 5000), (5000, 3), (200, 130), (5, 17, 33), (40, 3, 21)]


def numbers(shape, dtype):
    return (np.arange(np.prod(shape)) * 7 % 251).astype(dtype).reshape(shape)


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_order_of_axes_is_copied(device, dtype):
    if dtype in ("f8", "c16") and not device.has_aspect_fp64:
        pytest.skip("the device has no float64")
    for shape in SHAPES:
        host = numbers(shape, dtype)
        x = dpt.asarray(host, device=device)
        for axes in itertools.permutations(range(len(shape))):
            for order in "CF":
                copied = dpt.asnumpy(dpt.copy(dpt.permute_dims(x, axes), order=order))
                np.testing.assert_array_equal(copied, host.transpose(axes), err_msg=f"{shape} {axes} {order}")


def test_transposed_parts_and_directions(device):
    host = numbers((64, 90), "f4")
    x = dpt.asarray(host, device=device)
    cuts = [slice(None), slice(None, None, -1), slice(3, 60, 2), slice(50, 2, -3)]
    for rows, columns in itertools.product(cuts, cuts):
        expected = host[rows, columns].T
        np.testing.assert_array_equal(dpt.asnumpy(dpt.copy(x[rows, columns].T, order="C")), expected)
        into = dpt.zeros((expected.shape[0] * 2, expected.shape[1] + 3), dtype="f4", device=device)
        into[1::2, 3:] = x[rows, columns].T
        np.testing.assert_array_equal(dpt.asnumpy(into)[1::2, 3:], expected)
        assert not dpt.any(into[::2]) and not dpt.any(into[:, :3])


def test_repeated_elements_are_copied(device):
    host = numbers((1, 50, 1), "i2")
    x = dpt.broadcast_to(dpt.asarray(host, device=device), (30, 50, 20))
    for axes in itertools.permutations(range(3)):
        copied = dpt.asnumpy(dpt.copy(dpt.permute_dims(x, axes), order="C"))
        np.testing.assert_array_equal(copied, np.broadcast_to(host, (30, 50, 20)).transpose(axes))


def test_a_matrix_transposed_in_place(device):
    host = numbers((120, 120), "f4")
    x = dpt.asarray(host, device=device)
    x[...] = x.T
    np.testing.assert_array_equal(dpt.asnumpy(x), host.T)


@pytest.mark.parametrize("dtype", ["i1", "f4", "c8"])
def test_operands_of_different_orders(device, dtype):
    for shape in [(70, 70), (65, 300), (300, 65), (9, 4097), (4096, 7), (3, 80, 90), (80, 3, 90)]:
        host = numbers(shape, dtype)
        x = dpt.asarray(host, device=device)
        for axes in itertools.permutations(range(len(shape))):
            transposed, expected = dpt.permute_dims(x, axes), host.transpose(axes)
            dense = np.ascontiguousarray(expected)
            straight = dpt.asarray(dense, device=device)
            np.testing.assert_array_equal(
                dpt.asnumpy(straight + transposed), dense + expected, err_msg=f"{shape} {axes}"
            )
            out = dpt.empty(expected.shape, dtype=dtype, order="F", device=device)
            np.testing.assert_array_equal(
                dpt.asnumpy(dpt.subtract(straight, transposed[..., ::-1], out=out)), dense - expected[..., ::-1]
            )
            np.testing.assert_array_equal(
                dpt.asnumpy(dpt.astype(transposed, "f4" if dtype != "c8" else dtype, order="C")),
                dense.astype("f4" if dtype != "c8" else dtype),
            )


def test_a_matrix_combined_with_its_transpose_in_place(device):
    host = numbers((130, 130), "f4")
    x = dpt.asarray(host, device=device)
    x += x.T
    np.testing.assert_array_equal(dpt.asnumpy(x), host + host.T)
    part = x[:, 10:90]
    part -= x.T[:, 20:100]
    full = host + host.T
    np.testing.assert_array_equal(dpt.asnumpy(part), full[:, 10:90] - full.T[:, 20:100])


def test_rows_that_touch_or_overlap(device):
    """Assignments within one array, of neighbours and of rows that lie across each other in either direction."""
    for n in (1, 7, 64, 1000):
        for distance in (1, n // 2, n - 1, n, n + 1):
            base = np.arange(2 * n + 2, dtype="f4")
            for first, second in ((0, distance), (distance, 0)):
                a, x = base.copy(), dpt.asarray(base, device=device)
                a[first : first + n] = base[second : second + n]
                x[first : first + n] = x[second : second + n]
                np.testing.assert_array_equal(dpt.asnumpy(x), a)
                x = dpt.asarray(base, device=device)
                x[first : first + n] = x[second : second + n][::-1]
                a[first : first + n] = base[second : second + n][::-1]
                np.testing.assert_array_equal(dpt.asnumpy(x), a)


def test_few_elements_of_much_memory(device):
    a = np.arange(600_000, dtype="float32").reshape(200, 3000)
    x = dpt.asarray(a, device=device)
    for key in (np.s_[::7, ::100], np.s_[::-50, 3], np.s_[199:0:-100, ::1000], np.s_[5, ::2999]):
        for ours, theirs in ((x[key], a[key]), (x.mT[key[::-1]], a.T[key[::-1]])):
            got = dpt.asnumpy(ours)
            assert np.array_equal(got, theirs) and got.dtype == theirs.dtype


@pytest.mark.parametrize("distance", [1, 7, 40_000])
def test_parts_that_overlap_are_moved(device, distance):
    host = numbers((100_003,), "u1")
    x = dpt.asarray(host, device=device)
    x[distance:] = x[:-distance]
    host[distance:] = host[:-distance].copy()
    np.testing.assert_array_equal(dpt.asnumpy(x), host)
    x[:-distance] = x[distance:]
    host[:-distance] = host[distance:].copy()
    np.testing.assert_array_equal(dpt.asnumpy(x), host)
