"""Kernels with signatures: compiled when they are defined, and launched with these types only.

usage: python specialization.py [device]
"""

import sys

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex.core.exceptions import InvalidKernelSpecializationError, MissingSpecializationError
from numba_dpex.core.types.kernel_api import ItemType

queue = dpctl.SyclQueue(*sys.argv[1:2])
integers = dpex.USMNdArray(1, "C", dtype=dpex.int64, queue=queue)
floats = dpex.USMNdArray(1, "C", dtype=dpex.float32, queue=queue)


@dpex.kernel([(ItemType(1), integers, integers), (ItemType(1), floats, floats)])
def double(item, x, y):
    i = item.get_id(0)
    y[i] = 2 * x[i]


for dtype in ("int64", "float32"):
    x = dpt.arange(10, dtype=dtype, sycl_queue=queue)
    y = dpt.empty_like(x)
    dpex.call_kernel(double, dpex.Range(10), x, y)
    assert dpt.asnumpy(y).tolist() == list(range(0, 20, 2))

try:
    dpex.call_kernel(double, dpex.Range(10), dpt.ones(10, dtype="int32", sycl_queue=queue), y)
except MissingSpecializationError as error:
    print("refused:", error)

try:
    dpex.kernel((ItemType(1), dpex.int64[:], dpex.int64[:]))(double.py_func)
except InvalidKernelSpecializationError as error:
    print("refused:", error)
print("compiled for:", *double.overloads)
