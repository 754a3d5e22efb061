"""SyclEvent: constructor, waiting, status, profile, capsules."""

import pytest

import dpctl
import dpctl.memory as dpm
from dpctl._sycl_event import _SyclEvent


def test_new_event_is_complete():
    for event in (dpctl.SyclEvent(), dpctl.SyclEvent(None)):
        assert event.execution_status == dpctl.event_status_type.complete
        assert event.wait() is None and event.get_wait_list() == []
        assert event.backend == dpctl.SyclDevice().backend
        assert (event.profiling_info_submit, event.profiling_info_start, event.profiling_info_end) == (
            0,
            0,
            0,
        )


@pytest.mark.parametrize(
    "arg", [1, "event", dpctl.SyclEvent(), dpctl.SyclQueue(), dpctl.SyclQueue()._get_capsule(), [], b""]
)
def test_other_types_are_refused(arg):
    with pytest.raises(TypeError):
        dpctl.SyclEvent(arg)


def test_bare_base_object_refers_to_no_event():
    with pytest.raises(ValueError):
        dpctl.SyclEvent(_SyclEvent())


def test_capsule_is_good_for_one_event(device):
    event = dpctl.SyclQueue(device).submit_barrier()
    capsule = event._get_capsule()
    assert '"SyclEventRef"' in repr(capsule)
    copy = dpctl.SyclEvent(capsule)
    assert copy.addressof_ref() == event.addressof_ref() and '"used_SyclEventRef"' in repr(capsule)
    with pytest.raises(TypeError):
        dpctl.SyclEvent(capsule)
    del event, capsule
    copy.wait()


@pytest.mark.parametrize(
    "make", [lambda e: e, lambda e: [e], lambda e: (e, dpctl.SyclEvent()), lambda e: [], lambda e: [e] * 100]
)
def test_wait_for_takes_an_event_or_a_sequence(device, make):
    assert dpctl.SyclEvent.wait_for(make(dpctl.SyclQueue(device).submit_barrier())) is None


@pytest.mark.parametrize("arg", [1, None, "ab", [1], [None], (dpctl.SyclEvent(), "e"), dpctl.SyclQueue()])
def test_wait_for_refuses_other_types(arg):
    with pytest.raises(TypeError):
        dpctl.SyclEvent.wait_for(arg)


def test_profile_is_ordered_in_time(device):
    queue = dpctl.SyclQueue(device, property="enable_profiling")
    memory = dpm.MemoryUSMDevice(1 << 20, queue=queue)
    previous = 0
    for _ in range(3):
        event = queue.memset_async(memory, 1)
        times = [event.profiling_info_submit, event.profiling_info_start, event.profiling_info_end]
        assert all(type(t) is int for t in times) and 0 < previous <= times[2] or previous == 0
        assert times == sorted(times) and times[0] > 0
        previous = times[2]


def test_profile_without_the_property_is_zero(device):
    event = dpctl.SyclQueue(device).submit_barrier()
    assert (event.profiling_info_submit, event.profiling_info_start, event.profiling_info_end) == (0, 0, 0)


def test_subclass_of_an_event(device):
    class Mine(dpctl.SyclEvent):
        pass

    queue = dpctl.SyclQueue(device)
    assert type(Mine()) is Mine
    queue.submit_barrier([Mine()]).wait()


def test_wait_for_takes_its_argument_by_name():
    dpctl.SyclEvent.wait_for(event=dpctl.SyclEvent())
