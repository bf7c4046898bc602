"""The site: Sphinx reads the Markdown of this folder (``python3 scripts/build_docs.py``)."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "docs")]

import project_page  # noqa: E402

import xltie  # noqa: E402

for name in xltie.__all__:
    getattr(xltie, name)  # a name that cannot be imported would be missing without a word

project = "xltie"
author = "the xltie project"
copyright = "the xltie project; MIT licence"
release = project_page.version()
_home = project_page.home()

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "command_help",
]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = False  # types of the standard library are named without an inventory to link to

autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}

html_theme = "furo"
html_title = f"xltie {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
_published = ROOT / "build" / "published"  # made by scripts/build_docs.py
html_extra_path = [str(_published)] if _published.is_dir() else []
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"source_edit_link": f"{_home}/edit/HEAD/docs/{{filename}}"} if _home else {}
pygments_style = "friendly"
pygments_dark_style = "monokai"

copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True

linkcheck_anchors = False
