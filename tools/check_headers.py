"""Every header compiles alone; the public ones as C11 and as C++17, and they include only standard headers and each
other."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", str(ROOT / "include")]
# Headers that exist for Python extensions include Python.h.
PYTHON_HEADERS = {"python.h"}


def compiles(command, header):
    done = subprocess.run([*command, *FLAGS, str(header)], capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{header.relative_to(ROOT)} ({command[0]}):\n{done.stderr}"


def python_include():
    import sysconfig

    return ["-I", sysconfig.get_paths()["include"]]


def main():
    bad = []
    for header in sorted((ROOT / "include/dpex").glob("*.h")):
        extra = python_include() if header.name in PYTHON_HEADERS else []
        bad += [
            compiles(["cc", "-std=c11", "-xc", *extra], header),
            compiles(["c++", "-std=c++17", "-xc++", *extra], header),
        ]
        for target in re.findall(r'#\s*include\s+"([^"]+)"', header.read_text()):
            if not (header.parent / target).exists():
                bad.append(f"{header.relative_to(ROOT)}: includes {target}, which is not a public header")
    dpctl = ROOT / "python/dpctl/include"
    for header in sorted(dpctl.rglob("*.h")):
        extra = ["-I", str(dpctl), *python_include()]
        bad += [
            compiles(["cc", "-std=c11", "-xc", *extra], header),
            compiles(["c++", "-std=c++17", "-xc++", *extra], header),
        ]
    for header in sorted((ROOT / "src").rglob("*.h")):
        extra = ["-I", str(ROOT / "src"), "-I", str(dpctl), "-Wno-unused-function"]
        bad.append(compiles(["cc", "-std=gnu11", "-xc", *extra], header))
    for header in sorted((ROOT / "python/core").glob("*.h")):
        bad.append(compiles(["cc", "-std=gnu11", "-xc", *python_include(), "-Wno-unused-function"], header))
    bad = [text for text in bad if text]
    print("\n".join(bad) or "headers: each compiles alone")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
