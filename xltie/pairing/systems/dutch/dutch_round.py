"""A round drawn by the FIDE Dutch system: tables, colours, and the reasons for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, Optional, Sequence, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import Message, Value, joined, say
from xltie.event import EventIndex
from xltie.pairing.catalogue import Board, Round, System
from xltie.pairing.engine import NoPairing
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.dutch.build_field import build_field, initial_colour
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.field import Field, Slot
from xltie.pairing.systems.dutch.player import Player, white_first
from xltie.pairing.systems.dutch.solver import Solution, solve

Seated = Tuple[Player, Player]
"""White and Black."""


def dutch_round(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> Round:
    """Return the pairing of a round by C.04.3.

    Raises:
        InputError: an option that the rules exclude.
        NoPairing: no pairing keeps the absolute criteria.
    """
    refuse_unknown(wants, say("the Dutch system"))
    field, _, solution = solved_field(event_index, state, wants)
    initial = initial_colour(event_index, state)
    seated = [
        white_first(field.players[high], field.players[low], initial)[:2]
        for high, low in solution.pairs
    ]
    return round_of(state, system, wants, field, seated, solution.bye)


def round_of(
    state: PairingState, system: System, wants: RoundOptions, field: Field,
    seated: Sequence[Seated], bye: Optional[Slot],
) -> Round:  # fmt: skip
    """Return a round with its tables in order, the bye last. ``seated`` are White and Black."""
    in_order = sorted(seated, key=lambda pair: _board_key(field, *pair))
    return Round(
        state.round, system, _boards(state, field, in_order, bye), state.kept, state.resting,
        tuple(who for who in state.resting if who in wants.half_byes), _ranked(state, field),
    )  # fmt: skip


def solved_field(
    event_index: EventIndex, state: PairingState, wants: RoundOptions
) -> Tuple[Field, Completion, Solution]:
    """Return the field of a round, its completion test and its pairing.

    Raises:
        NoPairing: no pairing keeps the absolute criteria.
    """
    field = build_field(event_index, state, wants)
    completion = Completion(field)
    if not completion.is_possible:
        raise NoPairing.of(impossible(field, state, "C.04.3"))
    return field, completion, solve(field, completion)


def _board_key(field: Field, white: Player, black: Player) -> Tuple[int, int, int]:
    """Return the order of boards (C.04.2, 3.6): higher score, sum of scores, higher player."""
    sum_of_scores = white.score + black.score
    high = min(field.slot[white.who], field.slot[black.who])
    return -max(white.score, black.score), -sum_of_scores, high


def _boards(
    state: PairingState, field: Field, seated: Sequence[Seated], bye: Optional[Slot]
) -> Tuple[Board, ...]:
    taken = {match.table for match in state.kept if match.table}
    free = (n for n in range(1, len(seated) + len(state.kept) + 2) if str(n) not in taken)
    boards = []
    for white, black in seated:
        first, second = (white, black) if state.first_colour == 1 else (black, white)
        boards.append(Board(next(free), first.who, second.who))
    if bye is not None:
        boards.append(Board(next(free), field.players[bye].who, None))
    return tuple(boards)


def _ranked(state: PairingState, field: Field) -> PairingState:
    """Return the state with the scores and ranks that the pairing used."""
    known = {entry.who: entry for entry in state.entries}
    ranked = (
        known[player.who]._replace(rank=rank, score=player.score)
        for rank, player in enumerate(field.players)
    )
    return replace(state, entries=tuple(ranked))


def refuse_unknown(wants: RoundOptions, name: Message) -> None:
    """Refuse what no system of the FIDE Handbook allows.

    Raises:
        InputError: every such option.
    """
    refusals = (
        (wants.accelerated, say("{name} is accelerated by the Baku method: write Baku", name=name)),
        (
            wants.avoid,
            say("{name} cannot avoid pairs where possible; forbid them instead", name=name),
        ),
        (wants.repeats, say("{name} never lets players meet twice", name=name)),
        (wants.first or wants.order, say("{name} has its own order of pairing", name=name)),
    )  # fmt: skip
    faults = [Fault(text) for is_wanted, text in refusals if is_wanted]
    if faults:
        raise InputError(faults)


def impossible(
    field: Field, state: PairingState, rules: str, last: str = "C4", article: str = "1.9"
) -> Message:
    """Say why nothing can be paired, as far as one player alone shows it.

    ``last`` is the last of the absolute criteria of the rules, ``article`` the one by which the
    arbiter decides then.
    """
    values: Dict[str, Value] = {
        "round": state.round, "last": last, "rules": rules, "article": article,
    }  # fmt: skip
    alone = [player.who for at, player in enumerate(field.players) if not field.open_to[at]]
    if len(alone) > len(field) % 2:
        return say(
            "no pairing of round {round} keeps the absolute criteria C1 to {last} ({rules}): there "
            "is no opponent left for {who}; the arbiter decides (article {article})",
            who=joined(alone), **values,
        )  # fmt: skip
    if len(field) % 2 and not any(player.may_rest for player in field.players):
        return say(
            "no pairing of round {round} keeps the absolute criteria C1 to {last} ({rules}): "
            "everybody has had a bye; the arbiter decides (article {article})",
            **values,
        )
    return say(
        "no pairing of round {round} keeps the absolute criteria C1 to {last} ({rules}); the "
        "arbiter decides (article {article})",
        **values,
    )
