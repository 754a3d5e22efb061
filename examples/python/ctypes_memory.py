"""The C interface by ctypes: no compiler, no extension module. USM memory is allocated, filled and given to Python."""

import ctypes

import dpctl
import dpctl.memory
import dpctl.tensor as dpt
import opendpex

library = ctypes.CDLL(str(opendpex.get_library_dir()) + "/libDPCTLSyclInterface.so")
ref = ctypes.c_void_p
library.DPCTLmalloc_shared.restype = ref
library.DPCTLmalloc_shared.argtypes = [ctypes.c_size_t, ref]
library.DPCTLQueue_Fill64.restype = ref
library.DPCTLQueue_Fill64.argtypes = [ref, ref, ctypes.c_uint64, ctypes.c_size_t]
library.DPCTLEvent_Wait.argtypes = [ref]
library.DPCTLEvent_Delete.argtypes = [ref]
library.DPCTLfree_with_queue.argtypes = [ref, ref]


class Block:
    """Memory that the library allocated, as dpctl sees it: by its protocol."""

    def __init__(self, queue, n):
        self.queue, self.n = queue, n
        self.pointer = library.DPCTLmalloc_shared(8 * n, queue.addressof_ref())

    def fill(self, value):
        event = library.DPCTLQueue_Fill64(self.queue.addressof_ref(), self.pointer, value, self.n)
        library.DPCTLEvent_Wait(event)
        library.DPCTLEvent_Delete(event)

    @property
    def __sycl_usm_array_interface__(self):
        return {
            "data": (self.pointer, False),
            "shape": (self.n,),
            "strides": None,
            "typestr": "<u8",
            "version": 1,
            "syclobj": self.queue,
        }

    def __del__(self):
        library.DPCTLfree_with_queue(self.pointer, self.queue.addressof_ref())


queue = dpctl.SyclQueue()
block = Block(queue, 1000)
block.fill(3)
x = dpt.usm_ndarray((1000,), dtype="u8", buffer=dpctl.memory.as_usm_memory(block))
print("sum:", int(dpt.sum(x)), int(dpt.sum(x)) == 3000)
