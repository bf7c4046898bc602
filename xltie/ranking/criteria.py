"""Lists of criteria as people write them: ``points, BQ(c=12; bye=plus32), DC, BH/C1@fide2024``.

A criterion is the name or code of a registered function, in any case. Options stand in brackets,
``:name`` chooses the method and ``@name`` the rulebook (``@2024`` is FIDE's of that year).
Modifiers follow a slash, ``-``, ``#`` or ``!``: ``/C1`` cuts the lowest, ``/M1`` is a median,
``/R`` turns the order round, ``/V2024`` is another way to name an edition; the other letters are
those of the function, such as ``/P`` for forfeits. ``BHC1`` means ``BH/C1``.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import filterfalse
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from xltie import rules
from xltie.core.catalogues import in_english, translated
from xltie.core.cells import Grid, Scalar, number_of, to_cell
from xltie.core.errors import NOWHERE, Fault, InputError, Place, UndefinedValue, XltieError
from xltie.core.messages import Message, joined, say
from xltie.core.records import dataclass, replace
from xltie.event import Event, EventIndex, Id, TeamEvent, scored
from xltie.functions.coercion import coerce
from xltie.functions.registry import REGISTRY, Function, Parameter, Shape, find
from xltie.ranking.criteria_lists import (
    UNKNOWN,
    UnknownCriterion,
    expand,
    heading_of,
    not_understood,
    split_list,
)
from xltie.ranking.setting_options import SettingError, options_from
from xltie.rules.common.criterion_value import CriterionValue, Total
from xltie.rules.common.rulebooks import rulebook
from xltie.settings import Settings
from xltie.settings.declared import LANGUAGE

# -- what stands after a criterion's name: options in brackets, and the marks of the notation ------

_MARK = re.compile(r"([/#!:@]|-(?=\s*[A-Za-z]))([^/#!:@]+?)(?=[/#!:@]|-\s*[A-Za-z]|$)")
_EVERYWHERE = {"C": "cut", "M": "median", "V": "rulebook", "R": "reversed=1"}


def bracketed(text: str) -> Dict[str, str]:
    """Return the options in brackets; further numbers belong to a list: ``weights=1;2;3``."""
    given: Dict[str, str] = {}
    last = ""
    for part in filter(None, map(str.strip, re.split(r"[;,]", text[1:-1]))):
        name, equals, value = part.partition("=")
        if equals:
            last = name.strip().lower()
            given[last] = value.strip()
        elif last and number_of(part) is not None:
            given[last] += f";{part}"
        else:
            raise InputError.say("option {text!r} is not written as name=value", text=part)
    return given


def marked(entry: Function, text: str) -> Dict[str, str]:
    """Return the options that the marks after a name set."""
    given: Dict[str, str] = {}
    if "".join(match[0] for match in _MARK.finditer(text)) != text:
        raise InputError.say(
            "{text!r} after {name} cannot be read", text=text.strip(), name=entry.code
        )
    for sign, word in _MARK.findall(text):
        value = word.strip()
        if sign == ":":
            given["method"] = value
        elif sign == "@":
            given["rulebook"] = value
        else:
            given.update(_modifier(entry, value))
    return given


def _modifier(entry: Function, word: str) -> Dict[str, str]:
    """Return the option that a modifier sets: its number, or the value that the letter stands for.

    ``P`` set by ``("P", "forfeits=played")`` is a flag; ``L`` of ``("L", "limit")`` takes a number.
    """
    match = re.fullmatch(r"([A-Za-z])\s*([+-]?\s*\d*)\s*%?", word)
    letter = match[1].upper() if match else ""
    option = entry.modifier(letter) or _EVERYWHERE.get(letter, "")
    name, _, value = option.partition("=")
    if match is None or not name or (value and match[2]):
        raise InputError.say("{name} has no modifier /{word}", name=entry.name, word=word)
    return {name: value or match[2] or "1"}


# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Criterion:
    """A rule with its options, and the label under which the user asked for it.

    ``after`` holds the criteria that follow in the list, for a rule that takes them as ``later``.
    ``score`` is the one of a team event that an individual criterion is computed on.
    """

    function: Function
    options: Tuple[Tuple[str, Any], ...]
    label: str
    is_reversed: bool = False
    after: Tuple[Criterion, ...] = ()
    score: str = ""

    @property
    def low_wins(self) -> bool:
        """The smaller value is the better one."""
        return self.function.low_wins != self.is_reversed

    def values(self, event_index: EventIndex, group: Sequence[Id]) -> Dict[Id, CriterionValue]:
        """Return the value of every player of a group that is tied on everything before."""
        if not self.function.is_of_teams:
            event_index = scored(event_index, self.score)
        if self.function.shape is Shape.GROUP:
            more = {"later": self._later(event_index, group)} if self.after else {}
            try:
                found: Dict[Id, CriterionValue] = self._compute(event_index, tuple(group), **more)
            except UndefinedValue as error:
                return dict.fromkeys(group, CriterionValue.undefined(error.message))
            return found
        kept: Dict[Id, CriterionValue] = event_index.cached(
            ("criterion", self.function.name, self.options), partial(self._of_all, event_index)
        )
        for who in group:
            if who not in kept:
                try:
                    kept[who] = self._compute(event_index, who)
                except UndefinedValue as error:
                    kept[who] = CriterionValue.undefined(error.message)
        return {who: kept[who] for who in group}

    @cached_property
    def _compute(self) -> Callable[..., Any]:
        return self.function.bound(dict(self.options))

    def _of_all(self, event_index: EventIndex) -> Dict[Id, CriterionValue]:
        """Return everybody's value where the rule tells all totals at once, else none so far."""
        if self.function.totals is None:
            return {}
        try:
            totals = self.function.bound(dict(self.options), of_all=True)(event_index)
        except UndefinedValue:  # said for each
            return {}
        compute = self._compute
        return {
            who: CriterionValue.later(total, partial(compute, event_index, who))
            for who, total in totals.items()
        }

    def _later(self, event_index: EventIndex, group: Sequence[Id]) -> Grid:
        """Return the values of the criteria that come after, as a sheet would hand them over.

        The sign is turned where the smaller value is the better one.
        """
        columns = [
            (criterion.values(event_index, group), -1 if criterion.low_wins else 1)
            for criterion in self.after
            if criterion.function.shape is not Shape.GROUP
        ]
        return Grid(
            (who, *(_signed(column[who].total, sign) for column, sign in columns)) for who in group
        )


def _signed(total: Total, sign: int) -> Scalar:
    return None if total is None or isinstance(total, tuple) else to_cell(sign * Fraction(total))


_MARKS = r"[/#!:@-][^/#!:@()]+(?:[/#!:@][^/#!:@()]+)*"
_REST = re.compile(rf"(\([^()]*\))?\s*({_MARKS})?(\([^()]*\))?")
_SHORT = re.compile(r"(?P<name>[A-Za-z]+)\s*(?P<cut>[CM]\d+)(?![A-Za-z0-9])", re.IGNORECASE)


def parse_criteria(
    text: str, place: Place = NOWHERE, event: Optional[Event] = None
) -> Tuple[Criterion, ...]:
    """Return the criteria of a list separated by commas, semicolons or new lines.

    A name of ``CRITERIA_LISTS`` stands for the list published under it.

    Options that the list does not give come from the event's settings, where it has them.

    Raises:
        InputError: one fault for every criterion that cannot be understood.
    """
    faults: List[Fault] = []
    found: List[Criterion] = []
    for part in split_list(expand(text)):
        try:
            found.append(parse_criterion(part, event))
        except SettingError as error:
            faults.extend(fault for fault in error.faults if fault not in faults)
        except XltieError as error:
            faults.append(Fault(not_understood(part, error), place))
    if not found and not faults:
        faults.append(Fault.say("no criteria are given", place))
    if faults:
        raise InputError(faults)
    return tuple(with_later_criteria(found, index) for index in range(len(found)))


def with_later_criteria(criteria: Sequence[Criterion], index: int) -> Criterion:
    """Return a criterion that knows those after it, where its function looks at them."""
    criterion = criteria[index]
    looks = any(parameter.name == "later" for parameter in criterion.function.parameters)
    return replace(criterion, after=tuple(criteria[index + 1 :])) if looks else criterion


def parse_criterion(text: str, event: Optional[Event] = None) -> Criterion:
    """Return one criterion as a list has it, read once for all events of a kind and settings.

    Raises:
        XltieError: it cannot be understood; a :class:`SettingError` if only its settings cannot.
    """
    if event is None or event.settings.doubts:  # whose faults are told
        return _parsed(text, event)
    is_of_teams = isinstance(event, TeamEvent)
    return _parsed_alike(text, is_of_teams, event.game, event.rulebook, event.settings)


@lru_cache(maxsize=1000)
def _parsed_alike(
    text: str, is_of_teams: bool, game: str, rulebook: str, settings: Settings
) -> Criterion:
    kind = TeamEvent if is_of_teams else Event
    return _parsed(text, kind(game=game, rulebook=rulebook, settings=settings))


def _parsed(text: str, event: Optional[Event]) -> Criterion:
    foreign = heading_of(text)
    if foreign:
        return Criterion(UNKNOWN, (), foreign)
    entry, preset, rest = _function(text, event)
    _refuse_for(event, entry)
    given, marks = _options_in(entry, text, rest)
    is_reversed = marks.pop("reversed", "") != ""
    by_name = {parameter.name: parameter for parameter in entry.options}
    score = _score_of_teams(entry, by_name, marks) if isinstance(event, TeamEvent) else ""
    if "rulebook" not in by_name and rulebook(marks.get("rulebook", "")):
        marks.pop("rulebook", None)  # a known edition that makes no difference here
    given = {**preset, **given, **marks}
    unknown = next(filterfalse(by_name.__contains__, given), None)
    if unknown is not None:
        raise InputError.of(_no_option(entry, unknown))
    options = {} if event is None else options_from(event, entry, given)
    options.update((name, coerce(by_name[name], value)) for name, value in given.items())
    return Criterion(entry, tuple(options.items()), _label(text, event), is_reversed, score=score)


def _label(text: str, event: Optional[Event]) -> str:
    """Return what a criterion is called in the language of the event."""
    language = "en" if event is None else event.settings.text(LANGUAGE, "en")
    return translated("criterion", text, language)


def _refuse_for(event: Optional[Event], entry: Function) -> None:
    """Refuse a function that ranks nobody, or no players of this event."""
    if entry.is_of_teams and event is not None and not isinstance(event, TeamEvent):
        raise InputError.say("{name} is a criterion of teams", name=entry.code)
    if not entry.is_criterion:
        raise InputError.say("{name} does not rank players", name=entry.name)


def _options_in(entry: Function, text: str, rest: str) -> Tuple[Dict[str, str], Dict[str, str]]:
    """Return the options behind the name of a criterion: in brackets, and as marks."""
    match = _REST.fullmatch(rest.strip())
    if match is None:
        closed = text.count("(") == text.count(")")
        raise InputError.of(say("cannot be read") if closed else say("a bracket is not closed"))
    before, marks, behind = match.groups("")
    return {**bracketed(before), **bracketed(behind)}, marked(entry, marks.rstrip())


def _score_of_teams(
    entry: Function, by_name: Mapping[str, Parameter], marks: Dict[str, str]
) -> str:
    """Take the score of teams that a criterion goes by out of its marks, "" where none is said."""
    if "method" in by_name or "method" not in marks:
        return ""
    score = marks.pop("method").upper()
    if score not in ("MP", "GP"):
        raise InputError.say(
            "{name} of teams is :MP or :GP, not :{score}", name=entry.code, score=score
        )
    if "score" in by_name:
        marks["score"] = score
    return score


def _no_option(entry: Function, option: str) -> Message:
    """Return that a function has not the option that a list gives it, and which it has."""
    if not entry.options:
        return say("{name} has no option {option!r}; it has none", name=entry.name, option=option)
    known = ", ".join(parameter.name for parameter in entry.options)
    return say(
        "{name} has no option {option!r}; it has {known}",
        name=entry.name,
        option=option,
        known=known,
    )


def _function(text: str, event: Optional[Event]) -> Tuple[Function, Mapping[str, str], str]:
    """Return the function that a criterion begins with, its preset, and the rest of the text.

    The rules of the event's own game are looked through first, and only then those of all games.
    """
    for game in (event.game, "") if event is not None else ("",):
        rules.load(game)
        found = _begins(text)
        if found is not None:
            return found
    name = re.split(r"[/#!:@(]", text)[0].strip()
    close = _meant(name)
    raise UnknownCriterion.of(
        say("there is no criterion {name!r}; did you mean {close}?", name=name, close=close)
        if close
        else say("there is no criterion {name!r}", name=name)
    )


def _begins(text: str) -> Optional[Tuple[Function, Mapping[str, str], str]]:
    """Return a function, its preset and the rest of the text; None where nothing is so called.

    The longest name wins: Go's ``SOS-1`` is a code of its own, ``BH-C1`` is BH with a cut.
    """
    marks = (match.start() for match in re.finditer(r"[/#!:@(-]", text))
    cuts = [len(text), *sorted(marks, reverse=True)]
    for cut in cuts:
        name = text[:cut]
        if not name.isascii():  # no translation is: an English list loads no catalogue
            name = in_english("criterion", name)
        entry = find(name)
        if entry is not None:
            return entry, entry.preset(name), text[cut:].strip()
    short = _SHORT.match(text)
    entry = find(short["name"]) if short else None
    if short is None or entry is None or "cut" not in (option.name for option in entry.options):
        return None
    return entry, {}, f"/{short['cut']}{text[short.end() :]}"


def _meant(name: str) -> str:
    """Return the criterion that a misspelt name comes closest to, "" if none."""
    from difflib import get_close_matches  # only a mistake should pay for it

    known = {
        word.upper(): word
        for entry in REGISTRY.values()
        if entry.is_criterion
        for word in (entry.name, entry.code, *entry.aliases)
        if word
    }
    close = get_close_matches(name.upper(), known, 1, 0.7)
    return known[close[0]] if close else ""


def advice(criteria: Iterable[Criterion]) -> List[Message]:
    """Return a sentence for every criterion that a federation advises against as a tie-break."""
    return [
        joined((criterion.label, criterion.function.advice), ": ")
        for criterion in criteria
        if criterion.function.advice
    ]
