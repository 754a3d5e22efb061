"""Modules that programs import from below `numba_dpex.core`."""
