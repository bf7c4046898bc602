"""What a package index shows of the project: the README, with addresses that work there.

The home address is one setting, ``home`` under ``[tool.xltie]`` in pyproject.toml. The README links
to files of the repository, relative to itself. On a package index nothing lies beside it: there a
link or picture becomes an address below the home; while there is no home, pictures are left out and
links become plain text.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)\n*")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)")


def settings() -> dict[str, Any]:
    """Return pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def home() -> str:
    """Return the home address without a slash at its end, "" while it is not known."""
    return str(settings()["tool"]["xltie"]["home"]).rstrip("/")


def version() -> str:
    """Return the version of the project: what pyproject.toml says, or else the package itself."""
    given = settings()["project"].get("version")
    if given is None:
        package = (ROOT / "xltie" / "__init__.py").read_text("utf-8")
        given = re.findall(r'^__version__ = "([^"]+)"', package, re.M)[0]
    return str(given)


def urls(address: str) -> dict[str, str]:
    """Return the links that a package index lists beside the description."""
    if not address:
        return {}
    return {
        "Homepage": address,
        "Documentation": f"{address}/blob/HEAD/docs/index.md",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        "Source": address,
        "Issues": f"{address}/issues",
    }


def long_description(address: str, readme: str) -> str:
    """Return the README with absolute addresses, or without pictures and links to files."""
    if not address:
        return LINK.sub(r"\1", PICTURE.sub("", readme))

    def picture(found: re.Match[str]) -> str:
        after = found[0][found[0].rindex(")") + 1 :]
        return f"![{found[1]}]({address}/raw/HEAD/{found[2]}){after}"

    readme = PICTURE.sub(picture, readme)
    return LINK.sub(rf"[\1]({address}/blob/HEAD/\2)", readme)
