"""A table of everybody against everybody: cell (i, j) and cell (j, i) tell of the same games."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.event import Event, Match, Side, Status
from xltie.event import faults as faults_of
from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.cross_cells import (
    Worth,
    alike,
    meanings_of,
    plain,
    sequence_of,
    two_meanings,
)
from xltie.sheets.any_table.cross_proof import results_of, status_of
from xltie.sheets.any_table.points import Fit, Tally, fit_points, printed_columns
from xltie.sheets.any_table.reading import MOST_FAULTS, Reading
from xltie.sheets.any_table.roster import Player, Roster, contestants_of, left_out, roster_of
from xltie.sheets.any_table.taken import of_matrix
from xltie.sheets.tables import NONE, ONE, SELF_MARKS, Score, score_of

_LEAST = 3


def read_matrix(table: Table) -> Optional[Reading]:
    """Return a table as a matrix of games; None where no block of it is one."""
    best: Optional[Reading] = None
    for square in _squares(table):
        reading = _Matrix(table, square).read()
        if best is None or _rank(reading) > _rank(best):
            best = reading
    return best


def _rank(reading: Reading) -> Tuple[bool, Fraction, int]:
    return reading.event is not None, reading.evidence, -len(reading.faults)


class Square(NamedTuple):
    """The players in the order of their lines, and the column in which each stands as opponent."""

    roster: Roster
    columns: Dict[int, int]


def _squares(table: Table) -> Iterator[Square]:
    """Yield the ways in which columns could be the opponents of the lines."""
    width = len(table.headings)
    for roster in roster_of(table, [], width):
        size = len(roster.players)
        if size < _LEAST:
            continue
        by_name = _columns_of_names(table, roster)
        if by_name is not None:
            yield Square(roster, by_name)
        for start in range(1, width - size + 1):
            run = range(start, start + size)
            numbers = [table.headings[at].number for at in run]
            beyond = table.headings[run.stop].number if run.stop < width else None
            if beyond == size + 1:
                continue
            if numbers == list(range(1, size + 1)):
                by_number = {player.number: start + player.number - 1 for player in roster.players}
                in_range = all(0 < player.number <= size for player in roster.players)
                if in_range:
                    yield Square(roster, by_number)
                yield Square(_by_order(roster), dict(zip(range(1, size + 1), run)))
            elif roster.is_first and _is_unnamed(table, roster, run):
                yield Square(_by_order(roster), dict(zip(range(1, size + 1), run)))


def _by_order(roster: Roster) -> Roster:
    players = tuple(player._replace(number=at) for at, player in enumerate(roster.players, 1))
    return roster._replace(players=players)


def _is_unnamed(table: Table, roster: Roster, run: Sequence[int]) -> bool:
    """Tell whether columns whose headings say nothing have one mark for a player alone."""
    marks = {plain(table.lines[player.line].texts[at]) for player, at in zip(roster.players, run)}
    named = any(table.headings[at].meaning for at in run)
    return not named and len(marks) == 1 and next(iter(marks)).casefold() in SELF_MARKS


def _columns_of_names(table: Table, roster: Roster) -> Optional[Dict[int, int]]:
    """Return the columns that are headed by the players' names, or by what these begin with."""
    found: Dict[int, int] = {}
    for player in roster.players:
        name = normal(player.name)
        fitting = [
            at for at, heading in enumerate(table.headings)
            if heading.text and _is_short_for(heading.text, player.name, name)
        ]  # fmt: skip
        exact = [at for at in fitting if normal(table.headings[at].text) == name]
        if len(exact or fitting) != 1:
            return None
        found[player.number] = (exact or fitting)[0]
    return found if len(set(found.values())) == len(found) else None


def _is_short_for(heading: str, name: str, word: str) -> bool:
    short = normal(heading)
    if len(short) < 2 and heading.isascii():
        return False
    words = [normal(piece) for piece in re.split(r"[\s,]+", name)]
    letters = "".join(word[:1] for word in words)
    return word.startswith(short) or short in words or short == letters


class _Pair(NamedTuple):
    """The cells of two players: what stands in the line of the one, and of the other."""

    one: Player
    other: Player
    text: str
    back: str


class _Matrix:
    def __init__(self, table: Table, square: Square) -> None:
        self.table = table
        self.square = square
        self.faults: List[Fault] = []
        self.players = {player.number: player for player in square.roster.players}
        self.played: List[_Pair] = []
        self.has_signs = False  # + and - are won and lost, not forfeits beside numbers
        ordered = list(square.roster.players)
        self.pairs = [
            _Pair(one, other, self._cell(one, other), self._cell(other, one))
            for at, one in enumerate(ordered)
            for other in ordered[at + 1 :]
        ]

    def _cell(self, one: Player, other: Player) -> str:
        text = self.table.lines[one.line].texts[self.square.columns[other.number]]
        return plain(self.table.asked.single(text))

    def read(self) -> Reading:
        """Return the event in a square, or what speaks against it."""
        marks = {self._cell(player, player).casefold() for player in self.players.values()}
        if len(marks) != 1 or not marks <= SELF_MARKS:
            return Reading("matrix", NONE)
        mark = next(iter(marks))
        cells = {text for pair in self.pairs for text in (pair.text, pair.back)}
        self.has_signs = "+" in cells and not cells & {"1", "0", "½", "2"}
        self.played = [pair for pair in self.pairs if not self._is_empty(pair, mark)]
        nobodys = left_out(self.table, self.square.roster, sorted(self.square.columns.values()))
        if nobodys:
            return Reading("matrix", Fraction(3, 5), None, tuple(nobodys[:MOST_FAULTS]))
        ways = list(self._ways())
        readings = [self._under(how) for how in ways]
        good = [reading for reading in readings if reading.event is not None]
        if good:
            same = all(
                results_of(reading.event) == results_of(good[0].event) for reading in good[1:]
            )
            return good[0] if same else self._two_ways([way for way in ways if "meaning" in way])
        if not readings:
            return self._unread()
        best = min(readings, key=lambda own: len(own.faults))
        share = 1 - Fraction(min(len(best.faults), len(self.played)), max(len(self.played), 1))
        return Reading("matrix", share if self.played else NONE, None, best.faults[:MOST_FAULTS])

    def _is_empty(self, own: _Pair, mark: str) -> bool:
        """Tell whether two have not met: both cells are blank, or as blank as a dash."""
        if own.text == own.back == "-":
            return not self.has_signs
        blank = {"", "."} | ({mark} if mark in ("-", "--") else set())
        return own.text in blank and own.back in blank

    def _ways(self) -> Iterator[Dict[str, object]]:
        """Yield how all the cells can be read: as scores, as words, as runs, as sets of both."""
        cells = [text for game in self.played for text in (game.text, game.back)]
        if not cells:
            return
        both = [score_of(cell) for cell in cells]
        if all(value is not None and value.winner is not None for value in both) and any(
            ":" in cell or "-" in cell for cell in cells
        ):
            yield {"both": True}
            return
        if all(sequence_of(cell) is not None for cell in cells):
            yield {"runs": True}
            return
        for meaning in meanings_of(frozenset(cells), self.table.asked):
            yield {"meaning": meaning}
        if not any(True for _ in meanings_of(frozenset(cells))):
            known = [cell for cell in cells if sequence_of(cell) or meanings_of(frozenset({cell}))]
            if len(known) == len(cells):
                yield {"runs": True}

    def _unread(self) -> Reading:
        """Name the cells that are like no others, and games of which one cell says nothing."""
        halves = [game for game in self.played if not (game.text and game.back)]
        if halves and all(meanings_of(frozenset({half.text or half.back})) for half in halves):
            for half in halves:
                self._contradiction(half)
            return Reading("matrix", Fraction(2, 3), None, tuple(self.faults[:MOST_FAULTS]))
        cells = [text for game in self.played for text in (game.text, game.back)]
        odd = [
            (one, other) for game in self.played
            for one, other, text in (
                (game.one, game.other, game.text), (game.other, game.one, game.back),
            )
            if not meanings_of(frozenset({text})) and score_of(text) is None
            and sequence_of(text) is None
        ]  # fmt: skip
        share = 1 - Fraction(len(odd), max(len(cells), 1))
        if not odd or share * 3 < 2:
            return Reading("matrix", NONE)
        for one, other in odd:
            self._fault(one, other)
        return Reading("matrix", share, None, tuple(self.faults[:MOST_FAULTS]))

    def _two_ways(self, ways: Sequence[Dict[str, object]]) -> Reading:
        own = self.played[0]
        said = two_meanings([how["meaning"] for how in ways])  # type: ignore[misc]
        return Reading("matrix", ONE, None, (Fault(said, self._place(own.one, own.other)),))

    def _place(self, one: Player, other: Player) -> Place:
        return self.table.place(self.table.lines[one.line], self.square.columns[other.number])

    def _fault(self, one: Player, other: Player) -> None:
        said = say("{text!r} says no result that is known", text=self._cell(one, other))
        self.faults.append(Fault(said, self._place(one, other)))

    def _contradiction(self, own: _Pair) -> None:
        said = say(
            "{text!r} contradicts {other!r} in {cell}",
            text=own.text,
            other=own.back,
            cell=self._place(own.other, own.one).cell,
        )
        self.faults.append(Fault(said, self._place(own.one, own.other)))

    # -- under one way of reading --------------------------------------------------------------

    def _under(self, how: Dict[str, object]) -> Reading:
        self.faults = []
        tallies = {number: Tally() for number in self.players}
        games: List[Tuple[_Pair, Worth, Worth, Optional[int]]] = []
        for game in self.played:
            for mine, theirs in self._worths(game, how):
                games.append((game, mine, theirs, None))
        usual = self._usual([(mine, theirs) for _, mine, theirs, _ in games])
        read: List[Tuple[_Pair, Worth, Worth, Optional[int]]] = []
        for game, mine, theirs, _ in games:
            outcome = self._outcome(game, mine, theirs, usual)
            tallies[game.one.number].add(mine, outcome)
            tallies[game.other.number].add(theirs, None if outcome is None else -outcome)
            read.append((game, mine, theirs, outcome))
        if self.faults:
            return Reading("matrix", ONE, None, tuple(self.faults))
        fit = fit_points(self.table, self.players, tallies, usual)
        byes: Dict[int, int] = {}
        if fit.faults:
            byes = self._byes(tallies)
            fitted = fit_points(self.table, self.players, tallies, usual)
            if not byes or fitted.faults:
                return Reading("matrix", ONE, None, tuple(fit.faults))
            fit = fitted
        event = self._event(read, fit, byes)
        found = tuple(faults_of(event))
        if found:
            return Reading("matrix", ONE, None, found)
        printed = printed_columns(self.table, self.square.roster.players)
        taken = of_matrix(len(self.players), fit.scoring)
        return Reading("matrix", ONE, event, (), self._noted(byes), printed=printed, taken=taken)

    def _byes(self, tallies: Dict[int, Tally]) -> Dict[int, int]:
        """Return how many rounds of each player are not in the table, and count them as byes.

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
                tallies[number].alone(None)
        return missed

    def _noted(self, byes: Dict[int, int]) -> Tuple[Fault, ...]:
        if not byes:
            return ()
        player = self.players[min(byes)]
        said = say("the points that are printed say that rounds not in the table were byes")
        return (Fault(said, self._place(player, player)),)

    def _worths(self, own: _Pair, how: Dict[str, object]) -> Iterator[Tuple[Worth, Worth]]:
        meaning = how.get("meaning")
        if how.get("both"):
            mine, theirs = score_of(own.text), score_of(own.back)
            assert mine and theirs
            if (mine.left, mine.right) != (theirs.right, theirs.left):
                self._contradiction(own)
            yield _worth_of(mine), _worth_of(theirs)
        elif isinstance(meaning, dict):
            if own.text not in meaning or own.back not in meaning:
                self._contradiction(own)
            else:
                yield meaning[own.text], meaning[own.back]
        else:
            mine_run, their_run = _run(own.text), _run(own.back)
            if not mine_run or not their_run or not alike(mine_run, their_run):
                self._contradiction(own)
                return
            for a, b in zip(mine_run, their_run):
                yield Worth(None, a), Worth(None, b)

    def _usual(self, both: Sequence[Tuple[Worth, Worth]]) -> Fraction:
        sums: Dict[Fraction, int] = {}
        for mine, theirs in both:
            if mine.value is not None and theirs.value is not None:
                total = mine.value + theirs.value
                sums[total] = sums.get(total, 0) + 1
        return max(sums, key=lambda own: sums[own]) if sums else ONE

    def _outcome(self, own: _Pair, mine: Worth, theirs: Worth, usual: Fraction) -> Optional[int]:
        if mine.value is not None and theirs.value is not None:
            if mine.value + theirs.value != usual:
                self._contradiction(own)
            return (mine.value > theirs.value) - (mine.value < theirs.value)
        if mine.outcome is None or theirs.outcome is None or mine.forfeit != theirs.forfeit:
            self._contradiction(own)
            return None
        if mine.outcome == theirs.outcome == -1 and mine.forfeit and theirs.forfeit:
            return None
        if mine.outcome != -theirs.outcome:
            self._contradiction(own)
        return mine.outcome

    def _event(
        self, games: Sequence[Tuple[_Pair, Worth, Worth, Optional[int]]], fit: Fit,
        byes: Dict[int, int],
    ) -> Event:  # fmt: skip
        turns: Dict[int, int] = {}
        matches = []
        for game, mine, theirs, outcome in games:
            number = 1 + max(turns.get(n, 0) for n in (game.one.number, game.other.number))
            turns[game.one.number] = turns[game.other.number] = number
            sides = []
            for player, other, worth, result in (
                (game.one, game.other, mine, outcome),
                (game.other, game.one, theirs, None if outcome is None else -outcome),
            ):
                status, ended = status_of(result, mine.forfeit or theirs.forfeit)
                place = self._place(player, other)
                sides.append(Side(player.id, status, ended, points=worth.value, place=place))
            matches.append(Match(number, sides[0], sides[1], place=sides[0].place))
        for who, times in byes.items():
            player = self.players[who]
            for turn in range(turns[who] + 1, turns[who] + times + 1):
                bye = Side(player.id, Status.PAIRING_BYE, place=self._place(player, player))
                matches.append(Match(turn, bye, place=bye.place))
        return Event(
            format="" if byes else "round-robin",
            contestants=contestants_of(self.table, self.square.roster),
            matches=fit.scored(matches), scoring=fit.scoring, rounds_known=False,
        )  # fmt: skip


def _worth_of(score: Score) -> Worth:
    return Worth(score.winner, None, score.forfeit)


def _run(text: str) -> Tuple[Fraction, ...]:
    found = sequence_of(text)
    if found is not None:
        return found
    worth = {"+": ONE, "1": ONE, "-": NONE, "0": NONE, "½": ONE / 2, "=": ONE / 2}
    return (worth[text],) if text in worth else ()
