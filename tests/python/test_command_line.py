"""python -m dpctl."""

import subprocess
import sys
from pathlib import Path

import pytest

import dpctl.__main__ as main

PACKAGE = Path(main.__file__).resolve().parent


def run(*options):
    done = subprocess.run([sys.executable, "-m", "dpctl", *options], capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def is_editable():
    """Whether the package runs from its sources: the libraries are in the build folder then."""
    return any("editable" in type(finder).__module__ for finder in sys.meta_path)


def printed(capsys, *options):
    assert main.main(list(options)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("option", ["include-dir", "tensor-include-dir", "cmakedir"])
def test_folders_exist(capsys, option):
    lines = printed(capsys, f"--{option}").splitlines()
    assert len(lines) == 1 and Path(lines[0]).is_dir() and any(Path(lines[0]).iterdir())


def test_the_cmake_package_is_in_its_folder(capsys):
    assert (Path(printed(capsys, "--cmakedir").strip()) / "dpctl-config.cmake").is_file()


def test_includes_are_compiler_flags(capsys):
    assert printed(capsys, "--includes") == f"-I {PACKAGE / 'include'}\n"
    assert printed(capsys, "--tensor-includes") == f"-I {PACKAGE / 'tensor/libtensor/include'}\n"


def test_library_is_linker_flags(capsys):
    folder = printed(capsys, "--library-dir").strip()
    assert Path(folder).is_dir() or is_editable()
    assert printed(capsys, "--library") == f"-L {folder} -Wl,-rpath,{folder} -lDPCTLSyclInterface\n"


def test_options_combine_in_the_order_of_the_table(capsys):
    both = printed(capsys, "--library", "--includes", "--cmakedir").splitlines()
    assert [line[:2] for line in both] == ["-I", str(PACKAGE)[:2], "-L"]


def test_no_argument_prints_help(capsys):
    assert "--tensor-include-dir" in printed(capsys)


@pytest.mark.parametrize(
    "options, verbosity",
    [
        (["-f"], 2),
        (["--full-list"], 2),
        (["-l"], 1),
        (["--long-list"], 1),
        (["-s"], 0),
        (["--summary"], 0),
    ],
)
def test_lists_are_those_of_lsplatform(capsys, options, verbosity):
    import dpctl

    dpctl.lsplatform(verbosity=verbosity)
    expected = capsys.readouterr().out
    assert expected and printed(capsys, *options) == expected


@pytest.mark.parametrize(
    "options, message",
    [
        (["-f", "-l"], "The option long-list is being ignored."),
        (["-l", "--includes"], "The option includes is being ignored."),
        (["-f", "-l", "-s"], "Options ['long-list', 'summary'] are being ignored."),
        (["-s", "--library", "--cmakedir"], "Options ['cmakedir', 'library'] are being ignored."),
    ],
)
def test_listing_options_ignore_other_options_with_a_message(capsys, options, message):
    with pytest.warns(UserWarning) as record:
        printed(capsys, *options)
    assert [str(warning.message) for warning in record] == [message]


def test_unknown_options_are_refused(capsys):
    with pytest.raises(SystemExit):
        main.main(["--no-such-option"])


def test_it_runs_as_a_module():
    out, err = run("--cmakedir", "--include-dir")
    assert out.splitlines() == [str(PACKAGE / "include"), str(PACKAGE / "resources/cmake")] and err == ""
