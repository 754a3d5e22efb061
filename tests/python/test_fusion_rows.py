"""Rows in one pass: reductions, and what reads their results for the same rows, on every device under test.

Both ways give the same bits; the shapes are those at which a kernel's form changes: rows of an item, of a group, in registers or not.
"""

import time

import numpy as np
import pytest

import dpctl
import dpnp
import opendpex
from opendpex import _core

ROWS = (2, 7, 12, 16, 31, 33, 64, 65, 130, 255, 256, 1000, 1027, 5656, 8192)


@pytest.fixture
def queue(device):
    queue = dpctl.SyclQueue(device)
    _core._hold_fusion(True)
    opendpex.fusion.flush()
    opendpex.fusion.reset()
    yield queue
    _core._hold_fusion(False)


def softmax(np, x):
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return (e / np.sum(e, axis=1, keepdims=True),)


def standardized(np, x):
    centred = x - np.mean(x, axis=1, keepdims=True)
    return centred / np.std(x, axis=1, keepdims=True), np.argmax(centred, axis=1)


def in_place(np, x):
    x -= x.mean(axis=1, keepdims=True)
    return x.max(axis=1), x


def several(np, x):
    return x.mean(axis=1), x.var(axis=1), x.max(axis=1), x * 2


def forces(np, x):
    inverse = (x * x + 0.01) ** -1.5
    return np.sum(x * inverse, axis=1), np.sum((x - 1) * inverse, axis=1)


def shared_row(np, x):
    return (x[:1] * (x - np.sum(x, axis=1, keepdims=True)),)


def layer_norm(np, x):
    centred = x - np.mean(x, axis=1, keepdims=True)
    return (centred / np.sqrt(np.mean(centred * centred, axis=1, keepdims=True) + 1e-5),)


def without_kept_axes(np, x):
    mean, variance = x.mean(axis=1), x.var(axis=1)
    return (x - mean[:, None]) / np.sqrt(variance + 1e-5)[:, None], mean


def unit_rows(np, x):
    return (x / np.linalg.norm(x, axis=1, keepdims=True),)


def numbers_of_rows(np, x):
    variance = x.var(axis=1, keepdims=True)
    variance += 1e-5
    root = variance**0.5
    y = x / root
    variance *= 2
    return y, variance, root


def numbers_folded_again(np, x):
    y = np.exp(x)
    y[...] = np.max(x, axis=1, keepdims=True) + 0.5
    return np.sum(y, axis=1), np.sum(np.sqrt(np.abs(y)), axis=1), y


def of_other_shapes(np, x):
    y = np.exp(x)
    return (y.T * 2).sum(axis=0), y[None] * 2, np.ravel(y) + 1, y.T - y.shape[1]


PROGRAMS = (
    softmax, standardized, in_place, several, forces, shared_row, layer_norm, without_kept_axes, unit_rows, numbers_of_rows,
    numbers_folded_again, of_other_shapes,
)  # fmt: skip


def values(row, dtype):
    return (np.random.default_rng(row).random((max(2, 4000 // row), row)) - 0.3).astype(dtype)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_rows_in_one_pass_have_the_bits_of_several(queue, program, row):
    for dtype in ("f4", "f8") if queue.sycl_device.has_aspect_fp64 else ("f4",):
        x = dpnp.asarray(values(row, dtype), sycl_queue=queue)
        with opendpex.fusion(False):
            expected = [dpnp.asnumpy(one) for one in program(dpnp, x.copy())]
        opendpex.fusion.reset()
        found = opendpex.fuse(lambda x: program(dpnp, x))(x.copy())
        assert opendpex.fusion.stats()["n_passes"] <= 2  # with the argument's copy
        for a, b in zip(found, expected, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_array_equal(dpnp.asnumpy(a), b)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("dtype", ["f4", "f8", "c8"])
def test_what_several_fused_functions_compute_keeps_its_dtype(queue, dtype, axis):
    if dtype == "f8" and not queue.sycl_device.has_aspect_fp64:
        pytest.skip("the device has no double")
    h = (np.arange(30_000) % 7).reshape(300, 100).astype(dtype)
    h[::3, ::2] = np.nan
    x = dpnp.asarray(h, sycl_queue=queue)
    for name in ("nanmean", "nanvar"):  # sums and counts, of which each is a fused function
        with opendpex.fusion(False):
            expected = dpnp.asnumpy(getattr(dpnp, name)(x, axis))
        found = dpnp.asnumpy(getattr(dpnp, name)(x, axis))
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-5 if dtype != "f8" else 1e-14)
        np.testing.assert_allclose(found, getattr(np, name)(h, axis), rtol=1e-4)


@pytest.mark.parametrize("dtype", ["i4", "u1", "?", "c8"])
def test_rows_of_other_dtypes(queue, dtype):
    x = dpnp.asarray(np.arange(3 * 200).reshape(3, 200) % 7, dtype=dtype, sycl_queue=queue)

    def program(x):
        return x * 2 - dpnp.sum(x, axis=1, keepdims=True), dpnp.any(x, axis=1)

    with opendpex.fusion(False):
        expected = program(x)
    for a, b in zip(opendpex.fuse(program)(x), expected, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(dpnp.asnumpy(a), dpnp.asnumpy(b))


def test_nan_and_infinity_stay_where_they_are(queue):
    h = values(300, "f4")
    h[0, 3], h[1, 299], h[2, 0] = np.nan, np.inf, -np.inf
    x = dpnp.asarray(h, sycl_queue=queue)
    for program in (softmax, standardized, several):
        with opendpex.fusion(False):
            expected = program(dpnp, x)
        for a, b in zip(opendpex.fuse(lambda x, program=program: program(dpnp, x))(x), expected, strict=True):
            np.testing.assert_array_equal(dpnp.asnumpy(a), dpnp.asnumpy(b))


@pytest.mark.usefixtures("default_fusion")
@pytest.mark.parametrize("shape", [(8, 3000), (4000, 5)])
def test_unmodified_programs_are_one_pass_too(queue, shape):
    h = np.random.default_rng(1).random(shape)
    x = dpnp.asarray(h, dtype="f4" if not queue.sycl_device.has_aspect_fp64 else "f8", sycl_queue=queue)
    queue.wait()
    for program in (layer_norm, without_kept_axes, unit_rows, numbers_of_rows):
        with opendpex.fusion(False):
            expected = program(dpnp, x)
            queue.wait()
        opendpex.fusion.reset()
        found = program(dpnp, x)
        queue.wait()
        if queue.sycl_device == dpctl.SyclDevice("opencl:cpu:0"):  # others may be compiling a kernel
            assert opendpex.fusion.stats()["n_passes"] == 1
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(dpnp.asnumpy(a), dpnp.asnumpy(b))


@pytest.mark.usefixtures("default_fusion")
@pytest.mark.parametrize(
    "program",
    [
        lambda x: dpnp.where(dpnp.isclose(x * 2, x + x), x, 0).sum(),
        lambda x: dpnp.nan_to_num(x * 3) + 1,
        lambda x: dpnp.around(x * 3, 2) * x,
        lambda x: dpnp.modf(x * 3)[0] + dpnp.sinc(x),
    ],
    ids=["isclose", "nan_to_num", "around", "modf and sinc"],
)
def test_functions_of_several_operations_are_part_of_a_pass(queue, program):
    x = dpnp.linspace(0, 3, 40_000, dtype="f4", sycl_queue=queue)
    with opendpex.fusion(False):
        expected = program(x).asnumpy()
    for _ in range(200):  # operations are passes of their own until the kernel is compiled
        queue.wait()
        opendpex.fusion.reset()
        found = program(x)
        queue.wait()
        if opendpex.fusion.stats()["n_passes"] == 1:
            break
        time.sleep(0.05)
    assert opendpex.fusion.stats()["n_passes"] == 1
    np.testing.assert_array_equal(found.asnumpy(), expected)


def test_what_an_operation_on_rows_reads_is_read_before_it_is_overwritten(queue):
    h = np.random.default_rng(2).random((40, 700)).astype("f4")
    x = dpnp.asarray(h, sycl_queue=queue)
    limit = dpnp.asarray(np.full((40, 1), 3, "f4"), sycl_queue=queue)
    y = x / dpnp.minimum(x.sum(axis=1, keepdims=True), limit)
    limit[...] = 7
    x[:, :1] = 0
    z = x - dpnp.maximum(x.max(axis=1, keepdims=True), x[:, :1])
    np.testing.assert_array_equal(dpnp.asnumpy(y), h / np.float32(3))
    h[:, 0] = 0
    np.testing.assert_array_equal(dpnp.asnumpy(z), h - h.max(axis=1, keepdims=True))


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128", "int32"])
@pytest.mark.parametrize("row", [1, 2, 3, 4, 7, 8, 14, 15, 16, 17])
def test_few_elements_broadcast_to_many_short_rows(queue, row, dtype):
    """Loops then run over results instead of the rows' elements, which changes no bit."""
    rng = np.random.default_rng(row)
    points, centres = (
        dpnp.asarray(
            (rng.standard_normal((n, row)) * np.exp(rng.standard_normal((n, row)) * 3)).astype(dtype), sycl_queue=queue
        )
        for n in (500, 30)
    )
    if dtype.startswith("f"):
        points[3, row // 2], points[4, 0] = np.nan, -np.inf

    def reduced(np):
        d = points[:, None, :] - centres[None, :, :]
        names = ("sum", "mean", "prod", "var") + (() if dtype.startswith("c") else ("max", "min", "argmin"))
        return [getattr(np, name)(d * d, axis=2) for name in names] + [
            np.any(d > 1, axis=2),
            np.count_nonzero(d, axis=2),
        ]

    fused = [x.asnumpy() for x in reduced(dpnp)]
    with opendpex.fusion(False):
        expected = [x.asnumpy() for x in reduced(dpnp)]
    for a, b in zip(fused, expected, strict=True):
        np.testing.assert_array_equal(a, b)
    d = points.asnumpy()[:, None, :] - centres.asnumpy()[None, :, :]
    np.testing.assert_allclose(fused[0], np.sum(d * d, axis=2), rtol=1e-4)
