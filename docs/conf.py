"""Sphinx's settings for the site, which tools/build_docs.py builds (`make docs`): it writes the pages of the reference
and of the gallery first, so that Sphinx alone on this folder is not enough."""

import os

import opendpex

project = "opendpex"
author = "The opendpex developers"
copyright = author
version = release = opendpex.__version__

extensions = ["myst_nb", "sphinx_copybutton"]
root_doc = "index"
exclude_patterns = ["included", "downloads"]
default_role = "code"

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

# Notebooks run while the site is built; a cell that raises is a failure of the build.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

# Links to the pages of Python and NumPy need their lists of names, which are on the web.
if os.environ.get("DPEX_DOCS_INTERSPHINX") == "1":
    extensions.append("sphinx.ext.intersphinx")
    intersphinx_mapping = {
        "python": ("https://docs.python.org/3", None),
        "numpy": ("https://numpy.org/doc/stable", None),
    }

html_theme = "pydata_sphinx_theme"
html_title = f"opendpex {version}"
html_theme_options = {
    "github_url": "https://github.com/opendpex/opendpex",
    "navbar_end": ["theme-switcher", "navbar-icon-links"],
    "navigation_with_keys": False,
    "show_toc_level": 2,
}
# Pages at the top have no pages below them to list at their side.
html_sidebars = {"*": []}
html_show_sourcelink = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# Pages that refuse robots or need an account; parts of pages that scripts make.
linkcheck_anchors_ignore_for_url = [r"https://github\.com/.*"]
linkcheck_timeout = 20
