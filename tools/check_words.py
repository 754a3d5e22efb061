"""Standard terms: counts the words of tools/words.txt, which have a better name, in comments, docstrings, messages,
identifiers and file names.

usage: check_words.py [--max FILE] [--write]

Prints a table of the counts per word and folder. --max FILE fails where a count is larger than in FILE
(tools/words_baseline.txt), so that the words only become fewer; --write makes that file anew.
"""

import argparse
import collections
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS, BASELINE = ROOT / "tools/words.txt", ROOT / "tools/words_baseline.txt"
FOLDERS = ("src", "include", "python", "tests", "tools", "docs")
SUFFIXES = {".c", ".h", ".inc", ".def", ".cl", ".cu", ".py", ".md", ".sh", ".txt", ".build"}
LIST_OF_WORDS = re.compile(r"^## Words that are not used.*?(?=^## |\Z)", re.M | re.S)  # in CONTRIBUTING.md
LINE_BREAK = re.compile(
    r"\s*\n\s*(?:(?:\*|#|//)\s+)?"
)  # with the mark of a comment that goes on, so that phrases are whole
AROUND = 24  # characters of a phrase on each side of its word
# What says of the past, and what is about the words.
APART = {"CHANGELOG.md", "tools/words.txt", "tools/words_baseline.txt", "tools/circles.txt", "tools/check_words.py"}


def read_words():
    """Phrases in which the words are right, and (regex, replacement, paths where the word is right) of each word."""
    phrases, words = [], []
    for line in WORDS.read_text().splitlines():
        if line.startswith("-"):
            phrases.append(line[1:])
        elif line and not line.startswith("#"):
            word, replacement, *where = line.split("\t")
            words.append((word, replacement, where[0].split() if where else []))
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases)), words


def files():
    """(folder, path) of all texts."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file() and "__pycache__" not in path.parts:
                yield folder, path
    for path in sorted(ROOT.glob("*.md")):
        yield "*.md", path


def is_right(text, match, phrases):
    """Whether a match is a part of another word, or of a phrase in which it is right."""
    start, end = match.span()
    if text[start - 1 : start].isalpha() or text[end : end + 1].isalpha():
        return True
    around = max(0, start - AROUND)
    return any(p.start() <= start and end <= p.end() for p in phrases.finditer(text, around, end + AROUND))


def count():
    """(word, folder) -> how often."""
    phrases, words = read_words()
    words = [(word, re.compile(word), right) for word, _, right in words]
    counts = collections.Counter()
    for folder, path in files():
        where = str(path.relative_to(ROOT))
        if where in APART:
            continue
        text = path.read_text()
        text = f"{path.name}\n{LIST_OF_WORDS.sub('', text) if path.suffix == '.md' else text}".lower()
        text = LINE_BREAK.sub(" ", text)
        for word, pattern, right in words:
            if not any(where.startswith(prefix) for prefix in right):
                counts[word, folder] += sum(not is_right(text, match, phrases) for match in pattern.finditer(text))
    return +counts


def print_table(counts):
    """Per word and folder, the most frequent first, and what to write instead."""
    columns = [*FOLDERS, "*.md"]
    print(f"{'word':42}{''.join(f'{column:>9}' for column in columns)}{'total':>9}  instead")
    _, words = read_words()
    rows = [(sum(counts[word, column] for column in columns), word, replacement) for word, replacement, _ in words]
    for total, word, replacement in sorted(rows, reverse=True):
        name = word if len(word) <= 41 else word[:38] + "..."
        print(f"{name:42}{''.join(f'{counts[word, column]:9}' for column in columns)}{total:9}  {replacement}")
    sums = (sum(counts[word, column] for _, word, _ in rows) for column in columns)
    print(f"{'all':42}{''.join(f'{n:9}' for n in sums)}{sum(counts.values()):9}")


def excess(counts, path):
    """Where there are more than a baseline allows."""
    rows = (line.split("\t") for line in path.read_text().splitlines() if line and not line.startswith("#"))
    allowed = {(word, folder): int(n) for word, folder, n in rows}
    replacements = {word: replacement for word, replacement, _ in read_words()[1]}
    return [
        f"{folder}: {n} times '{word}', {allowed.get((word, folder), 0)} before; write: {replacements[word]}"
        for (word, folder), n in sorted(counts.items())
        if n > allowed.get((word, folder), 0)
    ]


def main():
    parser = argparse.ArgumentParser(description="Counts words that are not the field's standard terms.")
    parser.add_argument("--max", type=Path, help="fail where there are more than in this file")
    parser.add_argument("--write", action="store_true", help=f"write {BASELINE.relative_to(ROOT)}")
    given = parser.parse_args()
    counts = count()
    print_table(counts)
    if given.write:
        head = "# Counts of the words of words.txt, by tools/check_words.py --write: word, folder, most.\n"
        BASELINE.write_text(head + "".join(f"{word}\t{folder}\t{n}\n" for (word, folder), n in sorted(counts.items())))
    bad = excess(counts, given.max) if given.max else []
    if given.max:
        print("\n".join(bad) or "words: no more than before")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
