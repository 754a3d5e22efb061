"""Arrays beside other libraries: PyTorch, Dask, SciPy, pandas and matplotlib, each where it is installed."""

import gc

import numpy
import pytest

import dpctl
import dpnp

TORCH_TYPES = (
    "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128".split()
)
# PyTorch and we share memory of the host: on other devices the exchange is refused or a copy.
on_the_host = pytest.mark.skipif(
    dpctl.select_default_device().backend == dpctl.backend_type.cuda, reason="the default device has its own memory"
)


def library(name):
    return pytest.importorskip(name, reason=f"{name} is not installed")


def host_array(values, **keywords):
    return dpnp.asarray(values, device="cpu", **keywords)


@on_the_host
def test_pytorch_shares_our_memory():
    torch = library("torch")
    for dtype in TORCH_TYPES:
        if not hasattr(torch, dtype):
            continue
        for usm_type in ("device", "shared", "host"):
            x = host_array(numpy.arange(6).reshape(2, 3).astype(dtype), usm_type=usm_type)
            t = torch.from_dlpack(x)
            assert t.dtype == getattr(torch, dtype) and tuple(t.shape) == (2, 3) and t.data_ptr() == x._pointer
            t[0, 0] = 1
            assert x[0, 0] == 1
            y = dpnp.from_dlpack(t)
            assert type(y) is dpnp.ndarray and y.dtype == x.dtype and y._pointer == x._pointer
            y[1, 1] = 0
            assert t[1, 1] == 0 and x[1, 1] == 0


@on_the_host
def test_pytorch_takes_layouts():
    torch = library("torch")
    x = host_array(numpy.arange(24.0).reshape(2, 3, 4))
    layouts = [
        lambda x: x.T,
        lambda x: x[:, ::2],
        lambda x: x[1, 2, 3],
        lambda x: x[:0],
        lambda x: x[1:, 1:],
        lambda x: x[0],
    ]
    for layout in [*layouts, lambda x: dpnp.broadcast_to(x, (2, 2, 3, 4))]:
        y = layout(x)
        t = torch.from_dlpack(y)
        assert numpy.array_equal(t.numpy(), y.asnumpy()) and (y.size == 0 or t.data_ptr() == y._pointer)
        back = dpnp.from_dlpack(t)
        assert back.shape == y.shape and numpy.array_equal(back.asnumpy(), y.asnumpy())


@on_the_host
def test_tensors_become_arrays():
    torch = library("torch")
    t = torch.arange(6.0).reshape(2, 3)
    for u in (t.T, t[:, ::2], t[0, 0], t[:0], t.expand(4, 2, 3)):
        x = dpnp.from_dlpack(u)
        assert numpy.array_equal(x.asnumpy(), u.numpy()) and (x.size == 0 or x._pointer == u.data_ptr())
    assert numpy.array_equal(dpnp.asarray(t).asnumpy(), t.numpy())
    assert dpnp.from_dlpack(t, copy=True)._pointer != t.data_ptr() == dpnp.from_dlpack(t, copy=False)._pointer
    assert dpnp.from_dlpack(t, device="cpu")._pointer == t.data_ptr()
    for refused in (t.clone().requires_grad_(), (t + 1j).conj(), t.bfloat16(), t.to_sparse()):
        with pytest.raises(BufferError):
            dpnp.from_dlpack(refused)


@on_the_host
def test_pytorch_keywords():
    torch = library("torch")
    x = host_array(numpy.arange(3.0))
    assert torch.from_dlpack(x, copy=True).data_ptr() != x._pointer == torch.from_dlpack(x, copy=False).data_ptr()
    assert torch.from_dlpack(x, device="cpu").data_ptr() == x._pointer
    with pytest.raises(TypeError, match="stream"):
        x.__dlpack__(stream=1)
    with pytest.raises(TypeError):
        x + torch.ones(3)


@on_the_host
def test_memory_outlives_its_owner_with_pytorch():
    torch = library("torch")
    t = torch.from_dlpack(host_array(numpy.arange(1000.0)))
    x = dpnp.from_dlpack(torch.arange(1000.0))
    gc.collect()
    others = [dpnp.zeros(1000) for _ in range(10)]
    assert float(t.sum()) == float(x.sum()) == 499500 and len(others) == 10


DASK_BODIES = {
    "sin": lambda np, da, d: np.sin(d),
    "arithmetic": lambda np, da, d: (d + 1) * d - d**2 / 3,
    "map_blocks": lambda np, da, d: d.map_blocks(lambda block: block * 2),
    "map_overlap": lambda np, da, d: d.map_overlap(lambda block: block + 1, depth=1, boundary="reflect"),
    "sum": lambda np, da, d: d.sum(axis=0),
    "mean": lambda np, da, d: d.mean(axis=1),
    "std": lambda np, da, d: d.std(),
    "var": lambda np, da, d: d.var(axis=0, keepdims=True),
    "moment": lambda np, da, d: da.moment(d, 3),
    "average": lambda np, da, d: da.average(d, axis=0),
    "extrema": lambda np, da, d: d.max() - d.min(axis=0) + d.argmax(axis=0),
    "nanmean": lambda np, da, d: da.nanmean(d, axis=0),
    "median": lambda np, da, d: da.median(d, axis=0),
    "percentile": lambda np, da, d: da.percentile(d.ravel(), [20, 50]),
    "cov": lambda np, da, d: da.cov(d),
    "matmul": lambda np, da, d: d @ d.T,
    "einsum": lambda np, da, d: da.einsum("ij,kj->ik", d, d),
    "rechunk": lambda np, da, d: d.rechunk((4, 6))[1:, ::2],
    "choice": lambda np, da, d: da.where(d > 5, d, 0)[[0, 2]],
    "mask": lambda np, da, d: d[d > 5],
    "concatenated": lambda np, da, d: np.concatenate([d, d]),
    "cumsum": lambda np, da, d: d.cumsum(axis=0),
    "unique": lambda np, da, d: da.unique(d % 5),
    "svd": lambda np, da, d: da.linalg.svd(d.rechunk((2, 6)))[1],
    "fft": lambda np, da, d: abs(da.fft.fft(d.rechunk((4, 6)))),
    "histogram": lambda np, da, d: da.histogram(d, bins=5, range=(0, 24))[0],
}


def test_dask(device):
    da = library("dask.array")
    values = numpy.arange(24.0).reshape(4, 6)
    x = dpnp.asarray(values, device=device)
    expected, ours = (da.from_array(a, chunks=(2, 3), asarray=False) for a in (values, x))
    assert ours.name == da.from_array(x + 0, chunks=(2, 3), asarray=False).name  # named by what is in it
    assert type(ours._meta) is dpnp.ndarray
    for name, body in DASK_BODIES.items():
        found = body(numpy, da, ours).compute(scheduler="sync")
        assert type(found) is dpnp.ndarray, name
        numpy.testing.assert_allclose(
            found.asnumpy(), body(numpy, da, expected).compute(scheduler="sync"), 1e-5, 1e-9, err_msg=name
        )
    assert type(ours.mean().compute(scheduler="threads")) is dpnp.ndarray


SCIPY_PROGRAM = """
import os

os.environ["SCIPY_ARRAY_API"] = "1"
import dpnp, numpy, scipy.fft, scipy.integrate, scipy.special, scipy.stats

x = numpy.arange(10.0) + 1
for f in (scipy.special.logsumexp, scipy.stats.zscore, scipy.stats.kurtosis, scipy.fft.rfft, scipy.integrate.trapezoid):
    found = f(dpnp.asarray(x))
    assert isinstance(found, dpnp.ndarray), f
    numpy.testing.assert_allclose(found.asnumpy(), f(x), 1e-12, 1e-12)
"""


def test_scipy_by_the_array_api(run):
    library("scipy")
    run(SCIPY_PROGRAM)


def test_pandas():
    pandas = library("pandas")
    x = dpnp.arange(4.0)
    assert pandas.Series(x.asnumpy()).sum() == 6
    assert dpnp.asarray(pandas.Series([1.0, 2.0])).tolist() == [1, 2]
    assert dpnp.asarray(pandas.DataFrame({"a": [1, 2], "b": [3.0, 4.0]})).tolist() == [[1, 3], [2, 4]]
    with pytest.raises(TypeError, match="asnumpy"):
        pandas.Series(x)


def test_matplotlib():
    library("matplotlib").use("agg")
    from matplotlib import pyplot

    x = dpnp.ones((2, 2))
    pyplot.imshow(x.asnumpy())
    for draw in (pyplot.plot, pyplot.imshow):
        with pytest.raises(TypeError, match="asnumpy"):
            draw(x)
    pyplot.close("all")
