"""The worksheet functions: plain ones anywhere, and through xlwings' own call path."""

from __future__ import annotations

import datetime
import inspect
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

from tests.excel.com import call, call_at
from xltie.functions.registry import Kind, Shape
from xltie.hosts.excel import answers, udfs, values
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import event as read_event

GAMES = (
    ("Round", "Black", "White", "Black score", "White score"),
    (1.0, "Ann", "Bob", 40.0, 24.0),
    (1.0, "Cid", "Dee", 33.0, 31.0),
    (2.0, "Ann", "Cid", 20.0, 44.0),
    (2.0, "Bob", "Dee", 50.0, 14.0),
)
MISSING = values.LEFT_OUT
NA, VALUE = -2146826246, -2146826273


def example(kind: Kind, name: str) -> Any:
    return {
        Kind.PLAYER: "Ann",
        Kind.GAMES: GAMES,
        Kind.PLAYERS: tuple((who,) for who in ("Ann", "Bob", "Cid", "Dee")),
        Kind.WHOLE: 8.0,
        Kind.NUMBER: 8.0,
        Kind.TEXT: "BUCHHOLZ" if name == "named" else "points",
    }.get(kind, "Ann")


@pytest.mark.slow
def test_functions_are_plain_without_xlwings() -> None:
    code = (
        "import sys; sys.modules['xlwings'] = None\n"
        "from xltie.hosts.excel.udfs import BQ, ROUNDS\n"
        "assert ROUNDS(9) == 4 and BQ.__name__ == 'BQ'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=lambda entry: entry.name)
def test_every_function_is_an_attribute_with_its_signature(entry: Any) -> None:
    udf = getattr(udfs, entry.excel_name)
    signature = inspect.signature(udf)
    assert list(signature.parameters) == [p.name for p in entry.parameters]
    optional = [p.default is None for p in signature.parameters.values()]
    assert optional == [p.is_optional for p in entry.parameters]
    assert udf.__doc__ == entry.summary


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=lambda entry: entry.name)
def test_every_function_answers_through_xlwings(on_windows: ModuleType, entry: Any) -> None:
    cells = [MISSING if p.is_optional else example(p.kind, p.name) for p in entry.parameters]
    told = call(entry.excel_name, *cells)
    texts = [cell for row in told for cell in row] if isinstance(told, list) else [told]
    assert all(isinstance(cell, (bool, int, float, str)) for cell in texts)
    assert not [t for t in texts if "error in xltie" in str(t) or "Traceback" in str(t)]


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=lambda entry: entry.name)
def test_every_function_survives_nonsense(on_windows: ModuleType, entry: Any) -> None:
    name = entry.excel_name
    for cell in (None, NA, "", "???", True, -1.0, ((None, NA), ("x", 1.0)), ((),)):
        told = call(name, *[cell] * len(entry.parameters))
        assert "error in xltie" not in str(told), (cell, told)


def test_xlwings_knows_category_and_argument_help(on_windows: ModuleType) -> None:
    info = on_windows.BQ.__xlfunc__
    assert info["category"] == "Tournament"
    assert [a["doc"] for a in info["args"]] == [p.doc for p in REGISTRY["BQ"].parameters]
    assert info["async_mode"] is None
    assert not info["volatile"]


def test_a_value_a_column_and_a_table(on_windows: ModuleType) -> None:
    assert call("POINTS", "Ann", GAMES) == 1
    assert call("POINTS", (("Ann",), ("Cid",), (None,)), GAMES) == [[1], [2], [""]]
    rows = call("STANDINGS", (("Ann",), ("Bob",), ("Cid",), ("Dee",)), GAMES, "points, discs")
    assert rows[0] == ["Place", "ID", "Name", "points", "discs"]
    assert rows[1][:2] == [1, "Cid"]


def test_errors_carry_their_code_and_one_line(on_windows: ModuleType) -> None:
    code, text = call("POINTS", "Zoe", GAMES).split("\t")
    assert code == "#N/A"
    assert "Zoe" in text
    assert call("BUCHHOLZ", "Ann", GAMES, -1.0).startswith("#NUM!\t")
    assert call("POINTS", "Ann", (("x", "y"), (1.0, 2.0))).startswith("#VALUE!\t")
    assert "\n" not in call("POINTS", "Ann", (("x", "y"), (1.0, 2.0)))


def test_a_fault_names_the_cell_of_the_sheet(on_windows: ModuleType) -> None:
    games = (*GAMES, (2.0, "Ann", "Ann", 1.0, 2.0))
    players = (("Ann",), ("Bob",))
    assert "'My Rounds'!B" in call_at("PROVISIONAL", "1\tMy Rounds\t11\t1\n", players, games)
    assert "'My Rounds'!" not in call_at("PROVISIONAL", "", players, games)


def test_an_error_cell_goes_through(on_windows: ModuleType) -> None:
    assert call("POINTS", NA, GAMES) == "#N/A"
    assert call("POINTS", (("Ann",), (VALUE,)), GAMES) == [[1], ["#VALUE!"]]
    assert call("BUCHHOLZ", "Ann", GAMES, NA).startswith("#N/A")


def test_one_table_is_read_once_for_all_its_cells(on_windows: ModuleType) -> None:
    values._kept_grid.cache_clear()
    read_event._event_index.cache_clear()
    for name in ("POINTS", "BUCHHOLZ", "DISCS", "WINS"):
        for who in ("Ann", "Bob", "Cid", "Dee"):
            call(name, who, tuple(tuple(row) for row in GAMES))
    assert values._kept_grid.cache_info().misses == 1
    assert read_event._event_index.cache_info().misses == 1


def test_true_is_not_taken_for_one() -> None:
    assert values.grid_of(((True,),)).rows == ((True,),)
    assert values.grid_of(((1.0,),)).rows[0][0] is not True


def test_dates_become_serial_numbers() -> None:
    moment = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.timezone.utc)
    assert values.scalar(moment) == 46347.5
    assert values.scalar(datetime.date(1900, 3, 1)) == 61
    assert values.grid_of(((moment, None),)).rows == ((46347.5, None),)


def test_a_fault_of_our_own_is_a_value_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(answers, "evaluate_call", broken)
    told = udfs.UDFS["ROUNDS"](9.0)
    assert told.startswith("#VALUE!\tROUNDS failed because of an error in xltie")


def test_every_shape_is_among_the_functions() -> None:
    assert {entry.shape for entry in REGISTRY.values()} == set(Shape)


def test_long_numbers_go_back_as_every_excel_takes_them() -> None:
    from xltie.hosts.excel.values import outgoing

    assert [type(cell) for cell in outgoing(((2**31 - 1, 2**31, -(2**31), True),))[0]] == [
        int, float, float, bool,
    ]  # fmt: skip
    assert outgoing(2**40) == 2**40
