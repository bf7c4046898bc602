"""Extended direct encounter of teams (C.07, article 13.3)."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Callable, Dict, FrozenSet, List, Mapping, NamedTuple, Sequence, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.messages import NOTHING, Message, say
from xltie.event import EventIndex, Id, scored, team_event
from xltie.functions.registry import Arg, group_rule
from xltie.functions.sources import FIDE_2026
from xltie.rules.chess.direct_encounter import EncounterRules, games_between, split
from xltie.rules.chess.options import EncounterOptions, RulebookOption, ScoreOption
from xltie.rules.chess.team_scores import board_values, count_of, from_the_top, without_the_bottom
from xltie.rules.common.criterion_value import CriterionValue, Term, Total
from xltie.rules.common.rulebooks import edition_of
from xltie.rules.common.rulebooks import rulebook as book_named

_KNOCK_OUT: Mapping[str, Tuple[str, ...]] = {
    "": (), "BT": ("BC", "TBR"), "BB": ("BC", "BBE"), "T": ("TBR",), "B": ("BBE",), "C": ("BC",),
}  # fmt: skip
_OF_BOARDS: Mapping[str, Callable[..., Total]] = {
    "BC": lambda values: -count_of(values),
    "TBR": from_the_top,
    "BBE": without_the_bottom,
}


class SplitOptions(NamedTuple):
    """How teams are told apart that the primary score leaves tied."""

    codes: Annotated[
        str, Arg("What separates two teams in the end: BT, BB, T, B or C.", names=tuple(_KNOCK_OUT))
    ] = ""
    rulebook: RulebookOption = ""
    restart: Annotated[
        str,
        Arg(
            "Score with which teams still tied continue after a split by the secondary one; if "
            "omitted, primary from 2026, secondary before.",
            names=("", "primary", "secondary"),
        ),
    ] = ""
    boards: Annotated[
        str,
        Arg(
            "Boards that separate two teams: of the whole event, or of their matches; if omitted, "
            "event from 2026, match before.",
            names=("", "event", "match"),
        ),
    ] = ""
    score: ScoreOption = ""


class _Rules(NamedTuple):
    """How one extended direct encounter is read."""

    base: EventIndex
    encounters: Tuple[EncounterRules, EncounterRules]
    """By the primary score, and by the secondary one."""
    codes: Tuple[str, ...]
    restarts: bool
    whole_event: bool


@group_rule(
    "EXTENDEDDE",
    "EDE",
    FIDE_2026.at("13.3"),
    low_wins=True,
    modifiers=(("P", "forfeits=played"), ("S", "format=swiss")),
    presets={f"EDE{codes}": {"codes": codes} for codes in _KNOCK_OUT if codes},
    takes=("codes", "forfeits", "format", "rulebook", "restart", "boards", "score", "compat"),
    is_of_teams=True,
)
def extended_direct_encounter(
    event_index: EventIndex, group: Sequence[Id], encounter: EncounterOptions, options: SplitOptions
) -> Dict[Id, CriterionValue]:
    """Extended direct encounter: the rank among tied teams by their matches with one another.

    Direct encounter on the primary score; if that separates nobody, on the secondary; if two teams
    are still tied, the board criteria that the code names. Teams still tied after a split are
    compared anew. The regulations are read in two ways at two points, so both are options.
    """
    primary = options.score or team_event(event_index).primary
    scores = (primary, "GP" if primary == "MP" else "MP")
    rules = _rules_of(event_index, scores, encounter, options)
    ranks, notes = _ranked(rules, tuple(group))
    members = frozenset(group)
    return {
        who: CriterionValue(
            ranks[who], partial(_terms, rules, who, members, scores), notes.get(who, NOTHING)
        )
        for who in group
    }


def _rules_of(
    event_index: EventIndex,
    scores: Tuple[str, str],
    encounter: EncounterOptions,
    options: SplitOptions,
) -> _Rules:
    book = book_named(options.rulebook or edition_of(team_event(event_index)))
    is_new = book.name == "fide2026" and encounter.compat != "tbs"
    first, second = (EncounterRules.of(scored(event_index, score), encounter) for score in scores)
    return _Rules(
        event_index,
        (first, second),
        _KNOCK_OUT[options.codes],
        restarts=(options.restart or ("primary" if is_new else "secondary")) == "primary",
        whole_event=(options.boards or ("event" if is_new else "match")) == "event",
    )


def _ranked(rules: _Rules, group: Tuple[Id, ...]) -> Tuple[Dict[Id, int], Dict[Id, Message]]:
    ranks: Dict[Id, int] = {}
    notes: Dict[Id, Message] = {}
    waiting = [(group, 1, 0)]
    while waiting:
        tied, place, start = waiting.pop()
        parts, step, why = _step(rules, tied, start)
        for part in parts:
            for who in part:
                notes[who] = why or notes.get(who, say("tied with nobody"))
            if len(parts) == 1 or len(part) == 1:
                ranks.update(dict.fromkeys(part, place))
            else:
                waiting.append((part, place, 0 if rules.restarts else step))
            place += len(part)
    return ranks, notes


def _step(
    rules: _Rules, tied: Tuple[Id, ...], start: int
) -> Tuple[List[Tuple[Id, ...]], int, Message]:
    """Return the parts of a tied set, the score that parted it (0 or 1), and how in words."""
    if len(tied) == 1:
        return [tied], start, NOTHING
    for step in range(start, 2):
        parts = split(rules.encounters[step], tied)
        if len(parts) > 1:
            why = (
                say("of {tied} tied, by the secondary score", tied=len(tied))
                if step
                else say("of {tied} tied, by the primary score", tied=len(tied))
            )
            return parts, step, why
    if len(tied) == 2:
        for code in rules.codes:
            parts = _by_boards(rules, tied, code)
            if len(parts) > 1:
                return parts, 1, say("of 2 tied, by {code}", code=code)
    return [tied], start, say("{tied} stay tied", tied=len(tied))


def _by_boards(rules: _Rules, tied: Tuple[Id, ...], code: str) -> List[Tuple[Id, ...]]:
    """Return the parts of two tied teams by a criterion of boards; one part if it parts nobody."""
    one, two = tied
    games = scored(rules.base, "GP")
    if code == "BC" and rules.whole_event and games.scaled_score(one) != games.scaled_score(two):
        return [tied]  # 12.1: only for teams with the same game points
    rounds = None
    if not rules.whole_event:
        met = games_between(rules.encounters[0], one, frozenset(tied))
        rounds = frozenset(record.round for record in met)
    try:
        mine, theirs = (_OF_BOARDS[code](board_values(rules.base, who, rounds)) for who in tied)
    except UndefinedValue:
        return [tied]
    if mine == theirs:
        return [tied]
    return [(one,), (two,)] if mine > theirs else [(two,), (one,)]  # type: ignore[operator]


def _terms(rules: _Rules, who: Id, members: FrozenSet[Id], scores: Tuple[str, str]) -> List[Term]:
    first, second = (encounter.event_index for encounter in rules.encounters)
    theirs = {record.round: second.points(record) for record in second.rounds_of(who)}
    return [
        Term.of(
            record,
            first.points(record),
            say(
                "{score}, and {points} {other_score}",
                score=scores[0],
                points=theirs[record.round],
                other_score=scores[1],
            ),
        )
        for record in games_between(rules.encounters[0], who, members)
    ]
