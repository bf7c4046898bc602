"""The programs for the Dutch system: the report that they read, what they answer, what we say."""

from __future__ import annotations

import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from xltie.core.errors import DomainError, InputError
from xltie.event.index import EventIndex
from xltie.event.model import Contestant, Outcome
from xltie.pairing.check.replay import differences
from xltie.pairing.engine.state import state_before
from xltie.pairing.options import NOTHING, Wants
from xltie.pairing.systems.drawn_round import Round
from xltie.pairing.systems.fide_dutch import EXECUTABLE, draw_dutch, find_program, read_pairs
from xltie.pairing.systems.pairing_report import report
from xltie.pairing.systems.reasons import reason_lines

from .events import Play, bye, event_index_of, field_of, game

LOSS = Outcome.LOSS


def public_case() -> tuple[list[Contestant], list]:  # type: ignore[type-arg]
    """The event of the test dutch_2025_C5 that comes with bbpPairings."""
    ratings = (2720, 2701, 2697, 2689, 2673, 2664)
    players = [
        Contestant(str(n), f"Test{n:04d} Player{n:04d}", rating)
        for n, rating in enumerate(ratings, 1)
    ]
    games = [
        game(1, "1", "4"), game(1, "5", "2", LOSS), game(1, "6", "3", LOSS),
        game(2, "2", "1", LOSS), game(2, "4", "3", LOSS), game(2, "6", "5", LOSS),
    ]  # fmt: skip
    return players, games


def test_the_report_has_the_columns_of_the_format() -> None:
    players, games = public_case()
    event_index = event_index_of(players, games, rounds=3)
    wants = Wants(absent=frozenset({"4"}))
    text, numbers = report(event_index, state_before(event_index, 3, wants), wants)
    lines = text.decode("utf-8").splitlines()
    assert numbers["6"] == 6
    assert lines[4] == (
        "001    4      Test0004 Player0004               2689                             "
        "0.0    5     1 b 0     3 w 0  0000 - Z"
    )
    assert lines[4][80:84] == " 0.0"
    assert lines[4][91:99] == "   1 b 0"
    assert "XXR 3" in lines


def test_pairs_are_read_and_anything_else_is_refused() -> None:
    assert read_pairs("3\n1 5\n3 2\n6 0\n") == [(1, 5), (3, 2), (6, 0)]
    for text in ("", "2\n1 5\n", "one"):
        with pytest.raises(InputError):
            read_pairs(text)


def test_py4swiss_pairs_a_whole_event_and_is_called_what_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("py4swiss")
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv(EXECUTABLE, raising=False)
    play = Play(field_of(11), 5, seed=2)
    for number in range(1, 6):
        drawn, program = draw_dutch(play.event_index, number, NOTHING)
        assert "until January 2026" in drawn.system.title
        assert "FIDE Dutch" not in drawn.system.title
        assert "31 January 2026" in program.warning
        seated = sorted((p for b in drawn.boards for p in b.players), key=int)
        assert seated == [str(n) for n in range(1, 12)]
        play.drawn.append(drawn)
        play.play(drawn)


SCRIPT = """#!{python}
import sys
if sys.argv[1:] == ["-r"]:
    print("BBP Pairings (https://github.com/BieremaBoyzProgramming/bbpPairings)", end=" ")
    print("- v{version} (Built Jan  1 2026 00:00:00)")
    sys.exit(0)
system, source, pair, target = sys.argv[1:]
assert (system, pair) == ("--dutch", "-p")
players = [line for line in open(source) if line.startswith("001")]
if "XXP 1 2\\n" in open(source).read():
    sys.exit("Error while pairing " + source + ": No valid pairing exists: everybody has met")
out = [line for line in players if not line.rstrip().endswith("0000 - Z")]
numbers = [int(line[4:8]) for line in out]
half = len(numbers) // 2
pairs = list(zip(numbers[:half], numbers[half:]))
pairs += [(numbers[-1], 0)] if len(numbers) % 2 else []
open(target, "w").write(str(len(pairs)) + "\\n" + "".join(f"{{a}} {{b}}\\n" for a, b in pairs))
"""


def program_of(folder: Path, version: str) -> str:
    """A program with the command line of bbpPairings, as its documentation has it."""
    path = folder / "bbpPairings"
    path.write_text(SCRIPT.format(python=sys.executable, version=version), "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return str(path)


@pytest.mark.skipif(sys.platform == "win32", reason="a script is not an executable there")
@pytest.mark.parametrize(
    ("version", "title", "warned"),
    [
        ("6.0.0", "FIDE Dutch (bbpPairings 6)", False),
        ("5.0.1", "Dutch system until January 2026 (bbpPairings 5)", True),
    ],
)
def test_an_executable_is_found_called_and_named_by_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, title: str, warned: bool
) -> None:
    monkeypatch.setenv(EXECUTABLE, program_of(tmp_path, version))
    wants = Wants(absent=frozenset({"7"}))
    games = [bye(1, "1"), game(1, "2", "3"), game(1, "4", "5"), game(1, "6", "7")]
    drawn, program = draw_dutch(event_index_of(field_of(7), games), 2, wants)
    assert drawn.system.title == title
    assert bool(program.warning) is warned
    assert [(b.first, b.second) for b in drawn.boards] == [("1", "4"), ("2", "5"), ("3", "6")]
    event = event_index_of(field_of(7), games)
    assert reason_lines(event, drawn, wants) == [
        f"table {n}: {event.name_of(own.first)} - {event.name_of(str(own.second))}; "
        f"by the program ({title})"
        for n, own in enumerate(drawn.boards, 1)
    ]
    with pytest.raises(InputError, match="refuses the round: Error while pairing the event: No"):
        draw_dutch(
            event_index_of(field_of(4)), 1, Wants(forbidden=frozenset({frozenset({"1", "2"})}))
        )


@pytest.mark.skipif(sys.platform == "win32", reason="a script is not an executable there")
def test_a_program_that_writes_nothing_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "silent"
    path.write_text("#!/bin/sh\nexit 0\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv(EXECUTABLE, str(path))
    with pytest.raises(InputError, match="the pairing program did not return a pairing"):
        draw_dutch(event_index_of(field_of(4)), 1, NOTHING)


@pytest.mark.parametrize("colour", ["white", "black"])
def test_programs_are_told_the_initial_colour_of_the_settings(colour: str) -> None:
    event_index = event_index_of(field_of(4), options=(("initial_colour", colour),))
    text, _ = report(event_index, state_before(event_index, 1, NOTHING), NOTHING)
    assert f"XXC {colour}1" in text.decode("utf-8").splitlines()


def test_what_the_programs_cannot_do_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="acceleration"):
        draw_dutch(event_index_of(field_of(4)), 1, Wants(accelerated=1))
    monkeypatch.setenv(EXECUTABLE, "/nowhere/bbpPairings")
    with pytest.raises(InputError, match="cannot be run"):
        find_program()


def test_a_round_paired_otherwise_is_named_when_it_is_paired_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("py4swiss")
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv(EXECUTABLE, raising=False)
    program = find_program()
    play = Play(field_of(9), 4, seed=5)
    for number in range(1, 5):
        drawn, _ = draw_dutch(play.event_index, number, NOTHING, program)
        play.drawn.append(drawn)
        play.play(drawn)

    def draw(known: EventIndex, number: int, wants: Wants) -> Round:
        return draw_dutch(known, number, wants, program)[0]

    assert differences(play.event_index, lambda number: NOTHING, program.title, draw) == []
    one, other = [n for n, m in enumerate(play.matches) if m.round == 4 and m.b is not None][:2]
    a, b = play.matches[one], play.matches[other]
    play.matches[one], play.matches[other] = replace(a, b=b.b), replace(b, b=a.b)
    told = differences(play.event_index, lambda number: NOTHING, program.title, draw)
    assert len(told) == 2
    assert all("round 4" in finding.text and "does not pair" in finding.text for finding in told)


def test_a_round_that_is_not_planned_is_refused() -> None:
    players, games = public_case()
    with pytest.raises(DomainError, match="there is no round 3; the event has 2 rounds"):
        draw_dutch(event_index_of(players, games, rounds=2), 3, NOTHING)
