"""Every wrong call ends with 2, names what is wrong, and where it can says what was meant."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.commands import ABOUT
from xltie.cli.main import main, parser


def _of(name: str) -> argparse.ArgumentParser:
    below = next(action for action in parser(name)._actions if isinstance(action.choices, dict))
    found: argparse.ArgumentParser = below.choices[name]
    return found


def _leaves(
    words: tuple[str, ...], command: argparse.ArgumentParser
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    """Yield what a command is called by and its parser, or those of the commands below it."""
    below = [a for a in command._actions if isinstance(a, argparse._SubParsersAction)]
    if not below:
        yield words, command
    for action in below:
        for name, made in action.choices.items():
            yield from _leaves((*words, name), made)


EVERY = [leaf for name in ABOUT for leaf in _leaves((name,), _of(name))]


def _positionals(command: argparse.ArgumentParser) -> list[str]:
    """Return one value for each argument that has to be there."""
    return [
        str(next(iter(action.choices))) if action.choices else "nothing.xlsx"
        for action in command._actions
        if not action.option_strings and action.nargs not in ("?", "*")
    ]


def _required(command: argparse.ArgumentParser) -> list[str]:
    words: list[str] = []
    for action in command._actions:
        if action.option_strings and action.required:
            words += [action.option_strings[-1], str(next(iter(action.choices or ["out.html"])))]
    return words


def _refused(words: list[str], shell: Shell) -> str:
    shell.printed()
    assert main(words) == 2, shlex.join(words)
    told = shell.printed().err
    assert "Traceback" not in told and told.strip(), shlex.join(words)
    return told


@pytest.mark.parametrize(("words", "command"), EVERY, ids=lambda part: " ".join(part)
                         if isinstance(part, tuple) else "")  # fmt: skip
def test_a_wrong_call_of_a_command_ends_with_two_and_shows_its_own_usage(
    words: tuple[str, ...],
    command: argparse.ArgumentParser,
    shell: Shell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    whole = [*words, *_positionals(command), *_required(command)]
    told = _refused([*whole, "--no-such-option"], shell)
    assert told.startswith(f"usage: xltie {' '.join(words)} ")
    if _positionals(command) and words[0] not in ("completion",):
        assert _refused(list(words), shell).startswith("usage: ")
    for action in command._actions:
        if action.option_strings and action.choices:
            _refused([*whole, action.option_strings[-1], "no-such-value"], shell)
        elif action.option_strings and action.nargs is None and action.type is not None:
            if action.dest in ("out", "cluster") or action.type is Path:
                continue
            _refused([*whole, action.option_strings[-1], "no-such-value"], shell)
    if any(action.dest == "language" for action in command._actions):
        _refused([*whole, "--language", "klingon"], shell)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("event") / "event.xlsx"
    assert main(["new", str(path), "--example", "--game", "chess"]) == 0
    return str(path)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("standing EVENT", "there is no 'standing'; did you mean standings?"),
        ("standings EVENT --criteria BUCHOLZ", "there is no criterion 'BUCHOLZ'; did you mean"),
        ("standings EVENT --rulebook nonsense", "there is no rulebook 'nonsense'"),
        ("standings EVENT --round 9", "there are no games in round 9; the newest is 6"),
        ("standings EVENT --rank Ito", "write a rank as PLAYER=RANK"),
        ("explain EVENT ald", "player ald is not in this event; did you mean Aldana?"),
        ("explain EVENT Itto", "player Itto is not in this event; did you mean Ito?"),
        ("explain EVENT Ito BUCHOLZ", "did you mean BUCHHOLZ?"),
        ("explain EVENT Nobody", "player Nobody is not in this event"),
        ("chart EVENT --player Itto --out a.svg", "did you mean Ito?"),
        ("chart EVENT --out a.doc", "the file must end in .svg or .png"),
        ("norms EVENT Itto", "did you mean Ito?"),
        ("pair EVENT --absent Itto", "did you mean Ito?"),
        ("pair EVENT --system foo", "there is no pairing system 'foo'"),
        ("print EVENT --what foo --out a.html", "'foo' cannot be printed"),
        ("print EVENT --what slips --round 9 --out a.html", "there are no games in round 9"),
        ("publish EVENT EVENT --single --out a.html", "--single makes one file of one event"),
        ("publish EVENT --out site --files doc", "no format for this extension"),
        ("compare EVENT --methods foo,mp", "there is no method 'foo'"),
        ("compare EVENT --criteria PTS", "there is nothing to compare"),
        ("compare EVENT --criteria PTS --criteria BUCHOLZ", "did you mean BUCHHOLZ?"),
        ("export EVENT a.doc", "no format for this extension"),
        ("export EVENT a.csv", "other programs (.trf, .trfx, .txt, .fide); a table"),
        ("add-sheet foo EVENT", "no sheet 'foo'"),
        ("add-sheet EVENT race", "the sheet comes before the file: xltie add-sheet race"),
        ("functions FOO", "there is no function 'FOO'"),
        ("new a.xlsx --players 0", "must be a whole number from 1, not '0'"),
        ("new a.xlsx --players 8 --criteria BUCHOLZ", "did you mean BUCHHOLZ?"),
        ("new a.xlsx --example --players 8", "--example is an event of its own"),
        ("new a.xlsx --teams 4 --game bridge", "bridge has no boards of teams"),
        ("new a.docx", "the name of a workbook must end in .xlsx or .xlsm"),
        ("new nowhere/a.xlsx", "nowhere: no such folder"),
        ("standings EVENT --read x", "--read 'x' is not understood; examples: b=Black"),
        ("check EVENT --read zz=Black", "no cell contains 'zz'"),
        ("new a.xlsx --players 5000", "a workbook can have 2 to 2000"),
        ("new a.xlsx --template EVENT --game go", "everything else comes from the template"),
        ("import EVENT nowhere/a.xlsx", "nowhere: no such folder"),
        ("add-sheet race EVENT --out a.csv", ".xlsx cannot become .csv"),
        ("repair EVENT --out a.csv", ".xlsx cannot become .csv"),
        (
            "print EVENT --what travellers --out a.html",
            "slips, standings, crosstable, norms, rules\n",
        ),
        ("publish EVENT --out EVENT", "this is a file, not a folder"),
        ("pair EVENT --forbid Aldana", "names two players, as Kim-Lee; this is 'Aldana'"),
        ("batch check --out a.csv", "no inputs are named"),
        ("standings EVENT --group zzz", "nobody is in the group zzz"),
        ("rate EVENT Nobody", "player Nobody is not in this event"),
        ("pair EVENT --why-not Aldana Itto", "did you mean Ito?"),
        ("seat EVENT --system mitchell", "only a bridge session has a movement"),
        (
            "check https://example.org/event.trf",
            "https://example.org/event.trf: only batch and recompute read addresses",
        ),
        ("recompute memory://gone.xlsx", "memory://gone.xlsx: no such file"),
    ],
)
def test_what_a_call_asks_for_and_is_not_there_ends_with_two(
    call: str, said: str, event: str, shell: Shell,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    words = [event if word == "EVENT" else word for word in shlex.split(call)]
    shell.printed()
    assert main(words) == 2, call
    told = shell.printed()
    assert said in told.err and "Traceback" not in told.err
    assert told.out == "", "something was answered before it was refused"


def test_a_fault_is_said_once(tmp_path: Path, shell: Shell) -> None:
    games = tmp_path / "games.csv"
    games.write_text("Round,Table,White,Black,Result\n1,1,Ann,Bob,1-0\n1,2,Cyd,Dan,xyz\n")
    told = shell("standings", games, code=None).err.splitlines()
    assert len(told) == len(set(told))
    assert sum("xyz" in line for line in told) == 1


def test_the_edition_that_a_year_means_is_said(event: str, shell: Shell) -> None:
    said = shell("standings", event, "--rulebook", "fide2025").err
    assert "fide2025: the edition is fide2024" in said
    assert shell("standings", event, "--rulebook", "fide2024").err == ""


def test_standings_pages_and_explanations_go_back_to_a_round(
    event: str, shell: Shell, tmp_path: Path
) -> None:
    """As of a round is what the same event says that has nothing of the later rounds."""
    assert main(["print", event, "--what", "crosstable", "--round", "3",
                 "--out", str(tmp_path / "a.html")]) == 0  # fmt: skip
    page = (tmp_path / "a.html").read_text()
    assert "R3" in page and "R4" not in page
    assert main(["publish", event, "--round", "3", "--out", str(tmp_path / "site")]) == 0
    site = (tmp_path / "site" / "index.html").read_text()
    first = shell("standings", event, "--round", "3", "--format", "csv").out.splitlines()[1]
    assert first.split(",")[2] == "2.5" and first.split(",")[-1] == "Aldana"
    assert site.index("Aldana") < site.index("Ebner")
    assert "round 4" not in shell("explain", event, "Aldana", "--round", "3").out
