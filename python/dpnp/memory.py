"""dpnp.memory: USM allocations, and the allocation of an array."""

from dpctl.memory import MemoryUSMDevice, MemoryUSMHost, MemoryUSMShared

from ._arrays import as_array

__all__ = ["MemoryUSMDevice", "MemoryUSMHost", "MemoryUSMShared", "create_data"]


def create_data(x):
    """Give the memory object of an array, without a copy.

    Parameters
    ----------
    x : dpnp.ndarray or usm_ndarray
        The array.

    Returns
    -------
    MemoryUSMDevice or MemoryUSMShared or MemoryUSMHost
    """
    return as_array(x).data


def __dir__():
    return __all__
