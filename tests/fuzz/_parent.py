"""Starts the processes under test (`_worker.py`), watches over them, and prints what they find.

A process that dies or hangs is a failure of the case that it was at; another one goes on behind that case.
"""

import collections
import importlib
import json
import mmap
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time

from ._children import ends

__all__ = ["Fuzzer"]

WATCHED = 0.05  # seconds between two checks of the workers, whose progress no event tells
SHOWN = 3  # failures of one key that are printed; the others are counted


class _Process:
    """One worker and its file of failures."""

    def __init__(self, fuzzer, first, step, last, seconds, show=False):
        self.fuzzer, self.first, self.step, self.last, self.show = fuzzer, first, step, last, show
        self.end = time.monotonic() + seconds if seconds else 0
        self.shared, self.report = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.errors = tempfile.TemporaryFile()
        self.shared.truncate(16)
        self.progress = mmap.mmap(self.shared.fileno(), 16)
        struct.pack_into("=qq", self.progress, 0, first, 0)
        self.seen, self.since, self.hung, self.read_to = first, time.monotonic(), False, 0
        args = [
            fuzzer.name,
            str(fuzzer.seed),
            first,
            step,
            last,
            seconds,
            self.shared.fileno(),
            self.report.fileno(),
            "show" if show else "-",
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz._worker", *map(str, args)],
            env=fuzzer.env,
            stderr=self.errors,
            stdout=None if show else subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=(self.shared.fileno(), self.report.fileno()),
        )

    @property
    def number(self):
        return struct.unpack_from("=qq", self.progress)[0]

    @property
    def done(self):
        return struct.unpack_from("=qq", self.progress)[1]

    def failures(self):
        """The failures reported since the last call."""
        size = os.fstat(self.report.fileno()).st_size
        text = os.pread(self.report.fileno(), size - self.read_to, self.read_to)
        whole = text.rfind(b"\n") + 1
        self.read_to += whole
        return [json.loads(line) for line in text[:whole].splitlines()]

    def kill(self, how):
        """The process and the ones that it started."""
        try:
            os.killpg(self.process.pid, how)
        except ProcessLookupError:
            pass

    def watch(self, patience):
        """Whether it still runs; a case that takes longer than `patience` seconds is ended, with tracebacks of all threads."""
        if os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return False
        now = time.monotonic()
        if self.number != self.seen:
            self.seen, self.since = self.number, now
        elif now - self.since > patience:
            self.hung = True
            self.kill(signal.SIGABRT)
            ends(self.process.pid, seconds=10)  # with tracebacks
            return False
        return True

    def death(self):
        """The failure that its end is, or None; whatever it started goes with it, before its number can become another's."""
        self.kill(signal.SIGKILL)
        status = self.process.wait()
        if status == 0 and not self.hung:
            return None
        size = os.fstat(self.errors.fileno()).st_size
        errors = os.pread(self.errors.fileno(), 6000, max(0, size - 6000)).decode(errors="replace")
        key = (
            "hangs"
            if self.hung
            else f"dies by {signal.Signals(-status).name}"
            if status < 0
            else f"ends with status {status}"
        )
        return {"number": self.number, "key": key, "detail": errors, "statement": "", "died": True}


class Fuzzer:
    """The cases of one module."""

    def __init__(self, name, seed):
        self.name, self.seed = name, seed
        module = importlib.import_module(f"tests.fuzz.{name}")
        self.cases = getattr(module, "CASES", 10000)
        self.patience = getattr(module, "PATIENCE", 60)
        self.env = {**os.environ, **getattr(module, "ENV", {})}
        self.done, self.found = 0, collections.Counter()

    def run(self, first, cases, seconds, jobs, show=False):
        """Runs `cases` cases (None: until `seconds` have passed) and prints failures; `done` and `found` are what came of it."""
        last = -1 if cases is None else first + cases
        jobs = jobs if cases is None else max(1, min(jobs, cases))
        workers = [_Process(self, first + k, jobs, last, seconds, show) for k in range(jobs)]
        while workers:
            ends(*(w.process.pid for w in workers), seconds=WATCHED)
            workers = [next_one for w in workers for next_one in self._step(w)]

    def _step(self, worker):
        runs = worker.watch(self.patience)
        for failure in worker.failures():
            self._print(failure, worker)
        if runs:
            return [worker]
        death = worker.death()
        self.done += worker.done
        if not death:
            return []
        self.done += 1
        if worker.number < 0:
            death["key"] += ", behind the last case"
        self._print(death, worker)
        behind = death["number"] + worker.step
        left = worker.end - time.monotonic() if worker.end else 0
        if worker.number < 0 or 0 <= worker.last <= behind or left < 0:
            return []
        return [_Process(self, behind, worker.step, worker.last, left, worker.show)]

    def _print(self, failure, worker):
        key, number = failure["key"], failure["number"]
        self.found[key] += 1
        if self.found[key] > SHOWN or worker.show and failure.get("died"):
            if worker.show:
                print(f"{key}\n{failure['detail']}")
            return
        print(
            f"\n{self.name}: {key}\n    python -m tests.fuzz {self.name} --seed {self.seed} --first {number} --cases 1 --show"
        )
        for text in (failure["statement"], failure["detail"]):
            for line in text.rstrip().split("\n")[:60]:
                print("    " + line)
        if failure.get("died"):
            self._again(number, worker)
        sys.stdout.flush()

    def _again(self, number, worker):
        """Shows the statement of a case that took the process with it, and says whether it does so alone."""
        sys.stdout.flush()
        alone = _Process(self, number, 1, number + 1, 0, show=True)
        while alone.watch(self.patience):
            ends(alone.process.pid, seconds=WATCHED)
        if not alone.death():
            count = (number - worker.first) // worker.step + 1
            print(
                f"    alone it does not; {count} cases in one process, from --first {worker.first} on in steps of {worker.step}"
            )
