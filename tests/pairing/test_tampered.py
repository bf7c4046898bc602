"""A round changed by hand is noticed by ``xltie check``, with the criterion that it breaks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main
from xltie.event import Event, Match, Side, Status
from xltie.exchange.trf.reader import read
from xltie.exchange.trf.writer import write

EVENTS = sorted((Path(__file__).parent / "dutch" / "events").glob("*.trf"))
CHANGES = ("swap", "colours", "rematch", "bye")


def games_of(event: Event, number: int) -> list[int]:
    return [
        at
        for at, match in enumerate(event.matches)
        if match.round == number and match.b and match.a.status is Status.PLAYED
    ]


def other(side: Side | None) -> Side:
    assert side is not None
    return side


def tampered(event: Event, change: str, lots: random.Random) -> Event | None:
    """The event with one round changed; None where the round has nothing to change so."""
    matches = list(event.matches)
    number = lots.randint(2, event.rounds)
    games = games_of(event, number)
    if change == "colours":
        at = lots.choice(games)
        one, two = matches[at].a, other(matches[at].b)
        matches[at] = replace(
            matches[at], a=replace(one, seat=two.seat), b=replace(two, seat=one.seat)
        )
    elif change == "swap":
        first, second = lots.sample(games, 2)
        _give(matches, first, second)
    elif change == "rematch":
        met = {frozenset(side.who for side in m.sides) for m in matches if m.round < number}
        chances = [
            (first, second)
            for first in games
            for second in games
            if first != second
            and frozenset((matches[first].a.who, other(matches[second].b).who)) in met
        ]
        if not chances:
            return None
        _give(matches, *lots.choice(chances))
    else:
        rested = {m.a.who for m in matches if m.b is None and m.round < number}
        byes = [
            at
            for at, m in enumerate(matches)
            if m.round == number and m.a.status is Status.PAIRING_BYE
        ]
        again = [at for at in games if any(side.who in rested for side in matches[at].sides)]
        if not byes or not again:
            return None
        _rest_instead(matches, byes[0], lots.choice(again), number)
    return replace(event, matches=tuple(matches))


def _give(matches: list[Match], first: int, second: int) -> None:
    one, two = matches[first], matches[second]
    matches[first] = replace(one, b=replace(other(one.b), who=other(two.b).who))
    matches[second] = replace(two, b=replace(other(two.b), who=other(one.b).who))


def _rest_instead(matches: list[Match], bye: int, game: int, number: int) -> None:
    """Let one who had a bye have another, and the one who has it play."""
    holder = matches[bye].a.who
    rested = {m.a.who for m in matches if m.b is None and m.round < number}
    played = matches[game]
    again = next(side for side in played.sides if side.who in rested)
    matches[bye] = replace(matches[bye], a=replace(matches[bye].a, who=again.who))
    sides = [replace(side, who=holder) if side is again else side for side in played.sides]
    matches[game] = replace(played, a=sides[0], b=sides[1])


def changed_rounds(change: str) -> Iterator[tuple[str, Event]]:
    """Every small event with a round changed so, by two seeds."""
    for path in EVENTS:
        event = read(path.read_bytes(), path.name).event
        for seed in range(2):
            changed = tampered(event, change, random.Random(f"{path.stem} {seed}"))
            if changed is not None and len(event.contestants) <= 40:
                yield f"{path.stem}-{seed}.trf", changed


@pytest.mark.parametrize("most", [2, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("change", CHANGES)
def test_a_round_that_was_changed_is_noticed(
    change: str, most: int | None, tmp_path: Path, shell: Shell
) -> None:
    seen = 0
    for name, changed in islice(changed_rounds(change), most):
        file = tmp_path / name
        file.write_bytes(write(changed) + b"192 FIDE_DUTCH_2026\n")
        shell.printed()
        assert main(["check", str(file)]) == 1, file
        out = shell.printed().out
        assert "broken: " in out, out
        assert change != "colours" or re.search(r" reversed: [^\n]*\(5\.2\.\d\)", out), out
        seen += 1
    assert seen >= 2


@pytest.mark.slow
def test_an_event_that_nobody_changed_has_no_faults(shell: Shell) -> None:
    for path in EVENTS[:4]:
        assert "no faults" in shell("check", path).out


def swapped() -> bytes:
    """A report with two players of a round exchanged."""
    path = EVENTS[0].with_name("players20-seed7.trf")
    changed = tampered(read(path.read_bytes(), path.name).event, "swap", random.Random(1))
    assert changed is not None
    return write(changed)


@pytest.mark.slow
def test_what_is_broken_is_said_with_the_criterion(tmp_path: Path, shell: Shell) -> None:
    file = tmp_path / "changed.trf"
    file.write_bytes(swapped())
    said = shell("check", file, code=1).out
    lines = [line for line in said.splitlines() if "does not pair" in line]
    assert lines
    assert all("(C" in line or "(article" in line for line in lines)


def test_an_old_event_is_judged_by_what_was_in_force(tmp_path: Path, shell: Shell) -> None:
    file = tmp_path / "old.trf"
    file.write_bytes(b"042 2020/06/01\n" + swapped())
    for command in (["check", str(file)], ["pair", str(file), "--check"]):
        said = shell(*command, code=None)
        assert "does not pair" not in said.out
        assert "until 31 January 2026" in said.err
