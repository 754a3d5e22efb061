"""What importing dpctl does and does not do, and what it exports."""

import shutil
from pathlib import Path

import pytest

import dpctl
import dpctl.enum_types
import dpctl.memory
import dpctl.program
from opendpex import _core


def test_star_import_brings_all_names():
    names = {}
    exec("from dpctl import *", names)
    assert set(dpctl.__all__) <= set(names)
    assert len(dpctl.__all__) == len(set(dpctl.__all__))


def test_import_opens_no_device_and_imports_no_arrays(run):
    out = run(
        "import sys, dpctl\n"
        "assert not [name for name in sys.modules if name.startswith(('dpctl.tensor', 'dpctl.utils'))]\n"
        "assert 'dpctl.memory' in sys.modules and 'dpctl.program' in sys.modules\n"
        "assert dpctl.utils and 'dpctl.utils' in sys.modules",
        DPEX_LOG="discovery",
    )
    assert out == ""


def test_discovery_is_logged_only_when_a_device_is_asked_for(start):
    _, silent, _ = start("import dpctl", DPEX_LOG="discovery").finish()
    _, told, _ = start("import dpctl; dpctl.SyclDevice()", DPEX_LOG="discovery").finish()
    assert silent == "" and "discovery" in told


def test_unknown_attribute_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        dpctl.no_such_name


def test_version_is_the_reference_version_with_ours_behind():
    assert dpctl.__version__ == "0.20.2+opendpex." + _core.version


def test_include_folder_exists():
    assert (Path(dpctl.get_include()) / "dpctl_version.h").is_file()


@pytest.mark.parametrize(
    "name, home, base",
    [
        ("SyclDeviceCreationError", "dpctl._sycl_device", Exception),
        ("SyclSubDeviceCreationError", "dpctl._sycl_device", Exception),
        ("SyclContextCreationError", "dpctl._sycl_context", Exception),
        ("SyclQueueCreationError", "dpctl._sycl_queue", Exception),
        ("SyclKernelSubmitError", "dpctl._sycl_queue", Exception),
        ("SyclKernelInvalidRangeError", "dpctl._sycl_queue", Exception),
        ("SyclAsyncError", "dpctl._sycl_queue", RuntimeError),
    ],
)
def test_exceptions_have_the_bases_of_the_reference(name, home, base):
    exception = getattr(dpctl, name)
    assert exception.__bases__ == (base,)
    assert f"{exception.__module__}.{exception.__name__}" == f"{home}.{name}"
    assert exception.__doc__


@pytest.mark.parametrize(
    "name, members",
    [
        ("device_type", "all accelerator automatic cpu custom gpu"),
        ("backend_type", "all cuda hip level_zero opencl"),
        ("event_status_type", "unknown_status submitted running complete"),
        ("global_mem_cache_type", "indeterminate none read_only read_write"),
        ("local_mem_type", "none local global_mem"),
        (
            "partition_property",
            "no_partition partition_equally partition_by_counts partition_by_affinity_domain",
        ),
        (
            "fp_config",
            "denorm inf_nan round_to_nearest round_to_zero round_to_inf fma correctly_rounded_divide_sqrt soft_float",
        ),
        ("memory_order", "relaxed acquire release acq_rel seq_cst"),
        ("memory_scope", "work_item sub_group work_group device system"),
    ],
)
def test_enums_count_from_one_in_the_order_of_the_reference(name, members):
    enum = getattr(dpctl, name)
    assert enum is getattr(dpctl.enum_types, name)
    assert {member.name: member.value for member in enum} == {m: i for i, m in enumerate(members.split(), 1)}


@pytest.mark.parametrize("name", ["SyclDevice", "SyclContext", "SyclEvent", "SyclQueue", "SyclPlatform"])
def test_types_are_found_at_the_paths_that_extensions_import(name):
    home = getattr(dpctl, "_sycl_" + name[4:].lower())
    assert getattr(home, name) is getattr(dpctl, name)
    base = getattr(home, "_" + name)
    assert getattr(dpctl, name).__bases__ == (base,)
    assert base.__module__ == home.__name__


# ---- remains of other distributions ------------------------------------------------------------------


@pytest.fixture
def site(tmp_path):
    """A folder with a copy of our package dpctl."""
    shutil.copytree(Path(dpctl.__file__).parent, tmp_path / "dpctl", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


# An editable installation finds packages by a hook, which would go before the path.
IMPORT_COPY = """
import sys, opendpex
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
sys.path.insert(0, {!r})
import dpctl
print(dpctl.__file__)
"""


def test_our_own_files_alone_are_accepted(site, run):
    assert str(site) in run(IMPORT_COPY.format(str(site)))


@pytest.mark.parametrize(
    "remains",
    ["dpctl/_sycl_device.cpython-311-x86_64-linux-gnu.so", "dpctl-0.20.2.dist-info/METADATA", "dpnp/_backend.so",
     "dpnp-0.18.1.dist-info/METADATA", "numba_dpex-0.23.0.dist-info/METADATA", "numba-dpex-0.21-py3.9.egg-info/PKG-INFO"],
)  # fmt: skip
def test_remains_of_other_distributions_are_refused(site, start, remains):
    (site / remains).parent.mkdir(exist_ok=True)
    (site / remains).touch()
    _, err, code = start(IMPORT_COPY.format(str(site))).finish()
    assert code != 0
    assert "ImportError" in err and "pip uninstall" in err and remains.split("/")[-1 if "so" in remains else 0] in err


@pytest.mark.parametrize("gone", ["dpctl/tensor/__init__.py", "dpnp/__init__.py", "numba_dpex/__init__.py"])
def test_files_that_went_with_other_distributions_are_told(site, start, gone):
    (site / gone).parent.mkdir(exist_ok=True)
    (site / gone).unlink(missing_ok=True)
    _, err, code = start(IMPORT_COPY.format(str(site))).finish()
    assert code != 0
    assert f"ImportError: {gone} of opendpex is missing" in err and "pip install --force-reinstall" in err


# ---- environment -------------------------------------------------------------------------------


@pytest.mark.parametrize("name, value", [("DPEX_NUM_THREADS", "many"), ("DPEX_POOL_LIMIT", "12Q")])
def test_variable_that_cannot_be_parsed_gives_a_warning_that_names_it(run, name, value):
    out = run(
        "import warnings, dpctl, dpctl.memory\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    dpctl.memory.MemoryUSMDevice(1)\n"
        "    dpctl.SyclQueue().wait()\n"
        "print([(w.category.__name__, str(w.message)) for w in caught])",
        **{name: value},
    )
    assert "RuntimeWarning" in out and name in out and value in out


NOT_UTF8 = "a\udcff\udca3z"  # bytes of the environment that are not text


@pytest.mark.parametrize("name", ["DPEX_NUM_THREADS", "DPEX_SIMULATE", "DPEX_LOG", "ONEAPI_DEVICE_SELECTOR"])
def test_variable_that_is_no_text_gives_a_warning_that_names_it(run, name):
    out = run(
        "import warnings, dpctl\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    dpctl.get_devices()\n"
        "    dpctl.SyclQueue('cpu').wait()\n"
        "print(ascii([(w.category.__name__, str(w.message)) for w in caught]))",
        **{name: NOT_UTF8},
    )
    assert "RuntimeWarning" in out and name in out and "a\\ufffd" in out


def test_failure_with_invalid_utf8_is_raised_unchanged(run, tmp_path):
    out = run(
        "import dpctl, dpctl.program as dpp\n"
        "try:\n"
        "    dpp.create_program_from_source(dpctl.SyclQueue('cpu'), '__kernel void k(__global int *x) { x[0] = 1; }')\n"
        "except dpp.SyclProgramCompilationError as error:\n"
        "    print(ascii(error))",
        DPEX_CC=NOT_UTF8,
        DPEX_CACHE_DIR=str(tmp_path),
    )
    assert "SyclProgramCompilationError" in out and "a\\ufffd" in out


# ---- interpreters --------------------------------------------------------------------------------

IN_ANOTHER = """
from importlib.machinery import ExtensionFileLoader, ModuleSpec
loader = ExtensionFileLoader("opendpex._core", {!r})
try:
    loader.create_module(ModuleSpec("opendpex._core", loader, origin=loader.path))
except ImportError as error:
    print(error)
"""


def test_second_interpreter_of_the_process_is_refused(run):
    out = run(
        f"""
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
from opendpex import _core
interpreters.run_string(interpreters.create(), {IN_ANOTHER.format(_core.__file__)!r})
"""
    )
    assert "one interpreter of a process only" in out or "does not support loading in subinterpreters" in out


def test_module_that_is_imported_again_is_the_same(run):
    run(
        """
import importlib, sys
import opendpex._core as first
import dpctl
del sys.modules["opendpex._core"]
again = importlib.import_module("opendpex._core")
assert again.SyclQueue is first.SyclQueue is dpctl.SyclQueue
assert importlib.reload(again).SyclQueue is first.SyclQueue
"""
    )


def test_hooks_are_known_by_name():
    with pytest.raises(LookupError, match="no hook 'nothing'"):
        _core.set_hook("nothing", len)


def test_module_that_writes_an_array_is_named_where_it_is_missing(run):
    run(
        """
from opendpex import _core
x = _core.usm_ndarray(2, "i4")
try:
    repr(x)
except RuntimeError as error:
    assert "import dpctl.tensor first" in str(error)
    import dpctl.tensor
    assert repr(x).startswith("usm_ndarray")
else:
    raise AssertionError("no hook was needed")
"""
    )
