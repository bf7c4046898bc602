"""Results as people write them: ``1-0``, ``½-½``, ``0-1F``, ``bye``, ``B+R``, ``백불계승``."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Optional, Tuple

from xltie.core.catalogues import spellings
from xltie.core.cells import Scalar, is_blank
from xltie.core.errors import Place
from xltie.core.messages import Message, Said, say
from xltie.event import Match, Outcome, Side, Status, bye_named, is_bye_word
from xltie.sheets.tables.scores import (
    HALF,
    NONE,
    ONE,
    TO_COME,
    WON,
    Score,
    drawn,
    number_in,
    score_of,
)

_DASHES = "-–—"


class GameRow(NamedTuple):
    """The cells of one line, left player first."""

    number: int
    left: str
    right: str
    result: str
    left_score: Scalar
    right_score: Scalar

    @property
    def lacks_a_player(self) -> bool:
        """One player is named, and what two did stands beside it: no bye is made from that.

        The other was deleted, or is not typed yet. Beside the word BYE counts may stand for both.
        """
        other, score = (
            (self.right, self.right_score) if is_bye(self.right) else (self.left, self.left_score)
        )
        is_game = "-" in self.result and not self.result.casefold().endswith("f")
        return not other and (is_game or not is_blank(score))

    @property
    def misplaced(self) -> str:
        """Return a result that stands where a player is named; blank where none does."""
        return next(filter(is_result_of_two, (self.left, self.right)), "")


@lru_cache(maxsize=4096)
def is_bye(who: str) -> bool:
    """Tell whether a cell names nobody, or says that the other has a bye."""
    return not who or who in _DASHES or is_bye_word(who) or is_bye_word(_without_worth(who))


def _without_worth(who: str) -> str:
    """Return a bye without what it is worth: ``bye (1 point)``."""
    return who.partition("(")[0].strip()


def seat_of(side: str) -> str:
    """Return the seat of a side that a header names, "" where it names none."""
    return side if side in ("black", "white") else ""


# --------------------------------------------------------------------------------------------------


Both = Tuple[Side, Side]
"""What a result says of the left and the right side of a game, whoever they are."""
WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
PENDING: Both = (Side("", Status.PENDING), Side("", Status.PENDING))

_OUTCOME_OF = {ONE: WIN, HALF: DRAW, NONE: LOSS}
_PLAYED = {(ONE, NONE), (NONE, ONE), (HALF, HALF), (NONE, NONE), (ONE, ONE), (HALF, NONE),
           (NONE, HALF)}  # fmt: skip
"""What the two sides of a game may get between them."""
_BY_FORFEIT = {(ONE, NONE), (NONE, ONE), (HALF, HALF), (NONE, NONE), (ONE, ONE)}
_SHORT = {
    ".5": WON[0], "5": WON[0], "f1": Score(ONE, NONE, True),
    "f0": Score(NONE, ONE, True), "ff": Score(NONE, NONE, True),
}  # fmt: skip
"""What is typed of both sides by that of the left one."""
BYES = {ONE: Status.PAIRING_BYE, HALF: Status.HALF_BYE, NONE: Status.ZERO_BYE}
"""A round without a game, by its points."""
_WITHDRAWN = frozenset(
    text.casefold() for word in ("withdrawn", "기권") for text in (word, *spellings("result", word))
)
_HOW = (
    r"불계|중압|시간(?:초과)?|中押し?|中盘|中盤|時間(?:切れ)?|时间|超时|超時|의|の|方|번|番|"
    r"(?P<margin>반집|半目|\d+(?:[./]\d+)?(?:又\d/\d)?(?:집반?|目半?|子))"
)
_BY_DEFAULT = r"기권|몰수|실격|반칙|부전|反則|不戦|弃权|棄権|强退告?"
_SIDES = "흑黒黑백白红紅"
_IN_WORDS = (
    rf"(?P<side>[{_SIDES}])(?:{_HOW}|(?P<default>{_BY_DEFAULT}))*"
    rf"(?P<end>승|勝ち?|胜|패|負け?|负)(?:{_HOW.replace('?P<margin>', '?:')})*"
)
_LOST = ("패", "負", "负")


@lru_cache(maxsize=1024)
def read_game(text: str, black_is_left: bool = True) -> Optional[Both]:
    """Return what a result says of two sides, or None where it says nothing known."""
    if text.strip() in ("", "*", "?"):
        return PENDING
    named = winner_in(text)
    if named is None:
        score = _typed(text)
        return None if score is None else both_of(score)
    is_black, by_default = named
    won = WON[1 if is_black == black_is_left else -1]
    return both_of(won._replace(forfeit=by_default))


def is_result_of_two(text: str) -> bool:
    """Tell whether a text shares out one point, and is nobody's name: ``0-1``, ``bye-1``.

    ``1-1`` may be the first player of the first group.
    """
    if not re.fullmatch(r"\S+\s*[-:\u2013]\s*\S+", text.strip()):
        return False
    score = _typed(text)
    return score is not None and score.total == 1


def _typed(text: str) -> Optional[Score]:
    """Return what a result says of two sides that do not depend on their colours."""
    word = "".join(text.split()).casefold()
    score = _SHORT.get(word) or _of_one(word) or drawn(word) or score_of(text.casefold())
    return None if score is TO_COME else score


def _of_one(word: str) -> Optional[Score]:
    """Return a score by the points of the left side: ``1``, ``0.0``, ``½``."""
    value = number_in(word) if word[0].isdecimal() else None
    return None if value not in _OUTCOME_OF else Score(value, ONE - value)


def winner_in(text: str) -> Optional[Tuple[bool, bool]]:
    """Return whether Black won, and whether by default, where a result names the winner."""
    word = "".join(text.split()).casefold()
    named = re.fullmatch(r"(?P<side>black|white|[bw흑백])|(?P<sgf>[bw])\+(?P<how>.*)", word)
    if named:
        side = named["side"] or named["sgf"]
        return side[0] in "b흑", named["how"] in ("f", "forfeit")  # SGF, property RE
    said = unicodedata.normalize("NFKC", word)
    told = re.fullmatch(_IN_WORDS, said) if said[:1] in _SIDES else None
    if told is None:
        return None
    return (told["side"] in "흑黒黑") != told["end"].startswith(_LOST), told["default"] is not None


def both_of(score: Score) -> Optional[Both]:
    """Return the sides of a game that gave each a point, a half or nothing, by forfeit or not."""
    left, right, by_forfeit = score
    if left is None or right is None:
        return None
    if (left, right) not in (_BY_FORFEIT if by_forfeit else _PLAYED):
        return None
    if not by_forfeit:
        return Side("", outcome=_OUTCOME_OF[left]), Side("", outcome=_OUTCOME_OF[right])
    one, other = (
        Side("", Status.FORFEIT_WIN if share == ONE else Status.FORFEIT_LOSS,
             points=HALF if left == HALF else None)
        for share in (left, right)
    )  # fmt: skip
    return one, other


def is_withdrawal(text: str) -> bool:
    """Tell whether somebody left before the round, for good."""
    return text.strip().casefold() in _WITHDRAWN


@lru_cache(maxsize=1024)
def read_alone(text: str, is_left: bool = True) -> Optional[Status]:
    """Return what a result says of one side without an opponent, or None.

    ``0-1`` gives the point to the right side, so that it is a bye where the player stands there.
    """
    status = bye_named(text)
    if status or not text:
        return status or Status.PAIRING_BYE
    if is_withdrawal(text):
        return Status.ABSENT
    score = _typed(text)
    if score is None or score.total != ONE:
        return None
    is_one_sided = score_of(text.casefold()) is None
    own = score.left if is_left or is_one_sided else score.right
    return None if own is None else BYES.get(own)


def read_without_opponent(result: str, instead: str, is_left: bool = True) -> Optional[Status]:
    """Return what a result says of one side, or the words in place of its opponent where none is.

    None means that neither says anything known.
    """
    if result or not instead or instead in _DASHES:
        return read_alone(result, is_left)
    return read_alone(instead) or read_alone(_without_worth(instead))


class Seated(NamedTuple):
    """A player of a game: who it is, on which side, what they counted, and where it stands."""

    who: str
    side: str
    tally: Optional[Fraction]
    place: Place


def game_of(number: int, ends: Both, left: Seated, right: Seated) -> Match:
    """Return the game of a round that two players and a result make."""
    one, other = (
        Side(own.who, end.status, end.outcome, end.points, own.tally, seat_of(own.side),
             place=own.place)
        for own, end in zip((left, right), ends)
    )  # fmt: skip
    return Match(number, one, other, place=left.place)


def stored_as(text: str) -> Optional[Message]:
    """Return what to tell about a result that a spreadsheet took for a date or a time."""
    if re.fullmatch(r"\d{5}", text):
        return say(
            "the result is a date (number {n}): spreadsheets read 1/2 that way; format the column "
            "as text and type 1/2-1/2",
            n=text,
        )
    if re.fullmatch(r"0\.(?:0\d+|\d{3,})", text):
        return say(
            "the result is a time (number {n}): spreadsheets read 1:0 that way; type 1-0",
            n=text[:6],
        )
    return None


def not_known(text: str, known: Said) -> Message:
    """Return what to tell a person about a result that says nothing known."""
    stored = stored_as(text)
    if stored is not None:
        return stored
    if re.fullmatch(r"\d{1,2}\s*[-–:]\s*\d{1,2}", text):
        return say(
            "result {text!r} is a score; it belongs in two columns, such as Black score and White "
            "score, and the result is one of {what}",
            text=text,
            what=known,
        )
    return say("result {text!r} is not one of {what}", text=text, what=known)


KNOWN_RESULTS = "1-0, 0-1, 1/2-1/2, 1-0F, 0-1F, 0-0F"
KNOWN_ALONE = say("bye, full bye, half bye, zero bye, absent, withdrawn")


_OUTCOMES = {WIN: "1", DRAW: "1/2", LOSS: "0"}
_BYES = {
    Status.PAIRING_BYE: "bye",
    Status.FULL_BYE: "full bye",
    Status.HALF_BYE: "half bye",
    Status.ZERO_BYE: "zero bye",
    Status.ABSENT: "absent",
}


def write_game(left: Side, right: Side) -> str:
    """Return the result of a game, left side first: what :func:`read_game` reads."""
    if left.status.is_forfeit:
        return "-".join(map(_share_by_default, (left, right))) + "F"
    if left.outcome is None or right.outcome is None:
        return ""
    return f"{_OUTCOMES[left.outcome]}-{_OUTCOMES[right.outcome]}"


def _share_by_default(side: Side) -> str:
    if side.status is Status.FORFEIT_WIN:
        return "1"
    return "1/2" if side.points is not None and 0 < side.points < 1 else "0"


def write_alone(side: Side) -> str:
    """Return the result of a side without an opponent: what :func:`read_alone` reads."""
    return _BYES.get(side.status, "bye")
