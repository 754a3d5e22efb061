"""The module path that the reference has for its array type."""

from opendpex._core import ndarray as dpnp_array

__all__ = ["dpnp_array"]
