"""Lists that another thread changes while the arrays in them are read or computed with."""

import threading

import pytest

import dpctl.tensor as dpt
import dpnp
import opendpex


def while_pending(gate, items_of, function):
    """function(items), while another thread empties the list and opens the gate that an array in it waits for."""
    with opendpex.fusion(False):
        x = dpnp.asarray(1.5, sycl_queue=gate.queue)
        x.sycl_queue.wait()
        gate.queue.submit_barrier([gate.close()])
        items = items_of(x + 1)
        del x
        inner = items[0] if isinstance(items[0], list) else []
        begins = threading.Event()

        def change():
            begins.wait()
            inner.clear()
            items.clear()
            gate.open()

        thread = threading.Thread(target=change)
        thread.start()
        begins.set()
        try:
            return function(items)
        finally:
            thread.join()


def outcome(function, items):
    """The list may be changed before it is read or while it is."""
    try:
        return function(items).tolist()
    except IndexError:
        return "shorter"


@pytest.mark.parametrize("items_of", [lambda y: [y], lambda y: [y, 2.0, 3], lambda y: [[y, 2.0], [3.0, y]]])
def test_a_list_may_become_shorter_while_its_elements_are_read(gate, items_of):
    made = while_pending(gate, items_of, lambda items: outcome(dpnp.array, items))
    assert made in ("shorter", [], [2.5], [2.5, 2.0, 3.0], [[2.5, 2.0], [3.0, 2.5]], [[]])


class Clears:
    """An axis that empties a list."""

    def __init__(self, items):
        self.items = items

    def __index__(self):
        self.items.clear()
        return 0


@pytest.mark.parametrize("function", [dpt.concat, dpt.stack])
def test_a_list_may_be_emptied_by_the_axis(function):
    items = [dpt.arange(3, 6), dpt.arange(3)]
    made = function(items, axis=Clears(items))
    assert not items and sorted(dpt.asnumpy(made).ravel().tolist()) == [0, 1, 2, 3, 4, 5]
