"""What a session is follows from its boards: teams, two fields, who is meant by a number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.bridge.test_sessions import event_index, faults, total
from xltie.ranking import parse_criteria, rank, why_here
from xltie.settings.declared import CONTEST

MATCH = "Board|NS|EW|Score\n1|A|B|420\n1|B|A|50\n2|A|B|100\n2|B|A|-50\n"
MITCHELL = "Board|NS|EW|Score\n" + "\n".join(
    f"{(table + turn) % 8 + 1}|{table + 1}|{(table - turn) % 8 + 1}|{50 * table}"
    for turn in range(4)
    for table in range(8)
)


def test_a_team_session_may_have_results_to_come() -> None:
    session = event_index(f"{MATCH}3|A|B|100")
    assert session.event.settings.text(CONTEST) == "teams"
    assert total(session, "IMP", "A") == 13


def test_a_short_mitchell_with_the_same_numbers_has_two_fields() -> None:
    session = event_index(MITCHELL)
    assert sorted({player.division for player in session.event.contestants}) == ["EW", "NS"]
    assert len(session.ids) == 16


def test_ns_come_first_and_each_list_says_which_it_is() -> None:
    found = rank(event_index(MITCHELL), parse_criteria("MP%"))
    assert [found.division(line.who) for line in found.lines] == ["NS"] * 8 + ["EW"] * 8
    assert str(why_here(found, 0)) == "first of NS"
    assert str(why_here(found, 8)) == "first of EW"


def test_a_column_direction_tells_pairs_with_the_same_number_apart() -> None:
    players = "Direction|No|Name|Penalty\n" + "\n".join(
        f"{side}|{number}|{side} pair {number}|{'1 PP' if (side, number) == ('E-W', 1) else ''}"
        for side in ("N-S", "E-W")
        for number in range(1, 9)
    )
    session = event_index(MITCHELL, players)
    assert session.contestant("EW 3").name == "E-W pair 3"
    assert total(session, "MP", "EW 1") == total(event_index(MITCHELL), "MP", "EW 1") - Fraction(
        6, 10
    )
    assert total(session, "MP", "NS 1") == total(event_index(MITCHELL), "MP", "NS 1")


def test_numbers_that_two_pairs_share_are_one_fault() -> None:
    names = "ID|Name\n" + "\n".join(f"{number}|Pair {number}" for number in range(1, 9))
    assert faults(MITCHELL, names) == [
        "Boards!B2: NS and EW both have the numbers 1, 2, 3, 4, 5, 6, 7, 8: list the pairs as NS 1 "
        "and EW 1, or with a column Direction"
    ]


def test_prepared_lines_without_names_do_for_both_fields() -> None:
    prepared = "ID|Name\n" + "\n".join(f"{number}|" for number in range(1, 17))
    assert len(event_index(MITCHELL, prepared).ids) == 16


def test_a_pair_is_listed_once() -> None:
    assert faults(MATCH, "ID|Name\nA|\nB|\nA|again") == [
        "Players!A4: pair A is listed a second time (first at Players!A2)"
    ]


@pytest.mark.parametrize("said", ["60/40 %", "60%-40%", "40/60 %", "10% top", "1 PP"])
def test_a_penalty_of_60_to_40_is_a_tenth_of_a_top_in_every_unit(said: str) -> None:
    boards = "Board|NS|EW|Score\n1|1|2|50\n1|3|4|90\n1|5|6|100\n2|1|3|50\n2|2|5|90\n2|4|6|100\n"
    fined, plain = (
        event_index(boards, f"ID|Penalty\n1|{said}\n2|\n3|\n4|\n5|\n6|"),
        event_index(boards),
    )
    lost = {
        code: total(plain, code, "1") - total(fined, code, "1")
        for code in ("MP", "MP%", "BUTLERIMPS", "XIMPS", "Z")
    }
    assert lost == {
        "MP": Fraction(2, 5),
        "MP%": 5,
        "BUTLERIMPS": 2,
        "XIMPS": 2,
        "Z": Fraction(1, 4),
    }


def test_a_trim_is_for_the_boards_that_have_enough_results() -> None:
    boards = "Board|NS|EW|Score\n1|1|2|420\n1|3|4|-50\n" + "".join(
        f"2|{pair}|{pair + 1}|{score}\n"
        for pair, score in zip((1, 3, 5, 7), (50, 100, 110, 1000), strict=True)
    )
    session = event_index(boards)
    assert total(session, "BUTLERIMPS(trim=1)", "7") == 14  # from 100, the mean of 100 and 110
    assert total(session, "BUTLERIMPS(trim=1)", "3") == -6  # from 180, the mean of both
