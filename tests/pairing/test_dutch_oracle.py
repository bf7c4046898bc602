"""The FIDE Dutch system gives the rounds of bbpPairings 6.0.0: pairs, colours and the bye."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pairing.events import Play, field_of
from tests.shell import Shell
from xltie.event import Event, EventIndex, Status
from xltie.exchange.trf.reader import read
from xltie.exchange.trf.writer import write
from xltie.pairing.catalogue import system_named, wants_of
from xltie.pairing.state import rests
from xltie.pairing.systems import draw_round

FOLDER = Path(__file__).parent / "dutch"
EVENTS = sorted([*(FOLDER / "events").glob("*.trf"), *(FOLDER / "judged").glob("*.trf")])
ROUNDS = sorted((FOLDER / "rounds").glob("*.trf"))


def drawn(event: Event, number: int) -> list[tuple[str, str]]:
    """White and Black of a round, the bye with an empty second."""
    index = EventIndex(event)
    round_ = draw_round(index, number, system_named("fide-dutch"), wants_of(index, number))
    return [(board.first, board.second or "") for board in round_.boards]


@pytest.mark.parametrize("path", EVENTS, ids=[path.stem for path in EVENTS])
def test_every_round_of_an_event_is_paired_as_the_program_paired_it(path: Path) -> None:
    event = read(path.read_bytes(), path.name).event
    for number in range(1, event.rounds + 1):
        before = [match for match in event.matches if match.round < number]
        own = [match for match in event.matches if match.round == number]
        named = {side.who for match in own for side in match.sides}
        out = [match for match in own if rests(match)]
        assert all(player.id in named for player in event.contestants)
        expected = {
            (match.a.who, "" if match.b is None else match.b.who)
            for match in own
            if match.b is not None or match.a.status is Status.PAIRING_BYE
        }
        assert set(drawn(replace(event, matches=(*before, *out)), number)) == expected, number


@pytest.mark.parametrize("path", ROUNDS, ids=[path.stem for path in ROUNDS])
def test_what_the_file_says_of_the_pairing_is_kept_and_the_tables_are_in_order(path: Path) -> None:
    event = read(path.read_bytes(), path.name).event
    lines = path.with_suffix(".pairs").read_text("ascii").splitlines()
    expected = [tuple("" if word == "0" else word for word in line.split()) for line in lines]
    assert drawn(event, EventIndex(event).begun + 1) == expected


def test_a_thousand_players_are_paired_in_seconds() -> None:
    """A search through all candidates of such a scoregroup would take minutes."""
    play = Play(field_of(1000), 9, "fide-dutch", seed=1000)
    start = time.process_time()
    for _ in range(3):
        play.play(play.pair())
    assert time.process_time() - start < 20


@pytest.mark.slow
@pytest.mark.parametrize("path", EVENTS[:3], ids=[path.stem for path in EVENTS[:3]])
def test_the_check_takes_an_initial_colour_that_nobody_announced_from_the_games(
    path: Path, tmp_path: Path, shell: Shell
) -> None:
    lines = path.read_text("utf-8").splitlines()
    silent = tmp_path / "silent.trf"
    silent.write_text("\n".join(line for line in lines if not line.startswith("152")), "utf-8")
    said = shell("pair", silent, "--check").out
    assert ": 0 absolute rules broken, 0 others needlessly, 0 warnings" in said


@pytest.mark.slow
def test_the_check_names_the_tables_that_were_swapped_and_is_silent_otherwise(
    tmp_path: Path, shell: Shell
) -> None:
    path = FOLDER / "events" / "players20-seed7.trf"
    shown = shell("pair", path, "--check")
    assert "by FIDE Dutch: 0 absolute rules broken, 0 others needlessly" in shown.out
    assert "may have been right" not in shown.err
    event = read(path.read_bytes()).event
    one, other = [
        at
        for at, match in enumerate(event.matches)
        if match.round == event.rounds and match.b is not None
    ][:2]
    a, b = event.matches[one], event.matches[other]
    assert a.b is not None
    assert b.b is not None
    tampered = list(event.matches)
    tampered[one] = replace(a, b=replace(a.b, who=b.b.who))
    tampered[other] = replace(b, b=replace(b.b, who=a.b.who))
    changed = tmp_path / "tampered.trf"
    changed.write_bytes(write(replace(event, matches=tuple(tampered))))
    shown = shell("pair", changed, "--check", code=1)
    assert "the round may have been right" in shown.err
    out = shown.out
    assert f"FIDE Dutch does not pair {a.a.who} - {b.b.who}: they have met (C1" in out
    assert f"{a.a.who} - {a.b.who}" in out
    assert out.count("does not pair") == 2
