"""The result of a bridge board at one table, for either side."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Optional, Tuple, Union

from xltie.core.errors import NOWHERE, Place


class Award(NamedTuple):
    """An adjusted score: a share of the top (0.6 for 60 %), or IMPs.

    ``average`` is "+", "=" or "-" for an award given as an average, so that a session may raise an
    average plus to the pair's own percentage.
    """

    share: Optional[Fraction] = None
    imps: Optional[Fraction] = None
    average: str = ""

    def __str__(self) -> str:
        if self.average:
            return f"A{self.average}"
        if self.share is not None:
            return f"{float(self.share * 100):g}%"
        return f"{float(self.imps or 0):+g} IMP"

    def as_share(self, per_step: Fraction) -> Fraction:
        """Return the share of the top; an award in IMPs counts 10 % for each ``per_step``."""
        if self.share is not None:
            return self.share
        if not per_step:
            return Fraction(1, 2)
        share = Fraction(1, 2) + (self.imps or Fraction(0)) / per_step / 10
        return min(Fraction(1), max(Fraction(0), share))

    def as_imps(self, per_step: Fraction) -> Fraction:
        """Return the award in IMPs: ``per_step`` for every 10 % above one half."""
        if self.imps is not None:
            return self.imps
        return ((self.share or Fraction(0)) - Fraction(1, 2)) * 10 * per_step


class NotPlayed:
    """A result that was expected and is missing."""

    def __repr__(self) -> str:
        return "NP"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NotPlayed)

    def __hash__(self) -> int:
        return hash(NotPlayed)


NOT_PLAYED = NotPlayed()


class Weighted(NamedTuple):
    """A score adjusted to several results, each with its share (Laws of Duplicate Bridge, 12C1c).

    ``parts`` are pairs of a share, of 1 in all, and a score in points.
    """

    parts: Tuple[Tuple[Fraction, Fraction], ...]

    def __str__(self) -> str:
        return " + ".join(f"{float(share * 100):g}% {int(score)}" for share, score in self.parts)

    def __neg__(self) -> Weighted:
        return Weighted(tuple((share, -score) for share, score in self.parts))


Score = Union[Fraction, Weighted]
"""A result that is compared with the others on the board."""
Result = Union[Fraction, Weighted, Award, NotPlayed, None]
"""A score in points, an adjusted score, a board not played; None where none was expected."""


def one_score(ns: Result, ew: Result) -> Optional[Score]:
    """Return the score as NS sees it where both sides have the same one, or one side sits out."""
    if isinstance(ns, (Fraction, Weighted)):
        is_same = ew is None or (isinstance(ew, (Fraction, Weighted)) and ew == -ns)
        return ns if is_same else None
    return -ew if ns is None and isinstance(ew, (Fraction, Weighted)) else None


def parts_of(score: Score) -> Tuple[Tuple[Fraction, Fraction], ...]:
    """Return the shares and the points of a score; a single result is the whole of its board."""
    return score.parts if isinstance(score, Weighted) else ((Fraction(1), score),)


Deal = Tuple[int, int]
"""A session, 0 where there is but one, and the number of a board."""


def shown_deal(deal: Deal) -> str:
    """Return a deal as people read it: ``7``, or ``2/7`` for board 7 of the second session."""
    session, board = deal
    return f"{session}/{board}" if session else str(board)


Hands = Tuple[str, str, str, str]
"""What North, East, South and West hold: ``AK3.QT.J32.98765``, spades first; "" is not known."""


class HandRecord(NamedTuple):
    """The cards of a deal, and the tricks that each seat can take, where a file says so.

    ``makes`` holds seat, denomination (``NT``, ``S`` ...) and tricks, all cards being seen.
    """

    deal: Deal
    hands: Hands
    makes: Tuple[Tuple[str, str, int], ...] = ()


class BoardResult(NamedTuple):
    """One board at one table.

    The results are each seen by their side: 420 for one is -420 for the other, but where a score
    was adjusted they need not mirror.
    """

    board: int
    ns: Tuple[str, ...]
    """A pair or team, two players in an individual, nobody where the other side sat out."""
    ew: Tuple[str, ...]
    ns_result: Result = None
    ew_result: Result = None
    group: str = ""
    """What tells the versions of a fouled board apart."""
    round: int = 0
    table: str = ""
    section: str = ""
    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: Optional[int] = None
    vulnerable: str = ""
    """None, NS, EW or All, where it is not what the number of the board says."""
    ns_points: Optional[Fraction] = None
    """What a file publishes."""
    ew_points: Optional[Fraction] = None
    session: int = 0
    """0 in an event of one session; board 7 of another session is another deal."""
    place: Place = NOWHERE

    @property
    def deal(self) -> Deal:
        """What tells one deal from another: the session and the number of the board."""
        return self.session, self.board

    @property
    def shown_board(self) -> str:
        """The board as people read it: ``7``, or ``2/7`` for board 7 of the second session."""
        return shown_deal(self.deal)

    def who(self, side: str) -> Tuple[str, ...]:
        """Return who sat on a side, "ns" or "ew"."""
        return self.ns if side == "ns" else self.ew

    def result(self, side: str) -> Result:
        """Return the result as a side sees it."""
        return self.ns_result if side == "ns" else self.ew_result

    def with_results(self, ns: Result, ew: Result) -> BoardResult:
        """Return the board result with the results of both sides."""
        return self._replace(ns_result=ns, ew_result=ew)


SIDES = ("ns", "ew")
