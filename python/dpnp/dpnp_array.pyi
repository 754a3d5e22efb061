# Written by tools/write_stubs.py.
from dpnp import ndarray as dpnp_array

__all__ = [
    "dpnp_array",
]
