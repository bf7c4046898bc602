"""Whether an EGD tournament file tells the McMahon start scores, and what is said where not."""

from __future__ import annotations

from dataclasses import replace
from typing import List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import printed_number
from xltie.core.errors import Fault, Place
from xltie.core.messages import Message, joined, say
from xltie.event import Event
from xltie.exchange.h9.columns import column_names
from xltie.exchange.h9.lines import is_comment
from xltie.settings.declared import MISSING, START_SCORES, UNSAID

COLUMN = "Criterion"
"""Names of the columns of a file in ``Contestant.more``: Criterion 1, Criterion 2 ..."""
_MOST_COLUMNS = 20
_OVER_MCMAHON = frozenset({"MMS", "START", "SOSM", "SOSM-1", "SOSM-2", "SOSOSM", "SODOSM", "CUSSM"})


class Untold(NamedTuple):
    """What is said of start scores that are not known, and the kind of want: an option's value."""

    fault: Fault
    kind: str


def marked(event: Event, untold: Optional[Untold]) -> Event:
    """Return an event with the option that says that its start scores are not known."""
    if untold is None:
        return event
    return replace(event, settings=event.settings.with_(START_SCORES, untold.kind))


def missing_start_scores(event: Event, file: str) -> Optional[Untold]:
    """Return why the start scores of an event that was read are not known; None where they are.

    They are known where the columns give them, and where these show that all start from 0. Where
    no column and no heading speaks of points, nothing tells whether it was a McMahon event.
    """
    if event.format == "mcmahon":
        return None
    names, line = _headings(event)
    columns = _columns(event)
    if columns == 0 and not names:
        place = Place(file=file, line=event.contestants[0].place.line)
        return Untold(Fault(_not_known(say("there are no columns of points")), place), UNSAID)
    if not _OVER_MCMAHON.intersection(names):
        return None
    if columns < len(names) and "NBW" not in names[:columns]:
        said = (
            say(
                "{names} stand in the heading and only {columns} in the lines",
                names=joined(names),
                columns=columns,
            )
            if columns
            else say("{names} stand in the heading and none in the lines", names=joined(names))
        )
    elif _is_misread(event, names):
        said = say("the column headed MMS is not the points with a start score")
    else:
        return None
    return Untold(Fault(_not_known(said), Place(file=file, line=line)), MISSING)


def _is_misread(event: Event, names: Sequence[str]) -> bool:
    """Tell whether the column headed MMS, in which no start score was found, is not of wins."""
    if "MMS" not in names:
        return False
    title = f"{COLUMN} {names.index('MMS') + 1}"
    values = (
        printed_number(dict(contestant.more).get(title, "")) for contestant in event.contestants
    )
    return any(value is not None and value > event.rounds for value in values)


def _not_known(why: Message) -> Message:
    return say(
        "{why}, so the start scores are not known: wins alone can rank "
        '(--criteria "NBW, SOS"), or import the file and give start scores in the workbook',
        why=why,
    )


def _columns(event: Event) -> int:
    """Return how many columns every line has."""
    return min(
        sum(1 for key, _ in contestant.more if key.startswith(COLUMN))
        for contestant in event.contestants
    )


def _headings(event: Event) -> Tuple[List[str], Optional[int]]:
    """Return the names of the columns that stand above the players, and their line."""
    first = min(contestant.place.line or 1 for contestant in event.contestants)
    above = [text.strip() for text, _ in event.records[: first - 1]]
    for line in range(len(above), 0, -1):
        if is_comment(above[line - 1]):
            found = [name for name in column_names(above[line - 1 : line], _MOST_COLUMNS) if name]
            if found:
                return found, line
    return [], None
