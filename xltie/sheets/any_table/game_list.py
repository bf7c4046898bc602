"""A list of games: two columns of one set of players, and what says how their games ended."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Callable, Dict, List, Optional, Sequence, Set, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.event import Event, Status
from xltie.event import faults as faults_of
from xltie.sheets.any_table.asked import settled_by
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.list_doubts import (
    doubts,
    games_not_here,
    points_before,
    without_rounds,
    won_by_penalties,
)
from xltie.sheets.any_table.list_event import (
    Bye,
    Game,
    Games,
    event_of,
    games_of_matches,
    is_to_come,
    matches_of_teams,
)
from xltie.sheets.any_table.opinion import Opinion, Opinions
from xltie.sheets.any_table.opinions import opinions_in
from xltie.sheets.any_table.owners import with_owners
from xltie.sheets.any_table.players import Cards, Pair, pair_of
from xltie.sheets.any_table.reading import MOST_FAULTS, Reading, of_list
from xltie.sheets.any_table.results import WORTH, bye_in, is_bye_word, is_certain_bye
from xltie.sheets.tables import (
    BYES,
    NONE,
    ONE,
    TO_COME,
    ByKicks,
    Score,
    is_stage,
    no_round,
    number_in,
    outcome_of_word,
    read_alone,
    round_in,
    score_of,
)

_BY_CONTENT = Fraction(2, 3)
"""How sure a list is whose players no headings name."""


def read_game_list(table: Table) -> Optional[Reading]:
    """Return a table as a list of games; None where no two columns name players."""
    pair = pair_of(table)
    if pair is None:
        return None
    table = with_owners(table, pair)
    found = _lines_of(table, pair, is_bye_word)
    reading = _reading(found)
    if reading is None or not reading.faults:
        return reading
    games = _lines_of(table, pair, is_certain_bye)
    if len(games.paired) == len(found.paired):
        return reading  # no word may be a name as well
    as_names = _reading(games)
    is_sure = as_names and not as_names.faults and _win(games)
    return as_names if is_sure else reading


def _win(found: Games) -> bool:
    """Tell whether all whose names may mean a bye won more than once, which no bye does."""
    names = {who for game in found.games for who in (game.left, game.right) if is_bye_word(who)}
    won = Counter(
        game.left if game.score.winner == 1 else game.right
        for game in found.games if game.score.winner
    )  # fmt: skip
    return all(won[who] > 1 for who in names)


def _reading(found: Games) -> Optional[Reading]:
    """Return the lines of a table as a list of games."""
    if not found.paired:
        return None
    table, pair = found.table, found.pair
    opinions = opinions_in(table, pair, found.paired)
    found.faults.extend(opinions.faults)
    share = Fraction(2 + 3 * bool(opinions.opinions) + pair.is_proved, 6)
    event = _read(found, opinions) if opinions.opinions else None
    if event is None or found.faults:
        return Reading("list", share, None, tuple(found.faults[:MOST_FAULTS]))
    share = ONE if pair.is_named else _BY_CONTENT
    taken = of_list(table, (pair.left, pair.right), opinions.columns, event.scoring)
    return Reading("list", share, event, (), tuple(opinions.notes), taken=taken)


def _lines_of(table: Table, pair: Pair, is_nobody: Callable[[str], bool]) -> Games:
    """Return the lines that name two players, and those that name one."""
    spell = Cards([*table.column(pair.left), *table.column(pair.right)])
    found = Games(table, pair, spell, [], [])
    for line in table.lines:
        both = [line.texts[at] for at in (pair.left, pair.right)]
        nobody = [is_nobody(value) or _is_open(value) for value in both]
        if _are_open(*both):
            continue
        if not any(nobody):
            found.paired.append(line)
        else:
            found.alone.append(line)
    return found


def _read(found: Games, opinions: Opinions) -> Optional[Event]:
    """Return the event in a list, None where its faults say why there is none."""
    found.results = opinions.columns
    _take_games(found, opinions.opinions)
    opinions.notes.extend((*won_by_penalties(found), *matches_of_teams(found)))
    found.rounds = _rounds(found)
    opinions.notes.extend(without_rounds(found))
    for line in found.alone:
        bye = _bye(found, line, opinions.columns)
        if bye is not None:
            found.byes.append(bye)
    _nameless(found, opinions.columns)
    opinions.notes.extend(doubts(found))
    if found.faults:
        return None
    found.rounds = _played_rounds(found, opinions)
    event = event_of(found)
    opinions.notes.extend(_of_two_points(found))
    opinions.notes.extend(games_not_here(found, opinions.columns))
    points_before(found, opinions.columns)
    found.faults.extend(faults_of(event))
    return event


def _take_games(found: Games, opinions: Sequence[Opinion]) -> None:
    """Take what the opinions say of every game, and name those of which they say two things."""
    for at, line in enumerate(found.paired):
        said = [
            (opinion, opinion.scores[at]) for opinion in opinions if opinion.scores[at] is not None
        ]
        told = [(side, score) for side, score in said if score and score.winner is not None]
        by_kicks = [score for _, score in told if isinstance(score, ByKicks)]
        score = by_kicks[0] if by_kicks else told[0][1] if told else Score(None, None)
        for side, other in told[1:]:
            if other.winner != told[0][1].winner and not by_kicks:
                _contradiction(found, line, told[0][0], side)
                break
        if (
            not said
            and any(opinion.is_winner for opinion in opinions)
            and not is_to_come(found, line)
        ):
            found.fault(
                line, opinions[0].columns[0],
                say("the winner is missing: it may be a draw, or not played"),
            )  # fmt: skip
        left, right = (
            found.spell(line.texts[column]) for column in (found.pair.left, found.pair.right)
        )
        found.games.append(Game(line, left, right, score))
    if not any(game.score.winner is not None for game in found.games):
        at = opinions[0].columns[0]
        found.faults.append(
            Fault.say("no game has a result", found.table.place(found.paired[0], at))
        )


def _contradiction(found: Games, line: Line, one: Opinion, other: Opinion) -> None:
    first, second = one.columns[0], other.columns[0]
    said = say(
        "{text!r} contradicts {other!r} in {cell}",
        text=" : ".join(line.texts[at] for at in other.columns),
        other=" : ".join(line.texts[at] for at in one.columns),
        cell=found.table.place(line, first).cell,
    )
    found.fault(line, second, said)


def _bye(found: Games, line: Line, columns: Sequence[int]) -> Optional[Bye]:
    """Return the bye that a line with one player means."""
    left, right = (line.texts[at] for at in (found.pair.left, found.pair.right))
    is_left = bool(left) and not is_bye_word(left)
    at = found.pair.left if is_left else found.pair.right
    who, word = (left, right) if is_left else (right, left)
    if who and _is_open(word) and word and not any(line.texts[column] for column in columns):
        return Bye(line, found.spell(who), at)  # against whom is to come
    if not who or is_bye_word(who):
        found.fault(line, at, say("there is nobody in this line who could have a bye"))
        return None
    told = [line.texts[column] for column in columns if line.texts[column]]
    said = [text for text in told if score_of(text) is not TO_COME]
    if told and not said:
        return Bye(line, found.spell(who), at)  # who it is, or what it gives, is to come
    byes = [_bye_in(found, side, is_left) for side in said] or [bye_in(word) if word else None]
    if None in byes or _is_unsplit(found, word) or len({WORTH[bye] for bye in byes if bye}) > 1:
        said_at = next((column for column in columns if line.texts[column]), at)
        alone = say("{who} has neither an opponent nor a bye here", who=who)
        beside = say(
            "{text!r} stands beside {who}, but there is no opponent",
            text=line.texts[said_at], who=who,
        )  # fmt: skip
        found.fault(line, said_at, alone if said_at == at else beside)
        return None
    bye = byes[0] or Status.PENDING
    if columns and not said and WORTH[bye] and _is_under_way(found, line):
        bye = Status.PENDING
    return Bye(line, found.spell(who), at, bye)


def _is_unsplit(found: Games, word: str) -> bool:
    """Tell whether one cell holds both players of the other lines, and nobody's opponent here."""
    columns = found.table.columns
    return bool(columns) and columns[found.pair.left] == columns[found.pair.right] and not word


def _played_rounds(found: Games, opinions: Opinions) -> Dict[int, int]:
    """Return the rounds; {} where what is called so is a day of a league, or a whole stage.

    In a stage most meet more than two opponents, where a wrong round would give somebody a second
    one. Games are counted as each player plays them.
    """
    matches = games_of_matches(found)
    if matches:
        place = found.table.place(found.games[0].line, found.pair.left)
        said = say("the same two play several games in a round; each is counted as a round")
        opinions.notes.append(Fault(said, place))
        return matches
    met: Dict[Tuple[int, str], Set[str]] = {}
    twice = None
    for game in found.games:
        number = found.rounds.get(game.line.row)
        for who, other in ((game.left, game.right), (game.right, game.left)):
            if number is None:
                continue
            met.setdefault((number, who), set()).add(other)
            twice = twice or (game.line if len(met[number, who]) > 1 else None)
    is_league = set(found.pair.sides) == {"first", "second"} and (
        _are_hosts(found)
        or any(max(game.score.left or NONE, game.score.right or NONE) > 1 for game in found.games)
    )
    are_stages = 2 * sum(len(others) > 2 for others in met.values()) > len(met)
    if twice is None or not (is_league or are_stages) or _meet_twice(found):
        return found.rounds
    said = (
        say("everybody plays several games in this round; they are counted as each plays them")
        if are_stages
        else say("teams play twice in this round; games are counted as each team plays them")
    )
    opinions.notes.append(Fault(said, found.table.place(twice, found.pair.left)))
    return {}


def _are_hosts(found: Games) -> bool:
    """Tell whether one side is called that at home and the other that away, and not 1 and 2."""
    headings = [found.table.headings[at] for at in (found.pair.left, found.pair.right)]
    return {heading.side for heading in headings} == {"first", "second"} and not any(
        heading.number or heading.stem.split()[-1:] in (["a"], ["b"]) for heading in headings
    )


def _meet_twice(found: Games) -> bool:
    """Tell whether the same two stand twice in a round, and on one day: a line is too many."""
    dates = found.table.columns_of("date")
    pairs = [
        (found.rounds.get(game.line.row), *sorted((game.left, game.right)),
         *(game.line.texts[at] for at in dates))
        for game in found.games
    ]  # fmt: skip
    return len(set(pairs)) < len(pairs)


def _is_under_way(found: Games, line: Line) -> bool:
    """Tell whether a game of the same round has no result yet: a bye may have none yet either."""
    number = found.rounds.get(line.row)
    return any(
        game.score.winner is None and found.rounds.get(game.line.row) == number
        for game in found.games
    )


def _is_open(name: str) -> bool:
    """Tell whether a cell names nobody, or nobody yet."""
    return not name or name.casefold() in ("tbd", "tba", "tbc")


def _are_open(left: str, right: str) -> bool:
    """Tell whether neither side is known: both are blank, or the same sign, NA, stands on both."""
    is_sign = left == right and score_of(left) is TO_COME
    return is_sign or (_is_open(left) and _is_open(right))


def _nameless(found: Games, columns: Sequence[int]) -> None:
    for line in found.table.lines:
        if not _are_open(line.texts[found.pair.left], line.texts[found.pair.right]):
            continue
        at = next((column for column in columns if line.texts[column]), None)
        told = None if at is None else score_of(line.texts[at])
        if at is not None and told not in (None, TO_COME):
            found.fault(line, at, say("there is a result here but no players"))


_FIRST_DAY = 20_000
"""Numbers beyond it, all of a column, are days as spreadsheets count them: from October 1954."""
_WITH_BOARD = re.compile(r"\d{1,2}[.,]\d{1,3}")
"""A round with the board behind it, as chess databases write it: ``2.14``."""


def _rounds(found: Games) -> Dict[int, int]:
    """Return the rounds of the lines by their rows; {} where nothing says them."""
    lines = sorted([*found.paired, *found.alone])
    for column in found.table.columns_of("round"):
        cells = [line.texts[column] for line in lines]
        numbers: Sequence[Optional[int]] = [round_in(cell) for cell in cells]
        if all(map(_WITH_BOARD.fullmatch, cells)):
            numbers = [int(re.split("[.,]", cell)[0]) for cell in cells]
        told = [number for number in numbers if number is not None]
        if not told or 4 * len(told) < sum(map(bool, cells)):
            continue  # words such as Final, of which a few may hold a number: Louis IV
        if min(told) > _FIRST_DAY:
            continue  # fecha is a round or a date
        if "" in cells:
            numbers = _filled_down(found, lines, numbers)
        end = max(at for at, number in enumerate(numbers) if number is not None)
        for at, (line, cell, number) in enumerate(zip(lines, cells, numbers)):
            is_over = at > end and not cell and _are_hosts(found)
            if number is None and not is_over and not is_stage(cell):
                found.fault(line, column, no_round(cell))
        return {line.row: number for line, number in zip(lines, numbers) if number is not None}
    if any(line.round is not None for line in lines):
        for line in lines:
            if line.round is None:
                found.fault(line, found.pair.left, say("no title above names the round"))
        return {line.row: line.round for line in lines if line.round is not None}
    return {}


def _of_two_points(found: Games) -> List[Fault]:
    """Say that a win is one point where every result shares out two: 2-0, 1-1 and 0-2."""
    scores = [game.score for game in found.games if game.score.left is not None]
    is_two = all(score.total == 2 for score in scores)
    if not (scores and is_two) or found.table.asked.worth:
        return []
    said = say(
        "the results share out two points; a win is counted as one, or as two by {option}",
        option=settled_by("win=2"),
    )
    return [Fault(said, found.table.place(found.games[0].line, found.pair.left))]


def _filled_down(
    found: Games, lines: Sequence[Line], numbers: Sequence[Optional[int]]
) -> Sequence[Optional[int]]:
    """Return the rounds where each is named beside its first game only, as merged cells are saved.

    The proof is that everybody plays once in each of them; else the numbers are as they stand.
    """
    filled: List[Optional[int]] = []
    for number in numbers:
        filled.append(filled[-1] if number is None and filled else number)
    told = [number for number in numbers if number is not None]
    playing: Dict[Optional[int], List[str]] = {}
    for line, number in zip(lines, filled):
        both = (line.texts[at] for at in (found.pair.left, found.pair.right))
        playing.setdefault(number, []).extend(
            found.spell(value) for value in both if value and not is_bye_word(value)
        )
    everybody = sorted(set().union(*playing.values()))
    is_rising = numbers[0] is not None and told == sorted(set(told)) and len(told) > 1
    is_proved = is_rising and all(sorted(names) == everybody for names in playing.values())
    return filled if is_proved else numbers


def _bye_in(found: Games, text: str, is_left: bool) -> Optional[Status]:
    """Return the bye that a cell of a result says, None where it says something else."""
    if text in ("+", "-"):
        return BYES[ONE if text == "+" else NONE]
    if is_bye_word(text):
        return bye_in(text)
    ended = outcome_of_word(text)
    if ended is not None:
        return BYES[Fraction(ended + 1, 2)]
    return read_alone(text, is_left) or _bye_of_match(found, text, is_left)


def _bye_of_match(found: Games, text: str, is_left: bool) -> Optional[Status]:
    """Return the bye that a share of what every match gives means, None of anything else."""
    totals = {game.score.total for game in found.games if game.score.left is not None}
    score = score_of(text) or Score(number_in(text), number_in(text))
    own = score.left if is_left else score.right
    if own is None or len(totals) != 1 or not 0 <= own <= min(totals):
        return None
    rest = min(totals) - own
    return BYES[Fraction((own > rest) - (own < rest) + 1, 2)]
