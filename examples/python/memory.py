"""USM memory: its three kinds, what the host may do with it, and how it is shared without copies."""

import numpy as np

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt


def allocate():
    """One object of each kind."""
    for kind in (dpm.MemoryUSMDevice, dpm.MemoryUSMShared, dpm.MemoryUSMHost):
        memory = kind(256, alignment=64)
        print(memory.get_usm_type(), memory.nbytes, memory._pointer % 64)


def move():
    """Between the host and a device, and between kinds."""
    device = dpm.MemoryUSMDevice(32)
    device.copy_from_host(np.arange(4.0).view("u1"))
    shared = dpm.MemoryUSMShared(32, queue=device.sycl_queue)
    shared.copy_from_device(device)
    print("host:", np.frombuffer(shared.copy_to_host(), "f8").tolist())


def see():
    """Arrays of NumPy and of dpctl.tensor over the same bytes."""
    memory = dpm.MemoryUSMShared(80, queue=dpctl.SyclQueue("cpu"))
    array = np.ndarray((10,), dtype="f8", buffer=memoryview(memory))
    array[:] = 2
    x = dpt.usm_ndarray((10,), dtype="f8", buffer=memory)
    x *= 3
    x.sycl_queue.wait()
    print("both:", array.sum(), float(dpt.sum(x)), dpm.as_usm_memory(x)._pointer == memory._pointer)


if __name__ == "__main__":
    allocate()
    move()
    see()
