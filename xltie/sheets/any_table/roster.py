"""The players of a table of one line each: their names, and which column their numbers are in."""

from __future__ import annotations

import re
from typing import AbstractSet, Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.go_ranks import rank_number
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.event import Contestant
from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.players import Cards
from xltie.sheets.tables import LETTER, number_in

_NUMBER = re.compile(r"\s*(\d{1,4})\s*[.)]?\s*")
_WITH_NAME = re.compile(r"\s*(\d{1,4})[.)]?\s+(.*[^\W\d].*)")


class Player(NamedTuple):
    """A line: the number that opponents mean, its index in the table, and who it is."""

    number: int
    line: int
    id: str
    name: str
    rating: Optional[int]


class Roster(NamedTuple):
    """The players of a table with one meaning of their numbers.

    ``numbers`` is the column that these stand in, -1 where it is the order of the lines.
    """

    players: Tuple[Player, ...]
    name_column: int
    is_first: bool = False
    numbers: int = -1


def roster_of(table: Table, texts: Sequence[Sequence[str]], before: int) -> List[Roster]:
    """Return the players once for each column whose numbers opponents may mean, and by order.

    ``texts`` are the cells of the rounds, line by line: a line without a number and without any is
    none of a player.
    """
    name = _name_column(table, before, set(zip(*texts)))
    found: List[Roster] = []
    for column, numbers in _numberings(table, name, before):
        lines = sorted(numbers)
        if not lines:
            continue
        own = _roster(table, name, numbers, lines, not found)
        found.append(own._replace(numbers=column))
    unlike: List[Roster] = []
    for roster in found:
        keys = [(player.line, player.number) for player in roster.players]
        if keys not in [[(p.line, p.number) for p in other.players] for other in unlike]:
            unlike.append(roster)
    return unlike


def contestants_of(table: Table, roster: Roster) -> Tuple[Contestant, ...]:
    """Return the players of a table, each with the place of the name."""
    return tuple(
        Contestant(
            player.id, player.name, rating=player.rating,
            place=table.place(table.lines[player.line], roster.name_column),
        )
        for player in roster.players
    )  # fmt: skip


def _roster(
    table: Table, name: int, numbers: Dict[int, int], lines: Sequence[int], is_first: bool
) -> Roster:
    ids = _ids(table, numbers, lines)
    ratings = table.columns_of("rating")
    names = [_name(line.texts, name) for line in table.lines]
    spell = Cards(names)
    players = []
    for at in lines:
        texts = table.lines[at].texts
        rating = next((texts[c] for c in ratings if texts[c].isdecimal()), "0")
        players.append(Player(numbers[at], at, ids[at], spell(names[at]), int(rating) or None))
    return Roster(tuple(players), max(name, 0), is_first)


def _name(texts: Sequence[str], column: int) -> str:
    if column < 0:
        return ""
    found = _WITH_NAME.fullmatch(texts[column])
    return re.sub(r"\s+", " ", found[2] if found else texts[column]).strip()


def _ids(table: Table, numbers: Dict[int, int], lines: Sequence[int]) -> Dict[int, str]:
    """Return the ids of players: start numbers where a column holds them, else what cells mean."""
    for column in table.columns_of("number"):
        own = _numbers_in(table, column)
        if set(own) >= set(lines):
            return {at: str(own[at]) for at in lines}
    return {at: str(numbers[at]) for at in lines}


def _name_column(table: Table, before: int, rounds: AbstractSet[Tuple[str, ...]]) -> int:
    """Return the column of the names: by its heading, else the first of texts that all differ.

    The cells of ``rounds`` differ too, but are nobody's names.
    """
    named = [column for column in table.columns_of("player") if _is_text(table.column(column))]
    if named:
        return named[0]
    for column in range(before):
        cells = table.column(column)
        if not table.headings[column].meaning and _is_text(cells) and not _are_ranks(cells):
            return column
    for column in range(len(table.headings)):
        cells = table.column(column)
        is_round = tuple(cells) in rounds
        is_named = table.headings[column].meaning in ("", "club") and not _are_ranks(cells)
        if is_named and _is_text(cells) and not is_round:
            return column
    return -1


def _are_ranks(cells: Sequence[str]) -> bool:
    """Tell whether all cells are ranks of Go, such as 4k, which differ as names do."""
    return all(rank_number(cell) is not None for cell in cells if cell)


def _is_text(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if re.search(LETTER, cell)]
    return (
        len(filled) * 2 >= len(cells)
        and len({normal(text) for text in filled}) * 10 > len(filled) * 8
    )


def _numbers_in(table: Table, column: int) -> Dict[int, int]:
    """Return the numbers of the lines in a column, {} where two lines have the same."""
    found: Dict[int, int] = {}
    for at, line in enumerate(table.lines):
        match = _NUMBER.fullmatch(line.texts[column]) or _WITH_NAME.fullmatch(line.texts[column])
        if match:
            found[at] = int(match[1])
    return found if len(set(found.values())) == len(found) else {}


def _numberings(table: Table, name: int, before: int) -> List[Tuple[int, Dict[int, int]]]:
    """Return the numbers that the lines may have: of every column of numbers, and by order."""
    named = [at for at, line in enumerate(table.lines) if name < 0 or line.texts[name]]
    found: List[Tuple[int, Dict[int, int]]] = []
    columns = [*table.columns_of("number"), *table.columns_of("place")]
    columns += [
        c for c in range(len(table.headings)) if not table.headings[c].meaning and c < before
    ]
    columns += [name] if name >= 0 else []
    is_asked = ("number", "") in table.asked.headings.values()
    if is_asked:
        columns = table.columns_of("number")
    for column in columns:
        numbers = _numbers_in(table, column)
        if numbers and len(numbers) * 10 >= len(named) * 4:
            found.append((column, numbers))
    is_headed = any(column >= 0 and table.headings[column].meaning for column, _ in found)
    are_all = all(len(numbers) == len(table.lines) for _, numbers in found)
    by_order = {at: index for index, at in enumerate(named, 1)}
    # places that are shared may be printed once: the others of them are blank
    is_order = any(numbers.items() <= by_order.items() for _, numbers in found)
    if not found or (not is_asked and (are_all or is_order or not is_headed)):
        found.append((-1, by_order))
    return found


def numbers_of_two(table: Table, roster: Roster) -> List[Fault]:
    """Return a fault for each number that stands beside a second name; a few are slips."""
    faults = []
    for column in table.columns_of("number"):
        seen: Dict[str, Player] = {}
        for player in roster.players:
            text = table.lines[player.line].texts[column]
            first = seen.setdefault(text, player)
            if text.isdecimal() and first is not player:
                said = say(
                    "number {n} is {who} here, but {other} in {cell}",
                    n=text, who=player.name, other=first.name,
                    cell=table.place(table.lines[first.line], column).cell,
                )  # fmt: skip
                faults.append(Fault(said, table.place(table.lines[player.line], column)))
    return faults if 3 * len(faults) <= len(roster.players) else []


def left_out(
    table: Table, roster: Roster, columns: Sequence[int], may_be_second: bool = False
) -> List[Fault]:
    """Return a fault for each line that holds results but is nobody's.

    The second line of a player, in tables of American programs, holds colours only, or the points
    after each round.
    """
    named = {player.line: player.name for player in roster.players}
    faults = []
    for at, line in enumerate(table.lines):
        cells = [line.texts[column] for column in columns if line.texts[column]]
        are_colours = all(len(cell) == 1 and cell.isalpha() for cell in cells)
        are_sums = at - 1 in named and None not in map(number_in, cells)
        is_second = may_be_second and (are_colours or are_sums)
        is_nameless = not named.get(at, "") and any(named.values())
        if not cells or is_second or not (at not in named or is_nameless):
            continue
        said = (
            say("this line holds results, but nobody can tell whose: its number is missing")
            if roster.name_column >= 0 and line.texts[roster.name_column]
            else say("this line holds results, but nobody can tell whose: its name is missing")
        )
        faults.append(Fault(said, table.place(line, max(roster.name_column, 0))))
    return faults
