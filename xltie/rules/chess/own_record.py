"""A player's own record in chess: colours, rounds elected to play, standard points, numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, List

from xltie.core.messages import NOTHING, Message, joined, say
from xltie.event import EventIndex, Id, RoundRecord, Status, starting_ranks
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import FIDE_2024, FIDE_2026
from xltie.rules.chess.options import CompatOption
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.common.rulebooks import VOLUNTARILY_UNPLAYED
from xltie.rules.common.score import ForfeitsOption, count_of, games, is_won

_MODIFIERS = (("P", "forfeits=played"),)
_BothLost = Annotated[
    str,
    Arg(
        "Round in which both score nothing: half (the letter), or none.", names=("", "half", "none")
    ),
]


@rule("BLACKGAMES", code="BPG", source=FIDE_2026.at("7.3"), modifiers=_MODIFIERS)
def black_games(event_index: EventIndex, who: Id, forfeits: ForfeitsOption = "") -> CriterionValue:
    """Number of games played over the board with Black.

    Article 15.2 leaves open whether a forfeit win in a round robin counts too; ``played`` counts
    it.
    """
    return count_of(_with_black(event_index, who, forfeits))


@rule("BLACKWINS", code="BWG", source=FIDE_2026.at("7.4"), modifiers=_MODIFIERS)
def black_wins(event_index: EventIndex, who: Id, forfeits: ForfeitsOption = "") -> CriterionValue:
    """Number of games won over the board with Black; ``played`` counts forfeits too."""
    return count_of(list(filter(is_won, _with_black(event_index, who, forfeits))))


def _with_black(event_index: EventIndex, who: Id, forfeits: str) -> List[RoundRecord]:
    played = games(event_index, who, forfeits)
    return [record for record in played if record.own.seat == "black"]


@rule("ELECTEDROUNDS", code="REP", source=(FIDE_2026.at("7.6"), FIDE_2024.at("7.6")),
      aliases=("GE",))  # fmt: skip
def elected_rounds(event_index: EventIndex, who: Id) -> CriterionValue:
    """Number of rounds the player elected to play.

    All rounds except those missed by choice: half-point and zero-point byes, absences and forfeit
    losses. Called games elected to play (GE) before March 2026.
    """
    left_out = (*VOLUNTARILY_UNPLAYED, Status.PENDING)
    records = event_index.rounds_of(who)
    found = count_of([record for record in records if record.own.status not in left_out])

    def why() -> Message:
        missed = [
            say("{round} ({status})", round=record.round, status=record.own.status.message)
            for record in records
            if record.own.status in VOLUNTARILY_UNPLAYED
        ]
        return say("missed by choice: {rounds}", rounds=joined(missed)) if missed else NOTHING

    return CriterionValue(found.total, lambda: found.terms, why)


@rule("STANDARDPOINTS", code="STD", source=FIDE_2026.at("7.7"))
def standard_points(
    event_index: EventIndex, who: Id, compat: CompatOption = "", lost: _BothLost = ""
) -> CriterionValue:
    """Standard points: 1 for each round with more points than the opponent, one half for as many.

    In a round without an opponent, the points are compared with those for a draw. The reference
    checker does so in every round. Two players who both score nothing in a round, as in a double
    forfeit, have as many points by the letter of the article, so one half each.
    """
    draw = event_index.scaled_draw
    terms: List[Term] = []
    for record in event_index.rounds_of(who):
        if record.own.status is Status.PENDING:
            continue
        against = draw
        if record.other is not None and compat != "tbs":
            against = event_index.scaled_points(record.other)
        value = Fraction((record.scaled > against) + (record.scaled >= against), 2)
        if lost == "none" and record.other is not None and not record.scaled + against:
            value = Fraction(0)
        why = say(
            "{points} to {against}",
            points=event_index.points(record),
            against=event_index.in_points(against),
        )
        terms.append(Term.of(record, value, why))
    return CriterionValue.of(terms)


@rule("PAIRINGNO", code="TPN", source=FIDE_2026.at("7.8"), aliases=("SNO",), low_wins=True)
def pairing_number(event_index: EventIndex, who: Id) -> CriterionValue:
    """Pairing number: the player's final start number, lower first."""
    numbers = event_index.cached("pairing numbers", lambda: starting_ranks(event_index.event))
    return CriterionValue(numbers[who])
