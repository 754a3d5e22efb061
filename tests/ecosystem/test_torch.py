"""PyTorch: tensors of the host are shared by DLPack both ways."""

import numpy
import pytest

import dpctl.tensor as dpt
import dpnp

torch = pytest.importorskip(
    "torch", reason="PyPI's wheel of PyTorch brings 5 GB of CUDA's libraries; pip install torch to test it"
)


@pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
def test_memory_is_shared_both_ways(module):
    x = module.reshape(module.arange(6.0, device="cpu"), (2, 3))
    t = torch.from_dlpack(x)
    t[0, 0] = 7
    assert float(x[0, 0]) == 7
    y = module.from_dlpack(t)
    y[1, 1] = 5
    y.sycl_queue.wait()
    assert type(y) is type(x) and t[1, 1] == 5 and float(x[1, 1]) == 5


def test_a_training_step():
    x = dpnp.random.default_rng(0).normal(size=(100, 3))
    y = x @ dpnp.asarray([1.0, 2.0, 3.0])
    model = torch.nn.Linear(3, 1, bias=False).double()
    optimizer = torch.optim.LBFGS(model.parameters(), max_iter=50)

    def loss():
        optimizer.zero_grad()
        value = ((model(torch.from_dlpack(x))[:, 0] - torch.from_dlpack(y)) ** 2).mean()
        value.backward()
        return value

    optimizer.step(loss)
    weights = dpnp.from_dlpack(model.weight.detach())
    assert dpnp.allclose(weights, dpnp.asarray([[1.0, 2.0, 3.0]]), atol=1e-4)


def test_torch_converts_where_it_is_allowed(allowed):
    assert torch.as_tensor(numpy.asarray(dpnp.ones(3))).sum() == 3
