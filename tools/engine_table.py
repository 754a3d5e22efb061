"""Writes what computes each function on each kind of device: own kernels, a vendor's library, or the host.

usage: engine_table.py NAME=FILTER[,VARIABLE=VALUE]... ... > docs/engines.md
For example: engine_table.py CUDA=cuda:gpu PoCL=opencl:cpu:1,OCL_ICD_VENDORS=FILE

Each function is called once on the device, in a process of its own whose log (DPEX_LOG=queue) says what was not
computed by own kernels. Cells: own, library, host; "-": NotImplementedError; a device that is not there has no
column. Matrices have 300 rows, so that libraries take them.
"""

import os
import subprocess
import sys

SETUP = """
import sys, numpy, dpctl, dpnp as np
queue = dpctl.SyclQueue({filter!r})
rng = numpy.random.default_rng(1)
real = "f8" if queue.sycl_device.has_aspect_fp64 else "f4"
def make(values): return np.asarray(numpy.asarray(values, real), sycl_queue=queue)
m = rng.random((300, 300))
x, a, s = make(rng.random(4096)), make(m + 300 * numpy.eye(300)), make(m + m.T + 600 * numpy.eye(300))
z = make(rng.random(1 << 17))
b, i = make(rng.random((300, 3))), np.asarray(rng.integers(0, 4096, 500), sycl_queue=queue)
"""

CALLS = """
x + x; np.exp(x); np.where(x > 0.5, x, 0.0); x.astype("i4"); np.sum(a, axis=0); np.std(a, axis=1); np.argmax(x)
np.cumsum(x); np.diff(x); np.sort(x); np.argsort(x); np.partition(x, 9); np.unique(i); np.searchsorted(x, x[:9])
np.digitize(x, make([0.2, 0.5])); np.histogram(x); np.bincount(i); np.median(x); np.percentile(x, 30)
np.isin(i, i[:9]); np.intersect1d(i, i[:99]); x[i]; x[x > 0.5]; np.take(x, i)
np.put_along_axis(a, np.argsort(a), 0.0, 1); np.nonzero(x > 0.5); np.compress(x > 0.5, x); np.delete(x, 3)
np.insert(x, 3, 1.0); np.repeat(x, 2); np.concatenate((x, x)); np.transpose(a).copy(); np.roll(x, 5); np.pad(x, 3)
np.interp(x, x, x); np.convolve(x, x[:9]); np.correlate(x, x[:9]); np.trapezoid(x); np.cov(a); np.corrcoef(a); a @ a
np.dot(x, x); np.einsum("ij,jk->ik", a, a); np.tensordot(a, a, 1); np.kron(b, b); np.outer(x[:300], x[:300])
np.linalg.cholesky(s); np.linalg.inv(a); np.linalg.solve(a, b); np.linalg.det(a); np.linalg.slogdet(a)
np.linalg.qr(a); np.linalg.svd(a); np.linalg.svdvals(a); np.linalg.eigh(s); np.linalg.eigvalsh(s); np.linalg.eig(a)
np.linalg.eigvals(a); np.linalg.lstsq(a, b); np.linalg.pinv(a); np.linalg.cond(a); np.linalg.matrix_rank(a)
np.linalg.norm(a); np.linalg.norm(a, 2); np.linalg.matrix_power(a, 3); np.fft.fft(z); np.fft.rfft(z); np.fft.fft2(a)
np.fft.fftn(a); np.random.default_rng(1, sycl_queue=queue).random(9)
np.random.default_rng(1, sycl_queue=queue).normal(size=9)
"""


def calls():
    return [call.strip() for line in CALLS.splitlines() for call in line.split(";") if call.strip()]


def engine(call, column):
    """What the process of the call says; the log's lines come before its last one."""
    program = (
        SETUP.format(filter=column["filter"])
        + f"try: {call}; queue.wait()\nexcept NotImplementedError: print('absent')\nelse: print('done')"
    )
    env = {**os.environ, "DPEX_LOG": "queue", **column["env"]}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env)
    if "absent" in done.stdout:
        return "-"
    if done.returncode or "done" not in done.stdout:
        return "FAILED"
    return next((word for word in ("host", "library") if f"computed by the {word}" in done.stderr), "own")


def columns(words):
    for word in words:
        (name, selector), *variables = (part.split("=", 1) for part in word.split(","))
        column = {"name": name, "filter": selector, "env": dict(variables)}
        probe = f"import dpctl; dpctl.SyclDevice({selector!r})"
        env = {**os.environ, **column["env"]}
        if subprocess.run([sys.executable, "-c", probe], capture_output=True, env=env).returncode == 0:
            yield column


def main():
    found = list(columns(sys.argv[1:]))
    print(
        "# What computes each function\n\nWritten by `tools/engine_table.py`: `own`: kernels of this "
        "library; `library`: one of the device's vendor;\n`host`: LAPACK on the CPU, by copies of the matrices there "
        "and back; `-`: nothing.\n"
    )
    print("| | " + " | ".join(c["name"] for c in found) + " |\n|" + "---|" * (len(found) + 1))
    failed = 0
    for call in calls():
        row = [engine(call, column) for column in found]
        failed += row.count("FAILED")
        print(f"| `{call.replace('|', '')}` | " + " | ".join(row) + " |", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
