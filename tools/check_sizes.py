"""House rules that can be counted: no file above 1,000 lines, no function above 100 (in Python without its docstring
and the functions inside it) but those of EXEMPT; the documents of DOCUMENTS within their numbers of lines, of at most
MAX_LINE characters, naming files that exist; rows of TUNING naming files and what is in them; no two tests of one name,
which pytest would confuse."""

import ast
import collections
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_FILE, MAX_FUNCTION = 1000, 100
DOCUMENTS = {"ARCHITECTURE.md": 120, "README.md": 120}
TUNING = "docs/tuning.md"
MAX_LINE = 160
FOLDERS = ("src", "include", "python", "tests", "tools", "bench", "examples")

EXEMPT = set()  # "file:function" of interpreter loops
START = re.compile(r"^[A-Za-z_][^;=#]*?\b([A-Za-z_]\w*)\s*\(")


def functions(lines):
    """Name, first line and length of each C function that starts in column 0."""
    name = start = None
    for number, line in enumerate(lines, 1):
        match = START.match(line)
        if match and not line.rstrip().endswith(";"):
            name, start = match.group(1), number
        elif line.startswith("}") and name:
            yield name, start, number - start
            name = None


def python_functions(text):
    """Name, first line and length of each long function, without its docstring and the functions inside it."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, kinds) and function.end_lineno - function.lineno >= MAX_FUNCTION:
            lines = set(range(function.lineno, function.end_lineno + 1))
            inner = [node for node in ast.walk(function) if isinstance(node, kinds) and node is not function]
            if ast.get_docstring(function) is not None:
                inner.append(function.body[0])
            for node in inner:
                lines -= set(range(node.lineno, node.end_lineno + 1))
            yield function.name, function.lineno, len(lines)


def missing_files(name):
    """Complaints about source files that a document names and that are not there."""
    paths = {f"/{p.relative_to(ROOT)}" for folder in FOLDERS for p in (ROOT / folder).rglob("*") if p.is_file()}
    named = set(re.findall(r"`([\w./]+\.(?:c|h|inc|def|py))`", (ROOT / name).read_text()))
    return [
        f"{name}: names {file}, which does not exist"
        for file in sorted(named)
        if not any(p.endswith(f"/{file}") for p in paths)
    ]


def stale_rows():
    """Complaints about rows of TUNING whose file, or a name in brackets behind it, is no longer there."""
    bad = []
    for number, line in enumerate((ROOT / TUNING).read_text().splitlines(), 1):
        folder = ROOT
        for file, names in re.findall(
            r"`([\w./]+\.(?:c|h|inc|cl|def|py))`(?: \(([^)]*)\))?", line.rpartition(" | ")[2]
        ):
            path = ROOT / file if "/" in file else folder / file
            folder = path.parent
            text = path.read_text() if path.is_file() else None
            if text is None:
                bad.append(f"{TUNING}:{number}: {file} does not exist")
            else:
                gone = [name for name in re.findall(r"`(\w+)`", names) if name not in text]
                bad += [f"{TUNING}:{number}: {file} has no {name}" for name in gone]
    return bad


def broken_links(name):
    """Complaints about links of a document to files of this repository, relative or on the web, that are not there."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", (ROOT / name).read_text(), flags=re.S)
    targets = re.findall(r"\]\(([^()\s]+)\)", text) + re.findall(r"^\[\w+\]: (\S+)$", text, re.M)
    bad = []
    for target in sorted({target for target in targets if re.search(r"[A-Za-z]", target)}):
        path = re.sub(r"^https://[\w.]+/opendpex/opendpex/(?:blob/|raw/)?main/", "", target).partition("#")[0]
        if path and "://" not in path and not ((ROOT / name).parent / path).exists():
            bad.append(f"{name}: {target} does not exist")
    return bad


def overlong(name, most):
    """Complaints about a document; prints how long it is."""
    lines = (ROOT / name).read_text().splitlines()
    longest = max(lines, key=lambda line: 0 if line.startswith("|") else len(line))  # a row of a table is one line
    print(f"{name}: {len(lines)} lines of at most {most}, up to {len(longest)} characters")
    bad = [f"{name}: {len(lines)} lines, the rule is {most}"] if len(lines) > most else []
    return bad + (
        [f"{name}: a line of {len(longest)} characters: {longest[:60]}..."] if len(longest) > MAX_LINE else []
    )


def main():
    bad = [complaint for name, most in DOCUMENTS.items() for complaint in overlong(name, most) + missing_files(name)]
    bad += stale_rows()
    documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    documents += [str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md")]
    bad += [complaint for name in documents for complaint in broken_links(name)]
    paths = [p for folder in FOLDERS for p in sorted((ROOT / folder).rglob("*"))]
    sources = [p for p in paths if p.suffix in (".c", ".h", ".inc", ".py")]
    for path in sources:
        text = path.read_text()
        lines = text.splitlines()
        where = path.relative_to(ROOT)
        if len(lines) > MAX_FILE:
            bad.append(f"{where}: {len(lines)} lines, the rule is {MAX_FILE}")
        bad += [
            f"{where}:{start}: {name} has {n} lines, the rule is {MAX_FUNCTION}"
            for name, start, n in (python_functions(text) if path.suffix == ".py" else functions(lines))
            if n > MAX_FUNCTION and f"{where}:{name}" not in EXEMPT
        ]
    tests = collections.Counter(p.name for p in sources if p.name.startswith("test_") and p.suffix == ".py")
    bad += [f"{name}: {n} files of this name" for name, n in tests.items() if n > 1]
    print("\n".join(bad) or f"sizes: {len(sources)} files within the rules")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
