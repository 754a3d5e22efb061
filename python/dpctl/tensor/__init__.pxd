# cython: language_level=3
"""``cimport dpctl.tensor``."""
from dpctl.tensor._usmarray cimport usm_ndarray
