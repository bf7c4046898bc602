"""A round as a system of brackets pairs it: the field, the brackets one by one, and the tables."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import Message, Value, joined, say, word
from xltie.core.records import dataclass, replace
from xltie.event import Id
from xltie.pairing.brackets.completion import Completion, bye_of
from xltie.pairing.brackets.criteria import Pair, Paired, Table, Verdict
from xltie.pairing.brackets.field import Field, Player, Slot
from xltie.pairing.catalogue import Board, Round, System, round_of
from xltie.pairing.engine import NoPairing
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import BLACK, WHITE, PairingState

_LETTERS = {WHITE: word("colour", "W"), BLACK: word("colour", "B")}

HAVE_MET = say("they have met")
MUST_NOT_MEET = say("the settings forbid that they meet")
NOBODY_LEFT = say("not everybody else could be paired any more")
EVEN_PLAYERS = say("the number of players is even")
SAME_COLOUR = say("both must have the same colour")
BARRED_BYE = say("there was a bye, or a win without a game, before")
BYE_REASONS = tuple(
    Verdict("", article, reason)
    for article, reason in (
        ("3.1.3", say("another player has a lower score")),
        ("3.1.2", say("not everybody else could be paired")),
        ("3.1.4", say("another player has played more games")),
        ("3.1.5", say("another player comes later in the order")),
    )
)
"""Why another player has the bye where it is given first (C.04.4.1 and C.04.4.2)."""


def why_apart(
    drawn: Round,
    one: Id,
    other: Id,
    against: Callable[[Id, Id], Message],
) -> Message:
    """Say why two do not meet in a drawn round, or one has no bye, for which "" stands.

    The reason ``against`` is asked for only where they really do not.
    """
    assert drawn.state is not None, "a timetable has no reasons"
    names = {entry.who: entry.display_name for entry in drawn.state.entries}
    couple = tuple(filter(None, (one, other)))
    for who in couple:
        if who not in names:
            return say("{who} is not paired in this round", who=who)
    is_drawn = any(set(couple) == set(board.players) for board in drawn.boards)
    first, second = names[one], names.get(other, "")
    if not other and is_drawn:
        return say("{who} has the bye", who=first)
    if not other:
        return say("{who} has no bye: {why}", who=first, why=against(one, ""))
    if is_drawn:
        return say("{one} and {other} do meet in this round", one=first, other=second)
    why = against(one, other)
    return say("{one} and {other} do not meet: {why}", one=first, other=second, why=why)


def has_bye_with(who: str, points: Fraction) -> Message:
    """Say with how many points somebody rests."""
    return say("{who} has the bye with {points}", who=who, points=points)


def with_colours(who: str, colours: Iterable[int]) -> Message:
    """Return a name with the colours of the games before, +1 for White."""
    letters = joined((_LETTERS[colour] for colour in colours), " ")
    if not letters:
        return say("{who} (no colour yet)", who=who)
    return say("{who} (had {colours})", who=who, colours=letters)


Seated = Tuple[Player, Player, Message]
"""White, Black, and what decides so."""
Step = Callable[[Field, Completion, List[Slot], List[Slot]], Paired]
"""Pairs the first bracket of a field, given who moved down to it and who is left, in order."""


class Handbook(NamedTuple):
    """What reports name of a system's articles beside the table of its criteria.

    ``completion`` is the criterion that everybody can be paired, the last of the absolute ones;
    ``decided_by`` the article by which the arbiter decides where nothing is left. ``by_score`` is
    the criterion of the lowest score for the bye where it is found with the pairs. Where the bye is
    given first, ``bye_first`` is the article and ``bye_reasons`` say why another player has it: may
    not have it, score, all others paired, games, order.
    """

    name: Message
    chapter: str
    met: Verdict
    no_bye: Verdict
    colour: Verdict
    completion: Verdict
    even: Verdict
    decided_by: str
    by_score: Optional[Verdict] = None
    bye_first: str = ""
    bye_reasons: Tuple[Verdict, ...] = ()
    floats_up: bool = False
    needs_rounds: str = ""
    """The article for which the number of rounds must be known, "" where none needs it."""


def bye_first(name: Message, chapter: str, needs_rounds: str) -> Handbook:
    """Return what Dubov's and Burstein's systems share: the bye is given first (3.1), C1 to C4."""
    return Handbook(
        name, chapter,
        met=Verdict("C1", "", HAVE_MET),
        no_bye=Verdict("C2", "3.1.1", BARRED_BYE),
        colour=Verdict("C3", "", SAME_COLOUR),
        completion=Verdict("C4", "", NOBODY_LEFT),
        even=Verdict("", "3.1", EVEN_PLAYERS),
        decided_by="1.9", bye_first="3.1", bye_reasons=BYE_REASONS, needs_rounds=needs_rounds,
    )  # fmt: skip


@dataclass(frozen=True)
class BracketRound:
    """A round of a system, its brackets paired when they are asked for.

    ``field`` is everybody, ``even`` without the one at ``bye`` in it, where the bye is given first.
    ``seat`` gives the two of a pair their colours, ``first_opponents`` says whom the first
    candidate of a bracket pairs. ``denominator`` is how many scaled points make a point.
    """

    handbook: Handbook
    table: Table
    state: PairingState
    field: Field
    bye: Optional[Slot]
    even: Field
    step: Step
    seat: Callable[[Slot, Slot], Seated]
    first_opponents: Callable[[Paired], Dict[Slot, Slot]]
    denominator: int
    system: System

    @cached_property
    def completion(self) -> Completion:
        """The completion test of the players who are to be paired."""
        return Completion(self.even)

    @cached_property
    def brackets(self) -> List[Paired]:
        """The brackets, from the highest score down.

        Raises:
            NoPairing: no pairing keeps the absolute criteria.
        """
        if not self.completion.is_possible:
            raise NoPairing.of(impossible(self.field, self.state, self.handbook))
        return solve(self.step, self.even, self.completion)

    @property
    def resting(self) -> Optional[Slot]:
        """Who has the bye, as a slot of the field."""
        left = self.brackets[-1].floaters if self.brackets else []
        return left[0] if left else self.bye


def solve(step: Step, field: Field, completion: Completion) -> List[Paired]:
    """Return the brackets of a field that can be paired, each paired in its turn."""
    movers: List[Slot] = []
    left = list(range(len(field)))
    found: List[Paired] = []
    while left:
        paired = step(field, completion, movers, left)
        found.append(paired)
        movers, left = paired.floaters, paired.rest
    return found


def pairs_of_all(brackets: Sequence[Paired]) -> List[Pair]:
    """Return the pairs of all brackets."""
    return [pair for paired in brackets for pair in paired.pairs]


def without_bye(
    field: Field, state: PairingState, handbook: Handbook, ranks: Optional[Sequence[int]] = None
) -> Tuple[Optional[Slot], Field]:
    """Return who has the bye, if anybody, where it is given first, and the field without.

    ``ranks`` decide between players alike, the pairing numbers where there are none.

    Raises:
        NoPairing: there is nobody who can have it.
    """
    if len(field) % 2 == 0:
        return None, field
    bye = bye_of(field, lambda at: field.players[at].number if ranks is None else ranks[at])
    if bye is None:
        raise NoPairing.of(impossible(field, state, handbook))
    return bye, field.without(bye)


def drawn(found: BracketRound, wants: RoundOptions) -> Round:
    """Return a round with its tables in order, the bye last.

    Raises:
        NoPairing: no pairing keeps the absolute criteria.
    """
    field, state = found.field, replace(found.state, denominator=found.denominator)
    seated = [found.seat(*pair)[:2] for pair in pairs_of_all(found.brackets)]
    in_order = sorted(seated, key=lambda pair: _board_key(field, *pair))
    turn = state.first_colour  # White stands first, or Black
    boards = [Board(0, pair[::turn][0].who, pair[::turn][1].who) for pair in in_order]
    if found.resting is not None:
        boards.append(Board(0, field.players[found.resting].who, None))
    return round_of(_ranked(state, field), found.system, boards, wants)


def _board_key(field: Field, white: Player, black: Player) -> Tuple[int, int, int]:
    """Return the order of boards (C.04.2, 3.6): higher score, sum of scores, higher player."""
    sum_of_scores = white.score + black.score
    high = min(field.slot[white.who], field.slot[black.who])
    return -max(white.score, black.score), -sum_of_scores, high


def _ranked(state: PairingState, field: Field) -> PairingState:
    """Return the state with the scores and ranks that the pairing used."""
    known = {entry.who: entry for entry in state.entries}
    ranked = (
        known[player.who]._replace(rank=rank, score=player.score)
        for rank, player in enumerate(field.players)
    )
    return replace(state, entries=tuple(ranked))


# -- what is refused -------------------------------------------------------------------------------


def refuse_unknown(wants: RoundOptions, state: PairingState, handbook: Handbook) -> None:
    """Refuse what no system of the FIDE Handbook allows, and a number of rounds not known.

    Raises:
        InputError: every such option.
    """
    name, article = handbook.name, handbook.needs_rounds
    chapter = handbook.chapter
    refusals = (
        (wants.accelerated, say("{name} is accelerated by the Baku method: write Baku", name=name)),
        (
            wants.avoid,
            say("{name} cannot avoid pairs where possible; forbid them instead", name=name),
        ),
        (
            wants.repeats or wants.again_after,
            say("{name} never lets players meet twice", name=name),
        ),
        (wants.first or wants.order, say("{name} has its own order of pairing", name=name)),
        (
            article and not state.rounds,
            say("{name} needs the number of rounds ({chapter}, {article})",
                name=name, chapter=chapter, article=article),
        ),
    )  # fmt: skip
    faults = [Fault(text) for is_wanted, text in refusals if is_wanted]
    if faults:
        raise InputError(faults)


def impossible(field: Field, state: PairingState, handbook: Handbook) -> Message:
    """Say why nothing can be paired, as far as one player alone shows it."""
    values: Dict[str, Value] = {
        "round": state.round, "last": handbook.completion.code, "rules": handbook.chapter,
        "article": handbook.decided_by,
    }  # fmt: skip
    alone = [player.who for at, player in enumerate(field.players) if not field.open_to[at]]
    if len(alone) > len(field) % 2:
        return say(
            "no pairing of round {round} keeps the absolute criteria C1 to {last} ({rules}): there "
            "is no opponent left for {who}; the arbiter decides (article {article})",
            who=joined(alone), **values,
        )  # fmt: skip
    if len(field) % 2 and not any(player.may_rest for player in field.players):
        return say(
            "no pairing of round {round} keeps the absolute criteria C1 to {last} ({rules}): "
            "everybody has had a bye; the arbiter decides (article {article})",
            **values,
        )
    return say(
        "no pairing of round {round} keeps the absolute criteria C1 to {last} ({rules}); the "
        "arbiter decides (article {article})",
        **values,
    )
