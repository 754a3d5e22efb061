"""A profile as one page of HTML: the template beside this file, with the events as JSON in it."""

import json
from pathlib import Path

from opendpex._profile.table import rows_of

__all__ = ["write_page"]

_MOST_DRAWN = 50_000  # commands; a browser draws these at once


def write_page(profile) -> str:
    """The text of :meth:`Profile.to_html`."""
    events = profile.events
    if len(events) > _MOST_DRAWN:
        events = sorted(sorted(events, key=lambda e: -e.seconds)[:_MOST_DRAWN], key=lambda e: e.submit)
    data = {
        "seconds": profile.seconds,
        "n_events": len(profile.events),
        "events": [[e.name, e.kind, e.where, e.submit, e.start, e.end, e.nbytes, e.device, e.queue] for e in events],
        "memory": [[e.submit, e.live_bytes, e.device] for e in events],
        "rows": rows_of(profile),
    }
    # "<" must not end the script.
    text = json.dumps(data).replace("<", "\\u003c")
    template = (Path(__file__).parent / "page.html").read_text(encoding="utf-8")
    return template.replace("/*DATA*/", text)
