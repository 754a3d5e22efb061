"""A kernel compiled by Python and submitted by C++, from text and, where the device takes it, from SPIR-V.

usage: use_kernel.py [DEVICE]   a filter string, as "opencl:cpu:1"
"""

import sys

import _use_kernel
import double_it

import dpctl
import dpctl.program
import dpctl.tensor as dpt

TEXT = """
kernel void double_it(global const int *x, global int *y)
{
    size_t i = get_global_id(0);
    y[i] = 2 * x[i];
}
"""


def run(queue, program, what):
    x = dpt.arange(10, dtype="i4", sycl_queue=queue)
    y = dpt.zeros_like(x)
    _use_kernel.submit(queue, program.get_sycl_kernel("double_it"), x, y)
    print(f"{what}:", dpt.asnumpy(y).tolist())


queue = dpctl.SyclQueue(*sys.argv[1:])
run(queue, dpctl.program.create_program_from_source(queue, TEXT), "from text")
try:
    run(queue, dpctl.program.create_program_from_spirv(queue, double_it.module()), "from SPIR-V")
except dpctl.program.SyclProgramCompilationError as error:
    print("from SPIR-V:", str(error).splitlines()[0])

facts = _use_kernel.describe(queue)
print(
    "the queue in C++:",
    facts["name"] == queue.name,
    facts["context"] == queue.sycl_context,
    facts["device"] == queue.sycl_device,
)
