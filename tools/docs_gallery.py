"""Pages of the gallery for tools/build_docs.py: the programs of examples/ with what they print during the build."""

import ast
import concurrent.futures
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
# Folders of programs that need nothing but the packages.
RUN = {
    "Arrays": ["numpy/*.py", "array_api_consumers.py"],
    "Devices, queues and memory": ["python/*.py"],
    "Kernels in Python": ["kernels/*.py"],
}
# What needs a compiler, another library or several processes: shown with the command that runs it.
SHOWN = {
    "A tour of all interfaces": (["tour.py", "poly_ext/poly_ext.c"], "make demo"),
    "Dask": (["dask/*.py"], 'pip install "opendpex[dask]" && python examples/dask/pca.py'),
    "MPI": (["mpi/*.py"], "mpirun -n 2 python examples/mpi/heat.py"),
    "C": (["c/*/*.c"], "python examples/c/column_sums/run.py; make -C examples/c/standalone"),
    "Cython": (["cython/*.py", "cython/*.pyx"], "python examples/cython/run.py"),
    "pybind11": (["pybind11/*.cpp", "pybind11/*.py"], "pip install examples/pybind11"),
    "oneMKL's interfaces": (["mkl/*.cpp"], "docs/mkl.md has the command"),
}
LANGUAGES = {".py": "python", ".pyx": "cython", ".c": "c", ".cpp": "cpp"}


def needs(program):
    """The library that a program lacks here, or an empty text."""
    for node in ast.walk(ast.parse(program.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
        for name in names:
            top = name.partition(".")[0]
            # In a process of its own: imports of other libraries leave threads and settings.
            if (
                top in ("scipy", "sklearn", "array_api_compat")
                and subprocess.run([sys.executable, "-c", f"import {top}"], capture_output=True).returncode
            ):
                return top
    return ""


def output_of(program):
    """What a program prints; it must succeed."""
    environment = {"OCL_ICD_VENDORS": "/nonexistent", "MPLBACKEND": "agg", **os.environ, "COLUMNS": "100"}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, program], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
        )
    if done.returncode:
        raise RuntimeError(f"{program.relative_to(ROOT)} failed:\n{done.stderr[-2000:]}")
    return done.stdout


def fence(language, text):
    ticks = "`" * 3 if "```" not in text else "`" * 5
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}\n"


def title_of(path):
    return path.stem.replace("_", " ").strip().capitalize()


def write_page(folder, program, output):
    text = program.read_text()
    doc = (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0]
    name = "-".join(program.relative_to(EXAMPLES).with_suffix("").parts)
    parts = [f"# {title_of(program)}\n", f"{doc}\n", f"`{program.relative_to(ROOT)}`\n", fence("python", text)]
    parts.append("It printed:\n\n" + fence("text", output) if output else "It prints nothing.\n")
    (folder / f"{name}.md").write_text("\n".join(parts))
    return name


def write(folder):
    """All pages; what it returns is the number of programs that ran."""
    folder.mkdir(parents=True)
    found = {
        group: [p for pattern in patterns for p in sorted(EXAMPLES.glob(pattern))] for group, patterns in RUN.items()
    }
    programs = [program for group in found.values() for program in group]
    lacking = {program: needs(program) for program in programs}
    # Two at a time: each uses all cores now and then, and waits for imports and compilers in between.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = {p: pool.submit(output_of, p) for p in programs if not lacking[p]}
    lines = ["# Gallery\n", "Programs of `examples/`; those of the first groups ran while the site was built.\n"]
    for group, members in found.items():
        names = [write_page(folder, p, runs[p].result()) for p in members if p in runs]
        lines += ["```{toctree}", f":caption: {group}", ":maxdepth: 1", *names, "```\n"]
        lines += [f"`{p.relative_to(ROOT)}` did not run: it needs {lacking[p]}.\n" for p in members if p not in runs]
    names = []
    for group, (patterns, command) in SHOWN.items():
        parts = [f"# {group}\n", "Run it:\n", fence("text", command)]
        for path in (p for pattern in patterns for p in sorted(EXAMPLES.glob(pattern))):
            parts += [f"`{path.relative_to(ROOT)}`\n", fence(LANGUAGES[path.suffix], path.read_text())]
        names.append("shown-" + group.lower().replace(" ", "-").replace("'", ""))
        (folder / f"{names[-1]}.md").write_text("\n".join(parts))
    lines += [
        "```{toctree}",
        ":caption: With compilers, other libraries and several processes",
        ":maxdepth: 1",
        *names,
        "```\n",
    ]
    (folder / "index.md").write_text("\n".join(lines))
    return len(runs)
