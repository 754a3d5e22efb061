# cython: language_level=3
"""``cimport dpctl.program``."""
from dpctl.program._program cimport SyclKernel, SyclProgram
