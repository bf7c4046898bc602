"""How far each list of criteria rewards the "submarine": losing early on purpose.

``python3 scripts/submarine_study.py [EVENTS] [PLAYERS] [ROUNDS]`` plays events of Othello twice
with the same lots: once as they are, and once so that one player, of the upper quarter of the
field, loses the first two rounds 31 to 33 on purpose. Printed is for each list how many places
that gains on average, and how often the player stands higher for it. Of those events in which the
player ends with the same points both times, only the tie-break tells the two apart: there the mean
difference in places is what the list itself gives (above 0) or takes (below 0).
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import mean, stdev

from xltie.batch.study.models import Boards, Ending, Model
from xltie.batch.study.plan import FieldKind, read_study
from xltie.batch.study.play import played
from xltie.event import Event, EventIndex, Outcome
from xltie.ranking import parse_criteria, rank

STUDY = Path(__file__).resolve().parent.parent / "studies" / "brightwell-or-buchholz.toml"
SUNK_ROUNDS = 2
LISTS = (
    "points, DISCS",
    "points, BQ(c=even)",
    "points, BQ(c=wof)",
    "points, BH, DISCS",
    "points, SB",
    "points, PROGRESSIVE",
)


@dataclass
class Sinking:
    """A model in which the player of one strength loses the first games, as narrowly as can be."""

    model: Model
    strength: float
    left: int = SUNK_ROUNDS

    def play(self, first: float, second: float, lots: Random) -> Ending:
        """Return how a game ends; the lots are used up in any case, so that others stay alike."""
        ending = self.model.play(first, second, lots)
        if self.strength not in (first, second) or not self.left:
            return ending
        self.left -= 1
        lost, won = Fraction(31), Fraction(33)
        if first == self.strength:
            return Ending(Outcome.LOSS, (lost, won))
        return Ending(Outcome.WIN, (won, lost))


def main(arguments: list[str]) -> int:
    """Play the events and print a line for every list."""
    events, players, rounds = (*map(int, arguments), *(300, 32, 7)[len(arguments) :])
    study = replace(read_study(STUDY), seed="submarine")
    model = study.model
    assert not isinstance(model, Boards)  # Othello has games
    field = FieldKind(players, rounds, 250.0)
    gains: dict[str, list[tuple[float, bool]]] = {text: [] for text in LISTS}
    for number in range(events):
        plain, truth = played(study, field, number)
        who = sorted(truth, key=lambda one: -truth[one])[players // 4]
        sunk = played(replace(study, model=Sinking(model, truth[who])), field, number)[0]
        level = EventIndex(plain).score(who) == EventIndex(sunk).score(who)
        for text in LISTS:
            gains[text].append((_place(plain, text, who) - _place(sunk, text, who), level))
    print(f"{events} events of {players} players, {rounds} rounds; {SUNK_ROUNDS} rounds lost")
    for text, found in gains.items():
        every, level_only = [more for more, _ in found], [more for more, same in found if same]
        print(
            f"{text:<22} places {_said(every)}; higher in {sum(g > 0 for g in every) / events:.1%};"
            f" with the same points ({len(level_only)}) {_said(level_only)}"
        )
    return 0


def _place(event: Event, text: str, who: str) -> float:
    """Return a player's place; of those who share one, the middle."""
    standings = rank(EventIndex(event), parse_criteria(text, event=event))
    place = standings.line(who).place
    return place + (sum(line.place == place for line in standings.lines) - 1) / 2


def _said(figures: list[float]) -> str:
    if len(figures) < 2:
        return "-"
    bound = 1.96 * stdev(figures) / math.sqrt(len(figures))
    return f"{mean(figures):+.2f} ({mean(figures) - bound:+.2f} to {mean(figures) + bound:+.2f})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
