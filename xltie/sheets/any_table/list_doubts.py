"""What speaks against a list of games although all of its cells are read."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from fractions import Fraction
from typing import Dict, List, Optional, Sequence, Tuple

from xltie.core.cells import ERROR_CODES
from xltie.core.errors import Fault
from xltie.core.messages import Message, say
from xltie.sheets.any_table.blocks import Line
from xltie.sheets.any_table.copies import parts_of_matches, stand_twice, told_by_both
from xltie.sheets.any_table.list_event import Bye, Game, Games
from xltie.sheets.any_table.players import no_names
from xltie.sheets.any_table.results import WORTH
from xltie.sheets.tables import HALF, NONE, ONE, ByKicks, number_in, words_of

_GOES_ON = ("&", "/", "+")
"""How a name ends whose partner stands in the line below, which is no game of its own."""


def doubts(found: Games) -> List[Fault]:
    """Name all that keeps a list from being sure, before an event is made of it.

    What is taken all the same, but has to be said, is returned.
    """
    _no_names(found)
    _numbers_of_two(found)
    notes = [*stand_twice(found), *parts_of_matches(found), *_several_events(found)]
    told_by_both(found)
    _no_players(found)
    _look_alikes(found)
    return notes


_EVENTS = frozenset(
    (
        "season saison temporada stagione seizoen sezon säsong сезон シーズン 赛季 시즌 year jahr "
        "tournament turnier tournoi tournois torneo torneio toernooi turniej turnering турнир 大会"
    ).split()
)
"""What a column is called that tells one event from another."""


def _several_events(found: Games) -> List[Fault]:
    """Say that games of several events are counted together, where a column names the events.

    Years that follow each other may be one season.
    """
    for at, heading in enumerate(found.table.headings):
        if _EVENTS.isdisjoint(words_of(heading.text)):
            continue
        games = Counter(game.line.texts[at] for game in found.games)
        several = [text for text, times in games.items() if text and times > 1]
        years = [int(text) for text in several if text.isdecimal()]
        is_season = len(years) == 2 and abs(years[0] - years[1]) == 1
        if len(several) < 2 or (is_season and "year" in words_of(heading.text)):
            continue
        line = next(game.line for game in found.games if game.line.texts[at] == several[1])
        said = say(
            "column {name!r} names several events, as {one!r} and {other!r}; all games are "
            "counted together",
            name=heading.text, one=several[0], other=several[1],
        )  # fmt: skip
        return [Fault(said, found.table.place(line, at))]
    return []


def _no_names(found: Games) -> None:
    sides = [found.table.column(at) for at in (found.pair.left, found.pair.right)]
    games = {game.line.row for game in found.games if game.score.winner is not None}
    goes_on = [line.row not in games for line in found.table.lines[1:]] + [False]
    times = Counter(sides[0] + sides[1])
    for column, cells in zip((found.pair.left, found.pair.right), sides):
        cut_off = [
            at for at, cell in enumerate(cells)
            if goes_on[at] and cell.endswith(_GOES_ON) and times[cell] < 2
        ]  # fmt: skip
        errors = [at for at, cell in enumerate(cells) if cell in ERROR_CODES]
        for at in sorted({*no_names(cells, times), *cut_off, *errors}):
            text = found.table.lines[at].texts[column]
            said = say("{text!r} is no name like the others", text=text)
            found.fault(found.table.lines[at], column, said)
    _line_ups(found)


def _line_ups(found: Games) -> None:
    """Refuse lists whose sides are line-ups: several names in a cell, others in the next line."""
    sides = [(line, at) for line in found.paired for at in (found.pair.left, found.pair.right)]
    several = [(line, at) for line, at in sides if line.texts[at].count(",") > 1]
    if len(several) * 2 > len(sides):
        line, at = several[0]
        said = say("{text!r} names several players, and a game has one on a side, or a team's name",
                   text=line.texts[at])  # fmt: skip
        found.fault(line, at, said)


def _numbers_of_two(found: Games) -> None:
    """Refuse a name beside the number of another player, and a number beside two names."""
    columns = found.table.columns_of("number")
    for side in found.pair.sides:
        columns += found.table.columns_of("number", side=side)
    if len(columns) != 2 or set(columns) & {found.pair.left, found.pair.right}:
        return
    names: Dict[str, Tuple[str, str]] = {}
    odd: List[Tuple[Line, int, Message]] = []
    for line in found.paired:
        for column, named in zip(sorted(columns), (found.pair.left, found.pair.right)):
            number, name = line.texts[column], found.spell(line.texts[named])
            cell = found.table.place(line, named).cell
            first, at = names.setdefault(number, (name, cell))
            if number and first != name:
                said = say(
                    "number {n} is {who} here, but {other} in {cell}",
                    n=number, who=name, other=first, cell=at,
                )  # fmt: skip
                odd.append((line, named, said))
    if len(odd) * 2 < len(found.paired):  # else it counts something else
        for fault in odd:
            found.fault(*fault)


def _look_alikes(found: Games) -> None:
    """Refuse a name of one line that is nearly one of a player who misses just that round."""
    played: Dict[str, Dict[int, Line]] = {}
    for game in found.games:
        for who in (game.left, game.right):
            played.setdefault(who, {})[found.rounds.get(game.line.row, 0)] = game.line
    _turned_round(found, played)
    for who, match in played.items():
        if len(match) > 1 or len(set(found.rounds.values())) < 3:
            continue
        for other, theirs in played.items():
            if other == who or set(match) & set(theirs) or len(theirs) < 2:
                continue
            if SequenceMatcher(None, who.casefold(), other.casefold()).ratio() > 0.8:
                line = next(iter(match.values()))
                said = say("{who} may be {other} in another spelling", who=who, other=other)
                found.fault(line, found.pair.left, said)


def _turned_round(found: Games, played: Dict[str, Dict[int, Line]]) -> None:
    """Refuse two names of the same words: Jean Dupont and Dupont, Jean."""
    by_words: Dict[Tuple[str, ...], str] = {}
    for who, game in played.items():
        words = tuple(sorted(re.findall(r"\w+", who.casefold())))
        other = by_words.setdefault(words, who)
        if other != who and len(words) > 1 and not set(game) & set(played[other]):
            said = say("{who} may be {other} in another spelling", who=who, other=other)
            found.fault(next(iter(game.values())), found.pair.left, said)


def _no_players(found: Games) -> None:
    """Refuse a name that looks like a word for a bye: last in its rounds, never a point.

    It stands on the right only, in the last line of each of its rounds, or its lines lack what
    the columns beside the names hold of everybody else.
    """
    if found.alone:
        return  # there is a word for it, and it is known
    last: Dict[int, int] = {}
    for game in found.games:
        number = found.rounds.get(game.line.row, 0)
        last[number] = max(last.get(number, 0), game.line.row)
    lefts = {game.left for game in found.games}
    of_name: Dict[str, List[Game]] = {}
    for game in found.games:
        if game.right not in lefts:
            of_name.setdefault(game.right, []).append(game)
    beside = _beside(found)
    for name, games in of_name.items():
        scores = [game.score.winner for game in games]
        if -1 in scores or set(scores) == {None}:
            continue  # nobody loses to a bye, and nothing rests on games to come
        lacks = [at for at in beside if not any(game.line.texts[at] for game in games)]
        ends = all(last[found.rounds.get(game.line.row, 0)] == game.line.row for game in games)
        is_last = len(last) > 2 and ends
        if lacks or (is_last and (len(games) > 2 or len(games) < len(last))):
            said = say(
                "nobody can tell whether {who} is a player or a bye; write bye for one", who=name
            )
            found.fault(games[0].line, found.pair.right, said)


def _beside(found: Games) -> List[int]:
    """Return the columns that hold something in nearly every line."""
    filled = []
    for at in range(len(found.table.headings)):
        full = sum(bool(line.texts[at]) for line in found.paired)
        most = len(found.paired)
        if at not in (found.pair.left, found.pair.right) and most > full >= most * 0.7:
            filled.append(at)
    return filled


def won_by_penalties(found: Games) -> List[Fault]:
    """Say that games which penalties decided are draws: only the score of play counts."""
    kicks = [game.line for game in found.games if isinstance(game.score, ByKicks)]
    said = say("penalties decided here; the game is counted as a draw, by the score of play")
    return [Fault(said, found.table.place(line, found.results[0])) for line in kicks[:1]]


def without_rounds(found: Games) -> List[Fault]:
    """Say that the last games are of no round, where the others are of one."""
    last = next((line for line in found.paired if line.row not in found.rounds), None)
    if last is None or not found.rounds or found.faults:
        return []
    said = say("no round is named from here on; these games are counted as each team plays them")
    return [Fault(said, found.table.place(last, found.pair.left))]


def points_before(found: Games, results: Sequence[int]) -> None:
    """Compare the points before the round, where two columns print them, with the rounds."""
    columns = _of_points(found, results)
    present = sorted(set(found.rounds.values()))
    if len(columns) != 2 or present != list(range(1, len(present) + 1)) or len(present) < 2:
        return
    totals: Dict[str, Fraction] = {}
    wrong: List[Tuple[Line, int, str]] = []
    told = 0
    for number in present:
        now = [game for game in found.games if found.rounds.get(game.line.row) == number]
        for game in now:
            for who, column in zip((game.left, game.right), columns):
                value = _points_in(game.line.texts[column])
                told += value is not None
                if value is not None and value != totals.get(who, NONE):
                    wrong.append((game.line, column, who))
        byes = [bye for bye in found.byes if found.rounds.get(bye.line.row) == number]
        for who, points in _points_of(now, byes):
            totals[who] = totals.get(who, NONE) + points
    if wrong and len(wrong) * 3 < told:
        line, column, who = wrong[0]
        said = say(
            "{text!r} are not the points of {who} in the rounds above",
            text=line.texts[column],
            who=who,
        )
        found.fault(line, column, said)


def games_not_here(found: Games, results: Sequence[int]) -> List[Fault]:
    """Say that only these games count, where players have points before the first of them."""
    columns = _of_points(found, results)
    first: Dict[str, Tuple[Line, int]] = {}
    for game in sorted(found.games, key=lambda game: found.rounds.get(game.line.row, 0)):
        for who, column in zip((game.left, game.right), columns):
            first.setdefault(who, (game.line, column))
    told = [
        meant
        for meant in first.items()
        if (_points_in(meant[1][0].texts[meant[1][1]]) or NONE) > NONE
    ]
    if len(columns) != 2 or 3 * len(told) < len(first):
        return []
    who, (line, column) = told[0]
    said = say(
        "{who} has {text} points from games that are not here; only those of this table are "
        "counted",
        who=who,
        text=line.texts[column].strip("()"),
    )
    return [Fault(said, found.table.place(line, column))]


def _of_points(found: Games, results: Sequence[int]) -> List[int]:
    """Return the columns of points beside the players that are no results."""
    columns = found.table.columns_of("points")
    for side in found.pair.sides:
        columns += found.table.columns_of("points", side=side)
    return sorted(column for column in columns if column not in results)


def _points_in(text: str) -> Optional[Fraction]:
    return number_in(text.strip("()"))


def _points_of(games: Sequence[Game], byes: Sequence[Bye]) -> List[Tuple[str, Fraction]]:
    worth = {1: ONE, 0: HALF, -1: NONE}
    found: List[Tuple[str, Fraction]] = [(bye.who, WORTH.get(bye.status, NONE)) for bye in byes]
    for game in games:
        if game.score.winner is not None:
            found.append((game.left, worth[game.score.winner]))
            found.append((game.right, worth[-game.score.winner]))
    return found
