"""docs/native-extensions.md: its extensions are built and installed as it says, and its programs print what it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "native-extensions.md"


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", GUIDE.read_text(), re.M | re.S).group(1)


@pytest.mark.parametrize("title", ["In C", "In Cython"])
def test_extension_of_the_guide(title, tmp_path):
    text = section(title)
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    for name, content in re.findall(r"^`([\w.]+)`\n```\w+\n(.*?)```", text, re.M | re.S):
        (source / name).write_text(content)
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", str(target), str(source)], check=True)
    program = re.findall(r"(?<!`\n)^```python\n(.*?)```", text, re.M | re.S)[-1]
    expected = re.findall(r"^print\(.*\)\s+# (.*)$", program, re.M)
    assert expected
    env = dict(os.environ, PYTHONPATH=str(target))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.splitlines() == expected
