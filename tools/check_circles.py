"""No file depends on a file that depends on it: circles among the files of src/ and python/.

A C file depends on the files that define the functions and objects it names (`dpex_*`, `core_*`); an include template
counts with the C file of its name. What headers say is not read, nor what macros define. A Python module depends
on the modules that it imports: at its top level, and, counted apart, in functions too. The circles are the strongly
connected components of these graphs (R. Tarjan, "Depth-first search and linear graph algorithms", 1972).

usage: check_circles.py [--write]

Known circles are in tools/circles.txt, one a line: the graph, then the files. A circle that is not there fails, and so
does one that is there and is gone or smaller, so that the list only shrinks; --write makes the list anew.

An import in a function says why it is there: in a comment on its line or the line before it, or in one of the module
that begins with "Imports inside functions:". Others fail.
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KNOWN = ROOT / "tools/circles.txt"
HEAD = (
    '# Known circles of files (tools/check_circles.py): the graph, then the files. "python" are imports at the top '
    'level of modules, "late" those\n'
    "# inside functions too. A line goes when its circle is resolved; no line is added.\n"
)
C_FOLDERS = ("src", "python/core")
EXTENSIONS = {"opendpex._core"}  # modules that are not Python files
DEFINITION = re.compile(
    r"^(?!static\b|typedef\b|extern\b|return\b|else\b|struct \w+;)[A-Za-z_][\w \*]*?\b((?:dpex|core)_\w+)\s*"
    r"(?:\([^;{]*\)\s*\{|(?:\[[^\]]*\])*\s*[=;])",
    re.M,
)
NAME = re.compile(r"\b(?:dpex|core)_\w+")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)


def c_graph():
    """File -> files that define what it names."""
    texts = {}
    for path in (
        path
        for folder in C_FOLDERS
        for path in sorted((ROOT / folder).rglob("*.[ci]*"))
        if path.suffix in (".c", ".inc")
    ):
        home = path.with_suffix(".c") if path.with_suffix(".c").exists() else path
        texts[home] = texts.get(home, "") + COMMENT.sub("", path.read_text())
    home = {name: path for path, text in texts.items() for name in DEFINITION.findall(text)}
    return {path: {home[name] for name in NAME.findall(text) if name in home} - {path} for path, text in texts.items()}


def modules():
    """Dotted name -> file."""
    found = {}
    for path in sorted((ROOT / "python").rglob("*.py")):
        parts = path.relative_to(ROOT / "python").with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(node, package, names):
    """The modules that an import statement names: a name that is not a module is taken from the package's __init__."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name in names]
    parts = package.split(".")
    base = parts[: len(parts) - node.level + 1] if node.level else []
    stem = ".".join([*base, *([node.module] if node.module else [])])
    whole = [f"{stem}.{alias.name}" for alias in node.names]
    of_package = [stem] if stem in names and any(name not in names and name not in EXTENSIONS for name in whole) else []
    return [name for name in whole if name in names] + of_package


def top_level(tree):
    """The statements that run when a module is imported."""
    todo = list(tree.body)
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, (ast.If, ast.Try, ast.With, ast.ClassDef)):
            todo += ast.iter_child_nodes(node)


def python_graphs():
    """File -> files that it imports; at the top level, and anywhere."""
    names, early, late = modules(), {}, {}
    for module, path in names.items():
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        tree = ast.parse(path.read_text())
        for graph, nodes in ((early, top_level(tree)), (late, ast.walk(tree))):
            imports = (node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)))
            graph[path] = {names[target] for node in imports for target in imported(node, package, names)} - {path}
    return early, late


def circles(graph):
    """Strongly connected components of more than one file, by Tarjan's algorithm without recursion."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []

    def enter(node, work):
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        work.append((node, iter(sorted(graph.get(node, ())))))

    def leave(node):
        component = []
        while not component or component[-1] != node:
            component.append(stack.pop())
            on_stack.discard(component[-1])
        if len(component) > 1:
            found.append(component)

    for root in graph:
        work = []
        if root not in index:
            enter(root, work)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in index:
                    enter(target, work)
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    leave(node)
    return found


def found_circles():
    """(graph, files) of each circle. Circles of the top level are not listed again where functions' imports count,
    unless they are larger there."""
    early, late = python_graphs()
    found = {}
    for title, graph in (("c", c_graph()), ("python", early), ("late", late)):
        for ring in circles(graph):
            files = frozenset(str(path.relative_to(ROOT)) for path in ring)
            found.setdefault(files, title)
    return {(title, files) for files, title in found.items()}


def known_circles():
    rows = (line.split() for line in KNOWN.read_text().splitlines() if line and not line.startswith("#"))
    return {(title, frozenset(files)) for title, *files in rows}


def line_of(circle):
    return " ".join([circle[0], *sorted(circle[1])])


def complaint(circle, known):
    """What is new about a circle."""
    title, files = circle
    before = [old for graph, old in known if graph == title and old & files]
    grown = sorted(files.difference(*before)) if before else []
    if not before:
        return f"a new circle: {line_of(circle)}"
    return (
        f"a circle has grown by {' '.join(grown)}"
        if grown
        else f"a circle is smaller or in parts, list it so: {line_of(circle)}"
    )


def unexplained_imports():
    """Where (file:line) imports in functions lack a comment that explains them; the number of imports in functions."""
    unexplained, n = [], 0
    for path in modules().values():
        text = path.read_text()
        lines, late = text.splitlines(), set()
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                late |= {node.lineno for node in ast.walk(function) if isinstance(node, (ast.Import, ast.ImportFrom))}
        n += len(late)
        explained = set(range(len(lines) + 1)) if "\n# Imports inside functions:" in text else set()
        for line in sorted(late):
            if "#" in lines[line - 1] or lines[line - 2].lstrip().startswith("#") or line - 1 in explained:
                explained.add(line)  # and one that follows it
            else:
                unexplained.append(f"{path.relative_to(ROOT)}:{line}")
    return unexplained, n


def main():
    found = found_circles()
    for circle in sorted(found, key=line_of):
        print(f"{len(circle[1]):3} files: {line_of(circle)}")
    if "--write" in sys.argv[1:]:
        KNOWN.write_text(HEAD + "".join(f"{line_of(circle)}\n" for circle in sorted(found, key=line_of)))
        return 0
    known = known_circles()
    bad = [complaint(circle, known) for circle in sorted(found - known, key=line_of)]
    bad += [
        f"a listed circle is gone, remove its line: {line_of(old)}"
        for old in sorted(known - found, key=line_of)
        if not any(old[0] == title and old[1] & files for title, files in found)
    ]
    unexplained, n_late = unexplained_imports()
    bad += [f"{where}: an import in a function, and no comment says why" for where in unexplained]
    print("\n".join(bad) or f"circles: {len(found)}, all known; {n_late} imports in functions, all explained")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
