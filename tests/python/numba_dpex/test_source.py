"""Finding the source of a function."""

import ast
import inspect
import subprocess
import sys
import textwrap

import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex._compiler.source import Source, _indented_block


def keep(function):
    return function


def over_lines(
    x,  # a comment
):
    """A text that reaches
the margin."""
    return (x
+ 1)


@keep
def with_comments(x):
    y = (x +
        1)
# at the margin
    if y:
        return 2
    else:
        pass
    # behind the end


class Holder:
    @keep
    def method(self, s="x"):
        t = '''
   inside'''
        return t

    @keep
    def plain(self, s="x"):

        return s


def one_line(x): return x


def test_text_found_by_indentation_is_that_of_inspect():
    for function in (with_comments, Holder.plain, one_line):
        text = _indented_block(function)
        assert text is not None
        expected = textwrap.dedent(inspect.getsource(function))
        assert ast.dump(ast.parse(text), include_attributes=True) == ast.dump(ast.parse(expected), include_attributes=True)


def test_strings_and_brackets_at_the_margin_are_kept():
    assert Source(over_lines).node.body[0].value.value == "A text that reaches\nthe margin."
    assert Source(Holder.method).node.body[0].value.value == "\n   inside"
    assert Source(Holder.method).line_of(Source(Holder.method).node.body[0]) == Holder.method.__code__.co_firstlineno + 2


PROGRAM = """
import dpctl.tensor as dpt, numba_dpex as dpex
@dpex.kernel
def twice(item, x):
    i = item.get_id(0)

    x[i] = i * 2
x = dpt.zeros(4)
dpex.call_kernel(twice, dpex.Range(4), x)
print(dpt.asnumpy(x).tolist())
"""


def _output(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)


def test_kernels_of_the_command_line_and_of_standard_input(tmp_path):
    file = tmp_path / "program.txt"
    file.write_text(PROGRAM)
    with open(file) as given:
        results = [_output("-c", PROGRAM), _output(stdin=given)]
    results += [_output("-c", f"text = {PROGRAM!r}\nexec({call})") for call in ("text", "compile(text, 'a.py', 'exec')")]
    for result in results:
        assert result.stdout == "[0.0, 2.0, 4.0, 6.0]\n", result.stderr


def test_a_file_with_another_text_is_not_the_source(tmp_path):
    file = tmp_path / "other.py"
    file.write_text("def unrelated(item, x):\n    x[0] = 1\n")
    text = "def own(item, x):\n    x[0] = 7\n"
    found = {}
    exec(compile(text, str(file), "exec"), found)
    x = dpt.zeros(1)
    dpex.call_kernel(dpex.kernel(found["own"]), dpex.Range(1), x)
    assert float(x[0]) == 7


LAMBDAS = """
import dpnp, numba_dpex as dpex, warnings
warnings.simplefilter("error")
x = dpnp.arange(3.0)
one, other = dpex.dpjit(lambda x: x * x + 1), dpex.dpjit(lambda x: x * x + 2)
try: print(one(x), other(x), dpex.dpjit(lambda x: x + 3)(x))
finally: pass
def times(k):
    return dpex.njit(lambda x, c=1, *rest: x * k + c + len(rest))
print(times(5)(x), times(5)(x, 2, 0), one.has_parallel_parts)
"""


def test_lambdas_as_host_functions(tmp_path):
    file = tmp_path / "program.py"
    file.write_text(LAMBDAS)
    with open(file) as given:
        results = [_output(file), _output("-c", LAMBDAS), _output(stdin=given), _output("-c", f"exec({LAMBDAS!r})")]
    for result in results:
        assert result.stdout == "[1. 2. 5.] [2. 3. 6.] [3. 4. 5.]\n[ 1.  6. 11.] [ 3.  8. 13.] True\n", result.stderr
