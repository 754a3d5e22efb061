"""The text of a function from its bytecode (CPython 3.11 to 3.13), for functions whose source cannot be found.

`blocks` executes the instructions symbolically and gives basic blocks of statements; `structure` finds the loops and
branches that they came from; `decompile` checks the result: the text must compile to the same instructions. So what it
returns is right, and what it does not understand is an `Unknown`.
"""

from .decompile import Unknown, function_text

__all__ = ["Unknown", "function_text"]
