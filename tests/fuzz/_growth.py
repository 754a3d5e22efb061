"""Whether a process grows: threads and resident memory, checked now and then."""

import ctypes
import gc
import os

import opendpex

__all__ = ["Growth"]


class Growth:
    """`check` is called once a case. What caches hold on purpose does not count."""

    def __init__(self, every=2000, threads=4, mebibytes=40):
        self.every, self.more_threads, self.more_bytes = every, threads, mebibytes << 20
        self.n_cases, self.first = 0, None

    @staticmethod
    def measure():
        gc.collect()
        opendpex.pool_trim()
        ctypes.CDLL(None).malloc_trim(0)
        with open("/proc/self/statm") as file:
            pages = int(file.read().split()[1])
        return len(os.listdir("/proc/self/task")), pages * os.sysconf("SC_PAGE_SIZE")

    def check(self):
        self.n_cases += 1
        if self.n_cases % self.every:
            return
        threads, size = self.measure()
        if self.first is None:
            self.first = threads, size
        said = f"after {self.n_cases} cases, after {self.every}"
        assert threads <= self.first[0] + self.more_threads, f"more and more threads\n{threads} {said} {self.first[0]}"
        assert size <= self.first[1] + self.more_bytes, (
            f"more and more memory\n{size >> 20} MiB {said} {self.first[1] >> 20}"
        )
