"""Cell functions over the whole event: standings, places, results of a round."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Dict, List, Optional, Tuple

from xltie.core.cells import CellError, Grid, Scalar, to_cell
from xltie.core.errors import DomainError
from xltie.core.numbers import show
from xltie.event.checks import provisional
from xltie.event.index import EventIndex, RoundRecord
from xltie.event.model import Id, Outcome, Status
from xltie.event.packed_text import pack
from xltie.functions.registry import Arg, Kind, Shape, function, rule, table
from xltie.ranking.criteria import parse_criteria
from xltie.ranking.explain import why_here
from xltie.ranking.standings import Standings, rank, text_of_total
from xltie.ranking.strata import STRATIFIED, strata_of, stratum_places
from xltie.rules.common.criterion_value import CriterionValue
from xltie.rules.common.rulebooks import rulebook as book_named

Criteria = Annotated[str, Arg("The criteria in order, for example points, BQ, discs.")]
Row = Tuple[object, ...]


def standings_of(event_index: EventIndex, criteria: str, rulebook: str = "") -> Standings:
    """Return the standings by a list of criteria, made once for each list."""

    def build() -> Standings:
        event = event_index.event
        if rulebook:
            event = replace(event, rulebook=book_named(rulebook).name)
        return rank(event_index, parse_criteria(criteria, event=event))

    return event_index.cached(("standings", criteria, rulebook), build)


@table("STANDINGS")
def standings(
    event_index: EventIndex,
    criteria: Criteria,
    rulebook: Annotated[str, Arg("The edition of the rules for all criteria.")] = "",
) -> List[Row]:
    """Standings: place, player, name and the value of each criterion, best first.

    Spills a header row and one row per player. Equal players share a place. A criterion that was
    not needed for a player is blank; an undefined value is #N/A. Strata have a column each.
    """
    found = standings_of(event_index, criteria, rulebook)
    labels = tuple(criterion.label for criterion in found.criteria)
    strata = {own: stratum_places(found, own) for own in strata_of(found)}
    rows: List[Row] = [("Place", "ID", "Name", *labels, *(f"Stratum {own}" for own in strata))]
    for line in found.lines:
        cells = tuple("" if value is None else in_one_cell(value) for value in line.values)
        ranks = (own.get(line.who, "") for own in strata.values())
        name = event_index.contestant(line.who).name
        rows.append((line.place, id_cell(line.who), name, *cells, *ranks))
    return rows


def in_one_cell(criterion_value: CriterionValue) -> Scalar:
    """Return a value as one cell: a value in steps as text, an undefined one as #N/A."""
    total = criterion_value.total
    if total is None:
        return CellError("#N/A", criterion_value.why)
    if isinstance(total, tuple):
        return to_cell(total[0]) if len(total) == 1 else text_of_total(total)
    return to_cell(total)


@table("EVENT", vba_name="EVENTTEXT")
def event_text(event_index: EventIndex) -> str:
    """Event as a single text, which every function accepts in place of the games and the players.

    Put it in one cell and pass that cell to the functions: with hundreds of players this is many
    times faster than passing the ranges. The text is complete in itself and follows every change in
    the ranges.
    """
    return pack(event_index.event)


@table("PROVISIONAL")
def provisional_line(event_index: EventIndex) -> str:
    """Why the standings are provisional: the first fault with its cell, and how many more.

    Blank if nothing is wrong. A faulty line does not count; a line that is not finished yet is a
    game to come and no fault.
    """
    return provisional(event_index.event.faults)


@rule("PLACE", is_criterion=False)
def place(event_index: EventIndex, who: Id, criteria: Criteria) -> CriterionValue:
    """Place by a list of criteria; equal players share a place.

    If the table of players is given, players without a game yet are ranked too.
    """
    return CriterionValue(standings_of(event_index, criteria).line(who).place)


@rule("STRATUMPLACE", source=STRATIFIED, is_criterion=False)
def stratum_place(
    event_index: EventIndex,
    who: Id,
    criteria: Criteria,
    stratum: Annotated[str, Arg("The stratum, as the column Stratum of the players has it: B.")],
) -> CriterionValue:
    """Place among the pairs of a stratum and those below it, by a list of criteria.

    The column Stratum of the players says where each belongs, A (or 1) being the highest, in which
    everybody is ranked. A pair of a higher stratum, or of none, has no place.
    """
    found = standings_of(event_index, criteria)
    named = {label.casefold(): label for label in strata_of(found)}
    label = named.get(stratum.strip().casefold())
    if label is None:
        known = f"there are {', '.join(named.values())}" if named else "there are none"
        raise DomainError(f"no pair is in the stratum {stratum!r}; {known}")
    place = stratum_places(found, label).get(who)
    if place is None:
        return CriterionValue.undefined(f"not in the stratum {label}")
    return CriterionValue(place)


@rule("TIEBREAK", is_criterion=False)
def tie_break(
    event_index: EventIndex,
    who: Id,
    criterion: Annotated[str, Arg("One criterion as a list of criteria has it: BH/C1, SOS-1.")],
) -> CriterionValue:
    """Value of one criterion, written as in a list of criteria: BH/C1, SOS-1, BQ(c=6).

    Its options follow the settings of the event. A criterion of players who are tied compares those
    level on points.
    """
    found = parse_criteria(criterion, event=event_index.event)
    if len(found) != 1:
        raise DomainError(f"{criterion!r} is {len(found)} criteria; name one")
    is_group = found[0].function.shape is Shape.GROUP
    group = _level_with(event_index, who) if is_group else (who,)
    return found[0].values(event_index, group)[who]


def _level_with(event_index: EventIndex, who: Id) -> Tuple[Id, ...]:
    own = event_index.scaled_score(who)
    return tuple(other for other in event_index.ids if event_index.scaled_score(other) == own)


@rule("DECIDEDBY", is_criterion=False)
def decided_by(event_index: EventIndex, who: Id, criteria: Criteria) -> str:
    """Criterion that separates a player from the row above in the standings, with both values.

    The first row has a dash, or the name of the list it begins; a shared place is marked as shared.
    """
    found = standings_of(event_index, criteria)
    return why_here(found, found.index(who)) or "-"


@table("PLAYERAT")
def player_at(
    event_index: EventIndex,
    criteria: Criteria,
    position: Annotated[int, Arg("The row of the standings, from 1.", min=1)],
) -> Scalar:
    """Player in a given row of the standings; players who share a place keep the order of the list.

    Blank below the last player, so a sheet may have more rows than players.
    """
    found = standings_of(event_index, criteria)
    return id_cell(found.lines[position - 1].who) if position <= len(found.lines) else ""


def id_cell(who: Id) -> Scalar:
    """Return an id as the list of players holds it: a number where it is written as one."""
    return int(who) if len(who) <= 15 and who.isdecimal() and str(int(who)) == who else who


_SIGNS: Dict[Optional[Outcome], str] = {
    Outcome.WIN: "+",
    Outcome.DRAW: "=",
    Outcome.LOSS: "-",
    None: "?",
}
_WORDS = {
    Status.PAIRING_BYE: "bye",
    Status.FULL_BYE: "full bye",
    Status.HALF_BYE: "half bye",
    Status.ZERO_BYE: "zero bye",
    Status.ABSENT: "absent",
}


@rule("ROUNDRESULT", is_criterion=False)
def round_result(
    event_index: EventIndex, who: Id, round_number: Annotated[int, Arg("The round.", min=1)]
) -> str:
    """Result of one round as in a cross table: +12b 40 is a win against 12 with Black, 40 discs.

    The sign is + for a win, = for a draw, - for a loss and ? for a game in progress, followed by
    the opponent, the colour and the discs, if any. Forfeits end in F.
    """
    for record in event_index.rounds_of(who):
        if record.round == round_number:
            return _cross(record)
    return ""


def _cross(record: RoundRecord) -> str:
    own = record.own
    if record.other is None:
        return _WORDS.get(own.status, "")
    if own.status.is_forfeit:
        sign = "+" if own.status is Status.FORFEIT_WIN else "-"
        return f"{sign}{record.opponent}F"
    discs = "" if own.tally is None else f" {show(own.tally)}"
    return f"{_SIGNS[own.outcome]}{record.opponent}{own.seat[:1]}{discs}"


@function("EXPLAIN")
def explain(
    named: Annotated[str, Arg("The function to explain, by name or code.")],
    player: Annotated[str, Arg("The player.", kind=Kind.PLAYER)],
    games: Annotated[Grid, Arg("The games with their header row.", kind=Kind.GAMES)],
    option1: Annotated[object, Arg("Its first option.", kind=Kind.ANY)] = None,
    option2: Annotated[object, Arg("Its second option.", kind=Kind.ANY)] = None,
    option3: Annotated[object, Arg("Its third option.", kind=Kind.ANY)] = None,
    option4: Annotated[object, Arg("Its fourth option.", kind=Kind.ANY)] = None,
) -> List[Row]:
    """Explanation of a value: its terms by round, opponent, value, counted or cut, and why.

    Without options, the function is read as in a list of criteria (``BH/C1``, ``BQ(c=12)``), and
    its other options follow the settings of the event; of several criteria, the first is explained.
    Options are those of the function, in its own order.
    """
    raise DomainError("an explanation is computed where the call is evaluated")
