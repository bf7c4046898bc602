"""The pairing of a round bracket after bracket (C.04.6, 3.3)."""

from __future__ import annotations

from typing import List, NamedTuple, Sequence

from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.field import Field, Slot
from xltie.pairing.systems.team_swiss import criteria
from xltie.pairing.systems.team_swiss.bracket_pairs import BracketPairs, Couple
from xltie.pairing.systems.team_swiss.team import Rules, Team
from xltie.pairing.systems.team_swiss.upfloaters import Upfloaters


class TeamBracket(NamedTuple):
    """A bracket that is paired: residents, upfloaters, all teams below it before, and its pairs.

    ``following`` are the teams of the following scoregroup before the upfloaters left it.
    """

    residents: Sequence[Slot]
    upfloaters: Sequence[Slot]
    following: Sequence[Slot]
    lower: Sequence[Slot]
    pairs: Sequence[Couple]


def teams_of(field: Field) -> List[Team]:
    """Return the players of a field as the teams that they are."""
    return [player for player in field.players if isinstance(player, Team)]


def brackets_of(field: Field, completion: Completion, rules: Rules) -> List[TeamBracket]:
    """Return the brackets of an even field that can be paired, from the top scoregroup on (3.3.2).

    The following scoregroup is the one with the next score of all; it may be empty already, and
    then C6 (2.3.3) asks for nothing.
    """
    teams = teams_of(field)
    left: List[Slot] = list(range(len(field)))
    found: List[TeamBracket] = []
    while left:
        score = teams[left[0]].score
        residents = [at for at in left if teams[at].score == score]
        lower = left[len(residents) :]
        next_score = next(
            (lower_score for lower_score in rules.scores if lower_score < score), None
        )
        following = [at for at in lower if teams[at].score == next_score]
        search = Upfloaters(teams, completion, residents, following, lower, rules)
        upfloaters = search.first_best()
        inside = BracketPairs(teams, field.open_to, residents, upfloaters, rules)
        found.append(TeamBracket(residents, upfloaters, following, lower, inside.first_best()))
        taken = set(upfloaters)
        left = [at for at in lower if at not in taken]
    return found


def is_late(round_number: int, rounds: int) -> bool:
    """Tell whether a round is one of the last two, in which C7 and C10 do not hold."""
    return bool(rounds) and round_number > rounds - criteria.LAST_ROUNDS
