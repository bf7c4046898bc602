"""The header of an EGD file: class, event, place, days, handicap, komi and time."""

from __future__ import annotations

import re
from typing import Dict, List, Mapping, Sequence, Set, Tuple

from xltie.core.cells import number_of
from xltie.core.dates import read_date
from xltie.core.errors import NOWHERE
from xltie.core.numbers import show
from xltie.event import Event, last_day, time_in
from xltie.exchange.common.fields import Field, Spelling, settings_read, settings_written
from xltie.exchange.common.notes import Notes
from xltie.exchange.h9.columns import column_names
from xltie.exchange.h9.lines import is_comment
from xltie.settings import Texts, declared
from xltie.settings.thinking_time import CLASSES, SYSTEMS

_FIELD = re.compile(r";\s*([A-Z]{2})\[(.*)\]")
_OF_A_COUNTRY = re.compile(r"[A-Z]{2}\b")
_SUBMITTED = re.compile(r"\(submitted by [^()]*\)$")
_OPTIONS = re.compile(r"\([^()]*\)")


def _class(text: str) -> str:
    return text.strip().upper() if text.strip().upper() in CLASSES else ""


def _komi(text: str) -> str:
    komi = number_of(text.replace(",", "."))
    return "" if komi is None else show(komi)


_PLACE = Spelling(
    lambda told: told.lstrip(", "),
    lambda place: f",{place}" if place and not _OF_A_COUNTRY.match(place) else place,
)
_REDUCTION = Spelling(
    lambda told: told[1:] if re.fullmatch("[hH][0-8]", told) else "",
    lambda stones: f"h{stones}" if stones.isdecimal() else "",
)
_FIELDS = (
    Field("CL", declared.CLASS, spelling=Spelling(_class, _class)),
    Field("PC", declared.PLACE, spelling=_PLACE),
    Field("HA", declared.REDUCTION, "9", _REDUCTION),
    Field("KM", declared.KOMI, spelling=Spelling(_komi, _komi)),
)
"""The fields of one setting each; what is not understood there says nothing."""
_ORDER = ("CL", "EV", "PC", "DT", "HA", "KM", "TM", "CM")
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
    found: Texts = {
        **settings_read(_FIELDS, lambda letters: head.get(letters, ""), Notes(), NOWHERE),
        declared.LAST_DAY: date_in(head.get("DT", "").partition(",")[2]),
        **_time_in(head),
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

    A handicap reduction is named as OpenGotha does, which names none of 0; without one, ``HA[h9]``
    says that every handicap stands in its game, as in the EGD's own files.

    Raises:
        InputError: a setting is not understood.
    """
    lines = [
        f"; {letters}[{text}]"
        for letters, text in _values(event).items()
        if text not in ("", "h0") or letters == "EV"
    ]
    return [*lines, ";", _heading(event)]


def _values(event: Event) -> Dict[str, str]:
    """Return what an event says in the fields of a header, by their letters in this order."""
    settings, notes, day = event.settings, Notes(), event.start_date
    found = {"EV": event.name, **settings_written(_FIELDS, settings, notes)}
    notes.refuse()
    if day:
        found["DT"] = f"{day},{last_day(settings, day)}"
    time = time_in(settings)
    if time is not None:
        found["CL"] = found["CL"] or time.egf_class()
        found.update(TM=str(int(time.adjusted)), CM=SYSTEMS[time.system])
    return {letters: found[letters] for letters in _ORDER if letters in found}


def _heading(event: Event) -> str:
    criteria = _OPTIONS.sub("", event.settings.text(declared.CRITERIA))
    return " ".join(["; Pl Name Rk Co Club", *re.split(r"[\s,;]+", criteria.strip())]).rstrip()


# -- headers that were read ------------------------------------------------------------------------


def kept_header(records: Records, event: Event) -> List[Tuple[str, str]]:
    """Return the comments above the players with the fields that a setting changed since.

    A setting that is blank now says nothing: its field stays.
    """
    kept = list(records)
    changed = _changed(fields([text.strip() for text, _ in kept]), event)
    if not changed:
        return kept
    values = _values(event)
    new = {
        letters: f"; {letters}[{text}]"
        for letters, text in values.items()
        if text and letters in changed
    }
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
    found = {
        field.name
        for field in _FIELDS
        if field.setting in now
        and field.spelling.read(field.spelling.write(now.text(field.setting)))
        != before.get(field.setting, "")
    }
    if event.name not in ("", old.get("EV", "")):
        found.add("EV")
    timed = (declared.TIME, declared.OVERTIME)
    if any(t in now and now.text(t).strip() != before.get(t, "") for t in timed):
        found |= {"TM", "CM"} if now.text(declared.CLASS) else {"TM", "CM", "CL"}
    if _are_other_days(old, before, event):
        found.add("DT")
    return found


def _are_other_days(old: Mapping[str, str], before: Texts, event: Event) -> bool:
    if not event.start_date:
        return False
    first = date_in(old.get("DT", ""))
    last = before.get(declared.LAST_DAY, first)
    is_said = event.settings.text(declared.LAST_DAY)
    ends = last_day(event.settings, event.start_date) if is_said else last
    return (event.start_date, ends) != (first, last)


def without_heading(records: Records) -> List[Tuple[str, str]]:
    """Return the comments of a file without those that name the columns of the players."""
    return [
        (text, end)
        for text, end in records
        if is_comment(text) and not any(column_names([text.strip()]))
    ]
