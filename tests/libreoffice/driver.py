"""Drives a real LibreOffice for the tests: one request and one answer per line, as JSON.

Runs with a Python that has ``uno`` (the system's), so it imports nothing of xltie or of the tests.
Usage: driver.py PROFILE [EXTENSION]. With an extension it is installed first, in a LibreOffice of
its own, through the extension manager, which also works for root.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.task import XInteractionHandler
from com.sun.star.ucb import XCommandEnvironment

PATIENCE = 60.0


def properties(**values):
    made = []
    for name, value in values.items():
        own = PropertyValue()
        own.Name, own.Value = name, value
        made.append(own)
    return tuple(made)


def url_of(path):
    return uno.systemPathToFileUrl(str(Path(path).resolve()))


class Approve(unohelper.Base, XCommandEnvironment, XInteractionHandler):
    """Says yes to what an installation asks."""

    def getInteractionHandler(self):  # noqa: N802
        return self

    def getProgressHandler(self):  # noqa: N802
        return None

    def handle(self, request):
        for answer in request.getContinuations():
            approve = answer.queryInterface(
                uno.getTypeByName("com.sun.star.task.XInteractionApprove")
            )
            if approve:
                approve.select()
                return


class Office:
    words = ("--headless", "--invisible")

    def __init__(self, profile):
        pipe = f"xltie_test_{os.getpid()}_{time.monotonic_ns()}"
        self.errors = Path(profile).with_suffix(".log")
        self.command = ["soffice", *self.words, "--norestore", "--nologo",
                        f"-env:UserInstallation={url_of(profile)}"]  # fmt: skip
        self.process = subprocess.Popen(
            [*self.command, "--nodefault", f"--accept=pipe,name={pipe};urp;"],
            stdout=subprocess.DEVNULL, stderr=self.errors.open("ab"),
            env={**os.environ, "TMPDIR": str(self.errors.parent)},  # a killed one leaves folders
        )  # fmt: skip
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext(
            "com.sun.star.bridge.UnoUrlResolver", local
        )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.context = resolver.resolve(
                    f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext"
                )
                break
            except Exception:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise
                time.sleep(0.05)
        self.desktop = self.make("com.sun.star.frame.Desktop")
        self.documents = {}

    def make(self, service):
        return self.context.ServiceManager.createInstanceWithContext(service, self.context)

    def quit(self):
        """End LibreOffice, also one that is gone already: to uno its documents are no objects."""
        with contextlib.suppress(Exception):
            for document in self.documents.values():
                document.close(True)
            self.desktop.terminate()
        self.documents.clear()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    # -- requests --------------------------------------------------------------------------------

    def install(self, path):
        manager = self.context.getValueByName(
            "/singletons/com.sun.star.deployment.ExtensionManager"
        )
        channel = manager.createAbortChannel()
        package = manager.addExtension(url_of(path), (), "user", channel, Approve())
        return package.getIdentifier().Value, package.getVersion()

    def open(self, path=None):
        address = url_of(path) if path else "private:factory/scalc"
        document = self.desktop.loadComponentFromURL(address, "_blank", 0, properties(Hidden=True))
        handle = f"document{len(self.documents)}"
        self.documents[handle] = document
        return handle

    def taken(self, path):
        """A document that a command has opened, None where it has not."""
        for document in self.desktop.Components:
            if getattr(document, "URL", "") == url_of(path):
                handle = f"document{len(self.documents)}"
                self.documents[handle] = document
                return handle
        return None

    def close(self, document):
        self.documents.pop(document).close(True)

    def _range(self, document, address):
        """``Sheet!A1:B2`` as a range."""
        name, _, cells = address.rpartition("!")
        sheets = self.documents[document].Sheets
        sheet = sheets.getByName(name) if name else sheets.getByIndex(0)
        return sheet.getCellRangeByName(cells)

    def sheet(self, document, name, rows):
        """Put a sheet with rows of values in."""
        sheets = self.documents[document].Sheets
        if not sheets.hasByName(name):
            sheets.insertNewByName(name, sheets.Count)
        sheet = sheets.getByName(name)
        if not rows:
            return
        width = max(map(len, rows))
        data = tuple(
            tuple("" if cell is None else cell for cell in row) + ("",) * (width - len(row))
            for row in rows
        )
        sheet.getCellRangeByPosition(0, 0, width - 1, len(rows) - 1).setDataArray(data)

    def put(self, document, cells):
        """Type formulas and values: an array formula where the address is a range."""
        for address, content in cells.items():
            target = self._range(document, address)
            if ":" in address:
                target.setArrayFormula(content)
            elif isinstance(content, str):
                target.getCellByPosition(0, 0).setFormula(content)
            else:
                target.getCellByPosition(0, 0).setValue(content)

    def get(self, document, address):
        """Rows of cells: a number, a text, None for a blank, ["error", text shown] for an error."""
        target = self._range(document, address)
        area = target.RangeAddress
        rows = [list(line) for line in target.getDataArray()]
        for row, line in enumerate(rows):
            for column, value in enumerate(line):
                if value is None:
                    line[column] = ["error", target.getCellByPosition(column, row).String]
        for part in target.queryEmptyCells().getRangeAddresses():
            for row in range(part.StartRow, part.EndRow + 1):
                for column in range(part.StartColumn, part.EndColumn + 1):
                    rows[row - area.StartRow][column - area.StartColumn] = None
        return rows

    def sheets(self, document):
        return list(self.documents[document].Sheets.ElementNames)

    def data(self, document, address):
        """Rows of cells, fast: a number, a text, None for an error."""
        return self._range(document, address).getDataArray()

    def protect(self, document):
        """Switch on the protection of every sheet, as with one click each."""
        for sheet in self.documents[document].Sheets:
            sheet.protect("")

    def typed(self, document, address, value):
        """Tell whether a cell takes what is typed; unlike ``put``, protection refuses it."""
        try:
            self._range(document, address).setDataArray(((value,),))
        except Exception:
            return False
        return True

    def formula(self, document, address):
        return self._range(document, address).getCellByPosition(0, 0).getFormula()

    def dispatch(self, document, command, select=None):
        controller = self.documents[document].CurrentController
        if select:
            controller.select(self._range(document, select))
        helper = self.make("com.sun.star.frame.DispatchHelper")
        before = self.errors.stat().st_size
        helper.executeDispatch(controller.Frame, "org.xltie.calc:" + command, "_self", 0, ())
        return self.errors.read_bytes()[before:].decode("utf-8", "replace")

    def table(self, document, name):
        """The area of a table."""
        own = self.documents[document]
        area = own.DatabaseRanges.getByName(name).DataArea
        sheet = own.Sheets.getByIndex(area.Sheet)
        cells = sheet.getCellRangeByPosition(
            area.StartColumn, area.StartRow, area.EndColumn, area.EndRow
        )
        return cells.AbsoluteName.replace("$", "").rpartition(".")[2]

    def fill(self, document, address):
        return self._range(document, address).getCellByPosition(0, 0).CellBackColor

    def undo(self, document):
        self.documents[document].getUndoManager().undo()

    def undo_titles(self, document):
        return list(self.documents[document].getUndoManager().getAllUndoActionTitles())

    def is_modified(self, document):
        return self.documents[document].isModified()

    def recalculate(self, document):
        self.documents[document].calculateAll()

    def selected(self, document):
        """The cells that are selected, ``$Sheet.$A$1``."""
        return self.documents[document].getCurrentSelection().AbsoluteName

    def rename(self, document, name, new):
        self.documents[document].Sheets.getByName(name).setName(new)

    def insert_column(self, document, sheet, column):
        """Insert a column before one, counted from 0, as people do."""
        self.documents[document].Sheets.getByName(sheet).Columns.insertByIndex(column, 1)

    def insert_row(self, document, sheet, row):
        """Insert a row before one, counted from 1."""
        self.documents[document].Sheets.getByName(sheet).Rows.insertByIndex(row - 1, 1)

    def sort(self, document, address, column, ascending=True):
        """Sort rows by a column of theirs, counted from 0, as the button of the toolbar does."""
        field = uno.createUnoStruct("com.sun.star.table.TableSortField")
        field.Field, field.IsAscending = column, ascending
        how = properties(
            SortFields=uno.Any("[]com.sun.star.table.TableSortField", (field,)),
            ContainsHeader=False, IsSortColumns=False, BindFormatsToContent=False,
        )  # fmt: skip
        self._range(document, address).sort(how)

    def move(self, document, source, target):
        """Move cells, as by dragging them."""
        cells = self._range(document, source)
        first = self._range(document, target).getCellByPosition(0, 0)
        cells.Spreadsheet.moveRange(first.CellAddress, cells.RangeAddress)

    def save(self, document, path, filter):
        self.documents[document].storeToURL(url_of(path), properties(FilterName=filter))

    def processor_seconds(self):
        """CPU seconds of LibreOffice until now, of all its processes."""
        total, waiting = 0.0, [self.process.pid]
        while waiting:
            pid = waiting.pop()
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
        return total

    def timed(self, document, cells):
        """CPU seconds for typing into cells, with all that is computed then."""
        start = self.processor_seconds()
        self.put(document, cells)
        self.documents[document].calculate()
        return self.processor_seconds() - start

    def seen(self, document, cells, address):
        """CPU seconds for typing into cells, and for what is looked at then."""
        start = self.processor_seconds()
        self.put(document, cells)
        self._range(document, address).getDataArray()
        return self.processor_seconds() - start

    def timed_recalculation(self, document):
        start = self.processor_seconds()
        self.documents[document].calculateAll()
        return self.processor_seconds() - start

    def descriptions(self):
        """Name, description and arguments of every add-in function, as the wizard shows them."""
        service = self.make("com.sun.star.sheet.FunctionDescriptions")
        found = {}
        for index in range(service.Count):
            about = {one.Name: one.Value for one in service.getByIndex(index)}
            found[about["Name"]] = [
                about["Description"],
                [
                    [argument.Name, argument.Description, bool(argument.IsOptional)]
                    for argument in about["Arguments"] or ()
                ],
            ]
        return found


def main(kind=Office):
    profile, extension = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    if extension:
        office = Office(profile)
        try:
            office.install(extension)
        finally:
            office.quit()
    office = kind(profile)
    print(json.dumps({"answer": "ready"}), flush=True)
    try:
        for line in sys.stdin:
            request = json.loads(line)
            try:
                answer = {"answer": getattr(office, request["do"])(**request["with"])}
            except Exception:
                answer = {"error": traceback.format_exc()}
            print(json.dumps(answer), flush=True)
    except BrokenPipeError:  # who asked is gone
        sys.stdout = None
    finally:
        office.quit()


if __name__ == "__main__":
    main()
