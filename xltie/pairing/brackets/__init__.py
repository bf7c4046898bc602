"""The framework of brackets: what the systems of the FIDE Handbook have in common.

A system is a table of criteria, the way in which players move between scoregroups, and an order of
candidates. In the order of reading: ``player`` and ``field`` (who is to be paired), ``from_event``
and ``acceleration`` (from an event), ``completion`` (can the rest still be paired, who rests),
``criteria`` (the table), ``downfloats`` and ``upfloats`` (the two ways to move), ``bracket_round``
(one bracket after the other, and the tables), ``why`` and ``explain`` (the reasons: the same search
with one thing forced).
"""

from __future__ import annotations

from xltie.pairing.brackets.acceleration import BAKU
from xltie.pairing.brackets.assignment import first_best_assignment
from xltie.pairing.brackets.bit_matching import largest_matching
from xltie.pairing.brackets.bracket_round import (
    BracketRound,
    Handbook,
    Seated,
    Step,
    bye_first,
    drawn,
    pairs_of_all,
    refuse_unknown,
    solve,
    without_bye,
)
from xltie.pairing.brackets.completion import Completion
from xltie.pairing.brackets.criteria import (
    Criterion,
    Pair,
    Paired,
    Table,
    Value,
    Verdict,
    pairs_in_order,
)
from xltie.pairing.brackets.downfloats import (
    ALL_SCORES,
    Bracket,
    Digit,
    DownSystem,
    PackedCriteria,
    floaters_of,
    leaves_the_best,
    left_over,
    out_of_the_next,
)
from xltie.pairing.brackets.explain import explained, reason_against, why_not_in
from xltie.pairing.brackets.field import Field, Slot, bits, open_couples, slots_in
from xltie.pairing.brackets.from_event import (
    Scores,
    build_field,
    colours_and_met,
    float_back,
    forbidden_couples,
    implied_colour,
    initial_colour,
    is_played,
    numbered,
    records_before,
    running_scores,
    scores_before,
)
from xltie.pairing.brackets.matching import Weights, best_matching, cheapest_matching
from xltie.pairing.brackets.player import (
    ABSOLUTE,
    DOWN,
    MILD,
    NO_WISH,
    STRONG,
    UP,
    Player,
    Preference,
    preference,
    white_first,
)
from xltie.pairing.brackets.upfloats import (
    UpBracket,
    UpDigit,
    UpSystem,
    digits_of_scores,
    rest_is_perfect,
    scores_of_upfloaters,
    set_in_order,
    upfloaters_of,
)
from xltie.pairing.brackets.why import Why
from xltie.pairing.brackets.wording import (
    BARRED_BYE,
    EVEN_PLAYERS,
    HAVE_MET,
    MUST_NOT_MEET,
    NOBODY_LEFT,
    SAME_COLOUR,
    has_bye_with,
    why_apart,
    with_colours,
)

__all__ = [
    "ABSOLUTE", "ALL_SCORES", "BAKU", "BARRED_BYE", "DOWN", "EVEN_PLAYERS", "HAVE_MET", "MILD",
    "MUST_NOT_MEET", "NOBODY_LEFT", "NO_WISH", "SAME_COLOUR", "STRONG", "UP", "Bracket",
    "BracketRound", "Completion", "Criterion", "Digit", "DownSystem", "Field", "Handbook",
    "PackedCriteria", "Pair", "Paired", "Player", "Preference", "Scores", "Seated", "Slot", "Step",
    "Table", "UpBracket", "UpDigit", "UpSystem", "Value", "Verdict", "Weights", "Why",
    "best_matching", "bits", "build_field", "bye_first", "cheapest_matching", "colours_and_met",
    "digits_of_scores", "drawn", "explained", "first_best_assignment", "float_back", "floaters_of",
    "forbidden_couples", "has_bye_with", "implied_colour", "initial_colour", "is_played",
    "largest_matching", "leaves_the_best", "left_over", "numbered", "open_couples",
    "out_of_the_next", "pairs_in_order", "pairs_of_all", "preference", "reason_against",
    "records_before", "refuse_unknown", "rest_is_perfect", "running_scores", "scores_before",
    "scores_of_upfloaters", "set_in_order", "slots_in", "solve", "upfloaters_of", "white_first",
    "why_apart", "why_not_in", "with_colours", "without_bye",
]  # fmt: skip
