"""How a value is computed, and why one player is above another: in words and as rows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from types import MappingProxyType
from typing import Dict, List, Mapping, Optional

from xltie.core.cells import SheetRow
from xltie.core.errors import DomainError, InputError
from xltie.core.language import ENGLISH, Language
from xltie.core.messages import NOTHING, Message, Value, joined, say
from xltie.core.numbers import rounded, show
from xltie.core.records import replace
from xltie.event import EventIndex, Id
from xltie.functions.coercion import coerce
from xltie.ranking.criteria import Criterion
from xltie.ranking.standings import Standings, StandingsLine, rank, text_of_value
from xltie.rules.common.criterion_value import CriterionValue

EXPLANATION_HEADER: SheetRow = ("Round", "Opponent", "Value", "Counted", "Why")


def display_name(event_index: EventIndex, who: Id) -> str:
    """Return a player's id and, where there is one, name."""
    name = event_index.contestant(who).name
    return f"{who} {name}" if name and name != who else who


def term_rows(
    criterion_value: CriterionValue, language: Language, names: Mapping[Id, str]
) -> List[SheetRow]:
    """Return one row per term (round, opponent, value, counted, why) and the total."""
    counted = {True: language.text("yes"), False: language.text("cut")}
    rows: List[SheetRow] = [
        (
            term.round,
            names.get(term.opponent, term.opponent) if term.opponent else "",
            term.value,
            counted[term.counted],
            language.say(by_name(term.why, names)),
        )
        for term in criterion_value.terms
    ]
    if isinstance(criterion_value.total, tuple):
        rows.extend(
            ("", "", value, "", language.text("application {n}", n=step))
            for step, value in enumerate(criterion_value.total, 1)
        )
    else:
        rows.append(
            (
                language.text("Total"),
                "",
                criterion_value.total,
                "",
                language.say(by_name(criterion_value.why, names)),
            )
        )
    return rows


def names_of(event_index: EventIndex) -> Dict[Id, str]:
    """Return what players are called in an explanation: by their names, ids without one.

    Two of one name have their ids behind it.
    """
    return event_index.cached("names of an explanation", lambda: _names(event_index))


def _names(event_index: EventIndex) -> Dict[Id, str]:
    field = event_index.event.contestants
    often = Counter(contestant.name for contestant in field)
    return {
        contestant.id: contestant.name
        if often[contestant.name] == 1 or contestant.name == contestant.id
        else f"{contestant.name} ({contestant.id})"
        for contestant in field
        if contestant.name
    }


def _called(standings: Standings, who: Id) -> str:
    return names_of(standings.event_index).get(who, who)


_NOBODY: Mapping[Id, str] = MappingProxyType({})
_PLAYERS = frozenset({"opponent", "who", "player"})
"""The values of a reason that are ids of players."""


def by_name(why: Message, names: Mapping[Id, str]) -> Message:
    """Return a reason that names players as people do."""

    def named(key: str, value: Value) -> Value:
        if isinstance(value, Message):
            return by_name(value, names)
        return names.get(value, value) if key in _PLAYERS and isinstance(value, str) else value

    return replace(why, values=tuple((key, named(key, value)) for key, value in why.values))


def term_lines(
    criterion_value: CriterionValue,
    language: Language = ENGLISH,
    names: Mapping[Id, str] = _NOBODY,
) -> List[str]:
    """Return the terms as lines of text, aligned, with the total last; opponents by their names."""
    lines = []
    opponents = [
        language.text("v {who}", who=names.get(term.opponent, term.opponent))
        if term.opponent else ""
        for term in criterion_value.terms
    ]  # fmt: skip
    room = max(12, *map(len, opponents), 0)
    for term, against in zip(criterion_value.terms, opponents):
        where = language.text("round {n}", n=term.round) if term.round is not None else ""
        mark = "" if term.counted else f"  ({language.text('cut')})"
        value = language.sentence(show(term.value))
        why = language.say(by_name(term.why, names))
        lines.append(f"  {where:<9} {against:<{room}} {value:>9}  {why}{mark}")
    needed = criterion_value.total != ()
    total = (
        language.sentence(text_of_value(criterion_value)) if needed else language.text("not needed")
    )
    why = f"  {language.say(by_name(criterion_value.why, names))}" if criterion_value.why else ""
    lines.append(f"  {language.text('total'):<{room + 10}} {total:>9}{why}")
    return lines


def deciding(standings: Standings, one: Id, other: Id) -> Optional[int]:
    """Return the index of the criterion that separates two players, None where they share a place.

    The number of criteria stands for the lot.
    """
    first, last = sorted((standings.index(one), standings.index(other)))
    between = [line.decided_by for line in standings.lines[first + 1 : last + 1]]
    return min((index for index in between if index is not None), default=None)


def why_above(standings: Standings, one: Id, other: Id) -> Message:
    """Return a sentence that says which of two players is above the other, and on what.

    Raises:
        DomainError: the two are one player.
    """
    if one == other:
        raise DomainError.say(
            "{who} cannot be compared with themselves", who=_called(standings, one)
        )
    first, last = sorted((one, other), key=standings.index)
    above, below = (_called(standings, who) for who in (first, last))
    fields = [standings.division(who) for who in (first, last)]
    if fields[0] != fields[1]:
        return say(
            "{above} ({first}) and {below} ({second}) are not ranked together",
            above=above,
            first=fields[0],
            below=below,
            second=fields[1],
        )
    line = standings.line(first)
    index = deciding(standings, one, other)
    if index is None:
        return say(
            "{above} and {below} share place {place}: equal on {equal}",
            above=above,
            below=below,
            place=line.place,
            equal=_list(standings, len(standings.criteria)),
        )
    decided = _decided(standings, index, first, last)
    if not index:
        return decided
    equal = _list(standings, index, line)
    return say("{sentence} (equal on {equal})", sentence=decided, equal=equal)


def _decided(standings: Standings, index: int, first: Id, last: Id) -> Message:
    """Return what the criterion that separates two players says, the last of all being the lot."""
    above, below = (_called(standings, who) for who in (first, last))
    if index == len(standings.criteria):
        return say(
            "{above} is above {below} by the lot drawn with seed {lot!r}",
            above=above,
            below=below,
            lot=standings.lot,
        )
    more, less = _values(standings.line(first), standings.line(last), index)
    return say(
        "{above} is above {below} on {criterion}: {more} to {less}",
        above=above,
        below=below,
        criterion=standings.criteria[index].label,
        more=more,
        less=less,
    )


def why_here(standings: Standings, position: int) -> Message:
    """Return what separates a line (from 0) from the one above, short enough for a cell.

    The first line of all has none: nothing; that of a division says which it is.
    """
    line, above = standings.lines[position], standings.lines[position - 1]
    division = standings.division(line.who)
    if not position or standings.division(above.who) != division:
        return say("first of {division}", division=division) if division else NOTHING
    if line.decided_by is None:
        return say("shares place {n}", n=line.place)
    if line.decided_by == len(standings.criteria):
        return say("lot")
    label = standings.criteria[line.decided_by].label
    values = joined(_values(above, line, line.decided_by), " : ")
    return joined((label, values), " ")


def overview(standings: Standings, who: Id, language: Language = ENGLISH) -> str:
    """Return a player's place, every value with its terms, and what separates the neighbours."""
    position = standings.index(who)
    line = standings.lines[position]
    place = (
        say("place {n}, shared", n=line.place)
        if standings.is_shared(line)
        else say("place {n}", n=line.place)
    )
    name = _called(standings, who)
    parts = [f"{name}: {language.say(place)}"]
    for criterion, criterion_value in zip(standings.criteria, line.values):
        parts.append(f"\n{criterion.label}")
        parts.extend(
            [f"  {language.text('not needed')}"]
            if criterion_value is None
            else term_lines(criterion_value, language, names_of(standings.event_index))
        )
    near = standings.lines[max(0, position - 1) : position + 2]
    parts.append("")
    parts.extend(
        language.say(why_above(standings, who, other.who)) for other in near if other.who != who
    )
    return "\n".join(parts)


def value_text(
    standings: Standings, who: Id, criterion: Criterion, language: Language = ENGLISH
) -> str:
    """Return a player's value of one criterion with its terms, under a line that names both.

    A rule that looks at tied players needs the criteria before it: those of the event, up to it.
    """
    names = [listed.function.name for listed in standings.criteria]
    name = criterion.function.name
    before = standings.criteria[: names.index(name) if name in names else len(names)]
    place = rank(standings.event_index, before)
    at = place.line(who).place
    tied = tuple(line.who for line in place.lines if line.place == at)
    event_index = standings.event_index
    working = criterion.values(event_index, tied)[who]
    heading = f"{names_of(event_index).get(who, who)}: {criterion.label}"
    return "\n".join([heading, *term_lines(working, language, names_of(event_index))])


def variants(criterion: Criterion, option: str) -> List[Criterion]:
    """Return a criterion once for each named value of one of its options.

    Raises:
        InputError: it has no such option.
    """
    options = {parameter.name: parameter for parameter in criterion.function.options}
    names = options[option].names if option in options else None
    if not names:
        known = ", ".join(parameter.name for parameter in options.values() if parameter.names)
        raise InputError.say(
            "{name} has no option {option!r} with named values; it has {known}",
            name=criterion.function.name,
            option=option,
            known=known,
        )
    given = dict(criterion.options)
    return [
        replace(
            criterion,
            options=tuple({**given, option: coerce(options[option], name)}.items()),
            label=f"{criterion.function.name}({option}={name})",
        )
        for name in names
        if name
    ]


def _values(above: StandingsLine, below: StandingsLine, index: int) -> List[Value]:
    """Return the values of two lines, with the usual decimals where these tell them apart."""
    both = [line.values[index] for line in (above, below)]
    shown = [_value(value, is_rounded=True) for value in both]
    return shown if shown[0] != shown[1] else [_value(value) for value in both]


def _value(criterion_value: Optional[CriterionValue], *, is_rounded: bool = False) -> Value:
    if criterion_value is None:
        return "-"
    total, decimals = criterion_value.total, criterion_value.decimals
    if total is None:
        return say("undefined")
    if isinstance(total, tuple):
        return joined(total, " / ")
    return rounded(Fraction(total), decimals) if is_rounded else total


def _list(standings: Standings, count: int, line: Optional[StandingsLine] = None) -> Message:
    labels = [criterion.label for criterion in standings.criteria[:count]]
    if line is None:
        return joined(labels)
    values = (_value(value, is_rounded=True) for value in line.values)
    return joined(joined(both, " ") for both in zip(labels, values))
