"""The criteria that a file lists: those that are known stay live beside those that are not."""

from __future__ import annotations

from typing import List, Tuple

from xltie.core.errors import XltieError
from xltie.core.messages import Message, say
from xltie.event.model import Event
from xltie.ranking.criteria import parse_criterion, split_list
from xltie.ranking.criteria_lists import expand
from xltie.ranking.unknown_criterion import NOT_KNOWN


def mark_unknown(text: str, event: Event) -> Tuple[str, Tuple[Tuple[str, Message], ...]]:
    """Return a list from a file with what is not understood as ``unknown(...)``, so that it stays.

    With it comes each such criterion as it is written, and what is wrong with it.
    """
    marked: List[str] = []
    unknown: List[Tuple[str, Message]] = []
    for part in split_list(expand(text)):
        if NOT_KNOWN.fullmatch(part):
            unknown.append((part, say("it is a criterion of the organizer's own")))
            marked.append(part)
            continue
        try:
            parse_criterion(part, event)
        except XltieError as error:
            unknown.append((part, error.message))
            marked.append(f"unknown({part})")
        else:
            marked.append(part)
    return (", ".join(marked) if unknown else text), tuple(unknown)
