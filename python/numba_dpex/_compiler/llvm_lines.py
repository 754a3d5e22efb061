"""Line tables: LLVM's debug metadata, from which it makes DWARF tables, for kernels that are compiled with
``debug=True``.

The kernel is one subprogram; functions that it calls are inlined, and lines of another file are lines of a lexical
block of that file. Variables are not described.
"""

from __future__ import annotations

import os

from . import ir

__all__ = ["Lines"]


def _quoted(text: str) -> str:
    return "".join(c if c.isascii() and c.isprintable() and c not in '\\"' else _escaped(c) for c in text)


def _escaped(c: str) -> str:
    return "".join(f"\\{byte:02X}" for byte in c.encode("utf-8", "surrogateescape"))


class Lines:
    """The metadata of one function: numbers of its nodes, and the nodes."""

    def __init__(self, function: ir.Function):
        self.function = function
        self.files: dict[str, int] = {}
        self.scopes: dict[str, int] = {}  # by file
        self.locations: dict[tuple, int] = {}  # by file and line
        self.nodes: list[str] = []
        unit, program, none, types = (self.node("") for _ in range(4))
        self.nodes[unit] = (
            f"distinct !DICompileUnit(language: DW_LANG_C99, file: !{self.file(function.file)}, producer: "
            '"numba_dpex", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)'
        )
        self.nodes[none], self.nodes[types] = "!{null}", f"!DISubroutineType(types: !{none})"
        self.nodes[program] = (
            f'distinct !DISubprogram(name: "{_quoted(function.name)}", scope: !{self.file(function.file)}, file: '
            f"!{self.file(function.file)}, line: {function.line}, type: !{types}, unit: !{unit}, "
            "spFlags: DISPFlagDefinition)"
        )
        self.program = self.scopes[function.file] = program
        self.flags = [
            self.node('!{i32 7, !"Dwarf Version", i32 4}'),
            self.node('!{i32 2, !"Debug Info Version", i32 3}'),
        ]
        self.unit = unit

    def node(self, text: str) -> int:
        self.nodes.append(text)
        return len(self.nodes) - 1

    def file(self, path: str) -> int:
        if path not in self.files:
            folder, name = os.path.split(os.path.abspath(path))
            self.files[path] = self.node(f'!DIFile(filename: "{_quoted(name)}", directory: "{_quoted(folder)}")')
        return self.files[path]

    def scope(self, path: str) -> int:
        if path not in self.scopes:
            text = f"!DILexicalBlockFile(scope: !{self.program}, file: !{self.file(path)}, discriminator: 0)"
            self.scopes[path] = self.node(text)
        return self.scopes[path]

    def location(self, line: int) -> str:
        """What an instruction of a line ends with."""
        path = getattr(line, "file", self.function.file)
        if (path, line) not in self.locations:
            text = f"!DILocation(line: {int(line)}, column: 0, scope: !{self.scope(path)})"
            self.locations[path, line] = self.node(text)
        return f", !dbg !{self.locations[path, line]}"

    def text(self) -> list[str]:
        """The lines of the module."""
        flags = ", ".join(f"!{n}" for n in self.flags)
        named = [f"!llvm.dbg.cu = !{{!{self.unit}}}", f"!llvm.module.flags = !{{{flags}}}"]
        return [*named, *(f"!{i} = {text}" for i, text in enumerate(self.nodes))]
