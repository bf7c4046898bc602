"""What an event waits for, in one line on its sheets; and what a cell of absences means."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Iterator, Optional, Sequence

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid
from xltie.core.errors import InputError, TextWithFaults
from xltie.core.language import language as language_named
from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.core.text_width import display_width
from xltie.event import (
    Contestant,
    Event,
    EventIndex,
    Match,
    Status,
    TeamEvent,
    attendance_in,
    attendance_of,
    go_event,
    is_preliminary,
)
from xltie.functions.registry import Arg, Kind, function, table
from xltie.ranking.cells import lines_missing, no_standings
from xltie.sheets.functions.notice_of_boards import (
    few,
    next_of_session,
    round_of_boards,
    standings_of_boards,
)
from xltie.sheets.functions.notice_of_standings import (
    MOST_NAMES,
    named,
    of_standings,
    open_round,
    other_columns,
)
from xltie.sheets.settings import event_language

_MOST_GROUPS = 8
_MOST_LETTERS = 100
"""Letters, those of East Asia two, that a printed table has room for in the line above it."""
MCMAHON_FORMAT = "mcmahon"
_FACTS = 2
"""From this view on a notice says what a sheet shows, and nothing of what is wrong."""


@function("NOTPLAYING")
def not_playing(
    text: Annotated[
        str, Arg("When somebody does not play: 3, 2-4, ½ 2 or from 4, with commas.")
    ] = "",
    language: Annotated[str, Arg("The language of the answer: en, ko or ru.")] = "",
) -> str:
    """What a cell of the column *Not playing in round* means: not in round 3.

    Blank for a blank cell. What is not understood begins with a question mark and says what to
    write.
    """
    found = attendance_in(text)
    meaning = say("? write 4, 2-4, ½ 4 or from 4") if found is None else found.meaning
    return language_named(language).say(meaning)


def _no_notice(error: InputError, view: int = 0, **_: object) -> str:
    """Say why there is no event; what a sheet shows says nothing of what is wrong."""
    return "" if view >= _FACTS else no_standings(error)


@table("NOTICE", of_event=True, without_event=_no_notice)
def notice(
    event_index: EventIndex,
    view: Annotated[
        int,
        Arg(
            "0: what comes next; 1: what to know of the standings; 2, 3, 4: what the event, the "
            "round and the standings are; 5: where the earlier rounds are.",
            min=0,
            max=5,
        ),
    ] = 0,
    headings: Annotated[
        Optional[Grid], Arg("The headings of the values in the standings.", kind=Kind.RANGE)
    ] = None,
    lines: Annotated[
        int, Arg("Lines that the standings have; 0 if it does not matter.", min=0)
    ] = 0,
) -> str:
    """What the event waits for: names, games to come, the next round; or the first fault.

    Of the standings it says whether they will change. What is faulty does not count, and is named
    with its cell. It also says which event, which round and which standings the sheet shows.
    """
    found = _VIEWS[view](event_index)
    if view == 1 and not event_index.event.faults:
        short = (lines_missing(event_index, lines), other_columns(event_index, headings))
        found = joined(filter(None, (*short, found)), " ")
    said = event_language(event_index.event).say(found)
    line = said[:1].upper() + said[1:]
    return line if view > 1 else TextWithFaults.of(line, event_index.event.faults)


def _next(event_index: EventIndex) -> Message:
    """Return the first fault, or what the director does next."""
    event = event_index.event
    if event.faults:
        return count(
            len(event.faults),
            "{n} fault. {fault}",
            "{n} faults. {fault}",
            fault=event.faults[0].placed,
        )
    if not event.contestants and event.traits.is_session:
        return say(
            "Next: type the name of the session and of the pairs. "
            "Then: Tournament, Lay out bridge movement."
        )
    if not event.contestants:
        return say(
            "Next: type the name of the tournament and the players. "
            "Then: Tournament, Pair next round."
        )
    if event.traits.is_session:
        return next_of_session(event)
    number, games = open_round(event_index)
    if event.open_lines and not (games and number < event.open_round):
        return _to_pair(event)
    if not event.matches:
        return _begin(event_index)
    said = _open(event_index, number, games) if games else _complete(event_index)
    late = [contestant for contestant in event.contestants if _comes_late(event_index, contestant)]
    if late:
        comes = say("{who} from round {round}.", who=named(late), round=event_index.begun + 1)
        return joined((said, comes), " ")
    return said


def _begin(event_index: EventIndex) -> Message:
    event = event_index.event
    early = [player for player in event.contestants if is_preliminary(player)]
    said = [_begins_with(event_index, len(event.contestants) - len(early))]
    if event.format == MCMAHON_FORMAT:
        said.append(_groups(event))
    if early:
        said.append(say("Preliminary, not paired: {who}.", who=named(early)))
    return joined(said, " ")


def _groups(event: Event) -> Message:
    """Return how many players start with each score, the highest first, and which is the bar's."""
    bar = go_event(event).bar
    sizes = Counter(
        player.start
        for player in event.contestants
        if player.start_known and not is_preliminary(player)
    )
    scores = sorted(sizes, reverse=True)
    told = [
        say("{score} (bar): {n}", score=score, n=sizes[score])
        if score == bar
        else joined((score, sizes[score]), ": ")
        for score in scores[:_MOST_GROUPS]
    ]
    below = sum(sizes[score] for score in scores[_MOST_GROUPS:])
    groups = joined(told)
    return (
        say("Start scores: {groups}; {n} below.", groups=groups, n=below)
        if below
        else say("Start scores: {groups}.", groups=groups)
    )


def _begins_with(event_index: EventIndex, number: int) -> Message:
    if isinstance(event_index.event, TeamEvent):
        return count(
            number,
            "{n} team. Next: Tournament, Pair next round.",
            "{n} teams. Next: Tournament, Pair next round.",
        )
    return count(
        number,
        "{n} player. Next: Tournament, Pair next round.",
        "{n} players. Next: Tournament, Pair next round.",
    )


def _open(event_index: EventIndex, number: int, games: Sequence[Match]) -> Message:
    of_round = [match for match in event_index.event.matches if match.round == number]
    if len(games) < sum(match.b is not None for match in of_round):
        return count(
            len(games),
            "{n} game to come in round {round}: table {tables}.",
            "{n} games to come in round {round}: tables {tables}.",
            round=number,
            tables=_tables(games),
        )
    return _not_begun(event_index, number, of_round)


def _not_begun(event_index: EventIndex, number: int, of_round: Sequence[Match]) -> Message:
    """Return that a round has no result yet, and who sits at none of its tables.

    What is longer than a line of a page is said shorter: first without half-point byes, at last
    without the bye, which have lines of their own below those of the tables.
    """
    none = say("No result of round {round} yet.", round=number)
    spoken = event_language(event_index.event)
    found = none
    for most in (MOST_NAMES, 1):
        bye, half, *away = _without_opponent(event_index, number, of_round, most)
        for said in ((none, bye, half, *away), (bye, half, *away), (bye, *away), away):
            found = joined(filter(None, said), " ")
            if found and display_width(spoken.say(found)) <= _MOST_LETTERS:
                return found
    return found or none


def _tables(games: Sequence[Match]) -> Message:
    return few([match.table or match.a.who for match in games])


def _without_opponent(
    event_index: EventIndex, number: int, of_round: Sequence[Match], most: int
) -> Iterator[Message]:
    """Yield who has a bye in a round, who half a point, who is not in it and who left before it.

    Each names so many at most, and is nothing where there is nobody.
    """
    event = event_index.event
    alone = {match.a.who: match.a.status for match in of_round if match.b is None}
    byes, halves = (
        [contestant for contestant in event.contestants if alone.get(contestant.id) is status]
        for status in (Status.PAIRING_BYE, Status.HALF_BYE)
    )
    there = {side.who for match in of_round for side in match.sides} - {
        who for who, status in alone.items() if status in (Status.ABSENT, Status.ZERO_BYE)
    }
    away = [
        contestant for contestant in event.contestants
        if contestant.id not in there
        and not contestant.has_left(number)
        and not _comes_late(event_index, contestant)
    ]  # fmt: skip
    left = [
        contestant for contestant in event.contestants
        if contestant.has_left(number) and not contestant.has_left(number - 1)
    ]  # fmt: skip
    yield say("Bye: {who}.", who=named(byes, most)) if byes else NOTHING
    yield say("Half-point bye: {who}.", who=named(halves, most)) if halves else NOTHING
    yield say("Not playing: {who}.", who=named(away, most)) if away else NOTHING
    yield say("Left: {who}.", who=named(left, most)) if left else NOTHING


def _comes_late(event_index: EventIndex, contestant: Contestant) -> bool:
    """Tell whether somebody is in no round so far without having said so."""
    matches = event_index.event.matches
    seen = event_index.cached(
        "seen", lambda: {side.who for match in matches for side in match.sides}
    )
    if contestant.id in seen:
        return False
    begun = event_index.begun
    if not begun or contestant.has_left(begun + 1):
        return False
    return begun not in attendance_of(contestant).absent


def _to_pair(event: Event) -> Message:
    return count(
        event.open_lines,
        "Type who plays in {n} line of round {round}: two numbers or names, or a name and bye.",
        "Type who plays in {n} lines of round {round}: two numbers or names, or a name and bye.",
        round=event.open_round,
    )


def _complete(event_index: EventIndex) -> Message:
    number, planned = event_index.begun, event_index.event.rounds
    if planned and number >= planned:
        return say("All rounds are played: print Standings.")
    return say("Round {round} is complete. Next: Pair next round.", round=number)


# -- what a sheet shows ----------------------------------------------------------------------------

_FORMATS = {
    "swiss": say("Swiss system"),
    "round-robin": say("round robin"),
    "mcmahon": say("McMahon"),
}


def _facts(event_index: EventIndex) -> Message:
    event = event_index.event
    parts = [Message(event.game, context="choice")] if event.game else []
    if not event.traits.is_session:
        parts += [_FORMATS[event.format]] if event.format in _FORMATS else []
        parts += [count(event.rounds, "{n} round", "{n} rounds")] if event.rounds else []
    return joined(parts)


def _last_round(event_index: EventIndex) -> int:
    """Return the last round that has lines, whether they name somebody or not."""
    return max(event_index.begun, event_index.event.open_round)


def _round(event_index: EventIndex) -> Message:
    number, planned = _last_round(event_index), event_index.event.rounds
    if event_index.event.traits.is_session:
        return round_of_boards(event_index.event)
    if not number:
        return NOTHING
    if number > planned:
        return say("Round {round}", round=number)
    return say("Round {round} of {rounds}", round=number, rounds=planned)


def _standings(event_index: EventIndex) -> Message:
    number, planned = event_index.begun, event_index.event.rounds
    if event_index.event.traits.is_session:
        return standings_of_boards(event_index.event)
    if not number:
        return NOTHING
    if not open_round(event_index)[1]:
        if number >= planned:
            return say("Final standings")
        return say("Standings after round {round}", round=number)
    return say("Standings during round {round} of {rounds}", round=number, rounds=planned)


def _folded(event_index: EventIndex) -> Message:
    last = _last_round(event_index) - 1
    if last <= 1:
        return say("Round 1: + at the far left") if last == 1 else NOTHING
    return say("Rounds 1 to {last}: + at the far left", last=last)


_VIEWS = (_next, of_standings, _facts, _round, _standings, _folded)


@table("FAULTROWS", of_event=True)
def fault_rows(event_index: EventIndex) -> str:
    """Lines that are faulty, for the sheets to mark: ``|R32|P9|``, games and players by row.

    ``|`` if there is none. Teams have the letter T.
    """
    return "|" + "".join(dict.fromkeys(_fault_rows(event_index.event)))


_LETTERS = {"Rounds": "R", "Matches": "R", "Boards": "R", "Players": "P", "Teams": "T"}


def _fault_rows(event: Event) -> Iterator[str]:
    renamed = dict(reversed(event.sheets))
    for fault in event.faults:
        name = fault.place.sheet
        letter = _LETTERS.get(renamed.get(name) or in_english("sheet", name))
        if letter and fault.place.row:
            yield f"{letter}{fault.place.row}|"
