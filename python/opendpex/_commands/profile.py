"""Runs a Python program as ``python`` would and prints a table of the commands that it gave to its queues."""

import runpy
import sys
from pathlib import Path

import opendpex

__all__ = ["add_arguments", "run"]


def add_arguments(parser):
    """The command's arguments."""
    parser.add_argument(
        "--by", default="name", choices=["name", "where", "kind", "device", "queue"], help="what rows are"
    )
    parser.add_argument("--limit", type=int, default=30, help="the most rows")
    parser.add_argument("--html", metavar="FILE", help="write a page with a timeline")
    parser.add_argument("--chrome", metavar="FILE", help="write a trace for https://ui.perfetto.dev")
    parser.add_argument("-m", dest="module", action="store_true", help="PROGRAM is the name of a module")
    parser.add_argument("program", metavar="PROGRAM", help="a file, or a module's name")
    parser.add_argument("arguments", nargs="...", metavar="ARGUMENT", help="arguments of the program")


def _execute(args):
    sys.argv = [args.program, *args.arguments]
    if args.module:
        runpy.run_module(args.program, run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, str(Path(args.program).resolve().parent))
        runpy.run_path(args.program, run_name="__main__")


def run(args) -> int:
    """Run the program, print the table, write the files; returns the program's exit status."""
    status = 0
    with opendpex.profile() as p:
        try:
            _execute(args)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
    print(p.table(args.by, args.limit))
    if args.html:
        p.to_html(args.html)
    if args.chrome:
        p.to_chrome(args.chrome)
    return status
