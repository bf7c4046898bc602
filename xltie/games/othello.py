"""Othello: discs, BQ and the rules of the World Othello Federation."""

from __future__ import annotations

from xltie.games import common
from xltie.games.preset import Preset, Traits
from xltie.settings import declared

OTHELLO = Preset(
    game="othello",
    title="Othello",
    traits=Traits(
        first="Black", second="White", tally_sum=64, pairing="othello", swiss_colours="free",
        study_model="discs", rating_system="wof",
    ),
    scores=("Black discs", "White discs"),
    settings=(
        *common.about("othello", "wof", ("wof", "korea2020", "plain")),
        declared.ROUNDS.line(7),
        declared.CONSTANT.line("wof"),
        declared.C.line(
            None, formula="IF(ISNUMBER({constant}),{constant},BRIGHTWELL({rounds},{constant}))"
        ),
        declared.BYE.line(
            "wof",
            "What a bye adds to BQ: wof, papp, storm a draw against oneself; plus32 32 discs, "
            "33-31, 40-24, 64-0 those discs; none",
            ("wof", "papp", "storm", "plus32", "33-31", "40-24", "64-0", "none"),
            label="Bye rule",
        ),
        declared.WITHDRAWN.line(
            "left-out",
            "left-out: they count as byes (World Othello Federation); counted: as played",
            ("left-out", "counted"), label="Games against players who withdrew",
        ),
        declared.EMPTY_SQUARES.line("winner"),
        declared.FINALS_AFTER.line(),
        declared.CRITERIA.line("points, BQ, discs"),
        declared.SHOWN.line("BH, DC, WIN"),
        *common.pairing("othello", "swiss", "monrad", "round-robin",
                        "knock-out"),
        declared.RATING_LIST.line(),
    ),
    hints=(
        "Type both disc counts; they add up to 64. The higher count wins.",
        "Type a result only if the discs do not show who won, or for a forfeit (1-0F, 0-1F).",
        "A bye is a game with BYE as the second player.",
    ),
)  # fmt: skip
