"""An event in the text of one cell: nothing is lost, every function takes it, limits are said."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.casefiles import CASES, grid_of
from xltie.core.cells import CellError, Grid
from xltie.core.errors import (
    NOWHERE,
    DomainError,
    Fault,
    InputError,
    Place,
    UndefinedValue,
)
from xltie.core.messages import count, joined, say, word
from xltie.event import (
    NOT_PLAYED,
    BoardResult,
    Contestant,
    Event,
    Match,
    Outcome,
    Scoring,
    Side,
    Status,
    TeamEvent,
)
from xltie.event.bridge import session
from xltie.event.packed import (
    LONGEST,
    MOST_PARTS,
    RefusedEvent,
    is_event_text,
    pack,
    pack_refusal,
    part_of,
    unpack,
)
from xltie.functions.registry import Shape
from xltie.settings import Settings
from xltie.sheets.call import evaluate_call
from xltie.sheets.call.evaluation import UNDEFINED
from xltie.sheets.functions import REGISTRY, callables
from xltie.sheets.read import event_index_of, read_event
from xltie.workbooks.build import MOST_PLAYERS, MOST_ROUNDS
from xltie.workbooks.layout import event_parts

PLAYERS = grid_of("ID|Name|Rating\n1|Ann|1500\n2|Bob|1400\n3|Cem|\n4|Dai|1300")
GAMES = grid_of(
    "Round|Black|White|Black discs|White discs|Result\n"
    "1|1|2|40|24|\n1|3|4|33|31|\n2|1|3|20|44|\n2|2|4|32|32|\n3|2||||bye\n3|1|4|||0-1F"
)


def without_places(event: Event) -> Event:
    if isinstance(event, TeamEvent):
        event = replace(event, players=without_places(event.players))
    return replace(
        event,
        contestants=tuple(replace(c, place=NOWHERE) for c in event.contestants),
        matches=tuple(
            replace(m, a=_bare(m.a), b=m.b and _bare(m.b), place=NOWHERE) for m in event.matches
        ),
        board_results=tuple(
            board_result._replace(place=NOWHERE) for board_result in event.board_results
        ),
        records=(),
        entrants=(),
    )


def _bare(side: Side) -> Side:
    return replace(side, place=NOWHERE)


@pytest.mark.parametrize("case", [c for c in CASES if "games" in c.data], ids=lambda c: c.name)
def test_every_published_event_comes_back_whole(case) -> None:
    event = case.event_index().event
    assert unpack(pack(event)) == without_places(event)


sides = st.tuples(
    st.sampled_from(Status),
    st.sampled_from([*Outcome, None]),
    st.none() | st.fractions(0, 9, max_denominator=4),
    st.none() | st.fractions(0, 64, max_denominator=4),
    st.sampled_from(["", "black", "ns"]),
    st.sampled_from(["", "W"]),
)
names = st.text(max_size=6)


@pytest.mark.slow
@given(
    people=st.lists(
        st.tuples(names, names, st.none() | st.integers(0, 3000), st.fractions(0, 40), names),
        min_size=1, max_size=5, unique_by=lambda p: p[0],
    ),
    games=st.lists(
        st.tuples(st.integers(1, 9), st.integers(0, 4), st.none() | st.integers(0, 4), sides,
                  sides, names, st.integers(0, 9)),
        max_size=6,
    ),
    tally_sum=st.sampled_from([None, 64]),
    win=st.fractions(0, 3, max_denominator=6),
    option=names,
)  # fmt: skip
@settings(max_examples=60)
def test_any_event_comes_back_whole(people, games, tally_sum, win, option) -> None:
    ids = [person[0] for person in people]
    event = Event(
        "Open", "othello", "mcmahon", 9, "wof",
        tuple(Contestant(i, n, r, s, club=c, more=((c, n),)) for i, n, r, s, c in people),
        tuple(
            Match(number, _side(ids, first, a), None if second is None else _side(ids, second, b),
                  table, handicap)
            for number, first, second, a, b, table, handicap in games
        ),
        Scoring(win=win), tally_sum, "2026-11-21", Settings.by_key({"c": option}), False,
    )  # fmt: skip
    assert unpack(pack(event)) == event


def _side(ids, number, about) -> Side:
    status, outcome, points, tally, seat, code = about
    return Side(ids[number % len(ids)], status, outcome, points, tally, seat, code)


def test_every_function_answers_the_same_from_the_text() -> None:
    text = evaluate_call(REGISTRY["EVENT"], [PLAYERS, GAMES])
    assert is_event_text(text)
    column = Grid([[1], [2], [3], [4], [9], [None]])
    compared = 0
    for entry in REGISTRY.values():
        extra = [
            {"criteria": "points, discs", "position": 2, "round_number": 1}.get(p.name)
            for p in entry.parameters[2:]
            if not p.is_optional
        ]
        if entry.shape in (Shape.PLAYER, Shape.GROUP):
            rest = [None] * (len(entry.parameters) - 4 - len(extra))  # then players, settings
            calls = [column, GAMES, *extra, *rest, PLAYERS], [column, text, *extra]
        elif entry.shape is Shape.TABLE and len(entry.parameters) > 1 and entry.name != "NOTICE":
            calls = [PLAYERS, GAMES, *extra], [text, text, *extra]
        else:
            continue
        by_range, by_text = (_outcome(entry, cells) for cells in calls)
        assert _beside_an_event(by_range) == by_text, entry.name
        compared += not isinstance(by_text, str)
    assert compared > 10


def _beside_an_event(found):
    """What cells beside the event in one cell say: "-" where a value is not defined.

    The fifth line is of somebody who is not there, which is an error in either.
    """
    if not isinstance(found, tuple):
        return found
    return tuple(
        tuple(UNDEFINED if getattr(cell, "code", "") == "#N/A" else cell for cell in row)
        if number != 4
        else row
        for number, row in enumerate(found)
    )


def _outcome(entry, cells):
    try:
        return evaluate_call(entry, cells)
    except (DomainError, InputError, UndefinedValue) as error:
        return str(error)


def test_the_text_is_read_once_for_all_cells() -> None:
    text = pack(read_event(GAMES, PLAYERS))
    first = event_index_of(Grid([[text]]))
    assert event_index_of(Grid([[str(text.encode(), "ascii")]])) is first


def test_faults_are_read_as_they_were_in_every_language() -> None:
    nested = say("player {who} is listed twice", who="Ann {x}")
    said = count(2, "{n} game", "{n} games", what=nested, share=Fraction(5, 2), part=0.5, none=None)
    faults = (
        Fault(said, Place("Rounds", "B2"), "some-kind"),
        Fault(joined((Decimal("2.50"), word("heading", "Rank"))), Place(file="e.trf", line=7)),
    )
    assert unpack(pack(Event(faults=faults))).faults == faults
    with pytest.raises(RefusedEvent) as refused:
        unpack(pack_refusal(faults, "ru"))
    assert (refused.value.faults, refused.value.language) == (faults, "ru")


def test_boards_that_nobody_played_come_back_as_such() -> None:
    """Also where none was played, and where no trick was taken: 0 is not "not known"."""
    played = [
        BoardResult(1, (who,), (other,), NOT_PLAYED, NOT_PLAYED, tricks=0)
        for who, other in (("1", "2"), ("3", "4"))
    ]
    event = session(tuple(played), None, Event())
    assert unpack(pack(event)).board_results == event.board_results


def test_settings_travel_in_the_text() -> None:
    about = grid_of("Game|othello\nRounds|3\nRulebook|wof\nDate|2026-11-21")
    event = unpack(str(evaluate_call(REGISTRY["EVENT"], [PLAYERS, GAMES, about])))
    assert (event.rounds, event.rulebook) == (3, "wof")


def test_faults_of_the_tables_are_those_of_the_text() -> None:
    wrong = grid_of("Round|Black|White|Black discs|White discs\n1|1|2|41|24", "Rounds")
    event = unpack(str(evaluate_call(REGISTRY["EVENT"], [PLAYERS, wrong])))
    assert event.faults == event_index_of(wrong, PLAYERS).event.faults
    assert [fault.place.cell for fault in event.faults] == ["D2"]
    assert not event.matches


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda text: text[:-9], "cut off or changed"),
        (lambda text: text[:60] + "A" + text[61:], "cut off or changed"),
        (lambda text: text + "\u200b", "cut off or changed"),
        (lambda text: text.replace("event-2", "event-7"), "version 7"),
        (lambda text: "xltie-event-", "cut off or changed"),
    ],
)
def test_a_damaged_text_is_refused_in_a_sentence(damage, says) -> None:
    text = damage(pack(read_event(GAMES, PLAYERS)))
    with pytest.raises(InputError, match=says):
        evaluate_call(REGISTRY["POINTS"], ["1", text])


def test_the_name_in_vba_means_the_same() -> None:
    assert callables()["EVENTTEXT"](PLAYERS, GAMES) == callables()["EVENT"](PLAYERS, GAMES)


def _big(players: int, rounds: int) -> Event:
    """An event of names as they are: given name, family name, club, country, rating."""
    draw = random.Random(7)
    parts = ["an", "bo", "ce", "da", "el", "fi", "go", "ha", "ir", "ju", "ka", "li", "mo", "ne"]

    def word(count: int) -> str:
        return "".join(draw.choice(parts) for _ in range(count)).title()

    people = [
        Contestant(str(n), f"{word(3)} {word(4)}", draw.randint(900, 2600), club=word(2),
                   country=draw.choice(["KOR", "JPN", "FRA", "ITA"]))
        for n in range(1, players + 1)
    ]  # fmt: skip
    matches = []
    for number in range(1, rounds + 1):
        draw.shuffle(people)
        for table in range(players // 2):
            one, two = people[2 * table : 2 * table + 2]
            discs = draw.randint(0, 64)
            won = Outcome.WIN if discs > 32 else Outcome.DRAW if discs == 32 else Outcome.LOSS
            lost = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN}.get(won, won)
            matches.append(
                Match(number,
                      Side(one.id, outcome=won, tally=Fraction(discs), seat="black"),
                      Side(two.id, outcome=lost, tally=Fraction(64 - discs), seat="white"),
                      table=str(table + 1))
            )  # fmt: skip
    people.sort(key=lambda c: int(c.id))
    return Event(game="othello", rounds=rounds, tally_sum=64, contestants=tuple(people),
                 matches=tuple(matches))  # fmt: skip


def test_500_players_and_11_rounds_fit_into_a_cell() -> None:
    event = _big(500, 11)
    text = pack(event)
    assert len(text) <= LONGEST
    assert unpack(text) == event


@pytest.mark.slow
def test_an_event_that_does_not_fit_into_a_cell_continues_in_those_below_it() -> None:
    event = _big(2000, 11)
    text = pack(event)
    parts = [part_of(text, number) for number in range(1, 8)]
    assert max(map(len, parts)) == LONGEST and parts[-1] == ""
    cells = Grid([(part,) for part in parts], "Settings", 20, 2)
    index = event_index_of(cells)
    assert index.event == event
    assert evaluate_call(REGISTRY["POINTS"], ["7", cells]) == float(index.score("7"))
    with pytest.raises(InputError, match="compute it again with EVENT in all the cells"):
        event_index_of(Grid([(parts[0],)], "Settings", 20, 2))


def test_the_parts_of_an_event_are_those_of_its_text() -> None:
    table = grid_of("Round|Black|White|Result\n1|Kim|Lee|1-0", "Rounds")
    players = grid_of("ID\nKim\nLee", "Players")
    whole = evaluate_call(REGISTRY["EVENT"], [players, table])
    assert evaluate_call(REGISTRY["EVENT"], [players, table, None, 1]) == whole
    assert evaluate_call(REGISTRY["EVENT"], [players, table, None, 2]) == ""


def test_an_error_in_place_of_the_text_is_the_answer() -> None:
    assert evaluate_call(REGISTRY["POINTS"], [Grid([[CellError("#N/A")]]), GAMES]) == CellError(
        "#N/A"
    )


def test_the_functions_take_the_event_of_the_largest_workbook() -> None:
    assert event_parts(MOST_ROUNDS * (MOST_PLAYERS // 2)) < MOST_PARTS


def test_a_number_below_the_text_says_whether_it_is_the_same() -> None:
    text = evaluate_call(REGISTRY["EVENT"], [PLAYERS, GAMES])
    assert isinstance(text, str)
    number, key = callables()["EVENTKEY"], Grid([(text,), ("",)])
    assert number(key) == number(Grid([(text[:90],), (text[90:],)])) == number(text)
    other = evaluate_call(REGISTRY["EVENT"], [PLAYERS, Grid(GAMES.rows[:-1], "Rounds")])
    assert number(other) != number(text)
    assert float(number(text)).is_integer() and 0 < number(text) < 2**53
    assert number("no event") == 0


def test_the_number_is_no_part_of_the_event() -> None:
    text = evaluate_call(REGISTRY["EVENT"], [PLAYERS, GAMES])
    points, alone = callables()["POINTS"], Grid([(text,)])
    for number in (callables()["EVENTKEY"](text), 0, 12345.5, ""):
        assert points("1", Grid([(text,), (number,)])) == points("1", alone)
