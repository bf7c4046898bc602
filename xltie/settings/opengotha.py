"""The pairing parameters of OpenGotha: one table by which files and settings are read and told.

The program keeps them under ``PairingParameterSet``. Its presets (``initForMM`` and others there,
version 3.51) follow from the kind of tournament; what its reader takes for an attribute that a
file lacks is something else again, so that a file must name them all. In a workbook stands what
differs from the preset, under the program's names: ``paiMaDUDDUpperMode=TOP; paiBaBalanceWB=0``.
"""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, Tuple, Union

from xltie.core.go_ranks import in_letters, rank_in_file
from xltie.core.messages import Message, say
from xltie.core.records import dataclass, field, fields, replace
from xltie.settings.setting import Kind

Value = Union[bool, int, float, str]


def _attribute(name: str, usual: Value) -> Any:
    return field(default=usual, metadata={"name": name})


@dataclass(frozen=True)
class Weights:
    """How OpenGotha weighs a couple: its attributes, with the values of its McMahon preset.

    Weights are points of the value of a couple, of which the program looks for the greatest sum.
    ``first_rounds`` go by ``first_order``, later ones by ``later_order``; ``first_by`` and
    ``later_by`` order those in a group whom the criteria leave equal. ``rank_threshold`` (1d is 0),
    the bar and the wins say for whom small handicaps do not matter. ``country`` and ``club`` are
    differences in score that are accepted rather than a meeting of the same.
    """

    concavity: float = _attribute("paiStandardNX1Factor", 0.5)
    second_meeting: int = _attribute("paiBaAvoidDuplGame", 500_000_000_000_000)
    lots: int = _attribute("paiBaRandom", 0)
    lots_by_name: bool = _attribute("paiBaDeterministic", True)
    colours: int = _attribute("paiBaBalanceWB", 1_000_000)
    categories: int = _attribute("paiMaAvoidMixingCategories", 0)
    score: int = _attribute("paiMaMinimizeScoreDifference", 100_000_000_000)
    floats: int = _attribute("paiMaDUDDWeight", 100_000_000)
    floats_compensate: bool = _attribute("paiMaCompensateDUDD", True)
    floats_from: str = _attribute("paiMaDUDDUpperMode", "MID")
    floats_to: str = _attribute("paiMaDUDDLowerMode", "MID")
    places: int = _attribute("paiMaMaximizeSeeding", 5_000_000)
    first_rounds: int = _attribute("paiMaLastRoundForSeedSystem1", 2)
    first_order: str = _attribute("paiMaSeedSystem1", "random")
    later_order: str = _attribute("paiMaSeedSystem2", "slide")
    first_by: str = _attribute("paiMaAdditionalPlacementCritSystem1", "Rating")
    later_by: str = _attribute("paiMaAdditionalPlacementCritSystem2", "NULL")
    rank_threshold: int = _attribute("paiSeRankThreshold", 0)
    wins_threshold: bool = _attribute("paiSeNbWinsThresholdActive", False)
    bar_threshold: bool = _attribute("paiSeBarThresholdActive", True)
    secondary: int = _attribute("paiSeDefSecCrit", 100_000_000_000)
    small_handicap: int = _attribute("paiSeMinimizeHandicap", 0)
    geography: int = _attribute("paiSeAvoidSameGeo", 100_000_000_000)
    country: int = _attribute("paiSePreferMMSDiffRatherThanSameCountry", 1)
    clubs_group: int = _attribute("paiSePreferMMSDiffRatherThanSameClubsGroup", 2)
    club: int = _attribute("paiSePreferMMSDiffRatherThanSameClub", 3)


ATTRIBUTES: Mapping[str, str] = {
    parameter.metadata["name"]: parameter.name for parameter in fields(Weights)
}
"""The fields by the program's names of them."""
ORDERS = {"random": "SPLITANDRANDOM", "fold": "SPLITANDFOLD", "slide": "SPLITANDSLIP"}
"""The program's names of the orders within a group; cross is none of its own."""
_PLACES = {"TOP": "TOP", "MID": "MID", "BOT": "BOT"}
_MORE = {"NULL": "NULL", "Rating": "Rating", "Rank": "Rank"}
_WORDS: Mapping[str, Mapping[str, str]] = {
    "first_order": ORDERS, "later_order": ORDERS, "floats_from": _PLACES, "floats_to": _PLACES,
    "first_by": _MORE, "later_by": _MORE,
}  # fmt: skip
_BEYOND_MIXING = 20_000_000_000_000
_LOWEST = -30

MCMAHON = Weights()
SWISS = replace(
    MCMAHON,
    first_order="slide", later_by="Rating", rank_threshold=_LOWEST, wins_threshold=True,
    secondary=_BEYOND_MIXING, geography=0, country=0, clubs_group=0, club=0,
)  # fmt: skip
CATEGORIES = replace(
    MCMAHON,
    categories=_BEYOND_MIXING, later_order="fold", wins_threshold=True, secondary=_BEYOND_MIXING,
    small_handicap=_BEYOND_MIXING, geography=_BEYOND_MIXING,
)  # fmt: skip
CUP = replace(SWISS, first_order="fold", later_order="fold")
OF_LACKING = replace(
    MCMAHON,
    colours=1000, categories=_BEYOND_MIXING, later_order="fold", rank_threshold=3,
    wins_threshold=True,
)  # fmt: skip
"""What the program takes for the attributes that a file lacks."""


def read_weight(field: str, text: str) -> Union[Value, Message]:
    """Return the value of a parameter as a file has it, or what may stand there."""
    usual, words = getattr(MCMAHON, field), _WORDS.get(field)
    plain = text.strip()
    if words is not None:
        found = next((ours for ours, theirs in words.items() if theirs == plain), None)
        return found or say("choose from {names}", names=", ".join(words.values()))
    if isinstance(usual, bool):
        answers = {"true": True, "false": False}
        return answers.get(plain.lower(), say("write true or false"))
    if field == "rank_threshold":
        rank = rank_in_file(plain)
        return say("write a rank, such as 1D") if rank is None else rank
    return _read_share(plain) if isinstance(usual, float) else _read_points(plain)


def _read_share(text: str) -> Union[float, Message]:
    fits = re.fullmatch(r"[01](\.\d+)?", text) and float(text) <= 1
    return float(text) if fits else say("it must be a number from 0 to 1")


def _read_points(text: str) -> Union[int, Message]:
    fits = text.isdecimal() and len(text) <= 18
    return int(text) if fits else say("it must be a whole number")


def weight_text(field: str, value: Value) -> str:
    """Return the value of a parameter as a file has it; an order that it cannot hold stays."""
    if isinstance(value, bool):
        return str(value).lower()
    if field == "rank_threshold":
        return in_letters(int(value))
    if field in _WORDS:
        return _WORDS[field].get(str(value), str(value))
    return str(value)


def changed(weights: Weights, values: Mapping[str, Any]) -> Weights:
    """Return the weights with other values for some fields."""
    return replace(weights, **values)


def attributes_of(weights: Weights) -> Dict[str, str]:
    """Return all parameters as attributes of a file."""
    return {name: weight_text(field, getattr(weights, field)) for name, field in ATTRIBUTES.items()}


Differences = Tuple[Tuple[str, Value], ...]


def differences(weights: Weights, usual: Weights) -> str:
    """Return what of the parameters is not as usual, as a setting has it."""
    return "; ".join(
        f"{name}={weight_text(field, getattr(weights, field))}"
        for name, field in ATTRIBUTES.items()
        if getattr(weights, field) != getattr(usual, field)
    )


def _read(text: str) -> Union[Differences, Message]:
    by_name = {name.lower(): field for name, field in ATTRIBUTES.items()}
    found: List[Tuple[str, Value]] = []
    for part in filter(None, map(str.strip, re.split(r"[;,\n]", text))):
        name, _, told = (piece.strip() for piece in part.partition("="))
        field = by_name.get(name.lower())
        if field is None:
            return say("{name} is no pairing parameter of OpenGotha", name=name)
        value = read_weight(field, told)
        if isinstance(value, Message):
            return say("{name} is {text!r}; {what}", name=name, text=told, what=value)
        found.append((field, value))
    return tuple(found)


WEIGHTS: Kind[Differences] = Kind(_read, ())
"""Parameters of OpenGotha that are not as usual, with their values."""


def _groups(text: str) -> Union[Tuple[Tuple[str, ...], ...], Message]:
    found = []
    for part in filter(None, map(str.strip, re.split(r"[;\n]", text))):
        clubs = tuple(filter(None, map(str.strip, part.rpartition(":")[2].split(","))))
        if not clubs:
            return say("write groups of clubs, such as Paris: 75Op, 75Al; Lyon: 69Ly, 69Vi")
        found.append(clubs)
    return tuple(found)


CLUB_GROUPS: Kind[Tuple[Tuple[str, ...], ...]] = Kind(_groups, ())
"""Groups of clubs, each with its clubs: their players count as half of one club."""
