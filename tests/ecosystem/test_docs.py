"""The documentation site builds without warnings, its links lead somewhere, and its pages work in a browser."""

import re
import shutil
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

import dpnp

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import build_docs  # noqa: E402
import docs_gallery  # noqa: E402

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("docs")
    command = [sys.executable, ROOT / "tools" / "build_docs.py", "--out", out]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
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


def test_gallery_shows_every_example():
    shown = {path for group in docs_gallery.GROUPS.values() for path in group.paths()}
    shown |= {
        path for patterns in docs_gallery.RUN.values() for p in patterns for path in docs_gallery.EXAMPLES.glob(p)
    }
    listed = subprocess.run(
        ["git", "ls-files", "examples"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    files = {ROOT / line for line in listed.splitlines()}
    assert files and files - shown == {ROOT / "examples" / "poly_ext" / "pyproject.toml"}


@pytest.mark.parametrize("title", docs_gallery.GROUPS)
def test_group_of_the_gallery_ran_or_names_its_tests(site, title):
    group = docs_gallery.GROUPS[title]
    text = (site / "gallery" / f"{docs_gallery.page_of(title)}.html").read_text()
    if not group.lacking():
        assert "It printed" in text
        return
    # Here are the packages of tests/ecosystem/requirements.txt; others are in the environment of the tests that are named.
    assert title not in ("A tour of all interfaces", "Dask", "Several devices", "C")
    assert "did not run" in text and group.tests in text
    folder = group.files[0].partition("/")[0]
    assert folder in (ROOT / group.tests).read_text()


def test_links_to_other_sites_are_known_without_a_network(site):
    """`tools/build_docs.py --external` asks for them where there is a network; what it would ask is checked for its form."""
    links = build_docs.external_links(site)
    assert len(links) > 5
    for link, pages in links.items():
        parts = urllib.parse.urlsplit(link)
        assert parts.scheme == "https" and "." in parts.netloc and " " not in link, (link, pages)
        own = link.partition("#")[0].removeprefix(f"{build_docs.WEB}/")
        if own != link.partition("#")[0] and own.startswith(("blob/main/", "tree/main/")):
            assert (ROOT / own.partition("main/")[2]).exists(), (link, pages)


@needs_chromium
def test_search_finds_a_function(site):
    assert "dpnp.argsort" in shown(f"{(site / 'search.html').as_uri()}?q=argsort")


@needs_chromium
def test_first_page_shows_ten_lines_and_the_picture(site):
    text = shown((site / "index.html").as_uri())
    assert "import" in text and "performance.svg" in text
