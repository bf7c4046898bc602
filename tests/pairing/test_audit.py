"""The check of paired rounds: every broken rule with its cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xltie.core.cells import Grid
from xltie.event import Outcome, Status
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import System, system_named, with_options
from xltie.pairing.check import audit
from xltie.pairing.check.round_audit import Violation
from xltie.pairing.options import DEFAULTS
from xltie.sheets.workbook import read_tournament

from .events import Play, bye, event_index_of, field_of, game


def findings(
    matches: list, size: int = 6, wants: RoundOptions = DEFAULTS, system: str | System = "swiss"
):  # type: ignore[no-untyped-def, type-arg]
    event_index = event_index_of(field_of(size), matches)
    return audit(
        event_index,
        system_named(system) if isinstance(system, str) else system,
        lambda number: wants,
    )


def absolute(found: list[Violation]) -> list[str]:
    return [finding.text for finding in found if finding.absolute]


@pytest.mark.slow
def test_rounds_that_the_engine_paired_are_clean() -> None:
    for size, system in ((6, "swiss"), (9, "swiss"), (12, "monrad"), (8, "othello")):
        play = Play(field_of(size), 4, system, seed=size).to_the_end()
        found = audit(
            event_index_of(play.contestants, play.matches, rounds=4),
            system_named(system),
            lambda number, seed=str(size): RoundOptions(seed=seed),  # type: ignore[misc]
        )
        assert not [f for f in found if f.absolute or "another pairing" in f.text]


def test_handicap_games_that_the_engine_paired_are_clean() -> None:
    """Whose colour is settled by the grade breaks no objective, and floats come before colours."""
    contestants = [replace(c, grade=f"{1 + int(c.id) * 7 % 15}k") for c in field_of(15)]
    play = Play(
        tuple(contestants), 6, "opengotha", seed=4, game="go", format="mcmahon"
    ).to_the_end()
    assert any(board.handicap for drawn in play.drawn for board in drawn.boards)
    wants = RoundOptions(seed="4")
    assert audit(play.event_index, system_named("opengotha"), lambda number: wants) == []


def test_a_second_meeting_is_told_with_its_cell() -> None:
    rows = [
        ("Round", "Table", "Black", "White", "Result"),
        (1, 1, "Ahn", "Kim", "1-0"),
        (1, 2, "Lee", "Yoon", "1-0"),
        (2, 1, "Kim", "Ahn", None),
        (2, 2, "Yoon", "Lee", None),
    ]
    event_index = read_tournament({"Rounds": Grid(rows, "Rounds")}).event_index()
    found = audit(event_index, system_named("swiss"), lambda number: DEFAULTS)
    told = [str(finding) for finding in found if finding.absolute]
    assert told == [
        "Rounds!C4: broken: Kim and Ahn meet again in round 2; they met in round 1",
        "Rounds!C5: broken: Yoon and Lee meet again in round 2; they met in round 1",
    ]


def test_a_second_bye_is_told_also_after_a_free_win() -> None:
    games = [bye(1, "1"), game(1, "2", "3"), bye(2, "1"), game(2, "3", "2")]
    assert any("1 Player 1 has a bye in round 2 and had a bye in round 1" in text
               for text in absolute(findings(games, 3)))  # fmt: skip
    asked_for = [bye(1, "1", Status.HALF_BYE), game(1, "2", "3"), bye(2, "1")]
    assert absolute(findings(asked_for, 3)) == []


def test_a_second_full_point_bye_is_told_but_breaks_nothing() -> None:
    """C.04.1, 4: what an earlier bye bars is the pairing-allocated one."""
    games = [bye(1, "1", Status.FULL_BYE), game(1, "2", "3"), bye(2, "1", Status.FULL_BYE)]
    told = [f for f in findings([*games, game(2, "3", "2")], 3) if "has a bye" in f.text]
    assert [f.text for f in told] == ["1 Player 1 has a bye in round 2 and had a bye in round 1"]
    assert not any(f.is_broken for f in told)


def test_byes_that_the_number_of_players_does_not_ask_for_are_told() -> None:
    told = absolute(findings([game(1, "1", "2"), bye(1, "3"), bye(1, "4")], 4))
    assert [text.split(",")[0] for text in told] == [
        "3 Player 3 has a bye in round 1",
        "4 Player 4 has a bye in round 1",
    ]
    assert absolute(findings([game(1, "1", "2"), bye(1, "3")], 3)) == []


def test_a_bye_to_a_leader_is_broken_without_need() -> None:
    games = [game(1, "1", "2"), game(1, "3", "4"), bye(1, "5"), bye(2, "1"), game(2, "3", "5")]
    told = [f.text for f in findings([*games, game(2, "4", "2")], 5) if f.needless]
    bye_told = "round 2, 1 Player 1: a bye above the lowest score group"
    assert f"{bye_told}; another pairing would have had less of this" in told


def test_who_was_not_named_in_a_round_was_absent_from_it() -> None:
    """A third player would have made another pairing of the round."""
    games = [game(1, "1", "2"), game(1, "3", "4"), game(2, "4", "1", Outcome.LOSS)]
    assert findings(games, 4) == []


def test_a_forbidden_couple_is_told() -> None:
    wants = RoundOptions(forbidden=frozenset({frozenset({"1", "2"})}))
    assert absolute(findings([game(1, "1", "2"), game(1, "3", "4")], 4, wants)) == [
        "1 Player 1 and 2 Player 2 must not meet"
    ]


def test_a_float_that_could_have_been_avoided_is_broken_without_need() -> None:
    games = [game(1, "1", "2"), game(1, "3", "4"), game(2, "1", "4"), game(2, "3", "2")]
    found = findings(games, 4)
    assert absolute(found) == []
    assert all(f.needless for f in found)
    assert [f.text for f in found if "opponents with different scores" in f.text] == [
        "round 2, 1 Player 1 - 4 Player 4: opponents with different scores; another pairing would "
        "have had less of this",
        "round 2, 3 Player 3 - 2 Player 2: opponents with different scores; another pairing would "
        "have had less of this",
    ]


def test_a_third_colour_running_is_told_but_not_in_the_last_round() -> None:
    games = [
        game(1, "1", "2"), game(1, "3", "4"), game(1, "5", "6"),
        game(2, "1", "3"), game(2, "5", "2"), game(2, "4", "6"),
        game(3, "1", "5"), game(3, "3", "6"), game(3, "2", "4"),
    ]  # fmt: skip
    told = [f.text for f in findings(games)]
    avoided = "; another pairing would have had less of this"
    assert f"1 Player 1 in round 3: the same colour three times in a row{avoided}" in told
    assert f"1 Player 1 in round 3: colours that differ by more than two{avoided}" in told
    event_index = event_index_of(field_of(6), games, rounds=3)
    last = [f.text for f in audit(event_index, system_named("swiss"), lambda number: DEFAULTS)]
    assert not [text for text in last if "three times in a row" in text]


def test_who_is_left_out_of_the_round_being_prepared_is_named() -> None:
    games = [game(1, "1", "2", None), game(1, "3", "4", None)]
    assert [f.text for f in findings(games, 5)] == ["5 Player 5 has no game in round 1"]
    assert findings(games, 5, RoundOptions(absent=frozenset({"5"}))) == []


def test_two_cycles_may_meet_twice_but_not_three_times() -> None:
    games = [game(n, "1", "2") for n in (1, 2, 3)]
    told = absolute(findings(games, 2, system=with_options(system_named("round-robin"), cycles=2)))
    assert told == ["1 Player 1 and 2 Player 2 meet again in round 3; they met in round 1"]


def test_a_late_entry_does_not_change_what_was_best_before() -> None:
    """Neither the upper half of an accelerated round nor who was to be met."""
    play = Play(field_of(6), 5, seed=2, wants=RoundOptions(accelerated=2))
    play.play(play.pair())
    late = field_of(9)[6:]
    play.contestants = (*play.contestants, *(replace(one, rating=2500) for one in late))
    play.play(play.pair())
    play.play(play.pair())
    wants = RoundOptions(seed="2", accelerated=2)
    found = audit(play.event_index, system_named("swiss"), lambda number: wants)
    assert not [finding for finding in found if finding.is_broken]
