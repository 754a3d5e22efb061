"""``python -m opendpex``: devices, profiles of programs, and the cache of compiled kernels."""

import argparse
import importlib
import sys

# The name of each command is that of its module.
_COMMANDS = {
    "doctor": "tell what was found, what was not and why, and what is in conflict",
    "devices": "list the devices",
    "profile": "run a program and tell where its time goes",
    "cache": "show, clear or fill the cache of compiled kernels",
    "bench": "measure a minute of dpnp beside NumPy on this machine",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m opendpex", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in _COMMANDS.items():
        command = importlib.import_module(f"opendpex._commands.{name}")
        command.add_arguments(commands.add_parser(name, help=text, description=command.__doc__))
    return parser


def main(argv=None) -> int:
    """Run the command line; returns the exit status."""
    args = _parser().parse_args(argv)
    return importlib.import_module(f"opendpex._commands.{args.command}").run(args)


if __name__ == "__main__":
    sys.exit(main())
