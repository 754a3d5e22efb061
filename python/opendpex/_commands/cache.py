"""The cache of compiled kernels: its folder and size (``show``), removal of all entries (``clear``), and compilation of
the common array operations for the devices that compile (``warm``), so that programs find them."""

import os
import sys
import time
from pathlib import Path

from opendpex import _core
from opendpex._commands import _operations

__all__ = ["add_arguments", "folder", "run", "total"]

# Kernels of GPUs differ where arrays are large.
_SIZES = {"gpu": (1000, 1 << 20), "cpu": (1000,)}


def add_arguments(parser):
    """The command's arguments."""
    parser.add_argument("action", choices=["show", "clear", "warm"], nargs="?", default="show", help="default: show")
    parser.add_argument("--device", help="the one to warm the cache for, as 'cuda:gpu'; default: all that compile")


def folder() -> Path | None:
    """The folder of the cache; None where none can be used."""
    name = _core._cache_folder()
    return None if name is None else Path(name)


def _entries(where: Path) -> list[Path]:
    # Folders are of compilers that work in them right now.
    return [path for path in where.iterdir() if path.is_file()]


def _total(entries: list[Path]) -> tuple[int, int]:
    return len(entries), sum(path.stat().st_size for path in entries)


def total(where: Path) -> tuple[int, int]:
    """The number of entries, and their bytes."""
    return _total(_entries(where))


def _show(where: Path):
    entries = _entries(where)
    print(where)
    for suffix in sorted({path.suffix for path in entries}):
        n, nbytes = _total([path for path in entries if path.suffix == suffix])
        print(f"{n:8} {suffix or '(other)':8} {nbytes / 1e6:10.1f} MB")
    n, nbytes = _total(entries)
    print(f"{n:8} {'all':8} {nbytes / 1e6:10.1f} MB")


def _clear(where: Path):
    entries = _entries(where)
    n, nbytes = _total(entries)
    for path in entries:
        path.unlink(missing_ok=True)
    print(f"{n} entries removed, {nbytes / 1e6:.1f} MB")


def _progress(done: int, n: int, text: str):
    if not sys.stderr.isatty():
        return
    width = 30
    filled = width * done // n
    print(f"\r[{'#' * filled}{'.' * (width - filled)}] {done}/{n} {text:40.40}", end="", file=sys.stderr, flush=True)
    if done == n:
        print(file=sys.stderr)


def _warm(filter_string: str | None) -> int:
    import dpctl  # here, because the doctor asks for the cache where dpctl may be gone
    import dpnp  # likewise
    import opendpex

    # The CPU's loops are part of the library.
    listed = dpctl.get_devices() if filter_string is None else [dpctl.SyclDevice(filter_string)]
    devices = [device for device in listed if not _core._runs_on_host(dpctl.SyclQueue(device))]
    if not devices:
        print("no device compiles array operations: those of the CPU are part of the library")
        return 0
    os.environ["DPEX_TIERS"] = "0"  # optimized kernels, before the first one is made
    began = time.perf_counter()
    n_done = n_failed = 0
    for device in devices:
        queue = dpctl.SyclQueue(device)
        sizes = _SIZES.get(device.device_type.name, _SIZES["gpu"])
        with opendpex.fusion(False):
            jobs = [job for n in sizes for job in _operations.calls(dpnp, n, queue)]
            for done, (name, call) in enumerate(jobs):
                _progress(done, len(jobs), f"{device.filter_string} {name}")
                try:
                    call()
                    queue.wait()
                    n_done += 1
                except (NotImplementedError, ValueError):  # a dtype that the device lacks
                    n_failed += 1
            _progress(len(jobs), len(jobs), "")
    left_out = f", {n_failed} that it lacks" if n_failed else ""
    print(f"{n_done} operations{left_out} on {len(devices)} devices in {time.perf_counter() - began:.1f} s")
    return 0


def run(args) -> int:
    """Show, clear or fill the cache."""
    where = folder()
    if where is None:
        print("there is no cache: DPEX_LOG=program tells why its folder is not used")
        return 1
    if args.action == "warm":
        return _warm(args.device)
    (_show if args.action == "show" else _clear)(where)
    return 0
