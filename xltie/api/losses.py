"""What a tournament file that is to be written does not say of its event."""

from __future__ import annotations

from typing import List, Mapping, Optional, Tuple

from xltie.api.opening import read_file
from xltie.api.unsaid import counterparts, losses
from xltie.core.errors import InputError, Place, XltieError
from xltie.core.messages import Message, say
from xltie.event import Contestant, Id
from xltie.exchange import Format
from xltie.ranking import Standings, StandingsLine, Tournament, rank
from xltie.settings.declared import CRITERIA
from xltie.workbooks.event_file import by_its_columns


def losses_in_file(tournament: Tournament, chosen: Format, data: bytes, name: str) -> List[Message]:
    """Return what the content of a file leaves out of an event or says otherwise, kind by kind.

    Raises:
        InputError: a file that would not be read again, or of a bridge session without its boards.
    """
    try:
        again = read_file(name, data)
    except XltieError as error:
        message = say("{format}: {what}", format=chosen.title, what=error.message)
        raise InputError.of(message, Place(file=name)) from None
    if tournament.event.board_results and not again.event.board_results:
        message = say("{format} has no place for the boards of bridge", format=chosen.title)
        raise InputError.of(message, Place(file=name))
    same = counterparts(tournament.event, again.event)
    found = losses(tournament.event, again.event, same, chosen.explained)
    if not _is_ranked_alike(tournament, again, same):
        criteria = Message(CRITERIA.label, context="setting")
        found.append(say("{what} ({value})", what=criteria, value=tournament.criteria))
    return found


def _is_ranked_alike(
    tournament: Tournament, again: Tournament, same: Mapping[Id, Contestant]
) -> bool:
    """Tell whether everybody has the same place and the same values by what the file says."""
    try:
        here, there = map(_ranked, (tournament, again))
    except XltieError:
        return False
    lines = {line.who: line for line in there.lines}
    return all(
        line.who in same and _shown(line) == _shown(lines.get(same[line.who].id))
        for line in here.lines
    )


def _ranked(tournament: Tournament) -> Standings:
    if tournament.source == "h9":
        tournament = by_its_columns(tournament)
    return rank(tournament.event_index(), tournament.parsed())


def _shown(line: Optional[StandingsLine]) -> Tuple[object, ...]:
    if line is None:
        return ()
    return line.place, *(value and value.total for value in line.values)
