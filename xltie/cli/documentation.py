"""Where the page of a criterion is: beside the source, or where the project is at home."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import xltie
from xltie.cli.function_reference import page_name
from xltie.sheets.functions import Function


def page_of(entry: Function) -> str:
    """Return the path of a criterion's page, or the address of the list of them; "" without both.

    An address is not asked, and some criteria, as a rating, need no page: the list always stands.
    """
    page = (
        Path(xltie.__file__).resolve().parent.parent / "docs/tie-breaks" / f"{page_name(entry)}.md"
    )
    if page.is_file():
        return str(page)
    first = _first_page()
    return f"{first.rpartition('/')[0]}/tie-breaks.md" if first else ""


def _first_page() -> str:
    """Return the address of the documentation as the package names it, "" if it names none."""
    try:
        links = metadata("xltie").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    named = dict(link.split(", ", 1) for link in links)
    return str(named.get("Documentation", ""))
