"""The programs in the guides run and print what their comments show."""

import contextlib
import importlib.util
import io
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("guide", ["from-numpy.md", "from-cupy.md", "ecosystem.md"])
def test_programs(guide):
    for program in re.findall(r"```python\n(.*?)```", (DOCS / guide).read_text(), re.S):
        if "import dask" in program and importlib.util.find_spec("dask") is None:  # tests/ecosystem runs it
            continue
        expected = re.findall(r"^print\(.*?\)\s+# (.*)$", program, re.M)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(program, {"__name__": guide})
        assert printed.getvalue().splitlines() == expected
