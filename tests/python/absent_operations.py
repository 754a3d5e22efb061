"""Operations that a backend may lack: what it has no kernel for says so, by these names. A test that meets another one fails, so that no
operation is lost unnoticed; one that a backend got fails too (test_absent_operations.py) until it is taken off the list.
"""

import re

__all__ = ["ABSENT", "absent_name", "is_absent"]

#: By backend. Nothing is absent now; a new operation may begin with kernels for the host alone.
ABSENT = {"opencl": frozenset(), "cuda": frozenset()}
_MESSAGE = re.compile(r"(?P<name>[\w ]+): not on .* \((?P<backend>\w+) backend\) yet")


def absent_name(text):
    """The backend and the operation that the message of a NotImplementedError names; None if it names none."""
    found = _MESSAGE.search(text)
    return found and (found["backend"], found["name"].strip().replace(" ", "_"))


def is_absent(text):
    """Whether the message of a NotImplementedError, or a text with it, names an operation that may be absent."""
    backend, name = absent_name(text) or (None, None)
    return name in ABSENT.get(backend, ())
