# Written by tools/write_stubs.py.
from contextlib import AbstractContextManager
from os import PathLike
from typing import Any
from typing import Self

__all__ = [
    "Profile",
    "ProfileEvent",
    "profile",
]

def profile() -> AbstractContextManager[Profile]: ...

class Profile:
    def __init__(self) -> None: ...
    @property
    def seconds(self) -> float: ...
    def table(self, by: str = "name", limit: int | None = 30) -> str: ...
    def to_chrome(self, path: str | PathLike[str]) -> None: ...
    def to_html(self, path: str | PathLike[str]) -> None: ...
    events: Any
    n_lost: Any
    devices: Any

class ProfileEvent:
    @property
    def seconds(self) -> float: ...
    def __init__(
        self,
        name: str,
        kind: str,
        where: str,
        submit: float,
        start: float,
        end: float,
        nbytes: int,
        live_bytes: int,
        device: str,
        queue: int,
        failed: bool,
    ) -> None: ...
    def __eq__(self, other: Any, /) -> Self: ...  # type: ignore  # pyright: ignore
    def __hash__(self) -> int: ...
    __match_args__: tuple[str, ...]
