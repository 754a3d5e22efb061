"""Concatenation, splitting, padding, rotation and creation from other objects, compared with NumPy."""

import io

import numpy
import pytest
from numpy_comparison import same

import dpnp

A = numpy.arange(24.0).reshape(2, 3, 4)
M = numpy.array([[1, 7, 2], [0, 5, -3]])
V = numpy.array([0, 0, 3, 1, 0, 2, 0])


@pytest.mark.parametrize(
    "body",
    [
        lambda np, a, m, v: np.append(m, m),
        lambda np, a, m, v: np.append(m, m[:, :1], axis=1),
        lambda np, a, m, v: np.append(v, 2.5),
        lambda np, a, m, v: np.array_split(v, 3),
        lambda np, a, m, v: np.array_split(a, [1, 5, 2], axis=-1),
        lambda np, a, m, v: np.split(a, 2, axis=2),
        lambda np, a, m, v: np.hsplit(a, [1]),
        lambda np, a, m, v: np.vsplit(m, 2),
        lambda np, a, m, v: np.dsplit(a, 4),
        lambda np, a, m, v: np.hsplit(v, 7),
        lambda np, a, m, v: np.column_stack((v, v + 0.5)),
        lambda np, a, m, v: np.column_stack((m, m[:, 0])),
        lambda np, a, m, v: np.dstack((m, m)),
        lambda np, a, m, v: np.dstack((v, v)),
        lambda np, a, m, v: np.hstack((v, v)),
        lambda np, a, m, v: np.hstack((m, m), dtype="float32", casting="unsafe"),
        lambda np, a, m, v: np.vstack((v, v)),
        lambda np, a, m, v: np.delete(v, 2),
        lambda np, a, m, v: np.delete(v, -1),
        lambda np, a, m, v: np.delete(a, slice(0, 4, 2), axis=2),
        lambda np, a, m, v: np.delete(a, [0, 2, -1], axis=1),
        lambda np, a, m, v: np.delete(m, [1, 4]),
        lambda np, a, m, v: np.delete(v, v == 0),
        lambda np, a, m, v: np.delete(v, []),
        lambda np, a, m, v: np.insert(v, 2, 9),
        lambda np, a, m, v: np.insert(v, -1, 9),
        lambda np, a, m, v: np.insert(v, 7, 9),
        lambda np, a, m, v: np.insert(m, 1, 9, axis=1),
        lambda np, a, m, v: np.insert(m, 1, m[:, 0], axis=1),
        lambda np, a, m, v: np.insert(m, [1], m, axis=1),
        lambda np, a, m, v: np.insert(m, [0, 2, 2], 5, axis=1),
        lambda np, a, m, v: np.insert(m, [2, 0], m[0, :2], axis=1),
        lambda np, a, m, v: np.insert(v, slice(0, 4), 8),
        lambda np, a, m, v: np.insert(m, 3, 2.9),
        lambda np, a, m, v: np.fliplr(m),
        lambda np, a, m, v: np.flipud(a),
        lambda np, a, m, v: np.rot90(m),
        lambda np, a, m, v: np.rot90(m, 2),
        lambda np, a, m, v: np.rot90(a, -1, axes=(2, 0)),
        lambda np, a, m, v: np.rot90(m, 4),
        lambda np, a, m, v: np.resize(m, (4, 4)),
        lambda np, a, m, v: np.resize(m, 3),
        lambda np, a, m, v: np.resize(m[:0], (2, 2)),
        lambda np, a, m, v: np.rollaxis(a, 2),
        lambda np, a, m, v: np.rollaxis(a, 0, 3),
        lambda np, a, m, v: np.trim_zeros(v),
        lambda np, a, m, v: np.trim_zeros(v, "f"),
        lambda np, a, m, v: np.trim_zeros(v, "b"),
        lambda np, a, m, v: np.trim_zeros(v * 0),
        lambda np, a, m, v: np.trim_zeros(np.pad(m, 2)),
        lambda np, a, m, v: np.require(m, "float32", ["F"]),
        lambda np, a, m, v: np.asarray_chkfinite(m),
        lambda np, a, m, v: np.size(a, 1),
        lambda np, a, m, v: np.size(a),
        lambda np, a, m, v: np.shape(a),
        lambda np, a, m, v: np.ndim(a),
        lambda np, a, m, v: np.diag(v, 1),
        lambda np, a, m, v: np.diag(m),
        lambda np, a, m, v: np.diag(m, -1),
        lambda np, a, m, v: np.diagflat(m, 1),
        lambda np, a, m, v: np.vander(v),
        lambda np, a, m, v: np.vander(v * 0.5, 3, increasing=True),
        lambda np, a, m, v: np.vander(v, 4),
        lambda np, a, m, v: np.meshgrid(v, v[:2]),
        lambda np, a, m, v: np.meshgrid(v, v[:2], v[2:4], indexing="ij", sparse=True),
        lambda np, a, m, v: np.meshgrid(v),
        lambda np, a, m, v: np.geomspace(m[:1] + 1, 1000.0, 4),
        lambda np, a, m, v: np.logspace(m, 2, 3, axis=1),
    ],
)
def test_as_numpy(device, body):
    same(device, body, A, M, V)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, a, m: np.split(a, 5),
        lambda np, a, m: np.split(m, 0),
        lambda np, a, m: np.dsplit(m, 1),
        lambda np, a, m: np.vsplit(m[0], 1),
        lambda np, a, m: np.hstack((m, a)),
        lambda np, a, m: np.append(m, a, axis=0),
        lambda np, a, m: np.delete(m, 9),
        lambda np, a, m: np.delete(m, 0, axis=5),
        lambda np, a, m: np.insert(m, 9, 1),
        lambda np, a, m: np.insert(m, [0, 9], 1, axis=0),
        lambda np, a, m: np.fliplr(m[0]),
        lambda np, a, m: np.rot90(m, axes=(0, 0)),
        lambda np, a, m: np.rot90(m, axes=(0, 3)),
        lambda np, a, m: np.resize(m, -1),
        lambda np, a, m: np.rollaxis(m, 3),
        lambda np, a, m: np.trim_zeros(m[0], "x"),
        lambda np, a, m: np.asarray_chkfinite(a / 0),
        lambda np, a, m: np.diag(a),
        lambda np, a, m: np.meshgrid(m[0], indexing="no"),
        lambda np, a, m: np.copyto(m, 2.5),
        lambda np, a, m: np.copyto(m, a),
        lambda np, a, m: np.geomspace(0, m, 3),
        lambda np, a, m: np.pad(a, -1),
        lambda np, a, m: np.pad(a, 1.5),
        lambda np, a, m: np.pad(a, 1, "other"),
        lambda np, a, m: np.pad(a, 1, "edge", end_values=1),
        lambda np, a, m: np.pad(m[:0], 1, "edge"),
    ],
)
def test_errors(device, body):
    same(device, body, A, M, fails=True)


PADS = [
    ("constant", {}),
    ("constant", {"constant_values": 7}),
    ("constant", {"constant_values": ((1, 2), (3, 4))}),
    ("edge", {}),
    ("linear_ramp", {"end_values": (5, -4)}),
    ("maximum", {}),
    ("maximum", {"stat_length": 2}),
    ("mean", {}),
    ("mean", {"stat_length": ((1, 2), (2, 1))}),
    ("median", {}),
    ("minimum", {"stat_length": (1, 2)}),
    ("reflect", {}),
    ("reflect", {"reflect_type": "odd"}),
    ("symmetric", {}),
    ("symmetric", {"reflect_type": "odd"}),
    ("wrap", {}),
]


@pytest.mark.parametrize("mode, options", PADS)
@pytest.mark.parametrize("width", [1, (2, 1), ((0, 1), (2, 0)), ((5, 4), (3, 7))])
@pytest.mark.parametrize("dtype", ["int64", "float32"])
def test_pad(device, mode, options, width, dtype):
    same(device, lambda np, x: np.pad(x, width, mode, **options), M.astype(dtype), rtol=1e-5)


def test_pad_by_function_and_dict(device):
    def margins(line, widths, axis, kwargs):
        line[: widths[0]] = kwargs["value"]
        line[len(line) - widths[1] :] = axis

    same(device, lambda np, x: np.pad(x, 2, margins, value=9), M)
    same(device, lambda np, x: np.pad(x, {1: (1, 2)}), M)
    assert dpnp.pad(dpnp.asarray(M, device=device), 1, "empty").shape == (4, 5)


def test_copyto(device):
    def body(np, x, y):
        np.copyto(x, 3, where=x > 2)
        np.copyto(y, x[0])
        np.copyto(
            y,
            x,
            where=np.asarray([True, False, True]) if np is numpy else np.asarray([True, False, True], device=device),
        )
        return x, y

    same(device, body, M, M * 1.5)


@pytest.mark.parametrize(
    "body",
    [
        lambda np: np.logspace(0, 3, 4),
        lambda np: np.logspace(1, 2, 5, base=2.0, endpoint=False, dtype="int64"),
        lambda np: np.geomspace(1, 1000, 4),
        lambda np: np.geomspace(-1, -1000, 4, endpoint=False),
        lambda np: np.geomspace(3, 1000, 4, dtype="int32"),
        lambda np: np.mgrid[0:3],
        lambda np: np.mgrid[0:3, 1:9:3],
        lambda np: np.mgrid[0:1:5j, 0:2],
        lambda np: np.ogrid[0:3, 1:2:0.25],
        lambda np: np.mgrid[-1:1:3j],
        lambda np: np.fromiter((x * x for x in range(4)), "float32"),
        lambda np: np.fromstring("1 2 3", sep=" "),
        lambda np: np.frombuffer(bytes(range(16)), "int32", 2, 4),
        lambda np: np.loadtxt(io.StringIO("1 2\n3 4")),
        lambda np: np.fromfunction(lambda i, j: i * 10 + j, (2, 3)),
        lambda np: np.fromfunction(lambda i, j: i == j, (3, 3), dtype="int64"),
    ],
)
def test_made_from_other_things(body):
    same(None, body)


def test_fromfile(tmp_path, device):
    numpy.arange(5.0).tofile(tmp_path / "x")
    assert dpnp.fromfile(tmp_path / "x", device=device).tolist() == [0, 1, 2, 3, 4]


def test_grids_are_allocated_on_the_given_device(device):
    assert dpnp.mgrid(device, usm_type="host")[0:2].usm_type == "host"
