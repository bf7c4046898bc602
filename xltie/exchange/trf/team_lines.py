"""The team records of a TRF: who belongs to a team, line-ups, byes and forfeits of matches.

TRF26 gives the columns; record 013 is TRF16's and has neither numbers nor results.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Dict, List, Optional, Set, Tuple

from xltie.core.errors import Place
from xltie.core.messages import say
from xltie.event import Contestant, Event, Id
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.team_adjustments import TeamAdjustment, read_adjustment

Lines = Tuple[Tuple[str, str], ...]


@dataclass
class TeamLines:
    """What the team records say, as far as standings need it; ids are those of teams.

    ``blacks`` are the teams with Black in matches by forfeit.
    """

    teams: Dict[Id, Contestant] = field(default_factory=dict)
    members: Dict[Id, Tuple[Id, ...]] = field(default_factory=dict)
    claimed: Dict[Id, Tuple[str, str]] = field(default_factory=dict)
    line_ups: Dict[Tuple[int, Id], Tuple[Id, Tuple[Id, ...]]] = field(default_factory=dict)
    byes: Dict[int, Id] = field(default_factory=dict)
    bye_points: Optional[Tuple[Fraction, Fraction]] = None
    forfeits: Dict[Tuple[int, Id], Tuple[Id, str]] = field(default_factory=dict)
    blacks: Set[Tuple[int, Id]] = field(default_factory=set)
    match_points: Dict[str, Fraction] = field(default_factory=dict)
    adjustments: List[TeamAdjustment] = field(default_factory=list)
    colours: str = ""
    primary: str = "MP"


def holds_teams(lines: Lines) -> bool:
    """Tell whether a file is one of a team event.

    An individual event (092) may list teams too, and a single team has nobody to play against.
    """
    kinds = [line[:3] for line, _ in lines if line[3:4] == " "]
    if kinds.count("310") < 2 and ("310" in kinds or kinds.count("013") < 2):
        return False
    return not any(line.lower().startswith("092 individual") for line, _ in lines)


def team_numbers(lines: Lines) -> Set[Id]:
    """Return the numbers of the teams of a file (310)."""
    found = (line[4:7].strip() for line, _ in lines if line.startswith("310 "))
    return {str(int(number)) for number in found if number.isdecimal()}


def read_team_lines(lines: Lines, notes: Notes) -> TeamLines:
    """Return what the team records say; a record that cannot be read is left out with a warning."""
    found = TeamLines()
    numbered = any(line.startswith("310 ") for line, _ in lines)
    for number, (line, _) in enumerate(lines, 1):
        record = line[:3]
        if record == "310" or (record == "013" and not numbered):
            _team(found, line, number, notes)
        elif record in _READERS:
            if not _READERS[record](found, line):
                notes.warn(
                    say("this record {record} cannot be read and does not count", record=record),
                    number,
                )
        elif record == "299":
            adjustment = read_adjustment(line, number, notes)
            found.adjustments.extend([adjustment] if adjustment is not None else [])
    return found


def _ids(line: str, start: int, step: int, width: int) -> List[Id]:
    cells = (line[at : at + width].strip() for at in range(start, len(line.rstrip()), step))
    return [str(int(cell)) if cell.isdecimal() and int(cell) else "" for cell in cells]


def _team(found: TeamLines, line: str, number: int, notes: Notes) -> None:
    is_numbered = line.startswith("310")
    team = line[4:7].strip() if is_numbered else str(len(found.teams) + 1)
    if not team.isdecimal() or str(int(team)) in found.teams:
        notes.warn(
            say("the team number {number!r} is no number or stands twice", number=team), number, 5
        )
        return
    who = str(int(team))
    name = line[8:40] if is_numbered else line[4:36]
    rank = line[68:71].strip() if is_numbered else ""
    found.teams[who] = Contestant(
        who,
        " ".join(name.split()),
        more=(("Rank", rank),) if rank else (),
        place=notes.place(number),
    )
    found.members[who] = tuple(filter(None, _ids(line, 73 if is_numbered else 36, 5, 4)))
    if is_numbered:
        found.claimed[who] = (line[54:60].strip(), line[61:67].strip())


def _number(text: str) -> Optional[Fraction]:
    word = text.strip().replace(",", ".")
    return Fraction(word) if re.fullmatch(r"\d+(\.\d*)?", word) else None


def _whole(text: str) -> Optional[int]:
    return int(text) if text.strip().isdecimal() else None


def _line_up(found: TeamLines, line: str) -> bool:
    number, team, other = _whole(line[4:7]), _whole(line[8:11]), _whole(line[12:15])
    if not number or not team or not other:
        return False
    found.line_ups[number, str(team)] = str(other), tuple(_ids(line, 16, 5, 4))
    return True


def _byes(found: TeamLines, line: str) -> bool:
    match_points, game_points = _number(line[4:8]), _number(line[9:13])
    if match_points is not None and game_points is not None:
        found.bye_points = match_points, game_points
    for number, who in enumerate(_ids(line, 14, 4, 3), 1):
        if who:
            found.byes[number] = who
    return found.bye_points is not None


def _forfeit(found: TeamLines, line: str) -> bool:
    kind, number = line[4:6], _whole(line[7:10])
    white, black = _whole(line[11:14]), _whole(line[15:18])
    if kind not in ("+-", "-+", "--") or not number or not white or not black:
        return False
    found.forfeits[number, str(white)] = str(black), kind[0]
    found.forfeits[number, str(black)] = str(white), kind[1]
    found.blacks.add((number, str(black)))
    return True


def _match_points(found: TeamLines, line: str) -> bool:
    pairs = re.findall(r"T([WDL])\s*(\d+(?:[.,]\d*)?)", line.upper())
    found.match_points.update((kind, Fraction(text.replace(",", "."))) for kind, text in pairs)
    return bool(pairs)


def _colours(found: TeamLines, line: str) -> bool:
    found.colours = line[4:].strip().upper()
    return True


def _type(found: TeamLines, line: str) -> bool:
    if re.search(r"_GP(_MP)?(_BAKU)?\s*$", line.upper()) and "_MP_GP" not in line.upper():
        found.primary = "GP"
    return True


def _order(found: TeamLines, line: str) -> bool:
    if line[4:].strip().upper().startswith("GPTS"):
        found.primary = "GP"  # the standings begin with game points
    return True


_READERS = {
    "300": _line_up, "320": _byes, "330": _forfeit, "352": _colours, "362": _match_points,
    "192": _type, "212": _order,
}  # fmt: skip


# -- the ranks that a TRF declares: of players in record 001, of teams in record 310 ---------------

Declared = Dict[Id, Tuple[int, Place]]


def declared_ranks(event: Event, name: str) -> Declared:
    """Return the rank of every player, or team, that has one in its record, and where it stands."""
    is_of_teams = holds_teams(event.records)
    record, number_at, rank_at = (
        ("310", slice(4, 7), slice(68, 71)) if is_of_teams else ("001", slice(4, 8), slice(85, 89))
    )
    found: Declared = {}
    for number, (line, _) in enumerate(event.records, 1):
        who, rank = line[number_at].strip(), line[rank_at].strip()
        if line.startswith(record) and who.isdecimal() and rank.isdecimal() and int(rank):
            found[str(int(who))] = (
                int(rank),
                Place(file=name, line=number, column=rank_at.start + 1),
            )
    return found
