"""Othello: the points of the Tatebayashi Open, which reward early wins and strong opponents."""

from __future__ import annotations

from typing import Annotated, List

from xltie.core.errors import UndefinedValue
from xltie.core.messages import say
from xltie.event import EventIndex, Id
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import TATEBAYASHI_OPEN
from xltie.rules.common.criterion_value import CriterionValue, Term

_ROUNDS = Arg("Rounds of the whole event: what a win in the first is worth; 0: as planned.", min=0)


@rule("TATEBAYASHI", code="TBP", source=TATEBAYASHI_OPEN, aliases=("tatebayashi points",))
def tatebayashi(
    event_index: EventIndex, who: Id, rounds: Annotated[int, _ROUNDS] = 0
) -> CriterionValue:
    """Tatebayashi points: a win counts 6, 5, 4, 3, 2 or 1 by its round; opponents' wins are added.

    That is of six rounds; of others a win in the first counts as many points as there are rounds. A
    draw counts half of a win, for the player and for the opponents. A bye counts what it earns and
    adds no opponent: the source does not name it.
    """
    if not event_index.event.rounds_known:
        raise UndefinedValue.say("the games do not say in which round they were played")
    of = rounds or event_index.rounds
    terms: List[Term] = []
    for record in event_index.rounds_of(who):
        worth = of + 1 - record.round
        earned = event_index.in_points(record.scaled)
        if earned:
            why = say("{worth} for a win in this round", worth=worth)
            terms.append(Term.of(record, worth * earned, why))
        if record.is_played and record.opponent is not None:
            won = event_index.in_points(event_index.scaled_score(record.opponent))
            terms.append(Term.of(record, won, say("the opponent's wins")))
    return CriterionValue.of(terms)
