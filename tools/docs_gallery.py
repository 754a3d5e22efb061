"""Pages of the gallery for tools/build_docs.py: the programs of examples/ with what they print during the build."""

import ast
import concurrent.futures
import dataclasses
import importlib.util
import os
import re
import shutil
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


@dataclasses.dataclass
class Group:
    """Programs that need a compiler, another library or several processes, and what runs them at the top of the
    repository. Where what they need is missing, the page names the tests that run them."""

    files: list[str]
    commands: list[str]
    modules: list[str]  # that they import
    programs: list[str]  # that they start
    tests: str
    picture: str = ""  # that the commands draw

    def lacking(self):
        """What they need and is not installed here."""
        modules = [name for name in self.modules if importlib.util.find_spec(name) is None]
        return modules + [name for name in self.programs if shutil.which(name) is None]

    def paths(self):
        """The files that their page shows."""
        return [path for pattern in self.files for path in sorted(EXAMPLES.glob(pattern)) if path.is_file()]


INSTALL = "python -m pip install -q --no-build-isolation --no-deps --target modules"
LIBRARY = "$(python -c 'import opendpex; print(opendpex.get_library_dir())')"
GROUPS = {
    "A tour of all interfaces": Group(
        ["tour.py", "poly_ext/poly_ext.c", "poly_ext/setup.py"],
        [f"{INSTALL} ./examples/poly_ext", "PYTHONPATH=modules python examples/tour.py"],
        ["setuptools", "wheel"],
        ["cc"],
        "tests/python/test_extension_example.py",
    ),
    "Several devices": Group(
        ["several_devices/*.py"],
        [
            "DPEX_SIMULATE=gpu:2 python examples/several_devices/heat.py gpu:0 gpu:1",
            "DPEX_SIMULATE=gpu:2 python examples/several_devices/kmeans.py gpu:0 gpu:1",
        ],
        [],
        [],
        "tests/python/test_several_gpus.py",
    ),
    "Dask": Group(
        ["dask/*.py"],
        ["python examples/dask/pca.py --rows 400000 --workers 1,2 --picture scaling.png"],
        ["dask", "distributed", "matplotlib"],
        [],
        "tests/ecosystem/test_dask.py",
        "scaling.png",
    ),
    "MPI": Group(
        ["mpi/*.py"],
        ["mpirun -n 2 python examples/mpi/heat.py"],
        ["mpi4py"],
        ["mpirun"],
        "tests/ecosystem/test_mpi4py.py",
    ),
    "C": Group(
        ["c/column_sums/*", "c/standalone/*"],
        [
            f"{INSTALL} ./examples/c/column_sums",
            "PYTHONPATH=modules python examples/c/column_sums/run.py",
            f"make -s -C examples/c/standalone PKG_CONFIG_PATH={LIBRARY}/pkgconfig",
            "examples/c/standalone/tour",
        ],
        ["setuptools", "wheel"],
        ["cc", "make", "pkg-config"],
        "tests/python/extensions/test_native_examples.py",
    ),
    "C, built by Meson": Group(
        ["c/py_sycl_ls/*"],
        [
            f"{INSTALL} ./examples/c/py_sycl_ls",
            "PYTHONPATH=modules python -c 'import py_sycl_ls; print(py_sycl_ls.describe())'",
        ],
        ["mesonpy"],
        ["cc"],
        "tests/python/extensions/test_native_examples.py",
    ),
    "Cython": Group(
        ["cython/*.py", "cython/*.pyx", "cython/*.hpp"],
        [f"{INSTALL} ./examples/cython", "PYTHONPATH=modules python examples/cython/run.py"],
        ["Cython", "setuptools", "wheel"],
        ["c++"],
        "tests/python/extensions/test_native_examples.py",
    ),
    "pybind11": Group(
        ["pybind11/*"],
        [
            "cmake -S examples/pybind11 -B modules"
            ' -DCMAKE_PREFIX_PATH="$(python -m dpctl --cmakedir);$(python -m pybind11 --cmakedir)"'
            " -DPython_EXECUTABLE=$(python -c 'import sys; print(sys.executable)')",
            "cmake --build modules",
            *(
                f"PYTHONPATH=modules python examples/pybind11/{name}.py"
                for name in (
                    "polynomial",
                    "conjugate_gradient",
                    "density",
                    "external_usm",
                    "matrix_vector",
                    "use_kernel",
                )
            ),
        ],
        ["pybind11"],
        ["c++", "cmake"],
        "tests/python/extensions/test_native_examples.py",
    ),
    "oneMKL's interfaces": Group(
        ["mkl/*.cpp"],
        [
            f"lib={LIBRARY}\n"
            "c++ -std=c++17 -O2 examples/mkl/*.cpp $(python -m dpctl --includes)"
            " -L $lib -Wl,-rpath,$lib -ldpex -pthread -o program",
            "./program",
        ],
        [],
        ["c++"],
        "tests/python/extensions/test_mkl_header.py",
    ),
}
LANGUAGES = {
    ".py": "python",
    ".pyx": "cython",
    ".c": "c",
    ".cpp": "cpp",
    ".hpp": "cpp",
    ".toml": "toml",
    ".build": "meson",
}
LANGUAGES |= {".txt": "cmake", "": "make"}  # by the names CMakeLists.txt and Makefile
# Commands whose output is not that of a program.
BUILDS = re.compile(r"python -m pip |cmake |make |lib=")


def needs(program):
    """The library that a program lacks here, or an empty text."""
    for node in ast.walk(ast.parse(program.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
        for name in names:
            top = name.partition(".")[0]
            if top in ("scipy", "sklearn", "array_api_compat") and importlib.util.find_spec(top) is None:
                return top
    return ""


def environment_of(**more):
    """Python is the present one; MPI may be started by root, and with more ranks than CPUs."""
    return {
        "OCL_ICD_VENDORS": "/nonexistent",
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "OMPI_MCA_hwloc_base_binding_policy": "none",
        **os.environ,
        "MPLBACKEND": "agg",
        "COLUMNS": "100",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        **more,
    }


def run(command, folder, what):
    """What a command prints; it must succeed."""
    done = subprocess.run(command, cwd=folder, env=environment_of(), capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(f"{what} failed:\n{done.stdout[-1000:]}{done.stderr[-2000:]}")
    return done.stdout


def output_of(program):
    """What a program prints."""
    with tempfile.TemporaryDirectory() as folder:
        return run([sys.executable, program], folder, program.relative_to(ROOT))


def output_of_group(group, pictures):
    """What the programs of a group print, run in a copy of the examples by the commands that its page shows."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(EXAMPLES, Path(folder) / "examples", ignore=shutil.ignore_patterns("__pycache__", "build"))
        printed = [(line, run(["bash", "-c", line], folder, line)) for line in group.commands]
        if group.picture:
            shutil.copy(Path(folder) / group.picture, pictures / group.picture)
    return "".join(text for line, text in printed if not BUILDS.match(line))


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


def page_of(title):
    """The name of a group's page."""
    return "shown-" + re.sub(r"[^a-z0-9]+", "-", title.lower().replace("'", ""))


def write_group(folder, title, group, output):
    """The page of a group; output: None where it did not run."""
    parts = [f"# {title}\n", "Run it:\n", fence("text", "\n".join(group.commands))]
    if output is None:
        lacking = ", ".join(group.lacking())
        parts.append(f"It did not run while this page was built, for want of {lacking}: `{group.tests}` runs it.\n")
    else:
        parts += ["It printed:\n", fence("text", output)]
        parts += [f"![what it drew]({group.picture})\n"] if group.picture else []
    for path in group.paths():
        parts += [f"`{path.relative_to(ROOT)}`\n", fence(LANGUAGES[path.suffix], path.read_text())]
    (folder / f"{page_of(title)}.md").write_text("\n".join(parts))
    return page_of(title)


def write(folder):
    """All pages; what it returns is the number of programs and groups that ran."""
    folder.mkdir(parents=True)
    found = {
        group: [p for pattern in patterns for p in sorted(EXAMPLES.glob(pattern))] for group, patterns in RUN.items()
    }
    programs = [program for group in found.values() for program in group]
    lacking = {program: needs(program) for program in programs}
    # Two at a time: each uses all cores now and then, and waits for imports and compilers in between.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        groups = {
            title: pool.submit(output_of_group, group, folder) for title, group in GROUPS.items() if not group.lacking()
        }
        runs = {p: pool.submit(output_of, p) for p in programs if not lacking[p]}
    lines = ["# Gallery\n", "Programs of `examples/`, with what they printed while the site was built.\n"]
    for group, members in found.items():
        names = [write_page(folder, p, runs[p].result()) for p in members if p in runs]
        lines += ["```{toctree}", f":caption: {group}", ":maxdepth: 1", *names, "```\n"]
        lines += [f"`{p.relative_to(ROOT)}` did not run: it needs {lacking[p]}.\n" for p in members if p not in runs]
    names = [
        write_group(folder, title, group, groups[title].result() if title in groups else None)
        for title, group in GROUPS.items()
    ]
    lines += [
        "```{toctree}",
        ":caption: With compilers, other libraries and several processes",
        ":maxdepth: 1",
        *names,
        "```\n",
    ]
    (folder / "index.md").write_text("\n".join(lines))
    return len(runs) + len(groups)
