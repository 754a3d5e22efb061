"""``python -m opendpex``: devices, profiles of programs, and the cache of compiled kernels."""

import argparse
import importlib
import os
import sys

# The name of each command is that of its module.
_COMMANDS = {
    "doctor": "tell what was found, what was not and why, and what is in conflict",
    "devices": "list the devices",
    "profile": "run a program and tell where its time goes",
    "cache": "show, clear or fill the cache of compiled kernels",
    "bench": "measure a minute of dpnp beside NumPy on this machine",
}


def _parser(argv: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m opendpex", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in _COMMANDS.items():
        command = commands.add_parser(name, help=text)
        if name in argv:  # the others stay unread: the doctor works where dpctl, which some of them import, is gone
            module = importlib.import_module(f"opendpex._commands.{name}")
            command.description = module.__doc__
            module.add_arguments(command)
    return parser


def main(argv=None) -> int:
    """Run the command line; returns the exit status."""
    argv = sys.argv[1:] if argv is None else argv
    args = _parser(argv).parse_args(argv)
    command = importlib.import_module(f"opendpex._commands.{args.command}")
    try:
        status = command.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        if args.command == "profile":  # it may be the program's own
            raise
        # Who reads has seen enough (head); the interpreter flushes once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
