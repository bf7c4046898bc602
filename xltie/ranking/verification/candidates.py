"""What a column may hold: every criterion of Go under every convention, with its values."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Collection, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import Grid, printed_number, to_cell
from xltie.core.errors import UndefinedValue
from xltie.core.numbers import Number, as_whole, show
from xltie.core.records import replace
from xltie.event import EventIndex, Id
from xltie.ranking.criteria import Criterion, parse_criteria
from xltie.rules.common.criterion_value import CriterionValue, Total
from xltie.rules.go.scores import MCMAHON, STAND_INS, START, WINS, basis_of, first_rounds
from xltie.settings.declared import ABSENT, EGD_ABSENT

FileColumn = Mapping[Id, Optional[Number]]
"""What a file prints for every player; None where it prints nothing that is a number."""

_EXACT = "rounding=none;"
_TRUNCATED = f"{_EXACT} halves not printed;"
_EVEN = " handicaps not counted;"
_WIDTH = 4
_NARROW = " cut to four characters;"
"""OpenGotha's result files have room for four: 10805 is printed as 1080, 1120½ as 1120."""
SCORINGS = ("", "absent=0;", "absent=0.5;", _EXACT, "bye=0;")
"""What rounds without an opponent may be worth: as the event says, or one of these."""
_SUMS = ("SOS", "SOSOS", "SODOS", "SOS-1", "SOS-2")


class Candidate(NamedTuple):
    """A criterion with its options, and the values that it gives.

    ``unplayed`` is the convention it was computed with, "" where it needs none. ``scale`` is 2
    where the file prints doubled values.
    """

    name: str
    unplayed: str
    scoring: str
    scale: int
    values: Mapping[Id, Number]

    @property
    def is_plain(self) -> bool:
        """Tell whether the values are printed as they are: not doubled, cut or without halves."""
        return self.scale == 1 and not self.scoring.endswith((_NARROW, _TRUNCATED))

    @property
    def options(self) -> str:
        """Return the options as a criteria list writes them, "" where there are none."""
        given = [f"unplayed={self.unplayed}" if self.unplayed else "", self.scoring.strip("; ")]
        return "; ".join(text for text in given if text)


def own_scoring(event_index: EventIndex) -> str:
    """Return what an absence is worth where a file tells; elsewhere ``0=`` is one half."""
    settings = event_index.event.settings
    return "absent=0;" if settings.text(EGD_ABSENT) and settings.text(ABSENT) == "0" else ""


def candidates(
    event_index: EventIndex,
    scoring: str,
    is_usual: bool = False,
    names: Optional[Collection[str]] = None,
) -> Iterator[Candidate]:
    """Yield every criterion under every convention, with one way to score unplayed rounds.

    With ``is_usual`` also what does not depend on it; with ``names`` only criteria called so.
    """
    for label, name, unplayed, more in _to_try(event_index):
        if names is None or label in names:
            yield from _tried(event_index, label, name, unplayed, scoring, more)
    if is_usual:
        yield from _without_scoring(event_index, basis_of(event_index, "") == MCMAHON)


def _to_try(event_index: EventIndex) -> Iterator[Tuple[str, str, str, str]]:
    """Yield the criteria: what a file calls each, our name, the convention and other options."""
    is_mcmahon = basis_of(event_index, "") == MCMAHON
    for name in ("NBW", "MMS") if is_mcmahon else ("NBW",):
        yield name, name, "", ""
    for basis in (MCMAHON, WINS) if is_mcmahon else (WINS,):
        letter = "W" if is_mcmahon and basis == WINS else ""
        for unplayed in _conventions(event_index):
            for name in _SUMS:
                yield _lettered(name, letter), name, unplayed, f"basis={basis}"
        yield f"CUSS{letter}", "CUSS", "", f"basis={basis}"
    for name in ("EXT", "EXR"):
        yield name, name, "", ""


def _without_scoring(event_index: EventIndex, is_mcmahon: bool) -> Iterator[Candidate]:
    """Yield what does not depend on how unplayed rounds are scored."""
    for name in ("RANK", "CAT"):
        yield from _tried(event_index, name, name, "", "")
    if is_mcmahon:
        starts = {who: event_index.contestant(who).start for who in event_index.ids}
        yield Candidate("START", "", "", 1, starts)
    yield Candidate("place", "", "", 1, {who: n for n, who in enumerate(event_index.ids, 1)})


def _conventions(event_index: EventIndex) -> Tuple[str, ...]:
    """Return the conventions to try; one stands for all where every round has an opponent."""
    if not any(o.other is None for who in event_index.ids for o in event_index.rounds_of(who)):
        return ("",)
    if basis_of(event_index, "") == MCMAHON:
        return (START, *STAND_INS)
    return (*STAND_INS, START)


def label_of(event_index: EventIndex, heading: str) -> str:
    """Return what a criterion of a heading is called here: the sums of McMahon scores have no M."""
    if basis_of(event_index, "") != MCMAHON:
        return heading
    return re.sub(rf"^({'|'.join(_SUMS[:3])}|CUSS)M", r"\1", heading)


def _lettered(name: str, letter: str) -> str:
    head, dash, cut = name.partition("-")
    return f"{head}{letter}{dash}{cut}"


def _tried(
    event_index: EventIndex, label: str, name: str, unplayed: str, scoring: str, more: str = ""
) -> Iterator[Candidate]:
    """Yield a criterion plain, doubled and as narrow columns print it.

    Nothing where it is not defined for all players.
    """
    given = [scoring.rstrip(";"), f"unplayed={unplayed}" if unplayed else "", more]
    options = "; ".join(filter(None, given))
    text = f"{name}({options})" if options else name
    values = _values(event_index, parse_criteria(text, event=event_index.event)[0])
    if values is None:
        return
    plain = Candidate(label, unplayed, scoring, 1, values)
    doubled = {who: 2 * value for who, value in values.items()}
    yield from (plain, plain._replace(scale=2, values=doubled), *_cut_short(plain))


def _cut_short(plain: Candidate) -> Iterator[Candidate]:
    """Yield a criterion without its halves, and cut to the width of a column."""
    scoring, values = plain.scoring, plain.values
    if scoring == _EXACT and any(v % 1 for v in values.values()):
        whole = {who: value // 1 for who, value in values.items()}
        yield plain._replace(scoring=_TRUNCATED, values=whole)
    if any(v >= 1000 and len(_printed(v)) > _WIDTH for v in values.values()):
        shown = {who: printed_number(_printed(v)[:_WIDTH]) or 0 for who, v in values.items()}
        yield plain._replace(scoring=scoring + _NARROW, values=shown)


def _printed(value: Number) -> str:
    """Return a value as OpenGotha writes it."""
    return show(value // 1) + ("½" if value % 1 else "")


def without_handicaps(event_index: EventIndex, scoring: str) -> Iterator[Candidate]:
    """Yield the sums over opponents in which stones given and taken do not count.

    GoDraw's result files print them so.
    """
    event = event_index.event
    if basis_of(event_index, "") != MCMAHON or not any(match.handicap for match in event.matches):
        return
    even = tuple(replace(match, handicap=0) for match in event.matches)
    for candidate in candidates(EventIndex(replace(event, matches=even)), scoring):
        if candidate.name in _SUMS:
            yield candidate._replace(scoring=f"{candidate.scoring}{_EVEN}")


def before_play_off(event_index: EventIndex, scoring: str) -> Iterator[Candidate]:
    """Yield the sums over opponents as they stood before the last rounds, if few played these."""
    last = event_index.begun
    while last and _playing(event_index, last) * 2 < len(event_index.ids):
        last -= 1
    if not last or last == event_index.begun:
        return
    for candidate in candidates(first_rounds(event_index, last), scoring):
        if candidate.name in _SUMS:
            yield candidate._replace(scoring=f"{candidate.scoring} rounds={last};")


def _playing(event_index: EventIndex, number: int) -> int:
    """Return how many had an opponent in a round."""
    return sum(len(m.sides) for m in event_index.event.matches if m.round == number and m.b)


def _values(event_index: EventIndex, criterion: Criterion) -> Optional[Dict[Id, Number]]:
    try:
        found = criterion.values(event_index, event_index.ids)
    except UndefinedValue:
        return None
    totals = {who: criterion_value.total for who, criterion_value in found.items()}
    numbers = {who: as_whole(t) for who, t in totals.items() if isinstance(t, (int, Fraction))}
    return numbers if len(numbers) == len(totals) else None


def numbers_of(event_index: EventIndex, text: str, group: Sequence[Id] = ()) -> Dict[Id, Fraction]:
    """Return the values of one criterion as a list has it, of all or some who have a number.

    Of a value in steps the first one is taken.
    """
    (criterion,) = parse_criteria(text, event=event_index.event)
    found: Dict[Id, Fraction] = {}
    for who, value in criterion.values(event_index, group or event_index.ids).items():
        total = value.total[0] if isinstance(value.total, tuple) and value.total else value.total
        if isinstance(total, (int, Fraction)):
            found[who] = Fraction(total)
    return found


def direct(
    event_index: EventIndex, text: str, before: Sequence[FileColumn], after: Sequence[FileColumn]
) -> Candidate:
    """Return a direct comparison of those who are tied on the columns before.

    The one of OpenGotha looks at the columns after too. Of a value in steps the first counts.
    """
    criterion = parse_criteria(text)[0]
    options = dict(criterion.options)
    if after and text == "DC:opengotha":
        rows = [(who, *(to_cell(column[who]) for column in after)) for who in event_index.ids]
        options["later"] = Grid(rows)
    groups: Dict[Tuple[Optional[Number], ...], List[Id]] = {}
    for who in event_index.ids:
        groups.setdefault(tuple(column[who] for column in before), []).append(who)
    found: Dict[Id, CriterionValue] = {}
    for group in groups.values():
        found.update(criterion.function.compute(event_index, group, **options))
    values = {who: _first_step(value.total) for who, value in found.items()}
    return Candidate(text, "", "", 1, values)


def _first_step(total: Total) -> Number:
    steps = total if isinstance(total, tuple) else (total,)
    return next(iter(steps), 0) or 0
