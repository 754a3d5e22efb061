"""Stateless random numbers: functions of a seed, an index and a draw, with the same values in kernels, host functions
and plain Python.

>>> from numba_dpex.kernel_api import random
>>> 0.0 <= random.uniform(42, 7) < 1.0
True
>>> [hex(word) for word in random.philox4x32(0, 0)]
['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8']
"""

from .._compiler.philox import exponential, integers, normal, philox4x32, uniform, uniform32

__all__ = ["exponential", "integers", "normal", "philox4x32", "uniform", "uniform32"]
