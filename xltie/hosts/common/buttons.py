"""The buttons of a tournament, in whatever program: what each is called, does, and is for."""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

from xltie.core.cells import Grid
from xltie.core.messages import Message, say
from xltie.sheets.read import boards_header
from xltie.sheets.tables import matches_header

ANY, ROUNDS, SESSION, TABLE = "any", "rounds", "session", "table"
"""What a button is for: any event, one that is paired round by round, a session of bridge; and a
table of somebody's own."""
PLAYERS, TEAMS = "players", "teams"
"""Of those that are paired: players, or teams."""


class Button(NamedTuple):
    """A button; ``command`` is what a program calls it by."""

    command: str
    label: Message
    help: Message
    kind: str = ANY

    def fits(self, kind: str) -> bool:
        """Tell whether the button means something in an event of a kind."""
        return self.kind in (ANY, kind) or (self.kind == ROUNDS and kind in (PLAYERS, TEAMS))


BUTTONS: Tuple[Button, ...] = (
    Button(
        "pair",
        say("Pair next round"),
        say("Adds the pairings of the next round and puts the cursor where its results go."),
        ROUNDS,
    ),
    Button(
        "pairagain",
        say("Pair last round again"),
        say(
            "Pairs the last round once more, after a corrected result, as long as it has no "
            "results."
        ),
        ROUNDS,
    ),
    Button(
        "seat",
        say("Lay out bridge movement"),
        say("Writes the pairs and boards of every round of a movement into the sheet of results."),
        SESSION,
    ),
    Button(
        "fill",
        say("Fill in players"),
        say(
            "Completes ranks, ratings, clubs and numbers of the players from a rating list that "
            "was downloaded."
        ),
        ROUNDS,
    ),
    Button(
        "recompute",
        say("Recompute standings"),
        say("Recomputes all xltie formulas in this workbook and updates the cells that changed."),
    ),
    Button(
        "check",
        say("Check workbook"),
        say("Puts the cursor into the first cell that is wrong; once more, into the next."),
    ),
    Button(
        "explain",
        say("Explain selected cell"),
        say("Shows how a value came about, round by round, or why somebody stands where."),
    ),
    Button(
        "publish",
        say("Publish as web pages"),
        say("Writes the event as web pages into a folder beside the workbook."),
    ),
    Button(
        "import",
        say("Make an event from this sheet"),
        say(
            "Reads the games of this sheet, in whatever form, and makes a workbook of them in "
            "which the next round can be paired."
        ),
        TABLE,
    ),
)


ADD_SHEET = say("Add sheet")
"""The menu of the sheets."""
_ADDED = (
    ("crosstable", "Crosstable", ROUNDS),
    ("race", "Race", PLAYERS),
    ("explain", "Explain", ROUNDS),
    ("why", "Why", ROUNDS),
    ("boards", "Board prizes", TEAMS),
    ("frequencies", "Frequencies", SESSION),
    ("scorecard", "Scorecard", SESSION),
    ("settings", "All settings", ANY),
    ("help", "Help", ANY),
)
SHEETS: Tuple[Button, ...] = tuple(
    Button(f"sheet.{name}", Message(sheet, context="sheet"), ADD_SHEET, kind)
    for name, sheet, kind in _ADDED
)
"""The sheets that are made when they are asked for; what a command calls each, is and is for."""


def kind_of(headings: Optional[Grid]) -> str:
    """Return what kind of event a workbook holds, by the row of headings of its games."""
    if headings is not None and boards_header(headings) is not None:
        return SESSION
    if headings is not None and matches_header(headings) is not None:
        return TEAMS
    return PLAYERS


def button_of(command: str) -> Optional[Button]:
    """Return the button, or the entry of the menu, of a command; None where there is none."""
    return next((button for button in (*BUTTONS, *SHEETS) if button.command == command), None)


def label_of(command: str) -> Message:
    """Return what the button of a command is called."""
    found = button_of(command)
    assert found is not None
    return found.label
