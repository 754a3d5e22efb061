"""Where arrays and headers lie."""

from __future__ import annotations

from ._arrays import as_array

__all__ = ["byte_bounds", "get_include"]


def byte_bounds(a):
    """Addresses of the first byte of an array's elements and of the byte behind the last: a pair of ints."""
    low, high = as_array(a)._byte_bounds
    return low, high


def get_include() -> str:
    """The folder of the C headers."""
    import dpctl

    return dpctl.get_include()
