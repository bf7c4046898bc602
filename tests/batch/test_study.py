"""Studies: events played out from a seed, and what all of them say of lists of criteria."""

from __future__ import annotations

import csv
import math
import random
from html.parser import HTMLParser
from pathlib import Path
from statistics import NormalDist, fmean
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shell import Shell
from xltie.batch.study.findings import Mean, share
from xltie.batch.study.measures import rows_of
from xltie.batch.study.models import MODELS, Davidson, EgfExpectancy, NormalDiscs
from xltie.batch.study.plan import FieldKind, read_study
from xltie.batch.study.play import played
from xltie.cli.main import main
from xltie.event import EventIndex, Outcome, Status
from xltie.event.bridge.contracts import scores_of_any_contract

STUDY = """
title = "A <small> study"
game = "othello"
events = 30
players = 8
rounds = [3, 4]
byes = 0.05
withdrawals = 0.05
[lists]
"discs" = "points, DISCS"
"BQ & C" = "points, BQ(c=8)"
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY, "utf-8")
    return path


def figures(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_the_same_study_gives_the_same_bytes_on_any_number_of_processes(
    study: Path, tmp_path: Path, shell: Shell
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert main(["study", str(study), "--out", str(one), "--jobs", "1"]) == 0
    assert main(["study", str(study), "--out", str(two), "--jobs", "2"]) == 0
    for name in ("events.csv", "summary.csv", "report.html", "chart.svg"):
        assert (one / name).read_bytes() == (two / name).read_bytes()
    assert len(figures(one / "events.csv")) == 2 * 30 * 2
    assert "8 players, 4 rounds, 30 events" in shell.printed().out
    text = (one / "report.html").read_text("utf-8")
    assert "<small> study" not in text and "A &lt;small&gt; study" in text
    HTMLParser().feed(text)
    assert "default-src 'none'" in text and "http://" not in text and "https://" not in text
    drawn = ["".join(words.itertext()) for words in ElementTree.parse(one / "chart.svg").iter()]
    assert {"8 players, 4 rounds", *dict(read_study(study).lists)} <= set(drawn)


def test_an_event_is_the_same_whatever_was_played_before(study: Path) -> None:
    plan = read_study(study)
    setting = FieldKind(8, 4, 250)
    later = played(plan, setting, 7)
    for number in range(3):
        played(plan, setting, number)
    assert played(plan, setting, 7) == later
    assert played(plan, setting, 8) != later


@pytest.mark.slow
@given(number=st.integers(0, 10_000), rounds=st.integers(2, 5), rated=st.booleans())
def test_everybody_has_one_entry_a_round_and_nobody_meets_twice(
    number: int, rounds: int, rated: bool
) -> None:
    from dataclasses import replace

    from xltie.batch.study.plan import Study

    base = Study(
        "t", "", "chess", 1, "s", (), "fide-dutch", Davidson(), (), byes=0.1, withdrawals=0.05
    )
    plan = base if rated else replace(base, rating_error=None)
    event, truth = played(plan, FieldKind(12, rounds, 250), number)
    index = EventIndex(event)
    for who in index.ids:
        records = index.rounds_of(who)
        assert [record.round for record in records] == list(range(1, rounds + 1))
        met = [record.opponent for record in records if record.is_played]
        assert len(met) == len(set(met))
        byes = [record for record in records if record.own.status is Status.PAIRING_BYE]
        assert len(byes) <= 1
    assert truth.keys() == set(index.ids)


@pytest.mark.parametrize(("gap", "expected"), [(0, 0.5), (200, 1 / (1 + 10**-0.5)), (-400, 1 / 11)])
def test_davidson_gives_the_expected_score_of_its_formula(gap: float, expected: float) -> None:
    lots, model = random.Random("davidson"), Davidson(draws=0.0, advantage=0.0)
    worth = {Outcome.WIN: 1.0, Outcome.DRAW: 0.5, Outcome.LOSS: 0.0}
    scores = [worth[model.play(1800 + gap, 1800, lots).outcome] for _ in range(20_000)]
    assert abs(fmean(scores) - expected) < 0.012
    drawn = Davidson(draws=1.0, advantage=0.0)
    games = [drawn.play(1800, 1800, lots).outcome for _ in range(20_000)]
    assert abs(games.count(Outcome.DRAW) / 20_000 - 1 / 3) < 0.012


def test_the_egf_expectancy_is_that_of_its_page() -> None:
    """EGD, "EGF Official ratings system" (2021)."""
    lots, model = random.Random("egf"), EgfExpectancy()
    wins = [model.play(2400, 2300, lots).outcome is Outcome.WIN for _ in range(20_000)]
    beta = {r: -7 * math.log(3300 - r) for r in (2400, 2300)}
    assert abs(fmean(wins) - 1 / (1 + math.exp(beta[2300] - beta[2400]))) < 0.012
    even = [model.play(2400, 2400, lots).outcome is Outcome.WIN for _ in range(20_000)]
    assert abs(fmean(even) - 0.5) < 0.012


@pytest.mark.slow
def test_discs_add_up_to_64_and_follow_strength() -> None:
    lots, model = random.Random("discs"), NormalDiscs(spread=20, per_disc=10)
    margins = []
    for _ in range(20_000):
        ending = model.play(1900, 1800, lots)
        assert ending.tallies is not None and sum(ending.tallies) == 64
        assert (ending.tallies[0] > ending.tallies[1]) == (ending.outcome is Outcome.WIN)
        margins.append(float(ending.tallies[0] - ending.tallies[1]))
    assert abs(fmean(margins) - 10) < 0.6
    share_won = sum(margin > 0 for margin in margins) / len(margins)
    assert abs(share_won - NormalDist(10, 20).cdf(64) + NormalDist(10, 20).cdf(1)) < 0.015


@pytest.mark.slow
def test_a_few_events_tell_nothing(study: Path, tmp_path: Path, shell: Shell) -> None:
    out = str(tmp_path / "few")
    said = shell("study", study, "--out", out, "--jobs", "1", "--events", "4").out
    assert "8 players, 3 rounds: 4 events are too few to tell lists apart." in said


def test_ties_and_what_breaks_them_are_counted(study: Path) -> None:
    event, truth = played(read_study(study), FieldKind(8, 3, 250), 1)
    rows = rows_of(event, truth, (("points only", "points"), ("all", "points, BQ(c=8), DISCS")))
    alone, all_of_them = rows
    assert alone["decided"] == str(alone["level"])
    assert alone["level"] == all_of_them["level"]
    assert sum(map(int, str(all_of_them["decided"]).split())) == all_of_them["level"]


@pytest.mark.slow
def test_the_report_says_which_criterion_breaks_how_many_ties(study: Path, tmp_path: Path) -> None:
    out = tmp_path / "found"
    assert main(["study", str(study), "--out", str(out), "--jobs", "1", "-q"]) == 0
    page = (out / "report.html").read_text("utf-8")
    for row in figures(out / "summary.csv"):
        shares = [one.rsplit(" ", 1) for one in row["ties broken by"].split("; ") if one]
        assert sum(float(own) for _, own in shares) + float(row["ties left"]) == pytest.approx(
            1, abs=1e-3
        )
        assert all(f"{label} {own} " in page for label, own in shares)


@pytest.mark.slow
@given(st.lists(st.floats(-1, 1), min_size=2, max_size=40))
def test_a_mean_lies_within_its_bounds(values: list[float]) -> None:
    mean = Mean(list(values))
    own = mean.interval()
    assert own.low - 1e-12 <= own.middle <= own.high + 1e-12
    assert abs(own.middle - fmean(values)) < 1e-12


def test_bounds_of_a_share_are_wilsons() -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3: 81/263, 0/20, 1/29."""
    expected = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605), (0, 20): (0.0, 0.1611)}
    for (hits, count), bounds in expected.items():
        own = share(hits, count)
        assert (round(own.low, 4), round(own.high, 4)) == bounds


def test_every_model_names_its_source_or_says_that_it_is_ours() -> None:
    for kind in MODELS.values():
        known = ("1970", "2021", "1927", "A model of ours")
        assert kind.__doc__ and any(sheet in kind.__doc__ for sheet in known)


@pytest.mark.slow
def test_a_bridge_session_is_scored_by_each_method(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text(
        'game = "bridge"\nevents = 3\nplayers = 8\nrounds = 24\nagreement = true\n'
        '[lists]\nmax = "MP%"\nimps = "BUTLERIMPS"\nz = "Z%"\n', "utf-8",
    )  # fmt: skip
    out = tmp_path / "out"
    assert main(["study", str(path), "--out", str(out), "--jobs", "1"]) == 0
    rows = figures(out / "events.csv")
    assert [row["list"] for row in rows] == ["max", "imps", "z"] * 3
    assert all(0 < float(row["tau with max"]) <= 1 for row in rows if row["list"] == "z")
    event, truth = played(read_study(path), FieldKind(8, 24, 250), 0)
    assert len(event.board_results) == 24 * 4
    assert {line.ns_result for line in event.board_results if line.board == 1} <= possible()
    assert len(truth) == 8


def possible() -> set[object]:
    return set(scores_of_any_contract())


@pytest.mark.slow
def test_real_events_are_measured_by_their_ratings(tmp_path: Path) -> None:
    folder = Path(__file__).parents[1] / "pairing/dutch/events"
    path = tmp_path / "s.toml"
    path.write_text(
        f"files = ['{folder.as_posix()}/players2[01]-*.trf']\n"
        "[lists]\na = 'points, BH'\nb = 'points'\n"
    )
    out = tmp_path / "out"
    assert main(["study", str(path), "--out", str(out), "--jobs", "1"]) == 0
    files = {row["number"] for row in figures(out / "events.csv")}
    assert files == {str(one) for one in folder.glob("players2[01]-*.trf")}
    assert "Real events" in (out / "report.html").read_text("utf-8")


@pytest.mark.parametrize("name", ["events/*.trf", "events", "events/players20-pair.trf", "e*/*"])
def test_real_events_are_looked_for_beside_the_study(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "of [2026]"
    (folder / "events").mkdir(parents=True)
    source = next((Path(__file__).parents[1] / "pairing/dutch/events").glob("players20-*.trf"))
    (folder / "events" / "players20-pair.trf").write_bytes(source.read_bytes())
    path = folder / "s.toml"
    path.write_text(f"files = ['{name}']\n[lists]\na = 'points'\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert main(["study", str(path), "--out", "out", "--jobs", "1", "-q"]) == 0
    (row,) = figures(elsewhere / "out/events.csv")
    assert row["number"] == str(folder / "events/players20-pair.trf")
    assert f"truth: {name}." in (elsewhere / "out/report.html").read_text("utf-8")


def test_a_url_of_real_events_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text("files = ['s3://bucket/events/']\n[lists]\na = 'points'\n")
    assert read_study(path).names == ("s3://bucket/events/",)


def test_ordered_right_counts_those_tied_on_points_and_half_of_what_is_left(study: Path) -> None:
    """Worked by hand from the places: a list that leaves all ties orders half of them rightly."""
    event, truth = played(read_study(study), FieldKind(8, 3, 250), 1)
    lists = (("points", "points"), ("discs", "points, DISCS"))
    alone, discs = rows_of(event, truth, lists)
    index = EventIndex(event)
    tally = {
        who: sum(record.own.tally or 0 for record in index.rounds_of(who)) for who in index.ids
    }
    tied = [
        (one, other)
        for one in index.ids
        for other in index.ids
        if truth[one] > truth[other] and index.score(one) == index.score(other)
    ]
    assert alone["pairs"] == discs["pairs"] == len(tied) > 0
    assert alone["right"] == len(tied) / 2
    right = [(tally[one] > tally[other]) + (tally[one] == tally[other]) / 2 for one, other in tied]
    assert discs["right"] == sum(right)


def test_fields_of_another_deviation_differ_in_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text(STUDY + "C6 = 'points, BQ(c=6)'\n", "utf-8")
    path.write_text("deviation = [60, 700]\n" + path.read_text("utf-8"), "utf-8")
    plan = read_study(path)
    assert [setting.deviation for setting in plan.settings] == [60, 700, 60, 700]
    (_, near), (_, wide) = (played(plan, setting, 1) for setting in plan.settings[:2])
    near_order = sorted((true - 1800) / 60 for true in near.values())
    wide_order = sorted((true - 1800) / 700 for true in wide.values())
    assert near_order == pytest.approx(wide_order)


def test_bounds_for_the_best_of_many_are_wider() -> None:
    """Bonferroni: of ten, each has 99.5 %; 2.807 deviations (any table of the normal)."""
    mean = Mean([0.0, 1.0] * 50)
    one, ten = mean.interval(), mean.interval(10)
    assert (ten.high - ten.middle) / (one.high - one.middle) == pytest.approx(2.80703 / 1.95996)
