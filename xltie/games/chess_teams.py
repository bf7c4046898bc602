"""Chess of teams: the settings and the columns of a workbook whose matches are played on boards."""

from __future__ import annotations

from xltie.games import common
from xltie.games.chess import CHESS
from xltie.games.preset import Column, Preset
from xltie.settings import declared

CHESS_TEAMS = Preset(
    game="chess",
    title="Chess team",
    traits=CHESS.traits,
    explained="EMGSB/C1",
    settings=(
        *common.about("chess", "fide2026", ("fide2026", "fide2024", "fide2009")),
        common.OF_TEAMS,
        declared.ROUNDS.line(7),
        *common.TEAM_SCORES,
        declared.WITHDRAWN.line(),
        declared.COMPAT.line(),
        declared.CRITERIA.line(
            "PTS; MPvGP; BH:MP/C1; EMGSB/C1; EDE",
            "What decides the places, in this order: PTS is the first score, MPvGP the other one",
            ("PTS; MPvGP; BH:MP/C1; EMGSB/C1; EDE", "PTS; MPvGP; EDEBB; EMMSB"),
        ),
        declared.SHOWN.line("WON:MP, BH:GP, EMMSB, EGGSB, SSSC, BC"),
        declared.LOT.line(),
        *common.pairing("fide-team", "round-robin", "knock-out"),
        *common.REPORT,
        declared.RATING_LIST.line(),
    ),
    besides=common.OF_A_REPORT,
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
