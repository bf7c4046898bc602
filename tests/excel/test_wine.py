"""Excel's half over real COM: Python started by Windows, in Wine, and clients that are not ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.books import hand_made
from tests.excel import wine
from tests.excel.calls import calls_of
from tests.excel.fake import as_excel_sends, as_wrapper_shows
from tests.excel.test_udfs import GAMES, MISSING, NA
from tests.excel.wine import Client
from tests.libreoffice.test_any_table import GERMAN, KOREAN
from xltie.core.cells import CellError, Grid
from xltie.core.errors import XltieError
from xltie.functions.registry import Shape
from xltie.hosts.excel.values import ERROR_NUMBERS, LEFT_OUT, outgoing
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(wine.reason_against()),
                                                   reason=wine.reason_against())]  # fmt: skip
NAMES = ("김철수", "Анна Ёлкина", "Ørjan", "Zoë")


@pytest.fixture(scope="module")
def windows() -> Iterator[str]:
    """A PC on which ``xltie excel install`` was run; what the command said."""
    with wine.installed() as told:
        yield told


@pytest.fixture(scope="module")
def client(windows: str) -> Iterator[Client]:
    """One program for all calls, as Excel is one, so that Python starts once."""
    with Client() as found:
        yield found


def test_install_says_what_it_did(windows: str) -> None:
    assert "wrote C:\\users\\" in windows
    assert "XLSTART\\xltie.xlam" in windows
    assert "pythonw.exe" in windows


# -- every function ------------------------------------------------------------------------------


def of_the_engine(name: str, cells: list[Any]) -> Any:
    try:
        value = evaluate_call(REGISTRY[name], cells)
    except XltieError as error:
        return error.code
    return single(as_wrapper_shows(outgoing(value)))


def single(value: Any) -> Any:
    """A value as it stands in a cell, without the reason of an error."""
    if isinstance(value, tuple):
        rows = tuple(tuple(map(single, row)) for row in value)
        return rows[0][0] if len(rows) == len(rows[0]) == 1 else rows
    return str(value) if isinstance(value, CellError) else value


@pytest.mark.parametrize("name", REGISTRY)
def test_every_function_over_com_equals_the_engine(client: Client, name: str) -> None:
    calls = calls_of(name)
    own = [of_the_engine(name, cells) for cells in calls]
    sent = [[MISSING if c is None else as_excel_sends(c) for c in cells] for cells in calls]
    told = client.ask(*((REGISTRY[name].excel_name, cells) for cells in sent))
    assert [single(as_wrapper_shows(answer)) for answer in told] == own


def test_most_functions_are_asked_for_a_value_and_not_for_an_error() -> None:
    errors = [
        name
        for name in REGISTRY
        if all(str(of_the_engine(name, cells)).startswith("#") for cells in calls_of(name))
    ]
    assert len(errors) < len(REGISTRY) / 10, errors


# -- arguments of every kind ---------------------------------------------------------------------


def test_columns_blanks_errors_and_letters_of_every_kind(client: Client) -> None:
    named = dict(zip(("Ann", "Bob", "Cid", "Dee"), NAMES, strict=True))
    games = [[named.get(str(cell), cell) for cell in row] for row in GAMES]
    column = [*([name] for name in NAMES), [None], ["Zoe"], [NA]]
    told = client.ask(
        ["POINTS", [column, [*games, [None] * 5]]],
        ["POINTS", [NAMES[0], games, MISSING, {"missing": 1}]],
        ["PROVISIONAL", [column[:4], [*games, [3.0, NAMES[1], NAMES[1], 1.0, 2.0]]],
         "1\tТуры\t11\t1\n"],
        ["STANDINGS", [column[:4], games, "points, discs"]],
    )  # fmt: skip
    assert told[0] == [[1], [1], [2], [0], [""], ["#N/A"], ["#N/A"]]
    assert told[1] == 1
    assert re.search("Туры!.16: .*Анна Ёлкина", told[2])
    assert [row[1] for row in told[3][1:]] == [NAMES[n] for n in (2, 1, 0, 3)]


def test_tables_of_clubs_without_our_template(client: Client) -> None:
    """Headings in any language and no names: the values that Calc shows, and the error."""
    table = Grid(GERMAN[1:], "Club")
    spoilt = Grid([*GERMAN[1:4], [*GERMAN[4][:3], "1w1", *GERMAN[4][4:]], GERMAN[5]], "Club")
    calls = [
        ("POINTS", ["Berger", table], 2.5),
        ("BUCHHOLZ", ["Adler", table], 4),
        ("BUCHHOLZ", ["2", table], 3.5),
        ("DIRECTCOMP", ["Berger", table, Grid([[row[2]] for row in GERMAN[2:]])], 2.5),
        ("TIEBREAK", ["Conrad", table, "SB"], 1.25),
        ("TIEBREAK", ["Conrad", table, "NONSENSE"], "#VALUE!"),
        ("POINTS", ["Zed", table], "#N/A"),
        ("POINTS", ["Berger", spoilt], "#VALUE!"),
        ("POINTS", ["\uae40", Grid(KOREAN)], 1),
    ]
    sent = [
        [REGISTRY[name].excel_name, [as_excel_sends(cell) for cell in cells]]
        for name, cells, _ in calls
    ]
    told = client.ask(*sent, ["STANDINGS", [as_excel_sends(table), {"missing": 1}, "points, BH"]])
    assert [single(as_wrapper_shows(answer)) for answer in told[:-1]] == [
        shown for _, _, shown in calls
    ]
    assert [row[2] for row in told[-1][1:]] == ["Berger", "Adler", "Conrad", "Dietz"]
    assert [row[3] for row in told[-1][1:]] == [2.5, 2, 1.5, 0]


def test_bad_calls_are_answered_by_the_same_python(client: Client) -> None:
    """Nothing is raised, so that the bridge has no reason to start Python anew."""
    assert client.ask(["ROUNDS", [9.0]]) == [4]
    before = wine.servers()
    told = client.ask(
        ["NOTTHERE", [1.0]], [None, ["ROUNDS", 9, ""]], [None, ["ROUNDS", [9], "no place"]],
        [None, [None, None, None]], ["ROUNDS", [9.0] * 40], ["ROUNDS", []], ["ROUNDS", [9.0]],
    )  # fmt: skip
    assert re.match(r"#NAME\?\tthis xltie \(.+\) has no function NOTTHERE", told[0])
    assert all(re.match(r"#(VALUE!|NAME\?)\t.", answer) for answer in told[1:-1])
    assert told[-1] == 4
    assert wine.servers() == before
    assert len(before) == 1


SCRIPT = """
Dim server, table(1, 4), who(1, 0), told
Set server = CreateObject("Xltie.Server")
table(0, 0) = "Round": table(0, 1) = "Black": table(0, 2) = "White"
table(0, 3) = "Black score": table(0, 4) = "White score"
table(1, 0) = 1: table(1, 1) = "Ann": table(1, 2) = "Bob": table(1, 3) = 40: table(1, 4) = 24
WScript.Echo server.Answer("ROUNDS", Array(CDbl(9)), "")
WScript.Echo TypeName(server.Answer("ROUNDS", Array(CLng(9)), ""))
WScript.Echo server.Answer("points", Array("Ann", table), "")
WScript.Echo server.Answer("NOTTHERE", Array(), "")
who(0, 0) = "Ann": who(1, 0) = "Bob"
told = server.Answer("STANDINGS", Array(who, table, "points"), "")
WScript.Echo LBound(told, 1) & UBound(told, 1) & LBound(told, 2) & " " & told(0, 0) & told(2, 1)
"""


def test_a_client_of_another_language(windows: str, tmp_path: Path) -> None:
    """VBScript has the Variants of VBA, handed over by reference."""
    file = tmp_path / "client.vbs"
    file.write_text(SCRIPT.replace("\n", "\r\n"), "ascii")
    told = wine.run_script(file).splitlines()
    assert told[:3] == ["4", "Long", "1"]
    assert told[3].startswith("#NAME?\tthis xltie (")
    assert told[4:] == ["020 PlaceBob"]


# -- error cells ---------------------------------------------------------------------------------


def with_errors(cell: Any) -> Any:
    """An argument as it is sent: error cells, and arguments left out, as COM's error values."""
    sent = as_excel_sends(cell)
    if cell is None:
        return {"error": LEFT_OUT}
    if isinstance(cell, CellError):
        return {"error": sent}
    if isinstance(cell, Grid) and cell.height == cell.width == 1:
        return with_errors(cell.rows[0][0])
    return [[with_errors(cell) if isinstance(cell, CellError) else cell for cell in row]
            for row in cell.rows] if isinstance(cell, Grid) else sent  # fmt: skip


def test_error_cells_are_errors_in_every_function(windows: str, tmp_path: Path) -> None:
    """In the place of a single value, in a column of players, in a table of games."""
    players = Grid([["Ann"], [CellError("#N/A")], ["Bob"], [CellError("#REF!")]])
    games = Grid([*GAMES, [9.0, "Ann", CellError("#VALUE!"), 40.0, 24.0]])
    faulty = Grid([*GAMES[:2], [1.0, "Cid", "Dee", CellError("#DIV/0!"), 24.0]])
    calls: list[tuple[str, list[Any]]] = [
        ("ROUNDS", [CellError(code)]) for code in ERROR_NUMBERS.values()
    ]
    for name, entry in REGISTRY.items():
        own = calls_of(name)[0]
        error: Any = CellError("#N/A")
        if entry.parameters[0].kind.is_table:
            error = Grid([[error]])  # as Excel hands over one cell in place of a table
        calls += [(entry.excel_name, [error, *own[1:]])]
        if entry.shape is Shape.PLAYER:
            calls += [(entry.excel_name, [players, Grid(GAMES)]),
                      (entry.excel_name, ["Ann", games, None]),
                      (entry.excel_name, [players, faulty])]  # fmt: skip
    by_name = {entry.excel_name: name for name, entry in REGISTRY.items()}
    told = wine.ask_with_errors(
        [[name, [with_errors(cell) for cell in cells]] for name, cells in calls], tmp_path
    )
    for (name, cells), answer in zip(calls, told, strict=True):
        assert single(as_wrapper_shows(answer)) == of_the_engine(by_name[name], cells), name
    assert [str(answer).partition("\t")[0] for answer in told[: len(ERROR_NUMBERS)]] == [
        *ERROR_NUMBERS.values()
    ]


# -- the life of the server; these come last, in this order --------------------------------------


def test_one_python_serves_two_clients_and_ends_with_the_last(client: Client) -> None:
    calls = [["ROUNDS", [float(size)]] for size in range(5, 40)] * 5
    own = [of_the_engine("ROUNDS", [float(size)]) for size in range(5, 40)] * 5
    with Client() as other:
        for each in (client, other):
            each.send(*calls)
        assert [client.told(), other.told()] == [own, own]
        assert len(wine.servers()) == 1
    assert client.ask(*calls[:3]) == own[:3]
    client.close()
    assert wine.wait_for(0)


def test_a_new_client_finds_a_new_python_and_a_killed_one_is_a_lost_connection(
    windows: str,
) -> None:
    """The bridge starts Python anew for these numbers alone."""
    with Client() as later:
        assert later.ask(["ROUNDS", [9.0]]) == [4]
        ended = wine.kill_server()
        told, *again = later.ask(*[["ROUNDS", [9.0]]] * 4)
        (started,) = wine.servers()
    bridge = (wine.ROOT / "xltie/hosts/excel/vba/xltie_bridge.bas").read_text("ascii")
    numbers = re.search(r"Case (462, [-\d, ]+)", bridge)
    assert numbers is not None
    assert told["refused"] in map(int, numbers[1].split(","))
    assert again == [4, 4, 4]
    assert started != ended


PUBLISH = """
import shutil, sys
from types import SimpleNamespace as Thing
from pathlib import Path
from xltie.hosts.excel import commands
file = Path(sys.argv[1])
api = Thing(Path=str(file.parent), Name=file.name, FullName=str(file),
            SaveCopyAs=lambda copy: shutil.copy(file, copy))
sys.executable = str(Path(sys.executable).with_name("pythonw.exe"))
sheets = [Thing(name="Standings")]
print(commands.run("publish", Thing(api=api, app=Thing(), sheets=sheets)))
"""


def test_the_pages_are_written_by_the_python_of_the_server(windows: str, tmp_path: Path) -> None:
    """A Python without a console has no output: the one beside it runs the command."""
    file = tmp_path / "my event.xlsx"
    file.write_bytes(hand_made({"Rounds": GAMES}))
    told = wine.run("-c", PUBLISH, wine.in_windows(file))
    target = tmp_path / "my event-pages"
    assert told.strip() == f"the pages are in {wine.in_windows(target)}: open index.html there"
    assert (target / "index.html").exists()


def test_an_excel_that_is_open_with_all_rights_is_seen(windows: str) -> None:
    """Every program of Wine has all rights; a Python under Excel's name stands for it."""
    ask = "from xltie.hosts.excel import doctor as r; print(r.excel_with_all_rights_is_open())"
    assert wine.run("-c", ask).strip() == "False"
    with wine.another_program("EXCEL.EXE"):
        assert wine.run("-c", ask).strip() == "True"
    own = ask.replace("excel_with_all_rights_is_open", "has_all_rights")
    assert wine.run("-c", own).strip() == "True"


def test_doctor_and_uninstall(windows: str) -> None:
    told = wine.run("-m", "xltie", "excel", "doctor")
    assert re.search(r"^ok Server: .*pythonw\.exe", told, re.MULTILINE)
    assert re.search(r"^ok Add-in: .*xltie\.xlam$", told, re.MULTILINE)
    assert re.search(r"^!! Excel: not found", told, re.MULTILINE)
    told = wine.run("-m", "xltie", "excel", "uninstall")
    assert "removed C:\\users\\" in told
    assert "Python is no longer known to Excel" in told
    assert "does not know which Python" in wine.run("-m", "xltie", "excel", "doctor")
    assert "removed" not in wine.run("-m", "xltie", "excel", "uninstall")
