"""Duplicate bridge: boards instead of games, and several ways to score them."""

from __future__ import annotations

from xltie.games import common
from xltie.games.preset import Column, Preset, Setting
from xltie.games.traits import Traits

BRIDGE = Preset(
    game="bridge",
    title="Bridge",
    traits=Traits(
        first="NS", second="EW", is_session=True, vital_settings=("contest", "winners"),
        pairing="mitchell", team_pairing="swiss-teams", exchange_format=".pbn",
        study_model="boards",
    ),
    team_criteria="VP, IMP",
    team_shown="BAM, Z",
    settings=(
        Setting("event", "Event", "", "Name of the session, printed on every sheet"),
        Setting("date", "Start date", "", "First day, for example 2026-11-21"),
        Setting("game", "Game", "bridge", "The game this workbook is for", ("bridge",),
                is_open=False),
        Setting("contest", "Contest", "auto",
                "auto: teams if every table has its counterpart, else pairs",
                ("auto", "pairs", "teams", "individual"), is_open=False),
        Setting("winners", "Winners", "auto",
                "2: NS and EW are ranked separately; auto: 2 if no pair changes direction",
                ("auto", "1", "2"), is_open=False),
        Setting("rounds", "Boards", 24, "Number of boards prepared"),
        Setting("match_boards", "Boards of a match", 8, "Swiss teams: boards of each match"),
        Setting("bye", "Victory points of a bye", 0,
                "Swiss teams: what a team that sits out a round gets, as the event's rules say"),
        Setting("groups", "Small groups", "neuberg",
                "Boards short of results: factored (neuberg, manual, scale, ascherman), or with "
                "fixed shares for groups of 1-3 (ebu, small) or 1-2 (doe)",
                ("neuberg", "ebu", "small", "doe", "manual", "scale", "ascherman"),
                is_open=False),
        Setting("expected", "Results expected", 0,
                "On each board; 0: as many as the board with the most"),
        Setting("decimals", "Decimals of a board", None,
                "Decimals to which each board is rounded, halves away from average; blank: exact"),
        Setting("own", "Average plus at least own session", "no",
                "yes: A+ is at least, A- at most, what the pair scores on its other boards",
                ("no", "yes"), is_open=False),
        Setting("trim", "Butler: scores left out", "none",
                "At each end: none, quarter, bridge-scorer, bridgewx, or a number",
                ("none", "quarter", "bridge-scorer", "bridgewx")),
        Setting("rounding", "Butler: rounding of the datum", "half-down",
                "To the nearest 10: half-down makes 240 of 245, half-up 250; none keeps the mean",
                ("half-down", "half-up", "truncated", "none"), is_open=False),
        Setting("average", "IMPs of an average plus", 3, "3 or 2"),
        Setting("sigma", "Normal game: deviation", "sample",
                "sample divides by n - 1, population by n", ("sample", "population"),
                is_open=False),
        Setting("cap", "Normal game: cap", None, "Limit on the score of a board, such as 2.326"),
        Setting("criteria", "Criteria", "MP%",
                "MP% matchpoints (MP%H with handicap), BUTLERIMPS, XIMPS cross-IMPs, Z% normal "
                "game; teams: VP, IMP, BAM",
                ("MP%", "BUTLERIMPS", "XIMPS", "Z%", "VP, IMP", "BAM")),
        common.shown("MP, BOARDS, BUTLERIMPS, XIMPS, Z, Z%"),
        Setting("pairing", "Pairing", "",
                "How the next round is paired; blank: mitchell, for teams swiss-teams",
                ("mitchell", "howell", "mitchell-relay", "mitchell-web", "howell-7", "howell-9",
                 "howell-11", "howell-13", "swiss-teams"), is_open=False),
    ),
    players=(
        Column("Penalty", width=12), Column("Bonus", width=12), Column("Carry-over", width=12),
        Column("Handicap"), Column("Stratum"), Column("Club", width=16),
    ),
    hints=(
        "Contract, declarer and tricks (10, or +1, =, -2) give the score; or type it as NS see it.",
        "NS adjusted, EW adjusted: A+, A, A-, 60%, +3 IMP, or a score for that side, such as -620.",
        "For a board not played, type NP in the column Contract. Leave a side that sits out blank.",
        "Mark the versions of a fouled board with different letters in the column Group.",
        "Penalty and Bonus: 2 IMP, 0.25 z, 10% top, 1 PP (the standard penalty in every unit).",
        "Teams: one line for each table of a match, with the teams sitting NS and EW.",
    ),
)  # fmt: skip
