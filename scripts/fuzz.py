"""Search for files that break the readers: ``python scripts/fuzz.py [--seconds N]``.

Every second input is a workbook with damaged bytes or a strange formula. It must be refused with a
``WorkbookRefused``, or recomputed so that a second run changes nothing but what the first one
listed as not computed. The others are damaged files of events, of every format that the tests have:
they are refused with an ``XltieError``, or ranked. Anything else (another exception, a hang) is
written to a file and ends the search with exit code 1. With ``atheris`` installed the search
follows the coverage of the code; without it inputs are mutated at random, from a seed that is
printed, for so many seconds of the processor, however busy the machine is.
"""

from __future__ import annotations

import argparse
import faulthandler
import io
import random
import sys
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Callable
from xml.sax.saxutils import escape

import xlsxwriter

sys.path.insert(0, str(Path(__file__).parents[1]))

from xltie import api
from xltie.core.cells import Grid
from xltie.core.errors import InputError, UnknownPlayer, WorkbookRefused, XltieError
from xltie.exchange import formats
from xltie.recompute import Limits, recompute

ROOT = Path(__file__).parents[1]
SHEET = "xl/worksheets/sheet1.xml"
HANG_SECONDS = 60
LIMITS = Limits(part_bytes=8 << 20, total_bytes=64 << 20, seconds=10)
STRANGE = (
    b"<c>",
    b"9" * 30,
    b"-1",
    b"\0",
    b"\xff",
    b"1e400",
    "½".encode(),
    b"0" * 10,
    b"\n\n",
    b" ",
)
CLUB = (
    "Round;Black;White;Black discs;White discs;Result\n1;Rose;Brian;40;24;1-0\n1;Kim;BYE\n"
    "2;Kim;Rose;31;33;0-1\n2;Brian;Kim Ö;;;1/2\n# a comment\n3;Rose;Kim Ö;64;0;+ -\n"
).encode()
WORDS = (
    "A1 $B$2 C3:D4 A:B 3:5 Sheet1!A1 'S'!A1 [1]! BQ( SUM( IF( IFERROR( INDEX( OFFSET( LET( ( ) , ; "
    '{ } "a" 1 -1 1E9 .5 TRUE #REF! + - * / ^ & = <> < % : @ # Table1[ [#All] [@x] ] _xlfn. $ ! '
    "SEQUENCE(9) SORT( FILTER( SUBTOTAL( ROW( LEN( XLOOKUP( ROUND( RANK( SPILL( A1#"
).split()


def bq(player: Any, games: Any = None, *_: Any) -> Any:
    """Answer like one of our functions, with all the ways in which one may fail."""
    if isinstance(games, Grid):
        games.cached("total", lambda grid: len(grid.flat()))
    if player == 1:
        raise UnknownPlayer("no player 1")
    if player == 2:
        raise InputError.of("a fault", games.place(0, 0) if isinstance(games, Grid) else None)
    if player == 3:
        raise ZeroDivisionError
    return player


FUNCTIONS: dict[str, Callable[..., object]] = {
    "BQ": bq,
    "SPILL": lambda count=2: [[row, str(row)] for row in range(int(count) % 9 + 1)],
}


def seed_workbook() -> bytes:
    """Return a small workbook in which everything occurs once."""
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    sheet = book.add_worksheet()
    sheet.write_column("A1", [1, 2.5, "text", True])
    sheet.add_table("D1:E3", {"name": "Table1", "columns": [{"header": "x"}, {"header": "y"}]})
    sheet.write_formula("B1", "=BQ(A2,A1:A4)", None, 7)
    sheet.write_formula("B2", "=SUM(B1,Table1[x])+1", None, 7)
    sheet.write_dynamic_array_formula("G1:H2", "=SPILL(A2)", None, 0)
    sheet.write_array_formula("J1:J2", "{=A1:A2*2}", None, 0)
    sheet.merge_range("A9:B9", "merged")
    book.define_name("Games", "=Sheet1!$A$1:$A$4")
    book.close()
    return stream.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    """Return the parts of a workbook by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(parts: dict[str, bytes]) -> bytes:
    """Return the parts as a workbook."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return stream.getvalue()


class Mutator:
    """Makes inputs out of the workbook, led by a source of chance."""

    def __init__(self) -> None:
        self.whole = seed_workbook()
        self.parts = parts_of(self.whole)

    def workbook(self, chance: random.Random) -> bytes:
        """Return a damaged workbook."""
        kind = chance.randrange(4)
        if kind == 0:
            return damaged(self.whole, chance)
        parts = dict(self.parts)
        if kind == 1:
            name = chance.choice(sorted(parts))
            parts[name] = damaged(parts[name], chance)
        else:
            formula = "".join(chance.choice(WORDS) for _ in range(chance.randint(1, 12)))
            old = chance.choice([b"BQ(A2,A1:A4)", b"SPILL(A2)", b"A1:A2*2"])
            parts[SHEET] = parts[SHEET].replace(old, escape(formula).encode())
        if kind == 3:
            parts[SHEET] = damaged(parts[SHEET], chance)
        return packed(parts)


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return bytes of which some are replaced, doubled, left out or moved."""
    out = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(out) + 1)
        end = min(len(out), start + chance.choice([0, 1, 1, 2, 8, 40]))
        piece = bytes(out[start:end])
        change = chance.randrange(4)
        if change == 0:
            out[start:end] = bytes(chance.randrange(256) for _ in piece)
        elif change == 1:
            out[start:end] = piece * 2
        elif change == 2:
            del out[start:end]
        else:
            there = chance.randrange(len(out) + 1)
            out[there:there] = piece or chance.choice(STRANGE)
    return bytes(out)


class EventFiles:
    """Makes damaged files of events out of those that the tests have, in every format."""

    def __init__(self) -> None:
        endings = {suffix for format in formats() for suffix in format.suffixes}
        self.files: list[tuple[str, bytes]] = []
        self.add("club.csv", CLUB, endings)
        for path in sorted((ROOT / "tests").rglob("*")):
            if path.suffix.lower() in {*endings, ".csv"} and path.stat().st_size < 20_000:
                with suppress(XltieError):
                    self.add(path.name, path.read_bytes(), endings)

    def add(self, name: str, data: bytes, endings: set[str]) -> None:
        """Take a file that can be read, and its event in the formats of which there are few."""
        opened = api.open_event(data, name=name)
        self.files.append((name, data))
        for ending in endings:
            if sum(known.endswith(ending) for known, _ in self.files) < 9:
                with suppress(XltieError):
                    self.files.append((f"event{ending}", api.to_bytes(opened, f"event{ending}")))

    def damaged(self, chance: random.Random) -> tuple[str, bytes]:
        """Return the name of a file and its damaged bytes."""
        name, data = chance.choice(self.files)
        return name, damaged(data, chance)


def check_event(name: str, data: bytes) -> None:
    """Rank the event of one file; raises where it does what no file may do."""
    faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
    try:
        api.standings(api.open_event(data, name=name))
    except XltieError:
        return
    finally:
        faulthandler.cancel_dump_traceback_later()


def check(data: bytes) -> None:
    """Recompute one input; raises where it does what no input may do."""
    # a hang ends the process with the place where it hangs
    faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
    try:
        new, _ = recompute(data, FUNCTIONS, limits=LIMITS)
        again, _ = recompute(new, FUNCTIONS, limits=LIMITS)
    except WorkbookRefused:
        return
    finally:
        faulthandler.cancel_dump_traceback_later()
    if again != new and b"RAND" not in data:
        raise AssertionError("a second run changes the workbook again")


def search(seconds: float, seed: int) -> int:
    """Try random inputs for so many CPU seconds; return 1 where one of them breaks a rule."""
    print(f"random mutation, seed {seed}")
    mutator, events = Mutator(), EventFiles()
    end = time.process_time() + seconds
    count = 0
    while time.process_time() < end:
        chance = random.Random(f"{seed}/{count}")
        name, data = "x.xlsx", b""
        try:
            if count % 2:
                data = mutator.workbook(chance)
                check(data)
            else:
                name, data = events.damaged(chance)
                check_event(name, data)
        except Exception as error:
            path = Path(f"fuzz-{seed}-{count}{Path(name).suffix}")
            path.write_bytes(data)
            print(f"input {count}: {type(error).__name__}: {error}; written to {path}")
            return 1
        count += 1
    print(f"{count} inputs, none broke a rule")
    return 0


def search_by_coverage(atheris: Any, seconds: float) -> None:
    """Let atheris lead the mutation; it ends the process itself."""
    mutator = Mutator()

    def one(data: bytes) -> None:
        check(mutator.workbook(random.Random(data)))

    atheris.instrument_all()
    atheris.Setup([sys.argv[0], f"-max_total_time={int(seconds)}"], one)
    atheris.Fuzz()


def main() -> int:
    """Run the search."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--random", action="store_true", help="do not follow the coverage")
    args = parser.parse_args()
    try:
        import atheris
    except ImportError:
        atheris = None
    if args.random or atheris is None:
        return search(args.seconds, args.seed)
    search_by_coverage(atheris, args.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
