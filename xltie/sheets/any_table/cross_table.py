"""A Swiss cross table: a line a player, a column a round, and every opponent names one back."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import islice
from typing import Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from xltie.core.cell_names import column_name
from xltie.core.errors import Fault
from xltie.core.messages import Message, say, word
from xltie.core.plain_words import normal
from xltie.sheets.any_table.asked import settled_by
from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.cross_cells import (
    PATTERNS,
    Cell,
    alone_in,
    cell_in,
)
from xltie.sheets.any_table.cross_proof import CrossProof, Entry, Tried, results_of
from xltie.sheets.any_table.reading import Reading
from xltie.sheets.any_table.roster import Roster, roster_of
from xltie.sheets.any_table.running_totals import round_by_round
from xltie.sheets.tables import ONE, TO_COME, counted_through, score_of


def read_cross_table(table: Table) -> Optional[Reading]:
    """Return a table as a Swiss cross table; None where no columns could be its rounds."""
    best: Optional[Reading] = None
    columns = _round_columns(table)
    for rounds in columns:
        reading = _read(table, rounds)
        if reading is not None and (best is None or _rank(reading) > _rank(best)):
            best = reading
    if best is None:  # what stands behind each round may be the points after it
        for rounds in columns:
            if any(len(own) > 1 for own in rounds):
                best = best or _read(table, tuple(own[:1] for own in rounds))
    return best


def _rank(reading: Reading) -> Tuple[bool, Fraction]:
    return reading.event is not None, reading.evidence


def _round_columns(table: Table) -> List[Tuple[Tuple[int, ...], ...]]:
    """Return the columns of every round, as headings count them or as the cells look."""
    found: List[Tuple[Tuple[int, ...], ...]] = []
    for run in counted_through(table.headings):
        if table.headings[run[0]].meaning in ("tiebreak", "not result"):
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
    known = (tuple(own for own in rounds if not _is_open(table, own)) for rounds in found)
    return [rounds for rounds in known if rounds]


def _is_open(table: Table, columns: Sequence[int]) -> bool:
    """Tell whether nothing is known of a round yet: a mark such as ``?`` in every line."""
    cells = {own for at in columns for own in table.column(at) if own}
    return bool(cells) and all(score_of(own) == TO_COME for own in cells)


def _is_unheaded_round(table: Table, column: int) -> bool:
    """Tell whether a column beside the rounds is one too, though its heading does not say so."""
    if not 0 <= column < len(table.headings) or table.headings[column].meaning:
        return False
    return _looks_like_round(table.column(column))


def _runs(table: Table) -> List[List[int]]:
    """Return the runs of columns that look like rounds, where no headings count them."""
    runs: List[List[int]] = []
    for at in range(len(table.headings)):
        if _looks_like_round(table.column(at)):
            if runs and runs[-1][-1] == at - 1:
                runs[-1].append(at)
            else:
                runs.append([at])
    return runs


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
    filled = [own for own in cells if own]
    sure = [own for own in filled if any(cell_in(own, order) for order in PATTERNS)]
    return len(sure) * 2 >= len(filled) > 1


def _read(table: Table, rounds: Tuple[Tuple[int, ...], ...]) -> Optional[Reading]:
    """Return what comes of the one order and numbering in which most opponents name one back."""
    tried = [own for own in _tries(table, rounds) if own.games * 2 > len(own.entries)]
    most = max((own.agreed for own in tried), default=0)
    if not tried or most * 2 < max(own.games for own in tried):
        return None
    best = [round_by_round(own) or own for own in tried if own.agreed == most]
    reading = _surest([CrossProof(table, rounds, own).read() for own in best])
    if reading is not None:
        return reading
    place = table.place_of_heading(rounds[0][0])
    return Reading("cross table", ONE, None, (Fault(_both_fit(table, best), place),))


def _both_fit(table: Table, tried: Sequence[Tried]) -> Message:
    """Say which two readings of a table both fit, and how to say which is meant."""
    columns = list(dict.fromkeys(own.roster.numbers for own in tried))
    if len(columns) < 2:
        return say("the cells of the rounds can be read in two ways that both fit")
    headings = [
        table.headings[at].text or column_name(at + 1) if at >= 0 else "" for at in columns[:2]
    ]
    return say(
        "the opponents' numbers may be those of {one!r} or of {other!r}, and both fit; say which "
        "by {option}",
        one=headings[0] or word("value", "the order of the lines"),
        other=headings[1] or word("value", "the order of the lines"),
        option=settled_by(*(f"{own}=Number" for own in headings if own)),
    )


def _tries(table: Table, rounds: Tuple[Tuple[int, ...], ...]) -> Iterator[Tried]:
    """Yield a table in every order of its cells and with every meaning of its numbers."""
    texts = _texts(table, rounds)
    orders = [own for own in PATTERNS if _fits(texts, own)]
    for roster in roster_of(table, texts, min(at for own in rounds for at in own)):
        for order in orders:
            yield _try(texts, rounds, roster, order, table.asked.single)
        if roster.is_first and _names_players(texts, roster):
            yield from _by_names(texts, rounds, roster)


def _surest(readings: Sequence[Reading]) -> Optional[Reading]:
    """Return the reading that stands; None where two do that say different things."""
    good = [own for own in readings if own.event is not None]
    faulty = [own for own in readings if own.event is None]
    if not good or (faulty and not all(own.is_even for own in good)):
        return min(faulty, key=lambda own: len(own.faults))
    if any(results_of(own.event) != results_of(good[0].event) for own in good[1:]):
        return None
    return good[0]


def _texts(table: Table, rounds: Tuple[Tuple[int, ...], ...]) -> List[Tuple[str, ...]]:
    single = table.asked.single
    return [
        tuple(single(" ".join(filter(None, (line.texts[at] for at in own)))) for own in rounds)
        for line in table.lines
    ]


def _fits(texts: Sequence[Sequence[str]], order: str) -> bool:
    """Tell whether most cells name an opponent in an order, and most others say nobody played."""
    filled = [own for line in texts for own in line if own and not alone_in(own)]
    games = [own for own in (cell_in(text, order) for text in filled) if own is not None]
    return any(own.score for own in games) and len(games) * 10 >= len(filled) * 6


def _try(
    texts: Sequence[Sequence[str]], rounds: Tuple[Tuple[int, ...], ...], roster: Roster, order: str,
    single: Callable[[str], str],
) -> Tried:  # fmt: skip
    entries: Dict[Tuple[int, int], Entry] = {}
    unread: List[Tuple[int, int]] = []
    for player in roster.players:
        for at, text in enumerate(texts[player.line]):
            if not text:
                continue
            cell = cell_in(text, order)
            alone = None if cell and cell.opponent else alone_in(text)
            if cell is not None and not cell.opponent and alone is None:
                alone = None
            if cell is None and alone is None:
                unread.append((player.number, at))
            own = cell if cell and cell.opponent and (alone is None) else None
            own = own and own._replace(score=single(own.score))
            entries[player.number, at] = Entry(text, rounds[at][0], own, alone)
    return _tried(roster, entries, unread)


def _tried(
    roster: Roster, entries: Dict[Tuple[int, int], Entry], unread: List[Tuple[int, int]]
) -> Tried:
    games = agreed = 0
    for (who, at), own in entries.items():
        if own.cell is not None:
            games += 1
            back = None if own.cell.opponent == who else entries.get((own.cell.opponent, at))
            agreed += bool(back and back.cell and back.cell.opponent == who)
    return Tried(agreed, games, roster, entries, unread)


def _names_players(texts: Sequence[Sequence[str]], roster: Roster) -> bool:
    """Tell whether most cells of the rounds hold the name of a player."""
    names = {normal(own.name) for own in roster.players if own.name}
    cells = [own for line in texts for own in line if own and alone_in(own) is None]
    named = sum(
        any(normal(piece) in names for piece in (own.rpartition(" ")[0], own.partition(" ")[2]))
        for own in cells
    )
    return named * 2 > len(cells)


def _by_names(
    texts: Sequence[Sequence[str]], rounds: Tuple[Tuple[int, ...], ...], roster: Roster
) -> List[Tried]:
    """Read cells that name the opponent: ``Kim win``, ``1 Kim``."""
    numbers = {normal(own.name): own.number for own in roster.players if own.name}
    found = []
    for name_first in (True, False):
        entries: Dict[Tuple[int, int], Entry] = {}
        unread: List[Tuple[int, int]] = []
        for player in roster.players:
            for at, text in enumerate(texts[player.line]):
                if not text:
                    continue
                cell = _named(text, numbers, name_first)
                alone = None if cell else alone_in(text)
                if cell is None and alone is None:
                    unread.append((player.number, at))
                entries[player.number, at] = Entry(text, rounds[at][0], cell, alone)
        found.append(_tried(roster, entries, unread))
    return found


def _named(text: str, numbers: Dict[str, int], name_first: bool) -> Optional[Cell]:
    pieces = re.split(r"[\s(),/:;]+(?=[^\s]*$)|[\s(),/:;]+$", text.rstrip(") "))
    whole = text.rstrip(") ")
    split = re.fullmatch(
        r"(?P<name>.+?)[\s(:;/]+(?P<s>\S{1,14})"
        if name_first
        else r"(?P<s>\S{1,14}?)[\s):;/]+(?P<name>.+)",
        whole,
    )
    if split is None or not pieces:
        return None
    number = numbers.get(normal(split["name"]))
    if number is None:
        return None
    return Cell(number, "", split["s"].replace("–", "-").replace("−", "-"), False, 0)
