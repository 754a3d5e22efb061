"""Finding the source of a function."""

import ast
import inspect
import textwrap

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
