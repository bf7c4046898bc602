"""The lines of a list of games, once it is known what they say, as an event."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Sequence, Tuple, Union

from xltie.core.errors import Fault
from xltie.core.messages import Message, say
from xltie.core.plain_words import without_accents
from xltie.core.records import dataclass, field, replace
from xltie.event import Contestant, Event, Match, Scoring, Side, Status
from xltie.sheets.any_table.asked import settled_by
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.players import Pair
from xltie.sheets.any_table.points import asked_scoring
from xltie.sheets.tables import (
    NONE,
    ONE,
    PENDING,
    TO_COME,
    WON,
    Score,
    Seated,
    Spelling,
    both_of,
    game_of,
    number_in,
    words_of,
)


class Game(NamedTuple):
    """A line with two players, as they are first spelled."""

    line: Line
    left: str
    right: str
    score: Score


class Bye(NamedTuple):
    """A line with one player; ``column`` is the one that names them.

    What it gives is not known yet where its round is still being played.
    """

    line: Line
    who: str
    column: int
    status: Status = Status.PENDING


@dataclass
class Games:
    """A list of games: its lines with two players and with one, and their rounds by row.

    ``results`` are the columns that say how the games ended.
    """

    table: Table
    pair: Pair
    spell: Spelling
    paired: List[Line]
    alone: List[Line]
    games: List[Game] = field(default_factory=list)
    byes: List[Bye] = field(default_factory=list)
    rounds: Dict[int, int] = field(default_factory=dict)
    faults: List[Fault] = field(default_factory=list)
    results: Sequence[int] = ()

    def fault(self, line: Line, column: int, message: Message) -> None:
        """Say what is wrong in a cell of a line."""
        self.faults.append(Fault(message, self.table.place(line, column)))


DISCS = 64
"""What the discs of two players of Othello add up to."""
_CALLED_DISCS = tuple(
    map(
        without_accents,
        "discs disks pions pedine brikker brickor фиш диски 石数 石差 돌수 석수".split(),
    )
)


def event_of(found: Games) -> Event:
    """Return the event in a list; what is wrong with its results is added to its faults."""
    both_lose = _both_lose(found)
    scores = [game.score for game in found.games if game.score.left is not None]
    counts = any(max(score.left or NONE, score.right or NONE) > 1 for score in scores)
    is_64 = _are_discs(found)
    turns: Dict[str, int] = {}
    matches: List[Match] = []
    players: Dict[str, Contestant] = {}
    lines: List[Union[Game, Bye]] = [*found.games, *found.byes]
    for line in sorted(lines, key=lambda line: line.line.row):
        who = [line.who] if isinstance(line, Bye) else [line.left, line.right]
        number = found.rounds.get(line.line.row) or 1 + max(turns.get(name, 0) for name in who)
        turns.update(dict.fromkeys(who, number))
        match = (
            _alone(found, line, number)
            if isinstance(line, Bye)
            else _match(found, line, number, counts, both_lose)
        )
        matches.append(match)
        for side in match.sides:
            players.setdefault(side.who, Contestant(side.who, place=side.place))
    return Event(
        game="othello" if is_64 else "",
        contestants=tuple(players.values()), matches=tuple(matches),
        tally_sum=DISCS if is_64 else None, rounds_known=bool(found.rounds),
        scoring=asked_scoring(found.table.asked) or Scoring(),
    )  # fmt: skip


def _are_discs(found: Games) -> bool:
    """Tell whether the scores are discs of Othello; who checks the event names those not 64."""
    scored = [game for game in found.games if game.score.left is not None]
    odd = [game for game in scored if game.score.total != DISCS]
    return bool(scored) and (2 * len(odd) < len(scored) or are_called_discs(found.table))


def are_called_discs(table: Table) -> bool:
    """Tell whether a heading says discs, so that even few or false ones are no goals."""
    said = (without_accents(heading.text) for heading in table.headings)
    return any(word in text for text in said for word in _CALLED_DISCS)


def _both_lose(found: Games) -> bool:
    """Tell whether 0-0 is a game that nobody won, rather than a draw without goals."""
    scores = {
        game.score
        for game in found.games
        if game.score.winner is not None and not game.score.forfeit
    }
    pairs = {(score.left, score.right) for score in scores}
    has_halves = any(side is not None and side.denominator > 1 for pair in pairs for side in pair)
    nothing = [game for game in found.games if (game.score.left, game.score.right) == (NONE, NONE)]
    if has_halves or (pairs and max(side or NONE for pair in pairs for side in pair) <= 1):
        _uneven(found)
    if not nothing or nothing[0].score.forfeit:
        return False
    if has_halves:
        return True
    if any(score.total > 1 for score in scores) and not _names_other_winners(found, nothing):
        return False
    said = say(
        "0-0 is a draw or a game that both lost; write ½-½, or + and - for a forfeit, or say which "
        "by {option}",
        option=settled_by("0-0=draw"),
    )
    found.fault(nothing[0].line, found.pair.left, said)
    return False


def _uneven(found: Games) -> None:
    """Refuse results with halves that do not add up to what the others do."""
    sums: Dict[Fraction, int] = {}
    played = [
        game for game in found.games if game.score.left is not None and game.score.right is not None
    ]
    for game in played:
        sums[game.score.total] = sums.get(game.score.total, 0) + 1
    usual = max(sums, key=lambda total: (sums[total], total == ONE))
    for game in played:
        if game.score.total not in (usual, NONE):
            found.fault(
                game.line, found.pair.right,
                say("the result of this line adds up to {sum}, the others to {usual}",
                    sum=game.score.total, usual=usual),
            )  # fmt: skip


def _names_other_winners(found: Games, nothing: Sequence[Game]) -> bool:
    """Tell whether a column names who won every game but those without a point for either side."""
    rows = {game.line.row for game in nothing}
    return any(
        all(bool(line.texts[at]) != (line.row in rows) for line in found.paired)
        for at in found.table.columns_of("winner")
    )


def _match(found: Games, game: Game, number: int, counts: bool, both_lose: bool) -> Match:
    score = game.score
    tallies = (score.left, score.right) if counts and not score.forfeit else (None, None)
    left, right = (
        Seated(who, side, tally, found.table.place(game.line, at))
        for who, side, tally, at in zip(
            (game.left, game.right), found.pair.sides, tallies, (found.pair.left, found.pair.right)
        )
    )
    match = game_of(number, both_of(_decided(score, both_lose)) or PENDING, left, right)
    given = [number_in(game.line.texts[at]) for at in _of_victory(found)]
    if match.b is None or len(given) != 2 or None in given:
        return match
    points = dict(zip((game.left, game.right), given))
    a, b = (replace(side, points=points[side.who]) for side in (match.a, match.b))
    return replace(match, a=a, b=b)


def _of_victory(found: Games) -> List[int]:
    """Return the columns of the victory points that bridge gives both teams, [] elsewhere."""
    headings = found.table.headings
    return sorted(at for at in found.results if "vp" in words_of(headings[at].text))


def _alone(found: Games, bye: Bye, number: int) -> Match:
    place = found.table.place(bye.line, bye.column)
    return Match(number, Side(bye.who, bye.status, place=place), place=place)


def _decided(score: Score, both_lose: bool) -> Score:
    """Return who got the point of a game, whatever both scored."""
    winner = score.winner
    if winner is None:
        return TO_COME
    if not winner and (score.forfeit or (both_lose and not score.left)):
        return Score(NONE, NONE, True)
    return WON[winner]._replace(forfeit=score.forfeit)


_NOT_PLAYED = frozenset("no n false nein non nie nee нет".split())


def is_to_come(found: Games, line: Line) -> bool:
    """Tell whether a line without a winner has no sets or halves either, which the others have."""
    beside = found.table.columns_of("not result")
    told = [at for at in beside if any(other.texts[at] for other in found.paired)]
    is_bare = bool(told) and not any(line.texts[at] for at in told)
    return is_bare or _says_not_played(found, line)


def _says_not_played(found: Games, line: Line) -> bool:
    """Tell whether a column says NO of a line, as *Played?*, and of none that has a winner."""
    winners = found.table.columns_of("winner")
    won = [other for other in found.paired if any(other.texts[at] for at in winners)]
    return any(
        line.texts[at].casefold() in _NOT_PLAYED
        and not any(other.texts[at].casefold() in _NOT_PLAYED for other in won)
        for at in range(len(line.texts))
    )


_LEAST_BOARDS = 2


def matches_of_teams(found: Games) -> List[Fault]:
    """Keep the matches of a list whose every match adds up the boards below it; say so.

    A list in which one match does not is left as it is, and its games are no games of one event.
    """
    at, matches = 0, []
    while at < len(found.games):
        boards = _boards_below(found.games, at)
        if not boards:
            return []
        matches.append(found.games[at])
        at += 1 + boards
    if len(matches) < 2 or _are_teams_on_boards(found.games, matches):
        return []
    found.games = matches
    found.paired = [match.line for match in matches]
    said = say("each match adds up the boards below it; the matches are counted, not the boards")
    return [Fault(said, found.table.place(matches[0].line, found.pair.left))]


def games_of_matches(found: Games) -> Dict[int, int]:
    """Return a round for every game where each round is a match of two games, {} elsewhere.

    That the second of them is no copy of the first is told by the sides, which change.
    """
    matches: Dict[Tuple[int, FrozenSet[str]], List[Game]] = {}
    for game in found.games:
        key = found.rounds.get(game.line.row, 0), frozenset(_sides(game))
        matches.setdefault(key, []).append(game)
    players = [(number, who) for number, both in matches for who in both]
    once = len(set(players)) == len(players) and found.rounds and not found.byes
    if not once or not all(map(_are_two_games, matches.values())):
        return {}
    return {
        game.line.row: 2 * number - 1 + at
        for (number, _), match in matches.items()
        for at, game in enumerate(match)
    }


def _are_two_games(match: Sequence[Game]) -> bool:
    return len(match) == 2 and match[0].left == match[1].right


def _boards_below(games: Sequence[Game], at: int) -> int:
    """Return how many boards below a match add up to it, 0 where they do not."""
    total = _sum(games[at])
    if total is None or total.denominator != 1 or total < _LEAST_BOARDS:
        return 0
    boards = games[at + 1 : at + 1 + int(total)]
    if len(boards) < total or any(_sum(board) != ONE for board in boards):
        return 0
    is_sum = sum((board.score.left or NONE for board in boards), NONE) == games[at].score.left
    return len(boards) if is_sum else 0


def _sum(game: Game) -> Optional[Fraction]:
    left, right = game.score.left, game.score.right
    return None if left is None or right is None else left + right


def _are_teams_on_boards(games: Sequence[Game], matches: Sequence[Game]) -> bool:
    teams = {who for match in matches for who in _sides(match)}
    lines = {match.line.row for match in matches}
    return any(teams & set(_sides(game)) for game in games if game.line.row not in lines)


def _sides(game: Game) -> Tuple[str, str]:
    return game.left, game.right
