"""Kernels written in Python beside Intel's numba_dpex and numba's prange: minima over interleaved repetitions, on the same cores.

usage: kernels.py [oracle=DIR] [numba[=PYTHON]] [only=TEXT] [rounds=N]
oracle=DIR names a folder where DIR/dpex/run PROGRAM runs Intel's package; numba must be installed in the running environment, or in that
of the interpreter given. Times are microseconds a call; "ratio" is ours divided by Intel's. A row above 1.2 is run again.
(kernels.py --peer NAME is one peer: it answers lines "index repetitions" with the best time.)
"""

import math
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from kernel_workloads import BATCH, NAMES, kernel_calls, prange_calls  # noqa: E402

GOAL = 1.2


def serve(name: str) -> None:
    calls = prange_calls() if name == "numba" else kernel_calls()
    print("ready", flush=True)
    for line in sys.stdin:
        index, repetitions = map(int, line.split())
        call = calls.get(NAMES[index])
        best = math.inf
        try:
            for _ in range(repetitions if call else 0):
                start = time.perf_counter()
                call()
                best = min(best, time.perf_counter() - start)
        except Exception as error:  # a peer may refuse a program; say so and go on
            print(f"! {type(error).__name__}: {error}".replace("\n", " ")[:200], flush=True)
            continue
        print(best if call else "-", flush=True)


class Process:
    """A peer, started once and asked many times."""

    def __init__(self, name: str, command: list):
        self.name = name
        self.pipe = subprocess.Popen(
            [*command, str(HERE / "kernels.py"), "--peer", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        while (line := self.pipe.stdout.readline()).strip() != "ready":
            if not line:
                raise SystemExit(f"peer {name} did not start")

    def ask(self, index: int, repetitions: int):
        self.pipe.stdin.write(f"{index} {repetitions}\n")
        self.pipe.stdin.flush()
        answer = self.pipe.stdout.readline().strip()
        if answer.startswith("!"):
            print(f"  {self.name}: {NAMES[index]}: {answer[2:]}", file=sys.stderr)
        try:
            return float(answer) / (BATCH if NAMES[index].startswith("relaunch") else 1)
        except ValueError:
            return None


def measure(peers: list, index: int, rounds: int) -> dict:
    best: dict = {}
    for round in range(rounds):
        for peer in peers:
            seconds = peer.ask(index, 3 if round else 4)
            if seconds is not None:
                best[peer.name] = min(best.get(peer.name, seconds), seconds)
    return best


def main() -> None:
    options = dict(word.split("=", 1) if "=" in word else (word, "") for word in sys.argv[1:])
    commands = {"opendpex": [sys.executable]}
    if "oracle" in options:
        commands["oracle"] = [str(Path(options["oracle"]) / "dpex" / "run")]
    if "numba" in options:
        commands["numba"] = [options["numba"] or sys.executable]
    peers = [Process(name, command) for name, command in commands.items()]
    rounds, ratios = int(options.get("rounds", 5)), []
    print(f"{'kernels, us a call':<26}" + "".join(f"{n:>12}" for n in commands) + f"{'ratio':>8}")
    for index, name in enumerate(NAMES):
        if options.get("only", "") not in name:
            continue
        best = measure(peers, index, rounds)
        if "oracle" in best and best["opendpex"] > GOAL * best["oracle"]:
            again = measure(peers, index, 15)
            best = {n: min(again.get(n, t), t) for n, t in best.items()}
        ratio = best["opendpex"] / best["oracle"] if {"opendpex", "oracle"} <= set(best) else None
        if ratio and not name.startswith("relaunch"):
            ratios.append(ratio)
        cells = "".join(f"{best[n] * 1e6:12.2f}" if n in best else f"{'-':>12}" for n in commands)
        tail = "" if ratio is None else f"{ratio:8.2f}" + ("  MISS" if ratio > GOAL else "")
        print(f"{name:<26}{cells}{tail}", flush=True)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"geometric mean of the compute rows, to Intel's: {mean:.2f}")
    for peer in peers:
        peer.pipe.stdin.close()
        peer.pipe.wait()


if __name__ == "__main__":
    serve(sys.argv[2]) if sys.argv[1:2] == ["--peer"] else main()
