"""The heat equation on a plate, its rows shared out over the ranks of MPI, each on its own device.

A rank keeps its rows and one row of each neighbour, and exchanges these rows before each step, straight from and to the
memory of arrays. Rank 0 compares the result with the same steps on the whole plate.

usage: mpirun -n 2 python heat.py [--size N] [--steps N]
"""

import argparse

from mpi4py import MPI

import dpnp
from opendpex.mpi import queue_of_rank

CONDUCTION = 0.2


def step(plate):
    """One step in time of all points but those of the border."""
    inner = plate[1:-1, 1:-1]
    around = plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:]
    plate[1:-1, 1:-1] = inner + CONDUCTION * (around - 4 * inner)


def plate_of(size, queue):
    """A cold plate with a hot edge and a hot spot."""
    plate = dpnp.zeros((size, size), device=queue)
    plate[0] = 100
    plate[size // 3 : size // 2, size // 4 : size // 2] = 50
    return plate


def exchange(comm, part):
    """Send the outer rows to the neighbours, and receive theirs."""
    above = comm.rank - 1 if comm.rank else MPI.PROC_NULL
    below = comm.rank + 1 if comm.rank + 1 < comm.size else MPI.PROC_NULL
    part.sycl_queue.wait()  # MPI writes the rows without regard to the queue
    comm.Sendrecv(part[1], above, recvbuf=part[-1], source=below)
    comm.Sendrecv(part[-2], below, recvbuf=part[0], source=above)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--steps", type=int, default=100)
    options = parser.parse_args()
    comm = MPI.COMM_WORLD
    queue = queue_of_rank(comm)

    inner = options.size - 2
    first, end = (inner * (comm.rank + i) // comm.size for i in (0, 1))
    part = plate_of(options.size, queue)[first : end + 2].copy()
    for _ in range(options.steps):
        exchange(comm, part)
        step(part)

    mean = dpnp.empty(1, device=queue)
    comm.Allreduce(dpnp.sum(part[1:-1], keepdims=True)[0], mean)
    lines = comm.gather(f"rank {comm.rank} of {comm.size}: rows {first + 1} to {end} on {queue.sycl_device.name}")
    rows = comm.gather(part[1:-1].asnumpy())
    if lines is not None and rows is not None:  # rank 0
        print("\n".join(lines))
        whole = plate_of(options.size, queue)
        for _ in range(options.steps):
            step(whole)
        found = dpnp.concatenate([dpnp.asarray(r, device=queue) for r in rows])
        difference = float(abs(found - whole[1:-1]).max())
        print(f"mean temperature {float(mean[0]) / (inner * options.size):.4f}, largest difference {difference:.1e}")


if __name__ == "__main__":
    main()
