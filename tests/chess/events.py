"""Generated chess events, and their text as a tournament report."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

SYSTEMS = [
    {"W": "1.0", "D": "0.5", "L": "0.0", "A": "0.0", "P": "1.0", "X": "0.5"},
    {"W": "1.0", "D": "0.5", "L": "0.0", "A": "0.0", "P": "0.5", "X": "0.5"},
    {"W": "3.0", "D": "1.0", "L": "0.0", "A": "0.0", "P": "3.0", "X": "1.0"},
    {"W": "3.0", "D": "2.0", "L": "1.0", "A": "0.0", "P": "2.0", "X": "0.0"},
]
PAIRED = ["10", "10", "01", "01", "==", "==", "+-", "-+", "--", "WL", "LW", "DD", "XX", "00", "=0"]
ALONE = "UFHZZH "


def _cells(draw: Any, players: list[str], rounds: int, pairings: list[list[tuple]]) -> dict:
    cells: dict[str, list] = {who: [None] * rounds for who in players}
    gone = draw(st.dictionaries(st.sampled_from(players), st.integers(0, rounds), max_size=3))
    for number, pairs in enumerate(pairings):
        for pair in pairs:
            letters = draw(st.sampled_from(PAIRED))
            if len(pair) == 1 or any(gone.get(who, rounds) <= number for who in pair):
                for who in pair:
                    left = gone.get(who, rounds) <= number
                    letter = draw(st.sampled_from("ZHZ ")) if left else draw(st.sampled_from(ALONE))
                    cells[who][number] = (None, "-", letter.strip() or "Z")
                continue
            colours = draw(st.sampled_from(["wb", "bw"]))
            for who, other, letter, colour in zip(pair, pair[::-1], letters, colours):
                cells[who][number] = (other, colour, letter)
    return cells


@st.composite
def swiss(draw: Any) -> dict[str, Any]:
    """A Swiss of any pairings, repeated ones too, with byes, forfeits and withdrawals."""
    count = draw(st.integers(2, 9))
    rounds = draw(st.integers(1, 6))
    players = [str(number) for number in range(1, count + 1)]
    pairings = []
    for _ in range(rounds):
        order = draw(st.permutations(players))
        pairings.append([tuple(order[at : at + 2]) for at in range(0, count, 2)])
    return _event(draw, players, rounds, pairings, False)


@st.composite
def robin(draw: Any) -> dict[str, Any]:
    """A round robin, single or double, with forfeits."""
    count = draw(st.integers(3, 7))
    players = [str(number) for number in range(1, count + 1)]
    seats = [*players, None] if count % 2 else list(players)
    pairings = []
    for _ in range((len(seats) - 1) * draw(st.integers(1, 2))):
        half = len(seats) // 2
        pairs = [(a, b) for a, b in zip(seats[:half], seats[half:][::-1])]
        pairings.append([tuple(who for who in pair if who) for pair in pairs])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return _event(draw, players, len(pairings), pairings, True)


def _event(
    draw: Any, players: list[str], rounds: int, pairings: list[list[tuple]], is_robin: bool
) -> dict[str, Any]:
    system = draw(st.sampled_from(SYSTEMS))
    return {
        "players": players,
        "cells": _cells(draw, players, rounds, pairings),
        "points": {letter: Fraction(value) for letter, value in system.items()},
        "rounds": rounds + draw(st.sampled_from([0, 0, 0, 1, 3])) * (not is_robin),
        "ratings": {who: draw(st.integers(1000, 2800)) for who in players},
        "robin": is_robin,
    }


def as_trf(event: dict[str, Any]) -> bytes:
    """The event as a TRF26."""
    points = event["points"]
    system = "    ".join(f"{letter}{float(value):4.1f}" for letter, value in points.items())
    kind = "Individual: Round-Robin" if event["robin"] else "Individual: Swiss-System"
    lines = ["012 Generated", f"092 {kind}", f"142 {event['rounds']}", f"162  {system}"]
    for who in event["players"]:
        line = f"001 {who:>4} m    Player {who:<26} {event['ratings'][who]:4}".ljust(91)
        for opponent, colour, letter in event["cells"][who]:
            line += f"{opponent or '0000':>4} {colour} {letter}  "
        lines.append(line.rstrip())
    return ("\n".join(lines) + "\n").encode()
