"""The player records (001) of a TRF: fixed columns, as programs and people really write them."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Dict, Mapping, NamedTuple, Optional, Tuple

from xltie.core.errors import Place
from xltie.core.messages import Message, Value, say
from xltie.core.records import dataclass
from xltie.event import Contestant, Outcome, Side, Status
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.record import Field

FIRST_ROUND, STRIDE = 91, 10
"""Column (from 0) of the first round's cell, and the distance to the next."""


def points_text(value: Fraction) -> str:
    """Return points in four columns: " 3.5", "10.0", "3.25"."""
    text = f"{float(value):.2f}".rstrip("0")
    return f"{text}0".rjust(4) if text.endswith(".") else text.rjust(4)


class ResultCode(NamedTuple):
    """What a letter of a result column means; ``code`` keeps a letter that says more."""

    status: Status
    outcome: Optional[Outcome] = None
    code: str = ""


_WIN, _DRAW, _LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
AGAINST = {
    "1": ResultCode(Status.PLAYED, _WIN),
    "=": ResultCode(Status.PLAYED, _DRAW),
    "0": ResultCode(Status.PLAYED, _LOSS),
    "W": ResultCode(Status.PLAYED, _WIN, "W"),
    "D": ResultCode(Status.PLAYED, _DRAW, "D"),
    "L": ResultCode(Status.PLAYED, _LOSS, "L"),
    "+": ResultCode(Status.FORFEIT_WIN),
    "-": ResultCode(Status.FORFEIT_LOSS),
    "X": ResultCode(Status.PLAYED, _DRAW, "X"),
    "": ResultCode(Status.PENDING),
}
"""Results with an opponent."""

_SAME = {"?": "X", "½": "=", "*": ""}
"""Other ways to write a letter; ``*`` is how PGN writes a game that is not over."""

ALONE = {
    "U": ResultCode(Status.PAIRING_BYE),
    "F": ResultCode(Status.FULL_BYE),
    "H": ResultCode(Status.HALF_BYE),
    "Z": ResultCode(Status.ZERO_BYE),
}
_OLD_BYES = {"+": "U", "1": "U", "W": "U", "=": "H", "D": "H", "-": "Z", "0": "Z", "L": "Z"}
_UNPLAYED = {Status.ABSENT: "Z"}
_UNPLAYED.update({
    code.status: letter for letter, code in {**ALONE, **AGAINST}.items() if not code.outcome
})  # fmt: skip
_LETTERS = {_WIN: "1", _DRAW: "=", _LOSS: "0", None: " "}


def letter_of(side: Side) -> str:
    """Return the letter of the result column for a round."""
    return _UNPLAYED.get(side.status) or _LETTERS[side.outcome]


SEATS = {"w": "white", "b": "black", "-": "", "": ""}


class Sign(NamedTuple):
    """The seat and the letter of a cell."""

    seat: str
    letter: str


TrfCell = Tuple[str, Sign]
"""One round of one player: the opponent's id, "" for none, and the sign."""


@dataclass
class TrfLine:
    """A player record: its contestant, its cells by round, the points it claims.

    A cell that could not be read, which was said, is None.
    """

    contestant: Contestant
    cells: Dict[int, Optional[TrfCell]]
    points: str
    place: Place
    last_round: int


def column_of(round_number: int, offset: int = 0) -> int:
    """Return the column (from 1) where the cell of a round begins, or one further on in it."""
    return FIRST_ROUND + 1 + STRIDE * (round_number - 1) + offset


_CELL = re.compile(r"[ 0-9]{4} [wb\- ] [10=+\-wdlufhzx?½ ]  ", re.IGNORECASE)


def _fits(text: str) -> bool:
    rounds = text[FIRST_ROUND:].rstrip()
    rounds += " " * (-len(rounds) % STRIDE)
    cells = [rounds[at : at + STRIDE] for at in range(0, len(rounds), STRIDE)]
    return all(map(_CELL.fullmatch, cells))


def aligned(text: str, number: int, notes: Notes) -> str:
    """Return a record with its columns in place.

    Some programs count the bytes of a name in UTF-8 as columns, so that every accented letter
    shifts the rest; then the name is filled up to where the record goes on.
    """
    if text.isascii() or _fits(text):
        return text
    extra = len(text.encode("utf-8")) - len(text)
    moved = text[: 47 - extra] + " " * extra + text[47 - extra :]
    if _fits(moved):
        notes.warn("columns are counted in bytes; read as intended", number)
        return moved
    return text


FIELDS = (
    Field("Number", 5, 8, True), Field("Sex", 10, 10, fide="warning"),
    Field("Title", 11, 13, True), Field("Name", 15, 47, fide="warning"),
    Field("Rating", 49, 52, True), Field("Federation", 54, 56, fide="warning"),
    Field("FIDE ID", 58, 68, True, fide="rating"), Field("Birth", 70, 79, fide="warning"),
    Field("Points", 81, 84, True), Field("Rank", 86, 89, True, fide="rating"),
)  # fmt: skip
(_NUMBER, _SEX, _TITLE, _NAME, _RATING, _FEDERATION, _FIDE_ID, _BIRTH, _POINTS, _RANK) = (
    slice(field.first - 1, field.last) for field in FIELDS
)
_BETWEEN = (8, 13, 47, 52, 56, 68, 79, 84, 89, 90)
"""Columns (from 0) between the fields of a player record."""

_between = itemgetter(*_BETWEEN)


def read_row(text: str, place: Place, notes: Notes) -> Optional[TrfLine]:
    """Return what a player record says, None where it has no start number."""
    number = place.line or 0
    tab = text.find("\t")
    if 0 <= tab < len(text.rstrip()):
        notes.fault("there is a tab, but a record has fixed columns; use spaces", number, tab + 1)
        return None
    text = aligned(text, number, notes)
    start = text[_NUMBER].strip()
    if not start.isdecimal() or not int(start):
        notes.fault("the start number is {start!r}, not a number from 1", number, 5, start=start)
        return None
    who = str(int(start))
    between = "".join(_between(text.ljust(FIRST_ROUND)))
    if not between.isspace():
        shifted = next(at for at in _BETWEEN if text[at : at + 1].strip())
        notes.warn(
            "column {column} of player {who} should be blank; are the fields in their columns?",
            number,
            shifted + 1,
            column=shifted + 1,
            who=who,
        )
    rating = _rating(text, number, who, notes)
    contestant = Contestant(
        who,
        " ".join(text[_NAME].split()),
        rating=rating or None,
        country=text[_FEDERATION].strip(),
        title=_title(text[_TITLE]),
        more=_more(text),
        place=place,
    )
    cells, last = _cells(text, number, who, notes)
    return TrfLine(contestant, cells, text[_POINTS].strip(), place, last)


def _rating(text: str, number: int, who: str, notes: Notes) -> int:
    """Return the rating of a player, 0 for none."""
    rating = text[_RATING].strip()
    if rating and not rating.isdecimal():
        ignored = say(
            "the rating {rating!r} of player {who} is not a number; ignored", rating=rating, who=who
        )
        notes.warn(ignored, number, 49)
        return 0
    return int(rating or 0)


_TITLES = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip


def _title(text: str) -> str:
    """Return a title as it is written today: ``g`` is GM, ``wf`` is WFM."""
    word = text.strip().upper()
    return _TITLES.get(word, word)


def _more(text: str) -> Tuple[Tuple[str, str], ...]:
    fields = (("Sex", text[_SEX]), ("FIDE ID", text[_FIDE_ID]), ("Birth", text[_BIRTH]))
    return tuple([(name, word) for name, value in fields if (word := value.strip())])


def _cells(
    text: str, number: int, who: str, notes: Notes
) -> Tuple[Dict[int, Optional[TrfCell]], int]:
    starts = range(FIRST_ROUND, len(text.rstrip()), STRIDE)
    cells = [text[at : at + STRIDE] for at in starts]
    found: Dict[int, Optional[TrfCell]] = dict(enumerate(map(_usual, cells), 1))
    if None in found.values():
        for at, cell in enumerate(cells):
            if found[at + 1] is None and cell.isspace():
                del found[at + 1]
            elif found[at + 1] is None:
                found[at + 1] = _unusual(cell, number, starts[at], who, at + 1, notes)
    return found, len(cells)


def _unusual(
    cell: str, number: int, at: int, who: str, round_number: int, notes: Notes
) -> Optional[TrfCell]:
    """Return what a cell says that is not written as the format has it, or note why not."""
    values: Dict[str, Value] = {"who": who, "round": round_number}
    colour, letter = cell[5:6].strip().lower(), cell[7:8].strip().upper()
    if letter == "*":
        said = say("player {who} has * in round {round}; read as not played yet", **values)
        notes.warn(said, number, at + 8)
    letter = _SAME.get(letter, letter)
    wrong = _wrong_in(cell, colour, letter, values)
    if wrong is not None:
        notes.fault(wrong[0], number, at + wrong[1])
        return None
    return _id(cell[:4]) or "", Sign(SEATS[colour], letter)


def _wrong_in(
    cell: str, colour: str, letter: str, values: Mapping[str, Value]
) -> Optional[Tuple[Message, int]]:
    """Return what is wrong with a cell, and at which of its signs; None where nothing is."""
    if colour not in SEATS:
        what = say("the colour of player {who} in round {round} is {colour!r}; expected w, b or -",
                   colour=colour, **values)  # fmt: skip
        return what, 6
    if letter not in AGAINST and letter not in ALONE:
        what = say("the result of player {who} in round {round} is {letter!r}; "
                   "expected one of 1 = 0 + - W D L U F H Z", letter=letter, **values)  # fmt: skip
        return what, 8
    if (cell[4:5] + cell[6:7] + cell[8:]).strip():
        what = say("round {round} of player {who} reads {cell!r}, which is not in its columns",
                   cell=cell.strip(), **values)  # fmt: skip
        return what, 1
    if _id(cell[:4]) is None:
        what = say("the opponent of player {who} in round {round} is {text!r}, not a start number",
                   text=cell[:4].strip(), **values)  # fmt: skip
        return what, 1
    return None


@lru_cache(maxsize=20000)
def _usual(cell: str) -> Optional[TrfCell]:
    """Return what a cell says that is written as the format has it, None for any other."""
    sign, opponent = _known.get(cell[4:]), _id(cell[:4])
    return None if sign is None or opponent is None else (opponent, sign)


@lru_cache(maxsize=20000)
def _id(text: str) -> Optional[str]:
    """Return the id that a start number means, "" for none and for 0000, None for no number."""
    word = text.strip()
    if word.isdecimal():
        return str(int(word)) if int(word) else ""
    return None if word else ""


_known: Dict[str, Sign] = {
    f" {colour} {letter}{end}": Sign(SEATS[colour.strip().lower()], letter.upper())
    for colour in "wb- WB"
    for letter in "10=WDL+-XUFHZwdlxufhz"
    for end in ("", " ", "  ")
}
"""Cells as the format has them, from the blank before the colour on."""


def bye_of(letter: str) -> Optional[str]:
    """Return the bye that the letter of a round without an opponent means, None for no bye."""
    return letter if letter in ALONE else _OLD_BYES.get(letter)
