"""The reference made from the registry: docs/functions*.md, and one section of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List

from xltie.core.numbers import show
from xltie.functions.registry import Parameter
from xltie.sheets.functions import REGISTRY, Function


def page_name(entry: Function) -> str:
    """Return what the page of a criterion is called below docs/tie-breaks, without its ending."""
    return (entry.code or entry.name).lower().replace("%", "-percent")


def function_section(entry: Function) -> str:
    """Return everything the registry says about a function, as Markdown."""
    lines = [f"## {entry.name}", "", f"`={entry.signature}`", "", *_body(entry), ""]
    if entry.parameters:
        lines += ["| argument | type | meaning |", "| --- | --- | --- |"]
        lines += [_argument(parameter) for parameter in entry.parameters]
        lines.append("")
    if entry.vba_name:
        lines += [f"In Excel: `{entry.vba_name}`, because {_taken(entry)}.", ""]
    names = [name for name in (entry.code, *entry.aliases) if name != entry.name]
    if entry.is_criterion and names:
        lines += [f"In lists of criteria also: {', '.join(f'`{name}`' for name in names)}.", ""]
    if entry.sources:
        lines += ["Source: " + "; ".join(_source(entry)) + ".", ""]
    return "\n".join(lines).rstrip() + "\n"


def _body(entry: Function) -> List[str]:
    return entry.doc.replace("``", "`").splitlines()


def _taken(entry: Function) -> str:
    """Return what else the name of a function means in Excel."""
    what = "word of VBA" if entry.is_vba_word else "function of its own in another language"
    return f"`{entry.name}` is a {what}"


def _argument(parameter: Parameter) -> str:
    usual = parameter.default
    text = show(usual) if isinstance(usual, Fraction) else repr(usual)
    optional = f"; default {text}" if usual not in ("", None) else ""
    if not parameter.is_optional:
        optional = ""
    elif not optional:
        optional = "; optional"
    name = f"[{parameter.name}]" if parameter.is_optional else parameter.name
    return f"| `{name}` | {parameter.kind.value}{optional} | {parameter.doc} |"


def _source(entry: Function) -> List[str]:
    return [f"[{s}]({s.url})" if s.url else str(s) for s in entry.sources]


ALL_GAMES = "All games"


def by_game() -> Dict[str, List[Function]]:
    """Return the functions of every game by name, those of all games first."""
    found: Dict[str, List[Function]] = {ALL_GAMES: []}
    for entry in sorted(REGISTRY.values(), key=lambda entry: entry.name):
        found.setdefault(_game(entry), []).append(entry)
    return {game: found[game] for game in sorted(found, key=lambda game: (game != ALL_GAMES, game))}


def functions_pages() -> Dict[str, str]:
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
    return f"{_page(_game(entry))}#{entry.name.lower()}"


def _overview(game: str, entries: List[Function]) -> str:
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


def _game(entry: Function) -> str:
    """Return the game whose folder of rules the function is declared in."""
    return entry.home.capitalize() or ALL_GAMES
