"""From the cells of a TRF, where every game is recorded twice, to matches stored once."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import Place
from xltie.core.messages import Message, all_of, say, word
from xltie.event import Id, Match, Side
from xltie.exchange.trf.adjustments import points_by_letter
from xltie.exchange.trf.players import AGAINST, ALONE, Sign, TrfCell, bye_of, column_of
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

_OPPOSITE = {"white": "black", "black": "white"}
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
        turns = dict(zip(self.rows, map(int, self.rows)))
        for number in range(1, rounds + 1):
            cells = {who: row.cells.get(number) for who, row in self.rows.items()}
            for who, cell in cells.items():
                if cell is None or not cell[0]:
                    found.append(self._alone(number, who, cell))
                    continue
                opponent, sign = cell
                back = cells.get(opponent)
                if back is None or back[0] != who or opponent == who:
                    self._no_partner(number, who, opponent, back)
                elif turns[who] < turns[opponent]:  # otherwise it is made from the opponent's
                    found.append(self._match(number, who, opponent, sign, back[1]))
        return tuple(filter(None, found))

    def _at(self, who: Id, number: int, offset: int = 0) -> Place:
        """Return where the cell of a player in a round stands, or a column further on in it."""
        return self.notes.place(self.rows[who].place.line, column_of(number, offset))

    def _match(
        self, number: int, who: str, opponent: str, sign: Sign, back: Sign
    ) -> Optional[Match]:
        if (sign, back) not in _PLAIN:
            read = self._clear_up(number, who, opponent, sign, back)
            if read is None:
                return None
            sign, back = read
        if self.other_points or self.unknown_result is not None:
            one, two = self._side(number, who, sign), self._side(number, opponent, back)
        else:  # nearly always, and for every game
            one, two = _side(who, sign, None), _side(opponent, back, None)
        if sign.seat == "black":
            one, two = two, one
        return Match(number, one, two, "", 0, self.rows[who].place)

    def _clear_up(
        self, number: int, who: str, opponent: str, sign: Sign, back: Sign
    ) -> Optional[Tuple[Sign, Sign]]:
        """Return what two signs mean, noting what is odd; None where they contradict each other."""
        names = say(
            "players {who} and {opponent} in round {round}",
            who=who, opponent=opponent, round=number,
        )  # fmt: skip
        letters = self._letters(names, self._at(who, number, 7), sign.letter, back.letter)
        if letters is None:
            return None
        colours = self._colours(names, self._at(who, number, 5), sign, back)
        return Sign(colours[0], letters[0]), Sign(colours[1], letters[1])

    def _no_partner(self, number: int, who: str, other: str, back: Optional[TrfCell]) -> None:
        """Note why a game has one record only; a cell that nobody understands was noted before."""
        at = self._at(who, number)
        if back is None and other in self.rows and number in self.rows[other].cells:
            return
        if other == who:
            self.notes.fault(
                "player {who} plays against themselves in round {round}", at, who=who, round=number
            )
        elif other not in self.rows:
            self.notes.fault(
                "player {who} meets player {other} in round {round}, who is not in the file",
                at, who=who, other=other, round=number,
            )  # fmt: skip
        elif back is None or not back[0]:
            self.notes.fault(
                "player {who} meets player {other} in round {round}, "
                "but player {other} meets nobody",
                at, who=who, other=other, round=number,
            )  # fmt: skip
        else:
            self.notes.fault(
                "player {who} meets player {other} in round {round}, "
                "but player {other} meets player {third}",
                at, who=who, other=other, round=number, third=back[0],
            )  # fmt: skip

    def _letters(
        self, names: Message, at: Place, code: str, back: str
    ) -> Optional[Tuple[str, str]]:  # fmt: skip
        pair = (code, back)
        letters = all_of(letter or _BLANK for letter in pair)
        if pair in _ODD_PAIRS:
            self.notes.warn(
                "{names}: {letters}, {what}", at, names=names, letters=letters,
                what=_ODD_PAIRS[pair],
            )  # fmt: skip
        elif pair in _HALF_FORFEITS:
            said = say("{names}: {letters}, read as a forfeit", names=names, letters=letters)
            self.notes.warn(said, at)
            return _HALF_FORFEITS[pair]
        elif pair not in _PAIRS:
            bye = [letter for letter in pair if letter in ALONE]
            self.notes.fault(
                say("{names}: {bye} is a bye, but there is an opponent", names=names, bye=bye[0])
                if bye
                else say(
                    "the results of {names} contradict each other: {letters}",
                    names=names,
                    letters=letters,
                ),
                at,
            )
            return None
        return pair

    def _colours(self, names: Message, at: Place, cell: Sign, back: Sign) -> Tuple[str, str]:
        """Return the colours; one that is missing is the other one, two that clash are a fault."""
        colours = (cell.seat, back.seat)
        if not colours[0] and not colours[1] and cell.letter not in "+-":
            self.notes.warn("{names} have no colour", at, names=names)
        if colours[0] != colours[1]:
            return colours[0] or _OPPOSITE[colours[1]], colours[1] or _OPPOSITE[colours[0]]
        if colours[0] and cell.letter not in ("+", "-"):
            both = (
                say("{names} both have white", names=names)
                if colours[0] == "white"
                else say("{names} both have black", names=names)
            )
            self.notes.fault(both, at)
        return ("", "")

    def _alone(self, number: int, who: str, cell: Optional[TrfCell]) -> Optional[Match]:
        """Return the bye of a round without an opponent; of an empty cell one announced (240)."""
        letter = "" if cell is None else cell[1].letter
        bye = bye_of(letter)
        if letter and bye is None:
            self.notes.fault(
                "player {who} has {letter!r} in round {round} without an opponent; "
                "byes are U, F, H and Z",
                self._at(who, number, 7), who=who, letter=letter, round=number,
            )  # fmt: skip
        elif letter and bye != letter:
            self.notes.warn(
                "player {who} has {letter} in round {round} without an opponent; read as {bye}",
                self._at(who, number, 7), code=OLD_BYE,
                who=who, letter=letter, round=number, bye=bye,
            )  # fmt: skip
        bye = bye or self.byes.get((who, number))
        if bye is None:
            return None
        side = self._side(number, who, Sign("", bye))
        return Match(number, side, place=self.rows[who].place)

    def _side(self, number: int, who: str, sign: Sign) -> Side:
        points = self.unknown_result if sign.letter == "X" else None
        if self.other_points:
            for round_number in (0, number):
                stated = self.other_points.get((who, sign.letter, round_number))
                points = points if stated is None else stated
        return _side(who, sign, points)


@lru_cache(maxsize=1 << 16)
def _side(who: str, sign: Sign, points: Optional[Fraction]) -> Side:
    """Return a side, the same one for the same facts in whatever event."""
    status, outcome, code = _MEANINGS[sign.letter]
    return Side(who, status, outcome, points, None, sign.seat, code)


def format_of(matches: Sequence[Match], players: int) -> str:
    """Return the format of an event that does not say it: a round robin, or else a Swiss.

    In a round robin everybody is paired with everybody equally often in the fewest rounds: nobody
    lacks an opponent, except for the free round with an odd number of players.
    """
    rounds = max((match.round for match in matches), default=0)
    cycle = players if players % 2 else players - 1
    if players < 3 or rounds < cycle or rounds % cycle:
        return "swiss"
    met = Counter(frozenset((match.a.who, match.b.who)) for match in matches if match.b is not None)
    is_complete = len(met) == players * (players - 1) // 2
    return "round-robin" if is_complete and set(met.values()) == {rounds // cycle} else "swiss"
