"""A profile as a trace in Chrome's format: a list of events in JSON, times in microseconds."""

import json

from opendpex._messages import by_others

__all__ = ["write_chrome"]


def write_chrome(profile, path) -> None:
    """Write the file of :meth:`Profile.to_chrome`: a process per device, a thread per queue, a counter of memory."""
    processes = {label: number for number, label in enumerate(profile.devices)}
    trace = [
        {"ph": "M", "name": "process_name", "pid": pid, "args": {"name": label}} for label, pid in processes.items()
    ]
    queues = {e.queue: processes[e.device] for e in profile.events}
    trace += [
        {"ph": "M", "name": "thread_name", "pid": pid, "tid": queue, "args": {"name": f"queue {queue}"}}
        for queue, pid in queues.items()
    ]
    for e in profile.events:
        args = {"where": e.where, "bytes": e.nbytes, "submitted_us": e.submit * 1e6, "failed": e.failed}
        track = {"pid": processes[e.device], "tid": e.queue}
        trace.append(
            {
                "ph": "X",
                "name": e.name,
                "cat": e.kind,
                "ts": e.start * 1e6,
                "dur": e.seconds * 1e6,
                "args": args,
                **track,
            }
        )
        memory = {"bytes": e.live_bytes}
        trace.append({"ph": "C", "name": "memory in use", "ts": e.submit * 1e6, "args": memory, "pid": track["pid"]})
    with by_others(open, path, "w", encoding="utf-8") as file:
        json.dump({"traceEvents": trace, "displayTimeUnit": "ms"}, file)
