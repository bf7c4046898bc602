"""The team records of a TRF: who belongs to a team, line-ups, byes and forfeits of matches.

TRF26 gives the columns; record 013 is TRF16's and has neither numbers nor results.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import Collection, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import Place
from xltie.core.messages import Message, Value, say
from xltie.core.records import replace
from xltie.event import (
    Contestant,
    EventIndex,
    Id,
    Status,
    TeamEvent,
    scored,
    squads_of,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.announced_byes import ANNOUNCED
from xltie.exchange.trf.players import letter_of, points_text
from xltie.exchange.trf.record import Draft, Field, Record, Row, decimal, put_whole, saying
from xltie.exchange.trf.report import Report, TeamLines

Lines = Tuple[Tuple[str, str], ...]
Key = Tuple[int, Id]


def holds_teams(lines: Lines) -> bool:
    """Tell whether a file is one of a team event.

    An individual event (092) may list teams too, and a single team has nobody to play against.
    """
    kinds = [line[:3] for line, _ in lines if line[3:4] == " "]
    if kinds.count("310") < 2 and ("310" in kinds or kinds.count("013") < 2):
        return False
    return not any(line.lower().startswith("092 individual") for line, _ in lines)


# -- the teams (310, 013) --------------------------------------------------------------------------


def _team(record: Record, report: Report, line: str, place: Place) -> None:
    is_numbered = record.number == "310"
    if report.numbers_teams and not is_numbered:
        return
    found, row = report.teams, record.row_of(line)
    team = row.said["number"] if is_numbered else str(len(found.teams) + 1)
    if not team.isdecimal() or str(int(team)) in found.teams:
        said = say("the team number {number!r} is no number or stands twice", number=team)
        report.notes.warn(said, replace(place, column=5))
        return
    who = str(int(team))
    name = " ".join(row.said["name"].split())
    rating = _whole(row.said.get("strength", "")) or None
    found.teams[who] = Contestant(who, name, rating, place=place)
    found.members[who] = tuple(filter(None, map(_id, row.many)))
    if is_numbered:
        found.claimed[who] = row.said["match points"], row.said["game points"]


def _id(cell: str) -> Id:
    return str(int(cell)) if cell.isdecimal() and int(cell) else ""


def _teams_of(event: TeamEvent) -> Iterator[Row]:
    event_index = EventIndex(event)
    squads = squads_of(event)
    for team in sorted(event.contestants, key=lambda team: int(team.id)):
        said = {"number": team.id, "name": team.name, "strength": str(team.rating or "")}
        for name, score in (("match points", "MP"), ("game points", "GP")):
            said[name] = points_text(scored(event_index, score).score(team.id)).strip()
        yield Row(said, tuple(squads[team.id]))


def _put_teams(record: Record, draft: Draft, event: TeamEvent, before: Optional[TeamEvent]) -> None:
    """Write the teams in the record that the file has them in."""
    kinds = {line.text[:3] for line in draft.lines}
    is_numbered = "310" in kinds or "013" not in kinds
    if (record.number == "310") == is_numbered:
        draft.patch(record, _teams_of(event), _teams_of(before) if before else ())


# -- rounds: line-ups (300), pairing byes (320), forfeits (330) ------------------------------------


def _cannot_be_read(report: Report, record: Record, place: Place) -> None:
    said = say("this record {record} cannot be read and does not count", record=record.number)
    report.notes.warn(said, place)


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _line_up(record: Record, report: Report, line: str, place: Place) -> None:
    row = record.row_of(line)
    number, team, other = (_whole(row.said[name]) for name in ("round", "team", "opponent"))
    if number and team and other:
        report.teams.line_ups[number, str(team)] = str(other), tuple(map(_id, row.many))
    else:
        _cannot_be_read(report, record, place)


def _put_line_ups(
    record: Record, draft: Draft, event: TeamEvent, before: Optional[TeamEvent]
) -> None:
    """Write the line-ups that changed where they are not the usual ones."""
    new, old = _line_ups(event), _line_ups(before)
    squads = squads_of(event)
    changed = {key for key in {*new, *old} if new.get(key) != old.get(key)}
    lines = {record.key_of(record.row_of(line.text)): line for line in draft.of(record)}
    draft.drop(lines[key] for key in changed if key in lines)
    rows = [
        row
        for key, row in new.items()
        if key in changed and not _is_usual(row.many, squads.get(row.said["team"], []))
    ]
    draft.add(record, [record.line(row) for row in rows])


def _line_ups(event: Optional[TeamEvent]) -> Dict[Tuple[str, ...], Row]:
    if event is None:
        return {}
    others = {
        (match.round, side.who): other for match in event.matches for side, other in match.facing
    }
    found: Dict[Tuple[str, ...], Row] = {}
    for number, team, seated in event.line_ups:
        other = others.get((number, team))
        if other is not None:
            said = {"round": str(number), "team": team, "opponent": other.who}
            found[str(number), team] = Row(said, tuple(who or "0000" for who in seated))
    return found


def _is_usual(seated: Sequence[Id], squad: Sequence[Id]) -> bool:
    """Tell whether a full line-up is in the order of the team's list."""
    turns = [squad.index(who) if who in squad else -1 for who in seated]
    return "0000" not in seated and turns == sorted(turns)


def _pairing_byes(record: Record, report: Report, line: str, place: Place) -> None:
    row, found = record.row_of(line), report.teams
    points = [decimal(row.said[name]) for name in ("match points", "game points")]
    if points[0] is not None and points[1] is not None:
        found.bye_points = points[0], points[1]
    found.byes.update((at, _id(who)) for at, who in enumerate(row.many, 1) if _id(who))
    if found.bye_points is None:
        _cannot_be_read(report, record, place)


def _pairing_byes_of(event: TeamEvent) -> Iterator[Row]:
    free = (match for match in event.matches if match.a.status is Status.PAIRING_BYE)
    byes = {match.round: match.a.who for match in free}
    if byes:
        said = {
            "match points": points_text(event.scoring.pairing_bye),
            "game points": points_text(event.match_scoring.pairing_bye),
        }
        yield Row(said, tuple(byes.get(at, "000") for at in range(1, max(byes) + 1)))


def _forfeit(record: Record, report: Report, line: str, place: Place) -> None:
    said, found = record.row_of(line).said, report.teams
    kind, number = line[4:6], _whole(said["round"])
    white, black = str(_whole(said["white"])), str(_whole(said["black"]))
    if kind not in ("+-", "-+", "--") or not number or "0" in (white, black):
        _cannot_be_read(report, record, place)
        return
    found.forfeits[number, white] = black, kind[0]
    found.forfeits[number, black] = white, kind[1]
    found.blacks.add((number, black))


def _forfeits_of(event: TeamEvent) -> Iterator[Row]:
    for match in event.matches:
        if match.b is not None and match.a.status.is_forfeit and match.b.status.is_forfeit:
            signs = letter_of(match.a) + letter_of(match.b)
            said = {"signs": signs, "round": str(match.round)}
            yield Row({**said, "white": match.a.who, "black": match.b.who})


# -- scores and colours (352, 362) -----------------------------------------------------------------


def _match_points(record: Record, report: Report, line: str, place: Place) -> None:
    pairs = re.findall(r"T([WDL])\s*(\d+(?:[.,]\d*)?)", line.upper())
    points = ((kind, Fraction(text.replace(",", "."))) for kind, text in pairs)
    report.teams.match_points.update(points)
    if not pairs:
        _cannot_be_read(report, record, place)


def _match_points_of(event: TeamEvent) -> str:
    scoring = event.scoring
    texts = zip(("TW", "TD", "TL"), (scoring.win, scoring.draw, scoring.loss))
    return "   ".join(f"{name}{points_text(points)}" for name, points in texts)


def _colours(record: Record, report: Report, line: str, place: Place) -> None:
    report.teams.colours = line[4:].strip().upper()


_of_teams = partial(Record, is_of_teams=True, source="TRF26")
TEAMS = (
    _of_teams("310", "a team: number, name, rating, points, rank, its players from board 1 on", (
        Field("number", 5, 7, True), Field("name", 9, 40), Field("strength", 48, 53, True),
        Field("match points", 55, 60, True), Field("game points", 62, 67, True),
        Field("rank", 69, 71, True),
    ), Field("player", 74, 77), 5, ("number",), read=_team, put=_put_teams),
    _of_teams("013", "a team: name, its players", (Field("name", 5, 36),),
           Field("player", 37, 40), 5, is_ordinal=True, source="TRF16", read=_team, put=_put_teams),
)  # fmt: skip
ROUNDS = (
    ANNOUNCED,
    _of_teams("300", "the line-up of a team in a round, if it is not as in 310", (
        Field("round", 5, 7, True), Field("team", 9, 11, True), Field("opponent", 13, 15, True)),
        Field("player", 17, 20), 5, ("round", "team"), read=_line_up, put=_put_line_ups),
    _of_teams("320", "pairing-allocated byes of teams: points, then the team of every round", (
        Field("match points", 5, 8, True), Field("game points", 10, 13, True)),
        Field("team", 15, 17), 4, read=_pairing_byes,
        rows=_pairing_byes_of, put=put_whole),
    _of_teams("330", "a match by forfeit: +-, -+ or --, round, White, Black", (
        Field("signs", 5, 6), Field("round", 8, 10, True), Field("white", 12, 14, True),
        Field("black", 16, 18, True)), keys=("round", "white", "black"),
        read=_forfeit, rows=_forfeits_of),
)  # fmt: skip
SCORES = (
    _of_teams("352", "colours of the first team from board 1 on", read=_colours,
           rows=saying(lambda event: event.colours or ("WB" * event.boards)[: event.boards])),
    _of_teams("362", "match points of teams", read=_match_points,
           rows=saying(_match_points_of)),
)  # fmt: skip
INFORMATIVE = tuple(
    _of_teams(number, "results of a team once more, for people") for number in ("801", "802")
)


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
        other=listed, **values,
    )  # fmt: skip


def aligned(orders: List[Order], met: Mapping[Id, Id], boards: int) -> List[Order]:
    """Return two line-ups with the empty boards that follow from who met whom.

    Both must be short of a player without a record 300 that says where; otherwise they stay.
    """
    if orders[0][1] or orders[1][1]:
        return orders
    left, right = orders[0][0], orders[1][0]
    found: List[Tuple[Id, Id]] = []
    while left or right:
        board = _next_board(left, right, met)
        if board is None or len(found) == boards:
            return orders
        found.append(board)
        left, right = left[bool(board[0]) :], right[bool(board[1]) :]
    return [(tuple(board[at] for board in found), True) for at in (0, 1)]


def _next_board(
    left: Sequence[Id], right: Sequence[Id], met: Mapping[Id, Id]
) -> Optional[Tuple[Id, Id]]:
    """Return who sits at the next board, "" for nobody; None where the two did not meet."""
    if left and not met.get(left[0]):
        return left[0], ""
    if right and not met.get(right[0]):
        return "", right[0]
    return (left[0], right[0]) if left and right and met[left[0]] == right[0] else None


def board_of(who: Id, opponent: Optional[Id], order: Order, other: Order) -> Optional[int]:
    """Return the board of a player, from 0, None where it is not known."""
    if opponent and other[1] and not order[1] and opponent in other[0]:
        return other[0].index(opponent)
    return order[0].index(who) if who in order[0] else None
