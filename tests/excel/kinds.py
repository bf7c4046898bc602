"""Every kind of file that a command or a button writes for Excel, small: some ninety."""

from __future__ import annotations

import contextlib
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from tests.books import field
from xltie.cli.main import main
from xltie.games import PRESETS, TEAM_PRESETS, preset
from xltie.hosts.common.respell import Style, respelled
from xltie.hosts.excel.dynamic_arrays import without_at_signs
from xltie.hosts.excel.lite import make_lite_workbook
from xltie.hosts.excel.package import build_add_in, make_macro_workbook
from xltie.recompute import recompute
from xltie.sheets.functions import callables
from xltie.workbooks.build import new_workbook
from xltie.workbooks.build_teams import new_team_workbook

LANGUAGES = ("en", "ko", "ru")
SHEETS = {
    "chess": ("crosstable", "race", "explain", "why", "help"),
    "bridge": ("frequencies", "scorecard"),
    "chess-teams": ("boards",),
}
FORMATS = {"chess": ("trf",), "othello": ("h9",), "go": ("h9",)}
REPORTS = Path(__file__).parents[1] / "pairing"
SHORT = 12
"""Letters of an attribute that may be a kind of value; a longer one is a name or a text."""
Written = Iterator[tuple[str, bytes]]
Shape = tuple[object, ...]


def kinds(folder: Path) -> Written:
    """Names with their files."""
    new = dict(_new())
    yield from new.items()
    for name, data in new.items():
        if name.endswith("-en.xlsx"):
            yield from _spelled(name.removesuffix("-en.xlsx"), data)
    for code in LANGUAGES:
        yield f"{code}.xlam", build_add_in(code)
    yield from _changed(new, folder)
    yield from _imported(new, folder)


def _new() -> Written:
    for code in LANGUAGES:
        for game in PRESETS:
            made = new_workbook(preset(game), 6, 2, field(6), {"language": code})
            yield f"{game}-{code}.xlsx", made
        for game in ("chess", "go"):
            yield (
                f"{game}-teams-{code}.xlsx",
                new_team_workbook(4, 2, 2, settings={"language": code}, preset=TEAM_PRESETS[game]),
            )


def _spelled(name: str, data: bytes) -> Written:
    lite = make_lite_workbook(data)
    ways: dict[str, Callable[[], bytes]] = {
        ".xlsm": lambda: make_macro_workbook(data),
        "-excel.xlsx": lambda: without_at_signs(data),
        "-addin.xlsx": lambda: respelled(data, Style.ADDIN)[0],
        "-lite.xlsx": lambda: lite,
        "-values.xlsx": lambda: recompute(data, callables(), values=True)[0],
        "-asks.xlsx": lambda: recompute(data, callables(), full_calculation=True)[0],
    }
    yield from ((name + ending, made()) for ending, made in ways.items())
    yield f"{name}-lite-plain.xlsx", _by(lite, "convert", "--to", "plain")
    yield f"{name}-lite-values.xlsx", _by(lite, "convert", "--to", "values")


def _changed(new: dict[str, bytes], folder: Path) -> Written:
    for game in ("chess", "othello", "go"):
        paired = _by(new[f"{game}-en.xlsx"], "pair", "--write", "--seed", "1")
        yield f"{game}-paired.xlsx", paired
        yield f"{game}-recomputed.xlsx", _by(paired, "recompute", "--all", "--lay-out")
    yield "bridge-seated.xlsx", _by(new["bridge-en.xlsx"], "seat")
    yield "chess-repaired.xlsx", _by(new["chess-en.xlsx"], "repair")
    for game, sheets in SHEETS.items():
        for sheet in sheets:
            added = _by(new[f"{game}-en.xlsx"], "add-sheet", sheet, after=True)
            yield f"{game}-{sheet}.xlsx", added
    yield "korean-race.xlsx", _by(new["chess-ko.xlsx"], "add-sheet", "race", after=True)


def _imported(new: dict[str, bytes], folder: Path) -> Written:
    files = {
        "report": REPORTS / "dutch/events/players9-seed3.trf",
        "team-report": REPORTS / "team_swiss/events/7x5-typea_mp_gp.trf",
    }
    for game, formats in FORMATS.items():
        for ending in formats:
            source, target = folder / f"{game}.xlsx", folder / f"{game}.{ending}"
            source.write_bytes(new[f"{game}-en.xlsx"])
            _run("pair", source, "--write", "--seed", "1")
            _run("export", source, target)
            files[f"{game}-{ending}"] = target
    for name, file in files.items():
        made = folder / f"{name}-imported.xlsx"
        _run("import", file, made)
        yield made.name, made.read_bytes()
    macros = folder / "imported.xlsm"
    _run("import", files["report"], macros)
    yield macros.name, macros.read_bytes()


def _by(data: bytes, command: str, *options: str, after: bool = False) -> bytes:
    """What a command makes of a file; ``after``: its name comes after the options."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.xlsx"
        path.write_bytes(data)
        words = [*options, path] if after else [path, *options]
        _run(command, *words)
        return path.read_bytes()


def _run(command: str, *words: object) -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main([command, *map(str, words)])
    assert code in (0, 1), (command, words, out.getvalue())


def unlike(files: dict[str, Path]) -> list[Path]:
    """So few of the files that they hold every part, element and kind of value that all hold."""
    shapes = {name: set(_shapes(file)) for name, file in files.items()}
    missing, chosen = set().union(*shapes.values()), []
    while missing:
        best = max(shapes, key=lambda name: len(shapes[name] & missing))
        missing -= shapes[best]
        chosen.append(files[best])
    return chosen


def _shapes(file: Path) -> Iterator[Shape]:
    """Each element with its place, the order of what is in it, and the look of its attributes."""
    with zipfile.ZipFile(file) as package:
        for part in package.namelist():
            yield (re.sub(r"\d+", "9", part),)
            if part.endswith((".xml", ".rels", ".vml")):
                yield from _shapes_below(ElementTree.fromstring(package.read(part)), "")


def _shapes_below(element: ElementTree.Element, above: str) -> Iterator[Shape]:
    place = f"{above}/{element.tag}"
    yield place, *dict.fromkeys(child.tag for child in element)
    yield place, "attributes", *sorted(element.attrib)
    for name, value in element.attrib.items():
        yield place, name, _look(value)
    for child in element:
        yield from _shapes_below(child, place)


def _look(value: str) -> str:
    """A word as it is; digits and capital letters of another short value stand for any."""
    if len(value) > SHORT:
        return ""
    return value if value.isalpha() else re.sub("[A-Z]+", "A", re.sub(r"\d+", "9", value))
