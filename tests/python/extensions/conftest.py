"""Building small extensions against the installed package, in a folder of their own."""

import importlib.util
import subprocess
import sys
import sysconfig

import pytest

import dpctl


def _flags(option):
    done = subprocess.run([sys.executable, "-m", "dpctl", option], capture_output=True, text=True, check=True)
    return done.stdout.split()


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
        spec = importlib.util.spec_from_file_location(name, target)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return build
