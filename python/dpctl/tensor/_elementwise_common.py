"""The types of element-wise functions, at the path that the reference has; written in C (python/core/elementwise.c)."""

from opendpex._core import BinaryElementwiseFunc, UnaryElementwiseFunc

__all__ = ["BinaryElementwiseFunc", "UnaryElementwiseFunc"]
