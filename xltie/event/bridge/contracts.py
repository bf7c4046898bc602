"""The score of a contract, and who is vulnerable on which board (Laws of Duplicate Bridge, 77)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import FrozenSet, List, Optional, Sequence

from xltie.core.cells import Scalar, text_of
from xltie.core.errors import DomainError
from xltie.core.messages import say
from xltie.core.records import dataclass
from xltie.event.board_results import Hands

ENGLISH = "CDHS"
"""The letters of clubs, diamonds, hearts and spades."""
LETTERS = {
    "en": ENGLISH, "fr": "TKCP", "de": "TKHP", "nl": "KRHS", "it": "FQCP", "es": "TDCP",
    "pt": "POCE",
}  # fmt: skip
"""Those of languages; Danish, Norwegian and Swedish have the Dutch ones."""
_SUITS = {
    **dict.fromkeys(("N", "NT", "SA", "ST", "UT", "BA", "БК"), "NT"),
    "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S",
    "Т": "C", "Б": "D", "Ч": "H", "П": "S",
}  # fmt: skip
_SPOKEN = (
    (r"[‐-―−]", "-"), (r"[\uFE0E\uFE0F]", ""), (r"[×Х]", "X"),
    (r"REDOUBLED|REDBL|RDBL|\*\*", "XX"), (r"DOUBLED|DBL|\*", "X"),
    (r"NO[ -]?TRUMPS?", "NT"), (r"!", "X"),
    (r"SPADES?|PIQUES?|PICCHE|PICAS|PIK|SCHOPPEN|SPAR|SPADER", "♠"),
    (r"HEARTS?|CŒURS?|COEURS?|CUORI|CORAZON(?:ES)?|HERZ|HARTEN|HJERTER|HJÄRTER|KIER", "♥"),
    (r"DIAMONDS?|CARREAUX?|QUADRI|DIAMANTES?|KARO|RUITEN|RUDER|RUTER", "♦"),
    (r"CLUBS?|TRÈFLES?|TREFLES?|FIORI|TR[ÉE]BOL(?:ES)?|TREFL|TREFF?|KLAVEREN|KLØR|KLÖVER", "♣"),
    (r"(?<=[1-7])\s?SP(?=[DX]|$)", "♠"), (r"(?<=[1-7])\s?HJ", "♥"),
    (r"(?<=[1-7])\s?RU(?=[DX]|$)", "♦"), (r"(?<=[1-7])\s?KL(?=[DX]|$)", "♣"),
    (r"ПИКИ?", "♠"), (r"ЧЕРВ(?:[ЕИЫ]Й?)?", "♥"), (r"БУБ(?:НЫ|ЕН)?", "♦"),
    (r"ТРЕФ[ЫИ]?", "♣"),
    (r"\(?\b(N)ORTH\b\)?|\(?\b(E)AST\b\)?", r"\1\2"),
    (r"\(?\b(S)OUTH\b\)?|\(?\b(W)EST\b\)?", r"\1\2"), (r"\(([NESW])\)", r"\1"),
)  # fmt: skip
"""Words and signs in contracts, and what they stand for; compiled where they are used."""
_CONTRACT = (
    r"(?P<level>[1-7])\s*(?P<suit>NT|SA|ST|UT|BA|БК|[A-Z♣♦♥♠♧♢♡♤ТБЧП])\s*(?P<risk>XX|X|КК|К|RD|D|R|)"
    r"(?:[\s,/]*(?:BY\s*)?(?P<by>[NESW])(?:\s+(?P<taken>\d{1,2}))?)?"
    r"\s*(?P<result>[+\-]\s*\d{1,2}|=)?"
)
_PASSED = frozenset({
    "PASS", "PASSE", "PASSED", "PASSEDOUT", "PASSOUT", "PO", "AP", "ALLPASS", "P", "ПАС", "PAS",
    "PASSO", "PASSATO", "PASO", "PASADO", "PASY", "4PASY", "4PASS", "GEPASST", "GEPAST", "RONDPAS",
    "TOUTPASSE", "4PASSES", "ВСЕПАС", "패스", "올패스", "パス", "オールパス",
})  # fmt: skip
_RISK = {"": 0, "X": 1, "XX": 2, "К": 1, "КК": 2, "D": 1, "R": 2, "RD": 2}
_UNSIGNED = {"": None, "=": 0}
_SLAMS = {6: (500, 750), 7: (1000, 1500)}
"""The bonus for bidding so much, not vulnerable and vulnerable."""


@dataclass(frozen=True)
class Contract:
    """A contract. Level 0 is a passed-out board; ``risk`` is 0, 1 doubled, 2 redoubled.

    ``declarer`` and ``result`` (tricks over or under) are there where the text says them too.
    """

    level: int
    suit: str = ""
    risk: int = 0
    declarer: str = ""
    result: Optional[int] = None

    def __str__(self) -> str:
        return f"{self.level}{self.suit}{'X' * self.risk}" if self.level else "Pass"


def read_contract(text: str, letters: str = ENGLISH) -> Contract:
    """Return the contract that a text such as ``3NT``, ``4♠X``, ``5C** by E`` or ``PASS`` means.

    Words (``4 hearts doubled``) and Russian letters (``3БК``, ``4П``) are read too; ``letters`` are
    those of the four suits, from clubs on (``LETTERS``).

    Raises:
        DomainError: it is no contract.
    """
    word = unicodedata.normalize("NFKC", " ".join(text.split())).upper()
    for said, short in _SPOKEN:
        word = re.sub(said, short, word)
    if re.sub(r"[\s-]", "", word) in _PASSED:
        return Contract(0)
    found = re.fullmatch(_CONTRACT, word)
    suit = _suit(found["suit"], letters) if found else None
    if found is None or suit is None or (found["taken"] and found["result"]):
        raise DomainError.say(
            "{text!r} is not a contract such as 3NT, 4SX, 6HXX or PASS", text=text
        )
    level = int(found["level"])
    return Contract(level, suit, _RISK[found["risk"]], found["by"] or "", _over(found, level))


def _suit(said: str, letters: str) -> Optional[str]:
    at = letters.find(said)
    return ENGLISH[at] if at >= 0 else _SUITS.get(said)


def _over(found: re.Match[str], level: int) -> Optional[int]:
    """Return how many tricks are above the contract, None where that is not said."""
    if found["taken"]:
        return int(found["taken"]) - 6 - level
    result = (found["result"] or "").replace(" ", "")
    return _UNSIGNED[result] if result in _UNSIGNED else int(result)


def read_tricks(contract: Contract, said: Scalar) -> int:
    """Return the tricks that declarer took: a number from 0 to 13, or ``+1``, ``=``, ``-2``.

    A negative number counts undertricks too.

    Raises:
        DomainError: it is no number of tricks.
    """
    needed = 6 + contract.level
    word = re.sub(r"[‐-―−\s]", lambda found: "" if found[0].isspace() else "-", text_of(said))
    if not word and contract.result is not None:
        tricks = needed + contract.result
    elif word in ("=", "C", "c"):  # Dutch lists say so that the contract was made
        tricks = needed
    elif re.fullmatch(r"[+-]\d{1,2}", word):
        tricks = needed + int(word)
    elif re.fullmatch(r"\d{1,2}", word):
        tricks = int(word)
    else:
        raise DomainError(
            say("{text!r} is not a number of tricks such as 10, +1, = or -2", text=word)
            if word
            else say("the tricks are missing")
        )
    if not 0 <= tricks <= 13:
        raise DomainError.say("{n} tricks: there are only 13", n=tricks)
    return tricks


def contract_score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """Return declarer's score for the tricks taken (Law 77).

    >>> contract_score(read_contract("3NT"), 10, False)
    430
    >>> contract_score(read_contract("1HX"), 5, vulnerable=True)
    -500
    """
    if contract.level == 0:
        return 0
    over = tricks - 6 - contract.level
    if over < 0:
        return -_undertricks(-over, contract.risk, vulnerable)
    each = 20 if contract.suit in ("C", "D") else 30
    first = 10 if contract.suit == "NT" else 0
    below = (each * contract.level + first) << contract.risk
    bonus = (500 if vulnerable else 300) if below >= 100 else 50
    bonus += _SLAMS.get(contract.level, (0, 0))[vulnerable]
    overtrick = (200 if vulnerable else 100) * contract.risk if contract.risk else each
    return below + bonus + 50 * contract.risk + over * overtrick


def _undertricks(down: int, risk: int, vulnerable: bool) -> int:
    if not risk:
        return down * (100 if vulnerable else 50)
    doubled = 300 * down - 100 if vulnerable else 200 * down - 100 + 100 * max(0, down - 3)
    return risk * doubled


_VULNERABLE = ("", "NS", "EW", "NSEW")
SEATS = "NESW"


def vulnerable_sides(board: int) -> str:
    """Return who is vulnerable on a board: "", "NS", "EW" or "NSEW", in the cycle of 16 boards."""
    turn = board - 1
    return _VULNERABLE[(turn + turn // 4) % 4]


_SAID = {
    "none": "None", "love": "None", "nobody": "None", "0": "None", "o": "None", "-": "None",
    "nil": "None", "ns": "NS", "n": "NS", "sn": "NS", "ew": "EW", "e": "EW", "we": "EW",
    "all": "All", "both": "All", "b": "All", "nsew": "All", "game": "All",
}  # fmt: skip


def vulnerability_named(text: str) -> str:
    """Return None, NS, EW or All for a way to write it, such as ``Both``, ``N-S`` or ``Love``.

    Raises:
        DomainError: it says none of them.
    """
    word = re.sub(r"[\s/.\-]", "", text).casefold() or text.strip()
    if word and word not in _SAID:
        raise DomainError.say("{text!r} is not None, NS, EW or All", text=text)
    return _SAID.get(word, "")


def vulnerable_at(board: int, named: str) -> str:
    """Return the vulnerable seats as :func:`vulnerable_sides` does; a name overrules the number."""
    return {"None": "", "All": "NSEW"}.get(named, named) if named else vulnerable_sides(board)


def other_than_usual(named: str, board: int) -> str:
    """Return the name of a vulnerability where it is not that of the board's number, else ""."""
    usual = {"": "None", "NSEW": "All"}.get(vulnerable_sides(board), vulnerable_sides(board))
    return "" if named == usual else named


def dealer(board: int) -> str:
    """Return the seat of the dealer of a board."""
    return SEATS[(board - 1) % 4]


def score_of_ns(contract: Contract, declarer: str, tricks: int, vulnerable: str) -> Fraction:
    """Return the score of NS where a seat declares; ``vulnerable`` as in :func:`vulnerable_sides`.

    >>> score_of_ns(read_contract("4S"), "E", 10, "EW")
    Fraction(-620, 1)
    """
    made = Fraction(contract_score(contract, tricks, declarer in vulnerable))
    return made if declarer in "NS" else -made


def possible_scores(
    contract: Contract, declarer: str, tricks: Optional[int], vulnerable: str
) -> List[Fraction]:
    """Return what NS can score; ``declarer`` "" and ``tricks`` None stand for any."""
    return [
        score_of_ns(contract, seat, taken, vulnerable)
        for seat in declarer or SEATS
        for taken in (range(14) if tricks is None else (tricks,))
    ]


@lru_cache(maxsize=1)
def scores_of_any_contract() -> FrozenSet[Fraction]:
    """Return every score that NS can have, whoever is vulnerable: 409 of them."""
    made = {
        Fraction(contract_score(Contract(level, suit, risk), tricks, vulnerable))
        for level in range(1, 8)
        for suit in ("C", "H", "NT")
        for risk in (0, 1, 2)
        for tricks in range(14)
        for vulnerable in (False, True)
    }
    return frozenset({Fraction(0), *made, *(-score for score in made)})


_RANKS = "AKQJT98765432"
_IN_ALL = 4
_CARDS = 13


def hands_of(first: str, said: Sequence[str]) -> Hands:
    """Return the hands of a deal, named clockwise from a seat; one that is missing is the rest.

    Raises:
        DomainError: that is no deal: a card twice, a letter that is no card, or not 13 in a hand.
    """
    told = list(map(_in_order, said))
    held = [f"{suit}{rank}" for hand in told for suit, ranks in zip("SHDC", hand) for rank in ranks]
    _refuse_twice(held)
    known = list(filter(any, told))
    if any(sum(map(len, hand)) != _CARDS for hand in known) or first not in tuple(SEATS):
        raise DomainError.say("this is no deal of 13 cards for each seat")
    texts = [".".join(hand) if any(hand) else "" for hand in told] + [""] * (len(SEATS) - len(told))
    if len(known) == len(SEATS) - 1:
        texts[texts.index("")] = _rest(held)
    turn = -SEATS.index(first) % len(SEATS)
    north, east, south, west = (*texts[turn:], *texts[:turn])
    return north, east, south, west


def _refuse_twice(cards: Sequence[str]) -> None:
    twice = next((card for card, times in Counter(cards).items() if times > 1), None)
    if twice is not None:
        raise DomainError.say("the card {card} is in this deal a second time", card=twice)


def _rest(held: Sequence[str]) -> str:
    """Return the hand of the cards that nobody else holds."""
    return ".".join("".join(r for r in _RANKS if f"{suit}{r}" not in held) for suit in "SHDC")


def _in_order(hand: str) -> List[str]:
    """Return the four suits of a hand, each from its highest card; all "" where it is not known."""
    suits = [suit.strip("- ") for suit in hand.upper().replace("10", "T").split(".")]
    suits += [""] * (_IN_ALL - len(suits))
    if len(suits) > _IN_ALL or re.search(f"[^{_RANKS}]", "".join(suits)):
        raise DomainError.say("{text!r} is no hand such as AK3.QT.J32.98765", text=hand)
    return ["".join(sorted(suit, key=_RANKS.index)) for suit in suits]


def points_of_hand(hand: str) -> int:
    """Return the high-card points of a hand: 4, 3, 2 and 1 for ace, king, queen and jack.

    >>> points_of_hand("AK3.QT.J32.98765")
    10
    """
    return sum("JQKA".find(card) + 1 for card in hand)
