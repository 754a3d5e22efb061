"""dpctl.device_context and its family."""

import contextlib
import threading

import pytest

import dpctl
from dpctl import _device_context


@pytest.fixture
def device():
    return dpctl.select_default_device()


@pytest.fixture(autouse=True)
def own_global_queue(monkeypatch):
    monkeypatch.setattr(_device_context, "_global_queue", None)


def test_outside_the_global_queue_is_current(device):
    queue = dpctl.get_current_queue()
    assert queue == dpctl.get_device_cached_queue(device)
    assert dpctl.get_current_backend() == queue.backend
    assert dpctl.get_current_device_type() == device.device_type
    assert dpctl.get_num_activated_queues() == 0 and dpctl.is_in_device_context() is False


def test_a_queue_is_current_inside(device):
    mine = dpctl.SyclQueue(device, property="in_order")
    with dpctl.device_context(mine) as queue:
        assert queue is mine and dpctl.get_current_queue() is mine
        assert dpctl.get_num_activated_queues() == 1 and dpctl.is_in_device_context() is True
        assert dpctl.get_current_backend() == mine.backend
        assert dpctl.get_current_device_type() == device.device_type
    assert dpctl.get_current_queue() != mine and not dpctl.is_in_device_context()


def test_a_device_or_filter_gives_its_cached_queue(device):
    cached = dpctl.get_device_cached_queue(device)
    for arg in (device, device.filter_string, (cached.sycl_context, device)):
        with dpctl.device_context(arg) as queue:
            assert queue == cached


def test_contexts_nest_and_end_with_their_block(device):
    first, second = dpctl.SyclQueue(device), dpctl.SyclQueue(device)
    with dpctl.device_context(first):
        with pytest.raises(ZeroDivisionError):
            with dpctl.device_context(second):
                assert dpctl.get_current_queue() is second and dpctl.get_num_activated_queues() == 2
                raise ZeroDivisionError
        assert dpctl.get_current_queue() is first and dpctl.get_num_activated_queues() == 1
    assert dpctl.get_num_activated_queues() == 0


def test_failed_selection_leaves_the_stack_unchanged(device):
    with pytest.raises(dpctl.SyclQueueCreationError):
        with dpctl.device_context("no such device"):
            pass
    for wrong in (None, 1, object()):
        with pytest.raises(TypeError):
            with dpctl.device_context(wrong):
                pass
    assert dpctl.get_num_activated_queues() == 0


def test_the_stack_belongs_to_the_thread(device):
    seen = []
    with dpctl.device_context(dpctl.SyclQueue(device)) as mine:
        worker = threading.Thread(
            target=lambda: seen.extend([dpctl.get_num_activated_queues(), dpctl.get_current_queue()])
        )
        worker.start()
        worker.join()
        assert seen[0] == 0 and seen[1] != mine


def test_the_global_queue_can_be_set(device):
    mine = dpctl.SyclQueue(device)
    dpctl.set_global_queue(mine)
    assert dpctl.get_current_queue() is mine
    with dpctl.device_context(dpctl.SyclQueue(device)) as inner:
        dpctl.set_global_queue(device.filter_string)
        assert dpctl.get_current_queue() is inner
    assert dpctl.get_current_queue() == dpctl.get_device_cached_queue(device)
    with pytest.raises(TypeError):
        dpctl.set_global_queue(None)
    with pytest.raises(dpctl.SyclQueueCreationError):
        dpctl.set_global_queue("no such device")
    assert dpctl.get_current_queue() == dpctl.get_device_cached_queue(device)


def test_nested_factories_are_entered_with_the_queue(device, monkeypatch):
    log = []

    @contextlib.contextmanager
    def factory(queue):
        log.append(("enter", queue))
        yield
        log.append(("exit", queue))

    monkeypatch.setattr(_device_context, "nested_context_factories", [factory])
    with dpctl.device_context(device) as queue:
        assert log == [("enter", queue)]
    assert log == [("enter", queue), ("exit", queue)]


def test_the_list_of_factories_is_the_one_that_programs_append_to():
    assert dpctl.nested_context_factories is _device_context.nested_context_factories
