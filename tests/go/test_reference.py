"""Generated McMahon and Swiss events: the engine against the second transcription."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.go import reference as slow
from tests.go.reference import Game, Record
from xltie.core.cells import Grid
from xltie.core.errors import InputError
from xltie.core.go_ranks import rank_number, start_score
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side, Status, faults
from xltie.ranking import parse_criteria, rank
from xltie.rules.go.direct_comparison import directcomp
from xltie.settings import Settings

pytestmark = pytest.mark.slow

W, L, D = Outcome.WIN, Outcome.LOSS, Outcome.DRAW
ENDS = {"b": (W, L), "w": (L, W), "jigo": (D, D), "both-win": (W, W), "both-lose": (L, L)}
CONVENTIONS = ("zero", "start", "self", "bye-player", "half-virtual", "bye-half")
HALF = Fraction(1, 2)


def side(who: str, outcome: Outcome | None, seat: str, by_default: bool) -> Side:
    if outcome is None:
        return Side(who, Status.PENDING, seat=seat)
    if not by_default:
        return Side(who, Status.PLAYED, outcome, seat=seat)
    status = Status.FORFEIT_WIN if outcome is W else Status.FORFEIT_LOSS
    return Side(who, status, points=HALF if outcome is D else None, seat=seat)


def event_of(rec: Record, is_mcmahon: bool) -> Event:
    matches: list[Match] = []
    for turn, games in enumerate(rec.rounds, 1):
        for game in games:
            black, white = ENDS.get(game.result, (None, None))
            a = side(game.black, black, "black", game.by_default)
            b = side(game.white, white, "white", game.by_default)
            matches.append(Match(turn, a, b, handicap=game.handicap))
        for who in rec.byes[turn - 1]:
            matches.append(Match(turn, Side(who, Status.PAIRING_BYE)))
        for who in rec.others[turn - 1]:
            matches.append(Match(turn, Side(who, Status.ZERO_BYE)))
    contestants = tuple(
        Contestant(
            who,
            start=rec.starts[who],
            grade=f"{number + 1}d" if number >= 0 else f"{-number}k",
        )
        for who, number in rec.ranks.items()
    )
    options = (
        ("absent", f"{float(rec.absent[0])};{float(rec.absent[1])}"),
        ("bye", f"{float(rec.bye[0])};{float(rec.bye[1])}"),
        ("rounding", "down" if rec.down else "none"),
        ("unplayed", rec.unplayed),
    )
    event = Event(
        game="go",
        format="mcmahon" if is_mcmahon else "swiss",
        contestants=contestants,
        matches=tuple(matches),
        settings=Settings.by_key(dict(options)),
    )
    assert not faults(event)
    return event


@st.composite
def records(draw: st.DrawFn) -> Record:
    count = draw(st.integers(2, 8))
    ids = [f"P{number}" for number in range(1, count + 1)]
    ranks = {who: draw(st.integers(-12, 6)) for who in ids}
    is_mcmahon = draw(st.booleans())
    bar, floor = draw(st.integers(0, 4)), draw(st.integers(-10, -1))
    starts = {
        who: start_score(
            ranks[who], bar, floor, -30, Fraction(draw(st.sampled_from([0, 0, 0, -1, 1, 2])))
        )
        if is_mcmahon
        else Fraction(0)
        for who in ids
    }
    rounds, byes, others = [], [], []
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(ids))
        pairs = draw(st.integers(0, count // 2))
        games = []
        for index in range(pairs):
            by_default = draw(st.booleans()) and draw(st.booleans())
            ends = ["b", "w", "b", "w", "jigo", "both-win", "both-lose", "?"]
            end = draw(st.sampled_from(ends))
            games.append(
                Game(
                    order[2 * index],
                    order[2 * index + 1],
                    draw(st.sampled_from([0, 0, 0, 1, 2, 5, 9])),
                    end,
                    by_default and end != "?",
                )
            )
        rest = order[2 * pairs :]
        kinds = {who: draw(st.sampled_from(["bye", "absent", "other"])) for who in rest}
        rounds.append(games)
        byes.append({who for who in rest if kinds[who] == "bye"})
        others.append({who for who in rest if kinds[who] == "other"})
    halves = st.sampled_from([Fraction(0), HALF, Fraction(1)])
    return Record(
        ranks,
        starts,
        rounds,
        byes,
        absent=(draw(halves), draw(halves)),
        bye=(draw(halves), draw(halves)),
        down=draw(st.booleans()),
        unplayed=draw(st.sampled_from(CONVENTIONS)),
        others=others,
    )


def last_round_is_played(rec: Record) -> bool:
    return bool(rec.rounds[-1] or rec.byes[-1] or rec.others[-1])


def values(event_index: EventIndex, text: str) -> dict[str, Any]:
    criterion = parse_criteria(text, event=event_index.event)[0]
    found = criterion.values(event_index, event_index.ids)
    return {who: working.total for who, working in found.items()}


@settings(max_examples=400)
@given(records().filter(last_round_is_played), st.booleans())
def test_every_criterion_agrees_with_the_second_transcription(rec: Record, mm: bool) -> None:
    event_index = EventIndex(event_of(rec, mm))
    for letter, mms in (("W", False), ("M", True)):
        wanted = {
            "MMS" if mms else "NBW": lambda who, m=mms: slow.score(rec, who, m),
            f"SOS{letter}": lambda who, m=mms: slow.sos(rec, who, m),
            f"SOS{letter}-1": lambda who, m=mms: slow.sos(rec, who, m, 1),
            f"SOS{letter}-2": lambda who, m=mms: slow.sos(rec, who, m, 2),
            f"SODOS{letter}": lambda who, m=mms: slow.sodos(rec, who, m),
            f"SOSOS{letter}": lambda who, m=mms: slow.sosos(rec, who, m),
            f"CUSS{letter}": lambda who, m=mms: slow.cuss(rec, who, m),
        }
        for text, expected in wanted.items():
            assert values(event_index, text) == {who: expected(who) for who in event_index.ids}, (
                text
            )
    assert values(event_index, "EXT") == {w: slow.exploits(rec, w, False) for w in event_index.ids}
    assert values(event_index, "EXR") == {w: slow.exploits(rec, w, True) for w in event_index.ids}


@settings(max_examples=200)
@given(records().filter(last_round_is_played))
def test_the_terms_add_up_to_the_total(rec: Record) -> None:
    event_index = EventIndex(event_of(rec, True))
    for text in ("NBW", "MMS", "SOS", "SOS-1", "SOS-2", "SODOS", "SOSOS", "CUSS", "EXT", "EXR"):
        criterion = parse_criteria(text, event=event_index.event)[0]
        for who, working in criterion.values(event_index, event_index.ids).items():
            assert sum(t.value for t in working.terms if t.counted) == working.total, (text, who)


@settings(max_examples=300)
@given(records().filter(last_round_is_played), st.booleans())
def test_the_three_direct_comparisons_agree(rec: Record, is_league: bool) -> None:
    event = event_of(rec, True)
    event_index = EventIndex(event)
    sodos = values(event_index, "SODOSW")
    by_wins = sorted(event_index.ids, key=lambda who: slow.score(rec, who, False))
    for _, tied in groupby(by_wins, key=lambda who: slow.score(rec, who, False)):
        group = list(tied)
        later = Grid([(who, float(sodos[who])) for who in group])
        league = "none" if is_league else "equal-count"
        egf = directcomp(event_index, group, league=league)
        assert {w: egf[w].total for w in group} == slow.egf_dc(rec, group, is_league)
        if len(group) > 1:
            simple = directcomp(event_index, group, method="simplified")
            assert {w: simple[w].total for w in group} == slow.sdc(rec, group)
            cycles = directcomp(event_index, group, method="opengotha", later=later)
            assert {w: cycles[w].total for w in group} == slow.opengotha_dc(rec, group, sodos)


@settings(max_examples=100)
@given(records().filter(last_round_is_played))
def test_a_criteria_list_hands_the_later_criteria_to_opengothas_dc(rec: Record) -> None:
    event_index = EventIndex(event_of(rec, False))
    criteria = parse_criteria("NBW, DC:opengotha, SODOSW", event=event_index.event)
    sodos = values(event_index, "SODOSW")
    groups: dict[Fraction, list[str]] = {}
    for who in event_index.ids:
        groups.setdefault(values(event_index, "NBW")[who], []).append(who)
    for line in rank(event_index, criteria).lines:
        group = groups[values(event_index, "NBW")[line.who]]
        own = line.values[1]
        if len(group) > 1:
            assert own is not None
            assert own.total == slow.opengotha_dc(rec, group, sodos)[line.who]
        else:
            assert own is None


def test_codes_of_go_are_understood_or_refused_never_half_read() -> None:
    for text, cut, basis in (
        ("SOS-1", 1, None), ("sos-2", 2, None), ("SOSW-1", 1, "wins"), ("SOSM-2", 2, "mms"),
        ("SOSWM1", 1, "wins"), ("SOSMM2", 2, "mms"), ("SOSM", None, "mms"),
    ):  # fmt: skip
        options = dict(parse_criteria(text)[0].options)
        assert (options.get("cut"), options.get("basis")) == (cut, basis), text
    assert dict(parse_criteria("SDC")[0].options) == {"method": "simplified"}
    assert dict(parse_criteria("DC:opengotha")[0].options) == {"method": "opengotha"}
    for text in ("SOS-3", "SOS-", "SODOS-1", "SOS-x1", "CUSSX"):
        with pytest.raises(InputError):
            parse_criteria(text)


@given(st.integers(1, 30), st.sampled_from("kdKD"))
def test_ranks_are_one_apart(number: int, letter: str) -> None:
    own = rank_number(f"{number}{letter}")
    if letter in "dD":
        assert own == (number - 1 if number <= 9 else None)
    else:
        assert own == -number
