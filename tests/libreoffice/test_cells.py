"""Formulas typed into a real Calc."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import edited
from tests.event.test_packed_text import _big
from tests.libreoffice.calc import Calc
from tests.shell import Shell
from xltie.core.catalogues import help_text
from xltie.core.cells import CellError, Grid
from xltie.event.packed import pack
from xltie.games import PRESETS
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY
from xltie.workbooks.build import new_workbook

ROUNDS = [
    ["Round", "Black", "White", "Black discs", "White discs"],
    [1, "Ann", "Bob", 40, 24],
    [1, "Cem", "Dai", 33, 31],
    [2, "Ann", "Cem", 20, 44],
    [2, "Bob", "Dai", 32, 32],
]
PLAYERS = [["ID", "Name"], ["Ann", "Ann A."], ["Bob", ""], ["Cem", ""], ["Dai", ""]]
GAMES = "$Rounds.$A$1:$E$5"


@pytest.fixture
def book(calc: Calc):
    with calc.open() as document:
        document.sheet("Rounds", ROUNDS)
        document.sheet("Players", PLAYERS)
        yield document


def test_the_function_wizard_shows_our_help_texts(calc: Calc) -> None:
    shown = calc.ask("descriptions")
    for entry in REGISTRY.values():
        for name in entry.names:
            text, arguments = shown[name]
            assert text in (entry.summary, help_text("ko", entry.name))
            assert [argument[0] for argument in arguments] == [p.name for p in entry.parameters]


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (f'=BQ("Ann";{GAMES})', 75),
        (f'=bq("Ann";{GAMES})', 75),
        (f'=BQ("Ann";{GAMES};12)', 60 + 30),
        (f'=SUM(POINTS({{"Ann"|"Cem"}};{GAMES}))', 3),
        ('=POINTS("Cem";$Rounds.A:E)', 2),
        (f'=POINTS("cem";{GAMES};1)', 1),
        (f'=POINTS("Zed";{GAMES})', "#N/A"),
        (f'=BUCHHOLZ("Ann";{GAMES};-1)', "#NUM!"),
        ('=POINTS("Ann";$Rounds.A2:E3)', "#VALUE!"),
        (f"=POINTS(NA();{GAMES})", "#N/A"),
        (f"=POINTS(1/0;{GAMES})", "#DIV/0!"),
        (f"=POINTS(Z99;{GAMES})", ""),
        ('=POINTS("Ann")', "Err:504"),
        (f'=IFERROR(POINTS("Zed";{GAMES});"nobody")', "nobody"),
        ('=BRIGHTWELL(5;"even")', 12),
    ],
)  # fmt: skip
def test_typed_formulas(book, formula: str, shown: object) -> None:
    book.put({"A1": formula})
    assert book.value("A1") == shown


def test_a_column_of_players_answers_a_column(book) -> None:
    book.put({"A1:A5": f"=POINTS(Players.A2:A6;{GAMES})", "C1": "=SUM(A1:A4)"})
    assert book.rows("A1:A5") == [[1], [0.5], [2], [0.5], [""]]
    assert book.value("C1") == 4


def test_error_values_stand_inside_arrays_and_the_others_stay(book) -> None:
    book.put({"A1:A3": f'=POINTS({{"Ann"|"Zed"|"Cem"}};{GAMES})', "B1": "=ISNA(A2)"})
    assert book.rows("A1:A3") == [[1], ["#N/A"], [2]]
    assert book.value("B1") == 1


def test_tables_spill_over_an_array_formula(book) -> None:
    book.put({"A1:E5": f'=STANDINGS(Players.$A$1:$B$5;{GAMES};"points, discs")'})
    assert book.rows("A1:E5") == [
        ["Place", "ID", "Name", "points", "discs"],
        [1, "Cem", "", 2, 77],
        [2, "Ann", "Ann A.", 1, 60],
        [3, "Dai", "", 0.5, 63],
        [4, "Bob", "", 0.5, 56],
    ]


def test_the_standings_follow_an_edit(book) -> None:
    place = f'=PLACE("Ann";{GAMES};"points, discs")'
    book.put({"A1": place, "A2": f'=EXPLAIN("BQ";"Ann";{GAMES})'})
    assert book.value("A1") == 2
    book.put({"Rounds!D4": 50, "Rounds!E4": 14})
    assert book.value("A1") == 1
    assert book.value("A2") == "Round"


def test_an_event_text_stands_for_games_and_players(book) -> None:
    book.put(
        {
            "K1": f"=EVENT(Players.$A$1:$B$5;{GAMES})",
            "K2": f"=EVENTTEXT(Players.$A$1:$B$5;{GAMES})",
            "A1": '=BQ("Ann A.";$K$1)',
            "A2": '=PLAYERAT($K$1;$K$1;"points";1)',
            "A3:B4": '=STANDINGS($K$1;$K$1;"points")',
        }
    )
    assert book.value("K1") == book.value("K2") == evaluate_call(
        REGISTRY["EVENT"], [Grid(PLAYERS), Grid(ROUNDS)]
    )  # fmt: skip
    assert book.value("A1") == 75
    assert book.rows("A2:B4")[0][0] == "Cem"
    book.put({"Rounds!D4": 50, "Rounds!E4": 14})
    assert book.value("A2") == "Ann"


def test_the_text_of_a_big_event_fits_into_a_cell_of_calc(book, tmp_path: Path) -> None:
    text = pack(_big(500, 11))
    book.sheet("Big", [[text]])
    book.put({"A1": '=POINTS("1";$Big.$A$1)', "A2": "=LEN($Big.$A$1)"})
    assert book.value("A2") == len(text)
    assert isinstance(book.value("A1"), float)


def test_whole_columns_stop_where_the_sheet_ends(book) -> None:
    """A sheet has 1,048,576 rows: reading all of them would take minutes here."""
    cells = {f"A{row}": '=BQ("Ann";$Rounds.A:E)' for row in range(1, 200)}
    book.put(cells)
    assert {value for (value,) in book.rows("A1:A199")} == {75}


def test_error_cells_of_the_games_are_named_by_the_check(book) -> None:
    book.put({"Rounds!D2": "=1/0", "A1": f'=POINTS("Cem";{GAMES})'})
    assert book.value("A1") == "#VALUE!"  # nothing beside the range says what is left of it
    assert "Rounds!D2: the cell holds the error #DIV/0!" in book.ask("dispatch", command="check")


@pytest.mark.parametrize("game", ["chess", "bridge"])
def test_formulas_that_were_typed_over_are_named_as_the_command_names_them(
    calc: Calc, game: str, tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(new_workbook(PRESETS[game], 4, 2))
    with calc.open(path) as document:
        assert "no faults" in document.ask("dispatch", command="check")
        document.put({"Standings!E6": 999, "Standings!A3": ""})
        in_calc = document.ask("dispatch", command="check").splitlines()[1:]
    edited(path, "Standings", {"E6": 999, "A3": None})
    told = shell("check", path, code=1).err.replace(f"{path}: warning: ", "").splitlines()
    said, repair = (line.strip() for line in in_calc)
    assert said == f"2 faults. {told[0]}"
    assert "xltie repair FILE puts 2 formulas back" in repair


COERCIONS = [
    # what stands in the cell, what an engine call is given, as in docs/coercions.md
    ("a number as text", "=\"2\"", "2"),
    ("a whole number", 2, 2),
    ("a formula that gives an empty text", '=""', ""),
    ("true", "=TRUE()", True),
    ("a date", "=DATE(1900;1;1)", 2.0),
    ("an error", "=NA()", CellError("#N/A")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "given"), [c[1:] for c in COERCIONS], ids=[c[0] for c in COERCIONS]
)
@pytest.mark.parametrize("function", ["POINTS", "BUCHHOLZ"])
def test_a_cell_means_the_same_as_in_the_engine(book, function, cell, given) -> None:
    """As the last option of each: the round of POINTS, the cut of BUCHHOLZ."""
    book.put({"B1": cell, "A1": f'={function}("Ann";{GAMES};B1)'})
    try:
        wanted = evaluate_call(REGISTRY[function], ["Ann", Grid(ROUNDS), given])
    except Exception as error:
        wanted = error.code
    assert book.value("A1") == wanted


@pytest.mark.parametrize(
    ("cell", "given"),
    [(7, 7), ("=7", 7), ('="Ann"', "Ann"), ('=" ann "', " ann "), ('=""', ""), ("=NA()", "#N/A")],
)
def test_a_player_means_the_same_as_in_the_engine(book, cell, given) -> None:
    book.sheet("Numbers", [ROUNDS[0], [1, 7, "Ann", 20, 44]])
    book.put({"B1": cell, "A1": "=POINTS(B1;$Numbers.A1:E2)"})
    if given == "#N/A":
        wanted = given
    else:
        games = Grid([ROUNDS[0], [1, 7, "Ann", 20, 44]])
        wanted = evaluate_call(REGISTRY["POINTS"], [given, games])
    assert book.value("A1") == wanted


def test_a_blank_cell_as_an_option_that_cannot_be_0_counts_as_left_out(book) -> None:
    book.put({"A1": 420, "A2": -50, "A3": 430, "C1:C3": '=ZSCORES(A1:A3;"sample";B1)'})
    book.put({"D1:D3": "=ZSCORES(A1:A3)"})
    assert book.rows("C1:C3") == book.rows("D1:D3")
    assert book.value("C1") > 0
