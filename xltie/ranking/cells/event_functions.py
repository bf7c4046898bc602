"""Cell functions over the whole event: standings, places, results of a round."""

from __future__ import annotations

from typing import Annotated, Dict, List, Tuple, Union

from xltie.core.cells import CellError, Scalar, SheetRow, to_cell
from xltie.core.errors import DomainError, InputError, TextWithFaults, UndefinedValue, XltieError
from xltie.core.language import Language, language
from xltie.core.messages import NOTHING, Message, count, say
from xltie.core.records import replace
from xltie.event import (
    NO_PLACES,
    NO_STANDINGS,
    PROVISIONAL,
    Event,
    EventIndex,
    Id,
    left_out,
    provisional,
)
from xltie.event.packed import pack, pack_refusal, part_of
from xltie.functions.registry import Arg, Shape, rule, table
from xltie.ranking.criteria import Criterion, parse_criteria, parse_criterion
from xltie.ranking.criteria_lists import expand, not_understood, split_list
from xltie.ranking.criterion_names import label_in
from xltie.ranking.explain import why_here
from xltie.ranking.setting_options import SettingError
from xltie.ranking.standings import (
    STRATIFIED,
    Standings,
    rank,
    strata_of,
    stratum_of,
    text_of_value,
)
from xltie.ranking.ties import tied_with
from xltie.ranking.tournament import columns_of, event_criteria
from xltie.rules.common.criterion_value import CriterionValue
from xltie.rules.common.rulebooks import rulebook as book_named
from xltie.settings.declared import CRITERIA, LANGUAGE, LOT

Criteria = Annotated[
    str,
    Arg("The criteria in order, for example points, BQ, discs; if omitted, those of the event."),
]


def standings_of(event_index: EventIndex, criteria: str = "", rulebook: str = "") -> Standings:
    """Return the standings by a list of criteria, made once for each list."""

    def build() -> Standings:
        event = event_index.event
        if rulebook:
            event = replace(event, rulebook=book_named(rulebook).name)
        return rank(event_index, listed_criteria(event, criteria), event.settings.text(LOT))

    return event_index.cached(("standings", criteria, rulebook), build)


STANDINGS = ("standings", "", "")
"""Under which an index keeps the standings by its event's own list."""


def listed_criteria(event: Event, criteria: str = "") -> Tuple[Criterion, ...]:
    """Return the criteria of a list, of the event's own one as far as it is understood."""
    if criteria in ("", event.settings.text(CRITERIA)):
        return event_criteria(event)
    return parse_criteria(criteria, event=event)


@table("STANDINGS", event_alone=True)
def standings(
    event_index: EventIndex,
    criteria: Criteria = "",
    rulebook: Annotated[str, Arg("The edition of the rules for all criteria.")] = "",
) -> List[SheetRow]:
    """Standings: place, player, name and the value of each criterion, best first.

    Spills a header row and one row per player. Equal players share a place. A criterion that was
    not needed for a player is blank; an undefined value is #N/A. Strata have a column each.
    """
    found = standings_of(event_index, criteria, rulebook)
    labels = tuple(criterion.label for criterion in found.criteria)
    strata = strata_of(found)
    rows: List[SheetRow] = [
        ("Place", "ID", "Name", *labels, *(f"Stratum {stratum}" for stratum in strata))
    ]
    for line in found.lines:
        cells = tuple("" if value is None else in_one_cell(value) for value in line.values)
        place = line.place if found.has_places else ""
        ranks = (stratum.get(line.who, "") for stratum in strata.values())
        name = event_index.contestant(line.who).name
        rows.append((place, id_cell(line.who), name, *cells, *ranks))
    return rows


def in_one_cell(criterion_value: CriterionValue) -> Scalar:
    """Return a value as one cell: one in steps as text, an undefined one as #N/A, none as blank."""
    total = criterion_value.total
    if total is None:
        return CellError("#N/A", criterion_value.why)
    if isinstance(total, tuple):
        return to_cell(total[0]) if len(total) == 1 else text_of_value(criterion_value)
    return to_cell(total)


def packed_refusal(error: InputError, part: int, **_: object) -> str:
    """Return the text that stands for an event where none can be made: it hands the reasons on."""
    if part != 1:
        return ""
    return TextWithFaults.of(pack_refusal(error.faults, error.language), error.faults)


@table(
    "EVENT", vba_name="EVENTTEXT", is_vba_word=True, settings_first=True,
    shape=Shape.PACK, without_event=packed_refusal,
)  # fmt: skip
def event_text(
    event_index: EventIndex,
    part: Annotated[int, Arg("Which part of a text that one cell cannot hold.", min=1)] = 1,
) -> str:
    """Event as a single text, which every function accepts in place of the games and the players.

    Put it in one cell and pass that cell to the functions: with hundreds of players this is many
    times faster than passing the ranges. The text is complete in itself and follows every change in
    the ranges. A text of more than 32,767 characters continues with part 2 in the cell below it and
    so on; the functions then take these cells together.
    """
    text: str = event_index.cached("event text", lambda: pack(event_index.event))
    return TextWithFaults.of(part_of(text, part), event_index.event.faults)


def no_standings(error: InputError, **_: object) -> str:
    """Say why there are none: the sheet that lists the standings stays blank but for this line."""
    line = language(error.language).say(provisional(error.faults, NO_STANDINGS))
    return TextWithFaults.of(line, error.faults)


@table("PROVISIONAL", settings_first=True, without_event=no_standings)
def provisional_line(
    event_index: EventIndex,
    lines: Annotated[
        int, Arg("Lines that the standings have; 0 if it does not matter.", min=0)
    ] = 0,
) -> str:
    """Why the standings are provisional: the first fault with its cell, and how many more.

    Blank if nothing is wrong. A faulty line does not count; a line that is not finished yet is a
    game to come and no fault. If nothing is faulty, but there are more players than ``lines``, it
    says so.
    """
    faults = event_index.event.faults
    if faults:
        left = PROVISIONAL if standings_of(event_index).has_places else NO_PLACES
        line = _language_of(event_index).say(provisional(faults, left))
        return "; ".join(filter(None, (line, _left_out(event_index))))
    missing = lines_missing(event_index, lines)
    return _language_of(event_index).say(missing) if missing else _left_out(event_index)


def lines_missing(event_index: EventIndex, lines: int) -> Message:
    """Return that there are more players than lines, if so."""
    more = len(event_index.ids) - lines
    if not lines or more <= 0:
        return NOTHING
    return count(
        more,
        "{n} more player than lines here: copy the last line down, on the Crosstable too.",
        "{n} more players than lines here: copy the last line down, on the Crosstable too.",
    )


def _language_of(event_index: EventIndex) -> Language:
    return language(event_index.event.settings.text(LANGUAGE))


def _left_out(event_index: EventIndex) -> str:
    """Say who has no place in the standings, and why; "" if everybody has one."""
    return "; ".join(map(_language_of(event_index).say, left_out(event_index.event)))


@rule("PLACE", is_criterion=False)
def place(event_index: EventIndex, who: Id, criteria: Criteria = "") -> Union[CriterionValue, str]:
    """Place by a list of criteria; equal players share a place.

    If the table of players is given, players without a game yet are ranked too. Blank if the first
    criterion of the event is not understood.
    """
    found = standings_of(event_index, criteria)
    return CriterionValue(found.line(who).place) if found.has_places else ""


@rule("STRATUMPLACE", source=STRATIFIED, is_criterion=False)
def stratum_place(
    event_index: EventIndex,
    who: Id,
    criteria: Criteria = "",
    stratum: Annotated[
        str, Arg("The stratum, as the column Stratum has it: B; if omitted, that of the player.")
    ] = "",
) -> CriterionValue:
    """Place among the pairs of a stratum and those below it, by a list of criteria.

    The column Stratum of the players says where each belongs, A (or 1) being the highest, in which
    everybody is ranked. A pair of a higher stratum, or of none, has no place.
    """
    found = standings_of(event_index, criteria)
    strata = strata_of(found)
    named = {label.casefold(): label for label in strata}
    asked = stratum.strip() or stratum_of(event_index.contestant(who))
    if not asked:
        return CriterionValue.undefined(say("in no stratum"))
    label = named.get(asked.casefold())
    if label is None:
        raise DomainError(
            say(
                "no pair is in the stratum {stratum!r}; there are {names}",
                stratum=stratum,
                names=", ".join(named.values()),
            )
            if named
            else say("no pair is in the stratum {stratum!r}; there are none", stratum=stratum)
        )
    place = strata[label].get(who)
    if place is None:
        return CriterionValue.undefined(say("not in the stratum {stratum}", stratum=label))
    return CriterionValue(place)


@rule("TIEBREAK", is_criterion=False, stands_for="criterion")
def tie_break(
    event_index: EventIndex,
    who: Id,
    criterion: Annotated[
        str,
        Arg(
            "One criterion as a list of criteria has it: BH/C1, SOS-1. Blank gives a blank.",
            needed=True,
        ),
    ] = "",
) -> CriterionValue:
    """Value of one criterion, written as in a list of criteria: BH/C1, SOS-1, BQ(c=6).

    Its options follow the settings of the event. A criterion of players who are tied compares those
    whom the criteria before it in the list of the event leave tied, and is blank where it is not
    needed; one that is not in the list compares those level on the first criterion.
    """
    if not criterion:
        return CriterionValue(())
    found = event_index.cached(("named", criterion), lambda: _named(event_index, criterion))
    return _value_in_list(event_index, who, found)


def _named(event_index: EventIndex, criterion: str) -> Criterion:
    """Return the one criterion that a text names."""
    parts = split_list(expand(label_in(criterion)))
    if len(parts) != 1:
        raise DomainError(
            count(
                len(parts),
                "{text!r} is {n} criterion; name one",
                "{text!r} is {n} criteria; name one",
                text=criterion,
            )
        )
    try:
        return parse_criterion(parts[0], event_index.event)
    except SettingError as error:
        raise UndefinedValue(error.message) from None
    except XltieError as error:
        raise InputError.of(not_understood(criterion, error)) from None


def _value_in_list(event_index: EventIndex, who: Id, criterion: Criterion) -> CriterionValue:
    """Return a criterion's value, in the tie that the event's list leaves where it needs one."""
    if criterion.function.shape is not Shape.GROUP:
        return criterion.values(event_index, (who,))[who]
    ranked = standings_of(event_index)
    for index, listed in enumerate(ranked.criteria):
        if listed.label.casefold() == criterion.label.casefold():
            return ranked.line(who).values[index] or CriterionValue(())
    group = tied_with(event_index, who, ranked.criteria[0])
    # All who are level ask the same question: it is answered once for them.
    found: Dict[Id, CriterionValue] = event_index.cached(
        ("among", criterion.label.casefold(), group), lambda: criterion.values(event_index, group)
    )
    return found[who]


@table("CRITERIONAT")
def criterion_at(
    event_index: EventIndex,
    position: Annotated[int, Arg("The column of the standings, from 1.", min=1)],
) -> str:
    """Heading of a column of the standings: a criterion of the event, in their order.

    After the criteria come the values that the Settings show beside them. Blank after the last.
    """
    found = event_index.cached("columns", lambda: columns_of(event_index.event))
    return found[position - 1] if position <= len(found) else ""


@rule("DECIDEDBY", is_criterion=False)
def decided_by(event_index: EventIndex, who: Id, criteria: Criteria = "") -> str:
    """Criterion that separates a player from the row above in the standings, with both values.

    The first row is blank or names the list that it begins; a shared place is marked as shared.
    """
    found = standings_of(event_index, criteria)
    if not found.has_places:
        return ""
    return _language_of(event_index).say(why_here(found, found.index(who)))


@table("PLAYERAT")
def player_at(
    event_index: EventIndex,
    criteria: Criteria = "",
    position: Annotated[int, Arg("The row of the standings, from 1.", min=1)] = 1,
) -> Scalar:
    """Player in a given row of the standings; players who share a place keep the order of the list.

    Blank below the last player, so a sheet may have more rows than players.
    """
    found = standings_of(event_index, criteria)
    return id_cell(found.lines[position - 1].who) if position <= len(found.lines) else ""


def id_cell(who: Id) -> Scalar:
    """Return an id as the list of players holds it: a number where it is written as one."""
    return int(who) if len(who) <= 15 and who.isdecimal() and str(int(who)) == who else who
