"""Arrays without dimensions in loops over elements: they are computed, read, written and kept for reuse without commands."""

import gc
import threading
import weakref

import numpy
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import opendpex

_NUMBERS = [0, 1, -3, 2.5, True, 1j, 300]
_DTYPES = ["?", "i1", "u1", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
_OPERATIONS = (
    """add sub rsub mul truediv rtruediv pow lt le gt ge eq ne and or xor lshift rshift mod floordiv""".split()
)


def _outcome(x, name, other):
    with numpy.errstate(all="ignore"):
        try:
            result = getattr(x, name)(other)
        except Exception as error:
            return type(error).__name__
    return result if result is NotImplemented else numpy.asarray(dpnp.asnumpy(result))


@pytest.mark.parametrize("name", _OPERATIONS)
@pytest.mark.parametrize("dtype", _DTYPES)
def test_elements_are_computed_as_arrays_are(name, dtype):
    """A 0-d operand and one of two elements take different ways to the same bits, dtype and exception."""
    name, value = f"__{name}__", dpnp.array([3, 3], dtype=dtype)
    others = [(number, number) for number in _NUMBERS]
    for other in _DTYPES:
        both = dpnp.array([2, 2], dtype=other)
        others.append((both, both[0]))
    for many, one in others:
        expected, got = _outcome(value, name, many), _outcome(value[0], name, one)
        if isinstance(expected, numpy.ndarray):
            assert got.dtype == expected.dtype and got.shape == ()
            assert got.tobytes() == expected[:1].tobytes()
        else:
            assert got is expected or got == expected


def test_results_that_are_held_stay_as_they_are():
    one = dpnp.asarray(1.0)
    held = [one * k for k in range(200)]
    for _ in range(3):
        temporary = [one + k for k in range(40)]
        del temporary
    assert [float(x) for x in held] == list(range(200))
    pointers = {x.get_array().usm_data._pointer if hasattr(x, "get_array") else id(x) for x in held}
    assert len(pointers) == 200


def test_a_view_keeps_the_memory_of_a_dropped_element():
    one = dpnp.asarray(1.0)
    element = one * 7
    view = element[...]
    del element
    others = [one + k for k in range(40)]
    assert float(view) == 7
    view += 1
    assert float(view) == 8 and [float(x) for x in others] == [k + 1 for k in range(40)]


def test_memory_that_others_hold_is_not_used_again():
    one = dpnp.asarray(1.0)
    element = one * 7
    memory = element.get_array().usm_data
    del element
    others = [one + k for k in range(40)]
    assert memory._pointer not in {x.get_array().usm_data._pointer for x in others}
    assert numpy.frombuffer(memory.tobytes(), dtype="f8")[0] == 7


def test_weak_references_end_with_the_array():
    one = dpnp.asarray(1.0)
    element = one * 7
    seen = weakref.ref(element)
    del element
    again = one * 8
    assert seen() is None and float(again) == 8
    assert weakref.ref(again)() is again


def test_what_was_done_to_a_dropped_result_is_not_the_next_one_s():
    """The last result of an operation may become the next one, unless somebody has it or changed it."""
    one, two = dpnp.asarray(1.0), dpnp.asarray(2.0)

    def next_is_new():
        for x in (one * 5, one + two, -two, two - 1):
            assert x.flags.writable and x.shape == () and x.dtype == "f8" and type(x) is dpnp.ndarray
        assert [float(x) for x in (one * 5, one + two, -two, two - 1)] == [5, 3, -2, 1]

    def make_read_only(x):
        x.flags["W"] = False

    def reshape(x):
        x.shape = (1, 1)

    kept = []
    keep = [
        lambda x: x[...],
        lambda x: x.reshape(1),
        lambda x: x.get_array(),
        lambda x: x.get_array().usm_data,
        dpnp.from_dlpack,
    ]
    for change in [make_read_only, reshape, lambda x: x.fill(9), *(lambda x, f=f: kept.append(f(x)) for f in keep)]:
        result = one * 7
        change(result)
        del result
        next_is_new()
    arrays = [x for x in kept if not isinstance(x, dpctl.memory.MemoryUSMDevice)]
    assert len(arrays) == 4 and [float(dpnp.asarray(x).ravel()[0]) for x in arrays] == [7] * 4


@pytest.mark.parametrize("name", ["add", "mul", "lt", "eq", "ge"])
def test_results_of_all_kinds_alternate(name):
    """Of one size, results differ in dtype, in the package whose array they are, and in their queue."""
    queues = [dpctl.SyclQueue(dpctl.select_default_device()) for _ in range(2)]
    vectors = [
        asarray([3], dtype=dtype, sycl_queue=queue)
        for asarray in (dpnp.asarray, dpt.asarray)
        for dtype in ("f4", "i4") + (("f8", "i8") if queues[0].sycl_device.has_aspect_fp64 else ())
        for queue in queues
    ]
    for vector in 3 * vectors:
        for other in (vector, 2, 2.0):
            method = f"__{name}__"
            expected = getattr(vector, method)(other)
            result = getattr(vector[0], method)(other[0] if other is vector else other)
            assert result.dtype == expected.dtype and bool(result == expected[0])
            assert type(result) is type(vector) and result.sycl_queue == vector.sycl_queue


def test_kept_elements_are_not_counted_as_memory_in_use():
    one = dpnp.asarray(1.0)
    gc.collect()
    before = opendpex.pool_statistics()
    for k in range(100):
        one * k, one < k
    one.sycl_queue.wait()
    after = opendpex.pool_statistics()
    assert after["live_bytes"] == before["live_bytes"] and after["live_blocks"] == before["live_blocks"]


def test_elements_of_two_queues_do_not_mix():
    device = dpctl.select_cpu_device() if dpctl.has_cpu_devices() else dpctl.select_default_device()
    queues = [dpctl.SyclQueue(device) for _ in range(2)]
    ones = [dpnp.asarray(1.0, sycl_queue=queue) for queue in queues]
    for _ in range(20):
        for one, queue in zip(ones, queues, strict=True):
            result = one + 1
            assert result.sycl_queue == queue and float(result) == 2
    kinds = [dpnp.asarray(1.0, usm_type=kind) for kind in ("device", "shared", "host")]
    for _ in range(3):
        assert [(x + 1).usm_type for x in kinds] == ["device", "shared", "host"]


def test_elements_of_large_pending_work_are_those_of_its_result():
    x = dpnp.ones(1_000_000)
    for _ in range(5):
        x = x * 2
        x[3] = 0.5
        assert float(x[3] + x[4]) == 0.5 + float(x[4])
    x += 1
    x[0] += x[1]
    assert float(x[0]) == 66 and float(x[3]) == 1.5


def test_writing_an_element_reports_what_is_wrong():
    x = dpnp.zeros((3, 4), dtype="i4")
    for key in [(3, 0), (0, -5), (5, 5)]:
        for value in (1, float("nan"), dpnp.asarray(1.0)):
            with pytest.raises(IndexError):
                x[key] = value
    with pytest.raises(ValueError):
        x[0, 0] = float("nan")
    with pytest.raises(OverflowError):
        x[0, 0] = 2**40
    x[-1, -1] = dpnp.asarray(2.9)
    x[1, 1] = True
    assert int(x[2, 3]) == 2 and int(x[1, 1]) == 1 and int(x.sum()) == 3
    x.flags.writable = False
    with pytest.raises(ValueError):
        x[0, 0] = 1


def test_elements_in_place_keep_their_dtype():
    for dtype in ("i4", "f4", "f8", "c16"):
        ours, theirs = dpnp.array([1, 2, 3], dtype=dtype), numpy.array([1, 2, 3], dtype=dtype)
        for x in (ours, theirs):
            x[1] += 2
            x[2] *= x[1]
            x[0] -= x[2]
        assert ours.dtype == theirs.dtype and dpnp.asnumpy(ours).tolist() == theirs.tolist()
    element = dpnp.asarray(3, dtype="i4")
    with pytest.raises(TypeError):
        element += 1.5
    assert int(element) == 3


def test_elements_as_indices():
    x = dpnp.arange(10)
    for dtype in ("i1", "u1", "i4", "u4", "i8", "u8"):
        i = dpnp.asarray(3, dtype=dtype)
        assert int(x[i]) == 3 and int(x[-i - 1 if dtype[0] == "i" else i]) in (6, 3)
        assert x[i : i + 2].shape == (2,)
    with pytest.raises(IndexError):
        x[dpnp.asarray(2.0)]
    with pytest.raises(IndexError):
        x[dpnp.asarray(10)]


def test_threads_compute_elements_at_once():
    wrong = []

    def work(start):
        x = dpnp.asarray(float(start))
        total = x * 0
        for k in range(2000):
            total = total + (x + k)
        if float(total) != 2000 * start + 1999000:
            wrong.append(start)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("dtype", _DTYPES)
def test_elements_are_views(dtype):
    theirs = numpy.arange(24).astype(dtype).reshape(2, 3, 4)
    ours = dpnp.asarray(theirs)
    for key in [(0, 0, 0), (-1, -1, -1), (1, 2, 0), (0, -3, 1)]:
        element = ours[key]
        assert type(element) is dpnp.ndarray and element.shape == () and element.dtype == theirs.dtype
        assert element.strides == () and element.flags.c_contiguous and element.flags.f_contiguous
        assert element.usm_type == ours.usm_type and element.sycl_queue == ours.sycl_queue
        assert dpnp.asnumpy(element) == theirs[key]
        assert element.get_array().usm_data._pointer == ours.get_array().usm_data._pointer
        element[...] = 1
        assert dpnp.asnumpy(ours[key]) == numpy.asarray(1, dtype)
    column = ours.T[::-1, 1, 1]
    assert [dpnp.asnumpy(x) for x in column] == [dpnp.asnumpy(ours)[1, 1, k] for k in (3, 2, 1, 0)]


@pytest.mark.parametrize(
    "key", [3, -4, 2**62, (0, 0), (1, 2, 0), "0", 1.0, [5], numpy.int64(3)], ids=lambda key: repr(key)
)
def test_keys_outside_are_refused_as_by_numpy(key):
    ours, theirs = dpnp.arange(3), numpy.arange(3)
    with pytest.raises(IndexError):
        theirs[key]
    with pytest.raises(IndexError):
        ours[key]
    with pytest.raises(IndexError):
        theirs[key] = 1
    with pytest.raises(IndexError):
        ours[key] = 1
    with pytest.raises(IndexError):
        ours[0][0]
    assert dpnp.asnumpy(ours).tolist() == [0, 1, 2]


def test_ints_of_every_kind_index():
    ours = dpnp.arange(5)
    for key in (2**63, -(2**70), (2**64,)):
        with pytest.raises(IndexError):
            ours[key]
        with pytest.raises(IndexError):
            ours[key] = 1
    for key in (2, -3, True, numpy.int8(2), dpnp.asarray(2), dpnp.asarray(2, dtype="u1")):
        assert numpy.array_equal(dpnp.asnumpy(ours[key]), numpy.arange(5)[int(key) if key is not True else True])


def test_an_element_keeps_the_memory_of_its_array():
    x = dpnp.arange(100.0)
    held = [x[k] for k in range(100)]
    del x
    for _ in range(3):
        others = [dpnp.full(100, -1.0)[k] for k in range(0, 100, 7)]
    assert [float(element) for element in held] == list(range(100))
    assert {float(element) for element in others} == {-1.0}


def test_dropped_views_of_elements_release_memory():
    gc.collect()
    dpnp.ones(1).sycl_queue.wait()
    before = opendpex.pool_statistics()["live_bytes"]
    x = dpnp.ones(10_000)
    x.sycl_queue.wait()
    for k in range(100):
        x[k]
    held = x[5]
    del x
    assert opendpex.pool_statistics()["live_bytes"] >= before + 80_000
    del held
    assert opendpex.pool_statistics()["live_bytes"] <= before


def test_views_of_elements_on_two_queues():
    device = dpctl.select_cpu_device() if dpctl.has_cpu_devices() else dpctl.select_default_device()
    queues = [dpctl.SyclQueue(device) for _ in range(3)]
    arrays = [dpnp.full(4, k, dtype="f8", sycl_queue=queue) for k, queue in enumerate(queues)]
    for _ in range(20):
        for k, (x, queue) in enumerate(zip(arrays, queues, strict=True)):
            element = x[1]
            assert element.sycl_queue == queue and float(element) == k
    with pytest.raises(ValueError):
        arrays[0][0] + arrays[1][0]
    arrays[0][1] = arrays[1][1]
    assert float(arrays[0][1]) == 1
    del arrays, x, element, queues, queue
    gc.collect()
    assert float(dpnp.ones(3)[2]) == 1


def test_views_of_elements_inherit_rights_and_not_types():
    class Marked(dpnp.ndarray):
        pass

    x = dpnp.arange(4.0)
    x.flags.writable = False
    with pytest.raises(ValueError):
        x[1][...] = 2
    with pytest.raises(ValueError):
        x[1] = 2
    assert not x[1].flags.writable and float(x[1]) == 1
    marked = dpnp.arange(4.0).view(type=Marked)
    assert type(marked[1]) is dpnp.ndarray and float(marked[1] * 2) == 2
    plain = dpnp.arange(4.0).get_array()
    assert (
        type(plain[1]) is type(plain) and type(plain[1] * 2.0) is type(plain) and type(dpnp.ones(1)[0]) is dpnp.ndarray
    )
    seen = weakref.ref(marked[2])
    assert seen() is None


def test_views_of_elements_of_pending_work_are_of_its_result():
    x = dpnp.ones(1_000_000)
    for _ in range(4):
        x = x * 2
        element = x[7]
        x += 1
    assert float(element) == float(x[7]) == 31
    y = dpnp.ones(1_000_000) * 3
    element = y[9]
    y = y + 1
    del y
    assert float(element) == 3


def test_elements_used_by_several_threads():
    x, wrong = dpnp.arange(64.0), []

    def work(first):
        for k in range(2000):
            at = (first + k) % 64
            if float(x[at] * 2.0 - x[at]) != at:
                wrong.append(at)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
