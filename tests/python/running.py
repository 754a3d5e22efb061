"""Runs what a test computes under other conditions: on one core, with another instruction set."""

import os
import pathlib
import subprocess
import sys

import numpy
import pytest

import dpctl

__all__ = ["INSTRUCTION_SETS", "assert_threads_do_not_matter", "run_with_instruction_set"]

INSTRUCTION_SETS = ["baseline", "v3", "v4"]


def assert_threads_do_not_matter(results_on):
    """results_on(device): arrays, whose bits must be the same on one core as on all."""
    device = dpctl.select_default_device()
    if device.max_compute_units < 2 or device.device_type.name != "cpu":
        pytest.skip("needs a CPU of several cores: simulated GPUs are not split by cores")
    one = device.create_sub_devices(partition=1)[0]
    for some, single in zip(results_on(device), results_on(one), strict=True):
        numpy.testing.assert_array_equal(some, single)


def run_with_instruction_set(isa, test_file, program):
    """Executes statements in a process of their own, in which the test file is the module `t`."""
    path = pathlib.Path(test_file)
    run = subprocess.run(
        [sys.executable, "-c", f"import {path.stem} as t\n{program}"],
        env=dict(os.environ, DPEX_ISA=isa, PYTHONPATH=os.pathsep.join(filter(None, sys.path))),
        cwd=path.parent,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
