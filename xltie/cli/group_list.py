"""How ``xltie standings`` writes lists for others, and the list of a group, or of the countries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xltie.cli.console import Console
from xltie.cli.option_values import asked_for, with_near
from xltie.cli.printing import print_table
from xltie.core.csv_table import write_csv
from xltie.core.errors import WrongCall
from xltie.core.messages import Said, say, word, words
from xltie.core.numbers import Number
from xltie.ranking import Standings
from xltie.ranking.groups import GroupLine, group_lines
from xltie.rules.common.criterion_value import Total


def print_group(found: Standings, group: str, form: str, console: Console) -> None:
    """Print the standings of a group, with the places in it and in the event, or the countries.

    Raises:
        WrongCall: no such group, or nobody in it.
    """
    with asked_for():
        lines = group_lines(found, group)
    if not lines:
        known = {who.country for who in found.event_index.event.contestants if who.country}
        nobody = say("nobody is in the group {group}", group=group)
        raise WrongCall.of(with_near(nobody, group, sorted(known)))
    data = [_data(found, line, form) for line in lines]
    if form == "csv":
        write_csv(console.out, [tuple(data[0]), *(tuple(one.values()) for one in data)])
    elif form == "json":
        console.show(as_json(data))
    else:
        _show(found, lines, form, console)


def _show(found: Standings, lines: list[GroupLine], form: str, console: Console) -> None:
    rows = [
        [str(place), *((str(line.place), line.who) if line else ()), name, *values]
        for place, line, name, values in lines
    ]
    players = words("heading", "Overall", "ID") if lines[0].line else ()
    titles: tuple[Said, ...] = (
        word("heading", "Place"), *players, word("heading", "Name"),
        *(console.language.heading(criterion.label) for criterion in found.criteria),
    )  # fmt: skip
    if form == "markdown":
        print_markdown(titles[: len(rows[0])], rows, console)
    else:
        print_table(titles[: len(rows[0])], rows, (2, 3) if players else (1,), console)


def _data(found: Standings, one: GroupLine, form: str) -> dict[str, Any]:
    """Return a line for other programs, its values in full."""
    place, line, name, figures = one
    labels = [criterion.label for criterion in found.criteria]
    if line is None:
        return {"id": name, "place": place, **dict(zip(labels, figures))}
    write = plain_value if form == "json" else figures_of
    values = map(write, (None if value is None else value.total for value in line.values))
    about = {"overall": line.place, "name": name}
    return {"id": line.who, "place": place, **dict(zip(labels, values)), **about}


def figures_of(total: Total) -> str:
    """Return a value with all its digits, for other programs to read; blank if there is none."""
    if total is None:
        return ""
    if isinstance(total, tuple):
        return " / ".join(str(_number(step)) for step in total)
    return str(_number(total))


def as_json(data: object) -> str:
    """Return data as JSON."""
    import json

    return json.dumps(data, ensure_ascii=False, indent=1)


def plain_value(total: Total) -> Any:
    """Return a value for JSON: numbers as numbers, a value in steps as a list."""
    if isinstance(total, tuple):
        return [_number(step) for step in total]
    return None if total is None else _number(total)


def _number(value: Number) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def print_markdown(headings: Sequence[Said], rows: list[list[str]], console: Console) -> None:
    """Print a table of Markdown."""
    titles = list(map(console.language.say, headings))
    console.show("| " + " | ".join(titles) + " |")
    console.show("|" + " --- |" * len(titles))
    for row in rows:
        console.show("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
