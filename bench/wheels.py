"""Two builds of opendpex beside each other, in one run: minima over interleaved repetitions of the rows of run.py.

usage: wheels.py PYTHON OTHER_PYTHON [only=TEXT] [rounds=N]

Each interpreter is that of an environment with one of the wheels (a release and the one before, or those of two
compilers). Times are microseconds a call; "ratio" is the second's divided by the first's; a row above 1.03 is run
again, fifteen interleaved times, and that counts.
"""

import sys

from run import US, Process, geometric_mean, measure
from workloads import WORKLOADS

LIMIT = 1.03


def main():
    python, other, *words = sys.argv[1:]
    options = dict(word.split("=", 1) for word in words)
    peers = [Process("opendpex", [python]), Process("opendpex", [other])]
    peers[0].name, peers[1].name = "first", "second"
    ratios, above = [], []
    print(f"{'us a call':<34}{'first':>12}{'second':>12}{'ratio':>8}")
    for index, workload in enumerate(WORKLOADS):
        if options.get("only", "") not in workload.name:
            continue
        best = measure(peers, index, int(options.get("rounds", 5)))
        if len(best) == 2 and best["second"] > LIMIT * best["first"]:
            again = measure(peers, index, 15)
            best = {name: min(best[name], again[name]) for name in best}
        if len(best) < 2:
            continue
        ratios.append(best["second"] / best["first"])
        above += [workload.name] if ratios[-1] > LIMIT else []
        print(f"{workload.name:<34}{best['first'] * US:12.2f}{best['second'] * US:12.2f}{ratios[-1]:8.2f}", flush=True)
    print(
        f"geometric mean of {len(ratios)} rows: {geometric_mean(ratios):.3f}; above {LIMIT}: {len(above)} rows {above}"
    )
    for peer in peers:
        peer.close()


if __name__ == "__main__":
    main()
