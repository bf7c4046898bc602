"""Awards that a USEBIO file tells only by its points, as Compscore writes them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from tests.shell import Shell
from xltie.api import open_event
from xltie.event import Award

FIELD = ((420, 8, 0), (400, 5, 3), (400, 5, 3), (50, 2, 6), (-50, 0, 8))
"""Five results in the field, with their matchpoints."""


def usebio(lines: list[tuple[str, float, float]], kind: str = "MP_PAIRS") -> str:
    written = "".join(
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{at}NS</NS_PAIR_NUMBER>"
        f"<EW_PAIR_NUMBER>{at}EW</EW_PAIR_NUMBER><SCORE>{score}</SCORE>"
        f"<NS_MATCH_POINTS>{ns:g}</NS_MATCH_POINTS><EW_MATCH_POINTS>{ew:g}</EW_MATCH_POINTS>"
        "</TRAVELLER_LINE>"
        for at, (score, ns, ew) in enumerate(lines, 1)
    )
    return (
        f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="{kind}"><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>'
        f"{written}</BOARD></EVENT></USEBIO>"
    )


def factored(points: int) -> float:
    """Return points of five results factored to six (Neuberg)."""
    return (points + 1) * 6 / 5 - 1


def test_a_score_that_the_points_of_the_others_leave_out_was_adjusted(
    tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "a.xml"
    others = [(str(score), factored(ns), factored(ew)) for score, ns, ew in FIELD]
    path.write_text(usebio([("110", 5, 5), *others]), "utf-8")
    event = open_event(path).event
    assert event.board_results[0].ns_result == Award(Fraction(1, 2))
    assert [line.ns_result for line in event.board_results[1:]] == [line[0] for line in FIELD]
    assert "board 1, 1NS against 1EW: adjusted to 50% and 50%" in shell("standings", path).err


def test_points_that_are_merely_wrong_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(usebio([(str(score), 1.5, 2.5) for score, *_ in FIELD]), "utf-8")
    assert [line.ns_result for line in open_event(path).event.board_results] == [
        line[0] for line in FIELD
    ]


def test_an_award_follows_its_points_where_they_say_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    others = [(str(score), factored(ns), factored(ew)) for score, ns, ew in FIELD]
    path.write_text(usebio([("A5050", 7, 2), *others]), "utf-8")
    first = open_event(path).event.board_results[0]
    assert (first.ns_result, first.ew_result) == (Award(Fraction(7, 10)), Award(Fraction(1, 5)))


def test_a_scoring_that_is_not_known_is_a_warning(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "a.xml"
    path.write_text(usebio([(str(line[0]), line[1], line[2]) for line in FIELD], "PATTON"), "utf-8")
    assert "the scoring PATTON is not known" in shell("standings", path).err
