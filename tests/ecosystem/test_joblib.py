"""joblib: hashes, files, memory, threads and processes."""

import joblib
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp

modules = pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])


def total(x):
    return float(type(x).__array_namespace__(x).sum(x))


@modules
def test_hashes_are_those_of_the_elements(module):
    x = module.arange(6.0)
    assert joblib.hash(x) == joblib.hash(module.arange(6.0)) != joblib.hash(module.arange(1.0, 7.0))


@modules
def test_files_and_memory(tmp_path, module):
    x = module.reshape(module.arange(6.0), (2, 3))
    joblib.dump(x, tmp_path / "x")
    y = joblib.load(tmp_path / "x")
    assert type(y) is type(x) and y.usm_type == x.usm_type and bool(module.all(x == y))
    calls = []

    @joblib.Memory(tmp_path, verbose=0).cache
    def doubled(a):
        calls.append(1)
        return a * 2

    assert bool(module.all(doubled(x) == doubled(module.asarray(x, copy=True)))) and len(calls) == 1


@modules
@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_parallel(module, backend):
    x = module.reshape(module.arange(6.0), (3, 2))
    parallel = joblib.Parallel(n_jobs=2, backend=backend)
    assert parallel(joblib.delayed(total)(x[i]) for i in range(3)) == [1, 5, 9]


def name_of(queue):
    return queue.sycl_device.filter_string


def test_queues_go_to_other_processes():
    queue = dpctl.SyclQueue("cpu", property="in_order")
    assert joblib.Parallel(n_jobs=2)([joblib.delayed(name_of)(queue)] * 2) == [queue.sycl_device.filter_string] * 2
