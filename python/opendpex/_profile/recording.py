"""Recording: the context manager, and the profile that it gives."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass

from opendpex import _core
from opendpex._messages import by_others

__all__ = ["Profile", "ProfileEvent", "profile"]


@dataclass(frozen=True)
class ProfileEvent:
    """A command of a queue.

    Attributes
    ----------
    name : str
        The operation or kernel; of a fused pass, all its operations with their positions in the program.
    kind : str
        ``"kernel"``, ``"parallel"`` (an operation on host cores), ``"copy"``, ``"fill"``, ``"host call"``,
        ``"barrier"``, ``"prefetch"``, ``"advise"`` or ``"library"``.
    where : str
        ``"FILE:LINE"`` of the call in the program; empty if it is not known.
    submit, start, end : float
        Seconds since the profile began.
    nbytes : int
        Memory of the operands, read and written; 0: not known.
    live_bytes : int
        Memory of the device in use when the command was submitted.
    device : str
        The device as messages name it (its filter string; of a sub-device also its part), and its name.
    queue : int
        Number of the queue, in the order of their first command.
    failed : bool
        Whether the command failed.
    """

    name: str
    kind: str
    where: str
    submit: float
    start: float
    end: float
    nbytes: int
    live_bytes: int
    device: str
    queue: int
    failed: bool

    @property
    def seconds(self) -> float:
        """Time from start to end."""
        return self.end - self.start


class Profile:
    """What a program's queues executed within a ``with opendpex.profile()`` statement.

    The attributes are filled at the end of the statement.

    Attributes
    ----------
    events : list of ProfileEvent
        The commands, in the order of their submission.
    n_lost : int
        Commands that were not recorded, for lack of memory or beyond a million.
    devices : dict
        ``dpctl.SyclDevice`` by the `ProfileEvent.device` of the events.
    """

    def __init__(self):
        self.events: list[ProfileEvent] = []
        self.n_lost = 0
        self.devices = {}

    def _fill(self, entries, n_lost):
        self.n_lost = n_lost
        labels = {}
        origin = entries[0][3] if entries else 0
        for name, kind, where, submit, start, end, nbytes, live_bytes, device, queue, failed in entries:
            if queue not in labels:  # a queue has one device
                labels[queue] = f"{device._describe()} {device.name}"
                self.devices.setdefault(labels[queue], device)
            times = [(t - origin) * 1e-9 for t in (submit, start, end)]
            self.events.append(
                ProfileEvent(name, kind, where, *times, nbytes, live_bytes, labels[queue], queue, failed)
            )

    @property
    def seconds(self) -> float:
        """Time from the first submission to the last end."""
        return max((e.end for e in self.events), default=0.0)

    def table(self, by: str = "name", limit: int | None = 30) -> str:
        """Return a table, the longest times first.

        Parameters
        ----------
        by : {'name', 'where', 'kind', 'device', 'queue'}, default: 'name'
            What the commands of a row have in common.
        limit : int or None, default: 30
            The most rows; None: all.

        Returns
        -------
        str
            Number of commands, total time, time of one, share of all, memory traffic in GB/s, and what part that is of
            the rate at which the device copies memory, which is measured at the first call for a device.

        Raises
        ------
        ValueError
            If `by` is something else.
        """
        from opendpex._profile.table import write_table  # which few programs need

        return write_table(self, by, limit)

    def to_chrome(self, path: str | os.PathLike) -> None:
        """Write a trace in the JSON format of Chrome, which Perfetto (https://ui.perfetto.dev) opens.

        Parameters
        ----------
        path : str or os.PathLike
            The file.
        """
        from opendpex._profile.chrome import write_chrome  # which few programs need

        write_chrome(self, path)

    def to_html(self, path: str | os.PathLike) -> None:
        """Write a page of HTML with a timeline, the memory in use and the table; it refers to no other file.

        Parameters
        ----------
        path : str or os.PathLike
            The file.
        """
        from opendpex._profile.page import write_page  # which few programs need

        with by_others(open, path, "w", encoding="utf-8") as file:
            file.write(write_page(self))

    def __str__(self):
        return self.table()

    def __repr__(self):
        return f"<opendpex.Profile of {len(self.events)} commands in {self.seconds * 1e3:.3f} ms>"

    def _repr_html_(self):
        import html  # which few programs need

        return f"<pre>{html.escape(self.table())}</pre>"


@contextmanager
def profile():
    """Record the commands of all queues within a ``with`` statement.

    Small operations, which are otherwise computed by the calling thread, are submitted as commands meanwhile, and every
    command has an event with times: some microseconds per call. Without a profile nothing is recorded.

    Yields
    ------
    Profile
        Filled at the end of the statement, which waits for the commands.

    Raises
    ------
    ValueError
        If another profile is being recorded.

    Examples
    --------
    >>> import dpnp, opendpex
    >>> x = dpnp.linspace(0, 1, 1_000_000)
    >>> with opendpex.profile() as p:
    ...     y = dpnp.sort(dpnp.sin(x))
    >>> sorted({e.name for e in p.events if e.kind != "copy"})[-1]
    'sort'
    """
    result = Profile()
    _core._profile_start()
    try:
        yield result
    finally:
        result._fill(*_core._profile_stop())
