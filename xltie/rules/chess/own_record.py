"""A player's own record in chess: colours, rounds elected to play, standard points, numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Dict, List

from xltie.event.index import Ledger
from xltie.event.model import Id, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import FIDE_2024, FIDE_2026
from xltie.rules.chess.opponent_scores import Compat
from xltie.rules.common.counting import Forfeits, count, counts_as_game, is_won
from xltie.rules.common.criterion_value import Term, Working
from xltie.rules.common.rulebooks import OWN_CHOICE

_MARKS = (("P", "forfeits=played"),)


@rule("BLACKGAMES", code="BPG", source=FIDE_2026.at("7.3"), modifiers=_MARKS)
def black_games(ledger: Ledger, who: Id, forfeits: Forfeits = "") -> Working:
    """Number of games played at the board with Black.

    Whether a forfeit win of a round robin counts too is an open reading of article 15.2;
    ``played`` counts it.
    """
    return count(ledger, who, lambda o: o.own.seat == "black" and counts_as_game(o, forfeits))


@rule("BLACKWINS", code="BWG", source=FIDE_2026.at("7.4"), modifiers=_MARKS)
def black_wins(ledger: Ledger, who: Id, forfeits: Forfeits = "") -> Working:
    """Number of games won at the board with Black; ``played`` counts forfeits too."""
    return count(
        ledger,
        who,
        lambda o: o.own.seat == "black" and is_won(o) and counts_as_game(o, forfeits),
    )


@rule("ELECTEDROUNDS", code="REP", source=(FIDE_2026.at("7.6"), FIDE_2024.at("7.6")),
      aliases=("GE",))  # fmt: skip
def elected_rounds(ledger: Ledger, who: Id) -> Working:
    """Number of rounds that a player elected to play.

    All rounds but those missed by own choice: half-point and zero-point byes, absences and
    forfeits lost. Called games elected to play (GE) before March 2026.
    """
    return count(
        ledger,
        who,
        lambda o: o.own.status not in OWN_CHOICE and o.own.status is not Status.PENDING,
    )


@rule("STANDARDPOINTS", code="STD", source=FIDE_2026.at("7.7"))
def standard_points(ledger: Ledger, who: Id, compat: Compat = "") -> Working:
    """Standard points: 1 for every round with more points than the opponent, one half for as many.

    In a round without an opponent the points are compared with those of a draw. The reference
    checker does so in every round.
    """
    draw = ledger.draw_units
    terms: List[Term] = []
    for outing in ledger.outings(who):
        if outing.own.status is Status.PENDING:
            continue
        against = draw
        if outing.other is not None and compat.lower() != "tbs":
            against = ledger.units_of(outing.other)
        value = Fraction((outing.units > against) + (outing.units >= against), 2)
        said = f"{ledger.points(outing)} to {ledger.in_points(against)}"
        terms.append(Term(outing.round, outing.opponent, value, said))
    return Working.of(terms)


@rule("PAIRINGNO", code="TPN", source=FIDE_2026.at("7.8"), aliases=("SNO",), low_wins=True)
def pairing_number(ledger: Ledger, who: Id) -> Working:
    """Final pairing number: the start number of a player, the lower one first."""
    numbers = ledger.cached("pairing numbers", lambda: _numbers(ledger))
    return Working(numbers[who])


def _numbers(ledger: Ledger) -> Dict[Id, int]:
    """Return the ids as numbers where all are, else the positions in the list of players."""
    if all(who.isdecimal() for who in ledger.ids):
        return {who: int(who) for who in ledger.ids}
    return {who: position for position, who in enumerate(ledger.ids, 1)}


Unrated = Annotated[int, Arg("Rating of players without one; 0 leaves the value undefined.", min=0)]
