"""SyclQueue: constructor forms, properties, identity, capsules, the cached queue."""

import contextvars
import copy
import pickle

import pytest

import dpctl
from dpctl._sycl_queue import _SyclQueue
from dpctl._sycl_queue_manager import _global_device_queue_cache

# ---- constructor -------------------------------------------------------------------------------


def test_queue_of_a_device_is_in_its_default_context(device):
    for queue in (
        dpctl.SyclQueue(device),
        dpctl.SyclQueue(device.filter_string),
        dpctl.SyclQueue(dpctl.SyclContext(device), device),
    ):
        assert queue.sycl_device == queue.get_sycl_device() == device
        assert queue.sycl_context == queue.get_sycl_context() == dpctl.SyclContext(device)
    assert dpctl.SyclQueue().sycl_device == dpctl.select_default_device()


def test_queue_of_a_part(part):
    queue = dpctl.SyclQueue(part)
    assert queue.sycl_device == part and part in queue.sycl_context.get_devices()
    assert dpctl.SyclQueue(dpctl.SyclContext(part), part).sycl_device == part
    assert dpctl.SyclQueue(dpctl.SyclContext(part.parent_device), part).sycl_device == part


@pytest.mark.parametrize(
    "args",
    [
        (None,),
        (1,),
        (b"cpu",),
        (object(),),
        ([],),
        (dpctl.SyclQueue(),),
        (dpctl.SyclContext(),),
        (dpctl.SyclEvent()._get_capsule(),),
        (dpctl.SyclDevice(), dpctl.SyclContext()),
        (dpctl.SyclContext(), "cpu"),
        (dpctl.SyclContext(), None),
        (None, dpctl.SyclDevice()),
        (dpctl.SyclContext(), dpctl.SyclDevice(), 0),
    ],
    ids=lambda args: str([type(a).__name__ for a in args]),
)
def test_other_arguments_are_refused(args):
    with pytest.raises(TypeError):
        dpctl.SyclQueue(*args)


@pytest.mark.parametrize("arg", ["no such filter", "", "gpu:77", "cpu\0", _SyclQueue()])
def test_invalid_arguments_raise_a_creation_error(arg):
    with pytest.raises(dpctl.SyclQueueCreationError):
        dpctl.SyclQueue(arg)


def test_device_outside_the_context_is_a_creation_error(part):
    with pytest.raises(dpctl.SyclQueueCreationError):
        dpctl.SyclQueue(dpctl.SyclContext(part), part.parent_device)


# ---- properties --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given, names",
    [
        (0, []),
        (1, ["enable_profiling"]),
        (2, ["in_order"]),
        (3, ["in_order", "enable_profiling"]),
        ("default", []),
        ("in_order", ["in_order"]),
        ("enable_profiling", ["enable_profiling"]),
        ([], []),
        ((), []),
        (["in_order"], ["in_order"]),
        (("enable_profiling", "in_order"), ["in_order", "enable_profiling"]),
        ([1, "in_order", "default", 2], ["in_order", "enable_profiling"]),
        (True, ["enable_profiling"]),
    ],
)
def test_properties_are_bits_names_and_lists_of_both(device, given, names):
    queue = dpctl.SyclQueue(device, property=given)
    assert queue.is_in_order is ("in_order" in names)
    assert queue.has_enable_profiling is ("enable_profiling" in names)
    shown = f", property={names}>" if names else ">"
    assert repr(queue).startswith("<dpctl.SyclQueue [") and repr(queue).endswith(shown)
    assert (", property=" in repr(queue)) is bool(names)


@pytest.mark.parametrize(
    "given",
    [
        "fast",
        "",
        4,
        -1,
        2**70,
        1.0,
        None,
        ["in_order", "fast"],
        [["in_order"]],
        ("in_order", 4),
        {"in_order"},
    ],
)
def test_unknown_properties_are_refused(given):
    with pytest.raises(ValueError, match="in_order"):
        dpctl.SyclQueue(property=given)


def test_unknown_keywords_are_refused(device):
    with pytest.raises(TypeError, match="properties"):
        dpctl.SyclQueue(device, properties="in_order")
    with pytest.raises(TypeError):
        dpctl.SyclQueue(device=device)


# ---- members and identity ----------------------------------------------------------------------


def test_members_show_the_device(device, capsys):
    queue = dpctl.SyclQueue(device)
    assert (queue.name, queue.driver_version, queue.backend) == (
        device.name,
        device.driver_version,
        device.backend,
    )
    assert queue.__name__ == "SyclQueue"
    queue.print_device_info()
    printed = capsys.readouterr().out
    device.print_device_info()
    assert printed == capsys.readouterr().out


def test_queues_made_separately_differ(device):
    a, b = dpctl.SyclQueue(device), dpctl.SyclQueue(device)
    assert a != b and not a == b and a == a and len({a, b}) == 2
    assert a != "queue" and not a == 1
    with pytest.raises(TypeError):
        a < b


def test_copy_by_capsule_is_equal(device):
    queue = dpctl.SyclQueue(device, property="in_order")
    capsule = queue._get_capsule()
    assert '"SyclQueueRef"' in repr(capsule)
    same = dpctl.SyclQueue(capsule)
    assert (
        same == queue
        and hash(same) == hash(queue)
        and same.addressof_ref() == queue.addressof_ref()
        and same.is_in_order
    )
    assert '"used_SyclQueueRef"' in repr(capsule)


def test_capsule_can_be_used_once(device):
    capsule = dpctl.SyclQueue(device)._get_capsule()
    dpctl.SyclQueue(capsule)
    with pytest.raises(TypeError):
        dpctl.SyclQueue(capsule)


def test_capsule_keeps_the_queue_alive(device):
    queue = dpctl.SyclQueue(device)
    address, capsule = queue.addressof_ref(), queue._get_capsule()
    del queue
    same = dpctl.SyclQueue(capsule)
    del capsule
    assert same.addressof_ref() == address
    same.wait()


def test_queue_survives_pickling(device, part):
    for x in (device, part):
        cached = dpctl.get_device_cached_queue(x)
        assert pickle.loads(pickle.dumps(cached)) == cached  # so that arrays on both can be combined
        for properties in (["in_order"], ["enable_profiling"], ["in_order", "enable_profiling"]):
            queue = dpctl.SyclQueue(x, property=properties)
            copied = pickle.loads(pickle.dumps(queue))
            assert copied.sycl_device == x
            assert x is part or copied.sycl_context == queue.sycl_context
            assert copied.is_in_order == queue.is_in_order
            assert copied.has_enable_profiling == queue.has_enable_profiling
            assert copy.copy(queue) is queue and copy.deepcopy([queue])[0] is queue


def test_subclass_of_a_queue(device):
    class Mine(dpctl.SyclQueue):
        pass

    mine = Mine(device, property="in_order")
    mine.note = "attributes are allowed here"
    assert type(mine) is Mine and mine.is_in_order and mine == dpctl.SyclQueue(mine._get_capsule())


# ---- the cached queue --------------------------------------------------------------------------


def test_cached_queue_is_one_for_device_filter_and_default_context(device):
    queue = dpctl.get_device_cached_queue(device)
    assert queue == dpctl.get_device_cached_queue(device.filter_string)
    assert queue == dpctl.get_device_cached_queue((dpctl.SyclContext(device), dpctl.SyclDevice(device)))
    assert queue.sycl_device == device and queue.sycl_context == dpctl.SyclContext(device)
    assert not queue.is_in_order and not queue.has_enable_profiling


def test_cached_queue_of_another_context_is_another(device):
    context = dpctl.SyclContext([device])
    queue = dpctl.get_device_cached_queue((context, device))
    assert queue.sycl_context == context and queue != dpctl.get_device_cached_queue(device)
    assert queue == dpctl.get_device_cached_queue((dpctl.SyclContext(context), device))


@pytest.mark.parametrize(
    "key", [None, 1, (), ("cpu",), ("cpu", "cpu"), [1, 2], (dpctl.SyclDevice(), dpctl.SyclContext()), b"cpu"]
)
def test_cached_queue_refuses_other_keys(key):
    with pytest.raises(TypeError):
        dpctl.get_device_cached_queue(key)


def test_cached_queue_of_an_unknown_filter_is_a_creation_error():
    with pytest.raises(dpctl.SyclQueueCreationError):
        dpctl.get_device_cached_queue("no such filter")


def test_cache_object_says_whether_a_key_is_new(device):
    cache = copy.copy(_global_device_queue_cache.get())
    context = dpctl.SyclContext([device])
    queue, changed = cache.get_or_create((context, device))
    assert changed and queue == dpctl.get_device_cached_queue((context, device))
    again, changed = cache.get_or_create((context, device))
    assert again == queue and not changed
    assert copy.copy(cache).get_or_create((context, device)) == (queue, False)


def test_cached_queue_is_the_same_in_another_context_of_python(device):
    queue = dpctl.get_device_cached_queue(device)
    assert contextvars.Context().run(dpctl.get_device_cached_queue, device) == queue
