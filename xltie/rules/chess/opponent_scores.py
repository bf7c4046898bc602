"""What every round brings to Buchholz and Sonneborn-Berger, made in one pass for all players."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Callable, Dict, List, NamedTuple, Optional, Tuple

from xltie.event.index import Ledger, Outing
from xltie.event.model import Id, Match, Outcome, Side, Status
from xltie.functions.registry import Arg
from xltie.rules.common.criterion_value import Term
from xltie.rules.common.rulebooks import OWN_CHOICE, Rulebook, Seen, as_scored, edition_of
from xltie.rules.common.rulebooks import rulebook as book_named

Cut = Annotated[int, Arg("How many of the lowest terms to leave out.", min=0)]
Median = Annotated[int, Arg("How many terms to leave out at each end.", min=0)]
Book = Annotated[
    str, Arg("The edition for unplayed rounds; left out: that of the event, else a plain sum.")
]
Rounds = Annotated[
    int, Arg("Rounds of the whole event, where the games are not all there yet.", min=0)
]
Format = Annotated[
    str,
    Arg("swiss or round-robin; left out: as the event says.", names=("", "swiss", "round-robin")),
]
Compat = Annotated[str, Arg("tbs: as TieBreakServer computes where it differs.", names=("", "tbs"))]


class Contribution(NamedTuple):
    """What one round brings: the score of the opponent or its stand-in, in ``1 / unit``.

    ``result`` is what was taken from it, in ``1 / unit``. ``own_choice`` marks a round missed by
    the player's own choice.
    """

    outing: Outing
    seen: Seen
    result: int
    own_choice: bool


class Basis(NamedTuple):
    """The shared part of the tie-breaks: the ledger and rulebook used, contributions by player."""

    ledger: Ledger
    book: Rulebook
    parts: Dict[Id, Tuple[Contribution, ...]]


def is_round_robin(ledger: Ledger, format: str = "") -> bool:
    """Tell whether the rules of a round robin apply."""
    return (format or ledger.event.format).lower() == "round-robin"


def basis(
    ledger: Ledger,
    rulebook: str = "",
    forfeits: str = "",
    rounds: int = 0,
    format: str = "",
    compat: str = "",
    fore: bool = False,
) -> Basis:
    """Return the contributions of all players, made once for each choice of options."""
    key = ("basis", rulebook, forfeits, rounds, format, compat, fore)

    def build() -> Basis:
        book = book_named(rulebook or edition_of(ledger.event), compat)
        own = _longer(ledger, rounds) if rounds > ledger.rounds else ledger
        own = last_round_drawn(own) if fore else own
        parts = _all_parts(own, book, forfeits.lower() == "played", is_round_robin(own, format))
        return Basis(own, book, parts)

    return ledger.cached(key, build)


def _longer(ledger: Ledger, rounds: int) -> Ledger:
    """Return the ledger of the same event with more rounds planned."""
    return ledger.cached(("rounds", rounds), lambda: Ledger(replace(ledger.event, rounds=rounds)))


def last_round_drawn(ledger: Ledger) -> Ledger:
    """Return the ledger with every pairing of the event's last round drawn; byes stay."""

    def build() -> Ledger:
        event = ledger.event
        last = ledger.rounds
        matches = tuple(_drawn(m) if m.round == last else m for m in event.matches)
        return Ledger(replace(event, matches=matches, rounds=last))

    return ledger.cached("last round drawn", build)


def _drawn(match: Match) -> Match:
    def draw(side: Side) -> Side:
        return replace(side, status=Status.PLAYED, outcome=Outcome.DRAW, points=None)

    return match if match.b is None else replace(match, a=draw(match.a), b=draw(match.b))


def _all_parts(
    ledger: Ledger, book: Rulebook, forfeits: bool, round_robin: bool
) -> Dict[Id, Tuple[Contribution, ...]]:
    seen_as = as_scored if round_robin else book.seen
    seen = {who: seen_as(ledger, who) for who in ledger.ids}
    stand_in: Callable[[Ledger, Outing], Optional[Seen]] = (
        (lambda own, outing: None) if round_robin else book.stand_in
    )
    as_games = forfeits or round_robin
    draw = ledger.draw_units
    return {
        who: tuple(_parts(ledger, who, book, seen, stand_in, as_games, draw)) for who in ledger.ids
    }


def _parts(
    ledger: Ledger,
    who: Id,
    book: Rulebook,
    seen: Dict[Id, Seen],
    stand_in: Callable[[Ledger, Outing], Optional[Seen]],
    as_games: bool,
    draw: int,
) -> List[Contribution]:
    found: List[Contribution] = []
    for outing in ledger.outings(who):
        _, own, other, units, _ = outing
        status = own.status
        if other is not None and (status is Status.PLAYED or (as_games and status.is_forfeit)):
            found.append(Contribution(outing, seen[other.who], units, False))
        elif status is not Status.PENDING:
            dummy = stand_in(ledger, outing)
            if dummy is not None:
                result = draw if book.unplayed_draw else units
                found.append(Contribution(outing, dummy, result, status in OWN_CHOICE))
    return found


class Mark(NamedTuple):
    """A contribution that is left out, and why."""

    at: int
    why: str


def cut(
    parts: Tuple[Contribution, ...], values: List[int], book: Rulebook, low: int, high: int = 0
) -> List[Mark]:
    """Return the contributions to leave out: the lowest first, then the highest that remain.

    The least significant is the one with the lowest score, of those the one with the lowest value,
    of those the earlier round. The highest are taken from all that remain.
    """
    sizes = [part.seen.units for part in parts] if book.cuts_by_score else values
    rest = [index for _, _, index in sorted(zip(sizes, values, range(len(parts))))]
    gone: List[Mark] = []
    for _ in range(min(low, len(rest))):
        mark = _lowest(parts, values, book, rest)
        gone.append(mark)
        rest.remove(mark.at)
    for _ in range(min(high, len(rest))):
        gone.append(Mark(rest.pop(), "cut as the highest"))
    return gone


def _lowest(
    parts: Tuple[Contribution, ...], values: List[int], book: Rulebook, rest: List[int]
) -> Mark:
    """Return what a cut takes of ``rest``, which is sorted with the least significant first.

    A round missed by own choice goes first if it brings at least as much as the least significant
    one (C.07 16.5.1): of several the one that brings least, and where they bring the same the
    least significant, as TieBreakServer does.
    """
    least = rest[0]
    missed = [index for index in rest if parts[index].own_choice] if book.own_choice else []
    if missed:
        first = missed[0] if book.own_choice == "score" else min(missed, key=values.__getitem__)
        if values[first] >= values[least]:
            return Mark(first, "cut first: missed by own choice (16.5)")
    return Mark(least, "cut as the lowest")


def why_seen(part: Contribution) -> str:
    """Return whose score a contribution is, and why it is not the score itself."""
    if part.seen.why.startswith(("dummy", "virtual")):
        return f"{part.outing.own.status.value}: {part.seen.why}"
    whose = f"score of {part.outing.opponent}" if part.outing.opponent else "stand-in"
    return f"{whose}; {part.seen.why}" if part.seen.why else whose


def marked_terms(
    parts: Tuple[Contribution, ...],
    gone: List[Mark],
    value_of: Callable[[Contribution], Fraction],
    why_of: Callable[[Contribution], str],
) -> List[Term]:
    """Return one term per contribution, those left out marked with the reason."""
    why = dict(gone)
    terms = []
    for index, part in enumerate(parts):
        text = why_of(part)
        if index in why:
            text = f"{text}; {why[index]}"
        terms.append(
            Term(
                part.outing.round,
                part.outing.opponent,
                value_of(part),
                text,
                index not in why,
            )
        )
    return terms
