"""Sums over the opponents met: Buchholz and its kin, Sonneborn-Berger, Koya."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, List

from xltie.core.errors import DomainError
from xltie.event.index import Ledger
from xltie.event.model import Id, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA
from xltie.rules.chess.opponent_scores import (
    Basis,
    Book,
    Compat,
    Contribution,
    Cut,
    Format,
    Median,
    Rounds,
    basis,
    is_round_robin,
    marked_terms,
    why_seen,
)
from xltie.rules.chess.opponent_scores import cut as cut_parts
from xltie.rules.common.counting import Forfeits
from xltie.rules.common.criterion_value import Term, Working, half_up, show
from xltie.rules.common.rulebooks import edition_of, fide_edition

_MARKS = (("P", "forfeits=played"),)
_FORE_MARKS = (*_MARKS, ("F", "fore"))
Fore = Annotated[int, Arg("1 takes every pairing of the last round as drawn.", min=0, max=1)]


@rule("BUCHHOLZ", code="BH", source=(FIDE_2026.at("8.1"), SWISS_KOREA), modifiers=_FORE_MARKS)
def buchholz(
    ledger: Ledger,
    who: Id,
    cut: Cut = 0,
    rulebook: Book = "",
    median: Median = 0,
    forfeits: Forfeits = "",
    rounds: Rounds = 0,
    compat: Compat = "",
    fore: Fore = 0,
) -> Working:
    """Buchholz: the sum of the final scores of the opponents met.

    The rulebook says with which score an opponent counts that did not play all of its rounds, and
    whether an own round without a game adds anything. Go players know the same sum as SOS.
    """
    own = basis(ledger, rulebook, forfeits, rounds, "", compat, fore=bool(fore))
    return _buchholz(own, who, cut + median, median)


@rule("FOREBUCHHOLZ", code="FB", source=FIDE_2026.at("8.3"), modifiers=_MARKS)
def forebuchholz(
    ledger: Ledger,
    who: Id,
    cut: Cut = 0,
    rulebook: Book = "",
    median: Median = 0,
    forfeits: Forfeits = "",
    rounds: Rounds = 0,
    compat: Compat = "",
) -> Working:
    """Fore Buchholz: Buchholz as if every pairing of the last round had been drawn.

    It is known before the last round is played. Byes of that round stay as they are.
    """
    book = rulebook or _fide(ledger)
    own = basis(ledger, book, forfeits, rounds, "", compat, fore=True)
    return _buchholz(own, who, cut + median, median)


def _fide(ledger: Ledger) -> str:
    """Return the edition for what only FIDE's rules know, also where the game is not known."""
    return edition_of(ledger.event) if ledger.event.game else fide_edition(ledger.event.start_date)


def _buchholz(own: Basis, who: Id, low: int, high: int) -> Working:
    parts = own.parts[who]
    values = [part.seen.units for part in parts]
    gone = cut_parts(parts, values, own.book, low, high) if low else []
    total = sum(values) - sum(values[index] for index, _ in gone)
    in_points = own.ledger.in_points
    return Working(
        in_points(total),
        lambda: marked_terms(parts, gone, lambda part: in_points(part.seen.units), why_seen),
    )


@rule(
    "AVGOPPBUCHHOLZ",
    code="AOB",
    source=FIDE_2026.at("8.2"),
    modifiers=_FORE_MARKS,
)
def average_buchholz(
    ledger: Ledger,
    who: Id,
    rulebook: Book = "",
    fore: Fore = 0,
    forfeits: Forfeits = "",
    rounds: Rounds = 0,
    compat: Compat = "",
) -> Working:
    """Average of the opponents' Buchholz: over the opponents met at the board, to two decimals.

    Undefined for who has met nobody.
    """
    book = rulebook or _fide(ledger)
    own = basis(ledger, book, forfeits, rounds, "", compat, fore=bool(fore))
    met = [o for o in ledger.outings(who) if o.is_played and o.other is not None]
    if not met:
        return Working.undefined("no opponent was met at the board")

    def value(opponent: Id) -> int:
        return sum(part.seen.units for part in own.parts[opponent])

    sums = own.ledger.cached(
        ("buchholz sums", own.book.name, forfeits), lambda: {w: value(w) for w in own.parts}
    )
    total = sum(sums[o.opponent or ""] for o in met)
    return Working(
        half_up(Fraction(total, len(met) * own.ledger.unit), 2),
        lambda: [
            Term(
                o.round, o.opponent, own.ledger.in_points(sums[o.opponent or ""]),
                f"Buchholz of {o.opponent}",
            )
            for o in met
        ],
        f"average over {len(met)}, to two decimals",
    )  # fmt: skip


@rule(
    "SONNEBORN",
    code="SB",
    source=(FIDE_2026.at("9.1"), SWISS_KOREA),
    aliases=("SBERGER",),
    modifiers=(*_FORE_MARKS, ("S", "format=swiss")),
)
def sonneborn(
    ledger: Ledger,
    who: Id,
    cut: Cut = 0,
    rulebook: Book = "",
    median: Median = 0,
    forfeits: Forfeits = "",
    rounds: Rounds = 0,
    format: Format = "",
    compat: Compat = "",
    fore: Fore = 0,
) -> Working:
    """Sonneborn-Berger: the scores of the opponents beaten, and half of those drawn with.

    Each opponent's score is multiplied by the points taken from it. In a round robin opponents
    count with the score they made, and forfeits are games.
    """
    own = basis(ledger, rulebook, forfeits, rounds, format, compat, bool(fore))
    parts = own.parts[who]
    values = [part.seen.units * part.result for part in parts]
    low = cut + median
    gone = cut_parts(parts, values, own.book, low, median) if low else []
    total = sum(values) - sum(values[index] for index, _ in gone)
    square = own.ledger.unit * own.ledger.unit

    def value_of(part: Contribution) -> Fraction:
        return Fraction(part.seen.units * part.result, square)

    def why(part: Contribution) -> str:
        score = own.ledger.in_points(part.seen.units)
        return f"{show(own.ledger.in_points(part.result))} × {show(score)}, {why_seen(part)}"

    return Working(own.ledger.in_square(total), lambda: marked_terms(parts, gone, value_of, why))


_LIMIT = Arg("Half points added to the limit of 50 % (+1, -2), or another limit in percent (60).")


@rule("KOYA", code="KS", source=FIDE_2026.at("9.2"), modifiers=(("L", "limit"),))
def koya(
    ledger: Ledger, who: Id, limit: Annotated[str, _LIMIT] = "", format: Format = ""
) -> Working:
    """Koya: the points scored against opponents with at least half of the maximum score.

    Made for round robins; forfeits count. In one with an odd number of players the maximum leaves
    out the free round.
    """
    least = ledger.cached(("koya", limit, format), lambda: _koya_limit(ledger, limit, format))
    terms: List[Term] = []
    for outing in ledger.outings(who):
        if outing.other is None or outing.own.status is Status.PENDING:
            continue
        score = ledger.score(outing.other.who)
        terms.append(
            Term(
                outing.round, outing.opponent, ledger.points(outing),
                f"score {show(score)}, limit {show(least)}", score >= least,
            )
        )  # fmt: skip
    return Working.of(terms)


def _koya_limit(ledger: Ledger, limit: str, format: str) -> Fraction:
    found = re.fullmatch(r"\s*(?:([+-])\s*(\d+)|(\d+(?:\.\d+)?)\s*%?)?\s*", limit)
    if found is None:
        raise DomainError(f"limit is {limit!r}, not half points such as +1 or a percentage")
    sign, halves, percent = found.groups()
    games = ledger.begun
    if is_round_robin(ledger, format) and len(ledger.ids) % 2:
        games -= games // len(ledger.ids)
    share = Fraction(percent) / 100 if percent else Fraction(1, 2)
    shift = Fraction(int(halves), 2) if halves else Fraction(0)
    return ledger.event.scoring.win * games * share + (-shift if sign == "-" else shift)
