"""The FIDE Dutch system gives the rounds of bbpPairings 6.0.0: pairs, colours and the bye."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from xltie.event.index import EventIndex
from xltie.event.model import Event, Status
from xltie.exchange.trf import read
from xltie.pairing.engine.state import rests
from xltie.pairing.round_settings import wants_of
from xltie.pairing.systems.catalogue import system_named
from xltie.pairing.systems.draw import draw_round

FOLDER = Path(__file__).parent / "dutch"
EVENTS = sorted((FOLDER / "events").glob("*.trf"))
ROUNDS = sorted((FOLDER / "rounds").glob("*.trf"))


def drawn(event: Event, number: int) -> list[tuple[str, str]]:
    """White and Black of a round, the bye with an empty second."""
    index = EventIndex(event)
    round_ = draw_round(index, number, system_named("fide-dutch"), wants_of(index, number))
    return [(board.first, board.second or "") for board in round_.boards]


@pytest.mark.parametrize("path", EVENTS, ids=[path.stem for path in EVENTS])
def test_every_round_of_an_event_is_paired_as_the_program_paired_it(path: Path) -> None:
    event = read(path.read_bytes(), path.name)
    for number in range(1, event.rounds + 1):
        before = [match for match in event.matches if match.round < number]
        own = [match for match in event.matches if match.round == number]
        named = {side.who for match in own for side in match.sides}
        out = [match for match in own if rests(match)]
        assert all(own.id in named for own in event.contestants)
        expected = {
            (match.a.who, "" if match.b is None else match.b.who)
            for match in own
            if match.b is not None or match.a.status is Status.PAIRING_BYE
        }
        assert set(drawn(replace(event, matches=(*before, *out)), number)) == expected, number


@pytest.mark.parametrize("path", ROUNDS, ids=[path.stem for path in ROUNDS])
def test_what_the_file_says_of_the_pairing_is_kept_and_the_tables_are_in_order(path: Path) -> None:
    event = read(path.read_bytes(), path.name)
    lines = path.with_suffix(".pairs").read_text("ascii").splitlines()
    expected = [tuple("" if word == "0" else word for word in line.split()) for line in lines]
    assert drawn(event, EventIndex(event).begun + 1) == expected
