"""Functions without a source text: their text from the bytecode, and kernels from wherever Python runs."""

import os
import pty
import select
import shutil
import subprocess
import sys
import textwrap
import time
import types

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import _decompiler, prange
from numba_dpex._compiler.errors import UnsupportedError
from numba_dpex._decompiler import Unknown, function_text

FOLDER = os.path.dirname(__file__)
# An f-string, which kernels cannot have, and what kernels refuse.
NOT_UNDERSTOOD = {"asserted_text", "defines_a_class", "line_in"}

CHECK = """
import glob, sys, types
sys.path.insert(0, {folder!r})
from _decompiler import Unknown, function_text

def codes(code):
    for c in code.co_consts:
        if isinstance(c, types.CodeType):
            yield c
            yield from codes(c)

def is_kernel(c):
    names = c.co_varnames[:1] + c.co_names
    return c.co_flags & 2 and {{"item", "nd", "prange", "get_global_id"}} & set(names) and not c.co_name.startswith(("test_", "<"))

good = 0
for path in sorted(glob.glob({tests!r} + "/*.py")):
    with open(path) as file:
        module = compile(file.read(), path, "exec", dont_inherit=True)
    for c in codes(module):
        if is_kernel(c):
            function = types.FunctionType(c, {{}}, closure=tuple(types.CellType(0) for _ in c.co_freevars) or None)
            try:
                function_text(function)
                good += 1
            except Unknown as error:
                print(c.co_name, "|", error)
print(good, "functions")
"""


def check_all(python):
    """(number of kernels of this folder whose text is found, reasons of the others)"""
    folder = os.path.dirname(os.path.dirname(_decompiler.__file__))
    text = CHECK.format(folder=folder, tests=FOLDER)
    result = subprocess.run([python, "-c", text], capture_output=True, text=True, check=True)
    *others, last = result.stdout.splitlines()
    return int(last.split()[0]), others


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_kernels_of_this_folder_have_a_text_with_the_same_bytecode(version):
    python = sys.executable if sys.version.startswith(version) else shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip(f"there is no Python {version}")
    good, others = check_all(python)
    assert good > 400 and len(others) <= 0.02 * good, others


def anonymous(function):
    """The function as if its file were gone."""
    code = function.__code__.replace(co_filename="<gone>", co_firstlineno=1)
    made = types.FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    made.__annotations__ = function.__annotations__
    return made


def branches(item, x, y):
    i = item.get_id(0)
    a, b = x[i], 1.0
    for k in range(10):
        if k == i or a < 0.2 < b:
            continue
        elif k > 7 and not a > 0.9:
            break
        a, b = b * 0.5, a + (k if k % 2 else -k)
    else:
        b += 100
    while 0.0 < b < 50 and k:
        b *= 1.5
        if b > 20:
            y[i] += 1
            return
    y[i] += max(a, b) if a != b else -1.0


def arrays(x, y):
    total = 0.0
    for i in prange(x.shape[0]):
        row = np.zeros(3)
        row[:2] = x[i]
        row += 1
        y[i] -= row[0] * row[-1] + np.sum(x[: i + 1] ** 2)
        total += y[i]
    return total


def test_kernels_without_a_file_compute_the_same(device):
    queue, x = dpctl.SyclQueue(device), np.linspace(0, 1, 20)
    results = []
    for function in (branches, anonymous(branches)):
        y = dpt.zeros(20, sycl_queue=queue)
        dpex.call_kernel(dpex.kernel(function), dpex.Range(20), dpt.asarray(x, sycl_queue=queue), y)
        results.append(dpt.asnumpy(y))
    np.testing.assert_array_equal(*results)
    sums = [dpex.njit(f)(x, np.ones(20)) for f in (arrays, anonymous(arrays))]
    assert sums[0] == sums[1] == pytest.approx(arrays(x, np.ones(20)), rel=1e-14)


TEXTS = """
def written(x, /, *rest, y=None):
    return x[1:] if y is None else (lambda a, b=2: a @ b)(x, rest) or [x, *rest]

def swaps(a):
    a[0], a[1] = (a[1], a[0])
    b = c = a[0] = 2j
    del b
    assert c, 'no'

def loops(n, *, k=3):
    for i in range(n):
        if i > k and i < 9 or not i:
            break
    else:
        return -1
    while i < 5:
        i += 1
    return i
"""


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="its compiler copies ends of functions and of loops into branches"
)
def test_texts_are_those_that_were_written():
    names = {}
    exec(TEXTS, names)
    for text in TEXTS.strip().split("\n\n"):
        assert function_text(names[text[4 : text.index("(")]]) == text


def guarded(item, x):
    try:
        x[0] = 1
    except ValueError:
        pass


def test_what_is_not_understood_is_an_error_of_few_lines():
    with pytest.raises(Unknown, match="try"):
        function_text(guarded)
    with pytest.raises(UnsupportedError) as caught:
        dpex.call_kernel(dpex.kernel(anonymous(guarded)), dpex.Range(1), dpt.zeros(1))
    lines = str(caught.value).splitlines()
    assert (
        len(lines) <= 6
        and "source of guarded" in lines[0]
        and "bytecode" in lines[2]
        and lines[-1].startswith("hint: ")
    )


# ---- where programs come from ----------------------------------------------------------------------------------------

PROGRAM = """
import dpctl.tensor as dpt, numba_dpex as dpex
@dpex.kernel
def twice(item, x):
    i = item.get_id(0)
    if i != 1:
        x[i] = i * 2

x = dpt.zeros(4)
dpex.call_kernel(twice, dpex.Range(4), x)
print("found", dpt.asnumpy(x).tolist())
"""
EXPECTED = "found [0.0, 0.0, 4.0, 6.0]"


def test_a_pipe_as_standard_input():
    result = subprocess.run([sys.executable], input=PROGRAM, capture_output=True, text=True, check=False)
    assert result.stdout.strip() == EXPECTED, result.stderr


@pytest.mark.parametrize("name", ["<string>", "gone.py"])
def test_exec_of_a_text_that_is_not_kept(name):
    pieces = [PROGRAM[i : i + 7] for i in range(0, len(PROGRAM), 7)]
    text = f"exec(compile(''.join({pieces!r}), {name!r}, 'exec'))"
    result = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert result.stdout.strip() == EXPECTED, result.stderr


@pytest.mark.parametrize("options", [[], ["-I"]], ids=["plain", "isolated"])
def test_the_interactive_prompt(options):
    """A terminal; isolated, Python has no history of lines."""
    if subprocess.run([sys.executable, *options, "-c", "import dpctl"], capture_output=True, check=False).returncode:
        pytest.skip("the packages are found by PYTHONPATH, which an isolated Python ignores")
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "PYTHON_BASIC_REPL": "1", "PYTHONSTARTUP": ""}
    process = subprocess.Popen(
        [sys.executable, "-i", *options], stdin=slave, stdout=slave, stderr=slave, env=environment, close_fds=True
    )
    os.close(slave)
    os.write(master, (PROGRAM.strip() + "\nexit()\n").encode())
    seen, end = b"", time.monotonic() + 120
    while time.monotonic() < end:
        ready, _, _ = select.select([master], [], [], 1.0)
        try:
            seen += os.read(master, 65536) if ready else b""
        except OSError:  # the terminal is closed
            break
        if process.poll() is not None and not ready:
            break
    process.kill()
    process.wait()
    os.close(master)
    assert EXPECTED in seen.decode(errors="replace"), seen.decode(errors="replace")


def test_functions_of_cloudpickle(tmp_path):
    pytest.importorskip("cloudpickle")
    write = f"""
        import cloudpickle, sys
        names = {{}}
        exec(compile({PROGRAM[: PROGRAM.index("x = dpt")].replace("@dpex.kernel", "")!r}, "away.py", "exec"), names)
        cloudpickle.dump(names["twice"], open({str(tmp_path / "f")!r}, "wb"))
    """
    read = f"""
        import pickle, dpctl.tensor as dpt, numba_dpex as dpex
        x = dpt.zeros(4)
        dpex.call_kernel(dpex.kernel(pickle.load(open({str(tmp_path / "f")!r}, "rb"))), dpex.Range(4), x)
        print("found", dpt.asnumpy(x).tolist())
    """
    for text in (write, read):
        text = textwrap.dedent(text)
        result = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
        assert not result.returncode, result.stderr
    assert result.stdout.strip() == EXPECTED
