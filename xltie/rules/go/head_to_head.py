"""Head-to-head: the points that the tied players scored against each other."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict

from xltie.core.messages import NOTHING, say
from xltie.event import EventIndex, Id
from xltie.functions.registry import group_rule
from xltie.functions.sources import SWISS_KOREA
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.go.direct_comparison import Group, games_between, is_complete_league


@group_rule("HEADTOHEAD", code="H2H", source=SWISS_KOREA.at("Tie Break system, 1"))
def headtohead(event_index: EventIndex, group: Group) -> Dict[Id, CriterionValue]:
    """Head-to-head: the points scored against the other tied players, if all of them met.

    Applied once. If two of the tied players did not meet, or if they only drew, it separates
    nobody. A player who is tied with nobody has no value.
    """
    games = {who: games_between(event_index, who, group, defaults=True) for who in group}
    applies = is_complete_league(games)
    answer: Dict[Id, CriterionValue] = {}
    for who in group:
        terms = [
            Term.of(record, event_index.points(record), say("game"), applies)
            for record in games[who]
        ]
        total = Fraction(sum(term.value for term in terms if term.counted))
        why = NOTHING if applies else say("not applied: not all of the tied players met each other")
        answer[who] = CriterionValue((total,) if len(group) > 1 else (), terms, why)
    return answer
