"""Whatever is said of a round is said in the language of the reader, without English left."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from xltie.core.errors import InputError
from xltie.core.language import language
from xltie.core.messages import Message
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import SYSTEMS, system_named
from xltie.pairing.check import audit, differences
from xltie.pairing.options import DEFAULTS
from xltie.pairing.systems import draw_round, reason_lines, table_reasons
from xltie.pairing.systems.reasons import why_not

from .events import Play, bye, event_index_of, field_of, game

NAMES = re.compile("Player|FIDE|OpenGotha|PAPP|Baku|mitchell")
PAIRED = [
    ("swiss", "chess"),
    ("fide-dutch", "chess"),
    ("burstein", "chess"),
    ("dubov", "chess"),
    ("othello", "othello"),
    ("opengotha", "go"),
    ("monrad", "chess"),
    ("round-robin", "chess"),
    ("knock-out", "chess"),
]


def english_in(message: Message, code: str) -> list[str]:
    """The English words that are left where a message is said in another language."""
    return re.findall("[A-Za-z]{3,}", NAMES.sub("", language(code).say(message)))


@pytest.mark.slow
@pytest.mark.parametrize("paired", PAIRED, ids="-".join)
def test_no_reason_is_left_in_english(paired: tuple[str, str]) -> None:
    system, kind = paired
    if system == "knock-out":
        index = event_index_of(field_of(7), rounds=3)
        rounds = [(index, draw_round(index, 1, system_named(system)))]
    else:
        play = Play(field_of(9), 5, system, seed=3, game=kind)
        rounds = []
        for _ in range(5):
            rounds.append((play.event_index, play.pair()))
            play.play(rounds[-1][1])
    for index, drawn in rounds:
        wants = replace(DEFAULTS, seed="3")
        messages = [reason.message for reason in table_reasons(index, drawn, wants)]
        couples = itertools.combinations([*index.ids, ""], 2)
        messages += (why_not(index, drawn, wants, *couple) for couple in couples)
        for message in messages:
            assert english_in(message, "ko") == english_in(message, "ru") == []


@pytest.mark.parametrize("code", ["ko", "ru"])
@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_has_a_title_in_every_language(name: str, code: str) -> None:
    assert english_in(SYSTEMS[name].title, code) == []


def refused() -> Iterator[InputError]:
    """Rounds that cannot be paired, each for another reason."""
    won = [game(1, "1", "2"), game(1, "3", "4"), game(2, "1", "3"), game(2, "2", "4")]
    byes = [bye(1, "1"), game(1, "2", "3"), bye(2, "2"), game(2, "1", "3"), bye(3, "3")]
    odd = RoundOptions(forbidden=frozenset(frozenset((one, "1")) for one in "2345678"))
    apart = RoundOptions(
        forbidden=frozenset(frozenset(couple) for couple in ("13", "24", "14", "23"))
    )
    for system in ("swiss", "fide-dutch", "burstein"):
        for games, size, wants in (
            ([*won, game(3, "1", "4"), game(3, "2", "3")], 4, DEFAULTS),
            (byes, 3, DEFAULTS),
            ([], 8, odd),
            ([game(1, "1", "2"), game(1, "3", "4")], 4, apart),
        ):
            index = event_index_of(field_of(size), games, 9)
            number = max((match.round for match in games), default=0) + 1
            try:
                draw_round(index, number, system_named(system), wants)
            except InputError as error:
                yield error


@pytest.mark.parametrize("code", ["ko", "ru"])
def test_no_refusal_is_left_in_english(code: str) -> None:
    told = [fault.message for error in refused() for fault in error.faults]
    assert len(set(told)) > 6
    assert [english_in(message, code) for message in told if english_in(message, code)] == []


@pytest.mark.parametrize("code", ["ko", "ru"])
def test_no_finding_is_left_in_english(code: str) -> None:
    games = [
        game(1, "1", "2"), game(1, "3", "4"), bye(1, "5"),
        game(2, "1", "2"), game(2, "3", "4"), bye(2, "5"),
        game(3, "1", "3"), game(3, "5", "2"), bye(3, "4"),
    ]  # fmt: skip
    wants = RoundOptions(forbidden=frozenset([frozenset("12")]))
    index = event_index_of(field_of(6), games, 5)
    dutch = system_named("fide-dutch")
    found = audit(index, system_named("swiss"), lambda number: wants)
    found += differences(index, lambda number: DEFAULTS, dutch)
    assert len(found) > 5
    assert [one.text for one in found if english_in(one.placed, code)] == []


def test_numbers_and_particles_are_those_of_the_language() -> None:
    games = [game(1, "1", "3"), game(1, "2", "4")]
    index = event_index_of(field_of(4), games, 3)
    drawn = draw_round(index, 2, system_named("swiss"))
    asked = why_not(index, drawn, DEFAULTS, "1", "3")
    assert language("ko").say(asked) == (
        "1 Player 1과 3 Player 3은 만나지 않습니다. 이미 만났습니다"
    )
    assert (
        language("ru").say(asked) == "1 Player 1 и 3 Player 3 не встречаются: они уже встречались"
    )
    othello = Play(field_of(5), 3, "othello", seed=2, game="othello")
    [rests] = reason_lines(othello.event_index, othello.pair(), DEFAULTS, language("ru"))[-1:]
    assert rests.endswith(
        "неизбежно: штраф 20000 (20000: разница в счёте 0,5 "
        "(пропуск считается на пол-очка ниже низшего))"
    )
