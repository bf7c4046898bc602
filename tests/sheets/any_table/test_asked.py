"""What two readings fit is refused with both, and settled by what a person says of a sign."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Sequence

import pytest

from tests.shell import Shell
from xltie.api import open_event
from xltie.core.errors import InputError
from xltie.event import EventIndex
from xltie.sheets.any_table import Reading, read_sheets
from xltie.sheets.workbook import text_grids

PLACE_OR_NUMBER = """Rk.;No.;Name;1.Rd
1;3;Ann;2w1
2;4;Bob;1b0
3;1;Cid;4w1
4;2;Dee;3b0
"""
EITHER_WON = """Player 1,Player 2,Result
Ann,Bob,v
Cid,Dee,v
Ann,Cid,r
Bob,Dee,v
"""
BOTH_LOST = "White,Black,Result\nAnn,Bob,1-0\nCid,Dee,0-0\nAnn,Cid,0-1\nBob,Dee,1-0\n"
TWO_COLUMNS = """Home,Away,HT,FT
Ann,Bob,1-0,1-2
Cid,Dee,2-1,1-0
"""
ONE_LETTER = """No.;Name;1
1;Ann;2b1
2;Bob;1x0
"""
LEAGUE = "Home,Away,Goals\nAnn,Bob,3:1\nBob,Ann,2:2\n"


def test_two_readings_are_said_under_our_own_headings_too() -> None:
    with pytest.raises(InputError) as refused:
        open_event(EITHER_WON.encode(), name="club.csv")
    (fault,) = refused.value.faults
    assert fault.place.cell == "C2"
    assert '--read "v=win" / --read "v=loss"' in str(fault)


def _read(text: str, *reads: str) -> Reading:
    return read_sheets(text_grids(text.encode(), "club.csv"), reads)


def _points(reading: Reading) -> Dict[str, str]:
    assert reading.event is not None, reading.faults
    index = EventIndex(reading.event)
    return {index.contestant(who).name or who: str(index.score(who)) for who in index.ids}


def _refused(text: str) -> str:
    reading = _read(text)
    assert reading.event is None
    (fault,) = reading.faults
    assert fault.place.row and fault.place.column
    return str(fault.message)


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        (PLACE_OR_NUMBER, ("Rk.=Number", "No.=Number")),
        (EITHER_WON, ("v=win", "v=loss")),
        (BOTH_LOST, ("0-0=draw",)),
        (TWO_COLUMNS, ("FT=Result", "HT=Result")),
    ],
)
def test_two_readings_are_refused_with_how_to_settle_them(text: str, reads: Sequence[str]) -> None:
    said = _refused(text)
    for read in reads:
        assert f'--read "{read}"' in said
        assert _read(text, read).event is not None


def test_each_reading_is_the_one_that_was_said() -> None:
    by_place, by_number = _read(PLACE_OR_NUMBER, "Rk.=Number"), _read(PLACE_OR_NUMBER, "No.=Number")
    assert by_place.event is not None and by_number.event is not None
    assert {frozenset(s.who for s in m.sides) for m in by_place.event.matches} != {
        frozenset(s.who for s in m.sides) for m in by_number.event.matches
    }
    assert (
        _points(_read(TWO_COLUMNS, "FT=Result"))["Bob"]
        != _points(_read(TWO_COLUMNS, "HT=Result"))["Bob"]
    )


def test_one_letter_of_a_colour_says_nothing_until_it_is_said() -> None:
    plain, told = _read(ONE_LETTER), _read(ONE_LETTER, "b=Black")
    assert plain.event is not None and {s.seat for m in plain.event.matches for s in m.sides} == {
        ""
    }
    assert told.event is None or {s.seat for m in told.event.matches for s in m.sides} != {""}


def test_points_of_a_league_can_be_said() -> None:
    assert _points(_read(LEAGUE)) == {"Ann": "3/2", "Bob": "1/2"}
    assert _points(_read(LEAGUE, "win=3", "draw=1")) == {"Ann": "4", "Bob": "1"}


@pytest.mark.parametrize("text", ["b", "xyz=Black", "Goals=nonsense"])
def test_what_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        _read(LEAGUE, text)


@pytest.mark.parametrize("command", ["standings", "check", "import"])
def test_the_commands_take_it(command: str, tmp_path: Path, shell: Shell) -> None:
    from xltie.cli.main import main

    table = tmp_path / "club.csv"
    table.write_text(BOTH_LOST)
    more = [str(tmp_path / "event.xlsx")] if command == "import" else []
    assert "D2" not in shell(command, table, *more, code=1).out
    assert main([command, str(table), *more, "--read", "0-0=draw"]) == 0
