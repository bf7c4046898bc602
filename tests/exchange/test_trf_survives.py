"""A tournament file with something that xltie does not know still becomes a live workbook."""

from pathlib import Path

import openpyxl
import pytest

from tests.books import setting_cell
from tests.shell import Shell
from xltie.cli.main import main

LINES = (
    "012 Spring Open",
    "042 2026/04/01",
    "092 Swiss",
    "142 2",
    "202 BH/C1,OTHER_LOTS,SB,FOOBAR",
    "001    1      Alpha                             2000" + " " * 29 + "1.0    1     2 w 1  ",
    "001    2      Beta                              1900" + " " * 29 + "0.0    2     1 b 0  ",
)
TEXT = "\r\n".join(LINES) + "\r\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def round_trip(folder: Path, data: bytes) -> bytes:
    (folder / "in.trf").write_bytes(data)
    assert main(["import", "in.trf", "book.xlsx", "--force"]) == 0
    assert main(["export", "book.xlsx", "out.trf", "--force"]) == 0
    return (folder / "out.trf").read_bytes()


def test_unknown_criteria_are_named_with_their_place_and_come_back(
    folder: Path, shell: Shell
) -> None:
    assert round_trip(folder, TEXT.encode()) == TEXT.encode()
    said = shell.printed().err.splitlines()
    assert [line.split(" is not")[0] for line in said] == [
        "warning: in.trf:5:11: criterion 'OTHER_LOTS'",
        "warning: in.trf:5:25: criterion 'FOOBAR'",
    ]


def test_known_criteria_stay_live_and_the_others_say_so_in_their_headings(
    folder: Path, shell: Shell
) -> None:
    round_trip(folder, TEXT.encode())
    assert shell("standings", "book.xlsx", "--format", "csv").out.splitlines() == [
        "id,place,PTS,BH/C1,OTHER_LOTS (not known),SB,FOOBAR (not known),name",
        "1,1,1,0,,0,,Alpha",
        "2,2,0,0,,0,,Beta",
    ]


@pytest.mark.slow
def test_a_workbook_warns_once_of_each_and_shows_what_the_command_says(
    folder: Path, shell: Shell
) -> None:
    round_trip(folder, TEXT.encode())
    shell.printed()
    assert main(["recompute", "book.xlsx"]) == 0
    cell = setting_cell(Path("book.xlsx"), "Criteria")
    assert [line.split(" is not")[0] for line in shell.printed().err.splitlines()] == [
        f"book.xlsx: Settings!{cell}: criterion 'OTHER_LOTS'",
        f"book.xlsx: Settings!{cell}: criterion 'unknown(FOOBAR)'",
    ]
    standings = openpyxl.load_workbook("book.xlsx", data_only=True)["Standings"]
    lines = list(standings.iter_rows(min_row=4, max_row=6, min_col=4, max_col=8, values_only=True))
    assert lines == [
        (
            "Points\nPTS", "Buchholz cut 1\nBH/C1", "OTHER_LOTS (not known)",
            "Sonneborn-Berger\nSB", "FOOBAR (not known)",
        ),
        (1, 0, "-", 0, "-"),
        (0, 0, "-", 0, "-"),
    ]  # fmt: skip


@pytest.mark.parametrize("own", ["BH(foo=1)", "XYZ(a(b))", "BH)", "BH("])
def test_a_criterion_that_is_not_known_may_have_brackets(
    folder: Path, shell: Shell, own: str
) -> None:
    text = TEXT.replace("BH/C1,OTHER_LOTS,SB,FOOBAR", f"BH/C1,{own}")
    assert round_trip(folder, text.encode()) == text.encode()
    shell.printed()
    for name in ("in.trf", "book.xlsx"):
        heading = shell("standings", name, "--format", "csv").out.splitlines()[0]
        assert heading.split(",")[2:5] == ["PTS", "BH/C1", f"{own} (not known)"]


def test_a_mistake_on_the_command_line_is_still_refused(folder: Path, shell: Shell) -> None:
    (folder / "in.trf").write_bytes(TEXT.encode())
    said = shell("standings", "in.trf", "--criteria", "PTS, FOOBAR", code=2).err
    assert "there is no criterion 'FOOBAR'" in said


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("criteria", ["BH/C1,OTHER_LOTS,SB,FOOBAR", "DE,BH/C1,BH,SB"])
def test_both_orders_of_utf_16_come_back(folder: Path, codec: str, criteria: str) -> None:
    text = TEXT.replace("BH/C1,OTHER_LOTS,SB,FOOBAR", criteria)
    data = ("\ufeff" + text).encode(codec)
    assert round_trip(folder, data) == data


def test_control_characters_come_back_and_are_named_with_line_and_column(
    folder: Path, shell: Shell
) -> None:
    text = TEXT.replace("Spring Open", "Spring\x0b Op\x0cen").replace("092", "\x0c\r\n092")
    assert round_trip(folder, text.encode()) == text.encode()
    said = [line for line in shell.printed().err.splitlines() if "control" in line]
    assert [line.split(" cannot")[0] for line in said] == [
        "warning: in.trf:1:11: the control character U+000B"
    ]  # the page break in a line of its own is none of them


@pytest.mark.slow
def test_a_page_break_before_a_record_hides_nothing_of_it(folder: Path, shell: Shell) -> None:
    for end in ("\n", "\r\n", "\r"):
        text = end.join(("\x0c" if line[:3] == "001" else "") + line for line in LINES)
        assert round_trip(folder, text.encode()) == text.encode()
        assert "control" not in shell.printed().err
        said = shell("standings", "in.trf", "--criteria", "PTS", "--format", "csv").out
        assert said.splitlines()[1:] == ["1,1,1,Alpha", "2,2,0,Beta"]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_named(folder: Path, codec: str, shell: Shell) -> None:
    (folder / "in.trf").write_bytes(TEXT.encode(codec))
    assert main(["import", "in.trf", "book.xlsx"]) == 1
    said = "in.trf:1: the file looks like UTF-16 without its mark; save it as UTF-8"
    assert shell.printed().err.splitlines() == [said]


def test_a_star_is_a_game_not_played_yet(folder: Path, shell: Shell) -> None:
    text = TEXT.replace(" w 1", " w *").replace(" b 0", " b *").replace("1.0", "0.0")
    assert round_trip(folder, text.encode()) == text.encode()
    assert "in.trf:6:99: player 1 has * in round 1; read as not played yet" in (shell.printed().err)
    assert "1 game in 1 round, 1 without a result yet" in shell("check", "in.trf").out


def test_of_many_warnings_of_a_kind_five_are_printed_and_the_others_counted(
    folder: Path, shell: Shell
) -> None:
    players = [
        f"001 {n:4}      Player {n:<26} 2000{' ' * 29}0.0 {n:4}  0000 - -  " for n in range(1, 10)
    ]
    (folder / "in.trf").write_text("\n".join((*LINES[:4], *players)) + "\n")
    told = shell("standings", "in.trf", code=None).err
    said = [line for line in told.splitlines() if "in.trf:" in line]
    assert len(said) == 6
    assert said[-1] == "warning: in.trf:10: 4 more of this kind"
