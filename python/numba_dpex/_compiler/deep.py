"""Recursion over deep syntax trees (long expressions, chains of `elif`): in a thread with a larger stack where Python's
recursion limit is too low."""

from __future__ import annotations

import sys
import threading

from .errors import UnsupportedError, for_programs

__all__ = ["deeply"]

_LEVELS = 60000
_STACK_BYTES = 1 << 30  # of address space; only pages that are touched take memory
_lock = threading.Lock()  # of the process's recursion limit and the size of new stacks


def deeply(function, compiling, *args):
    """function(*args); `compiling` is the user's function, for the message.

    Raises
    ------
    UnsupportedError
        If the recursion exceeds that limit too.
    """
    try:
        return function(*args)
    except RecursionError:
        pass
    found: list = []

    def run() -> None:
        try:
            found.append((function(*args), None))
        except BaseException as error:
            found.append((None, error))

    with _lock:
        limit, stack = sys.getrecursionlimit(), threading.stack_size()
        sys.setrecursionlimit(max(limit, _LEVELS))
        try:
            threading.stack_size(_STACK_BYTES)
            thread = threading.Thread(target=run)
            thread.start()
            thread.join()
        except RuntimeError as error:  # the stack could not be allocated
            found.append((None, RecursionError(str(error))))
        finally:
            threading.stack_size(stack)
            sys.setrecursionlimit(limit)
    result, error = found[0]
    if isinstance(error, RecursionError):
        code = compiling.__code__
        raise for_programs(
            UnsupportedError(
                f"expressions or statements are nested too deep: the compiler follows about {_LEVELS // 10} levels\n"
                f"{code.co_filename}:{code.co_firstlineno} in {compiling.__name__}\n"
                "hint: a long chain of operators or of elif is nested, too; make it a loop, or several statements"
            )
        ) from None
    if error is not None:
        raise error
    return result
