"""Arrays as bytes, files, pickles and text, as elements of other dtypes, and for other libraries."""

import copy
import io
import pickle

import numpy
import pytest
from numpy_comparison import same

import dpctl
import dpnp

A = numpy.arange(24, dtype="float64").reshape(2, 3, 4) / 7
N = numpy.arange(12, dtype="int32").reshape(3, 4)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, n: x.view("int64"),
        lambda np, x, n: x.view("uint8"),
        lambda np, x, n: x.view(np.complex128),
        lambda np, x, n: x.T.view("int64"),
        lambda np, x, n: x[:, ::2, :2].view("complex128"),
        lambda np, x, n: n.view("int16")[:, ::2],
        lambda np, x, n: x.view("float32").view("float64"),
        lambda np, x, n: [n[:, :0].view("int64").shape, n[1:2, ::-1].view("u4"), x[:0].view("c16").shape],
        lambda np, x, n: n.byteswap(),
        lambda np, x, n: (x + 1j * x).byteswap(),
        lambda np, x, n: n[1:, ::2].byteswap(inplace=True),
        lambda np, x, n: x.tobytes(),
        lambda np, x, n: x.T.tobytes("F"),
        lambda np, x, n: bytes(n),
        lambda np, x, n: f"{x[0, 1, 2]:.3f} {n[0]} {n}",
        lambda np, x, n: np.array2string(n, separator=", "),
        lambda np, x, n: np.array2string(x, precision=2, suppress_small=True, floatmode="fixed"),
        lambda np, x, n: (np.array_repr(x, precision=3), np.array_str(n, max_line_width=20)),
        lambda np, x, n: pickle.loads(x.dumps()),
        lambda np, x, n: copy.deepcopy(x.T),
        lambda np, x, n: copy.copy([x, n]),
        lambda np, x, n: np.zeros(3, like=x),
        lambda np, x, n: np.asarray([1, 2], like=x),
    ],
)
def test_as_numpy(device, body):
    same(device, body, A, N)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: x[..., ::2].view("float32"),
        lambda np, x: x[..., :3].view("complex128"),
        lambda np, x: x[0, 0, 0].view("float32"),
        lambda np, x: x.view(type=int),
        lambda np, x: format(x, ".2f"),
        lambda np, x: x.setflags(uic=True),
    ],
)
def test_errors(device, body):
    same(device, body, A, fails=True)


def test_a_view_shares_memory(device):
    x = dpnp.zeros(4, "f4", device=device)
    x.view("i4")[1] = 0x3F800000
    assert x.tolist() == [0, 1, 0, 0]

    class Named(dpnp.ndarray):
        pass

    y = x.view(Named)
    assert type(y) is Named and type(x.view(type=Named)) is Named and dpnp.shares_memory(x, y)
    x.setflags(write=False)
    with pytest.raises(ValueError):
        x[0] = 1


@pytest.mark.parametrize(
    "layout", [lambda x: x, lambda x: x.T, lambda x: x[:, ::2], lambda x: x[:0], lambda x: x[0, 0]]
)
def test_pickles(device, layout):
    x = layout(dpnp.asarray(A, device=device, usm_type="host"))
    for protocol in range(2, 6):
        y = pickle.loads(pickle.dumps(x, protocol))
        assert type(y) is dpnp.ndarray and y.usm_type == "host" and numpy.array_equal(y.asnumpy(), x.asnumpy())
    buffers = []
    data = pickle.dumps(x, 5, buffer_callback=buffers.append)
    assert len(buffers) == 1 and len(data) < 200
    assert numpy.array_equal(pickle.loads(data, buffers=buffers).asnumpy(), x.asnumpy())


def test_files(tmp_path, device):
    x, n = dpnp.asarray(A, device=device), dpnp.asarray(N, device=device)
    placement = {"device": device}
    dpnp.save(tmp_path / "x.npy", x)
    assert numpy.array_equal(numpy.load(tmp_path / "x.npy"), A)
    y = dpnp.load(tmp_path / "x.npy", **placement)
    assert y.sycl_device == device and numpy.array_equal(y.asnumpy(), A)
    for write in (dpnp.savez, dpnp.savez_compressed):
        write(tmp_path / "x.npz", n, x=x)
        with dpnp.load(tmp_path / "x.npz", **placement) as found:
            assert sorted(found) == ["arr_0", "x"] and numpy.array_equal(found["x"].asnumpy(), A)
    dpnp.savetxt(tmp_path / "n.txt", n, fmt="%d")
    assert dpnp.loadtxt(tmp_path / "n.txt", int, **placement).tolist() == N.tolist()
    assert dpnp.genfromtxt(tmp_path / "n.txt", int, **placement).tolist() == N.tolist()
    assert dpnp.fromregex(io.StringIO("a=1 a=22"), r"a=(\d+)", int, **placement).tolist() == [1, 22]
    n.tofile(tmp_path / "n.bin")
    assert dpnp.fromfile(tmp_path / "n.bin", "int32", **placement).tolist() == N.ravel().tolist()
    x.dump(tmp_path / "x.pickle")
    assert numpy.array_equal(dpnp.load(tmp_path / "x.npy", **placement).asnumpy(), A)
    assert dpnp.frombuffer(bytes(n), "int32", like=n).sycl_queue == n.sycl_queue


def test_print_options():
    with dpnp.printoptions(precision=2, suppress=True):
        assert str(dpnp.asarray([1 / 3, 1e-9])) == "[0.33 0.  ]"
    before = dpnp.get_printoptions()
    dpnp.set_printoptions(threshold=5)
    assert "..." in repr(dpnp.arange(20))
    dpnp.set_printoptions(threshold=before["threshold"])
    assert dpnp.array2string(dpnp.arange(3), formatter={"int": lambda i: f"<{i}>"}) == "[<0> <1> <2>]"
    with dpnp.printoptions(formatter={"float": "{:.1f}".format}):
        assert str(dpnp.asarray([0.25, 2])) == "[0.2 2.0]" and str(dpnp.asarray(0.25)) == "0.2"
    assert str(dpnp.asarray(0.25)) == "0.25"
    with pytest.raises(NotImplementedError):
        dpnp.array2string(dpnp.arange(3), legacy="1.13")


def test_other_libraries(device):
    x = dpnp.asarray(A, device=device, usm_type="host")
    assert memoryview(x.data).nbytes >= A.nbytes
    assert x.__dask_tokenize__() == (x + 0).__dask_tokenize__() != (x + 1).__dask_tokenize__()
    assert hasattr(x, "__cuda_array_interface__") == (device.backend == dpctl.backend_type.cuda)
    assert x.__array_priority__ > 0 and dpnp.ndarray[int] is not None


def test_like_determines_the_queue(device):
    x = dpnp.zeros(2, sycl_queue=dpctl.SyclQueue(device))
    made = [
        dpnp.empty(3, like=x), dpnp.zeros(3, like=x), dpnp.ones(3, like=x), dpnp.full(3, 2, like=x), dpnp.arange(3, like=x), dpnp.eye(3, like=x),
        dpnp.tri(3, like=x), dpnp.asarray([1], like=x), dpnp.array([1], like=x), numpy.ones(3, like=x), numpy.arange(3, like=x),
    ]  # fmt: skip
    assert all(y.sycl_queue == x.sycl_queue for y in made)
    with pytest.raises(NotImplementedError):
        dpnp.zeros(3, like=numpy.zeros(3))
