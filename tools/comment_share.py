"""Comments of the C sources: lines that hold a comment / lines that are not blank, per folder of src/.

usage: comment_share.py [--min PER_CENT]

Prints a table and the total. Fails if the total is below PER_CENT, and for each file without a head comment, which says
the file's one idea.
"""

import argparse
import collections
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
SUFFIXES = {".c", ".h", ".inc", ".def", ".cl", ".cu"}
# String and character constants, which may hold what looks like a comment; comments.
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(?P<comment>/\*.*?\*/|//[^\n]*)', re.S)


def count(text):
    """(lines that hold a comment or a part of one, lines that are not blank)"""
    with_comment = set()
    for token in TOKEN.finditer(text):
        if token["comment"]:
            first = text.count("\n", 0, token.start())
            with_comment.update(range(first, first + token["comment"].count("\n") + 1))
    return len(with_comment), sum(bool(line.strip()) for line in text.splitlines())


def main():
    parser = argparse.ArgumentParser(description="The share of comments in src/.")
    parser.add_argument("--min", type=float, default=0, metavar="PER_CENT", help="fail if the total is below")
    least = parser.parse_args().min
    comments, lines, bad = collections.Counter(), collections.Counter(), []
    for path in sorted(path for path in SOURCES.rglob("*") if path.suffix in SUFFIXES):
        text = path.read_text()
        if not text.lstrip().startswith(("/*", "//")):
            bad.append(f"{path.relative_to(ROOT)}: no head comment")
        of_file = count(text)
        for key in (str(path.parent.relative_to(ROOT)), "total"):
            comments[key] += of_file[0]
            lines[key] += of_file[1]
    for key in sorted(lines, key=lambda key: (key == "total", key)):
        print(f"{key:26}{comments[key]:6} /{lines[key]:6}{100 * comments[key] / lines[key]:7.1f} %")
    share = 100 * comments["total"] / lines["total"]
    if share < least:
        bad.append(f"comments are {share:.1f} % of the lines of src/, less than {least} %")
    print("\n".join(bad) or "comments: enough, and each file has a head")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
