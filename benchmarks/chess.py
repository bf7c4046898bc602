"""How long chess standings take, from the bytes of a tournament report to the last place.

    python -m benchmarks.chess [--players 100,500,2000,10000] [--teams 200] [--rounds 11]

Prints players, or teams of four boards, x rounds x criteria against the best of three runs, in
milliseconds of processor time, and what one player's share of it is: a share that does not grow is
linear growth.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import random
import time
from functools import partial
from typing import Callable, TypeVar

from benchmarks.chess_checker import INDIVIDUAL, OF_TEAMS, swiss
from xltie.event import EventIndex
from xltie.exchange import trf
from xltie.ranking import Standings, parse_criteria, rank

CRITERIA = ", ".join(INDIVIDUAL)
T = TypeVar("T")


def tournament(players: int, rounds: int, seed: int = 1) -> bytes:
    """Return a Swiss as a TRF: neighbours in the standings meet, with byes and forfeits."""
    chance = random.Random(seed)
    points = [0.0] * players
    strength = [2600 - 1400 * index // players for index in range(players)]
    lines = [
        f"001 {index % 10000 + 1:>4} m    {f'Player {index + 1}':<33} {strength[index]:4}".ljust(91)
        for index in range(players)
    ]
    for _ in range(rounds):
        free = [index for index in range(players) if chance.random() > 0.02]
        for index in set(range(players)) - set(free):
            letter = chance.choice("HZ")
            points[index] += letter == "H" and 0.5
            lines[index] += f"0000 - {letter}  "
        free.sort(key=lambda index: (-points[index], chance.random()))
        if len(free) % 2:
            index = free.pop()
            points[index] += 1
            lines[index] += "0000 - U  "
        for one, two in zip(free[::2], free[1::2]):
            share = 1 / (1 + 10 ** ((strength[two] - strength[one]) / 400))
            result = chance.choices(("10", "==", "01", "+-"), (share, 0.4, 1 - share, 0.01))[0]
            for own, other, letter, colour in (
                (one, two, result[0], "w"),
                (two, one, result[1], "b"),
            ):
                points[own] += {"1": 1, "+": 1, "=": 0.5}.get(letter, 0)
                lines[own] += f"{other + 1:>4} {colour} {letter}  "
    for index, line in enumerate(lines):
        lines[index] = f"{line[:80]}{points[index]:4.1f}{line[84:]}"
    header = ["012 Benchmark", "042 2026/04/01", "092 Individual: Swiss-System", f"XXR {rounds}"]
    return "\n".join([*header, *lines, ""]).encode()


def best_of(times: int, work: Callable[[], T]) -> tuple[float, T]:
    """Return the least time of several runs in milliseconds, and the last answer."""
    least = float("inf")
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        answer = work()
        least = min(least, 1000 * (time.process_time() - start))
    return least, answer


def _standings(event_index: EventIndex, criteria: str) -> Standings:
    return rank(event_index, parse_criteria(criteria, event=event_index.event))


def measure(size: int, rounds: int, data: bytes, criteria: str = CRITERIA) -> None:
    """Print one line of the table."""
    reading, event = best_of(3, lambda: trf.read(data, "benchmark.trf").event)
    indexing, _ = best_of(3, lambda: EventIndex(event))
    least = float("inf")
    for _ in range(3):  # every run with a event index of its own: nothing is kept from the last one
        event_index = EventIndex(event)
        least = min(least, best_of(1, partial(_standings, event_index, criteria))[0])
    whole = reading + indexing + least
    print(
        f"{size:>7} x {rounds:<2} {len(criteria.split(',')):>8} {reading:>9.1f} {indexing:>9.1f}"
        f" {least:>9.1f} {whole:>9.1f} {1000 * whole / size:>11.1f}"
    )


def main() -> None:
    """Measure the sizes asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="100,500,2000,9999")
    parser.add_argument("--teams", default="200")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--profile", action="store_true", help="show where the time goes")
    args = parser.parse_args()
    sizes = [int(size) for size in args.players.split(",")]
    if args.profile:
        _profile(sizes[-1], args.rounds)
        return
    print("players x rounds criteria   read ms  index ms   rank ms  whole ms    us/player")
    for size in sizes:
        measure(size, args.rounds, tournament(size, args.rounds))
    for size in map(int, filter(None, args.teams.split(","))):
        measure(size, args.rounds, swiss(size, args.rounds, 4), ", ".join(OF_TEAMS))


def _profile(players: int, rounds: int) -> None:
    data = tournament(players, rounds)
    profile = cProfile.Profile()
    profile.enable()
    event = trf.read(data, "benchmark.trf").event
    rank(EventIndex(event), parse_criteria(CRITERIA, event=event))
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
