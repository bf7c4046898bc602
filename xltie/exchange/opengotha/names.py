"""What OpenGotha calls things: one table each, by which files are read and written."""

from __future__ import annotations

from typing import NamedTuple

from xltie.event import REGISTRATION
from xltie.exchange.common.fields import RANK, Field, flag
from xltie.exchange.common.go import D, L, ResultTexts, W
from xltie.settings import Setting, declared

RESULTS = ResultTexts(
    {  # black, white
        "RESULT_WHITEWINS": (L, W),
        "RESULT_BLACKWINS": (W, L),
        "RESULT_EQUAL": (D, D),
        "RESULT_BOTHLOSE": (L, L),
        "RESULT_BOTHWIN": (W, W),
    },
    by_default="_BYDEF",
    pending=("RESULT_UNKNOWN", ""),
)
CRITERIA = {
    "SOSWM1": "SOSW-1", "SOSWM2": "SOSW-2", "SOSMM1": "SOSM-1", "SOSMM2": "SOSM-2",
    "DC": "DC:opengotha",
}  # fmt: skip
GENERAL = (
    Field("location", declared.PLACE),
    Field("komi", declared.KOMI, "7.5"),
    Field("genMMFloor", declared.FLOOR, "20k", RANK),
    Field("genMMBar", declared.BAR, "4d", RANK),
    Field("genRoundDownNBWMMS", declared.ROUNDING, "down", flag("none", "down", is_true=False)),
    Field("genCountNotPlayedGamesAsHalfPoint", declared.UNPLAYED, "start",
          flag("half-virtual", "start")),
)  # fmt: skip
"""Attributes of the element ``GeneralParameterSet``."""
HANDICAPS = (
    Field("hdBasedOnMMS", declared.HANDICAP_BY, "mms", flag("rank", "mms", is_true=False)),
    Field("hdNoHdRankThreshold", declared.NO_HANDICAP_FROM, "1d", RANK),
    Field("hdCorrection", declared.REDUCTION, "1"),
    Field("hdCeiling", declared.HANDICAP_CEILING, "9"),
)
"""Attributes of the element ``HandicapParameterSet``."""


class Worth(NamedTuple):
    """What a round without a game is worth: wins and McMahon scores, which a file has in halves."""

    setting: Setting[str]
    usual: str
    wins: str
    scores: str


WORTHS = (
    Worth(declared.ABSENT, "0;0.5", "genNBW2ValueAbsent", "genMMS2ValueAbsent"),
    Worth(declared.BYE, "1;1", "genNBW2ValueBye", "genMMS2ValueBye"),
)


class System(NamedTuple):
    """A time system: its name, and the attributes of its seconds and of the moves of a period."""

    name: str
    seconds: str = ""
    moves: str = ""


SYSTEMS = {
    "SUDDENDEATH": System("none"),
    "STDBYOYOMI": System("byo-yomi", "stdByoYomiTime"),
    "CANBYOYOMI": System("canadian", "canByoYomiTime", "nbMovesCanTime"),
    "FISCHER": System("fischer", "fischerTime"),
}
COLUMNS = {
    "PIN": "egfPin", REGISTRATION: "registeringStatus", "FFG licence": "ffgLicence",
    "FFG status": "ffgLicenceStatus", "AGA ID": "agaId", "AGA expiry": "agaExpirationDate",
    "Rating origin": "ratingOrigin",
}  # fmt: skip
"""What the program holds of a player besides, by the columns of ours."""
USUAL_ORIGIN = ("Rating origin", "EGF")
"""Where ratings come from that have no other origin."""


def key_of(surname: str, first: str) -> str:
    """Return the key of a player in the games: name and first name in capitals without spaces.

    A Turkish computer writes the capital of i as İ; both are I here.
    """
    text = (surname + first).replace(" ", "").upper()
    return text.replace("\u0130", "I").replace("I\u0307", "I")
