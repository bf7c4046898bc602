"""How MacMahon's files call results and criteria."""

from __future__ import annotations

from typing import Dict

from xltie.exchange.common.go import D, L, Outcomes, W

RESULTS: Dict[str, Outcomes] = {  # black, white
    "1-0": (W, L),
    "0-1": (L, W),
    "½-½": (D, D),
    "1/2-1/2": (D, D),
    "S-S": (D, D),
    "0-0": (L, L),
    "1-1": (W, W),
}
OPEN = "?-?"
BY_REFEREE = "!"
CRITERIA = {
    "Points": "NBW", "Score": "MMS", "ScoreX": "MMS", "SOS": "SOS", "SOS-1": "SOS-1",
    "SOS-2": "SOS-2", "SOSOS": "SOSOS", "SODOS": "SODOS", "CUSS": "CUSS",
}  # fmt: skip
