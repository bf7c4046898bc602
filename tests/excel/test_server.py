"""The COM object, apart from COM."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.books import hand_made
from tests.excel.fake import FakeBook
from tests.excel.test_commands import ROUNDS
from tests.excel.test_udfs import GAMES
from xltie.hosts.excel import registration
from xltie.hosts.excel.server import Server, origins_in, serve


def test_places_are_found_by_index() -> None:
    assert origins_in("3\tMy Rounds\t11\t2\n0\tA\t1\t1\n") == {
        3: ("My Rounds", 11, 2),
        0: ("A", 1, 1),
    }
    assert origins_in("") == {}


def test_excel_may_ask_for_three_things_only() -> None:
    assert Server._public_methods_ == ("Answer", "Keep", "Perform")


def test_a_value_and_a_table_come_back_in_shape(on_windows: ModuleType) -> None:
    assert Server().Answer("POINTS", ("Ann", GAMES), "") == 1
    assert Server().Answer("POINTS", ((("Ann", "Bob"),), GAMES), "") == [[1, 1]]


def test_a_function_of_a_newer_xltie_is_answered_with_a_reason() -> None:
    told = Server().Answer("NOTTHERE", (1,), "")
    assert told == f"#NAME?\tthis xltie ({registration.version()}) has no function NOTTHERE"


@pytest.mark.parametrize(
    "call",
    [("ROUNDS", None, ""), ("ROUNDS", 9, ""), ("ROUNDS", (9,), "no place"), (None, (), ""),
     ("ROUNDS", (9,) * 40, ""), ("ROUNDS", (object(),), "")],
)  # fmt: skip
def test_whatever_is_asked_there_is_an_answer(call: Any) -> None:
    """Anything raised would reach Excel as a lost connection."""
    code, _, reason = Server().Answer(*call).partition("\t")
    assert code in ("#VALUE!", "#NAME?", "#NUM!")
    assert reason


@pytest.mark.slow
def test_the_server_starts_with_nothing_but_the_engine() -> None:
    """Excel waits for it; xlwings alone takes half of the time."""
    code = (
        "import sys, xltie.hosts.excel.server\n"
        "print(sorted({'xlwings', 'openpyxl', 'pyopenvba', 'formualizer'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_button_works_on_the_workbook_that_excel_hands_over(
    on_windows: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    import xlwings

    book = FakeBook(hand_made({"Rounds": ROUNDS}))
    monkeypatch.setattr(xlwings._xlwindows, "COMRetryObjectWrapper", lambda given: given)
    monkeypatch.setattr(xlwings._xlwindows, "Book", lambda given: given)
    monkeypatch.setattr(xlwings, "Book", lambda impl: impl)
    assert Server().Perform("check", book) == "no faults"


def test_the_server_offers_its_class(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[Any] = []
    server = ModuleType("win32com.server")
    server.localserver = SimpleNamespace(serve=offered.extend)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "win32com", ModuleType("win32com"))
    monkeypatch.setitem(sys.modules, "win32com.server", server)
    serve()
    assert offered == [registration.CLSID]
