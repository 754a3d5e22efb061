"""The command line of the fuzzers: `tests/fuzz/__init__.py` says what it does."""

import argparse
import os
import pathlib
import sys

from ._parent import Fuzzer


def names():
    """All fuzzers."""
    return sorted(p.stem for p in pathlib.Path(__file__).parent.glob("*.py") if not p.stem.startswith("_"))


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Random cases against a plain reference.")
    parser.add_argument("name", nargs="*", help=f"fuzzers: {', '.join(names())}; all if none is given")
    parser.add_argument("--cases", type=int, help="how many of each")
    parser.add_argument("--seconds", type=float, help="how long altogether, instead of how many")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--show", action="store_true", help="print each statement before it is executed")
    args = parser.parse_args()
    chosen = args.name or names()
    for name in set(chosen) - set(names()):
        parser.error(f"there is no fuzzer {name}, but {', '.join(names())}")
    done = failed = 0
    for name in chosen:
        fuzzer = Fuzzer(name, args.seed)
        cases = args.cases if args.seconds or args.cases else fuzzer.cases
        fuzzer.run(args.first, cases, (args.seconds or 0) / len(chosen), args.jobs, args.show)
        found = sum(fuzzer.found.values())
        print(f"{name}: {fuzzer.done - found} passed, {found} failed", flush=True)
        for key, count in fuzzer.found.most_common():
            print(f"    {count:7d}  {key}")
        done, failed = done + fuzzer.done, failed + found
    print(f"{done - failed} passed, {failed} failed")
    return 1 if failed or not done else 0


if __name__ == "__main__":
    sys.exit(main())
