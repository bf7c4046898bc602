"""The header of an EGD file: class, event, place, days, handicap, komi and time."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, Sequence, Set, Tuple

from xltie.core.cells import number_of
from xltie.core.dates import read_date
from xltie.core.errors import InputError
from xltie.core.messages import joined, say
from xltie.core.numbers import show
from xltie.event import Event, last_day, time_in
from xltie.exchange.h9.columns import column_names
from xltie.exchange.h9.lines import is_comment
from xltie.settings import Setting, Settings, Texts, declared
from xltie.settings.thinking_time import CLASSES, SYSTEMS

_FIELD = re.compile(r";\s*([A-Z]{2})\[(.*)\]")
_OF_A_COUNTRY = re.compile(r"[A-Z]{2}\b")
_SUBMITTED = re.compile(r"\(submitted by [^()]*\)$")
_OPTIONS = re.compile(r"\([^()]*\)")
_MOST_COLUMNS = 20
Records = Sequence[Tuple[str, str]]


def fields(comments: Sequence[str]) -> Dict[str, str]:
    """Return the header's fields by their letters: EV, PC, DT, HA, KM ..."""
    found = (_FIELD.match(comment) for comment in comments)
    return {match[1]: match[2].strip() for match in found if match}


def date_in(text: str) -> str:
    """Return the date that a text begins with, "" if none."""
    first = re.match(r"\d{4}-\d{2}-\d{2}", text.strip())
    return read_date(first[0]) if first else ""


def settings_in(head: Mapping[str, str]) -> Texts:
    """Return the settings that the fields of a header give, those alone that are understood.

    The time is the adjusted one: with byo-yomi it does not say what the basic time was.
    """
    komi = number_of(head.get("KM", "").replace(",", "."))
    reduction = re.fullmatch(r"[hH]([0-8])", head.get("HA", ""))
    found: Texts = {
        declared.PLACE: head.get("PC", "").lstrip(", "),
        declared.LAST_DAY: date_in(head.get("DT", "").partition(",")[2]),
        declared.KOMI: "" if komi is None else show(komi),
        **_time_in(head),
        declared.CLASS: head.get("CL", "").upper() if head.get("CL", "").upper() in CLASSES else "",
        declared.REDUCTION: reduction[1] if reduction else "",
    }
    return {setting: text for setting, text in found.items() if text}


def _time_in(head: Mapping[str, str]) -> Texts:
    minutes = number_of(head.get("TM", ""))
    system = _SUBMITTED.sub("", head.get("CM", "")).strip()
    if not minutes or minutes.denominator != 1 or system not in ("", SYSTEMS["none"]):
        return {}
    return {declared.TIME: str(minutes), declared.OVERTIME: "none" if system else ""}


def header(event: Event) -> List[str]:
    """Return the lines above the players; what the event does not say has no line.

    A handicap reduction is named as OpenGotha does; without one, ``HA[h9]`` says that every
    handicap stands in its game, as in the EGD's own files.
    """
    settings = event.settings
    time = time_in(settings)
    rating_class = _class(settings) or (time.egf_class() if time else "")
    head = [f"; CL[{rating_class}]"] if rating_class else []
    head.append(f"; EV[{event.name}]")
    place = settings.text(declared.PLACE)
    if place:
        head.append(f"; PC[{'' if _OF_A_COUNTRY.match(place) else ','}{place}]")
    if event.start_date:
        head.append(f"; DT[{event.start_date},{last_day(settings, event.start_date)}]")
    reduction = _reduction(settings)
    if re.fullmatch("[1-9]", reduction):
        head.append(f"; HA[h{reduction}]")
    if settings.text(declared.KOMI):
        head.append(f"; KM[{_komi(settings.text(declared.KOMI))}]")
    if time is not None:
        head.append(f"; TM[{int(time.adjusted)}]")
        head.append(f"; CM[{SYSTEMS[time.system]}]")
    return [*head, ";", _heading(event)]


def _heading(event: Event) -> str:
    criteria = _OPTIONS.sub("", event.settings.text(declared.CRITERIA))
    return " ".join(["; Pl Name Rk Co Club", *re.split(r"[\s,;]+", criteria.strip())]).rstrip()


def _class(settings: Settings) -> str:
    rating_class = settings.text(declared.CLASS).strip().upper()
    if rating_class and rating_class not in CLASSES:
        raise InputError.of(
            say(
                "the rating class is {rating_class!r}; choose from {names}",
                rating_class=rating_class,
                names=joined(CLASSES),
            )
        )
    return rating_class


def _reduction(settings: Settings) -> str:
    reduction = settings.text(declared.REDUCTION, "9")
    if not re.fullmatch(r"-?\d", reduction):
        raise InputError.of(
            say(
                "the handicap reduction is {reduction!r}, not a number of stones",
                reduction=reduction,
            )
        )
    return reduction


def _komi(text: str) -> str:
    komi = number_of(text.replace(",", "."))
    if komi is None:
        raise InputError.of(say("the komi is {komi!r}, not a number such as 6.5", komi=text))
    return show(komi)


# -- headers that were read ------------------------------------------------------------------------


def kept_header(records: Records, event: Event) -> List[Tuple[str, str]]:
    """Return the comments above the players with the fields that a setting changed since.

    A setting that is blank now says nothing: its field stays.
    """
    kept = list(records)
    changed = _changed(fields([text.strip() for text, _ in kept]), event)
    if not changed:
        return kept
    lines = {match[1]: text for text in header(event) if (match := _FIELD.match(text))}
    if "HA" in changed:
        lines["HA"] = f"; HA[h{event.settings.text(declared.REDUCTION)}]"
    new = {letters: lines[letters] for letters in lines if letters in changed}
    at = -1
    for number, (text, end) in enumerate(kept):
        match = _FIELD.match(text.strip())
        if match:
            at = number
            kept[number] = (new.pop(match[1], text), end)
    end = kept[at][1] if kept else "\n"
    return [*kept[: at + 1], *((text, end) for text in new.values()), *kept[at + 1 :]]


def _changed(old: Mapping[str, str], event: Event) -> Set[str]:
    """Return the letters of the fields whose settings are not what the file said."""
    before, now = settings_in(old), event.settings

    def differs(setting: Setting[Any]) -> bool:
        return setting in now and now.text(setting).strip() != before.get(setting, "")

    found = {letters for setting, letters in _LETTERS.items() if differs(setting)}
    if event.name and event.name != old.get("EV", ""):
        found.add("EV")
    if differs(declared.KOMI) and _komi(now.text(declared.KOMI)) != before.get(declared.KOMI):
        found.add("KM")
    if differs(declared.TIME) or differs(declared.OVERTIME):
        found |= {"TM", "CM"} if now.text(declared.CLASS) else {"TM", "CM", "CL"}
    if event.start_date:
        first = date_in(old.get("DT", ""))
        last = before.get(declared.LAST_DAY, first)
        ends = last_day(now, event.start_date) if now.text(declared.LAST_DAY) else last
        if (event.start_date, ends) != (first, last):
            found.add("DT")
    return found


_LETTERS: Texts = {declared.PLACE: "PC", declared.CLASS: "CL", declared.REDUCTION: "HA"}


def without_heading(records: Records) -> List[Tuple[str, str]]:
    """Return the comments of a file without those that name the columns of the players."""
    return [
        (text, end)
        for text, end in records
        if is_comment(text) and not any(column_names([text.strip()], _MOST_COLUMNS))
    ]
