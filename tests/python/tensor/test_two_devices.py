"""Two devices of one context have memory of their own: two GPUs where there are two, else two simulated ones."""

import dpctl

PROGRAM = """
import numpy as np, dpctl, dpctl.memory as dpm, dpctl.tensor as dpt
devices = [d for d in dpctl.get_devices(device_type="gpu") if d.backend.name in ("cuda", "level_zero")]
a, b = (dpctl.SyclQueue(d) for d in devices[:2])
assert a.sycl_context == b.sycl_context

def same(ours, numpys):
    np.testing.assert_array_equal(dpt.asnumpy(ours), numpys)

host = np.arange(600_000, dtype="f4").reshape(300, 400, 5)
x = dpt.asarray(host, sycl_queue=a)
y = x.to_device(b)
assert y.sycl_device == b.sycl_device and y.usm_data.sycl_device == b.sycl_device
y += 1
same(y, host + 1)
same(x, host)                                   # its memory is its own
same(y.to_device(a) - x, np.ones_like(host))

for view in (np.s_[::2, ::-3], np.s_[:, 7], np.s_[3:5, :, 1:]):
    same(x[view].to_device(b) * 2, host[view] * 2)
    same(dpt.asarray(x[view], sycl_queue=b, dtype="i8"), host[view].astype("i8"))
    z = dpt.zeros(host.shape, sycl_queue=b)
    z[view] = x[view]
    same(z[view], host[view])
z = dpt.zeros((5, 400, 5), sycl_queue=b)
z[...] = x[0]                                   # broadcast
same(z, np.broadcast_to(host[0], z.shape))
same(dpt.astype(x, "f4", copy=False, device=b), host)
same(dpt.asarray(x, sycl_queue=b), host)
try:
    dpt.asarray(x, sycl_queue=b, copy=False)
    raise SystemExit("copy=False copied")
except ValueError as error:
    assert "device" in str(error)

for kind in ("shared", "host"):                 # these kinds are for all devices of the context
    s = dpt.ones(5, usm_type=kind, sycl_queue=a)
    t = s.to_device(b)
    t += 1
    t.sycl_queue.wait()
    same(s, np.full(5, 2.0))

u, v = (dpm.MemoryUSMDevice(1 << 20, queue=queue) for queue in (a, b))
data = np.arange(1 << 20, dtype="u1")
u.copy_from_host(data)
v.copy_from_device(u)
assert (v.copy_to_host() == data).all()
event = b.memcpy_async(v, u, 100)               # either queue may do it
a.memcpy(v, u, 100)
event.wait()

try:
    x + y
    raise SystemExit("arrays of two devices were added")
except dpctl.utils.ExecutionPlacementError as error:
    assert all(d.filter_string in str(error) for d in devices[:2]), error
print("done", devices[0].filter_string, devices[1].filter_string)
"""


def test_two_devices_of_one_context(run):
    has_two = len(dpctl.get_devices(backend="cuda")) > 1
    assert "done" in run(PROGRAM, **({} if has_two else {"DPEX_SIMULATE": "gpu:2"}))
