"""How two ways to pair a bracket of teams compare: the first criterion that is worse (2.3)."""

from __future__ import annotations

from typing import List, NamedTuple, Sequence, Tuple

from xltie.core.messages import Message, say
from xltie.pairing.systems.dutch.candidates import cheapest_matching
from xltie.pairing.systems.dutch.field import Field, Place, open_couples
from xltie.pairing.systems.team_swiss import criteria
from xltie.pairing.systems.team_swiss.bracket_pairs import BracketPairs, Couple
from xltie.pairing.systems.team_swiss.team import Rules
from xltie.pairing.systems.team_swiss.team_solver import TeamBracket, teams_of

_WORSE = (
    say("more teams float up (C4)"),
    say("teams with lower scores float up (C5)"),
    say("the following scoregroup needs more upfloaters (C6)"),
    say("more teams float up that were floaters in the previous round (C7)"),
    say("more teams do not get the colour that they prefer (C8)"),
    say("more teams do not get a strong preference (C9)"),
    say("more opponents of upfloaters were floaters in the previous round (C10)"),
)
LATER_SET = say("all criteria are kept as well, but the upfloaters come later in the order (3.5.4)")
LATER_PAIRS = say(
    "all criteria are kept as well, but the pairing comes later in the order ({article})",
    article="3.6.3",
)


class Chosen(NamedTuple):
    """The upfloaters and the pairs of a bracket, as they are or as they might be."""

    upfloaters: Sequence[Place]
    pairs: Sequence[Couple]


def first_worse(
    field: Field, rules: Rules, bracket: TeamBracket, chosen: Chosen, other: Chosen
) -> Message:
    """Return what of the criteria is worse in another way to pair a bracket."""
    is_other_set = set(chosen.upfloaters) != set(other.upfloaters)
    own_values = _values(field, rules, bracket, chosen)
    for worse, own, theirs in zip(_WORSE, own_values, _values(field, rules, bracket, other)):
        if theirs > own:
            return worse
    return LATER_SET if is_other_set else LATER_PAIRS


def _values(
    field: Field, rules: Rules, bracket: TeamBracket, chosen: Chosen
) -> List[Tuple[int, ...]]:
    """Return how a bracket keeps C4 to C10, the less the better."""
    teams = teams_of(field)
    up = [teams[at] for at in chosen.upfloaters]
    floated = sum(criteria.floated_before(team, rules.is_late) for team in up)
    inside = BracketPairs(teams, field.open_to, bracket.residents, chosen.upfloaters, rules)
    added = [inside.values(*pair) for pair in chosen.pairs]
    return [
        (len(up),),
        tuple(sorted(-team.score for team in up))[::-1],
        (_needed(field, bracket, chosen.upfloaters),),
        (floated,),
        *((sum(values[at] for values in added),) for at in range(3)),
    ]


def _needed(field: Field, bracket: TeamBracket, upfloaters: Sequence[Place]) -> int:
    """Return how many upfloaters the following scoregroup needs after some have left it."""
    taken = set(upfloaters)
    rest = [at for at in bracket.lower if at not in taken]
    following = set(bracket.following) - taken
    costs = {
        (high, low): criteria.leaves_following(high in following, low not in following)
        for high, low in open_couples(field.open_to, rest)
    }
    mate = cheapest_matching(rest, costs)
    return sum(mate.get(at, at) not in following for at in rest if at in following)
