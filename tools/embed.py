"""Writes files as C string constants: embed.py OUTPUT NAME=FILE[,FILE...] ... [DIGEST_NAME FILE ...]

With DIGEST_NAME (an argument without "="), one more constant holds a digest of the files behind it and those before."""

import hashlib
import sys
from pathlib import Path

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def literal(text):
    """The text as adjacent string literals, one a line."""
    lines = text.splitlines(keepends=True)
    return "\n".join('    "' + "".join(ESCAPES.get(c, c) for c in line) + '"' for line in lines)


def constant(name, text):
    return f"extern const char {name}[];\nconst char {name}[] =\n{literal(text)};\n"


def main():
    output, *items = sys.argv[1:]
    parts, digest, digest_name = [], hashlib.sha256(), None
    for item in items:
        name, _, path = item.rpartition("=")
        if not name and not digest_name:
            digest_name = path
            continue
        text = "".join(Path(part).read_text() for part in path.split(","))
        digest.update(text.encode())
        if name:
            parts.append(constant(name, text))
    if digest_name:
        parts.append(constant(digest_name, digest.hexdigest()))
    Path(output).write_text("".join(parts))


if __name__ == "__main__":
    main()
