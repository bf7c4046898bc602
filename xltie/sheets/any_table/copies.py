"""Games of a list that stand in it twice, and those of the same two that do not."""

from __future__ import annotations

from typing import Dict, List, Sequence, Set, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.sheets.any_table.blocks import Line
from xltie.sheets.any_table.list_event import Game, Games
from xltie.sheets.tables import OPPONENTS, number_in, words_of


def stand_twice(found: Games) -> List[Fault]:
    """Refuse lists in which every game stands in two lines: their results would count twice.

    Two lines of one game say the same. A number of their own beside the players, such as a rating,
    or other results of the same two on that day tell that they played again; this is said.
    """
    if found.rounds or len(found.paired) < 2:
        return []
    seen: Dict[Tuple[str, ...], List[Line]] = {}
    games: Dict[Tuple[str, ...], List[Line]] = {}
    own = _of_a_game(found)
    results = _result_columns(found)
    apart = found.table.columns_of("date", "table", "number")
    columns = [*apart, *results]
    for line in found.paired:
        key = _key(found, line, columns)
        seen.setdefault(key, []).append(line)
        games.setdefault(_told(found, line, own, key), []).append(line)
    doubled = [same for same in seen.values() if len(same) > 1]
    alike = [same for same in games.values() if apart and len(same) > 1]
    in_turn = [
        (one, other) for one, other in zip(found.paired[::2], found.paired[1::2])
        if all(one.texts[at] == other.texts[at] for at in (*found.table.columns_of("date"), *own))
        and _key(found, one, results) == _key(found, other, results)
    ]  # fmt: skip
    are_pairs = len(in_turn) * 10 >= len(found.paired) * 4
    is_all_twice = 2 * sum(map(len, alike)) > len(found.paired)  # nobody plays most games again
    is_copy = is_all_twice or _is_copied(found, alike)
    again = [] if is_copy else _played_again(found, alike, own)
    known = set(map(id, again))
    alike = [same for same in alike if id(same) not in known]
    if not (are_pairs or len(doubled) == len(seen) or alike):
        return [_counted_again(found, same) for same in again[:1]]
    first, second = in_turn[0] if are_pairs else (alike or doubled)[0][:2]
    place = found.table.place(first, found.pair.left).cell
    said = say("this game stands in {cell} too; each may stand once", cell=place)
    found.fault(second, found.pair.left, said)
    return []


def _of_a_game(found: Games) -> List[int]:
    """Return the columns that tell games of the same two apart: colours, and numbers of a game.

    Those are filled in most lines, and no ids: some number comes again.
    """
    columns = found.table.columns_of("colour")
    for at in range(len(found.table.headings)):
        cells = [line.texts[at] for line in found.paired if line.texts[at]]
        are_numbers = len(cells) * 2 > len(found.paired) and None not in map(number_in, cells)
        if at in (found.pair.left, found.pair.right, *columns) or not are_numbers:
            continue
        if len(set(cells)) < len(cells):
            columns.append(at)
    return columns


def _is_copied(found: Games, alike: Sequence[Sequence[Line]]) -> bool:
    """Tell whether whole lines that stand again follow each other as those before did: a copy."""
    order = {line.row: at for at, line in enumerate(found.paired)}
    again = {
        (order[one.row], order[other.row])
        for same in alike
        for at, other in enumerate(same)
        for one in same[:at]
        if one.texts == other.texts
    }
    lines = found.paired
    return any(
        (first + 1, second + 1) in again and lines[first].texts != lines[first + 1].texts
        for first, second in again
    )


def _by_day(found: Games, own: Sequence[int]) -> Dict[Tuple[str, ...], int]:
    """Return how many games a list tells apart of two players on one day; none without dates."""
    of_day: Dict[Tuple[str, ...], Set[Tuple[str, ...]]] = {}
    if found.table.columns_of("date"):
        columns = [*found.table.columns_of("date", "table", "number"), *_result_columns(found)]
        for line in found.paired:
            told = _told(found, line, own, _key(found, line, columns))
            of_day.setdefault(_day(found, line), set()).add(told)
    return {day: len(games) for day, games in of_day.items()}


def _played_again(
    found: Games, alike: Sequence[List[Line]], own: Sequence[int]
) -> List[List[Line]]:
    """Return the lines with one result that are several games of one day, by what else is listed.

    The same two have another result on that day too, or other colours; or the lines differ, and
    others of the list met several times a day.
    """
    of_day = _by_day(found, own) if alike else {}
    are_usual = sum(games > 1 for games in of_day.values()) > 1
    return [
        same for same in alike
        if of_day.get(_day(found, same[0]), 0) > 1
        or (are_usual and len({line.texts for line in same}) == len(same))
    ]  # fmt: skip


def _told(found: Games, line: Line, own: Sequence[int], key: Tuple[str, ...]) -> Tuple[str, ...]:
    """Return what a line says of a game: its players in order, the result, what is its own."""
    return (*key, *(line.texts[at] for at in (found.pair.left, *own)))


def _day(found: Games, line: Line) -> Tuple[str, ...]:
    names = sorted(line.texts[at].casefold() for at in (found.pair.left, found.pair.right))
    return (*names, *(line.texts[at] for at in found.table.columns_of("date")))


def _counted_again(found: Games, same: Sequence[Line]) -> Fault:
    place = found.table.place(same[0], found.pair.left).cell
    said = say("the game of {cell} stands here again, with the same result; both count", cell=place)
    return Fault(said, found.table.place(same[1], found.pair.left))


def told_by_both(found: Games) -> None:
    """Refuse lists in which each player tells of every game: A won against B, and B lost to A."""
    if len(found.games) < 4:
        return
    heading = normal(found.table.headings[found.pair.right].text)
    least = 5 if heading in OPPONENTS.split() else 9  # the word says that results are one's own
    waiting: Dict[Tuple[str, ...], List[Game]] = {}
    mirrored: List[Tuple[Game, Game]] = []
    dates = found.table.columns_of("date", "table")
    for game in found.games:
        round_of = str(found.rounds.get(game.line.row, ""))
        when = (round_of, *(game.line.texts[date] for date in dates))
        winner = game.score.winner
        other = None if winner is None else str(-winner)
        partners = waiting.get((game.right, game.left, str(other), *when))
        if partners:
            mirrored.append((partners.pop(), game))
        else:
            waiting.setdefault((game.left, game.right, str(winner), *when), []).append(game)
    if len(mirrored) * 20 >= len(found.games) * least:
        first, second = mirrored[0]
        place = found.table.place(first.line, found.pair.left).cell
        said = say("this game stands in {cell} too; each may stand once", cell=place)
        found.fault(second.line, found.pair.left, said)


def _key(found: Games, line: Line, columns: Sequence[int]) -> Tuple[str, ...]:
    """Return what tells a game apart from another of the same two, by what stands in columns."""
    names = sorted(line.texts[column].casefold() for column in (found.pair.left, found.pair.right))
    return (*names, *(line.texts[column] for column in columns))


def _result_columns(found: Games) -> List[int]:
    results = found.table.columns_of("result", "winner")
    for side in found.pair.sides:
        results += found.table.columns_of("result", side=side)
    return results + [at for at in found.results if at not in results]


_SETS = frozenset("set satz sett sats szett manche parziale сет セット 세트".split())


def parts_of_matches(found: Games) -> List[Fault]:
    """Say that lines which one number calls one match count each; refuse them where they are sets.

    The number stands again in the next line, of the same two, in most lines.
    """
    heads = [set(words_of(heading.text)) for heading in found.table.headings]
    lines = [(game.line, {game.left, game.right}) for game in found.games]
    beside = [
        (lines[at][0], line) for at, (line, both) in enumerate(lines[1:]) if lines[at][1] == both
    ]  # fmt: skip
    for at, words in enumerate(heads):
        is_key = "id" in words or found.table.headings[at].meaning in ("table", "number")
        again = [
            pair for pair in beside if pair[0].texts[at] and len({x.texts[at] for x in pair}) == 1
        ]
        if not is_key or 2 * len(again) < len(found.games):
            continue
        line, column = again[0][1], found.table.headings[at].text
        said = say("lines of one {name!r} are counted as games of their own", name=column)
        if not any(words & _SETS for words in heads):
            return [Fault(said, found.table.place(line, at))]
        said = say("each line is a set of a match; list the matches, with the sets that both won")
        found.fault(line, at, said)
        return []
    return []
