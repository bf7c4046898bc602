"""How long a round takes to pair, and whether simulated events keep the absolute rules.

    python -m benchmarks.pairing                 # 100, 500 and 1,000 players, every system
    python -m benchmarks.pairing --events 1000   # events of 5 to 200 players, played to the end

Run from the top of the repository.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from tests.pairing.events import Play, broken_absolutely, field_of
from xltie.core.errors import InputError

SYSTEMS = ("swiss", "othello", "mcmahon", "fide-dutch")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="*", default=[100, 500, 1000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--events", type=int, default=0, help="simulate so many events instead")
    args = parser.parse_args()
    if args.events:
        return simulate(args.events)
    print(f"processor seconds a round, {args.rounds} rounds; growth of the mean per couple")
    print(f"{'system':10} {'players':>8} {'first':>8} {'mean':>8} {'longest':>8} {'growth':>8}")
    for system in SYSTEMS:
        before = 0.0
        for players in args.players:
            times = clocked(players, args.rounds, system)
            mean = sum(times) / len(times)
            growth = f"{mean / players**2 / before:8.2f}" if before else f"{'':8}"
            before = mean / players**2
            print(
                f"{system:10} {players:8d} {times[0]:8.2f} {mean:8.2f} {max(times):8.2f} {growth}",
                flush=True,
            )
    return 0


def clocked(players: int, rounds: int, system: str) -> list[float]:
    play = Play(field_of(players), rounds, system, seed=players)
    times = []
    for _ in range(rounds):
        start = time.process_time()
        drawn = play.pair()
        times.append(time.process_time() - start)
        play.play(drawn)
    return times


def simulate(events: int) -> int:
    """Play events to the end: every number of rounds up to a round robin in small fields."""
    counts: Counter[str] = Counter()
    start = time.perf_counter()
    for number in range(events):
        lots = random.Random(number)
        players = round(5 * 40 ** lots.random())  # as many of 5 to 15 as of 70 to 200
        most = players - 1 + players % 2
        rounds = lots.randint(1, most if players <= 40 else 12)
        system = "swiss" if lots.random() < 0.7 else lots.choice(["othello", "mcmahon", "monrad"])
        play = Play(field_of(players, rated=lots.random() < 0.8), rounds, system, seed=number)
        counts["events"] += 1
        if number % 100 == 99:
            print(f"{number + 1} events", flush=True)
        counts["players"] += players
        try:
            play.to_the_end()
        except InputError as error:
            counts["refused"] += 1
            print(f"{players} players, {rounds} rounds, {system}: {error}")
        counts["rounds"] += len(play.drawn)
        counts["with every round possible"] += rounds == most
        broken = broken_absolutely(play)
        counts["absolute rules broken"] += len(broken)
        for text in broken:
            print(f"{players} players, {rounds} rounds, {system}: {text}")
    for what, count in counts.items():
        print(f"{what}: {count}")
    print(f"seconds: {time.perf_counter() - start:.0f}")
    return 1 if counts["absolute rules broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
