"""What a director asks: absences, byes, fixed and forbidden couples; and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xltie.core.errors import DomainError, InputError
from xltie.event import Contestant, Status
from xltie.event.attendance import rounds_in
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import SYSTEMS, Round, system_named, system_of, wants_of
from xltie.pairing.systems import draw_round
from xltie.settings import Settings

from .events import Play, bye, event_index_of, field_of, game

SWISS = system_named("swiss")


def seated(drawn: Round) -> set[str]:
    return {who for board in drawn.boards for who in board.players}


def couples(drawn: Round) -> list[tuple[str, str]]:
    return [(board.first, board.second) for board in drawn.boards if board.second is not None]


def couple_of(drawn: Round, who: str) -> set[str]:
    return next(set(board.players) for board in drawn.boards if who in board.players)


def test_absent_and_withdrawn_players_are_not_paired() -> None:
    contestants = (*field_of(7), Contestant("8", "Gone", rating=1, withdrawn_after=1))
    games = [game(1, "1", "5"), game(1, "2", "6"), game(1, "3", "7"), game(1, "4", "8")]
    drawn = draw_round(
        event_index_of(contestants, games), 2, SWISS, RoundOptions(absent=frozenset({"3"}))
    )
    assert seated(drawn) == {"1", "2", "4", "5", "6", "7"}
    assert set(drawn.resting) == {"3", "8"}


def test_a_late_entry_is_paired_from_zero() -> None:
    games = [game(1, "1", "3"), game(1, "2", "4")]
    drawn = draw_round(event_index_of(field_of(6), games), 2, SWISS)
    assert couple_of(drawn, "1") == {"1", "2"}
    assert seated(drawn) == {"1", "2", "3", "4", "5", "6"}


def test_lines_that_the_round_has_already_stay_and_the_rest_is_paired() -> None:
    first = [game(1, "1", "5"), game(1, "2", "6"), game(1, "3", "7"), game(1, "4", "8")]
    fixed = [game(2, "7", "1", None), bye(2, "2", Status.HALF_BYE)]
    drawn = draw_round(event_index_of(field_of(8), [*first, *fixed]), 2, SWISS)
    assert seated(drawn) == {"3", "4", "5", "6", "8"}
    assert len(drawn.kept) == 2
    assert [b.second for b in drawn.boards].count(None) == 1


def test_tables_are_numbered_around_those_that_are_taken() -> None:
    games = [game(1, "1", "2", None, "")]
    fixed = replace(games[0], table="2")
    drawn = draw_round(event_index_of(field_of(6), [fixed]), 1, SWISS)
    assert [board.table for board in drawn.boards] == [1, 3]


def test_forbidden_couples_and_team_mates_never_meet() -> None:
    contestants = tuple(
        replace(c, team="red" if n < 4 else "blue", club="x") for n, c in enumerate(field_of(8))
    )
    wants = RoundOptions(forbid_same=("team",), forbidden=frozenset({frozenset({"1", "8"})}))
    play = Play(contestants, 3, wants=wants, seed=4).to_the_end()
    red = {"1", "2", "3", "4"}
    for drawn in play.drawn:
        for board in drawn.boards:
            assert len(red & set(board.players)) == 1
            assert set(board.players) != {"1", "8"}


@pytest.mark.parametrize("system", ["fide-dutch", "burstein", "dubov"])
def test_club_mates_never_meet_in_the_systems_of_fide_either(system: str) -> None:
    """1 and 5, 2 and 6 would meet first, 3 and 7 next: they are of one club each."""
    contestants = tuple(
        replace(player, club="" if player.id in "48" else "xyz"[int(player.id) % 4 - 1])
        for player in field_of(8)
    )
    clubs = {player.id: player.club for player in contestants}
    wants = RoundOptions(forbid_same=("club",))
    play = Play(contestants, 4, system, wants=wants, seed=3)
    for _ in range(3):
        play.play(play.pair())
    plain = draw_round(event_index_of(contestants, rounds=4), 1, system_named(system))
    assert any(clubs[one] and clubs[one] == clubs[other] for one, other in couples(plain))
    for drawn in play.drawn:
        for one, other in couples(drawn):
            assert not clubs[one] or clubs[one] != clubs[other]


def test_club_mates_are_kept_apart_where_a_score_group_allows_it() -> None:
    contestants = tuple(replace(c, club="abcd"[n % 4]) for n, c in enumerate(field_of(8)))
    plain = draw_round(event_index_of(contestants), 1, SWISS, RoundOptions(first="slide"))
    assert couple_of(plain, "1") == {"1", "5"}  # the same club
    drawn = draw_round(
        event_index_of(contestants), 1, SWISS, RoundOptions(first="slide", avoid=("club",))
    )
    clubs = {c.id: c.club for c in contestants}
    assert all(len({clubs[who] for who in board.players}) == 2 for board in drawn.boards)


# -- what cannot be paired -----------------------------------------------------------------------


def refusal(*args: object) -> str:
    with pytest.raises(InputError) as caught:
        draw_round(*args)  # type: ignore[arg-type]
    return str(caught.value)


FIDE = pytest.mark.parametrize("system", ["fide-dutch", "burstein", "dubov"])


@FIDE
@pytest.mark.parametrize(
    ("wants", "why"),
    [
        (RoundOptions(first="slide"), "has its own order of pairing"),
        (RoundOptions(order="slide"), "has its own order of pairing"),
        (RoundOptions(repeats=True), "never lets players meet twice"),
        (RoundOptions(avoid=("club",)), "cannot avoid pairs where possible; forbid them instead"),
    ],
)
def test_what_the_handbook_does_not_allow_is_refused(
    system: str, wants: RoundOptions, why: str
) -> None:
    index = event_index_of(field_of(8), rounds=5)
    assert refusal(index, 1, system_named(system), wants).endswith(f" system {why}")


@FIDE
def test_who_has_met_all_that_are_there_is_named(system: str) -> None:
    """2, 3 and 4 have not met one another; 1 has met them all."""
    games = []
    for number, other in enumerate("234", 1):
        games.append(game(number, "1", other))
        games += [bye(number, who, Status.ZERO_BYE) for who in "234" if who != other]
    said = refusal(event_index_of(field_of(4), games, 5), 4, system_named(system))
    assert ": there is no opponent left for 1; the arbiter decides" in said


def test_a_field_that_has_met_entirely_is_refused_by_name() -> None:
    play = Play(field_of(4), 3).to_the_end()
    said = refusal(event_index_of(play.contestants, play.matches), 4, SWISS)
    assert "1 Player 1 has met, or must not meet, everybody present" in said


def test_too_few_opponents_are_named() -> None:
    """Three who have met each other, and only one opponent left for them."""
    contestants = field_of(4)
    wants = RoundOptions(
        forbidden=frozenset(frozenset(c) for c in (("1", "2"), ("1", "3"), ("2", "3")))
    )
    said = refusal(event_index_of(contestants), 1, SWISS, wants)
    assert "too many of 1 Player 1, 2 Player 2, 3 Player 3 have already met each other" in said
    assert "otherwise they may only meet 4 Player 4" in said


def test_nobody_is_left_for_the_bye() -> None:
    games = [bye(1, "1"), game(1, "2", "3"), bye(2, "2"), game(2, "1", "3"), bye(3, "3"),
             game(3, "1", "2")]  # fmt: skip
    said = refusal(event_index_of(field_of(3), games), 4, SWISS)
    assert "everybody has had a bye" in said


def test_second_meetings_are_allowed_where_they_are_asked_for() -> None:
    play = Play(field_of(4), 3).to_the_end()
    drawn = draw_round(
        event_index_of(play.contestants, play.matches), 4, SWISS, RoundOptions(repeats=True)
    )
    assert seated(drawn) == {"1", "2", "3", "4"}


def test_a_round_waits_for_the_results_before_it() -> None:
    games = [game(1, "1", "2"), game(1, "3", "4", None)]
    assert "round 1 has a game without a result" in refusal(
        event_index_of(field_of(4), games), 2, SWISS
    )
    assert "round 1 comes before round 2" in refusal(event_index_of(field_of(4)), 2, SWISS)
    with pytest.raises(DomainError, match="the event has 3 rounds"):
        draw_round(event_index_of(field_of(4), rounds=3), 4, SWISS)


# -- what the sheets say -------------------------------------------------------------------------


def test_columns_of_the_players_and_settings_are_read() -> None:
    contestants = (
        Contestant("1", "A", more=(("Absent", "2, 4-5"),)),
        Contestant("2", "B", more=(("Half bye", "2"),)),
        Contestant("3", "C"),
    )
    options = (
        ("pairing", "mcmahon"), ("pairing_pairs", "1-3"), ("pairing_avoid", "club, country"),
        ("pairing_accelerated", "2"), ("pairing_seed", "x"),
    )  # fmt: skip
    event_index = event_index_of(contestants)
    event_index.event = replace(event_index.event, settings=Settings.by_key(dict(options)))
    wants = wants_of(event_index, 2)
    assert wants.absent == {"1"}
    assert wants.half_byes == {"2"}
    assert wants.forbidden == {frozenset({"1", "3"})}
    assert wants.avoid == ("club", "country")
    assert (wants.accelerated, wants.seed) == (2, "x")
    assert system_of(event_index.event).name == "opengotha"  # the one system of Go
    assert wants_of(event_index, 3).absent == frozenset()


def test_all_faults_of_the_settings_are_told_together() -> None:
    event_index = event_index_of(field_of(4))
    options = (("pairing_pairs", "1-9, 2-2"), ("pairing_avoid", "hair"), ("pairing_order", "zig"))
    event_index.event = replace(event_index.event, settings=Settings.by_key(dict(options)))
    with pytest.raises(InputError) as caught:
        wants_of(event_index, 1)
    said = str(caught.value)
    assert (
        "1-9" in said
        and "2-2 is the same player twice" in said
        and "'hair'" in said
        and "'zig'" in said
    )


def test_rounds_are_read_from_lists_and_spans() -> None:
    assert rounds_in("2, 5-7") == {2, 5, 6, 7}
    assert rounds_in("") == set()


def test_an_unknown_system_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(DomainError, match="swiss"):
        system_named("best")
    assert system_named("Round Robin") is SYSTEMS["round-robin"]
