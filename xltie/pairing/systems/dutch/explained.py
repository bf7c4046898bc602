"""Why each table of a Dutch round is what it is: bracket, floaters, colours and the article."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List

from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.pairing.engine.state import PairingState
from xltie.pairing.options import Wants
from xltie.pairing.systems.drawn_round import Board, Round, TableReason
from xltie.pairing.systems.dutch.colours import white_first
from xltie.pairing.systems.dutch.dutch_round import solved_field
from xltie.pairing.systems.dutch.entry_list import initial_colour
from xltie.pairing.systems.dutch.field import Place
from xltie.pairing.systems.dutch.questions import Solved

_MOST_EXPLAINED = 200
"""In larger fields each table has its bracket and its colours; ask about a couple by name."""


def dutch_reasons(event_index: EventIndex, drawn: Round, wants: Wants) -> List[TableReason]:
    """Return the reasons for each table of a drawn round."""
    assert drawn.state is not None, "a round by brackets has a state"
    told = _Told(event_index, drawn.state, wants)
    return [told.table(board) for board in drawn.boards]


def why_not_sentence(
    event_index: EventIndex, drawn: Round, wants: Wants, one: Id, other: Id
) -> str:
    """Return in a sentence why two do not meet in a drawn round; "" stands for the bye."""
    assert drawn.state is not None, "a round by brackets has a state"
    return _Told(event_index, drawn.state, wants).why_not(one, other)


class _Told:
    """A round that was paired, in words."""

    def __init__(self, event_index: EventIndex, state: PairingState, wants: Wants) -> None:
        self.solved = Solved(*solved_field(event_index, state, wants))
        self.initial = initial_colour(event_index, state)
        self.denominator = state.denominator
        self.names: Dict[Id, str] = {own.who: own.display_name for own in state.entries}
        self.natural = self._natural_opponents()

    def why_not(self, one: Id, other: Id) -> str:
        field = self.solved.field
        if not other and one in field.place:
            why = self.solved.why_not_resting(field.place[one])
            return (
                say("{one} has no bye: {why}", one=self.names[one], why=why)
                if why
                else say("{one} has the bye", one=self.names[one])
            )
        for who in (one, other):
            if who not in field.place:
                return say("{who} is not paired in this round", who=who)
        high, low = sorted((field.place[one], field.place[other]))
        found = self.solved.why_not(high, low)
        both = f"{self._name(high)} and {self._name(low)}"
        if found is None:
            return f"{both} do meet in this round"
        return f"{both} do not meet: {found}"

    def table(self, board: Board) -> TableReason:
        place = self.solved.field.place
        if board.second is None:
            return self._bye(board.table, place[board.first])
        high, low = sorted((place[board.first], place[board.second]))
        white, black, why = white_first(
            self.solved.field.players[high], self.solved.field.players[low], self.initial
        )
        return TableReason(
            board.table,
            f"{self.names[board.first]} - {self.names[board.second]}",
            say("bracket of {points}", points=self._points(self._residents_score(low))),
            self._floats(high),
            say(
                "White {white}, Black {black}: {why}",
                white=self._had(white.who),
                black=self._had(black.who),
                why=why,
            ),
            self._order(high, low),
        )

    def _bye(self, table: int, place: Place) -> TableReason:
        why = self.solved.why_bye(place)
        points = self._points(self.solved.field.players[place].score)
        text = (
            say("with a bye for another player: {why}", why=why)
            if why
            else say("nobody else is there")
        )
        return TableReason(
            table,
            say("{who} has the bye with {points}", who=self._name(place), points=points),
            "",
            "",
            "",
            text,
        )

    def _floats(self, place: Place) -> str:
        """Say why a player came down to the bracket of the table, "" for a resident."""
        number = self.solved.left_first(place)
        if number is None:
            return ""
        points = self._points(self.solved.field.players[place].score)
        text = say("{who} floats down from {points}", who=self._name(place), points=points)
        if len(self.solved.field) > _MOST_EXPLAINED:
            return text
        return f"{text}, as otherwise: {self.solved.why_down(place)}"

    def _order(self, high: Place, low: Place) -> str:
        """Say why the better of two does not meet its first opponent in order."""
        first = self.natural.get(high)
        if first is None or first == low or len(self.solved.field) > _MOST_EXPLAINED:
            return ""
        one, other = sorted((high, first))
        why = self.solved.why_not(one, other, self.solved.bracket_of(high))
        return (
            say(
                "{who} does not meet {first}: {why}",
                who=self._name(high),
                first=self._name(first),
                why=why,
            )
            if why
            else ""
        )

    def _natural_opponents(self) -> Dict[Place, Place]:
        """Return the opponents that the first candidate of each bracket has in mind (article 3)."""
        found: Dict[Place, Place] = {}
        for own in self.solved.solution.brackets:
            movers = set(own.bracket.movers)
            residents = own.bracket.residents
            paired = [high for high, _ in sorted(own.pairs) if high in movers]
            found.update(zip(paired, residents))
            met = {low for high, low in own.pairs if high in movers}
            left = [at for at in residents if at not in met]
            half = len(left) // 2
            found.update(zip(left[:half], left[half:]))
        return found

    def _residents_score(self, low: Place) -> int:
        return self.solved.field.players[low].score

    def _points(self, score: int) -> str:
        return show(Fraction(score, self.denominator))

    def _name(self, place: Place) -> str:
        return self.names[self.solved.field.players[place].who]

    def _had(self, who: Id) -> str:
        field = self.solved.field
        colours = field.players[field.place[who]].colours
        had = " ".join("W" if colour == 1 else "B" for colour in colours)
        return (
            f"{self.names[who]} (had {had})"
            if had
            else say("{who} (no colour yet)", who=self.names[who])
        )
