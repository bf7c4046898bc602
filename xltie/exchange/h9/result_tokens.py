"""Results as an EGD file writes them: the opponent's number, a sign, colour and handicap."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Optional, Tuple

from xltie.event import Event, Id, Match, Outcome, Side, Status, rounds_begun
from xltie.exchange.h9.lines import BARE, H9Result, read_result
from xltie.settings import Setting
from xltie.settings.declared import ABSENT, BYE, EGD_ABSENT

_SIGN = {Outcome.WIN: "+", Outcome.LOSS: "-", Outcome.DRAW: "=", None: "?"}


def says(result: H9Result, token: str) -> bool:
    """Tell whether a result that was read still holds."""
    now = read_result(token)
    if now is None or now.opponent != result.opponent:
        return False
    if now.opponent == 0:  # a round missed is written 0-, 0= or ? by the event's own rules
        return now.sign == result.sign or "+" not in (now.sign, result.sign)
    same = (now.sign, now.by_default) == (result.sign, result.by_default)
    return same and (result.handicap is None or (now.handicap or 0) == result.handicap)


def result_tokens(event: Event, numbers: Dict[Id, int]) -> Dict[Id, List[str]]:
    """Return every player's results, one a round."""
    rounds = max(event.rounds, event.last_round)
    begun = rounds_begun(event.contestants, event.matches)
    missed = [f"0{_absent(event)}"] * begun + ["0-"] * (rounds - begun)
    found = {contestant.id: list(missed) for contestant in event.contestants}
    for match in event.matches:
        for side, other in match.facing:
            code = _code(event, match, side, other)
            number = numbers[other.who] if other is not None else 0
            is_bare = code.startswith(BARE)
            found[side.who][match.round - 1] = code[len(BARE) :] if is_bare else f"{number}{code}"
    return found


def _code(event: Event, match: Match, side: Side, other: Optional[Side]) -> str:
    """Return what stands after the opponent's number: as it was read where that still holds."""
    sign, by_default = _sign(event, side, other)
    if other is None and side.code.startswith(BARE) and sign == "-":
        return side.code
    kept = read_result(f"0{side.code}") if side.code else None
    if _holds(kept, sign, by_default, match.handicap):
        return side.code
    if other is None or side.seat not in ("black", "white"):
        return sign + ("!" if by_default else "")
    return f"{sign}{'!' if by_default else '/'}{side.seat[0]}{match.handicap}"


def _holds(kept: Optional[H9Result], sign: str, by_default: bool, handicap: int) -> bool:
    if kept is None or kept.sign != sign or (kept.by_default and not by_default):
        return False
    return kept.handicap in (None, handicap)


def _sign(event: Event, side: Side, other: Optional[Side]) -> Tuple[str, bool]:
    if other is None:
        return _alone(event, side), False
    if side.status is Status.PLAYED:
        return _SIGN[side.outcome], False
    if side.status is Status.PENDING:
        return "?", False
    if side.points == Fraction(1, 2):
        return "=", True
    return ("+" if side.status is Status.FORFEIT_WIN else "-"), True


def _alone(event: Event, side: Side) -> str:
    if side.status is Status.PAIRING_BYE:
        return _sign_worth(event, BYE, "+")
    if side.status is Status.FULL_BYE:
        return "+"
    if side.status is Status.HALF_BYE:
        return "="
    prints_half = event.format == "mcmahon" or event.settings.text(EGD_ABSENT) == "0="
    return "=" if side.status is Status.ABSENT and prints_half else "-"


def _absent(event: Event) -> str:
    """Return the sign of a round without an entry: by its worth in the score that ranks."""
    return _sign_worth(event, ABSENT, "=" if event.format == "mcmahon" else "-")


def _sign_worth(event: Event, setting: Setting[str], usual: str) -> str:
    """Return the sign of a round without a game, by what a setting says it is worth."""
    values = event.settings[setting].split(";")
    worth = (values[-1] if event.format == "mcmahon" else values[0]).strip()
    return {"": usual, "0.5": "=", "1/2": "=", "1": "+"}.get(worth, "-")
