"""Which constant of the Brightwell quotient orders real fields best, by an archive of .elo files.

    python -m benchmarks.brightwell_archive FOLDER [--samples 2000] [--into docs/studies]

FOLDER holds the events as the World Othello Federation publishes them, the day (YYYYMMDD) first in
each name. Counted are Swiss events with every disc known, without their finals. Of each pair tied
on points a constant is right where the stronger has the larger quotient, half right in a tie.

Strength comes from the results of all other days, never from discs: Elo's formula run forward to
the day before and backward to the day after, the mean weighted by the games behind each. Bounds are
bootstrapped over events; those of what a constant is behind the best one hold for all constants at
once, by the largest deviation in each sample, since the best is chosen afterwards.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, groupby
from pathlib import Path
from statistics import stdev

import numpy as np

from xltie.batch.study.findings import Interval
from xltie.batch.study.report import stacked
from xltie.event import Event, EventIndex, Outcome, Status
from xltie.exchange import elo
from xltie.ranking import parse_criteria

CONSTANTS = (*range(11), 12, 14, 16, 20, 24)
FEWEST_PLAYERS, FEWEST_ROUNDS = 8, 5
FEWEST_GAMES, MOST_GAMES = 20, 60  # behind a strength; at most so many count before, and after
CLOSE, MOSTLY = 1, 0.75  # so many games of a Swiss event join players so near in points
WORTH = {Outcome.WIN: 1.0, Outcome.DRAW: 0.5, Outcome.LOSS: 0.0}
START, SLOWEST = 1500.0, 24.0


@dataclass
class Played:
    """An event: its results for the strengths, and what its Swiss rounds give to be counted."""

    day: str
    games: list[tuple[str, str, float]]
    rounds: int = 0
    lines: dict[str, tuple[Fraction, Fraction, Fraction]] = field(default_factory=dict)
    """Points, discs, and what each unit of the constant adds, by player; none where not counted."""
    strength: dict[str, float] = field(default_factory=dict)

    @property
    def spread(self) -> float:
        """The deviation of the strengths."""
        return stdev(self.strength.values())


def played(path: Path, why: Counter[str]) -> Played:
    """Read an event; count in ``why`` what it is."""
    event = elo.read(path.read_bytes(), path.name).event
    games = [(match.a.who, match.b.who, WORTH[match.a.outcome]) for match in event.matches
             if match.b and match.a.status is Status.PLAYED and match.a.outcome]  # fmt: skip
    found = Played(path.name[:8], games)
    index = EventIndex(event)
    reason = reason_against(event, index)
    why[reason or "counted"] += 1
    if not reason:
        found.rounds = index.begun
        criteria = (parse_criteria(f"BQ(c={constant}; bye=wof)")[0] for constant in (0, 1))
        at_0, at_1 = (criterion.values(index, index.ids) for criterion in criteria)
        for who in index.ids:
            discs, quotient = at_0[who].total, at_1[who].total
            assert isinstance(discs, (int, Fraction)) and isinstance(quotient, (int, Fraction))
            found.lines[who] = index.score(who), Fraction(discs), Fraction(quotient - discs)
    return found


def reason_against(event: Event, index: EventIndex) -> str:
    """Say why an event is not counted, "" where it is."""
    matches = [(match.round, match.a, match.b) for match in event.matches
               if match.round <= index.begun and match.b]  # fmt: skip
    if index.begun < FEWEST_ROUNDS or len(index.ids) < FEWEST_PLAYERS:
        return f"fewer than {FEWEST_PLAYERS} players or {FEWEST_ROUNDS} rounds"
    if not event.rounds_known:
        return "rounds not known"
    if any(a.tally is None or b.tally is None for _, a, b in matches):
        return "a game without discs"
    if len(index.ids) <= index.begun + 2:
        return "everybody or almost everybody met everybody"
    near = [abs(index.score(a.who, at - 1) - index.score(b.who, at - 1)) <= CLOSE
            for at, a, b in matches if at >= 3]  # fmt: skip
    busy = 2 * len(matches) / (len(index.ids) * index.begun)
    return "" if near and sum(near) / len(near) >= MOSTLY and busy >= MOSTLY else "not Swiss"


def one_way(events: Iterable[Played]) -> Iterator[tuple[Played, dict[str, tuple[float, int]]]]:
    """Yield each event with its players' ratings before its day and the games behind them."""
    rating, count = defaultdict[str, float](lambda: START), Counter[str]()
    for _, of_day in groupby(events, key=lambda one: one.day):
        for one in (day := list(of_day)):
            yield one, {who: (rating[who], count[who]) for who in one.lines}
        for a, b, worth in (game for one in day for game in one.games):
            surprise = worth - 1 / (1 + 10 ** ((rating[b] - rating[a]) / 400))
            for who, more in ((a, surprise), (b, -surprise)):
                rating[who] += max(SLOWEST, 200 / (1 + count[who] / 10)) * more
                count[who] += 1


def give_strengths(events: list[Played]) -> None:
    """Give the players of every counted event the strength that the other events show."""
    forward = sorted(events, key=lambda one: one.day)
    before = {id(one): found for one, found in one_way(forward)}
    for one, after in one_way(forward[::-1]):
        for who, (later, games_after) in after.items():
            earlier, games_before = before[id(one)][who]
            weights = min(games_before, MOST_GAMES), min(games_after, MOST_GAMES)
            if games_before + games_after >= FEWEST_GAMES:
                one.strength[who] = np.average((earlier, later), weights=weights).item()


def counted(one: Played) -> tuple[int, list[float]]:
    """Return how many pairs there are, and how many each constant orders rightly."""
    right, pairs = [0.0] * len(CONSTANTS), 0
    for a, b in combinations(one.strength, 2):
        (points_a, discs_a, more_a), (points_b, discs_b, more_b) = one.lines[a], one.lines[b]
        if points_a == points_b and one.strength[a] != one.strength[b]:
            pairs += 1
            for at, constant in enumerate(CONSTANTS):
                ahead = discs_a - discs_b + constant * (more_a - more_b)
                is_right = (ahead > 0) == (one.strength[a] > one.strength[b])
                right[at] += is_right if ahead else 0.5
    return pairs, right


def shares(events: list[Played], samples: int) -> tuple[int, list[tuple[Interval, Interval]]]:
    """Return how many pairs there are and, of each constant, the share and how far it is behind."""
    told = [counted(one) for one in events]
    pairs = np.array([count for count, _ in told], float)
    right = np.array([values for _, values in told])
    share = 100 * right.sum(0) / pairs.sum()
    drawn = np.random.default_rng(1).multinomial(len(told), [1 / len(told)] * len(told), samples)
    again = 100 * (drawn @ right) / (drawn @ pairs)[:, None]
    alone = np.quantile(again, [0.025, 0.975], axis=0)
    # each constant against each: whichever turns out to be the best, its bounds hold
    apart = share[:, None] - share
    moved = again[:, :, None] - again[:, None, :] - apart
    spread = moved.std(0)
    largest = np.abs(moved / np.where(spread > 0, spread, np.inf)).max((1, 2))
    behind, reach = apart[share.argmax()], np.quantile(largest, 0.95) * spread[share.argmax()]
    bounds = zip(share, *alone, behind, behind - reach, behind + reach, strict=True)
    found = [[float(value) for value in of_one] for of_one in bounds]
    return int(pairs.sum()), [(Interval(*of[:3]), Interval(*of[3:])) for of in found]


def groups(events: list[Played]) -> Iterator[tuple[str, list[Played]]]:
    """Yield all events, and parts of them by the deviation of the strengths and by rounds."""
    yield "all", events
    by_spread = sorted(events, key=lambda one: one.spread)
    parts = {"narrowest tenth": (0, 3), "narrow third": (0, 10), "middle third": (10, 20),
             "wide third": (20, 30), "widest tenth": (27, 30)}  # fmt: skip
    for name, (start, end) in parts.items():
        part = by_spread[start * len(events) // 30 : end * len(events) // 30]
        yield f"{name} ({part[0].spread:.0f} to {part[-1].spread:.0f})", part
    for rounds in (5, 6, 7):
        yield f"{rounds} rounds", [one for one in events if one.rounds == rounds]
    yield "8 or more rounds", [one for one in events if one.rounds >= 8]


def main() -> None:
    """Print the table, and write it and its picture where they are wanted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=int, default=2000)
    parser.add_argument("--into", type=Path)
    args = parser.parse_args()
    why = Counter[str]()
    files = sorted(path for path in args.folder.rglob("*") if path.suffix.lower() == ".elo")
    events = [played(path, why) for path in files]
    give_strengths(events)
    fewest = [max(FEWEST_PLAYERS, MOSTLY * len(one.lines)) for one in events]
    known = [one for one, few in zip(events, fewest, strict=True) if len(one.strength) >= few]
    print(f"{len(files)} files, {sum(len(one.games) for one in events)} games: {dict(why)}")
    rows, charts = ["group,events,pairs,C,right,low,high,behind,behind_low,behind_high"], []
    for name, part in groups(known):
        pairs, told = shares(part, args.samples)
        for constant, found in zip(CONSTANTS, told, strict=True):
            figures = (f"{value:.2f}" for interval in found for value in interval)
            rows.append(",".join([name, str(len(part)), str(pairs), str(constant), *figures]))
        lines = [(f"C = {at}", found[1]) for at, found in zip(CONSTANTS, told, strict=True)]
        charts.append((f"{name}: points behind the best", lines))
    print(*rows, sep="\n")
    if args.into:
        (args.into / "bq-archive.csv").write_text("\n".join([*rows, ""]), "utf-8")
        picture = stacked("Brightwell's constant in real events", charts[:6])
        (args.into / "bq-archive.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
