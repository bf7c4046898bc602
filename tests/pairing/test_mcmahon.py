"""McMahon as OpenGotha sets it: its values, its pairs, geography, handicaps, byes."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.pairing.events import game
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side
from xltie.exchange.opengotha import read
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import Round, system_named
from xltie.pairing.systems import draw_round
from xltie.pairing.systems.draw import objectives_for, state_for
from xltie.settings import Settings

PROGRAM = Path(__file__).parent / "opengotha"


def rounds_of_program() -> list[tuple[str, int]]:
    return [
        (path.stem, one_round["round"])
        for path in sorted(PROGRAM.glob("*.json"))
        for one_round in json.loads(path.read_text("utf-8"))["rounds"]
    ]


def loaded(
    name: str, number: int
) -> tuple[dict[str, Any], EventIndex, RoundOptions, dict[str, str]]:
    own = json.loads((PROGRAM / f"{name}.json").read_text("utf-8"))
    told = next(one for one in own["rounds"] if one["round"] == number)
    event = read((PROGRAM / f"{name}.xml").read_bytes(), name).event
    before = tuple(match for match in event.matches if match.round < number)
    ids = {one.name: one.id for one in event.contestants}
    absent = frozenset(ids.values()) - {ids[who] for who in told["players"]}
    return (
        told,
        EventIndex(replace(event, matches=before)),
        RoundOptions(seed="1", absent=absent),
        ids,
    )


@pytest.mark.parametrize(("name", "number"), rounds_of_program())
def test_couples_are_worth_what_the_program_says(name: str, number: int) -> None:
    told, event_index, wants, ids = loaded(name, number)
    system = system_named("opengotha")
    state = state_for(event_index, number, system, wants)
    entries = {entry.who: entry for entry in state.entries}
    [value] = [
        objective for objective in objectives_for(state, system, wants) if objective.name == "value"
    ]
    assert value.pair is not None
    values: dict[frozenset[str], int] = {}
    lacks = set()
    for one, row in zip(told["players"], told["values"], strict=True):
        for other, worth in zip(told["players"], row, strict=False):
            a, b = entries[ids[one]], entries[ids[other]]
            high, low = (a, b) if a.rank < b.rank else (b, a)
            lacks.add(value.pair(state, high, low) + worth)
            values[frozenset((a.who, b.who))] = worth
    assert len(lacks) == 1, "what a couple lacks is the greatest value less its own"
    drawn = draw_round(event_index, number, system, wants)
    ours = sum(values[frozenset(board.players)] for board in drawn.boards)
    assert ours == sum(values[frozenset((ids[w], ids[b]))] for w, b, _ in told["games"])
    stones = {frozenset((ids[w], ids[b])): stones for w, b, stones in told["games"]}
    for board in drawn.boards:
        assert stones.get(frozenset(board.players), board.handicap) == board.handicap


def player(number: int, start: int, grade: str = "", **more: Any) -> Contestant:
    return Contestant(str(number), f"P{number:02}", grade=grade, start=Fraction(start), **more)


def go_event(field: list[Contestant], **settings: str) -> EventIndex:
    options = tuple(settings.items())
    return EventIndex(
        Event(
            game="go",
            format="mcmahon",
            contestants=tuple(field),
            settings=Settings.by_key(dict(options)),
        )
    )


def couples(drawn: Round) -> set[frozenset[str]]:
    return {frozenset(board.players) for board in drawn.boards}


def test_clubs_part_players_above_the_bar_too() -> None:
    """Two of one club and two of another, where slide would be 1-3, 2-4; the program has no bar."""
    clubs = ("Seoul", "Paris", "Seoul", "Paris")
    below = [player(n, 20, "10k", club=club) for n, club in enumerate(clubs, 1)]
    above = [player(n + 4, 33, "4d", club=club) for n, club in enumerate(clubs, 1)]
    within = {frozenset(couple) for couple in ("13", "24", "57", "68")}
    event_index = go_event(below + above, bar="4d", pairing_first="slide")
    drawn = draw_round(event_index, 1, system_named("opengotha"))
    assert not couples(drawn) & within
    event_index = go_event(
        below + above, bar="4d", pairing_first="slide", pairing_weights="paiSeAvoidSameGeo=0"
    )
    assert couples(draw_round(event_index, 1, system_named("opengotha"))) == within


def test_the_first_two_rounds_are_drawn_between_the_halves_of_a_group() -> None:
    field = [player(n, 30, "1d", rating=2200 - n) for n in range(1, 21)]
    event_index = go_event(field)
    seen = set()
    for seed in ("", "1", "2", "3"):
        drawn = draw_round(event_index, 1, system_named("opengotha"), RoundOptions(seed=seed))
        assert all(len({int(who) <= 10 for who in couple}) == 2 for couple in couples(drawn))
        seen.add(frozenset(couples(drawn)))
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("order", "expected"),
    [("fold", {"14", "23"}), ("slide", {"13", "24"}), ("cross", {"12", "34"})],
)
def test_a_group_is_paired_in_the_order_that_the_settings_name(
    order: str, expected: set[str]
) -> None:
    field = [player(n, 30, "1d", rating=2200 - n) for n in range(1, 5)]
    event_index = go_event(field, pairing_first=order)
    drawn = draw_round(event_index, 1, system_named("opengotha"), RoundOptions(seed="1"))
    assert couples(drawn) == {frozenset(couple) for couple in expected}


@pytest.mark.parametrize(
    ("ratings", "expected"),
    [
        ((2949, 2950, -900, -899), {"13", "24"}),
        ((2948, 2949, 2000, 1900), {"13", "24"}),
        ((2700, 2600, None, -900), {"14", "23"}),
    ],
)
def test_ratings_beyond_the_ends_of_the_scale_are_level(
    ratings: tuple[int | None, ...], expected: set[str]
) -> None:
    """2950 counts as 2949, and nobody's rating as -900: there the names decide."""
    field = [player(n, 30, "1d", rating=rating) for n, rating in enumerate(ratings, 1)]
    drawn = draw_round(go_event(field, pairing_first="fold"), 1, system_named("opengotha"))
    assert couples(drawn) == {frozenset(couple) for couple in expected}


def test_tables_stand_in_the_order_of_the_scores() -> None:
    field = [player(1, 33, "4d"), player(2, 33, "4d"), player(3, 34, "5d"), player(4, 34, "5d")]
    drawn = draw_round(go_event(field, bar="6d"), 1, system_named("opengotha"))
    assert [set(board.players) for board in drawn.boards] == [{"3", "4"}, {"1", "2"}]
    field = [replace(one, start=one.start + 1) for one in field]
    drawn = draw_round(go_event(field, bar="6d"), 1, system_named("opengotha"))
    assert [set(board.players) for board in drawn.boards] == [{"3", "4"}, {"1", "2"}]


def stones(**settings: str) -> int:
    field = [player(1, 32, "3d"), player(2, 25, "5k")]
    event_index = go_event(field, **settings)
    return draw_round(event_index, 1, system_named("opengotha")).boards[0].handicap


def test_handicaps_follow_the_settings() -> None:
    assert stones() == 4  # a dan player counts as 1d: five ranks less one
    assert stones(no_handicap_from="3d") == 6
    assert stones(no_handicap_from="5k") == 0
    assert stones(handicap_ceiling="2") == 2


def test_handicaps_go_by_the_score_or_by_the_rank() -> None:
    """A 9k starts at the floor with the 5k: no stones by score, three by rank."""
    field = [player(1, 25, "5k"), player(2, 25, "9k"), player(3, 33, "4d"), player(4, 33, "4d")]
    by_score = draw_round(go_event(field), 1, system_named("opengotha"))
    assert [board.handicap for board in by_score.boards] == [0, 0]
    event_index = go_event(field, handicap_by="rank")
    by_rank = draw_round(event_index, 1, system_named("opengotha"))
    assert sorted(board.handicap for board in by_rank.boards) == [0, 3]


def test_the_bye_goes_to_the_lowest_sum_of_rank_and_twice_the_score() -> None:
    field = [player(1, 30, "1d"), player(2, 29, "1k"), player(3, 20, "15k"), player(4, 21, "9k"),
             player(5, 20, "10k")]  # fmt: skip
    first = draw_round(go_event(field), 1, system_named("opengotha"))
    assert [board.first for board in first.boards if board.second is None] == ["3"]
    for grades in (("1k", "1d", "2d"), ("2d", "1d", "1k")):
        level = [player(n, 30, grade) for n, grade in enumerate(grades, 1)]
        first = draw_round(go_event(level), 1, system_named("opengotha"))
        [resting] = [board.first for board in first.boards if board.second is None]
        assert grades[int(resting) - 1] == "1k"


@pytest.mark.parametrize("grades", [("12k", "5k"), ("5k", "12k")])
def test_the_weaker_of_two_has_black_in_a_handicap_game(grades: tuple[str, str]) -> None:
    field = [player(n, 20, grade) for n, grade in enumerate(grades, 1)]
    drawn = draw_round(go_event(field, handicap_by="rank"), 1, system_named("opengotha"))
    (board,) = drawn.boards
    assert (board.first, board.handicap) == (str(1 + grades.index("12k")), 6)


def test_the_sum_of_rank_and_score_is_a_sum() -> None:
    """Of 30, 45 and 57 the first; -5 and 50 have bits in common that -10 and 40 have not."""
    field = [player(1, 29, "1k"), player(2, 25, "5k"), player(3, 20, "10k")]
    drawn = draw_round(go_event(field, bar="4d"), 1, system_named("opengotha"))
    assert [board.first for board in drawn.boards if board.second is None] == ["3"]


def test_small_handicaps_do_not_matter_from_the_threshold_on() -> None:
    field = [player(1, 32, "3d"), player(2, 31, "2d"), player(3, 29, "1k"), player(4, 28, "2k")]
    weights = "paiSeRankThreshold=3D; paiSeBarThresholdActive=false"
    event = replace(go_event(field, bar="4d", pairing_weights=weights).event, rounds=5)
    state = state_for(EventIndex(event), 1, system_named("opengotha"), RoundOptions())
    held = {entry.who: entry.go.held for entry in state.entries if entry.go is not None}
    assert [held[who] for who in "234"] == [31, 29, 28]
    assert held["1"] == 33 + 2  # the bar, and what OpenGotha allows above it
    points = {entry.who: state.points(entry) for entry in state.entries}
    assert points == {"1": 32, "2": 31, "3": 29, "4": 28}


def test_who_is_named_first_where_no_colours_are_known_counts_as_black() -> None:
    """1 was named first and 3 second, so that 1 has White against 3."""
    won, lost = Outcome.WIN, Outcome.LOSS
    games = (
        Match(1, Side("1", outcome=won), Side("2", outcome=lost)),
        Match(1, Side("4", outcome=lost), Side("3", outcome=won)),
    )
    event = go_event([player(number, 20, "10k") for number in range(1, 5)], bar="4d").event
    drawn = draw_round(EventIndex(replace(event, matches=games)), 2, system_named("opengotha"))
    assert (drawn.boards[0].first, drawn.boards[0].second) == ("3", "1")


@pytest.mark.parametrize(("active", "rounds", "is_above"),
                         [("true", 4, True), ("true", 5, False), ("false", 4, False)])  # fmt: skip
def test_half_of_the_rounds_won_is_a_threshold_where_it_is_active(
    active: str, rounds: int, is_above: bool
) -> None:
    """1 has won two games of the rounds; a threshold by rank or bar is far away."""
    field = [player(number, 20, "10k") for number in range(1, 5)]
    weights = f"paiSeNbWinsThresholdActive={active}; paiSeBarThresholdActive=false"
    games = [game(1, "1", "2"), game(1, "3", "4"), game(2, "1", "3"), game(2, "2", "4")]
    event = go_event(field, bar="4d", pairing_weights=weights).event
    index = EventIndex(replace(event, matches=tuple(games), rounds=rounds))
    state = state_for(index, 3, system_named("opengotha"), RoundOptions())
    held = {entry.who: entry.go.held for entry in state.entries if entry.go is not None}
    assert (held["1"] == 33 + 2 + 2) == is_above
    assert held["4"] == 20


def test_half_of_the_weight_of_colours_is_for_a_balance_that_one_of_two_lacks() -> None:
    """1 had Black twice and 2 White twice; 5 and 6 had each colour once."""
    field = [player(n, 20, "10k") for n in range(1, 7)]
    games = [(1, "1", "3"), (1, "4", "2"), (1, "5", "6"), (2, "1", "4"), (2, "3", "2"),
             (2, "6", "5")]  # fmt: skip
    matches = tuple(
        Match(number, Side(black, outcome=Outcome.WIN, seat="black"),
              Side(white, outcome=Outcome.LOSS, seat="white"))
        for number, black, white in games
    )  # fmt: skip

    def lacking(weight: int) -> dict[str, int]:
        of_colours = go_event(field, pairing_weights=f"paiBaBalanceWB={weight}")
        event = replace(of_colours.event, matches=matches)
        system, wants = system_named("opengotha"), RoundOptions(seed="1")
        state = state_for(EventIndex(event), 3, system, wants)
        by_id = {entry.who: entry for entry in state.entries}
        [value] = [o for o in objectives_for(state, system, wants) if o.name == "value"]
        assert value.pair is not None
        return {two: value.pair(state, by_id[two[0]], by_id[two[1]]) for two in ("12", "15", "35")}

    with_weight, without = lacking(1000), lacking(0)
    gained = {two: 1000 + without[two] - with_weight[two] for two in without}
    assert gained == {"12": 1000, "15": 500, "35": 0}


def test_a_handicap_game_of_equal_scores_is_even() -> None:
    field = [player(1, 30, "1d"), player(2, 29, "1k")]
    drawn = draw_round(go_event(field), 1, system_named("opengotha"))
    assert drawn.boards[0].handicap == 0
