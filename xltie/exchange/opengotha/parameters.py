"""The parameters of an OpenGotha tournament as an event's settings give them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, List, Optional, Sequence
from xml.sax.saxutils import quoteattr

from xltie.core.cells import number_of
from xltie.core.go_ranks import LOWEST, in_letters, rank_in_file, start_score
from xltie.core.messages import say
from xltie.event import Contestant, Event, Status, last_day, time_in
from xltie.exchange.common.notes import Notes
from xltie.exchange.opengotha.names import CRITERIA, SYSTEMS
from xltie.exchange.opengotha.pairing import pairing_element
from xltie.settings import Setting, declared

MOST_CRITERIA = 6
_LIMITS = {declared.FLOOR: "20k", declared.BAR: "4d"}  # the program's own
_RANGE = range(-1, 3)
"""The corrections of a start score that the program holds."""
_NAMES = {
    "NBW", "MMS", "STS", "CPS", "CAT", "EXT", "EXR", "SDC", "CUSSW", "CUSSM", "SOSW", "SOSW-1",
    "SOSW-2", "SODOSW", "SOSM", "SOSM-1", "SOSM-2", "SODOSM", "SOSTS", "SOSOSW", "SOSOSM",
}  # fmt: skip
_LETTERS = {"mms": "M", "wins": "W"}
_OVER = ("SOS", "SODOS", "SOSOS", "CUSS")
_OTHER = {**{ours: theirs for theirs, ours in CRITERIA.items() if theirs == "DC"},
          "RANK": "Rank", "RATING": "Rating", "WINS": "NBW", "POINTS": "NBW"}  # fmt: skip


def rank_text(event: Event, contestant: Contestant, notes: Notes) -> str:
    """Return a player's rank; without any 30K in a Swiss, a fault where ranks give the start."""
    rank = rank_in_file(contestant.grade)
    if rank is None and (contestant.grade or event.format == "mcmahon"):
        said = say(
            "the rank of {who} is {grade!r}, not one such as 3d or 12k",
            who=contestant.name or contestant.id,
            grade=contestant.grade,
        )
        notes.fault(said, contestant.place)
    return in_letters(LOWEST if rank is None else rank)


def smms_correction(event: Event, contestant: Contestant, rank: str, notes: Notes) -> str:
    """Return what is added to the start score that follows from the rank between floor and bar.

    In a Swiss a start score groups nobody; what a file said is kept, and none is no correction.
    """
    is_mcmahon = event.format == "mcmahon"
    if not (is_mcmahon or contestant.start):
        return "0"
    held = start_score(
        rank_in_file(rank) or 0, _limit(event, declared.BAR), _limit(event, declared.FLOOR)
    )
    correction = contestant.start - held
    if correction not in _RANGE and not is_mcmahon:
        return "0"
    if correction not in _RANGE:
        said = say(
            "{who} ({rank}) starts with {start}, but OpenGotha starts between {lowest} and "
            "{highest}: set bar and floor so that they fit, zero at 30k",
            who=contestant.name or contestant.id,
            rank=rank,
            start=contestant.start,
            lowest=held - 1,
            highest=held + 2,
        )
        notes.fault(said, contestant.place)
        return "0"
    return str(int(correction))


def _limit(event: Event, setting: Setting[Optional[int]]) -> Optional[int]:
    return rank_in_file(event.settings.text(setting, _LIMITS[setting]))


def parameters(event: Event, notes: Notes) -> str:
    """Return the element of all parameters: where it stands, each of its four parts has to."""
    settings = event.settings
    criteria = _criteria(event, notes)
    handicaps = {
        "hdBasedOnMMS": str(settings.text(declared.HANDICAP_BY, "mms") != "rank").lower(),
        "hdNoHdRankThreshold": (settings.text(declared.NO_HANDICAP_FROM, "1d")).upper(),
        "hdCorrection": settings.text(declared.REDUCTION, "1"),
        "hdCeiling": settings.text(declared.HANDICAP_CEILING, "9"),
    }
    limits = [grade for grade in re.split(r"[;,\s]+", settings.text(declared.LIMITS)) if grade]
    categories = "".join(
        f'<Category lowerLimit="{limit.upper()}" number="{number}"/>'
        for number, limit in enumerate(limits, 1)
    )
    inside = f"<Categories>{categories}</Categories>" if limits else ""
    placed = "".join(
        f'<PlacementCriterion name="{name}" number="{number}"/>'
        for number, name in enumerate(criteria, 1)
    )
    return "\n".join(
        [
            "<TournamentParameterSet>",
            f"<GeneralParameterSet {_pairs(_general(event, len(limits) + 1, notes))}>",
            f"{inside}</GeneralParameterSet>",
            f"<HandicapParameterSet {_pairs(handicaps)}/>",
            f"<PlacementParameterSet><PlacementCriteria>{placed}</PlacementCriteria>",
            "</PlacementParameterSet>",
            pairing_element(event, notes),
            "</TournamentParameterSet>",
        ]
    )


def _pairs(attributes: Dict[str, str]) -> str:
    return " ".join(f"{name}={quoteattr(text)}" for name, text in attributes.items())


def _general(event: Event, categories: int, notes: Notes) -> Dict[str, str]:
    settings = event.settings
    time = time_in(settings)
    systems = {ours: theirs for theirs, ours in SYSTEMS.items()}
    timed: Dict[str, str] = {}
    if time is not None:
        timed = {
            "basicTime": str(time.minutes),
            "complementaryTimeSystem": systems[time.system],
            **({"stdByoYomiTime": str(time.seconds)} if time.system == "byo-yomi" else {}),
            **({"canByoYomiTime": str(time.seconds)} if time.system == "canadian" else {}),
            **({"nbMovesCanTime": str(time.moves)} if time.system == "canadian" else {}),
            **({"fischerTime": str(time.seconds)} if time.system == "fischer" else {}),
        }
    wins = _halves(event, declared.ABSENT, "0;0.5", notes)
    mms = _halves(event, declared.BYE, "1;1", notes)
    day = event.start_date
    return {
        "shortName": re.sub(r"\W+", "", event.name, flags=re.ASCII)[:20] or "tournament",
        "name": event.name,
        "location": settings.text(declared.PLACE),
        "director": "",
        **({"beginDate": day, "endDate": last_day(settings, day)} if day else {}),
        "size": "19",
        "komi": settings.text(declared.KOMI, "7.5"),
        "bInternet": str(settings.text(declared.CLASS) == "D").lower(),
        **timed,
        "numberOfRounds": str(max(event.rounds, event.last_round)),
        "numberOfCategories": str(categories),
        "genMMFloor": in_letters(_rank_setting(event, declared.FLOOR, notes)),
        "genMMBar": in_letters(_rank_setting(event, declared.BAR, notes)),
        "genMMZero": "30K",
        "genNBW2ValueAbsent": wins[0],
        "genNBW2ValueBye": mms[0],
        "genMMS2ValueAbsent": wins[1],
        "genMMS2ValueBye": mms[1],
        "genRoundDownNBWMMS": str(settings.text(declared.ROUNDING, "down") != "none").lower(),
        "genCountNotPlayedGamesAsHalfPoint": _counts_half(event, notes),
    }


def _rank_setting(event: Event, setting: Setting[Optional[int]], notes: Notes) -> int:
    found = _limit(event, setting)
    if found is None:
        given = event.settings.text(setting)
        said = (
            say("the McMahon bar is {rank!r}, not a rank", rank=given)
            if setting is declared.BAR
            else say("the McMahon floor is {rank!r}, not a rank", rank=given)
        )
        notes.fault(said)
    return found or 0


def _halves(event: Event, setting: Setting[str], usual: str, notes: Notes) -> List[str]:
    """Return what a round is worth in wins and in McMahon scores, both in half points."""
    texts = re.split(r"[;\s]+", event.settings.text(setting, usual))
    numbers = [number_of(text) for text in (texts * 2)[:2]]
    found = [2 * (number if number is not None else Fraction(-1)) for number in numbers]
    if any(value.denominator != 1 or value not in range(3) for value in found):
        said = say(
            "{setting} is {points!r}; OpenGotha has 0, 0.5 and 1",
            setting=setting.key,
            points=event.settings[setting],
        )
        notes.fault(said)
    return [str(int(value)) for value in found]


def _counts_half(event: Event, notes: Notes) -> str:
    """Tell whether rounds without an opponent count half a point in the sums over opponents."""
    implied = "bye-player" if event.rulebook == "macmahon" else "start"
    unplayed = event.settings.text(declared.UNPLAYED, implied)
    missed = any(m.a.status is not Status.PLAYED and m.b is None for m in event.matches)
    if unplayed not in ("start", "half-virtual") and missed:
        said = say(
            "unplayed={choice} for rounds without an opponent is not known to OpenGotha, "
            "which has start and half-virtual",
            choice=unplayed,
        )
        notes.fault(said)
    return str(unplayed == "half-virtual").lower()


def _criteria(event: Event, notes: Notes) -> List[str]:
    """Return the criteria by the program's names."""
    found: List[str] = []
    usual = "MMS, SOS, SOS-1, SOS-2" if event.format == "mcmahon" else "NBW, SOS, SOSOS"
    basis = event.settings.text(declared.BASIS, "mms" if event.format == "mcmahon" else "wins")
    for text in re.split(r"\s*[,;]\s*", event.settings.text(declared.CRITERIA, usual)):
        name = text.strip().upper()
        stem, dash, cut = name.partition("-")
        if stem in _OVER:
            name = f"{stem}{_LETTERS.get(basis, '?')}{dash}{cut}"
        placement = _OTHER.get(text.strip(), _OTHER.get(name, name if name in _NAMES else ""))
        if not placement:
            notes.fault(say("OpenGotha has no criterion {name!r}", name=text.strip()))
        found.append(placement)
    refuse_too_many(found, notes)
    return found


def refuse_too_many(criteria: Sequence[str], notes: Notes) -> None:
    """Note the fault of more criteria than OpenGotha has room for."""
    if len(criteria) > MOST_CRITERIA:
        notes.fault(
            say(
                "OpenGotha has {most} criteria at most, not {listed}",
                most=MOST_CRITERIA,
                listed=len(criteria),
            )
        )
