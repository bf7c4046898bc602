"""Chess, of players and of teams: the tie-breaks of FIDE's regulations in their editions."""

from __future__ import annotations

from xltie.games import common
from xltie.games.preset import Column, Preset, Traits
from xltie.settings import declared

CHESS = Preset(
    game="chess",
    title="Chess",
    traits=Traits(
        first="White", second="Black", seat="Board", rating_system="fide", has_penalties=True,
        announces_byes=True, annuls_withdrawn=True, is_numbered_by_name=True,
        has_dated_editions=True, criteria_follow_format=True, pairing="fide-dutch",
        most_rating=4000, team_colours="a", swiss_colours="free", exchange_format=".trf",
        study_model="davidson",
    ),
    team_criteria="PTS, MPvGP",
    settings=(
        *common.about(
            "chess", "fide2026", ("fide2026", "fide2024", "fide2009", "korea2020", "plain")
        ),
        declared.ROUNDS.line(7),
        declared.WIN.line(1),
        declared.DRAW.line(0.5),
        declared.LOSS.line(0),
        declared.PAIRING_BYE.line(1),
        declared.MISSED.line(0),
        declared.WITHDRAWN.line(),
        declared.COMPAT.line(),
        declared.CRITERIA.line(
            "PTS; DE; BH/C1; BH; SB",
            choices=(
                "PTS; DE; BH/C1; BH; SB", "PTS; DE; SB; KS; WIN", "korea2020-rated",
                "korea2020-unrated",
            ),
        ),
        declared.SHOWN.line("PS, WIN, BPG, ARO, TPR"),
        declared.LOT.line(),
        *common.pairing("fide-dutch", "burstein", "dubov", "double-swiss", "swiss", "monrad",
                        "round-robin", "scheveningen", "knock-out", "keizer"),
        *common.REPORT,
        declared.RATING_LIST.line(),
    ),
    besides=common.OF_A_REPORT,
    players=(
        Column("Rating"),
        Column("Title", width=7),
        Column("Federation", width=13),
        Column("Club", width=16),
    ),
    hints=(
        "Type results as 1-0, 0-1 or ½-½, and forfeits as 1-0F, 0-1F or 0-0F.",
        "A pairing-allocated bye is 'bye'; requested byes are 'half bye' and 'zero bye'.",
        "A player not listed in a round was absent by choice and gets zero points.",
        "The rulebook is FIDE's edition: fide2026 from 1 March 2026, fide2024 before, fide2009 "
        "until August 2023. Write BH/C1@2024 to use another edition for one criterion.",
        "Rating tie-breaks stay blank if any player is unrated, as FIDE prescribes.",
    ),
)  # fmt: skip


CHESS_TEAMS = Preset(
    game="chess",
    title="Chess team",
    traits=CHESS.traits,
    explained="EMGSB/C1",
    settings=(
        *common.about_teams("chess", "fide2026", ("fide2026", "fide2024", "fide2009"), 7),
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
