"""What notebooks show of arrays, devices and queues: ``_repr_html_``."""

from __future__ import annotations

import html
import math

from opendpex import _core

__all__ = ["repr_html"]

_MOST = 5  # elements of a row or column on each side of the dots
# Pages style tables in their own ways, some without any space between cells.
_STYLE = "border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0.3em 0; width: auto"
_CELL = "padding: 0.1em 0.6em; text-align: "


def _table(rows, align) -> str:
    """Rows of cells that are HTML already."""
    td = f'<td style="{_CELL}{align}">'
    lines = "".join(f"<tr>{''.join(f'{td}{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<table style="{_STYLE}"><tbody>{lines}</tbody></table>'


def _properties(pairs) -> str:
    return _table([(f"<b>{html.escape(name)}</b>", html.escape(str(value))) for name, value in pairs], "left")


def _bytes(n: float) -> str:
    unit = 0 if n < 1024 else min(4, int(math.log2(n) / 10))
    return f"{n / 1024**unit:.{1 if unit else 0}f} {('B', 'KiB', 'MiB', 'GiB', 'TiB')[unit]}"


def _device(device) -> str:
    return f"{device._describe()}, {device.name}"


def _of_device(device) -> str:
    return "<b>SyclDevice</b>" + _properties(
        [
            ("device", _device(device)),
            ("vendor, driver", f"{device.vendor}, {device.driver_version}"),
            ("compute units", device.max_compute_units),
            ("memory", _bytes(device.global_mem_size)),
            ("double, half precision", f"{device.has_aspect_fp64}, {device.has_aspect_fp16}"),
        ]
    )


def _of_queue(queue) -> str:
    flags = [name for name in ("is_in_order", "has_enable_profiling") if getattr(queue, name)]
    return "<b>SyclQueue</b>" + _properties([("device", _device(queue.sycl_device)), ("properties", flags or "none")])


def _shown(n: int):
    """The positions of an axis that are shown; None: dots."""
    return [*range(n)] if n <= 2 * _MOST else [*range(_MOST), None, *range(n - _MOST, n)]


def _parts(x):
    """A host copy of the corners of a one- or two-dimensional array, and the positions that its axes have."""
    axes = [_shown(n) for n in x.shape]
    for axis, shown in enumerate(axes):
        if None not in shown:
            continue
        before = (slice(None),) * axis
        first, last = x[(*before, slice(_MOST))], x[(*before, slice(-_MOST, None))]
        x = _concatenated(first, last, axis)
    return _to_numpy(x), axes


def _concatenated(first, last, axis):
    import dpctl.tensor  # here, because dpctl imports this package

    parts = [_core.as_usm_ndarray(part) for part in (first, last)]
    return dpctl.tensor.concat(parts, axis=axis)


def _to_numpy(x):
    import dpctl.tensor  # here, because dpctl imports this package

    return dpctl.tensor.asnumpy(_core.as_usm_ndarray(x))


def _cell(value) -> str:
    return html.escape(f"{value:.6g}" if isinstance(value, (float, complex)) else str(value))


def _elements(x) -> str:
    if x.ndim == 0 or x.ndim > 2 or x.size == 0:
        return f"<pre>{html.escape(repr(x))}</pre>"
    values, axes = _parts(x)
    rows = values.tolist() if x.ndim == 2 else [values.tolist()]
    for line in rows:
        if None in axes[-1]:
            line.insert(_MOST, None)
    if x.ndim == 2 and None in axes[0]:
        rows.insert(_MOST, [None] * len(rows[0]))
    return _table([["…" if value is None else _cell(value) for value in line] for line in rows], "right")


def _of_array(x) -> str:
    kind = type(x).__name__
    return (
        f"<b>{'dpnp.' if kind == 'ndarray' else 'dpctl.tensor.'}{kind}</b>"
        + _properties(
            [
                ("shape, dtype", f"{x.shape}, {x.dtype}"),
                ("memory", f"{_bytes(x.size * x.dtype.itemsize)} of kind {x.usm_type}"),
                ("device", _device(x.sycl_device)),
            ]
        )
        + _elements(x)
    )


def repr_html(x) -> str:
    """The HTML of an array, a device or a queue.

    Parameters
    ----------
    x : usm_ndarray, dpnp.ndarray, SyclDevice or SyclQueue
        The object. Of a large array the first and last rows and columns are shown, which are copied to the host.

    Returns
    -------
    str
    """
    if isinstance(x, _core.array_base):
        return _of_array(x)
    return _of_queue(x) if hasattr(x, "sycl_device") else _of_device(x)
