"""Who meets whom: by table, and of the newest round also by name."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from xltie.core.numbers import show
from xltie.event import Id, Match, Side
from xltie.event.bridge import natural_order
from xltie.publish.page_model import Column, Page, Row, Table
from xltie.publish.pages import cells
from xltie.publish.pages.teams import boards_of
from xltie.publish.results import Results


def pages(results: Results) -> list[Page]:
    """Return a page with the games of every round, the newest first."""
    newest = results.newest
    text = results.language.text
    teams = boards_of(results)
    keys = {number: key(results, number) for number in results.games}
    return [
        Page(
            key(results, number), text("Pairings of round {n}", n=number),
            (*cells.rounds(results, keys, number), by_table(results, number),
             *((by_name(results, number),) if number == newest else ()),
             *(teams.of_round(number) if teams else ())),
            "pairings",
        )
        for number in sorted(results.games, reverse=True)
    ]  # fmt: skip


def key(results: Results, number: int) -> str:
    """Return the key of the page of a round."""
    return "pairings" if number == results.newest else f"pairings-{number}"


def numbered(results: Results, number: int) -> list[tuple[str, Match]]:
    """Return the games of a round with the tables they are played at, byes and absences last.

    Where the file does not say the tables, none is made up: the games of those in front come first.
    """
    matches = results.games[number]
    met = [match for match in matches if match.b is not None]
    if all(match.table for match in met):
        met.sort(key=lambda match: natural_order(match.table))
        found = [(match.table, match) for match in met]
    else:
        before = _points_before(results, number)
        met.sort(key=lambda match: sorted(-before[side.who] for side in match.sides))
        found = [("", match) for match in met]
    return [*found, *(("", match) for match in matches if match.b is None)]


def _points_shown(results: Results, number: int) -> dict[Id, str]:
    """Return the points before a round, as they are shown."""
    return {
        who: results.language.number(show(score)) if results.event_index.has_start(who) else "–"
        for who, score in _points_before(results, number).items()
    }


def by_table(results: Results, number: int) -> Table:
    """Return the games of a round in the order of the tables."""
    text, heading = results.language.text, results.language.heading
    first, second = _called(results, number)
    points = _points_shown(results, number)
    games = numbered(results, number)
    has_tables = any(table for table, _ in games)
    has_handicap = any(match.handicap for match in results.games[number])
    grades = {player.id: player.grade for player in results.event.contestants}
    has_grades = any(grades.values())
    numbers = cells.starting_numbers(results)
    side = (bool(numbers), True, has_grades, True)
    shown = (has_tables, *side, True, *side, has_handicap)
    beside = (Column(text("Grade"), is_minor=True), Column(text("Points"), True, is_minor=True))
    number_column = Column(heading("No"), True, is_minor=True)
    columns = (
        Column(text("Table"), True),
        number_column,
        Column(first),
        *beside,
        Column(text("Result")),
        number_column,
        Column(second),
        *beside,
        Column(text("Handicap"), True, is_minor=True),
    )
    rows: list[Row] = []
    for table, match in games:
        left, right = cells.seated(results, match)
        result = cells.score(results, left, right)
        opposite: Row = ("", "", result, "", "") if right is None else (
            result, *_half(right.who, results, numbers, grades, points)
        )  # fmt: skip
        half = _half(left.who, results, numbers, grades, points)
        rows.append((table, *half, *opposite, str(match.handicap or "")))
    title = text("By table") if has_tables else text("Games")
    return Table.showing(shown, columns, rows, title, named=has_tables + bool(numbers),
                         can_be_searched=True)  # fmt: skip


def _called(results: Results, number: int) -> tuple[str, str]:
    """Return the headings of both players: by their colours where these are known."""
    text, heading, preset = results.language.text, results.language.heading, results.preset
    has_colours = any(side.seat for match in results.games[number] for side in match.sides)
    if preset and has_colours:
        return heading(preset.first), heading(preset.second)
    return text("First"), text("Second")


def _half(
    who: Id, results: Results, numbers: Mapping[Id, str], grades: Mapping[Id, str],
    points: Mapping[Id, str],
) -> Row:  # fmt: skip
    """Return what a line says of one of its two players."""
    return numbers.get(who, ""), cells.known_player(results, who), grades[who], points[who]


def by_name(results: Results, number: int) -> Table:
    """Return everybody of a round by name, with table, colour and opponent."""
    text = results.language.text
    met: dict[Id, tuple[str, Side, Side | None]] = {}
    for table, match in numbered(results, number):
        met[match.a.who] = (table, match.a, match.b)
        if match.b is not None:
            met[match.b.who] = (table, match.b, match.a)
    has_tables = any(table for table, _, _ in met.values())
    has_colours = any(side.seat for _, side, _ in met.values())
    shown = (True, has_tables, has_colours, True)
    one = cells.one_of(results)
    columns = (Column(one), Column(text("Table"), True), Column(text("Colour")),
               Column(text("Opponent")))  # fmt: skip
    rows: list[Row] = []
    for contestant in results.by_name():
        if contestant.id not in met:
            continue
        table, side, other = met[contestant.id]
        ending: Row = ("", cells.ended(results, side)) if other is None else (
            cells.seat(results, side), cells.player(results, other.who)
        )  # fmt: skip
        rows.append((cells.known_player(results, contestant.id), table, *ending))
    return Table.showing(shown, columns, rows, text("By name"), can_be_searched=True)


def _points_before(results: Results, number: int) -> dict[Id, Fraction]:
    """Return what everybody had before a round, the start score included."""
    return {who: results.points_after(who, number - 1) for who in results.event_index.ids}
