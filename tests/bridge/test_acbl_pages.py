"""Pages of club results of the ACBL: the object in them is read, and its figures come out."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest

from xltie.core.errors import InputError
from xltie.event import EventIndex
from xltie.exchange import acbl, format_of
from xltie.ranking.verification.bridge_findings import verify_session
from xltie.settings.declared import CLUB


def line(ns: str, ew: str, score: str, points: str, **more: Any) -> dict[str, Any]:
    return {
        "round_number": 1, "table_number": 1, "ns_pair": ns, "ew_pair": ew, "ns_score": score,
        "ew_score": str(-int(score)) if score.lstrip("-").isdigit() else score,
        "ns_match_points": points, "ew_match_points": f"{2 - float(points):.2f}",
        "contract": "", "declarer": "", "result": "", **more,
    }  # fmt: skip


def results() -> dict[str, Any]:
    made = {"contract": "3 NT", "declarer": "N", "result": "+1"}
    boards = [
        {"board_number": 1, "board_results": [
            line("1", "1", "430", "2.00", **made), line("2", "2", "400", "1.00"),
            line("3", "3", "-50", "0.00"),
        ]},
        {"board_number": 2, "board_results": [
            line("1", "2", "110", "1.50"), line("2", "3", "110", "1.50"),
            line("3", "1", "PASS", "0.00", ew_score="PASS"),
        ]},
    ]  # fmt: skip
    percents = {"NS": ("87.50", "62.50", "0.00"), "EW": ("50.00", "37.50", "62.50")}
    pairs = [
        {"pair_number": str(number), "direction": side, "strat": "2", "percentage": percent,
         "score": f"{float(percent) / 25:.2f}", "players": [{"name": "A"}, {"name": "B"}]}
        for side, one in percents.items() for number, percent in enumerate(one, 1)
    ]  # fmt: skip
    return {
        "name": "Monday Pairs", "club_name": "A & B Club", "type": "PAIRS", "winner_type": 2,
        "start_date": "04/20/2026", "board_scoring_method": "MATCH_POINTS",
        "sessions": [{"sections": [{"name": "A", "pair_summaries": pairs, "boards": boards}]}],
    }  # fmt: skip


@pytest.mark.parametrize(
    "page",
    [
        lambda text: f'<html><body><result-details v-bind:data="{escape(text)}"></body></html>',
        lambda text: f"<script>var data = {text};</script>",
        lambda text: text,
    ],
    ids=["attribute", "script", "json"],
)
def test_the_results_come_out_of_the_page(page: Any) -> None:
    data = page(json.dumps(results())).encode()
    assert format_of("club.html", data) is acbl.FORMAT
    event = acbl.FORMAT.read(data, "club.html").event
    assert (event.name, event.start_date) == ("Monday Pairs", "2026-04-20")
    assert event.settings.text(CLUB) == "A & B Club"
    assert event.contestants[0].name == "A & B"
    columns = verify_session(EventIndex(event))
    assert [(str(column.title), column.count, len(column.differences)) for column in columns] == [
        ("points of the tables", 12, 0), ("TotalPercentage", 6, 0), ("TotalScore", 6, 0),
    ]  # fmt: skip


def test_what_cannot_be_read_is_named() -> None:
    told = results()
    told["sessions"][0]["sections"][0]["boards"][0]["board_results"][1]["ns_score"] = "405"
    with pytest.raises(InputError, match="board 1, 2 against 2: 405 is not a possible score"):
        acbl.FORMAT.read(json.dumps(told).encode(), "club.json")
    with pytest.raises(InputError, match="no club results"):
        acbl.FORMAT.read(b"pair_summaries board_results", "club.html")


def test_a_second_session_is_not_passed_over_in_silence() -> None:
    told = results()
    told["sessions"].append({"sections": []})
    noted = acbl.read(json.dumps(told).encode(), "club.json")
    assert "2 sessions; only the first is read" in str(noted.warnings[0])
