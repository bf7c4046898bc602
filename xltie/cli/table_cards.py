"""The guide cards of a movement, as text and as a page to print."""

from __future__ import annotations

from html import escape

from xltie.cli.console import Console
from xltie.core.language import Language
from xltie.core.messages import Message, say, word
from xltie.sheets.round import TableCard

_HEADINGS = (
    word("heading", "Round"), word("heading", "NS"), word("heading", "EW"),
    word("heading", "Boards"),
)  # fmt: skip
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


def print_cards(cards: list[TableCard], console: Console) -> None:
    """Print who sits at every table in each round, with which boards, and who moves where."""
    from xltie.cli.printing import print_table

    for card in cards:
        console.say(_title(card))
        print_table(_HEADINGS, _rows(card, console.language), (1, 2, 3), console)
        for move in card.moves:
            console.show(f"  {console.words(move)}")
        console.show()


def cards_page(cards: list[TableCard], title: str, language: Language) -> str:
    """Return a page in HTML with one card for each table, each on a sheet of its own."""
    headings = "".join(f"<th>{escape(language.say(heading))}</th>" for heading in _HEADINGS)
    sections = []
    for card in cards:
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
            for row in _rows(card, language)
        )
        moves = "".join(f"<p>{escape(language.say(move))}</p>" for move in card.moves)
        sections.append(
            f"<section><h1>{escape(language.say(_title(card)))} "
            f"<small>{escape(title)}</small></h1>"
            f"<table><tr>{headings}</tr>{body}</table>{moves}</section>"
        )
    return (
        f'<!doctype html>\n<html lang="{language.code}"><head><meta charset="utf-8">'
        f"<title>{escape(title or language.heading('Table'))}</title>"
        f"<style>{_STYLE}</style></head><body>\n" + "\n".join(sections) + "\n</body></html>\n"
    )


def _title(card: TableCard) -> Message:
    return say("Table {table}", table=card.table)


def _rows(card: TableCard, language: Language) -> list[tuple[str, ...]]:
    return [
        (str(line.round), line.ns, line.ew, language.say(line.boards))
        if line.ew
        else (str(line.round), line.ns, language.say(say("sits out")), "")
        for line in card.lines
    ]
