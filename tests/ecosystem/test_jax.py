"""JAX: arrays of the host are shared by DLPack both ways."""

import jax
import numpy
import pytest

import dpctl.tensor as dpt
import dpnp

jax.config.update("jax_enable_x64", True)
DTYPES = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128".split()


@pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
def test_dlpack_both_ways(module):
    for dtype in DTYPES:
        values = (numpy.arange(6) % 2 if dtype == "bool" else numpy.arange(6)).reshape(2, 3).astype(dtype)
        x = module.asarray(values, device="cpu")
        y = jax.dlpack.from_dlpack(x)
        assert y.dtype == dtype and numpy.array_equal(numpy.asarray(y), values)
        back = module.from_dlpack(y)
        assert type(back) is type(x) and back.dtype == dtype and numpy.array_equal(module.asnumpy(back), values)


def test_results_of_jax_are_shared():
    x = dpnp.linspace(0, 1, 1000, device="cpu")
    y = jax.jit(lambda a: jax.numpy.sin(a) + 1)(jax.dlpack.from_dlpack(x))
    back = dpnp.from_dlpack(y)
    assert back._pointer == y.unsafe_buffer_pointer()
    assert dpnp.allclose(back, dpnp.sin(x) + 1)


def test_gradients_beside_our_arrays():
    x = dpnp.asarray([1.0, 2.0, 3.0], device="cpu")
    slope = jax.grad(lambda a: (a**3).sum())(jax.dlpack.from_dlpack(x))
    assert (dpnp.from_dlpack(slope) == 3 * x**2).all()


def test_jax_converts_where_it_is_allowed(allowed):
    assert jax.numpy.asarray(dpnp.ones(3)).sum() == 3
