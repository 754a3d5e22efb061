"""Includes point down: checks every #include "..." in src/ and python/core against tools/layers.txt."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def read_layers():
    """Folder -> list of allowed prefixes."""
    layers = {}
    for line in (ROOT / "tools/layers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            folder, _, allowed = line.partition(":")
            layers[folder] = allowed.split()
    return layers


def is_allowed(folder, home, target, allowed):
    """Whether a file in src/<folder> (its own directory: home) may include target."""
    if target.startswith("dpex/") or (home / target).exists():
        return True
    return any(target == a or target.startswith(a.rstrip("/") + "/") for a in [folder, *allowed])


def is_allowed_in(part, target, layers):
    """Whether a file in a part (a folder of a folder) may include that of the same folder."""
    folder = part.split("/")[0]
    if part not in layers or not target.startswith(f"{folder}/") or target.count("/") == 1:
        return True
    return any(target == a or target.startswith(a + "/") for a in [part, *layers[part]])


def main():
    layers, bad = read_layers(), []
    for path in sorted(p for p in (ROOT / "src").rglob("*.*") if p.suffix in (".c", ".h", ".inc")):
        folder = path.relative_to(ROOT / "src").parts[0]
        for target in INCLUDE.findall(path.read_text()):
            if not is_allowed(folder, path.parent, target, layers[folder]):
                bad.append(f"{path.relative_to(ROOT)}: includes {target}; {folder}/ may include {layers[folder]}")
            part = "/".join(path.relative_to(ROOT / "src").parts[:2])
            if not is_allowed_in(part, target, layers):
                bad.append(
                    f"{path.relative_to(ROOT)}: includes {target}; of {folder}/, {part}/ may include {layers[part]}"
                )
    parts = {p.name for p in (ROOT / "src/ops").iterdir() if p.is_dir()}
    bad += [f"tools/layers.txt has no row for ops/{part}" for part in sorted(parts) if f"ops/{part}" not in layers]
    loose = sorted((ROOT / "src/ops").glob("*.[ch]"))
    bad += [f"src/ops/{p.name}: belongs into a part" for p in loose if p.stem not in ("work", "tuning")]
    for path in sorted((ROOT / "src/backend").glob("*/*.[ch]")):
        for other in (p.name for p in (ROOT / "src/backend").iterdir() if p.is_dir() and p != path.parent):
            if f'"backend/{other}/' in path.read_text() or f'"../{other}/' in path.read_text():
                bad.append(f"{path.relative_to(ROOT)}: includes another backend, {other}")
    for path in sorted((ROOT / "python/core").glob("*.[ch]")):
        for target in INCLUDE.findall(path.read_text()):
            if not target.startswith("dpex/") and not (path.parent / target).exists():
                bad.append(f"{path.relative_to(ROOT)}: includes {target}; the binding sees include/dpex only")
    print("\n".join(bad) or f"layers: includes point down; loose in src/ops: {', '.join(p.name for p in loose)}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
