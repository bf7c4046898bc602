"""Who left an event or was sent off: what that does to the rounds begun and the final standings.

In a round robin the results of a player who completed less than half of the games stay in the
table, but do not count in the final standings (FIDE General Regulations for Competitions C.05,
6.6; until 2014 FIDE Tournament Rules C.06, 5.4, which 5.6 applies to teams). With at least half of
them they all count, and the games not played are forfeits. In a Swiss they always count.
"""

from __future__ import annotations

from collections import Counter
from typing import Dict, Iterable, List, Sequence

from xltie.core.messages import Message, count, joined, say
from xltie.event.model import Contestant, Event, Id, Match, Status
from xltie.settings.declared import WITHDRAWN

_COMPLETED = frozenset({Status.PLAYED, Status.FORFEIT_WIN})
"""What counts as a completed game: one that was played, or for which the rival did not come."""


def annulled(event: Event) -> Dict[Id, Message]:
    """Return those whose results do not count, by id, and why.

    The setting ``withdrawn``, "counted", lets them count.
    """
    left = [
        contestant
        for contestant in event.contestants
        if contestant.withdrawn_after is not None or contestant.is_expelled
    ]
    annuls = event.traits.annuls_withdrawn and event.settings[WITHDRAWN] != "counted"
    if not (left and annuls and event.format == "round-robin"):
        return {}
    games, completed = _games_of_each(event), _completed(event)
    return {
        player.id: say(
            "{left} with {completed} of {games}: the results do not count "
            "(General Regulations 6.6)",
            left=_left(player),
            completed=completed[player.id],
            games=count(games, "{n} game", "{n} games"),
        )
        for player in left
        if 2 * completed[player.id] < games
    }


def _completed(event: Event) -> Dict[Id, int]:
    """Return how many games everybody completed."""
    return Counter(
        side.who
        for match in event.matches
        if match.b is not None
        for side in match.sides
        if side.status in _COMPLETED
    )


def unranked(event: Event) -> Dict[Id, Message]:
    """Return those who have no place in the standings, by id, and why."""
    found = annulled(event)
    for contestant in event.contestants:
        if contestant.is_expelled and contestant.id not in found:
            found[contestant.id] = say(
                "{left}: no place in the standings; the results count", left=_left(contestant)
            )
    return found


def left_out(event: Event) -> List[Message]:
    """Return a line for each who has no place in the standings, as sheets and commands say it."""
    names = {contestant.id: contestant.name for contestant in event.contestants}
    return [
        joined((" ".join(filter(None, (who, names[who]))), why), ": ")
        for who, why in unranked(event).items()
    ]


def _left(contestant: Contestant) -> Message:
    after = contestant.withdrawn_after
    if contestant.is_expelled:
        return say("expelled") if after is None else say("expelled after round {n}", n=after)
    return say("withdrew after round {n}", n=after)


def _games_of_each(event: Event) -> int:
    """Return how many games each has in the whole round robin, at least one cycle."""
    players = len(event.contestants)
    is_odd = players % 2
    cycle = players if is_odd else players - 1
    begun = event.last_round
    rounds = max(event.rounds, begun, cycle)
    return rounds - rounds // players if is_odd else rounds


def rounds_begun(contestants: Iterable[Contestant], matches: Sequence[Match]) -> int:
    """Return the number of rounds begun: up to the last with a game, or an entry for everybody.

    The byes of a later round are only announced. Who left before a round needs no entry in it.
    """
    paired = max((match.round for match in matches if match.b is not None), default=0)
    last = max((match.round for match in matches), default=0)
    for number in range(last, paired, -1):
        named = {match.a.who for match in matches if match.round == number}
        if all(c.id in named or c.has_left(number) for c in contestants):
            return number
    return paired
