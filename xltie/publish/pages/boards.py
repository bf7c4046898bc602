"""Bridge: what every board was worth, and every table that played it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from xltie.core.messages import word
from xltie.core.numbers import rounded, show, show_signed
from xltie.event import SIDES, BoardResult, Deal, HandRecord, Id, Result, shown_deal
from xltie.event.bridge import SEATS, dealer, points_of_hand, vulnerable_at
from xltie.publish.page_model import Cell, Column, Content, Links, Page, Row, Section, Table
from xltie.publish.pages import cells
from xltie.publish.results import Results
from xltie.ranking.statistics import frequency_rows, method_under
from xltie.rules.bridge.board_scores import (
    BoardScores,
    board_scores_of,
    method_with,
    sittings,
)
from xltie.rules.bridge.options import Method


def pages(results: Results) -> list[Page]:
    """Return a list of the boards and a page for each: frequencies and traveller."""
    deals = sorted({board_result.deal for board_result in results.event.board_results})
    text = results.language.text
    scored = method(results)
    given = marks(results)
    listed = tuple(Cell(text("Board {n}", n=shown_deal(deal)), _key(deal)) for deal in deals)
    found = [
        Page(
            _key(deal), text("Board {n}", n=shown_deal(deal)),
            (*_hands(results, deal), _frequencies(results, deal, scored),
             _traveller(results, deal, given)), "boards",
        )
        for deal in deals
    ]  # fmt: skip
    return [Page("boards", text("Boards"), (Links(listed),), "boards"), *found]


def _key(deal: Deal) -> str:
    """Return the key of the page of a deal."""
    return "board-" + shown_deal(deal).replace("/", "-")


def method(results: Results) -> Method:
    """Return how the boards are scored: as the first criterion says, else in matchpoints."""
    first = results.ranked.criteria[0]
    found = method_with(first.function.name, dict(first.options))
    return found or method_under(results.event_index, "mp")


def marks(results: Results) -> BoardScores:
    """Return what every side scored at every table, as the boards are scored."""
    return board_scores_of(results.event_index, method(results))


def _frequencies(results: Results, deal: Deal, scored: Method) -> Table:
    heading, figures = results.language.heading, results.language.number
    headings, *rows = frequency_rows(results.event_index, deal, scored, 2)
    columns = tuple(Column(heading(str(title)), True) for title in headings)
    said: list[Row] = [
        tuple(
            figures(show(cell)) if isinstance(cell, (int, Fraction)) else str(cell) for cell in row
        )
        for row in rows
    ]
    return Table(columns, tuple(said), results.language.text("Frequencies"))


_SEATS = (word("seat", "North"), word("seat", "East"), word("seat", "South"), word("seat", "West"))
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_TO_MAKE = ("NT", *_SUITS)


def _hands(results: Results, deal: Deal) -> tuple[Section, ...]:
    """Return the cards of a board, and what can be made with them where the file says so."""
    record = results.hands.get(deal)
    if record is None:
        return ()
    seats = [results.language.say(seat) for seat in _SEATS]
    cards = _cards(results, record, seats)
    return (cards, _tricks(results, record, seats)) if record.makes else (cards,)


def _cards(results: Results, record: HandRecord, seats: Sequence[str]) -> Table:
    language, deal = results.language, record.deal
    rows = tuple(
        (seat, *(suit or "–" for suit in hand.split(".")), str(points_of_hand(hand)))
        for seat, hand in zip(seats, record.hands, strict=True)
        if hand
    )
    played = results.event.board_results
    named = next((line.vulnerable for line in played if line.deal == deal and line.vulnerable), "")
    title = language.text(
        "Hands: dealer {dealer}, vulnerable: {sides}", dealer=seats[SEATS.index(dealer(deal[1]))],
        sides=VULNERABLE.get(sides := vulnerable_at(deal[1], named), sides),
    )  # fmt: skip
    points = Column(language.text("High-card points"), True)
    columns = (Column(language.heading("Seat")), *map(Column, _SUITS.values()), points)
    return Table(columns, rows, title)


def _tricks(results: Results, record: HandRecord, seats: Sequence[str]) -> Table:
    tricks = {(seat, suit): str(number) for seat, suit, number in record.makes}
    rows = tuple(
        (said, *(tricks.get((seat, suit), "") for suit in _TO_MAKE))
        for seat, said in zip(SEATS, seats, strict=True)
    )
    suits = (Column(suit, True) for suit in ("NT", *_SUITS.values()))
    columns = (Column(results.language.heading("Seat")), *suits)
    return Table(columns, rows, results.language.text("Tricks that can be made"))


VULNERABLE = {"": "–", "NSEW": "NS EW"}
"""How nobody, and everybody, being vulnerable is written."""


def played_cells(results: Results, at: int, line: BoardResult, given: BoardScores) -> list[str]:
    """Return what is printed of a line: contract, by, lead, tricks, score, points of both sides."""
    figures = results.language.number
    points = [given.get((at, side)) for side in SIDES]
    return [
        line.contract, line.declarer, line.lead, "" if line.tricks is None else str(line.tricks),
        figures(score_text(line)),
        *("" if point is None else figures(show(rounded(point.value, 2))) for point in points),
    ]  # fmt: skip


def _traveller(results: Results, deal: Deal, given: BoardScores) -> Table:
    """Return every table that played a board."""
    text = results.language.text
    played = [(at, board_result) for at, board_result in enumerate(results.event.board_results)
              if board_result.deal == deal]  # fmt: skip
    has_contract = any(board_result.contract for _, board_result in played)
    columns = (
        Column("NS"), Column("EW"), Column(text("Contract")), Column(text("By")),
        Column(text("Lead")), Column(text("Tricks"), True),
        Column(text("Score NS"), True), Column("NS", True), Column("EW", True),
    )  # fmt: skip
    shown = (True, True, *[has_contract] * 4, True, True, True)
    rows = [
        (_side(results, line.ns), _side(results, line.ew), *played_cells(results, at, line, given))
        for at, line in played
    ]
    return Table.showing(shown, columns, rows, text("All tables"))


def scorecard(results: Results, who: Id) -> Table:
    """Return every board that a pair or player sat at, as that side saw it."""
    text, figures = results.language.text, results.language.number
    sat = sittings(results.event_index, who, method(results))
    has_contract = any(one.board_result.contract for one in sat)
    columns = (
        Column(text("Board"), True), Column(text("Seat"), is_minor=True),
        Column(text("Opponent")), Column(text("Contract")), Column(text("By"), is_minor=True),
        Column(text("Tricks"), True, is_minor=True),
        Column(text("Score"), True), Column(text("Points"), True),
        Column(text("Others: less, same, more"), is_minor=True),
    )  # fmt: skip
    shown = (True, True, True, *[has_contract] * 3, True, True, True)
    fields = results.event_index.cached("fields of boards", lambda: _fields(results))
    rows: list[Row] = []
    for one in sat:
        played = one.board_result
        others = played.who("ew" if one.side == "ns" else "ns")
        worth = "" if one.score is None else figures(show(rounded(one.score.value, 2)))
        result = played.result(one.side)
        rows.append((
            Cell(played.shown_board, _key(played.deal)), one.side.upper(),
            _side(results, others) if others else "–", played.contract, played.declarer,
            "" if played.tricks is None else str(played.tricks), figures(_text(result)), worth,
            _against(result, fields[played.deal, played.group, one.side]),
        ))  # fmt: skip
    return Table.showing(shown, columns, rows, text("Scorecard"), named=2)


def _fields(results: Results) -> dict[tuple[Deal, str, str], list[Result]]:
    """Return the results of every board, as either side sees them."""
    found: dict[tuple[Deal, str, str], list[Result]] = {}
    for played in results.event.board_results:
        for side in SIDES:
            if played.who(side):
                key = (played.deal, played.group, side)
                found.setdefault(key, []).append(played.result(side))
    return found


def _against(result: Result, field: Sequence[Result]) -> str:
    """Return how many others have less, the same and more on a board; "" without a score."""
    if not isinstance(result, Fraction):
        return ""
    scores = [other for other in field if isinstance(other, Fraction)]
    less = sum(other < result for other in scores)
    more = sum(other > result for other in scores)
    return f"{less} · {len(scores) - less - more - 1} · {more}"


def _side(results: Results, who: tuple[str, ...]) -> Content:
    if len(who) == 1:
        return cells.player(results, who[0])
    return " + ".join(results.name(member) for member in who)


def score_text(board_result: BoardResult) -> str:
    """Return the score as NS sees it; both sides where an adjusted score is not the same."""
    ns, ew = board_result.ns_result, board_result.ew_result
    if isinstance(ns, Fraction) and isinstance(ew, Fraction) and ns != -ew:
        return f"{_text(ns)} / {_text(-ew)}"
    return _text(ns)


def _text(result: Result) -> str:
    if result is None:
        return ""
    return show_signed(result) if isinstance(result, Fraction) else str(result)
