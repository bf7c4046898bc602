"""What every command does, in the groups of the help: imported where help is shown."""

from __future__ import annotations

from xltie.core.messages import say

GROUPS = {
    say("an event"): {
        "new": say("make a workbook for a new event"),
        "players": say("fill ranks, ratings and numbers of players from a rating list"),
        "pair": say("pair the next round, or check the rounds that are paired"),
        "seat": say("lay out a whole bridge movement: who plays which boards at which table"),
        "check": say("list everything that is wrong in an event"),
        "standings": say("print the places of an event"),
        "explain": say("show how values and places come about"),
        "recompute": say("compute the formulas of workbooks and write only what changed"),
        "add-sheet": say("add a cross table, the race or another sheet to a workbook"),
        "repair": say("put back formulas of a workbook that were typed over"),
        "prizes": say("say who takes which prize, shared among the tied or not"),
        "rate": say("forecast how an event changes its players' ratings (EGF, FIDE)"),
        "norms": say("say who made a norm for a FIDE title, article by article"),
    },
    say("files"): {
        "import": say("make a workbook from a tournament file"),
        "export": say("write a tournament file from a workbook"),
        "convert": say("rewrite formulas for another program"),
        "verify": say("recompute the columns of a published result file and say which rows differ"),
    },
    say("paper and pages"): {
        "publish": say("make pages of an event for a phone or a screen"),
        "print": say("make lists and result slips of an event for paper"),
        "chart": say("draw the race of an event, or how its values are spread"),
    },
    say("many events, many ways"): {
        "league": say("the table of a league or ladder: several events together"),
        "compare": say("compare several rankings of one event, and show who moves"),
        "advise": say("say which criteria the published studies support for a field like this"),
        "batch": say("do one step for every event of an archive, here or on a cluster"),
        "study": say("play out many events: which list of criteria orders players best?"),
    },
    say("installing"): {
        "libreoffice": say("the extension for LibreOffice Calc"),
        "excel": say("the add-in for Excel"),
        "completion": say("print what completes commands and options in your shell"),
        "functions": say("list the functions and what they answer"),
    },
}
"""The commands by group, and what each does, in the order of the list."""

ABOUT = {name: about for group in GROUPS.values() for name, about in group.items()}
