"""``xltie functions [NAME]``: what can be called in a cell or listed as a criterion."""

from __future__ import annotations

import argparse
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import xltie
from xltie.cli.console import Console
from xltie.cli.function_reference import by_game, function_section, page_name
from xltie.cli.parser import Parser
from xltie.core.errors import WrongCall, XltieError
from xltie.core.messages import say
from xltie.ranking import Criterion, meaning_of, parse_criterion
from xltie.sheets.functions import Function, find


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
    """Print one function whole; a criterion with its marks, as BH/C1, is first said in words.

    Raises:
        WrongCall: there is none of that name.
    """
    entry = find(name)
    criterion: Criterion | None = None
    if entry is None or entry.is_criterion:
        try:
            criterion = parse_criterion(name)
        except XltieError:
            if entry is None:
                raise WrongCall.of(
                    say("there is no function {name!r}; see: xltie functions", name=name)
                ) from None
    if criterion is not None:
        meaning = " ".join(meaning_of(criterion, console.language))
        console.show(f"{criterion.label}: {meaning}\n")
        entry = entry or criterion.function
    assert entry is not None, "a name that is neither was refused"
    console.show(function_section(entry))
    if not entry.is_criterion:
        return
    code = criterion.label if criterion is not None else entry.code or entry.name
    console.say(say("In an event of yours: xltie explain FILE PLAYER {code}", code=code))
    page = page_of(entry)
    if page:
        console.say(say("An example, with a picture: {page}", page=page))


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
