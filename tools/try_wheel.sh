#!/usr/bin/env bash
# Installs a wheel in a Debian 12 that has Python and no compiler, and runs the first lines of the README there.
#
# usage: tools/try_wheel.sh WHEEL [FOLDER]
#
# Needs root and debootstrap. FOLDER keeps the system for the next time; without it, it is removed at the end.
set -euo pipefail
wheel="$(realpath "$1")"
root="${2:-$(mktemp -d)}"
[ -n "${2:-}" ] || trap 'rm -rf "$root"' EXIT
[ -x "$root/usr/bin/python3" ] || debootstrap --variant=minbase --include=python3-venv,ca-certificates bookworm "$root"
rm -rf "$root/tmp/try" && mkdir -p "$root/tmp/try"
# With what it depends on, so that the system itself needs no network.
python3 -m pip download -q --disable-pip-version-check --only-binary=:all: --python-version 3.11 -d "$root/tmp/try" "$wheel"
sed -n '/^```python$/,/^```$/{/^```/!p;/^```$/q}' "$(dirname "$0")/../README.md" >"$root/tmp/try/first_lines.py"
chroot "$root" /bin/sh -euc '
    cd /tmp/try
    ! command -v cc gcc clang ld || { echo "there is a compiler"; exit 1; }
    python3 -m venv environment
    environment/bin/pip install -q --no-index --find-links . opendpex
    environment/bin/python -m opendpex doctor
    environment/bin/python first_lines.py'
