"""A round by the FIDE Dutch system: its criteria, C6 to C21 (article 2.4), and the articles.

Every criterion asks for as few as possible of something. The number of pairs being fixed by C6, it
asks for as many pairs as possible without it; so each function says how much a pair adds to what is
wanted. ``high`` is the better placed of the two; it has come down to the bracket, or upwards to be
protected from, where the scores differ.
"""

from __future__ import annotations

from functools import partial
from typing import Callable, Dict, List, Optional, Sequence

from xltie.core.messages import Message, say
from xltie.event import EventIndex
from xltie.pairing.brackets.bracket_round import (
    BARRED_BYE,
    EVEN_PLAYERS,
    HAVE_MET,
    NOBODY_LEFT,
    SAME_COLOUR,
    BracketRound,
    Handbook,
    refuse_unknown,
)
from xltie.pairing.brackets.criteria import (
    Criterion,
    Pair,
    Paired,
    Table,
    Value,
    Verdict,
    pairs_in_order,
)
from xltie.pairing.brackets.downfloats import (
    ALL_SCORES,
    Bracket,
    Digit,
    DownSystem,
    PackedCriteria,
    floaters_of,
    leaves_the_best,
    left_over,
    out_of_the_next,
)
from xltie.pairing.brackets.field import ABSOLUTE, DOWN, STRONG, UP, Player, Slot, bits, white_first
from xltie.pairing.brackets.from_event import build_field, initial_colour
from xltie.pairing.brackets.matching import best_matching
from xltie.pairing.catalogue import System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.dutch.candidates import Candidates, first_candidate

Measure = Callable[..., int]
Digits = Callable[[Bracket], Sequence[Digit]]


def same_wish(high: Player, low: Player) -> bool:
    """Tell whether two players prefer the same colour."""
    return high.wishes.wish == low.wishes.wish != 0


def pairs_formed(high: Player, low: Player) -> int:
    """C6, article 2.4: a pair leaves two fewer to float down."""
    return 1


def mover_paired(high: Player, low: Player, score: int) -> int:
    """C7, article 2.4: a player with this score does not float down."""
    return int(high.score == score)


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


# -- the digits of a bracket -----------------------------------------------------------------------


def of_every_pair(measure: Measure) -> Digits:
    """Return the digit of what is counted for every pair."""
    return lambda bracket: [Digit(ALL_SCORES, measure)]


def of_mover_scores(bracket: Bracket) -> List[Digit]:
    """Return a digit for each score of the players moved down (C7)."""
    return [Digit(s, partial(mover_paired, score=s)) for s in bracket.mover_scores]


def of_the_next(bracket: Bracket) -> List[Digit]:
    """Return the digits of what pairs out of the bracket add to C8; pairs inside add nothing."""
    players = bracket.field.players
    scores = sorted({players[at].score for at in bracket.members}, reverse=True)
    return [Digit(score, lambda high, low: 0) for score in (ALL_SCORES, *scores)]


def of_the_bye(bracket: Bracket) -> List[Digit]:
    """Return the digit of C9, where it applies."""
    return [Digit(ALL_SCORES, bracket.games)] if bracket.bye_inside else []


def _if_several(is_one: Callable[[Player], bool], measure: Measure) -> Digits:
    """Return the digit of what takes two players of a kind to be broken."""

    def digits(bracket: Bracket) -> List[Digit]:
        players = bracket.field.players
        several = sum(is_one(players[at]) for at in bracket.members) > 1
        return [Digit(ALL_SCORES, measure)] if several else []

    return digits


def _floats(measure: Measure, back: int, way: int, by_score: bool = False) -> Digits:
    """Return the digits of C14 to C21, as far as anybody has the floats that they look at."""

    def digits(bracket: Bracket) -> List[Digit]:
        of_movers = by_score and way == DOWN
        looked_at = bracket.movers if of_movers else bracket.residents
        players = bracket.field.players
        if not any(players[at].floats[back] == way for at in looked_at):
            return []
        if by_score:
            return [
                Digit(score, partial(measure, back=back, score=score))
                for score in bracket.mover_scores
            ]
        if way == UP and not bracket.movers:
            return []
        return [Digit(ALL_SCORES, partial(measure, back=back))]

    return digits


# -- the table -------------------------------------------------------------------------------------


def criterion(
    code: str, worse: Message, digits: Digits, *, is_counted: bool = False,
    measure: Optional[Callable[[Paired], Optional[Value]]] = None,
) -> Criterion:  # fmt: skip
    """Return a criterion of article 2.4, measured by what its digits leave out."""

    def left_out(found: Paired) -> Optional[Value]:
        players = found.bracket.field.players
        each = [(players[high], players[low]) for high, low in found.pairs]
        values = [
            len(each) - sum(digit.inside(*pair) for pair in each) for digit in digits(found.bracket)
        ]
        return tuple(values) or None

    return Criterion(code, "2.4", worse, measure or left_out, digits, is_counted)


def _games_of_resting(found: Paired) -> Optional[Value]:
    players = found.bracket.field.players
    if not found.bracket.bye_inside:
        return None
    return tuple(-players[at].games for at in found.floaters)


def _of_movers(found: Paired) -> List[Value]:
    movers = set(found.movers)
    return sorted(pair for pair in found.pairs if pair[0] in movers)


def _which_movers(found: Paired) -> Value:
    return tuple(mover for mover, _ in _of_movers(found))


def _their_opponents(found: Paired) -> Value:
    return tuple(opponent for _, opponent in _of_movers(found))


def _upper_half(found: Paired) -> Value:
    return tuple(sorted(high for high, _ in found.pairs if high not in set(found.movers)))


_THIRD = say("more players have the same colour for the third time running")

_FLOATS = tuple(
    criterion(
        code, worse, _floats(kept, back, side, by_score=by_score),
        is_counted=side == UP and not by_score,
    )
    for code, worse, kept, back, side, by_score in (
        ("C14", say("more players float down who floated down in the last round"),
         kept_from_second_down, 0, DOWN, False),
        ("C15", say("more players float up who floated up in the last round"),
         kept_from_second_up, 0, UP, False),
        ("C16", say("more players float down who floated down two rounds before"),
         kept_from_second_down, 1, DOWN, False),
        ("C17", say("more players float up who floated up two rounds before"),
         kept_from_second_up, 1, UP, False),
        ("C18", say("who floated down in the last round meets a lower score"),
         mover_from_second_down, 0, DOWN, True),
        ("C19", say("who floated up in the last round meets a higher score"),
         opponent_from_second_up, 0, UP, True),
        ("C20", say("who floated down two rounds before meets a lower score"),
         mover_from_second_down, 1, DOWN, True),
        ("C21", say("who floated up two rounds before meets a higher score"),
         opponent_from_second_up, 1, UP, True),
    )
)  # fmt: skip
"""Who floated one or two rounds before should not float so again, or not so far."""

TABLE: Table = (
    criterion(
        "C6", say("more players float down"), of_every_pair(pairs_formed), measure=floaters_of,
        is_counted=True,
    ),
    criterion("C7", say("players with a higher score float down"), of_mover_scores),
    criterion(
        "C8",
        say("more players, or players with a higher score, float out of the next bracket"),
        of_the_next,
        measure=out_of_the_next,
    ),
    criterion(
        "C9", say("the bye goes to a player with fewer games played"), of_the_bye,
        measure=_games_of_resting,
    ),
    criterion(
        "C10", say("more colour differences exceed two"),
        _if_several(lambda player: player.wishes.imbalance > 1, without_wide_difference),
        is_counted=True,
    ),
    criterion(
        "C11", _THIRD, _if_several(lambda player: player.is_absolute, without_third_colour),
        is_counted=True,
    ),
    criterion(
        "C12", say("more players do not get the colour that they prefer"),
        of_every_pair(with_wishes), is_counted=True,
    ),
    criterion(
        "C13", say("more players do not get the colour that they strongly prefer"),
        of_every_pair(with_strong_wishes), is_counted=True,
    ),
    *_FLOATS,
    Criterion("", "4.4", say(
        "equally good by all criteria, but later in the order of the candidates: another choice of "
        "the players moved down"), _which_movers),
    Criterion("", "4.2", say(
        "equally good by all criteria, but later in the order of the candidates: other opponents "
        "for the players moved down"), _their_opponents),
    Criterion("", "4.3", say(
        "equally good by all criteria, but later in the order of the candidates: another exchange "
        "between the halves of the bracket"), _upper_half),
    Criterion("", "4.2", say(
        "equally good by all criteria, but later in the order of the candidates: another order of "
        "the lower half"), pairs_in_order),
)  # fmt: skip
"""The criteria that choose the pairs of a bracket, in their order, then the order of candidates."""


HANDBOOK = Handbook(
    say("the Dutch system"), "C.04.3",
    met=Verdict("C1", "2.1", HAVE_MET),
    no_bye=Verdict("C2", "2.1", BARRED_BYE),
    colour=Verdict("C3", "2.1", SAME_COLOUR),
    completion=Verdict("C4", "2.2", NOBODY_LEFT),
    by_score=Verdict("C5", "2.3", say("the bye goes to a player with a higher score")),
    even=Verdict("", "1.5", EVEN_PLAYERS),
    decided_by="1.9",
)  # fmt: skip
_SMALL_REST = 4
"""With so few players below the next scoregroup, the whole field is solved at once."""


def dutch(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> BracketRound:
    """Return a round of C.04.3.

    Raises:
        InputError: an option that the rules exclude.
    """
    refuse_unknown(wants, state, HANDBOOK)
    field = build_field(event_index, state, wants)
    players, initial = field.players, initial_colour(event_index, state)
    return BracketRound(
        HANDBOOK, TABLE, state, field, None, field, DUTCH.step,
        lambda high, low: white_first(players[high], players[low], initial),
        first_opponents, state.denominator, system,
    )  # fmt: skip


def first_opponents(paired: Paired) -> Dict[Slot, Slot]:
    """Return the opponents that the first candidate of a bracket has in mind (article 3)."""
    movers, residents = set(paired.movers), paired.bracket.residents
    with_movers = sorted(pair for pair in paired.pairs if pair[0] in movers)
    found = {high: low for (high, _), low in zip(with_movers, residents)}
    met = {low for _, low in with_movers}
    left = [at for at in residents if at not in met]
    half = len(left) // 2
    return {**found, **dict(zip(left[:half], left[half:]))}


# -- the pairs of a bracket ------------------------------------------------------------------------


def pairs_of(bracket: Bracket) -> List[Pair]:
    """Return the pairs of a bracket.

    Without the criteria C4 and C8 the bracket stands alone. Where the first best candidate then
    lets everybody else be paired, and nothing better can be hoped for in the next bracket, it is
    the answer. Otherwise the next scoregroup, or the whole field, is part of the search.
    """
    completion = bracket.completion
    demands = bits(bracket.members) & ~completion.resting if bracket.bye_inside else 0
    gains = PackedCriteria(bracket, len(bracket.members), demands=demands)
    pairs = first_candidate(gains)
    if pairs is None:
        pairs = Candidates(gains, ()).find()
    if leaves_the_best(bracket, left_over(bracket, pairs)):
        return pairs
    if len(bracket.below) > _SMALL_REST and not bracket.bye_inside:
        near = _with_the_next(bracket)
        if near is not None:
            return near
    beyond = [*bracket.following, *bracket.below]
    everybody = [*bracket.members, *beyond]
    demands = bits(everybody) & ~completion.resting if completion.bye_score is not None else 0
    gains = PackedCriteria(bracket, len(everybody), wide=True, demands=demands, whole=True)
    return Candidates(gains, beyond).find()


def _with_the_next(bracket: Bracket) -> Optional[List[Pair]]:
    """Return the best pairs for the bracket and the next scoregroup if the rest can be paired.

    Nobody of the next scoregroup has to be paired here; so this looks at more candidates than are
    allowed, and its best one is right if it is allowed.
    """
    width = len(bracket.members) + len(bracket.following)
    search = Candidates(PackedCriteria(bracket, width, wide=True), bracket.following)
    pairs = search.find()
    mate = best_matching(search.slots, search.weights)
    over = [at for at in search.slots if at not in mate]
    return pairs if bracket.completion.is_complete([*over, *bracket.below]) else None


DUTCH = DownSystem(TABLE, pairs_of)
