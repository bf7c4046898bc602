"""A session from the Boards sheet to places."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.casefiles import CASES, grid_of
from xltie.core.cells import Grid
from xltie.core.errors import DomainError, InputError
from xltie.event import NOT_PLAYED, Award, Contestant, Event, EventIndex
from xltie.ranking import parse_criteria, rank, term_lines, why_above
from xltie.rules.bridge.penalties import Unit, corrections
from xltie.rules.bridge.victory_points import whole_victory_points
from xltie.settings import Settings
from xltie.settings.declared import CONTEST
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import read_event


def event_index(boards: str, players: str = "", **options: str) -> EventIndex:
    settings = Event(game="bridge", settings=Settings.by_key(options)) if options else None
    listed = grid_of(players, "Players") if players else None
    return EventIndex(read_event(grid_of(boards, "Boards"), listed, settings))


def total(session: EventIndex, criterion: str, who: str) -> Any:
    chosen = parse_criteria(criterion, event=session.event)[0]
    return chosen.values(session, (who,))[who].total


def faults(boards: str, players: str = "") -> list[str]:
    with pytest.raises(InputError) as refused:
        event_index(boards, players)
    return [str(fault) for fault in refused.value.faults]


FOUR = """
Board|NS|EW|Contract|By|Tricks
1|1|2|3NT|N|10
1|3|4|3NT|N|9
2|2|3|4S|E|+1
2|4|1|PASS||
"""


def test_scores_follow_from_contract_declarer_tricks_and_board() -> None:
    board_results = event_index(FOUR).event.board_results
    assert [board_result.ns_result for board_result in board_results] == [430, 400, -450, 0]
    assert [board_result.ew_result for board_result in board_results] == [-430, -400, 450, 0]


def test_a_typed_score_is_seen_by_ns_and_ew_score_by_ew() -> None:
    assert event_index("Board|NS|EW|Score\n1|1|2|-50").event.board_results[0].ns_result == -50
    assert event_index("Board|NS|EW|EW score\n1|1|2|50").event.board_results[0].ns_result == -50


def test_a_score_that_the_contract_contradicts_is_a_fault() -> None:
    found = faults("Board|NS|EW|Contract|By|Tricks|Score\n2|1|2|4S|N|10|420")
    assert found == [
        "Boards!G2: the score is 420, but 4S by N with 10 tricks on board 2 is 620 for NS"
    ]


def test_every_fault_is_named_with_its_cell() -> None:
    found = faults(
        """
        Board|NS|EW|Contract|By|Tricks|Score|NS adjusted
        x|1|2|||||
        1|1|2|8NT|N|9||
        1|3|2||||425|
        1|4|5||||60%|
        1|6|7|3NT|Q|9||
        1|8|9||||50|perhaps
        1|||||50||
        """.replace("        ", "")
    )
    assert [line.partition(":")[0] for line in found] == [
        "Boards!A2", "Boards!D3", "Boards!G4", "Boards!G5", "Boards!E6", "Boards!H7",
    ]  # fmt: skip


def test_a_pair_meets_a_board_once() -> None:
    found = faults("Board|NS|EW|Score\n1|1|2|50\n2|2|1|50\n1|3|1|70")
    assert found == ["Boards!B4: 1 plays board 1 a second time (first at Boards!B2)"]


def test_prepared_rows_without_pairs_are_not_results() -> None:
    session = event_index("Board|NS|EW|Score\n1|1|2|50\n1|3|4|70\n1|||\n2|1|3|\n2|2|4|")
    assert len(session.event.board_results) == 4
    assert total(session, "BOARDSPLAYED", "1") == 1


def test_unequal_boards_are_compared_in_percent() -> None:
    session = event_index(
        "Board|NS|EW|Score\n1|1|2|420\n1|3|4|50\n2|1|4|100\n2|2|3|-100\n3|1|3|50\n3|2||",
        winners="1",
    )
    # 2 of 2 on both boards, and the average of a board that one table played.
    assert total(session, "MP%", "1") == Fraction(500, 6)
    assert total(session, "BOARDSPLAYED", "2") == 2


def test_neuberg_expects_as_many_results_as_the_fullest_board() -> None:
    """Board 2 has two results of three: (2 + 1) × 3/2 - 1 = 3.5 of 4."""
    session = event_index(
        "Board|NS|EW|Score\n1|1|2|420\n1|3|4|50\n1|5|6|-50\n2|1|4|100\n2|3|6|-100"
    )
    assert total(session, "MPTOTAL", "1") == 4 + Fraction(7, 2)
    assert total(session, "MPTOTAL(expected=4)", "1") == Fraction(17, 3) + 5


SPLIT = """
Board|NS|EW|Score|NS adjusted|EW adjusted
1|1|2|420||
1|3|4|400||
1|5|6|-50||
1|7|8||A+|40%
1|9|10||+400|-620
"""


def test_adjusted_sides_have_fields_of_their_own() -> None:
    session = event_index(SPLIT)
    assert session.event.board_results[3].ns_result == Award(Fraction(3, 5), average="+")
    assert session.event.board_results[4].ew_result == -620
    # Five results expected, four of NS in the field: (points + 1) × 5/4 - 1.
    assert [total(session, "MPTOTAL", who) for who in ("1", "3", "5", "7", "9")] == [
        Fraction(31, 4), 4, Fraction(1, 4), Fraction(24, 5), 4,
    ]  # fmt: skip
    # EW: -420, -400, +50 and the assigned -620.
    assert [total(session, "MPTOTAL", who) for who in ("2", "4", "6", "8", "10")] == [
        Fraction(11, 4), Fraction(21, 4), Fraction(31, 4), Fraction(16, 5), Fraction(1, 4),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "ns", "ew"),
    [
        ("A+/A-", 60, 40), ("60%/40%", 60, 40), ("A6040", 60, 40), ("55-45", 55, 45),
        ("60%/60%", 60, 60),
        ("A", 50, 50), ("AVE-/AVE+", 40, 60),
    ],
)  # fmt: skip
def test_both_sides_may_be_awarded_in_the_column_of_scores(typed: str, ns: int, ew: int) -> None:
    session = event_index(f"Board|NS|EW|Score\n1|1|2|420\n1|3|4|50\n1|5|6|{typed}")
    assert [total(session, "MP%", who) for who in ("5", "6")] == [ns, ew]


def test_a_score_is_said_to_beat_and_equal_others() -> None:
    session = event_index("Board|NS|EW|Score\n1|1|2|420\n1|3|4|400\n1|5|6|400\n1|7|8|-50")
    said = {
        who: str(parse_criteria("MPTOTAL")[0].values(session, (who,))[who].terms[0].why)
        for who in "1357"
    }
    assert said == {
        "1": "board 1 NS, +420: beats 3, equals 0 of 3 others",
        "3": "board 1 NS, +400: beats 1, equals 1 of 3 others",
        "5": "board 1 NS, +400: beats 1, equals 1 of 3 others",
        "7": "board 1 NS, -50: beats 0, equals 0 of 3 others",
    }


@pytest.mark.parametrize(
    ("played", "groups", "best"),
    [
        # by Neuberg the best of four of ten gets (6 + 1) × 10/4 - 1, of three (4 + 1) × 10/3 - 1
        (4, "small", Fraction(33, 2)), (3, "neuberg", Fraction(47, 3)),
        # 70, 65 and 60 % of a top of 18
        (3, "small", Fraction(63, 5)), (2, "small", Fraction(117, 10)),
        (1, "small", Fraction(54, 5)),
        # the older article takes groups of one or two only
        (3, "doe", Fraction(47, 3)), (2, "doe", Fraction(117, 10)), (1, "doe", Fraction(54, 5)),
    ],
)  # fmt: skip
def test_a_group_of_up_to_three_is_small(played: int, groups: str, best: Fraction) -> None:
    lines = "".join(f"\n1|{n}|{n + 20}|{500 - n * 10}" for n in range(1, played + 1))
    session = event_index(f"Board|NS|EW|Score{lines}")
    assert total(session, f"MPTOTAL(groups={groups},expected=10)", "1") == best


def test_an_average_counts_as_many_comparisons_as_the_divisor_leaves() -> None:
    """3 IMPs where the others' are a mean, 3 against each other result where they add."""
    session = event_index("Board|NS|EW|Score\n1|1|2|420\n1|3|4|400\n1|5|6|-50\n1|7|8|A+/A-")
    assert total(session, "XIMPS", "7") == 3
    assert total(session, "XIMPS(divisor=n)", "8") == -3
    assert total(session, "XIMPS(divisor=total)", "7") == 9
    assert total(session, "XIMPS(divisor=total)", "8") == -9
    assert total(session, "XIMPS(divisor=total,average=2)", "7") == 6
    for criterion, divided in (("XIMPS", ", divided by 2"), ("XIMPS(divisor=total)", "")):
        [term] = parse_criteria(criterion, event=session.event)[0].values(session, "1")["1"].terms
        assert str(term.why) == f"board 1 NS, +420: +11 IMPs against 2 others{divided}"


def test_lines_without_a_result_yet_are_not_expected_to_come() -> None:
    """The board with the most results says how many each should have."""
    played = "1|1|2|420\n1|3|4|400\n1|5|6|-50\n2|1|3|110\n2|2|4|90"
    session = event_index(f"Board|NS|EW|Score\n{played}")
    open_lines = "\n2|5|7|\n2|6|8|\n3|1|4|\n3|2|5|\n3|3|6|\n3|7|8|"
    waiting = event_index(f"Board|NS|EW|Score\n{played}{open_lines}")
    # Two results of three expected: (2 + 1) × 3/2 - 1 and (0 + 1) × 3/2 - 1 matchpoints.
    assert [total(session, "MPTOTAL", who) for who in ("1", "2")] == [
        Fraction(15, 2),
        Fraction(1, 2),
    ]
    assert [total(waiting, "MPTOTAL", who) for who in ("1", "2")] == [
        Fraction(15, 2),
        Fraction(1, 2),
    ]


@pytest.mark.parametrize("typed", ["NP", "not played"])
def test_a_board_not_played_is_in_nobodys_total(typed: str) -> None:
    session = event_index(f"Board|NS|EW|Contract|Score\n1|1|2||420\n1|3|4||50\n1|5|6|{typed}|")
    assert session.event.board_results[2].ns_result == NOT_PLAYED
    assert total(session, "BOARDSPLAYED", "5") == 0
    assert total(session, "MP%", "5") is None


def test_the_versions_of_a_fouled_board_are_scored_apart() -> None:
    """The English example: of ten results seven and three; the tops are 123/7 and 47/3."""
    rows = [
        f"1|{n}|{n + 20}|{score}|a" for n, score in enumerate((620, 600, 170, 140, 110, -50, -100))
    ]
    rows += [f"1|{n + 10}|{n + 30}|{score}|b" for n, score in enumerate((620, 170, -50))]
    session = event_index("Board|NS|EW|Score|Group\n" + "\n".join(rows))
    assert total(session, "MPTOTAL", "0") == Fraction(123, 7)
    assert total(session, "MPTOTAL", "10") == Fraction(47, 3)
    assert total(session, "MP%(groups=small)", "10") == 70
    assert total(session, "MP%(groups=ebu)", "10") == 70
    assert total(session, "MP%(groups=doe)", "10") == Fraction(47, 3) / 18 * 100
    assert sum(total(session, "MPTOTAL", str(n)) for n in (*range(7), 10, 11, 12)) == 90


def test_sitting_out_scores_nothing() -> None:
    session = event_index("Board|NS|EW|Score\n1|1|2|50\n1|3|bye|\n2|3|1|70\n2|2|sit-out|")
    assert [total(session, "BOARDSPLAYED", who) for who in "123"] == [2, 1, 1]


# -- fields --------------------------------------------------------------------------------------


def test_two_winners_where_nobody_changes_direction() -> None:
    session = event_index("Board|NS|EW|Score\n1|1|3|420\n1|2|4|50\n2|1|4|100\n2|2|3|150")
    found = rank(session, parse_criteria("MP%"))
    assert [(line.who, line.place) for line in found.lines] == [
        ("1", 1), ("2", 1), ("4", 1), ("3", 2),
    ]  # fmt: skip
    assert [line.decided_by for line in found.lines] == [None, None, None, 0]
    one = event_index("Board|NS|EW|Score\n1|1|3|420\n1|2|4|50\n2|1|4|100\n2|2|3|150", winners="1")
    assert [line.place for line in rank(one, parse_criteria("MP%")).lines] == [1, 2, 2, 4]


def test_the_same_numbers_in_both_directions_are_different_pairs() -> None:
    players = "ID|Name\nNS 1|Ann & Ben\n2NS|Cy & Di\nEW 1|Eve & Fay\nEW2|Gus & Hal"
    session = event_index("Board|NS|EW|Score\n1|1|1|420\n1|2|2|50\n2|1|2|100\n2|2|1|-50", players)
    names = {player.id: (player.name, player.division) for player in session.event.contestants}
    assert names["NS 2"] == ("Cy & Di", "NS")
    assert names["EW 1"] == ("Eve & Fay", "EW")


def test_who_is_in_another_field_is_not_compared() -> None:
    found = rank(event_index("Board|NS|EW|Score\n1|1|3|420\n1|2|4|50"), parse_criteria("MP%"))
    assert "not ranked together" in str(why_above(found, "1", "3"))


def test_sections_are_one_field_and_keep_their_numbers_apart() -> None:
    session = event_index("Section|Board|NS|EW|Score\nA|1|1|2|420\nB|1|1|2|50")
    assert total(session, "MP%", "A1") == 100
    assert total(session, "MP%", "B1") == 0


INDIVIDUAL = """
Board|North|South|East|West|Score
1|Ann|Ben|Cy|Di|420
1|Eve|Fay|Gus|Hal|50
2|Ann|Cy|Eve|Gus|100
2|Ben|Di|Fay|Hal|-50
"""


def test_an_individual_gives_every_player_the_score_of_the_side() -> None:
    session = event_index(INDIVIDUAL)
    assert session.event.settings.text(CONTEST) == "individual"
    assert [total(session, "MPTOTAL", who) for who in ("Ann", "Ben", "Cy", "Di")] == [4, 2, 2, 0]


def test_a_pair_that_is_not_listed_is_a_fault() -> None:
    assert faults("Board|NS|EW|Score\n1|1|9|50", "ID|Name\n1|Ann") == [
        "Boards!B2: pair 9 is not in the list of players"
    ]


# -- penalties -----------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["1 PP", "0.25 z", "2 IMP", "10%", "10% top"])
def test_one_penalty_is_the_same_in_every_unit(said: str) -> None:
    """The normal game: 0.25; in IMPs 2; in matchpoints 60 to 40 of one board."""
    boards = "Board|NS|EW|Score\n1|1|2|420\n1|3|4|400\n2|1|3|50\n2|2|4|50"
    plain, fined = event_index(boards), event_index(boards, f"ID|Penalty\n1|{said}\n2|\n3|\n4|")
    worth = {"Z": Fraction(1, 4), "BUTLERIMPS": 2, "XIMPS": 2, "MPTOTAL": Fraction(1, 5), "MP%": 5}
    for criterion, size in worth.items():
        assert total(plain, criterion, "1") - total(fined, criterion, "1") == size, criterion


def test_a_share_of_no_boards_is_nothing() -> None:
    late = Contestant("9", more=(("Correction", "5%"),))
    assert [one.value for one in corrections(late, Unit.IMPS, Fraction(1), 0)] == [0]
    assert [one.value for one in corrections(late, Unit.IMPS, Fraction(1), 10)] == [10]


def test_a_scale_says_for_how_many_boards_it_is_known() -> None:
    assert whole_victory_points(Fraction(0), 6, "acbl30") == 15
    with pytest.raises(DomainError, match="acbl30 is known for 6 to 11 boards, not for 5"):
        whole_victory_points(Fraction(0), 5, "acbl30")


@pytest.mark.parametrize(
    ("scale", "blitzes"),
    [
        ("acbl20", {1: 28, 8: 28, 9: 36, 11: 36, 12: 42, 15: 42, 16: 56, 20: 56, 21: 72, 27: 72,
                    28: 85, 36: 85}),
        ("acbl30", {6: 28, 8: 28, 9: 36, 11: 36}),
        ("sbu20", {1: 20, 4: 20, 5: 25, 6: 25, 7: 30, 9: 30, 10: 35, 13: 35, 14: 40, 19: 40,
                   20: 50, 27: 50, 28: 60, 39: 60, 40: 70, 55: 70}),
        ("ebu10", {3: 15, 4: 18}),
    ],
)  # fmt: skip
def test_a_scale_has_its_column_for_so_many_boards(scale: str, blitzes: dict[int, int]) -> None:
    """The least margin that wins everything, at both ends of every column."""
    total = {"acbl30": 30, "ebu10": 10}.get(scale, 20)
    for boards, margin in blitzes.items():
        found = [whole_victory_points(Fraction(margin - less), boards, scale) for less in (0, 1)]
        assert found == [total, total - 1], boards


def test_a_penalty_of_a_team_is_half_a_victory_point() -> None:
    boards = "Round|Board|NS|EW|Score\n1|1|A|B|420\n1|1|B|A|400"
    fined = event_index(boards, "ID|Penalty\nA|1 PP\nB|", contest="teams")
    plain = event_index(boards, contest="teams")
    assert total(plain, "VP", "A") - total(fined, "VP", "A") == Fraction(1, 2)
    assert total(plain, "IMP", "A") - total(fined, "IMP", "A") == 2
    assert total(plain, "VP", "B") == total(fined, "VP", "B")


def test_bonus_and_carry_over_are_added_in_the_unit_of_the_criterion() -> None:
    boards = "Board|NS|EW|Score\n1|1|2|420\n1|3|4|400"
    session = event_index(boards, "ID|Carry-over|Bonus\n1|3|\n2||-1.5\n3||\n4||")
    assert total(session, "BUTLERIMPS", "1") == 3 + 0
    assert total(session, "BUTLERIMPS", "2") == Fraction(-3, 2) - 0


def test_an_amount_that_cannot_be_read_is_not_left_out() -> None:
    session = event_index(
        "Board|NS|EW|Score\n1|1|2|420\n1|3|4|400", "ID|Penalty\n1|a lot\n2|\n3|\n4|"
    )
    with pytest.raises(Exception, match="'a lot' is not an amount"):
        total(session, "MP%", "1")


def test_an_average_plus_may_be_the_pairs_own_session() -> None:
    """Pair 1 scores 100 % on its other boards, so its average plus counts 100 % too."""
    session = event_index(
        """
Board|NS|EW|Score
1|1|2|420
1|3|4|50
2|1|4|100
2|3|2|50
3|1|5|A+/A+
3|3|6|50
"""
    )
    assert total(session, "MP%", "1") == Fraction(2 + 2 + Fraction(6, 5)) / 6 * 100
    assert total(session, "MP%(own=yes)", "1") == 100
    # Pair 5 has no other board: 60 % stays.
    assert total(session, "MP%(own=yes)", "5") == 60


# -- teams ---------------------------------------------------------------------------------------


TEAMS = """
Round|Board|NS|EW|Score
1|1|A|B|620
1|1|B|A|170
1|1|C|D|620
1|1|D|C|650
"""


def test_a_team_of_the_normal_game_adds_the_deviations_of_its_pairs() -> None:
    session = event_index(TEAMS)
    assert session.event.settings.text(CONTEST) == "teams"
    field = [Fraction(n) for n in (620, 170, 620, 650)]
    from xltie.rules.bridge.normal_game import z_scores

    z = z_scores(field)
    assert abs(total(session, "Z", "A") - (z[0] - z[1])) < Fraction(1, 10**11)
    assert total(session, "Z", "A") == -total(session, "Z", "B")
    assert [total(session, "IMP", who) for who in "ABCD"] == [10, -10, -1, 1]
    assert [total(session, "BAM", who) for who in "ABCD"] == [2, 0, 0, 2]


def test_a_board_of_one_table_waits_for_the_other() -> None:
    session = event_index(TEAMS + "1|2|A|B|420\n", contest="teams")
    assert total(session, "IMP", "A") == 10
    lines = term_lines(parse_criteria("IMP")[0].values(session, ("A",))["A"])
    assert any("one table only" in line for line in lines)


# -- the big one ---------------------------------------------------------------------------------


def _big_session() -> str:
    """A session of 28 boards and 17 pairs: eight tables of a rotation, one pair sits out."""
    luck = random.Random(28)
    rows = ["Board|NS|EW|Contract|By|Tricks|NS adjusted|EW adjusted"]
    for board in range(1, 29):
        turn = [(n + board) % 17 + 1 for n in range(17)]
        for table in range(8):
            one, other = turn[table], turn[16 - table]
            ns, ew = (one, other) if luck.random() < 0.5 else (other, one)
            contract = luck.choice(["1NT", "2H", "3NT", "4S", "4SX", "6D", "PASS"])
            adjusted = {(3, 2): "A+|A-", (9, 5): "60%|60%", (14, 0): "+100|-620", (20, 7): "70|30"}
            more = adjusted.get((board, table), "|")
            rows.append(
                f"{board}|{ns}|{ew}|{contract}|{luck.choice('NESW')}|{luck.randint(5, 12)}|{more}"
            )
    return "\n".join(rows)


@pytest.mark.slow
def test_a_whole_session_is_scored_and_every_value_explained() -> None:
    session = event_index(_big_session())
    assert len(session.ids) == 17
    for text in ("MP%", "MPTOTAL", "BUTLERIMPS", "XIMPS", "Z", "Z%"):
        criterion = parse_criteria(text)[0]
        values = criterion.values(session, session.ids)
        for who, working in values.items():
            counted = [term for term in working.terms if term.counted]
            assert len(counted) == total(session, "BOARDSPLAYED", who)
            if text in ("MPTOTAL", "BUTLERIMPS", "XIMPS"):
                assert sum(term.value for term in counted) == working.total
    assert sum(total(session, "XIMPS", who) for who in session.ids) != 0  # awards do not cancel
    found = rank(session, parse_criteria("MP%"))
    assert found.lines[0].place == 1
    assert " is above " in str(why_above(found, found.lines[0].who, found.lines[-1].who))


def test_the_frequency_table_holds_every_table_once_per_side() -> None:
    boards = grid_of(_big_session(), "Boards")
    pairs = Grid([[str(number)] for number in range(1, 18)])
    for board in (1, 3, 14):
        rows = evaluate_call(REGISTRY["FREQUENCIES"], [pairs, boards, board])
        assert isinstance(rows, tuple)
        assert rows[0] == ("Score NS", "Tables", "NS", "EW")
        scores = [row[0] for row in rows[1:] if not isinstance(row[0], str)]
        assert scores == sorted(scores, reverse=True)
        assert sum(row[1] for row in rows[1:]) >= 8


def test_the_frequency_table_of_one_version_of_a_fouled_board() -> None:
    boards = grid_of(
        "Board|NS|EW|Score|Group\n1|1|2|420|A\n1|3|4|400|A\n1|5|6|-50|B\n2|1|4|90|", "Boards"
    )
    pairs = Grid([[str(number)] for number in range(1, 7)])

    def table(*more: Any) -> Any:
        return evaluate_call(REGISTRY["FREQUENCIES"], [pairs, boards, 1, "mp", None, *more])

    heading = ("Score NS", "Tables", "NS", "EW")
    assert [row[:2] for row in table("A")] == [heading[:2], (420, 1), (400, 1)]
    assert [row[:2] for row in table(" b ")] == [heading[:2], (-50, 1)]
    assert table("c") == (heading,)
    whole = table()
    assert whole[0] == ("Group", *heading)
    assert [row[:3] for row in whole[1:]] == [("a", 420, 1), ("a", 400, 1), ("b", -50, 1)]


def test_the_totals_of_the_published_session_reach_the_cells() -> None:
    case = next(case for case in CASES if case.path.stem == "bridgewx-session")
    pairs = Grid([["B7"], ["A4"], ["A2"]])
    found = evaluate_call(
        REGISTRY["PLACE"], [pairs, case.games, "MP%(decimals=1)", None, case.players]
    )
    assert found == ((1,), (2,), (16,))


@pytest.mark.slow
def test_the_text_of_a_session_takes_the_place_of_its_boards() -> None:
    """With settings too: the board results stay, the settings choose how they are scored."""
    boards = grid_of(_big_session(), "Boards")
    pairs = Grid([[str(number)] for number in range(1, 18)])
    chosen = Grid([["Game", "bridge"], ["Criteria", "Z%"]])
    text = evaluate_call(REGISTRY["EVENT"], [pairs, boards, chosen])
    for name in ("MPSCORE", "ZTOTAL", "BUTLERTOTAL"):
        entry = REGISTRY[name]
        assert evaluate_call(entry, [pairs, text]) == evaluate_call(entry, [pairs, boards])


def test_a_half_of_a_column_goes_away_from_its_average() -> None:
    """On the scale 1/0.5 the average of seven results is 3: 2.5 is rounded to 2 (4.2.6)."""
    scores = Grid([[one] for one in (420, 400, 200, 100, 100, -50, -100)])
    found = evaluate_call(REGISTRY["MATCHPOINTS"], [scores, 1, 7, 0])
    assert found == ((6,), (5,), (4,), (2,), (2,), (1,), (0,))


def test_the_terms_of_a_session_name_the_opponents_and_leave_out_what_was_not_played() -> None:
    session = event_index(
        "Board|NS|EW|Contract|By|Tricks\n1|1|2|3NT|N|10\n1|3|4|3NT|N|9\n2|1|4|NP||"
    )
    terms = parse_criteria("MPTOTAL")[0].values(session, ("1",))["1"].terms
    assert [(term.opponent, term.value, term.counted) for term in terms] == [
        ("2", 2, True), ("4", 0, False)
    ]  # fmt: skip
    assert str(terms[1].why) == "board 2 NS: not played"
