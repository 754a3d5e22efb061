"""Builds the documentation site with Sphinx, warnings being errors, and checks all links inside of it.

usage: build_docs.py [--out DIR] [--external]

--external also asks the web for the links to other sites. The site has docs/*.md, the reference (docs_reference.py),
the programs of examples/ with their output (docs_gallery.py) and the documents at the top of the repository. It is made
from the installed packages.
"""

import argparse
import html.parser
import os
import re
import shutil
import subprocess
import sys
import urllib.parse
from pathlib import Path

import docs_gallery
import docs_reference

ROOT = Path(__file__).resolve().parent.parent
WEB = "https://github.com/opendpex/opendpex"
# Documents at the top that are pages of the site.
PAGES = {"ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md"}
CODE = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.M | re.S)
THEME = ("https://www.sphinx-doc.org", "https://pydata-sphinx-theme.readthedocs.io")
LINK = re.compile(r"\]\(([^()\s]+)\)")


def site_target(target, origin):
    """Where a link of a document leads to in the site: a page, or the repository on the web for files that are none."""
    path, mark, anchor = target.partition("#")
    if path.startswith(f"{WEB}/blob/main/"):
        file = ROOT / path.removeprefix(f"{WEB}/blob/main/")
    elif not path or ":" in path:
        return target
    else:
        file = (origin.parent / path).resolve()
    if not file.exists() or not file.is_relative_to(ROOT):
        return target
    name = str(file.relative_to(ROOT))
    if file.parent == ROOT / "docs":
        return file.name + mark + anchor
    if name in PAGES:
        return PAGES[name] + mark + anchor
    return f"{WEB}/{'tree' if file.is_dir() else 'blob'}/main/{name}{mark}{anchor}"


def copy_page(origin, to):
    """Copy a document with its links led to the pages of the site."""
    parts = CODE.split(origin.read_text())
    for i in range(0, len(parts), 2):  # the others are code
        parts[i] = LINK.sub(lambda m: f"]({site_target(m[1], origin)})", parts[i])
    to.write_text("".join(parts))


def write_notebook(page, to):
    """The cells of a page as a notebook for Jupyter."""
    import nbformat
    from myst_nb.core.read import read_myst_markdown_notebook

    notebook = read_myst_markdown_notebook(page.read_text(), code_directive="{code-cell}", raw_directive="{raw-cell}")
    nbformat.write(notebook, to)
    with page.open("a") as text:
        text.write(f"\n{{download}}`This page as a notebook <{to.parent.name}/{to.name}>`\n")


def write_source(folder):
    """What Sphinx reads."""
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("included", "downloads"):
        (folder / part).mkdir(parents=True)
    for path in sorted((ROOT / "docs").iterdir()):
        if path.suffix == ".md":
            copy_page(path, folder / path.name)
            if "file_format: mystnb" in path.read_text():
                write_notebook(folder / path.name, folder / "downloads" / f"{path.stem}.ipynb")
        elif path.suffix == ".svg":
            shutil.copy(path, folder)
    for name, page in PAGES.items():
        copy_page(ROOT / name, folder / page)
    copy_page(ROOT / "README.md", folder / "included" / "README.md")
    print(f"reference: {docs_reference.write(folder / 'reference')} names", flush=True)
    print(f"gallery: {docs_gallery.write(folder / 'gallery')} programs ran", flush=True)


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = set(), set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.add(value)


def broken_links(site):
    """Complaints about links between pages of the site whose file or anchor is not there."""
    pages = {path.resolve(): Page(path) for path in site.rglob("*.html") if "_static" not in path.parts}
    bad, count = [], 0
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.exists():
                bad.append(f"{path.relative_to(site)}: {link} does not exist")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                bad.append(f"{path.relative_to(site)}: {link} has no such anchor")
    print(f"links: {count} within {len(pages)} pages, {len(bad)} broken")
    return bad


def external_links(site):
    """The links to other sites, and the pages that have them; those of the theme are not ours."""
    links = {}
    for path in sorted(site.rglob("*.html")):
        if "_static" in path.parts:
            continue
        for link in Page(path).links:
            if urllib.parse.urlsplit(link).scheme in ("http", "https") and not link.startswith(THEME):
                links.setdefault(link, []).append(path.relative_to(site))
    return links


def sphinx(builder, source, out, doctrees):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "2", "-b", builder]
    environment = {"OCL_ICD_VENDORS": "/nonexistent", **os.environ}
    environment.pop("MPLBACKEND", None)  # another backend than that of notebooks would show no pictures
    return subprocess.run([*command, "-c", ROOT / "docs", "-d", doctrees, source, out], env=environment).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "docs")
    parser.add_argument("--external", action="store_true")
    args = parser.parse_args()
    out = args.out.resolve()
    write_source(out / "source")
    shutil.rmtree(out / "html", ignore_errors=True)
    if sphinx("html", out / "source", out / "html", out / "doctrees"):
        return 1
    bad = broken_links(out / "html")
    print(*bad, sep="\n", end="\n" if bad else "")
    if not bad and args.external:
        return sphinx("linkcheck", out / "source", out / "links", out / "doctrees")
    print(f"site: {out / 'html' / 'index.html'}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
