"""What PBN calls the fields of a session: columns of its tables, for the reader and the writer."""

from __future__ import annotations

from xltie.exchange.common.bridge_session import Names

LINE: Names = {
    "section": "Section", "round": "Round", "table": "Table", "ns": "PairId_NS",
    "ew": "PairId_EW", "contract": "Contract", "declarer": "Declarer", "tricks": "Result",
    "lead": "Lead", "group": "Group", "ns_points": "MP_NS IMP_NS", "ew_points": "MP_EW IMP_EW",
}  # fmt: skip
TOTALS = ("TotalScore", "TotalIMP", "TotalMP", "TotalPercentage")
RECORD: Names = {
    "Published place": "Rank", **{f"Published {total}": total for total in TOTALS},
    "Penalty": "Penalty", "Bonus": "Bonus", "start": "CarryOver",
}  # fmt: skip
SCORINGS = {
    "butler": "BUTLERIMPS", "cross": "XIMPS", "ximp": "XIMPS", "bam": "BAM", "matchpoints": "MP%",
    "mp": "MP%",
}  # fmt: skip
"""What the tag Scoring holds, and the criterion that ranks by it."""
