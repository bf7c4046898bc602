"""Prints and charts: the event on every page, nothing broken, and what cannot be done is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main
from xltie.publish import programs
from xltie.publish.drawing import RaceLine, bars, distribution, race
from xltie.workbooks import example_event

OPEN_ROUND = """Round,White,Black,Result
1,Ann,Bob,1-0
1,Cid,Dee,1/2-1/2
2,Cid,Ann,
2,Dee,Bob,0-1
"""


@pytest.fixture(scope="module")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("prints") / "othello.xlsx"
    path.write_bytes(example_event.example_workbook())
    return path


def text_of(path: Path) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", path.read_text("utf-8")))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("starting", "Starting list"),
        ("standings", "Standings after round 7"),
        ("crosstable", "Crosstable, Standings after round 7"),
        ("pairings", "Pairings of round 7"),
        ("alphabetical", "Pairings of round 7 by name"),
    ],
)
def test_every_list_carries_the_event_and_the_round_in_its_repeated_head(
    kind: str, said: str, workbook: Path, tmp_path: Path
) -> None:
    out = tmp_path / "print.html"
    assert main(["print", str(workbook), "--what", kind, "--out", str(out)]) == 0
    head = re.search("<thead>.*?</thead>", out.read_text("utf-8"), re.DOTALL)
    assert head is not None
    assert "Autumn Open (simulated)" in head[0]
    assert f"· {said}<" in head[0]


@pytest.mark.slow
def test_rules_to_hand_out_follow_from_the_events_own_settings(
    workbook: Path, tmp_path: Path
) -> None:
    out = tmp_path / "rules.html"
    for language, said in (
        (
            "en",
            ("1 for a win", "What a bye adds to BQ", "own discs plus C times", "shares a place"),
        ),
        ("ko", ("승 1", "부전승이 BQ에", "자기 돌 수", "공동 순위")),
        ("ru", ("победа — 1", "BQ", "делят место")),
    ):
        call = [
            "print",
            str(workbook),
            "--what",
            "rules",
            "--out",
            str(out),
            "--language",
            language,
        ]
        assert main(call) == 0
        text = text_of(out)
        assert [words for words in said if words not in text] == []
    go = tmp_path / "go.xlsx"
    assert main(["new", str(go), "--game", "go", "--players", "8", "--rounds", "3"]) == 0
    assert main(["print", str(go), "--what", "rules", "--out", str(out)]) == 0
    assert "McMahon bar 4d" in text_of(out)
    event = tmp_path / "club.csv"
    event.write_text("Round,White,Black,Result\n1,Ann,Bob,1-0\n")
    book = tmp_path / "club.xlsx"
    assert main(["import", str(event), str(book)]) == 0
    other = ["print", str(book), "--what", "rules", "--out", str(out), "--criteria", "points, SB"]
    assert main(other) == 0
    assert "Sonneborn-Berger" in text_of(out) and "Brightwell" not in text_of(out)


@pytest.mark.slow
def test_rules_of_pairs_say_nothing_of_matches_of_teams(tmp_path: Path) -> None:
    book, out = tmp_path / "evening.xlsx", tmp_path / "rules.html"
    said = {}
    for criteria in ("MP%", "VP, IMP"):
        call = ["new", str(book), "--game", "bridge", "--players", "8", "--force"]
        assert main([*call, "--criteria", criteria]) == 0
        assert main(["print", str(book), "--what", "rules", "--out", str(out)]) == 0
        said[criteria] = text_of(out)
    assert "teams: boards" not in said["MP%"]
    assert "Boards of a match 8 Swiss teams: boards of each match" in said["VP, IMP"]


@pytest.mark.slow
def test_pairings_and_crosstable_say_who_the_players_are(tmp_path: Path) -> None:
    """Starting number, title, rating and federation, whatever the order of the list."""
    players, book = tmp_path / "players.csv", tmp_path / "open.xlsx"
    players.write_text(
        "Name,Rating,Title,Federation\nLow,1500,,KOR\nHigh,2500,GM,NED\nMid,2000,,\nUnrated,,,\n"
    )
    assert main(["new", str(book), "--from", str(players), "--rounds", "2", "--game", "chess"]) == 0
    assert main(["pair", str(book), "--write"]) == 0
    said = {}
    for kind in ("pairings", "alphabetical", "crosstable"):
        out = tmp_path / f"{kind}.html"
        assert main(["print", str(book), "--what", kind, "--out", str(out)]) == 0
        said[kind] = text_of(out)
        assert "High GM · 2500 · NED" in said[kind] and "Low 1500 · KOR" in said[kind]
    assert "1 High GM" in said["pairings"] and "3 Low 1500" in said["pairings"]
    # Low (3) has White against High (1), and the cross table calls them by the same numbers.
    assert "High GM · 2500 · NED 1 ?3b" in said["crosstable"]
    assert "Low 1500 · KOR 3 ?1w" in said["crosstable"]


def test_standings_of_an_earlier_round_say_which(workbook: Path, tmp_path: Path) -> None:
    out = tmp_path / "print.html"
    main(["print", str(workbook), "--what", "standings", "--round", "3", "--out", str(out)])
    assert "Standings after round 3" in text_of(out)


def test_slips_are_printed_for_the_games_that_wait_for_a_result(tmp_path: Path) -> None:
    table, out = tmp_path / "club.csv", tmp_path / "slips.html"
    table.write_text(OPEN_ROUND)
    main(["print", str(table), "--what", "slips", "--out", str(out)])
    assert out.read_text("utf-8").count("class=slip>") == 1
    assert "White: Cid" in text_of(out)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--what", "posters", "--out", "a.html"], "'posters' cannot be printed"),
        (["--what", "pairings", "--round", "9", "--out", "a.html"], "no games in round 9"),
        (["--what", "pairings", "--out", "a.doc"], "must end in .html or .pdf"),
    ],
)
def test_what_cannot_be_printed_is_said(
    arguments: list[str], said: str, workbook: Path, shell: Shell
) -> None:
    assert said in shell("print", workbook, *arguments, code=2).err


def test_without_a_browser_a_pdf_says_what_to_do(
    workbook: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    shell: Shell,
) -> None:
    monkeypatch.setattr(programs, "browser", lambda: "")
    out = tmp_path / "print.pdf"
    said = shell("print", workbook, "--what", "standings", "--out", out, code=1).err
    assert "write an .html or .svg" in said
    assert not out.exists()


@pytest.mark.slow
def test_the_race_ends_at_the_points_of_the_standings(workbook: Path, tmp_path: Path) -> None:
    out = tmp_path / "race.svg"
    chosen = ["--player", "9", "--player", "Lind"]
    assert main(["chart", str(workbook), "--what", "places", "--out", str(out), *chosen]) == 0
    names = re.findall('/><text x="[^>]*>([^<]*)<', out.read_text("utf-8"))
    assert names == ["Ito", "Lind"]


def test_better_is_higher_in_both_races() -> None:
    lines = [RaceLine("first", "a", [1, 1], 0), RaceLine("last", "b", [2, 2], 1)]
    for is_places, wanted in ((True, "first"), (False, "last")):
        drawn = race(lines, ["R1", "R2"], "race", is_places=is_places)
        heights = {
            name: float(y)
            for y, name in re.findall(r' y="([\d.]+)" data-y="\d+">(first|last)<', drawn)
        }
        assert min(heights, key=heights.__getitem__) == wanted


def test_the_points_of_a_race_begin_near_those_of_the_last_player() -> None:
    for values, first in (([31.0, 38.0], "30"), ([0.0, 5.0], "0")):
        lines = [RaceLine("one", "a", values, 0)]
        drawn = race(lines, ["R1", "R2"], "race", is_places=False)
        assert re.findall(r'text-anchor="end">(\d+)<', drawn)[0] == first


def test_percentages_stand_in_ranges_whose_names_can_be_read() -> None:
    """Each of fourteen percentages was a bar of one, with six digits that hid each other."""
    found = bars([37.8205, 41.9872, 43.9103, 45.5128, 48.0769, 50.9615, 57.3718, 65.3846])
    assert [name for name, _ in found][:2] == ["35–40", "40–45"]
    assert len(found) <= 9


@pytest.mark.parametrize(
    "values", [[1.0, 1.0, 2.0], [number / 7 for number in range(100)], [-3.0], []]
)
def test_every_player_is_in_one_bar_of_a_distribution(values: list[float]) -> None:
    found = bars(values)
    assert sum(count for _, count in found) == len(values)
    assert distribution(values, "spread", "PTS").count('class="bar"') == len(found) <= 24
