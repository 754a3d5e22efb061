"""__sycl_usm_array_interface__: what memory shows, and what is read from objects of other packages."""

import gc
import weakref

import numpy as np
import pytest
from usm_helpers import CLASSES, Shown, context_elsewhere, queue  # noqa: F401

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt

KINDS = list(CLASSES)
N = 240
SAMPLE = bytes(range(N))


def sample(kind, queue=None):
    memory = CLASSES[kind](N, queue=queue)
    memory.copy_from_host(SAMPLE)
    return memory


def shifted(memory, by):
    return (memory._pointer + by, True)


# ---- what memory shows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_memory_shows_itself_as_bytes(kind, queue):
    memory = CLASSES[kind](N, queue=queue)
    assert memory.__sycl_usm_array_interface__ == {
        "data": (memory._pointer, True),
        "shape": (N,),
        "strides": None,
        "typestr": "|u1",
        "version": 1,
        "syclobj": queue,
    }


# ---- windows -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make", [lambda kind, obj: CLASSES[kind](obj), lambda kind, obj: dpm.as_usm_memory(obj)])
def test_an_object_s_memory_is_seen_without_a_copy_and_kept(kind, make, queue):
    shown = Shown(sample(kind, queue))
    alive = weakref.ref(shown)
    view = make(kind, shown)
    assert type(view) is CLASSES[kind] and view.reference_obj is shown
    assert view._pointer == shown.memory._pointer and view.nbytes == N and view.sycl_queue == queue
    del shown
    gc.collect()
    assert alive() is not None and view.tobytes() == SAMPLE
    again = CLASSES[kind](view)
    assert again.reference_obj is view.reference_obj
    del view
    gc.collect()
    assert again.tobytes() == SAMPLE
    del again
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("kind", KINDS)
def test_as_usm_memory_of_memory_is_a_window(kind):
    memory = sample(kind)
    view = dpm.as_usm_memory(memory)
    assert type(view) is CLASSES[kind] and view._pointer == memory._pointer and view.reference_obj is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", KINDS)
def test_another_kind_needs_a_copy(kind, other):
    shown = Shown(sample(other))
    if kind == other:
        assert CLASSES[kind](shown, copy=True)._pointer == shown.memory._pointer
        return
    with pytest.raises(ValueError, match="copy=True"):
        CLASSES[kind](shown)
    copied = CLASSES[kind](shown, copy=True)
    assert copied.tobytes() == SAMPLE and copied.reference_obj is None


@pytest.mark.parametrize("kind", KINDS)
def test_copy_from_device_reads_the_protocol(kind):
    target = CLASSES[kind](N)
    target.copy_from_device(Shown(sample("device"), shape=(5,), typestr="<i4"))
    assert target.tobytes()[:20] == SAMPLE[:20]


EXTENTS = {
    # items of the interface: (first byte, bytes)
    "all bytes": ({}, (0, N)),
    "items": ({"shape": (10,), "typestr": "<i4"}, (0, 40)),
    "a scalar": ({"shape": (), "typestr": "<f8"}, (0, 8)),
    "matrix": ({"shape": (3, 4), "typestr": "<i2"}, (0, 24)),
    "list as shape": ({"shape": [3, 4]}, (0, 12)),
    "offset": ({"shape": (3,), "typestr": "<c16", "offset": 2}, (32, 48)),
    "None as offset": ({"shape": (3,), "offset": None}, (0, 3)),
    "strides": ({"shape": (3, 2), "strides": (10, 3), "typestr": "<i2"}, (0, 48)),
    "column major": ({"shape": (3, 2), "strides": (1, 3), "typestr": "<i4"}, (0, 24)),
    "negative stride": ({"shape": (5,), "strides": (-2,), "typestr": "<i4", "offset": 9}, (4, 36)),
    "mixed strides": ({"shape": (3, 4), "strides": (4, -1), "offset": 3}, (0, 12)),
    "zero stride": ({"shape": (1000,), "strides": (0,), "typestr": "<f4"}, (0, 4)),
    "no items": ({"shape": (0,), "typestr": "<f8"}, (0, 8)),
    "no items, strided": ({"shape": (3, 0), "strides": (1000, 1), "typestr": "<f8", "offset": 1}, (8, 8)),
    "no items at the end": ({"shape": (0,), "offset": N}, (N, 0)),
    "bool": ({"shape": (7,), "typestr": "|b1"}, (0, 7)),
    "numpy dtype": ({"shape": (7,), "typestr": np.dtype("f4")}, (0, 28)),
    "swapped bytes": ({"shape": (7,), "typestr": ">f4"}, (0, 28)),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("items, extent", EXTENTS.values(), ids=EXTENTS.keys())
def test_window_spans_the_lowest_to_the_highest_byte(kind, items, extent):
    memory = sample(kind)
    view = CLASSES[kind](Shown(memory, **items))
    first, nbytes = extent
    assert (view._pointer - memory._pointer, view.nbytes) == (first, nbytes)
    assert view.tobytes() == SAMPLE[first : first + nbytes]


def test_a_pointer_into_an_allocation_is_found():
    memory = sample("shared")
    view = dpm.MemoryUSMShared(Shown(memory, data=shifted(memory, 5), shape=(10,)))
    assert view.tobytes() == SAMPLE[5:15]


# ---- syclobj -------------------------------------------------------------------------------------------------


class Holder:
    def __init__(self, inner):
        self.inner = inner

    def _get_capsule(self):
        return self.inner._get_capsule()


SYCLOBJS = {
    "queue": lambda q: q,
    "context": lambda q: q.sycl_context,
    "queue's capsule": lambda q: q._get_capsule(),
    "context's capsule": lambda q: q.sycl_context._get_capsule(),
    "object with a queue's capsule": Holder,
    "object with a context's capsule": lambda q: Holder(q.sycl_context),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("syclobj", SYCLOBJS.values(), ids=SYCLOBJS.keys())
def test_syclobj_names_the_context(kind, syclobj, queue):
    memory = sample(kind, queue)
    view = CLASSES[kind](Shown(memory, syclobj=syclobj(queue)))
    assert view.sycl_context == queue.sycl_context and view.sycl_device == queue.sycl_device
    assert view.tobytes() == SAMPLE


def test_syclobj_may_be_a_filter_string():
    device = dpctl.select_default_device()
    memory = sample("device", dpctl.SyclQueue(device))
    view = dpm.MemoryUSMDevice(Shown(memory, syclobj=device.filter_string))
    assert view.sycl_device == device and view.tobytes() == SAMPLE


def test_a_capsule_is_used_once():
    memory = sample("device")
    shown = Shown(memory, syclobj=memory.sycl_queue._get_capsule())
    assert dpm.as_usm_memory(shown).sycl_queue == memory.sycl_queue
    with pytest.raises(ValueError, match="capsule"):
        dpm.as_usm_memory(shown)


# ---- what is refused -----------------------------------------------------------------------------------------

WRONG = {
    "no version": {"version": KeyError},
    "other version": {"version": 2},
    "version as text": {"version": "1"},
    "no data": {"data": KeyError},
    "data as a number": {"data": 4096},
    "data of three": {"data": (4096, True, 1)},
    "data as a list": {"data": [4096, True]},
    "pointer as text": {"data": ("4096", True)},
    "pointer negative": {"data": (-1, True)},
    "pointer too large": {"data": (2**70, True)},
    "null pointer": {"data": (0, True)},
    "pointer to nothing": {"data": (4096, True)},
    "no shape": {"shape": KeyError},
    "shape as a number": {"shape": 10},
    "shape as an iterator": {"shape": iter((10,))},
    "negative extent": {"shape": (10, -1)},
    "extent as a float": {"shape": (10.0,)},
    "extent too large for 64 bits": {"shape": (2**64,)},
    "extents whose product overflows": {"shape": (2**40, 2**40)},
    "65 dimensions": {"shape": (1,) * 65},
    "beyond the allocation": {"shape": (N + 1,)},
    "items beyond the allocation": {"shape": (N // 4 + 1,), "typestr": "<i4"},
    "strides beyond the allocation": {"shape": (2,), "strides": (N,)},
    "strides below the allocation": {"shape": (2,), "strides": (-1,)},
    "strides that overflow": {"shape": (3,), "strides": (2**62,)},
    "offset beyond the allocation": {"shape": (1,), "offset": N},
    "negative offset": {"shape": (1,), "offset": -1},
    "offset as a float": {"shape": (1,), "offset": 1.0},
    "offset that overflows": {"shape": (1,), "typestr": "<f8", "offset": 2**62},
    "too few strides": {"shape": (2, 2), "strides": (1,)},
    "strides as a number": {"shape": (2,), "strides": 1},
    "stride as text": {"shape": (2,), "strides": ("1",)},
    "no typestr": {"typestr": KeyError},
    "typestr unknown": {"typestr": "|q9"},
    "typestr of objects": {"typestr": "|O8"},
    "typestr of text": {"typestr": "|U1"},
    "typestr of times": {"typestr": "<M8[s]"},
    "typestr of records": {"typestr": [("a", "<f4")]},
    "typestr as a number": {"typestr": 4},
    "no syclobj": {"syclobj": KeyError},
    "syclobj None": {"syclobj": None},
    "syclobj a number": {"syclobj": 1},
    "syclobj that selects no device": {"syclobj": "no such device"},
    "syclobj whose capsule is none": {"syclobj": Holder(dpctl.SyclEvent())},
}


@pytest.mark.parametrize("items", WRONG.values(), ids=WRONG.keys())
def test_malformed_interface_is_a_value_error(items):
    shown = Shown(sample("device"), **items)
    for read in (dpm.MemoryUSMDevice, dpm.as_usm_memory, dpm.MemoryUSMDevice(N).copy_from_device):
        with pytest.raises(ValueError):
            read(shown)


def test_pointer_of_another_context_is_a_value_error():
    device = dpctl.select_default_device()
    memory = sample("device")
    stranger = context_elsewhere(device)
    queue = dpctl.SyclQueue(stranger, stranger.get_devices()[0])
    for syclobj in (stranger, queue, stranger._get_capsule(), queue._get_capsule()):
        with pytest.raises(ValueError, match="not consistent with 'syclobj'"):
            dpm.as_usm_memory(Shown(memory, syclobj=syclobj))


def test_interface_that_is_no_dict_is_a_type_error():
    shown = Shown(sample("device"))
    shown.__sycl_usm_array_interface__ = list(shown.__sycl_usm_array_interface__.items())
    for read in (dpm.MemoryUSMDevice, dpm.as_usm_memory, dpm.MemoryUSMDevice(N).copy_from_device):
        with pytest.raises(TypeError, match="must be a dict"):
            read(shown)


def test_object_without_the_interface_is_a_value_error():
    for read in (dpm.MemoryUSMDevice, dpm.as_usm_memory, dpm.MemoryUSMDevice(N).copy_from_device):
        with pytest.raises(ValueError):
            read(object())


def test_an_error_of_the_interface_itself_passes():
    class Broken:
        @property
        def __sycl_usm_array_interface__(self):
            raise ZeroDivisionError

    for read in (dpm.MemoryUSMDevice, dpm.as_usm_memory, dpm.MemoryUSMDevice(N).copy_from_device):
        with pytest.raises(ZeroDivisionError):
            read(Broken())


def test_an_interface_that_changes_while_it_is_read_is_read_as_it_was():
    memory = sample("device")
    shown = Shown(memory)

    class Extent:
        def __index__(self):
            shown.__sycl_usm_array_interface__.clear()
            return 7

    shown.__sycl_usm_array_interface__["shape"] = (Extent(),)
    assert dpm.as_usm_memory(shown).nbytes == 7


def test_an_owner_that_holds_its_window_is_collected():
    shown = Shown(sample("shared"))
    alive = weakref.ref(shown)
    shown.window = dpm.MemoryUSMShared(shown)
    del shown
    gc.collect()
    assert alive() is None


def test_memory_that_an_array_shares_with_numpy_is_seen_through_it():
    numpy_array = np.arange(5, dtype="u1")
    array = dpt.from_dlpack(numpy_array, device="cpu", copy=False)
    view = dpm.as_usm_memory(array[1:4])
    assert type(view) is dpm.MemoryUSMHost and view.tobytes() == b"\1\2\3"
    view.memset(9)
    assert numpy_array.tolist() == [0, 9, 9, 9, 4]
    del array
    gc.collect()
    assert view.tobytes() == b"\t\t\t"


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_are_seen_from_their_lowest_to_their_highest_element(kind):
    array = dpt.asarray(np.arange(24, dtype="i4").reshape(4, 6), usm_type=kind)
    view = CLASSES[kind](array[3:0:-2, ::-5])
    assert view.reference_obj is not None
    assert np.frombuffer(view.tobytes(), "i4").tolist() == list(range(6, 24))
    assert dpm.as_usm_memory(array).tobytes() == bytes(array.usm_data)


@pytest.mark.parametrize(("by", "typestr", "unit"), [(1, "<f8", 8), (4, "<i8", 8), (1, "<i2", 2), (4, "<c16", 8)])
def test_arrays_of_elements_that_are_not_aligned_are_refused(by, typestr, unit, queue):
    memory = sample("shared", queue)
    shown = Shown(memory, data=shifted(memory, by), typestr=typestr, shape=(3,))
    if queue.sycl_device.has_aspect_fp64 or typestr[1] == "i":
        with pytest.raises(ValueError, match=f"{memory._pointer + by:#x}.*multiples of {unit}"):
            dpt.asarray(shown)
    assert dpm.as_usm_memory(shown)._pointer == memory._pointer + by  # bytes lie anywhere
    none = Shown(memory, data=shifted(memory, by), typestr="<i8", shape=(0,))
    assert dpt.asarray(none).shape == (0,)


def test_complex_numbers_are_aligned_to_their_parts(queue):
    memory = sample("shared", queue)
    assert dpt.asarray(Shown(memory, data=shifted(memory, 4), typestr="<c8", shape=(3,))).shape == (3,)
