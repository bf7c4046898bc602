"""The whole selftest: which steps, on which files, and what is written."""

from __future__ import annotations

import getpass
import os
import socket
import sys
import tempfile
import zipfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence

from xltie.event import Contestant, Match, Outcome, Side, Status
from xltie.games import TEAM_PRESETS, preset
from xltie.hosts.common.respell import Style, respelled
from xltie.hosts.excel.dynamic_arrays import without_at_signs
from xltie.hosts.excel.lite import make_lite_workbook
from xltie.hosts.excel.package import build_add_in, make_macro_workbook
from xltie.hosts.excel.registration import version
from xltie.hosts.excel.ribbon import CLICKED, callback
from xltie.hosts.excel.selftest import judge
from xltie.hosts.excel.selftest.calls import calls, workbook
from xltie.hosts.excel.selftest.conversation import Answer, Conversation
from xltie.hosts.excel.selftest.judge import BROKEN, NOT_TRIED, OK, Line, report_of
from xltie.hosts.excel.selftest.saved import facts_of, losses, without_person, without_words
from xltie.hosts.excel.selftest.worker import DRIVER
from xltie.recompute import recompute
from xltie.sheets.functions import callables
from xltie.workbooks.build import new_workbook
from xltie.workbooks.build_teams import new_team_workbook

ADD_IN, EVENT, MACROS, BIG = "xltie.xlam", "event.xlsx", "event.xlsm", "big.xlsx"
"""Files that have a part of their own beside being opened."""
REPORT, SAVED = "xltie-selftest.txt", "xltie-selftest.zip"
_AFTER_A_YES = {"pairagain": "pairagain yes"}
_NOT_PRESSED = {"help": "it opens a browser"}


class Selftest:
    """One run over files by name, in a folder that is gone afterwards.

    ``limits`` are seconds: what a usual step may take, and a long one. ``says`` hears each line as
    soon as it is known.
    """

    def __init__(
        self,
        files: Mapping[str, bytes],
        says: Callable[[Line], object] = lambda _: None,
        *,
        driver: str = DRIVER,
        limits: tuple[float, float] = (60.0, 300.0),
        has_server: bool = True,
    ) -> None:
        self._files = files
        self._says = says
        self._usual, self._long = limits
        self._has_server = has_server
        self._talk = Conversation(driver, start=limits[1])
        self._copies: List[Path] = []
        self._folder = Path()
        self.lines: List[Line] = []

    def run(self, target: Path) -> tuple[Path, Path]:
        """Do all steps, and write the report and what Excel saved into a folder."""
        with tempfile.TemporaryDirectory(prefix="xltie", ignore_cleanup_errors=True) as folder:
            self._folder = Path(folder)
            hidden = _hidden(folder)
            for name, content in self._files.items():
                (self._folder / name).write_bytes(content)
            try:
                for line in self._steps():
                    self._keep(line, hidden)
            finally:
                self._talk.end()
            target.mkdir(parents=True, exist_ok=True)
            (target / REPORT).write_text(report_of(version(), self.lines), "utf-8")
            with zipfile.ZipFile(target / SAVED, "w") as archive:
                for copy in self._copies:
                    with suppress(OSError, zipfile.BadZipFile):
                        archive.writestr(copy.name, without_person(copy.read_bytes(), hidden))
        return target / REPORT, target / SAVED

    def _keep(self, line: Line, hidden: Sequence[str]) -> None:
        """Keep a line without what could tell whose PC this is."""
        details = tuple(without_words(detail, hidden) for detail in line.details)
        clean = line._replace(text=without_words(line.text, hidden), details=details)
        self.lines.append(clean)
        self._says(clean)

    # -- steps -------------------------------------------------------------------------------------

    def _steps(self) -> Iterator[Line]:
        # not from platform, which asks Windows' management service, and may wait for it
        machine = os.environ.get("PROCESSOR_ARCHITECTURE", "")
        yield Line(OK, "Python", f"{sys.version.split()[0]}, {machine}")
        answer = self._ask("versions")
        if answer.facts is None:
            yield judge.told("Excel", answer)
            yield Line(NOT_TRIED, "everything else", "there is no Excel to ask")
            return
        yield judge.of_versions(answer.facts)
        for name in self._files:
            yield self._opened(name)
        if not self._has_server:
            yield Line(NOT_TRIED, "functions, buttons", "first: xltie excel install")
        else:
            yield from self._functions()
            yield from self._buttons()
            yield from self._clashes()
            yield from self._states()
        ended = self._talk.end()
        is_gone = ended.facts is not None and ended.facts["ended"]
        mark, text = (OK, "it is not there any more") if is_gone else (BROKEN, "it stayed")
        yield Line(mark, "end of Excel", ended.trouble or text)

    def _opened(self, name: str) -> Line:
        copy = self._copy(f"opened-{name}")
        answer = self._ask("opened", self._path(name), str(copy))
        if answer.facts is None:
            return judge.told(f"open {name}", answer)
        try:
            after = copy.read_bytes()
            lost, more = losses(self._files[name], after), facts_of(after)
        except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
            lost, more = [f"what Excel saved cannot be read: {error!r}"], []
        return judge.of_opened(name, answer.facts, lost, more)

    def _functions(self) -> Iterator[Line]:
        asked = calls()
        rows = [(call.row, call.formula) for call in asked]
        add_in = self._path(ADD_IN)
        bare = self._written("calls.xlsx", workbook(with_formulas=True))
        tables = self._written("tables.xlsx", workbook(with_formulas=False))
        macros = self._macros()
        plans = [("typed", "functions typed, add-in", tables, add_in)]
        plans += [("loaded", "functions in an .xlsx, add-in", bare, add_in)]
        plans += [("loaded", "functions in an .xlsm", macros, "")] if macros else []
        for step, subject, file, holder in plans:
            copy = self._copy(f"{step}-{Path(file).name}")
            answer = self._ask(step, file, holder, rows, str(copy), seconds=self._long)
            if answer.facts is None:
                yield judge.told(subject, answer)
                continue
            more = facts_of(copy.read_bytes()) if copy.exists() else ["nothing was saved"]
            if step == "typed":
                yield judge.of_calls(subject, asked, answer.facts["values"], more)
            else:
                yield from judge.of_loaded(subject, asked, answer.facts, more)

    def _macros(self) -> str:
        from xltie.hosts.excel.package import BuilderMissing, make_macro_workbook

        try:
            made = make_macro_workbook(workbook(with_formulas=True))
        except BuilderMissing:
            return ""
        return self._written("calls.xlsm", made)

    def _buttons(self) -> Iterator[Line]:
        for button in CLICKED:
            command, subject = button.command, f"button {button.command}"
            if command in _NOT_PRESSED:
                yield Line(NOT_TRIED, subject, _NOT_PRESSED[command])
                continue
            if command in _AFTER_A_YES:
                answer = self._ask("performed", self._path(EVENT), _AFTER_A_YES[command])
            else:
                given = (self._path(EVENT), self._path(ADD_IN), callback(button))
                answer = self._ask("button", *given, seconds=self._long)
            if answer.facts is None:
                yield judge.told(subject, answer)
            else:
                yield judge.of_button(command, answer.facts)

    def _clashes(self) -> Iterator[Line]:
        for name, holder in ((EVENT, self._path(ADD_IN)), (MACROS, "")):
            copy = self._copy(f"typed-{name}")
            given = (self._path(name), holder, "=ROUNDS(9)", str(copy))
            answer = self._ask("clash", *given, seconds=self._long)
            if answer.facts is None:
                yield judge.told(f"function typed into {name}", answer)
                continue
            lost = losses(self._files[name], copy.read_bytes()) if copy.exists() else ["no copy"]
            yield judge.of_clash(name, 4, answer.facts, lost)

    def _states(self) -> Iterator[Line]:
        tables = self._path("tables.xlsx")
        answer = self._ask("wizard", tables, self._path(ADD_IN))
        subject = "states like the wizard"
        yield judge.told(subject, answer) if answer.facts is None else judge.of_wizard(answer.facts)
        answer = self._ask("timed", self._path(BIG), self._path(ADD_IN), seconds=self._long)
        subject = f"full recalculation of {BIG}"
        if answer.facts is None:
            yield judge.told(subject, answer)
        else:
            yield judge.of_timed(BIG, answer.facts)

    # -- files and questions -----------------------------------------------------------------------

    def _ask(self, step: str, *given: Any, seconds: Optional[float] = None) -> Answer:
        return self._talk.ask(step, *given, seconds=seconds or self._usual)

    def _path(self, name: str) -> str:
        return str(self._folder / name)

    def _written(self, name: str, content: bytes) -> str:
        (self._folder / name).write_bytes(content)
        return self._path(name)

    def _copy(self, name: str) -> Path:
        self._copies.append(self._folder / name)
        return self._copies[-1]


def _hidden(folder: str) -> List[str]:
    """Return what must not stand in the report: folders, the user, the PC; the longest first."""
    words = {folder, str(Path.home()), tempfile.gettempdir(), socket.gethostname()}
    with suppress(Exception):
        words.add(getpass.getuser())
    words |= {os.environ.get(name, "") for name in ("USERNAME", "USERPROFILE", "APPDATA")}
    return sorted((word for word in words if len(word) > 2), key=len, reverse=True)


_NAMES = ("Aldana", "Birk", "Castell", "Dufour", "Ebner", "Falk", "Girard", "Hong")


def files() -> Dict[str, bytes]:
    """Return the files by name."""
    event = new_workbook(preset("chess"), len(_NAMES), 5, _people(), {}, _first_round())
    kinds: Mapping[str, Callable[[], bytes]] = {
        ADD_IN: build_add_in,
        EVENT: lambda: event,
        MACROS: lambda: make_macro_workbook(event),
        BIG: lambda: new_workbook(preset("chess"), 200, 9, _people(200)),
        "othello.xlsx": lambda: new_workbook(preset("othello"), 24, 7),
        "go.xlsx": lambda: new_workbook(preset("go"), 24, 5),
        "bridge.xlsx": lambda: new_workbook(preset("bridge"), 14, 21),
        "chess-teams.xlsx": lambda: new_team_workbook(8, 5, 4),
        "go-teams.xlsx": lambda: new_team_workbook(8, 5, 3, preset=TEAM_PRESETS["go"]),
        "korean.xlsx": lambda: new_workbook(preset("othello"), 8, 3, (), {"language": "ko"}),
        "russian.xlsx": lambda: new_workbook(preset("chess"), 8, 3, (), {"language": "ru"}),
        "marked.xlsx": lambda: without_at_signs(event),
        "add-in-links.xlsx": lambda: respelled(event, Style.ADDIN)[0],
        "lite.xlsx": lambda: make_lite_workbook(event),
        "values.xlsx": lambda: recompute(event, callables(), values=True)[0],
        "asks-to-compute.xlsx": lambda: recompute(event, callables(), full_calculation=True)[0],
    }
    return {name: made() for name, made in kinds.items()}


def _people(count: int = len(_NAMES)) -> List[Contestant]:
    return [
        Contestant(str(number), f"{_NAMES[number % len(_NAMES)]} {number}", rating=2200 - number)
        for number in range(1, count + 1)
    ]


def _first_round() -> List[Match]:
    """Return the games of one round, all of them with results: the next can be paired."""
    half = len(_NAMES) // 2
    return [
        Match(
            1,
            Side(str(number), Status.PLAYED, Outcome.WIN, Fraction(1), None, "white"),
            Side(str(number + half), Status.PLAYED, Outcome.LOSS, Fraction(0), None, "black"),
        )
        for number in range(1, half + 1)
    ]
