"""What the buttons of the ribbon do in the open workbook; each returns one line."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import webbrowser
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence

from xltie.core.cells import is_blank, text_of
from xltie.core.errors import Fault, InputError, Place, XltieError
from xltie.core.language import language
from xltie.core.messages import Message, count, joined, say
from xltie.hosts.common import check_workbook, open_workbook
from xltie.hosts.common.buttons import SHEETS
from xltie.hosts.common.pair_next_round import OPEN_AS_DRAWS, lay_out, pair
from xltie.hosts.common.seat_movement import seat
from xltie.hosts.excel.book import Book
from xltie.hosts.excel.values import outgoing
from xltie.ranking import Standings, display_name, rank
from xltie.ranking.cells import id_cell, in_one_cell
from xltie.sheets.functions import REGISTRY
from xltie.sheets.round import OpenGames
from xltie.sheets.tables import language_of_sheets
from xltie.sheets.workbook import read_tournament

STANDINGS, EXPLAIN = say("Standings"), say("Explain")
_HEADING, _PLACE = say("How it came about"), say("Place")
_log = logging.getLogger(__name__)


class Question(Exception):
    """What somebody has to answer before a command goes on; a no ends it, or is an answer too."""

    def __init__(self, message: Message, ends_on_no: bool = True) -> None:
        self.message = message
        self.ends_on_no = ends_on_no


def run(wanted: str, book: Any) -> str:
    """Do a command in an ``xlwings.Book`` and return the result in one line, errors too.

    What has to be answered first comes back behind a question mark, with what to say after a no
    behind a tab; ``pair yes`` is the command after one yes. Behind a tab that nothing follows a no
    is an answer as well: ``import no yes``.
    """
    command, *answers = wanted.split()
    mark, no = "", ""
    try:
        open_book = Book(book)
        with open_book.quiet():
            said = COMMANDS[command](open_book, answers)
    except Question as question:
        mark, said = "?", question.message
        no = "\t"
        if question.ends_on_no:
            no += open_workbook.language_of(open_book).say(say("nothing was changed"))
    except InputError as error:
        said = say("nothing was changed: {what}", what=_first(error.faults))
        if command != "explain":
            _show_first(open_book, error.faults)
    except XltieError as error:
        said = error.fault.placed
    except Exception as error:  # the ribbon has no other place to show it
        _log.exception("%s failed", command)
        said = say(
            "{command} failed because of an error in xltie: {error}",
            command=command,
            error=repr(error),
        )
    spoken = language(language_of_sheets(sheet.name for sheet in book.sheets))
    with suppress(Exception):  # a workbook that cannot be read has no settings
        spoken = open_workbook.language_of(Book(book))
    return f"{mark}{spoken.say(said)}{no}"


def _show_first(book: Book, faults: Sequence[Fault]) -> None:
    """Put the cursor into the first cell that a fault names."""
    found = check_workbook.Checked(tuple(faults)).after(None)
    if found is not None:
        book.show(*found[1])


def recompute(book: Book) -> Message:
    """Recompute the formulas; if there are none, write the standings as values."""
    lay_out(book)
    done = open_workbook.recompute(book)
    if not done.formulas:
        return _written(book)
    unknown = next(_unknown(book), None)
    if unknown:
        return say(
            "Excel does not know the functions of xltie ({cell}): is the add-in loaded?",
            cell=str(unknown),
        )
    faults = check_workbook.check(book).faults
    return joined((done.message, _first(faults))) if faults else done.message


def _unknown(book: Book) -> Iterator[Place]:
    """Yield the cells whose formulas call xltie functions that Excel has not loaded."""
    for sheet in book.sheets():
        grid = book.grid(sheet)
        for (row, column), formula in book.formulas(sheet).items():
            if str(grid.rows[row - 1][column - 1]) == "#NAME?" and open_workbook.calls_in(formula):
                yield grid.place(row - 1, column - 1)


def _written(book: Book) -> Message:
    """Write the standings on a separate sheet, for a workbook without xltie formulas."""
    tournament = read_tournament({name: book.grid(name) for name in book.sheets()})
    event_index = tournament.event_index()
    found = rank(event_index, tournament.parsed())
    sheet = _own_sheet(book, STANDINGS, _PLACE)
    changed = book.fill(sheet, standings_rows(found))
    done = (
        count(
            changed,
            "{n} cell changed on the sheet {sheet}",
            "{n} cells changed on the sheet {sheet}",
            sheet=sheet,
        )
        if changed
        else say("no cell changed on the sheet {sheet}", sheet=sheet)
    )
    if not found.lines:
        return say("{done}; first is nobody", done=done)
    first = display_name(event_index, found.lines[0].who)
    return say("{done}; first is {who}", done=done, who=first)


def standings_rows(found: Standings) -> list[list[Any]]:
    """Return the standings as cells: a header, and a line for each player."""
    labels = [criterion.label for criterion in found.criteria]
    rows: list[list[Any]] = [["Place", "ID", "Name", *labels]]
    for line in found.lines:
        values = ["" if value is None else in_one_cell(value) for value in line.values]
        name = found.event_index.contestant(line.who).name
        rows.append([line.place, id_cell(line.who), name, *(outgoing(value) for value in values)])
    return rows


def _own_sheet(book: Book, title: Message, first_cell: Message) -> str:
    """Return a sheet that is empty or holds our rows; the user's own sheets are left alone."""
    spoken = open_workbook.language_of(book)
    name, corner = spoken.say(title), spoken.say(first_cell)
    for candidate in (name, f"xltie {name}"):
        if candidate not in book.sheets():
            return candidate
        cells = book.grid(candidate).flat()
        if text_of(cells[0]) == corner or all(map(is_blank, cells)):
            return candidate
    raise XltieError(
        say(
            "there are already sheets called {name} and xltie {name}; rename one",
            name=name,
        )
    )


def pair_next_round(book: Book, agreed: Sequence[str] = ()) -> Message:
    """Pair the next round, type it into the workbook and put the cursor into its first result."""
    return _paired(book, is_again=False, counts_open=len(agreed) > 0)


def pair_again(book: Book, agreed: Sequence[str] = ()) -> Message:
    """Pair the last round once more, which is asked before: Excel does not undo what we type."""
    if not agreed:
        raise Question(say("Pair the last round again? Its pairings are replaced."))
    return _paired(book, is_again=True, counts_open=len(agreed) > 1)


def _paired(book: Book, *, is_again: bool, counts_open: bool) -> Message:
    copy = _copied(book)
    try:
        done = pair(book, again=is_again, with_open_games=counts_open)
    except OpenGames as error:
        if counts_open:
            raise
        _show_first(book, error.faults)
        raise Question(joined((_first(error.faults), OPEN_AS_DRAWS), ". ")) from None
    book.show(done.sheet, done.result)
    return joined((*done.said, *copy), "; ")


def _copied(book: Book) -> list[Message]:
    """Keep the workbook as it was beside its file, since Excel cannot undo, and say so."""
    try:
        file = book.file()
    except XltieError:
        return []
    if file is None:
        return []
    copy = file.with_name(f"{file.stem} - before{file.suffix}")
    try:
        book.save_copy_as(copy)
    except Exception as error:  # whatever Excel or the disk says: the round is not paired without
        raise XltieError(
            say("no copy could be kept as {file}: {error}", file=copy.name, error=str(error))
        ) from None
    return [say("as it was before: {file}", file=copy.name)]


def seat_movement(book: Book) -> Message:
    """Type a whole movement of bridge into the workbook and show it."""
    copy = _copied(book)
    done = seat(book)
    book.show(done.sheet, done.result)
    return joined((*done.said, *copy), "; ")


def fill_players(book: Book) -> Message:
    """Complete the players from a rating list; Excel asks for its file where none is known."""
    from xltie.hosts.common import fill_players as fill_from_list  # reads files, which Lite cannot

    done = fill_from_list.fill(book, lambda: book.chosen_file(fill_from_list.NO_LIST))
    if done is None:
        return say("no list was chosen")
    if done.doubts:
        _show_first(book, done.doubts)
    return joined(done.said, "; ")


def explain(book: Book) -> Message:
    """Write on a sheet how the selected value, or the selected player's place, was computed."""
    lines = open_workbook.explain(book, *book.selected())
    target = _own_sheet(book, EXPLAIN, _HEADING)
    heading = open_workbook.language_of(book).say(_HEADING)
    book.fill(target, [[heading], *([line] for line in lines)])
    return say("{what}; see the sheet {sheet}", what=lines[0], sheet=target)


def check(book: Book) -> Message:
    """Put the cursor into the first cell that is wrong, or the next after the one it is in."""
    found = check_workbook.check(book)
    if not found.faults:
        return say("no faults")
    selected = None
    with suppress(XltieError):
        selected = book.selected()
    next_one = found.after(selected)
    if next_one is None:
        return _first(found.faults)
    fault, cell = next_one
    book.show(*cell)
    said = count(len(found.faults), "{n} fault. {fault}", "{n} faults. {fault}", fault=fault.placed)
    return joined((said, found.repair), "; ") if found.repair else said


def publish(book: Book) -> Message:
    """Write the event as web pages into a folder beside the workbook."""
    from xltie.hosts.common import publish_pages

    told = publish_pages.publish(book, _command_line(), os.environ)
    return joined(told, "; ")


def add_sheet(name: str, book: Book) -> Message:
    """Add a sheet that is wanted once, as ``xltie add-sheet`` calls it, and show it."""
    from xltie.hosts.common import add_sheet as made_outside

    said = made_outside.add_sheet(book, name, _command_line(), os.environ)
    book.show(book.sheets()[-1], (1, 1))
    return joined(said, "; ")


def import_sheet(book: Book, answers: Sequence[str] = ()) -> Message:
    """Make an event of the sheet that is shown, open it and say what the sheet was read as.

    Of a table that fits two readings each is asked for in turn; ``answers`` were given before.
    """
    from xltie.hosts.common import import_sheet as from_sheet

    given = iter(answers)

    def choose(fault: Fault) -> Optional[str]:
        for reading in fault.readings:
            answer = next(given, None)
            if answer is None:
                asked = from_sheet.is_meant(fault, reading)
                raise Question(joined(asked, "\n"), ends_on_no=False)
            if answer == "yes":
                return reading
        return None

    done = from_sheet.import_sheet(book, book.shown_sheet(), _command_line(), os.environ, choose)
    book.open(done.path)
    return joined(done.said, "; ")


def _command_line() -> tuple[str, ...]:
    """Return what starts the command line of xltie."""
    from xltie.hosts.excel.registration import with_console

    return (str(with_console(Path(sys.executable))), "-m", "xltie")


def _first(faults: Sequence[Fault]) -> Message:
    first = faults[0].placed
    if not faults[1:]:
        return say("1 fault: {fault}", fault=first)
    return count(len(faults), "{n} fault, first {fault}", "{n} faults, first {fault}", fault=first)


def show_help(book: Book) -> Message:
    """Open the list of functions in the browser; it needs no network."""
    from xltie.hosts.excel.help import page

    path = Path(tempfile.gettempdir()) / "xltie-functions.html"
    path.write_text(page(REGISTRY.values()), "utf-8")
    webbrowser.open(path.as_uri())
    return say("the list of functions is in the browser ({path})", path=str(path))


def _unasked(command: Callable[[Book], Message]) -> Callable[[Book, Sequence[str]], Message]:
    """Return a command that asks nothing."""
    return lambda book, answers: command(book)


COMMANDS: Mapping[str, Callable[[Book, Sequence[str]], Message]] = {
    "recompute": _unasked(recompute),
    "pair": pair_next_round,
    "pairagain": pair_again,
    "seat": _unasked(seat_movement),
    "fill": _unasked(fill_players),
    "explain": _unasked(explain),
    "check": _unasked(check),
    "publish": _unasked(publish),
    "import": import_sheet,
    "help": _unasked(show_help),
    **{
        entry.command: _unasked(partial(add_sheet, entry.command.partition(".")[2]))
        for entry in SHEETS
    },
}
"""What the buttons do; beside the workbook stand the answers that were given, yes or no."""
