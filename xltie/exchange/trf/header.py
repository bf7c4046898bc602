"""The header of a TRF: what the three-digit and three-letter records say about the event."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import filterfalse
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from xltie.core.dates import HOW_TO_WRITE, read_date
from xltie.core.errors import Fault, Place
from xltie.core.messages import Message, say
from xltie.core.records import replace
from xltie.event import Event, Scoring, drawn_colour
from xltie.exchange.common.go import start_scores_not_known
from xltie.exchange.trf.players import points_text
from xltie.exchange.trf.record import Draft, Field, Record, Row, games_of, put_whole, saying
from xltie.exchange.trf.report import Report
from xltie.settings import Setting, declared
from xltie.settings.declared import (
    CRITERIA,
    INITIAL_COLOUR,
    MISSING,
    PAIRING_SEED,
    START_SCORES,
)

# -- what is one text ------------------------------------------------------------------------------


def _body(line: str) -> str:
    return line[4:].strip()


def read_text(record: Record, report: Report, line: str, place: Place) -> None:
    """Take in a text; of several lines all."""
    body = line[len(record.number) :].strip()
    assert record.setting is not None
    if body and not isinstance(record.setting.value(body), Message):  # else the line keeps it
        before = report.settings.get(record.setting)
        report.settings[record.setting] = f"{before}; {body}" if before else body


def _texts_of(setting: Setting[Any], event: Event) -> Iterator[Row]:
    text = event.settings.text(setting)
    if setting is INITIAL_COLOUR:  # people type the word, the record has its letter
        text = event.settings[INITIAL_COLOUR][:1].upper() or _colour_by_lot(event)
    if setting is declared.END_DATE:
        text = event.settings[declared.END_DATE].replace("-", "/")
    parts = text.split(";") if setting is declared.DEPUTY_ARBITER else [text]
    for part in filter(None, map(str.strip, parts)):
        yield Row({"text": part})


def _colour_by_lot(event: Event) -> str:
    """Return the colour that the lot of a new event gives, as no game of it tells that yet."""
    is_told = event.records or any(side.seat for match in event.matches for side in match.sides)
    if is_told or event.format != "swiss" or event.traits.is_session:
        return ""
    return drawn_colour(event.settings[PAIRING_SEED])[0].upper()


def text_record(number: str, about: str, setting: Setting[Any], **more: Any) -> Record:
    """Return a record of one text, which a setting keeps."""
    usual: Dict[str, Any] = {"read": read_text, "rows": lambda event: _texts_of(setting, event)}
    return Record(number, about, setting=setting, **{**usual, **more})


def _name(record: Record, report: Report, line: str, place: Place) -> None:
    report.name = _body(line)


# -- days and rounds -------------------------------------------------------------------------------


def _start(record: Record, report: Report, line: str, place: Place) -> None:
    body = _body(line)
    report.start_date = read_date(body)
    report.undated = None
    if body and not report.start_date:
        said = say(
            "the start date {date!r} is not understood; {how_to_write}",
            date=body, how_to_write=HOW_TO_WRITE,
        )  # fmt: skip
        report.undated = Fault(said, replace(place, column=line.index(body, 3) + 1))


def _round_dates(record: Record, report: Report, line: str, place: Place) -> None:
    report.days = tuple(map(_round_date, record.cells_of(line)))
    if all(report.days):
        report.settings[declared.ROUND_DATES] = ", ".join(report.days)
    if report.days and report.days[0]:
        report.first_round_place = place


def _round_date(cell: str) -> str:
    """Return a day; the format has YY/MM/DD here, and some write the year out."""
    short = re.fullmatch(r"([0-9]{2})/[0-9]{2}/[0-9]{2}", cell.strip())
    return read_date((("19" if short[1] >= "70" else "20") if short else "") + cell.strip())


def _round_dates_of(event: Event) -> Iterator[Row]:
    days = event.settings[declared.ROUND_DATES]
    if days:
        yield Row({}, tuple(day[2:].replace("-", "/") for day in days))


def first_day(report: Report) -> Tuple[str, Optional[Fault]]:
    """Return the day on which an event began, "" if unknown, and why it is not sure, if so.

    Without a start date that can be read (042) it is the day of the first round (132).
    """
    if report.start_date or report.first_round_place is None:
        return report.start_date, report.undated
    found = report.undated or Fault.say("there is no start date (042)", report.first_round_place)
    return report.days[0], replace(
        found,
        message=say(
            "{why}; by record 132 round 1 was on {day}", why=found.message, day=report.days[0]
        ),
    )


def _rounds(record: Record, report: Report, line: str, place: Place) -> None:
    body = _body(line)
    found = re.match(r"\d+", body)
    if found:
        report.rounds = int(found[0])
    elif body:
        report.notes.warn("{text!r} is not a number of rounds", place, text=body)


# -- the kind of the tournament --------------------------------------------------------------------

_ROBIN = (
    "robin|berger|allplayall|jedergegenjeden|rundenturnier|rundturnier|toutesrondes|allitaliana|"
    "todoscontratodos|allemotalle|kołowy|круговой"
)
_SWISS = "swiss|schweiz|suisse|suizo|suíço|svizzer|szwajcar|швейцар"
_MCMAHON = "mcmahon|macmahon"


def read_type(record: Record, report: Report, line: str, place: Place) -> None:
    """Take in what kind of tournament it is, in words (092) or as a code (192)."""
    read_text(record, report, line, place)
    body = _body(line)
    word = re.sub(r"[\W\d_]+", "", body.lower())
    if re.search(_ROBIN, word) or re.search(r"(?<![A-Z])D?RR(?![A-Z])", body.upper()):
        report.format = "round-robin"
    elif re.search(_SWISS, word):
        report.format = report.format or "swiss"
    elif re.search(_MCMAHON, word):
        report.game = "go"
        report.settings[START_SCORES] = MISSING
        why = say("this format has no place for ranks of Go")
        report.notes.warn(start_scores_not_known(why), place)
    elif record.number == "192" and re.search(r"DUTCH|DUBOV|BURSTEIN|SWISS|LIM|BAKU", body.upper()):
        report.format = "swiss"


_TYPES = {"swiss": "Swiss-System", "round-robin": "Round-Robin"}


def type_of(event: Event) -> str:
    """Return what kind of tournament it is, in words."""
    who = "Individual" if games_of(event) is event else "Team"
    kind = _TYPES.get(event.format)
    return f"{who}: {kind}" if kind else event.format


# -- criteria --------------------------------------------------------------------------------------


def _criteria(record: Record, report: Report, line: str, place: Place) -> None:
    """Take in tie-breaks (202) or the whole order of the standings (212), which says more."""
    listed = filter(None, re.split(r"[,;\s]+", _body(line)))
    codes = [re.sub(r"(?i)^OTHER_MANUAL\b", "MANUAL", code) for code in listed]
    if codes and record.number == "212":
        report.settings[CRITERIA] = ", ".join(codes)
        if report.has_teams and codes[0].upper().startswith("GPTS"):
            report.teams.primary = "GP"  # the standings begin with game points
    elif codes:
        points = [] if any(code.upper() == "PTS" for code in codes) else ["PTS"]
        report.settings.setdefault(CRITERIA, ", ".join([*points, *codes]))


def _codes(event: Event) -> List[str]:
    """Return the codes of a list; what is not of FIDE's list begins with OTHER_ in a report."""
    listed = re.split(r"[,;\n](?![^()]*\))", event.settings.text(CRITERIA))
    codes = filter(None, map(str.strip, listed))
    return [re.sub(r"(?i)^MANUAL(ORDER)?\b", "OTHER_MANUAL", code) for code in codes]


def _tie_breaks_of(event: Event) -> Iterator[Row]:
    codes = [code for code in _codes(event) if code.upper() != "PTS"]
    if _codes(event):
        yield Row({"text": ",".join(codes)})


def _put_order(record: Record, draft: Draft, event: Event, before: Optional[Event]) -> None:
    """Write the whole order of the standings, and the old one as a comment."""
    codes = _codes(event)
    old = before.settings.text(CRITERIA) if before is not None else ""
    if not codes or (before is not None and codes == _codes(before)):
        return
    draft.replace(record, [Row({"text": ",".join(codes)})])
    if old:
        at = draft.lines.index(draft.of(record)[0])
        draft.insert(at + 1, [f"### Standings were by {old}"])


# -- points ----------------------------------------------------------------------------------------

_WIN, _DRAW = ("win", "full_bye", "forfeit_win"), ("draw", "half_bye")
_NONE = ("zero_bye", "absent")
_POINTS: Mapping[str, Tuple[str, ...]] = {
    "W": _WIN, "WW": _WIN, "BW": _WIN, "BBW": _WIN,
    "D": _DRAW, "WD": _DRAW, "BD": _DRAW, "BBD": _DRAW,
    "L": ("loss",), "WL": ("loss",), "BL": ("loss",), "BBL": ("loss",),
    "A": ("zero_bye", "forfeit_loss", "absent"),
    "Z": _NONE, "ZPB": _NONE, "BBZ": _NONE,
    "P": ("pairing_bye",), "PAB": ("pairing_bye",), "BBU": ("pairing_bye",),
    "F": ("full_bye",), "FPB": ("full_bye",), "H": ("half_bye",), "HPB": ("half_bye",),
    "FW": ("forfeit_win",), "FL": ("forfeit_loss",), "BBF": ("forfeit_loss",),
}  # fmt: skip
"""What a letter, or a record of a pairing program, gives points to."""
_PAIR = re.compile(r"([A-Za-z]{1,3})\s*=?\s*(\d+(?:[.,]\d+)?)")


def _point_system(record: Record, report: Report, line: str, place: Place) -> None:
    number, body = line[:3].upper(), _body(line)
    is_of_one = number in _POINTS
    pairs = _PAIR.findall(f"{number} {body}" if is_of_one else body)
    points = {code.upper(): Fraction(value.replace(",", ".")) for code, value in pairs}
    unknown = filterfalse((*_POINTS, "X").__contains__, points)
    what = next(unknown, "" if points or is_of_one else body)
    if what:
        report.notes.warn("{what!r} is not a kind of result; it is ignored", place, what=what)
    report.unknown_result = points.get("X", report.unknown_result)
    if points or not is_of_one:
        report.scoring = with_points(report.scoring or Scoring(), points)


def with_points(scoring: Scoring, points: Mapping[str, Fraction]) -> Scoring:
    """Return a scoring with the points of result letters; a pairing bye follows the win."""
    values = dict(vars(scoring))
    if "P" not in points and "W" in points and scoring == Scoring():
        values["pairing_bye"] = points["W"]
    for code, value in points.items():
        values.update(dict.fromkeys(_POINTS.get(code, ()), value))
    return Scoring(**values)


def _scoring_of(event: Event) -> str:
    """Return a point system in the columns of record 162: letters at 6, 15, 24 ..."""
    games = games_of(event)
    scoring = event.scoring if games is event else event.game_scoring  # type: ignore[attr-defined]
    if scoring == Scoring() and not event.records:
        return ""
    points = [
        ("W", scoring.win), ("D", scoring.draw), ("L", scoring.loss),
        ("A", scoring.absent), ("P", scoring.pairing_bye),
    ]  # fmt: skip
    sides = (side for match in games.matches for side in match.sides if side.code == "X")
    adjourned = next(sides, None)
    if adjourned is not None and adjourned.points is not None:
        points.append(("X", adjourned.points))
    return " " + "    ".join(f"{letter}{points_text(value)}" for letter, value in points)


# -- the records -----------------------------------------------------------------------------------


HEADER = (
    Record("012", "name of the tournament", fide="rating", setting=declared.EVENT, read=_name,
           rows=saying(lambda event: event.name)),
    text_record("022", "city", declared.CITY, fide="rating"),
    text_record("032", "federation", declared.FEDERATION, fide="rating"),
    Record("042", "date of the start", fide="rating", setting=declared.START_DATE, read=_start,
           rows=saying(lambda event: event.start_date.replace("-", "/"))),
    text_record("052", "date of the end", declared.END_DATE, fide="rating"),
    Record("062", "number of players",
           rows=saying(lambda event: str(len(games_of(event).contestants)))),
    Record("072", "number of rated players", rows=saying(lambda event:
        str(sum(player.rating is not None for player in games_of(event).contestants)))),
    Record("082", "number of teams"),
    text_record("102", "chief arbiter", declared.CHIEF_ARBITER, fide="rating"),
    text_record("112", "deputy arbiters, a line each", declared.DEPUTY_ARBITER, is_ordinal=True),
    text_record("122", "time control", declared.TIME_CONTROL),
    Record("132", "dates of the rounds", (), Field("day", 92, 99), 10, fide="rating",
           setting=declared.ROUND_DATES, read=_round_dates, rows=_round_dates_of),
    Record("142", "number of rounds", also=("XXR",), source="TRF26", read=_rounds,
           rows=saying(lambda event: str(event.rounds or ""))),
    text_record("152", "colour of the first player in round 1", INITIAL_COLOUR, source="TRF26"),
    Record("162", "points of every result", source="TRF26", read=_point_system, put=put_whole,
           rows=saying(_scoring_of), also=("XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")),
    text_record("172", "how the starting ranks were made", declared.STARTING_RANK_METHOD,
                source="TRF26", rows=None),
    text_record("182", "program that paired", declared.PAIRING_PROGRAM, source="TRF26",
                fide="titles"),
    Record("202", "tie-breaks", source="TRF26", fide="titles", setting=CRITERIA,
           read=_criteria, rows=_tie_breaks_of),
    Record("212", "whole order of the standings", source="TRF26", read=_criteria, put=_put_order),
    text_record("222", "time control as a code", declared.ENCODED_TIME_CONTROL, source="TRF26"),
)  # fmt: skip
