"""Makes the example event: ``python -m examples.make_example FILE``.

An Othello event of 15 players and 7 rounds, simulated.

No published event with the discs of every game could be found whose figures may be passed on, so
the players and games are invented: strengths are drawn from a fixed seed, every round is paired
from the top of the standings against opponents not met yet, and the discs follow the difference in
strength. The same program gives the same event.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from xltie.core.files import write_new
from xltie.event import Contestant, Match, Outcome, Side, Status
from xltie.games import preset
from xltie.workbooks import new_workbook

ROUNDS = 7
NAMES = (
    "Aldana", "Birk", "Castell", "Dufour", "Ebner", "Falk", "Girard", "Hong", "Ito", "Jansen",
    "Kang", "Lind", "Moreau", "Novak", "Oh",
)  # fmt: skip
CLUBS = ("Riverside", "Old Town", "Harbour")


def simulated(seed: int = 2026) -> tuple[list[Contestant], list[Match]]:
    """Return the players and all games of the event."""
    dice = random.Random(seed)
    strength = {str(i): dice.gauss(0, 9) for i in range(1, len(NAMES) + 1)}
    players = [
        Contestant(who, NAMES[int(who) - 1], rating=1500 + round(20 * strength[who]),
                   club=CLUBS[int(who) % len(CLUBS)])
        for who in strength
    ]  # fmt: skip
    points = dict.fromkeys(strength, 0.0)
    met: dict[str, set[str]] = {who: set() for who in strength}
    matches: list[Match] = []
    for number in range(1, ROUNDS + 1):
        order = sorted(strength, key=lambda who: (-points[who], int(who)))
        resting = next(who for who in reversed(order) if "" not in met[who])
        pairs = paired([who for who in order if who != resting], met)
        for black, white in pairs:
            mean = 32 + (strength[black] - strength[white]) / 2
            discs = min(64, max(0, round(dice.gauss(mean, 8))))
            matches.append(game(number, black, white, discs))
            points[black] += 1 if discs > 32 else 0.5 if discs == 32 else 0
            points[white] += 1 if discs < 32 else 0.5 if discs == 32 else 0
            met[black].add(white)
            met[white].add(black)
        matches.append(Match(number, Side(resting, Status.PAIRING_BYE)))
        points[resting] += 1
        met[resting].add("")
    return players, matches


def paired(order: Sequence[str], met: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return pairs from the top, nobody against an opponent met before."""
    if not order:
        return []
    first = order[0]
    for other in order[1:]:
        if other not in met[first]:
            rest = [who for who in order if who not in (first, other)]
            below = paired(rest, met)
            if below or not rest:
                return [(first, other), *below]
    return []


def game(number: int, black: str, white: str, discs: int) -> Match:
    """Return one game by the discs of Black."""
    outcome = Outcome.WIN if discs > 32 else Outcome.DRAW if discs == 32 else Outcome.LOSS
    mirror = {Outcome.WIN: Outcome.LOSS, Outcome.DRAW: Outcome.DRAW, Outcome.LOSS: Outcome.WIN}
    return Match(
        number,
        Side(black, Status.PLAYED, outcome, None, Fraction(discs), "black"),
        Side(white, Status.PLAYED, mirror[outcome], None, Fraction(64 - discs), "white"),
    )


def workbook() -> bytes:
    """Return the workbook of the event."""
    players, matches = simulated()
    settings = {"event": "Autumn Open (simulated)", "date": "2026-11-21"}
    return new_workbook(preset("othello"), len(players), ROUNDS, players, settings, matches)


if __name__ == "__main__":
    write_new(Path(sys.argv[1]), workbook())
