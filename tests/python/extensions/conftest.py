"""Building small extensions against the installed package, in a folder of their own."""

import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import warnings
from pathlib import Path

import pybind11
import pytest

import dpctl

# Sources in the tree are compiled once, wherever the compiler's cache is installed.
CACHE = ["ccache"] if shutil.which("ccache") else []


def _flags(option):
    done = subprocess.run([sys.executable, "-m", "dpctl", option], capture_output=True, text=True, check=True)
    return done.stdout.split()


def load_module(name, path):
    """Imports an extension module from a file. Types of another size than its headers say, which Cython warns of, are errors."""
    spec = importlib.util.spec_from_file_location(name, path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def build_cpp(tmp_path_factory):
    """Function that compiles a pybind11 module with g++, linking nothing, and imports it; its file is __file__."""

    def build(source, *options):
        name = source.stem
        target = tmp_path_factory.mktemp(name) / (name + sysconfig.get_config_var("EXT_SUFFIX"))
        command = [
            *CACHE,
            "g++",
            "-std=c++17",
            "-O1",
            "-fPIC",
            "-fvisibility=hidden",
            "-Wall",
            "-Wextra",
            "-Wconversion",
            "-Werror",
        ]
        for system in (pybind11.get_include(), sysconfig.get_paths()["include"]):
            command += ["-isystem", system]
        command += ["-I", dpctl.get_include(), *options, "-c", str(source), "-o", f"{target}.o"]
        link = ["g++", "-shared", f"{target}.o", "-o", str(target), "-ldl", "-pthread"]
        for step in (command, link):
            done = subprocess.run(step, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        return load_module(name, target)

    return build


@pytest.fixture(scope="session")
def build_cython(tmp_path_factory):
    """Function that translates the text of a Cython module, to C++ where asked for, compiles it and imports it."""

    def build(name, text, cplus=False, options=()):
        folder = tmp_path_factory.mktemp(name)
        (folder / f"{name}.pyx").write_text(text)
        packages = str(Path(dpctl.__file__).resolve().parent.parent)
        translate = [
            sys.executable,
            "-m",
            "cython",
            "-3",
            "-I",
            packages,
            *(["--cplus"] if cplus else []),
            f"{name}.pyx",
        ]
        done = subprocess.run(translate, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        target = name + sysconfig.get_config_var("EXT_SUFFIX")
        command = [
            *(["g++", "-std=c++17"] if cplus else ["cc"]),
            "-O1",
            "-shared",
            "-fPIC",
            *options,
            "-I",
            sysconfig.get_paths()["include"],
        ]
        command += ["-I", dpctl.get_include(), f"{name}.{'cpp' if cplus else 'c'}", "-o", target, *_flags("--library")]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return load_module(name, folder / target)

    return build


@pytest.fixture(scope="session")
def build_c(tmp_path_factory):
    """Function that compiles the text of an extension module with plain cc, and imports it."""

    def build(name, text):
        folder = tmp_path_factory.mktemp(name)
        source = folder / f"{name}.c"
        source.write_text(text)
        target = folder / (name + sysconfig.get_config_var("EXT_SUFFIX"))
        command = ["cc", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers"]
        command += ["-I", sysconfig.get_paths()["include"], "-I", dpctl.get_include(), str(source), "-o", str(target)]
        subprocess.run(command + _flags("--library"), check=True)
        return load_module(name, target)

    return build
