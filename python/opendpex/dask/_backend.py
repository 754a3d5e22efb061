"""The backend "dpnp" of ``dask.array``: where creation functions make chunks, and conversions to it and to NumPy.

Dask finds it by the entry point ``dask.array.backends``; what is dispatched on chunks is in ``dpnp``.
"""

from __future__ import annotations

import dask
import dask.array as da
import numpy
from dask.array.backends import ArrayBackendEntrypoint
from dask.array.dispatch import to_numpy_dispatch
from dask.utils import Dispatch

import dpnp

__all__ = ["DpnpBackend"]

_to_dpnp = Dispatch("to_dpnp")


@_to_dpnp.register(numpy.ndarray)
def _from_numpy(data, **options):
    return dpnp.asarray(data, **options)


@_to_dpnp.register(dpnp.ndarray)
def _same(data, **_):
    return data


@to_numpy_dispatch.register(dpnp.ndarray)
def _to_numpy(data, **_):
    return dpnp.asnumpy(data)


def _bit_generator(seed=None):
    """NumPy's default bit generator on devices, seeded as NumPy's: it gives the same numbers."""
    return dpnp.random.PCG64(seed)


def _created(function, *args, meta=None, **options):
    """A creation function of Dask for NumPy with chunks like an array of dpnp."""
    with dask.config.set({"array.backend": "numpy"}):
        return function(*args, meta=dpnp.empty(()) if meta is None else meta, **options)


class DpnpBackend(ArrayBackendEntrypoint):
    """Creation on devices."""

    @classmethod
    def to_backend_dispatch(cls):
        return _to_dpnp

    @classmethod
    def to_backend(cls, data, **options):
        if isinstance(data._meta, dpnp.ndarray):
            return data
        return data.map_blocks(_to_dpnp, meta=dpnp.empty((0,) * data.ndim, dtype=data.dtype), **options)

    @property
    def RandomState(self):
        return dpnp.random.RandomState

    @property
    def default_bit_generator(self):
        return _bit_generator

    @staticmethod
    def ones(*args, **options):
        return _created(da.ones, *args, **options)

    @staticmethod
    def zeros(*args, **options):
        return _created(da.zeros, *args, **options)

    @staticmethod
    def empty(*args, **options):
        return _created(da.empty, *args, **options)

    @staticmethod
    def full(*args, **options):
        return _created(da.full, *args, **options)

    @staticmethod
    def arange(*args, like=None, **options):
        like = dpnp.empty(()) if like is None else like
        with dask.config.set({"array.backend": "numpy"}):
            return da.arange(*args, like=like, **options)
