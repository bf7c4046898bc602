"""What MacMahon's files call things: one table each, by which files are read and written."""

from __future__ import annotations

import re

from xltie.exchange.common.fields import RANK, Field, Spelling, flag
from xltie.exchange.common.go import D, L, ResultTexts, W
from xltie.settings import declared

RESULTS = ResultTexts(
    {  # black, white
        "1-0": (W, L),
        "0-1": (L, W),
        "½-½": (D, D),
        "1/2-1/2": (D, D),
        "S-S": (D, D),
        "0-0": (L, L),
        "1-1": (W, W),
    },
    by_default="!",
    pending=("?-?", "", "-"),
)
CRITERIA = {
    "Points": "NBW", "Score": "MMS", "ScoreX": "MMS", "SOS": "SOS", "SOS-1": "SOS-1",
    "SOS-2": "SOS-2", "SOSOS": "SOSOS", "SODOS": "SODOS", "CUSS": "CUSS",
    "Rank": "RANK", "Rating": "RATING",
}  # fmt: skip
KINDS = {"mcmahon": "0", "round-robin": "1", "swiss": "2"}


_NOTHING = Spelling(
    flag("0;0").read, lambda text: str(re.split(r"[;\s]+", text.strip())[-1] == "0").lower()
)
_LESS = Spelling(lambda told: told.lstrip("-"), lambda text: text if text == "0" else f"-{text}")
_RANK = Spelling(RANK.read, lambda text: (RANK.write(text) or "30K").lower())
BARS = (
    Field("LowerMacMahonBarLevel", declared.FLOOR, "", _RANK, "LowerMacMahonBar"),
    Field("UpperMacMahonBarLevel", declared.BAR, "", _RANK, "UpperMacMahonBar"),
)
"""The bars of a McMahon event."""
SCORES = (
    Field("HalfScoreGroupsRoundDown", declared.ROUNDING, "", flag("none", is_true=False)),
    Field("ByeShouldResultInZeroSOSetc", declared.UNPLAYED, "", flag("zero")),
    Field("CalculationScoreAddNothing", declared.ABSENT, "0;0.5", _NOTHING),
)
"""What rounds without a game are worth."""
HANDICAPS = (
    Field("HandicapBelowLevel", declared.NO_HANDICAP_FROM, "1d", _RANK, "HandicapBelow", "9d"),
    Field("HandicapByLevel", declared.HANDICAP_BY, "mms", flag("rank", "mms")),
    Field("HandicapAdjustmentValue", declared.REDUCTION, "1", _LESS, "HandicapAdjustment", "0"),
    Field("HandicapLimitValue", declared.HANDICAP_CEILING, "9", Spelling(), "HandicapLimit", "9"),
)
"""How handicaps follow from ranks or scores, where ``HandicapUsed`` says that they do."""
NO_HANDICAPS = "9"
"""The reduction of an event whose games are all even."""
