"""What the sums over opponents are made of: each round's contribution, in ``1 / unit``."""

from __future__ import annotations

from typing import Dict, NamedTuple, Tuple

from xltie.event.index import Ledger, Outing
from xltie.event.model import Id, Status
from xltie.rules.common.criterion_value import show
from xltie.rules.go.scores import MCMAHON, Score, Scores, Values, basis_of, scores, stones
from xltie.rules.go.unplayed import (
    BYE_PLAYER,
    DESCRIPTIONS,
    HALF_VIRTUAL,
    SELF,
    START,
    ZERO,
    convention,
)

_BYE = frozenset({Status.PAIRING_BYE, Status.FULL_BYE})


class Setup(NamedTuple):
    """What a sum over opponents is taken of, and by which conventions."""

    basis: str
    unplayed: str
    absent: Values
    bye: Values
    rounding: str


class Part(NamedTuple):
    """What one round contributes, in ``1 / unit``: the opponent's score and the handicap in it.

    ``earned`` is what the round itself added to the player's score.
    """

    outing: Outing
    units: int
    earned: int
    stones: int = 0


Parts = Dict[Id, Tuple[Part, ...]]


def setup_of(
    ledger: Ledger,
    basis: str,
    unplayed: str,
    rulebook: str,
    absent: Values,
    bye: Values,
    rounding: str,
) -> Setup:
    """Return what a call asks for, with the conventions of its rulebook."""
    book = rulebook or ledger.event.rulebook
    return Setup(basis_of(ledger, basis), convention(unplayed, book), absent, bye, rounding.lower())


def scores_of(ledger: Ledger, setup: Setup) -> Scores:
    """Return the scores that opponents are counted by."""
    return scores(ledger, setup.basis, setup.absent, setup.bye, setup.rounding)


def parts_of(ledger: Ledger, setup: Setup) -> Parts:
    """Return the contributions of all players' rounds, made once."""

    def build() -> Parts:
        found = scores_of(ledger, setup)
        return {
            who: tuple(
                _part(ledger, setup, found, outing, earned)
                for outing, earned in zip(ledger.outings(who), found[who].earned)
            )
            for who in ledger.ids
        }

    return ledger.cached(("go parts", setup), build)


def _part(ledger: Ledger, setup: Setup, found: Scores, outing: Outing, earned: int) -> Part:
    if outing.other is None:
        return Part(outing, _alone(setup, found[outing.own.who], outing, earned), earned)
    seen = found[outing.other.who]
    given = stones(outing) if setup.basis == MCMAHON else 0
    units = seen.virtual if setup.unplayed == HALF_VIRTUAL else seen.final
    return Part(outing, units + given * ledger.unit, earned, given)


def _alone(setup: Setup, own: Score, outing: Outing, earned: int) -> int:
    if setup.unplayed in (ZERO, BYE_PLAYER):
        return 0
    return own.final - earned if is_self(setup, outing) else own.start


def is_self(setup: Setup, outing: Outing) -> bool:
    """Tell whether a round counts as a game against oneself: a bye does, an absence does not."""
    return setup.unplayed == SELF and outing.own.status in _BYE


def sums_of(ledger: Ledger, setup: Setup) -> Dict[Id, int]:
    """Return the SOS of all players, made once."""
    return ledger.cached(
        ("go sos", setup),
        lambda: {
            who: sum(part.units for part in own) for who, own in parts_of(ledger, setup).items()
        },
    )


def _alone_why(setup: Setup, outing: Outing) -> str:
    is_missed = setup.unplayed == SELF and not is_self(setup, outing)
    said = DESCRIPTIONS[START if is_missed else setup.unplayed]
    return f"{outing.own.status.value} {said} ({setup.unplayed})"


def why_of(ledger: Ledger, setup: Setup, part: Part) -> str:
    """Return what a contribution is, in words."""
    name = "MMS" if setup.basis == MCMAHON else "wins"
    if part.outing.other is None:
        return _alone_why(setup, part.outing)
    what = f"{name} of {part.outing.opponent}"
    if part.stones:
        score = show(ledger.in_points(part.units - part.stones * ledger.unit))
        sign, word = ("+", "given") if part.stones > 0 else ("-", "taken")
        count = abs(part.stones)
        plural = "s" if count > 1 else ""
        what = f"{what} {score} {sign} {count} handicap stone{plural} {word}"
    if part.outing.own.status.is_forfeit:
        what += ", by default"
    if setup.unplayed == HALF_VIRTUAL:
        what += ", rounds not played at one half"
    return what


def alone_sos(ledger: Ledger, setup: Setup, outing: Outing) -> int:
    """Return what a round without an opponent adds to SOSOS."""
    who = outing.own.who
    if setup.unplayed == ZERO:
        return 0
    if is_self(setup, outing):
        return sums_of(ledger, setup)[who]
    found = scores_of(ledger, setup)
    if setup.unplayed == BYE_PLAYER:
        return _sos_of_bye(ledger, found) if outing.own.status in _BYE else 0
    return found[who].start * ledger.begun


def _sos_of_bye(ledger: Ledger, found: Scores) -> int:
    """Return the SOS of the player BYE: the scores of all who met it."""
    return sum(
        found[who].final
        for who in ledger.ids
        for outing in ledger.outings(who)
        if outing.other is None and outing.own.status in _BYE
    )


def sos_why(setup: Setup, outing: Outing) -> str:
    """Return what a round adds to SOSOS, in words."""
    if outing.other is None:
        return _alone_why(setup, outing)
    return f"SOS of {outing.opponent}"
