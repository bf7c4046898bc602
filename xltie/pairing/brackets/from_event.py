"""From an event to the field of a round: scores, virtual points, colours, floats, the bye."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Dict, FrozenSet, Iterator, List, Sequence, Set, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import say
from xltie.event import Contestant, EventIndex, Id, RoundRecord, Status, pairing_order
from xltie.functions.registry import Source
from xltie.pairing.brackets.field import DOWN, UP, Field, Player, preference
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import COLOURS, PairingState, records_before, running_scores
from xltie.settings.declared import INITIAL_COLOUR

BAKU = Source(
    "FIDE", "Handbook C.04.7, Accelerated Systems", "from 1 February 2026",
    "https://handbook.fide.com/chapter/C0407202602",
)  # fmt: skip
_TITLES = ("virtual points", "acceleration", "가상점수")


def virtual_points(
    event_index: EventIndex, order: Sequence[Contestant], rounds: int, wants: RoundOptions
) -> Dict[Id, List[int]]:
    """Return the virtual points of each player who has some, round by round, scaled.

    ``order`` is that of the pairing numbers. Points named for players (a column of the list of
    players, records XXA and 250) go before the method.

    Raises:
        InputError: points that are not numbers, or Baku where it is not allowed.
    """
    named = named_points(event_index)
    if named or not wants.baku:
        return named
    scoring = event_index.event.scoring
    if scoring.win != 2 * scoring.draw or scoring.loss:
        raise InputError.say(
            "Baku acceleration needs a win worth two draws and a loss worth nothing (C.04.7)"
        )
    if not rounds:
        raise InputError.say("Baku acceleration needs the number of rounds")
    win, draw = event_index.scaled_win, event_index.scaled_draw
    accelerated = (rounds + 1) // 2
    full = (accelerated + 1) // 2
    points = [win] * full + [draw] * (accelerated - full)
    return dict.fromkeys(_first_group(event_index, order), points)


def _first_group(event_index: EventIndex, order: Sequence[Contestant]) -> List[Id]:
    """Return group GA: the upper half of the starting list, rounded up to an even number.

    The last player of it stays the last when late entries come in above.
    """
    starting = [player for player in order if not _came_late(event_index, player.id)]
    last = starting[: 2 * ((len(starting) + 3) // 4)][-1:]
    if not last:
        return []
    return [player.id for player in order[: order.index(last[0]) + 1]]


def _came_late(event_index: EventIndex, who: Id) -> bool:
    """Tell whether a player was not named in the first round, and played later."""
    records = event_index.rounds_of(who)
    if not records or records[0].own.status is not Status.ABSENT:
        return False
    return any(record.other is not None for record in records)


def named_points(event_index: EventIndex) -> Dict[Id, List[int]]:
    """Return the virtual points that the list of players names, such as ``1 1 0.5``, scaled.

    Raises:
        InputError: points that are not numbers, each with the place of the player.
    """
    found: Dict[Id, List[int]] = {}
    faults: List[Fault] = []
    for contestant in event_index.event.contestants:
        for title, text in contestant.more:
            if " ".join(title.split()).casefold() not in _TITLES or not text.strip():
                continue
            points, is_read = _numbers(text)
            if not is_read:
                who = contestant.id
                why = say(
                    "the virtual points {text!r} of {who} are not numbers", text=text, who=who
                )
                faults.append(Fault(why, contestant.place))
            found[contestant.id] = [int(point * event_index.denominator) for point in points]
    if faults:
        raise InputError(faults)
    return found


def _numbers(text: str) -> Tuple[List[Fraction], bool]:
    found = []
    for word in text.replace("½", ".5").replace(";", " ").split():
        try:
            found.append(Fraction(word.rstrip(",").replace(",", ".")))
        except (ValueError, ZeroDivisionError):
            return [], False
    return found, True


Scores = Dict[Id, List[int]]
"""A player's score before each round, with the virtual points of that round."""


def build_field(
    event_index: EventIndex, state: PairingState, wants: RoundOptions, with_topscorers: bool = True
) -> Field:
    """Return who is to be paired in a round, as the Dutch system sees them.

    Other systems have no topscorers, for whom the rules of colours are wider in the last round.

    Raises:
        InputError: virtual points that cannot be read, or Baku where it is not allowed.
    """
    order = pairing_order(event_index.event)
    scores = scores_before(event_index, state, wants)
    playing = {entry.who for entry in state.entries}
    players = [
        _player(event_index, who, number, records, scores)
        for number, who, records in numbered(event_index, order, playing, state.round)
    ]
    scoring = (event_index.scaled_win, event_index.scaled_draw)
    is_wide = state.is_last and with_topscorers
    limit = (state.round - 1) * max(scoring) / 2 if is_wide else math.inf
    return Field(players, forbidden_couples(event_index, wants, playing), limit)


def numbered(
    event_index: EventIndex, order: Sequence[Contestant], playing: Set[Id], round_number: int
) -> Iterator[Tuple[int, Id, List[RoundRecord]]]:
    """Yield the players of a round with their pairing numbers and the rounds before.

    Who took part before keeps a number without playing in this round.
    """
    number = 0
    for who in (contestant.id for contestant in order):
        records = records_before(event_index, who, round_number)
        number += who in playing or any(map(took_part, records))
        if who in playing:
            yield number, who, records


def scores_before(event_index: EventIndex, state: PairingState, wants: RoundOptions) -> Scores:
    """Return everybody's score before each round, with the virtual points of that round.

    Raises:
        InputError: virtual points that cannot be read, or Baku where it is not allowed.
    """
    order = pairing_order(event_index.event)
    virtual = virtual_points(event_index, order, state.rounds, wants)
    return {
        player.id: running_scores(event_index, player.id, state.round, virtual.get(player.id, []))
        for player in order
    }


def initial_colour(event_index: EventIndex, state: PairingState) -> int:
    """Return the initial colour: as announced, as the first colours imply, or by lot."""
    announced = event_index.event.settings[INITIAL_COLOUR]
    if announced:
        return COLOURS[announced]
    return implied_colour(event_index, state.round) or state.top_colour


def implied_colour(event_index: EventIndex, round_number: int) -> int:
    """Return the initial colour that the colours before a round imply, 0 where there are none.

    The first player in the order of numbers who took part by the first round with colours had it;
    where that player has no colour then, the next one had the other, and so on.
    """
    order = [player.id for player in pairing_order(event_index.event)]
    for number in range(1, round_number):
        expected = 1
        for who in order:
            records = records_before(event_index, who, number + 1)
            if not any(map(took_part, records)):
                continue
            last = records[-1]
            has_colour = last.round == number and last.other is not None  # a bye stands in a column
            colour = COLOURS.get(last.own.seat, 0) if has_colour else 0
            if colour:
                return colour * expected
            expected = -expected
    return 0


def took_part(record: RoundRecord) -> bool:
    """Tell whether a player was in the pairing of a round."""
    return record.other is not None or record.own.status is Status.PAIRING_BYE


def is_played(record: RoundRecord) -> bool:
    """Tell whether a game was played in a round."""
    return record.own.status is Status.PLAYED and record.other is not None


def _player(
    event_index: EventIndex, who: Id, number: int, records: List[RoundRecord], scores: Scores
) -> Player:
    colours, met = colours_and_met(records)
    floats = [float_back(event_index, records, scores, back) for back in (1, 2)]
    may_rest = not any(_bars_the_bye(event_index, record) for record in records)
    return Player(
        who, number, scores[who][-1], colours, met, (floats[0], floats[1]), may_rest,
        preference(colours), sum(map(is_played, records)),
    )  # fmt: skip


def colours_and_met(records: List[RoundRecord]) -> Tuple[Tuple[int, ...], FrozenSet[Id]]:
    """Return the colours of the games that were played, and the opponents in them."""
    played = [record for record in records if is_played(record)]
    colours = (COLOURS[record.own.seat] for record in played if record.own.seat in COLOURS)
    return tuple(colours), frozenset(record.other.who for record in played if record.other)


def _bars_the_bye(event_index: EventIndex, record: RoundRecord) -> bool:
    """Tell whether a round keeps its player from the bye: criterion C2 (article 2.1)."""
    if is_played(record):
        return False
    is_bye = record.own.status is Status.PAIRING_BYE
    return is_bye or record.scaled >= event_index.scaled_win


def float_back(
    event_index: EventIndex, records: List[RoundRecord], scores: Scores, back: int
) -> int:
    """Return the float of a round that many rounds back (article 1.4), 0 for none."""
    if len(records) < back:
        return 0
    record = records[-back]
    if not is_played(record) or record.other is None:
        loss = int(event_index.event.scoring.loss * event_index.denominator)
        is_bye = record.own.status is Status.PAIRING_BYE
        return DOWN if is_bye or record.scaled > loss else 0
    score = scores[record.own.who][record.round - 1]
    other = scores[record.other.who][record.round - 1]
    return DOWN if score > other else UP if score < other else 0


def forbidden_couples(
    event_index: EventIndex, wants: RoundOptions, playing: Set[Id]
) -> List[FrozenSet[Id]]:
    """Return the couples that must not meet, by name or as members of the same club."""
    found = list(wants.forbidden)
    for what in wants.forbid_same:
        members: Dict[str, List[Id]] = {}
        for player in event_index.event.contestants:
            if player.id in playing and getattr(player, what):
                members.setdefault(getattr(player, what), []).append(player.id)
        for group in members.values():
            found += map(frozenset, combinations(group, 2))
    return found
