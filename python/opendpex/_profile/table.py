"""A profile as text."""

import functools
import re
import time
from collections import defaultdict

from opendpex._messages import as_int, unknown_word

__all__ = ["copy_rate", "rows_of", "write_table"]

_KEYS = ("name", "where", "kind", "device", "queue")
_COPY_BYTES = 64 << 20  # more than the caches hold
_N_COPIES = 5


@functools.cache
def copy_rate(device) -> float:
    """The bytes per second that a device reads and writes when it copies memory: the best of a few copies.

    Parameters
    ----------
    device : dpctl.SyclDevice
        The device.

    Returns
    -------
    float
    """
    import dpctl  # here, because dpctl imports this package
    import dpctl.tensor as dpt  # likewise

    queue = dpctl.SyclQueue(device)
    x = dpt.ones(_COPY_BYTES, dtype="i1", sycl_queue=queue)
    best = float("inf")
    for _ in range(_N_COPIES):
        queue.wait()
        began = time.perf_counter()
        dpt.copy(x)
        queue.wait()
        best = min(best, time.perf_counter() - began)
    return 2 * _COPY_BYTES / best


def _key_of(event, by):
    # The positions of a fused pass's operations are left out: passes of the same operations are one row.
    return re.sub(r" \([^()]*:\d+\)", "", event.name) if by == "name" else getattr(event, by)


def rows_of(profile, by: str = "name") -> list[tuple]:
    """The commands of a profile in groups, the longest times first.

    Parameters
    ----------
    profile : Profile
        The profile.
    by : str
        The attribute that the commands of a group share.

    Returns
    -------
    list of tuple
        (attribute, number of commands, seconds, bytes per second or None, part of the device's rate or None).
    """
    if not isinstance(by, str) or by not in _KEYS:
        raise unknown_word("by", by, _KEYS)
    groups = defaultdict(list)
    for event in profile.events:
        groups[_key_of(event, by)].append(event)
    rows = []
    for key, events in groups.items():
        seconds = sum(e.seconds for e in events)
        told = [e for e in events if e.nbytes and e.seconds > 0]
        rate = sum(e.nbytes for e in told) / sum(e.seconds for e in told) if told else None
        devices = {e.device for e in events}
        limit = copy_rate(profile.devices[devices.pop()]) if rate and len(devices) == 1 else None
        rows.append((key, len(events), seconds, rate, rate / limit if limit else None))
    return sorted(rows, key=lambda row: -row[2])


def write_table(profile, by: str = "name", limit: int | None = 30) -> str:
    """The text of :meth:`Profile.table`."""
    rows = rows_of(profile, by)
    limit = None if limit is None else as_int(limit, "limit")
    total = sum(row[2] for row in rows) or 1.0
    lines = [f"{'calls':>8} {'ms':>10} {'us each':>10} {'share':>6} {'GB/s':>8} {'of copy':>7}  {by}"]
    for key, n, seconds, rate, part in rows[:limit]:
        gigabytes = "-" if rate is None else f"{rate * 1e-9:.2f}"
        of_copy = "-" if part is None else f"{part:.0%}"
        lines.append(
            f"{n:8} {seconds * 1e3:10.3f} {seconds / n * 1e6:10.2f} {seconds / total:6.1%} {gigabytes:>8} {of_copy:>7}"
            f"  {key}"
        )
    if limit is not None and len(rows) > limit:
        lines.append(f"{len(rows) - limit} more rows")
    commands = sum(row[1] for row in rows)
    lines.append(f"{commands} commands, {profile.seconds * 1e3:.3f} ms from the first submission to the last end")
    if profile.n_lost:
        lines.append(f"{profile.n_lost} commands were not recorded")
    return "\n".join(lines)
