"""What a person says of a table that can be read in two ways: ``b=Black``, ``FT=Result``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, Iterable, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import Grid, text_of
from xltie.core.errors import InputError, WrongCall
from xltie.core.messages import Message, joined, say
from xltie.core.plain_words import normal
from xltie.core.records import replace
from xltie.sheets.any_table.results import outcomes_in
from xltie.sheets.tables import Heading, heading_of, number_in, outcome_of_word

_RIVALS = ("not result", "decider", "extra time", "winner")
"""What may be the result as well, until one column is said to be it."""
_SEATS = ("white", "black")
_PAIRS = {1: "1-0", 0: "½-½", -1: "0-1"}
_SINGLES = {1: "1", 0: "½", -1: "0"}


class Asked(NamedTuple):
    """What was said: of headings, of letters of colours, of signs of results, of points.

    ``worth`` is what a win (1), a draw (0) and a loss (-1) give.
    """

    headings: Mapping[str, Tuple[str, str]] = {}
    seats: Mapping[str, str] = {}
    signs: Mapping[str, int] = {}
    worth: Mapping[int, Fraction] = {}

    def heading(self, own: Heading) -> Heading:
        """Return a heading as it was said to be; others give way to one of the same meaning."""
        meaning = self.headings.get(own.text.strip()) or self.headings.get(normal(own.text))
        if meaning:
            return Heading(own.text, meaning[0], meaning[1] or own.side)
        rival = "result" if own.meaning in _RIVALS else own.meaning
        if (rival, own.side) in self.headings.values():
            return Heading(own.text, "remark")
        return own

    def pair(self, text: str) -> str:
        """Return a cell of two players in a notation that is known."""
        sign = self._of_unknown(text)
        return text if sign is None else _PAIRS[sign]

    def single(self, text: str) -> str:
        """Return a cell of one player, or the score in it, in a notation that is known."""
        sign = self._of_unknown(text)
        return text if sign is None else _SINGLES[sign]

    def fits(self, outcomes: Mapping[str, Optional[int]]) -> bool:
        """Tell whether what signs mean in a reading is what was said of them."""
        return all(outcomes.get(meant, sign) == sign for meant, sign in self.signs.items())

    def _of_unknown(self, text: str) -> Optional[int]:
        """Return what was said of a text that no language and no number explains."""
        if not self.signs:
            return None
        sign = self.signs.get(text.strip())
        return None if sign is not None and outcomes_in([text.strip()]) else sign


NOTHING = Asked()


def asked_of(given: Sequence[str], sheets: Mapping[str, Grid]) -> Asked:
    """Return what was said of the tables in the sheets, each as ``SIGN=MEANING``.

    Raises:
        WrongCall: a meaning that is not known, or a sign that stands nowhere.
    """
    headings: Dict[str, Tuple[str, str]] = {}
    seats: Dict[str, str] = {}
    signs: Dict[str, int] = {}
    worth: Dict[int, Fraction] = {}
    cells = {text_of(cell).strip() for grid in sheets.values() for cell in grid.flat()} - {""}
    for text in given:
        sign, equals, meaning = (part.strip() for part in text.rpartition("="))
        outcome, value = outcome_of_word(sign), number_in(meaning)
        told, ended = heading_of(meaning), outcome_of_word(meaning)
        if not (equals and sign):
            raise _not_understood(text)
        if outcome is not None and value is not None and value >= 0:
            worth[outcome] = value
            continue
        _refuse_unknown(text, sign, cells)
        is_letter = len(sign) == 1 and sign.isalpha()
        if is_letter and told.side in _SEATS and told.meaning == "player":
            seats[normal(sign)] = told.side
        elif ended is not None:
            signs[sign] = ended
        elif told.meaning:
            headings[sign] = (told.meaning, told.side)
        else:
            raise _not_understood(text)
    return Asked(headings, seats, signs, worth)


def _refuse_unknown(text: str, sign: str, cells: Iterable[str]) -> None:
    if not any(sign == cell or re.search(rf"(?<!\w){re.escape(sign)}(?!\w)", cell)
               or (len(sign) == 1 and sign in cell) for cell in cells):  # fmt: skip
        raise WrongCall.say("--read {text!r}: no cell contains {sign!r}", text=text, sign=sign)


def _not_understood(text: str) -> InputError:
    return WrongCall.say(
        "--read {text!r} is not understood; examples: b=Black, FT=Result, No.=Number, +=win, win=3",
        text=text,
    )


_READ = '--read "{sign}={meaning}"'
_ENDS = ("win", "draw", "loss")


def read_as(sign: str, meaning: str) -> Message:
    """Return the option of a command that says what a sign of a table means."""
    return Message(_READ, (("sign", sign), ("meaning", meaning)))


def settled_by(*readings: str) -> Message:
    """Return how a person says which reading is meant."""
    parts = (reading.rpartition("=") for reading in readings)
    return joined((read_as(sign, meaning) for sign, _, meaning in parts), " / ")


def on_a_sheet(message: Message) -> Message:
    """Return a message that says what to type on the sheet where it names :func:`read_as`."""
    if message.template != _READ:
        values = (
            (name, on_a_sheet(value) if isinstance(value, Message) else value)
            for name, value in message.values
        )
        return replace(message, values=tuple(values))
    sign, meaning = (str(value) for _, value in message.values)
    if sign in _ENDS:
        setting = Message(f"Points for a {sign}", context="setting")
        return say("{setting} = {value} in the Settings", setting=setting, value=meaning)
    return say('writing "{meaning}" in place of "{sign}"', meaning=meaning, sign=sign)
