"""What the buttons of the ribbon do in the open workbook; each returns one line."""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.cells import is_blank, text_of
from xltie.core.errors import Fault, Place, XltieError
from xltie.core.language import language
from xltie.core.messages import Message, count, joined, say
from xltie.hosts.common import commands
from xltie.hosts.common.commands import NO_LIST, first_of
from xltie.hosts.common.host import Question, Recomputed, Shown
from xltie.hosts.common.open_workbook import calls_in, language_of
from xltie.hosts.excel.book import Book
from xltie.hosts.excel.values import outgoing
from xltie.ranking import Standings, display_name, rank
from xltie.ranking.cells import id_cell, in_one_cell
from xltie.sheets.functions import REGISTRY
from xltie.sheets.tables import language_of_sheets
from xltie.sheets.workbook import read_tournament

STANDINGS, EXPLAIN = say("Standings"), say("Explain")
_HEADING, _PLACE = say("How it came about"), say("Place")


class Desk(Book):
    """An open workbook before a person who has answered some questions, with yes or no."""

    can_undo = False

    def __init__(self, book: Any, answers: Sequence[str] = ()) -> None:
        super().__init__(book)
        self._answers = list(answers)

    def agrees(self, command: str, faults: Sequence[Fault], question: Message) -> bool:
        """Tell whether it was agreed to; else the question goes to Excel, which asks.

        Raises:
            Question: it was not answered yet.
        """
        if self._answers:
            return self._answers.pop(0) == "yes"
        raise Question(joined((first_of(faults), question), ". ") if faults else question)

    def chosen_file(self) -> Optional[Path]:
        """Return a file that a person chooses in Excel's own window, None without one.

        Raises:
            XltieError: this is not Excel for Windows.
        """
        api = getattr(self.app, "api", None)
        if api is None or not hasattr(api, "GetOpenFilename"):
            raise XltieError(NO_LIST)
        chosen = api.GetOpenFilename()
        return Path(chosen) if isinstance(chosen, str) else None

    def keep_copy(self) -> List[Message]:
        """Keep the workbook as it was beside its file, since Excel cannot undo, and say so."""
        try:
            file = self.file()
        except XltieError:
            return []
        if file is None:
            return []
        copy = file.with_name(f"{file.stem} - before{file.suffix}")
        try:
            self.save_copy_as(copy)
        except Exception as error:  # whatever Excel or the disk says: the round is not paired
            raise XltieError.say(
                "no copy could be kept as {file}: {error}", file=copy.name, error=str(error)
            ) from None
        return [say("as it was before: {file}", file=copy.name)]

    def opened(self, path: Path, said: Sequence[Message]) -> None:
        """Open another workbook; the add-in looks at it as at any that is opened."""
        self.app.enable_events = True
        self.app.books.open(str(path))

    def read_out(self, lines: Sequence[str]) -> Shown:
        """Write lines on a sheet of their own."""
        target = self._own_sheet(EXPLAIN, _HEADING)
        self.fill(target, [[language_of(self).say(_HEADING)], *([line] for line in lines)])
        return Shown([say("{what}; see the sheet {sheet}", what=lines[0], sheet=target)])

    def command_line(self) -> Tuple[Sequence[str], Mapping[str, str]]:
        """Return what starts the command line of xltie, and the environment for it."""
        from xltie.hosts.excel.registration import with_console

        return (str(with_console(Path(sys.executable))), "-m", "xltie"), os.environ

    def instead_of(self, done: Recomputed) -> Optional[Shown]:
        """Write the standings where there are no formulas; say which formulas are not known."""
        unknown = next(self._unknown(), None) if done.formulas else None
        if done.formulas and unknown is None:
            return None
        if unknown is None:
            return Shown([self._written()])
        said = say(
            "Excel does not know the functions of xltie ({cell}): is the add-in loaded?",
            cell=str(unknown),
        )
        return Shown([said])

    def _unknown(self) -> Iterator[Place]:
        """Yield the cells whose formulas call xltie functions that Excel has not loaded."""
        for sheet in self.sheets():
            grid = self.grid(sheet)
            for (row, column), formula in self.formulas(sheet).items():
                if str(grid.rows[row - 1][column - 1]) == "#NAME?" and calls_in(formula):
                    yield grid.place(row - 1, column - 1)

    def _written(self) -> Message:
        """Write the standings on a separate sheet, for a workbook without xltie formulas."""
        tournament = read_tournament({name: self.grid(name) for name in self.sheets()})
        event_index = tournament.event_index()
        found = rank(event_index, tournament.parsed())
        sheet = self._own_sheet(STANDINGS, _PLACE)
        changed = self.fill(sheet, standings_rows(found))
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

    def _own_sheet(self, title: Message, first_cell: Message) -> str:
        """Return a sheet that is empty or holds our rows; the user's own sheets are left alone."""
        spoken = language_of(self)
        name, corner = spoken.say(title), spoken.say(first_cell)
        for candidate in (name, f"xltie {name}"):
            if candidate not in self.sheets():
                return candidate
            cells = self.grid(candidate).flat()
            if text_of(cells[0]) == corner or all(map(is_blank, cells)):
                return candidate
        raise XltieError.say(
            "there are already sheets called {name} and xltie {name}; rename one", name=name
        )


def run(wanted: str, book: Any) -> str:
    """Do a command in an ``xlwings.Book`` and return the result in one line, errors too.

    What has to be answered first comes back behind a question mark; ``import no yes`` is the
    command after two answers.
    """
    command, *answers = wanted.split()
    mark = ""
    desk = Desk(book, answers)
    said: Message
    with desk.quiet():
        try:
            said = _done(command, desk)
        except Question as question:
            mark, said = "?", question.message
    spoken = language(language_of_sheets(sheet.name for sheet in book.sheets))
    with suppress(Exception):  # a workbook that cannot be read has no settings
        spoken = language_of(desk)
    return f"{mark}{spoken.say(said)}"


def _done(command: str, desk: Desk) -> Message:
    """Do a command and return what is said of it: of a long text the first line."""
    if command == "help":
        return _show_help()
    shown = commands.perform(command, desk)
    return joined(shown.lines[:1] if shown.is_box else shown.lines, "; ")


def standings_rows(found: Standings) -> list[list[Any]]:
    """Return the standings as cells: a header, and a line for each player."""
    labels = [criterion.label for criterion in found.criteria]
    rows: list[list[Any]] = [["Place", "ID", "Name", *labels]]
    for line in found.lines:
        values = ["" if value is None else in_one_cell(value) for value in line.values]
        name = found.event_index.contestant(line.who).name
        rows.append([line.place, id_cell(line.who), name, *(outgoing(value) for value in values)])
    return rows


def _show_help() -> Message:
    """Open the list of functions in the browser; it needs no network."""
    from xltie.hosts.excel.help import page

    path = Path(tempfile.gettempdir()) / "xltie-functions.html"
    path.write_text(page(REGISTRY.values()), "utf-8")
    webbrowser.open(path.as_uri())
    return say("the list of functions is in the browser ({path})", path=str(path))
