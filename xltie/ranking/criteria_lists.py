"""Lists of criteria by the names they are published under, taken apart, and what is not known.

What is no rule of ours stays in a list that a file has, and is named.
"""

from __future__ import annotations

import re
from typing import Dict, List

from xltie.core.errors import InputError, XltieError
from xltie.core.messages import Message, say
from xltie.event import EventIndex, Id
from xltie.functions.registry import Function, Shape
from xltie.rules.common.criterion_value import CriterionValue

CRITERIA_LISTS: Dict[str, str] = {
    "korea2020-rated": "PTS, H2H, PS, BH@korea2020, SB@korea2020, WON",
    "korea2020-unrated": "PTS, H2H, BH@korea2020, SB@korea2020, WON",
}
"""Korean chess practice of 2020, for fields in which most players have a rating, or have none."""


def expand(text: str) -> str:
    """Return the list that a name stands for, in any case; any other text as it is."""
    return CRITERIA_LISTS.get(text.strip().casefold(), text)


def split_list(text: str) -> List[str]:
    """Split at commas, semicolons and line ends that stand outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter in ",;\n" and depth <= 0:
            parts.append("")
            depth = 0
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


NOT_KNOWN = re.compile(r"unknown\((.*)\)|OTHER_(?!MANUAL\b)\S+", re.IGNORECASE | re.DOTALL)
"""FIDE's lists (TRF26, records 202 and 212) may hold OTHER_ and a name of the organizer's own.

OTHER_MANUAL is the order given by hand, which xltie knows."""

_HEADING = " (not known)"
"""What stands behind such a name over its column, where cells read it again."""


def heading_of(text: str) -> str:
    """Return what stands over the column of a criterion that is not known, "" for any other."""
    found = NOT_KNOWN.fullmatch(text)
    if found is not None:
        return (found[1] or text) + _HEADING
    return text if text.endswith(_HEADING) else ""


def as_in_file(text: str) -> str:
    """Return a list as a file has it: without the marks of what is not understood."""
    parts = split_list(text)
    plain = [found[1] or part if (found := NOT_KNOWN.fullmatch(part)) else part for part in parts]
    return text if plain == parts else ", ".join(plain)


def _not_computed(event_index: EventIndex, who: Id) -> CriterionValue:
    return CriterionValue.undefined(say("xltie does not compute this criterion"))


def _not_understood(event_index: EventIndex, who: Id) -> CriterionValue:
    return CriterionValue.undefined(
        say("the criterion, or a setting that it rests on, is not understood")
    )


_DOC = "A criterion that stands in a file and is not computed."
_FAULTY_DOC = "A criterion of the event's own list that is not understood, or rests on such."
FAULTY = Function(
    "FAULTY", "FAULTY", _FAULTY_DOC, _FAULTY_DOC, (), (), _not_understood, Shape.PLAYER
)
"""In the place of a criterion that is a fault: nothing is known of the order from it on."""

UNKNOWN = Function("UNKNOWN", "UNKNOWN", _DOC, _DOC, (), (), _not_computed, Shape.PLAYER)


class UnknownCriterion(InputError):
    """A name that no criterion has; its sentence names it."""


def not_understood(text: str, error: XltieError) -> Message:
    """Return the sentence about a criterion in a list that is not understood."""
    if isinstance(error, UnknownCriterion):
        return error.faults[0].message
    return say("criterion {text!r}: {what}", text=text, what=error.message)
