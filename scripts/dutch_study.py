"""Play events by the FIDE Dutch system and have bbpPairings pair every round once more.

    python scripts/dutch_study.py PROGRAM FOLDER            # until it is stopped
    python scripts/dutch_study.py PROGRAM FOLDER --rounds 100000 --jobs 2
    python scripts/dutch_study.py PROGRAM FOLDER --most 60  # without large fields, many more rounds
    python scripts/dutch_study.py PROGRAM FOLDER --table    # what has been found so far

PROGRAM is the executable of bbpPairings (https://github.com/BieremaBoyzProgramming/bbpPairings),
built where it will not be mistaken for a part of this project. Each event follows from its seed
alone. FOLDER keeps one line for each event in ``events.csv``, so that a study goes on where it
stopped, and the file of every event in which a pair, a colour or the bye differs.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from xltie.core.errors import InputError
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Scoring, Side, Status
from xltie.pairing.catalogue import system_named, wants_of
from xltie.pairing.systems import draw_round
from xltie.settings import Settings

FIRST_SEED = 20_260_000
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
    """A line of the study: an event, how many of its rounds were paired, and what came out."""

    seed: int
    players: int
    rounds: int
    settings: str
    paired: int
    refused: str
    differing: str
    own_seconds: float
    program_seconds: float


@dataclass
class Played:
    """One event: its settings and its results are drawn by its seed."""

    seed: int
    matches: list[Match] = field(default_factory=list)

    def __post_init__(self) -> None:
        lots = self.lots = random.Random(self.seed)
        self.players = round(6 * 50 ** (lots.random() ** 2))  # half of them have up to 16
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

    @property
    def settings(self) -> str:
        """The settings in words."""
        found = [self.scoring_name, f"{self.draws:.0%} draws", f"initial colour {self.colour}"]
        found += ["Baku"] if self.is_baku else []
        found += [f"{len(self.groups)} forbidden groups"] if self.groups else []
        for name in ("forfeits", "absences", "withdrawals", "late"):
            found += [f"{getattr(self, name):.0%} {name}"] if getattr(self, name) else []
        return "; ".join(found)

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
        """Return the event as it is now."""
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
            game="chess", rounds=self.rounds, scoring=self.scoring, matches=tuple(self.matches),
            contestants=tuple(contestants), settings=Settings.by_key(settings),
        )  # fmt: skip

    def play(self) -> int:
        """Play the event; return how many rounds could be paired."""
        system = system_named("fide-dutch")
        for number in range(1, self.rounds + 1):
            self.matches += self._absent(number)
            index = EventIndex(self.event())
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


def told(program: Path, folder: Path, seed: int) -> Told:
    """Play an event and have it checked; return its line, keep its file where they differ."""
    event = Played(seed)
    paired = event.play()
    refused = ""
    if paired < event.rounds:
        refused = "both" if _refuses(program, event.report()) else "only xltie"
        event.matches = [match for match in event.matches if match.round <= paired]
    text = event.report()
    start = time.perf_counter()
    out = _run(program, text, "-c") if paired else ""
    seconds = time.perf_counter() - start
    differing = [number for number, body in _DIFFERS.findall(out) if body.strip()]
    seen = len(_DIFFERS.findall(out))
    if seen != paired:
        differing.append(f"checked {seen}")
    if differing or refused == "only xltie":
        (folder / f"{seed}.trf").write_text(text, "utf-8")
        (folder / f"{seed}.txt").write_text(out, "utf-8")
    return Told(
        seed, event.players, event.rounds, event.settings, paired, refused, " ".join(differing),
        round(event.seconds, 4), round(seconds, 4),
    )  # fmt: skip


def _run(program: Path, text: str, *words: str) -> str:
    with tempfile.TemporaryDirectory() as made:
        file = Path(made) / "event.trf"
        file.write_text(text, "utf-8")
        command = [str(program), "--dutch", str(file), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout if not done.returncode else f"refused {done.returncode}\n{done.stderr}"


def _refuses(program: Path, text: str) -> bool:
    """Tell whether the program finds no pairing either: its exit code is 1 then."""
    return _run(program, text, "-p").startswith("refused 1")


def rows_of(folder: Path) -> list[Told]:
    """Return the lines that a study has so far."""
    path = folder / "events.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return [
        Told(int(r[0]), int(r[1]), int(r[2]), r[3], int(r[4]), r[5], r[6], float(r[7]), float(r[8]))
        for r in rows
        if len(r) == len(Told._fields)
    ]


def run(args: argparse.Namespace) -> None:
    """Go on with a study until it has as many rounds as were asked for."""
    known = rows_of(args.folder)
    done = {row.seed for row in known}
    rounds = sum(row.paired for row in known)
    seeds = (
        seed
        for seed in range(args.seed, sys.maxsize)
        if seed not in done and Played(seed).players <= args.most
    )
    path = args.folder / "events.csv"
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        if not known:
            writer.writerow(Told._fields)
        with ProcessPoolExecutor(args.jobs) as pool:
            while rounds < args.rounds:
                batch = list(islice(seeds, 8 * args.jobs))
                size = len(batch)
                lines = pool.map(told, [args.program] * size, [args.folder] * size, batch)
                for line in lines:
                    writer.writerow(line)
                    rounds += line.paired
                file.flush()


def print_table(rows: Sequence[Told]) -> None:
    """Print how many rounds were paired, by the number of players, and which of them differ."""
    print("| players | events | rounds | refused by both | differ | s a round | s bbpPairings |")
    print("|---|---|---|---|---|---|---|")
    limits = (6, 13, 26, 51, 101, 201, 301)
    groups = [(f"{a} to {b - 1}", [row for row in rows if a <= row.players < b])
              for a, b in pairwise(limits)]  # fmt: skip
    for name, group in [*groups, ("all", list(rows))]:
        rounds = sum(row.paired for row in group)
        differ = sum(len(row.differing.split()) for row in group)
        both = sum(row.refused == "both" for row in group)
        times = [sum(getattr(row, name) for row in group) / max(rounds, 1)
                 for name in ("own_seconds", "program_seconds")]  # fmt: skip
        print(f"| {name} | {len(group):,} | {rounds:,} | {both} | {differ} | "
              f"{times[0]:.4f} | {times[1]:.4f} |")  # fmt: skip
    if rows:
        print(f"\nseeds {min(r.seed for r in rows)} to {max(r.seed for r in rows)}")
    for row in rows:
        if row.differing or row.refused == "only xltie":
            print(row)


def main() -> int:
    """Run or go on with the study, or print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, help="the executable of bbpPairings")
    parser.add_argument("folder", type=Path, help="where the study is kept")
    parser.add_argument("--rounds", type=int, default=sys.maxsize, help="how many in all")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="the first seed")
    parser.add_argument("--most", type=int, default=300, help="pass over events of more players")
    parser.add_argument("--table", action="store_true", help="print what has been found so far")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    if not args.table:
        run(args)
    print_table(rows_of(args.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
