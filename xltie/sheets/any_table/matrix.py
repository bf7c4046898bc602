"""A table of everybody against everybody: cell (i, j) and cell (j, i) tell of the same games."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Dict, FrozenSet, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.plain_words import normal
from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.cross_cells import (
    COUNT,
    Cell,
    Worth,
    alike,
    meanings_of,
    plain,
    sequence_of,
    two_meanings,
)
from xltie.sheets.any_table.cross_proof import CrossProof, results_of
from xltie.sheets.any_table.reading import MOST_FAULTS, Reading
from xltie.sheets.any_table.roster import Player, Roster, left_out, roster_of
from xltie.sheets.any_table.tried import Entry, Key, Tried
from xltie.sheets.tables import HALF, NONE, ONE, score_of

_LEAST = 3
_MARKED = re.compile(rf"([○●◯〇△▲]|[勝負胜负승패무분和WDL])\s*({COUNT}|\d{{1,3}})")
"""A mark and what both counted, or the player alone: ``○3-1``, ``●24``."""
_SELF_MARK = re.compile(r"x{0,3}|x-x|[^\w½¼¾+=○◯△〇]*", re.IGNORECASE)
"""What stands where a line and a column of a matrix are of one player: no result."""


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
    return not named and len(marks) == 1 and bool(_SELF_MARK.fullmatch(next(iter(marks))))


def _columns_of_names(table: Table, roster: Roster) -> Optional[Dict[int, int]]:
    """Return the columns that are headed by the players' names, or by what these begin with."""
    found: Dict[int, int] = {}
    for player in roster.players:
        name = normal(player.name)
        fitting = [
            at for at, heading in enumerate(table.headings)
            if heading.text and is_short_for(heading.text, player.name, name)
        ]  # fmt: skip
        exact = [at for at in fitting if normal(table.headings[at].text) == name]
        if len(exact or fitting) != 1:
            return None
        found[player.number] = (exact or fitting)[0]
    return found if len(set(found.values())) == len(found) else None


def is_short_for(heading: str, name: str, word: str) -> bool:
    """Tell whether a heading is short for a name, whose normal form is ``word``."""
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


_SWAPPED = {"1": "0", "0": "1", "+": "-", "-": "+"}
_COUNTS = re.compile(r"(\d+)([:-])(\d+)")


def _completed(pairs: List[_Pair]) -> List[_Pair]:
    """Return pairs of which one cell each is blank, the same of all, with what the other says."""
    texts, backs = [pair.text for pair in pairs], [pair.back for pair in pairs]
    if all(texts) and not any(backs):
        return [pair._replace(back=_seen_from_other(pair.text)) for pair in pairs]
    if all(backs) and not any(texts):
        return [pair._replace(text=_seen_from_other(pair.back)) for pair in pairs]
    return pairs


def _seen_from_other(text: str) -> str:
    return _SWAPPED.get(text) or _COUNTS.sub(r"\3\2\1", text)


class _Way(NamedTuple):
    """The games of a matrix as its cells can be read, what they mean, and what contradicts it.

    ``marked`` are the marks of cells that say behind them what both counted: ``○3-1``.
    """

    games: List[_Pair]
    meaning: Mapping[str, Worth]
    faults: Sequence[Fault] = ()
    marked: Mapping[str, re.Match[str]] = {}


class _Matrix:
    def __init__(self, table: Table, square: Square) -> None:
        self.table = table
        self.square = square
        self.players = list(square.roster.players)
        self.played: List[_Pair] = []
        self.pairs = [
            _Pair(one, other, self._cell(one, other), self._cell(other, one))
            for at, one in enumerate(self.players)
            for other in self.players[at + 1 :]
        ]
        if table.columns_of("points"):  # they prove what only one cell says
            self.pairs = _completed(self.pairs)

    def _cell(self, one: Player, other: Player) -> str:
        text = self.table.lines[one.line].texts[self.square.columns[other.number]]
        return plain(self.table.asked.single(text))

    def read(self) -> Reading:
        """Return the event in a square, or what speaks against it."""
        marks = {self._cell(player, player).casefold() for player in self.players}
        if len(marks) != 1 or not _SELF_MARK.fullmatch(next(iter(marks))):
            return Reading("matrix", NONE)
        cells = {text for pair in self.pairs for text in (pair.text, pair.back)}
        # + and - are won and lost then, not forfeits beside numbers
        has_signs = "+" in cells and not cells & {"1", "0", "½", "2"}
        blank = {"", ".", *(marks & ({"--"} if has_signs else {"-", "--"}))}
        self.played = [
            pair for pair in self.pairs
            if not ({pair.text, pair.back} <= blank
                    or (pair.text == pair.back == "-" and not has_signs))
        ]  # fmt: skip
        nobodys = left_out(self.table, self.square.roster, sorted(self.square.columns.values()))
        if nobodys:
            return _refused(Fraction(3, 5), nobodys)
        ways = list(self._ways())
        readings = [self._proof(way).under(way.meaning) for way in ways]
        good = [reading for reading in readings if reading.event is not None]
        if good and all(
            results_of(reading.event) == results_of(good[0].event) for reading in good[1:]
        ):
            return good[0]
        if good:
            place = self._place(self.played[0])
            return _refused(ONE, [two_meanings([way.meaning for way in ways], place)])
        if not readings:
            return self._unread()
        best = min(readings, key=lambda reading: len(reading.faults))
        share = 1 - Fraction(min(len(best.faults), len(self.played)), len(self.played))
        return _refused(share, best.faults)

    def _proof(self, way: _Way) -> CrossProof:
        """Return the games of a way as a cross table in which each is a round of its own."""
        columns = self.square.columns
        entries: Dict[Key, Entry] = {}
        for at, game in enumerate(way.games):
            for who, other, text in (
                (game.one.number, game.other.number, game.text),
                (game.other.number, game.one.number, game.back),
            ):
                mark = way.marked.get(text)
                score, counted = (text, "") if mark is None else mark.groups()
                cell = Cell(other, "", score, False, 0, counted)
                entries[who, at] = Entry(text, columns[other], cell, None)
        tried = Tried(len(entries), len(entries), self.square.roster, entries, [])
        return CrossProof(self.table, tried, way.faults)

    def _ways(self) -> Iterator[_Way]:
        """Yield how all the cells can be read: as scores, as words, as runs, as sets of both."""
        cells = [text for game in self.played for text in (game.text, game.back)]
        if not cells:
            return
        scores = {cell: score_of(cell) for cell in cells}
        both = {cell: score for cell, score in scores.items() if score and score.winner is not None}
        if len(both) == len(scores) and any(":" in cell or "-" in cell for cell in cells):
            odd = [
                game for game in self.played
                if both[game.text][:2] != both[game.back][1::-1]
            ]  # fmt: skip
            worths = {
                cell: Worth(score.winner, None, score.forfeit) for cell, score in both.items()
            }
            yield _Way(self.played, worths, self._contradictions(odd))
            return
        marked = {cell: mark for cell in cells if (mark := _MARKED.fullmatch(cell))}
        if all(cell in marked for cell in cells):
            for meaning in meanings_of(frozenset(mark[1] for mark in marked.values())):
                yield _Way(self.played, meaning, (), marked)
            return
        meanings = meanings_of(frozenset(cells))
        if not all(sequence_of(cell) is not None for cell in cells):
            for meaning in meanings_of(frozenset(cells), self.table.asked):
                yield _Way(self.played, meaning)
            if meanings or not all(map(_run, cells)):
                return
        runs = {game: (_run(game.text), _run(game.back)) for game in self.played}
        odd = [game for game, (mine, theirs) in runs.items() if not alike(mine, theirs)]
        games = [
            game._replace(text=str(a), back=str(b))
            for game, (mine, theirs) in runs.items()
            for a, b in zip(mine, theirs)
        ]
        worth = {str(value): Worth(None, value) for value in (ONE, HALF, NONE)}
        yield _Way(games, worth, self._contradictions(odd))

    def _unread(self) -> Reading:
        """Name the cells that are like no others, and games of which one cell says nothing."""
        halves = [game for game in self.played if not (game.text and game.back)]
        if halves and all(meanings_of(frozenset({half.text or half.back})) for half in halves):
            return _refused(Fraction(2, 3), self._contradictions(halves))
        turned = (
            game._replace(one=game.other, other=game.one, text=game.back) for game in self.played
        )
        cells = [cell for both in zip(self.played, turned) for cell in both]
        usual = _most_that_are_read([cell.text for cell in cells])
        odd = [cell for cell in cells if cell.text not in usual]
        share = 1 - Fraction(len(odd), max(len(cells), 1))
        if not odd or share * 3 < 2:
            return Reading("matrix", NONE)
        faults = [
            Fault.say("{text!r} says no result that is known", self._place(cell), text=cell.text)
            for cell in odd
        ]
        return _refused(share, faults)

    def _place(self, own: _Pair) -> Place:
        line = self.table.lines[own.one.line]
        return self.table.place(line, self.square.columns[own.other.number])

    def _contradictions(self, games: Sequence[_Pair]) -> List[Fault]:
        return [
            Fault.say(
                "{text!r} contradicts {other!r} in {cell}",
                self._place(game),
                text=game.text,
                other=game.back,
                cell=self._place(game._replace(one=game.other, other=game.one)).cell,
            )
            for game in games
        ]


def _most_that_are_read(texts: Sequence[str]) -> FrozenSet[str]:
    """Return the commonest cells that say results in one notation: the others are unlike them."""
    common = [text for text, _ in Counter(texts).most_common()]
    for size in range(len(common), 0, -1):
        usual = frozenset(common[:size])
        if meanings_of(usual) or all(map(sequence_of, usual)) or None not in map(score_of, usual):
            return usual
    return frozenset()


def _refused(evidence: Fraction, faults: Sequence[Fault]) -> Reading:
    return Reading("matrix", evidence, None, tuple(faults[:MOST_FAULTS]))


def _run(text: str) -> Tuple[Fraction, ...]:
    """Return the games that a cell runs together, or the one that it holds; () for neither."""
    found = sequence_of(text)
    if found is not None:
        return found
    worth = {"+": ONE, "1": ONE, "-": NONE, "0": NONE, "½": HALF, "=": HALF}
    return (worth[text],) if text in worth else ()
