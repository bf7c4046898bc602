"""The criteria that a result file goes by, made of what its columns turned out to be; its ranks."""

from __future__ import annotations

import re
from collections import Counter
from typing import Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.messages import say
from xltie.event import EventIndex, Id
from xltie.ranking.criteria import parse_criteria
from xltie.ranking.explain import why_above
from xltie.ranking.standings import Standings, rank
from xltie.ranking.verification.candidates import SCORINGS, Candidate
from xltie.ranking.verification.findings import ColumnMatch, verify

_ORDERS_NOTHING = frozenset({"START", "RANK", "place"})
_MAIN = ("MMS", "NBW")
KNOCK_OUT = "KNOCKOUT"
_ONLY_PRINTED = (" halves not printed;", " cut to four characters;")
"""How a file prints a column, not what it counts."""
_EVEN = " handicaps not counted;"
_UNPLAYED = re.compile(r"unplayed=([\w-]+)(?:; )?")


class Misplaced(NamedTuple):
    """A player whose line stands where these criteria do not put it; places from 1."""

    who: Id
    line: int
    first: int
    last: int


class FileCriteria(NamedTuple):
    """A list of criteria for a result file, and the lines that stand elsewhere by it.

    ``left_out`` are the columns that are not in the list, since no criterion gives them: heading
    or number. ``is_told`` says that some column gives a criterion, or the order of the lines does.
    """

    text: str
    misplaced: Tuple[Misplaced, ...]
    left_out: Tuple[str, ...]
    is_told: bool = True


def criteria_of(event_index: EventIndex, findings: Sequence[ColumnMatch]) -> FileCriteria:
    """Return the criteria in the order of the columns, or with the main score first.

    Of the two the one that puts more lines where they stand. Where neither puts all there, the main
    score is also tried with another worth of rounds without an opponent than it is printed with,
    and an event without sums over opponents as a knock-out.
    """
    told, left_out = _known(findings)
    main = "MMS" if event_index.event.format == "mcmahon" else "NBW"
    rest = [text for name, text in told if name not in _MAIN]
    first = [text for name, text in told if name == main] or [main]
    tried = [_tried(event_index, ", ".join(order)) for order in _orders(told, [*first, *rest])]
    if all(misplaced for _, misplaced in tried):
        attempts = (_tried(event_index, text) for text in _others(event_index, main, rest))
        tried += [(text, misplaced) for text, misplaced in attempts if not misplaced]
    text, misplaced = min(tried, key=lambda attempt: len(attempt[1]))
    return FileCriteria(text, misplaced, tuple(left_out), bool(told) or text == KNOCK_OUT)


def _orders(told: Sequence[Tuple[str, str]], usual: List[str]) -> List[List[str]]:
    """Return the criteria as the columns have them, if a main score is first, and as usual."""
    if not told or told[0][0] not in _MAIN:
        return [usual]
    return [[text for _, text in told], usual]


def _others(event_index: EventIndex, main: str, rest: Sequence[str]) -> Iterator[str]:
    """Yield the lists to try where the columns of a file do not give its order."""
    if not rest and _parts_field(event_index):
        yield KNOCK_OUT
    for worth in filter(None, SCORINGS):
        yield ", ".join([f"{main}({worth.strip(';')})", *rest])


def _as_ranked(candidate: Candidate) -> str:
    """Return a criterion without the options that say only how a column prints it."""
    options = candidate.options
    for printed in _ONLY_PRINTED:
        options = options.replace(printed.strip("; "), "")
    kept = "; ".join(filter(None, map(str.strip, options.split(";"))))
    return f"{candidate.name}({kept})" if kept else candidate.name


def _known(findings: Sequence[ColumnMatch]) -> Tuple[List[Tuple[str, str]], List[str]]:
    """Return the criteria found, each with its name, and the headings of the other columns."""
    known: List[Tuple[str, str]] = []
    left_out: List[str] = []
    for finding in findings:
        candidate = finding.found
        if finding.is_zero or finding.is_foreign:
            continue
        if candidate is not None and candidate.name in _ORDERS_NOTHING:
            continue
        if candidate is None or _EVEN in candidate.scoring:
            left_out.append(finding.heading or str(finding.number))
        else:
            known.append((candidate.name, _as_ranked(candidate)))
    return list(dict.fromkeys(known)), left_out  # some files print a column twice


def _tried(event_index: EventIndex, text: str) -> Tuple[str, Tuple[Misplaced, ...]]:
    found = rank(event_index, parse_criteria(text, event=event_index.event))
    return text, tuple(misplaced(event_index, found))


def _parts_field(event_index: EventIndex) -> bool:
    """Tell whether a knock-out parts the field round by round: one great tie proves nothing."""
    if not event_index.event.rounds_known:
        return False
    found = rank(event_index, parse_criteria(KNOCK_OUT, event=event_index.event))
    return len({line.place for line in found.lines}) > event_index.begun / 2 + 1


def misplaced(event_index: EventIndex, found: Standings) -> List[Misplaced]:
    """Return the lines of a file that stand outside the places that their players share."""
    sizes = {line.place: 0 for line in found.lines}
    for line in found.lines:
        sizes[line.place] += 1
    wrong: List[Misplaced] = []
    for number, who in enumerate(event_index.ids, 1):
        place = found.line(who).place
        last = place + sizes[place] - 1
        if not place <= number <= last:
            wrong.append(Misplaced(who, number, place, last))
    return wrong


class Conventions(NamedTuple):
    """What a result file goes by as a workbook has it: its criteria, and one setting of SOS.

    ``unplayed`` is what a round without an opponent adds, "" where the criteria say it each for
    itself, or no round was without one.
    """

    criteria: str
    unplayed: str


def conventions_of(event_index: EventIndex) -> Optional[Conventions]:
    """Return what a result file goes by, None where its columns do not tell."""
    findings = verify(event_index)
    criteria = criteria_of(event_index, findings) if findings else None
    if criteria is None or not criteria.is_told:
        return None
    said = set(_UNPLAYED.findall(criteria.text))
    if len(said) != 1:
        return Conventions(criteria.text, "")
    plain = _UNPLAYED.sub("", criteria.text).replace("()", "")
    return Conventions(plain, said.pop())


Declared = Mapping[Id, Tuple[int, Place]]


class RankCheck(NamedTuple):
    """How many ranks were declared, how many the criteria give, and the first that they do not."""

    declared: int
    agreeing: int
    first: Optional[Fault]


def check_ranks(found: Standings, declared: Declared) -> RankCheck:
    """Return how the ranks of a file compare with its criteria.

    Players whom the criteria leave tied may have any order in the file. Who has no place in the
    standings is left out.
    """
    index = found.event_index
    listed = sorted(
        (player for player in declared if player in index.ids and player not in index.unranked),
        key=lambda who: (declared[who][0], found.index(who)),
    )
    sharing = Counter((found.division(line.who), line.place) for line in found.lines)
    agreeing = 0
    for who in listed:
        place = found.line(who).place
        last = place + sharing[found.division(who), place] - 1
        agreeing += place <= declared[who][0] <= last
    return RankCheck(len(listed), agreeing, _first_difference(found, declared, listed))


def _first_difference(found: Standings, declared: Declared, listed: List[Id]) -> Optional[Fault]:
    """Return the first rank of a file that its criteria do not give, None where all agree."""
    for at in range(1, len(listed)):
        above, below = listed[at - 1], listed[at]
        ranks = declared[above][0], declared[below][0]
        places = found.line(above).place, found.line(below).place
        is_wrong = places[0] != places[1] if ranks[0] == ranks[1] else places[0] > places[1]
        if is_wrong:
            said = say(
                "the file ranks {above} as {rank} and {below} as {other_rank}, "
                "but by the criteria {why}",
                above=above,
                rank=ranks[0],
                below=below,
                other_rank=ranks[1],
                why=why_above(found, above, below),
            )
            return Fault(said, declared[below][1])
    return None
