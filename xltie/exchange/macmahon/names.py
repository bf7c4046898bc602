"""How MacMahon's files call results and criteria."""

from __future__ import annotations

from xltie.exchange.common.go import D, L, ResultTexts, W

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
