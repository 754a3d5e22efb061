"""Draws the first table of docs/performance.md as docs/performance.svg: times as multiples of ours, bars for each row.

usage: draw_performance.py [--check]
"""

import html
import math
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE, PICTURE = ROOT / "docs/performance.md", ROOT / "docs/performance.svg"
COLORS = {"NumPy": "#4dabcf", "PyTorch": "#ee4c2c", "Intel's": "#8a8f98"}
BAR, GAP, LEFT, WIDTH, MOST = 9, 10, 250, 820, 500


def read_table():
    """The peers' names, and for each row that all were measured on: its name and the times, ours first."""
    table = re.search(r"^\|(?: \|)?.*opendpex.*\n\|[-|]+\n((?:\|.*\n)+)", TABLE.read_text(), re.M)
    head, *lines = [line for line in table[0].splitlines() if not line.startswith("|---")]
    peers = [cell.strip() for cell in head.strip("|").split("|")][-3:]
    rows = []
    for line in lines:
        name, *times = [cell.strip() for cell in line.strip("|").split("|")]
        if "-" not in times[:2]:
            rows.append((name.replace("`", ""), [None if t == "-" else float(t) for t in times]))
    return peers, rows


def draw():
    peers, rows = read_table()
    scale = (WIDTH - LEFT - 60) / math.log10(MOST)
    height = len(rows) * (BAR * len(peers) + GAP) + 60
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        '<text x="10" y="20" font-weight="bold">Time as a multiple of opendpex\'s (line: 1; logarithmic)</text>',
    ]
    x = LEFT
    for peer in peers:
        color = COLORS[peer.split()[0]]
        out.append(
            f'<rect x="{x}" y="30" width="10" height="10" fill="{color}"/>'
            f'<text x="{x + 15}" y="39">{html.escape(peer)}</text>'
        )
        x += 130
    y = 55
    for name, (ours, *theirs) in rows:
        out.append(
            f'<text x="{LEFT - 8}" y="{y + BAR * len(peers) / 2 + 4}" text-anchor="end">{html.escape(name)}</text>'
        )
        for peer, time in zip(peers, theirs, strict=True):
            if time is not None:
                width = max(1.0, math.log10(max(time / ours, 1.0)) * scale)
                color = COLORS[peer.split()[0]]
                out.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 1}" fill="{color}"/>')
                label = f"{time / ours:.1f}" if time / ours < 10 else f"{time / ours:.0f}"
                out.append(f'<text x="{LEFT + width + 4:.1f}" y="{y + BAR - 1}" font-size="9">{label}</text>')
            y += BAR
        y += GAP
    out.append(f'<line x1="{LEFT}" y1="50" x2="{LEFT}" y2="{y}" stroke="#222"/>')
    return "\n".join([*out, "</svg>", ""])


def main():
    text = draw()
    if "--check" in sys.argv:
        if PICTURE.read_text() != text:
            print(f"{PICTURE.relative_to(ROOT)} is not that of the table; run tools/draw_performance.py")
            return 1
        return 0
    PICTURE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
