"""dpctl.SyclTimer."""

import pytest

import dpctl

TIMERS = [None, "queue_barrier", "order_manager"]


@pytest.fixture
def queue():
    return dpctl.SyclQueue(property="enable_profiling")


def ticks():
    """A host timer that advances by one second per call."""
    clock = iter(range(10**6))
    return lambda: next(clock)


@pytest.mark.parametrize("device_timer", TIMERS)
def test_blocks_are_timed_on_host_and_device(queue, device_timer):
    timer = dpctl.SyclTimer(host_timer=ticks(), device_timer=device_timer, time_scale=10)
    block = timer(queue)
    assert block is timer
    with block:
        queue.submit_barrier()
    assert timer.dt.host_dt == 10
    assert timer.dt.device_dt >= 0
    assert timer.queue == queue and timer.time_scale == 10
    assert timer.host_times == [(0, 1)] and len(timer.bracketing_events) == 1


@pytest.mark.parametrize("device_timer", TIMERS)
def test_blocks_add_up(queue, device_timer):
    timer = dpctl.SyclTimer(host_timer=ticks(), device_timer=device_timer)
    one = timer.dt
    assert (one.host_dt, one.device_dt) == (0, 0)
    for _ in range(3):
        with timer(queue):
            queue.submit_barrier()
    assert timer.dt.host_dt == 3 and len(timer.bracketing_events) == 3


@pytest.mark.parametrize("device_timer", TIMERS)
def test_device_time_is_from_the_begin_marker_s_end_to_the_end_marker_s_start(queue, device_timer):
    timer = dpctl.SyclTimer(device_timer=device_timer, time_scale=1e9)
    with timer(queue):
        queue.submit_barrier()
    ((begin, end),) = timer.bracketing_events
    assert timer.dt.device_dt == pytest.approx(end.profiling_info_start - begin.profiling_info_end)


def test_blocks_may_be_nested_and_a_failing_block_counts(queue):
    timer = dpctl.SyclTimer(host_timer=ticks())
    with pytest.raises(ZeroDivisionError):
        with timer(queue):
            with timer(queue):
                pass
            raise ZeroDivisionError
    assert timer.host_times == [(1, 2), (0, 3)] and timer.dt.host_dt == 4


def test_the_duration_is_a_pair(queue):
    timer = dpctl.SyclTimer(host_timer=ticks())
    with timer(queue):
        pass
    duration = timer.dt
    host_dt, device_dt = duration
    assert (host_dt, device_dt) == (duration.host_dt, duration.device_dt)
    assert repr(duration) == f"(host_dt={host_dt}, device_dt={device_dt})"


@pytest.mark.parametrize("wrong", ["barrier", "", 1, [], object()])
def test_unknown_device_timers_are_refused(wrong):
    with pytest.raises(ValueError, match="device_timer must be"):
        dpctl.SyclTimer(device_timer=wrong)


def test_queues_are_checked():
    timer = dpctl.SyclTimer()
    with pytest.raises(ValueError, match="enable_profiling"):
        timer(dpctl.SyclQueue())
    for wrong in (None, "cpu", dpctl.SyclContext()):
        with pytest.raises(TypeError):
            timer(wrong)
    with pytest.raises(ValueError, match="which queue"):
        with timer:
            pass
