"""The VBA text: as it was agreed, within VBA's limits, and run by an interpreter of VBA."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.excel.samples import GAMES, PLAYER, PROBE, SAMPLES, sample
from tests.functions.taken_names import VBA_RESERVED
from xltie.core.errors import RegistrationError
from xltie.functions.registry import Kind, Parameter
from xltie.hosts.excel import vba
from xltie.hosts.excel.answers import names_in_excel
from xltie.hosts.excel.registration import PROGID
from xltie.sheets.functions import REGISTRY

_PROCEDURE = re.compile(
    r"^[ \t]*(?:(?:Public|Private|Friend|Static) )*"
    r"(?:Function|Sub|Property \w+) (\w+)\(([^\n)]*)\)",
    re.MULTILINE,
)
_VARIABLES = re.compile(
    r"^[ \t]*(?:Dim|Static|Const|(?:Public|Private)(?: Const| WithEvents)?) ([^\n=]+)", re.MULTILINE
)
_ARGUMENT = re.compile(r"^\s*(?:(?:Optional|ByVal|ByRef|ParamArray) )*")
GOLDEN = Path(__file__).parent / "golden"
PYTHON = """
Option Explicit
Public Calls As Long
Public Function Answer(ByVal named As String, ByVal arguments As Variant, _
        ByVal places As String) As Variant
    Dim i As Long
    Calls = Calls + 1
    If named = "ROUNDS" Then Answer = "#NUM!" & vbTab & "there are too many": Exit Function
    If named = "POINTS" Then Answer = "#1 of the list": Exit Function
    If named = "WINS" Then Err.Raise 462, , "the remote server is not there"
    If named = "STANDINGS" Then
        Dim rows(0 To 1, 0 To 1) As Variant
        rows(0, 0) = "Place": rows(0, 1) = "#N/A": rows(1, 0) = 1
        rows(1, 1) = UBound(arguments(1), 1)
        Answer = rows
        Exit Function
    End If
    Answer = named & " "
    For i = LBound(arguments) To UBound(arguments)
        If IsArray(arguments(i)) Then
            Answer = Answer & UBound(arguments(i), 1) & "x" & UBound(arguments(i), 2) & " "
        ElseIf IsEmpty(arguments(i)) Then
            Answer = Answer & "blank "
        ElseIf VarType(arguments(i)) = vbLong Then
            Answer = Answer & "- "
        Else
            Answer = Answer & arguments(i) & " "
        End If
    Next i
    Answer = Answer & Replace(Replace(places, vbTab, "!"), vbLf, "|")
End Function
Public Function Perform(ByVal wanted As String, ByVal book As Variant) As String
    If wanted = "check" Then Err.Raise 462, , "it is gone"
    Perform = wanted & " is done"
End Function
"""
"""Python as the bridge sees it, in VBA."""
NOT_THERE = {
    'Not Application.CommandBars("Standard").Controls(1).Enabled': 'Range("Z1").Value = "wizard"',
    "Application.Caller.Address(External:=True)": 'Range("Z2").Value',
    "(value = CVErr(2029))": '(CStr(value) = "Error 2029")',
}
"""What the interpreter lacks of Excel, and the cells of a sheet that stand in for it."""


def test_golden_texts() -> None:
    """Made anew with ``python -m tests.excel.regold`` when a change is meant."""
    for name, text in golden_texts().items():
        assert (GOLDEN / name).read_text("ascii") == text, name


def modules() -> dict[str, str]:
    return vba.modules()


def golden_texts() -> dict[str, str]:
    found = {
        vba.FUNCTIONS: vba.functions_module(SAMPLES),
        vba.RIBBON: modules()[vba.RIBBON],
    }
    return {f"{name}.bas": text for name, text in found.items()}


def test_nothing_is_left_to_fill_in() -> None:
    for text in modules().values():
        assert "@" not in text
    assert f'CreateObject("{PROGID}")' in modules()[vba.BRIDGE]


def test_there_is_a_wrapper_for_every_function() -> None:
    text = modules()[vba.FUNCTIONS]
    wrapped = re.findall(r"^Public Function (\w+)\(", text, re.MULTILINE)
    assert wrapped == [name for entry in REGISTRY.values() for name in names_in_excel(entry)]
    helped = re.findall(r"^Attribute (\w+)\.VB_Description", text, re.MULTILINE)
    assert helped == wrapped


def test_nothing_is_declared_and_no_path_stands_in_the_text() -> None:
    text = "\n".join(modules().values())
    assert "Declare" not in text
    assert "Shell" not in text
    assert not re.search(r"[A-Z]:\\", text)
    assert "ActiveWorkbook" not in modules()[vba.FUNCTIONS]
    assert (
        "ActiveWorkbook" not in re.search(r"Function XtServer.*?End Function", text, re.DOTALL)[0]
    )  # one Python for all workbooks  # type: ignore[index]


def test_limits_of_vba_are_kept() -> None:
    many = [Parameter(f"a{n}", Kind.ANY, "x", None) for n in range(30)]
    with pytest.raises(RegistrationError, match="continued at most 24 times"):
        vba._refuse_bad("m", vba.wrapper(sample("F", *many)))
    with pytest.raises(RegistrationError, match="1023"):
        vba._refuse_bad("m", "x" * 1024)
    with pytest.raises(RegistrationError, match="ASCII"):
        vba._refuse_bad("m", "½")
    with pytest.raises(RegistrationError, match="dots"):
        vba.wrapper(sample("TIE.BQ", PLAYER))
    with pytest.raises(RegistrationError, match="clashes"):
        vba.wrapper(sample("PLAYER", PLAYER, GAMES))
    long = vba.plain("word " * 100)
    assert len(long) <= 255
    assert long.endswith("word...")


def declared(text: str) -> list[str]:
    """Return the names that a module declares: procedures, arguments, variables, constants."""
    code = re.sub(r'"[^"\n]*"', '""', text.replace(" _\n", " "))
    code = re.sub(r"'[^\n]*", "", code)
    found = []
    for name, arguments in _PROCEDURE.findall(code):
        found += [
            name,
            *(_ARGUMENT.sub("", argument).split(" ")[0] for argument in arguments.split(",")),
        ]
    for names in _VARIABLES.findall(_PROCEDURE.sub("", code)):
        found += [name.split()[0].partition("(")[0] for name in names.split(",") if name.strip()]
    return [name for name in found if name]


def reserved(text: str) -> list[str]:
    """Return the words of VBA that a module declares as names."""
    return [word for word in declared(text) if word.lower() in VBA_RESERVED]


def test_no_module_declares_a_word_of_vba() -> None:
    for name, text in modules().items():
        assert reserved(text) == [], name
    scale = Parameter("scale", Kind.TEXT, "A word of VBA.", None)
    assert reserved(vba.wrapper(sample("MINE", PLAYER, scale))) == ["scale"]
    text = "Private Const Top As Long = 1\nPublic Sub Draw(ByVal scale As Long)\nEnd Sub"
    assert declared(text) == ["Draw", "scale", "Top"]


def test_no_argument_differs_from_a_function_in_its_case_alone() -> None:
    """VBA has one spelling for a name in all of a project."""
    functions = {name.lower() for entry in REGISTRY.values() for name in names_in_excel(entry)}
    heads = re.findall(r"^Public Function \w+\((.*)\)", modules()[vba.FUNCTIONS], re.MULTILINE)
    arguments = {_ARGUMENT.sub("", one) for head in heads for one in head.split(",")}
    assert "the_rounds" in arguments
    assert {one for one in arguments if one.lower() in functions} == set()


# -- an interpreter of VBA runs the wrappers -----------------------------------------------------


def interpreter(apps: Any) -> Any:
    """An interpreter that refuses names as VBA does; by itself it takes any word."""
    app = apps.ExcelApplication()
    app.add_workbook()
    add_module = app.add_module

    def refusing(text: str, **options: Any) -> Any:
        for excels, ours in NOT_THERE.items():
            text = text.replace(excels, ours)
        words = reserved(text)
        assert not words, f"Compile error: expected identifier, not {words}"
        return add_module(text, **options)

    app.add_module = refusing
    app.add_module(modules()[vba.TEXTS], name=vba.TEXTS)
    return app


def test_the_interpreter_refuses_reserved_words() -> None:
    app = interpreter(pytest.importorskip("pyopenvba.apps.excel"))
    with pytest.raises(AssertionError, match="scale"):
        app.add_module("Public Function Draw(Optional scale) As Variant\nEnd Function")
    with pytest.raises(AssertionError, match="Circle"):
        app.add_module("Dim Circle As Long")


@pytest.fixture(scope="module")
def excel() -> Any:
    apps = pytest.importorskip("pyopenvba.apps.excel", reason="pyOpenVBA is not installed")
    app = interpreter(apps)
    texts = modules()
    texts[vba.FUNCTIONS] += vba.wrapper(PROBE)
    app.add_module(PYTHON, name="FakePython", kind="class")
    bridge = texts[vba.BRIDGE].replace(f'CreateObject("{PROGID}")', "New FakePython")
    app.add_module(bridge, name=vba.BRIDGE)
    for name in (vba.FUNCTIONS, vba.RIBBON):
        lines = [line for line in texts[name].split("\n") if not line.startswith("Attribute")]
        app.add_module("\n".join(lines), name=name)
    cells = [["id", "name", "x"], [1, "Ann", 3], [2, "Bob", 4], [3, "Cid", 5]]
    for row, line in enumerate(cells, 3):  # from B3, so that whole columns begin above the data
        for column, cell in zip("BCD", line, strict=True):
            app.sheet(1).set_value(f"{column}{row}", cell)
    return app


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "told"),
    [
        ('PROBE("Ann", Range("B3:D6"))', "PROBE Ann 4x3 - - 1!Sheet1!3!2|"),
        ('PROBE(7, Range("B3:D6"), "wof")', "PROBE 7 4x3 wof - 1!Sheet1!3!2|"),
        ('PROBE(7, Range("B3:D6"), , Range("B3"))', "PROBE 7 4x3 - id 1!Sheet1!3!2|3!Sheet1!3!2|"),
        ('PROBE(Range("C4"), Range("B3:D6"))', "PROBE Ann 4x3 - - 0!Sheet1!4!3|1!Sheet1!3!2|"),
        ('PROBE(Range("C4:C6"), Range("B:Z"))', "PROBE 3x1 6x3 - - 0!Sheet1!4!3|1!Sheet1!1!2|"),
        ('PROBE(Range("C:C"), Range("B3:D9999"))', "PROBE 6x1 4x3 - - 0!Sheet1!1!3|1!Sheet1!3!2|"),
        ('PROBE(Range("J5"), Range("J5:K9"))', "PROBE blank 2x1 - - 0!Sheet1!5!10|1!Sheet1!5!10|"),
    ],
)  # fmt: skip
def test_arguments_reach_python(excel: Any, call: str, told: str) -> None:
    assert excel.evaluate(call) == told


def test_codes_become_real_errors(excel: Any) -> None:
    assert excel.evaluate("IsError(ROUNDS(9))")
    assert excel.evaluate("CStr(ROUNDS(9))") == "Error 2036"
    assert excel.evaluate("Application.StatusBar") == "xltie: there are too many"
    assert excel.evaluate('POINTS("Ann", Range("B3:D6"))') == "#1 of the list"
    table = 'STANDINGS(Range("B3:B6"), Range("B3:D6"), "points")'
    assert excel.evaluate(f"{table}(1, 1)") == 4
    assert excel.evaluate(f"CStr({table}(0, 1))") == "Error 2042"


def test_a_lost_python_is_looked_for_once_more(excel: Any) -> None:
    assert excel.evaluate('CStr(WINS("Ann", Range("B3:D6")))') == "Error 2015"
    said = excel.evaluate("Application.StatusBar")
    assert said.startswith("xltie: no answer from Python (the remote server is not there)")
    assert "xltie excel doctor" in said
    refused = excel.evaluate('CStr(PROBE("Ann", Range("B3:D6")))')
    assert refused == "Error 2015"  # for a while all cells leave it alone
    excel.evaluate('XtCommand("recompute")')  # who clicks a button has perhaps mended it
    assert excel.evaluate('PROBE("Ann", Range("B3:D6"))').startswith("PROBE Ann")


def test_a_python_that_was_ended_is_started_again(excel: Any) -> None:
    """The first one is gone after its first answer, as when it was killed; the next answers."""
    apps = pytest.importorskip("pyopenvba.apps.excel")
    app = interpreter(apps)
    app.add_module("Public Started As Long", name="FakeState")
    dying = PYTHON.replace(
        "    Calls = Calls + 1\n",
        "    Calls = Calls + 1\n"
        "    If Calls = 1 Then Started = Started + 1\n"
        '    If Started = 1 And Calls = 2 Then Err.Raise 462, , "it was killed"\n',
    )
    app.add_module(dying, name="FakePython", kind="class")
    app.add_module(
        modules()[vba.BRIDGE].replace(f'CreateObject("{PROGID}")', "New FakePython"),
        name=vba.BRIDGE,
    )
    for _ in range(3):
        assert app.evaluate('XtCall("ANY", Array(1), "")') == "ANY 1 "
    assert app.evaluate("Started") == 2


def test_an_error_that_is_no_lost_connection_starts_nothing(excel: Any) -> None:
    apps = pytest.importorskip("pyopenvba.apps.excel")
    app = interpreter(apps)
    app.add_module(
        "Public Started As Long\nPublic Function Made() As Object\n    Started = Started + 1\n"
        "    Set Made = New FakePython\nEnd Function",
        name="FakeState",
    )
    failing = PYTHON.replace(
        "    Calls = Calls + 1\n", '    Err.Raise -2147467259, , "Python failed"\n'
    )
    app.add_module(failing, name="FakePython", kind="class")
    bridge = modules()[vba.BRIDGE].replace(f'CreateObject("{PROGID}")', "Made()")
    app.add_module(bridge, name=vba.BRIDGE)
    for _ in range(3):
        assert app.evaluate('CStr(XtCall("ANY", Array(1), ""))') == "Error 2015"
    assert app.evaluate("Started") == 1
    assert "Python failed" in app.evaluate("Application.StatusBar")


def test_a_python_that_does_not_start_is_waited_for_once(excel: Any) -> None:
    """Windows may take a minute to give up, and there are a thousand cells."""
    apps = pytest.importorskip("pyopenvba.apps.excel")
    app = interpreter(apps)
    app.add_module(
        "Public Tried As Long\nPublic Function Never() As Object\n    Tried = Tried + 1\n"
        '    Err.Raise 429, , "it cannot be" & vbCrLf & "created"\nEnd Function',
        name="FakeState",
    )
    bridge = modules()[vba.BRIDGE].replace(f'CreateObject("{PROGID}")', "Never()")
    app.add_module(bridge, name=vba.BRIDGE)
    for _ in range(5):
        assert app.evaluate('CStr(XtCall("ANY", Array(1), ""))') == "Error 2015"
    assert app.evaluate("Tried") == 1
    assert app.evaluate("Application.StatusBar").startswith(
        "xltie: no answer from Python (it cannot be  created); in a terminal"
    )
    app.evaluate('XtCommand("check")')  # who clicks a button has perhaps mended it
    assert app.evaluate("Tried") == 2


def test_what_a_button_began_is_not_done_twice(excel: Any) -> None:
    apps = pytest.importorskip("pyopenvba.apps.excel")
    app = interpreter(apps)
    app.add_module("Public Paired As Long", name="FakeState")
    dying = PYTHON.replace(
        '    If wanted = "check"', '    Paired = Paired + 1\n    If wanted = "pair"'
    )
    app.add_module(dying, name="FakePython", kind="class")
    bridge = modules()[vba.BRIDGE].replace(f'CreateObject("{PROGID}")', "New FakePython")
    app.add_module(bridge, name=vba.BRIDGE)
    app.evaluate('XtCommand("pair")')
    assert app.evaluate("Paired") == 1
    assert "no answer from Python (it is gone)" in app.evaluate("Application.StatusBar")
    app.evaluate('XtCommand("recompute")')
    assert app.evaluate("Application.StatusBar") == "xltie: recompute is done"


def test_a_button_without_python_says_so_and_gives_excel_back(excel: Any) -> None:
    excel.evaluate("XltieCheck(Nothing)")
    assert "no answer from Python (it is gone)" in excel.evaluate("Application.StatusBar")
    assert excel.evaluate("Application.ScreenUpdating")
    assert excel.evaluate("Application.EnableEvents")


def test_a_button_tells_its_result(excel: Any) -> None:
    excel.evaluate("XltieRecompute(Nothing)")
    assert excel.evaluate("Application.StatusBar") == "xltie: recompute is done"
    assert excel.evaluate("Application.ScreenUpdating")
    assert excel.evaluate("Application.EnableEvents")


@pytest.mark.parametrize(
    ("answers", "told"), [("YY", "done"), ("N", "nothing"), ("YN", "otherwise")]
)
def test_what_python_asks_is_asked_before_it_goes_on(answers: str, told: str) -> None:
    apps = pytest.importorskip("pyopenvba.apps.excel")
    app = interpreter(apps)
    app.add_module(
        f'Public Answers As String\nPublic Sub Prepare()\n    Answers = "{answers}"\nEnd Sub\n'
        "Public Function FakeBox(ByVal text As String) As Long\n    FakeBox = 7\n"
        '    If Left$(Answers, 1) = "Y" Then FakeBox = 6\n    Answers = Mid$(Answers, 2)\n'
        "End Function",
        name="FakeState",
    )
    asking = PYTHON.replace(
        "    Perform = wanted",
        '    If wanted = "pair" Then Perform = "?Sure?": Exit Function\n'
        '    If wanted = "pair no" Then Perform = "nothing": Exit Function\n'
        '    If wanted = "pair yes" Then Perform = "?Now?": Exit Function\n'
        '    If wanted = "pair yes no" Then Perform = "otherwise": Exit Function\n'
        '    If wanted = "pair yes yes" Then Perform = "done": Exit Function\n'
        "    Perform = wanted",
    )
    app.add_module(asking, name="FakePython", kind="class")
    bridge = modules()[vba.BRIDGE].replace(f'CreateObject("{PROGID}")', "New FakePython")
    boxed = bridge.replace(
        'MsgBox(Mid$(told, 2), vbYesNo + vbQuestion, "xltie")', "FakeBox(Mid$(told, 2))"
    )
    assert boxed != bridge
    app.add_module(boxed.replace("vbYes Then", "6 Then"), name=vba.BRIDGE)
    app.evaluate("Prepare()")
    app.evaluate('XtCommand("pair")')
    assert app.evaluate("Application.StatusBar") == f"xltie: {told}"


# -- what happens around the calls ---------------------------------------------------------------


def bridge_alone(python: str = PYTHON) -> Any:
    app = interpreter(pytest.importorskip("pyopenvba.apps.excel"))
    app.add_module(python, name="FakePython", kind="class")
    bridge = modules()[vba.BRIDGE].replace(f'CreateObject("{PROGID}")', "New FakePython")
    app.add_module(bridge, name=vba.BRIDGE)
    return app


def test_the_function_wizard_asks_nothing() -> None:
    app = bridge_alone("Public Function Answer(a, b, c) As Variant\n    Answer = 7\nEnd Function")
    assert app.evaluate('XtCall("ANY", Array(1), "")') == 7
    app.sheet(1).set_value("Z1", "wizard")
    assert app.evaluate('CStr(XtCall("ANY", Array(1), ""))') == "Error 2042"


def test_a_reason_goes_when_the_same_cell_gets_its_value() -> None:
    """Excel asks for a cell before those that it depends on, and then again."""
    app = bridge_alone()
    app.sheet(1).set_value("Z2", "[b]Sheet1!A1")
    app.evaluate('XtCall("ROUNDS", Array(1), "")')
    said = "xltie: there are too many"
    assert app.evaluate("Application.StatusBar") == said
    app.sheet(1).set_value("Z2", "[b]Sheet1!A2")
    app.evaluate('XtCall("ANY", Array(1), "")')
    assert app.evaluate("Application.StatusBar") == said
    app.sheet(1).set_value("Z2", "[b]Sheet1!A1")
    app.evaluate('XtCall("ANY", Array(1), "")')
    assert app.evaluate("Application.StatusBar") is False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "is_ours"),
    [("=BQ(A1,Event)", True), ("=IF(A1=1,bq(A1,Event))", True), ("=[1]!POINTS(A1)", True),
     ("=MYBQ(A1)", False), ("=SUM(A1)", False), ("=BQ", False), ('=A1&"("', False)],
)  # fmt: skip
def test_formulas_with_our_functions_are_known(formula: str, is_ours: bool) -> None:
    text = formula.replace('"', '""')
    assert bridge_alone().evaluate(f'XtIsOurs("{text}")') is is_ours


@pytest.mark.slow
def test_formulas_that_excel_did_not_know_are_entered_again() -> None:
    """Those of ours that are #NAME?, and no other."""
    app = bridge_alone()
    app.add_module(
        'Public Sub Prepare()\n    Range("A2").Value = "Ann"\n'
        '    Range("B2").Formula = "=BQ(A1,Event)"\n'
        '    Range("B3").Formula = "=IF(A2="""","""",POINTS(A2,Event))"\n'
        '    Range("B4").Formula = "=MISTYPED(A2)"\n'
        '    Range("C9").Value = CVErr(2029)\n'
        "End Sub",
        name="Preparing",
    )
    app.evaluate("Prepare()")
    app.evaluate("XtEnterAgain(ActiveWorkbook)")
    said = app.evaluate("Application.StatusBar")
    assert said.startswith("xltie: 2 formulas were entered again")
    assert app.evaluate('Range("B2").Formula') == "=BQ(A1,Event)"
    assert app.evaluate("Application.ScreenUpdating")
    assert app.evaluate("Application.EnableEvents")
    assert app.evaluate("Application.Calculation") == -4105


UNBOUND = (
    'Public Sub Prepare()\n    Range("A2").Value = "Ann"\n'
    '    Range("B2").Formula = "=BQ(A1,Event)"\n'
    '    Range("B3").Formula = "=POINTS(A2,Event)"\n'
    '    Range("B4").Formula = "=SUM(A2)"\n'
    "End Sub\n"
    "Public Sub Entered(ByVal cell As Object)\n"
    '    Range("C" & cell.Row).Value = "again"\n'
    "End Sub"
)
"""Cells that show what is stored: the file was not computed when it was opened."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("after", "python", "again"),
    [
        ("CVErr(2029)", PYTHON, [None, "again", "again", None]),
        ('"2.5"', PYTHON, [None, None, None, None]),
        ("CVErr(2029)", "Option Explicit", [None, None, None, None]),  # no Python answers
    ],
)
def test_entering_again_does_not_wait_for_what_excel_does_not_know(
    after: str, python: str, again: list[Any]
) -> None:
    """A workbook with right values is not computed when it is opened: one cell tells."""
    app = interpreter(pytest.importorskip("pyopenvba.apps.excel"))
    app.add_module(python, name="FakePython", kind="class")
    bridge = modules()[vba.BRIDGE].replace(f'CreateObject("{PROGID}")', "New FakePython")
    told = f"(used.Cells(i, j).Row = 2 And XtIsName({after}))"
    bridge = bridge.replace("XtIsName(used.Cells(i, j).Value)", told)
    bridge = bridge.replace("If XtIsName(values(i, j)) Then", "If False Then")
    bridge = bridge.replace("used.Cells(i, j).Calculate\n", "\n")
    bridge = bridge.replace("every Or XtIsName(values(i, j))", "every")
    bridge = bridge.replace("cell.Formula2 = cell.Formula2", "Entered cell")
    app.add_module(bridge, name=vba.BRIDGE)
    app.add_module(UNBOUND, name="Preparing")
    app.evaluate("Prepare()")
    app.evaluate("XtEnterAgain(ActiveWorkbook)")
    assert [app.evaluate(f'Range("C{row}").Value') or None for row in range(1, 5)] == again
