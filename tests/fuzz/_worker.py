"""The process under test: runs cases one after another and reports failures as lines of JSON.

It may die or hang at any moment, so the number of the case that is running is kept in memory shared with the parent (`_parent.py`).
"""

import faulthandler
import importlib
import json
import mmap
import os
import random
import resource
import struct
import sys
import time
import traceback

from . import _note

__all__ = ["main"]


def _failure(number, error):
    lines = (
        str(error).split("\n", 1)
        if isinstance(error, AssertionError)
        else [f"{type(error).__name__}: {error}".split("\n")[0]]
    )
    if not lines[0] or not isinstance(error, AssertionError):
        lines[1:] = [traceback.format_exc()]
    return {"number": number, "key": lines[0], "detail": "\n".join(lines[1:]), "statement": _note.statement()}


def run_case(module, name, seed, number):
    """One case: None, or its failure."""
    _note.forget()
    try:
        module.case(random.Random(f"{seed}/{name}/{number}"))
    except Exception as error:
        return _failure(number, error)
    return None


def main(name, seed, first, step, last, seconds, shared, out, show):
    """Cases `first`, `first + step`, ... below `last` (-1: no end), until `seconds` have passed (0: no end)."""
    if show:
        _note.show()
    faulthandler.enable()
    progress = mmap.mmap(shared, 16)
    report = os.fdopen(out, "w")
    module = importlib.import_module(f"tests.fuzz.{name}")
    if hasattr(module, "MEMORY") and "libasan" not in os.environ.get("LD_PRELOAD", ""):  # which maps terabytes
        resource.setrlimit(resource.RLIMIT_AS, (module.MEMORY, module.MEMORY))
    end = time.monotonic() + seconds if seconds else float("inf")
    number, done = first, 0
    while (last < 0 or number < last) and time.monotonic() < end:
        struct.pack_into("=qq", progress, 0, number, done)
        failure = run_case(module, name, seed, number)
        done += 1
        if failure:
            print(json.dumps(failure), file=report, flush=True)
        number += step
    struct.pack_into("=qq", progress, 0, -1, done)
    sys.stdout.flush()


if __name__ == "__main__":
    main(
        sys.argv[1],
        sys.argv[2],
        *(int(a) for a in sys.argv[3:6]),
        float(sys.argv[6]),
        *(int(a) for a in sys.argv[7:9]),
        sys.argv[9] == "show",
    )
