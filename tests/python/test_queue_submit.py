"""SyclQueue.submit, submit_async, submit_barrier, _submit_keep_args_alive: kernels, their arguments and ranges."""

import ctypes
import struct

import numpy as np
import pytest

import dpctl
import dpctl.memory as dpm
import dpctl.program as dpp
from dpctl._sycl_queue import kernel_arg_type

SCALARS = [
    (ctypes.c_char, "char", b"\x85", "i1"),
    (ctypes.c_uint8, "uchar", 200, "u1"),
    (ctypes.c_short, "short", -30000, "i2"),
    (ctypes.c_ushort, "ushort", 60000, "u2"),
    (ctypes.c_int, "int", -(2**31), "i4"),
    (ctypes.c_uint, "uint", 2**32 - 1, "u4"),
    (ctypes.c_long, "long", -(2**63), "i8"),
    (ctypes.c_ulonglong, "ulong", 2**64 - 1, "u8"),
    (ctypes.c_float, "float", 1.5, "f4"),
    (ctypes.c_double, "double", -1e300, "f8"),
]

SOURCE = """
__kernel void where_am_i(__global int *out) {
    size_t index = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    out[index] = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2);
}
__kernel void group_of(__global int *out) { out[get_global_id(0)] = get_group_id(0) * 1000 + get_local_id(0); }
__kernel void reverse_groups(__global int *x, __local int *t) {
    int l = get_local_id(0), n = get_local_size(0);
    t[l] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = t[n - 1 - l];
}
__kernel void axpy(__global double *y, __global const double *x, double a, int n) {
    size_t i = get_global_id(0);
    if (i < n) y[i] += a * x[i];
}
__kernel void nothing(void) {}
""" + "".join(
    f"__kernel void put_{t}(__global {t} *out, {t} value) {{ out[get_global_id(0)] = value; }}\n"
    for _, t, _, _ in SCALARS
)

programs = {}


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


@pytest.fixture
def kernel(queue):
    """kernel(name) of SOURCE, which is compiled once per device."""
    device = queue.sycl_device
    if device not in programs:
        programs[device] = dpp.create_program_from_source(queue, SOURCE)
    return programs[device].get_sycl_kernel


def shared(queue, n, dtype):
    """USM memory of n items, and an array over it."""
    memory = dpm.MemoryUSMShared(n * np.dtype(dtype).itemsize, queue=queue)
    array = np.frombuffer(memory, dtype)
    array[:] = 0
    return memory, array


# ---- values ------------------------------------------------------------------------------------


@pytest.mark.parametrize("submit", ["submit", "submit_async"])
def test_kernel_computes(queue, kernel, submit):
    (y, ys), (x, xs) = shared(queue, 1000, "f8"), shared(queue, 1000, "f8")
    xs[:], ys[:] = np.arange(1000), 1
    event = getattr(queue, submit)(kernel("axpy"), [y, x, ctypes.c_double(0.5), ctypes.c_int(990)], [1024])
    assert type(event) is dpctl.SyclEvent
    event.wait()
    assert (ys[:990] == 1 + 0.5 * xs[:990]).all() and (ys[990:] == 1).all()


def test_submit_has_waited(queue, kernel):
    event = queue.submit(kernel("nothing"), [], [1])
    assert event.execution_status == dpctl.event_status_type.complete


@pytest.mark.parametrize("range_", [[7], [3, 5], [2, 3, 4], [1, 1, 1], [5, 1, 2]])
@pytest.mark.parametrize("grouped", [False, True])
def test_last_extent_varies_fastest(queue, kernel, range_, grouped):
    memory, out = shared(queue, int(np.prod(range_)), "i4")
    queue.submit(kernel("where_am_i"), [memory], range_, list(range_) if grouped else None)
    expected = np.zeros(range_, int)
    for axis, weight in zip(range(len(range_) - 1, -1, -1), (1, 100, 10000)):
        expected += weight * np.arange(range_[axis]).reshape([-1 if i == axis else 1 for i in range(len(range_))])
    assert (out.reshape(range_) == expected).all()


def test_local_range_makes_groups(queue, kernel):
    memory, out = shared(queue, 24, "i4")
    queue.submit(kernel=kernel("group_of"), args=[memory], gS=[24], lS=[8], dEvents=None)
    assert (out == [1000 * g + i for g in range(3) for i in range(8)]).all()


@pytest.mark.parametrize(
    "make",
    [
        lambda: dpctl.LocalAccessor("i4", [16]),
        lambda: dpctl.LocalAccessor("u1", (4, 4, 4)),
        lambda: dpctl.WorkGroupMemory(64),
        lambda: dpctl.WorkGroupMemory("i4", 16),
    ],
)
def test_work_groups_have_local_memory(queue, kernel, make):
    memory, x = shared(queue, 64, "i4")
    x[:] = np.arange(64)
    queue.submit(kernel("reverse_groups"), [memory, make()], [64], [16])
    assert (x.reshape(4, 16) == np.arange(64).reshape(4, 16)[:, ::-1]).all()


@pytest.mark.parametrize("kind, type_, value, dtype", SCALARS, ids=[t for _, t, _, _ in SCALARS])
def test_scalar_arguments_arrive(queue, kernel, kind, type_, value, dtype):
    memory, out = shared(queue, 3, dtype)
    queue.submit(kernel(f"put_{type_}"), [memory, kind(value)], [3])
    expected = struct.unpack("b", value)[0] if type_ == "char" else value
    assert (out == np.array(expected, dtype)).all()


@pytest.mark.parametrize("kind", [dpm.MemoryUSMDevice, dpm.MemoryUSMShared, dpm.MemoryUSMHost])
def test_memory_of_each_kind_is_an_argument(queue, kernel, kind):
    memory = kind(40, queue=queue)
    queue.submit(kernel("group_of"), [memory], [10])
    assert np.frombuffer(memory.tobytes(), "i4").size == 10


def test_raw_argument_passes_a_value(queue, kernel):
    memory, out = shared(queue, 2, "f8")
    queue.submit(kernel("put_double"), [memory, dpctl.RawKernelArg(struct.pack("d", 2.5))], [2])
    assert (out == 2.5).all()
    value = ctypes.c_double(3.5)
    queue.submit(kernel("put_double"), [memory, dpctl.RawKernelArg(8, ctypes.addressof(value))], [2])
    assert (out == 3.5).all()


def test_empty_range_runs_nothing(queue, kernel):
    memory, out = shared(queue, 4, "i4")
    out[:] = 7
    queue.submit(kernel("where_am_i"), [memory], [0])
    assert (out == 7).all()


def test_kernel_runs_on_a_part(part):
    queue = dpctl.SyclQueue(part)
    program = dpp.create_program_from_source(queue, SOURCE)
    memory, out = shared(queue, 100, "i4")
    queue.submit(program.get_sycl_kernel("where_am_i"), [memory], [100])
    assert (out == np.arange(100)).all()


# ---- what is refused ---------------------------------------------------------------------------


def axpy_args(queue, **other):
    memory = dpm.MemoryUSMShared(80, queue=queue)
    args = {"y": memory, "x": memory, "a": ctypes.c_double(1), "n": ctypes.c_int(10)}
    args.update(other)
    return [value for value in args.values() if value is not None]


@pytest.mark.parametrize(
    "change, message",
    [
        ({"n": None}, "takes 4 arguments, 3 given"),
        ({"m": ctypes.c_int(1)}, "takes 4 arguments, 5 given"),
        ({"a": ctypes.c_float(1)}, "argument 2"),
        ({"n": ctypes.c_double(1)}, "argument 3"),
        ({"x": ctypes.c_double(1)}, "argument 1"),
        ({"x": dpctl.LocalAccessor("f8", [1])}, "argument 1"),
    ],
)
@pytest.mark.parametrize("submit", ["submit", "submit_async"])
def test_arguments_that_do_not_match_the_kernel(queue, kernel, submit, change, message):
    if queue.sycl_device.backend == dpctl.backend_type.cuda and isinstance(change.get("x"), ctypes.c_double):
        pytest.skip("CUDA tells the size of a parameter alone: eight bytes may be a pointer")
    with pytest.raises(dpctl.SyclKernelSubmitError, match=message):
        getattr(queue, submit)(kernel("axpy"), axpy_args(queue, **change), [10])


def test_too_many_arguments(queue, kernel):
    with pytest.raises(dpctl.SyclKernelSubmitError, match="100"):
        queue.submit(kernel("axpy"), [ctypes.c_int(1)] * 100, [1])


@pytest.mark.parametrize(
    "value",
    [
        1,
        2.0,
        None,
        "x",
        np.float64(1),
        np.zeros(3),
        bytearray(4),
        ctypes.c_bool(True),
        ctypes.c_byte(1),
        ctypes.c_void_p(0),
        (ctypes.c_int * 2)(),
    ],
)
def test_arguments_of_other_kinds(queue, kernel, value):
    with pytest.raises(TypeError, match="ctypes"):
        queue.submit(kernel("axpy"), axpy_args(queue, a=value) if value is not None else [None], [10])


@pytest.mark.parametrize(
    "gs, ls, error",
    [
        ([], None, dpctl.SyclKernelInvalidRangeError),
        ([1] * 4, None, dpctl.SyclKernelInvalidRangeError),
        ([1] * 4, [1] * 4, dpctl.SyclKernelInvalidRangeError),
        ([], [], dpctl.SyclKernelInvalidRangeError),
        ([4], [2, 2], ValueError),
        ([4, 4], [2], ValueError),
        ([4], [], dpctl.SyclKernelInvalidRangeError),
        ([10], [3], dpctl.SyclKernelSubmitError),
        ([4], [0], dpctl.SyclKernelSubmitError),
        ([2**40], [2**40], dpctl.SyclKernelSubmitError),
        ([2**63, 4], None, dpctl.SyclKernelSubmitError),
        ([-1], None, OverflowError),
        ([2**64], None, OverflowError),
        ([4], [-1], OverflowError),
        ((4,), None, TypeError),
        (4, None, TypeError),
        ([4], (2,), TypeError),
        ([4], 2, TypeError),
        (["4"], None, TypeError),
        ([None], None, TypeError),
        ([1.5], None, TypeError),
        (None, None, TypeError),
    ],
)
@pytest.mark.parametrize("submit", ["submit", "submit_async"])
def test_ranges_that_are_refused(queue, kernel, submit, gs, ls, error):
    with pytest.raises(error):
        getattr(queue, submit)(kernel("axpy"), axpy_args(queue), gs, ls)


@pytest.mark.parametrize(
    "change",
    [
        {"kernel": None},
        {"kernel": "axpy"},
        {"args": ()},
        {"args": None},
        {"dEvents": ()},
        {"dEvents": [1]},
        {"dEvents": dpctl.SyclEvent()},
        {"more": 1},
    ],
)
def test_other_types_are_refused(queue, kernel, change):
    with pytest.raises(TypeError):
        queue.submit(**{"kernel": kernel("axpy"), "args": axpy_args(queue), "gS": [10], **change})
    with pytest.raises(TypeError):
        queue.submit(kernel("axpy"), [])


def test_queue_is_usable_after_refusals(queue, kernel):
    with pytest.raises(dpctl.SyclKernelSubmitError):
        queue.submit(kernel("axpy"), [], [1])
    test_submit_has_waited(queue, kernel)
    queue.wait()


# ---- kernel argument classes -------------------------------------------------------------------


def test_local_accessor_shows_its_dimensions():
    assert [repr(dpctl.LocalAccessor("f4", shape)) for shape in ([1], (0, 2), [1, 2, 3])] == [
        f"LocalAccessor({n})" for n in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    "dtype, shape, error",
    [
        ("f2", [1], ValueError),
        ("x4", [1], ValueError),
        ("", [1], ValueError),
        ("i4", [], ValueError),
        ("i4", [1] * 4, ValueError),
        ("i4", [-1], ValueError),
        ("i4", [2**31, 2**31, 2**31], OverflowError),
        ("i4", [2**70], OverflowError),
        (4, [1], TypeError),
        ("i4", 1, TypeError),
        ("i4", "11", TypeError),
        ("i4", [1.0], TypeError),
        ("i4", [None], TypeError),
    ],
)
def test_local_accessor_refuses(dtype, shape, error):
    with pytest.raises(error):
        dpctl.LocalAccessor(dtype, shape)


@pytest.mark.parametrize(
    "args, error",
    [
        ((), TypeError),
        ((1, 2, 3), TypeError),
        ((1.0,), TypeError),
        (("i4",), TypeError),
        ((-1,), OverflowError),
        ((2**64,), OverflowError),
        (("x4", 1), TypeError),
        (("f", 1), TypeError),
        (("f4x", 1), TypeError),
        ((4, 4), TypeError),
        (("f4", 1.0), TypeError),
        (("f4", -1), OverflowError),
        (("f8", 2**62), OverflowError),
    ],
)
def test_work_group_memory_refuses(args, error):
    with pytest.raises(error):
        dpctl.WorkGroupMemory(*args)


@pytest.mark.parametrize(
    "args, error",
    [
        ((), TypeError),
        ((1, 2, 3), TypeError),
        ((1.0,), TypeError),
        ((None,), TypeError),
        ((4, bytearray(4)), TypeError),
        ((-1, 1), OverflowError),
        ((1, -1), OverflowError),
        ((4, 0), ValueError),
        ((np.zeros((4, 4))[:, 1],), (BufferError, ValueError)),
    ],
)
def test_raw_kernel_arg_refuses(args, error):
    with pytest.raises(error):
        dpctl.RawKernelArg(*args)


@pytest.mark.parametrize(
    "make",
    [
        lambda: dpctl.WorkGroupMemory(8),
        lambda: dpctl.RawKernelArg(b"12345678"),
        lambda: dpctl.RawKernelArg(0, 0),
    ],
)
def test_argument_objects_have_a_reference(make):
    assert make().is_available() is True and type(make()).is_available() is True
    assert type(make()._ref) is int and make()._ref != 0
    with pytest.raises(TypeError):
        type(make())(nbytes=8)


def test_kernel_arg_types_are_numbered_as_in_the_c_interface():
    names = "int8 uint8 int16 uint16 int32 uint32 int64 uint64 float32 float64 void_ptr local_accessor work_group_memory raw_kernel_arg"
    for value, name in enumerate(names.split()):
        member = getattr(kernel_arg_type, "dpctl_" + name)
        assert (member.name, member.value) == ("dpctl_" + name, value)


# ---- barriers and kept objects -----------------------------------------------------------------


@pytest.mark.parametrize("events", [None, [], (), [dpctl.SyclEvent()], (dpctl.SyclEvent(), dpctl.SyclEvent())])
def test_barrier_completes(queue, events):
    event = queue.submit_barrier(dependent_events=events)
    event.wait()
    assert event.execution_status == dpctl.event_status_type.complete
    assert queue.submit_barrier(events).backend == queue.backend


@pytest.mark.parametrize("events", [1, "event", [1], [None], dpctl.SyclEvent(), (dpctl.SyclEvent(), 1)])
def test_barrier_refuses_other_dependencies(queue, events):
    with pytest.raises(TypeError):
        queue.submit_barrier(events)


@pytest.mark.parametrize("args", [([], ()), ([], [1]), ([], None), ([],), ([], [], 1)])
def test_keep_args_alive_refuses_other_arguments(queue, args):
    with pytest.raises(TypeError):
        queue._submit_keep_args_alive(*args)


class Kept:
    """An object that can be referred to weakly."""


def test_kept_object_is_dropped_after_the_event(queue):
    import weakref

    kept = Kept()
    watch = weakref.ref(kept)
    event = queue._submit_keep_args_alive((kept,), [])
    del kept
    event.wait()
    assert watch() is None


class Mutating:
    """An extent that changes a list while it is converted."""

    def __init__(self, victim, change):
        self.victim, self.change = victim, change

    def __index__(self):
        getattr(self.victim, self.change[0])(*self.change[1:])
        return 1


@pytest.mark.parametrize("victim", ["args", "gS", "lS"])
@pytest.mark.parametrize("change", [("clear",), ("extend", [1] * 100)])
def test_lists_that_change_while_they_are_read_do_no_harm(queue, kernel, victim, change):
    """What counts is the length before; a list that has become too short, or arguments of another number, are refused."""
    raw = dpctl.RawKernelArg(struct.pack("d", 1.0))
    lists = {"args": axpy_args(queue, a=raw), "gS": [1, 1, 1], "lS": [1, 1, 1]}
    lists["gS"][0] = Mutating(lists[victim], change)
    del raw
    if victim == "args" or change == ("clear",):
        with pytest.raises((IndexError, TypeError, dpctl.SyclKernelSubmitError)):
            queue.submit(kernel("axpy"), **lists)
    else:
        queue.submit(kernel("axpy"), **lists)
