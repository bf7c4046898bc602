"""Results as people write them: ``1-0``, ``½-½``, ``0-1F``, ``bye``, ``B+R``, ``백불계승``."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import Dict, NamedTuple, Optional

from xltie.core.catalogues import spellings
from xltie.core.cells import Scalar, is_blank
from xltie.core.messages import Message, Said, say
from xltie.event import Outcome, Side, Status, bye_named, is_bye_word

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


class Result(NamedTuple):
    """What a result says of the left and the right side; the right one is None for a bye.

    ``points`` are those of either side where a game that was not played gave both the same.
    """

    left: Status
    left_outcome: Optional[Outcome]
    right: Optional[Status]
    right_outcome: Optional[Outcome]
    withdraws: bool = False
    points: Optional[Fraction] = None


def _game(left: Optional[Outcome], right: Optional[Outcome]) -> Result:
    return Result(Status.PLAYED, left, Status.PLAYED, right)


def _forfeit(left: Status, right: Status) -> Result:
    return Result(left, None, right, None)


def _alone(status: Status, withdraws: bool = False) -> Result:
    return Result(status, None, None, None, withdraws)


WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
PENDING = Result(Status.PENDING, None, Status.PENDING, None)
BYE = _alone(Status.PAIRING_BYE)

_GAMES: Dict[str, Result] = {
    "1-0": _game(WIN, LOSS),
    "0-1": _game(LOSS, WIN),
    "1/2-1/2": _game(DRAW, DRAW),
    "0-0": _game(LOSS, LOSS),
    "1-1": _game(WIN, WIN),
    "1/2-0": _game(DRAW, LOSS),
    "0-1/2": _game(LOSS, DRAW),
    "1-0f": _forfeit(Status.FORFEIT_WIN, Status.FORFEIT_LOSS),
    "0-1f": _forfeit(Status.FORFEIT_LOSS, Status.FORFEIT_WIN),
    "0-0f": _forfeit(Status.FORFEIT_LOSS, Status.FORFEIT_LOSS),
    "1-1f": _forfeit(Status.FORFEIT_WIN, Status.FORFEIT_WIN),
    "1/2-1/2f": Result(Status.FORFEIT_LOSS, None, Status.FORFEIT_LOSS, None, points=Fraction(1, 2)),
    "*": PENDING,
    "?": PENDING,
    "": PENDING,
}
_OTHER_SPELLINGS = {
    "1": "1-0", "0": "0-1", "1/2": "1/2-1/2", "0.5": "1/2-1/2", "=": "1/2-1/2", "=-=": "1/2-1/2",
    "0.5-0.5": "1/2-1/2", "draw": "1/2-1/2", "jigo": "1/2-1/2", "무": "1/2-1/2",
    "무승부": "1/2-1/2", "+--": "1-0f", "--+": "0-1f", "---": "0-0f", "+-": "1-0f", "-+": "0-1f",
    "5": "1/2-1/2", "f1": "1-0f", "f0": "0-1f", "ff": "0-0f",
    "1f-0f": "1-0f", "0f-1f": "0-1f", "0f-0f": "0-0f", "1f-0": "1-0f",
    "1f-1f": "1-1f", "0.5-0.5f": "1/2-1/2f",
    "ничья": "1/2-1/2",
    "b": "black", "w": "white", "흑승": "black", "백승": "white", "흑": "black", "백": "white",
}  # fmt: skip
_ALONE: Dict[str, Result] = {
    "": BYE,
    "1-0": BYE,
    "1-0f": BYE,
    "1/2-1/2": _alone(Status.HALF_BYE),
    "0-1": _alone(Status.ZERO_BYE),
    "0-1f": _alone(Status.ZERO_BYE),
    "withdrawn": _alone(Status.ABSENT, withdraws=True),
    "기권": _alone(Status.ABSENT, withdraws=True),
}
_HOW = (
    r"불계|중압|시간(?:초과)?|中押し?|中盘|中盤|時間(?:切れ)?|时间|超时|超時|의|の|方|번|番|"
    r"(?P<margin>반집|半目|\d+(?:[./]\d+)?(?:又\d/\d)?(?:집반?|目半?|子))"
)
_BY_DEFAULT = r"기권|몰수|실격|반칙|부전|反則|不戦|弃权|棄権|强退告?"
_IN_WORDS = re.compile(
    rf"(?P<side>흑|黒|黑|백|白)(?:{_HOW}|(?P<default>{_BY_DEFAULT}))*"
    rf"(?P<end>승|勝ち?|胜|패|負け?|负)(?:{_HOW.replace('?P<margin>', '?:')})*"
)
_LOST = ("패", "負", "负")
_DRAWN = frozenset({"빅", "지고", "持碁", "ジゴ", "引き分け", "引分", "和棋"})
_ANY_DASH = re.compile(r"[‐-―−:]")


def _plain(text: str) -> str:
    """Return a result in the one spelling that the tables use."""
    word = _ANY_DASH.sub("-", text.strip().casefold()).replace("½", "1/2")
    word = re.sub(r"\s*([-/])\s*", r"\1", re.sub(r"\s+", " ", word))
    word = re.sub(r"(?<=\d) f$", "f", word)
    word = word.replace(",", ".").replace("1.0", "1").replace("0.0", "0")
    word = re.sub(r"(?<![\d.])\.5", "0.5", word)
    return _OTHER_SPELLINGS.get(word, word)


_ALONE.update((_plain(word), _ALONE["withdrawn"]) for word in spellings("result", "withdrawn"))


@lru_cache(maxsize=1024)
def read_game(text: str, black_is_left: bool = True) -> Optional[Result]:
    """Return what a result says of two sides, or None where it says nothing known."""
    word = _plain(text)
    winner = re.fullmatch(r"(black|white)|([bw])\+(.*)", word)
    if winner:
        black = (winner[1] or winner[2])[0] == "b"
        by_default = winner[3] in ("f", "forfeit")  # SGF, property RE
    else:
        plain = re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))
        if plain in _DRAWN:
            return _GAMES["1/2-1/2"]
        told = _IN_WORDS.fullmatch(plain)
        if told is None:
            return _GAMES.get(word)
        black = (told["side"] in "흑黒黑") != told["end"].startswith(_LOST)
        by_default = told["default"] is not None
    return _GAMES[("1-0" if black == black_is_left else "0-1") + "f" * by_default]


@lru_cache(maxsize=1024)
def read_alone(text: str, is_left: bool = True) -> Optional[Result]:
    """Return what a result says of one side without an opponent, or None.

    ``0-1`` gives the point to the right side, so that it is a bye where the player stands there.
    """
    word = _plain(text)
    if not is_left and "-" in text:
        word = "-".join(reversed(word.rstrip("f").split("-"))) + "f" * word.endswith("f")
    status = bye_named(text)
    return _alone(status) if status else _ALONE.get(word)


def read_without_opponent(result: str, instead: str, is_left: bool = True) -> Optional[Result]:
    """Return what a result says of one side, or the words in place of its opponent where none is.

    None means that neither says anything known.
    """
    if result or not instead or instead in _DASHES:
        return read_alone(result, is_left)
    return read_alone(instead) or read_alone(_without_worth(instead))


def by_counts(left: Fraction, right: Fraction) -> Result:
    """Return the result that two counts mean: more wins."""
    if left == right:
        return Result(Status.PLAYED, DRAW, Status.PLAYED, DRAW)
    won, lost = (WIN, LOSS) if left > right else (LOSS, WIN)
    return Result(Status.PLAYED, won, Status.PLAYED, lost)


def not_known(text: str, known: Said) -> Message:
    """Return what to tell a person about a result that says nothing known."""
    if re.fullmatch(r"\d{5}", text):
        return say(
            "the result is a date (number {n}): spreadsheets read 1/2 that way; format the column "
            "as text and type 1/2-1/2",
            n=text,
        )
    if re.fullmatch(r"0\.0\d+", text):
        return say(
            "the result is a time (number {n}): spreadsheets read 1:0 that way; type 1-0",
            n=text[:6],
        )
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
