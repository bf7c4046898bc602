"""The header of a new EGD file: class, event, place, days, handicap, komi and time."""

from __future__ import annotations

import re
from typing import List

from xltie.core.errors import InputError
from xltie.event.model import Event
from xltie.event.thinking_time import SYSTEMS, last_day, time_in

_OF_A_COUNTRY = re.compile(r"[A-Z]{2}\b")


def header(event: Event) -> List[str]:
    """Return the lines above the players; what the event does not say has no line.

    A handicap reduction is named as OpenGotha does; without one, ``HA[h9]`` says that every
    handicap stands in its game, as in the EGD's own files.
    """
    settings = event.settings
    time = time_in(settings)
    own_class = settings.get("class") or (time.egf_class() if time else "")
    head = [f"; CL[{own_class}]"] if own_class else []
    head.append(f"; EV[{event.name}]")
    place = settings.get("place", "")
    if place:
        head.append(f"; PC[{'' if _OF_A_COUNTRY.match(place) else ','}{place}]")
    if event.start_date:
        head.append(f"; DT[{event.start_date},{last_day(settings, event.start_date)}]")
    reduction = settings.get("reduction", "9")
    if not re.fullmatch(r"-?\d", reduction):
        raise InputError.of(f"the handicap reduction is {reduction!r}, not a number of stones")
    if re.fullmatch("[1-9]", reduction):
        head.append(f"; HA[h{reduction}]")
    if settings.get("komi"):
        head.append(f"; KM[{settings['komi']}]")
    if time is not None:
        head.append(f"; TM[{int(time.adjusted)}]")
        head.append(f"; CM[{SYSTEMS[time.system]}]")
    criteria = settings.get("criteria", "").replace(",", " ").replace(";", " ").split()
    return [*head, ";", " ".join(["; Pl Name Rk Co Club", *criteria])]
