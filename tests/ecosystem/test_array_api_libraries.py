"""array-api-compat and array-api-extra know both kinds of arrays."""

import array_api_compat
import array_api_extra as xpx
import numpy
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp

modules = pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
VALUES = numpy.arange(24.0).reshape(4, 6) - 7


@modules
def test_array_api_compat(module):
    x = module.asarray(VALUES)
    assert array_api_compat.array_namespace(x, x) is module
    assert array_api_compat.is_array_api_obj(x) and array_api_compat.is_writeable_array(x)
    assert not array_api_compat.is_lazy_array(x) and array_api_compat.size(x) == 24
    assert array_api_compat.device(x) == x.device
    assert array_api_compat.to_device(x, x.device).device == x.device


CALLS = {
    "at": lambda xp, x: xpx.at(x)[0, 0].add(1),
    "apply_where": lambda xp, x: xpx.apply_where(x > 2, x, lambda a: a * 2, fill_value=0),
    "argpartition": lambda xp, x: xp.sort(xp.take_along_axis(x, xpx.argpartition(x, 2), axis=-1)[:, :3]),
    "atleast_nd": lambda xp, x: xpx.atleast_nd(x, ndim=3),
    "cov": lambda xp, x: xpx.cov(x),
    "create_diagonal": lambda xp, x: xpx.create_diagonal(x[0]),
    "expand_dims": lambda xp, x: xpx.expand_dims(x, axis=(0, 2)),
    "isclose": lambda xp, x: xpx.isclose(x, x + 1e-12),
    "isin": lambda xp, x: xpx.isin(x, x[0]),
    "kron": lambda xp, x: xpx.kron(x[:2, :2], x[:2, :3]),
    "nan_to_num": lambda xp, x: xpx.nan_to_num(x / (x - x[0, 0])),
    "one_hot": lambda xp, x: xpx.one_hot(xp.asarray([0, 2]), 3),
    "pad": lambda xp, x: xpx.pad(x, 2),
    "setdiff1d": lambda xp, x: xpx.setdiff1d(x[0], x[0, :2]),
    "sinc": lambda xp, x: xpx.sinc(x),
    "union1d": lambda xp, x: xpx.union1d(x[0], x[1]),
    "lazy_apply": lambda xp, x: xpx.lazy_apply(lambda a: a + 1, x),
}


@modules
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_array_api_extra(module):
    for name, call in CALLS.items():
        found = call(module, module.asarray(VALUES))
        assert type(found) is type(module.ones(1)), name
        numpy.testing.assert_allclose(module.asnumpy(found), call(numpy, VALUES.copy()), 1e-12, 1e-12, err_msg=name)


@modules
def test_testing_of_array_api_extra(module):
    from array_api_extra import testing

    testing.assert_equal(module.ones(3), module.ones(3))
    with pytest.raises(AssertionError):
        testing.assert_close(module.ones(3), module.zeros(3))
    assert xpx.default_dtype(module) == (module.float64 if dpctl.SyclDevice().has_aspect_fp64 else module.float32)
