"""Editions of the rules as values: what an unplayed round is worth to others and to oneself.

A rule asks the rulebook that it is given; no rule asks for an edition by name. A workbook names its
rulebook, so that a later release never changes a finished event.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Callable, Dict, Iterable, List, NamedTuple, Optional

from xltie.core.errors import chosen
from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.event import Event, EventIndex, Id, RoundRecord, Status
from xltie.functions.registry import Source
from xltie.functions.sources import (
    EGF_RULES,
    FIDE_2009,
    FIDE_2024,
    FIDE_2026,
    MACMAHON,
    OPENGOTHA,
    SWISS_KOREA,
)


class AdjustedScore(NamedTuple):
    """A score as another player's tie-break sees it, in ``1 / denominator``, and why it differs."""

    scaled: int
    why: Message = NOTHING
    is_stand_in: bool = False
    """It is that of a dummy, which stands in for an opponent."""


class Rulebook(NamedTuple):
    """What an edition rules about rounds that were not played."""

    name: str
    source: Source
    adjusted_score: Callable[[EventIndex, Id], AdjustedScore]
    """The score with which a player counts for its opponents."""
    dummy_score: Callable[[EventIndex, RoundRecord], Optional[AdjustedScore]]
    """The score of the opponent that an unplayed round counts as, None where it adds nothing."""
    start: str = ""
    """The first day of the events that it is for."""
    cuts_by_score: bool = False
    """A cut takes the round whose opponent has the lowest score, not the lowest contribution."""
    voluntarily_unplayed: str = ""
    """A round missed by choice is cut before it: of those rounds the one with the lowest
    "contribution", or with the lowest "score"; "" knows no such exception."""
    unplayed_draw: bool = False
    """An unplayed round is a draw in Sonneborn-Berger."""
    unplayed_cut: bool = False
    """Rounds without a game absorb the cuts of an average of ratings."""


VOLUNTARILY_UNPLAYED = frozenset(
    {Status.FORFEIT_LOSS, Status.HALF_BYE, Status.ZERO_BYE, Status.ABSENT}
)
"""Rounds missed by the player's choice (C.07 16.1.2: voluntarily unplayed rounds)."""

REQUESTED = frozenset({Status.HALF_BYE, Status.ZERO_BYE, Status.ABSENT})
"""Rounds for which the player asked not to be paired."""


def as_scored(event_index: EventIndex, who: Id) -> AdjustedScore:
    """Every point counts as it was scored."""
    return AdjustedScore(event_index.scaled_score(who))


_PLAYED_OR_OPEN = frozenset({Status.PLAYED, Status.PENDING})
_UNPLAYED_WINS = frozenset({Status.PAIRING_BYE, Status.FULL_BYE, Status.FORFEIT_WIN})


def unplayed_wins_half(event_index: EventIndex, who: Id) -> AdjustedScore:
    """A win without play, for whatever reason, counts as a draw."""
    draw = event_index.scaled_draw
    records = event_index.rounds_of(who)
    byes = [record for record in records if record.own.status in _UNPLAYED_WINS]
    scaled = event_index.scaled_score(who) - sum(max(0, record.scaled - draw) for record in byes)
    if scaled == event_index.scaled_score(who):
        return AdjustedScore(scaled)
    why = count(
        len(byes),
        "the unplayed win of round {rounds} counts as a draw",
        "the unplayed wins of rounds {rounds} count as draws",
        rounds=joined(record.round for record in byes),
    )
    return AdjustedScore(scaled, why)


def _drawn(
    event_index: EventIndex,
    who: Id,
    records: Iterable[RoundRecord],
    why: Callable[[List[int]], Message],
) -> AdjustedScore:
    """Return the score with these rounds drawn, and why those that were worth something else."""
    draw = event_index.scaled_draw
    changed = [record for record in records if record.scaled != draw]
    scaled = event_index.scaled_score(who) + sum(draw - record.scaled for record in changed)
    rounds = sorted(record.round for record in changed)
    return AdjustedScore(scaled, why(rounds) if rounds else NOTHING)


def _is_missed(record: RoundRecord) -> bool:
    return record.own.status in VOLUNTARILY_UNPLAYED


def trailing_byes_draw(event_index: EventIndex, who: Id) -> AdjustedScore:
    """A requested bye, or an absence, counts as a draw unless a round was available after it.

    A round is available unless it was missed by choice, so a forfeit loss does not end the
    series of byes; it is never adjusted itself (C.07 16.2.5, 16.3.2).
    """
    records = event_index.rounds_of(who)
    if not records or not _is_missed(records[-1]):
        return AdjustedScore(event_index.scaled_score(who))
    missed = takewhile(_is_missed, reversed(records))
    byes = [record for record in missed if record.own.status in REQUESTED]
    return _drawn(event_index, who, byes, lambda rounds: count(
        len(rounds),
        "the bye at the end in round {rounds} is a draw",
        "the byes at the end in rounds {rounds} are draws",
        rounds=joined(rounds),
    ))  # fmt: skip


def unplayed_draw(event_index: EventIndex, who: Id) -> AdjustedScore:
    """Every round without a game counts as a draw."""
    records = event_index.rounds_of(who)
    unplayed = [record for record in records if record.own.status not in _PLAYED_OR_OPEN]
    return _drawn(event_index, who, unplayed, lambda rounds: count(
        len(rounds),
        "unplayed round {rounds} counts as a draw",
        "unplayed rounds {rounds} count as draws",
        rounds=joined(rounds),
    ))  # fmt: skip


def nothing(event_index: EventIndex, record: RoundRecord) -> Optional[AdjustedScore]:
    """A round without play adds nothing."""
    return None


_OWN_SCORE = say("dummy with the player's own score")


def own_score(event_index: EventIndex, record: RoundRecord) -> Optional[AdjustedScore]:
    """The dummy opponent of an unplayed round has the player's own score."""
    return AdjustedScore(event_index.scaled_score(record.own.who), _OWN_SCORE, is_stand_in=True)


def virtual_opponent(event_index: EventIndex, record: RoundRecord) -> Optional[AdjustedScore]:
    """The virtual opponent: level before the round, the rest of the point in it, then draws."""
    earlier = event_index.rounds_of(record.own.who)
    before = sum(other.scaled for other in earlier if other.round < record.round)
    rest = event_index.scaled_win - record.scaled
    after = event_index.scaled_draw * (event_index.begun - record.round)
    parts = joined((event_index.in_points(part) for part in (before, rest, after)), " + ")
    why = say("virtual opponent: {parts}", parts=parts)
    return AdjustedScore(before + rest + after, why, is_stand_in=True)


def capped(event_index: EventIndex, record: RoundRecord) -> Optional[AdjustedScore]:
    """The dummy has the player's own score, but not more than the cap of C.07 16.4.

    After a forfeit the cap is the adjusted score of the scheduled opponent (16.4.1), otherwise a
    draw in every round of the event (16.4.2).
    """
    return _capped(event_index, record, event_index.rounds)


def capped_so_far(event_index: EventIndex, record: RoundRecord) -> Optional[AdjustedScore]:
    """The same with the rounds begun so far instead of those of the event."""
    return _capped(event_index, record, event_index.begun)


def _capped(event_index: EventIndex, record: RoundRecord, rounds: int) -> AdjustedScore:
    scored, other = event_index.scaled_score(record.own.who), record.other
    seen = None if other is None else trailing_byes_draw(event_index, other.who)
    cap = event_index.scaled_draw * rounds if seen is None else seen.scaled
    if scored <= cap:
        return AdjustedScore(scored, _OWN_SCORE, is_stand_in=True)
    if other is None or seen is None:
        why = count(rounds, "a draw in {n} round (16.4.2)", "a draw in each of {n} rounds (16.4.2)")
    else:
        why = _score_of_scheduled(event_index, other.who, seen.why)
    why = say(
        "dummy with the player's own score {score}, capped at {cap}",
        score=event_index.in_points(scored),
        cap=why,
    )
    return AdjustedScore(cap, why, is_stand_in=True)


def _score_of_scheduled(event_index: EventIndex, opponent: Id, adjusted: Message) -> Message:
    """Return whose score caps that of a dummy, and why it is another than was scored."""
    if not adjusted:
        return say("the adjusted score of {opponent} (16.4.1)", opponent=opponent)
    return say(
        "the adjusted score of {opponent} (16.4.1, {score} where {why})",
        opponent=opponent,
        score=event_index.score(opponent),
        why=adjusted,
    )


_PLAIN = Source("Common practice", "Sum of the opponents' final scores")
_FIDE = Rulebook(
    "fide2024",
    FIDE_2024,
    trailing_byes_draw,
    own_score,
    "2023-09-01",
    cuts_by_score=True,
    voluntarily_unplayed="contribution",
)

RULEBOOKS: Dict[str, Rulebook] = {
    book.name: book
    for book in (
        Rulebook("plain", _PLAIN, as_scored, nothing),
        Rulebook("egf", EGF_RULES, as_scored, nothing),
        Rulebook("opengotha", OPENGOTHA, as_scored, nothing),
        Rulebook("macmahon", MACMAHON, as_scored, nothing),
        Rulebook("korea2020", SWISS_KOREA, unplayed_wins_half, nothing),
        Rulebook(
            "fide2009",
            FIDE_2009,
            unplayed_draw,
            virtual_opponent,
            cuts_by_score=True,
            unplayed_draw=True,
            unplayed_cut=True,
        ),
        _FIDE,
        _FIDE._replace(name="fide2026", source=FIDE_2026, dummy_score=capped, start="2026-03-01"),
    )
}
"""Every rulebook by name."""

ALIASES = {
    "": "plain", "seed002": "korea2020", "wof": "plain", "fide2021": "fide2009",
    "fide2022": "fide2009", "fide2023": "fide2024", "fide2025": "fide2024", "fide": "fide2026",
}  # fmt: skip


def rulebook(name: str, compat: str = "") -> Rulebook:
    """Return the rulebook of that name, in any case; a year alone means FIDE's edition.

    With ``compat`` "tbs" it values and cuts as TieBreakServer 1.9 does where that differs from the
    text: the cap counts the rounds begun, a cut looks for the round missed with the lowest score.

    Raises:
        DomainError: there is none of that name.
    """
    refusal = say(
        "there is no rulebook {name!r}; choose from {rulebooks}",
        name=name, rulebooks=", ".join(RULEBOOKS),
    )  # fmt: skip
    book = chosen(_in_full(name), RULEBOOKS, refusal)
    return _as_checker(book) if compat == "tbs" else book


def is_rulebook(name: str) -> bool:
    """Tell whether there is an edition of that name."""
    return _in_full(name) in RULEBOOKS


def _in_full(name: str) -> str:
    wanted = name.strip().lower()
    wanted = f"fide{wanted}" if wanted.isdecimal() else wanted
    return ALIASES.get(wanted, wanted)


def _as_checker(book: Rulebook) -> Rulebook:
    return book._replace(
        name=f"{book.name} as TieBreakServer",
        dummy_score=capped_so_far if book.dummy_score is capped else book.dummy_score,
        voluntarily_unplayed="score" if book.voluntarily_unplayed else "",
    )


def edition_of(event: Event) -> str:
    """Return the name of the rulebook that an event is played under.

    Its own if it names one; in chess the edition in force on its first day, the newest where that
    is not known; otherwise the plain one.
    """
    if event.rulebook:
        return event.rulebook
    if event.game != "chess":
        return "plain"
    return fide_edition(event.start_date)


def fide_edition(day: str) -> str:
    """Return the name of FIDE's edition in force on an ISO date, the newest where there is none."""
    editions = [book for book in RULEBOOKS.values() if book.start]
    begun = [book for book in editions if not day or book.start <= day]
    return begun[-1].name if begun else "fide2009"
