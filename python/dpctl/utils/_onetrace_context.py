"""Limiting the collection of Intel's tracer `onetrace` to a part of a program."""

import contextlib
import os
import sys
import warnings

__all__ = ["onetrace_enabled"]

_COLLECT = "PTI_ENABLE_COLLECTION"
_warned = False


def _warn_unless_traced() -> None:
    global _warned
    traced = os.environ.get("PTI_ENABLE") == "1" and "onetrace" in os.environ.get("LD_PRELOAD", "")
    if _warned or traced or not sys.platform.startswith("linux"):
        return
    _warned = True
    warnings.warn(
        "onetrace_enabled() has an effect only in a process started by `onetrace --conditional-collection`: "
        "PTI_ENABLE is not 1, or the onetrace library is not preloaded",
        RuntimeWarning,
        stacklevel=4,
    )


@contextlib.contextmanager
def onetrace_enabled():
    """Context manager that lets onetrace collect what happens inside.

    Sets the environment variable ``PTI_ENABLE_COLLECTION`` to 1 and restores it afterwards. Warns once (RuntimeWarning)
    in a process that was not started by onetrace.
    """
    _warn_unless_traced()
    before = os.environ.get(_COLLECT)
    os.environ[_COLLECT] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_COLLECT]
        else:
            os.environ[_COLLECT] = before
