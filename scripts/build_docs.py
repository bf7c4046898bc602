"""Builds the site: ``python3 scripts/build_docs.py``, into ``build/site``; open index.html there.

With it come the pages that ``xltie publish`` makes of a simulated event of each game.

Sets up a virtual environment with what the ``docs`` extra names. Every warning is an error, and a
link to a page, a heading or a file that is not there is one. No network is used, except with
``--external``, which asks for every address on other sites.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from setup_venv import ROOT, prepared

DOCUMENTATION = (".venv-docs", "-e", ".[docs]")
"""The environment in which the site is built."""


def main(arguments: list[str]) -> int:
    """Build the site and check its links; returns 0 where nothing is wrong."""
    python = sys.executable if "--here" in arguments else str(prepared(*DOCUMENTATION))
    site = ROOT / "build" / "site"
    shutil.rmtree(site, ignore_errors=True)
    if not publish_examples(python):
        return 1
    sphinx = [python, "-m", "sphinx", "--fresh-env", "--fail-on-warning", "--keep-going", "-q"]
    if subprocess.run([*sphinx, "docs", str(site)], cwd=ROOT, check=False).returncode:
        return 1
    broken = broken_links(site)
    print("\n".join(broken) or f"Built {site.relative_to(ROOT)}: every link leads somewhere.")
    if "--external" in arguments:
        check = [*sphinx, "-b", "linkcheck", "docs", str(ROOT / "build" / "links")]
        return subprocess.run(check, cwd=ROOT, check=False).returncode or bool(broken)
    return int(bool(broken))


def publish_examples(python: str) -> bool:
    """Publish the simulated events where docs/conf.py looks for them; tell whether it was done."""
    events, pages = ROOT / "build" / "events", ROOT / "build" / "published" / "examples"
    made = subprocess.run(
        [python, "-m", "examples.simulated_events", events],
        cwd=ROOT, check=False, capture_output=True, text=True,
    )  # fmt: skip
    print(made.stderr, end="")
    files = made.stdout.split("\n")[:-1]
    command = [python, "-m", "xltie", "publish", *files, "--out", pages]
    return not made.returncode and not subprocess.run(command, cwd=ROOT, check=False).returncode


def broken_links(site: Path) -> list[str]:
    """Return a line for every link or picture of the built pages that leads nowhere."""
    pages = {path: _Addresses.of(path) for path in sorted(site.rglob("*.html"))}
    return [
        f"{path.relative_to(site)}: {address}: {reason}"
        for path, page in pages.items()
        for address in page.targets
        if (reason := _wrong(address, path, pages))
    ]


def _wrong(address: str, path: Path, pages: dict[Path, _Addresses]) -> str:
    """Say what is wrong with an address, or nothing."""
    parts = urlsplit(address)
    if parts.scheme:
        known = parts.scheme in ("https", "http", "mailto", "data")
        return "" if known and (parts.netloc or parts.path) else "not an address"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return "no such file"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
        return "no such heading"
    return ""


class _Addresses(HTMLParser):
    """What a page links to, and the places in it that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: set[str] = {"", "top"}

    @classmethod
    def of(cls, path: Path) -> _Addresses:
        """Read a page."""
        page = cls()
        page.feed(path.read_text("utf-8"))
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses and names of an element."""
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.ids.add(value)
            elif name in ("href", "src") and value and tag in ("a", "img", "link", "script"):
                self.targets.append(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
