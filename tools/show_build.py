"""Runs a command that compiles (pip, verbosely) and shows how far ninja is, instead of what it prints: one line that
changes on a terminal, else a line for every tenth. The output of a command that fails is printed whole.

usage: show_build.py COMMAND [ARGUMENT]...
"""

import re
import subprocess
import sys

STEP = re.compile(r"^\s*\[(\d+)/(\d+)\] (\w+)")


class Progress:
    """What was shown last of a build of some number of steps."""

    def __init__(self, stream):
        self.stream = stream
        self.is_terminal = stream.isatty()
        self.tenth = -1
        self.is_open = False

    def step(self, number, total):
        tenth = 10 * number // total
        if self.is_terminal:
            # ninja counts anew when it runs again, so the line is written over in full.
            self.stream.write(f"\rcompiling: {number} of {total} steps ({100 * number // total} %)\033[K")
            self.is_open = True
        elif tenth != self.tenth:
            self.stream.write(f"compiling: {number} of {total} steps\n")
        self.tenth = tenth
        self.stream.flush()

    def close(self):
        if self.is_open:
            self.stream.write("\n")


def main(command):
    if not command:
        sys.exit(__doc__)
    progress, output = Progress(sys.stdout), []
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    for line in process.stdout:
        output.append(line)
        step = STEP.match(line)
        if step:
            progress.step(int(step[1]), int(step[2]))
    progress.close()
    status = process.wait()
    if status:
        sys.stderr.writelines(output)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
