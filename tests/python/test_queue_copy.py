"""SyclQueue.memcpy, copy, memset, prefetch, mem_advise: values, sizes, and invalid arguments."""

import numpy as np
import pytest

import dpctl
import dpctl.memory as dpm

KINDS = [dpm.MemoryUSMDevice, dpm.MemoryUSMShared, dpm.MemoryUSMHost]
DTYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


def pattern(n):
    return bytes(i % 251 for i in range(n))


def filled(kind, queue, data):
    memory = kind(len(data), queue=queue)
    memory.copy_from_host(data)
    return memory


# ---- values ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 63, 4096, 3_000_001])
@pytest.mark.parametrize("kind", KINDS)
def test_memcpy_moves_bytes_there_and_back(queue, kind, n):
    data, memory, back = pattern(n), kind(n, queue=queue), bytearray(n)
    assert queue.memcpy(memory, data, n) is None
    queue.memcpy(back, memory, n)
    assert back == data


@pytest.mark.parametrize("dst", KINDS)
@pytest.mark.parametrize("src", KINDS)
def test_memcpy_between_kinds_copies_the_count_and_no_more(queue, src, dst):
    data = pattern(100)
    target = filled(dst, queue, bytes(100))
    queue.memcpy(target, filled(src, queue, data), 60)
    assert target.tobytes() == data[:60] + bytes(40)


def test_memcpy_between_buffers(queue):
    source, target = np.arange(10.0), np.zeros(10)
    queue.memcpy(target, source, source.nbytes)
    assert (target == source).all()


@pytest.mark.parametrize("shift", [1, 7, 4096, 1_000_000])
@pytest.mark.parametrize("forwards", [True, False])
def test_memcpy_of_overlapping_parts_is_a_memmove(queue, shift, forwards):
    data = bytearray(pattern(3_000_000))
    expected = bytearray(data)
    view, n = memoryview(data), len(data) - shift
    if forwards:
        expected[shift:] = data[:n]
        queue.memcpy(view[shift:], view[:n], n)
    else:
        expected[:n] = data[shift:]
        queue.memcpy(view[:n], view[shift:], n)
    assert data == expected


def test_count_zero_copies_nothing(queue):
    target = bytearray(b"1234")
    queue.memcpy(target, b"", 0)
    assert target == b"1234"


@pytest.mark.parametrize("dtype", DTYPES)
def test_copy_counts_elements(queue, dtype):
    source, target = np.arange(1, 9).astype(dtype), np.zeros(8, dtype)
    queue.copy(target, source, 5, dtype)
    assert (target == [1, 2, 3, 4, 5, 0, 0, 0]).all()
    queue.copy_async(target, source, 8, dtype=dtype).wait()
    assert (target == source).all()
    queue.copy(target, np.zeros_like(source), source.nbytes)
    assert not target.any()


@pytest.mark.parametrize("value", [0, 1, 255, 256 + 7, -1])
@pytest.mark.parametrize("kind", KINDS)
def test_memset_sets_the_low_byte(queue, kind, value):
    memory = filled(kind, queue, pattern(1000))
    queue.memset(memory, value, 10)
    assert memory.tobytes() == bytes([value & 255] * 10) + pattern(1000)[10:]
    queue.memset_async(memory, value).wait()
    assert memory.tobytes() == bytes([value & 255] * 1000)
    queue.memset(memory, 3, count=10**6)
    assert memory.tobytes() == b"\3" * 1000


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [0, 1, 100, 10**6])
def test_hints_leave_the_bytes_alone(queue, kind, count):
    memory = filled(kind, queue, pattern(100))
    assert queue.prefetch(memory, count) is None
    assert queue.mem_advise(memory, count, 0) is None
    assert memory.tobytes() == pattern(100)


def test_async_copy_returns_an_event_and_takes_dependencies(queue):
    first, second, third = pattern(50), bytearray(50), bytearray(50)
    a = queue.memcpy_async(second, first, 50)
    b = queue.memcpy_async(third, second, 50, [a])
    assert type(a) is type(b) is dpctl.SyclEvent
    b.wait()
    assert third == first


def test_memory_of_a_dropped_object_is_copied_all_the_same(queue):
    target = bytearray(1_000_000)
    event = queue.memcpy_async(target, filled(dpm.MemoryUSMDevice, queue, pattern(1_000_000)), 1_000_000)
    event.wait()
    assert target == pattern(1_000_000)


# ---- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "count, error",
    [
        (-1, OverflowError),
        (2**64, OverflowError),
        (5, ValueError),
        (2**40, ValueError),
        ("1", TypeError),
        (None, TypeError),
        (1.5, TypeError),
    ],
)
def test_counts_that_do_not_fit_are_refused(queue, count, error):
    small, large = bytearray(4), bytearray(100)
    for dst, src in ((small, large), (large, small)):
        with pytest.raises(error):
            queue.memcpy(dst, src, count)
        with pytest.raises(error):
            queue.memcpy_async(dst, src, count)
    with pytest.raises(OverflowError):
        queue.copy(small, large, 2**62, "f8")


@pytest.mark.parametrize("other", [1, None, "text", [1, 2], object()])
def test_operands_that_are_no_buffers_are_refused(queue, other):
    for dst, src in ((other, bytearray(4)), (bytearray(4), other)):
        with pytest.raises(TypeError, match="_Memory"):
            queue.memcpy(dst, src, 1)


def test_arrays_are_no_operands(queue):
    import dpctl.tensor as dpt

    with pytest.raises(TypeError, match="_Memory"):
        queue.memcpy(dpt.zeros(4), bytearray(4), 1)


def test_read_only_destination_is_refused(queue):
    with pytest.raises((BufferError, TypeError)):
        queue.memcpy(b"1234", bytearray(4), 1)


@pytest.mark.parametrize("make", [lambda: np.zeros((4, 4))[:, ::2], lambda: np.zeros((4, 4), order="F")])
def test_buffers_that_are_not_c_contiguous_are_refused(queue, make):
    with pytest.raises(BufferError):
        queue.memcpy(make(), bytearray(4), 1)
    with pytest.raises(BufferError):
        queue.memcpy(bytearray(4), make(), 1)


@pytest.mark.parametrize("events", [(), 1, "e", (dpctl.SyclEvent(),), [1], [None], [dpctl.SyclEvent(), "e"]])
def test_dependencies_are_a_list_of_events(queue, events):
    for submit in (queue.memcpy_async, queue.copy_async):
        with pytest.raises(TypeError):
            submit(bytearray(4), bytearray(4), 4, events)
    with pytest.raises(TypeError):
        queue.memset_async(dpm.MemoryUSMDevice(4, queue=queue), 0, 4, events)


@pytest.mark.parametrize(
    "dtype, error",
    [("f2", ValueError), ("", ValueError), ("int", ValueError), (np.float64, TypeError), (8, TypeError)],
)
def test_element_types_are_ten_names(queue, dtype, error):
    with pytest.raises(error):
        queue.copy(bytearray(8), bytearray(8), 1, dtype)


@pytest.mark.parametrize(
    "call",
    [
        lambda q, m: q.memcpy(),
        lambda q, m: q.memcpy(m, m),
        lambda q, m: q.memcpy(m, m, 1, 2),
        lambda q, m: q.memcpy(m, m, size=1),
        lambda q, m: q.memcpy(m, m, 1, dest=m),
        lambda q, m: q.memset(m),
        lambda q, m: q.memset(m, "a"),
        lambda q, m: q.memset(m, 1.5),
        lambda q, m: q.memset(bytearray(4), 1),
        lambda q, m: q.prefetch(bytearray(4)),
        lambda q, m: q.prefetch(m, "all"),
        lambda q, m: q.mem_advise(m, 1),
        lambda q, m: q.mem_advise(bytearray(4), 1, 0),
        lambda q, m: q.mem_advise(m, 1, "near"),
    ],
)
def test_other_arguments_are_refused(queue, call):
    with pytest.raises(TypeError):
        call(queue, dpm.MemoryUSMShared(4, queue=queue))


@pytest.mark.parametrize(
    "call",
    [
        lambda q, m: q.prefetch(m, -1),
        lambda q, m: q.mem_advise(m, -1, 0),
        lambda q, m: q.mem_advise(m, 1, 2**40),
        lambda q, m: q.memset(m, 0, -1),
        lambda q, m: q.memset(m, 0, 2**64),
    ],
)
def test_numbers_that_do_not_fit_are_refused(queue, call):
    with pytest.raises(OverflowError):
        call(queue, dpm.MemoryUSMShared(4, queue=queue))
