"""Play events by the FIDE Dutch system and have bbpPairings pair every round once more.

    python scripts/dutch_study.py PROGRAM FOLDER            # until it is stopped
    python scripts/dutch_study.py PROGRAM FOLDER --rounds 1000000 --jobs 2
    python scripts/dutch_study.py PROGRAM FOLDER --table    # what has been found so far

PROGRAM is the executable of bbpPairings (https://github.com/BieremaBoyzProgramming/bbpPairings),
built where it will not be mistaken for a part of this project. Each event follows from its seed
alone, and the program is run once for all rounds of an event. FOLDER keeps one line for each block
of seeds in ``blocks.jsonl``, so that a study goes on after the last whole block, and the file of
every event in which a pair, a colour or the bye differs.
"""

from __future__ import annotations

import argparse
import bisect
import json
import math
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from xltie.core.errors import InputError
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Scoring, Side, Status
from xltie.pairing.catalogue import system_named, wants_of
from xltie.pairing.systems import draw_round
from xltie.settings import Settings

FIRST_SEED = 20_500_000
BLOCK = 200
# Fields of 6 to 300 players, log-normal with a mean of 36. 7,219 open tournaments of 2013 had about
# 933,000 rated games (FIDE Development Commission, 2014): 129 each, 37 players in seven rounds.
FEWEST, MOST, MEDIAN, SPREAD = 6, 300, 24, 0.9
CLASSES = ("6 to 12", "13 to 25", "26 to 50", "51 to 100", "101 to 200", "201 to 300")
HALF = Fraction(1, 2)
ORDINARY = Scoring()
THREE = Scoring(Fraction(3), Fraction(1), Fraction(0), Fraction(3), Fraction(3), Fraction(1),
                forfeit_win=Fraction(3))  # fmt: skip
SCORINGS = (
    ("1-½-0", ORDINARY),
    ("1-½-0, bye ½", replace(ORDINARY, pairing_bye=HALF)),
    ("3-1-0", THREE),
    ("3-1-0, bye 1", replace(THREE, pairing_bye=Fraction(1))),
)
CODES = {Status.PAIRING_BYE: "U", Status.FULL_BYE: "F", Status.HALF_BYE: "H", Status.ZERO_BYE: "Z"}
MIRROR = {Outcome.WIN: Outcome.LOSS, Outcome.DRAW: Outcome.DRAW, Outcome.LOSS: Outcome.WIN}
_DIFFERS = re.compile(r"Round #(\d+)\n(.*?)(?=^\S*: Round #|\Z)", re.DOTALL | re.MULTILINE)


class Told(NamedTuple):
    """What came out of an event: how many rounds were paired, and which of them differ."""

    players: int
    paired: int
    refused: str
    differing: list[str]
    own_seconds: float
    program_seconds: float


@dataclass
class Played:
    """One event: its settings and its results are drawn by its seed."""

    seed: int
    most: int = MOST
    matches: list[Match] = field(default_factory=list)

    def __post_init__(self) -> None:
        lots = self.lots = random.Random(self.seed)
        self.players = 0
        while not FEWEST <= self.players <= self.most:
            self.players = round(MEDIAN * math.exp(lots.gauss(0, SPREAD)))
        most = self.players - 1 + self.players % 2
        self.rounds = lots.randint(3, min(most, 13 if lots.random() < 0.8 else 17))
        self.scoring_name, self.scoring = SCORINGS[lots.choice((0, 0, 0, 1, 2, 3))]
        self.draws = lots.choice((0.1, 0.3, 0.6))
        self.spread = lots.choice((0, 100, 400, 800))
        self.forfeits, self.absences = (lots.choice((0, 0, 0.02, 0.08)) for _ in range(2))
        self.withdrawals, self.late = (lots.choice((0, 0, 0.01, 0.04)) for _ in range(2))
        self.is_baku = self.scoring_name.startswith("1-½-0") and lots.random() < 0.2
        self.colour = lots.choice(("White", "Black"))
        self.groups = self._groups() if lots.random() < 0.2 else []
        self.first = [lots.randint(2, 3) if lots.random() < self.late else 1
                      for _ in range(self.players)]  # fmt: skip
        self.last = [self.rounds] * self.players
        ratings = sorted((lots.gauss(1900, self.spread) for _ in range(self.players)), reverse=True)
        self.ratings = [max(1, round(rating)) for rating in ratings]
        self.points = self._virtual_points()
        self.seconds = 0.0

    def _groups(self) -> list[list[int]]:
        size = max(2, self.players // 12)
        everybody = range(1, self.players + 1)
        return [sorted(self.lots.sample(everybody, size)) for _ in range(self.lots.randint(1, 4))]

    def _virtual_points(self) -> dict[int, list[Fraction]]:
        """Return the points of group GA, round by round (C.04.7, 1.2 to 1.4)."""
        if not self.is_baku:
            return {}
        accelerated = (self.rounds + 1) // 2
        full = (accelerated + 1) // 2
        points = [Fraction(1)] * full + [HALF] * (accelerated - full)
        return dict.fromkeys(range(1, 2 * ((self.players + 3) // 4) + 1), points)

    def event(self) -> Event:
        """Return the event before its first round."""
        settings = {"initial_colour": self.colour, "pairing_numbers": "id"}
        if self.groups:
            groups = ("-".join(map(str, group)) for group in self.groups)
            settings["pairing_pairs"] = ", ".join(groups)
        contestants = []
        for who, rating in enumerate(self.ratings, 1):
            virtual = " ".join(str(float(point)) for point in self.points.get(who, ()))
            more = (("Virtual points", virtual),) if virtual else ()
            contestants.append(Contestant(str(who), f"Player {who}", rating, more=more))
        return Event(
            game="chess", rounds=self.rounds, scoring=self.scoring,
            contestants=tuple(contestants), settings=Settings.by_key(settings),
        )  # fmt: skip

    def play(self) -> int:
        """Play the event; return how many rounds could be paired."""
        system = system_named("fide-dutch")
        before = self.event()
        for number in range(1, self.rounds + 1):
            self.matches += self._absent(number)
            index = EventIndex(replace(before, matches=tuple(self.matches)))
            start = time.process_time()
            try:
                drawn = draw_round(index, number, system, wants_of(index, number))
            except InputError:
                return number - 1
            finally:
                self.seconds += time.process_time() - start
            for board in drawn.boards:
                if board.second is None:
                    self.matches.append(Match(number, Side(board.first, Status.PAIRING_BYE)))
                else:
                    self.matches.append(self._game(number, board.first, board.second))
        return self.rounds

    def _absent(self, number: int) -> Iterator[Match]:
        for who in range(1, self.players + 1):
            if number > 1 and self.lots.random() < self.withdrawals:
                self.last[who - 1] = min(self.last[who - 1], number - 1)
            status = None
            if not self.first[who - 1] <= number <= self.last[who - 1]:
                status = Status.ZERO_BYE
            elif self.lots.random() < self.absences:
                status = self.lots.choice((Status.HALF_BYE, Status.ZERO_BYE, Status.FULL_BYE))
            if status:
                yield Match(number, Side(str(who), status))

    def _game(self, number: int, white: str, black: str) -> Match:
        if self.lots.random() < self.forfeits:
            sides = [Status.FORFEIT_WIN, Status.FORFEIT_LOSS]
            self.lots.shuffle(sides)
            if self.lots.random() < 0.1:
                sides = [Status.FORFEIT_LOSS] * 2
            return Match(number, Side(white, sides[0], seat="white"),
                         Side(black, sides[1], seat="black"))  # fmt: skip
        outcome = Outcome.DRAW
        if self.lots.random() >= self.draws:
            ahead = self.ratings[int(white) - 1] - self.ratings[int(black) - 1]
            is_won = self.lots.random() < 1 / (1 + 10 ** (-ahead / 400))
            outcome = Outcome.WIN if is_won else Outcome.LOSS
        return Match(number, Side(white, outcome=outcome, seat="white"),
                     Side(black, outcome=MIRROR[outcome], seat="black"))  # fmt: skip

    def report(self) -> str:
        """Return the event as a TRF, with the records that bbpPairings reads."""
        cells: dict[tuple[str, int], str] = {}
        points: Counter[str] = Counter()
        for match in self.matches:
            for side, other in match.facing:
                points[side.who] += self.scoring.points(side)  # type: ignore[assignment]
                opponent = other.who if other else "0000"
                cells[side.who, match.round] = f"{opponent:>4} {_sign(side)}"
        begun = max((match.round for match in self.matches), default=0)
        lines = [f"012 Event {self.seed}", f"142 {self.rounds}", f"152 {self.colour[0]}"]
        scoring = self.scoring
        lines += [f"BB{code} {float(worth):4.1f}" for code, worth in (
            ("W", scoring.win), ("D", scoring.draw), ("U", scoring.pairing_bye))]  # fmt: skip
        for number, rating in enumerate(self.ratings, 1):
            who = str(number)
            rounds = "".join(f"  {cells.get((who, at), ''):8}" for at in range(1, begun + 1))
            start = f"001 {who:>4}      {f'Player {who}':33} {rating:>4}".ljust(80)
            lines.append(f"{start}{float(points[who]):4.1f} {number:>4}{rounds}".rstrip())
        lines += [f"XXP {' '.join(map(str, group))}" for group in self.groups]
        lines += [f"XXA {who:>4} " + " ".join(f"{float(point):4.1f}" for point in virtual)
                  for who, virtual in self.points.items()]  # fmt: skip
        return "\n".join([*lines, ""])


def _sign(side: Side) -> str:
    if side.status in CODES:
        return f"- {CODES[side.status]}"
    colour = side.seat[:1]
    if side.status is Status.PLAYED:
        assert side.outcome is not None
        return f"{colour} " + {Outcome.WIN: "1", Outcome.DRAW: "=", Outcome.LOSS: "0"}[side.outcome]
    return f"{colour} " + ("+" if side.status is Status.FORFEIT_WIN else "-")


def told(program: Path, folder: Path, seed: int, most: int) -> Told:
    """Play an event and have it checked; return what came out, keep its file where they differ."""
    event = Played(seed, most)
    paired = event.play()
    refused = ""
    if paired < event.rounds:
        refused = "both" if _refuses(program, event.report()) else "only xltie"
        event.matches = [match for match in event.matches if match.round <= paired]
    text = event.report()
    before = os.times()
    out = _run(program, text, "-c") if paired else ""
    seconds = os.times().children_user - before.children_user
    found = _DIFFERS.findall(out)
    differing = [number for number, body in found if body.strip()]
    if len(found) != paired:
        differing.append(f"checked {len(found)}")
    if differing or refused == "only xltie":
        (folder / f"{seed}.trf").write_text(text, "utf-8")
        (folder / f"{seed}.txt").write_text(out, "utf-8")
    return Told(event.players, paired, refused, differing, event.seconds, seconds)


def _run(program: Path, text: str, *words: str) -> str:
    command = [str(program), "--dutch", "/dev/stdin", *words]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.stdout if not done.returncode else f"refused {done.returncode}\n{done.stderr}"


def _refuses(program: Path, text: str) -> bool:
    """Tell whether the program finds no pairing either: its exit code is 1 then."""
    return _run(program, text, "-p").startswith("refused 1")


def block(program: Path, folder: Path, most: int, first: int) -> dict[str, Any]:
    """Play the events of a block of seeds; return its line.

    ``sizes`` has for each class of fields the events, their rounds, the rounds refused by both
    and the seconds of either program; ``differ`` has the seeds with what differs in them.
    """
    sizes = {name: [0, 0, 0, 0.0, 0.0] for name in CLASSES}
    differ = {}
    for seed in range(first, first + BLOCK):
        one = told(program, folder, seed, most)
        name = CLASSES[bisect.bisect((12, 25, 50, 100, 200), one.players - 1)]
        row = (1, one.paired, one.refused == "both", one.own_seconds, one.program_seconds)
        sizes[name] = [round(old + new, 4) for old, new in zip(sizes[name], row)]
        if one.differing or one.refused == "only xltie":
            differ[str(seed)] = [*one.differing, one.refused]
    rounds = sum(int(row[1]) for row in sizes.values())
    return {"first": first, "rounds": rounds, "differ": differ, "sizes": sizes}


def blocks_of(folder: Path) -> list[dict[str, Any]]:
    """Return the lines that a study has so far; one that was cut off is left out."""
    path = folder / "blocks.jsonl"
    lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}\n")]


def run(args: argparse.Namespace) -> None:
    """Go on with a study until it has as many rounds as were asked for."""
    known = blocks_of(args.folder)
    done = {line["first"] for line in known}
    rounds = sum(line["rounds"] for line in known)
    firsts = (first for first in count(args.seed, BLOCK) if first not in done)
    with (
        (args.folder / "blocks.jsonl").open("a", encoding="utf-8") as file,
        ProcessPoolExecutor(args.jobs) as pool,
    ):
        while rounds < args.rounds:
            batch = list(islice(firsts, args.jobs))
            for line in pool.map(partial(block, args.program, args.folder, args.most), batch):
                file.write(json.dumps(line) + "\n")
                rounds += line["rounds"]
            file.flush()


def print_table(lines: Sequence[dict[str, Any]]) -> None:
    """Print how many rounds were paired, by the number of players, and which of them differ."""
    print("| players | events | rounds | refused by both | s a round | s bbpPairings |")
    print("|---|---|---|---|---|---|")
    rows = [[sum(column) for column in zip(*(line["sizes"][name] for line in lines))]
            for name in CLASSES]  # fmt: skip
    for name, row in zip([*CLASSES, "all"], [*rows, [sum(column) for column in zip(*rows)]]):
        events, rounds, refused, *seconds = row or [0] * 5
        times = " | ".join(f"{one / max(rounds, 1):.4f}" for one in seconds)
        print(f"| {name} | {events:,} | {rounds:,} | {refused} | {times} |")
    for line in lines:
        for seed, what in line["differ"].items():
            print(f"seed {seed} differs: {what}")
    if lines:
        firsts = sorted(line["first"] for line in lines)
        print(f"\n{len(lines)} blocks of {BLOCK} seeds, {firsts[0]} to {firsts[-1] + BLOCK - 1}")


def main() -> int:
    """Run or go on with the study, or print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, help="the executable of bbpPairings")
    parser.add_argument("folder", type=Path, help="where the study is kept")
    parser.add_argument("--rounds", type=int, default=sys.maxsize, help="how many in all")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="the first seed")
    parser.add_argument("--most", type=int, default=MOST, help="players of the largest field")
    parser.add_argument("--table", action="store_true", help="print what has been found so far")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    if not args.table:
        run(args)
    print_table(blocks_of(args.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
