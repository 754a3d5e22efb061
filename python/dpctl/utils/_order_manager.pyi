# Written by tools/write_stubs.py.
from dpctl.utils._seq_order_keeper import _OrderManager
from typing import Any

__all__ = [
    "SequentialOrderManager",
]
SequentialOrderManager: _ManagerOfQueues

class _ManagerOfQueues:
    def __init__(self) -> None: ...
    def __getitem__(self, queue: Any) -> _OrderManager: ...
    def clear(self) -> None: ...
