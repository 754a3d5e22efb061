"""SyclContext: constructor forms, members, capsules."""

import pytest

import dpctl
from dpctl._sycl_context import _SyclContext


def test_root_devices_share_the_default_context_of_their_platform(device):
    context = dpctl.SyclContext(device)
    assert context == dpctl.SyclContext(device.filter_string) == device.sycl_platform.default_context
    assert context == dpctl.SyclContext(arg=context) and hash(context) == hash(dpctl.SyclContext(context))
    assert dpctl.SyclContext() == dpctl.SyclContext(None) == dpctl.SyclContext(dpctl.select_default_device())
    assert context.addressof_ref() == dpctl.SyclContext(context).addressof_ref()


def test_sub_device_gets_a_new_context(part):
    context = dpctl.SyclContext(part)
    assert context != dpctl.SyclContext(part) and context != dpctl.SyclContext(part.parent_device)
    assert context.get_devices() == [part]


@pytest.mark.parametrize("make", [list, tuple])
def test_list_of_devices_makes_a_new_context(device, part, make):
    alone = dpctl.SyclContext(make([device]))
    assert alone != dpctl.SyclContext(device) and alone.get_devices() == [device]
    if device.max_compute_units < 2:
        pytest.skip("one compute unit makes no list of two")
    parts = (
        device.create_sub_devices(partition=[1] * 2)
        if device.is_cpu
        else device.create_sub_devices(partition="next_partitionable")
    )
    both = dpctl.SyclContext(make(parts))
    assert both.get_devices() == parts and type(both.get_devices()) is list and both.device_count == 2
    assert repr(both).startswith("<dpctl.SyclContext for 2 devices at 0x") and repr(alone).startswith(
        "<dpctl.SyclContext at 0x"
    )


@pytest.mark.parametrize("arg", [1, [], (), [1], ["cpu"], [None], object(), b"cpu", {}])
def test_other_types_are_refused(arg):
    with pytest.raises(TypeError):
        dpctl.SyclContext(arg)


@pytest.mark.parametrize("arg", ["no such filter", "", _SyclContext()])
def test_invalid_arguments_raise_a_creation_error(arg):
    with pytest.raises(dpctl.SyclContextCreationError):
        dpctl.SyclContext(arg)


def test_devices_of_two_platforms_are_refused(run):
    run(
        "import dpctl\n"
        "try: dpctl.SyclContext([dpctl.SyclDevice('cpu'), dpctl.SyclDevice('gpu')])\n"
        "except dpctl.SyclContextCreationError: pass\n"
        "else: raise AssertionError",
        DPEX_SIMULATE="gpu:1",
    )


def test_members(device):
    context = dpctl.SyclContext(device)
    assert context.sycl_platform == device.sycl_platform and context.__name__ == "SyclContext"
    alone = dpctl.SyclContext([device])
    for name in ("atomic_memory_order", "atomic_fence_order", "atomic_memory_scope", "atomic_fence_scope"):
        assert getattr(alone, name + "_capabilities") == getattr(device, name + "_capabilities")
    assert context != 1 and not context == "context"


def test_capsule_is_good_for_one_context(device):
    context = dpctl.SyclContext([device])
    capsule = context._get_capsule()
    assert '"SyclContextRef"' in repr(capsule)
    copy = dpctl.SyclContext(capsule)
    assert copy == context and '"used_SyclContextRef"' in repr(capsule)
    with pytest.raises(TypeError):
        dpctl.SyclContext(capsule)
    with pytest.raises(TypeError):
        dpctl.SyclContext(dpctl.SyclQueue(device)._get_capsule())


def test_capsule_keeps_the_context_alive(device):
    context = dpctl.SyclContext([device])
    address, capsule = context.addressof_ref(), context._get_capsule()
    del context
    copy = dpctl.SyclContext(capsule)
    del capsule
    assert copy.addressof_ref() == address and copy.get_devices() == [device]
