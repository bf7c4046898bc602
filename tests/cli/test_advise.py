"""``xltie advise`` answers from the published studies, by the field nearest to an event's."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.books import field
from tests.shell import Shell
from xltie.batch.study.advice import FIGURES, Field, advice
from xltie.games import preset
from xltie.ranking import parse_criteria
from xltie.workbooks.build import new_workbook
from xltie.workbooks.build_teams import new_team_workbook

ROOT = Path(__file__).parents[2]


def best_constant(deviation: float | None, rounds: int) -> set[str]:
    found = {one.study: one for one in advice(Field("othello", 30, rounds, deviation))}
    constants = found["bq-constant"]
    return {one.name for one in (constants.best, *constants.level)}


def test_a_wider_field_takes_a_larger_constant() -> None:
    """What the study's page says, at its three spreads; unknown ratings are the usual spread."""
    assert "C = 6" in best_constant(250, 7)
    assert "C = 6" not in best_constant(60, 7) | best_constant(700, 7)
    assert "C = 12" in best_constant(800, 7)
    assert best_constant(None, 7) == best_constant(250, 7)


@pytest.mark.parametrize(
    ("criteria", "name"),
    [("points, BH/C1, SB", "Cut 1"), ("points, BH", "Buchholz"), ("points, DE, BH", "")],
)
def test_the_list_that_an_event_begins_with_is_found(criteria: str, name: str) -> None:
    (cuts,) = advice(Field("chess", 64, 7, 250))
    found = cuts.of(parse_criteria(criteria))
    assert (found.name if found else "") == name


@pytest.mark.slow
def test_every_figure_is_that_of_the_page(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(new_workbook(preset("chess"), 16, 7, field(16), {"criteria": "points, BH/C1"}))
    said = shell("advise", path).out
    with (ROOT / "docs/studies/buchholz-cuts.csv").open(encoding="utf-8") as stream:
        page = {row["list"]: 100 * float(row["ordered right"]) for row in csv.DictReader(stream)}
    assert f"Progressive (points, PS) orders most rightly: {page['Progressive']:.1f} %" in said
    assert f"as this event does (Cut 1): {page['Cut 1']:.1f} %" in said
    assert "docs/studies/buchholz-cuts.md" in said


def test_every_source_is_a_page(tmp_path: Path) -> None:
    with FIGURES.open(encoding="utf-8") as stream:
        studies = {row["study"] for row in csv.DictReader(stream)}
    assert studies == {file.stem for file in (ROOT / "studies").glob("*.toml")}
    assert all((ROOT / "docs/studies" / f"{name}.md").exists() for name in studies)


def test_teams_are_refused(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "teams.xlsx"
    path.write_bytes(new_team_workbook(4, 2, 2))
    assert "no study was played for teams" in shell("advise", path, code=2).err


def test_a_table_that_says_no_game_has_no_study(tmp_path: Path, shell: Shell) -> None:
    table = tmp_path / "club.csv"
    table.write_text("Round,White,Black,Result\n1,Ann,Bo,1-0\n", "utf-8")
    assert "no study was played for the game of this event" in shell("advise", table, code=2).err
