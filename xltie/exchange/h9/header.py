"""The header of a new EGD file: class, event, place, days, handicap, komi and time."""

from __future__ import annotations

import re
from typing import List

from xltie.event.model import Event
from xltie.exchange.common.thinking_time import SYSTEMS, thinking_time

_OF_A_COUNTRY = re.compile(r"[A-Z]{2}\b")


def header(event: Event) -> List[str]:
    """Return the lines above the players; what the event does not say has no line.

    A handicap reduction is named as OpenGotha does; without one, ``HA[h9]`` says that every
    handicap stands in its game, as in the EGD's own files.
    """
    settings = event.settings
    time = thinking_time(settings.get("time", ""), settings.get("overtime", ""))
    own_class = settings.get("class") or (time.egf_class() if time else "")
    head = [f"; CL[{own_class}]"] if own_class else []
    head.append(f"; EV[{event.name}]")
    place = settings.get("place", "")
    if place:
        head.append(f"; PC[{'' if _OF_A_COUNTRY.match(place) else ','}{place}]")
    if event.start_date:
        head.append(f"; DT[{event.start_date},{settings.get('last_day') or event.start_date}]")
    reduction = settings.get("reduction", "9")
    if re.fullmatch("[1-9]", reduction):
        head.append(f"; HA[h{reduction}]")
    if settings.get("komi"):
        head.append(f"; KM[{settings['komi']}]")
    if time is not None:
        head.append(f"; TM[{int(time.adjusted)}]")
        head.append(f"; CM[{SYSTEMS[time.system]}]")
    criteria = settings.get("criteria", "").replace(",", " ").replace(";", " ").split()
    return [*head, ";", " ".join(["; Pl Name Rk Co Club", *criteria])]
