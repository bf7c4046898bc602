"""Duplicate bridge: boards instead of games, and several ways to score them."""

from __future__ import annotations

from xltie.games.preset import Column, Preset, Traits
from xltie.settings import declared

MOVEMENTS = (
    "mitchell", "howell", "mitchell-relay", "mitchell-rover", "mitchell-web", "mitchell-appendix",
    "howell-7", "howell-9", "howell-11", "howell-13",
)  # fmt: skip
"""Movements of pairs by name, in the order in which directors ask for them."""
BRIDGE = Preset(
    game="bridge",
    title="Bridge",
    traits=Traits(
        first="NS", second="EW", is_session=True,
        pairing="mitchell", team_pairing="swiss-teams", exchange_format=".pbn",
        study_model="boards",
    ),
    team_criteria="VP, IMP",
    team_shown="BAM, Z",
    settings=(
        declared.EVENT.line("", "Name of the session, printed on every sheet"),
        declared.START_DATE.line(),
        declared.GAME.line("bridge", choices=("bridge",)),
        declared.CONTEST.line("auto", choices=declared.CONTESTS),
        declared.WINNERS.line("auto"),
        declared.ROUNDS.line(24, "Number of boards prepared", label="Boards"),
        declared.CLUB.line(),
        declared.CLUB_ID.line(),
        declared.CHARGE_CODE.line(),
        declared.SESSIONS.line(1),
        declared.MATCH_BOARDS.line(
            8, "Swiss teams: boards of each match", label="Boards of a match"
        ),
        declared.BYE.line(
            0, "Swiss teams: what a team that sits out a round gets, as the event's rules say",
            label="Victory points of a bye",
        ),
        declared.GROUPS.line("neuberg"),
        declared.EXPECTED.line(0),
        declared.DECIMALS.line(None),
        declared.OWN.line("no"),
        declared.TRIM.line("none"),
        declared.ROUNDING.line(
            "half-down",
            "To the nearest 10: half-down makes 240 of 245, half-up 250; none keeps the mean",
            ("half-down", "half-up", "truncated", "none"), label="Butler: rounding of the datum",
        ),
        declared.AVERAGE.line(3),
        declared.SIGMA.line("sample"),
        declared.CAP.line(None),
        declared.CRITERIA.line(
            "MP%",
            "MP% matchpoints (MP%H with handicap), BUTLERIMPS, XIMPS cross-IMPs, Z% normal "
            "game; teams: VP, IMP, BAM",
            ("MP%", "BUTLERIMPS", "XIMPS", "Z%", "VP, IMP", "BAM"),
        ),
        declared.SHOWN.line("MP, BOARDS, BUTLERIMPS, XIMPS, Z, Z%"),
        declared.PAIRING.line(
            "", "The movement; blank: one that suits pairs and boards, for teams swiss-teams",
            (*MOVEMENTS, "swiss-teams"),
        ),
    ),
    players=(
        Column("Penalty", width=12), Column("Bonus", width=12), Column("Carry-over", width=12),
        Column("Handicap"), Column("Stratum"), Column("Club", width=16),
        Column("Member numbers", width=18),
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
