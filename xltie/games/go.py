"""Go, of players and of teams: the criteria of the European Go Federation and OpenGotha."""

from __future__ import annotations

from xltie.games import common
from xltie.games.preset import Column, Preset, Traits
from xltie.settings import declared

CONDITIONS = common.lines(
    declared.PLACE, declared.LAST_DAY, declared.KOMI,
    declared.TIME, declared.OVERTIME, declared.CLASS,
)  # fmt: skip
"""Where, when and how games are played: what the European Go Database asks for."""

GO = Preset(
    game="go",
    title="Go",
    traits=Traits(
        first="Black", second="White", typed="B+  W+", has_handicap=True, has_ranks=True,
        has_decimal_ratings=True, rating_system="egf", both_may_win=True, needs_over_half=True,
        criteria_follow_format=True, draws_by_names=True, pairing="opengotha",
        player_criteria="NBW, SOS, SOSOS", exchange_format=".h9", study_model="egf",
    ),
    settings=(
        *common.about(
            "go", "egf", ("egf", "opengotha", "macmahon", "korea2020"),
            ("mcmahon", "swiss", "round-robin"),
        ),
        declared.ROUNDS.line(5),
        declared.BAR.line("4d"),
        declared.FLOOR.line("20k"),
        declared.ZERO.line("30k"),
        declared.ABSENT.line("0;0.5"),
        declared.BYE.line("1;1"),
        declared.ROUNDING.line("down"),
        *common.lines(declared.UNPLAYED, declared.BASIS, declared.LIMITS),
        *CONDITIONS,
        *common.lines(declared.REDUCTION, declared.HANDICAP_BY, declared.NO_HANDICAP_FROM,
                      declared.HANDICAP_CEILING),
        declared.CRITERIA.line("MMS, SOS, SOS-1, SOS-2"),
        declared.SHOWN.line("SODOS, NBW, DC"),
        *common.pairing("opengotha", "round-robin", "knock-out"),
        *common.lines(declared.PAIRING_FIRST, declared.PAIRING_ORDER, declared.RATING_LIST),
    ),
    players=(
        Column("Grade", width=8),
        Column(
            "Start score",
            'IF({grade}="","",STARTSCORE({grade},Bar,Floor,Zero,,Format))',
            format="General",
        ),
        Column("Rating"),
        Column("Country", width=9),
        Column("Club", width=16),
        Column("PIN", width=11),
    ),
    hints=(
        "Type results with Black's points first: 1-0 is a win for Black, 1/2-1/2 a jigo.",
        "Games by default: 1-0F, 0-1F, or 0-0F if both lose. If both lose a played game: 0-0.",
        "Handicap is the number of stones given to Black.",
        "A bye is a game with BYE as the second player; a player not listed in a round was absent.",
        "The McMahon start score follows from the grade; overwrite it for a super-group.",
    ),
)  # fmt: skip


GO_TEAMS = Preset(
    game="go",
    title="Go team",
    traits=GO.traits,
    explained="BDW",
    settings=(
        *common.about_teams("go", "opengotha", ("opengotha", "egf"), 5),
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
