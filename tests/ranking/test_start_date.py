"""The start date chooses the edition of the rules: it is understood, or said not to be."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from xltie.cli.main import main
from xltie.core.cells import CellError, Grid, Scalar
from xltie.core.errors import InputError
from xltie.exchange import trf
from xltie.rules.common.rulebooks import edition_of
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY
from xltie.sheets.settings.settings_sheet import read_settings

TWO_DIGITS = Path(__file__).parent.parent / "trf" / "two_digit_year.trf"
DATED = TWO_DIGITS.with_name("tbs_many_unplayed.trf")
NEWEST = "tie-breaks follow fide2026, the newest, unless another edition is named"
GAMES = (("Round", "White", "Black", "Result"), (1, "a", "b", "1-0"))


def warnings_of(*changes: tuple[str, str]) -> list[str]:
    text = TWO_DIGITS.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return [
        str(fault) for fault in trf.read(text.encode(), "e.trf").warnings if "date" in fault.text
    ]


def run(*arguments: str) -> tuple[int, str, str]:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = main(arguments)
    return code, out.getvalue(), err.getvalue()


# -- in a report ---------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["05/03/26", "26. 11. 21.", "04/09/2010", "soon"])
def test_a_date_that_is_not_understood_is_named_with_line_and_column(written: str) -> None:
    said = f"e.trf:4:5: the start date '{written}' is not understood; write the year first"
    assert [fault[: len(said)] for fault in warnings_of(("05/03/26", written))] == [said]


@pytest.mark.parametrize("written", ["2026/02/28", "2026. 2. 28.", "28 февраля 2026 г.", ""])
def test_a_date_that_is_understood_or_missing_is_not_spoken_of(written: str) -> None:
    assert warnings_of(("05/03/26", written)) == []


def test_the_days_of_the_rounds_stand_in_and_are_named() -> None:
    days = ("132".ljust(100), "132".ljust(91) + "26/02/28  26/03/01  ")
    assert [fault.partition("; by ")[2] for fault in warnings_of(days)] == [
        "record 132 round 1 was on 2026-02-28"
    ]
    alone = warnings_of(days, ("05/03/26", ""))
    assert alone == [
        "e.trf:11: there is no start date (042); by record 132 round 1 was on 2026-02-28"
    ]
    assert warnings_of(days, ("05/03/26", "2026/02/28")) == []


@pytest.mark.parametrize("command", ["check", "standings", "explain", "compare", "import"])
def test_every_command_says_which_edition_is_used(command: str, tmp_path: Path) -> None:
    more = {
        "explain": ["1"],
        "compare": ["--criteria", "PTS, BH", "--criteria", "PTS, SB"],
        "import": [str(tmp_path / "e.xlsx")],
    }
    code, _, err = run(command, str(TWO_DIGITS), *more.get(command, []))
    assert code == 0
    assert "two_digit_year.trf:4:5: the start date '05/03/26' is not understood" in err
    assert NEWEST in err
    assert "--rulebook" in err


def test_places_are_those_of_an_event_without_a_date_not_of_2009() -> None:
    criteria = ("--criteria", "PTS, BH/C1, BH, SB", "--format", "csv")
    _, undated, _ = run("standings", str(TWO_DIGITS), *criteria)
    _, newest, _ = run("standings", str(DATED), *criteria, "--rulebook", "fide2026")
    _, oldest, _ = run("standings", str(DATED), *criteria, "--rulebook", "fide2009")
    assert undated == newest
    changed = sum(a != b for a, b in zip(undated.splitlines(), oldest.splitlines(), strict=True))
    assert changed == 15  # what reading 05/03/26 as 2005 did to the 15 players, silently


@pytest.mark.slow
def test_an_imported_workbook_names_the_edition(tmp_path: Path) -> None:
    path = tmp_path / "e.xlsx"
    run("import", str(TWO_DIGITS), str(path))
    settings = {row[0]: row[1] for row in load_workbook(path)["Settings"].values}
    assert settings["Rulebook"] == "fide2026"
    assert not settings["Start date"]
    assert run("check", str(path))[0] == 0


# -- in the Settings of a workbook ---------------------------------------------------------------


def settings_with(cell: Scalar) -> Grid:
    return Grid((("Game", "chess"), ("Start date", cell)), "Settings")


@pytest.mark.parametrize(
    ("cell", "edition"),
    [
        ("2023-08-31", "fide2009"), ("2023/09/01", "fide2024"), ("2026. 2. 28.", "fide2024"),
        (46081, "fide2024"), (46082.0, "fide2026"), (46081.5, "fide2024"), (20260228, "fide2024"),
        ("2026년 3월 1일", "fide2026"), (None, "fide2026"), ("", "fide2026"),
    ],
)  # fmt: skip
def test_a_date_in_the_settings_chooses_the_edition(cell: Scalar, edition: str) -> None:
    assert edition_of(read_settings(settings_with(cell)).event()) == edition


@pytest.mark.parametrize(
    "cell", ["05/03/26", "26. 11. 21.", "5 Mar 26", "soon", 2026, True, CellError("#REF!")]
)
def test_any_other_is_a_fault_in_its_cell(cell: Scalar) -> None:
    shown = "TRUE" if cell is True else str(cell)
    said = f"Settings!B2: Start date is '{shown}'; write the year first and in full, as 2026-11-21"
    assert list(map(str, read_settings(settings_with(cell)).event().faults)) == [said]
    players = Grid((("Player",), ("a",), ("b",)), "Players")
    with pytest.raises(InputError, match="Settings!B2: Start date is"):
        evaluate_call(
            REGISTRY["STANDINGS"],
            [players, Grid(GAMES), "PTS, BH", None, settings_with(cell)],
        )


def test_a_workbook_and_its_commands_say_the_same(tmp_path: Path) -> None:
    book = Workbook()
    rounds, settings = book.active, book.create_sheet("Settings")
    rounds.title = "Rounds"
    for row in GAMES:
        rounds.append(row)
    settings.append(("Game", "chess"))
    settings.append(("Start date", "12/11/25"))
    book.save(tmp_path / "e.xlsx")
    for command in ("check", "standings"):
        code, _, err = run(command, str(tmp_path / "e.xlsx"))
        assert code == 1
        assert "Settings!B2: Start date is '12/11/25'; write the year first" in err
