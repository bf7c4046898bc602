"""What a TRF says for the pairing: forbidden pairs, virtual points, the numbers, the system.

The forbidden pairs (260, XXP) and the system (192) become settings of the event, the virtual points
(250, XXA) a column of the players, round by round. With ``XXC rank`` the pairing numbers are the
order of the file. Sources: TRF26 (FIDE, in force 2026) and the
extensions of JaVaFo and bbpPairings.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import InputError, Place
from xltie.core.messages import Message, say
from xltie.core.numbers import show
from xltie.core.records import replace
from xltie.event import Contestant, Event, Id, TeamEvent
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.header import read_type, text_record, type_of
from xltie.exchange.trf.record import Draft, Field, Record, Row, saying
from xltie.exchange.trf.report import Report
from xltie.settings import Texts
from xltie.settings.declared import (
    ENCODED_TYPE,
    INITIAL_COLOUR,
    PAIRING,
    PAIRING_ACCELERATED,
    PAIRING_COLOURS,
    PAIRING_COLOURS_BY,
    PAIRING_NUMBERS,
    PAIRING_PAIRS,
    TYPE,
)

VIRTUAL_POINTS = "Virtual points"
"""The column of the players that holds their virtual points, round by round."""

# -- the system (192) ------------------------------------------------------------------------------

_TEAMS = re.compile(
    r"FIDE[_ ]TEAM(?:[_ ]TYPE([AB]))?((?:[_ ](?:MP|GP))*)([_ ]BAKU)?\b", re.IGNORECASE
)
_ENCODED = re.compile(
    r"FIDE[_ ](DUTCH|BURSTEIN|DUBOV|DOUBLESWISS)(?:[_ ]20\d\d)?([_ ]BAKU)?", re.IGNORECASE
)
_CODES = {
    "fide-dutch": "FIDE_DUTCH_2025", "burstein": "FIDE_BURSTEIN", "dubov": "FIDE_DUBOV",
    "double-swiss": "FIDE_DOUBLESWISS",
}  # fmt: skip
_SYSTEMS = {code.split("_")[1]: name for name, code in _CODES.items()}


def _system(record: Record, report: Report, line: str, place: Place) -> None:
    """Take in the kind of the tournament, and how it is paired."""
    read_type(record, report, line, place)
    report.settings.update({**_of_players(line), **_of_teams(line)})
    upper = line.upper()
    if re.search(r"_GP(_MP)?(_BAKU)?\s*$", upper) and "_MP_GP" not in upper:
        report.teams.primary = "GP"
    at = replace(place, column=5)
    if "DUTCH_2017" in upper:
        report.notes.warn(
            "the file names the Dutch rules until 31 January 2026; the next round is paired by "
            "those in force since",
            at,
        )
    if "FIDE_LIM" in upper.replace(" ", "_"):
        report.notes.warn(
            "the file names the system {system}, which is not paired here; rounds are paired, and "
            "checked, by FIDE Dutch",
            at,
            system="Lim",
        )
    if "DOUBLESWISS" in upper:
        report.notes.warn(
            "the file names Double-Swiss: a report has one sign for the two games of a match, so "
            "that only matches of 1-0, ½-½ and 0-1 come through",
            at,
        )


def _of_players(line: str) -> Texts:
    """Return the settings of an event of individuals: the system, acceleration."""
    found = _ENCODED.search(line)
    if not found:
        return {}
    settings: Texts = {PAIRING: _SYSTEMS[found[1].upper()]}
    return {**settings, PAIRING_ACCELERATED: "Baku"} if found[2] else settings


def _of_teams(line: str) -> Texts:
    """Return the settings of a team event: colours, scores, acceleration.

    Without a type there are no colour preferences, but ``FIDE_TEAM`` alone is ``TYPEA_MP_GP``; one
    score alone says that the colours do not go by the other (table of codes, TRF26).
    """
    found = _TEAMS.search(line)
    if not found:
        return {}
    scores = re.findall("MP|GP", found[2].upper())
    kind = found[1] or ("" if scores else "A")
    settings: Texts = {PAIRING: "fide-team", PAIRING_COLOURS: kind.upper() or "none"}
    if len(scores) == 1:
        settings[PAIRING_COLOURS_BY] = "first"
    return {**settings, PAIRING_ACCELERATED: "Baku"} if found[3] else settings


def has_code(event: Event) -> bool:
    """Tell whether a report can say how the players of an event are paired."""
    return event.format == "round-robin" or event.settings[PAIRING] in (*_CODES, "fide-team")


def _code_of(event: Event) -> str:
    """Return the code of the system."""
    settings = event.settings
    baku = "_BAKU" if settings[PAIRING_ACCELERATED].is_baku else ""
    if isinstance(event, TeamEvent):
        return _code_of_teams(event, baku)
    # a code that says Baku names the system
    usual = event.traits.pairing if baku and event.format != "round-robin" else ""
    code = _CODES.get(settings[PAIRING] or usual)
    return code + baku if code else settings.text(ENCODED_TYPE)


def _code_of_teams(event: TeamEvent, baku: str) -> str:
    """Return the code of a system of teams: its colours, and the scores, the first one first."""
    settings = event.settings
    scores = "_MP_GP" if event.primary == "MP" else "_GP_MP"
    if event.format == "round-robin":
        return f"BERGER_TEAM_ROUNDROBIN{scores}"
    if settings.text(PAIRING_COLOURS_BY).casefold() == "first":
        scores = f"_{event.primary}"
    kind = settings.text(PAIRING_COLOURS, event.traits.team_colours).upper()
    colours = "" if kind == "NONE" else f"_TYPE{kind}"
    return f"FIDE_TEAM{colours}{scores}{baku}"


def _numbering(record: Record, report: Report, line: str, place: Place) -> None:
    words = line[4:].lower().split()
    if "rank" in words:
        report.settings[PAIRING_NUMBERS] = "list"
    for word in words:
        if word.startswith(("white", "black")):
            report.settings.setdefault(INITIAL_COLOUR, word[:1].upper())


# -- forbidden pairs (260, XXP) --------------------------------------------------------------------


def _forbidden(record: Record, report: Report, line: str, place: Place) -> None:
    """Take in groups of players who must not meet, such as ``3-7-12`` or ``3-7 (1-4)``.

    A group that is not understood is warned of, and stays: no round is paired or judged with it.
    """
    number, words, at = line[:3].upper(), line[3:].split(), replace(place, column=5)
    if not all(word.isdecimal() for word in words):
        report.notes.warn(
            "forbidden pairs ({record}) are start numbers; found {text!r}",
            at,
            record=number,
            text=line[3:].strip(),
        )
        _forbid(report, line[3:].strip())
        return
    rounds = ""
    if number == "260" and len(words) > 2:
        rounds, words = f" ({int(words[0])}-{int(words[1])})", words[2:]
    players = [str(int(word)) for word in words]
    unknown = next((who for who in players if who not in report.known), "")
    if unknown:
        report.notes.warn(_not_in_file(report, unknown), at)
    if len(players) > 1:
        _forbid(report, "-".join(players) + rounds)


def _not_in_file(report: Report, who: str) -> Message:
    if report.known is report.teams.teams:
        return say("team {who} of a forbidden pair is not in the file", who=who)
    return say("player {who} of a forbidden pair is not in the file", who=who)


def _forbid(report: Report, group: str) -> None:
    report.forbidden.append(group)
    report.settings[PAIRING_PAIRS] = ", ".join(report.forbidden)


_ROUNDS = re.compile(r"(.*?)\s*\((\d+)-(\d+)\)")


def _put_forbidden(record: Record, draft: Draft, event: Event, before: Optional[Event]) -> None:
    """Write the forbidden pairs if they are not those from before."""
    text = event.settings.text(PAIRING_PAIRS)
    if before is None or text != before.settings.text(PAIRING_PAIRS):
        draft.replace(record, _pairs_of(event, text))


def with_numbers(text: str, numbers: Mapping[Id, Id], contestants: Sequence[Contestant]) -> str:
    """Return forbidden pairs with numbers for ids and names; what names nobody stays."""
    known = {who.name.casefold(): numbers[who.id] for who in contestants if who.name}

    def numbered(part: str) -> str:
        limited = _ROUNDS.fullmatch(part)
        names = [name.strip() for name in (limited[1] if limited else part).split("-")]
        found = "-".join(numbers.get(name) or known.get(name.casefold(), name) for name in names)
        return found + (part[limited.end(1) :] if limited else "")

    return ", ".join(numbered(part.strip()) for part in re.split(r"[,;]", text) if part.strip())


def _pairs_of(event: Event, text: str) -> List[Row]:
    known = {who.id for who in event.contestants}
    rows, notes = [], Notes()
    for part in filter(None, map(str.strip, text.split(","))):
        limited = _ROUNDS.fullmatch(part)
        group, first, last = limited.groups() if limited else (part, "1", str(event.rounds or 99))
        found = tuple(group.split("-"))
        if len(found) < 2 or not known.issuperset(found):
            notes.fault("the forbidden pair {part!r} cannot be written: who is it?", part=part)
        else:
            rows.append(Row({"first": first, "last": last}, found))
    notes.refuse()
    return rows


# -- virtual points (250, XXA) ---------------------------------------------------------------------

_LAST_ROUND, _LAST_NUMBER, _DIGITS = 999, 9999, 4
"""What the columns of a report hold at most."""

_EVERYBODY = ""
"""For whom points are meant of which even the players cannot be read."""


def _points(text: str) -> Fraction:
    value = number_of(text) if text else Fraction(0)
    if value is None:
        raise ValueError(text)
    return value


def _virtual(record: Record, report: Report, line: str, place: Place) -> None:
    """Take in the virtual points of players by round, match points of a team."""
    number = line[:3].upper()
    try:
        found = _of_one(line) if number == "XXA" else _of_several(line, report.has_teams)
    except ValueError:
        _keep_unread(report, line, replace(place, column=5))
        return
    for who, points in found.items():
        report.virtual.setdefault(who, {}).update(points)


def _keep_unread(report: Report, line: str, at: Place) -> None:
    """Warn of virtual points that are not understood, and keep them for those they are meant for.

    No round is paired or judged with them; the standings do not rest on them.
    """
    number, words = line[:3].upper(), line[3:].split()
    report.notes.warn("these virtual points ({record}) cannot be read", at, record=number)
    named = words[:1] * 2 if number == "XXA" else line[13:].split()[2:4]
    limits = [int(word) for word in named if word.isdecimal() and len(word) <= _DIGITS]
    meant = range(limits[0], limits[1] + 1) if len(limits) == 2 else ()
    for who in map(str, meant or (_EVERYBODY,)):
        report.unread_virtual.setdefault(who, f"{number}: {' '.join(words)}")


def _of_one(line: str) -> Dict[Id, Dict[int, Fraction]]:
    """Return the points of one player, round by round (XXA)."""
    cells = (line[at : at + 5].strip() for at in range(9, len(line.rstrip()), 5))
    points = {at: _points(cell) for at, cell in enumerate(cells, 1)}
    if not points:
        raise ValueError
    return {str(int(line[4:8])): points}


def _of_several(line: str, has_teams: bool) -> Dict[Id, Dict[int, Fraction]]:
    """Return the points that some players, or teams, have in some rounds (250)."""
    value = _points((line[4:8] if has_teams else line[9:13]).strip())
    first, last, low, high = (int(word) for word in line[13:].split()[:4])
    if last > _LAST_ROUND or high > _LAST_NUMBER:
        raise ValueError
    rounds = dict.fromkeys(range(first, last + 1), value)
    return {str(who): rounds for who in range(low, high + 1)}


def with_virtual_points(who: Contestant, report: Report) -> Contestant:
    """Return a player or a team with its virtual points, round by round, if it has any."""
    unread = report.unread_virtual
    text = unread.get(who.id) or unread.get(_EVERYBODY)
    points = report.virtual.get(who.id)
    if text:
        return replace(who, more=(*who.more, (VIRTUAL_POINTS, text)))
    if points is None:
        return who
    text = " ".join(show(points.get(at, Fraction(0))) for at in range(1, max(points) + 1))
    return replace(who, more=(*who.more, (VIRTUAL_POINTS, text)))


def warn_of_unknown(report: Report) -> None:
    """Warn of virtual points for those who are not in the file."""
    for who in report.virtual:
        if who not in report.known:
            said = say("virtual points for player {who}, who is not in the file", who=who)
            report.notes.warn(said, 1)


def _said_points(event: Event) -> Iterator[Tuple[Id, str]]:
    for who in event.contestants:
        text = dict(who.more).get(VIRTUAL_POINTS, "").strip()
        if text:
            yield who.id, text


def _cells(text: str) -> Optional[Tuple[str, ...]]:
    words = text.replace("½", ".5").replace(";", " ").replace(",", ".").split()
    try:
        return tuple(f"{float(word):4.1f}" for word in words)
    except ValueError:
        return None


def _virtual_points_of(event: Event) -> Iterator[Row]:
    """Give the virtual points, round by round in columns of five from the tenth on."""
    for who, text in _said_points(event):
        cells = _cells(text)
        if cells is None:
            raise InputError.say(
                "the virtual points {text!r} of player {who} are not numbers", text=text, who=who
            )
        if cells:
            yield Row({"number": who}, cells)


def _put_virtual(record: Record, draft: Draft, event: Event, before: Optional[Event]) -> None:
    """Write the virtual points if they are not those from before, read or not."""

    def said_by(one: Event) -> List[object]:
        return [(who, _cells(text) or text) for who, text in _said_points(one)]

    if before is None or said_by(event) != said_by(before):
        draft.replace(record, list(_virtual_points_of(event)))


SYSTEM = (
    text_record("092", "type of the tournament", TYPE, read=_system, rows=saying(type_of)),
    text_record("192", "system of the pairing as a code", ENCODED_TYPE, source="TRF26",
                fide="titles", read=_system, rows=saying(_code_of)),
)  # fmt: skip
FOR_THE_PAIRING = (
    Record("XXC", "colour of the first player (white1, black1); rank: numbers in file order",
           source="JaVaFo", read=_numbering),
    Record("260", "players who must not meet, between two rounds", (
        Field("first", 5, 7, True), Field("last", 9, 11, True)), Field("player", 13, 16), 5,
        also=("XXP",), source="TRF26", read=_forbidden, put=_put_forbidden),
    Record("XXA", "virtual points of a player, round by round", (Field("number", 5, 8, True),),
           Field("points", 10, 13), 5, also=("250",), source="JaVaFo", read=_virtual,
           rows=_virtual_points_of, put=_put_virtual),
)  # fmt: skip
