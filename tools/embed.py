"""Writes files as C string constants: embed.py OUTPUT NAME=FILE ..."""
import sys
from pathlib import Path

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def literal(text):
    """The text as adjacent string literals, one a line."""
    lines = text.splitlines(keepends=True)
    return "\n".join('    "' + "".join(ESCAPES.get(c, c) for c in line) + '"' for line in lines)


def main():
    output, *items = sys.argv[1:]
    parts = []
    for item in items:
        name, _, path = item.partition("=")
        parts.append(f"extern const char {name}[];\nconst char {name}[] =\n{literal(Path(path).read_text())};\n")
    Path(output).write_text("".join(parts))


if __name__ == "__main__":
    main()
