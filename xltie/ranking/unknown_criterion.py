"""What stands in a file's list of criteria and is no rule of ours: it stays there, and is named."""

from __future__ import annotations

import re

from xltie.core.errors import InputError, XltieError
from xltie.core.messages import Message, say
from xltie.event import EventIndex, Id
from xltie.functions.registry import Function, Shape
from xltie.rules.common.criterion_value import CriterionValue

NOT_KNOWN = re.compile(r"unknown\(([^()]*)\)|OTHER_(?!MANUAL\b)\S+", re.IGNORECASE)
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
    return NOT_KNOWN.sub(lambda match: match[1] or match[0], text)


def _not_computed(event_index: EventIndex, who: Id) -> CriterionValue:
    return CriterionValue.undefined(say("xltie does not compute this criterion"))


_DOC = "A criterion that stands in a file and is not computed."
_FAULTY_DOC = "A criterion of the event's own list that is not understood."
FAULTY = Function("FAULTY", "FAULTY", _FAULTY_DOC, _FAULTY_DOC, (), (), _not_computed, Shape.PLAYER)
"""In the place of a criterion that is a fault: nothing is known of the order from it on."""

UNKNOWN = Function("UNKNOWN", "UNKNOWN", _DOC, _DOC, (), (), _not_computed, Shape.PLAYER)


class UnknownCriterion(InputError):
    """A name that no criterion has; its sentence names it."""


def not_understood(text: str, error: XltieError) -> Message:
    """Return the sentence about a criterion in a list that is not understood."""
    if isinstance(error, UnknownCriterion):
        return error.faults[0].message
    return say("criterion {text!r}: {what}", text=text, what=error.message)
