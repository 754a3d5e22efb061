"""opendpex.dask: arrays of devices in Dask.

``dask.config.set({"array.backend": "dpnp"})`` makes ``dask.array`` create chunks on devices; `local_cluster` starts a
worker per device or part of one; chunks travel between workers by serializers that are registered when ``distributed``
is imported. This package imports Dask only when something of it is used; ``pip install "opendpex[dask]"`` brings it.
"""

from __future__ import annotations

__all__ = ["local_cluster", "store"]


def local_cluster(devices=None, *, threads_per_worker: int = 1, worker_options: dict | None = None, **options):
    """Start a Dask cluster on this machine with a worker process per device.

    Parameters
    ----------
    devices : int, str, iterable of SyclDevice or str, optional
        The devices, or filter strings; sub-devices of the CPU too, whose workers run on their cores only. An int splits
        the CPU into so many equal parts. A str is a filter of `dpctl.get_devices`, such as "gpu". Default: all GPUs;
        where there is none, the CPU split into its NUMA domains, or as one device.
    threads_per_worker : int, optional
        Tasks that a worker runs at the same time. Operations use the whole device anyway; more threads let one task
        prepare what the device computes next.
    worker_options : dict, optional
        Options of every worker, such as ``{"memory_limit": "4GiB"}``.
    **options
        Those of `distributed.SpecCluster`, such as ``asynchronous=True``.

    Returns
    -------
    distributed.SpecCluster
        To be used by ``distributed.Client(cluster)``. A worker's default device is its device, its name the filter
        string, and ``dask.array``'s backend there is dpnp.

    Raises
    ------
    ValueError
        If there is no such device, or a part of a GPU is asked for that the selector cannot name.
    """
    from ._cluster import make_cluster  # here and below: Dask is imported when it is used

    return make_cluster(devices, threads_per_worker, worker_options or {}, options)


def store(sources, targets, **options):
    """Store Dask arrays with chunks on devices in NumPy arrays, files, or whatever takes NumPy arrays by parts.

    Parameters
    ----------
    sources : dask.array.Array or sequence of them
        What is stored; each chunk is copied to the host.
    targets : array-like or sequence of them
        Where; ``target[slices] = chunk`` is called with NumPy arrays.
    **options
        Those of `dask.array.store`.

    Returns
    -------
    As of `dask.array.store`: None, or what is to be computed.
    """
    import dask.array as da  # takes time

    on_host = [source.to_backend("numpy") for source in ([sources] if isinstance(sources, da.Array) else sources)]
    return da.store(on_host, [targets] if isinstance(sources, da.Array) else targets, **options)
