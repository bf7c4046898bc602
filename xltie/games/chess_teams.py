"""Chess of teams: the settings and the columns of a workbook whose matches are played on boards."""

from __future__ import annotations

from xltie.games import common
from xltie.games.chess import CHESS
from xltie.games.preset import Column, Preset, Setting

CHESS_TEAMS = Preset(
    game="chess",
    title="Chess team",
    traits=CHESS.traits,
    explained="EMGSB/C1",
    settings=(
        *common.about("chess", "fide2026", ("fide2026", "fide2024", "fide2009")),
        common.OF_TEAMS,
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
        common.A_MATCH_IN_A_LINE,
        *common.HOW_MATCHES_COUNT,
        "Bonus A and Bonus B: points beside those of the match, as in -1 MP or +0.5 GP.",
        common.NOT_LISTED,
    ),
)  # fmt: skip
