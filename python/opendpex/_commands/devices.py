"""Lists the devices: filter string, name, compute units, memory, and what they can do."""

import dpctl

__all__ = ["add_arguments", "run"]


def add_arguments(parser):
    """The command's arguments: none."""


def _memory(nbytes: int) -> str:
    return f"{nbytes / 2**30:.1f} GiB"


def run(args) -> int:
    """Print the table."""
    devices = dpctl.get_devices()
    rows = [("filter string", "name", "units", "memory", "fp64", "fp16", "driver")]
    for device in devices:
        rows.append(
            (
                device.filter_string,
                device.name,
                str(device.max_compute_units),
                _memory(device.global_mem_size),
                "yes" if device.has_aspect_fp64 else "no",
                "yes" if device.has_aspect_fp16 else "no",
                device.driver_version,
            )
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if not devices:
        print("none; `python -m opendpex doctor` says why")
        return 1
    print(f"default: {dpctl.select_default_device().filter_string}")
    return 0
