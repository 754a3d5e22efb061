"""What the README and the examples say, run as written."""
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*command):
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=dict(os.environ), capture_output=True, text=True)


def test_the_program_in_the_readme_runs():
    program = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S).group(1)
    done = run("-c", program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[3. 3. 3.]"
