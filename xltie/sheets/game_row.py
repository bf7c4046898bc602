"""The cells of one line of a games table."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from xltie.core.catalogues import spellings
from xltie.core.cells import Scalar, is_blank, latin

_BYE_WORDS = frozenset(
    {"bye", "부전승", "부전", "-", "–", "—", "freilos", "exempt", "свободен", "пропуск"}
    | {own.casefold() for own in spellings("result", "bye")}
)


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
    return not who or who.casefold() in _BYE_WORDS or latin(who).casefold() == "bye"


def seat_of(side: str) -> str:
    """Return the seat of a side that a header names, "" where it names none."""
    return side if side in ("black", "white") else ""
