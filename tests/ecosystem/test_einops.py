"""einops: its backend for our arrays is registered when both are imported, in either order."""

import einops
import numpy
import pytest

import dpctl.tensor as dpt
import dpnp

VALUES = numpy.arange(24.0).reshape(2, 3, 4)
CALLS = [
    lambda x: einops.rearrange(x, "a b c -> c (a b)"),
    lambda x: einops.rearrange(x, "a b (c d) -> a d b c", d=2),
    lambda x: einops.rearrange([x, x], "n a b c -> a (n b) c"),
    lambda x: einops.repeat(x, "a b c -> a 2 b c"),
    lambda x: einops.repeat(x, "a b c -> a b (c r)", r=3),
    *(lambda x, how=how: einops.reduce(x, "a b c -> b", how) for how in ("min", "max", "sum", "mean", "prod")),
    lambda x: einops.reduce(x > 3, "a b c -> b", "any"),
    lambda x: einops.pack([x, x], "a b *")[0],
    lambda x: einops.unpack(x, [[1], [3]], "a b *")[1],
]


@pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
def test_einops(module):
    x = module.asarray(VALUES)
    for call in CALLS:
        found = call(x)
        assert type(found) is type(x)
        assert numpy.array_equal(module.asnumpy(found), call(VALUES))
    assert einops.parse_shape(x, "a b _") == {"a": 2, "b": 3}
    assert type(einops.asnumpy(x)) is numpy.ndarray


def test_einsum():
    x = dpnp.asarray(VALUES)
    found = einops.einsum(x, x, "a b c, d b c -> a d")
    assert numpy.allclose(found.asnumpy(), einops.einsum(VALUES, VALUES, "a b c, d b c -> a d"))
    with pytest.raises(NotImplementedError, match="dpnp"):
        einops.einsum(dpt.asarray(VALUES), "a b c -> a")


@pytest.mark.parametrize(
    "order", ["import einops, dpnp", "import dpnp, einops", "import dpctl.tensor as dpnp, einops.array_api"]
)
def test_order_of_imports(run, order):
    assert run(f"{order}\nprint(einops.rearrange(dpnp.ones((2, 3)), 'a b -> b a').shape)") == "(3, 2)\n"


def test_einops_is_not_imported_by_us(run):
    assert run("import sys, dpnp; print('einops' in sys.modules, 'dask' in sys.modules)") == "False False\n"
