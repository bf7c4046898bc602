"""Why two do not meet in the Burstein or the Dubov system: their pair is forced and compared."""

from __future__ import annotations

from typing import Callable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.messages import Message, say
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.pairing.options import Wants
from xltie.pairing.systems.bye_first.burstein import CRITERIA, fold_pairs
from xltie.pairing.systems.bye_first.bye_first_round import (
    burstein_field,
    burstein_solution,
    dubov_field,
)
from xltie.pairing.systems.bye_first.dubov import Dubov
from xltie.pairing.systems.drawn_round import Round
from xltie.pairing.systems.dutch.bracket import Bracket
from xltie.pairing.systems.dutch.comparison import values_of
from xltie.pairing.systems.dutch.completion import Completion
from xltie.pairing.systems.dutch.criteria import with_wishes
from xltie.pairing.systems.dutch.field import Field, Place
from xltie.pairing.systems.dutch.questions import barred
from xltie.pairing.systems.dutch.quick import Pair
from xltie.pairing.systems.wording import (
    EVEN_PLAYERS,
    do_meet,
    do_not_meet,
    has_bye,
    has_no_bye,
    not_paired,
)

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
_NOBODY_LEFT = say("not everybody else could be paired any more (C4)")
_NOBODY_LEFT_BELOW = say(
    "not everybody else could be paired any more (C4), the brackets above as they are"
)


class _Known(NamedTuple):
    """A round as its system sees it; ``worse`` says what is worse with a limited field."""

    field: Field
    bye: Optional[Place]
    even: Field
    ranks: Sequence[int]
    worse: Callable[[Field], Message]

    @property
    def resting(self) -> Optional[Id]:
        """Return the player who has the bye."""
        return None if self.bye is None else self.field.players[self.bye].who


def why_not_bye_first(
    event_index: EventIndex, drawn: Round, wants: Wants, one: Id, other: Id
) -> Message:
    """Return in a sentence why two do not meet in a drawn round; "" stands for the bye."""
    assert drawn.state is not None, "a round by brackets has a state"
    names = {own.who: own.display_name for own in drawn.state.entries}
    for who in filter(None, (one, other)):
        if who not in names:
            return not_paired(who)
    is_dubov = drawn.system.brackets == "dubov"
    known = (_dubov if is_dubov else _burstein)(event_index, drawn, wants)
    if not other:
        if known.resting == one:
            return has_bye(names[one])
        return has_no_bye(names[one], _no_bye(known, one))
    if any({one, other} == set(board.players) for board in drawn.boards):
        return do_meet(names[one], names[other])
    why = _apart(known, names, one, other)
    return do_not_meet(names[one], names[other], why)


def _apart(known: _Known, names: Mapping[Id, str], one: Id, other: Id) -> Message:
    """Say what keeps two apart."""
    if known.resting in (one, other):
        return say("{who} has the bye, which is given first (3.1)", who=names[known.resting or one])
    high, low = sorted((known.even.place[one], known.even.place[other]))
    if not known.even.open_to[high] >> low & 1:
        return barred(known.even, high, low).reason
    limited = known.even.limited({high: 1 << low, low: 1 << high})
    if not Completion(limited).is_possible:
        return _NOBODY_LEFT
    return say("with them, {why}", why=known.worse(limited))


def _no_bye(known: _Known, who: Id) -> Message:
    """Say by which of 3.1.1 to 3.1.5 another player rests, or nobody."""
    if known.bye is None:
        return EVEN_PLAYERS
    place = known.field.place[who]
    own, holder = known.field.players[place], known.field.players[known.bye]
    if not own.may_rest:
        return say("there was a bye, or a win without a game, before (3.1.1)")
    everybody = (at for at in range(len(known.field)) if at != place)
    if own.score > holder.score:
        return say("another player has a lower score (3.1.3)")
    if not Completion(known.field).is_perfect(everybody):
        return say("not everybody else could be paired (3.1.2)")
    if own.games < holder.games:
        return say("another player has played more games (3.1.4)")
    return say("another player comes later in the order (3.1.5)")


def _burstein(event_index: EventIndex, drawn: Round, wants: Wants) -> _Known:
    assert drawn.state is not None
    field, bye, even, ranks = burstein_field(event_index, drawn.state, wants)
    solution = burstein_solution(even, Completion(even), ranks)

    def worse(limited: Field) -> Message:
        completion = Completion(limited)
        for own in solution.brackets:
            chosen = own.bracket
            trial = Bracket(
                limited, completion, chosen.movers, chosen.residents, chosen.following, chosen.below
            )
            if not completion.is_complete([*trial.members, *trial.following, *trial.below]):
                return _NOBODY_LEFT_BELOW
            pairs = fold_pairs(trial, ranks)
            if set(pairs) != set(own.pairs):
                return _first_worse(chosen, own.pairs, pairs)
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


def _dubov(event_index: EventIndex, drawn: Round, wants: Wants) -> _Known:
    assert drawn.state is not None
    field, bye, even, upfloats = dubov_field(event_index, drawn.state, wants)
    is_last = drawn.state.is_last
    groups = Dubov(even, upfloats, is_last).groups()

    def kept(residents: List[Place], pairs: List[Pair]) -> Tuple[Tuple[int, ...], ...]:
        """Return how well the pairs of a scoregroup keep C5 to C10, the greater the better."""
        players = even.players
        up = [at for pair in pairs for at in pair if at not in residents]
        known = [upfloats[players[at].who] for at in up]
        suited = sum(with_wishes(players[high], players[low]) for high, low in pairs)
        found: Tuple[Tuple[int, ...], ...] = (
            (-len(up),), tuple(sorted((players[at].score for at in up), reverse=True)), (suited,),
        )  # fmt: skip
        if not is_last:
            maximal = [own for own in known if own.is_maximal]
            just = sum(own.just for own in known)
            found += ((-len(maximal),), (-sum(own.count for own in maximal),), (-just,))
        return found

    def worse(limited: Field) -> Message:
        others = Dubov(limited, upfloats, is_last).groups()
        for (residents, pairs), (_, forced) in zip(groups, others):
            if set(pairs) == set(forced):
                continue
            for reason, own, theirs in zip(_DUBOV, kept(residents, pairs), kept(residents, forced)):
                if theirs < own:
                    return reason
            members = {at for pair in pairs for at in pair}
            return _later("4.4" if members == {at for pair in forced for at in pair} else "4.2")
        return _later("4.4")

    return _Known(field, bye, even, [own.number for own in even.players], worse)
