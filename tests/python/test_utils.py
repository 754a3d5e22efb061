"""dpctl.utils: helpers of compute-follows-data, onetrace, device info; and dpctl._diagnostics."""

import os
import subprocess
import sys
import warnings

import pytest

import dpctl
import dpctl.utils as utils
from dpctl._diagnostics import syclinterface_diagnostics
from dpctl.utils import _onetrace_context

# ---- execution queue -----------------------------------------------------------------------------------------


def test_execution_queue_is_the_common_one():
    q, other = dpctl.SyclQueue(), dpctl.SyclQueue()
    copy = dpctl.SyclQueue(q._get_capsule())
    assert utils.get_execution_queue([q]) is q
    assert utils.get_execution_queue((copy, q, copy)) is copy
    assert utils.get_execution_queue([q, other]) is None
    assert utils.get_execution_queue([q, q, other]) is None
    assert utils.get_execution_queue([]) is None and utils.get_execution_queue(()) is None
    assert utils.get_execution_queue([q, "cpu"]) is None and utils.get_execution_queue([None]) is None


@pytest.mark.parametrize("wrong", [None, "cpu", {}, iter(())])
def test_execution_queue_takes_lists_and_tuples(wrong):
    with pytest.raises(TypeError):
        utils.get_execution_queue(wrong)
    with pytest.raises(TypeError):
        utils.get_execution_queue(qs=[])


# ---- USM types -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given, result",
    [
        (["device"], "device"),
        (["shared"], "shared"),
        (("host", "host"), "host"),
        (["host", "shared"], "shared"),
        (["shared", "host", "device"], "device"),
        ([], None),
        (["unknown"], None),
        (["device", "unknown"], None),
        (["host", 1], None),
        ([None], None),
    ],
)
def test_coerced_usm_type_is_the_one_nearest_to_the_device(given, result):
    assert utils.get_coerced_usm_type(given) == result


@pytest.mark.parametrize("wrong", [None, "device", {"device"}])
def test_coerced_usm_type_takes_lists_and_tuples(wrong):
    with pytest.raises(TypeError):
        utils.get_coerced_usm_type(wrong)


def test_usm_types_are_validated():
    for kind in ("device", "shared", "host"):
        assert utils.validate_usm_type(kind) is None
        assert utils.validate_usm_type(kind, allow_none=False) is None
    assert utils.validate_usm_type(None) is None
    with pytest.raises(TypeError, match="str"):
        utils.validate_usm_type(None, allow_none=False)
    with pytest.raises(TypeError, match="str or None"):
        utils.validate_usm_type(1)
    for wrong in ("", "Device", "unknown"):
        with pytest.raises(ValueError, match="'device', 'shared' and 'host'"):
            utils.validate_usm_type(wrong)


def test_placement_error_is_caught_as_programs_catch_it():
    assert issubclass(utils.ExecutionPlacementError, ValueError)


# ---- onetrace ------------------------------------------------------------------------------------------------


@pytest.fixture
def fresh_onetrace(monkeypatch):
    monkeypatch.setattr(_onetrace_context, "_warned", False)
    for name in ("PTI_ENABLE", "PTI_ENABLE_COLLECTION", "LD_PRELOAD"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_onetrace_collects_inside_and_restores(fresh_onetrace):
    with pytest.warns(RuntimeWarning, match="onetrace"):
        with utils.onetrace_enabled():
            assert os.environ["PTI_ENABLE_COLLECTION"] == "1"
    assert "PTI_ENABLE_COLLECTION" not in os.environ
    os.environ["PTI_ENABLE_COLLECTION"] = "0"
    with warnings.catch_warnings(), pytest.raises(ZeroDivisionError):
        warnings.simplefilter("error")
        with utils.onetrace_enabled():
            raise ZeroDivisionError
    assert os.environ["PTI_ENABLE_COLLECTION"] == "0"


def test_onetrace_does_not_warn_when_traced(fresh_onetrace):
    fresh_onetrace.setenv("PTI_ENABLE", "1")
    fresh_onetrace.setenv("LD_PRELOAD", "/opt/lib/libonetrace_tool.so")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with utils.onetrace_enabled():
            pass


# ---- device info, diagnostics --------------------------------------------------------------------------------


def test_device_info_is_a_dict_empty_for_other_vendors():
    keys = {
        "device_id",
        "gpu_eu_count",
        "gpu_hw_threads_per_eu",
        "gpu_eu_simd_width",
        "gpu_slices",
        "gpu_subslices_per_slice",
        "gpu_eu_count_per_subslice",
        "max_mem_bandwidth",
        "free_memory",
        "memory_clock_rate",
        "memory_bus_width",
    }
    for device in dpctl.get_devices():
        info = utils.intel_device_info(device)
        assert set(info) <= (keys if "Intel" in device.vendor else set())
    for wrong in (None, "cpu", dpctl.SyclQueue()):
        with pytest.raises(TypeError):
            utils.intel_device_info(wrong)


def test_diagnostics_set_the_verbosity_inside(monkeypatch):
    monkeypatch.delenv("DPCTL_VERBOSITY", raising=False)
    with syclinterface_diagnostics():
        assert os.environ["DPCTL_VERBOSITY"] == "warning"
        with syclinterface_diagnostics(verbosity="error", log_dir="/nowhere"):
            assert os.environ["DPCTL_VERBOSITY"] == "error"
        assert os.environ["DPCTL_VERBOSITY"] == "warning"
    assert "DPCTL_VERBOSITY" not in os.environ
    with pytest.raises(ValueError, match="'warning' or 'error'"):
        with syclinterface_diagnostics(verbosity="blah"):
            pass


def test_failures_are_printed_by_verbosity(capfd, monkeypatch):
    def fail():
        with pytest.raises(dpctl.SyclDeviceCreationError):
            dpctl.SyclDevice("no such device")
        return capfd.readouterr().err

    monkeypatch.delenv("DPCTL_VERBOSITY", raising=False)
    assert fail() == ""
    for level in ("error", "warning"):
        with syclinterface_diagnostics(verbosity=level):
            assert "[ERR] " in fail()
    monkeypatch.setenv("DPCTL_VERBOSITY", "none")
    assert fail() == ""


def test_a_verbosity_that_is_none_is_warned_of_once():
    program = (
        "import warnings, dpctl\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    for _ in range(2):\n"
        "        try:\n"
        "            dpctl.SyclDevice('abc')\n"
        "        except dpctl.SyclDeviceCreationError:\n"
        "            pass\n"
        "print([str(warning.message) for warning in caught])\n"
    )
    environment = dict(os.environ, DPCTL_VERBOSITY="loud")
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.count("DPCTL_VERBOSITY=loud") == 1 and not done.stderr
