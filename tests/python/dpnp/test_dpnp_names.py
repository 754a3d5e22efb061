"""NumPy's public names: each is here, or docs/numpy-names.md says why not; and what that page says is true."""

import re
from pathlib import Path

import dpnp
import numpy
import pytest

PAGE = Path(__file__).resolve().parents[3] / "docs" / "numpy-names.md"
NOT_OURS = {"linalg": "LinAlgError"}  # there, though not in numpy's __all__ of functions


def tables() -> dict:
    """The names of the page's tables by the heading above them, and the reason given for each."""
    found, heading = {}, None
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            heading = found.setdefault(line[3:].strip(), {})
        elif line.startswith("| `") and heading is not None:
            names, reason = line.strip("| ").split(" | ", 1)
            heading.update({name: reason for name in re.findall(r"`([^`]+)`", names)})
    return found


REASONS = tables()
PLACES = {
    "numpy": (numpy, dpnp),
    "numpy.ndarray": (numpy.ndarray, dpnp.ndarray),
    "numpy.linalg": (numpy.linalg, dpnp.linalg),
    "numpy.fft": (numpy.fft, dpnp.fft),
}


def names_of(theirs) -> set:
    """Public names; of the array type also those between underscores."""
    if theirs is numpy.ndarray:
        return set(dir(theirs))
    return set(getattr(theirs, "__all__", ())) | {n for n in dir(theirs) if not n.startswith("_")} - _modules(theirs)


def _modules(theirs) -> set:
    """What is only visible because it was imported there."""
    return {"linalg", "test", "_linalg"} if theirs is numpy.linalg else {"helper", "test"} if theirs is numpy.fft else set()


@pytest.mark.parametrize("place", PLACES)
def test_each_name_is_here_or_has_a_reason(place):
    theirs, ours = PLACES[place]
    missing = {name for name in names_of(theirs) if not hasattr(ours, name)}
    reasons = REASONS.get(place, {})
    assert sorted(missing - set(reasons)) == [], "neither here nor explained in docs/numpy-names.md"
    assert sorted(set(reasons) & names_of(theirs) - missing) == [], "explained in docs/numpy-names.md, but here"


def test_every_reason_says_something():
    assert REASONS["numpy"] and all(len(reason) > 10 for of_place in REASONS.values() for reason in of_place.values())
