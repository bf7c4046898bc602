"""The order that an arbiter gives by hand: a play-off, a drawing of lots, a decision."""

from __future__ import annotations

from xltie.core.messages import say
from xltie.event import EventIndex, Id
from xltie.functions.registry import rule
from xltie.functions.sources import FIDE_2026
from xltie.rules.common.criterion_value import CriterionValue


@rule(
    "MANUALORDER", code="MANUAL", source=FIDE_2026.at("3, 4.2"), aliases=("OTHER_MANUAL",),
    low_wins=True,
)  # fmt: skip
def manual_order(event_index: EventIndex, who: Id) -> CriterionValue:
    """Order given by hand in the column Manual order of the players: 1 comes first.

    For what no results give, such as a play-off or a drawing of lots. Those without a number come
    after the others. ``MANUAL/R`` ranks higher numbers first, as for the points of a play-off.
    """
    given = event_index.contestant(who).manual_order
    if given is None:
        return CriterionValue.undefined(say("nothing stands in the column Manual order"))
    return CriterionValue(given)
