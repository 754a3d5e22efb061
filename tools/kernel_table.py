"""Writes the table of what of the kernel language runs on a device: the kernel tests, file by file, run there.

usage: kernel_table.py BACKEND COMMIT [-- arguments of pytest] > docs/kernels-NAME.md      (for example cuda, and git
rev-parse --short HEAD) BACKEND is one of those that DPEX_TEST_BACKENDS takes. A row counts the tests of a file that
passed, names the reasons for which others were left out, and counts failures; if there are any, the exit status is 1.
"""

import ast
import collections
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests" / "python" / "numba_dpex"
FILTERS = {"native": "opencl:cpu:0", "sim": "level_zero:gpu:0", "cuda": "cuda:gpu:0", "opencl": "opencl:cpu:1"}


def run_tests(backend, arguments) -> xml.etree.ElementTree.Element:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:cacheprovider",
                f"--junitxml={report}",
                str(TESTS),
                *arguments,
            ],
            cwd=ROOT,
            env={**os.environ, "DPEX_TEST_BACKENDS": backend},
            stdout=sys.stderr,
            check=False,
        )
        return xml.etree.ElementTree.parse(report).getroot()


def subject(file: str) -> str:
    """The first sentence of a test file's docstring."""
    text = ast.get_docstring(ast.parse((TESTS / f"{file}.py").read_text())) or file
    return " ".join(text.split("\n\n")[0].split()).split(". ")[0].rstrip(".")


def rows(report):
    """file -> (number passed, number failed, {reason: number left out})."""
    found = collections.defaultdict(lambda: [0, 0, collections.Counter()])
    for case in report.iter("testcase"):
        row = found[next(part for part in case.get("classname").split(".") if part.startswith("test_"))]
        skipped = case.find("skipped")
        if skipped is not None:
            row[2][skipped.get("message")] += 1
        elif case.find("failure") is not None or case.find("error") is not None:
            row[1] += 1
        else:
            row[0] += 1
    return dict(sorted(found.items()))


def main():
    backend, commit, *arguments = sys.argv[1:]
    if backend == "sim":
        os.environ.setdefault("DPEX_SIMULATE", "gpu:1")
    found = rows(run_tests(backend, [a for a in arguments if a != "--"]))
    import dpctl  # after the tests: their device may be lost by then, and this process has not used it

    device = dpctl.SyclDevice(FILTERS[backend])
    print(
        f"# Kernels in Python on {device.name}\n\n{device.sycl_platform.version}, driver "
        f"{device.driver_version}, commit {commit}. Written by "
        "`tools/kernel_table.py`: the tests of `tests/python/numba_dpex`, run on the device.\n"
    )
    print("| tests | passed | failed | left out |\n|---|---|---|---|")
    for file, (passed, failed, left_out) in found.items():
        reasons = "; ".join(f"{n}: {reason}" for reason, n in sorted(left_out.items()))
        print(f"| `{file}`: {subject(file)} | {passed} | {failed or ''} | {reasons} |")
    return any(failed for _, failed, _ in found.values())


if __name__ == "__main__":
    sys.exit(main())
