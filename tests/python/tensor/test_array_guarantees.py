"""Guarantees of arrays and queues that programs for the reference (Intel's dpctl 0.20) rely on and that no other test file checks."""

import multiprocessing
import threading

import numpy as np
import pytest
from tensor_helpers import DTYPES, sample

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
import dpctl.utils


def same(ours, expected):
    assert np.array_equal(dpt.asnumpy(ours), expected)


# ---- devices and queues ---------------------------------------------------------------------------------------------


def test_all_arrays_share_the_cached_queue(device):
    queues = {make(3, device=device).sycl_queue for make in (dpt.ones, dpt.zeros, dpt.empty, dpt.arange)}
    assert len(queues) == 1
    assert dpt.asarray([1], device=device).sycl_queue == dpt.ones(1, device=device).sycl_queue


def test_arrays_are_combined_only_on_one_queue(device):
    x = dpt.ones(3, sycl_queue=dpctl.SyclQueue(device))
    y = dpt.ones(3, sycl_queue=dpctl.SyclQueue(device))
    for combine in (dpt.add, dpt.matmul, lambda a, b: dpt.concat([a, b]), lambda a, b: dpt.where(a > 0, a, b)):
        with pytest.raises(ValueError):
            combine(x, y)
    same(x + y.to_device(x.sycl_queue), np.full(3, 2.0))


def test_every_device_is_found_by_its_own_filter():
    devices = dpctl.get_devices()
    assert [dpctl.SyclDevice(d.filter_string) for d in devices] == devices
    assert [d.get_device_id() for d in devices] == list(range(len(devices)))
    assert len(dpctl.get_devices(backend="no such")) == len(devices)


def test_arrays_of_a_sub_device_compute_and_print():
    part = dpctl.SyclDevice("cpu").create_sub_devices(partition=1)[0]
    x = dpt.arange(4, dtype="f4", sycl_queue=dpctl.SyclQueue(part))
    same(dpt.cumulative_sum(x), [0, 1, 3, 6])
    assert " of " in repr(x.device) and "0., 1." in repr(x)
    with pytest.raises(ValueError):
        dpt.ones(3, device=part)


def _sum_in_child(results):
    results.put(float(dpt.sum(dpt.arange(100_000, dtype="f4", device="cpu") % 7)))
    results.put(float(dpt.linalg.inv(dpt.eye(300, dtype="f4", device="cpu") * 2)[7, 7]))


def test_a_forked_child_computes_as_its_parent():
    expected = float(dpt.sum(dpt.arange(100_000, dtype="f4", device="cpu") % 7))
    dpt.linalg.inv(dpt.eye(300, dtype="f4", device="cpu"))
    fork = multiprocessing.get_context("fork")
    results = fork.SimpleQueue()
    child = fork.Process(target=_sum_in_child, args=(results,))
    child.start()
    assert results.get() == expected
    assert results.get() == 0.5
    child.join()
    assert child.exitcode == 0


def test_another_thread_runs_while_one_waits(gate):
    gate.close()
    waits = threading.Event()

    def work():
        waits.set()
        gate.queue.wait()  # with the interpreter's lock held, nobody would open the gate

    thread = threading.Thread(target=work)
    thread.start()
    waits.wait()
    for _ in range(200_000):  # in which the other thread gets to its wait
        pass
    assert thread.is_alive()
    gate.open()
    thread.join()


# ---- conversion -----------------------------------------------------------------------------------------------------


def test_numpy_takes_no_array_by_itself_but_by_dlpack_and_asnumpy():
    x = dpt.arange(6, dtype="f4", device="cpu")
    with pytest.raises(TypeError):
        np.asarray(x)
    with pytest.raises(TypeError):
        np.add(x, np.ones(6))
    same(x, np.from_dlpack(x))
    same(dpt.from_dlpack(np.arange(6.0)), np.arange(6.0))


def test_namespace_and_its_extensions():
    x = dpt.ones(2)
    assert x.__array_namespace__() is dpt and dpt.linalg.inv and dpt.fft.fft
    with pytest.raises(TypeError):
        type(x).__array_namespace__(type(x))


def test_negative_strides_come_in_and_go_out(device):
    x = sample((7, 5), "f4")
    for view in (x[::-1], x[:, ::-1], x[::-2, ::-3], x.T[::-1], x[::-1, 2:2]):
        same(dpt.asarray(view, device=device), view)
    same(dpt.asarray(x, device=device)[::-2, ::-3], x[::-2, ::-3])
    same(dpt.sort(dpt.asarray(x, device=device)[::-1], axis=0), np.sort(x, axis=0))


def test_a_device_without_float64_takes_the_next_best():
    lacking = [d for d in dpctl.get_devices() if not d.has_aspect_fp64]
    if not lacking:
        pytest.skip("every device here has float64")
    device = lacking[0]
    for made in (
        dpt.ones(3, device=device),
        dpt.asarray(np.ones(3), device=device),
        dpt.linspace(0, 1, 3, device=device),
    ):
        assert made.dtype == np.float32
    assert dpt.asarray(dpt.ones(3, dtype="f4", device="cpu"), device=device).dtype == np.float32
    with pytest.raises(ValueError):
        dpt.ones(3, dtype="f8", device=device)


def test_too_much_memory_is_an_error_of_its_own():
    for ask in (lambda: dpm.MemoryUSMDevice(1 << 60), lambda: dpt.empty(1 << 57, dtype="f4")):
        with pytest.raises(dpm.USMAllocationError):
            ask()
    with pytest.raises(ValueError):
        dpt.empty((1 << 40, 1 << 40))
    same(dpt.ones(3, dtype="f4") + 1, [2, 2, 2])


# ---- results that were wrong ----------------------------------------------------------------------------------------


def test_reductions_along_the_first_axis(device):
    for shape in ((50, 40), (3, 1), (1, 700), (513, 3)):
        for name in ("i4", "f4", "bool"):
            x = sample(shape, name)
            ours = dpt.asarray(x, device=device)
            for function, reference in ((dpt.all, np.all), (dpt.any, np.any), (dpt.max, np.max), (dpt.min, np.min)):
                same(function(ours, axis=0), reference(x, axis=0))
            if name != "f4":
                same(dpt.sum(ours, axis=0), np.sum(x, axis=0))
                same(dpt.cumulative_sum(ours, axis=0), np.cumsum(x, axis=0))


def test_sums_of_truth_values_count():
    assert dpt.sum(dpt.ones(300, dtype="bool")).dtype == dpt.int64
    assert int(dpt.sum(dpt.arange(1000) % 3 == 0)) == 334


def test_tensordot_over_no_axis():
    for name in DTYPES:
        x = sample((3, 2), name)
        same(dpt.tensordot(dpt.asarray(x), dpt.asarray(x), axes=0), np.tensordot(x, x, axes=0))


def test_the_last_of_several_values_for_one_index_is_stored():
    n = 200_000
    indices = np.arange(n) % 1000
    for put in (
        lambda x: dpt.put(x, dpt.asarray(indices), dpt.arange(n)),
        lambda x: x.__setitem__(dpt.asarray(indices), dpt.arange(n)),
    ):
        x = dpt.zeros(1000, dtype="i8")
        put(x)
        same(x, np.arange(n - 1000, n))


def test_long_sums_have_the_same_bits_on_one_core_and_on_all():
    part = dpctl.SyclDevice("cpu").create_sub_devices(partition=1)[0]
    for n in (4095, 4096, 16385, 300_001):
        x = np.sin(np.arange(n)) * 1e3
        everywhere = dpt.asarray(x, device="cpu")
        there = dpt.asarray(x, sycl_queue=dpctl.SyclQueue(part))
        for name in ("f4", "f8", "c16"):
            one, all_of_them = (dpt.asnumpy(dpt.sum(dpt.astype(y, name))) for y in (there, everywhere))
            assert one.tobytes() == all_of_them.tobytes()
            np.testing.assert_allclose(
                all_of_them, x.astype(name).sum(dtype="c16" if name == "c16" else "f8"), rtol=1e-4, atol=1
            )


# ---- habits that programs rely on -----------------------------------------------------------------------------------


def test_indices_out_of_range_are_clamped():
    x = dpt.arange(5)
    far = dpt.asarray([-100, 100, 2])
    for taken in (x[far], dpt.take(x, far), dpt.take(x, far, mode="clip")):
        same(taken, [0, 4, 2])


def test_an_order_that_is_none_means_keep():
    x = dpt.ones((2, 3)).T
    assert dpt.sqrt(x, order="garbage").flags.f_contiguous and dpt.add(x, 1, order="garbage").flags.f_contiguous


def test_the_interface_dictionary_of_memory_and_of_arrays():
    assert dpm.MemoryUSMShared(16).__sycl_usm_array_interface__["data"][1] is True
    x = dpt.ones(3)
    assert x.__sycl_usm_array_interface__["data"][1] is False
    x.flags.writable = False
    assert x.__sycl_usm_array_interface__["data"][1] is True


def test_names_that_are_listed_are_there():
    for module in (dpctl, dpt, dpt.linalg, dpt.fft, dpm, dpctl.utils):
        assert len(set(module.__all__)) == len(module.__all__)
        assert all(hasattr(module, name) for name in module.__all__)
