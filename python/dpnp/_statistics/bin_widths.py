"""Rules that find the number of a histogram's bins from its numbers; each waits for a few sums over them."""

from __future__ import annotations

import math

from opendpex import _core
from opendpex._messages import named

from .quantiles import percentile

__all__ = ["number_of_bins"]


def _range(x) -> float:
    return float(_core.max(x)) - float(_core.min(x))


def _sqrt(x):
    return _range(x) / math.sqrt(x.size)


def _sturges(x):
    return _range(x) / (math.log2(x.size) + 1.0)


def _rice(x):
    return _range(x) / (2.0 * x.size ** (1.0 / 3))


def _scott(x):
    return (24.0 * math.pi**0.5 / x.size) ** (1.0 / 3.0) * float(_core.std(x))


def _doane(x):
    n = x.size
    if n <= 2:
        return 0.0
    expected = math.sqrt(6.0 * (n - 2) / ((n + 1.0) * (n + 3)))
    sigma = float(_core.std(x))
    if sigma <= 0.0:
        return 0.0
    z = (x - float(_core.mean(x))) / sigma
    skewness = float(_core.mean(z * z * z))
    return _range(x) / (1.0 + math.log2(n) + math.log2(1.0 + abs(skewness) / expected))


def _fd(x):
    high, low = percentile(x, [75, 25]).tolist()
    return 2.0 * (high - low) * x.size ** (-1.0 / 3.0)


def _stone(x, low, high, histogram):
    """The least estimated loss of histograms from low to high with 1, 2, … bins (C. J. Stone, 1984)."""
    n, whole = x.size, _range(x)
    if n <= 1 or whole == 0:
        return 0.0

    def loss(n_bins):
        p = histogram(x, n_bins, (low, high))[0] / n
        return (2 - (n + 1) * float(_core.sum(p * p))) / (whole / n_bins)

    return whole / min(range(1, max(100, int(math.sqrt(n))) + 1), key=loss)


def _auto(x):
    return min(max(_fd(x), _sqrt(x) / 2), _sturges(x))


_RULES = {
    "stone": _stone,
    "auto": _auto,
    "doane": _doane,
    "fd": _fd,
    "rice": _rice,
    "scott": _scott,
    "sqrt": _sqrt,
    "sturges": _sturges,
}


def number_of_bins(x, rule: str, first, last, is_cut: bool, histogram) -> int:
    """The number of bins of equal width from first to last by a rule. `is_cut`: numbers outside do not count;
    `histogram`: the function, for the rule that compares histograms.

    Raises
    ------
    ValueError
        If there is no such rule.
    """
    if rule not in _RULES:
        raise ValueError(named(f"{rule!r} is not a valid estimator for `bins`"))
    if is_cut:
        x = _core.extract((x >= first) & (x <= last), x)
    if x.size == 0:
        return 1
    width = _stone(x, first, last, histogram) if rule == "stone" else _RULES[rule](x)
    if x.dtype.kind in "iu" and 0 < width < 1:
        width = 1
    return math.ceil((last - first) / width) if width else 1
