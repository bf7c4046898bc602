"""Who sat at which board of a match, as far as a report says or lets it follow."""

from __future__ import annotations

from typing import Collection, Dict, List, Mapping, Optional, Tuple

from xltie.core.messages import Message, Value, say
from xltie.event import Id
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.report import TeamLines

Order = Tuple[Tuple[Id, ...], bool]
"""The players of a team from board 1 on, and whether every board is sure."""


def seat_listed(found: TeamLines, known: Collection[Id], notes: Notes) -> None:
    """Make those whom a line-up (300) seats members of the team, unless they are of another.

    Who is in no list of a team (310) plays for the one that seats it; who is listed elsewhere, or
    not at all in the file, sits nowhere.
    """
    team_of = {who: team for team, members in found.members.items() for who in members}
    for (number, team), (other, seated) in tuple(found.line_ups.items()):
        contestant = found.teams.get(team)
        kept = []
        for who in seated:
            listed = team_of.get(who, "") if who in known else "-"
            if contestant is not None and who and listed != team:
                notes.warn(_strange(number, team, who, listed), contestant.place.line or 0)
                if not listed:
                    found.members[team] += (who,)
                    team_of[who] = listed = team
            kept.append(who if contestant is None or listed == team else "")
        found.line_ups[number, team] = other, tuple(kept)


def _strange(number: int, team: Id, who: Id, listed: str) -> Message:
    """Return what is said of a player of a line-up who is not listed as one of its team."""
    values: Dict[str, Value] = {"team": team, "round": number, "who": who}
    if not listed:
        return say(
            "the line-up of team {team} in round {round} names player {who}, who is in no team "
            "(310) and counts as one of this team",
            **values,
        )
    if listed == "-":
        return say(
            "the line-up of team {team} in round {round} names player {who}, who is not in the "
            "file",
            **values,
        )
    return say(
        "the line-up of team {team} in round {round} names player {who}, who is in team {other}",
        other=listed,
        **values,
    )


def aligned(orders: List[Order], met: Mapping[Id, Id], boards: int) -> List[Order]:
    """Return two line-ups with the empty boards that follow from who met whom.

    Both must be short of a player without a record 300 that says where; otherwise they stay.
    """
    if orders[0][1] or orders[1][1]:
        return orders
    left, right = list(orders[0][0]), list(orders[1][0])
    found: List[Tuple[Id, Id]] = []
    while left or right:
        if left and not met.get(left[0]):
            found.append((left.pop(0), ""))
        elif right and not met.get(right[0]):
            found.append(("", right.pop(0)))
        elif left and right and met[left[0]] == right[0]:
            found.append((left.pop(0), right.pop(0)))
        else:
            return orders
    if len(found) > boards:
        return orders
    return [(tuple(board[at] for board in found), True) for at in (0, 1)]


def board_of(
    who: Id,
    opponent: Optional[Id],
    order: Order,
    other: Order,
) -> Optional[int]:
    """Return the board of a player, from 0, None where it is not known."""
    if opponent and other[1] and not order[1] and opponent in other[0]:
        return other[0].index(opponent)
    return order[0].index(who) if who in order[0] else None
