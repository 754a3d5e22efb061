"""opendpex.mpi: a device for each rank of an MPI program.

Arrays need nothing from here: mpi4py takes them as buffers by DLPack or the CUDA array interface. This module does not
import mpi4py.
"""

from __future__ import annotations

import importlib
import os

import dpctl

__all__ = ["device_of_rank", "local_rank", "queue_of_rank"]

# Rank among the processes of this machine, and how many they are, by the launcher.
_VARIABLES = (
    ("OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"),  # Open MPI
    ("MPI_LOCALRANKID", "MPI_LOCALNRANKS"),  # MPICH, Intel MPI
    ("MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE"),  # MVAPICH
    ("PALS_LOCAL_RANKID", "PALS_LOCAL_SIZE"),  # HPE
    ("SLURM_LOCALID", "SLURM_NTASKS_PER_NODE"),
)


def local_rank(comm=None) -> tuple[int, int]:
    """Return the rank of this process among those on the same machine, and their number.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm, optional
        All its processes call this. Default: as the launcher's environment variables say.

    Returns
    -------
    tuple of two ints
        (0, 1) without a communicator outside of an MPI program.
    """
    if comm is not None:
        node = comm.Split_type(importlib.import_module("mpi4py.MPI").COMM_TYPE_SHARED)
        found = node.rank, node.size
        node.Free()
        return found
    for rank, size in _VARIABLES:
        if os.environ.get(rank, "").isdigit():
            n = os.environ.get(size, "")
            return int(os.environ[rank]), int(n) if n.isdigit() else int(os.environ[rank]) + 1
    return 0, 1


def device_of_rank(comm=None, devices=None) -> dpctl.SyclDevice:
    """Return the device of this rank: the GPUs of the machine in turn, else an equal part of the CPU.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm, optional
        All its processes call this. Default: as the launcher's environment variables say.
    devices : sequence of SyclDevice, optional
        The devices to share out. Default: all GPUs; where there is none, the CPU in as many parts as there are ranks on
        this machine, as far as it has cores. A launcher that binds ranks to cores has split it already: then the CPU.

    Returns
    -------
    SyclDevice
    """
    rank, n_ranks = local_rank(comm)
    devices = list(devices) if devices is not None else dpctl.get_devices(device_type="gpu")
    if devices:
        return devices[rank % len(devices)]
    cpu = dpctl.select_cpu_device()
    n = min(n_ranks, cpu.max_compute_units)
    is_bound = len(os.sched_getaffinity(0)) < (os.cpu_count() or 1)
    if n < 2 or is_bound:
        return cpu
    return cpu.create_sub_devices(partition=cpu.max_compute_units // n)[rank % n]


def queue_of_rank(comm=None, devices=None) -> dpctl.SyclQueue:
    """Return the cached queue of the device of this rank, for ``device=`` of functions that create arrays.

    Parameters
    ----------
    comm, devices
        As of `device_of_rank`.

    Returns
    -------
    SyclQueue

    Examples
    --------
    >>> import dpnp
    >>> from opendpex.mpi import queue_of_rank
    >>> x = dpnp.zeros(1000, device=queue_of_rank())
    """
    return dpctl.get_device_cached_queue(device_of_rank(comm, devices))
