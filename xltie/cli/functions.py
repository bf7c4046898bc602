"""``xltie functions [NAME]``: what can be called in a cell or listed as a criterion."""

from __future__ import annotations

import argparse
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Dict, List

import xltie
from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.core.errors import WrongCall, XltieError
from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.functions.registry import Parameter
from xltie.ranking import Criterion, meaning_of, parse_criterion
from xltie.sheets.functions import REGISTRY, Function, find


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add("name", nargs="?", default="", help=say("one function, by name or code"))


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the list, or one function whole; returns 0."""
    if args.name:
        _show(args.name, console)
    else:
        for game, entries in by_game().items():
            console.show(f"{game}\n")
            for entry in entries:
                console.show(f"  {entry.signature}\n      {entry.summary}")
            console.show()
    return 0


def _show(name: str, console: Console) -> None:
    """Print one function whole; a criterion with its marks, as BH/C1, is first said in words."""
    entry = find(name)
    criterion = _criterion(name, entry)
    if criterion is not None:
        meaning = " ".join(meaning_of(criterion, console.language))
        console.show(f"{criterion.label}: {meaning}\n")
        entry = entry or criterion.function
    assert entry is not None, "a name that is neither was refused"
    console.show(function_section(entry))
    if not entry.is_criterion:
        return
    code = criterion.label if criterion is not None else entry.code or entry.name
    console.say("In an event of yours: xltie explain FILE PLAYER {code}", code=code)
    page = page_of(entry)
    if page:
        console.say("An example, with a picture: {page}", page=page)


def _criterion(name: str, entry: Function | None) -> Criterion | None:
    """Return the criterion of a name, None for a function that is none.

    Raises:
        WrongCall: there is neither.
    """
    if entry is not None and not entry.is_criterion:
        return None
    try:
        return parse_criterion(name)
    except XltieError:
        if entry is not None:
            return None
        raise WrongCall.say(
            "there is no function {name!r}; see: xltie functions", name=name
        ) from None


# -- where the page of a criterion is: beside the source, or where the project is at home ----------


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
        found.setdefault(game_of(entry), []).append(entry)
    return {game: found[game] for game in sorted(found, key=lambda game: (game != ALL_GAMES, game))}


def game_of(entry: Function) -> str:
    """Return the game whose folder of rules the function is declared in."""
    return entry.home.capitalize() or ALL_GAMES
