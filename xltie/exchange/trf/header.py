"""The header of a TRF: what the three-digit and three-letter records say about the event."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.dates import HOW_TO_WRITE, read_date
from xltie.core.errors import NOWHERE, Fault, Place
from xltie.core.messages import say
from xltie.event import Scoring
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.players import FIRST_ROUND, STRIDE
from xltie.settings import Setting, Texts, declared


@dataclass
class Header:
    """What the header records say, as far as it matters; ``scoring`` is None where none does.

    ``undated`` says why the day on which the event began is not sure, None where it is.
    """

    name: str = ""
    start_date: str = ""
    undated: Optional[Fault] = None
    first_round: str = ""
    first_round_place: Place = NOWHERE
    rounds: int = 0
    dated_rounds: int = 0
    format: str = ""
    scoring: Optional[Scoring] = None
    unknown_result: Optional[Fraction] = None
    settings: Texts = field(default_factory=dict)
    adjustments: List[Adjustment] = field(default_factory=list)
    byes: Dict[Tuple[str, int], str] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)


class Adjustment(NamedTuple):
    """Points other than usual for a kind of result (record 299).

    In a round or, with 0, in all; of some players or, where none is named, of everybody.
    """

    code: str
    points: Fraction
    round: int
    players: Tuple[str, ...]
    place: Place


TEXTS: Mapping[str, Setting[Any]] = {
    "022": declared.CITY, "032": declared.FEDERATION, "052": declared.END_DATE,
    "092": declared.TYPE, "102": declared.CHIEF_ARBITER, "112": declared.DEPUTY_ARBITER,
    "122": declared.TIME_CONTROL, "152": declared.INITIAL_COLOUR,
    "172": declared.STARTING_RANK_METHOD, "182": declared.PAIRING_PROGRAM,
    "192": declared.ENCODED_TYPE, "222": declared.ENCODED_TIME_CONTROL,
}  # fmt: skip
"""The records that hold one text each, and the settings that keep it."""


def read_header(record: str, text: str, header: Header, place: Place) -> None:
    """Take in one record; what xltie does not use stays in the line."""
    body = text[4:].strip()
    if record in TEXTS and body:
        before = header.settings.get(TEXTS[record])
        header.settings[TEXTS[record]] = f"{before}; {body}" if before else body
    reader = _READERS.get(record)
    if reader is not None:
        reader(header, text, body, place)


def _name(header: Header, text: str, body: str, place: Place) -> None:
    header.name = body


def _start(header: Header, text: str, body: str, place: Place) -> None:
    header.start_date = read_date(body)
    header.undated = None
    if body and not header.start_date:
        said = say(
            "the start date {date!r} is not understood; {how_to_write}",
            date=body,
            how_to_write=HOW_TO_WRITE,
        )
        header.undated = Fault(said, replace(place, column=text.index(body, 3) + 1))


def _round_dates(header: Header, text: str, body: str, place: Place) -> None:
    """Take in the days of the rounds; the format has YY/MM/DD here, and some write the year out."""
    days = [_round_date(text[at : at + STRIDE]) for at in range(FIRST_ROUND, len(text), STRIDE)]
    header.dated_rounds = sum(map(bool, days))
    if days and days[0]:
        header.first_round, header.first_round_place = days[0], place


def _round_date(cell: str) -> str:
    short = re.fullmatch(r"([0-9]{2})/[0-9]{2}/[0-9]{2}", cell.strip())
    return read_date((("19" if short[1] >= "70" else "20") if short else "") + cell.strip())


def first_day(header: Header) -> Tuple[str, Optional[Fault]]:
    """Return the day on which an event began, "" if unknown, and why it is not sure, if so.

    Without a start date that can be read (042) it is the day of the first round (132).
    """
    if header.start_date or not header.first_round:
        return header.start_date, header.undated
    found = header.undated or Fault(say("there is no start date (042)"), header.first_round_place)
    return header.first_round, replace(
        found,
        message=say(
            "{why}; by record 132 round 1 was on {day}", why=found.message, day=header.first_round
        ),
    )


def _rounds(header: Header, text: str, body: str, place: Place) -> None:
    found = re.match(r"\d+", body)
    if found:
        header.rounds = int(found[0])
    elif body:
        header.notes.warn(say("{text!r} is not a number of rounds", text=body), place)


_ROBIN = (
    "roundrobin", "robin", "berger", "allplayall", "jedergegenjeden", "rundenturnier",
    "rundturnier", "toutesrondes", "allitaliana", "todoscontratodos", "allemotalle", "kołowy",
    "круговой",
)  # fmt: skip

_SWISS = ("swiss", "schweiz", "suisse", "suizo", "suíço", "svizzer", "szwajcar", "швейцар")


def _type(header: Header, text: str, body: str, place: Place) -> None:
    word = re.sub(r"[\W\d_]+", "", body.lower())
    if any(name in word for name in _ROBIN) or re.search(r"(?<![A-Z])D?RR(?![A-Z])", body.upper()):
        header.format = "round-robin"
    elif any(name in word for name in _SWISS):
        header.format = header.format or "swiss"
    elif text.startswith("192") and re.search(r"DUTCH|DUBOV|BURSTEIN|LIM|BAKU", body.upper()):
        header.format = "swiss"


def _criteria(header: Header, text: str, body: str, place: Place) -> None:
    """Take in tie-breaks (202) or the whole order of the standings (212), which says more."""
    if not body:
        return
    listed = (code for code in re.split(r"[,;\s]+", body) if code)
    codes = [re.sub(r"(?i)^OTHER_MANUAL\b", "MANUAL", code) for code in listed]
    if text.startswith("212"):
        header.settings[declared.CRITERIA] = ", ".join(codes)
    else:
        points = [] if any(code.upper() == "PTS" for code in codes) else ["PTS"]
        header.settings.setdefault(declared.CRITERIA, ", ".join([*points, *codes]))


_POINTS: Mapping[str, Tuple[str, ...]] = {
    "W": ("win", "full_bye", "forfeit_win"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("zero_bye", "forfeit_loss", "absent"),
    "P": ("pairing_bye",),
    "F": ("full_bye",),
    "H": ("half_bye",),
    "Z": ("zero_bye", "absent"),
    "FPB": ("full_bye",),
    "HPB": ("half_bye",),
    "ZPB": ("zero_bye", "absent"),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
    "WW": ("win", "full_bye", "forfeit_win"),
    "BW": ("win", "full_bye", "forfeit_win"),
    "WD": ("draw", "half_bye"),
    "BD": ("draw", "half_bye"),
    "WL": ("loss",),
    "BL": ("loss",),
    "BBW": ("win", "full_bye", "forfeit_win"),
    "BBD": ("draw", "half_bye"),
    "BBL": ("loss",),
    "BBZ": ("zero_bye", "absent"),
    "BBF": ("forfeit_loss",),
    "BBU": ("pairing_bye",),
}


def with_points(scoring: Scoring, points: Mapping[str, Fraction]) -> Scoring:
    """Return a scoring with the points of result letters; a pairing bye follows the win."""
    values = dict(vars(scoring))
    if "P" not in points and "W" in points and scoring == Scoring():
        values["pairing_bye"] = points["W"]
    for code, value in points.items():
        values.update(dict.fromkeys(_POINTS.get(code, ()), value))
    return Scoring(**values)


_PAIR = re.compile(r"([A-Za-z]{1,3})\s*=?\s*(\d+(?:[.,]\d+)?)")


def _point_system(header: Header, text: str, body: str, place: Place) -> None:
    points = {
        code.upper(): Fraction(value.replace(",", ".")) for code, value in _PAIR.findall(body)
    }
    unknown = [code for code in points if code not in _POINTS and code != "X"]
    if unknown or (body and not points):
        what = unknown[0] if unknown else body
        header.notes.warn(say("{what!r} is not a kind of result; it is ignored", what=what), place)
    header.unknown_result = points.get("X", header.unknown_result)
    header.scoring = with_points(header.scoring or Scoring(), points)


def _one_point(header: Header, text: str, body: str, place: Place) -> None:
    found = re.match(r"\d+(?:[.,]\d+)?", body)
    if found:
        value = Fraction(found[0].replace(",", "."))
        header.scoring = with_points(header.scoring or Scoring(), {text[:3].upper(): value})


_EVERYBODY = re.compile(r"299 (\S)\s+-?[\d.,]+\s+(-?\d+[.,]\d+)\s*")
"""Record 299 for all players and rounds, which the note of the format writes out of its columns."""


def _abnormal(header: Header, text: str, body: str, place: Place) -> None:
    short = _EVERYBODY.fullmatch(text)
    code, points = short.groups() if short else (text[4:5].strip(), text[13:17].strip())
    points = points.replace(",", ".")
    players = tuple(str(int(word)) for word in re.findall(r"\d+", text[23:]))
    if not re.fullmatch(r"-?\d+(\.\d+)?", points) or not (short or players):
        header.notes.warn(say("this record of additional points cannot be read"), place)
        return
    if not code:
        said = say("{points} points for no kind of result are not counted", points=points)
        header.notes.warn(said, place)
        return
    number = "" if short else re.sub(r"\D", "", text[19:22])
    header.adjustments.append(
        Adjustment(code.upper(), Fraction(points), int(number or 0), players, place)
    )


def _announced_byes(header: Header, text: str, body: str, place: Place) -> None:
    found = re.match(r"([FHZ])\s+(\d+)((?:\s+\d+)+)", body.upper())
    if found:
        for who in found[3].split():
            header.byes[str(int(who)), int(found[2])] = found[1]


def _initial_colour(header: Header, text: str, body: str, place: Place) -> None:
    for word in body.lower().split():
        if word.startswith(("white", "black")):
            header.settings.setdefault(declared.INITIAL_COLOUR, word[:1].upper())


_RecordReader = Callable[[Header, str, str, Place], None]

_READERS: Mapping[str, _RecordReader] = {
    "012": _name, "042": _start, "132": _round_dates, "142": _rounds, "XXR": _rounds,
    "092": _type, "192": _type, "202": _criteria, "212": _criteria, "162": _point_system,
    "XXS": _point_system, "BBW": _one_point, "BBD": _one_point, "BBL": _one_point,
    "BBZ": _one_point, "BBF": _one_point, "BBU": _one_point, "299": _abnormal,
    "240": _announced_byes, "XXC": _initial_colour,
}  # fmt: skip
