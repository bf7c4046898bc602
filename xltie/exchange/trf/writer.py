"""Writing a TRF: lines whose facts did not change stay byte for byte, the others are patched.

A report lists the games of players, so a match of teams that changed needs to say who played.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, Iterable, Iterator, Mapping, Optional, Set, Tuple, TypeVar

from xltie.core.errors import Fault, InputError
from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event import Event, Id, LineUp, Match, Side, Status, TeamEvent, squads_of, starting_ranks
from xltie.exchange.common.text import Text, encode
from xltie.exchange.trf.adjustments import ADJUSTMENT, bonus_row
from xltie.exchange.trf.pairing_records import with_numbers
from xltie.exchange.trf.players import letter_of
from xltie.exchange.trf.reader import TABLE, read
from xltie.exchange.trf.record import Draft
from xltie.exchange.trf.team_lines import INFORMATIVE
from xltie.settings.declared import ENCODING, PAIRING_PAIRS

Key = Tuple[int, Id]
E = TypeVar("E", bound=Event)


def write(event: Event) -> bytes:
    """Return an event as a TRF, on the lines of the file that it was read from if there was one.

    A record that says what the event says is kept as it stands, known or not. Where the list of
    criteria changed, a comment keeps the old one.

    Raises:
        InputError: a match of teams that changed does not say who played, or cannot be written so
            that it reads as the same again.
    """
    encoding = event.settings.text(ENCODING)
    before = read(encode(Text(event.records, encoding)), "").event if event.records else None
    new = _numbered(event)
    draft = Draft(event.records)
    if isinstance(new, TeamEvent):
        _put_teams(draft, new, before if isinstance(before, TeamEvent) else None, encoding)
    else:
        before = before.players if isinstance(before, TeamEvent) else before
        for record in TABLE:
            if not record.is_of_teams:
                draft.put(record, new, before)
    return encode(Text(draft.records, encoding))


def _put_teams(draft: Draft, event: TeamEvent, before: Optional[TeamEvent], encoding: str) -> None:
    changed = _changed(event, before)
    _refuse_unknown(event, changed)
    event = _merged(event, before, changed)
    for record in TABLE:
        draft.put(record, event, before)
    if changed:  # they repeat results for people
        draft.drop(line for record in INFORMATIVE for line in draft.of(record))
    _put_bonuses(draft, event, encoding)
    _refuse_other(event, _read(draft, encoding))


def _read(draft: Draft, encoding: str) -> TeamEvent:
    found = read(encode(Text(draft.records, encoding)), "").event
    assert isinstance(found, TeamEvent)
    return found


# -- numbers ---------------------------------------------------------------------------------------


def _numbered(event: Event) -> Event:
    """Return the event with the numbers of a report as ids, of teams and of players."""
    numbers = {who: str(rank) for who, rank in starting_ranks(event).items()}
    pairs = with_numbers(event.settings.text(PAIRING_PAIRS), numbers, event.contestants)
    new = replace(_renamed(event, numbers), settings=event.settings.with_(PAIRING_PAIRS, pairs))
    if not isinstance(new, TeamEvent):
        return new
    players = {who: str(rank) for who, rank in starting_ranks(new.players, by_id=True).items()}
    games = _renamed(new.players, players)
    listed = (replace(who, team=numbers.get(who.team, "")) for who in games.contestants)
    return replace(
        new,
        board_points=tuple((r, numbers[who], points) for r, who, points in new.board_points),
        line_ups=tuple(
            (r, numbers[who], tuple(players.get(one, "") for one in seated))
            for r, who, seated in new.line_ups
        ),
        players=replace(games, contestants=tuple(listed)),
    )


def _renamed(event: E, numbers: Mapping[Id, Id]) -> E:
    """Return an event with numbers as the ids of its contestants."""

    def new(side: Side) -> Side:
        return replace(side, who=numbers.get(side.who, side.who))

    return replace(
        event,
        contestants=tuple(replace(who, id=numbers[who.id]) for who in event.contestants),
        matches=tuple(match.with_sides(new) for match in event.matches),
    )


# -- what changed in an event of teams -------------------------------------------------------------


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


_ZERO = ("", Status.ZERO_BYE, None, Fraction(0), Fraction(0))
"""The facts of a team that a round does not mention."""


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


def _changed(event: TeamEvent, before: Optional[TeamEvent]) -> Set[Key]:
    """Return the rounds and teams that do not read as in the file.

    A match of which the event knows the score alone is not another one for that.
    """
    new, old = _facts(event), _facts(before) if before else {}
    boards, old_boards = _boards(event), _boards(before) if before else {}

    def is_other(key: Key) -> bool:
        fact = new.get(key, _ZERO)
        if fact != old.get(key, _ZERO):
            return True
        is_played = fact[1] is Status.PLAYED and key in boards
        return is_played and boards[key] != old_boards.get(key, boards[key])

    return {key for key in {*new, *old} if is_other(key)}


def _refuse_unknown(event: TeamEvent, changed: Set[Key]) -> None:
    """Refuse matches that were played but do not say by whom."""
    seated = {(number, who): line_up for number, who, line_up in event.line_ups}
    played = {(match.round, side.who) for match in event.players.matches for side in match.sides}
    names = {team.id: team.known_as for team in event.contestants}
    for match in event.matches:
        number = match.round
        empty = [side.who for side in match.sides if not any(seated.get((number, side.who), ()))]
        for side in match.sides:
            is_new = (number, side.who) in changed and side.status is Status.PLAYED
            line_up = seated.get((number, side.who), ())
            if is_new and played.isdisjoint((number, who) for who in line_up):
                raise InputError.say(
                    "round {round}: it is not known who played for team {who}; "
                    "a report holds the games of players",
                    match.place, round=number, who=names[next(iter(empty), side.who)],
                )  # fmt: skip


def _merged(event: TeamEvent, before: Optional[TeamEvent], changed: Set[Key]) -> TeamEvent:
    """Return the event with the games and the line-ups of the file where nothing changed."""
    games, known = event.players, before.players if before else Event()
    team_of = {player.id: player.team for player in (*known.contestants, *games.contestants)}

    def is_changed(match: Match) -> bool:
        return (match.round, team_of.get(match.a.who, "")) in changed

    kept = [match for match in known.matches if not is_changed(match)]
    new = [_lone(match) for match in games.matches if is_changed(match)]
    matches = (*kept, *new, *_unplayed(event, changed))
    games = replace(games, matches=matches, scoring=event.game_scoring, records=event.records)
    old = (one for one in (before.line_ups if before else ()) if one[:2] not in changed)
    line_ups = (*old, *(one for one in event.line_ups if one[:2] in changed))
    return replace(event, players=games, line_ups=line_ups)


def _lone(match: Match) -> Match:
    """Return the game of somebody without a rival as a report has it: won by forfeit."""
    if match.b is None and match.a.status is Status.PAIRING_BYE:
        return replace(match, a=replace(match.a, status=Status.FORFEIT_WIN))
    return match


def _unplayed(event: TeamEvent, changed: Set[Key]) -> Iterator[Match]:
    """Give the games of matches won by forfeit, by those who were there, and of those to be played.

    Where no line-up says so, the teams sit down by their lists.
    """
    without = _without_games(event)
    for match in event.matches:
        number = match.round
        for side in match.sides:
            if side.status is Status.FORFEIT_WIN and (number, side.who) in changed:
                there = filter(None, without[number, side.who])
                yield from (Match(number, Side(who, Status.FORFEIT_WIN)) for who in there)
        is_open = match.b is not None and match.a.status is Status.PENDING
        if is_open and (number, match.a.who) in changed:
            boards = zip(*(without[number, side.who] for side in match.sides))
            yield from _to_be_played(event, number, boards)


def _without_games(event: TeamEvent) -> Dict[Key, LineUp]:
    """Return who sits where in every match, "" for those of whom a game of the round is known."""
    listed: Dict[Key, LineUp] = {(number, who): line_up for number, who, line_up in event.line_ups}
    known = {(match.round, side.who) for match in event.players.matches for side in match.sides}
    squads = squads_of(event)
    found: Dict[Key, LineUp] = {}
    for match in event.matches:
        for side in match.sides:
            key = match.round, side.who
            seated = listed.get(key, tuple(squads[side.who][: event.boards]))
            found[key] = tuple("" if (match.round, who) in known else who for who in seated)
    return found


def _to_be_played(
    event: TeamEvent, number: int, boards: Iterable[Tuple[Id, ...]]
) -> Iterator[Match]:  # fmt: skip
    for board, pair in enumerate(boards):
        if all(pair):
            one, two = (
                Side(who, Status.PENDING, seat=event.seat(board, is_first))
                for who, is_first in zip(pair, (True, False))
            )
            yield Match(number, one, two)


# -- points beside those of the matches, and the proof that the file says what the event says ------


def _put_bonuses(draft: Draft, event: TeamEvent, encoding: str) -> None:
    """Add records 299 for what the other records do not give."""
    found = _facts(_read(draft, encoding))
    rows = []
    for key, facts in sorted(_facts(event).items()):
        there = found.get(key)
        if there is not None and there[:3] == facts[:3] and there != facts:
            rows.append(bonus_row(_more(facts[3], there[3]), _more(facts[4], there[4]), *key))
    draft.add(ADJUSTMENT, [ADJUSTMENT.line(row) for row in rows])


def _more(one: object, other: object) -> Fraction:
    assert isinstance(one, Fraction) and isinstance(other, Fraction)
    return one - other


def _unwritable(event: TeamEvent, number: int, team: str) -> Fault:
    """Return the fault of a match that a report would not say as it is."""
    matches = (match for match in event.matches if match.round == number)
    match = next((match for match in matches if team in (side.who for side in match.sides)), None)
    if match is None:
        return Fault.say(
            "round {round}, team {team}: a report cannot say what this round says",
            round=number,
            team=team,
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
    for key in sorted({*new, *old}):
        if new.get(key, _ZERO) != old.get(key, _ZERO):
            raise InputError([_unwritable(event, *key)])
    names = [contestant.name for contestant in event.contestants if len(contestant.name) > 32]
    if names:
        raise InputError.say(
            "the name of team {name} is longer than the 32 letters of a report", name=names[0]
        )
