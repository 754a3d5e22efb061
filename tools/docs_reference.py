"""Pages of the reference for tools/build_docs.py: reStructuredText of the public names of the installed packages, from
their signatures and docstrings (numpydoc's sections).

Autodoc would do for functions of Python alone: ufuncs and the functions of the core are objects of other kinds, whose
signature is the first line of their docstring."""

import collections
import importlib
import inspect
import pkgutil
import re
import types
from pathlib import Path

PACKAGES = ("dpctl", "dpnp", "numba_dpex", "opendpex")
# Not interfaces of ours but what stands for modules of others, and programs.
SKIPPED = re.compile(r"\.(_|tests\b)|__main__$")
UNDERLINE = re.compile(r"^-{3,}$")
SPAN = re.compile(r"(``.+?``|`[^`]+`)")


def public_modules():
    """The public modules that have __all__, by name, and why others could not be imported."""
    modules, failed = {}, {}
    for package in PACKAGES:
        root = importlib.import_module(package)
        names = [package] + [found.name for found in pkgutil.walk_packages(root.__path__, package + ".")]
        for name in names:
            if SKIPPED.search(name):
                continue
            try:
                module = importlib.import_module(name)
            except ImportError as error:  # of a library that is not installed
                failed[name] = str(error)
                continue
            if module.__name__ == name and getattr(module, "__all__", None):  # others are second names
                modules[name] = module
    return modules, failed


def is_ours(found):
    """Whether an object is defined here, and not NumPy's, of which the name alone is public here."""
    home = getattr(found, "__module__", None)
    return (home if isinstance(home, str) else type(found).__module__).startswith(
        (*PACKAGES, "builtins")
    ) and not isinstance(found, (int, float, complex, str, bytes, tuple, list, dict, type(None)))


def escape(text):
    """Prose of a docstring as reStructuredText: names are literals, and nothing else is markup."""
    parts = SPAN.split(text)
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = "``" + part.strip("`") + "``"
            if i + 1 < len(parts) and re.match(r"\w", parts[i + 1]):  # a literal ends before a space or punctuation
                parts[i] += "\\ "
            if parts[i - 1] and re.search(r"[\w*_]$", parts[i - 1]):
                parts[i] = "\\ " + parts[i]
        else:
            parts[i] = re.sub(r"([\\*|_`])", r"\\\1", part)
    return "".join(parts)


def paragraphs(lines):
    """Lines of prose as reStructuredText: indented ones and programs as they are, items as items."""
    result, block = [], []

    def close():
        while block and not block[-1].strip():
            block.pop()
        if not block:
            return
        language = "pycon" if block[0].lstrip().startswith(">>>") else "text"
        text = inspect.cleandoc("\n".join(block)).split("\n")
        result.extend(["", f".. code-block:: {language}", "", *("   " + line for line in text), ""])
        block.clear()

    is_program = is_item = False
    for line in lines:
        is_program = bool(line.strip()) and (is_program or line.lstrip().startswith(">>>"))
        if line.strip() and (is_program or (line.startswith("    ") and not is_item)):
            block.append(line)
            continue
        if block and not line.strip() and not is_program:
            block.append(line)
            continue
        close()
        item = re.match(r"([*-]) (.*)", line)
        if item:
            result += ([""] if not is_item else []) + ["* " + escape(item[2])]
            is_item = True
        elif is_item and line.startswith(" "):
            result.append("  " + escape(line.strip()))
        else:
            if is_item and line.strip():
                result.append("")
            is_item = False
            result.append(escape(line.strip()).removesuffix("::"))
    close()
    return result


def sections(lines):
    """Titles and lines of the sections of a docstring; what stands before the first has no title."""
    found, title, start = [], "", 0
    for i in range(1, len(lines)):
        if UNDERLINE.match(lines[i].strip()) and lines[i - 1].strip():
            found.append((title, lines[start : i - 1]))
            title, start = lines[i - 1].strip(), i + 1
    return [*found, (title, lines[start:])]


def entries(lines):
    """A section of names: each with its type, then what it means."""
    result = []
    for line in lines:
        if not line.strip():
            result.append("")
        elif line.startswith(" "):
            result += ["   " + text for text in [escape(line.strip())]]
        else:
            name, colon, kind = line.partition(" : ")
            text = f"**{escape(name.strip())}**" if "`" not in name else escape(name.strip())
            result += ["", text + (f" : {escape(kind)}" if colon else "")]
    return result


def render(doc):
    """A docstring as lines of reStructuredText."""
    result = []
    for title, lines in sections(doc.split("\n")):
        if title:
            result += ["", f".. rubric:: {escape(title)}", ""]
        is_list = title in ("Parameters", "Other Parameters", "Attributes", "Returns", "Yields", "Raises", "Warns")
        result += entries(lines) if is_list else paragraphs(lines)
    return result


def signature_and_doc(name, found):
    """How an object is called, without the name, and its docstring without a first line that says that."""
    doc = inspect.getdoc(found) or ""
    head, _, rest = doc.partition("\n")
    call = re.match(rf"(?:\w+\.)*{re.escape(name)}(\(.*\))(?: -> .*)?$", head.strip())
    if call and rest.strip():
        return call[1], rest.strip("\n")
    try:
        text = str(inspect.signature(found))
    except (TypeError, ValueError):
        return "()" if callable(found) else "", doc
    return re.sub(r"<[^<>]*>", "...", text.partition(" -> ")[0]), doc  # of defaults that no program can write


def summary(doc):
    """The first sentence."""
    text = re.split(r"\n\s*\n", doc.strip())[0].replace("\n", " ")
    return re.split(r"(?<=[.:]) (?=[A-Z`])", re.sub(r"\s+", " ", text))[0]


def indented(lines, by="   "):
    return [by + line if line.strip() else "" for line in lines]


def members(cls):
    """The public methods and attributes of a class, those of its private bases included."""
    found = {}
    for base in reversed(cls.__mro__):
        if base is cls or (base.__module__.startswith(PACKAGES) and base.__name__.startswith("_")):
            found.update({name: value for name, value in vars(base).items() if not name.startswith("_")})
    return sorted(found.items())


def describe_class(path, cls):
    name = path.rpartition(".")[2]
    call, doc = signature_and_doc(name, cls)
    lines = [f".. py:class:: {path}{call}", "", *indented(render(doc)), ""]
    for member, value in members(cls):
        value = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
        if inspect.isroutine(value):
            call, doc = signature_and_doc(member, value)
            call = re.sub(r"^\((self|cls)(, )?(/, )?", "(", call)
            head = f".. py:method:: {member}{call}"
        elif inspect.isdatadescriptor(value):
            doc, head = inspect.getdoc(value) or "", f".. py:attribute:: {member}"
        else:
            continue
        lines += [*indented([head, "", *indented(render(doc))]), ""]
    return lines


def describe(path, found):
    """The entry of one name."""
    if callable(found) and not is_ours(found):
        kind = "class" if isinstance(found, type) else "function"
        home = getattr(found, "__module__", "")
        return [f".. py:{kind}:: {path}", "", f"   That of ``{home}``.", ""]
    if isinstance(found, type):
        return describe_class(path, found)
    if not callable(found):
        value = repr(found)
        lines = [f".. py:data:: {path}"]
        if isinstance(found, (int, float, complex, str, bool, type(None))):
            lines.append(f"   :value: {value}")
        own = inspect.getdoc(found) if is_ours(found) and type(found).__module__.startswith(PACKAGES) else ""
        return [*lines, "", *indented(render(own or "")), ""]
    call, doc = signature_and_doc(path.rpartition(".")[2], found)
    return [f".. py:function:: {path}{call}", "", *indented(render(doc)), ""]


def topic(module, found):
    """Where an object of a large package is described: the file or folder that defines it, one for each topic."""
    if isinstance(found, type):
        return "arrays" if "ndarray" in found.__name__ else "classes and types"
    code = getattr(inspect.unwrap(found), "__code__", None) if callable(found) else None
    if code is None:
        kind = type(found).__name__.lower()
        if "ufunc" in kind or "elementwise" in kind:
            return "element-wise functions"
        return "functions of the core" if callable(found) else "constants"
    package = Path(inspect.getfile(module)).parent
    file = Path(code.co_filename)
    inside = file.relative_to(package).parts if file.is_relative_to(package) else ("other functions",)
    return Path(inside[0]).stem.strip("_").replace("_", " ") or "other functions"


def write_page(path, title, intro, objects):
    """A page with a table of names and first sentences, then the entries."""
    lines = [title, "=" * len(title), "", *intro, "", ".. list-table::", "   :widths: 30 70", ""]
    for name, found in objects:
        role = "class" if isinstance(found, type) else "func" if callable(found) else "data"
        _, doc = signature_and_doc(name.rpartition(".")[2], found)
        text = escape(summary(doc)) if doc and is_ours(found) else ""
        lines += [f"   * - :py:{role}:`{name.rpartition('.')[2]} <{name}>`", f"     - {text}"]
    lines.append("")
    for name, found in objects:
        lines += describe(name, found)
    path.write_text("\n".join(lines) + "\n")


def write(folder):
    """All pages; what it returns is the number of names."""
    folder.mkdir(parents=True)
    modules, failed = public_modules()
    pages, count = collections.defaultdict(list), 0
    for name, module in modules.items():
        names = sorted(set(module.__all__), key=str.lower)
        objects = [(f"{name}.{item}", getattr(module, item)) for item in names]
        objects = [pair for pair in objects if not isinstance(pair[1], types.ModuleType)]
        if not objects:
            continue
        count += len(objects)
        groups = {"": objects}
        if len(objects) > 100:  # a page for each topic
            groups = collections.defaultdict(list)
            for pair in objects:
                groups[topic(module, pair[1])].append(pair)
            for small in [group for group, chosen in groups.items() if len(chosen) < 5]:
                groups["other functions"] += groups.pop(small)
        intro = paragraphs((inspect.getdoc(module) or "").split("\n"))
        for group, chosen in sorted(groups.items()):
            title = f"{name}: {group}" if group else name
            page = re.sub(r"[^\w.]+", "-", title)
            write_page(folder / f"{page}.rst", title, intro if not group else [], chosen)
            pages[name.partition(".")[0]].append(page)
    lines = [
        "Reference",
        "=========",
        "",
        f"The {count} public names, from the docstrings; the examples in them run as tests.",
        "",
    ]
    for name, reason in failed.items():
        lines += [f"* ``{name}`` is not here, since it needs another library: {escape(reason)}"]
    for package, names in pages.items():
        lines += [
            "",
            ".. toctree::",
            f"   :caption: {package}",
            "   :maxdepth: 1",
            "",
            *("   " + page for page in names),
        ]
    (folder / "index.rst").write_text("\n".join(lines) + "\n")
    return count
