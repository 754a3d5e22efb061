"""A pybind11 extension over dpctl4pybind11.hpp: objects go in and come out, memory lives as long as its users, misuse raises."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import test_capi_layout as layout

import dpctl
import dpctl.memory as dpm
import dpctl.program
import dpctl.tensor as dpt

SOURCE = Path(__file__).with_name("pybind11_module.cpp")
KERNEL = "kernel void scale(global double *x, double factor) { x[get_global_id(0)] *= factor; }"


@pytest.fixture(scope="module")
def ext(build_cpp):
    return build_cpp(SOURCE)


@pytest.fixture
def queue():
    return dpctl.SyclQueue("cpu")


@pytest.fixture(scope="module")
def program():
    return dpctl.program.create_program_from_source(dpctl.SyclQueue("cpu"), KERNEL)


# ---- members of dpctl_capi


def test_functions_and_constants_are_those_of_the_c_interface(ext):
    functions = ext.functions()
    assert all(functions.values())
    published = {n for module in layout.FUNCTIONS.values() for n in module}
    assert published <= functions.keys()
    assert ext.constants() == layout.NUMBERS
    expected = {name: kind for name, _, kind in layout.TYPES if "WorkGroup" not in name and "RawKernel" not in name}
    assert ext.types() == expected


def test_objects_pass_the_check_of_their_kind(ext, queue, program):
    objects = {
        "PySyclDevice": queue.sycl_device,
        "PySyclContext": queue.sycl_context,
        "PySyclEvent": queue.submit_barrier(),
        "PySyclQueue": queue,
        "PySyclKernel": program.get_sycl_kernel("scale"),
        "PySyclProgram": program,
        "PyMemory": dpm.MemoryUSMHost(8),
        "PyUSMArray": dpt.zeros(1),
    }
    for kind, value in objects.items():
        assert ext.kinds(value) == [kind]
        assert (ext.is_memory(value), ext.is_array(value)) == (kind == "PyMemory", kind == "PyUSMArray")
    assert ext.kinds(None) == ext.kinds(1) == []


def test_default_objects_are_made_once(ext):
    queue, memory, array, as_usm_memory = ext.defaults()
    assert ext.defaults() == (queue, memory, array, as_usm_memory)
    assert type(queue) is dpctl.SyclQueue and memory.sycl_queue == queue and array.usm_data is memory
    assert as_usm_memory is dpm.as_usm_memory


def test_null_pointers_become_none(ext):
    assert ext.none_of_each() == (None, None)


def test_objects_are_kept_without_events(ext, queue):
    import weakref

    x, freed = dpt.zeros(4, sycl_queue=queue), []
    weakref.finalize(x, freed.append, 1)
    event = ext.kept(queue, x, object())
    del x
    event.wait()
    queue.wait()
    assert freed == [1]


def test_strides_are_in_units_of_the_given_size(ext):
    assert ext.strides_in_bytes([2, 3, 4], 8) == ([96, 32, 8], [8, 16, 48])
    assert ext.strides_in_bytes([], 8) == ([], [])


def test_flags_are_bits(ext, queue):
    x = dpt.zeros((2, 3), sycl_queue=queue)
    assert [ext.flags(a) for a in (x, x.T, x[:, ::2], x[0])] == [5, 6, 4, 7]


# ---- casters


def test_objects_come_back_equal(ext, queue, program):
    event = queue.submit_barrier()
    for function, value in [
        (ext.queue, queue),
        (ext.queue_pointer, queue),
        (ext.queue_reference, queue),
        (ext.device, queue.sycl_device),
        (ext.context, queue.sycl_context),
        (ext.event, event),
        (ext.kernel, program.get_sycl_kernel("scale")),
        (ext.bundle, program),
    ]:
        back = function(value)
        assert type(back) is type(value) and back is not value
        assert back.addressof_ref() == value.addressof_ref()


def test_queue_made_in_cpp_is_pythons(ext, queue):
    made = ext.queue_on(queue.sycl_device)
    assert made.is_in_order and made.sycl_device == queue.sycl_device
    assert int(dpt.sum(dpt.arange(10, sycl_queue=made))) == 45


def test_events_wait_and_complete_ones_are(ext, queue):
    assert ext.complete_event().execution_status == dpctl.event_status_type.complete
    assert ext.events([queue.submit_barrier(), ext.complete_event()]) == 2


def test_lists_and_optionals_of_objects(ext, queue):
    assert all(type(d) is dpctl.SyclDevice for d in ext.devices())
    assert set(ext.devices()) == set(dpctl.get_devices())
    assert ext.optional_queue(queue) and not ext.optional_queue(None)


def test_kernels_of_python_are_submitted_in_cpp(ext, queue, program):
    kernel = ext.kernel_of(program, "scale")
    assert ext.describe(kernel) == ("scale", 2)
    x = dpt.arange(10, dtype="f8", sycl_queue=queue)
    ext.submit(queue, kernel, x, 2.5)
    assert dpt.asnumpy(x).tolist() == [2.5 * i for i in range(10)]
    with pytest.raises(RuntimeError, match="absent"):
        ext.kernel_of(program, "absent")


def test_cpp_objects_outlive_pythons(ext):
    q = dpctl.SyclQueue("cpu")
    queues = [ext.queue(q) for _ in range(3)]
    address = q.addressof_ref()
    del q
    gc.collect()
    assert all(o.addressof_ref() == address for o in queues)
    assert ext.total(queues[0], dpt.ones(5, sycl_queue=queues[1])) == 5


def test_subclasses_are_accepted(ext):
    class Queue(dpctl.SyclQueue):
        pass

    assert type(ext.queue(Queue("cpu"))) is dpctl.SyclQueue


CASTERS = ["queue", "queue_reference", "device", "context", "event", "kernel", "bundle", "memory", "facts"]


@pytest.mark.parametrize("function", CASTERS)
@pytest.mark.parametrize("value", [object(), 1, "cpu", np.ones(3), dpctl.SyclTimer()])
def test_wrong_types_raise(ext, function, value):
    with pytest.raises(TypeError, match="incompatible function arguments"):
        getattr(ext, function)(value)


def test_kinds_are_not_mixed_up(ext, queue, program):
    objects = {
        "queue": queue,
        "device": queue.sycl_device,
        "context": queue.sycl_context,
        "event": queue.submit_barrier(),
        "kernel": program.get_sycl_kernel("scale"),
        "bundle": program,
        "memory": dpm.MemoryUSMShared(8),
        "facts": dpt.zeros(1),
    }
    for function in objects:
        for kind, value in objects.items():
            if kind != function:
                with pytest.raises(TypeError):
                    getattr(ext, function)(value)
    with pytest.raises(TypeError):
        ext.queue(None)


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize(
    "number", [0, 1, -2.5, 0.1, 1e-8, 65504, 65519.99, 65520, 1e300, float("inf"), 1 + 2**-11 + 2**-40]
)
def test_half_is_a_number_rounded_once(ext, number):
    assert ext.half(number) == float(np.array(number, "f8").astype("f2"))
    with pytest.raises(TypeError):
        ext.half("1")


# ---- arrays


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"])
def test_arrays_show_their_fields(ext, queue, dtype):
    x = dpt.zeros((4, 6), dtype=dtype, sycl_queue=queue)
    for view in (x, x[1:, ::2], x[::-1], x.T, x[0, 0], x[:0], dpt.asarray(x, order="F", copy=True)):
        f = ext.facts(view)
        assert (f["ndim"], tuple(f["shape"]), f["size"]) == (view.ndim, view.shape, view.size)
        assert view.size == 0 or tuple(f["strides"]) == view.strides
        assert f["pointer"] == view._pointer and f["typenum"] == view.dtype.num and f["itemsize"] == view.itemsize
        assert f["flags"] == (view.flags.c_contiguous, view.flags.f_contiguous, view.flags.writable)
        assert f["queue"] == queue and f["device"] == queue.sycl_device
        assert f["usm_data"]._pointer == view.usm_data._pointer and f["managed"]
        ends = [sum(s * (n - 1) for n, s in zip(view.shape, view.strides) if sign * s > 0) for sign in (-1, 1)]
        assert f["bounds"] == (tuple(ends) if view.size else (0, 0))


def test_kernels_compute_in_arrays(ext, queue):
    x = dpt.arange(1000, dtype="f8", sycl_queue=queue)
    assert ext.total(queue, x) == 499500
    with pytest.raises(ValueError, match="another queue"):
        ext.total(dpctl.SyclQueue("cpu"), x)
    with pytest.raises(ValueError, match="float64"):
        ext.total(queue, dpt.astype(x, "f4"))


def test_pending_operations_are_over_when_a_pointer_is_taken(ext, queue):
    for _ in range(5):
        x = dpt.ones(1_000_000, dtype="f8", sycl_queue=queue)
        for _ in range(10):
            x += 1
        assert ext.total(queue, x) == 11_000_000


def test_chains_of_events_need_no_wait_between(ext, queue):
    n, deps = 100_000, []
    y = dpt.zeros(n, dtype="f8", sycl_queue=queue)
    for i in range(20):
        kept, done = ext.axpy(queue, float(i), dpt.ones(n, dtype="f8", sycl_queue=queue), y, deps)
        deps = [done]
        assert type(kept) is dpctl.SyclEvent
    done.wait()
    assert (dpt.asnumpy(y) == sum(range(20))).all()
    kept.wait()


def test_arguments_are_kept_until_their_event(ext, queue):
    import weakref

    x = dpt.zeros(4, dtype="f8", sycl_queue=queue)
    y = dpt.zeros(4, dtype="f8", sycl_queue=queue)
    freed = []
    weakref.finalize(x, freed.append, 1)
    kept, _ = ext.axpy(queue, 1.0, x, y, [])
    del x
    kept.wait()
    queue.wait()
    assert freed == [1]


def test_events_that_keep_arguments_are_waited_for_with_the_gil_held(ext, queue):
    """The release of the objects needs the GIL, which the waiting thread has."""
    for _ in range(20):
        y = dpt.zeros(10_000, dtype="f8", sycl_queue=queue)
        kept, _ = ext.axpy(queue, 1.0, dpt.ones(10_000, dtype="f8", sycl_queue=queue), y, [])
        ext.wait_and_throw(kept)
    ext.wait_and_throw(ext.linger(queue, dpt.zeros(4, dtype="f8", sycl_queue=queue)))


def test_queues_are_compared(ext, queue):
    other = dpctl.SyclQueue("cpu")
    x, y, z = (dpt.zeros(1, sycl_queue=q) for q in (queue, queue, other))
    assert ext.on_queue(queue, x, y) and not ext.on_queue(queue, x, z) and not ext.on_queue(other, x, y)
    memory = dpm.MemoryUSMShared(8, queue=queue)
    assert ext.are_on_queue(queue, queue, memory)
    assert not ext.are_on_queue(other, other, memory) and not ext.are_on_queue(queue, other, memory)


def test_default_constructed_objects(ext):
    x, memory = ext.default_array(), ext.default_memory()
    assert type(x) is dpt.usm_ndarray and x.ndim == 0
    assert type(memory) is dpm.MemoryUSMHost and memory.nbytes == 1


@pytest.mark.parametrize("shape", [(), (5,), (2, 3), (4, 1, 7)])
def test_strides_of_new_arrays(ext, shape):
    x = np.empty(shape, "u1"), np.empty(shape, "u1", order="F")
    expected = [
        [int(np.prod(shape[i + 1 :])) for i in range(len(shape))],
        [int(np.prod(shape[:i])) for i in range(len(shape))],
    ]
    assert list(ext.strides(list(shape))) == expected
    if 1 not in shape:
        assert [list(a.strides) for a in x] == expected


def test_numbers_of_types_are_numpys(ext):
    names = "? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 c8 c16".split()
    assert ext.numbers() == [np.dtype(n).num for n in names]


# ---- memory


@pytest.mark.parametrize("kind", [dpm.MemoryUSMDevice, dpm.MemoryUSMShared, dpm.MemoryUSMHost])
def test_memory_shows_its_fields(ext, queue, kind):
    memory = kind(64, queue=queue)
    assert ext.memory(memory) == (memory._pointer, 64, queue, True)


def test_memory_is_made_of_whatever_shows_the_interface(ext, queue):
    x = dpt.arange(4, dtype="i4", sycl_queue=queue)
    memory = ext.as_memory(x)
    assert isinstance(memory, dpm.MemoryUSMDevice) and memory._pointer == x._pointer
    for value in (object(), None, 5):
        with pytest.raises((TypeError, ValueError)):
            ext.as_memory(value)


def test_memory_of_a_smart_pointer_is_freed_after_its_last_user(ext, queue):
    freed = []
    memory = ext.allocate(queue, 100, lambda: freed.append(1))
    assert memory.nbytes == 100 and memory.tobytes() == b"\7" * 100
    x = dpt.usm_ndarray((25,), dtype="i4", buffer=memory)
    assert ext.facts(x)["managed"]
    del memory
    gc.collect()
    assert not freed and int(x[0]) == 0x07070707
    del x
    gc.collect()
    assert freed == [1]


def test_smart_pointers_keep_memory_without_its_object(ext, queue):
    memory = dpm.MemoryUSMShared(1 << 16, queue=queue)
    memory.memset(9)
    holder = [memory]
    del memory
    assert ext.byte_after_release(holder) == 9 and not holder
    holder = [ext.allocate(queue, 8, lambda: None)]
    assert ext.byte_after_release([dpm.as_usm_memory(holder[0])]) == 7
    assert ext.byte_after_release(holder) == 7
    holder = [dpt.full(100, 5, dtype="u1", sycl_queue=queue)]
    assert ext.array_byte_after_release(holder) == 5


def test_memory_of_other_owners_has_no_smart_pointer(ext, queue):
    owner = dpm.MemoryUSMShared(16, queue=queue)
    window = dpm.as_usm_memory(dpt.usm_ndarray((16,), dtype="u1", buffer=owner))
    if window.reference_obj is None:
        pytest.fail("the window has no owner")
    with pytest.raises(RuntimeError, match="smart pointer"):
        ext.byte_after_release([window])


def test_foreign_pointers_raise(ext, queue):
    with pytest.raises(ValueError, match="USM"):
        ext.foreign(queue)


# ---- failures


@pytest.mark.parametrize("in_kernel", [True, False])
def test_what_kernels_and_host_tasks_throw_arrives(ext, queue, in_kernel):
    with pytest.raises(RuntimeError, match="thrown in a " + ("kernel" if in_kernel else "host task")):
        ext.throwing(queue, in_kernel)
    assert ext.total(queue, dpt.ones(3, sycl_queue=queue)) == 3


def test_event_of_a_host_task_that_threw_raises_in_python(ext, queue):
    event = ext.throwing_event(queue)
    for wait in (event.wait, queue.wait):
        with pytest.raises(dpctl.SyclAsyncError, match="thrown in a host task"):
            wait()
    queue.wait()
    assert ext.total(queue, dpt.ones(3, sycl_queue=queue)) == 3


@pytest.mark.parametrize("by_event", [True, False])
def test_queues_of_python_throw_what_their_kernels_threw(ext, queue, by_event):
    with pytest.raises(RuntimeError, match="thrown in a kernel"):
        ext.throwing_on(queue, by_event)
    if by_event:  # the queue has not said it yet
        with pytest.raises(dpctl.SyclAsyncError, match="thrown in a kernel"):
            queue.wait()
    queue.wait()
    assert ext.total(queue, dpt.ones(3, sycl_queue=queue)) == 3


def test_events_of_failed_commands_throw_in_cpp(ext, queue):
    event = ext.throwing_event(queue)
    with pytest.raises(RuntimeError, match="thrown in a host task"):
        ext.wait_and_throw(event)
    with pytest.raises(dpctl.SyclAsyncError):
        queue.wait()


def test_sycl_exceptions_become_pythons(ext):
    with pytest.raises(RuntimeError, match="of sycl"):
        ext.raise_sycl()


@pytest.mark.parametrize("device", dpctl.get_devices(), ids=lambda d: d.filter_string)
def test_devices_run_lambdas_or_say_what_they_run(ext, device):
    q = dpctl.SyclQueue(device)
    x = dpt.ones(3, dtype="f4", sycl_queue=q)
    try:
        assert ext.triple(q, x) == 3
        assert dpt.asnumpy(x).tolist() == [3, 3, 3]
    except RuntimeError as error:
        assert "DPEX_KERNEL" in str(error)


def run(ext, program):
    folder = os.path.dirname(ext.__file__)
    env = dict(os.environ, PYTHONPATH=folder)
    return subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=120)


def test_interpreter_may_end_with_work_pending(ext):
    program = (
        "import dpctl, dpctl.tensor as dpt, pybind11_module as m\n"
        "q = dpctl.SyclQueue('cpu')\n"
        "x = dpt.zeros(4, dtype='f8', sycl_queue=q)\n"
        "e = m.linger(q, x)\n"
        "m.linger(q, dpt.zeros(4, dtype='f8', sycl_queue=q))\n"
        "y = dpt.ones(10**7, dtype='f8', sycl_queue=q)\n"
        "for _ in range(5): kept, done = m.axpy(q, 2.0, dpt.ones(10**7, dtype='f8', sycl_queue=q), y, [e])\n"
        "print('end')\n"
    )
    done = run(ext, program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


def test_extension_may_be_imported_first_and_links_nothing_of_ours(ext):
    done = run(ext, "import pybind11_module as m; print(m.default_array().ndim)")
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr
    needed = subprocess.run(["readelf", "-d", ext.__file__], capture_output=True, text=True, check=True).stdout
    assert "libdpex" not in needed and "libDPCTL" not in needed
