"""A list of players beside somebody's games says who they are, in any language."""

from __future__ import annotations

import pytest

from tests.books import hand_made
from xltie import api
from xltie.event import Event

GAMES = [["Ronda", "Blancas", "Negras", "Resultado"],
         [1, 1, 3, "1-0"], [1, 4, 2, "½-½"], [2, 2, 1, "0-1"], [2, 3, 4, "1-0"]]  # fmt: skip
NAMES = {1: "Meier", 2: "Schulz", 3: "Kunz", 4: "Roth"}
BY_NAME = [GAMES[0], *([n, NAMES[int(a)], NAMES[int(b)], r] for n, a, b, r in GAMES[1:])]
LIST = [["Nº", "Nombre", "Club", "Elo"],
        [1, "Meier", "Bamberg", 2000], [2, "Schulz", "Ulm", 1900], [3, "Kunz", "", 1800],
        [4, "Roth", "Kiel", 1700]]  # fmt: skip


def read(**sheets: list[list[object]]) -> Event:
    return api.open_event(hand_made(sheets), name="club.xlsx").event


def who(event: Event) -> list[tuple[str, str, int | None, str]]:
    return [(who.id, who.name, who.rating, who.club) for who in event.contestants]


@pytest.mark.parametrize("names", [("Jugadores", "Partidas"), ("Teilnehmer", "Runden")])
def test_numbers_of_games_are_those_of_the_list(names: tuple[str, str]) -> None:
    event = read(**{names[0]: LIST, names[1]: GAMES})
    assert sorted(who(event)) == [
        ("1", "Meier", 2000, "Bamberg"), ("2", "Schulz", 1900, "Ulm"), ("3", "Kunz", 1800, ""),
        ("4", "Roth", 1700, "Kiel"),
    ]  # fmt: skip


def test_names_of_games_are_found_in_the_list() -> None:
    event = read(Jugadores=LIST, Partidas=BY_NAME)
    assert ("Schulz", "", 1900, "Ulm") in who(event)
    assert len(event.contestants) == 4


def test_who_has_not_played_yet_takes_part() -> None:
    event = read(Jugadores=[*LIST, [5, "Wolf", "", 1500]], Partidas=GAMES)
    assert ("5", "Wolf", 1500, "") in who(event)


def test_a_line_that_says_bye_is_nobody() -> None:
    event = read(Jugadores=[*LIST, [5, "descansa", "", None]], Partidas=GAMES)
    assert len(event.contestants) == 4


def test_what_a_list_says_beyond_who_somebody_is_is_no_fault() -> None:
    listed = [[*LIST[0], "Start"], *([*line, "9:00"] for line in LIST[1:])]
    event = read(Jugadores=listed, Partidas=GAMES)
    assert not event.faults
    assert ("2", "Schulz", 1900, "Ulm") in who(event)


def test_the_sum_below_a_ranking_is_no_player() -> None:
    ranking = [["Pl.", "Name", "Elo", "Pkt."], [1, "Meier", 2000, 2], [2, "Kunz", 1800, 1],
               [3, "Schulz", 1900, 0.5], [4, "Roth", 1700, 0.5], ["", "Summe", "", 4]]  # fmt: skip
    event = read(Rangliste=ranking, Runden=BY_NAME)
    assert len(event.contestants) == 4
    assert {rating for _, _, rating, _ in who(event)} == {2000, 1900, 1800, 1700}


def test_a_list_of_other_people_says_nothing() -> None:
    others = [["Nombre", "Elo"], ["Ana", 1500], ["Luis", 1600], ["Roth", 1700]]
    event = read(Socios=others, Partidas=BY_NAME)
    assert {rating for _, _, rating, _ in who(event)} == {None}
    assert len(event.contestants) == 4


def test_a_rating_in_the_list_that_is_none_is_a_fault_with_its_cell() -> None:
    spoilt = [*LIST[:4], [4, "Roth", "Kiel", "mil"]]
    event = api.open_event(
        hand_made({"Jugadores": spoilt, "Partidas": GAMES}), name="club.xlsx", provisional=True
    ).event
    assert [fault.placed for fault in event.faults if "Jugadores!D5" in str(fault.placed)]


def test_a_cross_table_tells_clubs_and_federations_too() -> None:
    table = [
        ["Nr.", "Name", "Elo", "Land", "Verein", "1.Rd", "2.Rd", "Pkt."],
        [1, "Meier", 2000, "GER", "Bamberg", "3w1", "2b1", 2],
        [2, "Schulz", 1900, "AUT", "Wien", "4b½", "1w0", 0.5],
        [3, "Kunz", 1800, "GER", "", "1b0", "4w1", 1],
        [4, "Roth", 1700, "GER", "Ulm", "2w½", "3b0", 0.5],
    ]
    event = read(Tabelle=table)
    assert [(who.name, who.country, who.club) for who in event.contestants][:2] == [
        ("Meier", "GER", "Bamberg"), ("Schulz", "AUT", "Wien"),
    ]  # fmt: skip
    assert len(event.contestants) == 4
