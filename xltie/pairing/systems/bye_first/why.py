"""Why two do not meet in the Burstein or the Dubov system: their pair is forced and compared."""

from __future__ import annotations

from itertools import chain
from typing import Callable, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.messages import Message, say
from xltie.event import EventIndex, Id
from xltie.pairing.catalogue import Round
from xltie.pairing.options import RoundOptions
from xltie.pairing.systems.bye_first.burstein import CRITERIA, fold_pairs
from xltie.pairing.systems.bye_first.bye import why_no_bye
from xltie.pairing.systems.bye_first.bye_first_round import (
    burstein_field,
    burstein_solution,
    dubov_field,
)
from xltie.pairing.systems.bye_first.dubov import Dubov
from xltie.pairing.systems.dutch.bracket import Bracket
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.criteria import with_wishes
from xltie.pairing.systems.dutch.field import Field, Slot
from xltie.pairing.systems.dutch.first_candidate import Pair
from xltie.pairing.systems.dutch.why_not import barred, values_of
from xltie.pairing.systems.wording import EVEN_PLAYERS, why_apart

_BURSTEIN = dict(zip(CRITERIA, (
    say("fewer pairs in the bracket (C5)"),
    say("players with higher scores float down (C6)"),
    say("the next bracket is paired worse (C7)"),
    say("more players do not get the colour that they prefer (C8)"),
)))  # fmt: skip
_DUBOV = (
    say("more players float up (C5)"),
    say("players with lower scores float up (C6)"),
    say("more players do not get the colour that they prefer (C7)"),
    say("more players float up who did so as often as allowed (C8)"),
    say("players float up who did so more often (C9)"),
    say("more players float up who did so in the last round (C10)"),
)
_NO_BYE = (
    say("there was a bye, or a win without a game, before (3.1.1)"),
    say("another player has a lower score (3.1.3)"),
    say("not everybody else could be paired (3.1.2)"),
    say("another player has played more games (3.1.4)"),
    say("another player comes later in the order (3.1.5)"),
)
_NOBODY_LEFT = say("not everybody else could be paired any more (C4)")
_NOBODY_LEFT_BELOW = say(
    "not everybody else could be paired any more (C4), the brackets above as they are"
)


class _Known(NamedTuple):
    """A round as its system sees it; ``worse`` says what is worse with a limited field."""

    field: Field
    bye: Optional[Slot]
    even: Field
    ranks: Sequence[int]
    worse: Callable[[Field], Message]

    @property
    def resting(self) -> Optional[Id]:
        """Return the player who has the bye."""
        return None if self.bye is None else self.field.players[self.bye].who


def why_not_bye_first(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, one: Id, other: Id
) -> Message:
    """Return in a sentence why two do not meet in a drawn round; "" stands for the bye."""
    assert drawn.state is not None, "a round by brackets has a state"
    names = {entry.who: entry.display_name for entry in drawn.state.entries}
    is_dubov = drawn.system.brackets == "dubov"
    known = (_dubov if is_dubov else _burstein)(event_index, drawn, wants)

    def why_not(one: Id, other: Id) -> Message:
        if known.resting in (one, other):
            resting = names[known.resting or one]
            return say("{who} has the bye, which is given first (3.1)", who=resting)
        high, low = sorted((known.even.slot[one], known.even.slot[other]))
        if not known.even.open_to[high] >> low & 1:
            return barred(known.even, high, low).reason
        limited = known.even.with_couple(high, low)
        if not Completion(limited).is_possible:
            return _NOBODY_LEFT
        return say("with them, {why}", why=known.worse(limited))

    def no_bye(who: Id) -> Message:
        if known.bye is None:
            return EVEN_PLAYERS
        return why_no_bye(known.field, known.field.slot[who], known.bye, _NO_BYE)

    return why_apart(drawn, one, other, why_not, no_bye)


def _burstein(event_index: EventIndex, drawn: Round, wants: RoundOptions) -> _Known:
    assert drawn.state is not None
    field, bye, even, ranks = burstein_field(event_index, drawn.state, wants)
    solution = burstein_solution(even, Completion(even), ranks)

    def worse(limited: Field) -> Message:
        completion = Completion(limited)
        for bracket, chosen, _ in solution.brackets:
            trial = bracket.within(limited, completion)
            if trial is None:
                return _NOBODY_LEFT_BELOW
            pairs = fold_pairs(trial, ranks)
            if set(pairs) != set(chosen):
                return _first_worse(bracket, chosen, pairs)
        return _later("4.3")

    return _Known(field, bye, even, ranks, worse)


def _first_worse(bracket: Bracket, chosen: Sequence[Pair], other: Sequence[Pair]) -> Message:
    for (code, own), (_, theirs) in zip(values_of(bracket, chosen), values_of(bracket, other)):
        if code in _BURSTEIN and theirs < own:
            return _BURSTEIN[code]
    return _later("4.3")


def _later(article: str) -> Message:
    return say(
        "all criteria are kept as well, but the pairing comes later in the order ({article})",
        article=article,
    )


def _dubov(event_index: EventIndex, drawn: Round, wants: RoundOptions) -> _Known:
    assert drawn.state is not None
    field, bye, even, upfloats = dubov_field(event_index, drawn.state, wants)
    chosen = Dubov(even, upfloats, drawn.state.is_last)
    groups = chosen.groups()

    def worse(limited: Field) -> Message:
        others = Dubov(limited, upfloats, chosen.is_last).groups()
        differing = (
            (residents, pairs, forced)
            for (residents, pairs), (_, forced) in zip(groups, others)
            if set(pairs) != set(forced)
        )
        residents, pairs, forced = next(differing, ([], [], []))
        values = zip(_DUBOV, _kept(chosen, residents, pairs), _kept(chosen, residents, forced))
        is_same_set = set(chain(*pairs)) == set(chain(*forced))
        later = _later("4.4" if is_same_set else "4.2")
        return next((reason for reason, own, other in values if other < own), later)

    return _Known(field, bye, even, [player.number for player in even.players], worse)


def _kept(round_: Dubov, residents: List[Slot], pairs: List[Pair]) -> List[Tuple[int, ...]]:
    """Return how well the pairs of a scoregroup keep C5 to C10, the greater the better."""
    players = round_.field.players
    up = [at for at in chain(*pairs) if at not in residents]
    suited = sum(with_wishes(players[high], players[low]) for high, low in pairs)
    scores = sorted((players[at].score for at in up), reverse=True)
    found: List[Tuple[int, ...]] = [(-len(up),), tuple(scores), (suited,)]
    if not round_.is_last:
        upfloats = [round_.upfloats[at] for at in up]
        maximal = [upfloat for upfloat in upfloats if upfloat.is_maximal]
        just = sum(upfloat.just for upfloat in upfloats)
        found += [(-len(maximal),), (-sum(upfloat.count for upfloat in maximal),), (-just,)]
    return found
