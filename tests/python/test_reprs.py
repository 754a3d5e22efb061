"""What objects say of themselves: repr, and the HTML that notebooks show."""

import re

import numpy
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex
from dpctl.program import create_program_from_source
from numba_dpex import kernel_api as kapi

QUEUE = dpctl.SyclQueue()


@numba_dpex.kernel
def fill(item, a):
    a[item.get_id(0)] = 1


@numba_dpex.dpjit
def twice(x):
    return x + x


@pytest.mark.parametrize(
    "x, text",
    [
        (QUEUE, r"<dpctl.SyclQueue \[.+\] at 0x\w+>"),
        (dpctl.SyclQueue(property="in_order"), r"<dpctl.SyclQueue \[.+\] at 0x\w+, property=\['in_order'\]>"),
        (dpctl.SyclEvent(), r"<dpctl.SyclEvent \[complete\] at 0x\w+>"),
        (
            dpctl.SyclTimer(time_scale=1e3),
            r"<dpctl.SyclTimer of 0 blocks, host_timer=\w+, device_timer='queue_barrier', time_scale=1000.0>",
        ),
        (kapi.Range(3, 4), r"Range\(3, 4\)"),
        (kapi.NdRange(kapi.Range(8), kapi.Range(4)), r"NdRange\(Range\(8\), Range\(4\)\)"),
        (fill, r"<numba_dpex kernel fill of .*test_reprs.py:\d+>"),
        (twice, r"<numba_dpex function twice of .*test_reprs.py:\d+>"),
    ],
)
def test_repr_says_what_it_is(x, text):
    assert re.fullmatch(text, repr(x))


def test_range_is_written_as_a_tuple():
    assert str(kapi.Range(3, 4)) == "(3, 4)" and kapi.Range(3, 4) == (3, 4)


def test_programs_and_kernels_have_names():
    try:
        program = create_program_from_source(QUEUE, "__kernel void axpy(float a, __global float *x) {}")
    except dpctl.program.SyclProgramCompilationError as error:
        pytest.skip(f"no compiler of OpenCL C: {error}")
    assert re.fullmatch(r"<dpctl.program.SyclProgram at 0x\w+>", repr(program))
    kernel = program.get_sycl_kernel("axpy")
    assert re.fullmatch(r"<dpctl.program.SyclKernel axpy of 2 arguments at 0x\w+>", repr(kernel))


def cells(html):
    return re.findall(r"<td[^>]*>([^<]*)</td>", html)


@pytest.mark.parametrize("create, name", [(dpnp.asarray, "dpnp.ndarray"), (dpt.asarray, "dpctl.tensor.usm_ndarray")])
def test_array_shows_its_corners(create, name):
    html = create(numpy.arange(12_000, dtype="i4").reshape(100, 120))._repr_html_()
    assert f"<b>{name}</b>" in html and "(100, 120), int32" in html and "46.9 KiB of kind device" in html
    assert QUEUE.sycl_device.name in html
    shown = [cell for cell in cells(html) if re.fullmatch(r"\d+|…", cell)]
    row = ["0", "1", "2", "3", "4", "…", "115", "116", "117", "118", "119"]
    assert shown[:11] == row and len(shown) == 121 and shown[-1] == "11999" and shown[55:66] == ["…"] * 11


@pytest.mark.parametrize(
    "x, expected",
    [
        (dpnp.asarray([1.5, float("nan")]), ["1.5", "nan"]),
        (dpnp.asarray([True, False]), ["True", "False"]),
        (dpnp.arange(11), [*"01234", "…", *"6789", "10"]),
        (dpnp.arange(6).reshape(2, 3).T, [*"031425"]),
        (dpnp.asarray([1 + 2j]), ["1+2j"]),
    ],
)
def test_elements_of_small_arrays(x, expected):
    assert cells(x._repr_html_())[-len(expected) :] == expected


@pytest.mark.parametrize("x", [dpnp.asarray(3), dpnp.zeros((2, 2, 2)), dpnp.zeros((0, 3))])
def test_other_shapes_are_written_as_text(x):
    assert "<pre>array(" in x._repr_html_()


def test_devices_and_queues_are_shown():
    device = QUEUE.sycl_device
    html = device._repr_html_()
    assert "<b>SyclDevice</b>" in html and device.name in html and device.vendor in html
    html = dpctl.SyclQueue(property=["in_order", "enable_profiling"])._repr_html_()
    assert "<b>SyclQueue</b>" in html and "is_in_order" in html and device.name in html


def test_sub_devices_are_shown():
    if dpctl.SyclDevice().max_compute_units < 2:
        pytest.skip("the device has one compute unit")
    part = dpctl.SyclDevice("cpu").create_sub_devices(partition=1)[0]
    assert "<b>SyclDevice</b>" in part._repr_html_()


def test_names_are_escaped(monkeypatch):
    from opendpex import _html

    assert _html._properties([("<a>", "&")]).count("&lt;a&gt;") == 1
