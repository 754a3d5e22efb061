"""The programs of examples/numpy give with dpnp what they give with NumPy, on each device, on a part of one and on a second one."""

import sys
from pathlib import Path

import numpy
import pytest

import dpctl

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "examples" / "numpy"))
import programs  # noqa: E402


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda p: p.__name__)
def test_program(program, device):
    theirs, ours, _ = programs.run(program, device)
    numpy.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)


def test_on_a_part_of_the_device(part):
    for program in (programs.heat, programs.black_scholes, programs.pairwise_distance):
        theirs, ours, _ = programs.run(program, dpctl.SyclQueue(part))
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)


def test_on_the_second_of_two_simulated_devices(run):
    text = f"""
import sys; sys.path.insert(0, {str(Path(programs.__file__).parent)!r})
import dpnp, numpy, programs
put = programs.Put(dpnp, "gpu:1")
assert put(numpy.ones(2)).sycl_device.filter_string == "level_zero:gpu:1"
for program in programs.PROGRAMS:
    theirs, ours, _ = programs.run(program, "gpu:1")
    numpy.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)
print("ok")
"""
    assert run(text, DPEX_SIMULATE="gpu:2").strip() == "ok"


def test_images(tmp_path):
    programs.main(["--images", str(tmp_path), "heat", "image_filter"])
    header, pixels = (tmp_path / "heat.pgm").read_bytes().split(b"\n", 1)
    assert header == b"P5 96 96 255" and len(pixels) == 96 * 96 and max(pixels) == 255
