"""Mistakes, one a line: pyright finds each line that ends with the word, and no other. Nobody runs this."""

import dpctl
import dpctl.memory as dpmem
import dpctl.tensor as dpt
import dpnp as np
import numba_dpex as dpex
import opendpex
from numba_dpex import kernel_api as kapi

x = np.arange(10)
u = dpt.ones(3)
queue = dpctl.SyclQueue("cpu")

# names that are not there
np.squareroot(x)  # mistake
np.linalg.inverse(x)  # mistake
np.random.normals(3)  # mistake
dpt.nanmax(u)  # mistake
dpctl.SyclQeue()  # mistake
x.base  # mistake
x.ctypes  # mistake
x.resize(3)  # mistake
x.summ()  # mistake
u.sum()  # mistake
u.to_devise("cpu")  # mistake
queue.sycl_device.is_npu  # mistake
queue.waits()  # mistake
dpex.call_kernels  # mistake
opendpex.fusee  # mistake

# arguments
np.zeros(3, dtyp="f4")  # mistake
np.zeros()  # mistake
np.zeros("3")  # mistake
np.sin()  # mistake
np.sin(x, x, x)  # mistake
np.sin("1")  # mistake
np.add(x)  # mistake
np.sum([1, 2, 3])  # mistake
np.sum(x, axis="rows")  # mistake
np.concatenate(x, x)  # mistake
np.linspace(0, 1, num="10")  # mistake
np.ones(3, usm_type="managed")  # mistake
np.ones(3, sycl_queue="cpu")  # mistake
np.reshape(x, (2, 5), order="Z")  # mistake
np.fft.fft(x, norm="orthogonal")  # mistake
np.linalg.norm(x, keepdims="yes")  # mistake
np.linalg.qr(x, mode="economic")  # mistake
np.random.default_rng(0).normal(0, 1, shape=3)  # mistake
x.mean(axes=0)  # mistake
x.astype()  # mistake
x.sum(keepdims="True")  # mistake
dpt.sum([1, 2, 3])  # mistake
dpt.reshape(u)  # mistake
dpt.ones(3, order="rows")  # mistake
dpt.concat(u, u)  # mistake
dpt.sin(u, ouput=u)  # mistake
dpt.linalg.qr(u, mode="r")  # mistake
dpctl.SyclQueue("cpu", properties="in_order")  # mistake
dpctl.SyclDevice(3.5)  # mistake
dpctl.select_cpu_device("fast")  # mistake
dpmem.MemoryUSMShared()  # mistake
queue.memcpy(u)  # mistake
queue.submit()  # mistake
dpex.Range("8")  # mistake
dpex.NdRange((8,))  # mistake

# operators and results
x + "1"  # mistake
x @ [1, 2]  # mistake
x < "1"  # mistake
u + "1"  # mistake
u[0] = u.shape + 1  # mistake
x.shape + 1  # mistake
x.dtype.itemsize.bits  # mistake
x.T()  # mistake
np.sum(x).sqrt()  # mistake
np.linalg.svd(x).V  # mistake
len(x.ndim)  # mistake
x.size = 5  # mistake
values, edges, more = np.histogram(x)  # mistake
first: str = np.arange(3)[0]  # mistake
count: str = queue.sycl_device.max_compute_units  # mistake
with queue:  # mistake
    pass


@dpex.kernel
def fill(item: kapi.Item, a):
    a[item.get_ids(0)] = 1  # mistake
    a[item.get_id("0")] = 1  # mistake


dpex.call_kernel(fill)  # mistake
dpex.call_kernel(7, dpex.Range(3), x)  # mistake
fill.inspect_ptx()  # mistake
opendpex.RawKernel("text")  # mistake
