"""From the Rounds table to matches: a row that says something becomes a match or a fault."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Set, Tuple

from xltie.core.cells import Grid, Scalar, is_blank, number_of, text_of
from xltie.core.errors import Fault, InputError, Place
from xltie.core.messages import say
from xltie.event import Id, Match, Side, Status
from xltie.sheets.read.lines import LineReader
from xltie.sheets.tables import (
    KNOWN_ALONE,
    KNOWN_RESULTS,
    NO_RESULTS,
    PENDING,
    WON,
    GameRow,
    Header,
    Seated,
    both_of,
    doubled,
    game_of,
    games_header,
    is_bye,
    is_withdrawal,
    not_known,
    read_alone,
    read_game,
    read_without_opponent,
    seat_of,
    sides_of,
)

Layout = Tuple[object, ...]
"""Where a table stands and what its columns are."""
Lines = Dict[int, Tuple[Tuple[Scalar, ...], Match]]
"""The cells of lines and the games that they say, by the number of the line."""
_MOST_TABLES = 4
_before: Dict[Layout, Lines] = {}


def lines_before(layout: Layout) -> Lines:
    """Return what the lines of a table said when it was read last."""
    return _before.get(layout, {})


def keep_lines(layout: Layout, lines: Lines) -> None:
    """Keep what the lines of a table say, until it is read again."""
    _before.pop(layout, None)
    _before[layout] = lines
    while len(_before) > _MOST_TABLES:
        del _before[next(iter(_before))]


class Games(NamedTuple):
    """What a games table says. ``withdrawn`` gives the last round before each withdrawal.

    ``counts`` heads the first column of counts, such as discs, ``rounds`` that of the rounds; None
    where there is none.
    """

    matches: Tuple[Match, ...]
    faults: Tuple[Fault, ...]
    withdrawn: Dict[Id, int]
    rounds_known: bool
    has_discs: bool
    counts: Optional[int] = None
    rounds: Optional[int] = None


def read_games(grid: Grid) -> Games:
    """Read a games table with its header row; whole columns and blank rows are welcome.

    Raises:
        InputError: no row holds the headers that are needed.
    """
    header = games_header(grid)
    if header is None:
        raise InputError.say(
            "there is no header row here; the games need the columns Round, Black and White "
            "(or Player 1 and Player 2), with the header row inside the range",
            grid.place(0, 0),
        )
    return _Reader(grid, header).read()


class _Reader(LineReader):
    def __init__(self, grid: Grid, header: Header) -> None:
        super().__init__(grid, header)
        self.games_of: Dict[Id, int] = {}
        self.alone: Set[Place] = set()
        columns = header.columns
        self.left, self.right = sides_of(header)
        self.has_numbers = f"{self.left} no" in columns
        self._refuse_unnamed_score()
        self._refuse_without_results()
        self.rounds_known = "round" in columns
        self.has_discs = any(
            any(word in text.lower() for word in ("disc", "disk", "돌", "фиш"))
            for text in header.texts
        )

    def _refuse_unnamed_score(self) -> None:
        """Refuse the scores of one side where nothing says which: two are those of both."""
        columns, unnamed = self.header.columns, self.header.unnamed_scores
        if not unnamed or "result" in columns or any(name.endswith("score") for name in columns):
            return
        raise InputError.say(
            "one column {text!r} does not say whose it is; name the columns of both players, "
            "such as Black score and White score",
            self.grid.place(self.header.row, unnamed[0]),
            text=self.header.texts[unnamed[0]],
        )

    def _refuse_without_results(self) -> None:
        """Refuse games beside which nothing could be typed: their results stand somewhere else."""
        header = self.header
        if "result" in header.columns or any(name.endswith("score") for name in header.columns):
            return
        for number in self.grid.below(header.row):
            line = self.grid.rows[number]
            if not any(is_blank(header.get(line, side)) for side in (self.left, self.right)):
                place = self.grid.place(header.row, header.columns[self.right])
                raise InputError([Fault(NO_RESULTS, place)])

    def read(self) -> Games:
        matches: List[Match] = []
        blank = (None,) * self.grid.width
        self._refuse_doubled()
        before = lines_before(self._layout())
        kept: Lines = {}
        for number in self.grid.below(self.header.row):
            line = self.grid.rows[number]
            match = None if line == blank else self._game_in(number, line, before, kept)
            if match is not None:
                matches.append(match)
        keep_lines(self._layout(), kept)
        return Games(
            tuple(self._without_unfinished(matches)),
            tuple(self.faults),
            self.withdrawn,
            self.rounds_known,
            self.has_discs,
            min(
                (at for name, at in self.header.columns.items() if name.endswith("score")),
                default=None,
            ),
            self.header.columns.get("round"),
        )

    def _game_in(
        self, number: int, line: Tuple[Scalar, ...], before: Lines, kept: Lines
    ) -> Optional[Match]:
        """Return what a line says, read anew only where it has changed.

        Kept are games of two numbers without a fault: what these say rests on no other line.
        """
        known = before.get(number)
        if known is not None and known[0] == line and bool not in map(type, line):  # TRUE equals 1
            kept[number] = known
            return known[1]
        faults = len(self.faults)
        match = self._row(number)
        if match is not None and self._is_by_numbers(line) and len(self.faults) == faults:
            kept[number] = line, match
        return match

    def _is_by_numbers(self, line: Tuple[Scalar, ...]) -> bool:
        """Tell whether two players are named by numbers, and no cell is TRUE."""
        if not (self.has_numbers and self.rounds_known) or bool in map(type, line):
            return False
        sides = (self.header.get(line, f"{side} no") for side in (self.left, self.right))
        return all(isinstance(cell, (int, float)) for cell in sides)

    def _layout(self) -> Layout:
        """Return where the table stands and what its columns are."""
        grid = self.grid
        where = (grid.sheet, grid.row, grid.column, self.left, self.right)
        return (*where, tuple(self.header.columns.items()))

    def _without_unfinished(self, matches: List[Match]) -> List[Match]:
        """Leave out lines whose second player is still to be typed.

        A player alone, with neither an opponent nor a result, has a bye only once a game of the
        round has its result: until then the pairings are still being typed.
        """
        if not self.alone:
            return matches
        under_way = {
            match.round
            for match in matches
            if match.b is not None and match.a.status is not Status.PENDING
        }
        return [
            match
            for match in matches
            if match.place not in self.alone or match.round in under_way or not self.rounds_known
        ]

    def _refuse_doubled(self) -> None:
        twice = doubled(self.grid, self.header)
        if twice is None:
            return
        first, second = (self.grid.place(self.header.row, column) for column in twice)
        text = say(
            "a second column is called {text} (the first at {place}); all games must be below one "
            "header row",
            text=self.header.texts[twice[1]],
            place=str(first),
        )
        self.faults.append(Fault(text, second))

    def _row(self, number: int) -> Optional[Match]:
        line = self.grid.rows[number]
        get = self.header.get
        if self.has_errors(number):
            return None
        left_score, right_score = (
            get(line, *self._score_fields(side)) for side in (self.left, self.right)
        )
        result = text_of(get(line, "result"))
        if self._is_result(left_score):
            result, left_score = text_of(left_score), None
        left, right = (self._who(line, side) for side in (self.left, self.right))
        row = GameRow(number, left, right, result, left_score, right_score)
        if not row.left and not row.right:
            if row.result or not (is_blank(row.left_score) and is_blank(row.right_score)):
                self.fault(number, say("there is a result here but no players"), self.left)
            return None
        round_number = self._round(number, row)
        match = self._match(row, round_number or 0)
        if match is None or round_number is None:
            return None
        table, handicap = text_of(get(line, "table")), self._handicap(number, line)
        return Match(match.round, match.a, match.b, table, handicap, match.place)

    # -- cells -------------------------------------------------------------------------------

    def _is_result(self, cell: Scalar) -> bool:
        """Tell whether a result stands in the place of a count: a bye, a forfeit."""
        if "result" in self.header.columns or not isinstance(cell, str) or is_blank(cell):
            return False
        text = text_of(cell)
        return number_of(cell) is None and (read_alone(text) or read_game(text)) is not None

    def _who(self, line: Tuple[Scalar, ...], side: str) -> Id:
        """Return the player of a side: by the number beside the name, else by the name.

        Beside the first player a bye is said in words where the second one would be.
        """
        field = self.header.telling(line, side)
        cell = self.header.get(line, field)
        is_beside = self.has_numbers and field == side
        return "" if is_beside and is_bye(text_of(cell)) else self.spelling(text_of(cell))

    @staticmethod
    def _score_fields(side: str) -> Tuple[str, ...]:
        other = {"black": "first", "white": "second", "first": "black", "second": "white"}
        return (f"{side} score", f"{other[side]} score")

    def _round(self, number: int, row: GameRow) -> Optional[int]:
        if not self.rounds_known:
            players = [who for who in (row.left, row.right) if who and not is_bye(who)]
            turn = 1 + max((self.games_of.get(who, 0) for who in players), default=0)
            self.games_of.update(dict.fromkeys(players, turn))
            return turn
        return self.round(number)

    def _handicap(self, number: int, line: Tuple[Scalar, ...]) -> int:
        cell = self.header.get(line, "handicap")
        value = number_of(cell)
        if value is not None and value.denominator == 1 and value >= 0:
            return int(value)
        if not is_blank(cell):
            said = say("handicap is {text!r}, not a whole number of stones", text=text_of(cell))
            self.fault(number, said, "handicap")
        return 0

    def _score(self, row: GameRow, side: str, cell: Scalar) -> Optional[Fraction]:
        if is_blank(cell):
            return None
        value = number_of(cell)
        if value is None:
            name = self.header.texts[self.header.column(*self._score_fields(side))]
            self.fault(
                row.number,
                say("{name} is {text!r}, not a number", name=name, text=text_of(cell)),
                *self._score_fields(side),
            )
        return value

    # -- matches -----------------------------------------------------------------------------

    def _match(self, row: GameRow, round_number: int) -> Optional[Match]:
        if is_bye(row.left) and is_bye(row.right):
            self.fault(row.number, say("a bye without a player"), self.left)
            return None
        if is_bye(row.left) or is_bye(row.right):
            return None if self._half_named(row) else self._alone(row, round_number)
        return self._game(row, round_number)

    def _half_named(self, row: GameRow) -> bool:
        """Tell whether a line has what two players did but names one of them, and say so."""
        if not row.lacks_a_player:
            return False
        said = say(
            "there is a result of two players here, but only one is named; "
            "for a bye type bye as the result"
        )
        other = self.right if is_bye(row.right) else self.left
        typed = () if row.result else self._score_fields(self.left)
        says_bye = self.has_numbers and not is_blank(
            self.header.get(self.grid.rows[row.number], other)
        )
        self.fault(row.number, said, *(typed or ("result",)) if says_bye else (other,))
        return True

    def _alone(self, row: GameRow, round_number: int) -> Match:
        side = self.left if is_bye(row.right) else self.right
        who, instead = row.left, row.right
        if side == self.right:
            who, instead = row.right, row.left
        found = read_without_opponent(row.result, instead, side == self.left)
        if found is None:
            said = not_known(row.result or instead, KNOWN_ALONE)
            other = self.right if side == self.left else self.left
            self.fault(row.number, said, "result" if row.result else other)
            found = Status.PAIRING_BYE
        if is_withdrawal(row.result or instead):
            self.withdraw(who, round_number)
        count = row.left_score if side == self.left else row.right_score
        is_gone = found in (Status.ABSENT, Status.ZERO_BYE) and number_of(count)
        if is_gone or (self.has_numbers and not row.result and not is_blank(count)):
            said = say("there is a count here, but no opponent; type bye, or who it is")
            self.fault(row.number, said, *self._score_fields(side))
        place = self.place(row.number, side)
        if not row.result and not (row.left and row.right):
            self.alone.add(place)
        tally = self._score(row, side, count)
        own = Side(who, found, tally=tally, seat=seat_of(side), place=place)
        return Match(round_number, own, place=place)

    def _game(self, row: GameRow, round_number: int) -> Match:
        """Return a game; one with faults too, so that the checks of the event see its players."""
        text = row.misplaced
        if text:
            said = say("{text!r} is a result, and stands where a player is named", text=text)
            self.fault(row.number, said, self.left if text == row.left else self.right)
        left_score = self._score(row, self.left, row.left_score)
        right_score = self._score(row, self.right, row.right_score)
        found = read_game(row.result, black_is_left=self.left != "white")
        if found is None:
            self.fault(row.number, not_known(row.result, KNOWN_RESULTS), "result")
            found = PENDING
        elif not row.result and left_score is not None and right_score is not None:
            found = both_of(WON[(left_score > right_score) - (left_score < right_score)])
        elif not row.result:
            left_score = right_score = None  # nothing follows from one count without the other
        left, right = (
            Seated(who, side, tally, self.place(row.number, side))
            for who, side, tally in (
                (row.left, self.left, left_score), (row.right, self.right, right_score),
            )
        )  # fmt: skip
        return game_of(round_number, found or PENDING, left, right)
