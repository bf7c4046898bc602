"""What is said of the tables of real events: it is true, and names the articles that decide."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.pairing.events import Play, event_index_of, field_of
from xltie import api
from xltie.event import Event, EventIndex, Id, Status
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import Round, System, system_named, system_of, wants_of
from xltie.pairing.state import Entry, rests
from xltie.pairing.systems import draw_round, reason_lines, table_reasons
from xltie.pairing.systems.reasons import why_not

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).parent
ARTICLE = re.compile(r"\(([^()]*)\)$")


def rounds_of(
    name: str, system: System | None = None
) -> Iterator[tuple[EventIndex, Round, RoundOptions]]:
    """Every round of an event but the first, paired anew from the games before it."""
    event = api.open_event(FOLDER / name).event
    return (paired_anew(event, number, system) for number in range(2, event.rounds + 1))


def paired_anew(
    event: Event, number: int, system: System | None
) -> tuple[EventIndex, Round, RoundOptions]:
    before = tuple(
        match
        for match in event.matches
        if match.round < number
        or (match.round == number and rests(match) and match.a.status is not Status.PAIRING_BYE)
    )
    index = EventIndex(replace(event, matches=before))
    wants = wants_of(index, number)
    return index, draw_round(index, number, system or system_of(event), wants), wants


def entries_of(drawn: Round) -> dict[Id, Entry]:
    assert drawn.state is not None
    return {entry.who: entry for entry in drawn.state.entries}


def article_of(text: str) -> str:
    """The criterion that decides, or the article of the order where all of them are kept."""
    found = ARTICLE.search(text)
    assert found, text
    return re.sub(r",? ?article ", " ", found[1]).split(" ")[0] or found[1].split(" ")[1]


EVENTS = ["dutch/events/players20-seed7.trf", "team_swiss/events/14x9-default.trf",
          "team_swiss/events/21x9-typeb_mp_gp.trf"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", EVENTS)
def test_the_colours_that_are_said_are_those_of_the_games(name: str) -> None:
    for index, drawn, wants in rounds_of(name):
        said = "\n".join(map(str, reason_lines(index, drawn, wants)))
        had = dict(re.findall(r"(?:White|Black) (\S+) [^()]*\(had ([WB ]+)\)", said))
        assert had == {
            who: " ".join("W" if colour == 1 else "B" for _, colour in entry.colours)
            for who, entry in entries_of(drawn).items()
            if who in had
        }
        paired = {who for board in drawn.boards if board.second for who in board.players}
        assert set(had) | set(re.findall(r"(?:White|Black) (\S+) [^()]*\(no", said)) == paired


def decisions(name: str) -> Counter[str]:
    """By which articles players float and miss their first opponent; a meeting is looked up."""
    found: Counter[str] = Counter()
    for index, drawn, wants in rounds_of(name):
        entries = entries_of(drawn)
        for line in map(str, reason_lines(index, drawn, wants)):
            for part in line.split("; "):
                not_met = re.match(r"(\S+) .* does not meet (\S+) [^:]*: (.*)", part)
                if not_met:
                    one, other, why = not_met.groups()
                    assert ("they have met" in why) == (other in entries[one].met)
                    assert "more players float up" not in why or " instead of " in why
                    found[article_of(why)] += 1
                floats = re.match(r"\S+ .* floats (?:up|down) from [^:]*: (.*)", part)
                if floats:
                    by = ARTICLE.search(floats[1])
                    found[f"float {article_of(floats[1]) if by else floats[1]}"] += 1
    return found


ALONE, ALL_MET = "nobody else is in the bracket", "nobody in the bracket may be met"
DECISIONS = [
    {
        "C1": 9, "C4": 3, "C6": 2, "C8": 1, "C12": 4, "C13": 1, "C14": 1, "C15": 2, "C19": 1,
        "4.2": 2, "4.3": 1, f"float {ALONE}": 5, f"float {ALL_MET}": 4, "float C4": 2,
        "float C7": 2, "float C8": 1, "float C12": 7, "float C14": 1, "float C15": 1,
        "float C16": 2, "float 4.2": 1, "float 4.3": 4,
    },
    {"C1": 12, "C3": 3, "C4": 4, "C5": 2, "C7": 1, "C8": 1, "float C3": 2, "float C4": 3,
     "float C7": 2, f"float {ALL_MET}": 8},
    {"C1": 15, "C3": 1, "C4": 3, "C8": 11, "3.5.4": 2, "3.6.3": 6, "float C3": 2, "float C7": 1,
     f"float {ALL_MET}": 3},
]  # fmt: skip
"""For each of the events, our answers since every round is paired as the other program does."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "expected"), list(zip(EVENTS, DECISIONS)))
def test_the_articles_that_decide(name: str, expected: dict[str, int]) -> None:
    assert decisions(name) == expected


COUPLES = {
    "burstein": {"C1": 41, "C3": 1, "C5": 30, "C6": 11, "C7": 3, "C8": 19, "C12": 14, "C14": 9,
                 "C.04.2": 12, "3.1": 20, "4.2": 3, "4.3": 27},
    "dubov": {"C1": 216, "C3": 4, "C4": 4, "C5": 48, "C6": 112, "C7": 45, "C10": 9, "C.04.2": 24,
              "4.2": 10, "4.4": 8},
    "teams": {"C1": 220, "C4": 103, "C5": 138, "C6": 18, "C7": 14, "C8": 4, "C10": 4, "3.4": 12,
              "3.5.4": 117, "3.6.3": 30},
}  # fmt: skip
"""By which articles a pair is worse than those that were drawn, in the events named below."""


@pytest.mark.slow
@pytest.mark.parametrize("system", ["burstein", "dubov", "teams"])
def test_the_articles_that_keep_two_apart(system: str) -> None:
    name = {
        "burstein": "bye_first/burstein/players11-seed25.trf",
        "dubov": "bye_first/dubov/players12-seed13.trf",
        "teams": "team_swiss/events/14x9-default.trf",
    }[system]
    found: Counter[str] = Counter()
    for index, drawn, wants in rounds_of(name, None if system == "teams" else system_named(system)):
        tables = {frozenset(board.players) for board in drawn.boards}
        for couple in combinations(sorted(entries_of(drawn)), 2):
            said = str(why_not(index, drawn, wants, *couple))
            assert said.endswith("do meet in this round") == (frozenset(couple) in tables)
            if not said.endswith("do meet in this round"):
                found[article_of(said)] += 1
                counted = re.search(r" more (teams|opponents|upfloaters)\b", said) is not None
                assert system != "teams" or counted == (" instead of " in said), said
    assert found == COUPLES[system]


SAID = tomllib.loads((FOLDER / "said.toml").read_text("utf-8"))["round"]
NAMES = re.compile(r"\b(\d+) (?:Test\d+ Player\d+|P\d+|Team \d+)")


@pytest.mark.parametrize("said", SAID, ids=lambda said: f"{said['event']}-{said['round']}")
def test_what_is_said_of_a_round(said: dict[str, Any]) -> None:
    system = system_named(said["system"]) if "system" in said else None
    event = api.open_event(FOLDER / said["event"]).event
    index, drawn, wants = paired_anew(event, said["round"], system)
    tables = {str(reason.table): reason for reason in table_reasons(index, drawn, wants)}
    for table, expected in said.get("table", {}).items():
        assert NAMES.sub(r"\1", str(tables[table].message)) == f"table {table}: {expected}"
    for couple, expected in said.get("why", {}).items():
        one, other = couple.split() if " " in couple else (couple, "")
        assert NAMES.sub(r"\1", str(why_not(index, drawn, wants, one, other))) == expected


def test_a_swiss_says_colours_and_whether_the_bye_is_of_the_lowest_group() -> None:
    play = Play(field_of(5), 5, "swiss", 4)
    groups = set()
    for _ in range(play.rounds):
        index, drawn = play.event_index, play.pair()
        entries, state = entries_of(drawn), drawn.state
        assert state is not None
        said = map(str, reason_lines(index, drawn, RoundOptions()))
        assert [board.second is None for board in drawn.boards] == [False, False, True]
        for line, board in zip(said, drawn.boards, strict=True):
            first = entries[board.first]
            if board.second is None:
                groups.add(first.score == state.lowest)
                assert line.endswith("; the lowest score group") == (first.score == state.lowest)
            else:
                assert f"; White {board.first} Player" in line
                assert f"; Black {board.second} Player" in line
        play.play(drawn)
    assert groups == {True, False}


BYES = ["team_swiss/events/11x7-typeb_mp.trf", "team_swiss/events/21x9-typeb_mp_gp.trf",
        "bye_first/burstein/players9-seed3.trf", "bye_first/dubov/players7-seed11.trf"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", BYES)
def test_why_a_bye_is_anothers_agrees_with_the_scores_and_the_byes_before(name: str) -> None:
    system = None if name.startswith("team") else system_named(name.split("/")[1])
    for index, drawn, wants in rounds_of(name, system):
        entries = entries_of(drawn)
        resting = [board.first for board in drawn.boards if board.second is None]
        if not resting or drawn.system.brackets == "dutch":
            continue
        holder = resting[0]
        rested = {
            side.who
            for match in index.event.matches
            for side in match.sides
            if side.status in (Status.PAIRING_BYE, Status.FORFEIT_WIN)
        }
        for who, entry in entries.items():
            said = str(why_not(index, drawn, wants, who, ""))
            if who == holder:
                assert said.endswith(" has the bye")
            elif who in rested:
                assert "before (" in said
            elif entry.score > entries[holder].score:
                assert "has a lower score (" in said
            elif not can_be_paired([one for one in entries if one != who], entries):
                assert "not everybody else could be paired (" in said
            else:
                assert entry.score == entries[holder].score and "another " in said


def can_be_paired(left: list[Id], entries: dict[Id, Entry]) -> bool:
    """Whether all of these can meet somebody new."""
    if not left:
        return True
    first, *rest = left
    return any(
        can_be_paired([one for one in rest if one != other], entries)
        for other in rest
        if other not in entries[first].met
    )


def test_the_reason_of_a_table_names_who_does_not_come_to_it() -> None:
    wants = RoundOptions(absent=frozenset({"5"}))
    index = event_index_of(field_of(6), ())
    drawn = draw_round(index, 1, system_named("round-robin"), wants)
    for board, reason in zip(drawn.boards, table_reasons(index, drawn, wants)):
        assert str(reason.order).endswith("; absent: 5") == ("5" in board.players)
        assert ("absent" in str(reason.order)) == ("5" in board.players)
