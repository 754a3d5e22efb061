"""Errors for arguments that a kernel does not accept: which ones, their types, and the line of the kernel."""

from __future__ import annotations

import numpy as np

from opendpex import _core

from ._compiler.errors import TypingError, for_programs, taken
from ._compiler.types import of_python
from .core.exceptions import ExecutionQueueInferenceError, UnsupportedKernelArgumentError

__all__ = ["refuse"]


def _is_number(a) -> bool:
    return isinstance(a, (int, float, complex)) or of_python(a) is not None


def _where(kernel, names: list[str]) -> str:
    code = kernel.py_func.__code__
    what = f", parameter{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else ""
    return f"{code.co_filename}:{code.co_firstlineno} in {kernel.__name__}{what}"


def _names(kernel, args) -> list[str]:
    """The parameter name of each argument; the item parameter has no argument."""
    code = kernel.py_func.__code__
    given = code.co_varnames[: code.co_argcount]
    names = given[1:] if len(given) == len(args) + 1 else given
    return list(names) if len(names) == len(args) else ["?"] * len(args)


def _check_count(kernel, args) -> None:
    code = kernel.py_func.__code__
    n, given = code.co_argcount, f"{len(args)} argument{' was' if len(args) == 1 else 's were'} given"
    if len(args) not in (n, n - 1):
        called = f"{kernel.__name__}({', '.join(code.co_varnames[:n])})"
        raise for_programs(TypingError(f"{called} takes {taken(n, False, False)} {given}\n{_where(kernel, [])}"))


def refuse(kernel, args) -> None:
    """Raise an exception that explains why the kernel does not accept the arguments."""
    names, arrays = _names(kernel, args), [i for i, a in enumerate(args) if isinstance(a, _core.array_base)]
    for i, a in enumerate(args):
        if i not in arrays and not _is_number(a):
            where = _where(kernel, [names[i]])
            if isinstance(a, np.ndarray):
                where += "\nhint: dpctl.tensor.asarray makes a USM array of a NumPy array"
            raise for_programs(UnsupportedKernelArgumentError(kernel.__name__, i, type(a).__name__, where))
    _check_count(kernel, args)
    where = _where(kernel, [names[i] for i in arrays])
    if arrays:
        where += "\nhint: to_device brings an array to the queue of another"
    raise for_programs(ExecutionQueueInferenceError(kernel.__name__, usmarray_argnum_list=arrays or None, where=where))
