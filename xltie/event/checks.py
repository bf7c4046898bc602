"""What cannot be true of an event: all faults at once, each with its place."""

from __future__ import annotations

import unicodedata
from typing import Callable, Dict, Iterable, Iterator, List, Sequence, Set, Tuple

from xltie.core.errors import NOWHERE, Fault, Place, first_at
from xltie.core.messages import NOTHING, Message, Value, count, say, some_of, word
from xltie.core.records import replace
from xltie.event.model import Contestant, Event, Id, Match, Outcome, Side, Status
from xltie.settings.declared import EMPTY_SQUARES, FINALS_AFTER, LAST_DAY, MOST_ROUNDS

_JOINERS = "\u200c\u200d"
"""They shape letters of Persian and of the scripts of India, where they belong to a name."""
_AS_LATIN = str.maketrans("асеорхуіѕԁԛԝкмнтвг", "aceopxyisdqwkmhtbr")
"""Small letters of Cyrillic that look like one of Latin, in capitals at least."""


def look_alikes(contestants: Iterable[Contestant]) -> Iterator[Fault]:
    """Yield a warning for each name with invisible characters, or like another's to the eye.

    Names that are the same letter for letter are no mistake: two people may share one
    (:func:`namesakes`).
    """
    seen: Dict[str, str] = {}
    for contestant in contestants:
        name = contestant.known_as
        if not (name.isascii() and name.isprintable()):
            shown = visible(name)
            if shown != name:
                said = say("{name}: the name has characters that nobody can see", name=shown)
                yield Fault(said, contestant.place)
        first = seen.setdefault(_to_the_eye(name), name)
        if first != name:
            said = say(
                "{name} and {other} look the same and are two entries",
                name=visible(name),
                other=visible(first),
            )
            yield Fault(said, contestant.place)


def visible(name: str) -> str:
    """Return a name with its invisible characters written out.

    >>> visible("Ann\u200bLee")
    'Ann<U+200B>Lee'
    """
    return "".join(f"<U+{ord(char):04X}>" if _is_hidden(char) else char for char in name)


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in ("Cf", "Cc") and char not in _JOINERS


def _to_the_eye(name: str) -> str:
    if name.isascii():
        return " ".join(name.split()).casefold()
    plain = "".join(char for char in unicodedata.normalize("NFKC", name) if not _is_hidden(char))
    return " ".join(plain.split()).casefold().translate(_AS_LATIN)


_MIRROR = {
    Outcome.WIN: {Outcome.LOSS},
    Outcome.DRAW: {Outcome.DRAW},
    Outcome.LOSS: {Outcome.WIN},
}
_PENALTIES = ({Outcome.LOSS}, {Outcome.DRAW, Outcome.LOSS})
"""What an arbiter may award in some games: nothing to either, or half a point to one of them."""


def _same(place: Place) -> Place:
    return place


def faults(
    event: Event,
    tallies_at: Callable[[Place], Place] = _same,
    rounds_at: Callable[[Place], Place] = _same,
    are_teams: bool = False,
) -> List[Fault]:
    """Return every fault of an event, in the order of its games.

    ``tallies_at`` gives the place of the counts of a match, of which one is wrong, from its own,
    ``rounds_at`` that of its round; ``are_teams`` tells that teams play, not players.
    """
    found: List[Fault] = list(contestant_faults(event.contestants, are_teams))
    known = {contestant.id for contestant in event.contestants}
    seen: Dict[Tuple[int, Id], Match] = {}
    right = _right_before(event, known, are_teams)
    is_twice = event.rounds_known and _names_anybody_twice(event.matches)
    for match in event.matches:
        if right.get(id(match)) is not match:
            wrong = [*_match_faults(event, match, known, are_teams)]
            if match.b is not None and not are_teams:
                wrong += _tally_faults(event, match.a, match.b, tallies_at(match.place))
            if event.rounds_known:
                wrong += _number_faults(event, match, rounds_at)
            if not wrong:
                right[id(match)] = match
            found += wrong
        if is_twice:
            found.extend(_round_faults(match, seen, are_teams))
    return found


_Right = Dict[int, Match]
_RIGHT: Dict[Tuple[object, ...], _Right] = {}
"""The matches in which nothing is wrong by themselves, by identity, and what that rests on.

Readers hand over the same match for a line that did not change, so that at a keystroke only the
match that was typed is looked at. A kept match stays, and with it its identity.
"""
_MOST_RIGHT, _MOST_EVENTS = 20_000, 4


def _right_before(event: Event, known: Set[Id], are_teams: bool) -> _Right:
    """Return the matches that were right in an event with the same players and rules."""
    rests_on = (
        event.game,
        event.tally_sum,
        event.rounds,
        event.rounds_known,
        event.settings[FINALS_AFTER],
        event.settings[EMPTY_SQUARES],
        are_teams,
        frozenset(known),
    )
    right = _RIGHT.get(rests_on)
    if right is None or len(right) > _MOST_RIGHT:
        if len(_RIGHT) >= _MOST_EVENTS or right is not None:
            _RIGHT.clear()
        right = _RIGHT[rests_on] = {}
    return right


def _names_anybody_twice(matches: Sequence[Match]) -> bool:
    """Tell whether anybody is named twice in one round."""
    named = [(match.round, side.who) for match in matches for side in match.sides]
    return len(set(named)) < len(named)


PROVISIONAL = say("Provisional, what is faulty is left out: {fault}")
NO_PLACES = say("No places, what is faulty is left out: {fault}")
NO_STANDINGS = say("No standings, what is faulty is left out: {fault}")
"""What is left of standings without what is faulty."""


def provisional(faults: Sequence[Fault], left: Message = PROVISIONAL) -> Message:
    """Return the line that stands by provisional standings: the first fault and how many more.

    ``left`` says what is left of them.
    """
    if not faults:
        return NOTHING
    line = replace(left, values=(("fault", faults[0].placed),))
    more = len(faults) - 1
    if not more:
        return line
    return count(more, "{line} (and {n} more fault)", "{line} (and {n} more faults)", line=line)


def oddities(event: Event) -> List[Fault]:
    """Return what is allowed but may be a mistake: results that the discs contradict, gaps."""
    found = [
        Fault(_unborne(match.a.outcome, match.a, match.b), match.place)
        for match in event.matches
        if match.b is not None and match.a.outcome and _is_unborne(event, match.a, match.b)
    ]
    found.extend(_unranked(event))
    found.extend(_reversed_days(event))
    found.extend(look_alikes(event.contestants))
    rounds = {match.round for match in event.matches}
    missing = sorted(set(range(1, max(rounds, default=0))) - rounds)
    if event.rounds_known and missing:
        found.append(
            Fault.say(
                "no games in round {missing}, but in round {last}",
                missing=some_of(missing),
                last=max(rounds),
            )
        )
    return found


def _unborne(outcome: Outcome, side: Side, other: Side) -> Message:
    values: Dict[str, Value] = {"who": side.who, "discs": side.tally, "others": other.tally}
    if outcome is Outcome.WIN:
        return say(
            "the result says that {who} won with {discs} discs to {others}; the result counts",
            **values,
        )
    if outcome is Outcome.DRAW:
        return say(
            "the result says that {who} drew with {discs} discs to {others}; the result counts",
            **values,
        )
    return say(
        "the result says that {who} lost with {discs} discs to {others}; the result counts",
        **values,
    )


def _unranked(event: Event) -> Iterator[Fault]:
    """Yield a warning for each player of a McMahon event who starts from 0 for want of a rank.

    Where nobody has one, the column of the ranks may be missing, or be called something else.
    """
    if not event.traits.has_ranks or event.format != "mcmahon":
        return
    unranked = list(filter(_starts_unranked, event.contestants))
    if unranked and len(unranked) == len(event.contestants):
        yield Fault.say(
            "nobody has a rank or a start score: all start from 0, as in a Swiss "
            "tournament; ranks stand in a column headed {heading}",
            unranked[0].place,
            heading=word("heading", "Grade"),
        )
    elif any(player.start for player in event.contestants):
        for player in unranked:
            yield Fault.say(
                "{who} has no rank and starts from 0, below all who have one; write a rank or "
                "a start score",
                player.place,
                who=player.known_as,
            )


def _reversed_days(event: Event) -> Iterator[Fault]:
    """Yield a warning of days in the wrong order; no place or score rests on them."""
    first, last = event.start_date, event.settings[LAST_DAY]
    if last and first and last < first:
        text = say("the last day is {last}, before the start date {first}", last=last, first=first)
        yield Fault(text)


def _starts_unranked(player: Contestant) -> bool:
    return player.start_known and not player.grade and not player.start


def _is_unborne(event: Event, a: Side, b: Side) -> bool:
    if event.tally_sum is None or a.tally is None or b.tally is None:
        return False
    if a.status is not Status.PLAYED or b.status is not Status.PLAYED:
        return False
    more = (
        Outcome.DRAW if a.tally == b.tally else Outcome.WIN if a.tally > b.tally else Outcome.LOSS
    )
    return a.outcome is not more


def contestant_faults(
    contestants: Iterable[Contestant], are_teams: bool = False
) -> Iterator[Fault]:
    """Yield a fault for each player or team that is listed twice."""
    seen: Dict[str, Contestant] = {}
    for contestant in contestants:
        before = seen.setdefault(contestant.id.casefold(), contestant)
        if before is not contestant:
            twice = (
                say("team {who} is listed twice", who=contestant.id)
                if are_teams
                else say("player {who} is listed twice", who=contestant.id)
            )
            yield Fault(first_at(twice, before.place), contestant.place)


def _match_faults(event: Event, match: Match, known: Set[Id], are_teams: bool) -> Iterator[Fault]:
    for side in match.sides:
        if side.who not in known:
            who, at = side.who, _place_of(side, match)
            if are_teams:
                yield Fault.say("team {text} is not in the list of teams", at, text=who)
            else:
                yield Fault.say("player {who} is not in the list of players", at, who=who)
    if match.b is None:
        return
    who = match.a.who
    if who == match.b.who and are_teams:
        yield Fault.say("team {who} plays against itself", match.place, who=who)
    elif who == match.b.who:
        yield Fault.say("player {who} plays against themselves", match.place, who=who)
    if not are_teams and not _mirrors(event, match.a, match.b):  # boards say who won a match
        yield Fault.say(
            "the results of {first} and {second} contradict each other: "
            "{first} {one}, {second} {other}",
            match.place,
            first=match.a.who,
            second=match.b.who,
            one=_said(match.a),
            other=_said(match.b),
        )


def _place_of(side: Side, match: Match) -> Place:
    return match.place if side.place == NOWHERE else side.place


def _number_faults(
    event: Event, match: Match, rounds_at: Callable[[Place], Place]
) -> Iterator[Fault]:
    planned = 0 if event.settings[FINALS_AFTER] else event.rounds  # finals are later rounds
    if 1 <= match.round <= (planned or MOST_ROUNDS):
        return
    place = rounds_at(match.place)
    if match.round < 1:
        yield Fault.say("there is no round {n}; the first is 1", place, n=match.round)
    elif planned:
        yield Fault(
            count(
                event.rounds,
                "round {round} is out of range; the event has {n} round",
                "round {round} is out of range; the event has {n} rounds",
                round=match.round,
            ),
            place,
        )
    else:
        yield Fault.say(
            "round {round} is out of range; no event has over {most} rounds",
            place,
            round=match.round,
            most=MOST_ROUNDS,
        )


def _mirrors(event: Event, a: Side, b: Side) -> bool:
    if a.status is b.status is Status.FORFEIT_WIN:
        return event.traits.both_may_win
    if a.status is not Status.PLAYED or b.status is not Status.PLAYED:
        return (a.status is Status.PLAYED) == (b.status is Status.PLAYED)
    if a.outcome is None or b.outcome is None:
        return a.outcome is b.outcome
    if event.traits.both_may_win and a.outcome is b.outcome:
        return True
    if event.traits.has_penalties and {a.outcome, b.outcome} in _PENALTIES:
        return True
    return b.outcome in _MIRROR[a.outcome]


def _said(side: Side) -> Message:
    if side.status is Status.PLAYED and side.outcome is not None:
        return side.outcome.message
    return side.status.message


def _tally_faults(event: Event, a: Side, b: Side, place: Place) -> Iterator[Fault]:
    if event.tally_sum is None or a.tally is None or b.tally is None:
        return
    total = a.tally + b.tally
    values: Dict[str, Value] = {
        "first": a.who, "second": b.who, "discs": a.tally, "others": b.tally,
    }  # fmt: skip
    if total != event.tally_sum and not (
        total < event.tally_sum and event.settings[EMPTY_SQUARES] == "nobody"
    ):
        yield Fault.say(
            "the discs of {first} and {second} are {discs} and {others}: "
            "together {sum}, not {full}",
            place,
            sum=total,
            full=event.tally_sum,
            **values,
        )
    elif a.tally < 0 or b.tally < 0:
        yield Fault.say(
            "the discs of {first} and {second} are {discs} and {others}; nobody has fewer than 0",
            place,
            **values,
        )
    elif a.tally.denominator != 1:
        yield Fault.say("{discs} discs: a disc cannot be split", place, discs=a.tally)


def _round_faults(
    match: Match, seen: Dict[Tuple[int, Id], Match], are_teams: bool
) -> Iterator[Fault]:
    for side in {side.who: side for side in match.sides}.values():
        key = (match.round, side.who)
        before = seen.setdefault(key, match)
        if before is not match:
            first = next(earlier for earlier in before.sides if earlier.who == side.who)
            who, number = side.who, match.round
            again = (
                say("team {who} is in round {round} a second time", who=who, round=number)
                if are_teams
                else say("player {who} is in round {round} a second time", who=who, round=number)
            )
            yield Fault(first_at(again, _place_of(first, before)), _place_of(side, match))
