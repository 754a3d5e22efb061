"""The documentation site builds without warnings, its links lead somewhere, and its pages work in a browser."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dpnp

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("docs")
    command = [sys.executable, ROOT / "tools" / "build_docs.py", "--out", out]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return out / "html"


def shown(url):
    """What a page has after its scripts ran."""
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=20000",
        "--dump-dom",
        url,
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def test_every_name_of_dpnp_is_in_the_reference(site):
    text = "".join(path.read_text() for path in (site / "reference").glob("dpnp*.html"))
    documented = set(re.findall(r'id="(dpnp\.\w+)"', text))
    modules = {name for name in dpnp.__all__ if type(getattr(dpnp, name)) is type(re)}
    assert {f"dpnp.{name}" for name in dpnp.__all__ if name not in modules} <= documented


def test_notebooks_have_results_and_pictures(site):
    text = (site / "tutorial.html").read_text()
    assert text.count("<img") >= 3 and "Traceback" not in text
    assert list((site / "_downloads").rglob("tutorial.ipynb"))


def test_examples_show_what_they_print(site):
    text = (site / "gallery" / "kernels-n_body.html").read_text()
    assert "It printed" in text


@needs_chromium
def test_search_finds_a_function(site):
    assert "dpnp.argsort" in shown(f"{(site / 'search.html').as_uri()}?q=argsort")


@needs_chromium
def test_first_page_shows_ten_lines_and_the_picture(site):
    text = shown((site / "index.html").as_uri())
    assert "import" in text and "performance.svg" in text
