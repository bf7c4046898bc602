"""Go: sums over the opponents met - SOS, SOS-1, SOS-2, SODOS, SOSOS."""

from __future__ import annotations

from typing import Annotated, List, Tuple

from xltie.core.messages import joined
from xltie.event import EventIndex, Id
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import EGF_ADVICE, EGF_RULES, OPENGOTHA, PUBLISHED_GO, WAGC
from xltie.rules.common.criterion_value import CriterionValue, Term, cut_terms
from xltie.rules.go.options import SumOptions
from xltie.rules.go.scores import MCMAHON, WINS
from xltie.rules.go.sos_contributions import Part, alone_sos, setup_of, sos_why, why_of


@rule(
    "SOS",
    source=(EGF_RULES, OPENGOTHA, PUBLISHED_GO, WAGC),
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
    options: SumOptions,
    cut: Annotated[int, Arg("How many of the lowest contributions to leave out.", min=0)] = 0,
    skip: Annotated[int, Arg("How many of the first rounds to leave out.", min=0)] = 0,
) -> CriterionValue:
    """Sum of the opponents' scores: their wins or, in a McMahon event, their McMahon scores.

    McMahon scores are corrected for handicap: stones given are added, stones received are
    subtracted. A round without an opponent adds what ``unplayed`` says. ``cut`` leaves out the
    lowest contributions (SOS-1, SOS-2), including those of rounds without an opponent; ``skip``
    those of the first rounds, as the World Amateur Go Championship breaks ties: ``SOS(skip=1)``,
    then ``SOS(skip=2)``. With ``rounds`` the scores are those after so many rounds, as where a
    play-off follows.
    """
    setup = setup_of(event_index, options)
    in_points = setup.event_index.in_points
    parts = [part for part in setup.parts[who] if part.record.round > skip]
    scaled = sorted(part.scaled for part in parts)

    def terms() -> Tuple[Term, ...]:
        every = [
            Term.of(part.record, in_points(part.scaled), why_of(setup, part)) for part in parts
        ]
        return cut_terms(every, cut)

    return CriterionValue(in_points(sum(scaled[cut:])), terms)


@rule(
    "SODOS",
    source=OPENGOTHA,
    presets={"SODOSW": {"basis": WINS}, "SODOSM": {"basis": MCMAHON}},
    advice=EGF_ADVICE,
)
def sodos(event_index: EventIndex, who: Id, options: SumOptions) -> CriterionValue:
    """Sum of the defeated opponents' scores; the score of an opponent in a jigo counts half.

    Rounds without an opponent add nothing; with ``self``, a bye counts as a win against oneself.
    """
    setup = setup_of(event_index, options)
    parts = [
        part
        for part in setup.parts[who]
        if part.record.other is not None or setup.is_self(part.record)
    ]
    counted = setup.event_index

    def term(part: Part) -> Term:
        factors = (counted.in_points(part.earned), why_of(setup, part))
        value = counted.in_square(part.scaled * part.earned)
        return Term.of(part.record, value, joined(factors, " × "))

    total = sum(part.scaled * part.earned for part in parts)
    return CriterionValue(counted.in_square(total), lambda: [term(part) for part in parts])


@rule(
    "SOSOS",
    source=(OPENGOTHA, PUBLISHED_GO),
    presets={"SOSOSW": {"basis": WINS}, "SOSOSM": {"basis": MCMAHON}},
    advice=EGF_ADVICE,
)
def sosos(event_index: EventIndex, who: Id, options: SumOptions) -> CriterionValue:
    """Sum of the opponents' SOS.

    What a round without an opponent adds: with ``zero``, nothing; with ``start`` and
    ``half-virtual``, the start score times the number of rounds; with ``self``, the player's own
    SOS for a bye (for an absence, as with ``start``); with ``bye-player``, the sum of the scores of
    all players who had a bye.
    """
    setup = setup_of(event_index, options)
    in_points = setup.event_index.in_points
    records = setup.event_index.rounds_of(who)
    values = [
        alone_sos(setup, record) if record.other is None else setup.sums[record.other.who]
        for record in records
    ]

    def terms() -> List[Term]:
        return [
            Term.of(record, in_points(scaled), sos_why(setup, record))
            for record, scaled in zip(records, values)
        ]

    return CriterionValue(in_points(sum(values)), terms)
