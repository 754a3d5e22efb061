"""The serializers of ``distributed`` for arrays of both kinds, registered when its protocol is imported.

They are loaded with the first array that is sent or received (`opendpex.dask._serialize`).
"""

import importlib

from opendpex._when_imported import when_imported

__all__ = []


def _load():
    importlib.import_module("opendpex.dask._serialize")


def _register():
    for module, names in (
        ("serialize", ("dask_serialize", "dask_deserialize")),
        ("cuda", ("cuda_serialize", "cuda_deserialize")),
    ):
        dispatches = importlib.import_module(f"distributed.protocol.{module}")
        for name in names:
            for package in ("dpctl", "dpnp"):
                getattr(dispatches, name).register_lazy(package)(_load)


when_imported("distributed.protocol", _register)
