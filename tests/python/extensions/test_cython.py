"""Cython extensions that cimport dpctl, dpctl.memory, dpctl.program, dpctl.tensor and dpctl.sycl: methods, fields and functions."""

import re
from pathlib import Path

import numpy as np
import pytest

import dpctl
import dpctl.memory as dpm
import dpctl.program
import dpctl.tensor as dpt
from dpctl import _sycl_device_factory as factory

SOURCE = Path(__file__).with_name("cython_module.pyx")
ADD = "kernel void add5(global int *x) { x[get_global_id(0)] += 5; }"


@pytest.fixture(scope="module")
def ext(build_cython):
    return build_cython("cython_module", SOURCE.read_text())


@pytest.fixture
def queue():
    return dpctl.SyclQueue("cpu")


@pytest.fixture(scope="module")
def program():
    return dpctl.program.create_program_from_source(dpctl.SyclQueue("cpu"), ADD)


def test_methods_give_and_take_references(ext):
    q = dpctl.SyclQueue()
    assert ext.copy_queue(q) == q and ext.copy_device(q) == q.sycl_device
    assert ext.copy_context(q) == (q.sycl_context, q.sycl_context)
    assert ext.compute_units(q.sycl_device) == q.sycl_device.max_compute_units
    platform = ext.platform_of(q.sycl_device)
    assert type(platform) is dpctl.SyclPlatform and platform == q.sycl_device.sycl_platform
    ext.barrier(q).wait()


def test_null_references_and_wrong_types_raise(ext, program):
    with pytest.raises(ValueError):
        ext.null_queue()
    with pytest.raises(ValueError):
        ext.kernel_of(program, "absent")
    for function in (
        ext.copy_queue,
        ext.compute_units,
        ext.memory_facts,
        ext.array_facts,
        ext.platform_of,
        ext.barrier,
    ):
        with pytest.raises(TypeError):
            function(object())


def test_objects_are_compared(ext, queue):
    other = dpctl.SyclQueue("cpu")
    assert ext.equal(queue, queue) and not ext.equal(queue, other) and not ext.equal(queue, None)
    assert ext.equal(queue.sycl_device, other.sycl_device) and ext.equal(queue.sycl_context, other.sycl_context)
    assert ext.equal(queue.sycl_device.sycl_platform, other.sycl_device.sycl_platform)
    assert not ext.equal(queue.sycl_context, dpctl.SyclContext("cpu")) or queue.sycl_context == dpctl.SyclContext("cpu")
    with pytest.raises(TypeError):
        ext.equal(queue, queue.sycl_device)


def test_ordinals_are_positions_among_the_devices(ext):
    devices = dpctl.get_devices()
    for d in devices:
        same_backend = [o for o in devices if o.backend == d.backend]
        same_type = [o for o in devices if o.device_type == d.device_type]
        both = [o for o in same_backend if o.device_type == d.device_type]
        assert ext.ordinals(d) == tuple(group.index(d) for group in (both, same_backend, same_type, devices))


def test_devices_are_partitioned(ext, queue):
    device = queue.sycl_device
    n = device.max_compute_units
    if n < 2:
        pytest.skip("a CPU of one core has no parts")
    halves = ext.parts(device, n // 2, None)
    assert [d.max_compute_units for d in halves] == [n // 2] * (n // (n // 2))
    assert [d.max_compute_units for d in ext.parts(device, 0, [1, n - 1])] == [1, n - 1]
    assert ext.ordinals(halves[0]) == (-1, -1, -1, -1)
    with pytest.raises(dpctl.SyclSubDeviceCreationError):
        ext.parts(device, n + 1, None)
    try:
        assert ext.parts(device, 0, None) == device.create_sub_devices(partition="numa")
    except dpctl.SyclSubDeviceCreationError:
        with pytest.raises(dpctl.SyclSubDeviceCreationError):
            device.create_sub_devices(partition="numa")


def test_queues_are_made_of_context_and_device(ext, queue):
    made = ext.in_order_queue(queue.sycl_context, queue.sycl_device)
    assert made.is_in_order and made.sycl_context == queue.sycl_context and made.sycl_device == queue.sycl_device
    assert not ext.plain_queue(queue.sycl_context, queue.sycl_device).is_in_order
    with pytest.raises(TypeError):
        ext.plain_queue(None, queue.sycl_device)


def test_commands_run(ext, queue, program):
    memory, copy = (dpm.MemoryUSMShared(32, queue=queue) for _ in range(2))
    memory.memset(0)
    kept = ext.commands(queue, program, memory, copy)
    assert np.frombuffer(copy.tobytes(), "i4").tolist() == [15] * 8
    kept.wait()


def test_methods_of_python_subclasses_are_called(ext):
    class Queue(dpctl.SyclQueue):
        n_waits = 0

        def wait(self):
            self.n_waits += 1
            raise KeyError("own wait")

    q = Queue("cpu")
    with pytest.raises(KeyError, match="own wait"):
        ext.waiting(q)
    assert q.n_waits == 1


def test_kernels_are_made_of_references(ext, program, queue):
    kernel = ext.kernel_of(program, "add5")
    x = dpt.zeros(4, dtype="i4", sycl_queue=queue)
    queue.submit(kernel, [x.usm_data], [4])
    assert dpt.asnumpy(x).tolist() == [5] * 4


def test_devices_are_found(ext):
    for name, value in ext.searches().items():
        there = dpctl.get_platforms if name == "get_platforms" else getattr(factory, name)
        assert value == there(), name
    assert ext.search_cpu() == (
        dpctl.get_devices("opencl", "cpu"),
        dpctl.get_num_devices("all", "cpu"),
        dpctl.select_device_with_aspects("cpu"),
        dpctl.select_device_with_aspects(["cpu"], ["gpu"]),
    )
    for kind in ("cpu", "gpu", "accelerator"):
        if dpctl.get_num_devices("all", kind):
            assert ext.select(kind) == getattr(dpctl, f"select_{kind}_device")()
        else:
            with pytest.raises(dpctl.SyclDeviceCreationError):
                ext.select(kind)


def test_queues_of_devices_are_kept(ext):
    assert ext.cached_queue("cpu") == dpctl._sycl_queue_manager.get_device_cached_queue("cpu")
    with pytest.raises(TypeError):
        ext.cached_queue(object())


def test_arguments_that_are_objects_show_their_bytes(ext):
    bytes_of = ext.kernel_arguments(dpctl.WorkGroupMemory("f4", 8), dpctl.RawKernelArg(np.arange(3, dtype="i2")))
    assert bytes_of == (32, np.arange(3, dtype="i2").tobytes())
    with pytest.raises(TypeError):
        ext.kernel_arguments(object(), object())


def test_fields_of_objects(ext, queue, program):
    d, p, event = queue.sycl_device, queue.sycl_device.sycl_platform, queue.submit_barrier()
    assert ext.device_fields(d) == (d.vendor, d.name, d.driver_version, d.max_work_item_sizes3d)
    assert ext.platform_fields(p) == (p.vendor, p.name, p.version)
    assert ext.queue_fields(queue) == (queue.sycl_context, d)
    context = queue.sycl_context.addressof_ref()
    assert ext.references(queue.sycl_context, event) == (context, context, event.addressof_ref())
    assert ext.program_fields(program, "add5") == "add5"
    assert ext.argument_references(dpctl.WorkGroupMemory(8), dpctl.RawKernelArg(np.ones(1)))
    for kind in ("device", "shared", "host"):
        memory = getattr(dpm, f"MemoryUSM{kind.capitalize()}")(8, queue=queue)
        assert ext.memory_kind(memory) == (kind, 0, None)
    x = dpt.zeros(3, sycl_queue=queue)
    assert ext.array_fields(x)[:2] == (x._pointer, True)
    with pytest.raises(TypeError):
        ext.device_fields(queue)


def names_declared(text):
    """Classes, fields, methods, functions and types of a pxd file."""
    text = re.sub(r'"""(.|\n)*?"""', "", text)
    text = re.sub(r"#.*", "", text).replace("\\\n", "")
    text = re.sub(r'\s*"[^"]*"(?=[(:])', "", text)
    found = re.findall(r"(\w+)\(", text) + re.findall(r"^ +cdef [\w *]+?(\w+)$", text, re.MULTILINE)
    return {*found, *re.findall(r"class (\w+)", text), *re.findall(r"ctypedef \w+ (\w+)$", text, re.MULTILINE)}


def test_every_name_of_the_pxd_files_is_used_here():
    """Those of _backend.pxd: test_backend_pxd.py."""
    used = SOURCE.read_text() + SOURCE.with_name("cython_sycl_module.pyx").read_text()
    files = [p for p in Path(dpctl.__file__).parent.rglob("*.pxd") if p.name not in ("_backend.pxd", "__init__.pxd")]
    assert len(files) == 11
    for path in files:
        names = names_declared(path.read_text()) - {"__weakref__"}
        assert names and not {n for n in names if not re.search(rf"\b{n}\b", used)}, path.name


# ---- memory and arrays


def test_fields_of_memory(ext):
    memory = dpm.MemoryUSMShared(48)
    assert ext.memory_facts(memory) == (memory._pointer, 48, memory.sycl_queue)


@pytest.mark.parametrize("kind", ["device", "shared", "host"])
def test_methods_of_memory(ext, queue, kind):
    memory = {"device": dpm.MemoryUSMDevice, "shared": dpm.MemoryUSMShared, "host": dpm.MemoryUSMHost}[kind](
        8, queue=queue
    )
    other = dpm.MemoryUSMDevice(8, queue=queue)
    other.memset(9)
    three, back, into, zero = ext.memory_methods(memory, b"12345678", other)
    assert (three, bytes(back), into, zero) == (b"\3" * 8, b"12345678", b"\t" * 8, bytes(8))
    assert ext.pointer_facts(memory, queue.sycl_context) == (kind.encode(), queue.sycl_device)
    with pytest.raises(TypeError):
        ext.memory_methods(memory, object(), other)


def test_memory_is_made_of_pointers(ext, queue):
    memory = ext.allocate(queue, 64)
    assert type(memory) is dpm.MemoryUSMShared and memory.nbytes == 64 and memory.reference_obj is None
    memory.memset(4)
    part = ext.window(queue, memory, 8, 16)
    assert part.reference_obj is memory and part._pointer == memory._pointer + 8 and part.tobytes() == b"\4" * 16
    for first, n in [(60, 8), (0, 0), (0, -1)]:
        with pytest.raises(ValueError):
            ext.window(queue, memory, first, n)


@pytest.mark.parametrize("dtype", ["?", "u2", "i4", "f2", "f8", "c16"])
def test_arrays_show_their_fields(ext, queue, dtype):
    x = dpt.zeros((4, 6), dtype=dtype, sycl_queue=queue)
    for view in (x, x[1:, ::2], x.T, x[0, 0], x[::-1]):
        f = ext.array_facts(view)
        assert f["pointer"] == view._pointer and f["queue"] == queue and tuple(f["shape"]) == view.shape
        assert f["strides"] == (None if view.flags.c_contiguous else list(view.strides))
        assert (f["typenum"], f["itemsize"]) == (view.dtype.num, view.itemsize)
        assert f["base"]._pointer + f["offset"] * view.itemsize == view._pointer


def test_cython_code_computes_in_usm_memory(ext):
    x = dpt.arange(100_000, dtype="f8", device="cpu")
    x *= 2
    ext.add_one(x)
    assert (dpt.asnumpy(x) == np.arange(100_000) * 2 + 1).all()


# ---- SYCL


@pytest.fixture(scope="module")
def sycl_ext(build_cython):
    return build_cython("cython_sycl_module", SOURCE.with_name("cython_sycl_module.pyx").read_text(), cplus=True)


def test_cpp_objects_are_behind_pythons(sycl_ext, queue):
    d = queue.sycl_device
    assert sycl_ext.device_facts(d) == (d.name, d.max_compute_units, d.is_cpu, d.is_gpu)
    assert sycl_ext.parts(queue) == (d, queue.sycl_context, queue)
    assert type(sycl_ext.new_queue()) is dpctl.SyclQueue
    assert sycl_ext.null() and sycl_ext.work_group_bytes(40) == 40


def test_every_kind_of_object_goes_to_cpp_and_back(sycl_ext, queue, program):
    d = queue.sycl_device
    assert sycl_ext.device_queries(queue) == (d.is_accelerator, d.max_work_group_size, False, d.sycl_platform)
    kernel, again = sycl_ext.round_trips(queue, program, "add5")
    assert again.addressof_ref() == program.addressof_ref()
    x = dpt.zeros(4, dtype="i4", sycl_queue=queue)
    queue.submit(kernel, [x.usm_data], [4])
    assert dpt.asnumpy(x).tolist() == [5] * 4
    src, dst = (dpm.MemoryUSMDevice(16, queue=queue) for _ in range(2))
    src.memset(7)
    sycl_ext.copy(queue, dst, src)
    assert dst.tobytes() == b"\7" * 16
    assert sycl_ext.raw_argument_bytes(b"abc\0d") == b"abc\0d"


def test_cpp_objects_submit_commands(sycl_ext, queue):
    memory = dpm.MemoryUSMShared(64, queue=queue)
    event = sycl_ext.fill(queue, memory, 5)
    sycl_ext.wait(event)
    assert event.execution_status == dpctl.event_status_type.complete and memory.tobytes() == b"\5" * 64
    assert sycl_ext.complete_event().execution_status == dpctl.event_status_type.complete


def test_cpp_queues_of_python_throw_what_their_kernels_threw(sycl_ext, queue):
    for _ in range(2):
        with pytest.raises(RuntimeError, match="thrown in a kernel"):
            sycl_ext.fail(queue)
    assert sycl_ext.parts(queue)[2] == queue


def test_cpp_objects_of_ended_references_are_not_kept(sycl_ext, queue):
    memory = dpm.MemoryUSMShared(64, queue=queue)
    events = [sycl_ext.fill(queue, memory, i) for i in range(10)]
    for i in range(1000):
        sycl_ext.wait(sycl_ext.fill(queue, memory, i % 128))
        assert sycl_ext.parts(dpctl.SyclQueue("cpu"))[0] == queue.sycl_device
    for event in events:
        sycl_ext.wait(event)
