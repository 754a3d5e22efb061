"""List comprehensions and generator expressions, which are functions of their first iterable in bytecode."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .blocks import Unknown, negated

__all__ = ["Comprehension", "comprehension_of"]


@dataclass(eq=False)
class Comprehension:
    """The function of a comprehension on the stack."""

    node: ast.ListComp | ast.GeneratorExp

    def of(self, iterable: ast.expr) -> ast.expr:
        """The expression, for its first iterable."""
        self.node.generators[0].iter = iterable
        return self.node


def comprehension_of(name: str, body: list) -> Comprehension:
    """From the statements of its function: loops and conditions around one ast.Yield, whatever becomes of the value."""
    body = body[:-1] if body and isinstance(body[-1], ast.Return) else body
    generators: list = []
    while True:
        match body:
            case [ast.For(target=target, iter=iterable, body=inner, orelse=[])]:
                generators.append(ast.comprehension(target, iterable, [], 0))
            case [ast.If(test=test, body=inner, orelse=[])] if generators:
                generators[-1].ifs.append(test)
            case [ast.If(test=test, body=[ast.Continue()], orelse=[]), *inner] if generators:
                generators[-1].ifs.append(negated(test))
            case [ast.Expr(value=ast.Yield(value=value))] if generators:
                kind = ast.ListComp if name == "<listcomp>" else ast.GeneratorExp
                return Comprehension(kind(value, generators))
            case _:
                raise Unknown("a comprehension")
        body = inner
