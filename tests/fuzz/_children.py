"""Processes of their own for single cases: copies of the worker, made before it has used any device, so that they read the environment anew."""

import os
import select
import signal
import tempfile
import traceback
from dataclasses import dataclass

__all__ = ["Child", "Outcome", "ends"]


def ends(*pids, seconds):
    """Whether one of the children ends within that time; it stays to be waited for."""
    processes = [os.pidfd_open(pid) for pid in pids]
    try:
        return bool(select.select(processes, [], [], seconds)[0])
    finally:
        for process in processes:
            os.close(process)


@dataclass
class Outcome:
    """How a child ended: its exit status, or minus a signal's number; None: it had to be killed."""

    status: int | None
    errors: str

    def check(self, what):
        """Fails unless it ended by itself with status 0."""
        if self.status != 0:
            how = (
                "hangs"
                if self.status is None
                else f"dies by {signal.Signals(-self.status).name}"
                if self.status < 0
                else "raises"
            )
            last = self.errors.strip().split("\n")[-1][:100] if how == "raises" else ""
            raise AssertionError(f"{what} {how} {last}\n{self.errors[-4000:]}")


class Child:
    """Runs `body` with an environment (names and values in bytes; None removes one); what it writes on stderr is kept."""

    def __init__(self, body, environment):
        self.file = tempfile.TemporaryFile()
        self.end, start = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.end)
            self._run(body, environment)
        os.close(start)

    def _run(self, body, environment):
        """In the child; never returns."""
        status = 1
        try:
            os.dup2(self.file.fileno(), 2)
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, 1)
            os.setpgid(0, 0)
            for name, value in environment.items():
                if value is None:
                    os.environb.pop(name, None)
                else:
                    os.environb[name] = value
            body()
            status = 0
        except BaseException:
            os.write(2, traceback.format_exc().encode(errors="replace"))
        finally:
            os._exit(status)

    def wait(self, seconds=30):
        """Its outcome; what it left running goes with it."""
        ready, _, _ = select.select([self.end], [], [], seconds)  # closed with the process
        status = None
        if ready and ends(self.pid, seconds=5):
            status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        else:
            os.kill(self.pid, signal.SIGABRT)
            ends(self.pid, seconds=5)  # with tracebacks
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        os.close(self.end)
        self.file.seek(0)
        errors = self.file.read().decode(errors="replace")
        self.file.close()
        return Outcome(status, errors)
