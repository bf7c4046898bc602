"""Why two meet or do not, in the words and by the articles of the rules."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import openpyxl
import pytest

from tests.books import edited, named, setting_cell, typed_into
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.cells import Scalar, column_name
from xltie.event import Outcome, Status
from xltie.pairing import RoundOptions
from xltie.pairing.brackets.explain import Why
from xltie.pairing.catalogue import system_named
from xltie.pairing.options import DEFAULTS
from xltie.pairing.state import state_before
from xltie.pairing.systems import draw_round, reason_lines
from xltie.pairing.systems.draw import bracket_round
from xltie.pairing.systems.reasons import why_not
from xltie.recompute.run.edit import CellEdits
from xltie.settings import Settings

from .events import Play, bye, event_index_of, field_of, game

LOSS, DRAW = Outcome.LOSS, Outcome.DRAW
WHITE = {"settings": Settings.by_key({"initial_colour": "White"})}
LINES = Path(__file__).parent / "dutch" / "rounds" / "plain.trf"


def forbidden(*couples: str) -> RoundOptions:
    return RoundOptions(forbidden=frozenset(frozenset(couple.split("-")) for couple in couples))


def answer(players, games, rounds, one, other, wants=DEFAULTS):  # type: ignore[no-untyped-def]
    index = event_index_of(field_of(players), games, rounds, **WHITE)
    number = max((match.round for match in games), default=0) + 1
    drawn = draw_round(index, number, system_named("fide-dutch"), wants)
    return str(why_not(index, drawn, wants, str(one), str(other)))


def test_absolute_criteria_are_named_with_their_articles() -> None:
    topscorers = [
        game(1, "1", "3"), game(1, "2", "4"), game(1, "6", "5", LOSS),
        game(2, "1", "4"), game(2, "2", "5"), game(2, "3", "6"),
    ]  # fmt: skip
    said = "1 Player 1 and 2 Player 2 do not meet: both must have the same colour (C3, article 2.1)"
    assert answer(6, topscorers, 5, 1, 2) == said
    assert answer(6, topscorers, 5, 2, 1) == said
    assert answer(6, topscorers, 3, 1, 2).endswith("do meet in this round")
    assert answer(6, topscorers, 5, 1, 4).endswith("they have met (C1, article 2.1)")
    assert "the settings forbid" in answer(8, [], 5, 1, 5, forbidden("1-5"))


def test_what_gets_worse_is_the_first_criterion_in_order() -> None:
    drawn = [game(1, "1", "4", DRAW), game(1, "5", "2", DRAW), game(1, "3", "6", DRAW)]
    assert "the colour that they prefer: 2 instead of 0 (C12" in answer(6, drawn, 5, 1, 5)
    won = [game(1, "1", "5"), game(1, "6", "2", LOSS), game(1, "3", "7"), game(1, "8", "4", LOSS)]
    assert "more players float down: 2 instead of 0 (C6, article 2.4)" in answer(8, won, 5, 1, 7)
    first = [*won[:3], game(1, "8", "4", DRAW)]
    assert "float out of the next bracket (C8, article 2.4)" in answer(
        8, first, 5, 1, 2, forbidden("3-4", "3-8")
    )
    assert "not everybody else could be paired any more (C4" in answer(
        4, [game(1, "1", "3"), game(1, "4", "2", LOSS)], 5, 1, 2, forbidden("3-4")
    )
    assert "another order of the lower half (article 4.2)" in answer(8, [], 5, 1, 6)
    assert "another exchange between the halves of the bracket (article 4.3)" in answer(
        8, [], 5, 1, 2
    )


def test_a_bye_is_explained_by_the_games_played() -> None:
    games = [game(1, "1", "4"), game(1, "5", "2", LOSS), game(1, "3", "6"),
             bye(1, "7", Status.ZERO_BYE)]  # fmt: skip
    assert "a player with fewer games played (C9, article 2.4)" in answer(7, games, 5, 7, "")
    assert answer(7, games, 5, 6, "").endswith("has the bye")
    assert "a higher score (C5, article 2.3)" in answer(7, games, 5, 1, "")
    index = event_index_of(field_of(7), rounds=5, **WHITE)
    said = reason_lines(index, draw_round(index, 1, system_named("fide-dutch")), DEFAULTS)[-1]
    assert "with a bye for another player: equally good by all criteria" in said
    first = answer(7, [], 5, 4, "")
    assert first.startswith("4 Player 4 has no bye: ") and first.endswith(
        "lower half (article 4.2)"
    )
    index = event_index_of(field_of(7), games, 5, **WHITE)
    drawn = draw_round(index, 2, system_named("fide-dutch"))
    assert drawn.boards[-1].players == ("6",)
    assert (
        "6 Player 6 has the bye with 0; with a bye for another player: "
        in reason_lines(index, drawn, DEFAULTS)[-1]
    )


@pytest.mark.slow
def test_every_couple_that_does_not_meet_has_a_reason_and_no_other_has_one() -> None:
    for seed in range(12):
        lots = random.Random(seed)
        players = lots.randint(6, 24)
        play = Play(field_of(players), 6 if players > 8 else 3, "fide-dutch", seed)
        while len(play.drawn) < play.rounds:
            index, number = play.event_index, len(play.drawn) + 1
            drawn = play.pair()
            state = state_before(index, number, DEFAULTS)
            why = Why(bracket_round(index, state, drawn.system, DEFAULTS))
            meet = {frozenset(why.field.slot[who] for who in b.players) for b in drawn.boards}
            for _ in range(20):
                high, low = sorted(lots.sample(range(players), 2))
                assert (why.not_paired(high, low) is None) == (frozenset((high, low)) in meet)
            for one in why.found.brackets[:-1]:
                assert all(why.down(place) is not None for place in one.floaters)
            play.play(drawn)


def test_explain_and_why_not_on_the_command_line(shell: Shell) -> None:
    out = shell("pair", LINES, "--explain", "--verbose", "--why-not", "1", "2").out
    assert (
        "2 Test0002 Player0002 floats down from 2, as otherwise: more players float down who" in out
    )
    assert "both preferences are granted (5.2.1)" in out
    assert "has the bye with 0\n  with a bye for another player: " in out
    asked = "1 Test0001 Player0001 and 2 Test0002 Player0002 do not meet: with them, more players "
    asked += "do not get"
    assert out.splitlines()[-1].startswith(asked)
    said = shell("pair", LINES, "--why-not", "1", "99", code=2).err
    assert "player 99 is not in this event" in said


def test_in_brief_a_table_has_at_most_three_lines(shell: Shell) -> None:
    said = shell("pair", LINES, "--explain").out
    tables = re.split(r"^table ", said, flags=re.MULTILINE)[1:]
    assert len(tables) == 9
    assert all(len(table.splitlines()) <= 3 for table in tables)
    assert all(len(line) <= 130 for table in tables for line in table.splitlines())
    assert "2 Test0002 Player0002 floats down from 2 (C14)" in tables[1]


FREE = "nothing stood against it"


def why_lines(path: Path) -> list[tuple[object, ...]]:
    """The lines of the sheet Why below its headings."""
    rows = openpyxl.load_workbook(path)["Why"].iter_rows(min_row=5, values_only=True)
    return [row for row in rows if any(cell is not None for cell in row)]


@pytest.mark.slow
def test_the_sheet_why_has_a_line_for_every_table_that_is_paired(
    tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "event.xlsx"
    main(["new", str(path), "--game", "chess", "--players", "7", "--rounds", "5"])
    named(path, 7)
    assert main(["add-sheet", "why", str(path)]) == 0
    assert main(["pair", str(path), "--write"]) == 0
    first = why_lines(path)
    assert [row[:2] for row in first] == [(1, table) for table in (1, 2, 3, 4)]
    assert all(row[6] for row in first), "what decided"
    cells = [cell for line in openpyxl.load_workbook(path)["Why"]["A5:G8"] for cell in line]
    assert all(cell.alignment.wrap_text and cell.alignment.vertical == "top" for cell in cells)
    games = {f"F{at}": "1-0" for at in (5, 6, 7)}
    edited(path, "Rounds", games)
    told = json.loads(shell("pair", path, "--format", "json").out)["reasons"]
    assert main(["pair", str(path), "--write"]) == 0
    second = why_lines(path)[len(first) :]
    assert any(row[6] == FREE for row in second), "which is a column, and no line of the command"
    lines = [
        f"table {row[1]}: " + "; ".join(str(cell) for cell in row[2:] if cell not in (None, FREE))
        for row in second
    ]
    assert lines == told
    edited(path, "Players", {"G5": "2", "G6": "2"})
    assert main(["pair", str(path), "--write", "--replace"]) == 0
    again = why_lines(path)
    assert again[: len(first)] == first
    assert [row[0] for row in again[len(first) :]] == [2, 2, 2]  # of four lines one is blank again


@pytest.mark.slow
@pytest.mark.parametrize("game", ["chess", "go"])
def test_the_sheet_why_of_teams_says_of_a_match_what_the_command_says(
    game: str, tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "teams.xlsx"
    main(["new", str(path), "--game", game, "--teams", "7", "--rounds", "3", "--boards", "2"])
    named(path, 7, "Teams")
    assert main(["add-sheet", "why", str(path)]) == 0
    shell.printed()
    first = json.loads(shell("pair", path, "--format", "json").out)["reasons"]
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", {f"{column}{at}": "1" for at in (5, 6, 7) for column in "FG"})
    shell.printed()
    second = json.loads(shell("pair", path, "--format", "json").out)["reasons"]
    assert main(["pair", str(path), "--write"]) == 0
    heads = [cell.value for cell in openpyxl.load_workbook(path)["Why"][4]][:3]
    assert heads == ["Round", "Match", "Teams"]
    written = why_lines(path)
    assert [line[:2] for line in written] == [(n, at) for n in (1, 2) for at in (1, 2, 3, 4)]
    lines = [
        f"table {line[1]}: " + "; ".join(str(cell) for cell in line[2:] if cell not in (None, FREE))
        for line in written
    ]
    assert lines == first + second


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "first"),
    [
        ("round-robin", "A - D; by the timetable (Round robin)"),
        ("knock-out", "D - A; by the bracket (Knock-out)"),
    ],
)
def test_the_sheet_why_says_of_a_timetable_and_a_bracket_what_the_command_says(
    tmp_path: Path, shell: Shell, system: str, first: str
) -> None:
    path = tmp_path / "event.xlsx"
    main(["new", str(path), "--game", "chess", "--players", "4", "--rounds", "3"])
    named(path, 4)
    assert main(["add-sheet", "why", str(path)]) == 0
    edited(path, "Settings", {setting_cell(path, "Pairing"): system})
    edited(path, "Players", {f"B{at}": name for at, name in zip(range(5, 9), "ABCD", strict=True)})
    told = json.loads(shell("pair", path, "--format", "json").out)["reasons"]
    assert len(told) == 2 and told[0] == f"table 1: {first}"
    assert main(["pair", str(path), "--write"]) == 0
    lines = [f"table {line[1]}: {line[2]}; {line[6]}" for line in why_lines(path)]
    assert lines == told


@pytest.mark.slow
def test_who_loses_by_forfeit_in_a_timetable_is_in_the_round(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "event.xlsx"
    main(["new", str(path), "--game", "chess", "--players", "5", "--rounds", "5"])
    named(path, 5)
    edited(path, "Settings", {setting_cell(path, "Pairing"): "round-robin"})
    edited(
        path, "Players", {f"B{at}": name for at, name in zip(range(5, 10), "ABCDE", strict=True)}
    )
    head = [one.value for one in openpyxl.load_workbook(path)["Players"][4]]
    edited(path, "Players", {f"{column_name(head.index('Not playing in round') + 1)}9": "1"})
    out = shell("pair", path, "--explain").out
    assert ("absent: 5" in out) != ("Not in this round: 5 E" in out), out


@pytest.mark.slow
def test_a_line_of_why_that_is_written_again_is_as_high_as_its_text(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    main(["new", str(path), "--game", "chess", "--players", "4", "--rounds", "3"])
    named(path, 4)
    assert main(["add-sheet", "why", str(path)]) == 0
    assert main(["pair", str(path), "--write"]) == 0
    names: dict[tuple[int, int], Scalar] = {(at, 2): f"{'Long ' * 30}{at}" for at in range(5, 9)}
    path.write_bytes(typed_into(path.read_bytes(), CellEdits("Players", names)))
    before = openpyxl.load_workbook(path)["Why"].row_dimensions[5].height
    assert main(["pair", str(path), "--write", "--replace"]) == 0
    after = openpyxl.load_workbook(path)["Why"].row_dimensions[5].height
    assert after > 2 * (before or 15)


@pytest.mark.slow
def test_a_workbook_without_the_sheet_gets_none(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    main(["new", str(path), "--game", "chess", "--players", "4", "--rounds", "3"])
    named(path, 4)
    assert "Why" not in openpyxl.load_workbook(path).sheetnames
    assert main(["pair", str(path), "--write"]) == 0
    assert "Why" not in openpyxl.load_workbook(path).sheetnames


@pytest.mark.slow
def test_the_parts_of_a_penalty_add_up_to_it() -> None:
    for seed in range(8):
        play = Play(field_of(9 + seed % 2), 5, "othello", seed=seed, game="othello")
        for _ in range(4):
            play.play(play.pair())
        lines = reason_lines(play.event_index, play.pair(), DEFAULTS)
        told = [line for line in lines if "a penalty of" in line]
        assert told
        for line in told:
            total, parts = re.search(r"a penalty of (-?\d+) \((.*)\)", line).groups()  # type: ignore[union-attr]
            assert sum(map(int, re.findall(r"(-?\d+) as ", parts))) == int(total), line


def test_other_systems_say_which_rule_gets_worse() -> None:
    games = [game(1, "1", "3"), game(1, "2", "4")]
    index = event_index_of(field_of(4), games, 3)
    drawn = draw_round(index, 2, system_named("swiss"))
    said = str(why_not(index, drawn, DEFAULTS, "1", "4"))
    assert "more of this: opponents with different scores" in said
    assert str(why_not(index, drawn, DEFAULTS, "1", "3")).endswith("they have met")
    wants = forbidden("3-4")
    forced = why_not(index, draw_round(index, 2, system_named("swiss"), wants), wants, "1", "2")
    assert str(forced).endswith("not everybody else could be paired any more")
    first = event_index_of(field_of(4))
    said = str(why_not(first, draw_round(first, 1, system_named("swiss")), DEFAULTS, "1", "2"))
    assert said.endswith("the best round with them has another order inside the score groups")
    table = draw_round(index, 2, system_named("round-robin"))
    assert "a timetable" in str(why_not(index, table, DEFAULTS, "1", "4"))
