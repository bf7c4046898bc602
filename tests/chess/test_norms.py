"""Norms for titles: the averages that FIDE publishes, and what an event lacks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side, Status
from xltie.event.model import FOR_THE_OTHER
from xltie.exchange import trf
from xltie.rules.chess.elo_change import changes
from xltie.rules.chess.norms import Norm, foreigners, norms
from xltie.settings import Settings

ABROAD = ["RUS", "KOR", "NED", "RUS", "KOR", "NED", "NOR", "NOR", "NOR"]
GRANDMASTERS = ["GM"] * 4 + ["FM"] * 2 + [""] * 3


def event_of(
    points: float, ratings: list[int], titles: list[str], federations: list[str], title: str = ""
) -> Event:
    """One player against as many opponents, with the wins first."""
    opponents = [
        Contestant(f"P{at}", f"Rival {at}", rating=rating or None, title=rank, country=country)
        for at, (rating, rank, country) in enumerate(zip(ratings, titles, federations), 1)
    ]
    games = [Outcome.WIN] * int(points) + [Outcome.DRAW] * (points != int(points))
    games += [Outcome.LOSS] * (len(ratings) - len(games))
    matches = [
        Match(at, Side("X", outcome=how), Side(who.id, outcome=FOR_THE_OTHER[how]))
        for at, (who, how) in enumerate(zip(opponents, games), 1)
    ]
    player = Contestant("X", "Hero", rating=2450, title=title, country="NOR")
    return Event(
        game="chess", rounds=len(ratings), contestants=(player, *opponents), matches=tuple(matches)
    )


def norm_of(event: Event, title: str) -> Norm:
    return next(one for one in norms(EventIndex(event), "X") if one.title.name == title)


def missing(norm: Norm) -> list[str]:
    return [requirement.article for requirement in norm.requirements if not requirement.is_met]


@pytest.mark.parametrize(
    ("title", "points", "average"),
    [
        ("GM", 7, 2380), ("GM", 6.5, 2434), ("GM", 6, 2475), ("GM", 5.5, 2520), ("GM", 5, 2557),
        ("GM", 4.5, 2600), ("IM", 7, 2230), ("IM", 6.5, 2284), ("IM", 6, 2325), ("IM", 5.5, 2370),
        ("IM", 5, 2407), ("IM", 4.5, 2450),
    ],
)  # fmt: skip
def test_the_averages_that_a_score_of_nine_games_needs(
    title: str, points: float, average: int
) -> None:
    """Annex of B.01 (1.7): the least average of nine opponents for a score."""
    made, short = (
        norm_of(event_of(points, [rating] * 9, GRANDMASTERS, ABROAD), title)
        for rating in (average, average - 1)
    )
    assert missing(made) == []
    assert "1.4.8" in missing(short) or "1.4.8a" in missing(short)


@pytest.mark.parametrize(
    ("titles", "federations", "lacks"),
    [
        (["GM"] * 2 + ["FM"] * 7, ABROAD, ["1.4.5b"]),
        (["GM"] * 4 + ["CM"] * 5, ABROAD, ["1.4.5a"]),
        (GRANDMASTERS, ["NOR"] * 6 + ["KOR", "RUS", "NED"], ["1.4.4"]),
        (GRANDMASTERS, ["RUS"] * 7 + ["KOR"] * 2, ["1.4.4"]),
        (GRANDMASTERS, ["RUS"] * 6 + ["NOR"] * 3, ["1.4.3"]),
        (GRANDMASTERS, ["FID"] * 7 + ["KOR", "NED"], []),
    ],
)  # fmt: skip
def test_titles_and_federations_of_the_opponents(
    titles: list[str], federations: list[str], lacks: list[str]
) -> None:
    assert missing(norm_of(event_of(4.5, [2600] * 9, titles, federations), "GM")) == lacks


def test_one_opponent_is_raised_to_the_floor_and_unrated_count_as_1400() -> None:
    event = event_of(5, [2500] * 7 + [1500, 0], GRANDMASTERS, ABROAD)
    assert norm_of(event, "GM").average == round((2500 * 7 + 1500 + 2200) / 9)
    two = event_of(5, [2500] * 7 + [0, 0], GRANDMASTERS, ABROAD)
    assert norm_of(two, "GM").average == 2344  # (17,500 + 2,200 + 1,400) / 9 = 2,344.4


def test_won_games_and_later_ones_may_be_left_out() -> None:
    """1.4.1e and f: the weak opponent who was beaten spoils the average of ten games."""
    event = event_of(6, [1800, *[2557] * 9], ["", *GRANDMASTERS], ["NOR", *ABROAD])
    found = norm_of(event, "GM")
    assert found.is_met
    assert [game.round for game in found.games] == list(range(2, 11))
    long = event_of(8.5, [1800, *[2600] * 15], ["GM"] * 16, ["RUS", "KOR", "NED", "SWE"] * 4)
    assert [game.round for game in norm_of(long, "GM").games] == list(range(2, 17))
    lost = event_of(6, [*[2560] * 9, 1800], [*GRANDMASTERS, ""], [*ABROAD, "NOR"])
    assert [game.round for game in norm_of(lost, "GM").games] == list(range(1, 10))


def test_without_a_game_there_is_nothing_to_average() -> None:
    alone = norm_of(event_of(0, [], [], []), "GM")
    assert (alone.performance, alone.average, alone.score) == (0, 0, 0)
    assert "1.4.8b" in missing(alone)


def test_eight_games_and_a_bye_of_nine_rounds_are_enough() -> None:
    event = event_of(4, [2600] * 8, ["GM"] * 4 + [""] * 4, ABROAD[:8])
    assert "1.4.1" in missing(norm_of(replace(event, rounds=9), "GM"))
    free = Match(9, Side("X", Status.PAIRING_BYE))
    others = Match(9, Side("P1", outcome=Outcome.DRAW), Side("P2", outcome=Outcome.DRAW))
    with_bye = replace(event, rounds=9, matches=(*event.matches, free, others))
    assert missing(norm_of(with_bye, "GM")) == []


def test_nobody_needs_norms_for_a_title_below_his_own() -> None:
    event = event_of(5, [2600] * 9, GRANDMASTERS, ABROAD, "IM")
    assert [one.title.name for one in norms(EventIndex(event), "X")] == ["GM"]
    assert norms(EventIndex(event), "P1") == []


def test_large_swiss_events_are_exempt_from_the_foreigner_requirement() -> None:
    players = [
        Contestant(str(n), rating=2300, title="GM" if n <= 12 else "", country=country)
        for n, country in enumerate(["RUS", "KOR", "NED"] * 8 + ["NOR"] * 2, 1)
    ]
    games = tuple(
        Match(1, Side(str(n), outcome=Outcome.DRAW), Side(str(n + 1), outcome=Outcome.DRAW))
        for n in range(1, 26, 2)
    )
    event = Event(
        game="chess", contestants=tuple(players), matches=games,
        settings=Settings.by_key({"federation": "NOR"}),
    )  # fmt: skip
    found = foreigners(EventIndex(event))
    assert found is not None
    assert (found.rated, found.federations, found.titled, found.is_exempt) == (24, 3, 12, True)
    for without in ({"format": "round-robin"}, {"matches": ()}):
        assert foreigners(EventIndex(replace(event, **without))) is None


def test_the_command_names_every_article(tmp_path: Path, shell: Shell) -> None:
    report = tmp_path / "event.trf"
    report.write_bytes(trf.write(event_of(4.5, [2600] * 9, GRANDMASTERS, ABROAD)))
    shown = shell("norms", report)
    assert "Hero" in shown.out
    assert "in the Settings beside Federation, in a .trf file in line 032" in shown.err
    told = shell("norms", report, "Hero").out
    assert "GM norm: made" in told
    assert "ok 1.4.5b  4 of GM; at least 3" in told


def test_a_certificate_to_sign_is_printed_for_every_norm(tmp_path: Path, shell: Shell) -> None:
    event = event_of(4.5, [2600] * 9, GRANDMASTERS, ABROAD)
    said = {"city": "Oslo", "chief_arbiter": "IA Berg", "time_control": "90 min + 30 s"}
    hero, *others = event.contestants
    hero = replace(hero, more=(("FIDE ID", "1503014"), ("Birth", "1990/11/30")))
    event = replace(event, name="Masters", contestants=(hero, *others),
                    settings=Settings.by_key(said))  # fmt: skip
    report, out = tmp_path / "event.trf", tmp_path / "norms.html"
    report.write_bytes(trf.write(event))
    assert main(["print", str(report), "--what", "norms", "--out", str(out)]) == 0
    page = out.read_text("utf-8")
    assert page.count("GM norm: made") == page.count("IM norm: made") == 1
    for told in ("Hero", "1503014", "1990/11/30", "Masters", "Oslo", "IA Berg", "90 min + 30 s"):
        assert f">{told}<" in page
    for told in ("Rival 9", "2600", "1.4.5b", "4 of GM; at least 3", "Signature"):
        assert told in page
    report.write_bytes(trf.write(event_of(1, [2000] * 9, GRANDMASTERS, ABROAD)))
    printed = shell("print", report, "--what", "norms", "--out", out, code=2).err
    assert "nobody made a norm" in printed


REPORTS = (
    (2235, "15", "2120 2121 2118 2026 2328 2231 2197 2190", "==+--+-+", "4.74", "-11.1", 0),
    (2240, "15", "2242 2360 2289 2251 2303 2152 2313 2309 2110", "===--===-", "4.26", "-18.9", 0),
    (2810, "10", "2662 2657 2641 2696 2708 2790 2749 2723 2788 2720 2712 2739 2675",
     "=++===+=-++==", "8.21", "2.9", 2822),
    (2723, "10", "2662 2657 2641 2696 2708 2810 2749 2790 2788 2720 2712 2739 2675",
     "+++=-==-===++", "6.57", "14.3", 2806),
    (2708, "10", "2657 2641 2696 2790 2810 2749 2723 2788 2720 2712 2739 2675 2662",
     "=++===+--===+", "6.28", "12.2", 2777),
    (2745, "10", "2676 2700 2677 2730 2690 2702 2684 2682 2660", "----==-==", "5.20", "-32.0",
     2469),
    (2690, "10", "2730 2682 2702 2684 2745 2660 2676 2700 2677", "-+===-=+=", "4.43", "0.7",
     2695),
)  # fmt: skip
"""Calculations that FIDE published (ratings.fide.com, players 4625200 in July 2009 and July 2008,
1503014 in March 2010, events 42427 and 44463), with the performances printed in The Week in Chess
762 and 795: rating, K, opponents, results; points expected, change, performance."""
HOW = {"+": Outcome.WIN, "=": Outcome.DRAW, "-": Outcome.LOSS}


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: str(report[0]))
def test_reports_that_fide_published_come_out(
    report: tuple[int, str, str, str, str, str, int],
) -> None:
    rating, k, ratings, results, expected, change, performance = report
    rivals = [
        Contestant(f"P{at}", rating=int(text), title="GM", country=ABROAD[at % 9])
        for at, text in enumerate(ratings.split())
    ]
    player = Contestant("X", "Hero", rating=rating, country="USA", more=(("K", k),))
    matches = tuple(
        Match(at, Side("X", outcome=HOW[sign]), Side(who.id, outcome=FOR_THE_OTHER[HOW[sign]]))
        for at, (who, sign) in enumerate(zip(rivals, results, strict=True), 1)
    )
    index = EventIndex(Event(
        game="chess", rounds=len(rivals), contestants=(player, *rivals), matches=matches
    ))  # fmt: skip
    games = next(one.games for one in changes(index) if one.who == "X")
    assert f"{sum(game.expected for game in games):.2f}" == expected
    assert f"{sum(game.change for game in games):.1f}" == change
    if performance:
        assert norms(index, "X")[0].performance == performance
