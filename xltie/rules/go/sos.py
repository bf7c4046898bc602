"""Go: sums over the opponents met - SOS, SOS-1, SOS-2, SODOS, SOSOS."""

from __future__ import annotations

from fractions import Fraction
from typing import List, Tuple

from xltie.core.messages import joined
from xltie.event import EventIndex, Id
from xltie.functions.registry import rule
from xltie.functions.sources import EGF_ADVICE, EGF_RULES, OPENGOTHA, PUBLISHED_GO
from xltie.rules.common.criterion_value import CriterionValue, Term, cut_terms
from xltie.rules.go.options import (
    AbsentOption,
    BasisOption,
    ByeOption,
    CutOption,
    FirstRoundsOption,
    RoundingOption,
    RulebookOption,
    UnplayedOption,
    first_rounds,
)
from xltie.rules.go.scores import (
    MCMAHON,
    WINS,
)
from xltie.rules.go.sos_contributions import (
    alone_sos,
    is_self,
    parts_of,
    setup_of,
    sos_why,
    sums_of,
    why_of,
)


@rule(
    "SOS",
    source=(EGF_RULES, OPENGOTHA, PUBLISHED_GO),
    presets={
        f"SOS{letter}{mark}{cut or ''}": {
            **({"basis": basis} if basis else {}),
            **({"cut": str(cut)} if cut else {}),
        }
        for letter, basis in (("", ""), ("W", WINS), ("M", MCMAHON))
        for mark, cut in (("", 0), ("-", 1), ("-", 2), ("M", 1), ("M", 2))  # SOSWM1 in files
        if letter or mark == "-"
    },
)
def sos(
    event_index: EventIndex,
    who: Id,
    cut: CutOption = 0,
    unplayed: UnplayedOption = "",
    basis: BasisOption = "",
    absent: AbsentOption = None,
    bye: ByeOption = None,
    rounding: RoundingOption = "down",
    rulebook: RulebookOption = "",
    rounds: FirstRoundsOption = 0,
) -> CriterionValue:
    """Sum of the opponents' scores: their wins or, in a McMahon event, their McMahon scores.

    McMahon scores are corrected for handicap: stones given are added, stones received are
    subtracted. A round without an opponent adds what ``unplayed`` says. ``cut`` leaves out the
    lowest contributions (SOS-1, SOS-2), including those of rounds without an opponent. With
    ``rounds`` the scores are those after so many rounds, as where a play-off follows.
    """
    event_index = first_rounds(event_index, rounds)
    setup = setup_of(event_index, basis, unplayed, rulebook, absent, bye, rounding)
    parts = parts_of(event_index, setup)[who]
    scaled = sorted(part.scaled for part in parts)

    def terms() -> Tuple[Term, ...]:
        every = [
            Term(
                part.record.round,
                part.record.opponent,
                event_index.in_points(part.scaled),
                why_of(event_index, setup, part),
            )
            for part in parts
        ]
        return cut_terms(every, cut)

    return CriterionValue(event_index.in_points(sum(scaled[cut:])), terms)


@rule(
    "SODOS",
    source=OPENGOTHA,
    presets={"SODOSW": {"basis": WINS}, "SODOSM": {"basis": MCMAHON}},
    advice=EGF_ADVICE,
)
def sodos(
    event_index: EventIndex,
    who: Id,
    unplayed: UnplayedOption = "",
    basis: BasisOption = "",
    absent: AbsentOption = None,
    bye: ByeOption = None,
    rounding: RoundingOption = "down",
    rulebook: RulebookOption = "",
    rounds: FirstRoundsOption = 0,
) -> CriterionValue:
    """Sum of the defeated opponents' scores; the score of an opponent in a jigo counts half.

    Rounds without an opponent add nothing; with ``self``, a bye counts as a win against oneself.
    """
    event_index = first_rounds(event_index, rounds)
    setup = setup_of(event_index, basis, unplayed, rulebook, absent, bye, rounding)
    parts = [
        part
        for part in parts_of(event_index, setup)[who]
        if part.record.other is not None or is_self(setup, part.record)
    ]
    square = event_index.denominator * event_index.denominator

    def terms() -> List[Term]:
        return [
            Term(
                part.record.round,
                part.record.opponent,
                Fraction(part.scaled * part.earned, square),
                joined(
                    (event_index.in_points(part.earned), why_of(event_index, setup, part)), " × "
                ),
            )
            for part in parts
        ]

    return CriterionValue(Fraction(sum(part.scaled * part.earned for part in parts), square), terms)


@rule(
    "SOSOS",
    source=(OPENGOTHA, PUBLISHED_GO),
    presets={"SOSOSW": {"basis": WINS}, "SOSOSM": {"basis": MCMAHON}},
    advice=EGF_ADVICE,
)
def sosos(
    event_index: EventIndex,
    who: Id,
    unplayed: UnplayedOption = "",
    basis: BasisOption = "",
    absent: AbsentOption = None,
    bye: ByeOption = None,
    rounding: RoundingOption = "down",
    rulebook: RulebookOption = "",
    rounds: FirstRoundsOption = 0,
) -> CriterionValue:
    """Sum of the opponents' SOS.

    What a round without an opponent adds: with ``zero``, nothing; with ``start`` and
    ``half-virtual``, the start score times the number of rounds; with ``self``, the player's own
    SOS for a bye (for an absence, as with ``start``); with ``bye-player``, the sum of the scores of
    all players who had a bye.
    """
    event_index = first_rounds(event_index, rounds)
    setup = setup_of(event_index, basis, unplayed, rulebook, absent, bye, rounding)
    sums = sums_of(event_index, setup)
    records = event_index.rounds_of(who)
    values = [
        sums[o.other.who] if o.other is not None else alone_sos(event_index, setup, o)
        for o in records
    ]

    def terms() -> List[Term]:
        return [
            Term(o.round, o.opponent, event_index.in_points(scaled), sos_why(setup, o))
            for o, scaled in zip(records, values)
        ]

    return CriterionValue(event_index.in_points(sum(values)), terms)
