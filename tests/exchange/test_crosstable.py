"""Cross tables as they are pasted from result servers and exercise books."""

from __future__ import annotations

from pathlib import Path

import pytest

from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.event import Event, EventIndex, Status
from xltie.exchange import crosstable, format_of, trf

SERVER = """
Rk.;SNo;Name;Rtg;1.Rd;2.Rd;3.Rd;Pts
1;3;Kim;2100;4w1;2b½;3w1;2,5
2;1;Lee;2300;3b1;1w½;-½;2
3;2;Park;2200;2w0;-1;1b0;1
4;4;Choi;1900;1b0;-0;;0
"""

BOOK = """
1,Alyx,2200,+W3,=B2,-BYE
2,Bruno,2150,+BYE,=W1,+B3
3,Charline,2100,-B1,=BYE,-W2
"""


def read(text: str) -> Event:
    return crosstable.read(text.strip().encode(), "table.csv").event


def scores(event: Event) -> dict[str, float]:
    event_index = EventIndex(event)
    return {
        event_index.contestant(who).name: float(event_index.score(who)) for who in event_index.ids
    }


def test_a_table_of_a_result_server() -> None:
    event = read(SERVER)
    assert scores(event) == {"Kim": 2.5, "Lee": 2, "Park": 1, "Choi": 0}
    assert [c.rating for c in event.contestants] == [2100, 2300, 2200, 1900]
    statuses = [o.own.status for o in EventIndex(event).rounds_of("3")]
    assert statuses == [Status.PLAYED, Status.PAIRING_BYE, Status.PLAYED]
    assert EventIndex(event).rounds_of("1")[0].own.seat == "white"


@pytest.mark.parametrize("delimiter", ["\t", ",", "|"])
def test_any_delimiter(delimiter: str) -> None:
    assert scores(read(SERVER.replace(",", ".").replace(";", delimiter)))["Kim"] == 2.5


def test_opponents_may_be_start_numbers_or_ranks() -> None:
    """The numbering under which opponents name each other back is the one that is meant."""
    by_start = "Rk.,SNo,Name,1.Rd,2.Rd\n1,3,Kim,1w1,2b1\n2,1,Lee,3b0,-1\n3,2,Park,-1,3w0\n"
    by_rank = "Rk.,SNo,Name,1.Rd,2.Rd\n1,3,Kim,2w1,3b1\n2,1,Lee,1b0,-1\n3,2,Park,-1,1w0\n"
    assert scores(read(by_start)) == scores(read(by_rank)) == {"Kim": 2, "Lee": 1, "Park": 1}


def test_the_notation_of_exercise_books_without_headers() -> None:
    event = read(BOOK)
    assert scores(event) == {"Alyx": 1.5, "Bruno": 2.5, "Charline": 0.5}


def test_rounds_in_one_cell() -> None:
    event = read("1;Alyx;+W3,=B2,-BYE\n2;Bruno;+BYE,=W1,+B3\n3;Charline;-B1,=BYE,-W2")
    assert scores(event) == {"Alyx": 1.5, "Bruno": 2.5, "Charline": 0.5}


def test_forfeits_and_open_games() -> None:
    event = read("No,Name,R1,R2\n1,A,2w+,2b*\n2,B,1b-,1w*\n")
    statuses = {who: [o.own.status for o in EventIndex(event).rounds_of(who)] for who in "12"}
    assert statuses == {
        "1": [Status.FORFEIT_WIN, Status.PENDING],
        "2": [Status.FORFEIT_LOSS, Status.PENDING],
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SERVER.replace("2b½", "2b1"), "t.csv:2:6: the results of players 1 and 2 in round 2"),
        (SERVER.replace("4w1", "7w1"), "t.csv:2:5: player 1 meets player 7 in round 1"),
        (SERVER.replace("4w1", "4q1"), "t.csv:2:5: round 1 of player 1 is '4q1'"),
        (SERVER.replace("4;4;Choi", "3;4;Choi"), "t.csv:5:1: player 3 is listed twice"),
        ("a,b\nc,d", "t.csv:1: there are no columns of rounds"),
    ],
)
def test_faults_name_line_and_column(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        crosstable.read(text.strip().encode(), "t.csv")
    assert any(str(fault).startswith(said) for fault in caught.value.faults), caught.value


def test_wrong_points_are_a_warning() -> None:
    noted = crosstable.read(SERVER.strip().replace(";2,5", ";7,5").encode(), "t.csv")
    assert "7,5 points" in str(noted.warnings[0])


def test_only_cross_tables_look_like_one() -> None:
    assert format_of("t.csv", SERVER.encode()) is not None
    assert format_of("t.csv", b"Round,White,Black,Result\n1,1,2,1-0\n1,3,4,0-1\n") is None


def test_a_report_written_as_a_cross_table_gives_the_same_standings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = Path(__file__).parent.parent / "trf" / "held_swiss9_de.trf"
    event_index = EventIndex(trf.read(source.read_bytes()).event)
    signs = {"win": "1", "draw": "½", "loss": "0"}
    byes = {Status.PAIRING_BYE: "-1", Status.HALF_BYE: "-½", Status.ZERO_BYE: "-0"}
    lines = ["No.\tName\tRtg\t" + "\t".join(f"{r}.Rd" for r in range(1, 10))]
    for who in event_index.ids:
        own = event_index.contestant(who)
        cells = []
        for o in event_index.rounds_of(who):
            if o.other is None:
                cells.append(byes[o.own.status])
            elif o.own.outcome is None:
                mark = "+" if o.own.status is Status.FORFEIT_WIN else "-"
                cells.append(f"{o.opponent}{o.own.seat[0]}{mark}")
            else:
                cells.append(f"{o.opponent}{o.own.seat[0]}{signs[o.own.outcome.value]}")
        lines.append("\t".join([who, own.name, str(own.rating), *cells]))
    table = tmp_path / "table.txt"
    table.write_text("\n".join(lines), "utf-8")
    answers = []
    for file in (source, table):
        criteria = ["--criteria", "PTS, DE, BH/C1, SB, TPR", "--rulebook", "fide2026"]
        assert main(["standings", str(file), *criteria, "--format", "csv"]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]


@pytest.mark.parametrize("cell", ["a\0b", "x" * 140_000], ids=["a NUL", "a cell without an end"])
def test_a_line_that_is_no_row_is_named(cell: str) -> None:
    table = f"1,Ann,2w1\n2,{cell},1b0\n"
    with pytest.raises(InputError) as caught:
        crosstable.read(table.encode(), "table.txt")
    (fault,) = caught.value.faults
    assert (fault.place.file, fault.place.line) == ("table.txt", 2)
    assert fault.text.startswith("not a row of a table: ")
