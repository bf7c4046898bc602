"""What a file that was written does not say of its event: it is read again, and compared.

No list of what a format can hold is kept, so none is ever wrong: a format that learns more says
less here, and one that drops a thing nobody thought of is found out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from typing import Any, Collection, Dict, Iterator, List, Mapping, NamedTuple, Optional, Set, Tuple

from xltie.api.forbidden_pairs import same_pairs
from xltie.api.opening import read_file
from xltie.core.errors import InputError, Place, XltieError
from xltie.core.messages import Message, Said, plain, say, some_of, word, words
from xltie.core.records import replace
from xltie.event import (
    REGISTRATION,
    Contestant,
    Event,
    Id,
    Match,
    Outcome,
    Side,
    Status,
    TeamEvent,
    attendance_of,
    column_of,
    is_preliminary,
    rounds_begun,
)
from xltie.exchange import Format
from xltie.games import preset
from xltie.pairing.catalogue import is_seed_used, system_of
from xltie.ranking import Standings, StandingsLine, Tournament, rank
from xltie.settings import declared
from xltie.workbooks.event_file import by_its_columns

_FEW = 3
"""Players who are named; of more, only the number is said."""


class _Round(NamedTuple):
    """What somebody did in a round, as far as both files can say it."""

    opponent: Id = ""
    ended: Tuple[Status, Optional[Outcome]] = (Status.ABSENT, None)
    points: Fraction = Fraction(0)
    seat: str = ""
    tally: Optional[Fraction] = None
    handicap: int = 0


_ABSENT = _Round()
"""Of a round that an event does not mention somebody in."""
_Rounds = Mapping[Tuple[int, Id], List[_Round]]


def losses(
    event: Event, again: Event, same: Mapping[Id, Contestant], explained: Collection[str] = ()
) -> List[Message]:
    """Return what an event says that is not, or is otherwise, in its file: each kind in words.

    ``again`` is the event as it is read from the file that was written, and ``same`` its
    contestants by their ids in the event (:func:`counterparts`). What the format itself explains,
    player by player, is left out: the fields and headings in ``explained``. Options of criteria
    are not compared: what they make of the event is, by who ranks both.
    """
    if not isinstance(event, TeamEvent):
        return _found(event, again, same, explained)
    games = again.players if isinstance(again, TeamEvent) else again
    of_players = (setting for setting in declared.BY_KEY.values() if setting.is_of_players)
    players = replace(
        event.players,
        settings=event.players.settings.only(*of_players),
        matches=tuple(game for game in event.players.matches if game.b is not None),
    )  # who does not play while the team does, or with it, follows from the matches
    of_games = losses(players, games, counterparts(players, games), explained)
    if games is again:
        return [say("teams and their matches"), *of_games]
    return list(dict.fromkeys((*_found(event, again, same, explained), *of_games)))


def _found(
    event: Event, again: Event, same: Mapping[Id, Contestant], explained: Collection[str]
) -> List[Message]:
    found = [*_of_event(event, again), *_of_settings(event, again)]
    found += _of_contestants(event, again, same, explained)
    found += _of_rounds(event, again, same)
    missing = _results(event) - _results(again)
    undealt = len(event.hand_records) - len(again.hand_records)
    found += [_counted(say("results of boards"), missing)] * (missing > 0)
    return found + [_counted(say("hands of boards"), undealt)] * (undealt > 0)


def _results(event: Event) -> int:
    sides = ((line.ns_result, line.ew_result) for line in event.board_results)
    return sum(both != (None, None) for both in sides)


def _counted(what: Message, number: int) -> Message:
    return say("{what} ({n})", what=what, n=number)


# -- who is who ------------------------------------------------------------------------------------


def counterparts(event: Event, again: Event) -> Dict[Id, Contestant]:
    """Return the contestants of the file by their ids in the event: by name, else by id.

    Files number players by their own rules, and write names in their own order of words.
    """
    by_name: Dict[str, List[Contestant]] = defaultdict(list)
    for one in again.contestants:
        by_name[_words(one)].append(one)
    found, left = {}, []
    for one in event.contestants:
        there = by_name.get(_words(one))
        if there:
            found[one.id] = next((other for other in there if other.id == one.id), there[0])
            there.remove(found[one.id])
        else:
            left.append(one.id)
    others = {one.id: one for several in by_name.values() for one in several}
    found.update((who, others[who]) for who in left if who in others)
    return found


def _words(contestant: Contestant) -> str:
    return " ".join(sorted(_parts(contestant.known_as)))


# -- the event and its settings --------------------------------------------------------------------


_FIELDS = {
    "game": declared.GAME, "name": declared.EVENT, "start_date": declared.START_DATE,
    "rounds": declared.ROUNDS, "format": declared.FORMAT,
}  # fmt: skip
"""The settings that fields of an event hold."""


def _of_event(event: Event, again: Event) -> Iterator[Message]:
    for field, setting in _FIELDS.items():
        said, found = getattr(event, field), getattr(again, field)
        if said and said != found and (found or setting is not declared.ROUNDS):
            title = preset(said).title if setting is declared.GAME else plain(str(said))
            yield _setting(setting, title)


def _of_settings(event: Event, again: Event) -> Iterator[Message]:
    lines = preset(event.game).settings if event.game else ()
    is_drawn = event.game and is_seed_used(event, system_of(event))
    elsewhere = _SEEN_OTHERWISE if is_drawn else (*_SEEN_OTHERWISE, declared.PAIRING_SEED)
    usual = {line.key: str(line.default) for line in lines}
    for key, text in event.settings.texts.items():
        setting = declared.BY_KEY[key]
        is_compared = setting.label and not (setting.is_option or setting in elsewhere)
        found = again.settings.text(setting)
        is_same = text in (usual.get(key), found) or setting.value(text) == setting.value(found)
        is_same |= setting is declared.PAIRING_PAIRS and same_pairs(event, again)
        if is_compared and not is_same:
            yield _setting(setting, plain(text))


_SEEN_OTHERWISE = (
    declared.CRITERIA, declared.SHOWN, declared.PRIMARY, declared.MATCH_BOARDS, declared.MATCH_WIN,
    declared.MATCH_DRAW, declared.MATCH_LOSS, declared.BYE_MATCH, declared.BYE_GAMES,
    declared.COLOURS,
)  # fmt: skip
"""Settings that are not compared: values and places are, and points round by round."""


def _setting(setting: Any, text: Said) -> Message:
    return say("{what} ({value})", what=Message(setting.label, context="setting"), value=text)


# -- contestants -----------------------------------------------------------------------------------

_KINDS = dict(
    zip(("name", "rating", "title", "grade", "club", "country", "team", "division"),
        words("heading", "Name", "Rating", "Title", "Grade", "Club", "Country", "Team",
              "Division")),
    start=say("start scores"), withdrawn_after=say("withdrawals"),
    manual_order=say("places by hand"),
)  # fmt: skip
"""What is said of a contestant beside the name, by the field."""


_COMPUTED = ("Published ", "Criterion ", "That means", "Pairing number")
"""How headings begin below which nobody typed."""


def _of_contestants(
    event: Event, again: Event, same: Mapping[Id, Contestant], explained: Collection[str]
) -> Iterator[Message]:
    lost: Dict[Message, List[str]] = defaultdict(list)
    here, there = _away(event), _away(again)
    for one in event.contestants:
        other = same.get(one.id)
        name = one.known_as
        if other is None:
            lost[say("players")].append(name)
            continue
        for what in _of_one(one, other, explained):
            lost[what].append(name)
        if not here[one.id] <= there[other.id]:
            lost[word("heading", "Not playing in round")].append(name)
    for what, names in lost.items():
        if len(names) > _FEW:
            yield _counted(what, len(names))
        else:
            yield say("{what} ({players})", what=what, players=some_of(names))


def _of_one(one: Contestant, other: Contestant, explained: Collection[str]) -> Iterator[Message]:
    """Yield the fields and the columns of which the other says nothing."""
    for field, what in _KINDS.items():
        said = getattr(one, field)
        if said and field not in explained and not _is_alike(said, getattr(other, field)):
            yield what
    # a column may have become the number or another column: what was there before it did not
    others = {*other.more, *(("", text) for text in ("", other.id, other.name) if text != one.id)}
    others.difference_update(one.more)
    kept = {_plainly(text) for title, text in others if not title.startswith(_COMPUTED)}
    for heading, text in one.more:
        is_there = (heading, text) in other.more or _plainly(text) in kept
        if not (is_there or _is_usual(heading, one) or heading in explained):
            yield plain(heading)


def _is_usual(heading: str, one: Contestant) -> bool:
    """Tell whether a column follows from the rest of an event, or is compared apart."""
    has_come = heading == REGISTRATION and not is_preliminary(one)
    return has_come or heading.startswith(_COMPUTED) or column_of(heading) is not None


def _away(event: Event) -> Dict[Id, Set[int]]:
    """Return the rounds to come in which each does not play, or has a bye."""
    begun = rounds_begun(event.contestants, event.matches)
    found: Dict[Id, Set[int]] = {}
    for one in event.contestants:
        said = attendance_of(one)
        found[one.id] = {number for number in said.absent | said.half_byes if number > begun}
    for match in event.matches:
        if match.b is None and match.round > begun:
            found[match.a.who].add(match.round)
    return found


def _is_alike(value: object, other: object) -> bool:
    """Tell whether two fields say the same, the words of a name in any order."""
    return sorted(_parts(value)) == sorted(_parts(other)) or _plainly(value) == _plainly(other)


def _parts(value: object) -> List[str]:
    return re.findall(r"[^\W_]+", str(value).casefold())


def _plainly(value: object) -> str:
    """Return a field as files agree on it: without case, and with any marks between its parts."""
    return "" if value is None else re.sub(r"[\W_]", "", str(value)).casefold()


# -- rounds ----------------------------------------------------------------------------------------


def _of_rounds(event: Event, again: Event, same: Mapping[Id, Contestant]) -> Iterator[Message]:
    there = _rounds(again, {one.id: one.id for one in again.contestants})
    here = _rounds(event, {who: one.id for who, one in same.items()})
    lost: Dict[Message, int] = defaultdict(int)
    for key, done in here.items():
        for one, other in zip(done, there.get(key, []) + [_ABSENT] * len(done)):
            for what in _differing(one, other):
                lost[what] += 1
    for what, number in lost.items():
        yield _counted(what, number)


def _rounds(event: Event, called: Mapping[Id, Id]) -> _Rounds:
    """Return what everybody did in every round, by their ids in the file."""
    found: Dict[Tuple[int, Id], List[_Round]] = defaultdict(list)
    for match in event.matches:
        for side, other in match.facing:
            if side.who in called:
                done = _round(event, match, side, other, called)
                found[match.round, called[side.who]].append(done)
    for several in found.values():
        several.sort(key=lambda done: done.opponent)
    return found


def _round(
    event: Event, match: Match, side: Side, other: Optional[Side], called: Mapping[Id, Id]
) -> _Round:
    points = event.scoring.points(side)
    if side.status in (Status.ABSENT, Status.ZERO_BYE):
        return _ABSENT._replace(points=points)
    if other is None:
        return _Round("", (side.status, None), points)
    opponent = called.get(other.who, "")
    ended = side.status, side.outcome
    return _Round(opponent, ended, points, side.seat, side.tally, match.handicap)


def _differing(one: _Round, other: _Round) -> Iterator[Message]:
    """Return what of a round is not in the file; nothing but the game where that is not there."""
    status, is_counted = one.ended[0], one.ended[0] is Status.PLAYED
    if one.opponent != other.opponent or (other.ended[0] is Status.ABSENT is not status):
        played = say("games of players") if one.opponent else say("byes")
        yield say("open games of players") if status is Status.PENDING else played
    elif one != other:
        differing = {
            say("results of players"): one.ended != other.ended,
            say("points of players"): one.points != other.points,
            say("colours of players"): _is_other_colour(one, other),
            say("discs or margins"): is_counted and one.tally not in (None, other.tally),
            say("handicaps of players"): one.handicap != other.handicap,
        }
        yield from (what for what, is_other in differing.items() if is_other)


def _is_other_colour(one: _Round, other: _Round) -> bool:
    """Tell whether a colour is lost; of a forfeit a sheet has to put somebody first."""
    is_guess = one.ended[0].is_forfeit and not other.seat
    return bool(one.opponent and one.seat) and one.seat != other.seat and not is_guess


# -- the file is read again, and ranked ------------------------------------------------------------


def losses_in_file(tournament: Tournament, chosen: Format, data: bytes, name: str) -> List[Message]:
    """Return what the content of a file leaves out of an event or says otherwise, kind by kind.

    Raises:
        InputError: a file that would not be read again, or of a bridge session without its boards.
    """
    try:
        has_teams = isinstance(tournament.event, TeamEvent) and chosen.read_teams is not None
        again = read_file(name, data, teams=has_teams)
    except XltieError as error:
        first = error.faults[0] if isinstance(error, InputError) else error
        raise InputError.say(
            "{format}: nothing is written, since the file would not be read again: {what}",
            Place(file=name), format=chosen.title, what=first.message,
        ) from None  # fmt: skip
    if tournament.event.board_results and not again.event.board_results:
        message = say("{format} has no place for the boards of bridge", format=chosen.title)
        raise InputError.of(message, Place(file=name))
    return losses_between(tournament, again, chosen.explained)


def losses_in_workbook(tournament: Tournament, data: bytes, name: str) -> List[Message]:
    """Return what a workbook leaves out of an event or says otherwise, kind by kind.

    Raises:
        InputError: what a person must mend in the workbook before anything is made of it.
    """
    again = read_file(name, data)
    if again.event.faults:
        raise InputError(again.event.faults)
    return losses_between(tournament, again)


def losses_between(
    tournament: Tournament, again: Tournament, explained: Collection[str] = ()
) -> List[Message]:
    """Return how a tournament differs from what its file is read as, places and values too."""
    same = counterparts(tournament.event, again.event)
    found = losses(tournament.event, again.event, same, explained)
    if not _is_ranked_alike(tournament, again, same):
        found.append(_setting(declared.CRITERIA, tournament.criteria))
    return found


def _is_ranked_alike(
    tournament: Tournament, again: Tournament, same: Mapping[Id, Contestant]
) -> bool:
    """Tell whether everybody has the same place and the same values by what the file says."""
    try:
        here, there = map(_ranked, (tournament, again))
    except XltieError:
        return False
    lines = {line.who: line for line in there.lines}
    return all(
        line.who in same and _shown(line) == _shown(lines.get(same[line.who].id))
        for line in here.lines
    )


def _ranked(tournament: Tournament) -> Standings:
    if tournament.source == "h9":
        tournament = by_its_columns(tournament)
    return rank(tournament.event_index(), tournament.parsed())


def _shown(line: Optional[StandingsLine]) -> Tuple[object, ...]:
    return () if line is None else (line.place, *(value and value.total for value in line.values))
