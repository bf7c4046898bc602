"""Go: sums over the opponents met - SOS, SOS-1, SOS-2, SODOS, SOSOS.

Each round contributes a whole number of ``1 / denominator``.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, List, NamedTuple, Tuple

from xltie.core.messages import Message, choices, count, joined, say
from xltie.core.records import dataclass
from xltie.event import EventIndex, Id, RoundRecord, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import EGF_ADVICE, EGF_RULES, OPENGOTHA, PUBLISHED_GO, WAGC
from xltie.rules.common.criterion_value import CriterionValue, Term, cut_terms, mms_of, sos_of
from xltie.rules.go.scores import (
    BYE_HALF,
    BYE_PLAYER,
    HALF_VIRTUAL,
    MCMAHON,
    SELF,
    START,
    WINS,
    ZERO,
    Known,
    Score,
    ScoreOptions,
    Scores,
    SumOptions,
    basis_of,
    described,
    first_rounds,
    scores,
    stones,
    unplayed_convention,
)

_BYE = frozenset({Status.PAIRING_BYE, Status.FULL_BYE})


class Part(NamedTuple):
    """What one round contributes: the opponent's score and the handicap in it, scaled."""

    record: RoundRecord
    scaled: int
    earned: int
    """What the round itself added to the player's score."""
    stones: int


@dataclass(frozen=True, eq=False)
class Setup:
    """What a sum over opponents is taken of, by which conventions, and what comes of it."""

    event_index: EventIndex
    basis: str
    unplayed: str
    options: ScoreOptions

    @cached_property
    def scores(self) -> Scores:
        """The scores that opponents are counted by."""
        return scores(self.event_index, self.basis, self.options)

    @cached_property
    def parts(self) -> Known[Tuple[Part, ...]]:
        """The contributions of all players' rounds."""
        found = self.scores

        def parts(who: Id) -> Tuple[Part, ...]:
            return tuple(
                _part(self, found, record, earned)
                for record, earned in zip(self.event_index.rounds_of(who), found[who].earned)
            )

        return Known(self.event_index.ids, parts)

    @cached_property
    def sums(self) -> Known[int]:
        """The SOS of all players."""
        parts = self.parts
        return Known(parts, lambda who: sum(part.scaled for part in parts[who]))

    def is_self(self, record: RoundRecord) -> bool:
        """Tell whether a round counts as a game against oneself: a bye does, an absence not."""
        return self.unplayed == SELF and record.own.status in _BYE


def setup_of(event_index: EventIndex, options: SumOptions) -> Setup:
    """Return what a call asks for, with the conventions of its rulebook, made once."""

    def build() -> Setup:
        counted = first_rounds(event_index, options.rounds)
        basis = basis_of(counted, options.basis)
        book = options.rulebook or event_index.event.rulebook
        unplayed = unplayed_convention(options.unplayed, book)
        return counted.cached(
            ("go setup", basis, unplayed, options.scores),
            lambda: Setup(counted, basis, unplayed, options.scores),
        )

    return event_index.cached(("go setup", options), build)


def _part(setup: Setup, found: Scores, record: RoundRecord, earned: int) -> Part:
    given = stones(record) if setup.basis == MCMAHON else 0
    if record.other is None:
        return Part(record, _alone(setup, found[record.own.who], record, earned), earned, given)
    scaled = _seen(setup, found[record.other.who]) + given * setup.event_index.denominator
    return Part(record, scaled, earned, given)


def _seen(setup: Setup, seen: Score) -> int:
    """Return the score of an opponent as the sums over opponents take it."""
    if setup.unplayed == HALF_VIRTUAL:
        return seen.virtual
    return seen.halved if setup.unplayed == BYE_HALF else seen.final


def _alone(setup: Setup, score: Score, record: RoundRecord, earned: int) -> int:
    if setup.unplayed in (ZERO, BYE_PLAYER, BYE_HALF):
        return 0
    return score.final - earned if setup.is_self(record) else score.start


def _alone_why(setup: Setup, record: RoundRecord) -> Message:
    is_missed = setup.unplayed == SELF and not setup.is_self(record)
    return described(
        START if is_missed else setup.unplayed, record.own.status.message, choices([setup.unplayed])
    )


def why_of(setup: Setup, part: Part) -> Message:
    """Return what a contribution is, in words."""
    if part.record.other is None:
        return _alone_why(setup, part.record)
    what = [_whose(setup, part)]
    if part.record.own.status.is_forfeit:
        what.append(say("by default"))
    if setup.unplayed == HALF_VIRTUAL:
        what.append(say("unplayed rounds at one half"))
    if setup.unplayed == BYE_HALF:
        what.append(say("wins without play at one half"))
    return joined(what, ", ") if len(what) > 1 else what[0]


def _whose(setup: Setup, part: Part) -> Message:
    """Return whose score a contribution is, and the handicap in it."""
    opponent = part.record.opponent
    if setup.basis == WINS:
        return say("wins of {opponent}", opponent=opponent)
    if not part.stones:
        return mms_of(opponent)
    event_index = setup.event_index
    score = event_index.in_points(part.scaled - part.stones * event_index.denominator)
    if part.stones > 0:
        return count(
            part.stones,
            "MMS of {opponent} {score} + {n} handicap stone given",
            "MMS of {opponent} {score} + {n} handicap stones given",
            opponent=opponent,
            score=score,
        )
    return count(
        -part.stones,
        "MMS of {opponent} {score} - {n} handicap stone taken",
        "MMS of {opponent} {score} - {n} handicap stones taken",
        opponent=opponent,
        score=score,
    )


def alone_sos(setup: Setup, record: RoundRecord) -> int:
    """Return what a round without an opponent adds to SOSOS."""
    who = record.own.who
    if setup.unplayed in (ZERO, BYE_HALF):
        return 0
    if setup.is_self(record):
        return setup.sums[who]
    if setup.unplayed == BYE_PLAYER:
        return _sos_of_bye(setup) if record.own.status in _BYE else 0
    return setup.scores[who].start * setup.event_index.begun


def _sos_of_bye(setup: Setup) -> int:
    """Return the SOS of the player BYE: the scores of all who met it."""
    return sum(
        setup.scores[who].final
        for who in setup.event_index.ids
        for record in setup.event_index.rounds_of(who)
        if record.other is None and record.own.status in _BYE
    )


def sos_why(setup: Setup, record: RoundRecord) -> Message:
    """Return what a round adds to SOSOS, in words."""
    if record.other is None:
        return _alone_why(setup, record)
    return sos_of(record.opponent)


_PRESETS = {
    f"SOS{letter}{mark}{cut or ''}": {
        **({"basis": basis} if basis else {}),
        **({"cut": str(cut)} if cut else {}),
    }
    for letter, basis in (("", ""), ("W", WINS), ("M", MCMAHON))
    for mark, cut in (("", 0), ("-", 1), ("-", 2), ("M", 1), ("M", 2))  # SOSWM1 in files
    if letter or mark == "-"
}


@rule("SOS", source=(EGF_RULES, OPENGOTHA, PUBLISHED_GO, WAGC), presets=_PRESETS)
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
