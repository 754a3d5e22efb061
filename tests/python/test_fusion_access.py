"""Pending operations on every device under test: writes that overlap, whoever gets at memory otherwise, threads, and what ends a pass.

How many passes there are, the CPU's tests say (test_fusion.py); here each value has to be that of the calls' order.
"""

import copy
import gc
import pickle
import threading

import numpy as np
import pytest

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
import dpnp
import opendpex
from opendpex import _core

N = 50_000  # larger than what is computed at once


@pytest.fixture
def queue(device):
    """Of the device under test; the clock submits nothing."""
    queue = dpctl.SyclQueue(device)
    _core._hold_fusion(True)
    opendpex.fusion.flush()
    opendpex.fusion.reset()
    yield queue
    _core._hold_fusion(False)


def pair(queue, seed=0, usm_type="device"):
    """Values on the host and the same on the device."""
    h = np.random.default_rng(seed).random(N).astype("f4")
    x = dpnp.asarray(h, sycl_queue=queue, usm_type=usm_type)
    queue.wait()
    return h.copy(), x


def n_pending():
    """How many operations were pending; none is afterwards."""
    before = opendpex.fusion.stats()["n_operations"]
    opendpex.fusion.flush()
    return opendpex.fusion.stats()["n_operations"] - before


def same(x, h):
    np.testing.assert_array_equal(dpnp.asnumpy(x), h)


@pytest.mark.usefixtures("default_fusion")
def test_mistakes_are_raised_by_the_call_and_leave_what_is_pending(queue):
    h, x = pair(queue)
    y, numbers = x * 2, dpnp.ones(N, dtype="i4", sycl_queue=queue)
    for error, call in (
        (ValueError, lambda: y + x[:-1]),
        (TypeError, lambda: dpnp.bitwise_and(y, y)),
        (ValueError, lambda: y + dpnp.ones(N, dtype="f4", sycl_queue=dpctl.SyclQueue(queue.sycl_device))),
        (TypeError, lambda: numbers.__iadd__(y)),
        (TypeError, lambda: dpnp.add(y, y, out=numbers)),
        (ValueError, lambda: dpnp.add(y, y, out=y[:5])),
        (ValueError, lambda: y.sum(axis=3)),
        (ValueError, lambda: y.reshape(3, 7)),
        (TypeError, lambda: y.astype("i4", casting="safe")),
        (TypeError, lambda: dpnp.copyto(numbers, y, casting="safe")),
        (IndexError, lambda: y[N]),
        (IndexError, lambda: y[dpnp.ones(5, dtype=bool, sycl_queue=queue)]),
        (ValueError, lambda: y.__setitem__(slice(None), x[:7])),
        (ValueError, lambda: dpnp.broadcast_to(y[:1], (N,)).__iadd__(1)),
    ):
        with pytest.raises(error):
            call()
    assert n_pending() >= 1
    same(y, h * 2)


def test_writes_that_overlap_are_those_of_the_calls_order(queue):
    results = []
    for np_, x, y in (
        (np, pair(queue)[0], pair(queue, 1)[0]),
        (dpnp, pair(queue)[1], pair(queue, 1)[1]),
    ):
        x += y
        x[1:-1] = (x[2:] + x[:-2]) / 2
        np_.add(x, y, out=y)
        mask = x > y * 0.5
        x[mask] = y[mask]
        x[mask] *= 3
        x[x > 4] = 0
        np_.copyto(x, y, where=~mask)
        np_.copyto(y[1:], x[:-1])
        x[::-1] += x
        x[:-1] -= x[1:] * 2
        np_.multiply(x[: N // 2], 2, out=x[N // 2 :])
        np_.add(x[:-1], x[1:], out=x[:-1])
        np_.putmask(x, y > 0.3, y)
        np_.subtract(x, y, out=x, where=mask)
        table = x.reshape(250, -1)
        table[:, 1:] += table[:, :-1]
        table.T[...] = table.T * 2
        results.append((x, y))
    for expected, found in zip(*results, strict=True):
        same(found, expected)


@pytest.mark.parametrize("usm_type", ["shared", "host"])
def test_what_gets_at_memory_finds_what_is_pending(queue, usm_type):
    h, x = pair(queue, usm_type=usm_type)
    y = x * 2
    shared = dpt.from_dlpack(y.get_array())
    assert n_pending() == 0
    y += 1
    same(dpnp.asarray(shared), h * 2 + 1)
    y = x * 2
    memory = dpm.as_usm_memory(y)  # __sycl_usm_array_interface__
    assert n_pending() == 0
    host = np.frombuffer(memory, "f4")
    np.testing.assert_array_equal(host, h * 2)
    y += 1
    queue.wait()
    np.testing.assert_array_equal(host, h * 2 + 1)
    y = x * 2
    data = y.get_array().usm_data
    assert n_pending() == 0
    queue.memcpy(data, x.get_array().usm_data, y.nbytes)
    same(y * 3, h * 3)
    for way in (copy.copy, copy.deepcopy, lambda y: pickle.loads(pickle.dumps(y))):
        same(way(x * 2), h * 2)


@pytest.mark.parametrize("wait", ["wait", "barrier", "event"])
def test_waits_submit_what_is_pending(queue, wait):
    h, x = pair(queue)
    y = x * 2
    if wait == "wait":
        queue.wait()
    else:
        event = queue.submit_barrier()
        assert n_pending() == 0
        if wait == "event":
            event = dpctl.SyclQueue(queue.sycl_context, queue.sycl_device).submit_barrier([event])
        event.wait()
    assert n_pending() == 0
    same(y, h * 2)


def test_profiling_queues_keep_nothing_back(device):
    queue = dpctl.SyclQueue(device, property="enable_profiling")
    h, x = pair(queue)
    y = x * 2 + 1
    assert n_pending() == 0
    same(y, h * 2 + 1)


def test_another_queue_writes_in_the_order_of_the_calls(queue):
    h, x = pair(queue)
    y = x * 2
    other = dpnp.asarray(y.get_array().to_device(dpctl.SyclQueue(queue.sycl_context, queue.sycl_device)))
    other += 1
    y *= 2
    other -= 3
    same(y, (h * 2 + 1) * 2 - 3)


def test_threads_write_parts_of_one_array(queue):
    x = dpnp.zeros(4 * N, dtype="f4", sycl_queue=queue)

    def work(k):
        part = x[k * N : (k + 1) * N]
        for _ in range(20):
            part += k

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (dpnp.asnumpy(x).reshape(4, N) == 20 * np.arange(4)[:, None]).all()


def test_what_a_thread_or_a_function_left_pending_is_computed(queue):
    h, x = pair(queue)
    kept = []
    thread = threading.Thread(target=lambda: kept.append(x * 2 + 1))
    thread.start()
    thread.join()

    def fails():
        kept.append(x * 3)
        raise KeyError("kept")

    with pytest.raises(KeyError):
        fails()
    same(kept[0], h * 2 + 1)
    same(kept[1], h * 3)


def test_the_last_reference_to_a_queue_may_be_that_of_pending_work(device):
    x = dpnp.ones(N, dtype="f4", sycl_queue=dpctl.SyclQueue(device)) * 2
    gc.collect()
    assert float(x[-1]) == 2


def test_cycles_with_pending_arrays_are_collected(queue):
    _, x = pair(queue)
    gc.collect()
    before = opendpex.pool_statistics()["live_bytes"]
    for i in range(20):
        cycle = [x * i]
        cycle.append(cycle)
        y = cycle[0] + 1
        del cycle
    del y
    gc.collect()
    queue.wait()
    assert opendpex.pool_statistics()["live_bytes"] <= before


def test_long_and_wide_chains_are_cut(queue):
    h, x = pair(queue)
    y, expected = x, h
    for i in range(900):
        y, expected = y + i % 3, expected + np.float32(i % 3)
    wide = [x * np.float32(i) for i in range(40)]
    total, sums = wide[0], h * 0
    for i in range(1, 40):
        total, sums = total + wide[i], sums + h * np.float32(i)
    same(y, expected)
    same(total, sums)
    for i in (0, 17, 39):
        same(wide[i], h * np.float32(i))
