"""The Dubov system (C.04.4.1): scoregroups that take upfloaters from below.

In each scoregroup White seekers with a low average rating of opponents (ARO) meet Black seekers
with a high rating, as far as the criteria let them.
"""

from __future__ import annotations

from typing import Callable, Dict, Iterable, List, Sequence, Tuple, cast

from xltie.core.errors import InputError
from xltie.core.messages import Message, say
from xltie.core.records import dataclass, fields
from xltie.event import Contestant, EventIndex, Id
from xltie.pairing.brackets.bracket_round import (
    BracketRound,
    bye_first,
    refuse_unknown,
    without_bye,
)
from xltie.pairing.brackets.criteria import Criterion, Pair, Paired, Table, Value, pairs_in_order
from xltie.pairing.brackets.field import MILD, UP, Field, Player, Preference, Slot, open_couples
from xltie.pairing.brackets.from_event import (
    build_field,
    float_back,
    initial_colour,
    is_played,
    scores_before,
)
from xltie.pairing.brackets.matching import Weights, best_matching, first_best_assignment
from xltie.pairing.brackets.upfloats import (
    UpBracket,
    UpDigit,
    UpSystem,
    digits_of_scores,
    rest_is_perfect,
    scores_of_upfloaters,
    set_in_order,
    upfloaters_of,
)
from xltie.pairing.catalogue import System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState, records_before
from xltie.pairing.systems.burstein import LATER, seated_by_rank
from xltie.pairing.systems.dutch.dutch_round import with_wishes

_MILD_BLACK = Preference(-1, MILD, 0, 0)
"""The preference of who has not played yet (1.6.4)."""


@dataclass(frozen=True)
class Upfloats:
    """A player's average rating of opponents (1.7), and upfloats (1.8).

    ``average`` is 0 before the first game. ``is_maximal`` tells a maximum upfloater, ``just`` who
    was upfloated in the last round.
    """

    average: int
    count: int
    is_maximal: bool
    just: bool


@dataclass(frozen=True)
class DubovPlayer(Player):
    """A player with the average rating of opponents and the upfloats."""

    upfloats: Upfloats


def with_upfloats(field: Field, known: Dict[Id, Upfloats]) -> Field:
    """Return the field with what is known of upfloats.

    Who has not played prefers Black, mildly (1.6.4).
    """
    found = field.limited({})
    found.players = []
    for player in field.players:
        values = {one.name: getattr(player, one.name) for one in fields(player)}
        if not player.colours:
            values["wishes"] = _MILD_BLACK
        found.players.append(DubovPlayer(**values, upfloats=known[player.who]))
    return found


def _ratings_of(contestants: Iterable[Contestant]) -> Dict[Id, int]:
    ratings = {one.id: one.rating for one in contestants if one.rating}
    unrated = [one for one in contestants if one.id not in ratings]
    if unrated:
        raise InputError.of(_unrated(unrated[0].id, len(unrated) - 1), unrated[0].place)
    return ratings


def upfloats_before(
    event_index: EventIndex, state: PairingState, wants: RoundOptions
) -> Dict[Id, Upfloats]:
    """Return what the system knows of everybody before a round.

    Raises:
        InputError: players without a rating.
    """
    contestants = event_index.event.contestants
    ratings = _ratings_of(contestants)
    scores = scores_before(event_index, state, wants)
    most = 2 + state.rounds // 5
    found: Dict[Id, Upfloats] = {}
    for contestant in contestants:
        records = records_before(event_index, contestant.id, state.round)
        met = [ratings[r.other.who] for r in records if r.other is not None and is_played(r)]
        ups = [
            float_back(event_index, records, scores, back) == UP
            for back in range(1, len(records) + 1)
        ]
        count = sum(ups)
        found[contestant.id] = Upfloats(_average(met), count, count >= most, any(ups[:1]))
    return found


def _unrated(who: Id, others: int) -> Message:
    if not others:
        return say(
            "{who} has no rating; the Dubov system needs one, if only for this event (1.1)", who=who
        )
    return say(
        "{who} (and {n} more) has no rating; the Dubov system needs one, if only for this event "
        "(1.1)",
        who=who, n=others,
    )  # fmt: skip


def _average(ratings: List[int]) -> int:
    """Return the average rating, rounded to the nearest whole number, halves upwards (1.7.1)."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


# -- criteria (2.3), the orders of sets (4.2) and of pairings (4.4) -------------------------------

Of = Callable[[Upfloats], int]


def _counted(code: str, worse: Message, of: Of, most: Callable[[UpBracket], int]) -> Criterion:
    """Return a criterion that counts something in upfloaters."""

    def digits(bracket: UpBracket) -> List[UpDigit]:
        highest = most(bracket)
        return [UpDigit(lambda one, other: highest - of(_upfloats(other)))]

    def measure(paired: Paired) -> Value:
        players = paired.bracket.field.players
        return (sum(of(_upfloats(players[at])) for at in paired.movers),)

    return Criterion(code, "", worse, measure, digits, is_counted=True)


def _upfloats(player: Player) -> Upfloats:
    return cast(DubovPlayer, player).upfloats


def _most_upfloats(bracket: UpBracket) -> int:
    players = bracket.field.players
    return max((_upfloats(players[at]).count for at in bracket.lower), default=0)


def _clashes(paired: Paired) -> Value:
    players = paired.bracket.field.players
    return (sum(1 - with_wishes(players[high], players[low]) for high, low in paired.pairs),)


_CHOOSE = (
    Criterion("C5", "", say("more players float up"), upfloaters_of, is_counted=True),
    Criterion(
        "C6", "", say("players with lower scores float up"), scores_of_upfloaters, digits_of_scores
    ),
    Criterion(
        "C7", "", say("more players do not get the colour that they prefer"), _clashes,
        lambda bracket: [UpDigit(with_wishes, with_wishes)], is_counted=True,
    ),
)  # fmt: skip
_NOT_LAST = (
    _counted(
        "C8", say("more players float up who did so as often as allowed"),
        lambda upfloats: upfloats.is_maximal, lambda bracket: 1,
    ),
    _counted(
        "C9", say("players float up who did so more often"),
        lambda upfloats: upfloats.count * upfloats.is_maximal, _most_upfloats,
    ),
    _counted(
        "C10", say("more players float up who did so in the last round"),
        lambda upfloats: upfloats.just, lambda bracket: 1,
    ),
)  # fmt: skip
_ORDER = (
    Criterion(
        "", "4.2", say("all criteria are kept as well, but the upfloaters come later in the order"),
        set_in_order,
    ),
    Criterion("", "4.4", LATER, pairs_in_order),
)  # fmt: skip
HANDBOOK = bye_first(say("the Dubov system"), "C.04.4.1", "1.8")._replace(floats_up=True)


def table_of(is_last: bool) -> Table:
    """Return the criteria; upfloats do not matter any more in the last round (C8 to C10)."""
    return (*_CHOOSE, *(() if is_last else _NOT_LAST), *_ORDER)


def dubov(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> BracketRound:
    """Return a round of C.04.4.1.

    Raises:
        InputError: an option that the rules exclude, a player without a rating, or a number of
            rounds that is not known.
        NoPairing: there is nobody who can have the bye.
    """
    refuse_unknown(wants, state, HANDBOOK)
    known = upfloats_before(event_index, state, wants)
    field = with_upfloats(build_field(event_index, state, wants, with_topscorers=False), known)
    bye, even = without_bye(field, state, HANDBOOK)
    initial, ranks = initial_colour(event_index, state), range(len(even))
    return BracketRound(
        HANDBOOK, table_of(state.is_last), state, field, bye, even, system_of(state.is_last).step,
        lambda one, other: seated_by_rank(even, ranks, initial, one, other),
        lambda paired: {}, state.denominator, system,
    )  # fmt: skip


def system_of(is_last: bool) -> UpSystem:
    """Return the system in the last round, or in another one."""
    return UpSystem(table_of(is_last), pairs_of, (), rest_is_perfect)


# -- the pairs of a bracket (3.2.3 to 3.2.6, 4.3, 4.4) --------------------------------------------


def pairs_of(bracket: UpBracket, upfloaters: Sequence[Slot]) -> List[Pair]:
    """Return the pairs of a bracket: White seekers by ARO, with the first Black seekers."""
    return _Halves(bracket.field).pairs([*bracket.residents, *upfloaters])


class _Halves:
    """A bracket that is split into White and Black seekers, who shift where they must."""

    def __init__(self, field: Field) -> None:
        self.field, self.players = field, field.players

    def pairs(self, members: List[Slot]) -> List[Pair]:
        """Return the pairs of a bracket: White seekers by ARO, with the first Black seekers."""
        white, black = self._subgroups(members)
        white, black = self._recomposed(white, black)
        white.sort(key=self._by_average)
        black.sort(key=self._number)
        open_to = self.field.open_to
        table = [[0 if open_to[a] >> b & 1 else None for b in black] for a in white]
        found = first_best_assignment(table)
        assert found is not None, "the subgroups come from a matching"
        return [
            (min(a, black[column]), max(a, black[column])) for a, column in zip(white, found[1])
        ]

    def _subgroups(self, members: List[Slot]) -> Tuple[List[Slot], List[Slot]]:
        """Return G1 and G2 as they are at first (3.2.3)."""
        players = self.field.players
        if not any(players[at].colours for at in members):
            in_order = sorted(members, key=self._number)
            half = len(members) // 2
            return in_order[:half], in_order[half:]
        white = [at for at in members if players[at].wishes.wish == 1]
        return white, [at for at in members if players[at].wishes.wish != 1]

    def _by_average(self, slot: Slot) -> Tuple[int, int]:
        return _upfloats(self.players[slot]).average, self._number(slot)

    def _recomposed(self, white: List[Slot], black: List[Slot]) -> Tuple[List[Slot], List[Slot]]:
        """Return G1 and G2 after the shifts (3.2.4): first from the smaller one, then back.

        A shifter is one of two players of a subgroup who are paired together; the sets of them are
        in the order of article 4.3.
        """
        is_white_smaller = len(white) <= len(black)
        smaller, larger = (white, black) if is_white_smaller else (black, white)
        weights = self._within(smaller, larger)
        shifted = self._shifters(smaller, weights, is_white_smaller)
        kept = [at for at in smaller if at not in shifted]
        for one in shifted:
            for other in (*larger, *shifted):
                weights.pop((min(one, other), max(one, other)), None)
        back = self._shifters(larger, weights, not is_white_smaller)
        stay = [at for at in larger if at not in back]
        first, second = kept + back, stay + shifted
        return (first, second) if is_white_smaller else (second, first)

    def _within(self, one: Sequence[Slot], other: Sequence[Slot]) -> Weights:
        """Return the pairs of a bracket, weighed so that all are paired, and apart if possible."""
        of_one, members = set(one), sorted((*one, *other))
        players = self.field.players
        room = len(members).bit_length()
        found: Weights = {}
        for high, low in open_couples(self.field.open_to, members):
            suits = with_wishes(players[high], players[low])
            apart = (high in of_one) != (low in of_one)
            found[high, low] = (1 << 2 * room) + (suits << room) + apart
        return found

    def _shifters(self, group: List[Slot], weights: Weights, is_white: bool) -> List[Slot]:
        """Return the first set of players that leaves a subgroup, in the order of article 4.3.

        Of two in the subgroup who are paired with each other it is the one nearer to its middle.
        """
        in_order = sorted(group, key=self._by_average if is_white else self._by_number)
        middle = len(group) - 1
        from_middle = sorted(range(len(group)), key=lambda index: (abs(2 * index - middle), index))
        turn = {in_order[at]: len(group) - 1 - index for index, at in enumerate(from_middle)}
        with_order = {
            (high, low): (weight << len(group))
            + (1 << max(turn[high], turn[low]) if high in turn and low in turn else 0)
            for (high, low), weight in weights.items()
        }
        slots = sorted({at for pair in weights for at in pair})
        mate = best_matching(slots, with_order)
        return [at for at in group if mate.get(at) in turn and turn[at] > turn[mate[at]]]

    def _number(self, slot: Slot) -> int:
        return self.players[slot].number

    def _by_number(self, slot: Slot) -> Tuple[int, int]:
        return self._number(slot), 0
