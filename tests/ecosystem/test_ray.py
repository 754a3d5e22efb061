"""Ray: arrays in the object store, by pickles with buffers out of band, and an actor per device."""

import pytest

ray = pytest.importorskip("ray", reason="ray is not installed")

import numpy  # noqa: E402

import dpctl  # noqa: E402
import dpctl.tensor as dpt  # noqa: E402
import dpnp  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster():
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=100_000_000,
        configure_logging=False,
        runtime_env={"env_vars": {"DPEX_SIMULATE": "gpu:2"}},
    )
    yield
    ray.shutdown()


@pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
def test_object_store(cluster, module):
    for layout in (lambda x: x, lambda x: x.T, lambda x: x[:, ::2], lambda x: x[:0]):
        x = layout(module.reshape(module.arange(60_000.0), (200, 300)))
        y = ray.get(ray.put(x))
        assert type(y) is type(x) and y.usm_type == x.usm_type
        assert numpy.array_equal(module.asnumpy(y), module.asnumpy(x))


def test_tasks(cluster):
    @ray.remote
    def total(x):
        return x.sum()

    assert float(ray.get(total.remote(dpnp.ones(1000)))) == 1000


def test_an_actor_per_device(cluster):
    @ray.remote(num_cpus=1)
    class Worker:
        def __init__(self, text):
            self.queue = dpctl.SyclQueue(text)

        def device(self):
            return self.queue.sycl_device.filter_string

        def multiply(self, a, b):
            a, b = (x.to_device(self.queue) for x in (a, b))
            return a @ b

    workers = [Worker.remote(f"level_zero:gpu:{i}") for i in range(2)]
    assert ray.get([worker.device.remote() for worker in workers]) == ["level_zero:gpu:0", "level_zero:gpu:1"]
    a, b = dpnp.arange(12.0).reshape(4, 3), dpnp.arange(6.0).reshape(3, 2)
    halves = ray.get([worker.multiply.remote(a[2 * i : 2 * i + 2], b) for i, worker in enumerate(workers)])
    assert numpy.allclose(dpnp.concatenate(halves).asnumpy(), (a @ b).asnumpy())
