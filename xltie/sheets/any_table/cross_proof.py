"""The proof of a cross table: every opponent names one back, with what complements the score."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.messages import Message, say
from xltie.event import Event, Match, Outcome, Side, Status
from xltie.event import faults as faults_of
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.cross_cells import (
    Alone,
    Cell,
    Worth,
    meanings_of,
    seats_of,
    two_meanings,
)
from xltie.sheets.any_table.points import Fit, Tally, fit_points, printed_columns
from xltie.sheets.any_table.reading import MOST_FAULTS, Reading
from xltie.sheets.any_table.roster import Player, Roster, contestants_of, left_out
from xltie.sheets.any_table.taken import of_cross_table
from xltie.sheets.tables import HALF, NONE, ONE

_UNPLAYED = Worth(None, None)
"""What a cell says of a game that has no result yet."""
_OUTCOME = {1: Outcome.WIN, 0: Outcome.DRAW, -1: Outcome.LOSS}


class Entry(NamedTuple):
    """What a player's cell of a round says."""

    text: str
    column: int
    cell: Optional[Cell]
    alone: Optional[Alone]


class Tried(NamedTuple):
    """A table in one order of its cells and with one meaning of its numbers."""

    agreed: int
    games: int
    roster: Roster
    entries: Dict[Tuple[int, int], Entry]
    unread: List[Tuple[int, int]]


def results_of(event: Optional[Event]) -> List[Tuple[int, str, str, str, str]]:
    """Return who did what against whom in which round, by which readings are compared."""
    matches = event.matches if event else ()
    return sorted(
        (match.round, side.who, other.who if other else "", side.status.value,
         side.outcome.value if side.outcome else "")
        for match in matches
        for side, other in ((match.a, match.b), (match.b, match.a))
        if side
    )  # fmt: skip


class CrossProof:
    """A table whose opponents are known: what the scores mean, and whether all of it agrees."""

    def __init__(self, table: Table, rounds: Tuple[Tuple[int, ...], ...], tried: Tried) -> None:
        self.table = table
        self.rounds = rounds
        self.tried = tried
        self.players: Dict[int, Player] = {player.number: player for player in tried.roster.players}
        self.faults: List[Fault] = left_out(
            table,
            tried.roster,
            [at for one_round in rounds for at in one_round],
            may_be_colours=True,
        )
        self.nothing: List[Tuple[int, int]] = []  # games that both lost, as printed points prove

    def read(self) -> Reading:
        """Return the event under the one meaning of the scores that fits, or the faults."""
        evidence = Fraction(self.tried.agreed, max(self.tried.games, 1))
        for key in self.tried.unread:
            self._fault(
                key,
                say("{text!r} names no opponent and no result that is known", text=self._text(key)),
            )
        self._reciprocity()
        if self.faults:
            return self._refused(evidence)
        scores = frozenset(
            entry.cell.score
            for entry in self.tried.entries.values()
            if entry.cell is not None and entry.cell.score
        )
        answers: List[Reading] = []
        for meaning in meanings_of(scores, self.table.asked):
            self.faults = []
            answers.append(self._under({**meaning, "": _UNPLAYED}))
        good = [answer for answer in answers if answer.event is not None]
        if len(good) == 1 or (
            good and len({str(results_of(reading.event)) for reading in good}) == 1
        ):
            return good[0]
        if good:
            key = next(iter(self.tried.entries))
            self.faults = [Fault(two_meanings(meanings_of(scores)), self._place(key))]
        elif answers:
            return min(answers, key=lambda own: len(own.faults))
        else:
            self._unknown_scores(scores)
        return self._refused(evidence)

    def _refused(self, evidence: Fraction) -> Reading:
        return Reading("cross table", evidence, None, tuple(self.faults[:MOST_FAULTS]))

    def _text(self, key: Tuple[int, int]) -> str:
        return self.tried.entries[key].text

    def _line(self, number: int) -> Line:
        return self.table.lines[self.players[number].line]

    def _place(self, key: Tuple[int, int]) -> Place:
        return self.table.place(self._line(key[0]), self.rounds[key[1]][0])

    def _fault(self, key: Tuple[int, int], message: Message) -> None:
        self.faults.append(
            Fault(message, self.table.place(self._line(key[0]), self.rounds[key[1]][0]))
        )

    def _unknown_scores(self, scores: FrozenSet[str]) -> None:
        for key, entry in self.tried.entries.items():
            if entry.cell and entry.cell.score and not meanings_of(frozenset({entry.cell.score})):
                self._fault(key, say("{text!r} says no result that is known", text=entry.text))
        if not self.faults:
            key = next(key for key, entry in self.tried.entries.items() if entry.cell is not None)
            self._fault(key, say("{text!r} says no result that is known", text=self._text(key)))

    def _reciprocity(self) -> None:
        for key, entry in self.tried.entries.items():
            if entry.cell is None:
                continue
            other = self.players.get(entry.cell.opponent)
            if other is None:
                self._fault(
                    key,
                    say("{text!r}: there is no number {n}", text=entry.text, n=entry.cell.opponent),
                )
                continue
            back = self.tried.entries.get((entry.cell.opponent, key[1]))
            named_back = back.cell if back and back is not entry else None
            if named_back is None or named_back.opponent != key[0]:
                place = self.table.place(self.table.lines[other.line], self.rounds[key[1]][0])
                said = say(
                    "{text!r} contradicts {other!r} in {cell}",
                    text=entry.text,
                    other=back.text if back else "",
                    cell=place.cell,
                )
                self._fault(key, said)

    # -- under one meaning of the scores -------------------------------------------------------

    def _under(self, meaning: Dict[str, Worth]) -> Reading:
        tallies = {number: Tally() for number in self.players}
        matches: List[Match] = []
        sums = self._sums(meaning)
        usual = max(sums, key=lambda own: sums[own]) if sums else ONE
        letters = frozenset(
            entry.cell.colour
            for entry in self.tried.entries.values()
            if entry.cell and entry.cell.colour
        )
        seats = seats_of(letters, self.table.asked.seats)
        is_even = len(sums) <= 1 or self._are_shared_out(meaning)
        self.nothing = []
        for (who, at), entry in sorted(self.tried.entries.items(), key=lambda item: item[0][::-1]):
            if entry.alone is not None:
                matches.append(self._alone(who, at, entry, tallies[who]))
            elif entry.cell is not None and who < entry.cell.opponent:
                back = self.tried.entries[entry.cell.opponent, at].cell
                assert back is not None
                both = (meaning[entry.cell.score], meaning[back.score])
                outcome = self._outcome(who, at, both, usual)
                tallies[who].add(both[0], outcome)
                tallies[entry.cell.opponent].add(both[1], None if outcome is None else -outcome)
                matches.append(self._match(who, at, entry.cell, back, both, outcome, seats))
        fit = fit_points(self.table, self.players, tallies, usual)
        self.faults.extend(fit.faults)
        if self.nothing and not fit.is_proved:
            for key in self.nothing:
                self._contradiction(*key)
        if not fit.is_proved:
            self._blanks()
        if not is_even and not fit.is_proved and not self.faults:
            key = next(key for key, entry in self.tried.entries.items() if entry.cell is not None)
            self._fault(key, say("the two scores of a game do not add up to what the others do"))
        if self.faults:
            return self._refused(ONE)
        event = self._event(matches, fit)
        found = faults_of(event)
        if found:
            return Reading("cross table", ONE, None, tuple(found[:MOST_FAULTS]))
        roster = self.tried.roster
        printed = printed_columns(self.table, roster.players)
        taken = of_cross_table(self.table, len(self.rounds), roster.numbers, seats, fit.scoring)
        return Reading("cross table", ONE, event, (), tuple(fit.notes), is_even, printed, taken)

    def _blanks(self) -> None:
        """Refuse a blank between rounds where others say that they did not play: it may be lost."""
        if not any(entry.alone is not None for entry in self.tried.entries.values()):
            return
        for number in self.players:
            filled = [at for who, at in self.tried.entries if who == number]
            for at in range(max(filled, default=0)):
                if at not in filled:
                    said = say("{text!r} names no opponent and no result that is known", text="")
                    self._fault((number, at), said)

    def _sums(self, meaning: Dict[str, Worth]) -> Dict[Fraction, int]:
        found: Dict[Fraction, int] = {}
        for (who, at), entry in self.tried.entries.items():
            if entry.cell is None or who > entry.cell.opponent:
                continue
            back = self.tried.entries[entry.cell.opponent, at].cell
            values = [meaning[entry.cell.score].value, back and meaning[back.score].value]
            if None not in values and any(values):
                total = (values[0] or NONE) + (values[1] or NONE)
                found[total] = found.get(total, 0) + 1
        return found

    def _are_shared_out(self, meaning: Dict[str, Worth]) -> bool:
        """Tell whether every score has one that it always stands against: 3 and 0, 1½ and 1."""
        found: Dict[Fraction, List[Fraction]] = {}
        for (_, at), entry in self.tried.entries.items():
            back = entry.cell and self.tried.entries[entry.cell.opponent, at].cell
            if entry.cell is None or back is None:
                continue
            mine, theirs = meaning[entry.cell.score].value, meaning[back.score].value
            if mine is not None and theirs is not None:
                found.setdefault(mine, []).append(theirs)
        if any(len(set(against)) > 1 or len(against) < 2 for against in found.values()):
            return False
        falling = [found[place][0] for place in sorted(found)]
        return falling == sorted(falling, reverse=True)

    def _outcome(
        self, who: int, at: int, both: Tuple[Worth, Worth], usual: Fraction
    ) -> Optional[int]:
        own, back = both
        if own == back == _UNPLAYED:
            return None
        if own.value is not None and back.value is not None:
            if own.value == back.value == 0:
                self.nothing.append((who, at))
                return None
            if own.value + back.value != usual and usual == ONE:
                self._contradiction(who, at)
            return (own.value > back.value) - (own.value < back.value)
        if own.outcome is None or back.outcome is None:
            self._contradiction(who, at)
            return None
        if own.forfeit != back.forfeit:
            self._contradiction(who, at)
        if own.outcome == back.outcome == -1 and own.forfeit:
            return None
        if own.outcome != -back.outcome:
            self._contradiction(who, at)
        return own.outcome

    def _contradiction(self, who: int, at: int) -> None:
        own = self.tried.entries[who, at]
        assert own.cell is not None
        back = self.tried.entries[own.cell.opponent, at]
        said = say(
            "{text!r} contradicts {other!r} in {cell}",
            text=own.text,
            other=back.text,
            cell=self.table.place(self._line(own.cell.opponent), self.rounds[at][0]).cell,
        )
        self._fault((who, at), said)

    # -- the event -----------------------------------------------------------------------------

    def _alone(self, who: int, at: int, own: Entry, tally: Tally) -> Match:
        assert own.alone is not None
        points = own.alone.points
        tally.alone(points)
        if own.alone.is_absent:
            status = Status.ABSENT
        elif points is None:
            status = Status.PAIRING_BYE
        else:
            status = {ONE: Status.PAIRING_BYE, HALF: Status.HALF_BYE}.get(points, Status.ZERO_BYE)
        place = self.table.place(self._line(who), own.column)
        return Match(at + 1, Side(self.players[who].id, status, place=place), place=place)

    def _match(
        self, who: int, at: int, own: Cell, back: Cell, both: Tuple[Worth, Worth],
        outcome: Optional[int], seats: Dict[str, str],
    ) -> Match:  # fmt: skip
        other = own.opponent
        places = [self.table.place(self._line(n), self.rounds[at][0]) for n in (who, other)]
        is_forfeit = any(worth.forfeit for worth in both) or own.forfeit or back.forfeit
        mine, theirs = seats.get(own.colour, ""), seats.get(back.colour, "")
        if mine == theirs:
            mine = theirs = ""
        if mine and not back.colour:
            theirs = "black" if mine == "white" else "white"
        sides = []
        for number, seat, result, worth, place in (
            (who, mine, outcome, both[0], places[0]),
            (other, theirs, None if outcome is None else -outcome, both[1], places[1]),
        ):
            status, ended = status_of(result, is_forfeit) if own.score else (Status.PENDING, None)
            sides.append(
                Side(self.players[number].id, status, ended, seat=seat, place=place,
                     points=worth.value)
            )  # fmt: skip
        handicap = max(own.handicap, back.handicap)
        if sides[1].seat == "white":
            sides.reverse()
        return Match(at + 1, sides[0], sides[1], handicap=handicap, place=sides[0].place)

    def _event(self, matches: Sequence[Match], fit: Fit) -> Event:
        return Event(
            game="chess" if any(side.seat for match in matches for side in match.sides) else "",
            contestants=contestants_of(self.table, self.tried.roster),
            matches=fit.scored(matches), scoring=fit.scoring,
        )  # fmt: skip


def status_of(outcome: Optional[int], is_forfeit: bool) -> Tuple[Status, Optional[Outcome]]:
    """Return what a side of a game did; without an outcome both lost by forfeit."""
    if outcome is None:
        return Status.FORFEIT_LOSS, None
    if is_forfeit and outcome:
        return (Status.FORFEIT_WIN if outcome > 0 else Status.FORFEIT_LOSS), None
    return Status.PLAYED, _OUTCOME[outcome]
