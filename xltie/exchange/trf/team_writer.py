"""Writing a TRF of teams: what did not change stays byte for byte, the other lines are patched.

A report lists the games of players, so a match that changed needs to say who played. Line-ups,
byes, forfeits and bonuses become the records 300, 320, 240, 330 and 299 of TRF26.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Callable, Dict, List, Set, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import say
from xltie.event import Event, Id, LineUp, Match, Side, Status, TeamEvent, squads_of
from xltie.exchange.common.text import Text, encode
from xltie.exchange.trf.decisions import put_decisions, put_lot
from xltie.exchange.trf.facts import Draft, letter_of, numbers_of
from xltie.exchange.trf.reader import read
from xltie.exchange.trf.team_records import (
    name_teams,
    put_byes,
    put_line_ups,
    put_scores,
    put_teams,
    team_numbers,
)
from xltie.exchange.trf.write_header import write_header
from xltie.exchange.trf.writer import write_players
from xltie.settings.declared import ENCODING, LOT

Key = Tuple[int, Id]
_INFORMATIVE = ("801", "802")
"""Records that repeat results for people; they go when a result changes."""


def write_teams(event: TeamEvent) -> bytes:
    """Return an event of teams as a TRF, on the lines of the file that it was read from if any.

    Raises:
        InputError: a match that changed does not say who played, or cannot be written so that it
            reads as the same again.
    """
    encoding = event.settings.text(ENCODING)
    before = _before(event, encoding)
    numbers = team_numbers(event)
    event = _renumbered(event, numbers)
    changed = _changed(event, before)
    _refuse_unknown(event, changed)
    draft = Draft(event.records)
    merged = _merged(event, before, changed)
    write_header(
        draft, merged, _header_of(before, before) if event.records else Event(game="chess")
    )
    name_teams(draft)
    write_players(draft, merged, before.players)
    put_teams(draft, event, before, bool(changed))
    put_scores(draft, event, before)
    put_byes(draft, event, before)
    put_line_ups(draft, event, changed)
    if changed:
        draft.drop(lambda line: line[:3] in _INFORMATIVE)
    _put_bonuses(draft, event, encoding)
    put_lot(draft, event.settings.text(LOT), before.settings.text(LOT))
    put_decisions(draft, event.contestants, before.contestants)
    data = encode(Text(tuple(draft.lines), encoding))
    _refuse_other(event, _read(data))
    return data


def _read(data: bytes) -> TeamEvent:
    found = read(data).event
    assert isinstance(found, TeamEvent)
    return found


def _before(event: TeamEvent, encoding: str) -> TeamEvent:
    """Return the event in the lines of the file, an empty one where there is none."""
    if not event.records:
        return TeamEvent(game="chess", boards=event.boards)
    return _read(encode(Text(event.records, encoding)))


def _renumbered(event: TeamEvent, numbers: Dict[Id, str]) -> TeamEvent:
    """Return the event with the numbers of a report as ids, of teams and of players."""
    players = numbers_of(event.players, by_id=True)

    def team(side: Side) -> Side:
        return replace(side, who=numbers[side.who])

    def player(side: Side) -> Side:
        return replace(side, who=players[side.who])

    games = event.players
    return replace(
        event,
        contestants=tuple(replace(c, id=numbers[c.id]) for c in event.contestants),
        matches=tuple(_with_sides(match, team) for match in event.matches),
        board_points=tuple((r, numbers[who], points) for r, who, points in event.board_points),
        line_ups=tuple(
            (r, numbers[who], tuple(players.get(one, "") for one in seated))
            for r, who, seated in event.line_ups
        ),
        players=replace(
            games,
            contestants=tuple(
                replace(c, id=players[c.id], team=numbers.get(c.team, ""))
                for c in games.contestants
            ),
            matches=tuple(_with_sides(match, player) for match in games.matches),
        ),
    )


def _with_sides(match: Match, new: Callable[[Side], Side]) -> Match:
    return replace(match, a=new(match.a), b=None if match.b is None else new(match.b))


# -- what changed --------------------------------------------------------------------------------


def _facts(event: TeamEvent) -> Dict[Key, Tuple[object, ...]]:
    """Return what every team did in every round: opponent, how it ended, points."""
    games = event.match_scoring
    found: Dict[Key, Tuple[object, ...]] = {}
    for match in event.matches:
        for side, other in match.facing:
            is_absent = side.status in (Status.ABSENT, Status.ZERO_BYE)
            found[match.round, side.who] = (
                "" if other is None else other.who,
                Status.ZERO_BYE if is_absent else side.status,
                side.outcome,
                event.scoring.points(side),
                games.points(replace(side, points=side.tally)),
            )
    return found


def _boards(event: TeamEvent) -> Dict[Key, Tuple[object, ...]]:
    """Return who did what at the boards of every match, as far as that is known."""
    games: Dict[Key, Tuple[str, str]] = {}
    for match in event.players.matches:
        for side, other in match.facing:
            letter = "+" if side.status is Status.PAIRING_BYE else side.code or letter_of(side)
            games[match.round, side.who] = "" if other is None else other.who, letter
    found: Dict[Key, Tuple[object, ...]] = {}
    for number, team, seated in event.line_ups:
        found[number, team] = tuple((who, games.get((number, who))) for who in seated)
    return found


def _changed(event: TeamEvent, before: TeamEvent) -> Set[Key]:
    """Return the rounds and teams that do not read as in the file.

    A match of which the event knows the score alone is not another one for that.
    """
    new, old = _facts(event), _facts(before)
    boards, old_boards = _boards(event), _boards(before)
    zero = ("", Status.ZERO_BYE, None, Fraction(0), Fraction(0))
    played = (Status.PLAYED,)
    return {
        key
        for key in {*new, *old}
        if new.get(key, zero) != old.get(key, zero)
        or (
            new.get(key, zero)[1] in played
            and key in boards
            and boards[key] != old_boards.get(key, boards[key])
        )
    }


def _refuse_unknown(event: TeamEvent, changed: Set[Key]) -> None:
    """Refuse matches that were played but do not say by whom."""
    seated = {(number, who): line_up for number, who, line_up in event.line_ups}
    played = {(match.round, side.who) for match in event.players.matches for side in match.sides}
    for match in event.matches:
        for side in match.sides:
            key = match.round, side.who
            if key not in changed or side.status is not Status.PLAYED:
                continue
            if not any((match.round, who) in played for who in seated.get(key, ())):
                raise InputError.of(
                    say(
                        "round {round}: it is not known who played for team {who}; "
                        "a report holds the games of players",
                        round=match.round,
                        who=side.who,
                    ),
                    match.place,
                )


def _merged(event: TeamEvent, before: TeamEvent, changed: Set[Key]) -> Event:
    """Return the event of the players with the games of the file where nothing changed."""
    team_of = {
        player.id: player.team
        for player in (*before.players.contestants, *event.players.contestants)
    }
    kept = [m for m in before.players.matches if (m.round, team_of.get(m.a.who)) not in changed]
    new = [
        _lone(match)
        for match in event.players.matches
        if (match.round, team_of.get(match.a.who)) in changed
    ]
    header = _header_of(event, before)
    return replace(header, matches=(*kept, *new, *_forfeits(event, changed)))


def _lone(match: Match) -> Match:
    """Return the game of somebody without a rival as a report has it: won by forfeit."""
    if match.b is None and match.a.status is Status.PAIRING_BYE:
        return replace(match, a=replace(match.a, status=Status.FORFEIT_WIN))
    return match


def _forfeits(event: TeamEvent, changed: Set[Key]) -> List[Match]:
    """Return the games of those who were there for a match that was won by forfeit."""
    seated: Dict[Key, LineUp] = {(number, who): line_up for number, who, line_up in event.line_ups}
    known = {(match.round, side.who) for match in event.players.matches for side in match.sides}
    squads = squads_of(event)
    made = []
    for match in event.matches:
        for side in match.sides:
            key = match.round, side.who
            if side.status is Status.FORFEIT_WIN and key in changed:
                for who in seated.get(key, tuple(squads[side.who][: event.boards])):
                    if who and (match.round, who) not in known:
                        made.append(Match(match.round, Side(who, Status.FORFEIT_WIN)))
    return made


def _header_of(event: TeamEvent, before: TeamEvent) -> Event:
    """Return the event of the players with what the header says of the event of teams."""
    new, old = event.game_scoring, before.game_scoring
    same = (new.win, new.draw, new.loss) == (old.win, old.draw, old.loss)
    return replace(
        event.players,
        name=event.name,
        game="chess",
        format=event.format,
        rounds=event.rounds,
        start_date=event.start_date,
        settings=event.settings,
        scoring=old if same else new,
        records=event.records,
    )


# -- points beside those of the matches ----------------------------------------------------------


def _put_bonuses(draft: Draft, event: TeamEvent, encoding: str) -> None:
    """Add records 299 for what the other records do not give."""
    found = _facts(_read(encode(Text(tuple(draft.lines), encoding))))
    for key, facts in sorted(_facts(event).items()):
        there = found.get(key)
        if there is None or there[:3] != facts[:3] or there == facts:
            continue
        more = [_difference(facts[at], there[at]) for at in (3, 4)]
        number, who = key
        texts = [f"{float(one):4.1f}" if one else " 0.0" for one in more]
        draft.add(f"299    {texts[0]}  {texts[1]}  {number:>3} {who:>4}")


def _difference(one: object, other: object) -> Fraction:
    assert isinstance(one, Fraction) and isinstance(other, Fraction)
    return one - other


def _unwritable(event: TeamEvent, number: int, team: str) -> Fault:
    """Return the fault of a match that a report would not say as it is."""
    matches = (match for match in event.matches if match.round == number)
    match = next((match for match in matches if team in (side.who for side in match.sides)), None)
    if match is None:
        return Fault(
            say(
                "round {round}, team {team}: a report cannot say what this round says",
                round=number,
                team=team,
            )
        )
    teams = " - ".join(side.who for side in match.sides)
    said = (
        say(
            "the match of round {round}, {teams}, is not finished, and a report holds finished "
            "games only; export once the round is played",
            round=number,
            teams=teams,
        )
        if any(side.status is Status.PENDING for side in match.sides)
        else say(
            "the match of round {round}, {teams}: a report cannot say what it says",
            round=number,
            teams=teams,
        )
    )
    return Fault(said, match.place)


def _refuse_other(event: TeamEvent, found: TeamEvent) -> None:
    """Refuse a file that would not read as the event that it was made of."""
    new, old = _facts(found), _facts(event)
    zero = ("", Status.ZERO_BYE, None, Fraction(0), Fraction(0))
    for key in sorted({*new, *old}):
        if new.get(key, zero) != old.get(key, zero):
            raise InputError([_unwritable(event, *key)])
    names = [contestant.name for contestant in event.contestants if len(contestant.name) > 32]
    if names:
        raise InputError.of(
            say("the name of team {name} is longer than the 32 letters of a report", name=names[0])
        )
