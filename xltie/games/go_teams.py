"""Go of teams: the settings and the columns of a workbook whose matches are played on boards."""

from __future__ import annotations

from xltie.games import common
from xltie.games.go import CONDITIONS, GO
from xltie.games.preset import Column, Preset
from xltie.settings import declared

GO_TEAMS = Preset(
    game="go",
    title="Go team",
    traits=GO.traits,
    explained="BDW",
    settings=(
        *common.about("go", "opengotha", ("opengotha", "egf")),
        common.OF_TEAMS,
        declared.ROUNDS.line(5),
        *common.TEAM_SCORES,
        *CONDITIONS,
        declared.CRITERIA.line(
            "TEAMP; BDW; BDW3U; BDW2U; BDW1U; MNR",
            choices=(
                "TEAMP; BDW; BDW3U; BDW2U; BDW1U; MNR", "TEAMP; BDW; SOST", "TEAMP; BDW; EDE",
            ),
        ),
        declared.SHOWN.line("SOST"),
        declared.LOT.line(),
        *common.pairing("fide-team", "round-robin", "knock-out"),
        declared.RATING_LIST.line(),
    ),
    players=(Column("Country", width=9), Column("Captain", width=20)),
    roster=(Column("Team", width=22), Column("Grade", width=8), Column("Rating"),
            Column("Country", width=9), Column("Club", width=16), Column("PIN", width=11)),
    hints=(
        common.A_MATCH_IN_A_LINE,
        "A match is won with more than half of its boards and drawn with just half of them.",
        "A colour other than usual and a handicap follow a stroke: 1/b2 is a win of Team A with "
        "Black and 2 stones, 0/w a loss with White.",
        *common.HOW_MATCHES_COUNT,
        common.NOT_LISTED,
    ),
)  # fmt: skip
