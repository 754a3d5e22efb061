"""The libraries export what their headers declare, no more and no less; nothing links a vendor library.

usage: check_symbols.py BUILD_DIR
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DECLARED = re.compile(r"\b(dpex_\w+)\s*\(")
# What the dynamic linker may bring in: the C library's parts and the unwinder of the compiler.
ALLOWED_LIBRARIES = {
    "libc.so.6",
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "librt.so.1",
    "libgcc_s.so.1",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
}


# library -> folder of its headers, what marks a function there, and how its name is found
LIBRARIES = {
    "libdpex.so": ("include/dpex", "DPEX_API", DECLARED),
    "libDPCTLSyclInterface.so": ("python/dpctl/include/syclinterface", "DPCTL_API", re.compile(r"\b(DPCTL\w+)\s*\(")),
}


def declared(folder, mark, pattern):
    """Names of the functions that the headers of a folder mark as exported."""
    names = set()
    for header in (ROOT / folder).glob("*.h"):
        text = re.sub(r"/\*.*?\*/|^\s*#[^\n]*(\\\n[^\n]*)*", "", header.read_text(), flags=re.S | re.M)
        for statement in re.split(r"[;{}]", text):
            if mark in statement:
                match = pattern.search(statement.split(mark, 1)[1])
                if match:
                    names.add(match.group(1))
    return names


def exported(library):
    out = subprocess.run(
        ["nm", "-D", "--defined-only", str(library)], capture_output=True, text=True, check=True
    ).stdout
    return {line.split()[-1].split("@")[0] for line in out.splitlines()}


def check(library, want):
    """What is wrong with a library."""
    have = exported(library)
    bad = [f"declared, not exported: {n}" for n in sorted(want - have)]
    bad += [f"exported, not declared: {n}" for n in sorted(have - want)]
    needed = subprocess.run(["readelf", "-d", str(library)], capture_output=True, text=True, check=True).stdout
    allowed = ALLOWED_LIBRARIES | set(LIBRARIES)
    bad += [f"links {n}" for n in re.findall(r"NEEDED.*\[(.*)\]", needed) if n not in allowed]
    return bad


def main():
    failed = False
    for name, headers in LIBRARIES.items():
        want = declared(*headers)
        bad = check(next(Path(sys.argv[1]).rglob(name)), want)
        print("\n".join(bad) or f"symbols: {name}: {len(want)} exported, as declared")
        failed |= bool(bad)
    return failed


if __name__ == "__main__":
    sys.exit(main())
