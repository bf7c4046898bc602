"""The proof of cross tables: every opponent names one back, with what complements the score.

A matrix is proved in the same way: its columns name the opponents, and each of its games stands in
two cells of a round of its own.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count, islice
from typing import Dict, FrozenSet, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.messages import Message, say
from xltie.event import Event, Match, Outcome, Side, Status
from xltie.event import faults as faults_of
from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.cross_cells import (
    Cell,
    Worth,
    meanings_of,
    seats_of,
    two_meanings,
)
from xltie.sheets.any_table.list_event import DISCS
from xltie.sheets.any_table.points import Fit, Tally, fit_points, printed_columns, unlike_points
from xltie.sheets.any_table.reading import MOST_FAULTS, Reading, of_cross_table, of_matrix
from xltie.sheets.any_table.roster import Player, contestants_of, left_out, numbers_of_two
from xltie.sheets.any_table.tried import Entry, Key, Tried, discs_of, marks_in
from xltie.sheets.tables import NONE, ONE, number_in

_UNPLAYED = Worth(None, None)
"""What a cell says of a game that has no result yet."""
_OUTCOME = {1: Outcome.WIN, 0: Outcome.DRAW, -1: Outcome.LOSS}


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

    def __init__(self, table: Table, tried: Tried, faults: Sequence[Fault] = ()) -> None:
        self.table = table
        self.tried = tried
        self.is_matrix = not tried.rounds
        self.shape = "matrix" if self.is_matrix else "cross table"
        self.players: Dict[int, Player] = {player.number: player for player in tried.roster.players}
        self.faults: List[Fault] = list(faults)
        self.nothing: List[Key] = []  # games that both lost, as printed points prove
        self.discs: Dict[Key, Fraction] = {}

    def read(self) -> Reading:
        """Return the event under the one meaning of the scores that fits, or the faults."""
        evidence = Fraction(self.tried.agreed, max(self.tried.games, 1))
        columns = [at for one_round in self.tried.rounds for at in one_round]
        self.faults.extend(left_out(self.table, self.tried.roster, columns, may_be_second=True))
        self.faults.extend(numbers_of_two(self.table, self.tried.roster))
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
            answers.append(self.under({**meaning, "": _UNPLAYED}))
        good = [answer for answer in answers if answer.event is not None]
        if len(good) == 1 or (
            good and len({str(results_of(reading.event)) for reading in good}) == 1
        ):
            return good[0]
        if good:
            key = next(iter(self.tried.entries))
            self.faults = [two_meanings(meanings_of(scores), self._place(key))]
        elif answers:
            return min(answers, key=lambda answer: len(answer.faults))
        else:
            self._unknown_scores(scores)
        return self._refused(evidence)

    def _refused(self, evidence: Fraction) -> Reading:
        return Reading(self.shape, evidence, None, tuple(self.faults[:MOST_FAULTS]))

    def _text(self, key: Key) -> str:
        return self.tried.entries[key].text if key in self.tried.entries else ""

    def _place(self, key: Key) -> Place:
        entry = self.tried.entries.get(key)
        column = self.tried.rounds[key[1]][0] if entry is None else entry.column
        return self.table.place(self.table.lines[self.players[key[0]].line], column)

    def _fault(self, key: Key, message: Message) -> None:
        self.faults.append(Fault(message, self._place(key)))

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
            if entry.cell.opponent not in self.players:
                said = say(
                    "{text!r}: there is no number {n}", text=entry.text, n=entry.cell.opponent
                )
                self._fault(key, said)
                continue
            back = self.tried.entries.get((entry.cell.opponent, key[1]))
            named_back = back.cell if back and back is not entry else None
            if named_back is None or named_back.opponent != key[0]:
                self._contradiction(key)

    # -- under one meaning of the scores -------------------------------------------------------

    def under(self, meaning: Mapping[str, Worth]) -> Reading:
        """Return what comes of one meaning of the scores."""
        tallies = {number: Tally() for number in self.players}
        sums = self._sums(meaning)
        usual = max(sums, key=lambda total: sums[total]) if sums else ONE
        letters = frozenset(
            entry.cell.colour
            for entry in self.tried.entries.values()
            if entry.cell and entry.cell.colour
        )
        marks = marks_in(self.tried, meaning)
        self.discs, uncounted = discs_of(self.table, self.tried)
        seats = seats_of(letters, self.table.asked.seats) if marks is None else {}
        for key in (*(marks or ()), *uncounted):
            self._contradiction(key)
        is_even = len(sums) <= 1 or self._are_shared_out(meaning)
        matches = self._matches(meaning, usual, seats, tallies)
        fit = fit_points(self.table, self.players, tallies, usual)
        missed = self._missed(tallies) if fit.faults and self.is_matrix else {}
        if missed:
            fit = fit_points(self.table, self.players, tallies, usual)
        if not (self.faults and self.is_matrix):
            self.faults.extend(fit.faults)
        if not fit.is_proved:
            for key in self.nothing:
                self._contradiction(key)
            self._blanks()
        if not is_even and not fit.is_proved and not self.faults:
            key = next(key for key, entry in self.tried.entries.items() if entry.cell is not None)
            self._fault(key, say("the two scores of a game do not add up to what the others do"))
        if self.faults:
            return self._refused(ONE)
        event = self._event([*matches, *self._byes(matches, missed)], fit, not missed)
        found = [*faults_of(event), *self._unlike_sums(event)]
        if found:
            return Reading(self.shape, ONE, None, tuple(found[:MOST_FAULTS]))
        roster = self.tried.roster
        printed = printed_columns(self.table, roster.players, bool(self.discs))
        rounds = len(self.tried.rounds)
        taken = (
            of_matrix(len(self.players), fit.scoring)
            if self.is_matrix
            else of_cross_table(self.table, rounds, roster.numbers, seats, fit.scoring)
        )
        notes = (*fit.notes, *self._noted(missed))
        return Reading(self.shape, ONE, event, (), notes, is_even, printed, taken)

    def _unlike_sums(self, event: Event) -> Iterator[Fault]:
        """Yield a fault for each sum, in the line below a player's, that the rounds do not give."""
        gained = {
            (side.who, match.round): event.scoring.points(side)
            for match in event.matches for side in match.sides
        }  # fmt: skip
        lines = {player.line for player in self.players.values()}
        for player in self.players.values():
            for below in self.table.lines[player.line + 1 : player.line + 2]:
                total = NONE
                for at, columns in enumerate(self.tried.rounds, 1):
                    total += gained.get((player.id, at), NONE)
                    text = below.texts[columns[0]]
                    if player.line + 1 not in lines and number_in(text) not in (None, total):
                        place = self.table.place(below, columns[0])
                        yield Fault(unlike_points(text, total), place)

    def _matches(
        self, meaning: Mapping[str, Worth], usual: Fraction, seats: Dict[str, str],
        tallies: Mapping[int, Tally],
    ) -> List[Match]:  # fmt: skip
        """Return the games, and the rounds without one, and count them for each player."""
        self.nothing = []
        matches: List[Match] = []
        turns: Dict[int, int] = {}
        for (who, at), entry in sorted(self.tried.entries.items(), key=lambda item: item[0][::-1]):
            if entry.alone is not None:
                matches.append(self._alone(who, at, entry, tallies[who]))
            elif entry.cell is not None and who < entry.cell.opponent:
                other = entry.cell.opponent
                back = self.tried.entries[other, at].cell
                assert back is not None
                both = (meaning[entry.cell.score], meaning[back.score])
                outcome = self._outcome((who, at), both, usual)
                tallies[who].add(both[0], outcome)
                tallies[other].add(both[1], None if outcome is None else -outcome)
                turn = 1 + max(turns.get(who, 0), turns.get(other, 0))
                turns[who] = turns[other] = turn if self.is_matrix else at + 1
                matches.append(
                    self._match((who, at), entry.cell, back, both, turns[who], outcome, seats)
                )
        return matches

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

    def _sums(self, meaning: Mapping[str, Worth]) -> Dict[Fraction, int]:
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

    def _are_shared_out(self, meaning: Mapping[str, Worth]) -> bool:
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

    def _outcome(self, key: Key, both: Tuple[Worth, Worth], usual: Fraction) -> Optional[int]:
        own, back = both
        if own == back == _UNPLAYED:
            return None
        if own.value is not None and back.value is not None:
            if own.value == back.value == 0 and not self.is_matrix:
                self.nothing.append(key)
                return None
            if own.value + back.value != usual and (usual == ONE or self.is_matrix):
                self._contradiction(key)
            return (own.value > back.value) - (own.value < back.value)
        if own.outcome is None or back.outcome is None:
            self._contradiction(key)
            return None
        if own.outcome == back.outcome == -1 and own.forfeit and back.forfeit:
            return None
        if own.forfeit != back.forfeit or own.outcome != -back.outcome:
            self._contradiction(key)
        return own.outcome

    def _contradiction(self, key: Key) -> None:
        cell = self.tried.entries[key].cell
        assert cell is not None
        back = (cell.opponent, key[1])
        said = say(
            "{text!r} contradicts {other!r} in {cell}",
            text=self._text(key),
            other=self._text(back),
            cell=self._place(back).cell,
        )
        self._fault(key, said)

    # -- rounds that a matrix has no cells for -------------------------------------------------

    def _missed(self, tallies: Mapping[int, Tally]) -> Dict[int, int]:
        """Return how many rounds of each player are not in a matrix, and count them as byes.

        Printed points that are more than the cells' may hold them: of everybody who misses a
        round or of nobody, and not more than one a round.
        """
        games = {number: sum(tally.counts.values()) for number, tally in tallies.items()}
        rounds = max(games.values())
        missed = {number: rounds - played for number, played in games.items() if played < rounds}
        if sum(missed.values()) > rounds:
            return {}
        for number, times in missed.items():
            for _ in range(times):
                tallies[number].byes.append(Status.PAIRING_BYE)
        return missed

    def _byes(self, matches: Sequence[Match], missed: Mapping[int, int]) -> Iterator[Match]:
        """Yield the byes, in the first rounds in which somebody plays no game.

        A bye behind the last game would only be announced, and count for nothing, in an event whose
        rounds are known; nobody misses more rounds than somebody else has games.
        """
        for number, times in missed.items():
            who = self.players[number].id
            played = {match.round for match in matches if who in (side.who for side in match.sides)}
            for turn in islice((turn for turn in count(1) if turn not in played), times):
                bye = Side(who, Status.PAIRING_BYE, place=self._place_of(number))
                yield Match(turn, bye, place=bye.place)

    def _noted(self, missed: Mapping[int, int]) -> Tuple[Fault, ...]:
        if not missed:
            return ()
        said = say("the points that are printed say that rounds not in the table were byes")
        return (Fault(said, self._place_of(min(missed))),)

    def _place_of(self, number: int) -> Place:
        """Return the place of a player's name."""
        line = self.table.lines[self.players[number].line]
        return self.table.place(line, self.tried.roster.name_column)

    # -- the event -----------------------------------------------------------------------------

    def _alone(self, who: int, at: int, own: Entry, tally: Tally) -> Match:
        assert own.alone is not None
        tally.byes.append(own.alone)
        place = self._place((who, at))
        return Match(at + 1, Side(self.players[who].id, own.alone, place=place), place=place)

    def _match(
        self, key: Key, own: Cell, back: Cell, both: Tuple[Worth, Worth], turn: int,
        outcome: Optional[int], seats: Dict[str, str],
    ) -> Match:  # fmt: skip
        keys = (key, (own.opponent, key[1]))
        is_forfeit = any(worth.forfeit for worth in both) or own.forfeit or back.forfeit
        mine, theirs = seats.get(own.colour, ""), seats.get(back.colour, "")
        if mine == theirs:
            mine = theirs = ""
        if mine and not back.colour:
            theirs = "black" if mine == "white" else "white"
        sides = []
        results = (outcome, None if outcome is None else -outcome)
        for at, seat, result, worth in zip(keys, (mine, theirs), results, both):
            status, ended = _status_of(result, is_forfeit) if own.score else (Status.PENDING, None)
            sides.append(
                Side(self.players[at[0]].id, status, ended, seat=seat, place=self._place(at),
                     points=worth.value, tally=self.discs.get(at))
            )  # fmt: skip
        handicap = max(own.handicap, back.handicap)
        if sides[1].seat == "white":
            sides.reverse()
        return Match(turn, sides[0], sides[1], handicap=handicap, place=sides[0].place)

    def _event(self, matches: Sequence[Match], fit: Fit, is_whole: bool) -> Event:
        has_seats = any(side.seat for match in matches for side in match.sides)
        return Event(
            game="othello" if self.discs else "chess" if has_seats else "",
            format=("round-robin" if is_whole else "") if self.is_matrix else "swiss",
            contestants=contestants_of(self.table, self.tried.roster),
            matches=fit.scored(matches), scoring=fit.scoring, rounds_known=not self.is_matrix,
            tally_sum=DISCS if self.discs else None,
        )  # fmt: skip


def _status_of(outcome: Optional[int], is_forfeit: bool) -> Tuple[Status, Optional[Outcome]]:
    """Return what a side of a game did; without an outcome both lost by forfeit."""
    if outcome is None:
        return Status.FORFEIT_LOSS, None
    if is_forfeit and outcome:
        return (Status.FORFEIT_WIN if outcome > 0 else Status.FORFEIT_LOSS), None
    return Status.PLAYED, _OUTCOME[outcome]
