"""opendpex.profile: commands with their times, tables, traces and pages."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from fusion_policy import default_policy

import dpctl
import dpctl.tensor as dpt
import dpnp
import opendpex

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="module", autouse=True)
def policy():
    """Which commands there are depends on it."""
    with default_policy():
        yield


@pytest.fixture(scope="module")
def recorded():
    x = dpnp.linspace(0, 1, 1_000_000)
    short = dpnp.ones(10)
    with opendpex.profile() as p:
        short += 1
        y = 3.0 + x * (1.0 - 0.5 * x)
        dpnp.sort(y)
        dpnp.asnumpy(y)
    return p


def test_commands_have_names_times_and_positions(recorded):
    assert recorded.n_lost == 0
    names = [e.name for e in recorded.events]
    assert any("add" in name for name in names) and "sort" in names and any("copy" in name for name in names)
    for e in recorded.events:
        assert 0 <= e.submit <= e.start <= e.end <= recorded.seconds
        assert e.where.startswith("test_profile.py:") and not e.failed
        assert e.device.startswith(dpctl.select_default_device().filter_string)
    assert sum(e.seconds for e in recorded.events) > 0


def test_memory_and_traffic_are_counted():
    x = dpnp.ones(1_000_000)
    x.sycl_queue.wait()
    with opendpex.profile() as p, opendpex.fusion(False):
        y = x + 1
        dpnp.add(x, y, out=y)
        z = x[::2] + 1
    one, two, half = (e.nbytes for e in p.events if e.kind in ("parallel", "kernel"))
    assert (one, two) == (2 * x.nbytes, 3 * x.nbytes)
    assert half == 2 * z.nbytes
    assert all(e.live_bytes >= x.nbytes for e in p.events)


def test_fused_pass_is_one_command_with_all_positions():
    x = dpnp.linspace(0, 1, 1_000_000)
    queue = x.sycl_queue
    queue.wait()
    with opendpex.profile() as p, opendpex.fusion(True):
        y = x * 2
        y += 1
        del x
        y.sycl_queue.wait()
    # While a device compiles the pass's kernel, its operations are commands of this name.
    assert len(p.events) == 1 or (len(p.events) == 2 and not opendpex._core._runs_on_host(queue))
    for e in p.events:
        assert e.name.startswith("multiply (test_profile.py:") and ", add (test_profile.py:" in e.name
    assert "multiply, add" in p.table()


def test_nothing_is_recorded_outside():
    with opendpex.profile() as p:
        pass
    dpnp.ones(1_000_000) + 1
    assert p.events == [] and p.seconds == 0
    assert "0 commands" in str(p)


def test_what_was_pending_before_is_not_recorded():
    x = dpnp.ones(1_000_000)
    x.sycl_queue.wait()
    opendpex._core._hold_fusion(True)
    try:
        with opendpex.fusion(True):
            y = dpnp.sqrt(x)
            with opendpex.profile() as p:
                z = x * 2  # submitted by the end of the statement
    finally:
        opendpex._core._hold_fusion(False)
    assert {e.name.partition(" (")[0] for e in p.events} == {"multiply"}
    assert float(y[0]) == 1 and float(z[0]) == 2


def test_one_profile_at_a_time():
    with opendpex.profile():
        with pytest.raises(ValueError, match="a profile is being recorded already"), opendpex.profile():
            pass
        x = dpnp.ones(10)
    with opendpex.profile() as p:
        x += 1
    assert [e.name.split()[0] for e in p.events] == ["add"]  # behind it the line, where it was kept back


def test_recording_ends_with_an_exception():
    with pytest.raises(KeyError), opendpex.profile() as p:
        x = dpnp.ones(10) + 1
        raise KeyError(x)
    assert p.events
    with opendpex.profile():
        pass


def test_queues_and_devices_are_told_apart():
    queues = [dpctl.SyclQueue("cpu"), dpctl.SyclQueue("cpu", property="enable_profiling")]
    arrays = [dpt.ones(1000, sycl_queue=queue) for queue in queues]
    with opendpex.profile() as p:
        for x in arrays:
            x += 1
    assert [e.queue for e in p.events if e.name == "add"] == [0, 1]
    assert len(p.devices) == 1


def test_sub_devices_are_named():
    if dpctl.SyclDevice("cpu").max_compute_units < 2:
        pytest.skip("the CPU has one compute unit")
    part = dpctl.SyclDevice("cpu").create_sub_devices(partition=1)[0]
    x = dpt.ones(10, sycl_queue=dpctl.SyclQueue(part))
    with opendpex.profile() as p:
        x += 1
    assert [e.device.startswith(part._describe()) for e in p.events] == [True]


def test_failed_command_is_marked():
    program = (
        "import dpctl, dpctl.tensor as dpt, opendpex\n"
        "x = dpt.ones(100_000, device='level_zero:gpu')\n"
        "with opendpex.profile() as p:\n"
        "    try:\n"
        "        dpt.sort(x)\n"
        "        x.sycl_queue.wait()\n"
        "    except Exception:\n"
        "        pass\n"
        "print([e.failed for e in p.events])\n"
    )
    marked = set()
    for n in range(1, 40):  # which of the device's calls fails
        variables = {**os.environ, "DPEX_SIMULATE": "gpu:1", "DPEX_SIMULATE_FAIL": str(n)}
        done = subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True)
        if not done.returncode:
            marked.add("True" in done.stdout)
        if marked == {True, False}:
            break
    assert marked == {True, False}


def test_threads_record_into_one_profile():
    from threading import Thread

    arrays = [dpnp.ones(1000) for _ in range(4)]

    def work(x):
        with opendpex.fusion(False):
            for _ in range(50):
                x += 1

    with opendpex.profile() as p:
        threads = [Thread(target=work, args=(x,)) for x in arrays]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    assert sum(e.name == "add" for e in p.events) == 200
    assert all((x == 51).all() for x in arrays)


@pytest.mark.parametrize("by", ["name", "where", "kind", "device", "queue"])
def test_tables_add_up(recorded, by):
    lines = recorded.table(by).splitlines()
    assert lines[0].split()[-1] == by
    assert sum(int(line.split()[0]) for line in lines[1:-1]) == len(recorded.events)


def test_table_is_cut_and_refuses_other_columns(recorded):
    assert recorded.table(limit=1).splitlines()[2].endswith("more rows")
    with pytest.raises(ValueError, match="table: by must be 'name'.*not 'nam'"):
        recorded.table("nam")


def test_trace_is_what_perfetto_reads(recorded, tmp_path):
    """What Google's description of the format asks of each kind of event: complete ones, counters, metadata."""
    recorded.to_chrome(tmp_path / "trace.json")
    trace = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    commands = [e for e in trace if e["ph"] == "X"]
    assert len(commands) == len(recorded.events)
    assert {e["ph"] for e in trace} == {"M", "X", "C"}
    for e in trace:
        assert isinstance(e["name"], str) and isinstance(e["pid"], int) and isinstance(e["args"], dict)
        if e["ph"] != "M":
            assert isinstance(e["ts"], (int, float)) and e["ts"] >= 0
        if e["ph"] == "X":
            assert isinstance(e["tid"], int) and isinstance(e["cat"], str) and e["dur"] >= 0
        if e["ph"] == "C":
            assert all(isinstance(value, int) for value in e["args"].values())
    named = {(e["pid"], e.get("tid")): e["args"]["name"] for e in trace if e["ph"] == "M"}
    assert {(e["pid"], None) for e in commands} | {(e["pid"], e["tid"]) for e in commands} == set(named)


def test_page_refers_to_no_other_file(recorded, tmp_path):
    recorded.to_html(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "/*DATA*/" not in page and "http" not in page and "src=" not in page


@pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed")
def test_page_in_a_browser(recorded, tmp_path):
    recorded.to_html(tmp_path / "page.html")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1000,700", f"--user-data-dir={tmp_path}"]
    done = subprocess.run(
        [CHROMIUM, *options, "--dump-dom", f"file://{tmp_path / 'page.html'}"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert f"{len(recorded.events)} commands on" in done.stdout
    assert done.stdout.count("<tr>") == len({e.name for e in recorded.events}) + 1 or "<td>sort</td>" in done.stdout


def test_script_is_profiled_by_a_command(tmp_path):
    (tmp_path / "program.py").write_text(
        "import sys, dpnp\nx = dpnp.ones(1000)\ny = dpnp.sort(x)\nprint('said', sys.argv[1:], __name__)\n"
    )
    outputs = ["--html", str(tmp_path / "page.html"), "--chrome", str(tmp_path / "trace.json")]
    done = subprocess.run(
        [sys.executable, "-m", "opendpex", "profile", *outputs, str(tmp_path / "program.py"), "a", "-b"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "said ['a', '-b'] __main__" in done.stdout and "sort" in done.stdout
    assert json.loads((tmp_path / "trace.json").read_text()) and "<canvas" in (tmp_path / "page.html").read_text()


LIBRARY = os.environ.get("DPEX_TEST_FAKE_CUDA", "")

RANGES_PROGRAM = """
import ctypes, os, sys
from opendpex import _core
_core._set_cuda_library(sys.argv[1])
import numpy, dpctl, dpctl.tensor as dpt
tool = ctypes.CDLL(os.environ["NVTX_INJECTION64_PATH"])
tool.fake_nvtx_get_text.restype = ctypes.c_char_p
queue = dpctl.SyclQueue("cuda")
x = dpt.asarray(numpy.eye(300), sycl_queue=queue)
queue.wait()  # what follows a copy that is under way is submitted by the copy's thread
y = dpt.matmul(x, x)
assert numpy.array_equal(dpt.asnumpy(y), numpy.eye(300))
print(tool.fake_nvtx_get_text().decode(), end="")
"""


@pytest.mark.skipif(not os.path.exists(LIBRARY), reason="DPEX_TEST_FAKE_CUDA names no built stand-in")
def test_ranges_of_nvtx_name_lines_and_operations(tmp_path):
    program = tmp_path / "ranges.py"
    program.write_text(RANGES_PROGRAM)
    folder = os.path.dirname(LIBRARY)
    tool = os.path.join(folder, "libnvtx_tool.so")
    environment = {**os.environ, "NVTX_INJECTION64_PATH": tool, "CUDA_PATH": os.path.dirname(folder)}
    done = subprocess.run([sys.executable, program, LIBRARY], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    open_ranges, seen = [], []
    for line in done.stdout.splitlines():
        word, _, name = line.partition(" ")
        if word == "push":
            open_ranges.append(name)
            seen.append(tuple(open_ranges))
        else:
            open_ranges.pop()
    assert not open_ranges
    number = 1 + RANGES_PROGRAM.splitlines().index("y = dpt.matmul(x, x)")
    assert (f"ranges.py:{number}", "matmul") in seen
    assert any(ranges[-1].startswith("copy") for ranges in seen)
