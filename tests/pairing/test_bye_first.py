"""Burstein and Dubov: rounds of another program, and what single articles say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.pairing.events import Play, bye, event_index_of, field_of, game
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.event import EventIndex, Outcome, Status
from xltie.exchange.trf.reader import read
from xltie.pairing.brackets.bracket_round import solve
from xltie.pairing.brackets.completion import Completion
from xltie.pairing.brackets.field import ABSOLUTE, MILD, NO_WISH, STRONG, Field, Player, preference
from xltie.pairing.catalogue import Round, system_named
from xltie.pairing.options import DEFAULTS
from xltie.pairing.state import state_before
from xltie.pairing.systems import draw_round
from xltie.pairing.systems.burstein import indices_before
from xltie.pairing.systems.dubov import Upfloats, system_of, upfloats_before, with_upfloats
from xltie.settings import Settings

FOLDER = Path(__file__).parent / "bye_first"
EVENTS = sorted(FOLDER.glob("*/*.trf"))


@pytest.mark.parametrize(
    "path", EVENTS, ids=[f"{event.parent.name}-{event.stem}" for event in EVENTS]
)
def test_every_round_is_paired_as_the_other_program_pairs_it(path: Path, shell: Shell) -> None:
    assert main(["pair", str(path), "--check"]) == 0
    title = f"FIDE {path.parent.name.title()}"
    assert f"by {title}: 0 absolute rules broken, 0 others needlessly" in shell.printed().out


def drawn(index: EventIndex, number: int, system: str) -> Round:
    return draw_round(index, number, system_named(system))


def test_half_of_the_rounds_but_at_most_four_are_paired_by_the_dutch_system() -> None:
    path = FOLDER / "burstein" / "players25-seed11.trf"
    event = read(path.read_bytes()).event
    for number in range(1, event.rounds + 1):
        index = EventIndex(
            replace(event, matches=tuple(m for m in event.matches if m.round < number))
        )
        found = drawn(index, number, "burstein")
        assert str(found.system.title).endswith("a seeding round by FIDE Dutch") == (
            number <= min(event.rounds // 2, 4)
        )
        if number <= min(event.rounds // 2, 4):
            assert found.boards == drawn(index, number, "fide-dutch").boards


def test_of_nine_rounds_the_first_four_are_seeding_rounds() -> None:
    play = Play(field_of(12), 9, "burstein", seed=2)
    for _ in range(6):
        play.play(play.pair())
    titles = [one.system.title for one in play.drawn]
    assert [str(title).endswith("a seeding round by FIDE Dutch") for title in titles] == [
        True, True, True, True, False, False
    ]  # fmt: skip


def index_of(number: int, who: str, out: set[str]) -> tuple[Fraction, Fraction]:
    """The index of a player of four, of whom 2 lost to 1 and then had a zero-point bye."""
    matches = [
        game(1, "1", "2"), game(1, "3", "4", Outcome.DRAW),
        bye(2, "2", Status.ZERO_BYE), game(2, "3", "1", Outcome.DRAW), bye(2, "4"),
    ]  # fmt: skip
    index = event_index_of(field_of(4), matches, rounds=5)
    unit = index.denominator
    buchholz, sonneborn = indices_before(index, number, frozenset(set("1234") - out))[who]
    return Fraction(buchholz, unit), Fraction(sonneborn, unit * unit)


def test_a_round_that_was_not_played_is_a_game_against_oneself() -> None:
    half = Fraction(1, 2)
    assert index_of(3, "4", set()) == (1 + 3 * half, half * 1 + 3 * half)  # 3 has 1, 4 itself 1.5
    assert index_of(3, "2", set()) == (Fraction(3, 2), Fraction(0))


def test_who_left_counts_for_opponents_as_if_the_missed_rounds_were_draws() -> None:
    there, gone = index_of(3, "1", set()), index_of(3, "1", {"2"})
    assert gone[0] - there[0] == gone[1] - there[1] == Fraction(1, 2)
    assert index_of(3, "3", {"2"}) == index_of(3, "3", set())


def test_the_bye_goes_to_the_lowest_score_and_there_to_the_most_games() -> None:
    matches = [
        game(1, "1", "3"), game(1, "2", "4"), bye(1, "5", Status.ZERO_BYE),
    ]  # fmt: skip
    index = event_index_of(field_of(5), matches, rounds=3)
    found = drawn(index, 2, "dubov")
    assert [board.first for board in found.boards if board.second is None] == ["4"]


def test_the_bye_goes_to_who_played_most_though_the_first_candidate_leaves_another() -> None:
    """All have two points; 1 and 5 have played three times, 2 four times and rests (C9)."""
    games = [(1, "25"), (2, "12"), (3, "26"), (3, "41"), (3, "53"), (4, "32"), (4, "61"), (4, "45")]
    absent = [(1, "1346"), (2, "3456")]
    matches = [game(number, *pair, Outcome.DRAW) for number, pair in games]
    matches += [bye(number, who, Status.HALF_BYE) for number, all_of in absent for who in all_of]
    matches.append(bye(5, "6", Status.ZERO_BYE))
    found = drawn(event_index_of(field_of(6), matches, rounds=9), 5, "fide-dutch")
    assert [board.first for board in found.boards if board.second is None] == ["2"]


def test_the_dubov_system_needs_ratings_and_the_number_of_rounds() -> None:
    unrated = (*field_of(3), replace(field_of(4)[3], rating=None))
    with pytest.raises(InputError, match="4 has no rating; the Dubov system needs one"):
        drawn(event_index_of(unrated, rounds=3), 1, "dubov")
    several = (*field_of(2), *(replace(player, rating=None) for player in field_of(5)[2:]))
    with pytest.raises(InputError, match=r"3 \(and 2 more\) has no rating"):
        drawn(event_index_of(several, rounds=3), 1, "dubov")
    for system in ("dubov", "burstein"):
        with pytest.raises(InputError, match="needs the number of rounds"):
            drawn(event_index_of(field_of(4)), 1, system)


def test_who_floated_up_two_times_and_once_for_every_five_rounds_floats_up_no_more() -> None:
    """Article 1.8: of five to nine rounds three upfloats are the most."""
    matches = [
        game(1, "1", "4"), game(1, "2", "5"), game(1, "3", "6"),
        game(2, "1", "6"), game(2, "2", "4"), game(2, "3", "5"),
        game(3, "2", "6"), game(3, "1", "5"), game(3, "4", "3"),
        game(4, "4", "6"), game(4, "1", "3"), game(4, "2", "5"),
    ]  # fmt: skip
    index = event_index_of(field_of(6), matches, rounds=9)

    def known(number: int) -> tuple[int, bool]:
        state = state_before(index, number, DEFAULTS)
        found = upfloats_before(index, state, DEFAULTS)["6"]
        return found.count, found.is_maximal

    found = [known(number) for number in (2, 3, 4, 5)]
    assert found == [(0, False), (1, False), (2, False), (3, True)]


@pytest.mark.parametrize(
    ("colours", "expected"),
    [((), (0, NO_WISH)), ((1, -1), (1, MILD)), ((-1, 1), (-1, MILD)), ((1,), (-1, STRONG)),
     ((1, -1, 1), (-1, STRONG)), ((-1, 1, 1), (-1, ABSOLUTE)), ((1, 1), (-1, ABSOLUTE))],
)  # fmt: skip
def test_preferences_are_those_of_the_handbook(
    colours: tuple[int, ...], expected: tuple[int, int]
) -> None:
    """C.04.3, article 1.7: who has not played has none, who had both as often a mild one."""
    found = preference(colours)
    assert (found.wish, found.strength) == expected


def test_the_first_round_of_the_dubov_system_pairs_the_halves() -> None:
    index = event_index_of(
        field_of(8), rounds=5, settings=Settings.by_key({"initial_colour": "White"})
    )
    boards = drawn(index, 1, "dubov").boards
    assert [board.players for board in boards] == [("1", "5"), ("6", "2"), ("3", "7"), ("8", "4")]


def dubov_pairs(white: str, open_pairs: str) -> set[str]:
    """Return who meets in one scoregroup of eight, of whom some seek White; all or some may meet.

    The opponents' average ratings rise with the numbers.
    """
    players = [
        Player(who, int(who), 0, (had,), met, (0, 0), True, preference((had,)), 1)
        for who in "12345678"
        for had in [-1 if who in white else 1]
        for met in [
            frozenset(
                other
                for other in "12345678"
                if open_pairs and "".join(sorted(who + other)) not in open_pairs.split()
            )
        ]
    ]
    known = {str(n): Upfloats(1000 + 100 * n, 0, False, False) for n in range(1, 9)}
    field = with_upfloats(Field(players), known)
    [bracket] = solve(system_of(is_last=False).step, field, Completion(field))
    return {f"{a + 1}{b + 1}" for a, b in bracket.pairs}


def test_shifters_come_from_the_middle_of_those_who_seek_the_same_colour() -> None:
    """Six seek White: 3 and 4, in the middle by their opponents' ratings, become Black (4.3)."""
    assert dubov_pairs("123456", "") == {"13", "24", "57", "68"}


def test_the_smaller_half_of_the_dubov_system_chooses_its_shifters_first() -> None:
    """Of 1, 2 and 3, who seek White, one has to meet another: 2 is in their middle (3.2.4, 4.3).

    So 5 and 7 of the others shift. If these chose first, 5 and 6 would, and 1 in the place of 2.
    """
    may_meet = "13 16 23 25 26 28 36 45 46 48 56 57 67 78"
    assert dubov_pairs("123", may_meet) == {"16", "23", "45", "78"}
