"""What a TRF says for the pairing: forbidden pairs, virtual points, the numbers, the system.

The forbidden pairs (260, XXP) and the system (192) become settings of the event, the virtual points
(250, XXA) a column of the players, round by round. With ``XXC rank`` the pairing numbers are the
order of the file. Sources: TRF26 (FIDE, in force 2026) and the
extensions of JaVaFo and bbpPairings.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Container, Dict, Iterable, List, Mapping, Sequence, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.event import Contestant, Event
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.facts import Draft, numbers_of
from xltie.settings import Texts
from xltie.settings.declared import PAIRING, PAIRING_ACCELERATED, PAIRING_NUMBERS, PAIRING_PAIRS

VIRTUAL_POINTS = "Virtual points"
"""The column of the players that holds their virtual points, round by round."""

_TEAMS = re.compile(
    r"FIDE[_ ]TEAM(?:[_ ]TYPE([AB]))?((?:[_ ](?:MP|GP))*)([_ ]BAKU)?\b", re.IGNORECASE
)
_ENCODED = re.compile(r"FIDE[_ ](DUTCH|BURSTEIN|DUBOV)(?:[_ ]20\d\d)?([_ ]BAKU)?", re.IGNORECASE)
_LAST_ROUND, _LAST_NUMBER = 999, 9999
"""What the columns of a report hold at most."""
_SYSTEMS = {"DUTCH": "fide-dutch", "BURSTEIN": "burstein", "DUBOV": "dubov"}


def read_pairing_records(
    lines: Sequence[Tuple[str, str]], known: Container[str], notes: Notes, of_teams: bool = False
) -> Tuple[Texts, Dict[str, str]]:
    """Return the settings of the pairing, and who has which virtual points, round by round.

    ``known`` are the numbers of the players, or of the teams.
    """
    settings: Texts = {PAIRING_NUMBERS: "id"}
    forbidden: List[str] = []
    virtual: Dict[str, Dict[int, Fraction]] = {}
    for number, (line, _) in enumerate(lines, 1):
        record = line[:3].upper()
        if record in ("XXP", "260"):
            forbidden += _forbidden(record, line, known, notes, number)
        elif record in ("XXA", "250"):
            for who, points in _virtual(record, line, notes, number, of_teams).items():
                virtual.setdefault(who, {}).update(points)
        elif record in ("192", "092"):
            settings.update({**_of_players(line), **_of_teams(line)})
            _warn_of_other_rules(line, notes, number)
        elif record == "XXC" and "rank" in line.lower().split():
            settings[PAIRING_NUMBERS] = "list"
    if forbidden:
        settings[PAIRING_PAIRS] = ", ".join(forbidden)
    return settings, _written(virtual, known, notes)


def with_virtual_points(contestant: Contestant, points: Mapping[str, str]) -> Contestant:
    """Return a player or a team with its virtual points, if it has any."""
    text = points.get(contestant.id)
    if text is None:
        return contestant
    return replace(contestant, more=(*contestant.more, (VIRTUAL_POINTS, text)))


def _of_players(line: str) -> Texts:
    """Return the settings of an event of individuals (192): the system, acceleration."""
    found = _ENCODED.search(line)
    if not found:
        return {}
    settings: Texts = {PAIRING: _SYSTEMS[found[1].upper()]}
    return {**settings, PAIRING_ACCELERATED: "Baku"} if found[2] else settings


def _of_teams(line: str) -> Texts:
    """Return the settings of a team event (192): colours, scores, acceleration.

    Without a type there are no colour preferences, but ``FIDE_TEAM`` alone is ``TYPEA_MP_GP``; one
    score alone says that the colours do not go by the other (table of codes, TRF26).
    """
    found = _TEAMS.search(line)
    if not found:
        return {}
    scores = re.findall("MP|GP", found[2].upper())
    kind = found[1] or ("" if scores else "A")
    colours = {"A": "", "B": "-b", "": "-no-colours"}[kind.upper()]
    settings: Texts = {PAIRING: "fide-team" + colours + ("-one-score" if len(scores) == 1 else "")}
    return {**settings, PAIRING_ACCELERATED: "Baku"} if found[3] else settings


def _warn_of_other_rules(line: str, notes: Notes, number: int) -> None:
    """Warn of a file that names rules by which nothing is paired here."""
    text = line.upper()
    if "DUTCH_2017" in text:
        said = say(
            "the file names the Dutch rules until 31 January 2026; rounds are paired, and checked, "
            "by those in force since"
        )
        notes.warn(said, number, 5)
    other = re.search(r"FIDE[_ ](LIM|DOUBLE)", text)
    if other:
        said = say(
            "the file names the system {system}, which is not paired here; rounds are paired, and "
            "checked, by FIDE Dutch",
            system=other[1].title(),
        )
        notes.warn(said, number, 5)


def _forbidden(
    record: str, line: str, known: Container[str], notes: Notes, number: int
) -> List[str]:
    """Return groups of players who must not meet, such as ``3-7-12`` or ``3-7 (1-4)``."""
    words = line[3:].split()
    if not all(word.isdecimal() for word in words):
        notes.fault(
            say(
                "forbidden pairs ({record}) are start numbers; found {text!r}",
                record=record,
                text=line[3:].strip(),
            ),
            number,
            5,
        )
        return []
    rounds = ""
    if record == "260" and len(words) > 2:
        rounds, words = f" ({int(words[0])}-{int(words[1])})", words[2:]
    players = [str(int(word)) for word in words]
    unknown = [who for who in players if who not in known]
    if unknown:
        notes.fault(
            say("player {who} of a forbidden pair is not in the file", who=unknown[0]),
            number,
            5,
        )
    return ["-".join(players) + rounds] if len(players) > 1 and not unknown else []


def _points(text: str) -> Fraction:
    value = number_of(text) if text else Fraction(0)
    if value is None:
        raise ValueError(text)
    return value


def _virtual(
    record: str, line: str, notes: Notes, number: int, of_teams: bool
) -> Dict[str, Dict[int, Fraction]]:
    """Return the virtual points of a record by player and round, match points of a team."""
    try:
        if record == "XXA":
            cells = [line[at : at + 5].strip() for at in range(9, len(line.rstrip()), 5)]
            points = {at: _points(cell) for at, cell in enumerate(cells, 1)}
            if not points:
                raise ValueError
            return {str(int(line[4:8])): points}
        value = _points((line[4:8] if of_teams else line[9:13]).strip())
        first, last, low, high = (int(word) for word in line[13:].split()[:4])
        if last > _LAST_ROUND or high > _LAST_NUMBER:
            raise ValueError
    except ValueError:
        notes.fault(say("these virtual points ({record}) cannot be read", record=record), number, 5)
        return {}
    rounds = dict.fromkeys(range(first, last + 1), value)
    return {str(who): dict(rounds) for who in range(low, high + 1)}


def _written(
    virtual: Mapping[str, Mapping[int, Fraction]], known: Container[str], notes: Notes
) -> Dict[str, str]:
    found: Dict[str, str] = {}
    for who, points in virtual.items():
        if who not in known:
            notes.warn(say("virtual points for player {who}, who is not in the file", who=who), 1)
            continue
        found[who] = " ".join(
            show(points.get(number, Fraction(0))) for number in range(1, max(points) + 1)
        )
    return found


# -- what is written: forbidden pairs (260), virtual points (XXA) ----------------------------------

_ROUNDS = re.compile(r"(.*?)\s*\((\d+)-(\d+)\)")


def write_pairing_records(draft: Draft, event: Event, before: Event) -> None:
    """Put forbidden pairs and virtual points that are not those from before into a draft.

    Raises:
        InputError: a forbidden pair whose players are not in the event.
    """
    pairs = event.settings.text(PAIRING_PAIRS)
    if pairs != before.settings.text(PAIRING_PAIRS):
        _replace(draft, ("260", "XXP"), _forbidden_lines(event, pairs))
    points, known = _virtual_points(event.contestants), _virtual_points(before.contestants)
    if points != known:
        numbers = numbers_of(event)
        _replace(draft, ("250", "XXA"), (_points_line(numbers[who], points[who]) for who in points))


def _replace(draft: Draft, records: Sequence[str], lines: Iterable[str]) -> None:
    """Put lines where those of some kinds stood, or at the end."""
    at = [n for n, (line, _) in enumerate(draft.lines) if line[:3].upper() in records]
    position = at[0] if at else len(draft.lines)
    draft.lines[:] = [kept_line for n, kept_line in enumerate(draft.lines) if n not in at]
    for line in reversed(list(lines)):
        draft.insert(position, line)


def _virtual_points(contestants: Iterable[Contestant]) -> Dict[str, str]:
    found = {
        contestant.id: dict(contestant.more).get(VIRTUAL_POINTS, "").strip()
        for contestant in contestants
    }
    return {who: points for who, points in found.items() if points}


def _points_line(number: str, text: str) -> str:
    """Return a player's virtual points, round by round in columns of five from the tenth on."""
    words = text.replace("½", ".5").replace(";", " ").replace(",", ".").split()
    try:
        cells = [f"{float(word):4.1f}" for word in words]
    except ValueError:
        raise InputError.of(
            say(
                "the virtual points {text!r} of player {who} are not numbers",
                text=text,
                who=number,
            )
        ) from None
    return f"XXA {number:>4} " + " ".join(cells)


def _forbidden_lines(event: Event, text: str) -> List[str]:
    """Return records 260 of groups such as ``3-7-12``, or ``3-7 (1-4)`` for some rounds."""
    numbers = numbers_of(event)
    by_name = {
        contestant.name.casefold(): numbers[contestant.id]
        for contestant in event.contestants
        if contestant.name
    }
    lines, notes = [], Notes()
    for part in filter(None, map(str.strip, re.split(r"[,;]", text))):
        limited = _ROUNDS.fullmatch(part)
        group, first, last = limited.groups() if limited else (part, "1", str(event.rounds or 99))
        named = [name.strip() for name in group.split("-")]
        found = [numbers.get(name) or by_name.get(name.casefold()) for name in named]
        if None in found or len(found) < 2:
            notes.fault(say("the forbidden pair {part!r} cannot be written: who is it?", part=part))
            continue
        players = " ".join(f"{number:>4}" for number in found)
        lines.append(f"260 {first:>3} {last:>3} {players}")
    notes.refuse()
    return lines
