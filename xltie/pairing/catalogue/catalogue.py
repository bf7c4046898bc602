"""The pairing systems, each a list of objectives with its ways of ordering; data only."""

from __future__ import annotations

import itertools
from typing import Dict, Iterable, List, NamedTuple, Optional, Tuple

from xltie.core.errors import chosen
from xltie.core.messages import NOTHING, Message, Said, count, joined, say
from xltie.core.records import dataclass, replace
from xltie.event import Id, Match
from xltie.functions.registry import Source
from xltie.functions.sources import KEIZER_KRIMPEN, KEIZER_MAAT, SWISS_KOREA
from xltie.pairing.catalogue.movements import (
    APPENDIX_MITCHELL,
    RELAY_MITCHELL,
    ROVER_MITCHELL,
    WEB_MITCHELL,
)
from xltie.pairing.catalogue.opengotha import OPENGOTHA
from xltie.pairing.catalogue.papp import PAPP_PAIRING, PENALTIES
from xltie.pairing.catalogue.timetables import (
    BERGER,
    BEYNON,
    BRIDGE,
    HOWELL,
    MITCHELL,
    REDUCED_HOWELLS,
    SCHEVENINGEN,
    SCHEVENINGEN_TABLES,
    Timetable,
    berger_cycles,
)
from xltie.pairing.objectives import (
    ABSOLUTE_THREE,
    ABSOLUTE_TWO,
    ALTERNATE,
    BALANCE,
    BALANCE_TWO,
    BYE_TO_LOWEST,
    FLOAT_ONCE,
    FROM_TOP,
    SAME_SCORE,
    THREE_RUNNING,
    Objective,
)
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.settings.kinds import system_name

_FIDE, _IN_FORCE = "https://handbook.fide.com/chapter/", "from 1 February 2026"
FIDE_BERGER = Source("FIDE", "Handbook C.05, Annex 1: Berger tables", "", f"{_FIDE}C05Annex1")
FIDE_SWISS = Source(
    "FIDE", "Handbook C.04.1, Basic rules for Swiss Systems", "", f"{_FIDE}C0401202507"
)
FIDE_DUTCH = Source("FIDE", "Handbook C.04.3, Dutch System", _IN_FORCE, f"{_FIDE}C0403202602")
FIDE_BURSTEIN = Source(
    "FIDE", "Handbook C.04.4.2, Burstein System", _IN_FORCE, f"{_FIDE}C040402202602"
)
FIDE_DUBOV = Source("FIDE", "Handbook C.04.4.1, Dubov System", _IN_FORCE, f"{_FIDE}C040401202602")
FIDE_DOUBLE = Source(
    "FIDE", "Handbook C.04.5, Double-Swiss System", _IN_FORCE, f"{_FIDE}DoubleSwissSystem202602"
)
_TEAM_RULES = "Handbook C.04.6, Swiss Team Pairing System"
FIDE_TEAMS = Source("FIDE", _TEAM_RULES, _IN_FORCE, f"{_FIDE}SwissTeamPairingSystem202602")


@dataclass(frozen=True)
class System:
    """A way to pair a round."""

    name: str
    title: Message
    sources: Tuple[Source, ...]
    objectives: Tuple[Objective, ...] = ()
    """Its rules, in their order."""
    order: str = "slide"
    """The order inside a score group: fold, slide, cross, random."""
    first: str = "slide"
    """The order of the first round; ``by strength`` is a fold of a rated field, lots elsewhere."""
    is_of_go: bool = False
    """Its groups, objectives and handicaps follow from what the event of Go is."""
    timetable: Optional[Timetable] = None
    """Replaces all that, where every round is known from the start."""
    brackets: str = ""
    """The brackets of the FIDE Handbook that replace it: dutch, burstein, dubov or teams."""
    is_knock_out: bool = False
    """Losers are out."""
    is_by_hand: bool = False
    """The director says who meets whom; a round is a number of empty lines."""
    is_keizer: bool = False
    """The ranking list of Keizer's system says who meets whom."""
    colours: str = ""
    """Of teams: the type of preference, A or B; "" for none."""
    second_score: bool = True
    """Of teams: whether the colours also go by the second score."""

    @property
    def is_swiss(self) -> bool:
        """Tell whether nothing but the scores so far brings players together."""
        is_other = self.is_knock_out or self.is_keizer or self.is_of_go
        return self.timetable is None and not is_other

    @property
    def leaves_no_choice(self) -> bool:
        """Tell whether its rules leave one pairing, with which a played round can be compared."""
        return bool(self.brackets) or self.is_knock_out or self.is_keizer

    @property
    def draws_lots(self) -> bool:
        """Tell whether a lot parts players between whom the rules do not choose, in any round."""
        return not (self.brackets or self.is_keizer or self.timetable or self.is_by_hand)

    def order_of(self, round_number: int, is_rated: bool) -> str:
        """Return the order inside the score groups of a round."""
        if round_number > 1:
            return self.order
        if self.first == "by strength":
            return "fold" if is_rated else "random"
        return self.first


OF_GO = "opengotha"
"""The system of Go."""
SWISS_TEAMS = "swiss-teams"
"""The system whose matches follow from boards."""
FIDE_TEAM = "fide-team"
"""The usual system of chess teams: type A, both scores."""
OF_TEAMS = "teams"
"""The brackets of the Swiss Team System."""
_COLOURS = (ALTERNATE, BALANCE, BALANCE_TWO, THREE_RUNNING)


SYSTEMS: Dict[str, System] = {
    system.name: system
    for system in (
        System(
            "swiss", say("Swiss"), (SWISS_KOREA,),
            (SAME_SCORE, *_COLOURS, BYE_TO_LOWEST, FLOAT_ONCE), first="by strength",
        ),
        System(
            "othello", say("Othello, penalties of PAPP"), (PAPP_PAIRING,),
            (PENALTIES, BYE_TO_LOWEST), order="random", first="random",
        ),
        System(OF_GO, say("OpenGotha's value"), (OPENGOTHA,), is_of_go=True),
        System(
            "monrad", say("Monrad: neighbours in the standings"), (),
            (SAME_SCORE, ALTERNATE, BALANCE_TWO, BYE_TO_LOWEST), order="cross", first="cross",
        ),
        System(
            SWISS_TEAMS, say("Swiss teams: neighbours in the standings"), (),
            (FROM_TOP, SAME_SCORE, BYE_TO_LOWEST), order="cross", first="by strength",
        ),
        System("round-robin", say("Round robin"), (FIDE_BERGER,), timetable=BERGER),
        System(
            "scheveningen", say("Scheveningen"), SCHEVENINGEN_TABLES, timetable=SCHEVENINGEN
        ),
        System("knock-out", say("Knock-out"), (), is_knock_out=True),
        System("by-hand", say("By hand"), (), is_by_hand=True),
        System("keizer", say("Keizer"), (KEIZER_MAAT, KEIZER_KRIMPEN), is_keizer=True),
        System("mitchell", say("Mitchell movement"), (BRIDGE,), timetable=MITCHELL),
        System("howell", say("Howell movement"), (BRIDGE,), timetable=HOWELL),
        System(
            "mitchell-relay", say("Mitchell with share and relay"), (BRIDGE,),
            timetable=RELAY_MITCHELL,
        ),
        System(
            "mitchell-rover", say("Mitchell with a rover"), (BRIDGE,), timetable=ROVER_MITCHELL
        ),
        System("mitchell-web", say("Web Mitchell"), (BRIDGE,), timetable=WEB_MITCHELL),
        System(
            "mitchell-appendix", say("Mitchell with appendix tables"), (BEYNON,),
            timetable=APPENDIX_MITCHELL,
        ),
        *(
            System(
                f"howell-{rounds}", count(rounds, "Howell of {n} round", "Howell of {n} rounds"),
                (BRIDGE,), timetable=timetable,
            )
            for rounds, timetable in REDUCED_HOWELLS.items()
        ),
        System("fide-dutch", say("FIDE Dutch"), (FIDE_DUTCH,), brackets="dutch"),
        System("burstein", say("FIDE Burstein"), (FIDE_BURSTEIN,), brackets="burstein"),
        System("dubov", say("FIDE Dubov"), (FIDE_DUBOV,), brackets="dubov"),
        System("double-swiss", say("FIDE Double-Swiss"), (FIDE_DOUBLE,), brackets="double"),
        System(
            FIDE_TEAM, say("FIDE Swiss Team"), (FIDE_TEAMS,), brackets=OF_TEAMS, colours="A"
        ),
    )
}  # fmt: skip
STRICT = System(
    "swiss", say("Swiss by slide, with the colour rules of C.04.1"), (FIDE_SWISS,),
    (
        ABSOLUTE_THREE, ABSOLUTE_TWO, SAME_SCORE, ALTERNATE, BALANCE, BYE_TO_LOWEST, FLOAT_ONCE,
    ),
)  # fmt: skip
"""The system swiss where colours are limited."""


def with_options(
    system: System, colours: str = "", by_first_score: bool = False, cycles: int = 1
) -> System:
    """Return a system with the options of a director.

    ``colours`` are those of the setting Colour rules: of teams a type of preference, of swiss how
    strict its colours are; ``by_first_score`` leaves the second score out of the colours of teams.
    """
    if system.brackets == OF_TEAMS:
        kind = {"a": "A", "b": "B", "none": ""}.get(colours, system.colours)
        title = (
            system.title
            if kind == "A"
            else say("{system}, colours of type B", system=system.title)
            if kind
            else say("{system}, no colour preferences", system=system.title)
        )
        if by_first_score:
            title = say("{system}, colours by the first score", system=title)
        return replace(system, title=title, colours=kind, second_score=not by_first_score)
    if system.name == STRICT.name and colours == "strict":
        return STRICT
    if system.timetable is BERGER and cycles > 1:
        title = say("Double round robin")
        if cycles > 2:
            title = say("Round robin in {cycles} cycles", cycles=cycles)
        return replace(system, title=title, timetable=berger_cycles(cycles))
    return system


MOVEMENTS = tuple(
    system.name for system in SYSTEMS.values() if system.timetable and system.timetable.deals_boards
)
"""The systems that deal out boards."""


def system_named(name: str) -> System:
    """Return a system by name, in any case.

    Raises:
        DomainError: there is none.
    """
    refusal = say(
        "there is no pairing system {name!r}; choose from {names}",
        name=name, names=", ".join(SYSTEMS),
    )  # fmt: skip
    return chosen(system_name(name), SYSTEMS, refusal)


@dataclass(frozen=True)
class Board:
    """A table of a round; ``second`` is None for a bye, ``first`` sits in the first column.

    ``costs`` are the objectives that it goes against, by name, with how much. ``boards`` is the
    number of the set of boards in bridge. ``absent`` are those of the two who lose by forfeit,
    where a timetable has them meet and they do not come.
    """

    table: int
    """Its number, 0 as long as it has none."""
    first: Id
    second: Optional[Id]
    handicap: int = 0
    costs: Tuple[Tuple[str, int], ...] = ()
    boards: int = 0
    absent: Tuple[Id, ...] = ()

    @property
    def players(self) -> Tuple[Id, ...]:
        """Return the one or two players."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True)
class Round:
    """A round that was drawn. ``state`` is None if a timetable, or the director, says who meets.

    For the director there are so many ``open_tables``, an odd player's bye included.
    """

    round: int
    system: System
    boards: Tuple[Board, ...]
    kept: Tuple[Match, ...] = ()
    resting: Tuple[Id, ...] = ()
    half_byes: Tuple[Id, ...] = ()
    state: Optional[PairingState] = None
    objectives: Tuple[Objective, ...] = ()
    open_tables: int = 0


def round_of(
    state: PairingState,
    system: System,
    boards: Iterable[Board],
    wants: RoundOptions,
    objectives: Tuple[Objective, ...] = (),
) -> Round:
    """Return a drawn round; its boards, in order, get the numbers that the round has not yet."""
    taken = {match.table for match in state.kept if match.table}
    free = (number for number in itertools.count(1) if str(number) not in taken)
    numbered = tuple(replace(board, table=table) for board, table in zip(boards, free))
    half_byes = tuple(who for who in state.resting if who in wants.half_byes)
    return Round(
        state.round, system, numbered, state.kept, state.resting, half_byes, state, objectives
    )


class TableReason(NamedTuple):
    """The reasons for a table: its players, its bracket, who floats and why, colours, and the rest.

    ``order`` says what is against the table and could not be helped, or why the better of the two
    does not meet the first opponent in order.
    """

    table: int
    players: Said
    bracket: Message = NOTHING
    floats: Message = NOTHING
    colours: Message = NOTHING
    order: Message = NOTHING
    in_brief: Tuple[Message, Message] = (NOTHING, NOTHING)
    """The criteria alone of floats and order, and what alone decides the colours."""

    @property
    def parts(self) -> Tuple[Said, ...]:
        """Return the reasons without the table."""
        return self.players, self.bracket, self.floats, self.colours, self.order

    @property
    def message(self) -> Message:
        """Return the reasons as one sentence."""
        reasons = joined(filter(None, self.parts), "; ")
        return say("table {table}: {reasons}", table=self.table, reasons=reasons)

    def lines(self, in_full: bool) -> List[Message]:
        """Return the reasons as lines, at most three of them if not in full."""
        bracket = joined(filter(None, (self.players, self.bracket)), "; ")
        head = say("table {table}: {reasons}", table=self.table, reasons=bracket)
        if in_full:
            rest = [self.floats, self.colours, self.order]
        else:
            either = joined(filter(None, (self.floats, self.order)), "; ")
            criteria, colour_rule = self.in_brief
            rest = [criteria or either, colour_rule or self.colours]
        return [head, *filter(None, rest)]
