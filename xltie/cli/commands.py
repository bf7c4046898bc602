"""What every command does, in a line of the help: imported where help is shown."""

from __future__ import annotations

from xltie.core.messages import say

ABOUT = {
    "new": say("make a workbook for a new event"),
    "recompute": say("compute the formulas of workbooks and write only what changed"),
    "check": say("list everything that is wrong in an event"),
    "standings": say("print the places of an event"),
    "explain": say("show how values and places come about"),
    "compare": say("rank an event in several ways: how far they agree, and who moves"),
    "verify": say("recompute the columns of a published result file and say which rows differ"),
    "import": say("make a workbook from a tournament file"),
    "export": say("write a tournament file from a workbook"),
    "players": say("fill ranks, ratings and numbers of players from a rating list"),
    "repair": say("put back formulas of a workbook that were typed over"),
    "add-sheet": say("add a cross table, the race, or another sheet that is wanted once"),
    "convert": say("rewrite formulas for another program"),
    "pair": say("pair the next round, or check the rounds that are paired"),
    "seat": say("lay out a whole bridge movement: who plays which boards at which table"),
    "publish": say("make pages of an event for a phone or a screen"),
    "print": say("make lists and result slips of an event for paper"),
    "chart": say("draw the race of an event, or how its values are spread"),
    "table": say("write every player of every event of an archive into one table"),
    "batch": say("do one step for every event of an archive, here or on a cluster"),
    "study": say("play out many events: which list of criteria orders players best?"),
    "rate": say("forecast what an event changes in the ratings of its players (EGF, FIDE)"),
    "norms": say("say who made a norm for a title of FIDE, article by article"),
    "prizes": say("say who takes which prize, shared among the tied or not"),
    "functions": say("list the functions and what they answer"),
    "excel": say("the add-in for Excel"),
    "libreoffice": say("the extension for LibreOffice Calc"),
}
"""By the name of the command, in the order of the list."""
