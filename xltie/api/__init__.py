"""The door for Python programs: open an event in any format, rank it, explain it, write it.

>>> games = b'''Round,White,Black,Result
... 1,Ann,Bob,1-0
... 1,Cid,Dee,1/2-1/2
... 2,Ann,Cid,1/2-1/2
... 2,Bob,Dee,1-0
... '''
>>> opened = open_event(games, name="club.csv")
>>> for line in standings(opened, "points, SB").lines:
...     print(line.place, line.who, *(str(value.total) for value in line.values))
1 Ann 3/2 3/2
2 Cid 1 1
3 Bob 1 1/2
4 Dee 1/2 1/2

Every function raises :class:`~xltie.core.errors.XltieError` and nothing else for what is wrong with
a file or an argument; an ``InputError`` holds all faults of an input, each with its place.
"""

from __future__ import annotations

import os
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, List, Mapping, Optional, Sequence, Tuple, Union

from xltie.api.opening import read_file, refusal_of
from xltie.core.errors import (
    InputError,
    Place,
    UnknownPlayer,
    UnsupportedWorkbook,
)
from xltie.core.files import faults_in, read_bytes, write_new
from xltie.core.records import replace
from xltie.event import Event, Id
from xltie.ranking import (
    Criterion,
    Standings,
    Tournament,
    criteria_of,
    parse_criteria,
    rank,
    refuse_undefined,
    refuse_usual_criteria,
)
from xltie.settings.declared import LOT

if TYPE_CHECKING:
    from datetime import datetime

    from xltie.recompute import Report
    from xltie.recompute.ooxml.workbook_file import WorkbookFile

FilePath = Union[str, "os.PathLike[str]"]


def open_event(
    source: Union[FilePath, bytes, WorkbookFile],
    *,
    name: str = "",
    ranks: Optional[Mapping[str, str]] = None,
    provisional: bool = False,
    teams: bool = False,
    reads: Sequence[str] = (),
    sheet: str = "",
) -> Tournament:
    r"""Return the event in a file of any format that xltie reads, with what its places go by.

    ``source`` is a path, or the content of a file as bytes; ``name`` is then the file's name, whose
    ending says the format and which stands in the faults. Bytes without a name are told by what
    they hold. Workbooks are read as they were saved: a formula counts as its stored value. Commands
    that go on with a workbook hand over the one that they have opened.

    ``ranks`` replaces ranks in a workbook of Go, by id or name: ``{"H": "5d"}``.

    The answer has ``event`` (all facts, frozen), ``criteria`` (a list as people write it: the
    file's own or the game's usual one) and ``warnings`` (what is odd in the file but clear).
    With ``provisional`` faulty lines of a workbook or table do not count instead of refusing the
    file; ``event.faults`` names them. With ``teams`` the event is that of the teams, where a file
    of players lists teams too, as OpenGotha's do. ``reads`` settle what can be read in two ways in
    a table of somebody's own: ``["b=Black", "FT=Result", "win=3"]``; ``sheet`` is its sheet.

    >>> opened = open_event(b"Round,Black,White,Result\n1,Rose,Brian,1-0\n", name="club.csv")
    >>> opened.criteria, [player.id for player in opened.event.contestants]
    ('points', ['Rose', 'Brian'])
    >>> open_event(b"Round,Black,White,Result\n1,Rose,Rose,1-0\n", name="club.csv")
    Traceback (most recent call last):
        ...
    xltie.core.errors.InputError: club.csv: B2: player Rose plays against themselves

    Raises:
        InputError: what is wrong in the file, all of it.
        WorkbookRefused: a file that cannot be read.
    """
    if isinstance(source, (str, os.PathLike)):
        name = name or os.fspath(source)
        source = read_bytes(Path(source))
    with faults_in(name):
        found = read_file(name, source, ranks, teams=teams, reads=reads, sheet=sheet)
        if found.event.faults and not provisional:
            raise refusal_of(found)
        return found


def _tournament(event: Union[Tournament, Event]) -> Tournament:
    """Return an event with the criteria that it names, or its game's usual ones."""
    if isinstance(event, Tournament):
        return event
    return Tournament(replace(event, records=()), criteria_of(event), Place())


# -- ranking and explaining ----------------------------------------------------------------------


def standings(
    event: Union[Tournament, Event], criteria: str = "", *, rulebook: str = "", lot: str = ""
) -> Standings:
    r"""Return the places of an event, best first, with the value of every criterion.

    ``criteria`` is a list such as ``"points, BH/C1, SB"``, left out: the event's own. ``rulebook``
    is another edition of the rules, such as ``"fide2024"``. ``lot`` is the seed of a draw that
    breaks the last ties, left out: the event's own, if its Settings have one. Values are exact
    numbers, each with the terms that it is made of.

    >>> opened = open_event(b"Round,Black,White,Result\n1,Rose,Brian,1-0\n", name="club.csv")
    >>> first = standings(opened).lines[0]
    >>> first.place, first.who, first.values[0].total
    (1, 'Rose', Fraction(1, 1))

    Raises:
        InputError: a criterion or a rulebook that cannot be understood.
    """
    tournament = _tournament(event).under(rulebook)
    lot = lot or tournament.event.settings.text(LOT)
    if not criteria:
        refuse_usual_criteria(tournament.event)
    found = rank(tournament.event_index(), tournament.parsed(criteria), lot)
    weakref.finalize(found, found.event_index.forget).atexit = False
    refuse_undefined(found)
    if not found.has_places:
        raise InputError.say("there are no places: the first criterion is not understood")
    return found


def explain(
    event: Union[Standings, Tournament, Event],
    player: str,
    what: str = "",
    *,
    each: str = "",
    language: str = "",
) -> str:
    r"""Return how a player's place and values come about, in the words of ``xltie explain``.

    ``player`` is an id or a name. ``what`` is one criterion, or another player to compare with;
    left out: the place, every value with its terms, and the neighbours. With ``each``, the name of
    an option, the criterion is explained under every named value that the option takes.
    ``language`` is the code of the language of the explanation, left out: the event's own.

    >>> opened = open_event(b"Round,Black,White,Result\n1,Rose,Brian,1-0\n", name="club.csv")
    >>> print(explain(opened, "Brian", "Rose"))
    Rose is above Brian on points: 1 to 0

    Raises:
        UnknownPlayer: nobody of this name is in the event.
        InputError: a criterion that cannot be understood.
    """
    from xltie.core.language import language as spoken
    from xltie.ranking import overview, value_text, variants, why_above
    from xltie.sheets.settings import event_language

    found = event if isinstance(event, Standings) else standings(event)
    words = spoken(language) if language else event_language(found.event_index.event)
    who = found.event_index.find(player)
    if not what:
        return overview(found, who, words)
    other = _player(found, what)
    if other is not None:
        return words.say(why_above(found, who, other))
    criterion = parse_criteria(what, event=found.event_index.event)[0]
    chosen: List[Criterion] = variants(criterion, each) if each else [criterion]
    return "\n".join(value_text(found, who, one, words) for one in chosen)


def _player(found: Standings, text: str) -> Optional[Id]:
    """Return the player that a text names; None if it names none and so is a criterion."""
    try:
        return found.event_index.find(text)
    except UnknownPlayer:
        return None


# -- workbooks and files -------------------------------------------------------------------------


def recompute(
    source: Union[FilePath, bytes],
    *,
    in_place: bool = False,
    values: bool = False,
    everything: bool = False,
    clock: Optional[datetime] = None,
) -> Tuple[bytes, Report]:
    """Return a workbook with every value brought up to date, and a report cell by cell.

    Only values that changed are new, every other byte stays. ``in_place`` also replaces the file,
    in one step. With ``values`` the formulas of xltie become values.
    With ``everything`` also that is written which is not sure to be Excel's answer. ``clock`` is
    what NOW and TODAY answer.

    >>> data, report = recompute("autumn-open.xlsx")
    >>> report.formulas > 100, report.changed, report.faults
    (True, [], [])

    Raises:
        WorkbookRefused: a file that is left as it was.
    """
    from xltie.recompute import recompute as recompute_with
    from xltie.recompute.ooxml.files import read_workbook, replace_workbook
    from xltie.sheets.functions import callables

    if isinstance(source, bytes):
        if in_place:
            raise UnsupportedWorkbook.say("only a file can be replaced in place")
        return recompute_with(
            source, callables(), values=values, everything=everything, clock=clock
        )
    path = Path(source)
    data, stamp = read_workbook(path, write=in_place)
    new, report = recompute(data, values=values, everything=everything, clock=clock)
    if in_place and new != data:
        replace_workbook(path, new, stamp)
    return new, report


def write(event: Union[Tournament, Event], path: FilePath) -> None:
    r"""Write an event to a file, whose ending chooses the format; a file there is replaced.

    A workbook (.xlsx) is a new one with live formulas. Other files carry places and criteria, and
    the lines of the file that the event was opened from where the format is the same.

    >>> import tempfile
    >>> opened = open_event(b"Round,White,Black,Result\n1,Ann,Bob,1-0\n", name="club.csv")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(opened, folder + "/club.trf")
    ...     len(open_event(folder + "/club.trf").event.contestants)
    2

    Raises:
        InputError: an ending that no format has, or what the format cannot hold.
        LockedWorkbook: the file cannot be written.
    """
    target = Path(path)
    write_new(target, to_bytes(event, target.name))


def to_bytes(event: Union[Tournament, Event], name: str) -> bytes:
    """Return what :func:`write` writes to a file of this name.

    Raises:
        InputError: an ending that no format has, or what the format cannot hold.
    """
    from xltie.workbooks.event_file import event_file

    return event_file(_tournament(event), name)
