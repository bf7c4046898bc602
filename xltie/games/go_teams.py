"""Go of teams: the settings and the columns of a workbook whose matches are played on boards."""

from __future__ import annotations

from xltie.games import common
from xltie.games.preset import Column, Preset, Setting

GO_TEAMS = Preset(
    game="go",
    title="Go team",
    first="Team A",
    second="Team B",
    settings=(
        *common.about("go", "opengotha", ("opengotha", "egf")),
        Setting("contest", "Contest", "teams", "This workbook is one of teams", ("teams",),
                is_open=False),
        Setting("rounds", "Rounds", 5, "Number of rounds planned"),
        *common.TEAM_SCORES,
        Setting("place", "Place", "", "Where it is played, for example KR, Seoul"),
        Setting("last_day", "Last day", "", "Blank: the start date"),
        Setting("komi", "Komi", "", "For example 6.5"),
        Setting("time", "Basic time", "", "Minutes for each player, for example 60"),
        Setting(
            "overtime", "Overtime", "",
            "none, byo-yomi 30 (seconds), canadian 300/15 (seconds/moves) or fischer 10 (seconds)",
        ),
        Setting(
            "class", "Rating class", "", "A to D of the EGF; blank: by the time",
            ("A", "B", "C", "D"),
        ),
        Setting(
            "criteria", "Criteria", "TEAMP; BDW; BDW3U; BDW2U; BDW1U; MNR",
            "What decides the places, in this order; see the Help sheet",
            ("TEAMP; BDW; BDW3U; BDW2U; BDW1U; MNR", "TEAMP; BDW; SOST", "TEAMP; BDW; EDE"),
        ),
        common.shown("SOST"),
        common.LOT,
        *common.pairing("fide-team-no-colours", "round-robin", "double-round-robin", "knock-out"),
    ),
    players=(Column("Country", width=9), Column("Captain", width=20)),
    roster=(Column("Team", width=22), Column("Grade", width=8), Column("Rating"),
            Column("Country", width=9), Column("Club", width=16), Column("PIN", width=11)),
    hints=(
        "Type a match in one line: the two teams, then a result for every board as Team A sees it: "
        "1, 0 or ½; + and - are forfeits, -- is lost by both.",
        "A match is won with more than half of its boards and drawn with just half of them.",
        "A colour other than usual and a handicap follow a stroke: 1/b2 is a win of Team A with "
        "Black and 2 stones, 0/w a loss with White.",
        "A match counts when all its boards have results. If only its score is known, leave the "
        "boards blank and type the score under Result: 2.5-1.5.",
        "A whole match by forfeit is 1-0F, 0-1F or 0-0F under Result. For a bye, type BYE as "
        "Team B and bye, full bye, half bye or zero bye under Result.",
        "Players sit in the order of the Players sheet. For another line-up type the numbers of "
        "the players from board 1 on, with - for an empty board: 1 3 - 5.",
        "A team not listed in a round was absent by choice and gets zero points.",
    ),
)  # fmt: skip
