"""A long text goes to Python once: what the server keeps, and what the bridge makes of it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.excel.test_vba import interpreter, modules
from xltie.hosts.excel import server as kept
from xltie.hosts.excel import vba
from xltie.hosts.excel.registration import PROGID
from xltie.hosts.excel.server import Server, names_in, origins_in

TEXT, OTHER = "a" * 600, "b" * 600


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    kept._kept.clear()


# -- the server ----------------------------------------------------------------------------------


def test_a_name_stands_for_one_content_only() -> None:
    contents = [TEXT, OTHER, ((TEXT,),), ((TEXT,), (OTHER,)), ((TEXT + OTHER,),), "", 1.0, 1, True]
    names = {kept.keep(content) for content in contents}
    assert len(names) == len(contents)
    assert kept.keep(TEXT) == kept.keep("a" * 600)


def test_an_argument_comes_back_in_its_place() -> None:
    name = Server().Keep("3NT")
    whole = Server().Answer("BRIDGESCORE", ("3NT", 9.0), "")
    assert Server().Answer("BRIDGESCORE", (None, 9.0), f"0\t{name}\n") == whole
    assert Server().Answer("BRIDGESCORE", (None, 9.0), "") != whole


def test_an_unknown_name_asks_for_the_text_and_nothing_else() -> None:
    name = Server().Keep(TEXT)
    for number in range(kept.MOST):
        Server().Keep(f"{number} {OTHER}")
    assert Server().Answer("BRIDGESCORE", (None,), f"0\t{name}\n") is None
    assert Server().Answer("BRIDGESCORE", (None,), "0\tno such name\n") is None
    assert Server().Keep(object()) == ""


def test_places_and_names_are_told_apart() -> None:
    told = "1\tRounds\t3\t2\n1\tabc\n"
    assert origins_in(told) == {1: ("Rounds", 3, 2)}
    assert names_in(told) == {1: "abc"}


# -- the bridge ----------------------------------------------------------------------------------

PYTHON = """
Option Explicit
Public Function Keep(ByVal content As Variant) As String
    Dim text As String
    If IsArray(content) Then
        text = content(1, 1) & "|" & content(UBound(content, 1), 1)
    Else
        text = content
    End If
    Log = Log & "keep " & Left$(text, 1) & Len(text) & "; "
    Keep = "name of " & text
    Known = Known & "<" & text & ">"
End Function
Public Function Answer(ByVal named As String, ByVal arguments As Variant, _
        ByVal places As String) As Variant
    Dim own As Variant
    If Dies > 0 Then
        Dies = Dies - 1
        Known = ""
        If Dies = 0 Then Err.Raise 462, , "it was killed"
    End If
    If InStr(places, "name of ") = 0 Then
        own = arguments(1)
        If IsArray(own) Then
            Log = Log & "whole array; "
        Else
            Log = Log & "whole " & Len(own) & "; "
        End If
        Answer = "whole"
        Exit Function
    End If
    own = Mid$(places, InStr(places, "name of ") + 8)
    own = Left$(own, Len(own) - 1)
    If InStr(Known, "<" & own & ">") = 0 Then
        Log = Log & "unknown; "
        Answer = Null
    Else
        Log = Log & "named" & IIf(IsEmpty(arguments(1)), "", " and sent") & "; "
        Answer = Left$(own, 1) & Len(own)
    End If
End Function
"""
STATE = """
Public Log As String
Public Known As String
Public Dies As Long
Public Function Told() As String
    Told = Log
    Log = ""
End Function
Public Sub Forget()
    Known = ""
End Sub
Public Sub DieSoon(ByVal calls As Long)
    Dies = calls
End Sub
Public Function Column(ByVal first As String, ByVal second As Variant) As Variant
    Dim cells(1 To 2, 1 To 1) As Variant
    cells(1, 1) = first
    cells(2, 1) = second
    Column = cells
End Function
"""


def bridge(python: str = PYTHON) -> Any:
    app = interpreter(pytest.importorskip("pyopenvba.apps.excel"))
    app.add_module(STATE, name="FakeState")
    app.add_module(python, name="FakePython", kind="class")
    text = modules()[vba.BRIDGE].replace(f'CreateObject("{PROGID}")', "New FakePython")
    app.add_module(text, name=vba.BRIDGE)
    return app


def asked(app: Any, *cells: str) -> list[Any]:
    return [app.evaluate(f'XtCall("ANY", Array(1, {cell}), "")') for cell in cells]


def text(letter: str, length: int = 600) -> str:
    return f'String({length}, "{letter}")'


@pytest.mark.slow
def test_a_text_is_sent_once() -> None:
    app = bridge()
    assert asked(app, *[text("a")] * 3) == ["a600"] * 3
    assert app.evaluate("Told()") == "keep a600; named; named; named; "


@pytest.mark.slow
def test_short_arguments_and_tables_travel_as_they_are() -> None:
    app = bridge()
    table = f"Column({text('a')}, 1)"
    assert asked(app, text("a", 500), '""', table) == ["whole"] * 3
    assert app.evaluate("Told()") == "whole 500; whole 0; whole array; "


def test_an_array_of_one_dimension_travels_as_it_is() -> None:
    """So Excel hands over a row of constants, ``{1,2,3}``; a column of them has two."""
    app = bridge()
    assert asked(app, "Array(1, 2, 3)", f"Array({text('a')}, 2)") == ["whole"] * 2
    assert app.evaluate("Told()") == "whole array; whole array; "


def test_another_event_is_another_text() -> None:
    """One letter changed by a typed result, and a second workbook in turn with the first."""
    app = bridge()
    changed = f'{text("a", 599)} & "b"'
    for _ in range(2):
        assert asked(app, text("a"), changed, text("c")) == ["a600", "a600", "c600"]
    told = app.evaluate("Told()")
    assert told.count("keep") == 3
    assert told.count("named; ") == 6


def test_an_event_that_continues_in_the_cells_below_is_sent_once() -> None:
    app = bridge()
    columns = [f"Column({text('a')}, {text(letter)})" for letter in "bbc"]
    assert asked(app, *columns) == ["a1201"] * 3
    told = "keep a1201; named; named; keep a1201; named; "
    assert app.evaluate("Told()") == told
    moved = f"Column({text('a', 601)}, {text('b', 599)})"
    joined = f'Column({text("a")}, "a" & {text("b", 599)})'
    asked(app, moved, joined)
    assert app.evaluate("Told()").count("keep") == 2


def test_a_python_that_forgot_is_sent_the_text_again() -> None:
    app = bridge()
    asked(app, text("a"))
    app.evaluate("Forget()")
    app.evaluate("Told()")
    assert asked(app, *[text("a")] * 3) == ["whole", "a600", "a600"]
    assert app.evaluate("Told()") == "unknown; whole 600; keep a600; named; named; "


@pytest.mark.slow
def test_more_events_than_are_remembered() -> None:
    app = bridge()
    letters = "abcdefghijk"
    for _ in range(2):
        assert asked(app, *map(text, letters)) == [f"{letter}600" for letter in letters]


@pytest.mark.slow
def test_a_new_python_is_sent_the_text_anew() -> None:
    app = bridge()
    asked(app, text("a"))
    app.evaluate("Told()")
    app.evaluate("DieSoon(1)")
    assert asked(app, *[text("a")] * 2) == ["a600"] * 2
    assert app.evaluate("Told()") == "keep a600; named; named; "


def test_an_older_python_gets_the_text_with_each_cell() -> None:
    app = bridge(re.sub(r"Public Function Keep.*?End Function\n", "", PYTHON, flags=re.DOTALL))
    assert asked(app, *[text("a")] * 2) == ["whole"] * 2
    assert app.evaluate("Told()") == "whole 600; whole 600; "
