"""A list of games: two columns of one set of players, and what says how their games ended."""

from __future__ import annotations

from difflib import SequenceMatcher
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import Message, say
from xltie.event import Contestant, Event, Match, Outcome, Side, Status
from xltie.event import faults as faults_of
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.opinions import Opinion, opinions_in
from xltie.sheets.any_table.players import Pair, Spelling, no_names, pair_of, rounds_in
from xltie.sheets.any_table.reading import MOST_FAULTS, Reading
from xltie.sheets.any_table.results import (
    HALF,
    NONE,
    ONE,
    Score,
    is_absent_word,
    is_bye_word,
    number_in,
    score_of,
)

_OUTCOME = {1: Outcome.WIN, 0: Outcome.DRAW, -1: Outcome.LOSS}
_SEATS = ("white", "black")


def read_game_list(table: Table) -> Optional[Reading]:
    """Return a table as a list of games; None where no two columns name players."""
    pair = pair_of(table)
    return None if pair is None else _List(table, pair).read()


class _Game(NamedTuple):
    line: Line
    left: str
    right: str
    score: Score


class _Bye(NamedTuple):
    line: Line
    who: str
    column: int
    points: Fraction


class _List:
    def __init__(self, table: Table, pair: Pair) -> None:
        self.table = table
        self.pair = pair
        self.faults: List[Fault] = []
        self.notes: List[Fault] = []
        self.spell = Spelling([*table.column(pair.left), *table.column(pair.right)])
        self.paired: List[Line] = []
        self.alone: List[Line] = []
        for line in table.lines:
            both = [line.texts[at] for at in (pair.left, pair.right)]
            nobody = [not own or is_bye_word(own) for own in both]
            if not any(nobody):
                self.paired.append(line)
            elif any(both):
                self.alone.append(line)

    def _fault(self, line: Line, column: int, message: Message) -> None:
        self.faults.append(Fault(message, self.table.place(line, column)))

    def read(self) -> Reading:
        if not self.paired:
            return Reading("list", NONE)
        found = opinions_in(self.table, self.pair, self.paired)
        self.faults.extend(found.faults)
        self.notes.extend(found.notes)
        share = Fraction(2 + 3 * bool(found.opinions) + self.pair.is_proved, 6)
        if not found.opinions:
            return Reading("list", share, None, tuple(self.faults[:MOST_FAULTS]))
        games = self._games(found.opinions)
        byes = [own for line in self.alone for own in self._bye(line, found.columns)]
        self._nameless(found.columns)
        self._no_names()
        self._numbers()
        rounds = self._rounds()
        self._twice(rounds)
        self._no_player(games, rounds)
        self._look_alikes(games, rounds)
        event = self._event(games, byes, rounds)
        if not self.faults:
            self._points_before(games, byes, rounds, found.columns)
        if not self.faults:
            self.faults.extend(faults_of(event))
        if self.faults:
            return Reading("list", share, None, tuple(self.faults[:MOST_FAULTS]))
        return Reading("list", Fraction(1), event, (), tuple(self.notes))

    # -- what a line says ----------------------------------------------------------------------

    def _games(self, opinions: Sequence[Opinion]) -> List[_Game]:
        games = []
        for at, line in enumerate(self.paired):
            said = [(own, own.scores[at]) for own in opinions if own.scores[at] is not None]
            told = [(own, score) for own, score in said if score and score.winner is not None]
            for own, score in told[1:]:
                if score.winner != told[0][1].winner:
                    self._contradiction(line, told[0][0], own)
                    break
            score = told[0][1] if told else Score(None, None)
            if not told and any(own.is_winner for own in opinions):
                self._fault(
                    line, opinions[0].columns[0],
                    say("the winner is missing: it may be a draw, or not played"),
                )  # fmt: skip
            left, right = (self.spell(line.texts[own]) for own in (self.pair.left, self.pair.right))
            games.append(_Game(line, left, right, score))
        if not any(game.score.winner is not None for game in games):
            at = opinions[0].columns[0]
            self.faults.append(
                Fault(say("no game has a result"), self.table.place(self.paired[0], at))
            )
        return games

    def _contradiction(self, line: Line, one: Opinion, other: Opinion) -> None:
        first, second = one.columns[0], other.columns[0]
        said = say(
            "{text!r} contradicts {other!r} in {cell}",
            text=" : ".join(line.texts[at] for at in other.columns),
            other=" : ".join(line.texts[at] for at in one.columns),
            cell=self.table.place(line, first).cell,
        )
        self._fault(line, second, said)

    def _bye(self, line: Line, columns: Sequence[int]) -> List[_Bye]:
        left, right = (line.texts[at] for at in (self.pair.left, self.pair.right))
        is_left = bool(left) and not is_bye_word(left)
        at = self.pair.left if is_left else self.pair.right
        who, word = (left, right) if is_left else (right, left)
        if not who or is_bye_word(who):
            self._fault(line, at, say("there is nobody in this line who could have a bye"))
            return []
        said = [line.texts[own] for own in columns if line.texts[own]]
        values = {_bye_points(own, is_left) for own in said}
        if None in values or len(values) > 1 or not (values or word):
            said_at = next((own for own in columns if line.texts[own]), at)
            text = line.texts[said_at]
            self._fault(
                line, said_at,
                say("{text!r} stands beside {who}, but there is no opponent", text=text, who=who),
            )  # fmt: skip
            return []
        usual = NONE if is_absent_word(word) else ONE
        points = next(iter(values), usual)
        return [_Bye(line, self.spell(who), at, usual if points is None else points)]

    def _nameless(self, columns: Sequence[int]) -> None:
        for line in self.table.lines:
            if line.texts[self.pair.left] or line.texts[self.pair.right]:
                continue
            at = next((own for own in columns if line.texts[own]), None)
            if at is not None and score_of(line.texts[at]) is not None:
                self._fault(line, at, say("there is a result here but no players"))

    def _no_names(self) -> None:
        for column in (self.pair.left, self.pair.right):
            for at in no_names(self.table.column(column)):
                text = self.table.lines[at].texts[column]
                said = say("{text!r} is no name like the others", text=text)
                self._fault(self.table.lines[at], column, said)

    def _numbers(self) -> None:
        """Refuse a name beside the number of another player, and a number beside two names."""
        columns = self.table.columns_of("number")
        for side in self.pair.sides:
            columns += self.table.columns_of("number", side=side)
        if len(columns) != 2 or set(columns) & {self.pair.left, self.pair.right}:
            return
        names: Dict[str, Tuple[str, str]] = {}
        for line in self.paired:
            for column, own in zip(sorted(columns), (self.pair.left, self.pair.right)):
                number, name = line.texts[column], self.spell(line.texts[own])
                cell = self.table.place(line, own).cell
                first, at = names.setdefault(number, (name, cell))
                if number and first != name:
                    said = say(
                        "number {n} is {who} here, but {other} in {cell}",
                        n=number, who=name, other=first, cell=at,
                    )  # fmt: skip
                    self._fault(line, own, said)

    def _look_alikes(self, games: Sequence[_Game], rounds: Dict[int, int]) -> None:
        """Refuse a name of one line that is nearly one of a player who misses just that round."""
        played: Dict[str, Dict[int, Line]] = {}
        for game in games:
            for who in (game.left, game.right):
                played.setdefault(who, {})[rounds.get(game.line.row, 0)] = game.line
        for who, own in played.items():
            if len(own) > 1 or len(set(rounds.values())) < 3:
                continue
            for other, theirs in played.items():
                if other == who or set(own) & set(theirs) or len(theirs) < 2:
                    continue
                if SequenceMatcher(None, who.casefold(), other.casefold()).ratio() > 0.8:
                    line = next(iter(own.values()))
                    said = say("{who} may be {other} in another spelling", who=who, other=other)
                    self._fault(line, self.pair.left, said)

    def _no_player(self, games: Sequence[_Game], rounds: Dict[int, int]) -> None:
        """Refuse a name that looks like a word for a bye: last in its rounds, never a point.

        It stands on the right only, in the last line of each of its rounds, or its lines lack what
        the columns beside the names hold of everybody else.
        """
        if self.alone:
            return  # there is a word for it, and it is known
        last: Dict[int, int] = {}
        for game in games:
            number = rounds.get(game.line.row, 0)
            last[number] = max(last.get(number, 0), game.line.row)
        lefts = {game.left for game in games}
        of_name: Dict[str, List[_Game]] = {}
        for game in games:
            if game.right not in lefts:
                of_name.setdefault(game.right, []).append(game)
        beside = self._beside()
        for name, own in of_name.items():
            scores = [game.score.winner for game in own]
            lacks = [
                at for at in beside if not any(game.line.texts[at] for game in own)
            ]  # fmt: skip
            ends = all(last[rounds.get(game.line.row, 0)] == game.line.row for game in own)
            is_last = len(last) > 2 and ends and -1 not in scores
            if lacks or (is_last and (len(own) > 2 or len(own) < len(last))):
                said = say(
                    "nobody can tell whether {who} is a player or a bye; write bye for one", who=name
                )
                self._fault(own[0].line, self.pair.right, said)

    def _beside(self) -> List[int]:
        """Return the columns that hold something in nearly every line."""
        filled = []
        for at in range(len(self.table.headings)):
            full = sum(bool(line.texts[at]) for line in self.paired)
            if at not in (self.pair.left, self.pair.right) and full < len(self.paired):
                if full * 10 >= len(self.paired) * 7:
                    filled.append(at)
        return filled

    # -- rounds --------------------------------------------------------------------------------

    def _rounds(self) -> Dict[int, int]:
        """Return the rounds of the lines by their rows; {} where nothing says them."""
        lines = sorted([*self.paired, *self.alone])
        for column in self.table.columns_of("round"):
            numbers = rounds_in([line.texts[column] for line in lines])
            if numbers is None or not any(number is not None for number in numbers):
                continue
            for line, number in zip(lines, numbers):
                if number is None:
                    self._fault(line, column, say("the round is missing"))
            return {line.row: number for line, number in zip(lines, numbers) if number is not None}
        if any(line.round is not None for line in lines):
            for line in lines:
                if line.round is None:
                    self._fault(line, self.pair.left, say("no title above names the round"))
            return {line.row: line.round for line in lines if line.round is not None}
        return {}

    def _twice(self, rounds: Dict[int, int]) -> None:
        """Refuse lists in which every game stands in two lines: their results would count twice."""
        if rounds or len(self.paired) < 2:
            return
        keys = [self._key(line) for line in self.paired]
        seen: Dict[Tuple[str, ...], List[Line]] = {}
        for key, line in zip(keys, self.paired):
            seen.setdefault(key, []).append(line)
        doubled = [same for same in seen.values() if len(same) > 1]
        in_turn = [
            (one, other) for one, other in zip(self.paired[::2], self.paired[1::2])
            if self._key(one, dates=False) == self._key(other, dates=False)
        ]  # fmt: skip
        are_pairs = len(in_turn) * 10 >= len(self.paired) * 4
        has_dates = bool(self.table.columns_of("date", "table", "number"))
        if not (are_pairs or len(doubled) == len(seen) or (has_dates and doubled)):
            return
        first, second = in_turn[0] if are_pairs else doubled[0][:2]
        place = self.table.place(first, self.pair.left).cell
        said = say("this game stands in {cell} too; each may stand once", cell=place)
        self._fault(second, self.pair.left, said)

    def _key(self, line: Line, dates: bool = True) -> Tuple[str, ...]:
        """Return what tells a game apart from another of the same two."""
        names = sorted(line.texts[own].casefold() for own in (self.pair.left, self.pair.right))
        columns = [] if not dates else self.table.columns_of("date", "table", "number")
        results = self.table.columns_of("result", "winner")
        for side in self.pair.sides:
            results += self.table.columns_of("result", side=side)
        return (*names, *(line.texts[own] for own in (*columns, *results)))

    def _points_before(
        self, games: Sequence[_Game], byes: Sequence[_Bye], rounds: Dict[int, int],
        results: Sequence[int],
    ) -> None:  # fmt: skip
        """Compare the points before the round, where two columns print them, with the rounds."""
        columns = [own for own in self.table.columns_of("points") if own not in results]
        for side in self.pair.sides:
            columns += [c for c in self.table.columns_of("points", side=side) if c not in results]
        present = sorted(set(rounds.values()))
        if len(columns) != 2 or present != list(range(1, len(present) + 1)) or len(present) < 2:
            return
        totals: Dict[str, Fraction] = {}
        wrong: List[Tuple[Line, int, str]] = []
        told = 0
        for number in present:
            now = [game for game in games if rounds.get(game.line.row) == number]
            for game in now:
                for who, column in zip((game.left, game.right), sorted(columns)):
                    value = number_in(game.line.texts[column])
                    told += value is not None
                    if value is not None and value != totals.get(who, NONE):
                        wrong.append((game.line, column, who))
            for who, points in _points_of(now, [b for b in byes if rounds[b.line.row] == number]):
                totals[who] = totals.get(who, NONE) + points
        if wrong and len(wrong) * 3 < told:
            line, column, who = wrong[0]
            said = say(
                "{text!r} are not the points of {who} in the rounds above",
                text=line.texts[column],
                who=who,
            )
            self._fault(line, column, said)

    # -- the event -----------------------------------------------------------------------------

    def _event(
        self, games: Sequence[_Game], byes: Sequence[_Bye], rounds: Dict[int, int]
    ) -> Event:
        both_lose = self._both_lose(games)
        scores = [own.score for own in games if own.score.left is not None]
        counts = any(max(own.left or NONE, own.right or NONE) > 1 for own in scores)
        is_64 = bool(scores) and all((o.left or NONE) + (o.right or NONE) == 64 for o in scores)
        turns: Dict[str, int] = {}
        matches: List[Match] = []
        players: Dict[str, Contestant] = {}
        for own in sorted([*games, *byes], key=lambda own: own.line.row):
            who = [own.who] if isinstance(own, _Bye) else [own.left, own.right]
            number = rounds.get(own.line.row) or 1 + max(turns.get(name, 0) for name in who)
            turns.update(dict.fromkeys(who, number))
            match = (
                self._alone(own, number)
                if isinstance(own, _Bye)
                else self._match(own, number, counts, both_lose)
            )
            matches.append(match)
            for side in match.sides:
                players.setdefault(side.who, Contestant(side.who, place=side.place))
        return Event(
            game="othello" if is_64 else "",
            contestants=tuple(players.values()), matches=tuple(matches),
            tally_sum=64 if is_64 else None, rounds_known=bool(rounds),
        )  # fmt: skip

    def _both_lose(self, games: Sequence[_Game]) -> bool:
        """Tell whether 0-0 is a game that nobody won, rather than a draw without goals."""
        scores = {own.score for own in games if own.score.winner is not None and not own.score.forfeit}
        pairs = {(own.left, own.right) for own in scores}
        has_halves = any(own is not None and own.denominator > 1 for pair in pairs for own in pair)
        nothing = [own for own in games if (own.score.left, own.score.right) == (NONE, NONE)]
        if has_halves:
            self._uneven(games)
        if not nothing or nothing[0].score.forfeit:
            return False
        if has_halves:
            return True
        if any((left or NONE) + (right or NONE) > 1 for left, right in pairs):
            return False
        said = say("0-0 is a draw or a game that both lost; write ½-½, or + and - for a forfeit")
        self._fault(nothing[0].line, self.pair.left, said)
        return False

    def _uneven(self, games: Sequence[_Game]) -> None:
        """Refuse results with halves that do not add up to what the others do."""
        sums: Dict[Fraction, int] = {}
        played = [own for own in games if own.score.left is not None and own.score.right is not None]
        for own in played:
            total = (own.score.left or NONE) + (own.score.right or NONE)
            sums[total] = sums.get(total, 0) + 1
        usual = max(sums, key=lambda total: (sums[total], total == ONE))
        for own in played:
            total = (own.score.left or NONE) + (own.score.right or NONE)
            if total not in (usual, NONE):
                self._fault(
                    own.line, self.pair.right,
                    say("the result of this line adds up to {sum}, the others to {usual}",
                        sum=total, usual=usual),
                )  # fmt: skip

    def _match(self, game: _Game, number: int, counts: bool, both_lose: bool) -> Match:
        score, places = game.score, [
            self.table.place(game.line, at) for at in (self.pair.left, self.pair.right)
        ]  # fmt: skip
        seats = [own if own in _SEATS else "" for own in self.pair.sides]
        left, right = _statuses(score, both_lose)
        tallies = (score.left, score.right) if counts and not score.forfeit else (None, None)
        a = Side(game.left, *left, tally=tallies[0], seat=seats[0], place=places[0])
        b = Side(game.right, *right, tally=tallies[1], seat=seats[1], place=places[1])
        return Match(number, a, b, place=places[0])

    def _alone(self, bye: _Bye, number: int) -> Match:
        status = {ONE: Status.PAIRING_BYE, HALF: Status.HALF_BYE}.get(bye.points, Status.ZERO_BYE)
        place = self.table.place(bye.line, bye.column)
        return Match(number, Side(bye.who, status, place=place), place=place)


def _statuses(
    score: Score, both_lose: bool
) -> Tuple[Tuple[Status, Optional[Outcome]], Tuple[Status, Optional[Outcome]]]:
    winner = score.winner
    if winner is None:
        return (Status.PENDING, None), (Status.PENDING, None)
    nobody = both_lose and (score.left, score.right) == (NONE, NONE)
    if score.forfeit or nobody:
        if not winner:
            lost = (Status.FORFEIT_LOSS, None)
            return lost, lost
        both = ((Status.FORFEIT_WIN, None), (Status.FORFEIT_LOSS, None))
        return both if winner > 0 else (both[1], both[0])
    return (Status.PLAYED, _OUTCOME[winner]), (Status.PLAYED, _OUTCOME[-winner])


def _bye_points(text: str, is_left: bool) -> Optional[Fraction]:
    """Return the points of a bye, None where its cell says something else."""
    if is_bye_word(text):
        return NONE if is_absent_word(text) else ONE
    score = score_of(text)
    if score is not None and score.left is not None:
        own, other = (score.left, score.right) if is_left else (score.right, score.left)
        return own if own in (ONE, HALF, NONE) and other in (ONE, HALF, NONE) else None
    if text in ("+", "=", "-"):
        return {"+": ONE, "=": HALF, "-": NONE}[text]
    value = number_in(text)
    return value if value in (ONE, HALF, NONE) else None


def _points_of(games: Sequence[_Game], byes: Sequence[_Bye]) -> List[Tuple[str, Fraction]]:
    worth = {1: ONE, 0: HALF, -1: NONE}
    found: List[Tuple[str, Fraction]] = [(own.who, own.points) for own in byes]
    for game in games:
        if game.score.winner is not None:
            found.append((game.left, worth[game.score.winner]))
            found.append((game.right, worth[-game.score.winner]))
    return found
