"""What OpenGotha calls things: results, criteria, time systems; shared by reading and writing."""

from __future__ import annotations

from xltie.event import REGISTRATION
from xltie.exchange.common.go import D, L, ResultTexts, W

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
SYSTEMS = {
    "SUDDENDEATH": "none", "STDBYOYOMI": "byo-yomi", "CANBYOYOMI": "canadian",
    "FISCHER": "fischer",
}  # fmt: skip
COLUMNS = {
    "PIN": "egfPin", REGISTRATION: "registeringStatus", "FFG licence": "ffgLicence",
    "FFG status": "ffgLicenceStatus", "AGA ID": "agaId", "AGA expiry": "agaExpirationDate",
    "Rating origin": "ratingOrigin",
}  # fmt: skip
"""What the program holds of a player besides, by the columns of ours."""
USUAL_ORIGIN = ("Rating origin", "EGF")
"""Where ratings come from that have no other origin."""


def key(surname: str, first: str) -> str:
    """Return the key of a player in the games: name and first name in capitals without spaces.

    A Turkish computer writes the capital of i as İ; both are I here.
    """
    text = (surname + first).replace(" ", "").upper()
    return text.replace("\u0130", "I").replace("I\u0307", "I")
