"""Othello: the sum of the disc differences, by which the Japanese federation ranks equal wins."""

from __future__ import annotations

from fractions import Fraction
from typing import List

from xltie.core.messages import say
from xltie.event import EventIndex, Id
from xltie.functions.registry import rule
from xltie.functions.sources import JOF
from xltie.rules.common.criterion_value import CriterionValue, Term


@rule("DISCDIFF", code="DISCDIFF", source=JOF, aliases=("disc difference",))
def disc_difference(event_index: EventIndex, who: Id) -> CriterionValue:
    """Disc difference: own discs minus those of the opponent, added up over all games.

    A bye adds nothing. A game without discs leaves it undefined.
    """
    terms: List[Term] = []
    for record in event_index.rounds_of(who):
        if record.other is None or not (record.is_played or record.own.tally is not None):
            continue
        if record.own.tally is None or record.other.tally is None:
            return CriterionValue.undefined(
                say(
                    "the discs of round {round} against {opponent} are missing",
                    round=record.round,
                    opponent=record.opponent,
                )
            )
        difference = Fraction(record.own.tally - record.other.tally)
        terms.append(Term.of(record, difference, say("difference of the discs")))
    return CriterionValue.of(terms)
