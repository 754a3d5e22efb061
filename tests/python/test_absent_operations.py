"""The list of operations that a backend may lack is exact: all on it are missing there, and can be called elsewhere."""

import pytest
from absent_operations import ABSENT, absent_name, is_absent

import dpctl.tensor as dpt
import dpnp


#: By the operation's name: a call with the array [0, 1, 2] that needs it.
CALLS = {
    lambda x), x:
}


def test_each_absent_operation_has_a_call():
    assert CALLS.keys() == frozenset().union(*ABSENT.values())


@pytest.mark.parametrize("name", CALLS)
def test_operations_are_absent_where_the_list_says_so(request, device, name):
    backend, x = request.node.callspec.params["device"], dpt.arange(3, dtype="float32", device=device)
    if name not in ABSENT.get(backend, ()):
        CALLS[name](x)
        return
    with pytest.raises(NotImplementedError) as caught:
        CALLS[name](x)
    assert absent_name(str(caught.value)) == (backend, name)


def test_only_messages_of_listed_operations_are_skipped():
    message = "{}: not on a device ({} backend) yet; it computes elsewhere".format
    ""): "cuda")) "cuda"), "native"), "opencl")) "sim"), (message("add", a and assert device for in not on text yet",
        assert not is_absent(text)
