"""Laws that hold for every event, whatever was played in it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import (
    LAW,
    event_indexes,
    events,
    games_table,
    players_table,
    renumbered,
    turned,
)
from xltie.event import Event, EventIndex, faults
from xltie.ranking import Standings, parse_criteria, rank
from xltie.ranking.standings import order_key
from xltie.rules.othello.brightwell import BYE_CONVENTIONS
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import read_event

pytestmark = pytest.mark.slow

RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("POINTS", {}),
    ("POINTS", {"after": 2}),
    ("WINS", {}),
    ("GAMESWON", {}),
    ("DISCS", {}),
    ("BQ", {}),
    ("BQ", {"c": "exact", "bye": "papp"}),
    ("BUCHHOLZ", {}),
    ("BUCHHOLZ", {"cut": 1, "rulebook": "korea2020"}),
    ("SONNEBORN", {}),
    ("SONNEBORN", {"median": 1}),
    ("PROGRESSIVE", {}),
    ("PROGRESSIVE", {"cut": 1}),
    ("PROGRESSIVE", {"weights": (Fraction(1), Fraction(3, 2))}),
)
CRITERIA = parse_criteria("points, DC, BQ, BH/C1, PS")
every_rule = pytest.mark.parametrize(("name", "options"), RULES)


def totals(event_index: EventIndex, name: str, options: dict[str, Any]) -> dict[str, Any]:
    return {
        who: REGISTRY[name].compute(event_index, who, **options).total for who in event_index.ids
    }


def places(standings: Standings) -> dict[str, int]:
    return {line.who: line.place for line in standings.lines}


@LAW
@given(events())
def test_such_events_have_no_faults(event: Event) -> None:
    assert faults(event) == []


# -- what changes nothing ------------------------------------------------------------------------


@LAW
@given(events(), st.data())
def test_the_order_of_the_rows_changes_nothing(event: Event, data: st.DataObject) -> None:
    matches = data.draw(st.permutations(event.matches))
    other = replace(
        event,
        matches=tuple(turned(m) if data.draw(st.booleans()) else m for m in matches),
        contestants=tuple(data.draw(st.permutations(event.contestants))),
    )
    for name, options in RULES:
        assert totals(EventIndex(event), name, options) == totals(EventIndex(other), name, options)
    assert places(rank(EventIndex(event), CRITERIA)) == places(rank(EventIndex(other), CRITERIA))


@LAW
@given(events(), st.data())
def test_other_numbers_for_the_players_change_nothing(event: Event, data: st.DataObject) -> None:
    ids = [contestant.id for contestant in event.contestants]
    names = dict(zip(ids, data.draw(st.permutations(ids))))
    other = EventIndex(renumbered(event, names))
    for name, options in RULES:
        found = totals(EventIndex(event), name, options)
        assert totals(other, name, options) == {names[who]: v for who, v in found.items()}
    found = places(rank(EventIndex(event), CRITERIA))
    assert places(rank(other, CRITERIA)) == {names[who]: place for who, place in found.items()}


@LAW
@given(events())
def test_a_typed_table_says_the_same_as_its_event(event: Event) -> None:
    read = read_event(games_table(event), players_table(event), replace(event, matches=()))
    for name, options in RULES:
        assert totals(EventIndex(read), name, options) == totals(EventIndex(event), name, options)


# -- sums ----------------------------------------------------------------------------------------


@LAW
@given(event_indexes())
def test_buchholz_adds_up_to_score_times_games(event_index: EventIndex) -> None:
    """Every player's score is counted once by each opponent met."""
    total = sum(totals(event_index, "BUCHHOLZ", {"rulebook": "plain"}).values())
    games = {who: sum(o.is_played for o in event_index.rounds_of(who)) for who in event_index.ids}
    assert total == sum(event_index.score(who) * games[who] for who in event_index.ids)


@LAW
@given(event_indexes(discs=True))
def test_the_discs_of_a_game_add_up_to_64(event_index: EventIndex) -> None:
    games = sum(match.a.tally is not None for match in event_index.event.matches)
    assert sum(totals(event_index, "DISCS", {"bye": "none"}).values()) == 64 * games


@LAW
@given(event_indexes(unplayed=False))
def test_the_points_of_a_round_are_those_of_its_games_and_byes(event_index: EventIndex) -> None:
    assert sum(totals(event_index, "POINTS", {}).values()) == len(event_index.event.matches)


@LAW
@given(event_indexes(unplayed=False, max_players=6), st.integers(0, 12))
def test_bq_adds_up_to_discs_and_buchholz(event_index: EventIndex, constant: int) -> None:
    found = totals(
        event_index, "BQ", {"c": Fraction(constant), "bye": "none", "withdrawn": "counted"}
    )
    if None not in found.values():
        discs = totals(event_index, "DISCS", {"bye": "none"})
        met = totals(event_index, "BUCHHOLZ", {})
        assert found == {who: discs[who] + constant * met[who] for who in event_index.ids}


@pytest.mark.parametrize("bye", BYE_CONVENTIONS)
@LAW
@given(event_index=event_indexes(discs=True))
def test_bq_without_constant_is_the_disc_total(bye: str, event_index: EventIndex) -> None:
    found = totals(event_index, "BQ", {"c": Fraction(0), "bye": bye, "withdrawn": "counted"})
    assert found == totals(event_index, "DISCS", {"bye": bye})


@every_rule
@LAW
@given(event_index=event_indexes())
def test_the_terms_that_count_add_up_to_the_total(
    name: str, options: dict[str, Any], event_index: EventIndex
) -> None:
    for who in event_index.ids:
        working = REGISTRY[name].compute(event_index, who, **options)
        if working.total is None:
            assert working.why
        else:
            assert sum(term.value for term in working.terms if term.counted) == working.total


@LAW
@given(event_indexes())
def test_the_progressive_score_weighs_early_rounds_more(event_index: EventIndex) -> None:
    falling = tuple(Fraction(n) for n in range(event_index.begun, 0, -1))
    if falling:
        weighed = totals(event_index, "PROGRESSIVE", {"weights": falling})
        assert totals(event_index, "PROGRESSIVE", {}) == weighed


# -- cuts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["BUCHHOLZ", "SONNEBORN", "PROGRESSIVE"])
@LAW
@given(event_index=event_indexes(), cut=st.integers(0, 7))
def test_a_cut_never_adds(name: str, event_index: EventIndex, cut: int) -> None:
    for option in {"cut", "median"} & {p.name for p in REGISTRY[name].parameters}:
        more = totals(event_index, name, {option: cut})
        less = totals(event_index, name, {option: cut + 1})
        assert all(0 <= less[who] <= more[who] for who in event_index.ids)


# -- standings -----------------------------------------------------------------------------------


def _key(values: Any, count: int) -> tuple[Any, ...]:
    return tuple(
        (1, ()) if value is None else order_key(value.total, False) for value in values[:count]
    )


@LAW
@given(event_indexes())
def test_standings_respect_every_criterion_in_turn(event_index: EventIndex) -> None:
    """Player values are compared one after the other; equal ones share the place."""
    found = rank(event_index, parse_criteria("points, BQ, BH/C1, PS"))
    keys = [_key(line.values, 4) for line in found.lines]
    assert keys == sorted(keys)
    for line, key in zip(found.lines, keys):
        assert line.place == 1 + sum(other < key for other in keys)
        assert found.is_shared(line) == (keys.count(key) > 1)


@LAW
@given(event_indexes())
def test_the_deciding_criterion_is_the_first_that_differs(event_index: EventIndex) -> None:
    found = rank(event_index, CRITERIA)
    assert found.lines[0].decided_by is None
    for above, line in zip(found.lines, found.lines[1:]):
        pairs = zip(_key(above.values, 5), _key(line.values, 5))
        differing = [index for index, (one, other) in enumerate(pairs) if one != other]
        assert line.decided_by == (differing[0] if differing else None)


@LAW
@given(event_indexes())
def test_another_criterion_only_parts_those_who_were_tied(event_index: EventIndex) -> None:
    before = places(rank(event_index, CRITERIA[:2]))
    after = places(rank(event_index, CRITERIA[:3]))
    for one in event_index.ids:
        for other in event_index.ids:
            if before[one] < before[other]:
                assert after[one] < after[other]


@LAW
@given(event_indexes(), st.text(min_size=1, max_size=5))
def test_a_lot_parts_only_those_who_were_tied_and_always_alike(
    event_index: EventIndex, lot: str
) -> None:
    before = places(rank(event_index, CRITERIA[:1]))
    drawn = rank(event_index, CRITERIA[:1], lot)
    again = rank(event_index, CRITERIA[:1], lot)
    assert places(drawn) == places(again)
    assert sorted(places(drawn).values()) == list(range(1, len(event_index.ids) + 1))
    ordered = [before[line.who] for line in drawn.lines]
    assert ordered == sorted(ordered)
    for above, line in zip(drawn.lines, drawn.lines[1:]):
        assert line.decided_by == (1 if before[above.who] == before[line.who] else 0)


# -- players who are tied ------------------------------------------------------------------------


@LAW
@given(event_indexes(), st.data())
def test_direct_comparison_shares_out_the_games_of_the_group(
    event_index: EventIndex, data: st.DataObject
) -> None:
    group = data.draw(st.permutations(event_index.ids))[
        : data.draw(st.integers(2, len(event_index.ids)))
    ]
    found = REGISTRY["DIRECTCOMP"].compute(
        event_index, tuple(group), league="none", defaults="ignored"
    )
    games = [
        m
        for m in event_index.event.matches
        if m.b is not None and m.a.outcome and m.a.who in group and m.b.who in group
    ]
    assert sum(found[who].total[0] for who in group) == len(games)
    turned_round = REGISTRY["DIRECTCOMP"].compute(
        event_index, tuple(reversed(group)), league="none", defaults="ignored"
    )
    assert {w: v.total for w, v in found.items()} == {w: v.total for w, v in turned_round.items()}
