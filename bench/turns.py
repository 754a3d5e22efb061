"""Calls of several libraries timed in turns, each library in a process of its own: what bench/fft.py and bench/linalg.py share.

A benchmark has rows, whose text is their name, and peers: classes by name, whose objects have `call(row)`, which gives the function to
time, and `sync(result)`, which waits for it. Words of the command line, as NAME=VALUE, are options for both sides:

    peers     an interpreter that has the peers, or a peer's name: one that has this; default: the running one. A peer that its
              interpreter lacks is left out
    only      TEXT[,TEXT...]: the rows that have one of these in their name
    rounds    how often each peer is asked; a row above the goal is measured again, in three times as many
    threads   of every library; default: what each takes

Times, in microseconds a call, are minima over all rounds. "ratio" is ours divided by the fastest peer's.
"""

import importlib
import math
import os
import subprocess
import sys
import time

US = 1e6
SHORTEST, LONGEST_BATCH = 200e-6, 1000  # seconds of calls that are timed as one, and their number at most
PAUSE = 0.2  # seconds, until the threads of a BLAS that has just computed no longer wait actively
OPTIONS = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)


# ---- what peers have in common: their arrays, and waiting for them


class OnHost:
    def array(self, host):
        return host

    def sync(self, result):
        pass


class OnDpnp:
    library = "dpnp"

    def __init__(self):
        self.xp = importlib.import_module(self.library)

    def array(self, host):
        made = self.xp.asarray(host)
        self.queue = made.sycl_queue
        return made

    def sync(self, result):
        self.queue.wait()


class OnTorch(OnHost):
    def array(self, host):
        import torch

        if "threads" in OPTIONS:
            torch.set_num_threads(int(OPTIONS["threads"]))
        return torch.from_numpy(host)


class OnJax:
    def __init__(self):
        import jax

        jax.config.update("jax_enable_x64", True)
        self.jax = jax
        super().__init__()

    def array(self, host):
        return self.jax.numpy.asarray(host)

    def sync(self, result):
        self.jax.block_until_ready(result)


# ---- a peer's process: answers "index seconds" with the best time of a call


def best_time(peer, call, seconds):
    """The least time of a call within that many seconds; short calls are timed in batches that are waited for once."""
    peer.sync(call())
    start = time.perf_counter()
    peer.sync(call())
    once = time.perf_counter() - start
    batch = max(1, min(LONGEST_BATCH, int(SHORTEST / max(once, 1e-9))))
    best, end = float("inf"), time.perf_counter() + seconds
    while True:
        result, start = None, time.perf_counter()
        for _ in range(batch):
            result = call()
        peer.sync(result)
        now = time.perf_counter()
        best = min(best, (now - start) / batch)
        if now > end:
            return best


def serve(peer, rows):
    print("ready", flush=True)
    for line in sys.stdin:
        index, seconds = line.split()
        try:
            answer = best_time(peer, peer.call(rows[int(index)]), float(seconds))
        except Exception as error:  # a peer may lack a function; say so and go on
            answer = f"! {type(error).__name__}: {error}".replace("\n", " ")[:100]
        print(answer, flush=True)


# ---- the comparison


class Process:
    def __init__(self, name, python):
        self.name = name
        environment = dict(os.environ)
        if "threads" in OPTIONS:
            for variable in ("DPEX_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
                environment[variable] = OPTIONS["threads"]
        self.pipe = subprocess.Popen(
            [python, os.path.abspath(sys.argv[0]), "serve", name, *sys.argv[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self.is_there = self.pipe.stdout.readline().strip() == "ready"

    def ask(self, index, row, seconds):
        self.pipe.stdin.write(f"{index} {seconds}\n")
        self.pipe.stdin.flush()
        answer = self.pipe.stdout.readline().strip()
        if answer.startswith("!"):
            print(f"  {self.name}: {row}: {answer[2:]}", file=sys.stderr)
            return None
        return float(answer)


def measure(processes, index, row, rounds, best):
    for _ in range(rounds):
        for process in processes:
            time.sleep(PAUSE)
            seconds = process.ask(index, row, 0.02)
            if seconds is not None:
                best[process.name] = min(best.get(process.name, seconds), seconds)
    return best


def ratio_of(best, ours):
    return best[ours] / min(seconds for name, seconds in best.items() if name != ours)


def compare(rows, ours, names, goal):
    """Prints all rows, marks those above the goal, and prints how many these are and the geometric mean."""
    rounds = int(OPTIONS.get("rounds", 5))
    default = OPTIONS.get("peers", sys.executable)
    processes = [Process(ours, sys.executable), *(Process(name, OPTIONS.get(name, default)) for name in names)]
    processes = [process for process in processes if process.is_there]
    print(f"{'us a call':<30}" + "".join(f"{process.name:>11}" for process in processes) + f"{'ratio':>8}")
    wanted = OPTIONS.get("only", "").split(",")
    ratios = []
    for index, row in enumerate(rows):
        if not any(text in str(row) for text in wanted):
            continue
        best = measure(processes, index, row, rounds, {})
        if ratio_of(best, ours) > goal:
            measure(processes, index, row, 3 * rounds, best)
        ratios.append(ratio_of(best, ours))
        cells = "".join(f"{best[p.name] * US:11.2f}" if p.name in best else f"{'-':>11}" for p in processes)
        print(f"{row!s:<30}{cells}{ratios[-1]:8.2f}{' *' if ratios[-1] > goal else ''}", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{sum(ratio > goal for ratio in ratios)} of {len(ratios)} rows above {goal}; geometric mean {mean:.2f}")


def main(rows, peers, ours, names, goal):
    """`ours` beside the peers of these names; or, as `serve NAME`, the process of one of them."""
    if sys.argv[1:2] == ["serve"]:
        serve(peers[sys.argv[2]](), rows)
    else:
        compare(rows, ours, names, goal)
