"""Chess: the tie-breaks of FIDE's Handbook, C.07."""

from xltie.rules.chess import (
    buchholz,
    direct_encounter,
    elo_change,
    own_record,
    ratings,
    team_encounter,
    team_scores,
)
