"""What a TRF says of every round, however it is written, and the lines it is written on."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

from xltie.event import Event, Id, Outcome, Side, Status, starting_ranks

_LETTERS = {Outcome.WIN: "1", Outcome.DRAW: "=", Outcome.LOSS: "0", None: " "}
_ALONE = {
    Status.PAIRING_BYE: "U",
    Status.FULL_BYE: "F",
    Status.HALF_BYE: "H",
    Status.ZERO_BYE: "Z",
    Status.ABSENT: "Z",
}
_PAIRED = (Status.PLAYED, Status.PENDING)
"""A colour that is scheduled is in the report too (C.04 Annex 2)."""
SEAT_LETTERS = {"white": "w", "black": "b"}


class Fact(NamedTuple):
    """What a cell of the file says of a round, and the letter that says it."""

    opponent: Id
    seat: str
    result: str
    letter: str

    def says(self, other: Fact) -> bool:
        """Tell whether a cell with the other fact need not be changed.

        Colours that the file does not know stay unknown: a sheet has to put somebody first.
        """
        same = self.opponent == other.opponent and self.result == other.result
        return same and (self.seat == other.seat or not other.seat)


ABSENCE = Fact("", "", "Z", "Z")


def same_text(one: str, other: str) -> bool:
    """Tell whether two texts differ in blanks and control characters only, which no cell keeps."""
    return _letters_only(one) == _letters_only(other)


def _letters_only(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable() and not letter.isspace())


def numbers_of(event: Event, *, by_id: bool = False) -> Dict[Id, str]:
    """Return the starting ranks as a report writes them."""
    return {who: str(rank) for who, rank in starting_ranks(event, by_id=by_id).items()}


def sides_of(event: Event) -> Iterator[Tuple[int, Side, Optional[Side]]]:
    """Give every side with its round and the side that it met, if any."""
    for match in event.matches:
        for side, other in match.facing:
            yield match.round, side, other


def facts_of(event: Event, numbers: Dict[Id, str]) -> Dict[str, Dict[int, Fact]]:
    """Return what every player did in every round, by start number."""
    found: Dict[str, Dict[int, Fact]] = {who: {} for who in numbers.values()}
    for number, side, other in sides_of(event):
        if side.who in numbers:
            opponent = numbers.get(other.who, "") if other is not None else ""
            found[numbers[side.who]][number] = Fact(
                opponent,
                side.seat if side.status in _PAIRED else "",
                letter_of(side),
                side.code or letter_of(side),
            )
    return found


def letter_of(side: Side) -> str:
    """Return the letter of the result column for a round."""
    if side.status is Status.FORFEIT_WIN:
        return "+"
    if side.status is Status.FORFEIT_LOSS:
        return "-"
    return _ALONE.get(side.status) or _LETTERS[side.outcome]


def points_text(value: Fraction) -> str:
    """Return points in four columns: " 3.5", "10.0", "3.25"."""
    text = f"{float(value):.2f}".rstrip("0")
    return f"{text}0".rjust(4) if text.endswith(".") else text.rjust(4)


class Draft:
    """The lines of a file while they are changed."""

    def __init__(self, records: Tuple[Tuple[str, str], ...]) -> None:
        self.lines: List[Tuple[str, str]] = list(records)
        ends = [end.rstrip("\f") for _, end in records if end]
        self.end = max(set(ends), key=ends.count) if ends else "\r\n"

    def find(self, record: str) -> Optional[int]:
        """Return the position of the first record of a kind."""
        for position, (line, _) in enumerate(self.lines):
            if line[:3].upper() == record:
                return position
        return None

    def put(self, record: str, body: str) -> None:
        """Replace a record, or add it after the last one that sorts before it."""
        position = self.find(record)
        text = f"{record} {body}".rstrip()
        if position is not None:
            self.change(position, text)
            return
        smaller = [
            index
            for index, (line, _) in enumerate(self.lines)
            if line[:3].isdecimal() and line[2:3] == "2" and line[:3] < record
        ]
        self.insert(smaller[-1] + 1 if smaller else 0, text)

    def add(self, text: str) -> None:
        """Add a record below the last of its kind, or at the end."""
        same = [at for at, (line, _) in enumerate(self.lines) if line[:3] == text[:3]]
        self.insert(same[-1] + 1 if same else len(self.lines), text.rstrip())

    def change(self, position: int, text: str) -> None:
        """Put another text into a line."""
        self.lines[position] = (text, self.lines[position][1])

    def settle(self, position: Optional[int], text: str, end: int) -> int:
        """Change a line, or insert a new one at ``end``; return where the next new one goes."""
        if position is not None:
            self.change(position, text)
            return end
        self.insert(end, text.rstrip())
        return end + 1

    def drop(self, is_gone: Callable[[str], bool]) -> None:
        """Take out the lines of which something holds."""
        self.lines[:] = [(line, end) for line, end in self.lines if not is_gone(line)]

    def insert(self, position: int, text: str) -> None:
        """Insert a line; the line before it gets an end if it has none."""
        if position and not self.lines[position - 1][1]:
            self.lines[position - 1] = (self.lines[position - 1][0], self.end)
        self.lines.insert(position, (text, self.end))
