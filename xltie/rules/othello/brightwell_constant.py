"""Numbers of an event as a whole: how many rounds, and the Brightwell constant."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Callable, Dict

from xltie.core.errors import DomainError, chosen
from xltie.core.messages import say
from xltie.functions.registry import Arg, function
from xltie.functions.sources import GREEN_2015, MBS_KOREA, PAPP, SWISS_KOREA, WOF


def _nearest_even(exact: Fraction) -> int:
    """Return the even number nearest to ``exact``, the larger of two that are equally near."""
    below = 2 * (exact // 2)
    return int(below if exact - below < 1 else below + 2)


def _even_choice(exact: Fraction, larger: bool) -> int:
    """Return the larger or smaller even number where two come into question.

    The source lists two for 7, 9 and 13 rounds: those where the farther neighbour of 64/R is not
    much farther than the nearer one, at most 8/7 away. Other numbers of rounds follow that measure.
    """
    below = int(2 * (exact // 2))
    near = _nearest_even(exact)
    both = exact != below and max(exact - below, below + 2 - exact) <= Fraction(8, 7)
    if not both:
        return near
    return below + 2 if larger else below


_METHODS: Dict[str, Callable[[int], Fraction]] = {
    "exact": lambda rounds: Fraction(64, rounds),
    "even": lambda rounds: Fraction(_nearest_even(Fraction(64, rounds))),
    "wide": lambda rounds: Fraction(_even_choice(Fraction(64, rounds), larger=True)),
    "narrow": lambda rounds: Fraction(_even_choice(Fraction(64, rounds), larger=False)),
    "wof": lambda rounds: Fraction(6),
    "papp": lambda rounds: Fraction(0 if rounds < 8 else 6),
    "discs": lambda rounds: Fraction(0),
}
_ALIASES = {"seed000": "even", "seed001": "even", "woc": "wof", "": "even"}
METHODS = (*_METHODS, "seed000", "seed001", "woc")


def constant(rounds: int, method: str) -> Fraction:
    """Return the Brightwell constant of a named method for a number of rounds.

    Raises:
        DomainError: no such method, or no rounds to divide by.
    """
    name = method.strip().lower()
    name = _ALIASES.get(name, name)
    refusal = say(
        "there is no constant {method!r}; choose from {methods}",
        method=method, methods=", ".join(METHODS),
    )  # fmt: skip
    found = chosen(name, _METHODS, refusal)
    if rounds < 1:
        raise DomainError.say("the Brightwell constant needs at least one round")
    return found(rounds)


@function("BRIGHTWELL", source=(GREEN_2015, MBS_KOREA, WOF, PAPP))
def brightwell(
    rounds: Annotated[int, Arg("Number of rounds in the event.", min=1)],
    method: Annotated[
        str, Arg("even, exact, wide or narrow (field), wof, papp or discs.", names=METHODS)
    ] = "even",
) -> Fraction:
    """Brightwell constant C: the value in discs of one point of an opponent.

    ``exact`` is 64/R, where R is the number of rounds; ``even`` is the nearest even number, which
    keeps BQ whole; ``wide`` and ``narrow`` take the larger or the smaller even number where two are
    close (7, 9 and 13 rounds), for a field with a wide or a narrow range of playing strength;
    ``wof`` is 6, fixed by the World Othello Federation; ``papp`` is 0 below 8 rounds and 6 from 8
    rounds on; ``discs`` is 0.
    """
    return constant(rounds, method)


@function("ROUNDS", source=SWISS_KOREA)
def rounds_for(players: Annotated[int, Arg("Number of players, 5 or more.", min=5)]) -> int:
    """Minimum number of Swiss rounds for a field: N for 2^(N-1) + 1 to 2^N players.

    The table printed with the formula has an error at 65 to 218 players (7 rounds) and 219 to 256
    (8 rounds); by the formula, 65 to 128 players need 7 rounds and 129 to 256 need 8.
    """
    return (players - 1).bit_length()
