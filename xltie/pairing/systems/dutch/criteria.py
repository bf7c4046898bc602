"""The criteria of a bracket, C6 to C21 (articles 2.3 and 2.4), as gains of a pair.

Every criterion asks for as few as possible of something. The number of pairs being fixed by C6, it
asks for as many pairs as possible without it; so each function says how much a pair adds to what is
wanted. ``high`` is the better placed of the two; it has come down to the bracket, or upwards to be
protected from, where the scores differ.
"""

from __future__ import annotations

from typing import Mapping, NamedTuple, Tuple

from xltie.core.messages import Message, say
from xltie.pairing.systems.dutch.player import ABSOLUTE, DOWN, STRONG, UP, Player
from xltie.pairing.systems.wording import NOBODY_LEFT


def same_wish(high: Player, low: Player) -> bool:
    """Tell whether two players prefer the same colour."""
    return high.wishes.wish == low.wishes.wish != 0


def pairs_formed(high: Player, low: Player) -> int:
    """C6, article 2.4: a pair leaves two fewer to float down."""
    return 1


def mover_paired(high: Player, low: Player, score: int) -> int:
    """C7, article 2.4: a player with this score does not float down."""
    return int(high.score == score)


def games_of_paired(
    high: Player, low: Player, bye_score: int, rank_by_games: Mapping[int, int]
) -> int:
    """C9, article 2.4: who played more games is the better one to rest."""
    return sum(rank_by_games[player.games] for player in (high, low) if player.score == bye_score)


def without_wide_difference(high: Player, low: Player) -> int:
    """C10, article 2.4: nobody's colour difference exceeds two (topscorers and opponents)."""
    wide = high.wishes.imbalance > 1 and low.wishes.imbalance > 1
    return int(not (wide and same_wish(high, low)))


def without_third_colour(high: Player, low: Player) -> int:
    """C11, article 2.4: nobody has a colour the third time running (topscorers, opponents)."""
    if not (same_wish(high, low) and high.is_absolute and low.is_absolute):
        return 1
    one, other = high.wishes, low.wishes
    if one.imbalance == other.imbalance:
        return int(not one.repeated or one.repeated != other.repeated)
    yielding = other if one.imbalance > other.imbalance else one
    return int(yielding.repeated != -yielding.wish)


def with_wishes(high: Player, low: Player) -> int:
    """C12, article 2.4: both get the colour they prefer."""
    return int(not same_wish(high, low))


def with_strong_wishes(high: Player, low: Player) -> int:
    """C13, article 2.4: nobody goes without a strong preference."""
    strengths = (high.wishes.strength, low.wishes.strength)
    is_against = min(strengths) >= STRONG and strengths != (ABSOLUTE, ABSOLUTE)
    return int(not (is_against and same_wish(high, low)))


def kept_from_second_down(high: Player, low: Player, back: int) -> int:
    """C14 and C16, article 2.4: residents who floated down do not do so again."""
    of_low = int(low.floats[back] == DOWN)
    return of_low + int(high.score == low.score and high.floats[back] == DOWN)


def is_second_up(high: Player, low: Player, back: int) -> bool:
    """Tell whether the lower of two meets a higher score, as it did that many rounds before."""
    return high.score > low.score and low.floats[back] == UP


def kept_from_second_up(high: Player, low: Player, back: int) -> int:
    """C15 and C17, article 2.4: who floated up does not meet a mover again."""
    return int(not is_second_up(high, low, back))


def mover_from_second_down(high: Player, low: Player, back: int, score: int) -> int:
    """C18 and C20, article 2.4: score differences of movers who floated down."""
    is_mover = high.score > low.score and high.score == score
    return int(is_mover and high.floats[back] == DOWN)


def opponent_from_second_up(high: Player, low: Player, back: int, score: int) -> int:
    """C19 and C21, article 2.4: differences of opponents who floated up."""
    is_mover = high.score > low.score and high.score == score
    return int(is_mover and not is_second_up(high, low, back))


class InWords(NamedTuple):
    """A criterion as reports name it: its number, article and what is worse where it is broken."""

    code: str
    article: str
    worse: Message


NAMES: Tuple[InWords, ...] = (
    InWords("C4", "2.2", NOBODY_LEFT),
    InWords("C5", "2.3", say("the bye goes to a player with a higher score")),
    InWords("C6", "2.4", say("more players float down")),
    InWords("C7", "2.4", say("players with a higher score float down")),
    InWords(
        "C8",
        "2.4",
        say("more players, or players with a higher score, float out of the next bracket"),
    ),
    InWords("C9", "2.4", say("the bye goes to a player with fewer games played")),
    InWords("C10", "2.4", say("more colour differences exceed two")),
    InWords("C11", "2.4", say("more players have the same colour for the third time running")),
    InWords("C12", "2.4", say("more players do not get the colour that they prefer")),
    InWords("C13", "2.4", say("more players do not get the colour that they strongly prefer")),
    InWords("C14", "2.4", say("more players float down who floated down in the last round")),
    InWords("C15", "2.4", say("more players float up who floated up in the last round")),
    InWords("C16", "2.4", say("more players float down who floated down two rounds before")),
    InWords("C17", "2.4", say("more players float up who floated up two rounds before")),
    InWords("C18", "2.4", say("who floated down in the last round meets a lower score")),
    InWords("C19", "2.4", say("who floated up in the last round meets a higher score")),
    InWords("C20", "2.4", say("who floated down two rounds before meets a lower score")),
    InWords("C21", "2.4", say("who floated up two rounds before meets a higher score")),
)
"""The criteria that choose a pairing, in their order."""
