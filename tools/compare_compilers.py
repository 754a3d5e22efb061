"""Compares the functions of CUDA's math library in releases of NVRTC, which brings its own copy of them.

usage: compare_compilers.py PACKAGE PACKAGE...
for instance compare_compilers.py "nvidia-cuda-nvrtc-cu12 == 12.9.86" "nvidia-cuda-nvrtc == 13.0.88"
Prints the functions that are not the same in all of the packages, which pip loads, with a number for each: where two
have one number, their functions are the same. The lists of tools/precompile_kernels.py (`UNSTABLE`, `RELEASES`) come
from it. Needs llvm-dis.
"""

import hashlib
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

MAGIC = b"BC\xc0\xde"
# Of LLVM's bitcode: what a module, its strings and its symbols begin with.
BLOCKS = {8, 13, 23, 25}
# Says nothing about results: what analyses found out, and numbers of attribute lists and metadata.
NOTES = re.compile(
    r"#\d+|![\w.]+|;[^\n]*|\b(?:noundef|nocapture|readonly|readnone|writeonly|local_unnamed_addr|unnamed_addr|nounwind|"
    r"alwaysinline|internal|linkonce_odr|dso_local|hidden|tail|nofree|willreturn|memory\([^)]*\))(?=\W)"
)
FUNCTION = re.compile(r"^define [^\n]*@([\w.]+)\(.*?^}", re.MULTILINE | re.DOTALL)
VALUE = re.compile(r"^@([\w.]+) = (.*)$", re.MULTILINE)


def read_library(package, folder):
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder), package]
    subprocess.run(command, check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if re.search(r"libnvrtc\.so\.\d+$", name))
        return files.read(name)


def find_modules(library):
    """The modules of bitcode within a file."""
    start = library.find(MAGIC)
    while start >= 0:
        end, blocks = start + len(MAGIC), set()
        while end + 8 <= len(library):
            head, n_words = struct.unpack_from("<II", library, end)
            block = head >> 2 & 0xFF
            if head & 3 != 1 or block not in BLOCKS or end + 8 + 4 * n_words > len(library):
                break
            blocks.add(block)
            end += 8 + 4 * n_words
        if 8 in blocks:
            yield library[start:end]
        start = library.find(MAGIC, end)


def read_functions(library):
    """The texts of functions and constants by name, of the module that has CUDA's functions."""
    for module in find_modules(library):
        done = subprocess.run(["llvm-dis", "-o", "-", "-"], input=module, capture_output=True, check=True)
        text = done.stdout.decode(errors="replace")
        functions = {match[1]: match[0] for match in FUNCTION.finditer(text)}
        if "__nv_sin" in functions:
            return dict(VALUE.findall(text)) | functions
    raise SystemExit("there is no library of functions in the package")


def digest(name, texts, known):
    """Of a function and of all that it calls and reads."""
    if name not in known:
        known[name] = ""  # of itself
        text = re.sub(r"\s+", " ", NOTES.sub("", texts[name]))
        used = sorted(set(re.findall(r"@([\w.]+)", text)) & texts.keys())
        text += "".join(digest(other, texts, known) for other in used)
        known[name] = hashlib.sha256(text.encode()).hexdigest()
    return known[name]


def main():
    packages = sys.argv[1:]
    if len(packages) < 2:
        raise SystemExit(__doc__)
    rows = {}
    for package in packages:
        with tempfile.TemporaryDirectory() as folder:
            texts, known = read_functions(read_library(package, Path(folder))), {}
        for name in texts:
            if name.startswith("__nv_"):
                rows.setdefault(name, {})[package] = digest(name, texts, known)
    for name, row in sorted(rows.items()):
        found = [row.get(package, "none") for package in packages]
        if len(set(found)) > 1:
            print(f"{name.removeprefix('__nv_'):20}", *(list(dict.fromkeys(found)).index(one) for one in found))


if __name__ == "__main__":
    main()
