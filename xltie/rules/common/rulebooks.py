"""Editions of the rules as values: what an unplayed round is worth to others and to oneself.

A rule asks the rulebook that it is given; no rule asks for an edition by name. A workbook names its
rulebook, so that a later release never changes a finished event.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Callable, Dict, NamedTuple, Optional

from xltie.core.errors import DomainError
from xltie.core.numbers import show
from xltie.event.index import Ledger, Outing
from xltie.event.model import Event, Id, Status
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


class Seen(NamedTuple):
    """A score as another player's tie-break sees it, in ``1 / unit``, and why it differs."""

    units: int
    why: str = ""


@dataclass(frozen=True)
class Rulebook:
    """What an edition decides about rounds that were not played.

    ``seen`` gives the score with which a player counts for its opponents. ``stand_in`` gives the
    score of the opponent that an own unplayed round counts as, None where it adds nothing.
    ``start`` is the first day of the events that it is for.

    A cut takes the round whose opponent has the lowest score with ``cuts_by_score``, the lowest
    contribution otherwise. With ``own_choice`` a round missed by one's own choice is cut before it:
    "contribution" looks for the lowest contribution among those rounds, "score" for the lowest
    score; "" knows no such exception. ``unplayed_draw`` makes an own unplayed round a draw in
    Sonneborn-Berger. With ``unplayed_cut`` rounds without a game absorb the cuts of an average of
    ratings.
    """

    name: str
    source: Source
    seen: Callable[[Ledger, Id], Seen]
    stand_in: Callable[[Ledger, Outing], Optional[Seen]]
    start: str = ""
    cuts_by_score: bool = False
    own_choice: str = ""
    unplayed_draw: bool = False
    unplayed_cut: bool = False


OWN_CHOICE = frozenset({Status.FORFEIT_LOSS, Status.HALF_BYE, Status.ZERO_BYE, Status.ABSENT})
"""Rounds missed by the player's own choice (C.07 16.1.2: voluntarily unplayed rounds)."""

REQUESTED = frozenset({Status.HALF_BYE, Status.ZERO_BYE, Status.ABSENT})
"""Rounds for which the player asked not to be paired."""


def as_scored(ledger: Ledger, who: Id) -> Seen:
    """Every point counts as it was scored."""
    return Seen(ledger.units(who))


_UNPLAYED_WINS = frozenset({Status.PAIRING_BYE, Status.FULL_BYE, Status.FORFEIT_WIN})


def unplayed_wins_half(ledger: Ledger, who: Id) -> Seen:
    """A win without play, for whatever reason, counts as a draw."""
    draw = ledger.draw_units
    byes = [o for o in ledger.outings(who) if o.own.status in _UNPLAYED_WINS]
    units = ledger.units(who) - sum(max(0, outing.units - draw) for outing in byes)
    if units == ledger.units(who):
        return Seen(units)
    rounds = ", ".join(str(outing.round) for outing in byes)
    return Seen(units, f"the unplayed win of round {rounds} counts as a draw")


def trailing_byes_draw(ledger: Ledger, who: Id) -> Seen:
    """A bye asked for, or an absence, counts as a draw unless a round was available after it.

    A round is available unless it was missed by own choice, so a forfeit loss does not end the
    series of byes; it is never adjusted itself (C.07 16.2.5, 16.3.2).
    """
    draw = ledger.draw_units
    units = ledger.units(who)
    rounds = []
    for outing in reversed(ledger.outings(who)):
        status = outing.own.status
        if status not in OWN_CHOICE:
            break
        if status in REQUESTED and outing.units != draw:
            units += draw - outing.units
            rounds.append(str(outing.round))
    if not rounds:
        return Seen(units)
    return Seen(units, f"the bye at the end in round {', '.join(reversed(rounds))} is a draw")


def unplayed_draw(ledger: Ledger, who: Id) -> Seen:
    """Every round without a game counts as a draw."""
    draw = ledger.draw_units
    units = ledger.units(who)
    rounds = []
    for outing in ledger.outings(who):
        status = outing.own.status
        if status not in (Status.PLAYED, Status.PENDING) and outing.units != draw:
            units += draw - outing.units
            rounds.append(str(outing.round))
    if not rounds:
        return Seen(units)
    return Seen(units, f"unplayed round {', '.join(rounds)} counts as a draw")


def nothing(ledger: Ledger, outing: Outing) -> Optional[Seen]:
    """A round without play adds nothing."""
    return None


def own_score(ledger: Ledger, outing: Outing) -> Optional[Seen]:
    """The dummy opponent of an unplayed round has the player's own score."""
    return Seen(ledger.units(outing.own.who), "dummy with the own score")


def virtual_opponent(ledger: Ledger, outing: Outing) -> Optional[Seen]:
    """The virtual opponent: level before the round, the rest of the point in it, then draws."""
    before = sum(o.units for o in ledger.outings(outing.own.who) if o.round < outing.round)
    rest = ledger.win_units - outing.units
    after = ledger.draw_units * (ledger.begun - outing.round)
    said = " + ".join(show(ledger.in_points(part)) for part in (before, rest, after))
    return Seen(before + rest + after, f"virtual opponent: {said}")


def capped(ledger: Ledger, outing: Outing) -> Optional[Seen]:
    """The dummy has the own score, but not more than the cap of C.07 16.4.

    After a forfeit the cap is the adjusted score of the scheduled opponent (16.4.1), otherwise a
    draw in every round of the event (16.4.2).
    """
    return _capped(ledger, outing, ledger.rounds)


def capped_so_far(ledger: Ledger, outing: Outing) -> Optional[Seen]:
    """The same with the rounds begun so far in the place of those of the event."""
    return _capped(ledger, outing, ledger.begun)


def _capped(ledger: Ledger, outing: Outing, rounds: int) -> Seen:
    own = ledger.units(outing.own.who)
    if outing.other is not None:
        cap = trailing_byes_draw(ledger, outing.other.who).units
        why = f"the adjusted score of {outing.other.who} (16.4.1)"
    else:
        cap = ledger.draw_units * rounds
        why = f"a draw in each of {rounds} rounds (16.4.2)"
    if own <= cap:
        return Seen(own, "dummy with the own score")
    return Seen(cap, f"dummy with the own score {show(ledger.in_points(own))}, capped at {why}")


_PLAIN = Source("Common practice", "Sum of the opponents' final scores")
_FIDE = Rulebook(
    "fide2024",
    FIDE_2024,
    trailing_byes_draw,
    own_score,
    "2023-09-01",
    cuts_by_score=True,
    own_choice="contribution",
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
        replace(_FIDE, name="fide2026", source=FIDE_2026, stand_in=capped, start="2026-03-01"),
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
    wanted = name.strip().lower()
    wanted = f"fide{wanted}" if wanted.isdecimal() else wanted
    book = RULEBOOKS.get(ALIASES.get(wanted, wanted))
    if book is None:
        raise DomainError(f"there is no rulebook {name!r}; known are {', '.join(RULEBOOKS)}")
    return _as_checker(book) if compat.lower() == "tbs" else book


def _as_checker(book: Rulebook) -> Rulebook:
    return replace(
        book,
        name=f"{book.name} as TieBreakServer",
        stand_in=capped_so_far if book.stand_in is capped else book.stand_in,
        own_choice="score" if book.own_choice else "",
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
