"""The engine against a second transcription of the definitions, on generated events."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import given, settings

from tests.chess import reference as ref
from tests.chess.events import as_trf, robin, swiss
from xltie.event import EventIndex
from xltie.exchange import trf
from xltie.ranking import parse_criteria, rank

pytestmark = pytest.mark.slow

EDITIONS = ("fide2009", "fide2024", "fide2026")
MANY = settings(max_examples=int(os.environ.get("XLTIE_EXAMPLES", "40")))
"""Events for each test; set XLTIE_EXAMPLES to compare thousands."""


def _values(event_index: EventIndex, text: str) -> dict[str, Any]:
    criterion = parse_criteria(text, event=event_index.event)[0]
    return {who: one.total for who, one in criterion.values(event_index, event_index.ids).items()}


def _read(event: dict[str, Any]) -> EventIndex:
    return EventIndex(trf.read(as_trf(event), "generated.trf").event)


def _compare(event: dict[str, Any], wanted: dict[str, Any]) -> None:
    event_index = _read(event)
    for text, function in wanted.items():
        found = _values(event_index, text)
        expected = {who: function(who) for who in event["players"]}
        assert found == expected, text


def _by_edition(event: dict[str, Any], edition: str) -> dict[str, Any]:
    return {
        f"BH@{edition}": lambda who: ref.bh(event, who, edition),
        f"BH/C1@{edition}": lambda who: ref.bh(event, who, edition, 1),
        f"BH/C2@{edition}": lambda who: ref.bh(event, who, edition, 2),
        f"BH/M1@{edition}": lambda who: ref.bh(event, who, edition, 1, 1),
        f"BH/M2@{edition}": lambda who: ref.bh(event, who, edition, 2, 2),
        f"BH/C1/P@{edition}": lambda who: ref.bh(event, who, edition, 1, p4f=True),
        f"SB@{edition}": lambda who: ref.sb(event, who, edition),
        f"SB/C1@{edition}": lambda who: ref.sb(event, who, edition, 1),
        f"SB/C2@{edition}": lambda who: ref.sb(event, who, edition, 2),
        f"SB/P@{edition}": lambda who: ref.sb(event, who, edition, p4f=True),
        f"FB@{edition}": lambda who: ref.fb(event, who, edition),
        f"FB/C1@{edition}": lambda who: ref.fb(event, who, edition, 1),
        f"AOB@{edition}": lambda who: ref.aob(event, who, edition),
    }


@pytest.mark.parametrize("edition", EDITIONS)
@MANY
@given(event=swiss())
def test_a_swiss_under_every_edition(edition: str, event: dict[str, Any]) -> None:
    _compare(event, _by_edition(event, edition))


@pytest.mark.parametrize("edition", EDITIONS)
@MANY
@given(event=robin())
def test_a_round_robin_under_every_edition(edition: str, event: dict[str, Any]) -> None:
    wanted = _by_edition(event, edition)
    _compare(event, {text: one for text, one in wanted.items() if text.startswith(("SB", "AOB"))})


def _own_record(event: dict[str, Any]) -> dict[str, Any]:
    return {
        "PTS": lambda who: ref.score(event, who),
        "PS": lambda who: ref.ps(event, who),
        "PS/C1": lambda who: ref.ps(event, who, 1),
        "WIN": lambda who: ref.win(event, who),
        "WON": lambda who: ref.won(event, who),
        "BPG": lambda who: ref.bpg(event, who),
        "BWG": lambda who: ref.bwg(event, who),
        "REP": lambda who: ref.rep(event, who),
        "GE": lambda who: ref.rep(event, who),
        "STD": lambda who: ref.std(event, who),
        "KS": lambda who: ref.ks(event, who),
        "KS/L+1": lambda who: ref.ks(event, who, 1),
        "KS/L-2": lambda who: ref.ks(event, who, -2),
        "TPN": int,
        "RTNG": event["ratings"].get,
    }


def _ratings(event: dict[str, Any]) -> dict[str, Any]:
    return {
        "ARO": lambda who: ref.aro(event, who),
        "ARO/C1": lambda who: ref.aro(event, who, 1),
        "ARO/M1": lambda who: ref.aro(event, who, 1, 1),
        "TPR": lambda who: ref.tpr(event, who),
        "PTP": lambda who: ref.ptp(event, who),
        "APRO": lambda who: ref.averaged(event, who, ref.tpr),
        "APPO": lambda who: ref.averaged(event, who, ref.ptp),
    }


@MANY
@given(event=swiss())
def test_the_own_record_and_ratings_in_a_swiss(event: dict[str, Any]) -> None:
    _compare(event, {**_own_record(event), **_ratings(event)})


@MANY
@given(event=robin())
def test_the_own_record_and_ratings_in_a_round_robin(event: dict[str, Any]) -> None:
    _compare(event, {**_own_record(event), **_ratings(event)})


def _groups(event: dict[str, Any], key: Any) -> list[list[str]]:
    by: dict[Any, list[str]] = {}
    for who in event["players"]:
        by.setdefault(key(who), []).append(who)
    return list(by.values())


@pytest.mark.parametrize("p4f", [False, True])
@pytest.mark.parametrize("strategy", [swiss(), robin()], ids=["swiss", "round robin"])
def test_direct_encounter_ranks_every_tied_group(strategy: Any, p4f: bool) -> None:
    @MANY
    @given(event=strategy)
    def compare(event: dict[str, Any]) -> None:
        event_index = _read(event)
        criteria = parse_criteria("PTS, DE/P" if p4f else "PTS, DE", event=event_index.event)
        values = {line.who: line.values[1] for line in rank(event_index, criteria).lines}
        for group in _groups(event, lambda who: ref.score(event, who)):
            found = {who: values[who].total for who in group}
            assert found == ref.de(event, group, p4f)

    compare()


@MANY
@given(event=swiss())
def test_direct_encounter_of_everybody(event: dict[str, Any]) -> None:
    """Large groups, in which many did not meet."""
    event_index = _read(event)
    values = parse_criteria("DE", event=event_index.event)[0].values(event_index, event_index.ids)
    assert {who: one.total for who, one in values.items()} == ref.de(event, event["players"])


@MANY
@given(event=swiss())
def test_terms_add_up_to_the_total(event: dict[str, Any]) -> None:
    """An explanation shows the parts of the very number that it explains."""
    event_index = _read(event)
    for text in ("PTS", "BH/C1", "BH/M1@2009", "SB/C1", "FB", "PS/C1", "STD", "KS", "WIN", "BPG"):
        criterion = parse_criteria(text, event=event_index.event)[0]
        for working in criterion.values(event_index, event_index.ids).values():
            assert sum(term.value for term in working.terms if term.counted) == working.total
