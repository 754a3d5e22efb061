"""docs/environment.md and the table of variables in the source name the same variables."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_variable_is_documented_and_every_documented_one_is_read():
    table = (ROOT / "src/defs/env.def").read_text()
    overview = (ROOT / "docs/environment.md").read_text().split("\n## ")[0]
    read = set(re.findall(r"^DPEX_ENV\((\w+),", table, re.M))
    documented = set(re.findall(r"^\| `([A-Z][A-Z0-9_]+)` \|", overview, re.M))
    assert read == documented
