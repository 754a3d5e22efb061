"""What programs call: errors of the compiler show the program's own lines, and none of this package's."""

from __future__ import annotations

import functools
import types

from opendpex import _core

from ._compiler.errors import CompileError
from .core import config

__all__ = ["Entry", "EntryFunction", "shortened"]

_OURS = ("dpctl", "dpnp", "numba_dpex", "opendpex")


def _of_program(traceback):
    """A traceback without the frames of our packages and of the threads that they start; None: nothing is left."""
    found = []
    while traceback is not None:
        module = traceback.tb_frame.f_globals.get("__name__", "")
        if module.partition(".")[0] not in _OURS and module != "threading":
            found.append(traceback)
        traceback = traceback.tb_next
    for one in reversed(found):
        traceback = types.TracebackType(traceback, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return traceback


def shortened(error: BaseException) -> BaseException:
    """An error of the compiler with the program's frames alone, and without what led to it; other exceptions unchanged.

    ``numba_dpex.config.FULL_TRACEBACKS`` (NUMBA_DPEX_FULL_TRACEBACKS=1) keeps all.
    """
    if isinstance(error, CompileError) and not config.FULL_TRACEBACKS:
        error.__cause__ = error.__context__ = None
        error.__traceback__ = _of_program(error.__traceback__)
    return error


class Entry(_core.Entry):
    """An object that programs call: its method `_called`, or `_run` where that is set."""

    def _failed(self, error: BaseException) -> BaseException:
        return shortened(error)


class EntryFunction(Entry):
    """A function that programs call."""

    def __init__(self, function):
        self._run = function
        functools.update_wrapper(self, function)

    def __repr__(self) -> str:
        return repr(self.__wrapped__)

    def __reduce__(self):
        return self.__qualname__

    def __get__(self, obj, objtype=None):  # as of functions, which tools know them by
        return self if obj is None else types.MethodType(self, obj)
