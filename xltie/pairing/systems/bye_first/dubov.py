"""The pairs of the Dubov system (C.04.4.1, 2 to 4): scoregroups that take upfloaters from below.

In each scoregroup White seekers with a low average rating of opponents (ARO) meet Black seekers
with a high rating, as far as the criteria let them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, List, Sequence, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import Message, say
from xltie.event import EventIndex, Id
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.dutch.assignment import first_best_assignment
from xltie.pairing.systems.dutch.bit_matching import largest_matching
from xltie.pairing.systems.dutch.build_field import (
    float_back,
    is_played,
    records_before,
    scores_before,
)
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.candidates import Weights, best_matching
from xltie.pairing.systems.dutch.criteria import with_wishes
from xltie.pairing.systems.dutch.field import Field, Slot, bits, open_couples, slots_in
from xltie.pairing.systems.dutch.first_candidate import Pair
from xltie.pairing.systems.dutch.player import MILD, UP, Preference

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


def with_mild_preferences(field: Field) -> Field:
    """Return the field in which who has not played prefers Black, mildly (1.6.4)."""
    found = field.limited({})
    found.players = [
        player if player.colours else replace(player, wishes=_MILD_BLACK)
        for player in field.players
    ]
    return found


def upfloats_before(
    event_index: EventIndex, state: PairingState, wants: RoundOptions
) -> Dict[Id, Upfloats]:
    """Return what the system knows of everybody before a round.

    Raises:
        InputError: players without a rating, or a number of rounds that is not known.
    """
    contestants = event_index.event.contestants
    ratings: Dict[Id, int] = {
        contestant.id: contestant.rating for contestant in contestants if contestant.rating
    }
    unrated = [contestant for contestant in contestants if contestant.id not in ratings]
    faults = []
    if unrated:
        faults.append(Fault(_unrated(unrated[0].id, len(unrated) - 1), unrated[0].place))
    if not state.rounds:
        faults.append(Fault(say("the Dubov system needs the number of rounds (1.8)")))
    if faults:
        raise InputError(faults)
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
        who=who,
        n=others,
    )


def _average(ratings: List[int]) -> int:
    """Return the average rating, rounded to the nearest whole number, halves upwards (1.7.1)."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


# --------------------------------------------------------------------------------------------------


class Dubov:
    """A round of an even field that can be paired; ``groups`` finds its pairs.

    ``is_last`` is the last round, in which upfloats do not matter any more (C8 to C10).
    """

    def __init__(self, field: Field, upfloats: Dict[Id, Upfloats], is_last: bool) -> None:
        self.field, self.is_last = field, is_last
        self.completion = Completion(field)
        self.upfloats = [upfloats[player.who] for player in field.players]
        self.numbers = [player.number for player in field.players]

    def groups(self) -> List[Tuple[List[Slot], List[Pair]]]:
        """Return residents and pairs of each scoregroup, from the highest on (3.2)."""
        left = list(range(len(self.field)))
        found: List[Tuple[List[Slot], List[Pair]]] = []
        while left:
            score = self.field.players[left[0]].score
            residents = [at for at in left if self.field.players[at].score == score]
            members = residents + self._upfloaters(residents, left[len(residents) :])
            pairs = self._pairs_of(members)
            found.append((residents, pairs))
            paired = {at for pair in pairs for at in pair}
            left = [at for at in left if at not in paired]
        return found

    # -- upfloaters (3.2.1, 3.2.2, 4.2) ----------------------------------------------------------

    def _upfloaters(self, residents: List[Slot], lower: List[Slot]) -> List[Slot]:
        """Return who comes up to a scoregroup: the first set that keeps the criteria best.

        With nobody, or with players of the next scoregroup only, where that can be proved best.
        """
        inside = 2 * len(self._largest(residents)) // 2
        if inside == len(residents) and self.completion.is_perfect(lower):
            return []
        players = self.field.players
        following = [at for at in lower if players[at].score == players[lower[0]].score]
        mate = self._matched_with(residents, following, whole=False)
        up = [at for at in following if mate.get(at, at) in residents]
        pairs_inside = sum(mate.get(at, -1) in residents for at in residents)
        rest = [at for at in lower if at not in up]
        is_best = pairs_inside == inside and pairs_inside + len(up) == len(residents)
        if is_best and self.completion.is_perfect(rest):
            return up
        mate = self._matched_with(residents, lower, whole=True)
        return [at for at in lower if mate[at] in residents]

    def _largest(self, slots: Sequence[Slot]) -> Dict[Slot, Slot]:
        return largest_matching(slots, self.field.open_to)

    def _matched_with(
        self, residents: List[Slot], lower: List[Slot], whole: bool
    ) -> Dict[Slot, Slot]:
        """Return the best matching of residents and lower players by C4 to C10 and 4.2.

        ``whole`` has the lower players all paired too (C4). Each criterion is a digit of the
        weight of a pair; the order of the sets of upfloaters (4.2) is the last one, by descending
        score and then by number, and the sets by their first difference.
        """
        order = sorted(lower, key=lambda at: (-self.field.players[at].score, self.numbers[at]))
        turn = {at: len(order) - 1 - index for index, at in enumerate(order)}
        first, slots = set(residents), [*residents, *lower]
        scores = sorted({self.field.players[at].score for at in lower})
        room = len(slots).bit_length()
        counts = len(slots) * max((self.upfloats[at].count for at in lower), default=0) + 1
        members = bits(slots)
        weights: Weights = {}
        for high in slots if whole else residents:
            for low in slots_in(self.field.open_to[high] & members):
                if low > high and high in first:
                    is_up = low not in first
                    gain = self._gain(high, low, is_up, scores, room, counts)
                    weights[high, low] = (gain << len(lower)) + (1 << turn[low] if is_up else 0)
                elif low > high:
                    weights[high, low] = 0
        if whole:
            everything = (max(weights.values()).bit_length() + room) if weights else 0
            weights = {pair: (1 << everything) + weight for pair, weight in weights.items()}
        return best_matching(slots, weights)

    def _gain(
        self, high: Slot, low: Slot, is_up: bool, scores: Sequence[int], room: int, counts: int
    ) -> int:
        """Return what a pair adds to C4 to C10, each a digit of so much room, C9 of more."""
        one, other, upfloats = self.field.players[high], self.field.players[low], self.upfloats[low]
        is_free = is_up and not self.is_last
        found = 0
        for digit in (
            2 - is_up,
            1 - is_up,
            *(is_up and other.score != score for score in scores),
            with_wishes(one, other),
            is_free and not upfloats.is_maximal,
        ):
            found = (found << room) + digit
        spared = counts - 1 - upfloats.count * upfloats.is_maximal if is_free else 0
        found = (found << counts.bit_length() + room) + spared
        return (found << room) + (is_free and not upfloats.just)

    # -- the bracket (3.2.3 to 3.2.6, 4.3, 4.4) --------------------------------------------------

    def _pairs_of(self, members: List[Slot]) -> List[Pair]:
        """Return the pairs of a bracket: White seekers by ARO, with the first Black seekers."""
        white, black = self._subgroups(members)
        white, black = self._recomposed(white, black)
        white.sort(key=self._by_average)
        black.sort(key=lambda at: self.numbers[at])
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
            in_order = sorted(members, key=lambda at: self.numbers[at])
            half = len(members) // 2
            return in_order[:half], in_order[half:]
        white = [at for at in members if players[at].wishes.wish == 1]
        return white, [at for at in members if players[at].wishes.wish != 1]

    def _by_average(self, slot: Slot) -> Tuple[int, int]:
        return self.upfloats[slot].average, self.numbers[slot]

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

    def _by_number(self, slot: Slot) -> Tuple[int, int]:
        return self.numbers[slot], 0
