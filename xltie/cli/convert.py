"""``xltie convert FILE --to STYLE``: formulas as another program stores them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.core.errors import UnsupportedWorkbook, XltieError
from xltie.core.files import faults_in
from xltie.core.messages import Message, count, joined, say
from xltie.core.records import replace

if TYPE_CHECKING:
    from xltie.recompute.ooxml.workbook_file import WorkbookFile
    from xltie.recompute.run.report import Kept

STYLES = ("plain", "excel", "addin", "lite", "values")
_ABOUT = say(
    "styles:\n"
    "  plain   BQ(...), as written by macro workbooks, LibreOffice and xltie itself\n"
    "  excel   plain, with the mark that keeps Excel 2021 and later from writing @BQ(...);\n"
    "          other programs show such a formula as {{=BQ(...)}}\n"
    "  addin   [1]!BQ(...), a function of the add-in xltie.xlam\n"
    "  lite    TIE.BQ(...), for xlwings Lite on a Mac and on the web; its code is added as well\n"
    "  values  no xltie formulas, only their values\n"
    "\n"
    "With --out FILE.xlsm an .xlsx becomes a macro workbook with its own functions and ribbon.\n"
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(epilog=_ABOUT, has_lines=True)
    parser.add("file", type=Path, help=say("a workbook (.xlsx, .xlsm)"))
    parser.add("--to", choices=STYLES, required=True, help=say("how to store the formulas"))
    parser.add(
        "--out", type=Path, metavar="FILE", help=say("write to this file instead of changing FILE")
    )
    parser.flag("--force", help=say("replace the --out file if it exists"))


def run(args: argparse.Namespace, console: Console) -> int:
    """Convert the file; 1 where a formula could not become a value, 2 where it is refused."""
    try:
        with faults_in(str(args.file)):
            return _convert(args, console)
    except XltieError as error:
        console.refuse(error)
        return 2


def _convert(args: argparse.Namespace, console: Console) -> int:
    from xltie.cli.changed_workbook import ChangedWorkbook

    target = args.out or args.file
    if args.out and args.out.exists() and not args.force:
        raise UnsupportedWorkbook.say(
            "{out} already exists; --force replaces it", out=str(args.out)
        )
    opened = ChangedWorkbook.read(args.file, write=args.out is None)
    book = replace(opened, out=args.out)  # which may be of the kind with macros
    console.follow(book.language)
    converted, done, left = _content(book.file, args.to)
    if target.suffix.lower() == ".xlsm" and args.file.suffix.lower() == ".xlsx":
        from xltie.hosts.excel.package import make_macro_workbook

        converted = make_macro_workbook(converted)
    elif target.suffix.lower() != args.file.suffix.lower():
        raise UnsupportedWorkbook.say(
            "{one} cannot become {other}", one=args.file.suffix, other=target.suffix
        )
    book.write(converted)
    console.say(joined((str(target), done), ": "))
    for kept in left:
        console.note(joined((str(target), kept.place, kept.message), ": "))
    return 1 if left else 0


def _content(file: WorkbookFile, style: str) -> tuple[bytes, Message, list[Kept]]:
    """Return the workbook in a style, what was done, and what could not be."""
    if style == "values":
        from xltie.hosts.common.respell import PANES, drop_panes
        from xltie.recompute import recompute
        from xltie.recompute.ooxml.package_edit import Parts
        from xltie.sheets.functions import callables

        converted, report = recompute(file.package, callables(), values=True)
        if PANES in file.package.names:
            parts = Parts(converted)
            converted = parts.finished() if drop_panes(parts, of_lite=True) else converted
        return converted, say("formulas of xltie replaced by values"), report.uncomputable
    if style == "lite":
        from xltie.hosts.excel.lite import make_lite_workbook

        return make_lite_workbook(file.data), say("ready for xlwings Lite"), []
    from xltie.hosts.common.respell import Style, respelled

    if style == "excel":
        from xltie.hosts.excel.dynamic_arrays import without_at_signs

        converted, _ = respelled(file.package, Style.PLAIN)
        return without_at_signs(converted), say("ready for Excel 2021 and later"), []
    converted, number = respelled(file.package, Style(style))
    return converted, count(number, "{n} formula rewritten", "{n} formulas rewritten"), []
