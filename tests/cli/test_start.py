"""What a command imports, and how its tables come out."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.commands import ABOUT
from xltie.cli.console import Console
from xltie.cli.main import module_of
from xltie.cli.printing import display_width, print_table

ROOT = Path(__file__).resolve().parent.parent.parent
PROBE = """
import contextlib, io, sys
from xltie.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    main(sys.argv[1:])
print(*sorted(sys.modules))
"""


def imported(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], capture_output=True, text=True, cwd=ROOT,
        check=True,
    )  # fmt: skip
    return set(done.stdout.split())


ENDING = """
import atexit, sys, threading
from xltie.cli.main import main
atexit.register(print, "cleaned up")
if sys.argv.pop(1) == "busy":
    threading.Timer(0.2, print, ["work done"]).start()
sys.exit(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize(("state", "last"), [("idle", []), ("busy", ["work done"])])
def test_a_process_ends_with_all_that_was_to_be_done(state: str, last: list[str]) -> None:
    """Also where it ends at once; its output goes through a pipe, and is written at the end."""
    done = subprocess.run(
        [sys.executable, "-c", ENDING, state, "standings", "no such file"],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert done.stdout.splitlines() == [*last, "cleaned up"]


def test_the_version_is_said_without_importing_anything() -> None:
    names = {name for name in imported("--version") if name.startswith("xltie.")}
    assert names <= {"xltie.cli", "xltie.cli.main"}


@pytest.mark.parametrize("arguments", [["--help"], [], ["stadings"]])
def test_the_list_of_commands_imports_none_of_them(arguments: list[str]) -> None:
    names = {name for name in imported(*arguments) if name.startswith("xltie.")}
    assert not names & set(map(module_of, ABOUT))
    assert {name.split(".")[1] for name in names} == {"cli", "core"}


@pytest.mark.slow
def test_a_report_is_ranked_without_workbooks_and_other_formats() -> None:
    found = imported("standings", str(ROOT / "tests" / "trf" / "held_rr6.trf"))
    assert "xltie.exchange.trf" in found
    apart = ("xltie.recompute", "xltie.hosts", "xltie.workbooks", "xltie.exchange.h9", "openpyxl")
    assert not [name for name in found if name.startswith(apart)]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "standings", "recompute"])
def test_a_workbook_is_read_without_the_formats_of_other_programs(command: str) -> None:
    names = imported(command, str(ROOT / "templates" / "chess.xlsx"))
    formats = {name for name in names if name.startswith("xltie.exchange.")}
    assert formats <= {"xltie.exchange.registry"}


@pytest.mark.parametrize("command", ABOUT)
def test_every_command_has_a_help_text(command: str, shell: Shell) -> None:
    assert f"usage: xltie {command}" in shell(command, "--help").out


def test_help_and_unknown_commands_name_every_command(
    shell: Shell,
) -> None:
    listed = shell("--help").out
    assert all(f"\n  {name} " in listed for name in ABOUT)
    refused = shell("zzz", code=2).err
    assert all(name in refused for name in ABOUT)


def test_the_version_is_that_of_the_distribution(shell: Shell) -> None:
    from importlib.metadata import version

    assert shell("--version").out == f"xltie {version('xltie')}\n"


# -- tables --------------------------------------------------------------------------------------

ROWS = [("1", "김하늘", "6"), ("2", "Ann", "4.5"), ("10", "José", "-")]


def table(out: io.StringIO) -> list[str]:
    print_table(("Place", "Name", "points"), ROWS, (1,), Console(out, out, "en"))
    return out.getvalue().splitlines()


def test_columns_line_up_also_with_wide_letters() -> None:
    lines = table(io.StringIO())
    assert lines == [
        "",
        " Place   Name     points",
        " ───────────────────────",
        "     1   김하늘        6",
        "     2   Ann         4.5",
        "    10   José          -",
        "",
    ]
    assert {display_width(line) for line in lines if line} == {24}


def test_a_console_that_knows_no_lines_gets_hyphens() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="cp949", errors="replace")
    print_table(("Place", "Name"), [("1", "김하늘")], (1,), Console(out, out, "en"))
    out.flush()
    assert raw.getvalue().decode("cp949").splitlines()[2] == " " + "-" * 14


@pytest.mark.parametrize(
    ("columns", "name"),
    [(30, "김하늘 abcd…"), (28, "김하늘 ab…"), (27, "김하늘 a…"), (10, "김하늘 …")],
)
def test_a_narrow_screen_shortens_names_and_no_values(
    columns: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", str(columns))
    out = Screen()
    print_table(
        ("Place", "Name", "points"),
        [("1", "김하늘 abcdefgh", "4.5")],
        (1,),
        Console(out, out, "en"),
    )
    line = out.getvalue().splitlines()[3]
    assert name in line and line.endswith("4.5")
    assert display_width(line) <= max(columns, 26)


def test_the_name_alone_shows_the_commands(shell: Shell) -> None:
    said = shell(code=2)
    assert said.out == ""
    assert "standings" in said.err and "make a workbook from a tournament file" in said.err
