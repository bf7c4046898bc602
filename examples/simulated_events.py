"""Simulated events of real size, one a game: ``python -m examples.simulated_events FOLDER``.

Everybody and every result is invented from a fixed seed: the same program gives the same files.
The site shows their pages.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from xltie import api
from xltie.core.files import write_new
from xltie.event import Contestant, Event, Match, Outcome, Side, Status
from xltie.games import preset
from xltie.workbooks import example_event
from xltie.workbooks.build import new_workbook

_FAMILIES = (
    "Abel", "Berg", "Costa", "Dahl", "Ekman", "Faure", "Grau", "Horvat", "Ilic", "Joshi", "Kim",
    "Lang", "Mori", "Nagy", "Olsen", "Petrov", "Quint", "Rossi", "Silva", "Toth",
)  # fmt: skip
_GIVEN = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Filip", "Gita", "Hugo", "Ines", "Jun")
_CLUBS = ("Riverside", "Old Town", "Harbour", "University")
_COUNTRIES = ("HUN", "KOR", "NOR", "POR", "SRB")
_DRAWS = 0.25
_WON, _LOST, _DRAWN = (
    (Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN), (Outcome.DRAW, Outcome.DRAW),
)  # fmt: skip


def _names(dice: random.Random, count: int) -> list[str]:
    whole = [f"{family}, {given}" for family in _FAMILIES for given in _GIVEN]
    return dice.sample(whole, count)


def chess() -> bytes:
    """Return a TRF of 60 players and 7 rounds; the last has five games still to be played."""
    dice = random.Random(64)
    ratings = sorted((round(dice.gauss(1900, 200)) for _ in range(60)), reverse=True)
    players = tuple(
        Contestant(str(number), name, rating=rating, country=dice.choice(_COUNTRIES))
        for number, (name, rating) in enumerate(zip(_names(dice, 60), ratings, strict=True), 1)
    )
    strength = {own.id: float(own.rating or 0) for own in players}
    matches = _swiss(dice, strength, 7, ("white", "black"), _DRAWS)
    waiting = [match for match in matches if match.round == 7][-5:]
    matches = [_unplayed(own) if own in waiting else own for own in matches]
    event = Event(
        name="Spring Open (simulated)", game="chess", rounds=7, contestants=players,
        matches=tuple(matches), start_date="2026-04-03", rulebook="fide2026",
    )  # fmt: skip
    return api.to_bytes(event, "spring-open.trf")


def _unplayed(match: Match) -> Match:
    assert match.b is not None
    return replace(
        match,
        a=replace(match.a, status=Status.PENDING, outcome=None),
        b=replace(match.b, status=Status.PENDING, outcome=None),
    )


def go() -> bytes:
    """Return the workbook of a McMahon event of 32 players and 5 rounds."""
    dice = random.Random(19)
    grades = ["4d"] * 2 + ["3d"] * 4 + ["2d"] * 5 + ["1d"] * 5 + ["1k"] * 4 + ["2k"] * 4
    grades += ["3k"] * 4 + ["5k"] * 4
    players = [
        Contestant(str(number), name, grade=grade, club=dice.choice(_CLUBS),
                   country=dice.choice(_COUNTRIES))
        for number, (name, grade) in enumerate(zip(_names(dice, 32), grades, strict=True), 1)
    ]  # fmt: skip
    strength = {own.id: 2000.0 - 40 * int(own.id) for own in players}
    matches = _swiss(dice, strength, 5, ("black", "white"), 0.02)
    settings = {"event": "Lake McMahon (simulated)", "date": "2026-06-13"}
    return new_workbook(preset("go"), 32, 5, players, settings, matches)


def bridge() -> bytes:
    """Return the workbook of a session of 14 pairs: everybody meets everybody, two boards each."""
    names = [name.partition(",")[0] for name in _names(random.Random(13), 28)]
    event = example_event.session(14, names)
    event = replace(event, name="Club night (simulated)", start_date="2026-10-07")
    return api.to_bytes(event, "club-night.xlsx")


def _swiss(
    dice: random.Random, strength: dict[str, float], rounds: int, seats: Sequence[str], draws: float
) -> list[Match]:
    """Return games by which the stronger score more; nobody meets an opponent twice."""
    points = dict.fromkeys(strength, 0.0)
    met: dict[str, set[str]] = {who: set() for who in strength}
    matches = []
    for number in range(1, rounds + 1):
        order = sorted(strength, key=lambda who: (-points[who], -strength[who]))
        for table, couple in enumerate(example_event.paired(order, met), 1):
            one, other = couple if dice.random() < 0.5 else couple[::-1]
            met[one].add(other)
            met[other].add(one)
            expected = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
            luck = dice.random()
            ended = _DRAWN if luck < draws else _WON if dice.random() < expected else _LOST
            for who, outcome in zip((one, other), ended, strict=True):
                points[who] += {Outcome.WIN: 1, Outcome.DRAW: 0.5, Outcome.LOSS: 0}[outcome]
            sides = [Side(who, Status.PLAYED, outcome, seat=seat) for who, outcome, seat
                     in zip((one, other), ended, seats, strict=True)]  # fmt: skip
            matches.append(Match(number, *sides, table=str(table)))
    return matches


FILES = {
    "autumn-open.xlsx": example_event.example_workbook, "spring-open.trf": chess,
    "lake-mcmahon.xlsx": go, "club-night.xlsx": bridge,
}  # fmt: skip
"""The name of every file, and what makes it."""


def build(folder: Path) -> list[Path]:
    """Write every event into a folder and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        write_new(folder / name, make())
    return [folder / name for name in FILES]


if __name__ == "__main__":
    print(*build(Path(sys.argv[1])), sep="\n")
