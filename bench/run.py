"""Our times beside each peer's, in one run: minima over interleaved repetitions, warm and cold.

usage: run.py [dpnp] [torch[=PYTHON]] [jax[=PYTHON]] [oracle=DIR] [only=TEXT] [rounds=N]
Ours is dpctl.tensor, and Intel's too; or dpnp.
NumPy and numexpr are always asked. torch and jax must be installed in the running environment, or in that of the interpreter
given; oracle=DIR names a folder where DIR/dp/run PROGRAM runs Intel's packages. Times are microseconds a call; "ratio" is ours divided by the fastest peer's (or by
NumPy's, where the goal says so); a row that misses its goal is run again, fifteen interleaved times, and that counts.
"""

import math
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from workloads import WORKLOADS  # noqa: E402

HERE = Path(__file__).resolve().parent
US = 1e6
NAMESPACE = [word for word in sys.argv[1:] if word == "dpnp"]


class Process:
    """A peer, started once and asked many times."""

    def __init__(self, name, command):
        self.name = name
        self.pipe = subprocess.Popen(
            [*command, str(HERE / "peer.py"), name, *NAMESPACE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self.pipe.stdout.readline().strip() != "ready":
            raise SystemExit(f"peer {name} did not start")

    def ask(self, index, repetitions):
        self.pipe.stdin.write(f"{index} {repetitions}\n")
        self.pipe.stdin.flush()
        answer = self.pipe.stdout.readline().strip()
        try:
            return float(answer)
        except ValueError:
            if answer.startswith("!"):
                print(f"  {self.name}: {WORKLOADS[index].name}: {answer[2:]}", file=sys.stderr)
            return None

    def close(self):
        self.pipe.stdin.close()
        self.pipe.wait()


SPINNING = 0.05  # seconds for which the threads of an OpenBLAS or OpenMP may look for more work after the last


def measure(peers, index, rounds):
    """Minimum per peer over interleaved rounds; of a library's work, each on a machine where the one before is at rest."""
    best = {}
    for round in range(rounds):
        for peer in peers:
            if WORKLOADS[index].kind == "library":
                time.sleep(SPINNING)
            seconds = peer.ask(index, 3 if round else 4)
            if seconds is not None:
                best[peer.name] = min(best.get(peer.name, seconds), seconds)
    return best


def compare(best, workload):
    """Our time divided by the goal's peer's, and whether the goal is met; None where there is nothing to compare."""
    others = {name: t for name, t in best.items() if name not in ("opendpex", "numexpr")}
    if "opendpex" not in best or not others:
        return None, True
    against = others.get(workload.goal_peer) or min(others.values())
    ratio = best["opendpex"] / against
    return ratio, workload.goal is None or ratio <= workload.goal


def print_row(name, names, best, ratio, goal, met):
    cells = "".join(f"{best[n] * US:12.2f}" if n in best else f"{'-':>12}" for n in names)
    tail = f"{ratio:8.2f}  {'<=' if met else 'MISS >'} {goal}" if ratio is not None else ""
    print(f"{name:<26}{cells}{tail}", flush=True)


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def print_means(rows, names):
    """Our time divided by the fastest peer's and by each peer's, over the bulk rows that both have."""
    for name in ["the fastest peer", *(n for n in names if n not in ("opendpex", "numexpr"))]:
        ratios = []
        for best in rows:
            others = {n: t for n, t in best.items() if n not in ("opendpex", "numexpr")}
            against = min(others.values(), default=None) if name == "the fastest peer" else others.get(name)
            if against and "opendpex" in best:
                ratios.append(best["opendpex"] / against)
        if ratios:
            print(f"geometric mean over {len(ratios)} bulk rows, to {name}: {geometric_mean(ratios):.2f}")


def run_warm(peers, only, rounds):
    names = [p.name for p in peers]
    bulk = []
    print(f"{'warm, us a call':<26}" + "".join(f"{n:>12}" for n in names) + f"{'ratio':>8}  goal")
    misses = 0
    for index, workload in enumerate(WORKLOADS):
        if only not in workload.name:
            continue
        best = measure(peers, index, rounds)
        ratio, met = compare(best, workload)
        if not met:
            again = measure(peers, index, 15)
            best = {n: min(again.get(n, t), t) for n, t in best.items()}
            ratio, met = compare(best, workload)
        misses += not met
        if workload.kind == "bulk":
            bulk.append(best)
        print_row(workload.name, names, best, ratio, workload.goal, met)
    print(f"{misses} rows miss their goal")
    print_means(bulk, names)


def run_cold(commands):
    """The first call of a fresh process: nothing warm, no memory pooled."""
    print(f"\n{'cold, us the first call':<26}" + "".join(f"{n:>12}" for n in commands))
    for index, workload in enumerate(WORKLOADS):
        if workload.name not in ("add f64 10M", "exp f64 10M", "sum f64 10M"):
            continue
        best = {}
        for name, command in commands.items():
            for _ in range(2):
                process = Process(name, command)
                seconds = process.ask(index, 1)
                process.close()
                if seconds is not None:
                    best[name] = min(best.get(name, seconds), seconds)
        print_row(workload.name, list(commands), best, None, None, True)


def run_once(command, program):
    out = subprocess.run([*command, "-c", program], capture_output=True, text=True, check=True).stdout
    return float(out)


IMPORT = "import time, numpy; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
QUEUE = (
    "import dpctl, time; d = dpctl.SyclDevice('cpu'); dpctl.SyclQueue(d)\n"
    "b = 1\nfor r in range(20):\n t = time.perf_counter()\n for i in range(500): dpctl.SyclQueue(d)\n"
    " b = min(b, (time.perf_counter() - t) / 500)\nprint(b)"
)


def run_single_figures(commands):
    print("\nsingle figures (minimum of five processes)")
    for name in ("opendpex", "oracle"):
        if name in commands:
            for label, program in (
                ("import dpctl beyond numpy, ms", IMPORT.format(module="dpctl")),
                ("import dpctl.tensor beyond numpy, ms", IMPORT.format(module="dpctl.tensor")),
                ("import dpnp beyond numpy, ms", IMPORT.format(module="dpnp")),
            ):
                print(f"  {name:<10}{label:<42}{min(run_once(commands[name], program) for _ in range(5)) * 1e3:10.2f}")
            print(f"  {name:<10}{'SyclQueue(device), us':<42}{run_once(commands[name], QUEUE) * US:10.2f}")


def main():
    options = dict(word.split("=", 1) if "=" in word else (word, "") for word in sys.argv[1:])
    commands = {"opendpex": [sys.executable], "numpy": [sys.executable], "numexpr": [sys.executable]}
    commands |= {name: [options[name] or sys.executable] for name in ("torch", "jax") if name in options}
    if "oracle" in options:
        commands["oracle"] = [str(Path(options["oracle"]) / "dp" / "run")]
    peers = [Process(name, command) for name, command in commands.items()]
    run_warm(peers, options.get("only", ""), int(options.get("rounds", 5)))
    for peer in peers:
        peer.close()
    if "only" not in options:
        run_cold(commands)
        run_single_figures(commands)


if __name__ == "__main__":
    main()
