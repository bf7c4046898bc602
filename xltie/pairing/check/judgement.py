"""All that is wrong in the rounds of an event: rules broken, and rounds that pair otherwise now."""

from __future__ import annotations

from functools import partial
from typing import Iterator, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import InputError
from xltie.core.messages import NOTHING, Message, Said, joined, say
from xltie.core.records import replace
from xltie.event import Event, EventIndex, Id, Match, Status
from xltie.pairing.brackets.explain import Explainer
from xltie.pairing.brackets.from_event import implied_colour, named_points
from xltie.pairing.catalogue import Board, Round, System
from xltie.pairing.check.round_audit import Violation, WantsOf, audit
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import COLOURS, NAMES, first_colour, rests
from xltie.pairing.systems import draw_round
from xltie.pairing.systems.reasons import explainer_of
from xltie.settings.declared import INITIAL_COLOUR, PAIRING


def differences(event_index: EventIndex, wants_of: WantsOf, system: System) -> List[Violation]:
    """Return the tables that a system pairs otherwise, each round from what was played before.

    An initial colour that nobody announced is the one that the whole event implies. Systems of
    objectives, and timetables, leave more than one pairing open: they find nothing.
    """
    found: List[Violation] = []
    if not system.leaves_no_choice:
        return found
    event_index = _with_initial_colour(event_index)
    for number in range(1, event_index.begun + 1):
        matches = [m for m in event_index.event.matches if m.round == number]
        if all(rests(match) for match in matches):
            continue
        found.extend(_in_round(event_index, number, matches, wants_of, system))
    return found


def _with_initial_colour(event_index: EventIndex) -> EventIndex:
    event = event_index.event
    colour = implied_colour(event_index, event_index.begun + 1)
    if INITIAL_COLOUR in event.settings or not colour:
        return event_index
    settings = event.settings.with_(INITIAL_COLOUR, NAMES[colour])
    return EventIndex(replace(event, settings=settings))


def _in_round(
    event_index: EventIndex, number: int, matches: List[Match], wants_of: WantsOf, system: System
) -> Iterator[Violation]:
    before = [m for m in event_index.event.matches if m.round < number]
    games = [match for match in matches if not rests(match)]
    out = [match for match in matches if rests(match)]
    named = {side.who for match in matches for side in match.sides}
    wants = wants_of(number)
    absent = wants.absent | (set(event_index.ids) - named)
    known = EventIndex(replace(event_index.event, matches=(*before, *out)))
    try:
        drawn = draw_round(known, number, system, replace(wants, absent=absent))
    except InputError as error:
        why = error.message
        yield Violation(
            say("round {round} could not be paired again: {why}", round=number, why=why)
        )
        return
    replayed = _Replayed(known, drawn, wants)
    for match in games:
        difference = replayed.difference(match)
        if difference:
            text = say("round {round}: {difference}", round=number, difference=difference)
            yield Violation(text, match.place, needless=True, round=number)


class _Replayed:
    """A round that was paired again, beside the one that was played."""

    def __init__(self, event_index: EventIndex, drawn: Round, wants: RoundOptions) -> None:
        self.title = drawn.system.title
        self.told = partial(explainer_of, event_index, drawn, wants)
        self.by_player = {who: board for board in drawn.boards for who in board.players}
        self.left_colour = first_colour(event_index)

    def difference(self, match: Match) -> Message:
        """Say how a table would have been paired and why, nothing where it is the same one."""
        players = [side.who for side in match.sides]
        boards = {
            self.by_player[who].table: self.by_player[who]
            for who in players
            if who in self.by_player
        }
        if not any(set(board.players) == set(players) for board in boards.values()):
            return self._other_pairs(match, players, list(boards.values()))
        colour = COLOURS.get(match.a.seat)
        if match.b is None or colour is None:
            return NOTHING
        first = match.a.who if colour == self.left_colour else match.b.who
        board = self.by_player[first]
        return NOTHING if board.first == first else self._reversed(" - ".join(players), board)

    def _reversed(self, names: str, board: Board) -> Message:
        """Say that the colours of a table would have been the others, and why."""
        told = self.told()
        why = told.colour_rule(board) if isinstance(told, Explainer) else NOTHING
        if not why:
            return say(
                "{system} has the colours of {names} reversed", system=self.title, names=names
            )
        return say(
            "{system} has the colours of {names} reversed: {why}",
            system=self.title, names=names, why=why,
        )  # fmt: skip

    def _other_pairs(self, match: Match, players: Sequence[Id], boards: Sequence[Board]) -> Message:
        is_bye = match.b is None and match.a.status is Status.PAIRING_BYE
        names: Said = say("the bye of {who}", who=match.a.who) if is_bye else " - ".join(players)
        others = joined(map(_named, boards)) or say("nobody of them")
        why = NOTHING
        if all(who in self.by_player for who in players):
            one, other = (*players, "")[:2]
            told = self.told()
            why = told.against(one, other) if isinstance(told, Explainer) else NOTHING
        if not why:
            return say(
                "{system} does not pair {names}; it pairs {instead}",
                system=self.title, names=names, instead=others,
            )  # fmt: skip
        return say(
            "{system} does not pair {names}: {why}; it pairs {instead}",
            system=self.title, names=names, why=why, instead=others,
        )  # fmt: skip


def _named(board: Board) -> Said:
    if board.second is None:
        return say("the bye of {who}", who=board.first)
    return f"{board.first} - {board.second}"


IN_FORCE = "2026-02-01"
"""The day from which the systems of C.04.3 to C.04.6 are those in which rounds are paired here."""

_BY_NOW = say(
    "a round is judged by the earlier results as they stand now: where one was put right, or a "
    "postponed game ended, only after the round was paired, the round may have been right"
)


class Judgement(NamedTuple):
    """What was found in the rounds of an event, and what is to be said of the rules themselves."""

    findings: List[Violation]
    notes: Tuple[Message, ...] = ()


def judged(event_index: EventIndex, system: System, wants_of: WantsOf) -> Judgement:
    """Return what breaks a rule in the rounds that are paired, by the rules that were in force.

    Of an event under an older edition of the Handbook only what both editions say is judged: second
    meetings, byes, boards, forbidden couples.
    """
    note = _older_rules(event_index.event, system)
    findings = audit(event_index, system, wants_of)
    if note is not None:
        return Judgement(findings, (note,))
    findings += differences(event_index, wants_of, system)
    rests_on_results = any(one.needless and one.round > 1 for one in findings)
    return Judgement(findings, (_BY_NOW,) if rests_on_results else ())


def judged_as_it_says(event_index: EventIndex, system: System, wants_of: WantsOf) -> Judgement:
    """Return what :func:`judged` finds; where no system is named, only what breaks every Swiss.

    A league, in which most meet again, is no Swiss.
    """
    unread = _unread_points(event_index) if system.brackets else []
    if event_index.event.settings.text(PAIRING):
        findings, notes = judged(event_index, system, wants_of)
        return Judgement([*unread, *findings], notes)
    if system.timetable or system.is_knock_out or _is_league(event_index):
        return Judgement([])
    findings = audit(event_index, system, wants_of, with_relative=False)
    return Judgement([*unread, *(finding for finding in findings if finding.absolute)])


def _unread_points(event_index: EventIndex) -> List[Violation]:
    """Return the virtual points that cannot be read, with which no round is paired."""
    try:
        named_points(event_index)
    except InputError as error:
        return [Violation(fault.message, fault.place) for fault in error.faults]
    return []


def _older_rules(event: Event, system: System) -> Optional[Message]:
    """Say that an event was paired by an older edition of its system, if it was."""
    is_named = any("DUTCH_2017" in line.upper() for line, _ in event.records)
    is_older = bool(event.start_date) and event.start_date < IN_FORCE
    if not system.brackets or not (is_named or is_older):
        return None
    return say(
        "the event was paired by the rules of {system} until 31 January 2026; second meetings, "
        "byes and boards are judged, the tables are not compared with the rules in force since",
        system=system.title,
    )


def _is_league(event_index: EventIndex) -> bool:
    """Tell whether most couples met again, in an event that does not call itself a Swiss.

    So do those that began a second half: who meets again there has the other side named first.
    """
    records = event_index.event.records
    if any(line[:3] == "092" and "swiss" in line.casefold() for line, _ in records):
        return False
    met = [
        [record.match and record.match.a.who for record in records]
        for who in event_index.ids
        for other, records in event_index.meetings(who).items()
        if who < other
    ]
    again = [named for named in met if len(named) > 1]
    are_turned = len(again) > 2 and all(len(set(named)) > 1 for named in again)
    is_seated = any(match.a.seat for match in event_index.event.matches)
    return 2 * len(again) > len(met) or (are_turned and not is_seated)
