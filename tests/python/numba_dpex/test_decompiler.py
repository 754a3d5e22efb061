"""Functions without a source text: their text from the bytecode, and kernels from wherever Python runs."""

import copy
import os
import pickle
import pty
import select
import subprocess
import sys
import textwrap
import time
import types

import numpy as np
import pytest
from version_helpers import check_have_a_text, python_of

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import _decompiler, prange
from numba_dpex._compiler.errors import TypingError, UnsupportedError
from numba_dpex._decompiler import Unknown, function_text

FOLDER = os.path.dirname(__file__)

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
    python = python_of(version)
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

def displays(x, n):
    if n < 0:
        raise ValueError(f'n is {n!r:>4}, not {x.size:.2f}') from None
    assert x, f'{x!s}{x!a} of {n:>{4}}'
    return ({'a': 1, 'b': x}, {1, 2, 3}, {x: n}, {x, n}, f'{n}')
"""


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="its compiler copies ends of functions and of loops into branches"
)
def test_texts_are_those_that_were_written():
    names = {}
    exec(TEXTS, names)
    for text in TEXTS.strip().split("\n\n"):
        assert function_text(names[text[4 : text.index("(")]]) == text


MIXED = """
def branch_of_alternatives(x, i, n):
    if (x[i] > 0 and n > 1) or (x[i] < -1 and n < 5):
        return 1
    return 0

def alternatives_of_both(x, i, n):
    if (x[i] > 0 or n > 1) and (x[i] < -1 or n < 5):
        x[i] = 1
    else:
        x[i] = 2

def negated_alternatives(x, i, n):
    if x[i] > 0 and (n > 1 or n < -3) and not (i == 3 or i == 4):
        x[i] = 1

def continued(x, n):
    for i in range(n):
        if (i < 3 or i > 5) and x[i] > 0 or n == 3:
            continue
        x[i] = 1

def while_of_both(x, n):
    while n > 0 and (x[n] > 0 or x[n] < -1):
        n -= 1
    return n

def value_of_alternatives(x, n):
    y = (x[0] > 0 and n > 1) or (n < 0 and x[1] > 0)
    return y

def chosen_by_both(x, n):
    return 1 if (x[0] > 0 or n > 1) and n < 9 else 2

def chained(x, n):
    if not (x[0] > 0 and n > 1) or n == 5 and (x[1] or x[2]):
        n += 1
    elif n > 3 and n < 9 or n == 20:
        n -= 1
    return n

def breaking(x, n):
    for i in range(n):
        if i == 0 or i == n - 1 or (x[i] > 0 and x[i - 1] > 0 and not x[i + 1] > 0):
            x[i] = 0
            break
    return [i for i in range(n) if i > 0 and (x[i] > 0 or n < 3)]

def endless(x, n):
    while True:
        if (n > 3 or x[0] > 0) and n < 10:
            break
        n += 1
    return n

def while_of_alternatives(x, n):
    while (n > 3 or x[0] > 0) and n < 10:
        n += 1
        if n == 3 and x[0] or n == 5:
            return 3
    return n

def sums_of_comprehensions(x, n):
    return sum(a * b for a in x for b in x if a < b or a > 2 and b > 3) + len([q if q > 0 else -q for q in x])

def nested_comprehensions(x, n):
    return any(0 < q < 1 for q in x) and [[a for a in range(b)] for b in range(n)]

def asserted(x, n):
    assert (n > 0 and x is not None) or n == -1, "no"
    if (n > 0 or x[0]) and (n > 2 and x[1] or x[2]):
        return (x[0] or x[1]) and x[2]

def branches_of_branches(x, n):
    for i in range(n):
        if x[i] > 0:
            if n > 3 or i > 4:
                x[i] = 1
            else:
                x[i] = 2
        elif (i == 3 or i == 4) and n > 3:
            x[i] = 4
        else:
            x[i] = 5
"""


@pytest.mark.parametrize("text", [pytest.param(t, id=t[4 : t.index("(")]) for t in MIXED.strip().split("\n\n")])
def test_mixtures_of_and_or_and_comprehensions_have_a_text(text):
    if sys.version_info >= (3, 12) and "[" in text and " for " in text and "]" in text:
        pytest.skip("its compiler makes list comprehensions part of the function")
    names = {}
    exec(text, names)
    made = {}
    exec(function_text(names[text[4 : text.index("(")]]), made)  # with the same bytecode, as function_text checks
    assert text[4 : text.index("(")] in made


def checked(x, n):
    if n > x.size:
        raise ValueError(f"{n} of {x.size:d} elements")
    names = {"least": 0.5}
    least = names["least"]
    for i in prange(n):
        x[i] = max(x[i], least)


def test_functions_with_messages_run_in_parallel_without_a_file(recwarn):
    function = dpex.dpjit(anonymous(checked))
    x = dpt.zeros(3)
    function(x, 2)
    assert dpt.asnumpy(x).tolist() == [0.5, 0.5, 0.0]
    with pytest.raises(ValueError, match="5 of 3 elements"):
        function(x, 5)
    assert not recwarn.list  # which says that a function runs as Python


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


DECORATED = """
    import numpy as np, dpctl.tensor as dpt, numba_dpex as dpex
    from numba_dpex import prange

    @dpex.device_func("int32(int32)")
    def one_more(x):
        return x + 1

    @dpex.kernel(fastmath=True)
    def count(item, x):
        i = item.get_id(0)
        x[i] = one_more(i) * 1.5

    @dpex.dpjit("float64(float64)")
    def half(x):
        return x / 2

    @dpex.dpjit(fastmath=True)
    def total(x):
        s = 0.0
        for i in prange(x.shape[0]):
            s += x[i]
        return s
"""


def test_decorated_functions_of_cloudpickle(tmp_path):
    pytest.importorskip("cloudpickle")
    at = str(tmp_path / "f")
    write = (
        textwrap.dedent(DECORATED) + f"import cloudpickle; cloudpickle.dump((count, half, total), open({at!r}, 'wb'))"
    )
    read = f"""
        import pickle, dpctl.tensor as dpt, numba_dpex as dpex
        count, half, total = pickle.load(open({at!r}, "rb"))
        x = dpt.zeros(4)
        dpex.call_kernel(count, dpex.Range(4), x)
        print(dpt.asnumpy(x).tolist(), half(3), float(total(x)), count.targetoptions, total.targetoptions['fastmath'])
    """
    for text in (write, textwrap.dedent(read)):
        result = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
        assert not result.returncode, result.stderr
    assert result.stdout.strip() == "[1.5, 3.0, 4.5, 6.0] 1.5 15.0 {'fastmath': True} True"


@dpex.kernel
def of_this_module(item, x):
    x[item.get_id(0)] = 1


@dpex.kernel(access_types={"read_only": ["x"], "write_only": ["y"]})
def with_access(item, x, y):
    y[item.get_id(0)] = x[item.get_id(0)]


def test_decorated_functions_of_modules_are_pickled_by_name():
    for decorated in (of_this_module, with_access):
        assert pickle.loads(pickle.dumps(decorated)) is decorated
        assert copy.deepcopy(decorated) is decorated


def test_decorated_functions_are_made_again_with_their_options():
    cloudpickle = pytest.importorskip("cloudpickle")

    @dpex.kernel(access_types={"read_only": ["x"], "write_only": ["y"]})
    def inner(item, x, y):
        y[item.get_id(0)] = x[item.get_id(0)]

    item, array = dpex.core.types.ItemType(1), dpex.core.types.USMNdArray(1, "C", dpex.core.types.float64)

    @dpex.kernel((item, array))
    def signed(item, x):
        x[item.get_id(0)] = 4

    again = pickle.loads(cloudpickle.dumps(inner))
    assert again is not inner and again.access_of_arguments(2) == ["read_only", "write_only"]
    x = dpt.zeros(3)
    dpex.call_kernel(pickle.loads(cloudpickle.dumps(signed)), dpex.Range(3), x)
    assert dpt.asnumpy(x).tolist() == [4, 4, 4]


@pytest.mark.parametrize(
    "text",
    [
        "try:\n        x[0] = 1\n    except ValueError:\n        x[0] = 2",
        "try:\n        x[0] = 1\n    finally:\n        x[0] = 2",
        "with open('f'):\n        x[0] = 1",
    ],
)
@pytest.mark.parametrize("file", ["<string>", "away.py"])
def test_try_and_with_without_a_source_are_an_error_of_six_lines(text, file):
    names: dict = {}
    exec(compile(f"def refused(item, x):\n    {text}\n", file, "exec"), names)
    with pytest.raises(UnsupportedError, match="the source of refused cannot be found") as caught:
        dpex.call_kernel(dpex.kernel(names["refused"]), dpex.Range(1), dpt.zeros(1))
    lines = str(caught.value).splitlines()
    assert len(lines) <= 6 and lines[1] == f"{file}:1 in refused"
    assert "a try or a with statement" in lines[2] and lines[3].startswith("hint: define it in a file")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d = {1: 2.0}", "a dict is not supported in a kernel"),
        ("d = {1, 2}", "a set is not supported in a kernel"),
        ("d = dict()", "the builtin function dict is not available in a kernel"),
        ("d = set()", "the builtin function set is not available in a kernel"),
    ],
)
def test_dicts_and_sets_are_refused_with_a_hint(text, message):
    names: dict = {}
    exec(compile(f"def refused(item, x):\n    {text}\n    x[0] = len(d)\n", "away.py", "exec"), names)
    with pytest.raises((UnsupportedError, TypingError), match=message) as caught:
        dpex.call_kernel(dpex.kernel(names["refused"]), dpex.Range(1), dpt.zeros(1))
    assert "\nhint: " in str(caught.value) and len(str(caught.value).splitlines()) <= 6


COMPREHENSIONS = """
import sys
sys.path.insert(0, {folder!r})
from _decompiler import function_text

names = {{}}
exec(compile('''
def plain(x):
    return [v * 2 for v in x]

def filtered(x):
    t = [v if v > 1 else -v for v in x if v != 2 and v < 9]
    return sum(t)

def of_a_variable_around(x):
    v = 3
    t = [v + 1 for v in x if v > 1]
    return t, v

def nested(x):
    return [[a * b for a in range(3)] for b in x]

def of_two_loops(x):
    return [a * b for a in x for b in range(a) if b]

def in_a_loop(x):
    s = 0
    for i in range(4):
        t = [k + i for k in x]
        s += t[0]
    return s

def in_branches(x):
    if x[0] > 1:
        return [v for v in x][0]
    return [a + b for a, b in zip(x, x)], len([c for c in x])

def of_a_generator(x):
    return sum(v * v for v in x) + max([v for v in x])
''', "away.py", "exec"), names)
for name, function in names.items():
    if name != "__builtins__":
        made = {{}}
        exec(function_text(function), made)
        for x in ([1, 2, 3], [0, 0, 0], [5, 1, 0], [2, 9, 4]):
            assert function(list(x)) == made[name](list(x)), name
"""


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_comprehensions_have_a_text_that_computes_the_same(version):
    python = python_of(version)
    text = COMPREHENSIONS.format(folder=os.path.dirname(os.path.dirname(_decompiler.__file__)))
    result = subprocess.run([python, "-c", text], capture_output=True, text=True, check=False)
    assert not result.returncode, result.stderr


LINES = """
def statements_of_a_line(item, x, y):
    i = item.get_id(0); a = x[i]; b = y[i]; a, b = b, a; x[i] = a + b; y[i] = a

def loops_of_a_line(x, n):
    for j in range(3): x[j] += j; n = j
    while n < 3: n += 1; x[n] += n
    return n

def branches_of_a_line(x, n):
    if n > 2: a = n; b = a; x[0] = b
    else: a = b = 0
    return a, b

def conditions_of_several_statements(x, n):
    for i in range(n):
        if not i % 2: continue
        if i % 3 and x[i] > 0 or x[i] < -1:
            continue
        for j in range(i): x[j] += 1
        if x[i] > 5: continue
        if x[i] > 3:
            break
        x[i] = 1

def a_while_loop_with_else(x, n):
    while n > 0:
        n -= 1
        if n % 2:
            continue
        if x[n]: break
    else: n = 5
    x[0] = n if n > 1 else -n if x[1] else 1 if x[2] else 2
    x[1] = -n if (n > 1 and x[0] < 5) or not x[3] else n
"""


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_several_statements_of_a_line_have_a_text(version):
    check_have_a_text(version, LINES)


ENDS = """
def a_break_before_the_end(x, n):
    for i in range(n):
        x += 1
        if x.max() < 3:
            break
        x *= 2
    return x.sum()

def a_break_of_two(x, n):
    for i in range(n):
        for j in range(n):
            if x[i, j] > 3:
                break
        else:
            continue
        if j > 3:
            break
    return i

def a_break_before_a_number(x, n):
    for i in range(n):
        if x[i] > 2:
            break
        if x[i] < -2:
            return 5
        x[i] = 1
    return 1

def a_choice_inside_of_a_return(x, y, c):
    return f(x) * (x + 1 if c else y - 1)

def a_choice_of_arguments(x, y, c):
    z = x + 1
    return store(z, x if c else y if z else 3, 2)

def a_choice_in_a_tuple(x, c):
    y = x[0]
    return tuple(x), y if c else -y, c

def chained_bounds(x, n):
    for i in range(n):
        if 0 <= x[i] < n:
            x[i] = 1
        if not 0 < x[i] < 5 < n:
            continue
        x[i] = 2
    if 1 < n < 4:
        return x
    return 0 < n < 5

def chained_while(x, n):
    while 0 < n < 5:
        n -= x[n]
        if not 2 < n <= x[1]:
            break
    return n - 1

def a_while_with_a_break(x, n):
    while True:
        n -= 1
        if n < 3:
            break
        x[n] = 2
    return x.sum()

def branches_that_end(x, n):
    if n > 3:
        y = 1
    elif n > 2:
        y = 2
    else:
        y = x[0]
    return x[y]

def an_early_end(item, x, n):
    i = item.get_id(0)
    if i >= n:
        return
    for k in range(n):
        if x[k] > 1:
            x[k] = 0
            return
    x[i] = 1

def nothing_after_a_break(x, n):
    for i in range(n):
        if x[i] > 1:
            x[i] = 0
            break

def an_asserted_chain(x, n):
    assert 0 <= n <= x.shape[0], "no"
    return x[n]

def a_raised_chain(x, n):
    if not 1 <= n <= 12:
        raise ValueError
    m = x[n]
    return m, n + (n == 2 and m > 3)

def a_break_behind_a_chain(x, n):
    for i in range(n):
        if 0 <= x[i] < n < 4:
            x[i] = 1
        else:
            x[i] = 2
        if not 0 < x[i] < 5:
            break
    return x.max()
"""


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_ends_of_functions_that_are_copied_have_a_text(version):
    """3.12 and later copy a short end, as of a return statement, to where a break or a branch goes there."""
    check_have_a_text(version, ENDS)
