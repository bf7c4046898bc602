"""What files of Go tournaments share: results, ranks, numbers of rounds, who plays in which."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from itertools import count
from typing import Callable, Iterable, Mapping, NamedTuple, Optional, Sequence

from xltie.core.errors import Place
from xltie.core.go_ranks import LOWEST, rank_in_file
from xltie.core.messages import Message, say
from xltie.core.numbers import spans
from xltie.core.records import replace
from xltie.event import Contestant, Event, Id, Match, Outcome, Side, Status, attendance_of
from xltie.exchange.common.notes import Notes
from xltie.settings.declared import CRITERIA

# -- results ---------------------------------------------------------------------------------------

W, L, D = Outcome.WIN, Outcome.LOSS, Outcome.DRAW
Outcomes = tuple[Outcome, Outcome]
"""How a game ended for Black and for White; both may win or lose."""


def side(
    who: Id, seat: str, outcome: Optional[Outcome], by_default: bool = False, code: str = ""
) -> Side:
    """Return one side of a game: pending without an outcome, a forfeit where it is by default.

    A jigo by default is worth half a point to both, and was not played.
    """
    if outcome is None:
        return Side(who, Status.PENDING, seat=seat, code=code)
    if not by_default:
        return Side(who, Status.PLAYED, outcome, seat=seat, code=code)
    status = Status.FORFEIT_WIN if outcome is W else Status.FORFEIT_LOSS
    points = Fraction(1, 2) if outcome is D else None
    return Side(who, status, points=points, seat=seat, code=code)


_WON = {Status.FORFEIT_WIN: W, Status.FORFEIT_LOSS: L}


class ResultTexts(NamedTuple):
    """How a format writes the end of a game: read and written by one table.

    ``outcomes`` has the texts, the usual one of several first, ``by_default`` what stands behind
    one by default, ``pending`` those of a game without a result, the first of which is written.
    """

    outcomes: Mapping[str, Outcomes]
    by_default: str
    pending: tuple[str, ...]

    def sides(self, text: str, black: Id, white: Id) -> Optional[tuple[Side, Side]]:
        """Return both sides of a game; None where the text is no result."""
        is_default = text.endswith(self.by_default)
        plain = text[: -len(self.by_default)] if is_default else text
        if plain not in self.outcomes and plain not in self.pending:
            return None
        first, second = self.outcomes.get(plain, (None, None))
        return side(black, "black", first, is_default), side(white, "white", second, is_default)

    def text(self, black: Side, white: Side) -> str:
        """Return the text of a game."""
        if black.status is Status.PENDING:
            return self.pending[0]
        if black.status is Status.PLAYED and black.outcome and white.outcome:
            return self._plain(black.outcome, white.outcome)
        return self._plain(_ended(black), _ended(white)) + self.by_default

    def _plain(self, *both: Outcome) -> str:
        return next(text for text, outcomes in self.outcomes.items() if outcomes == both)


def _ended(one: Side) -> Outcome:
    """Return how a game by default ended for a side."""
    is_half = one.points is not None and 0 < one.points < 1
    return D if is_half else _WON[one.status]


def tables(matches: Sequence[Match]) -> list[int]:
    """Return a number for each table of a round: its own, a free one where another has the same."""
    numbers = [int(match.table) if match.table.isdecimal() else 0 for match in matches]
    free = (number for number in count(1) if number not in numbers)
    given: set[int] = set()
    found = []
    for number in numbers:
        chosen = next(free) if not number or number in given else number
        given.add(chosen)
        found.append(chosen)
    return found


# -- ranks -----------------------------------------------------------------------------------------


def rank_read(grade: str, place: Place, notes: Notes, is_needed: bool = True) -> int:
    """Return the number of a rank in a file, a fault where it is none, or blank and needed."""
    rank = rank_in_file(grade)
    if rank is None and (grade or is_needed):
        notes.fault("{grade!r} is not a rank such as 3d or 12k", place, grade=grade)
    return rank or 0


def rank_of(contestant: Contestant, notes: Notes, is_needed: bool = True) -> int:
    """Return the number of a player's rank, the lowest where there is none: a fault, if needed."""
    rank = rank_in_file(contestant.grade)
    if rank is None and (contestant.grade or is_needed):
        notes.fault(
            "the rank of {who} is {grade!r}, not one such as 3d or 12k",
            contestant.place,
            who=contestant.known_as,
            grade=contestant.grade,
        )
    return LOWEST if rank is None else rank


MOST_STONES = 9
_LONGEST = 4
"""No handicap is written with more digits, however many zeros it begins with."""


def stones_read(text: str, place: Place, notes: Notes) -> Optional[int]:
    """Return the handicap of a game in a file, None with a fault where it is none."""
    if text.isdecimal() and len(text) <= _LONGEST and int(text) <= MOST_STONES:
        return int(text)
    notes.fault(not_stones(text), place)
    return None


def not_stones(text: str) -> Message:
    """Return what is wrong with a handicap."""
    return say("handicap {handicap!r} is not a number of stones from 0 to 9", handicap=text)


# -- criteria --------------------------------------------------------------------------------------


def criteria_written(
    event: Event, usual: str, name_of: Callable[[str], Optional[str]], program: str, notes: Notes
) -> list[str]:
    """Return the criteria of an event by the names of a program; what it lacks is a fault."""
    found: list[str] = []
    for text in re.split(r"[,;]", event.settings.text(CRITERIA, usual)):
        name = name_of(text.strip().upper())
        if name is None:
            said = say("{program} has no criterion {name!r}", program=program, name=text.strip())
            notes.fault(said)
        else:
            found.append(name)
    return found


# -- rounds ----------------------------------------------------------------------------------------

MOST_ROUNDS = 99
"""More rounds than any event has: OpenGotha allows 20."""


def round_number(text: str, place: Place, notes: Notes) -> int:
    """Return the number of a round, or 0 after a fault was noted."""
    if text.isdecimal() and 0 < int(text) <= MOST_ROUNDS:
        return int(text)
    notes.fault("{text!r} is not the number of a round", place, text=text)
    return 0


def planned_rounds(text: str, place: Place, notes: Notes) -> int:
    """Return how many rounds are planned, 0 where a file does not say."""
    if not text:
        return 0
    if not text.isdecimal():
        notes.fault("{text!r} is not a number of rounds", place, text=text)
        return 0
    if int(text) > MOST_ROUNDS:
        notes.fault("{rounds} rounds are more than an event has", place, rounds=text)
        return 0
    return int(text)


_NOT_PLAYING = "Not playing in round"


def with_absences(
    players: Iterable[Contestant],
    matches: Sequence[Match],
    planned: int,
    is_away: Callable[[Id, int], bool],
) -> tuple[tuple[Contestant, ...], tuple[Match, ...], int]:
    """Return the players, the matches by rounds, and how many rounds there are.

    Rounds in which somebody took part but got neither game nor bye are matches without points; the
    rounds ahead that somebody announced not to play stand beside the player.
    """
    begun = max((match.round for match in matches), default=0)
    rounds = max(planned, begun)
    played = set(range(1, begun + 1))
    free: dict[Id, set[int]] = defaultdict(played.copy)
    for match in matches:
        for side in match.sides:
            free[side.who].discard(match.round)
    found, listed = list(matches), []
    for player in players:
        away = {turn for turn in range(1, rounds + 1) if is_away(player.id, turn)}
        found += (
            Match(turn, Side(player.id, Status.ZERO_BYE), place=player.place)
            for turn in sorted(free[player.id] - away)
        )
        coming = spans(sorted(away - played))
        more = ((_NOT_PLAYING, coming),) if coming else ()
        listed.append(replace(player, more=(*player.more, *more)))
    return tuple(listed), tuple(sorted(found, key=lambda match: match.round)), rounds


def rounds_missed(event: Event, rounds: int) -> dict[Id, frozenset[int]]:
    """Return the rounds that everybody was absent from, or is going to be, up to a number."""
    there: dict[Id, set[int]] = {contestant.id: set() for contestant in event.contestants}
    for match in event.matches:
        for one in match.sides:
            if one.status not in (Status.ABSENT, Status.HALF_BYE):
                there[one.who].add(match.round)
    begun = event.last_round
    for player in event.contestants:
        coming = range(begun + 1, rounds + 1)
        there[player.id].update(number for number in coming if _will_play(player, number))
    return {who: frozenset(range(1, rounds + 1)) - played for who, played in there.items()}


def _will_play(player: Contestant, number: int) -> bool:
    attendance = attendance_of(player)
    is_away = number in attendance.absent or number in attendance.half_byes
    has_left = attendance.leaves is not None and attendance.leaves <= number
    return not (is_away or has_left or player.has_left(number))


def start_scores_not_known(why: Message) -> Message:
    """Return what is said of a McMahon tournament in a file that does not tell where all began."""
    return say(
        "{why}, so the start scores are not known: wins alone can rank "
        '(--criteria "NBW, SOS"), or import the file and give start scores in the workbook',
        why=why,
    )
