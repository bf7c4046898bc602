"""The reference made from the registry: docs/functions*.md, which ``refresh.py`` writes."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xltie.cli.functions import ALL_GAMES, by_game, function_section, game_of
from xltie.sheets.functions import Function


def functions_pages() -> dict[str, str]:
    """Return the pages of the reference by file: a list of all, and one page a game."""
    games = by_game()
    pages = {"functions.md": _HEAD + "\n".join(map(_overview, games, games.values()))}
    for game, entries in games.items():
        title = "Functions of all games" if game == ALL_GAMES else f"Functions of {game}"
        sections = map(function_section, entries)
        pages[_page(game)] = "\n".join([f"# {title}\n\n{_WHERE}", *sections])
    return pages


_WHERE = """Made from the registry. [All functions](functions.md) are listed on one page; those of
[all games](functions-all-games.md) go with every game.
"""
_HEAD = """# Functions

Made from the registry, as `xltie functions NAME` prints it. Every name works in Excel, LibreOffice
Calc and `xltie recompute`, as in `=BQ(A5, Event)`; those that rank also work in lists of criteria.

```{toctree}
:glob:
:hidden:

functions-*
```

"""


def _page(game: str) -> str:
    return f"functions-{game.lower().replace(' ', '-')}.md"


def reference_of(entry: Function) -> str:
    """Return the place of a function in the reference: its page, and where it stands there."""
    return f"{_page(game_of(entry))}#{entry.name.lower()}"


def _overview(game: str, entries: list[Function]) -> str:
    """Return a table of a game: its functions with links to their sections, and what they answer.

    Each line is a place of its own, for links from the time when all were on this page.
    """
    rows = [
        f'| <a id="{entry.name.lower()}"></a>[{entry.name}]({_page(game)}#{entry.name.lower()}) '
        f"| {entry.summary.replace('``', '`')} |"
        for entry in entries
    ]
    return "\n".join(
        [f"## {game}", "", "| function | what it answers |", "| --- | --- |", *rows, ""]
    )
