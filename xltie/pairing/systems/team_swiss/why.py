"""Why each table of a round of teams is what it is: bracket, upfloaters, colours, the article."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.messages import NOTHING, Message, joined, say
from xltie.event import EventIndex, Id
from xltie.pairing.catalogue import Board, Round, TableReason
from xltie.pairing.options import RoundOptions
from xltie.pairing.systems.bye_first.bye import why_no_bye
from xltie.pairing.systems.dutch.bit_matching import largest_matching
from xltie.pairing.systems.dutch.build_field import initial_colour
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.candidates import cheapest_matching
from xltie.pairing.systems.dutch.field import Field, Slot, bits, open_couples
from xltie.pairing.systems.team_swiss import criteria
from xltie.pairing.systems.team_swiss.bracket_pairs import BracketPairs, Couple
from xltie.pairing.systems.team_swiss.colours import white_first
from xltie.pairing.systems.team_swiss.team import Rules, Team
from xltie.pairing.systems.team_swiss.team_round import solved_teams
from xltie.pairing.systems.team_swiss.team_solver import TeamBracket, brackets_of, teams_of
from xltie.pairing.systems.team_swiss.upfloaters import Upfloaters
from xltie.pairing.systems.wording import (
    MUST_NOT_MEET,
    colours_of_table,
    does_not_meet,
    has_bye_with,
    why_apart,
    with_colours,
)

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

    upfloaters: Sequence[Slot]
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


def _needed(field: Field, bracket: TeamBracket, upfloaters: Sequence[Slot]) -> int:
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


# --------------------------------------------------------------------------------------------------

_NO_BYE = (
    say("there was a bye, or a match won by forfeit, before (C2)"),
    say("another team has a lower score (3.4.2)"),
    say("not everybody else could be paired (3.4.1)"),
    say("another team has played more matches (3.4.3)"),
    say("another team has a larger number (3.4.4)"),
)
_NOBODY_LEFT = say("not everybody else could be paired any more (C3)")


def team_reasons(event_index: EventIndex, drawn: Round, wants: RoundOptions) -> List[TableReason]:
    """Return the reasons for each table of a drawn round."""
    told = _TeamExplainer(event_index, drawn, wants)
    return [told.table(board) for board in drawn.boards]


def why_not_teams(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, one: Id, other: Id
) -> Message:
    """Return in a sentence why two teams do not meet in a drawn round; "" stands for the bye."""
    told = _TeamExplainer(event_index, drawn, wants)
    return why_apart(drawn, one, other, told.why_not, told.no_bye)


class _TeamExplainer:
    """A round that was paired, in words."""

    def __init__(self, event_index: EventIndex, drawn: Round, wants: RoundOptions) -> None:
        assert drawn.state is not None, "a round by brackets has a state"
        self.system = drawn.system
        self.solved = solved_teams(event_index, drawn.state, drawn.system, wants)
        self.field = self.solved.even
        self.teams = teams_of(self.field)
        self.initial = initial_colour(event_index, drawn.state)
        self.names: Dict[Id, str] = {entry.who: entry.display_name for entry in drawn.state.entries}

    # -- a table -------------------------------------------------------------------------------

    def table(self, board: Board) -> TableReason:
        if board.second is None:
            return self._bye(board)
        one, other = (self.field.slot[who] for who in (board.first, board.second))
        bracket = self._bracket_of(one)
        white, black, why = white_first(
            self.teams[one], self.teams[other], self.initial, self.solved.rules.is_type_b,
            self.system.second_score,
        )  # fmt: skip
        top, low = sorted((one, other), key=lambda at: self.teams[at].number)
        return TableReason(
            board.table,
            f"{self.names[board.first]} - {self.names[board.second]}",
            say("bracket of {points}", points=self._points(self.teams[bracket.residents[0]].score)),
            self._floats(bracket, (one, other)),
            colours_of_table(self._had(white), self._had(black), why),
            self._order(bracket, top, low),
        )

    def _bye(self, board: Board) -> TableReason:
        holder = self.solved.field.players[self.solved.field.slot[board.first]]
        players = has_bye_with(self.names[board.first], self._points(holder.score))
        order = say("given first: the lowest score, most matches, the largest number (3.4)")
        return TableReason(board.table, players, order=order)

    def _floats(self, bracket: TeamBracket, couple: Sequence[Slot]) -> Message:
        return joined((self._float(bracket, at) for at in couple if at in bracket.upfloaters), "; ")

    def _float(self, bracket: TeamBracket, at: Slot) -> Message:
        """Say why a team came up, and not the first one in order that stayed below."""
        who, points = self._name(at), self._points(self.teams[at].score)
        earlier = next((o for o in bracket.lower if o not in bracket.upfloaters), at)
        if earlier >= at:
            return say(
                "{who} floats up from {points}: first in the order (3.5.4)", who=who, points=points
            )
        return say(
            "{who} floats up from {points}, {other} does not: {why}", who=who, points=points,
            other=self._name(earlier), why=self._why_below(bracket, earlier),
        )  # fmt: skip

    def _why_below(self, bracket: TeamBracket, at: Slot) -> Message:
        """Say what is worse where a team floats up."""
        mates = self.field.open_to[at] & bits(bracket.residents)
        if not mates:
            return say("it has met all of the bracket (C1)")
        limited = self.field.limited({at: mates})
        completion = Completion(limited)
        everybody = [*bracket.residents, *bracket.lower]
        if not completion.is_perfect(everybody):
            return _NOBODY_LEFT
        rules = self.solved.rules
        forced = Upfloaters(
            self.teams, completion, bracket.residents, bracket.following, bracket.lower, rules
        ).first_best()
        chosen = Chosen(bracket.upfloaters, ())
        return first_worse(self.field, rules, bracket, chosen, Chosen(forced, ()))

    def _order(self, bracket: TeamBracket, top: Slot, low: Slot) -> Message:
        """Say why the top member does not meet its first opponent in order (3.6.2)."""
        inside = self._pairs_in(self.field, bracket)
        half = len(inside.members) // 2
        index = inside.members.index(top)
        first = inside.members[index + half] if index < half else top
        if first in (low, top):
            return NOTHING
        why = self._why_not_first(bracket, inside, top, first)
        return does_not_meet(self._name(top), self._name(first), why)

    def _why_not_first(
        self, bracket: TeamBracket, inside: BracketPairs, top: Slot, first: Slot
    ) -> Message:
        if not self.field.open_to[top] >> first & 1:
            return self._barred(top, first)
        limited = self.field.with_couple(top, first)
        mates = largest_matching(inside.members, limited.open_to)
        if len(mates) < len(inside.members):
            return say("not all others of the bracket could be paired (C1)")
        forced = Chosen(bracket.upfloaters, self._pairs_in(limited, bracket).first_best())
        chosen = Chosen(bracket.upfloaters, bracket.pairs)
        return first_worse(self.field, self.solved.rules, bracket, chosen, forced)

    def _pairs_in(self, field: Field, bracket: TeamBracket) -> BracketPairs:
        rules = self.solved.rules
        return BracketPairs(self.teams, field.open_to, bracket.residents, bracket.upfloaters, rules)

    # -- two that do not meet ------------------------------------------------------------------

    def why_not(self, one: Id, other: Id) -> Message:
        resting = self.solved.resting
        if resting in (one, other):
            name = self.names[resting or one]
            return say("{who} has the bye, which is given first (3.4)", who=name)
        high, low = sorted((self.field.slot[one], self.field.slot[other]))
        if not self.field.open_to[high] >> low & 1:
            return self._barred(high, low)
        limited = self.field.with_couple(high, low)
        completion = Completion(limited)
        if not completion.is_possible:
            return _NOBODY_LEFT
        others: Sequence[TeamBracket] = brackets_of(limited, completion, self.solved.rules)
        for bracket, forced in zip(self.solved.brackets, others):
            if set(bracket.pairs) != set(forced.pairs):
                chosen, trial = (Chosen(b.upfloaters, b.pairs) for b in (bracket, forced))
                why = first_worse(self.field, self.solved.rules, bracket, chosen, trial)
                return say("with them, {why}", why=why)
        return _NOBODY_LEFT

    def no_bye(self, who: Id) -> Message:
        """Say by which of 3.4.1 to 3.4.4 another team has the bye."""
        field, bye = self.solved.field, self.solved.bye
        if bye is None:
            return say("the number of teams is even")
        return why_no_bye(field, field.slot[who], bye, _NO_BYE)

    # -- words ---------------------------------------------------------------------------------

    def _bracket_of(self, at: Slot) -> TeamBracket:
        return next(o for o in self.solved.brackets if any(at in pair for pair in o.pairs))

    def _barred(self, one: Slot, other: Slot) -> Message:
        has_met = self.teams[other].who in self.teams[one].met
        return say("they have met (C1)") if has_met else MUST_NOT_MEET

    def _name(self, at: Slot) -> str:
        return self.names[self.teams[at].who]

    def _points(self, score: Optional[int]) -> Fraction:
        return Fraction(score or 0, self.solved.denominator)

    def _had(self, team: Team) -> Message:
        return with_colours(self.names[team.who], team.colours)
