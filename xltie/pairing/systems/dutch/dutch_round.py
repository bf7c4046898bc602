"""A round drawn by the FIDE Dutch system: tables, colours, and the reasons for them."""

from __future__ import annotations

from dataclasses import replace
from typing import List, Tuple

from xltie.core.errors import Fault, InputError
from xltie.event.index import EventIndex
from xltie.pairing.engine.refusal import NoPairing
from xltie.pairing.engine.state import PairingState
from xltie.pairing.options import Wants
from xltie.pairing.systems.catalogue import System
from xltie.pairing.systems.drawn_round import Board, Round
from xltie.pairing.systems.dutch.colours import white_first
from xltie.pairing.systems.dutch.completion import Completion
from xltie.pairing.systems.dutch.entry_list import field_before, initial_colour
from xltie.pairing.systems.dutch.field import Field
from xltie.pairing.systems.dutch.player import Player
from xltie.pairing.systems.dutch.solver import Solution, solve


def dutch_round(
    event_index: EventIndex, state: PairingState, system: System, wants: Wants
) -> Round:
    """Return the pairing of a round by C.04.3.

    Raises:
        InputError: an option that the rules exclude.
        NoPairing: no pairing keeps the absolute criteria.
    """
    _refuse_unknown(wants)
    field, _, solution = solved_field(event_index, state, wants)
    initial = initial_colour(event_index, state)
    seated = []
    for high, low in sorted(solution.pairs, key=lambda pair: _board_key(field, *pair)):
        seated.append(white_first(field.players[high], field.players[low], initial))
    return Round(
        state.round, system, _boards(state, field, seated, solution), state.kept, state.resting,
        tuple(who for who in state.resting if who in wants.half_byes), _ranked(state, field),
    )  # fmt: skip


def solved_field(
    event_index: EventIndex, state: PairingState, wants: Wants
) -> Tuple[Field, Completion, Solution]:
    """Return the field of a round, its completion test and its pairing.

    Raises:
        NoPairing: no pairing keeps the absolute criteria.
    """
    field = field_before(event_index, state, wants)
    completion = Completion(field)
    if not completion.is_possible:
        raise NoPairing.of(_impossible(field, state))
    return field, completion, solve(field, completion)


def _board_key(field: Field, high: int, low: int) -> Tuple[int, int, int]:
    """Return the order of boards (C.04.2, 3.6): higher score, sum of scores, higher player."""
    one, other = field.players[high], field.players[low]
    return -one.score, -one.score - other.score, high


def _boards(
    state: PairingState,
    field: Field,
    seated: List[Tuple[Player, Player, str]],
    solution: Solution,
) -> Tuple[Board, ...]:
    taken = {match.table for match in state.kept if match.table}
    free = (n for n in range(1, len(seated) + len(state.kept) + 2) if str(n) not in taken)
    boards = []
    for white, black, _ in seated:
        first, second = (white, black) if state.first_colour == 1 else (black, white)
        boards.append(Board(next(free), first.who, second.who))
    if solution.bye is not None:
        boards.append(Board(next(free), field.players[solution.bye].who, None))
    return tuple(boards)


def _ranked(state: PairingState, field: Field) -> PairingState:
    """Return the state with the scores and ranks that the pairing used."""
    entries = [
        replace(
            entry, rank=field.place[entry.who], score=field.players[field.place[entry.who]].score
        )
        for entry in state.entries
    ]
    return replace(state, entries=tuple(sorted(entries, key=lambda entry: entry.rank)))


def _refuse_unknown(wants: Wants) -> None:
    faults = []
    if wants.accelerated:
        faults.append(Fault("the Dutch system is accelerated by the Baku method: write Baku"))
    if wants.avoid:
        faults.append(
            Fault("the Dutch system cannot avoid pairs where possible; forbid them instead")
        )
    if wants.repeats:
        faults.append(Fault("the Dutch system never lets players meet twice"))
    if wants.first or wants.order:
        faults.append(Fault("the Dutch system has its own order of pairing"))
    if faults:
        raise InputError(faults)


def _impossible(field: Field, state: PairingState) -> str:
    """Say why nothing can be paired, as far as one player alone shows it."""
    alone = [own.who for at, own in enumerate(field.players) if not field.open_to[at]]
    text = f"no pairing of round {state.round} keeps the absolute criteria C1 to C4 (C.04.3)"
    if len(alone) > len(field) % 2:
        text += f": there is no opponent left for {', '.join(alone)}"
    elif len(field) % 2 and not any(own.may_rest for own in field.players):
        text += ": everybody has had a bye"
    return text + "; the arbiter decides (article 1.9)"
