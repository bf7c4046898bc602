"""The players of an OpenGotha tournament, from a file to an event and back."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, FrozenSet, NamedTuple, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.go_names import joined
from xltie.core.go_ranks import in_letters, rank_in_file, start_score, with_unit
from xltie.event import (
    FILED_NAME,
    NO_FIRST_NAME,
    REGISTRATION,
    Contestant,
    Event,
    filed_name,
    is_preliminary,
    name_parts,
)
from xltie.exchange.common.go import rank_of, rank_read
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml import Node
from xltie.exchange.opengotha.parameters import GENERAL
from xltie.settings import Settings, declared

MOST_ROUNDS = 20
_CORRECTIONS = range(-1, 3)
"""The corrections of a start score that the program holds."""
_LOWEST_RATING, _HIGHEST_RATING = -900, 2949
_COLUMNS = {
    "PIN": "egfPin", REGISTRATION: "registeringStatus", "FFG licence": "ffgLicence",
    "FFG status": "ffgLicenceStatus", "AGA ID": "agaId", "AGA expiry": "agaExpirationDate",
    "Rating origin": "ratingOrigin",
}  # fmt: skip
"""What the program holds of a player besides, by the columns of ours."""
_USUAL_ORIGIN = ("Rating origin", "EGF")
"""Where ratings come from that have no other origin."""
_USUAL = {field.setting: field.usual for field in GENERAL}


class Limits(NamedTuple):
    """The bar and the floor between which ranks give start scores."""

    bar: Optional[int]
    floor: Optional[int]

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """Return those of an event, the program's own where it has none."""
        limits = (declared.BAR, declared.FLOOR)
        return cls(*(rank_in_file(settings.text(limit, _USUAL[limit])) for limit in limits))


# -- from a file -----------------------------------------------------------------------------------


def read_player(number: int, node: Node, limits: Limits, shift: int, notes: Notes) -> Contestant:
    """Return a player; ``shift`` makes the ratings of an old file those of today."""
    grade = node.get("rank") or node.get("grade")
    rank = rank_read(grade, node.place, notes)
    rating = number_of(node.get("rating"))
    first = node.get("firstName")
    name = joined(node.get("name"), "" if first == NO_FIRST_NAME else first) or first
    spelled = (node.attributes.get(part, "") for part in ("name", "firstName"))
    kept = {title: node.get(attribute) for title, attribute in _COLUMNS.items()}
    kept[FILED_NAME] = filed_name(name, *spelled)
    return Contestant(
        str(number),
        name,
        rating=None if rating is None else int(rating) + shift,
        start=_start(rank, node, limits, notes),
        club=node.get("club"),
        country=node.get("country"),
        grade=with_unit(grade),
        more=tuple(pair for pair in kept.items() if pair[1] and pair != _USUAL_ORIGIN),
        place=node.place,
    )


def _start(rank: int, node: Node, limits: Limits, notes: Notes) -> Fraction:
    by_hand = number_of(node.get("smmsByHand"))
    if by_hand is not None and by_hand >= 0:
        return by_hand
    text = node.get("smmsCorrection", "0") or "0"
    correction = number_of(text)
    if correction is None:
        notes.fault("smmsCorrection is {text!r}, not a number", node.place, text=text)
        return Fraction(0)
    # The program itself counts from 30k, whatever its file says in genMMZero.
    return start_score(rank, *limits, correction=correction)


# -- to a file -------------------------------------------------------------------------------------


def name_of(contestant: Contestant) -> Tuple[str, str]:
    """Return a player's surname and first name as the file has them."""
    surname, first = name_parts(contestant)
    return surname or contestant.id, first or NO_FIRST_NAME


def key_of(surname: str, first: str) -> str:
    """Return the key of a player in the games: name and first name in capitals without spaces.

    A Turkish computer writes the capital of i as İ; both are I here.
    """
    text = (surname + first).replace(" ", "").upper()
    return text.replace("\u0130", "I").replace("I\u0307", "I")


def player_attributes(
    event: Event, contestant: Contestant, missed: FrozenSet[int], notes: Notes
) -> Dict[str, str]:
    """Return what the file says of a player; without a rank in a Swiss it is 30K."""
    surname, first = name_of(contestant)
    rank = rank_of(contestant, notes, is_needed=event.format == "mcmahon")
    country, rating = contestant.country.upper(), contestant.rating
    more = dict(contestant.more)
    found = {
        "name": surname,
        "firstName": first,
        "country": country if len(country) == 2 and country.isalpha() else "",
        "club": contestant.club,
        **{attribute: more.get(title, "") for title, attribute in _COLUMNS.items()},
        _COLUMNS[REGISTRATION]: "PRE" if is_preliminary(contestant) else "FIN",
        "rank": in_letters(rank),
        "grade": in_letters(rank),
        "smmsCorrection": _correction(event, contestant, rank, notes),
        "participating": "".join("10"[turn in missed] for turn in range(1, MOST_ROUNDS + 1)),
    }
    if rating is not None:  # the program holds ratings within these limits
        found["rating"] = str(max(_LOWEST_RATING, min(_HIGHEST_RATING, rating)))
        title, origin = _USUAL_ORIGIN
        found[_COLUMNS[title]] = more.get(title, origin)
    return found


def _correction(event: Event, contestant: Contestant, rank: int, notes: Notes) -> str:
    """Return what is added to the start score that follows from the rank between floor and bar.

    In a Swiss a start score groups nobody; what a file said is kept, and none is no correction.
    """
    is_mcmahon = event.format == "mcmahon"
    if not (is_mcmahon or contestant.start):
        return "0"
    held = start_score(rank, *Limits.of(event.settings))
    correction = contestant.start - held
    if correction in _CORRECTIONS:
        return str(int(correction))
    if is_mcmahon:
        notes.fault(
            "{who} ({rank}) starts with {start}, but OpenGotha starts between {lowest} and "
            "{highest}: set bar and floor so that they fit, zero at 30k",
            contestant.place,
            who=contestant.known_as,
            rank=in_letters(rank),
            start=contestant.start,
            lowest=held + _CORRECTIONS[0],
            highest=held + _CORRECTIONS[-1],
        )
    return "0"
