"""The tables of a .bws file, as scoring programs write them that follow Bridgemate's guide.

The public part of the developer's guide has no list of their columns. Bridgemate Control adds what
later revisions brought; the settings left out here are its own.
"""

from __future__ import annotations

from typing import Dict, Tuple

from xltie.exchange.bridgemate.jet_format import Column


def _columns(said: str, **others: Column) -> Tuple[Column, ...]:
    """Return columns of small whole numbers, but for those that are described."""
    return tuple(others.get(name.replace("/", ""), Column(name, "short")) for name in said.split())


def _text(name: str, longest: int) -> Column:
    return Column(name, "text", 2 * longest)


def _marks(*names: str) -> Tuple[Column, ...]:
    return tuple(Column(name, "yes/no") for name in names)


_RECEIVED = (
    Column("ID", "long", counts=True),
    *_columns("Section Table Round Board PairNS PairEW Declarer"),
    _text("NS/EW", 2), _text("Contract", 10), _text("Result", 10), _text("LeadCard", 10),
    _text("Remarks", 255), Column("DateLog", "date"), Column("TimeLog", "date"),
    *_marks("Processed", "Processed1", "Processed2", "Processed3", "Processed4", "Erased"),
    *_columns("South West"),
)  # fmt: skip

TABLES: Dict[str, Tuple[Column, ...]] = {
    "Clients": (Column("ID", "long", counts=True), _text("Computer", 255)),
    "Session": (
        Column("ID", "short"), _text("Name", 40), Column("Date", "date"), Column("Time", "date"),
        _text("GUID", 32), Column("Status", "short"),
        *_marks("ShowInApp", "PairsMoveAcrossField", "EWReturnHome"),
    ),
    "Section": _columns(
        "ID Letter Tables MissingPair EWMoveBeforePlay Session ScoringType Winners",
        Letter=_text("Letter", 2),
    ),
    "Tables": _columns(
        "Section Table ComputerID Status LogOnOff CurrentRound CurrentBoard UpdateFromRound Group"
    ),
    "RoundData": _columns(
        "Section Table Round NSPair EWPair LowBoard HighBoard CustomBoards South West",
        CustomBoards=_text("CustomBoards", 255),
    ),
    "ReceivedData": _RECEIVED,
    "IntermediateData": _RECEIVED,
    "PlayerNumbers": (
        *_columns("Section Table"), _text("Direction", 2), _text("Number", 18), _text("Name", 30),
        *_columns("Round"), *_marks("Processed", "Updated"), Column("TimeLog", "date"),
    ),
    "PlayerNames": (Column("ID", "long"), _text("Name", 40), _text("strID", 18)),
    "Settings": (
        Column("Section", "short"),
        *_marks("ShowResults", "ShowOwnResult", "RepeatResults"), Column("MaximumResults", "short"),
        *_marks("ShowPercentage", "GroupSections"),
        *_columns("ScorePoints EnterResultsMethod"),
        *_marks("ShowPairNumbers", "IntermediateResults"),
        *_columns("AutopoweroffTime VerificationTime ShowContract"),
        *_marks("LeadCard", "MemberNumbers", "MemberNumbersNoBlankEntry", "BoardOrderVerification",
                "HandRecordValidation", "AutoShutDownBPC"),
        *_columns("BM2ShowPlayerNames BM2NameSource"),
    ),
}  # fmt: skip

SETTINGS: Dict[str, object] = {
    "MaximumResults": 0, "EnterResultsMethod": 0, "ShowResults": True, "ShowOwnResult": True,
    "ShowPercentage": True, "ScorePoints": 1,
    "ShowPairNumbers": True, "AutopoweroffTime": 20, "VerificationTime": 2, "ShowContract": 1,
    "LeadCard": True, "BoardOrderVerification": True, "BM2ShowPlayerNames": 1, "BM2NameSource": 2,
}  # fmt: skip
"""What the terminals are set to at first, as Bridgemate Control does; names come from the file."""
