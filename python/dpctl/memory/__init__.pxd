# cython: language_level=3
"""``cimport dpctl.memory``."""
from dpctl.memory._memory cimport MemoryUSMDevice, MemoryUSMHost, MemoryUSMShared, _Memory
