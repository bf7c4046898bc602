"""Evenings typed into LibreOffice's window as a director types them, each key checked.

Names, results and one button: the keys go to the window by xdotool, whatever has the keyboard there
gets them. After every line that is typed the sheet is compared with what ``xltie standings`` says
of the workbook as it is saved at that moment.

``python -m tests.libreoffice.typed_evening GAME[:LANGUAGE] [SEED ...]`` plays evenings and says how
many keys were typed, how many cells compared, and what differed; one that is ended says how far it
came. In English the workbook is the ready one of ``templates/``, in other languages a new one.
"""

from __future__ import annotations

import csv
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.libreoffice.calc import Calc
from tests.libreoffice.screen import (
    DRIVER,
    PLAIN,
    AdjustedScore,
    a_display,
    eventually,
    prepared,
)
from xltie.cli.main import main
from xltie.core.catalogues import in_english, translated
from xltie.core.language import language
from xltie.hosts.libreoffice.package import build
from xltie.ranking import label_in
from xltie.sheets.tables import english_heading

READY = Path(__file__).parents[2] / "templates"
"""The workbooks that a director finds ready."""
FIRST = 5
"""The first row of every table."""
NAMES = (
    "Abel Berg Cruz Diaz Eder Fuchs Gil Horn Ito Jung Kim Lang Moor Nagy Otto Park Quist Rossi "
    "Sato Tal Ueda Voss Wolf Young Zhang Amsel Bruns Conti"
).split()
RESULTS = {
    "chess": ("1", "0", "5", "1", "0"), "go": ("B+", "W+", "B+", "W+", "="),
    "chess-teams": ("1", "0", "5"), "go-teams": ("B+", "W+"),
}  # fmt: skip
BOARDS = {"chess-teams": 4, "go-teams": 3}
"""Boards of a match in the games whose matches are typed board by board."""


@dataclass
class Report:
    """What an evening came to."""

    lines: int = 0
    """Lines that were typed, each ended with Return."""
    states: int = 0
    cells: int = 0
    differ: list[str] = field(default_factory=list)
    astray: list[str] = field(default_factory=list)
    """First keys after a button that would not have come into a result."""

    def __str__(self) -> str:
        return (
            f"{self.lines} lines typed, {self.states} states, {self.cells} cells compared, "
            f"{len(self.differ)} differ, {len(self.astray)} keys astray"
        )


@contextmanager
def a_window() -> Iterator[tuple[Calc, str, Path]]:
    """LibreOffice with the extension on a screen of its own."""
    with tempfile.TemporaryDirectory() as folder, a_display() as display:
        extension = Path(folder) / "xltie.oxt"
        extension.write_bytes(build("1.2.3", sys.executable))
        profile = prepared(Path(folder) / "profile")
        calc = Calc(profile, extension, DRIVER, {**PLAIN, "DISPLAY": display})
        try:
            yield calc, display, Path(folder)
        finally:
            calc.quit()


class Evening:
    """An evening in a window; what differs is kept in its report."""

    games = "Rounds"

    def __init__(
        self, calc: Calc, display: str, path: Path, game: str, seed: int, code: str = "en"
    ) -> None:
        self.game, self.path, self.code = game, path, code
        self.list_sheet, self.planned = ("Teams", 8) if game in BOARDS else ("Players", 24)
        self.random = random.Random(seed)
        self.report = Report()
        self.window = AdjustedScore(calc, display, path)
        eventually(lambda: self.window.ask("buttons"))

    # -- hands ---------------------------------------------------------------------------------

    def cursor(self) -> tuple[str, str, int]:
        """Sheet, column and row of the cell that the next key goes to."""
        sheet, _, cell = self.window.ask("selected")[1:].rpartition(".")
        _, column, row = cell.split("$")
        return in_english("sheet", sheet.strip("'")), column, int(row)

    def sheet(self, english: str) -> str:
        """What a sheet is called in the language of the workbook."""
        kinds = {"bridge": "bridge", **dict.fromkeys(BOARDS, "team")}
        return translated("sheet", english, self.code, kinds.get(self.game, ""))

    def type(self, text: str, end: str = "Return") -> None:
        """Type into the cell that has the keyboard, and compare once the cursor went on."""
        before = self.window.ask("selected")
        self.window.press("LibreOffice Calc", *map(_key, text), end)
        eventually(lambda: self.window.ask("selected") != before)
        self.report.lines += 1
        self.compare(f"{text!r} in {before}")

    def go(self, sheet: str, cell: str) -> None:
        """Click on a cell, as with the mouse."""
        self.window.ask("activate", sheet=self.sheet(sheet), cell=cell)

    def press(self, button: str) -> None:
        """Click on a button, and wait until what it did is a step that can be undone."""
        button = language(self.code).text(button)
        before = self.window.ask("undo_titles").count(button)
        self.window.click(button)
        eventually(lambda: self.window.ask("is_done", title=button, times=before))
        time.sleep(0.5)
        sheet, column, row = self.cursor()
        wanted = self.column_of(self.first_typed, self.games)
        value = self.rows(f"{sheet}!{column}{row}:{column}{row}")[0][0]
        if sheet != self.games or column != wanted or value:
            self.report.astray.append(f"after {button}: {sheet}!{column}{row} {value!r}")
        self.compare(button)

    # -- eyes ----------------------------------------------------------------------------------

    def rows(self, address: str) -> list[list[Any]]:
        sheet, _, cells = address.partition("!")
        return [
            [cell[1] if isinstance(cell, list) else cell for cell in row]
            for row in self.window.ask("get", address=f"{self.sheet(sheet)}!{cells}")
        ]

    @property
    def first_typed(self) -> str:
        if self.game in BOARDS:
            return "Board 1"
        return "Black discs" if self.game == "othello" else "Result"

    def column_of(self, heading: str, sheet: str = "Rounds") -> str:
        titles = [str(text).partition("\n")[0] for text in self.rows(f"{sheet}!A4:P4")[0]]
        spoken = translated("heading", heading, self.code)  # numbered ones are read by no list
        at = next(n for n, text in enumerate(titles) if heading == _english(text) or text == spoken)
        return "ABCDEFGHIJKLMNOP"[at]

    def compare(self, after: str) -> None:
        """Compare the standings on the sheet with those of the command, value by value."""
        saved = self.path.with_name("saved.xlsx")
        self.window.ask("save", path=str(saved), filter="Calc MS Excel 2007 XML")
        told = self._told(saved)
        head, *lines = self.rows("Standings!A4:P40")
        shown = {
            str(line[2]).removesuffix(".0"): line for line in lines if line[2] not in ("", None)
        }
        self.report.states += 1
        if set(shown) != {line["id"] for line in told}:
            self.report.differ.append(
                f"{after}: {sorted(shown)} and {[side['id'] for side in told]}"
            )
            return
        for line in told:
            cells = dict(zip(map(_english, head), shown[line["id"]]))
            pairs = {"place": cells["Place"], **{key: cells[key] for key in line if key in cells}}
            for key, value in pairs.items():
                self.report.cells += 1
                if not _same(value, line[key]):
                    self.report.differ.append(
                        f"{after}: {line['id']} {key} {value!r} and {line[key]!r}"
                    )

    def _told(self, saved: Path) -> list[dict[str, str]]:
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            main(["standings", str(saved), "--format", "csv", "--language", "en"])
        text = out.getvalue()
        if "id,place" not in text:
            return []
        return list(csv.DictReader(io.StringIO(text[text.index("id,place") :])))

    # -- the evening ---------------------------------------------------------------------------

    def names(self, came: int) -> None:
        """Type the names of those who came, from the first line on."""
        if self.cursor() != (self.list_sheet, "B", FIRST):
            self.report.astray.append(f"at the start: {self.cursor()}")
        for name in NAMES[:came]:
            self.type(name)

    def absence(self, player: int, text: str) -> None:
        column = self.column_of("Not playing in round", self.list_sheet)
        self.go(self.list_sheet, f"{column}{FIRST + player - 1}")
        if text:
            self.type(text)
        else:
            self.window.press("LibreOffice Calc", "Delete")

    def results(self, leave: int = 0) -> None:
        """Type results from where the cursor is, down to the last open game of the round."""
        while len(self.open_rows()) > leave:
            _, _, row = self.cursor()
            if row not in self.open_rows():
                break
            self.line()

    def line(self) -> None:
        """Type what is known of a game, or of all boards of a match, and go on to the next."""
        for _ in range(BOARDS.get(self.game, 1) - 1):
            self.type(self.result(), "Tab")
        self.type(self.result())

    def result(self) -> str:
        if self.game == "othello":
            return str(self.random.randint(8, 56))
        return self.random.choice(RESULTS[self.game])

    def open_rows(self) -> list[int]:
        """Rows of games without a result."""
        column = self.column_of(self.first_typed)
        at = "ABCDEFGHIJKLMNOP".index(column)
        return [
            row for row, line in enumerate(self.rows("Rounds!A5:P200"), FIRST)
            if line[0] and line[-1] != "folded" and not line[at] and self._has_opponent(line)
        ]  # fmt: skip

    def _has_opponent(self, line: list[Any]) -> bool:
        titles = list(map(_english, self.rows("Rounds!A4:P4")[0]))
        numbers = [line[n] for n, text in enumerate(titles) if text == "No"]
        return all(isinstance(number, float) for number in numbers)

    def wall(self) -> str:
        """Print the standings, and return the text of the pages."""
        page = self.path.with_suffix(".pdf")
        self.window.ask("print_sheet", sheet=self.sheet("Standings"), path=str(page))
        words = ["pdftotext", "-layout", str(page), "-"]
        done = subprocess.run(words, capture_output=True, check=False)
        return done.stdout.decode("utf-8")

    def play(self, rounds: int = 3) -> Report:
        """All but one come, one late, one absent, one leaves; a result put right, a round again."""
        came = self.planned - 1
        self.names(came)
        self.absence(self.random.randint(1, came), "2")
        self.press("Pair next round")
        self.results()
        # late: the next free line, the name alone
        self.go(self.list_sheet, f"B{FIRST + came}")
        self.type("Late")
        self.press("Pair next round")
        # a wrong result of the round before is seen, put right, and the round paired again
        column = self.column_of(self.first_typed)
        self.go("Rounds", f"{column}{FIRST + self.random.randint(0, came // 2 - 1)}")
        self.type(self.result())
        self.press("Pair last round again")
        self.results()
        leaver = self.random.randint(1, came)
        self.absence(leaver, "from 3")
        self.press("Pair next round")
        self.results(leave=0)
        facts = str(self.rows("Standings!A2:A2")[0][0])
        is_told = "inal standings" in facts or f"after round {rounds}" in facts or self.code != "en"
        if not is_told or facts.split(maxsplit=1)[0] not in self.wall():
            self.report.differ.append("the wall page does not say after which round it is")
        return self.report


class BridgeEvening(Evening):
    """13 pairs, a 14th late, one that leaves, an adjusted score, a board twice, two sessions."""

    games = "Boards"
    LAY_OUT = "Lay out bridge movement"
    TABLES = 7

    def __init__(
        self, calc: Calc, display: str, path: Path, game: str, seed: int, code: str = "en"
    ) -> None:
        super().__init__(calc, display, path, game, seed, code)
        self.planned = 14

    @property
    def first_typed(self) -> str:
        return "Contract"

    def open_rows(self) -> list[int]:
        at = {name: "ABCDEFGHIJKLMNOPQ".index(self.column_of(name, "Boards"))
              for name in ("NS", "EW", "Contract", "NS adjusted")}  # fmt: skip
        return [
            row for row, line in enumerate(self.rows("Boards!A5:Q300"), FIRST)
            if line[at["NS"]] and line[at["EW"]] and not line[at["Contract"]]
            and not line[at["NS adjusted"]]
        ]  # fmt: skip

    def line(self) -> None:
        """Type contract, doubling or nothing, declarer and tricks, and go on to the next line."""
        if self.random.random() < 0.05:
            self.type("PASS")
            return
        level, suit = self.random.randint(1, 5), self.random.choice(("S", "H", "D", "C", "NT"))
        self.type(f"{level}{suit}", "Tab")
        if self.random.random() < 0.1:
            self.type("X", "Tab")
        else:
            self.window.press("LibreOffice Calc", "Tab")
        self.type(self.random.choice("NESW"), "Tab")
        self.type(str(self.random.randint(5, 11)))

    def adjusted(self) -> None:
        """Award 60 and 40 on the first open board."""
        row = self.open_rows()[0]
        self.go("Boards", f"{self.column_of('NS adjusted', 'Boards')}{row}")
        self.type("60%", "Tab")
        self.type("40%")
        rest = self.open_rows()
        if rest:
            self.go("Boards", f"{self.column_of('Contract', 'Boards')}{rest[0]}")

    def twice(self) -> None:
        """Type the board of the first line over that of the second, see it said, put it back."""
        column = self.column_of("Board", "Boards")
        own, other = self.rows(f"Boards!{column}{FIRST}:{column}{FIRST + 1}")
        for (board,) in (own, other):
            self.go("Boards", f"{column}{FIRST + 1}")
            self.type(f"{board:g}")
            told = str(self.rows("Boards!A3:A3")[0][0])
            if ("a second time" in told) is not (board == own[0]) and self.code == "en":
                self.report.differ.append(f"board {board:g} typed twice: {told!r}")
        self.go("Boards", f"{self.column_of('Contract', 'Boards')}{self.open_rows()[0]}")

    def setting(self, label: str, text: str) -> None:
        rows = self.rows("Settings!A1:A60")
        at = next(n for n, (text,) in enumerate(rows, 1) if in_english("setting", text) == label)
        self.go("Settings", f"B{at}")
        self.type(text)

    def play(self, rounds: int = 7) -> Report:
        """Play both sessions to the end; ``rounds`` are boards here, one for each round."""
        self.names(13)
        self.setting("Boards", str(rounds))
        self.setting("Sessions", "2")
        self.press(self.LAY_OUT)
        self.results(leave=len(self.open_rows()) - 9)
        self.adjusted()
        self.twice()
        # the 14th pair comes in the second round
        self.go("Players", "B18")
        self.type("Late")
        self.press(self.LAY_OUT)
        # a pair goes home before the last round; in the second session it is there again
        self.results(leave=self.TABLES)
        leaver = self.random.randint(1, 12)
        self.absence(leaver, f"from {rounds}")
        self.press(self.LAY_OUT)
        if len(self.open_rows()) != self.TABLES - 1:
            self.report.differ.append(f"{len(self.open_rows())} tables after pair {leaver} left")
        self.results()
        self.absence(leaver, "")
        # a score that was written the wrong way round is put right
        self.go("Boards", f"{self.column_of('By', 'Boards')}{FIRST + 3}")
        self.type("N")
        self.press(self.LAY_OUT)
        self.results()
        text = self.wall()
        if "Late" not in text:
            self.report.differ.append("the wall page lacks the late pair")
        return self.report


def _english(heading: Any) -> str:
    """The first line of a heading of any language, or the code of a criterion."""
    first = label_in(str(heading)).partition("\n")[0]
    return in_english("criterion", english_heading(first))


def _key(letter: str) -> str:
    return {
        "+": "plus", "-": "minus", "=": "equal", " ": "space", ",": "comma", "%": "percent",
    }.get(letter, letter)  # fmt: skip


def _same(shown: Any, told: str) -> bool:
    if shown in (None, "", "-"):
        return told in ("", "-")
    if isinstance(shown, (int, float)):
        try:
            return abs(float(shown) - float(told)) < 1e-9
        except ValueError:
            return False
    return str(shown) == told


def workbook(path: Path, game: str, code: str) -> None:
    """Put the ready workbook of a game at a path, or a new one in another language."""
    if code == "en":
        shutil.copy(READY / f"{game}.xlsx", path)
        return
    teams = {team: ("--teams", "8", "--boards", str(many)) for team, many in BOARDS.items()}
    many = {**teams, "bridge": ("--players", "14")}
    words = ["new", str(path), "--game", game.partition("-")[0], "--language", code]
    with redirect_stdout(io.StringIO()):
        main([*words, *many.get(game, ("--players", "24")), "--rounds", "5"])


def play(game: str, seed: int, code: str = "en") -> Report:
    """Play an evening: 3 rounds, two sessions of 7 boards of bridge."""
    with a_window() as (calc, display, folder):
        path = folder / "evening.xlsx"
        workbook(path, game, code)
        kind, rounds = (BridgeEvening, 7) if game == "bridge" else (Evening, 3)
        evening = kind(calc, display, path, game, seed, code)
        try:
            return evening.play(rounds)
        except BaseException:
            keep = os.environ.get("XLTIE_SCREENSHOT")
            if keep:
                evening.window.picture(Path(keep))
                shutil.copy(path.with_name("saved.xlsx"), Path(keep).with_suffix(".xlsx"))
            told = evening.report
            print(f"{game} {seed} ended: {told}", *told.differ[:5], *told.astray, sep="\n  ")
            raise


def _ended(*_: object) -> None:
    raise SystemExit("ended before the evening was over")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _ended)  # the screen and LibreOffice end with it
    kind, _, spoken = sys.argv[1].partition(":")
    for number in map(int, sys.argv[2:] or ["1"]):
        done = play(kind, number, spoken or "en")
        print(f"{sys.argv[1]} {number}: {done}", *done.differ[:10], *done.astray, sep="\n  ")
