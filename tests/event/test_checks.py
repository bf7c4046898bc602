"""Events made by programs and file readers: what cannot be true of them, how they are indexed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from xltie.core.errors import Place, UnknownPlayer
from xltie.event import (
    Contestant,
    Event,
    EventIndex,
    Match,
    Outcome,
    Scoring,
    Side,
    Status,
    doubtful_entries,
    faults,
    namesakes,
)

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
FORFEIT_WIN, FORFEIT_LOSS = Status.FORFEIT_WIN, Status.FORFEIT_LOSS


def event(*matches: Match, ids: str = "ABC", game: str = "", **about: object) -> Event:
    contestants = tuple(Contestant(who) for who in ids)
    return Event(game=game, contestants=contestants, matches=matches, **about)  # type: ignore[arg-type]


def game(a: Outcome | None, b: Outcome | None, number: int = 1) -> Match:
    return Match(number, Side("A", outcome=a), Side("B", outcome=b))


def said(own: Event) -> list[str]:
    return [str(fault) for fault in faults(own)]


@pytest.mark.parametrize(("a", "b"), [(WIN, LOSS), (LOSS, WIN), (DRAW, DRAW), (None, None)])
def test_results_that_mirror_each_other(a: Outcome | None, b: Outcome | None) -> None:
    assert said(event(game(a, b))) == []


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [
        (WIN, WIN, "A win, B win"),
        (LOSS, LOSS, "A loss, B loss"),
        (WIN, DRAW, "A win, B draw"),
        (DRAW, LOSS, "A draw, B loss"),
        (WIN, None, "A win, B played"),
    ],
)
def test_results_that_contradict_each_other(a: Outcome, b: Outcome | None, text: str) -> None:
    own = event(game(a, b), game="othello")
    assert said(own) == [f"the results of A and B contradict each other: {text}"]


def test_a_game_is_not_played_by_one_side_only() -> None:
    match = Match(1, Side("A", outcome=WIN), Side("B", FORFEIT_LOSS))
    assert said(event(match)) == [
        "the results of A and B contradict each other: A win, B forfeit loss"
    ]


def test_both_may_win_or_lose_in_go() -> None:
    assert said(event(game(WIN, WIN), game="go")) == []
    assert said(event(game(LOSS, LOSS), game="go")) == []
    assert said(event(game(WIN, DRAW), game="go")) != []


def test_rounds_count_from_1_to_those_planned() -> None:
    matches = [game(WIN, LOSS, number) for number in (0, 3, 4)]
    assert said(event(*matches, rounds=3)) == [
        "there is no round 0; the first is 1",
        "round 4 is out of range; the event has 3 rounds",
    ]


def test_faults_name_file_and_line() -> None:
    place, other = Place(file="event.trf", line=7), Place(file="event.trf", line=9)
    matches = (
        Match(1, Side("A", outcome=WIN), Side("B", outcome=LOSS), place=place),
        Match(1, Side("C", outcome=WIN), Side("B", outcome=LOSS), place=other),
        Match(2, Side("X", Status.PAIRING_BYE), place=other),
    )
    assert said(event(*matches)) == [
        "event.trf:9: player B is in round 1 a second time (first at event.trf:7)",
        "event.trf:9: player X is not in the list of players",
    ]


def test_ids_that_differ_in_case_only_are_one_player() -> None:
    assert said(event(ids="Aa")) == ["player a is listed twice"]


# -- the event index ---------------------------------------------------------------------------


def test_a_round_without_a_player_is_an_absence() -> None:
    event_index = EventIndex(event(game(WIN, LOSS), Match(3, Side("C", Status.HALF_BYE))))
    assert [o.own.status for o in event_index.rounds_of("C")] == [
        Status.ABSENT,
        Status.ABSENT,
        Status.HALF_BYE,
    ]
    assert (event_index.begun, event_index.rounds, event_index.score("C")) == (3, 3, Fraction(1, 2))
    assert event_index.rounds == EventIndex(event(game(WIN, LOSS), rounds=7)).rounds - 4


def test_byes_announced_for_a_round_without_a_game_do_not_count_yet() -> None:
    half = Side("C", Status.HALF_BYE)
    own = event(game(WIN, LOSS), Match(1, half), Match(2, half), game="chess")
    event_index = EventIndex(own)
    assert (event_index.begun, event_index.score("C"), len(event_index.rounds_of("A"))) == (
        1,
        Fraction(1, 2),
        1,
    )
    left = (Contestant("A", withdrawn_after=1), Contestant("B", withdrawn_after=1), Contestant("C"))
    assert EventIndex(replace(own, contestants=left)).begun == 2


def test_points_are_those_given_or_those_of_the_event() -> None:
    given = Match(
        1,
        Side("A", outcome=WIN, points=Fraction(1, 3)),
        Side("B", outcome=LOSS, points=Fraction(2, 3)),
    )
    assert EventIndex(event(given)).score("A") == Fraction(1, 3)
    football = Scoring(win=Fraction(3), draw=Fraction(1))
    event_index = EventIndex(event(game(DRAW, DRAW), game(WIN, LOSS, 2), scoring=football))
    assert (event_index.score("A"), event_index.score("A", after=1), event_index.score("B")) == (
        4,
        1,
        1,
    )


def test_what_each_status_is_worth() -> None:
    worth = {status: Scoring().points(Side("A", status)) for status in Status}
    assert {status for status, points in worth.items() if points == 1} == {
        Status.FORFEIT_WIN,
        Status.PAIRING_BYE,
        Status.FULL_BYE,
    }
    assert worth[Status.HALF_BYE] == Fraction(1, 2)
    assert worth[Status.PENDING] == worth[Status.ABSENT] == worth[Status.ZERO_BYE] == 0
    assert {status for status in Status if status.is_bye} == {
        Status.PAIRING_BYE,
        Status.FULL_BYE,
        Status.HALF_BYE,
        Status.ZERO_BYE,
    }
    assert {status for status in Status if status.is_forfeit} == {FORFEIT_WIN, FORFEIT_LOSS}


def test_a_player_is_found_by_id_then_by_name() -> None:
    event_index = EventIndex(
        Event(
            contestants=(
                Contestant("1", "Kim Min"),
                Contestant("2", "kim min"),
                Contestant("3", "Lee"),
            )
        )
    )
    assert event_index.find(" lee ") == "3"
    assert event_index.contestant("3").name == "Lee"
    with pytest.raises(UnknownPlayer, match="Kim  Min is the name of 1 and 2; give the id"):
        event_index.find("Kim  Min")
    with pytest.raises(UnknownPlayer, match="player 4 is not in this event"):
        event_index.find("4")


def test_a_fide_id_that_two_have_is_told() -> None:
    """One person entered twice under two spellings, or a number typed in the wrong line."""
    numbers = ("4600010", "4600010", "", "0", "0", "12")
    people = [
        Contestant(str(at), f"P{at}", more=(("FIDE ID", number),), place=Place("Players", at, 1))
        for at, number in enumerate(numbers)
    ]
    told = [str(fault) for fault in namesakes(people)]
    (said,) = told
    assert said.startswith("Players!A1: FIDE ID 4600010 stands beside 0 and 1: one person,")
    twin = [replace(one, name="Lee") for one in people[:2]]
    (said,) = map(str, namesakes(twin))
    assert "Lee is the name of 0 and 1" in said


def test_a_rating_that_nobody_has_and_a_game_after_leaving_are_told() -> None:
    people = (
        Contestant("1", "Ann", 21100), Contestant("2", "Bob", -5),
        Contestant("3", "Cid", 2900, withdrawn_after=1), Contestant("4", "Dee"),
        Contestant("5", "GM Eve, Ann"), Contestant("6", "GM Flo", title="GM"),
        Contestant("7", "GM"),
    )  # fmt: skip

    def game(number: int, one: str, other: str, status: Status = Status.PLAYED) -> Match:
        lost = Status.FORFEIT_LOSS if status is Status.FORFEIT_WIN else status
        return Match(number, Side(one, status, Outcome.WIN), Side(other, lost, Outcome.LOSS))

    matches = (game(1, "1", "3"), game(2, "3", "2"), game(3, "4", "3", Status.FORFEIT_WIN))
    event = Event("Open", "chess", contestants=people, matches=matches)
    told = [str(fault.message) for fault in doubtful_entries(event)]
    assert told == [
        "the rating of Ann is 21100: is a digit too many, or a sign?",
        "the rating of Bob is -5: is a digit too many, or a sign?",
        "GM Eve, Ann: a title counts, for the pairing and for norms, in the column Title alone",
        "Cid plays in round 2 and had left by then, as the list has it",
    ]
    assert len(list(doubtful_entries(replace(event, game="go")))) == 1
