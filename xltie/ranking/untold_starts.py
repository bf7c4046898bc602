"""No places by McMahon scores where the start scores are not known."""

from __future__ import annotations

from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event.model import Event
from xltie.ranking.standings import Standings
from xltie.settings.declared import MISSING, START_SCORES


def refuse_usual_criteria(event: Event) -> None:
    """Refuse places where none were asked for by name: the event's own go by McMahon scores.

    Raises:
        InputError: the start scores are missing from the file.
    """
    if event.settings.text(START_SCORES) == MISSING:
        raise InputError.of(
            say(
                "there are no places: the event goes by McMahon scores, and their "
                "start scores are not known; name criteria that do without"
            )
        )


def refuse_undefined(found: Standings) -> None:
    """Refuse places that would go by a McMahon score: without start scores nobody has one.

    Raises:
        InputError: a criterion that needs the start scores is among those asked for.
    """
    if not found.event_index.event.settings.text(START_SCORES):
        return
    for criterion, values in zip(found.criteria, zip(*(line.values for line in found.lines))):
        if values and all(value is not None and value.total is None for value in values):
            raise InputError.of(
                say(
                    "there are no places: {label} needs start scores, which are not known",
                    label=criterion.label,
                )
            )
