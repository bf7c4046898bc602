"""What USEBIO calls the fields of a session: elements for the reader and the writer."""

from __future__ import annotations

from xltie.exchange.common.bridge_session import Names

_KINDS_OF_POINTS = ("MATCH_POINTS", "BUTLER_POINTS", "CROSS_IMP_POINTS", "CROSS_IMPS", "IMPS")


def _points(side: str) -> str:
    return " ".join(f"{side}_{kind}" for kind in _KINDS_OF_POINTS)


LINE: Names = {
    "round": "ROUND_NUMBER", "table": "TABLE_NUMBER",
    "ns": "NS_PAIR_NUMBER NS_TEAM_NUMBER", "ew": "EW_PAIR_NUMBER EW_TEAM_NUMBER",
    "contract": "CONTRACT", "declarer": "PLAYED_BY", "lead": "LEAD", "tricks": "TRICKS",
    "score": "SCORE", "group": "FOULED_GROUP", "ns_points": _points("NS"),
    "ew_points": _points("EW"),
}  # fmt: skip
RECORD: Names = {
    "Published place": "PLACE", "Published TotalPercentage": "PERCENTAGE",
    "Published TotalScore": "TOTAL_SCORE", "Penalty": "PENALTY", "Bonus": "BONUS",
    "Handicap": "HANDICAP", "Stratum": "STRATIFICATION", "start": "CARRY_OVER",
}  # fmt: skip
CRITERIA = {
    "MATCH_POINTS": "MP%", "MATCHPOINTS": "MP%", "MP": "MP%", "BUTLER_IMPS": "BUTLERIMPS",
    "BUTLER": "BUTLERIMPS", "CROSS_IMPS": "XIMPS", "CROSS_IMP": "XIMPS", "XIMPS": "XIMPS",
    "VPS": "VP", "VP": "VP", "IMPS": "IMP", "IMP": "IMP", "BAM": "BAM",
}  # fmt: skip
"""The name of a scoring method, and the criterion that ranks by it."""
