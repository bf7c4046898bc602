"""From the cells of a TRF, where every game is recorded twice, to matches stored once."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

from xltie.core.messages import Message, all_of, say, word
from xltie.event import Id, Match, Side
from xltie.exchange.trf.adjustments import points_by_letter
from xltie.exchange.trf.players import AGAINST, ALONE, Sign, TrfCell, TrfLine, bye_of, column_of
from xltie.exchange.trf.report import Report

_PAIRS = {
    ("1", "0"), ("0", "1"), ("=", "="), ("W", "L"), ("L", "W"), ("D", "D"), ("+", "-"), ("-", "+"),
    ("-", "-"), ("X", "X"), ("", ""),
}  # fmt: skip
"""Letters of two sides that belong together."""

_ODD_PAIRS = {
    ("0", "0"): say("both players lost"),
    ("=", "0"): say("a draw for one and a loss for the other"),
    ("0", "="): say("a draw for one and a loss for the other"),
    ("L", "L"): say("both players lost"),
    ("1", "L"): say("a win and a loss without a rated game"),
    ("L", "1"): say("a win and a loss without a rated game"),
    ("W", "0"): say("a win and a loss without a rated game"),
    ("0", "W"): say("a win and a loss without a rated game"),
    ("=", "D"): say("a draw without a rated game"),
    ("D", "="): say("a draw without a rated game"),
}
"""Letters of two sides whose meaning is clear, but which an arbiter should look at."""

_HALF_FORFEITS = {("+", "0"): ("+", "-"), ("0", "+"): ("-", "+"), ("1", "-"): ("+", "-"),
                  ("-", "1"): ("-", "+")}  # fmt: skip
"""A forfeit that only one of the two records shows."""


_PLAIN = frozenset(
    (Sign(seat, one), Sign(back, other))
    for one, other in _PAIRS
    for seat, back in (("white", "black"), ("black", "white"))
)
"""Signs of two sides that leave nothing to clear up."""

_MEANINGS = {**AGAINST, **ALONE}
_BLANK = word("value", "blank")
OLD_BYE = "old-bye"
"""The code of warnings that a round without an opponent has a letter of other records."""


class Pairer:
    """Puts the two records of every game together, noting where they contradict each other.

    ``byes`` are those that a record of its own (240) announces, by player and round.
    """

    def __init__(self, report: Report, byes: Mapping[Tuple[Id, int], str]) -> None:
        self.rows = report.rows
        self.unknown_result = report.unknown_result
        self.byes = byes
        self.notes = report.notes
        self.other_points = (
            {} if report.has_teams else points_by_letter(report.adjustments, tuple(self.rows))
        )

    def matches(self, rounds: int) -> Tuple[Match, ...]:
        """Return the matches, round by round in the order of the players."""
        found: List[Optional[Match]] = []
        turns = {who: int(who) for who in self.rows}
        for number in range(1, rounds + 1):
            cells = {who: row.cells.get(number) for who, row in self.rows.items()}
            for who, cell in cells.items():
                if cell is None or not cell[0]:
                    found.append(self._without_opponent(number, who, cell))
                    continue
                opponent, sign = cell
                back = cells.get(opponent)
                if back is not None and back[0] == who and opponent != who:
                    if turns[who] < turns[opponent]:  # otherwise it is made from the opponent's
                        found.append(self._match(number, who, opponent, sign, back[1]))
                elif back is not None or not self._is_unread(opponent, number):
                    self._no_partner(number, who, self.rows[who], opponent, back)
        return tuple([match for match in found if match is not None])

    def _is_unread(self, who: str, number: int) -> bool:
        """Tell whether the cell of a player in a round is one that nobody understands."""
        return who in self.rows and number in self.rows[who].cells

    def _without_opponent(self, number: int, who: str, cell: Optional[TrfCell]) -> Optional[Match]:
        row = self.rows[who]
        if cell is None:
            return self._bye(number, who, row)
        return self._alone(number, who, row, cell[1])

    def _match(
        self, number: int, who: str, opponent: str, sign: Sign, back: Sign
    ) -> Optional[Match]:
        row = self.rows[who]
        if (sign, back) not in _PLAIN:
            read = self._clear_up(number, who, opponent, row, sign, back)
            if read is None:
                return None
            sign, back = read
        if self.other_points or self.unknown_result is not None:
            one, two = self._side(number, who, sign), self._side(number, opponent, back)
        else:  # nearly always, and for every game
            one, two = _side(who, sign, None), _side(opponent, back, None)
        if sign.seat == "black":
            one, two = two, one
        return Match(number, one, two, "", 0, row.place)

    def _clear_up(
        self, number: int, who: str, opponent: str, row: TrfLine, sign: Sign, back: Sign
    ) -> Optional[Tuple[Sign, Sign]]:
        """Return what two signs mean, noting what is odd; None where they contradict each other."""
        names = say(
            "players {who} and {opponent} in round {round}",
            who=who, opponent=opponent, round=number,
        )  # fmt: skip
        letters = self._letters(number, names, row, sign.letter, back.letter)
        if letters is None:
            return None
        colours = self._colours(number, names, row, sign, back)
        return Sign(colours[0], letters[0]), Sign(colours[1], letters[1])

    def _no_partner(
        self, number: int, who: str, row: TrfLine, other: str, back: Optional[TrfCell]
    ) -> None:
        if other == who:
            said = say(
                "player {who} plays against themselves in round {round}", who=who, round=number
            )
        elif other not in self.rows:
            said = say(
                "player {who} meets player {other} in round {round}, who is not in the file",
                who=who, other=other, round=number,
            )  # fmt: skip
        else:
            said = _meets_another(number, who, other, back[0] if back else "")
        self._fault(said, row, number)

    def _letters(
        self, number: int, names: Message, row: TrfLine, code: str, back: str
    ) -> Optional[Tuple[str, str]]:
        pair = (code, back)
        letters = all_of(letter or _BLANK for letter in pair)
        if pair in _PAIRS:
            return pair
        if pair in _ODD_PAIRS:
            said = say(
                "{names}: {letters}, {what}", names=names, letters=letters, what=_ODD_PAIRS[pair]
            )
            self._warn(said, row, number, 7)
            return pair
        if pair in _HALF_FORFEITS:
            said = say("{names}: {letters}, read as a forfeit", names=names, letters=letters)
            self._warn(said, row, number, 7)
            return _HALF_FORFEITS[pair]
        bye = [letter for letter in pair if letter in ALONE]
        said = (
            say("{names}: {bye} is a bye, but there is an opponent", names=names, bye=bye[0])
            if bye
            else say(
                "the results of {names} contradict each other: {letters}",
                names=names,
                letters=letters,
            )
        )
        self._fault(said, row, number, 7)
        return None

    def _colours(
        self, number: int, names: Message, row: TrfLine, cell: Sign, back: Sign
    ) -> Tuple[str, str]:
        """Return the colours; one that is missing is the other one, two that clash are a fault."""
        colours = (cell.seat, back.seat)
        if colours in (("white", "black"), ("black", "white")):
            return colours
        if not colours[0] and not colours[1]:
            if cell.letter not in "+-":
                self._warn(say("{names} have no colour", names=names), row, number, 5)
            return colours
        if colours[0] == colours[1]:
            if cell.letter not in ("+", "-"):
                both = (
                    say("{names} both have white", names=names)
                    if colours[0] == "white"
                    else say("{names} both have black", names=names)
                )
                self._fault(both, row, number, 5)
            return ("", "")
        opposite = {"white": "black", "black": "white"}
        return (colours[0] or opposite[colours[1]], colours[1] or opposite[colours[0]])

    def _alone(self, number: int, who: str, row: TrfLine, cell: Sign) -> Optional[Match]:
        letter = bye_of(cell.letter)
        if letter is None:
            if cell.letter:
                self._fault(
                    say(
                        "player {who} has {letter!r} in round {round} without an opponent; "
                        "byes are U, F, H and Z",
                        who=who,
                        letter=cell.letter,
                        round=number,
                    ),
                    row,
                    number,
                    7,
                )
            return self._bye(number, who, row)
        if letter != cell.letter:
            said = say(
                "player {who} has {letter} in round {round} without an opponent; read as {bye}",
                who=who, letter=cell.letter, round=number, bye=letter,
            )  # fmt: skip
            self._warn(said, row, number, 7, OLD_BYE)
        return Match(number, self._side(number, who, Sign("", letter)), place=row.place)

    def _bye(self, number: int, who: str, row: TrfLine) -> Optional[Match]:
        """Return the bye that a record of its own (240) announces for an empty cell."""
        letter = self.byes.get((who, number))
        if letter is None:
            return None
        return Match(number, self._side(number, who, Sign("", letter)), place=row.place)

    def _side(self, number: int, who: str, sign: Sign) -> Side:
        points = self.unknown_result if sign.letter == "X" else None
        if self.other_points:
            for round_number in (0, number):
                stated = self.other_points.get((who, sign.letter, round_number))
                points = points if stated is None else stated
        return _side(who, sign, points)

    def _fault(self, message: Message, row: TrfLine, number: int, offset: int = 0) -> None:
        self.notes.fault(message, row.place.line or 0, column_of(number, offset))

    def _warn(
        self, message: Message, row: TrfLine, number: int, offset: int = 0, code: str = ""
    ) -> None:
        self.notes.warn(message, row.place.line or 0, column_of(number, offset), code)


@lru_cache(maxsize=1 << 16)
def _side(who: str, sign: Sign, points: Optional[Fraction]) -> Side:
    """Return a side, the same one for the same facts in whatever event."""
    status, outcome, code = _MEANINGS[sign.letter]
    return Side(who, status, outcome, points, None, sign.seat, code)


def _meets_another(number: int, who: str, other: str, instead: str) -> Message:
    if not instead:
        return say(
            "player {who} meets player {other} in round {round}, but player {other} meets nobody",
            who=who, other=other, round=number,
        )  # fmt: skip
    return say(
        "player {who} meets player {other} in round {round}, "
        "but player {other} meets player {third}",
        who=who, other=other, round=number, third=instead,
    )  # fmt: skip


def format_of(matches: Sequence[Match], players: int) -> str:
    """Return the format of an event that does not say it: a round robin, or else a Swiss.

    In a round robin everybody is paired with everybody equally often in the fewest rounds: nobody
    lacks an opponent, except for the free round with an odd number of players.
    """
    rounds = max((match.round for match in matches), default=0)
    cycle = players if players % 2 else players - 1
    if players < 3 or rounds < cycle or rounds % cycle:
        return "swiss"
    met: Dict[Tuple[str, str], int] = {}
    for match in matches:
        if match.b is not None:
            pair = (match.a.who, match.b.who)
            pair = pair if pair[0] < pair[1] else (pair[1], pair[0])
            met[pair] = met.get(pair, 0) + 1
    is_complete = len(met) == players * (players - 1) // 2
    return "round-robin" if is_complete and set(met.values()) == {rounds // cycle} else "swiss"
