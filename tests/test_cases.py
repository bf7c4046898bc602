"""Every published figure, through the engine and through the cells; and every rule has one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.casefiles import CASES, Case, check_places, expected
from tests.columncases import functions_of
from xltie.core.cells import CellError, Grid, to_cell
from xltie.event.packed import pack
from xltie.functions.coercion import coerce
from xltie.functions.registry import Function, Kind, Shape
from xltie.ranking import parse_criteria, rank
from xltie.settings.declared import BY_KEY
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY


def expectations(*kinds: str) -> list[Any]:
    return [
        pytest.param(case, item, id=f"{case.name}-{index}")
        for case in CASES
        for index, item in enumerate(case.expectations)
        if any(kind in item for kind in kinds)
    ]


# -- through the engine --------------------------------------------------------------------------


@pytest.mark.parametrize(("case", "item"), expectations("function"))
def test_published_values(case: Case, item: dict[str, Any]) -> None:
    assert _totals(case, item) == {who: expected(v) for who, v in item["values"].items()}


def _totals(case: Case, item: dict[str, Any]) -> dict[str, Any]:
    event_index = case.event_index()
    entry = REGISTRY[item["function"]]
    by_name = {parameter.name: parameter for parameter in entry.parameters}
    options = {name: coerce(by_name[name], v) for name, v in item.get("options", {}).items()}
    if entry.shape is not Shape.GROUP:
        totals = {who: entry.compute(event_index, who, **options).total for who in item["values"]}
    else:
        found = entry.compute(event_index, _group(item), **options)
        totals = {who: found[who].total for who in item["values"]}
    return {who: "#N/A" if total is None else total for who, total in totals.items()}


def _group(item: dict[str, Any]) -> tuple[str, ...]:
    return tuple(item.get("group") or item["values"])


@pytest.mark.parametrize(("case", "item"), expectations("criteria"))
def test_published_places(case: Case, item: dict[str, Any]) -> None:
    event_index = case.event_index()
    found = rank(event_index, parse_criteria(item["criteria"], event=event_index.event))
    check_places({line.who: line.place for line in found.lines}, item)


@pytest.mark.parametrize(("case", "item"), expectations("call"))
def test_published_constants(case: Case, item: dict[str, Any]) -> None:
    name, *cells = item["call"]
    entry = REGISTRY[name]
    exact = entry.compute(*(coerce(p, cell) for p, cell in zip(entry.parameters, cells)))
    assert exact == expected(item["value"])
    assert evaluate_call(entry, cells) == to_cell(exact)
    if "shown" in item:
        decimals = len(item["shown"].partition(".")[2])
        assert round(Fraction(exact), decimals) == Fraction(item["shown"])


# -- through the cells ---------------------------------------------------------------------------


@pytest.mark.parametrize(("case", "item"), expectations("function"))
def test_cells_agree_with_the_engine(case: Case, item: dict[str, Any]) -> None:
    """A column of players gives the column of values; steps stand beside each other."""
    entry = REGISTRY[item["function"]]
    players = list(item["values"])
    found = evaluate_call(entry, cells_of(case, entry, item, players))
    rows = found if isinstance(found, tuple) else ((found,),)
    wanted = [_row(expected(value)) for value in item["values"].values()]
    width = max(map(len, wanted))
    assert [tuple(str(c) if isinstance(c, CellError) else c for c in row) for row in rows] == [
        row + ("",) * (width - len(row)) for row in wanted
    ]


def _row(value: Any) -> tuple[Any, ...]:
    if isinstance(value, tuple):
        return tuple(map(to_cell, value)) or ("",)
    return (to_cell(value),)


def cells_of(case: Case, entry: Function, item: dict[str, Any], players: list[str]) -> list[Any]:
    cells: list[Any] = []
    for parameter in entry.parameters:
        if parameter.kind is Kind.PLAYER:
            cells.append(_column(players))
        elif parameter.kind is Kind.GAMES:
            cells.append(_games(case))
        elif parameter.kind is Kind.PLAYERS:
            cells.append(None if "roster" in case.data else case.players)
        elif parameter.kind is Kind.TIED:
            cells.append(Grid([(who, "equal") for who in _group(item)], "Standings"))
        elif parameter.kind is Kind.SETTINGS and "finals_after" in _options(case):
            lines = [(BY_KEY[key].label, value) for key, value in _options(case).items()]
            cells.append(Grid(lines, "Settings"))
        else:
            cells.append(item.get("options", {}).get(parameter.name))
    return cells


def _options(case: Case) -> dict[str, Any]:
    return dict(case.data.get("event", {}).get("options", {}))


def _games(case: Case) -> Grid | str:
    """Return the games; as the text of the event, in one cell, where a call has no room for all."""
    return pack(case.event_index().event) if "roster" in case.data else case.games


def _column(players: list[str]) -> Grid:
    return Grid([(who,) for who in players], "Standings", 2)


@pytest.mark.parametrize(("case", "item"), expectations("criteria"))
def test_places_in_cells_agree_with_the_engine(case: Case, item: dict[str, Any]) -> None:
    everybody = list(case.event_index().ids)
    table = evaluate_call(
        REGISTRY["STANDINGS"], [_column(everybody), _games(case), item["criteria"], case.rulebook]
    )
    assert isinstance(table, tuple)
    check_places({str(who): place for place, who, *_ in table[1:]}, item)
    if not case.rulebook:
        places = evaluate_call(
            REGISTRY["PLACE"], [_column(everybody), case.games, item["criteria"]]
        )
        assert isinstance(places, tuple)
        check_places({who: row[0] for who, row in zip(everybody, places)}, item)


# -- the files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_case_names_its_source(case: Case) -> None:
    assert len(case.data["source"]) > 10


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_slip_of_a_source_says_why(case: Case) -> None:
    for item in case.expectations:
        assert item.get("status", "slip") == "slip"
        assert ("status" in item) == ("reason" in item)
        if "printed" in item:
            assert item["status"] == "slip"
            assert item["printed"] != item.get("value", item.get("values"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_case_says_whose_figures_it_holds(case: Case) -> None:
    assert case.data["figures"] in ("published", "ours")
    if not case.is_published:
        assert case.data["note"], "say how the figures follow from the source"


PLAIN_TOOLS = {
    "BOARDPRIZES": "a list of players with their points; organizers choose its order",
    "CRITERIONAT": "the headings of the standings",
    "DECIDEDBY": "names the criterion that made a place; the places are those of the criteria",
    "EVENT": "packs the event into one cell",
    "EVENTKEY": "a number that stands for the text of an event",
    "FAULTROWS": "the lines of the faults that checks find",
    "NOTICE": "says what an event waits for",
    "NOTPLAYING": "says in words what a cell means",
    "EXPLAIN": "words for the terms of a rule, whose figures have cases",
    "MATCHSCORE": "adds up the boards of a line",
    "PAIRINGS": "the games of a round as a table",
    "PLACE": "a place by criteria that have cases; every case with places goes through it",
    "PLACEAFTER": "the place of an event that is cut to a round",
    "PLAYERAT": "who has a place",
    "PROVISIONAL": "says which lines do not count",
    "ROUNDRESULT": "one game as a crosstable shows it",
    "STANDINGS": "a table of rules; every case with places goes through it",
    "TEAMEVENT": "packs the event of teams into cells",
    "TIEBREAK": "a criterion by its notation; the functions behind it have cases",
}
"""Functions without a source, and what they are instead of a rule: they have tests of their own."""

NOTHING_PUBLISHED = {
    "BOARDWEIGHTS": "the federation publishes the weights, not a table worked out with them",
    "BUTLERMEAN": "published totals divided by the number of boards",
    "CARRYFORWARD": "the formula is published, without figures worked out by it",
    "CROSSMEAN": "published totals divided by the number of boards",
    "GORATING": "hands on the rating of the list of players: nothing is computed",
    "MANUALORDER": "hands on what the arbiter typed: nothing is computed",
}
"""Rules that rest on figures of our own, and why."""


@pytest.mark.parametrize("name", REGISTRY)
def test_every_rule_has_a_source_and_a_published_case(name: str) -> None:
    ours, published = (
        any(
            name in functions_of(item)
            for case in CASES
            if case.is_published is wanted
            for item in case.expectations
        )
        for wanted in (False, True)
    )
    assert bool(REGISTRY[name].sources) is (name not in PLAIN_TOOLS), "a rule names its source"
    if name in NOTHING_PUBLISHED:
        assert ours and not published, "has a published case now: take it off the list"
    elif name not in PLAIN_TOOLS:
        assert published, "a case with figures that its source prints is missing"


def test_the_exceptions_are_functions() -> None:
    assert {*PLAIN_TOOLS, *NOTHING_PUBLISHED} <= set(REGISTRY)
