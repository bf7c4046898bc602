"""Go: McMahon scores, SOS and related sums, direct comparison."""

from xltie.rules.go import (
    cup_scores,
    direct_comparison,
    egf_rating,
    mcmahon,
    sos,
    team_scores,
)
