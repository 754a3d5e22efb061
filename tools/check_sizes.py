"""House rules that can be counted: no file above 1,000 lines, no function above 100 (those listed below apart), no two
tests of one name, which pytest cannot tell apart."""

import collections
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_FILE, MAX_FUNCTION = 1000, 100
EXEMPT = set()  # "file:function" of interpreter loops
START = re.compile(r"^[A-Za-z_][^;=#]*?\b([A-Za-z_]\w*)\s*\(")


def functions(lines):
    """Name, first line and length of each C function that starts in column 0."""
    name = start = None
    for number, line in enumerate(lines, 1):
        match = START.match(line)
        if match and not line.rstrip().endswith(";"):
            name, start = match.group(1), number
        elif line.startswith("}") and name:
            yield name, start, number - start
            name = None


def main():
    bad = []
    sources = [
        p
        for folder in ("src", "include", "python", "tests", "tools", "bench", "examples")
        for p in sorted((ROOT / folder).rglob("*"))
        if p.suffix in (".c", ".h", ".inc", ".py")
    ]
    for path in sources:
        lines = path.read_text().splitlines()
        where = path.relative_to(ROOT)
        if len(lines) > MAX_FILE:
            bad.append(f"{where}: {len(lines)} lines, the rule is {MAX_FILE}")
        if path.suffix == ".c":
            bad += [
                f"{where}:{start}: {name} has {n} lines, the rule is {MAX_FUNCTION}"
                for name, start, n in functions(lines)
                if n > MAX_FUNCTION and f"{where}:{name}" not in EXEMPT
            ]
    tests = collections.Counter(p.name for p in sources if p.name.startswith("test_") and p.suffix == ".py")
    bad += [f"{name}: {n} files of this name" for name, n in tests.items() if n > 1]
    print("\n".join(bad) or f"sizes: {len(sources)} files within the rules")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
