"""Every published figure in a real Calc: by ranges, and by event texts that carry the settings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tests.books import hand_made
from tests.casefiles import CASES, Case, check_places, expected
from tests.libreoffice.calc import Book, Calc
from xltie.core.cells import Grid, column_name, number_of, to_cell
from xltie.functions.registry import Kind, Shape
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

TABLES = [case for case in CASES if "games" in case.data and "roster" not in case.data]
"""Those of teams have sheets of their own: tests/go/test_teams.py, tests/chess/test_teams.py."""
ABOUT = {"start_date": "date", "tally_sum": "discs per game", "name": "event"}


class Asked(NamedTuple):
    """A formula and what it has to answer."""

    formula: str
    wanted: Any


def literal(value: Any) -> str:
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return str(value).upper() if isinstance(value, bool) else str(value)


def area(sheet: str, grid: Grid) -> str:
    """A table with blank lines below and blank columns beside it, as people refer to one."""
    return f"${sheet}.$A$1:${column_name(grid.width + 3)}${grid.height + 40}"


def settings_of(case: Case) -> list[list[Any]]:
    about = dict(case.data.get("event", {}))
    options = about.pop("options", {})
    pairs = {**{ABOUT.get(key, key): value for key, value in about.items()}, **options}
    return [["Setting", "Value"], *([key, value] for key, value in pairs.items())]


def ranked(item: dict[str, Any]) -> list[str]:
    """The players of an expectation of places."""
    if "places" in item:
        return list(item["places"])
    return [who for one in item["order"] for who in ([one] if isinstance(one, str) else one)]


def asked(case: Case, number: int, by_text: bool) -> Iterator[tuple[Asked, dict[str, Any]]]:
    """The calls of a case, with the extra sheets that they need."""
    games = "$K$1" if by_text else area(f"Rounds{number}", case.games)
    players = "" if by_text or case.players is None else area(f"Players{number}", case.players)
    for index, item in enumerate(case.expectations):
        if "values" not in item or "function" not in item:
            continue
        entry = REGISTRY[item["function"]]
        tied = f"Tied{number}x{index}"
        group = item.get("group") or list(item["values"])
        extra = {tied: [[who, "tied"] for who in group]} if entry.shape is Shape.GROUP else {}
        options = case.data.get("event", {}).get("options", {})
        rests_on = "settings" if "finals_after" in options and not by_text else None
        for who, value in item["values"].items():
            arguments = []
            for parameter in entry.parameters:
                option = item.get("options", {}).get(parameter.name)
                arguments.append(
                    f'"{who}"' if parameter.kind is Kind.PLAYER
                    else games if parameter.kind is Kind.GAMES
                    else players if parameter.kind is Kind.PLAYERS
                    else f"${tied}.$A$1:$B${len(group)}" if parameter.name == "tied"
                    else f"$Settings{number}.$A$1:$B$40" if parameter.name == rests_on
                    else "" if option is None else literal(option)
                )  # fmt: skip
            text = ";".join(arguments).rstrip(";")
            yield Asked(f"={item['function']}({text})", expected(value)), extra


@pytest.fixture(scope="module")
def book(calc: Calc, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """All tables of all cases in one workbook."""
    sheets: dict[str, Any] = {"Answers": [["x"]]}
    for number, case in enumerate(TABLES):
        sheets[f"Rounds{number}"] = case.games.rows
        if case.players is not None:
            sheets[f"Players{number}"] = case.players.rows
        sheets[f"Settings{number}"] = settings_of(case)
        for _, extra in asked(case, number, by_text=False):
            sheets.update(extra)
    path = tmp_path_factory.mktemp("cases") / "cases.xlsx"
    path.write_bytes(hand_made(sheets))
    with calc.open(path) as document:
        yield document


def agrees(shown: Any, wanted: Any) -> bool:
    first = wanted[0] if isinstance(wanted, tuple) and wanted else wanted
    if first == ():
        return shown in (None, "")
    if isinstance(first, str):
        return bool(shown == first)
    return number_of(shown) == number_of(to_cell(Fraction(first)))


@pytest.mark.parametrize("by_text", [False, True], ids=["ranges", "event text"])
@pytest.mark.parametrize("number", range(len(TABLES)), ids=[case.name for case in TABLES])
def test_published_figures_in_calc(book: Book, number: int, by_text: bool) -> None:
    case = TABLES[number]
    games = area(f"Rounds{number}", case.games)
    players = area(f"Players{number}", case.players) if case.players is not None else ""
    settings = f"$Settings{number}.$A$1:$B$40"
    if not by_text and "format" in case.data.get("event", {}):
        pytest.skip("this case rests on a setting that a range does not carry")
    if by_text:
        if case.players is None:
            ids = _everyone(case)
            book.sheet(f"Ids{number}", [["ID"], *([who] for who in ids)])
            players = f"$Ids{number}.$A$1:$A${len(ids) + 1}"
        book.put({"Answers!K1": f"=EVENT({players};{games};{settings})"})
        text = book.value("Answers!K1")
        assert str(text).startswith("xltie-event-"), text
        games = "$K$1"
    listed = "" if by_text else players
    calls = [one for one, _ in asked(case, number, by_text)]
    shown = _answers(book, [call.formula for call in calls])
    # Beside an event in one cell a value without a meaning is shown as in the standings.
    undefined = ("#N/A", "-") if by_text else ("#N/A", "#N/A")
    wrong = [
        (one, got)
        for one, got in zip(calls, shown, strict=True)
        if not agrees(got, one.wanted) and (one.wanted, got) != undefined
    ]
    assert not wrong
    for item in case.expectations:
        if "criteria" in item:
            who = ranked(item)
            given = {"games": games, "criteria": literal(item["criteria"]), "settings": settings}
            given["players"] = listed
            rest = [given.get(parameter.name, "") for parameter in REGISTRY["PLACE"].parameters[1:]]
            formulas = [f'=PLACE("{one}";{";".join(rest)})' for one in who]
            check_places(dict(zip(who, _answers(book, formulas), strict=True)), item)


def _answers(book: Book, formulas: list[str]) -> list[Any]:
    book.put({f"Answers!A{row}": formula for row, formula in enumerate(formulas, 1)})
    return [row[0] for row in book.rows(f"Answers!A1:A{len(formulas)}")] if formulas else []


def _everyone(case: Case) -> list[Any]:
    return [contestant.id for contestant in case.event_index().event.contestants]


CALLS = [
    (item["call"], item["value"])
    for case in CASES
    for item in case.expectations
    if "call" in item and not any(isinstance(cell, list) for cell in item["call"])
]


def test_published_calls_without_an_event(book: Book) -> None:
    formulas = {}
    for row, (call, _) in enumerate(CALLS, 1):
        name, *cells = call
        formulas[f"Answers!C{row}"] = f"={name}({';'.join(map(literal, cells))})"
    book.put(formulas)
    shown = [row[0] for row in book.rows(f"Answers!C1:C{len(CALLS)}")]
    for (call, value), got in zip(CALLS, shown, strict=True):
        if not isinstance(value, list):
            name, *cells = call
            wanted = evaluate_call(REGISTRY[name], [Grid([[c]]) if c is None else c for c in cells])
            assert got == pytest.approx(wanted) if isinstance(wanted, (int, float)) else (
                str(got) == str(wanted)
            ), call  # fmt: skip
