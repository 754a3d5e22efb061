"""dpctl.memory: allocation, attributes, copies, buffers, pickling. What __sycl_usm_array_interface__ does is in test_usm_array_interface.py."""

import ctypes
import gc
import os
import pickle
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from usm_helpers import CLASSES, context_elsewhere, queue  # noqa: F401

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
from opendpex import _core

KINDS = list(CLASSES)
HOST_KINDS = ["shared", "host"]
SAMPLE = np.arange(1000, dtype="u1")


def make(kind, data, queue=None):
    memory = CLASSES[kind](len(data), queue=queue)
    memory.copy_from_host(data)
    return memory


# ---- allocation ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_allocation_has_size_queue_and_kind(kind, queue):
    memory = CLASSES[kind](100, queue=queue)
    assert memory.nbytes == memory.size == len(memory) == 100
    assert memory.sycl_queue == memory._queue == queue
    assert memory.sycl_context == memory._context == queue.sycl_context
    assert memory.sycl_device == queue.sycl_device
    assert memory.get_usm_type() == kind
    assert memory.get_usm_type_enum() == {"device": 1, "shared": 2, "host": 3}[kind]
    assert memory.reference_obj is None
    assert memory._pointer != 0
    assert sys.getsizeof(memory) > 100


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_queue_the_default_device_s_cached_queue_is_taken(kind):
    memory = CLASSES[kind](16)
    assert memory.sycl_queue == dpctl.get_device_cached_queue(dpctl.select_default_device())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("alignment", [0, 1, 64, 4096, 1 << 16])
def test_pointer_has_the_requested_alignment(kind, alignment, queue):
    memory = CLASSES[kind](1000, alignment=alignment, queue=queue)
    assert memory._pointer % max(alignment, 64) == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("alignment", [-1, -64, 3, 48, 100])
def test_alignment_that_is_no_power_of_two_is_refused(kind, alignment):
    with pytest.raises(ValueError, match="power of two"):
        CLASSES[kind](1000, alignment=alignment)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("nbytes", [0, -1, -(2**63), -(2**70)])
def test_size_that_is_not_positive_is_refused(kind, nbytes):
    with pytest.raises(ValueError, match="positive"):
        CLASSES[kind](nbytes)


@pytest.mark.parametrize("kind", KINDS)
def test_size_that_fits_no_machine_word_overflows(kind):
    with pytest.raises(OverflowError):
        CLASSES[kind](2**64)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("nbytes", [2**62, 2**63 - 1, 2**50])
def test_more_than_the_machine_has_is_refused_and_the_process_lives(kind, nbytes, queue):
    with pytest.raises(dpm.USMAllocationError):
        CLASSES[kind](nbytes, queue=queue)
    assert CLASSES[kind](64, queue=queue).nbytes == 64


@pytest.mark.parametrize("kind", KINDS)
def test_a_lack_of_memory_is_a_memory_error(kind, queue):
    with pytest.raises(MemoryError) as raised:
        CLASSES[kind](2**50, queue=queue)
    assert type(raised.value) is dpm.USMAllocationError and issubclass(dpm.USMAllocationError, Exception)


MADE = {
    "context": lambda: dpctl.SyclContext([dpctl.SyclDevice()]),
    "queue": lambda: dpctl.SyclQueue(),
    "sub-devices": lambda: dpctl.SyclDevice().create_sub_devices(partition=1),
    "memory": lambda: dpm.MemoryUSMShared(
        10**6, queue=dpctl.SyclQueue(dpctl.SyclContext([dpctl.SyclDevice()]), dpctl.SyclDevice())
    ),
    "array": lambda: dpt.reshape(dpt.asarray([[1, 2, 3], [4, 5, 6]], sycl_queue=dpctl.SyclQueue()), (3, 2)) + 1,
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE.keys())
def test_whatever_lacks_memory_to_be_made_raises_a_memory_error(make):
    try:
        make()
    except dpctl.SyclSubDeviceCreationError:
        pytest.skip("the device cannot be partitioned")
    n, n_refused, n_allocations = 0, 0, 0
    while n_allocations >= n:
        n += 1
        _core._fail_allocation(n)
        try:
            make()
        except MemoryError:
            n_refused += 1
        finally:
            n_allocations = _core._fail_allocation(0)
    assert n_refused


@pytest.mark.parametrize("kind", KINDS)
def test_numpy_integers_are_sizes(kind):
    assert CLASSES[kind](np.int32(24)).nbytes == CLASSES[kind](np.uint64(24)).nbytes == 24


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", [None, 1.5, "100", b"100", [100], np.arange(3), np.array(100), object()])
def test_other_objects_are_refused(kind, other):
    with pytest.raises(ValueError):
        CLASSES[kind](other)


@pytest.mark.parametrize("kind", KINDS)
def test_arguments_are_checked(kind):
    cls = CLASSES[kind]
    with pytest.raises(TypeError):
        cls()
    with pytest.raises(TypeError):
        cls(10, 64)
    with pytest.raises(TypeError):
        cls(10, queue="cpu")
    with pytest.raises(TypeError):
        cls(10, size=3)
    with pytest.raises(TypeError):
        cls(10, alignment="64")


def test_the_base_class_makes_no_objects():
    with pytest.raises(TypeError):
        dpm._memory._Memory(10)
    assert all(issubclass(cls, dpm._memory._Memory) for cls in CLASSES.values())


@pytest.mark.parametrize("kind", KINDS)
def test_subclasses_keep_their_class(kind):
    class Mine(CLASSES[kind]):
        pass

    mine = Mine(10)
    mine.note = "kept"
    assert type(mine) is Mine and mine.nbytes == 10 and mine.note == "kept"


@pytest.mark.parametrize("kind", KINDS)
def test_repr_names_kind_size_and_address(kind):
    memory = CLASSES[kind](48)
    assert repr(memory) == f"<SYCL(TM) USM-{kind} allocation of 48 bytes at {hex(memory._pointer)}>"


def test_objects_begin_with_the_published_fields():
    class PyMemoryObject(ctypes.Structure):
        _fields_ = [
            ("refs", ctypes.c_ssize_t),
            ("type", ctypes.c_void_p),
            ("vtable", ctypes.c_void_p),
            ("memory_ptr", ctypes.c_void_p),
            ("opaque_ptr", ctypes.c_void_p),
            ("nbytes", ctypes.c_ssize_t),
            ("queue", ctypes.py_object),
            ("refobj", ctypes.py_object),
        ]

    memory = dpm.MemoryUSMShared(48)
    fields = PyMemoryObject.from_address(id(memory))
    assert fields.type == id(type(memory)) and fields.memory_ptr == memory._pointer and fields.nbytes == 48
    assert fields.queue is memory.sycl_queue and fields.refobj is None


# ---- kinds as others see them --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_kind_is_known_to_the_own_context_only(kind, queue):
    memory = CLASSES[kind](10, queue=queue)
    assert memory.get_usm_type(queue) == memory.get_usm_type(syclobj=queue.sycl_context) == kind
    elsewhere = context_elsewhere(queue.sycl_device)
    assert memory.get_usm_type(elsewhere) == "unknown"
    assert memory.get_usm_type_enum(elsewhere) == 0
    for wrong in ("cpu", queue.sycl_device, 1):
        with pytest.raises(TypeError):
            memory.get_usm_type(wrong)
        with pytest.raises(TypeError):
            memory.get_usm_type_enum(syclobj=wrong)


# ---- host copies ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_copied_bytes_round_trip(kind, queue):
    memory = make(kind, SAMPLE, queue)
    fresh = memory.copy_to_host()
    assert fresh.dtype == np.uint8 and np.array_equal(fresh, SAMPLE)
    target = bytearray(1200)
    assert memory.copy_to_host(obj=target) is target
    assert target[:1000] == SAMPLE.tobytes() and target[1000:] == bytes(200)
    assert memory.tobytes() == bytes(memory) == SAMPLE.tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_large_copies_round_trip(kind, queue):
    data = np.random.default_rng(1).integers(0, 256, 40_000_001, dtype="u1")
    memory = make(kind, data, queue)
    assert np.array_equal(memory.copy_to_host(), data)


@pytest.mark.parametrize("kind", KINDS)
def test_a_shorter_source_leaves_the_rest(kind):
    memory = make(kind, bytes(range(10)))
    memory.copy_from_host(b"\xff\xfe")
    assert memory.tobytes() == b"\xff\xfe" + bytes(range(2, 10))


@pytest.mark.parametrize("kind", KINDS)
def test_buffers_that_do_not_fit_are_refused(kind):
    memory = make(kind, bytes(range(10)))
    with pytest.raises(ValueError, match="9 bytes, fewer than the 10"):
        memory.copy_to_host(bytearray(9))
    with pytest.raises(ValueError, match="11 bytes, more than the 10"):
        memory.copy_from_host(bytes(11))
    for wrong in (np.zeros(4, "i4"), np.zeros((4, 4), "u1"), np.zeros(20, "u1")[::2]):
        with pytest.raises(ValueError):
            memory.copy_to_host(wrong)
        with pytest.raises(ValueError):
            memory.copy_from_host(wrong)
    with pytest.raises(BufferError):
        memory.copy_to_host(bytes(10))
    for wrong in (10, "text", [1, 2]):
        with pytest.raises(TypeError):
            memory.copy_to_host(wrong)
        with pytest.raises(TypeError):
            memory.copy_from_host(wrong)
    assert memory.tobytes() == bytes(range(10))


# ---- memset, pending work ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_memset_sets_the_low_byte_everywhere(kind, queue):
    memory = make(kind, SAMPLE, queue)
    memory.memset(7)
    assert set(memory.tobytes()) == {7}
    memory.memset(val=0x1FF)
    assert set(memory.tobytes()) == {0xFF}
    memory.memset()
    assert set(memory.tobytes()) == {0}
    for wrong in (-1, 65536):
        with pytest.raises(OverflowError):
            memory.memset(wrong)
    with pytest.raises(TypeError):
        memory.memset("1")


@pytest.mark.parametrize("kind", KINDS)
def test_reading_sees_what_pending_copies_write(kind, queue):
    n = 8_000_000
    source = make(kind, np.full(n, 1, "u1"), queue)
    for value in (2, 3, 4):
        source.memset(value)
        target = CLASSES[kind](n, queue=queue)
        queue.memcpy_async(target, source, n)
        assert target.tobytes() == bytes([value]) * n


@pytest.mark.parametrize("kind", KINDS)
def test_memory_given_up_while_a_copy_is_pending_is_read_correctly(kind, queue):
    n = 8_000_000
    target = CLASSES["host"](n, queue=queue)
    for value in range(3):
        source = CLASSES[kind](n, queue=queue)
        source.memset(value)
        queue.memcpy_async(target, source, n)
        del source
        again = CLASSES[kind](n, queue=queue)
        again.memset(255)
        assert set(target.tobytes()[::4001]) == {value}
        del again


@pytest.mark.parametrize(
    "read",
    [lambda m: m.tobytes(), lambda m: m.memset(1), lambda m: m.copy_from_host(b"1")],
    ids=["tobytes", "memset", "copy_from_host"],
)
def test_ctrl_c_ends_the_wait_for_pending_work_and_memory_stays_usable(read, queue):
    device = queue.sycl_device  # enough work that the signal comes before its end
    is_fast = device.backend == dpctl.backend_type.cuda and not device.has_aspect_emulated
    n = 1_000_000_000 if is_fast else 20_000_000
    source, target = (CLASSES["device"](n, queue=queue) for _ in range(2))
    source.memset(3)
    pending = []
    for _ in range(100):
        pending.append(queue.memcpy_async(target, source, n, pending[-1:]))
    start = threading.Event()
    interrupter = threading.Thread(target=lambda: (start.wait(), os.kill(os.getpid(), signal.SIGINT)))
    interrupter.start()
    often = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # the other thread runs when this one waits, not before
    try:
        with pytest.raises(KeyboardInterrupt):
            start.set()
            read(target)
    finally:
        sys.setswitchinterval(often)
    interrupter.join()
    assert pending[-1].execution_status != dpctl.event_status_type.complete
    queue.wait()
    assert set(target.tobytes()[::4001]) == {3}


@pytest.mark.parametrize("kind", KINDS)
def test_threads_allocate_and_copy_at_once(kind, queue):
    def work(value):
        for size in (100, 3_000_000) * 10:
            memory = CLASSES[kind](size, queue=queue)
            memory.memset(value)
            twin = CLASSES[kind](size, queue=queue)
            twin.copy_from_device(memory)
            if twin.tobytes() != bytes([value]) * size:
                return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(4)))


# ---- between memory ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source_kind", KINDS)
def test_copy_from_device_copies_between_all_kinds(kind, source_kind, queue):
    source = make(source_kind, SAMPLE, queue)
    target = CLASSES[kind](1200, queue=queue)
    target.memset(1)
    assert target.copy_from_device(source) is None
    assert target.tobytes() == SAMPLE.tobytes() + bytes([1]) * 200


@pytest.mark.parametrize("kind", KINDS)
def test_copy_from_device_crosses_contexts(kind, queue):
    device = queue.sycl_device
    other = dpctl.SyclQueue(dpctl.SyclContext([device]), device)
    data = np.random.default_rng(2).integers(0, 256, 17 * 2**20 + 3, dtype="u1")
    source = make(kind, data, other)
    target = CLASSES[kind](data.size, queue=queue)
    target.copy_from_device(source)
    assert np.array_equal(target.copy_to_host(), data)


@pytest.mark.parametrize("kind", KINDS)
def test_copy_from_device_refuses_what_does_not_fit_or_is_no_memory(kind):
    memory = CLASSES[kind](10)
    with pytest.raises(ValueError, match="11 bytes, more than the 10"):
        memory.copy_from_device(CLASSES[kind](11))
    for wrong in (b"bytes", np.zeros(3), None):
        with pytest.raises(ValueError):
            memory.copy_from_device(wrong)


@pytest.mark.parametrize("kind", KINDS)
def test_same_kind_is_a_window_and_keeps_the_bytes(kind, queue):
    first = make(kind, SAMPLE, queue)
    again = CLASSES[kind](first)
    assert again._pointer == first._pointer and again.nbytes == first.nbytes
    assert again.reference_obj is None and again.sycl_queue == queue
    del first
    gc.collect()
    filler = [make(kind, bytes(1000), queue) for _ in range(10)]
    assert again.tobytes() == SAMPLE.tobytes()
    del filler


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source_kind", KINDS)
def test_another_usm_type_is_copied_only_on_request(kind, source_kind, queue):
    source = make(source_kind, SAMPLE, queue)
    if kind == source_kind:
        assert CLASSES[kind](source, copy=True)._pointer == source._pointer
        return
    with pytest.raises(ValueError, match="copy=True"):
        CLASSES[kind](source)
    copied = CLASSES[kind](source, copy=True, queue=queue)
    assert copied._pointer != source._pointer and copied.sycl_queue == queue
    assert copied.get_usm_type() == kind and copied.tobytes() == SAMPLE.tobytes()
    on_default = CLASSES[kind](source, copy=True)
    assert on_default.sycl_queue == dpctl.get_device_cached_queue(dpctl.select_default_device())
    assert on_default.tobytes() == SAMPLE.tobytes()


# ---- buffers and pickling ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", HOST_KINDS)
def test_host_and_shared_memory_are_writable_buffers(kind, queue):
    memory = make(kind, SAMPLE, queue)
    view = memoryview(memory)
    assert (view.format, view.ndim, view.shape, view.strides) == ("B", 1, (1000,), (1,))
    assert not view.readonly and view.obj is memory
    view[3] = 77
    assert memory.tobytes()[3] == 77
    array = np.frombuffer(memory, dtype="<i4")
    array[1] = -1
    assert memory.tobytes()[4:8] == b"\xff" * 4


@pytest.mark.parametrize("kind", HOST_KINDS)
def test_a_buffer_outlives_the_name_of_its_memory(kind):
    view = np.frombuffer(make(kind, SAMPLE), dtype="u1")
    gc.collect()
    assert np.array_equal(view, SAMPLE)


def test_device_memory_is_no_buffer():
    with pytest.raises(TypeError):
        memoryview(dpm.MemoryUSMDevice(10))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling_keeps_kind_and_bytes(kind, protocol, queue):
    memory = make(kind, SAMPLE, queue)
    again = pickle.loads(pickle.dumps(memory, protocol))
    assert type(again) is type(memory) and again.tobytes() == SAMPLE.tobytes()
    assert again._pointer != memory._pointer
    assert again.sycl_queue == dpctl.get_device_cached_queue(dpctl.select_default_device())
