"""Fuzzers: programs that make random cases for as long as they are let, each against a plain reference.

    python -m tests.fuzz                              all of them, CASES of each
    python -m tests.fuzz calls --cases 100000 --jobs 2
    python -m tests.fuzz --seconds 300 --seed 7       all of them, five minutes altogether
    python -m tests.fuzz calls --seed 7 --first 4711 --cases 1 --show

A fuzzer is a module of this folder whose name does not begin with an underscore. It has a function `case(rng)`, which makes and
checks one case from a `random.Random` that depends on the seed, the fuzzer and the case's number alone, and fails by raising. The first line of
the exception's text is what failures are grouped by. What is about to be executed is told beforehand by `note`, as a function
that makes its text, so that a crash can be shown too. Optional names of the module: `CASES` (how many when nothing is said), `ENV` (environment of the
process under test), `PATIENCE` (seconds that one case may take; 60), `MEMORY` (bytes of address space that it may have).
"""

from ._note import note

__all__ = ["note"]
