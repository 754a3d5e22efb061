"""The contraction order of `einsum`: a greedy search over subscripts and extents."""

from __future__ import annotations

import math

__all__ = []


def _cost(pair, terms, output, extents):
    """The key of the greedy search: the growth of memory, then the number of multiplications."""
    i, j = pair
    others = set(output).union(*(labels for k, labels in enumerate(terms) if k not in pair))
    union = set(terms[i]) | set(terms[j])
    result = math.prod(extents[x] for x in union & others)
    before = sum(math.prod(extents[x] for x in terms[k]) for k in pair)
    return result - before, math.prod(extents[x] for x in union)


def pairs_in_order(terms, output, extents):
    """Pairs of positions in the list of operands, in the order of contraction; each result is appended to the list."""
    terms = [list(labels) for labels in terms]
    steps = []
    while len(terms) > 1:
        pairs = [(i, j) for j in range(len(terms)) for i in range(j)]
        i, j = min(pairs, key=lambda pair: _cost(pair, terms, output, extents))
        others = set(output).union(*(labels for k, labels in enumerate(terms) if k not in (i, j)))
        steps.append((i, j))
        combined = [x for x in dict.fromkeys(terms[i] + terms[j]) if x in others]
        terms = [labels for k, labels in enumerate(terms) if k not in (i, j)] + [combined]
    return steps
