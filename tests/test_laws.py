"""Laws that hold for every event, whatever was played in it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import LAW, events, games_table, ledgers, players_table, renumbered, turned
from xltie.event.checks import faults
from xltie.event.index import Ledger
from xltie.event.model import Event
from xltie.ranking.criteria import parse_criteria
from xltie.ranking.standings import Standings, order_key, rank
from xltie.rules.othello.brightwell import CONVENTIONS
from xltie.sheets.catalogue import REGISTRY
from xltie.sheets.read_event import read_event

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


def totals(ledger: Ledger, name: str, options: dict[str, Any]) -> dict[str, Any]:
    return {who: REGISTRY[name].compute(ledger, who, **options).total for who in ledger.ids}


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
        assert totals(Ledger(event), name, options) == totals(Ledger(other), name, options)
    assert places(rank(Ledger(event), CRITERIA)) == places(rank(Ledger(other), CRITERIA))


@LAW
@given(events(), st.data())
def test_other_numbers_for_the_players_change_nothing(event: Event, data: st.DataObject) -> None:
    ids = [contestant.id for contestant in event.contestants]
    names = dict(zip(ids, data.draw(st.permutations(ids))))
    other = Ledger(renumbered(event, names))
    for name, options in RULES:
        found = totals(Ledger(event), name, options)
        assert totals(other, name, options) == {names[who]: v for who, v in found.items()}
    found = places(rank(Ledger(event), CRITERIA))
    assert places(rank(other, CRITERIA)) == {names[who]: place for who, place in found.items()}


@LAW
@given(events())
def test_a_typed_table_says_the_same_as_its_event(event: Event) -> None:
    read = read_event(games_table(event), players_table(event), replace(event, matches=()))
    for name, options in RULES:
        assert totals(Ledger(read), name, options) == totals(Ledger(event), name, options)


# -- sums ----------------------------------------------------------------------------------------


@LAW
@given(ledgers())
def test_buchholz_adds_up_to_score_times_games(ledger: Ledger) -> None:
    """Every player's score is counted once by each opponent met."""
    total = sum(totals(ledger, "BUCHHOLZ", {"rulebook": "plain"}).values())
    games = {who: sum(o.is_played for o in ledger.outings(who)) for who in ledger.ids}
    assert total == sum(ledger.score(who) * games[who] for who in ledger.ids)


@LAW
@given(ledgers(discs=True))
def test_the_discs_of_a_game_add_up_to_64(ledger: Ledger) -> None:
    games = sum(match.a.tally is not None for match in ledger.event.matches)
    assert sum(totals(ledger, "DISCS", {"bye": "none"}).values()) == 64 * games


@LAW
@given(ledgers(unplayed=False))
def test_the_points_of_a_round_are_those_of_its_games_and_byes(ledger: Ledger) -> None:
    assert sum(totals(ledger, "POINTS", {}).values()) == len(ledger.event.matches)


@LAW
@given(ledgers(unplayed=False, max_players=6), st.integers(0, 12))
def test_bq_adds_up_to_discs_and_buchholz(ledger: Ledger, constant: int) -> None:
    found = totals(ledger, "BQ", {"c": Fraction(constant), "bye": "none", "withdrawn": "counted"})
    if None not in found.values():
        discs = totals(ledger, "DISCS", {"bye": "none"})
        met = totals(ledger, "BUCHHOLZ", {})
        assert found == {who: discs[who] + constant * met[who] for who in ledger.ids}


@pytest.mark.parametrize("bye", CONVENTIONS)
@LAW
@given(ledger=ledgers(discs=True))
def test_bq_without_constant_is_the_disc_total(bye: str, ledger: Ledger) -> None:
    found = totals(ledger, "BQ", {"c": Fraction(0), "bye": bye, "withdrawn": "counted"})
    assert found == totals(ledger, "DISCS", {"bye": bye})


@every_rule
@LAW
@given(ledger=ledgers())
def test_the_terms_that_count_add_up_to_the_total(
    name: str, options: dict[str, Any], ledger: Ledger
) -> None:
    for who in ledger.ids:
        working = REGISTRY[name].compute(ledger, who, **options)
        if working.total is None:
            assert working.why
        else:
            assert sum(term.value for term in working.terms if term.counted) == working.total


@LAW
@given(ledgers())
def test_the_progressive_score_weighs_early_rounds_more(ledger: Ledger) -> None:
    falling = tuple(Fraction(n) for n in range(ledger.begun, 0, -1))
    if falling:
        weighed = totals(ledger, "PROGRESSIVE", {"weights": falling})
        assert totals(ledger, "PROGRESSIVE", {}) == weighed


# -- cuts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["BUCHHOLZ", "SONNEBORN", "PROGRESSIVE"])
@LAW
@given(ledger=ledgers(), cut=st.integers(0, 7))
def test_a_cut_never_adds(name: str, ledger: Ledger, cut: int) -> None:
    for option in {"cut", "median"} & {p.name for p in REGISTRY[name].parameters}:
        more = totals(ledger, name, {option: cut})
        less = totals(ledger, name, {option: cut + 1})
        assert all(0 <= less[who] <= more[who] for who in ledger.ids)


# -- standings -----------------------------------------------------------------------------------


def _key(values: Any, count: int) -> tuple[Any, ...]:
    return tuple(
        (1, ()) if value is None else order_key(value.total, False) for value in values[:count]
    )


@LAW
@given(ledgers())
def test_standings_respect_every_criterion_in_turn(ledger: Ledger) -> None:
    """Player values are compared one after the other; equal ones share the place."""
    found = rank(ledger, parse_criteria("points, BQ, BH/C1, PS"))
    keys = [_key(line.values, 4) for line in found.lines]
    assert keys == sorted(keys)
    for line, key in zip(found.lines, keys):
        assert line.place == 1 + sum(other < key for other in keys)
        assert found.is_shared(line) == (keys.count(key) > 1)


@LAW
@given(ledgers())
def test_the_deciding_criterion_is_the_first_that_differs(ledger: Ledger) -> None:
    found = rank(ledger, CRITERIA)
    assert found.lines[0].decided_by is None
    for above, line in zip(found.lines, found.lines[1:]):
        pairs = zip(_key(above.values, 5), _key(line.values, 5))
        differing = [index for index, (one, other) in enumerate(pairs) if one != other]
        assert line.decided_by == (differing[0] if differing else None)


@LAW
@given(ledgers())
def test_another_criterion_only_parts_those_who_were_tied(ledger: Ledger) -> None:
    before = places(rank(ledger, CRITERIA[:2]))
    after = places(rank(ledger, CRITERIA[:3]))
    for one in ledger.ids:
        for other in ledger.ids:
            if before[one] < before[other]:
                assert after[one] < after[other]


@LAW
@given(ledgers(), st.text(min_size=1, max_size=5))
def test_a_lot_parts_only_those_who_were_tied_and_always_alike(ledger: Ledger, lot: str) -> None:
    before = places(rank(ledger, CRITERIA[:1]))
    drawn = rank(ledger, CRITERIA[:1], lot)
    again = rank(ledger, CRITERIA[:1], lot)
    assert places(drawn) == places(again)
    assert sorted(places(drawn).values()) == list(range(1, len(ledger.ids) + 1))
    ordered = [before[line.who] for line in drawn.lines]
    assert ordered == sorted(ordered)
    for above, line in zip(drawn.lines, drawn.lines[1:]):
        assert line.decided_by == (1 if before[above.who] == before[line.who] else 0)


# -- players who are tied ------------------------------------------------------------------------


@LAW
@given(ledgers(), st.data())
def test_direct_comparison_shares_out_the_games_of_the_group(
    ledger: Ledger, data: st.DataObject
) -> None:
    group = data.draw(st.permutations(ledger.ids))[: data.draw(st.integers(2, len(ledger.ids)))]
    found = REGISTRY["DIRECTCOMP"].compute(ledger, tuple(group), league="none", defaults="ignored")
    games = [
        m
        for m in ledger.event.matches
        if m.b is not None and m.a.outcome and m.a.who in group and m.b.who in group
    ]
    assert sum(found[who].total[0] for who in group) == len(games)
    turned_round = REGISTRY["DIRECTCOMP"].compute(
        ledger, tuple(reversed(group)), league="none", defaults="ignored"
    )
    assert {w: v.total for w, v in found.items()} == {w: v.total for w, v in turned_round.items()}
