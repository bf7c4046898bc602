"""A Swiss cross table: a line a player, a column a round, and every opponent names one back."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import Message, say
from xltie.event import Contestant, Event, Match, Outcome, Side, Status
from xltie.event import faults as faults_of
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.cross_cells import (
    PATTERNS,
    Alone,
    Cell,
    Worth,
    alone_in,
    cell_in,
    meanings_of,
    seats_of,
)
from xltie.sheets.any_table.headings import counted_through, normal
from xltie.sheets.any_table.points import Fit, Tally, fit_points
from xltie.sheets.any_table.reading import MOST_FAULTS, Reading
from xltie.sheets.any_table.results import HALF, NONE, ONE
from xltie.sheets.any_table.roster import Player, Roster, left_out, roster_of

_OUTCOME = {1: Outcome.WIN, 0: Outcome.DRAW, -1: Outcome.LOSS}


def read_cross_table(table: Table) -> Optional[Reading]:
    """Return a table as a Swiss cross table; None where no columns could be its rounds."""
    best: Optional[Reading] = None
    for rounds in _round_columns(table):
        reading = _read(table, rounds)
        if reading is not None and (best is None or _rank(reading) > _rank(best)):
            best = reading
    return best


def _rank(reading: Reading) -> Tuple[bool, Fraction]:
    return reading.event is not None, reading.evidence


def _round_columns(table: Table) -> List[Tuple[Tuple[int, ...], ...]]:
    """Return the columns of every round, as headings count them or as the cells look."""
    found: List[Tuple[Tuple[int, ...], ...]] = []
    for run in counted_through(table.headings):
        if table.headings[run[0]].meaning in ("tiebreak", "not result"):
            continue
        gaps = {b - a for a, b in zip(run, run[1:])}
        if len(gaps) > 1:
            continue
        wide = gaps.pop() if gaps else 1
        ends = _end_of(table, run[-1], wide)
        found.append(tuple(tuple(range(at, min(at + wide, ends))) for at in run))
        if not gaps and len(run) == 1 and ends - run[0] > 1:
            found.append((tuple(range(run[0], run[0] + 2)),))
    return found or [tuple((at,) for at in run) for run in _runs(table)]


def _runs(table: Table) -> List[List[int]]:
    """Return the runs of columns that look like rounds, where no headings count them."""
    runs: List[List[int]] = []
    for at in range(len(table.headings)):
        if _looks_like_round(table.column(at)):
            if runs and runs[-1][-1] == at - 1:
                runs[-1].append(at)
            else:
                runs.append([at])
    return runs


def _end_of(table: Table, last: int, wide: int) -> int:
    """Return the column behind the last round: of several a round, as far as they go."""
    end = last + 1
    while end < last + wide and end < len(table.headings):
        if table.headings[end].meaning in ("points", "tiebreak", "place"):
            break
        end += 1
    return end


def _looks_like_round(cells: Sequence[str]) -> bool:
    filled = [own for own in cells if own]
    sure = [own for own in filled if any(cell_in(own, order) for order in PATTERNS)]
    known = [own for own in filled if own in sure or alone_in(own) is not None]
    return len(sure) * 2 > len(filled) > 1 and len(known) * 10 >= len(filled) * 9


class _Entry(NamedTuple):
    """What a player's cell of a round says."""

    text: str
    column: int
    cell: Optional[Cell]
    alone: Optional[Alone]


class _Tried(NamedTuple):
    """A table in one order of its cells and with one meaning of its numbers."""

    agreed: int
    games: int
    roster: Roster
    entries: Dict[Tuple[int, int], _Entry]
    unread: List[Tuple[int, int]]


def _read(table: Table, rounds: Tuple[Tuple[int, ...], ...]) -> Optional[Reading]:
    texts = _texts(table, rounds)
    tried: List[_Tried] = []
    for roster in roster_of(table, texts, min(at for own in rounds for at in own)):
        orders = [own for own in PATTERNS if _fits(texts, own)]
        for order in orders:
            tried.append(_try(texts, rounds, roster, order))
        if not orders and roster.is_first:
            tried.extend(_by_names(texts, rounds, roster))
    tried = [own for own in tried if own.games]
    if not tried:
        return None
    most = max(own.agreed for own in tried)
    if most * 2 < max(own.games for own in tried):
        return None
    best = [own for own in tried if own.agreed == most]
    readings = [_Cross(table, rounds, own).read() for own in best]
    good = [own for own in readings if own.event is not None]
    if not good:
        return min(readings, key=lambda own: len(own.faults))
    faulty = [own for own in readings if own.event is None]
    if faulty and not all(own.is_even for own in good):
        return min(faulty, key=lambda own: len(own.faults))
    if any(_results(own.event) != _results(good[0].event) for own in good[1:]):
        said = say("the cells of the rounds can be read in two ways that both fit")
        place = table.grid.place(max(table.heading_row, 0), rounds[0][0])
        return Reading("cross table", ONE, None, (Fault(said, place),))
    return good[0]


def _results(event: Optional[Event]) -> List[Tuple[int, str, str, Optional[Outcome]]]:
    matches = event.matches if event else ()
    return sorted(
        (own.round, side.who, side.status.value, side.outcome and side.outcome.value)  # type: ignore[misc]
        for own in matches
        for side in own.sides
    )


def _texts(table: Table, rounds: Tuple[Tuple[int, ...], ...]) -> List[Tuple[str, ...]]:
    return [
        tuple(" ".join(filter(None, (line.texts[at] for at in own))) for own in rounds)
        for line in table.lines
    ]


def _fits(texts: Sequence[Sequence[str]], order: str) -> bool:
    """Tell whether most cells name an opponent in an order, and most others say nobody played."""
    filled = [own for line in texts for own in line if own and not alone_in(own)]
    games = [own for own in filled if cell_in(own, order) is not None]
    return bool(games) and len(games) * 10 >= len(filled) * 6


def _try(
    texts: Sequence[Sequence[str]], rounds: Tuple[Tuple[int, ...], ...], roster: Roster, order: str
) -> _Tried:
    entries: Dict[Tuple[int, int], _Entry] = {}
    unread: List[Tuple[int, int]] = []
    for player in roster.players:
        for at, text in enumerate(texts[player.line]):
            if not text:
                continue
            cell = cell_in(text, order)
            alone = None if cell and cell.opponent else alone_in(text)
            if cell is not None and not cell.opponent and alone is None:
                alone = None
            if cell is None and alone is None:
                unread.append((player.number, at))
            own = cell if cell and cell.opponent and (alone is None) else None
            entries[player.number, at] = _Entry(text, rounds[at][0], own, alone)
    return _tried(roster, entries, unread)


def _tried(
    roster: Roster, entries: Dict[Tuple[int, int], _Entry], unread: List[Tuple[int, int]]
) -> _Tried:
    games = agreed = 0
    for (who, at), own in entries.items():
        if own.cell is not None:
            games += 1
            back = entries.get((own.cell.opponent, at))
            agreed += bool(back and back.cell and back.cell.opponent == who)
    return _Tried(agreed, games, roster, entries, unread)


def _by_names(
    texts: Sequence[Sequence[str]], rounds: Tuple[Tuple[int, ...], ...], roster: Roster
) -> List[_Tried]:
    """Read cells that name the opponent: ``Kim win``, ``1 Kim``."""
    numbers = {normal(own.name): own.number for own in roster.players if own.name}
    found = []
    for name_first in (True, False):
        entries: Dict[Tuple[int, int], _Entry] = {}
        unread: List[Tuple[int, int]] = []
        for player in roster.players:
            for at, text in enumerate(texts[player.line]):
                if not text:
                    continue
                cell = _named(text, numbers, name_first)
                alone = None if cell else alone_in(text)
                if cell is None and alone is None:
                    unread.append((player.number, at))
                entries[player.number, at] = _Entry(text, rounds[at][0], cell, alone)
        found.append(_tried(roster, entries, unread))
    return found


def _named(text: str, numbers: Dict[str, int], name_first: bool) -> Optional[Cell]:
    pieces = re.split(r"[\s(),/:;]+(?=[^\s]*$)|[\s(),/:;]+$", text.rstrip(") "))
    whole = text.rstrip(") ")
    split = re.fullmatch(
        r"(?P<name>.+?)[\s(:;/]+(?P<s>\S{1,14})" if name_first else r"(?P<s>\S{1,14}?)[\s):;/]+(?P<name>.+)",
        whole,
    )
    if split is None or not pieces:
        return None
    number = numbers.get(normal(split["name"]))
    if number is None:
        return None
    return Cell(number, "", split["s"].replace("–", "-").replace("−", "-"), False, 0)


class _Cross:
    """A table whose opponents are known: what the scores mean, and whether all of it agrees."""

    def __init__(self, table: Table, rounds: Tuple[Tuple[int, ...], ...], tried: _Tried) -> None:
        self.table = table
        self.rounds = rounds
        self.tried = tried
        self.players: Dict[int, Player] = {own.number: own for own in tried.roster.players}
        self.faults: List[Fault] = left_out(
            table, tried.roster, [at for own in rounds for at in own], may_be_colours=True
        )
        self.nothing: List[Tuple[int, int]] = []  # games that both lost, as printed points prove

    def read(self) -> Reading:
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
            own.cell.score for own in self.tried.entries.values() if own.cell is not None
        )
        answers: List[Reading] = []
        for meaning in meanings_of(scores):
            self.faults = []
            answers.append(self._under(meaning))
        good = [own for own in answers if own.event is not None]
        if len(good) == 1 or (good and len({str(_results(own.event)) for own in good}) == 1):
            return good[0]
        if good:
            key = next(iter(self.tried.entries))
            said = say("{text!r} may mean two things that both fit", text=self._text(key))
            self.faults = [Fault(said, self._place(key))]
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

    def _place(self, key: Tuple[int, int]) -> object:
        return self.table.place(self._line(key[0]), self.rounds[key[1]][0])

    def _fault(self, key: Tuple[int, int], message: Message) -> None:
        self.faults.append(
            Fault(message, self.table.place(self._line(key[0]), self.rounds[key[1]][0]))
        )

    def _unknown_scores(self, scores: FrozenSet[str]) -> None:
        for key, own in self.tried.entries.items():
            if own.cell is not None and not meanings_of(frozenset({own.cell.score})):
                self._fault(key, say("{text!r} says no result that is known", text=own.text))
        if not self.faults:
            key = next(key for key, own in self.tried.entries.items() if own.cell is not None)
            self._fault(key, say("{text!r} says no result that is known", text=self._text(key)))

    def _reciprocity(self) -> None:
        for key, own in self.tried.entries.items():
            if own.cell is None:
                continue
            other = self.players.get(own.cell.opponent)
            if other is None:
                self._fault(
                    key,
                    say("{text!r}: there is no number {n}", text=own.text, n=own.cell.opponent),
                )
                continue
            back = self.tried.entries.get((own.cell.opponent, key[1]))
            if back is None or back.cell is None or back.cell.opponent != key[0]:
                place = self.table.place(self.table.lines[other.line], self.rounds[key[1]][0])
                said = say(
                    "{text!r} contradicts {other!r} in {cell}",
                    text=own.text,
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
            own.cell.colour for own in self.tried.entries.values() if own.cell and own.cell.colour
        )
        seats = seats_of(letters)
        is_even = len(sums) <= 1
        self.nothing = []
        for (who, at), own in sorted(self.tried.entries.items(), key=lambda item: item[0][::-1]):
            if own.alone is not None:
                matches.append(self._alone(who, at, own, tallies[who]))
            elif own.cell is not None and who < own.cell.opponent:
                back = self.tried.entries[own.cell.opponent, at].cell
                assert back is not None
                both = (meaning[own.cell.score], meaning[back.score])
                outcome = self._outcome(who, at, both, usual, is_even)
                tallies[who].add(both[0], outcome)
                tallies[own.cell.opponent].add(both[1], None if outcome is None else -outcome)
                matches.append(self._match(who, at, own.cell, back, both, outcome, seats))
        fit = fit_points(self.table, self.players, tallies, usual, is_even)
        self.faults.extend(fit.faults)
        if self.nothing and not fit.is_proved:
            for key in self.nothing:
                self._contradiction(*key)
        if not is_even and not fit.is_proved and not self.faults:
            key = next(key for key, own in self.tried.entries.items() if own.cell is not None)
            self._fault(key, say("the two scores of a game do not add up to what the others do"))
        if self.faults:
            return self._refused(ONE)
        event = self._event(matches, fit)
        found = faults_of(event)
        if found:
            return Reading("cross table", ONE, None, tuple(found[:MOST_FAULTS]))
        return Reading("cross table", ONE, event, (), tuple(fit.notes), is_even)

    def _sums(self, meaning: Dict[str, Worth]) -> Dict[Fraction, int]:
        found: Dict[Fraction, int] = {}
        for (who, at), own in self.tried.entries.items():
            if own.cell is None or who > own.cell.opponent:
                continue
            back = self.tried.entries[own.cell.opponent, at].cell
            values = [meaning[own.cell.score].value, back and meaning[back.score].value]
            if None not in values and any(values):
                total = (values[0] or NONE) + (values[1] or NONE)
                found[total] = found.get(total, 0) + 1
        return found

    def _outcome(
        self, who: int, at: int, both: Tuple[Worth, Worth], usual: Fraction, is_even: bool
    ) -> Optional[int]:
        own, back = both
        if own.value is not None and back.value is not None:
            if own.value == back.value == 0:
                self.nothing.append((who, at))
                return None
            if own.value + back.value != usual and usual == ONE:
                self._contradiction(who, at)
            return (own.value > back.value) - (own.value < back.value)
        if own.outcome is None or back.outcome is None:
            return self._half_forfeit(who, at, own, back)
        if own.forfeit != back.forfeit:
            self._contradiction(who, at)
        if own.outcome == back.outcome == -1 and own.forfeit:
            return None
        if own.outcome != -back.outcome:
            self._contradiction(who, at)
        return own.outcome

    def _half_forfeit(self, who: int, at: int, own: Worth, back: Worth) -> Optional[int]:
        """Read ``12w+`` beside ``0`` or ``1``: a sign on one side and a number on the other."""
        self._contradiction(who, at)
        return None

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

    def _alone(self, who: int, at: int, own: _Entry, tally: Tally) -> Match:
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
            status, ended = _status(result, is_forfeit)
            sides.append(
                Side(self.players[number].id, status, ended, seat=seat, place=place,
                     points=worth.value)
            )  # fmt: skip
        handicap = max(own.handicap, back.handicap)
        if sides[1].seat == "white":
            sides.reverse()
        return Match(at + 1, sides[0], sides[1], handicap=handicap, place=sides[0].place)

    def _event(self, matches: Sequence[Match], fit: Fit) -> Event:
        contestants = tuple(
            Contestant(
                own.id, own.name, rating=own.rating, place=self.table.place(
                    self.table.lines[own.line], self.tried.roster.name_column),
            )
            for own in self.players.values()
        )  # fmt: skip
        return Event(
            game="chess" if any(side.seat for own in matches for side in own.sides) else "",
            contestants=contestants, matches=fit.scored(matches), scoring=fit.scoring,
        )  # fmt: skip


def _status(outcome: Optional[int], is_forfeit: bool) -> Tuple[Status, Optional[Outcome]]:
    if outcome is None:
        return Status.FORFEIT_LOSS, None
    if is_forfeit and outcome:
        return (Status.FORFEIT_WIN if outcome > 0 else Status.FORFEIT_LOSS), None
    return Status.PLAYED, _OUTCOME[outcome]
