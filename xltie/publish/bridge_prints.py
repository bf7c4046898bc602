"""Paper of a bridge session: who sits where, slips and travellers to fill in, cards of results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from xltie.core.errors import InputError
from xltie.core.messages import words
from xltie.core.numbers import rounded, show, show_signed, spans
from xltie.event import BoardResult, Deal, Id, shown_deal
from xltie.event.bridge import SEATS, dealer, natural_order, vulnerable_at
from xltie.publish.page_model import Column, Row, Table
from xltie.publish.pages import boards, cells
from xltie.publish.results import Results, no_such_round
from xltie.rules.bridge.board_scores import sittings

Titled = tuple[str, Table]
"""What stands above a table, and the table."""


class _Seat(NamedTuple):
    """A table in a round: who sits there, and its boards."""

    round: int
    table: str
    ns: tuple[Id, ...]
    ew: tuple[Id, ...]
    boards: tuple[int, ...]

    @property
    def where(self) -> tuple[int, tuple[object, ...]]:
        return self.round, natural_order(self.table)


def _seats(results: Results) -> list[_Seat]:
    """Return every table in every round of a session, in order; of teams a match's first room.

    Raises:
        InputError: no line says in which round and at which table it was played.
    """
    found: dict[tuple[int, str], list[BoardResult]] = {}
    for line in _session(results):
        if line.round:
            found.setdefault((line.round, line.table), []).append(line)
    if not found:
        raise InputError.say(
            "the boards have no rounds and tables; lay out a movement with xltie seat"
        )
    seats = [
        _Seat(number, table, lines[0].ns, lines[0].ew,
              tuple(sorted({line.board for line in lines})))
        for (number, table), lines in found.items()
    ]  # fmt: skip
    return sorted(seats, key=lambda seat: seat.where)


def _session(results: Results) -> list[BoardResult]:
    """Return the lines of the first session that waits for results, of the last where none does."""
    played = results.event.board_results
    waiting = [line.session for line in played if _is_open(line)]
    wanted = min(waiting, default=max((line.session for line in played), default=0))
    return [line for line in played if line.session == wanted]


def _is_open(line: BoardResult) -> bool:
    return (line.ns_result, line.ew_result) == (None, None)


def _of_round(results: Results, number: int) -> list[_Seat]:
    """Return the tables of a round; without a number of the first that waits for a result.

    Raises:
        InputError: there is no such round.
    """
    seats = _seats(results)
    waiting = [line.round for line in _session(results) if line.round and _is_open(line)]
    wanted = number or min(waiting, default=seats[-1].round)
    found = [seat for seat in seats if seat.round == wanted]
    if not found:
        raise no_such_round(number, seats[-1].round)
    return found


def _who(results: Results, side: tuple[Id, ...]) -> str:
    """Return the number and the name of a pair, or the players of a side."""
    named = (f"{who} {results.name(who)}" if results.name(who) != who else who for who in side)
    return " + ".join(named)


_HEADINGS = words(
    "heading", "Seat", "Dealer / vul.", "EW initials", "Points NS", "Points EW", "Member number"
)
"""Headings that nothing else has."""


def _columns(results: Results, *names: str) -> tuple[Column, ...]:
    return tuple(Column(results.language.heading(name)) for name in names)


def _sheet(results: Results, title: str, names: Sequence[str], rows: Iterable[Row]) -> Titled:
    """Return a table with headings of these names, under its title."""
    return title, Table(_columns(results, *names), tuple(rows), title)


def pairings(results: Results, number: int) -> list[Titled]:
    """Return who sits where in a round, by table."""
    seats = _of_round(results, number)
    rows: list[Row] = [
        (seat.table, _who(results, seat.ns), _who(results, seat.ew), spans(seat.boards))
        for seat in seats
    ]
    title = results.language.text("Pairings of round {n}", n=seats[0].round)
    return [_sheet(results, title, ("Table", "NS", "EW", "Boards"), rows)]


def alphabetical(results: Results, number: int) -> list[Titled]:
    """Return who sits where in a round, by name."""
    seats = _of_round(results, number)
    rows: list[Row] = sorted(
        (results.name(who), who, seat.table, side, _who(results, others), spans(seat.boards))
        for seat in seats
        for side, pairs, others in (("NS", seat.ns, seat.ew), ("EW", seat.ew, seat.ns))
        for who in pairs
    )
    names = ("Name", "No", "Table", "Seat", "Opponent", "Boards")
    title = results.language.text("Pairings of round {n} by name", n=seats[0].round)
    return [_sheet(results, title, names, rows)]


def _about_board(number: int) -> str:
    sides = vulnerable_at(number, "")
    return f"{dealer(number)} / {boards.VULNERABLE.get(sides, sides)}"


def slips(results: Results, number: int) -> list[Titled]:
    """Return a slip for every table of a round, to be filled in and picked up."""
    names = ("Board", "Dealer / vul.", "Contract", "By", "Lead", "Tricks", "Score NS",
             "EW initials")  # fmt: skip
    found = []
    for seat in _of_round(results, number):
        title = results.language.text(
            "Round {round}, table {table}: NS {ns}, EW {ew}", round=seat.round, table=seat.table,
            ns=_who(results, seat.ns), ew=_who(results, seat.ew),
        )  # fmt: skip
        rows: list[Row] = [
            (str(board), _about_board(board), *[""] * (len(names) - 2)) for board in seat.boards
        ]
        found.append(_sheet(results, title, names, rows))
    return found


def travellers(results: Results, number: int) -> list[Titled]:
    """Return a sheet for every board with a line for each table that plays it; results if any."""
    names = ("Round", "NS", "EW", "Contract", "By", "Lead", "Tricks", "Score NS", "Points NS",
             "Points EW")  # fmt: skip
    given = boards.marks(results)
    lines: dict[Deal, list[Row]] = {}
    in_order = sorted(
        enumerate(results.event.board_results),
        key=lambda numbered: [natural_order(who) for who in numbered[1].ns],
    )
    for at, line in in_order:
        who = (str(line.round or ""), "+".join(line.ns), "+".join(line.ew))
        cells = boards.played_cells(results, at, line, given)
        lines.setdefault(line.deal, []).append((*who, *cells))
    found = []
    for deal in sorted(lines):
        named = results.language.text("Board {n}", n=shown_deal(deal))
        found.append(_sheet(results, f"{named} · {_about_board(deal[1])}", names, lines[deal]))
    return found


def scorecards(results: Results, number: int) -> list[Titled]:
    """Return what every pair scored on each board, beside the results of the whole field."""
    found = []
    for line in results.ranked.lines:
        card = boards.scorecard(results, line.who)
        sat = sittings(results.event_index, line.who, boards.method(results))
        field = Column(results.language.text("The field"))
        rows = tuple(
            (*row, _field(results, one.board_result, one.side))
            for row, one in zip(card.rows, sat, strict=True)
        )
        total = cells.value(results, line.values[0])
        place = results.language.text("place {place}", place=line.place)
        title = f"{_who(results, (line.who,))}: {place}"
        title += f", {results.ranked.criteria[0].label} {total}" if total else ""
        found.append((title, Table((*card.columns, field), rows, title, card.named)))
    return found


def _field(results: Results, own: BoardResult, side: str) -> str:
    """Return how often every score of a board was made, the best for a side first."""
    scores = Counter(
        result for line in results.event.board_results
        if line.deal == own.deal and line.group == own.group
        for result in [line.result(side)] if isinstance(result, Fraction)
    )  # fmt: skip
    parts = (
        show_signed(score) + (f" x{often}" if often > 1 else "")
        for score, often in sorted(scores.items(), reverse=True)
    )
    return results.language.number(", ".join(parts))


_RECAPPED = 28
"""Boards side by side that can still be read on paper."""


def recap(results: Results, number: int) -> list[Titled]:
    """Return what every pair scored on each board, a sheet for every session, or part of one."""
    deals = sorted({line.deal for line in results.event.board_results})
    sessions = [list(found) for _, found in groupby(deals, key=itemgetter(0))]
    sheets = [
        session[start : start + _RECAPPED]
        for session in sessions
        for start in range(0, len(session), _RECAPPED)
    ]
    title = results.language.text("Recapitulation")
    found = []
    for sheet in sheets:
        span = f" {shown_deal(sheet[0])}–{shown_deal(sheet[-1])}" if sheets[1:] else ""
        found.append((title + span, _recapped(results, sheet, title + span)))
    return found


def _recapped(results: Results, deals: Sequence[Deal], title: str) -> Table:
    figures = results.language.number
    rows: list[Row] = []
    for line in results.ranked.lines:
        scored = {
            one.board_result.deal: figures(show(rounded(one.score.value, 2)))
            for one in sittings(results.event_index, line.who, boards.method(results))
            if one.score is not None
        }
        values = (scored.get(deal, "") for deal in deals)
        rows.append((str(line.place), line.who, *values, cells.value(results, line.values[0])))
    place, number = _columns(results, "Place", "No")
    figured = (*map(shown_deal, deals), results.ranked.criteria[0].label)
    columns = (place._replace(is_number=True), number, *(Column(said, True) for said in figured))
    return Table(columns, tuple(rows), title)


def guides(results: Results, number: int) -> list[Titled]:
    """Return a card for every pair: where it sits, against whom, with which boards."""
    cards: dict[Id, list[Row]] = {}
    last = 0
    for seat in _seats(results):
        last = max(last, seat.round)
        for side, pairs, others in (("NS", seat.ns, seat.ew), ("EW", seat.ew, seat.ns)):
            for who in pairs:
                cards.setdefault(who, []).append((
                    str(seat.round), seat.table, side, _who(results, others),
                    spans(seat.boards),
                ))  # fmt: skip
    names = ("Round", "Table", "Seat", "Opponent", "Boards")
    found = []
    for who in sorted(cards, key=natural_order):
        there = {row[0]: row for row in cards[who]}
        out = results.language.text("sits out")
        rows = tuple(there.get(str(at), (str(at), "", "", out, "")) for at in range(1, last + 1))
        found.append(_sheet(results, _who(results, (who,)), names, rows))
    return found


def name_slips(results: Results, number: int) -> list[Titled]:
    """Return a slip for every table, on which everybody writes the member number."""
    seats = _seats(results)
    names = ("Seat", "No", "Name", "Member number")
    sides = ((SEATS[0], SEATS[2]), (SEATS[1], SEATS[3]))
    found = []
    for seat in (seat for seat in seats if seat.round == seats[0].round):
        title = results.language.text("Table {table}", table=seat.table)
        rows: list[Row] = [
            (player, "+".join(who), name, "")
            for who, players in zip((seat.ns, seat.ew), sides, strict=True)
            for player, name in zip(players, _names_of(results, who), strict=True)
        ]
        found.append(_sheet(results, title, names, rows))
    return found


def _names_of(results: Results, side: tuple[Id, ...]) -> list[str]:
    """Return the names of both who sit there, that of the pair twice where it names one."""
    names = [name for who in side for name in results.name(who).split(" & ")]
    return names if len(names) == len(SEATS) // 2 else [" + ".join(names)] * 2


MAKERS: Mapping[str, Callable[[Results, int], list[Titled]]] = {
    "pairings": pairings, "alphabetical": alphabetical, "slips": slips, "travellers": travellers,
    "scorecards": scorecards, "recap": recap, "guides": guides, "names": name_slips,
}  # fmt: skip
BLOCKS = frozenset({"slips", "travellers", "guides", "names"})
"""Kinds of which several stand on a page, to be cut apart."""
