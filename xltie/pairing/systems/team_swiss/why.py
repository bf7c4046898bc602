"""Why each table of a round of teams is what it is: bracket, upfloaters, colours, the article."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Optional, Sequence

from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.pairing.options import Wants
from xltie.pairing.systems.drawn_round import Board, Round, TableReason
from xltie.pairing.systems.dutch.bit_matching import largest_matching
from xltie.pairing.systems.dutch.completion import Completion
from xltie.pairing.systems.dutch.entry_list import initial_colour
from xltie.pairing.systems.dutch.field import Field, Place, bits
from xltie.pairing.systems.team_swiss.bracket_pairs import BracketPairs
from xltie.pairing.systems.team_swiss.colours import white_first
from xltie.pairing.systems.team_swiss.comparison import Chosen, first_worse
from xltie.pairing.systems.team_swiss.team import Team
from xltie.pairing.systems.team_swiss.team_round import solved_teams
from xltie.pairing.systems.team_swiss.team_solver import TeamBracket, brackets_of, teams_of
from xltie.pairing.systems.team_swiss.upfloaters import Upfloaters

_NOBODY_LEFT = say("not everybody else could be paired any more (C3)")


def team_reasons(event_index: EventIndex, drawn: Round, wants: Wants) -> List[TableReason]:
    """Return the reasons for each table of a drawn round."""
    told = _Told(event_index, drawn, wants)
    return [told.table(board) for board in drawn.boards]


def why_not_teams(event_index: EventIndex, drawn: Round, wants: Wants, one: Id, other: Id) -> str:
    """Return in a sentence why two teams do not meet in a drawn round; "" stands for the bye."""
    told = _Told(event_index, drawn, wants)
    for who in filter(None, (one, other)):
        if who not in told.names:
            return say("{who} is not paired in this round", who=who)
    if not other:
        return told.no_bye(one)
    both = f"{told.names[one]} and {told.names[other]}"
    if any({one, other} == set(board.players) for board in drawn.boards):
        return f"{both} do meet in this round"
    return f"{both} do not meet: {told.why_not(one, other)}"


class _Told:
    """A round that was paired, in words."""

    def __init__(self, event_index: EventIndex, drawn: Round, wants: Wants) -> None:
        assert drawn.state is not None, "a round by brackets has a state"
        self.system = drawn.system
        self.solved = solved_teams(event_index, drawn.state, drawn.system, wants)
        self.field = self.solved.even
        self.teams = teams_of(self.field)
        self.initial = initial_colour(event_index, drawn.state)
        self.names: Dict[Id, str] = {own.who: own.display_name for own in drawn.state.entries}

    # -- a table -------------------------------------------------------------------------------

    def table(self, board: Board) -> TableReason:
        if board.second is None:
            return self._bye(board)
        one, other = (self.field.place[who] for who in (board.first, board.second))
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
            "; ".join(self._float(bracket, at) for at in (one, other) if at in bracket.upfloaters),
            say(
                "White {white}, Black {black}: {why}",
                white=self._had(white),
                black=self._had(black),
                why=why,
            ),
            self._order(bracket, top, low),
        )

    def _bye(self, board: Board) -> TableReason:
        holder = self.solved.field.players[self.solved.field.place[board.first]]
        players = say(
            "{who} has the bye with {points}",
            who=self.names[board.first],
            points=self._points(holder.score),
        )
        said = say("given first: the lowest score, most matches, the largest number (3.4)")
        return TableReason(board.table, players, order=said)

    def _float(self, bracket: TeamBracket, at: Place) -> str:
        """Say why a team came up, and not the first one in order that stayed below."""
        own = self.teams[at]
        way = f"{self.names[own.who]} floats up from {self._points(own.score)}"
        earlier = next((o for o in bracket.lower if o not in bracket.upfloaters), at)
        if earlier >= at:
            return f"{way}: first in the order (3.5.4)"
        name = self.names[self.teams[earlier].who]
        return f"{way}, {name} does not: {self._why_below(bracket, earlier)}"

    def _why_below(self, bracket: TeamBracket, at: Place) -> str:
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
        own = Chosen(bracket.upfloaters, ())
        return first_worse(self.field, rules, bracket, own, Chosen(forced, ()))

    def _order(self, bracket: TeamBracket, top: Place, low: Place) -> str:
        """Say why the top member does not meet its first opponent in order (3.6.2)."""
        inside = self._pairs_in(self.field, bracket)
        half = len(inside.members) // 2
        index = inside.members.index(top)
        first = inside.members[index + half] if index < half else top
        if first in (low, top):
            return ""
        names = f"{self._name(top)} does not meet {self._name(first)}"
        if not self.field.open_to[top] >> first & 1:
            return f"{names}: {self._barred(top, first)}"
        limited = self.field.limited({top: 1 << first, first: 1 << top})
        mates = largest_matching(inside.members, limited.open_to)
        if len(mates) < len(inside.members):
            return f"{names}: not all others of the bracket could be paired (C1)"
        forced = Chosen(bracket.upfloaters, self._pairs_in(limited, bracket).first_best())
        own = Chosen(bracket.upfloaters, bracket.pairs)
        return f"{names}: {first_worse(self.field, self.solved.rules, bracket, own, forced)}"

    def _pairs_in(self, field: Field, bracket: TeamBracket) -> BracketPairs:
        rules = self.solved.rules
        return BracketPairs(self.teams, field.open_to, bracket.residents, bracket.upfloaters, rules)

    # -- two that do not meet ------------------------------------------------------------------

    def why_not(self, one: Id, other: Id) -> str:
        resting = self.solved.resting
        if resting in (one, other):
            return say(
                "{who} has the bye, which is given first (3.4)", who=self.names[resting or one]
            )
        high, low = sorted((self.field.place[one], self.field.place[other]))
        if not self.field.open_to[high] >> low & 1:
            return self._barred(high, low)
        limited = self.field.limited({high: 1 << low, low: 1 << high})
        completion = Completion(limited)
        if not completion.is_possible:
            return _NOBODY_LEFT
        others: Sequence[TeamBracket] = brackets_of(limited, completion, self.solved.rules)
        for own, forced in zip(self.solved.brackets, others):
            if set(own.pairs) != set(forced.pairs):
                chosen, trial = (Chosen(b.upfloaters, b.pairs) for b in (own, forced))
                said = first_worse(self.field, self.solved.rules, own, chosen, trial)
                return say("with them, {why}", why=said)
        return _NOBODY_LEFT

    def no_bye(self, who: Id) -> str:
        """Say who has the bye, or by which of 3.4.1 to 3.4.4 it is another team."""
        field, bye = self.solved.field, self.solved.bye
        name, at = self.names[who], field.place[who]
        if bye is None:
            return f"{name} has no bye: the number of teams is even"
        if bye == at:
            return say("{one} has the bye", one=name)
        return say("{one} has no bye: {why}", one=name, why=_no_bye(field, at, bye))

    # -- words ---------------------------------------------------------------------------------

    def _bracket_of(self, at: Place) -> TeamBracket:
        return next(o for o in self.solved.brackets if any(at in pair for pair in o.pairs))

    def _barred(self, one: Place, other: Place) -> str:
        has_met = self.teams[other].who in self.teams[one].met
        return say("they have met (C1)") if has_met else say("the settings forbid that they meet")

    def _name(self, at: Place) -> str:
        return self.names[self.teams[at].who]

    def _points(self, score: Optional[int]) -> str:
        return show(Fraction(score or 0, self.solved.denominator))

    def _had(self, team: Team) -> str:
        had = " ".join("W" if colour == 1 else "B" for colour in team.colours)
        return f"{self.names[team.who]} ({f'had {had}' if had else 'no colour yet'})"


def _no_bye(field: Field, at: Place, bye: Place) -> str:
    own, holder = field.players[at], field.players[bye]
    if not own.may_rest:
        return "there was a bye, or a match won by forfeit, before (C2)"
    if own.score > holder.score:
        return "another team has a lower score (3.4.2)"
    if not Completion(field).is_perfect(other for other in range(len(field)) if other != at):
        return "not everybody else could be paired (3.4.1)"
    if own.games < holder.games:
        return "another team has played more matches (3.4.3)"
    return "another team has a larger number (3.4.4)"
