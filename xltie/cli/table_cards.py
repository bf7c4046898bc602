"""The guide cards of a movement, as text and as a page to print."""

from __future__ import annotations

from html import escape
from typing import TextIO

from xltie.cli.speech import speaking
from xltie.core.messages import say
from xltie.sheets.seating import TableCard

_HEADINGS = ("Round", "NS", "EW", "Boards")
_STYLE = """\
@page { size: A5 landscape; margin: 12mm }
body { font-family: sans-serif; margin: 0 }
section { break-after: page; padding: 8px }
section:last-child { break-after: auto }
h1 { font-size: 30px; margin: 0 0 8px }
h1 small { font-size: 15px; font-weight: normal; float: right; padding-top: 14px }
table { border-collapse: collapse; width: 100%; font-size: 17px }
th, td { border: 1px solid #777; padding: 3px 8px; text-align: center }
th { background: #e8eef4 }
p { font-size: 15px; margin: 8px 0 0 }
"""


def print_cards(cards: list[TableCard], out: TextIO) -> None:
    """Print who sits at every table in each round, with which boards, and who moves where."""
    from xltie.cli.printing import print_table

    for card in cards:
        print(f"Table {card.table}", file=out)
        print_table(_HEADINGS, _rows(card), (1, 2, 3), out)
        for move in card.moves:
            print(f"  {move}", file=out)
        print(file=out)


def cards_page(cards: list[TableCard], title: str) -> str:
    """Return a page in HTML with one card for each table, each on a sheet of its own."""
    own = speaking()
    headings = "".join(f"<th>{escape(own.heading(text))}</th>" for text in _HEADINGS)
    sections = []
    for card in cards:
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(own.said(cell))}</td>" for cell in row) + "</tr>"
            for row in _rows(card)
        )
        moves = "".join(f"<p>{escape(own.said(move))}</p>" for move in card.moves)
        sections.append(
            f"<section><h1>{escape(own.said(f'Table {card.table}'))} "
            f"<small>{escape(title)}</small></h1>"
            f"<table><tr>{headings}</tr>{body}</table>{moves}</section>"
        )
    return (
        f'<!doctype html>\n<html lang="{own.code}"><head><meta charset="utf-8">'
        f"<title>{escape(title or own.heading('Table'))}</title>"
        f"<style>{_STYLE}</style></head><body>\n" + "\n".join(sections) + "\n</body></html>\n"
    )


def _rows(card: TableCard) -> list[tuple[str, ...]]:
    return [
        (str(own.round), own.ns, own.ew, own.boards)
        if own.ew
        else (str(own.round), own.ns, say("sits out"), "")
        for own in card.lines
    ]
