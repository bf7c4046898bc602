"""Chess of teams: the settings and the columns of a workbook whose matches are played on boards."""

from __future__ import annotations

from xltie.games import common
from xltie.games.preset import Column, Preset, Setting

CHESS_TEAMS = Preset(
    game="chess",
    title="Chess team",
    first="Team A",
    second="Team B",
    settings=(
        *common.about("chess", "fide2026", ("fide2026", "fide2024", "fide2009")),
        Setting("contest", "Contest", "teams", "This workbook is one of teams", ("teams",),
                is_open=False),
        Setting("rounds", "Rounds", 7, "Number of rounds planned"),
        *common.TEAM_SCORES,
        common.WITHDRAWN,
        Setting(
            "compat", "Compute as", "",
            "Blank: by the regulations; tbs: as FIDE's checker, where it differs",
            ("tbs",), is_open=False,
        ),
        Setting(
            "criteria", "Criteria", "PTS; MPvGP; BH:MP/C1; EMGSB/C1; EDE",
            "What decides the places, in this order: PTS is the first score, MPvGP the other one",
            ("PTS; MPvGP; BH:MP/C1; EMGSB/C1; EDE", "PTS; MPvGP; EDEBB; EMMSB"),
        ),
        common.shown("WON:MP, BH:GP, EMMSB, EGGSB, SSSC, BC"),
        common.LOT,
        *common.pairing("fide-team", "fide-team-b", "fide-team-no-colours", "round-robin",
                        "double-round-robin", "knock-out"),
    ),
    players=(Column("Federation", width=13), Column("Captain", width=20)),
    roster=(Column("Team", width=22), Column("Rating"), Column("Title", width=7),
            Column("Federation", width=13)),
    hints=(
        "Type a match in one line: the two teams, then a result for every board as Team A sees it: "
        "1, 0 or ½; + and - are forfeits, -- is lost by both.",
        "A match counts when all its boards have results. If only its score is known, leave the "
        "boards blank and type the score under Result: 2.5-1.5.",
        "A whole match by forfeit is 1-0F, 0-1F or 0-0F under Result. For a bye, type BYE as "
        "Team B and bye, full bye, half bye or zero bye under Result.",
        "Players sit in the order of the Players sheet. For another line-up type the numbers of "
        "the players from board 1 on, with - for an empty board: 1 3 - 5.",
        "Bonus A and Bonus B: points beside those of the match, as in -1 MP or +0.5 GP.",
        "A team not listed in a round was absent by choice and gets zero points.",
    ),
)  # fmt: skip
