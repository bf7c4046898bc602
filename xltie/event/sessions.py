"""From the deals of a session to an event: who takes part, in how many fields."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from xltie.core.errors import Fault, InputError, Place
from xltie.event.board_results import SIDES, Deal
from xltie.event.model import Contestant, Event, Id

CONTESTS = ("auto", "pairs", "teams", "individual")
WINNERS = ("auto", "1", "2")


def session(
    deals: Tuple[Deal, ...],
    listed: Optional[Tuple[Contestant, ...]],
    base: Event,
    faults: Sequence[Fault] = (),
) -> Event:
    """Return a bridge event; what the settings leave open follows from who met whom.

    Raises:
        InputError: the faults of the reader and every fault of the session, together.
    """
    deals = _in_sections(deals, listed)
    contest = _contest(base, deals)
    if contest == "individual":
        deals = tuple(map(_split_names, deals))
    divided = contest != "teams" and _has_two_winners(base, deals)
    if divided:
        deals = _by_direction(deals)
    contestants, unknown = _contestants(deals, listed, divided)
    found = [*faults, *unknown, *_faults(deals, contest)]
    if found:
        raise InputError(dict.fromkeys(found))
    options = {**base.settings, "contest": contest}
    in_order = [contestant.id for contestant in contestants]
    return replace(
        base, game="bridge", contestants=contestants, deals=deals, options=tuple(options.items()),
        entrants=listed if listed and in_order != [c.id for c in listed] else (),
    )  # fmt: skip


def _in_sections(
    deals: Tuple[Deal, ...], listed: Optional[Tuple[Contestant, ...]]
) -> Tuple[Deal, ...]:
    """Put the section before the pair's number, unless the pairs are listed without."""
    known = {c.id.casefold() for c in listed} if listed else set()

    def named(who: str, section: str) -> str:
        return who if not section or who.casefold() in known else f"{section}{who}"

    return tuple(
        replace(
            deal,
            ns=tuple(named(who, deal.section) for who in deal.ns),
            ew=tuple(named(who, deal.section) for who in deal.ew),
        )
        if deal.section
        else deal
        for deal in deals
    )


def _contest(base: Event, deals: Tuple[Deal, ...]) -> str:
    said = base.settings.get("contest", "auto").lower()
    if said in CONTESTS[1:]:
        return said
    if any(len(deal.ns) > 1 or len(deal.ew) > 1 for deal in deals):
        return "individual"
    return "teams" if _are_teams(deals) else "pairs"


def _are_teams(deals: Tuple[Deal, ...]) -> bool:
    """Tell whether half the tables or more have one on the board with the sides exchanged.

    Not all need one: the other room may not have played yet. Where both directions use the same
    numbers some pair meets its own.
    """
    tables = Counter((d.round, d.board, d.ns, d.ew) for d in deals if d.ns and d.ew)
    if any(ns == ew for _, _, ns, ew in tables):
        return False
    mirrored = sum((r, b, ew, ns) in tables for r, b, ns, ew in tables)
    return mirrored > 0 and 2 * mirrored >= len(tables)


def _split_names(deal: Deal) -> Deal:
    def players(side: Tuple[str, ...]) -> Tuple[str, ...]:
        return tuple(
            name.strip() for who in side for name in re.split(r"[+&/,]", who) if name.strip()
        )

    return replace(deal, ns=players(deal.ns), ew=players(deal.ew))


def _has_two_winners(base: Event, deals: Tuple[Deal, ...]) -> bool:
    """Tell whether NS and EW are ranked apart: nobody changes direction, or numbers clash."""
    said = base.settings.get("winners", "auto").lower()
    if said in ("1", "2"):
        return said == "2"
    ns = {who for deal in deals for who in deal.ns}
    ew = {who for deal in deals for who in deal.ew}
    if not ns or not ew:
        return False
    if not ns & ew:
        return True
    # In a movement that uses the same numbers twice every board has many of them on both sides; a
    # pair that was typed twice by mistake is a fault, not a second field.
    sitting = Counter((deal.board, who) for deal in deals for who in (*deal.ns, *deal.ew))
    twice = sum(count - 1 for count in sitting.values())
    return 2 * twice >= len(deals) or (twice > 3 and 4 * twice >= len(deals))


def _by_direction(deals: Tuple[Deal, ...]) -> Tuple[Deal, ...]:
    """Call pairs by direction and number where both directions use the same numbers."""
    ns = {who for deal in deals for who in deal.ns}
    if not ns & {who for deal in deals for who in deal.ew}:
        return deals
    return tuple(
        replace(
            deal,
            ns=tuple(f"NS {who}" for who in deal.ns),
            ew=tuple(f"EW {who}" for who in deal.ew),
        )
        for deal in deals
    )


def _contestants(
    deals: Tuple[Deal, ...], listed: Optional[Tuple[Contestant, ...]], divided: bool
) -> Tuple[Tuple[Contestant, ...], List[Fault]]:
    seats: Dict[Id, str] = {}
    for deal in deals:
        for side in SIDES:
            for who in deal.who(side):
                seats.setdefault(who, side)
    known, unknown = _listed(listed or ())
    found: Dict[Id, Contestant] = {}
    shared: Dict[str, Place] = {}
    for who in sorted(seats, key=lambda own: (divided and seats[own] != "ns", natural_order(own))):
        own = known.get(_plain(who)) or known.get(_plain(_other_order(who)))
        number = re.sub(r"^(NS|EW) ", "", who)
        plain = known.get(_plain(number))
        if listed and own is None and not (number != who and _is_blank(plain)):
            place = next(d.place for d in deals if who in (*d.ns, *d.ew))
            if number != who and plain is not None:
                shared.setdefault(number, place)
            else:
                unknown.append(Fault(f"pair {who} is not in the list of players", place))
        division = seats[who].upper() if divided else ""
        found[who] = replace(own or Contestant(who), id=who, division=division)
    if shared:
        one = min(shared, key=natural_order)
        text = (
            f"NS and EW both have the numbers {', '.join(sorted(shared, key=natural_order))}: list "
            f"the pairs as NS {one} and EW {one}, or with a column Direction"
        )
        unknown.append(Fault(text, shared[one]))
    taken = {_plain(c.id) for c in found.values()}
    taken |= {_plain(_other_order(who)) for who in found}
    idle = [c for key, c in known.items() if key not in taken] if not divided else []
    return (*found.values(), *idle), unknown


def _listed(listed: Sequence[Contestant]) -> Tuple[Dict[str, Contestant], List[Fault]]:
    """Return who is listed, by number or by direction and number, and a fault for each repeated.

    A column Direction counts only where the same number is listed for both directions.
    """
    numbers = Counter(_plain(own.id) for own in listed)
    found: Dict[str, Contestant] = {}
    faults: List[Fault] = []
    for own in listed:
        key = _plain(own.id)
        if numbers[key] > 1:
            key = _direction(own) + key
        if key in found:
            text = f"pair {own.id} is listed a second time (first at {found[key].place})"
            faults.append(Fault(text, own.place))
        found.setdefault(key, own)
    return found, faults


_DIRECTIONS = {"n": "ns", "ns": "ns", "northsouth": "ns", "e": "ew", "ew": "ew", "eastwest": "ew"}


def _direction(who: Contestant) -> str:
    said = (text for title, text in who.more if title.casefold() in ("direction", "dir", "line"))
    return _DIRECTIONS.get(re.sub(r"[\s/-]", "", next(said, "")).casefold(), "")


def _is_blank(who: Optional[Contestant]) -> bool:
    """Tell whether a prepared line says nothing but its number, so that it may stand for two."""
    return who is not None and not (who.name or who.more or who.start)


def _other_order(who: Id) -> str:
    """Return ``3NS`` for ``NS 3``."""
    direction, _, number = who.partition(" ")
    return f"{number}{direction}" if number else who


def _plain(who: Id) -> str:
    return re.sub(r"[\s_.\-:#()]+", "", who).casefold()


def natural_order(who: Id) -> Tuple[object, ...]:
    """Return a key that sorts B9 before B10."""
    return tuple((part.isdecimal(), int(part) if part.isdecimal() else 0, part.casefold())
                 for part in re.findall(r"\d+|\D+", who))  # fmt: skip


def _faults(deals: Iterable[Deal], contest: str) -> List[Fault]:
    found: List[Fault] = []
    seen: Dict[Tuple[object, ...], Deal] = {}
    for deal in deals:
        both = (*deal.ns, *deal.ew)
        if len(set(both)) < len(both):
            twice = next(who for who in both if both.count(who) > 1)
            found.append(Fault(f"{twice} plays against themselves", deal.place))
            continue
        for side in SIDES:
            for who in deal.who(side):
                key = (deal.board, who, *((side, deal.round) if contest == "teams" else ()))
                before = seen.setdefault(key, deal)
                if before is not deal:
                    found.append(
                        Fault(
                            f"{who} plays board {deal.board} a second time "
                            f"(first at {before.place})",
                            deal.place,
                        )
                    )
    return found
