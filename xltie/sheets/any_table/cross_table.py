"""A Swiss cross table: a line a player, a column a round, and every opponent names one back."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.cell_names import column_name
from xltie.core.errors import Fault, Place
from xltie.core.messages import say, word
from xltie.core.numbers import in_runs
from xltie.core.plain_words import normal
from xltie.sheets.any_table.asked import settled_by
from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.cross_cells import (
    COUNT,
    PATTERNS,
    Cell,
    alone_in,
    cell_in,
    in_full,
    plain,
)
from xltie.sheets.any_table.cross_proof import CrossProof, results_of
from xltie.sheets.any_table.reading import Reading
from xltie.sheets.any_table.results import is_bye_word
from xltie.sheets.any_table.roster import Roster, roster_of
from xltie.sheets.any_table.tried import Entry, Key, Tried
from xltie.sheets.tables import (
    BYES,
    HALF,
    LETTER,
    NONE,
    ONE,
    TO_COME,
    counted_through,
    number_in,
    score_of,
)

_NEVER = ("grade", "rating", "title", "club", "federation", "number", "place", "date")
"""What no round is called, whatever its cells look like: ranks such as 4d."""
Rounds = Tuple[Tuple[int, ...], ...]
"""The columns of each round."""


def read_cross_table(table: Table) -> Optional[Reading]:
    """Return a table as a Swiss cross table; None where no columns could be its rounds."""
    best: Optional[Reading] = None
    columns = _round_columns(table)
    for rounds in columns:
        reading = _read(table, rounds)
        if reading is not None and (best is None or _rank(reading) > _rank(best)):
            best = reading
    for size in (2, 1):  # what stands behind each round may be the points after it
        for rounds in columns if best is None else ():
            if any(len(one_round) > size for one_round in rounds):
                best = best or _read(table, tuple(one_round[:size] for one_round in rounds))
    return best


def _rank(reading: Reading) -> Tuple[bool, Fraction]:
    return reading.event is not None, reading.evidence


def _round_columns(table: Table) -> List[Rounds]:
    """Return the columns of every round, as headings count them or as the cells look."""
    found: List[Rounds] = []
    for run in counted_through(table.headings):
        if table.headings[run[0]].meaning in ("tiebreak", "not result", "number"):
            continue
        gaps = {b - a for a, b in zip(run, islice(run, 1, None))}
        if len(gaps) > 1:
            continue
        wide = gaps.pop() if gaps else 1
        ends = _end_of(table, run[-1], wide)
        if any(_is_unheaded_round(table, at) for at in (run[0] - 1, ends)):
            continue  # the headings stand beside their columns
        found.append(tuple(tuple(range(at, min(at + wide, ends))) for at in run))
        if not gaps and len(run) == 1 and ends - run[0] > 1:
            found.append((tuple(range(run[0], run[0] + 2)),))
    found = found or [tuple((at,) for at in run) for run in _runs(table)]
    known = (
        tuple(one_round for one_round in rounds if not _is_open(table, one_round))
        for rounds in found
    )
    return [rounds for rounds in known if rounds]


def _is_open(table: Table, columns: Sequence[int]) -> bool:
    """Tell whether nothing is known of a round yet: a mark such as ``?`` in every line."""
    cells = {text for at in columns for text in table.column(at) if text}
    return bool(cells) and all(score_of(cell) == TO_COME for cell in cells)


def _is_unheaded_round(table: Table, column: int) -> bool:
    """Tell whether a column beside the rounds is one too, though its heading does not say so."""
    if not 0 <= column < len(table.headings) or table.headings[column].meaning:
        return False
    if not _looks_like_round(table.column(column)):
        return False
    one = tuple(_tries(table, ((column,),)))
    return any(2 * tried.agreed > tried.games for tried in one)


def _runs(table: Table) -> List[List[int]]:
    """Return the runs of columns that look like rounds, where no headings count them."""
    return in_runs(
        at for at, heading in enumerate(table.headings)
        if (heading.meaning not in _NEVER or heading.number) and _looks_like_round(table.column(at))
    )  # fmt: skip


def _end_of(table: Table, last: int, wide: int) -> int:
    """Return the column behind the last round: of several a round, as far as they go."""
    end = last + 1
    while end < last + wide and end < len(table.headings):
        if table.headings[end].meaning in ("points", "tiebreak", "place"):
            break
        end += 1
    return end


def _looks_like_round(cells: Sequence[str]) -> bool:
    """Tell whether half of the cells name an opponent: the others are read, or named as faults."""
    filled = [cell for cell in cells if cell]
    sure = [text for text in filled if any(cell_in(text, order) for order in PATTERNS)]
    return len(sure) * 2 >= len(filled) > 1


def _read(table: Table, rounds: Rounds) -> Optional[Reading]:
    """Return what comes of the one order and numbering in which most opponents name one back."""
    tried = [
        reading for reading in _tries(table, rounds)
        if reading.games * 2 > len(reading.entries) or reading.games == reading.agreed
    ]  # fmt: skip
    most = max((reading.agreed for reading in tried), default=0)
    are_counted = table.headings[rounds[0][0]].number is not None  # no games by chance
    if not most or (not are_counted and most * 2 < max(reading.games for reading in tried)):
        return None
    best = [round_by_round(reading) or reading for reading in tried if reading.agreed == most]
    reading = _surest([CrossProof(table, reading).read() for reading in best])
    if reading is not None:
        return reading
    place = table.place_of_heading(rounds[0][0])
    return Reading("cross table", ONE, None, (_both_fit(table, best, place),))


def _both_fit(table: Table, tried: Sequence[Tried], place: Place) -> Fault:
    """Say which two readings of a table both fit, and how to say which is meant."""
    columns = list(dict.fromkeys(reading.roster.numbers for reading in tried))
    if len(columns) < 2:
        return Fault.say("the cells of the rounds can be read in two ways that both fit", place)
    headings = [
        table.headings[at].text or column_name(at + 1) if at >= 0 else "" for at in columns[:2]
    ]
    readings = tuple(f"{heading}=Number" for heading in headings if heading)
    said = say(
        "the opponents' numbers may be those of {one!r} or of {other!r}, and both fit; say which "
        "by {option}",
        one=headings[0] or word("value", "the order of the lines"),
        other=headings[1] or word("value", "the order of the lines"),
        option=settled_by(*readings),
    )
    return Fault(said, place, readings=readings)


def _tries(table: Table, rounds: Rounds) -> Iterator[Tried]:
    """Yield a table in every order of its cells and with every meaning of its numbers."""
    texts = _texts(table, rounds)
    single = table.asked.single
    orders = [pattern for pattern in PATTERNS if _fits(texts, pattern)]
    for roster in roster_of(table, texts, min(at for one_round in rounds for at in one_round)):
        for order in orders:
            yield _tried(roster, texts, rounds, partial(_numbered, order=order, single=single))
        numbers = _called(roster)
        if roster.is_first and _names_players(texts, numbers):
            for name_first in (True, False):
                named = partial(_named, numbers=numbers, name_first=name_first)
                yield _tried(roster, texts, rounds, named)


def _surest(readings: Sequence[Reading]) -> Optional[Reading]:
    """Return the reading that stands; None where two do that say different things."""
    good = [reading for reading in readings if reading.event is not None]
    faulty = [reading for reading in readings if reading.event is None]
    if not good or (faulty and not all(reading.is_even for reading in good)):
        return min(faulty, key=lambda reading: len(reading.faults))
    if any(results_of(reading.event) != results_of(good[0].event) for reading in good[1:]):
        return None
    return good[0]


def _texts(table: Table, rounds: Rounds) -> List[Tuple[str, ...]]:
    texts = [
        [" ".join(filter(None, (line.texts[at] for at in one_round))) for one_round in rounds]
        for line in table.lines
    ]
    return [tuple(map(table.asked.single, cells)) for cells in in_full(texts)]


def _fits(texts: Sequence[Sequence[str]], order: str) -> bool:
    """Tell whether most cells name an opponent in an order, and most others say nobody played."""
    filled = [text for line in texts for text in line if text and not alone_in(text)]
    games = [*filter(None, (cell_in(text, order) for text in filled))]
    said = any(_says_result(game, order) for game in games)
    return said and len(games) * 10 >= len(filled) * 6


def _says_result(game: Cell, order: str) -> bool:
    """Tell whether a cell says how a game ended, and the colour where its order has one."""
    return bool(game.score and (game.colour or "w" not in order))


def _tried(
    roster: Roster, texts: Sequence[Sequence[str]], rounds: Rounds,
    cell_of: Callable[[str], Optional[Cell]],
) -> Tried:  # fmt: skip
    """Return the cells of a table as one way of reading an opponent sees them."""
    entries: Dict[Key, Entry] = {}
    for player in roster.players:
        for at, text in enumerate(texts[player.line]):
            if text:
                cell = cell_of(text)
                alone = None if cell and cell.opponent else alone_in(text)
                entries[player.number, at] = Entry(text, rounds[at][0], cell, alone)
    unread = [key for key, entry in entries.items() if entry.cell is None and entry.alone is None]
    # no opponent has the number 0: such a cell is read as one alone, or says nothing
    entries = {
        key: entry if entry.cell and entry.cell.opponent else entry._replace(cell=None)
        for key, entry in entries.items()
    }
    games = agreed = 0
    for (who, at), entry in entries.items():
        if entry.cell is not None:
            games += 1
            back = None if entry.cell.opponent == who else entries.get((entry.cell.opponent, at))
            agreed += bool(back and back.cell and back.cell.opponent == who)
    return Tried(agreed, games, roster, entries, unread, rounds)


def _numbered(text: str, order: str, single: Callable[[str], str]) -> Optional[Cell]:
    """Return a cell that gives its opponent by number, in one order of its parts."""
    cell = cell_in(text, order)
    return cell and cell._replace(score=single(cell.score))


def _called(roster: Roster) -> Dict[str, int]:
    """Return the numbers of players by their names, and by words that one name alone has."""
    words = {player.number: {*map(normal, _WORDS.split(player.name))} for player in roster.players}
    used = Counter(word for own in words.values() for word in own)
    short = {word: number for number, own in words.items() for word in own if used[word] == 1}
    return {**short, **{normal(own.name): own.number for own in roster.players if own.name}}


def _names_players(texts: Sequence[Sequence[str]], numbers: Mapping[str, int]) -> bool:
    """Tell whether most cells of the rounds hold the name of a player."""
    cells = [text for line in texts for text in line if text and alone_in(text) is None]
    named = sum(any(_named(cell, numbers, first) for first in (True, False)) for cell in cells)
    return named * 2 > len(cells)


def _named(text: str, numbers: Mapping[str, int], name_first: bool) -> Optional[Cell]:
    """Return a cell that names its opponent: ``Kim win``, ``1 Kim``."""
    for pattern in _NAMED[name_first]:
        split = pattern.fullmatch(text.rstrip(") "))
        number = numbers.get(normal(split["name"])) if split else None
        if split is not None and number:
            colour = normal(split["c"] or "")
            return Cell(number, colour, plain(split["s"]), False, 0).counting()
    return _with_mark(plain(text), numbers, name_first)


_NAMED = {
    True: (
        re.compile(r"(?P<name>.+?)(?P<c>)[\s(:;/]+(?P<s>\S{1,14})"),
        re.compile(rf"(?P<name>.+?)[\s(:;/]+(?P<c>{LETTER})\s+(?P<s>\S{{1,14}})"),
    ),
    False: (
        re.compile(
            r"(?P<s>\S{1,14}?)(?P<c>)[\s):;/]+"
            r"(?:(?:vs?|gegen|contre|contra|против)\.?\s+)?(?P<name>.+)"
        ),
    ),
}
"""A name, a colour and a result, by whether the name is first."""
_WORDS = re.compile(r"[\s,]+")
_WHO = r"(?P<name>\S(?:.*?\S)?)"
_MARK = r"(?P<s>[○●◯〇△▲×]|[勝負胜负승패무分和])"
_BEHIND = rf"(?P<t>{COUNT}|[+-]?\d{{1,3}}(?:[.,]5)?)?"
_MARKED = {
    True: re.compile(rf"{_WHO}\s*{_MARK}\s*{_BEHIND}"),
    False: re.compile(rf"{_MARK}\s*{_WHO}\s*{_BEHIND}"),
}
"""A name and a mark, by which of them is first."""


def _with_mark(text: str, numbers: Mapping[str, int], name_first: bool) -> Optional[Cell]:
    """Return a cell with a mark at a name: ``鈴木○+16``, ``Kim●24-40``, ``○鈴木``."""
    found = _MARKED[name_first].fullmatch(text)
    number = numbers.get(normal(found["name"])) if found else None
    if found is None or not number:
        return None
    return Cell(number, "", found["s"], False, 0, (found["t"] or "").strip("()"))


_SHOWN = {NONE: "0", HALF: "½", ONE: "1"}


def round_by_round(tried: Tried) -> Optional[Tried]:
    """Return a table with what each round gave, None where its cells hold that already.

    Else they hold the points after each: ``W4 1``, ``B3 2``, ``W7 2½``.

    Running totals are known by growing by nothing, a half or one from round to round, and beyond
    one; a step that nobody can make in a round stays as it is written, for the proof to name.
    """
    entries: Dict[Tuple[int, int], Entry] = {}
    before: Dict[int, Fraction] = {}
    steps = odd = 0
    for key, entry in sorted(tried.entries.items()):
        total = _total(entry)
        gained = None if total is None else total - before.get(key[0], NONE)
        steps += gained is not None
        odd += gained is not None and gained not in _SHOWN
        if total is not None:
            before[key[0]] = total
        entries[key] = entry if gained not in _SHOWN else _gained(entry, gained)
    if 5 * odd > steps or max(before.values(), default=NONE) <= ONE:
        return None
    unread = [key for key in tried.unread if entries[key].alone is None]
    return tried._replace(entries=entries, unread=unread)


def _total(own: Entry) -> Optional[Fraction]:
    """Return the points after a round; of a bye they stand behind its word."""
    if own.cell is not None:
        return number_in(own.cell.score)
    word, _, points = own.text.rpartition(" ")
    return number_in(points) if own.alone is not None or is_bye_word(word) else None


def _gained(own: Entry, points: Fraction) -> Entry:
    if own.cell is None:
        return own._replace(alone=BYES[points])
    return own._replace(cell=own.cell._replace(score=_SHOWN[points]))
