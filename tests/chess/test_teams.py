"""Team events: the published figures and those that two programs agree on, from files to lines."""

import sys
from functools import cache
from math import isnan
from pathlib import Path
from typing import Any

import pytest

from tests.books import named
from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.exchange.trf import declared_ranks
from xltie.ranking import Tournament

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).parent / "team_cases"
CASES = tomllib.loads((FOLDER / "figures.toml").read_text())
TABLES = [
    (case, table)
    for case in ("held", "friendship", "rr4")
    for table in CASES[case]
    if table.startswith(("published", "computed", "official")) and "order" not in table
]
RESULTS = {"BC", "rank_order", "board_points", "SSSC_decimals", "EDE_order", "match_only_11_14"}


@cache
def opened(case: str) -> Tournament:
    return api.open_event(FOLDER / CASES[case]["trf"])


def values(case: str, criterion: str, rulebook: str = "") -> dict[str, Any]:
    found = api.standings(opened(case), criterion, rulebook=rulebook)
    firsts = ((line.who, line.values[0]) for line in found.lines)
    return {who: value.total for who, value in firsts if value is not None}


@pytest.mark.parametrize(("case", "table"), TABLES)
def test_figures(case: str, table: str) -> None:
    year = table[-4:] if table[-4:].isdecimal() else "2024"
    for criterion, figures in CASES[case][table].items():
        if criterion in RESULTS or not isinstance(figures, list):
            continue
        digits = 1 if (case, table, criterion) == ("held", "published_2024", "SSSC") else 2
        code = {"MP": "MPTS", "GP": "GPTS"}.get(criterion, criterion)
        found = values(case, code, f"fide{year}")
        for who, figure in enumerate(figures, 1):
            if not isnan(figure):
                assert abs(float(found[str(who)]) - figure) <= 0.51 / 10**digits, (criterion, who)


@pytest.mark.parametrize("case", ["held", "friendship", "rr4"])
def test_board_points(case: str) -> None:
    from xltie.event import EventIndex
    from xltie.rules.chess.team_scores import board_values, count_of

    event_index = EventIndex(opened(case).event)
    figures = CASES[case]["computed_2026"]
    found = [board_values(event_index, who) for who in event_index.ids]
    assert [list(map(float, one)) for one in found] == figures["board_points"]
    assert [float(count_of(one)) for one in found] == figures["BC"]


def order(case: str, criterion: str, tied: tuple[str, ...], rulebook: str) -> list[Any]:
    from xltie.event import EventIndex
    from xltie.ranking import parse_criteria

    event = opened(case).under(rulebook).event
    found = parse_criteria(criterion, event=event)[0].values(EventIndex(event), tied)
    return [found[who].total for who in tied]


@pytest.mark.parametrize(
    ("rulebook", "expected"), [("fide2024", [3, 2, 4, 1, 5]), ("fide2026", [2, 3, 4, 1, 5])]
)
def test_extended_direct_encounter_of_five_teams(rulebook: str, expected: list[int]) -> None:
    """TEC book, exercise 45: 4 2 1 3 5; by the letter of 13.3.3, in force since, 4 1 2 3 5."""
    assert order("held", "EDE", ("1", "2", "3", "4", "5"), rulebook) == expected


@pytest.mark.parametrize("code", ["EDEBT", "EDEBB", "EDET", "EDEB", "EDEC"])
def test_boards_of_the_event_or_of_the_match(code: str) -> None:
    """Teams 1 and 2 drew 2-2; the match and the whole event point in opposite directions."""
    pair = ("1", "2")
    assert order("rr4", "EDE", pair, "") == [1, 1]
    assert order("rr4", code, pair, "fide2026") == [2, 1]
    assert order("rr4", code, pair, "fide2024") == [1, 2]
    assert order("rr4", f"{code}(boards=match)", pair, "fide2026") == [1, 2]
    assert order("rr4", f"{code}(boards=event)", pair, "fide2024") == [2, 1]


def test_the_official_cup_is_in_the_order_of_its_list() -> None:
    found = api.standings(opened("friendship"), "MPTS, GPTS")
    event = found.event_index.event
    claimed = declared_ranks(event, "friendship.trf")
    assert [claimed[line.who][0] for line in found.lines] == list(range(1, 16))


@pytest.mark.slow
@pytest.mark.parametrize("case", ["held", "friendship", "rr4"])
def test_a_team_file_comes_back_from_a_workbook_byte_for_byte(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.chdir(tmp_path)
    source = FOLDER / CASES[case]["trf"]
    assert main(["import", str(source), "book.xlsx"]) == 0
    assert main(["export", "book.xlsx", "out.trf"]) == 0
    assert (tmp_path / "out.trf").read_bytes() == source.read_bytes()
    assert f"this is an event of {CASES[case]['teams']} teams on" in shell.printed().err


@pytest.mark.slow
def test_spaces_and_letters_of_names_do_not_cost_a_team_its_players(tmp_path: Path) -> None:
    """In a workbook the players name their team, and a cell has no two blanks side by side."""
    text = (FOLDER / "rr4.trf").read_text()
    for name, other in (("Team 1 ", "São  Nº 1"), ("Team 2 ", "=A1   두  팀")):
        text = text.replace(name.ljust(len(other)), other)
    path, book, back = tmp_path / "a.trf", tmp_path / "a.xlsx", tmp_path / "b.trf"
    path.write_text(text, encoding="utf-8")
    assert "두  팀" in text and "  Nº 1" in text
    assert main(["import", str(path), str(book)]) == 0
    assert main(["export", str(book), str(back)]) == 0
    assert back.read_bytes() == path.read_bytes()


def test_explanation_names_both_scores_and_the_cut(shell: Shell) -> None:
    said = shell("explain", FOLDER / "friendship.trf", "Team 3", "EGGSB/C1").out
    assert "GP ×" in said
    assert said.count("(cut)") == 1
    assert "462.25" in said


def test_points_that_are_not_those_of_the_matches_are_named(tmp_path: Path, shell: Shell) -> None:
    text = (FOLDER / "rr4.trf").read_text()
    wrong = text.replace(
        "310   1 Team 1                                           3.0",
        "310   1 Team 1                                           4.0",
    )
    (tmp_path / "wrong.trf").write_text(wrong)
    said = shell("check", tmp_path / "wrong.trf").err
    assert "team 1 has 4.0 MP in record 310, but 3 by its matches" in said


def test_criteria_of_individuals_have_no_score_to_choose(
    shell: Shell,
) -> None:
    said = shell("standings", FOLDER / "rr4.trf", "--criteria", "BH:XP", code=2).err
    assert "BH of teams is :MP or :GP" in said


def test_check_names_the_first_declared_rank_that_the_criteria_do_not_give(
    tmp_path: Path, shell: Shell
) -> None:
    text = (FOLDER / "friendship.trf").read_text()
    stated = text.replace("192 FIDE_TEAM", "202 GPTS\n192 FIDE_TEAM")
    right, wrong = tmp_path / "right.trf", tmp_path / "wrong.trf"
    right.write_text(stated)
    wrong.write_text(stated.replace("202 GPTS", "202 EGGSB"))
    printed = shell("check", right)
    assert "the file ranks" not in printed.err
    assert printed.out.endswith("; 15 of 15 ranks by its own list\n")
    said = shell("check", wrong).err
    assert said.count("the file ranks") == 1
    assert "wrong.trf:148:69: the file ranks 1 as 4 and 7 as 5" in said
    assert "Team 7 is above Team 1 on EGGSB: 513.75 to 449.5 (equal on PTS 9)" in said


def test_verify_counts_the_declared_ranks_that_the_criteria_give(
    shell: Shell,
) -> None:
    source = str(FOLDER / "friendship.trf")
    told = shell("verify", source, code=1).err
    assert "no list of known tie-breaks (202, 212): give --criteria" in told
    told = shell("verify", source, "--criteria", "PTS, GPTS").out
    assert told == "ranks: 15 of 15 by PTS, GPTS\n"
    said = shell("verify", source, "--criteria", "PTS, EGGSB", code=1).out.splitlines()
    assert said[0] == "ranks: 11 of 15 by PTS, EGGSB"
    assert "Team 7 is above Team 1 on EGGSB" in said[1]


@pytest.mark.parametrize("line", ["212 GPTS,MPvGP", "192 FIDE_TEAM_TYPEA_GP_MP"])
def test_game_points_come_first_where_the_file_says_so(line: str, tmp_path: Path) -> None:
    text = (FOLDER / "friendship.trf").read_text().replace("192 FIDE_TEAM", line)
    (tmp_path / "games.trf").write_text(text)
    found = api.standings(api.open_event(tmp_path / "games.trf"), "PTS, MPvGP, BH")
    first = next(line for line in found.lines if line.who == "4")
    assert [value.total for value in first.values if value is not None] == [25.5, 9, 153]


@pytest.mark.slow
def test_sssc_without_a_divisor_is_undefined_and_the_places_stay(
    tmp_path: Path, shell: Any
) -> None:
    """Three rounds of 2 match points, matches of 8 game points: 6 / 8 rounded down is 0."""
    book = tmp_path / "short.xlsx"
    made = ["new", str(book), "--game", "chess", "--teams", "4", "--boards", "8", "--rounds", "3"]
    assert main(made) == 0
    named(book, 4, "Teams")
    asked = ["standings", str(book), "--criteria", "PTS, SSSC, SSSC/K2", "--format", "csv"]
    assert shell(*asked).out.splitlines()[1:] == [f"{team},1,0,,0,P{team}" for team in range(1, 5)]
    said = shell("explain", book, "1", "SSSC").out
    assert "the divisor of SSSC is 0; give another one, as in SSSC/K2" in said


@pytest.mark.slow
def test_printed_ranks_are_nothing_that_a_workbook_would_have_to_hold(
    tmp_path: Path, shell: Shell
) -> None:
    """They follow from the results, as those of players do: ``verify`` compares them."""
    said = shell("import", FOLDER / "friendship.trf", tmp_path / "book.xlsx").err
    assert "leaves out" not in said
