"""dpctl.utils.SequentialOrderManager: the pending events of each queue."""

import copy
import sys
import threading

import pytest

import dpctl
from dpctl.utils import SequentialOrderManager
from dpctl.utils._seq_order_keeper import _OrderManager, _submit_empty_task


@pytest.fixture
def queue():
    yield dpctl.SyclQueue()
    SequentialOrderManager.clear()


class Pending(dpctl.SyclEvent):
    """An event that is complete when the test says so."""

    done = False

    @property
    def execution_status(self):
        status = dpctl.event_status_type
        return status.complete if self.done else status.running


def test_a_queue_has_one_manager_that_starts_empty(queue):
    manager = SequentialOrderManager[queue]
    assert SequentialOrderManager[dpctl.SyclQueue(queue._get_capsule())] is manager
    assert SequentialOrderManager[dpctl.SyclQueue()] is not manager
    assert manager.host_task_events == [] and manager.submitted_events == []
    assert manager.num_host_task_events == 0 and manager.num_submitted_events == 0


@pytest.mark.parametrize("wrong", [None, "cpu", 0])
def test_only_queues_have_managers(wrong):
    with pytest.raises(TypeError):
        SequentialOrderManager[wrong]


def test_events_are_kept_until_they_are_complete(queue):
    manager = SequentialOrderManager[queue]
    host, first, second = Pending(), Pending(), Pending()
    manager.add_event_pair(host, [first, second])
    assert manager.host_task_events == [host] and manager.submitted_events == [first, second]
    first.done = True
    assert manager.submitted_events == [second] and manager.num_submitted_events == 1
    host.done = second.done = True
    assert manager.num_host_task_events == 0 and manager.num_submitted_events == 0


def test_pairs_add_up_and_sequences_are_taken(queue):
    manager = SequentialOrderManager[queue]
    events = [Pending() for _ in range(6)]
    manager.add_event_pair(events[0], events[1])
    manager.add_event_pair((events[2], events[3]), (events[4],))
    manager.add_event_pair([], events[5])
    assert manager.host_task_events == [events[0], events[2], events[3]]
    assert manager.submitted_events == [events[1], events[4], events[5]]
    for event in events:
        event.done = True


@pytest.mark.parametrize("wrong", [None, 1, ["event"], [None]])
def test_invalid_events_raise_and_record_nothing(queue, wrong):
    manager = SequentialOrderManager[queue]
    with pytest.raises(TypeError):
        manager.add_event_pair(Pending(), wrong)
    with pytest.raises(TypeError):
        manager.add_event_pair(wrong, Pending())
    assert manager.num_host_task_events == 0 and manager.num_submitted_events == 0


def test_wait_leaves_nothing_pending(queue):
    manager = SequentialOrderManager[queue]
    for _ in range(100):
        event = _submit_empty_task(queue, manager.submitted_events)
        manager.add_event_pair(event, event)
    manager.wait()
    assert manager.host_task_events == [] and manager.submitted_events == []
    assert queue.submit_barrier().execution_status is not None


def test_the_lists_are_copies(queue):
    manager = SequentialOrderManager[queue]
    event = Pending()
    manager.add_event_pair(event, event)
    manager.submitted_events.clear()
    twin = copy.copy(manager)
    twin.add_event_pair(Pending(), Pending())
    assert isinstance(twin, _OrderManager) and twin.num_submitted_events == 2
    assert manager.num_submitted_events == 1 and manager.num_host_task_events == 1
    event.done = True


def test_clear_forgets_the_managers(queue):
    manager = SequentialOrderManager[queue]
    SequentialOrderManager.clear()
    assert SequentialOrderManager[queue] is not manager


def test_a_manager_that_is_not_shown_a_queue_works():
    manager = _OrderManager()
    manager.wait()
    assert manager.num_submitted_events == 0


def test_threads_that_record_at_once_lose_nothing(queue):
    manager = SequentialOrderManager[queue]
    events = [[Pending() for _ in range(200)] for _ in range(4)]
    threads = [
        threading.Thread(target=lambda mine=mine: [manager.add_event_pair(e, e) for e in mine]) for mine in events
    ]
    often = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(often)
    assert set(manager.submitted_events) == set(sum(events, []))
    for event in sum(events, []):
        event.done = True
