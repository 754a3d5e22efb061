"""Distributions by transformation of a uniform number u in [0, 1) or of a normal number, in one pass over the elements.

The inversions are from L. Devroye, "Non-uniform random variate generation" (1986), chapter II.
"""

from __future__ import annotations

import dpctl.tensor as dpt
from opendpex._fuse import fuse

__all__ = [
    "affine",
    "exponential",
    "gumbel",
    "laplace",
    "logistic",
    "lognormal",
    "pareto",
    "power",
    "rayleigh",
    "standard_cauchy",
    "standard_exponential",
    "triangular",
    "weibull",
]

_LEAST = 2.0**-60  # replaces 0, whose logarithm is infinite


@fuse
def affine(x, loc, scale):
    """x scaled and shifted."""
    return x * scale + loc


@fuse
def standard_exponential(u):
    """Exponential numbers of mean 1."""
    return -dpt.log1p(-u)


@fuse
def exponential(u, scale):
    """Exponential numbers of mean `scale`."""
    return -dpt.log1p(-u) * scale


@fuse
def gumbel(u, loc, scale):
    """Gumbel numbers."""
    return loc - dpt.log(dpt.maximum(-dpt.log1p(-u), _LEAST)) * scale


@fuse
def laplace(u, loc, scale):
    """Laplace numbers."""
    below = dpt.log(dpt.maximum(u, _LEAST) * 2)
    above = -dpt.log((1 - u) * 2)
    return loc + dpt.where(u < 0.5, below, above) * scale


@fuse
def logistic(u, loc, scale):
    """Logistic numbers."""
    inside = dpt.maximum(u, _LEAST)
    return loc + dpt.log(inside / (1 - u)) * scale


@fuse
def lognormal(n, mean, sigma):
    """Numbers whose logarithm is normal, from standard normal ones."""
    return dpt.exp(n * sigma + mean)


@fuse
def pareto(u, a):
    """Pareto (Lomax) numbers of shape `a`."""
    return dpt.expm1(-dpt.log1p(-u) / a)


@fuse
def power(u, a):
    """Numbers of density a x**(a - 1)."""
    return u ** (1 / a)


@fuse
def rayleigh(u, scale):
    """Rayleigh numbers."""
    return dpt.sqrt(dpt.log1p(-u) * -2) * scale


@fuse
def standard_cauchy(u):
    """Cauchy numbers."""
    return dpt.tan((u - 0.5) * 3.141592653589793)


@fuse
def triangular(u, left, mode, right):
    """Triangular numbers."""
    base = right - left
    is_left = u * base <= mode - left
    ascending = left + dpt.sqrt(u * ((mode - left) * base))
    descending = right - dpt.sqrt((1 - u) * ((right - mode) * base))
    return dpt.where(is_left, ascending, descending)


@fuse
def weibull(u, a):
    """Weibull numbers of shape `a`."""
    return (-dpt.log1p(-u)) ** (1 / a)
