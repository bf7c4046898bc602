"""Teams of Go: read from OpenGotha, in a workbook, ranked by its criteria, and written back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.books import named
from tests.go.test_xml import game, gotha, player
from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.core.cells import Grid
from xltie.core.errors import InputError
from xltie.event import EventIndex, TeamEvent
from xltie.exchange.opengotha.teams import write_teams
from xltie.ranking import parse_criteria
from xltie.sheets.read.team_event import read_team_tables
from xltie.sheets.tables import read_board

CRITERIA = ("TEAMP", "BDW", "BDW2U", "BDW1U", "SOST", "MNR")
SEATS = {"1": "abc", "2": "def", "3": "ghi"}


def league(*games: str, seats: dict[str, str] = SEATS) -> bytes:
    people = [player(name, "1D") for name in "abcdefghi"]
    teams = "".join(
        f'<Team teamName="Club {number}" teamNumber="{number}">'
        + "".join(
            f'<Board boardNumber="{board}" player="{one.upper()}XY" roundNumber="{turn}"/>'
            for turn in (1, 2)
            for board, one in enumerate(members, 1)
        )
        + "</Team>"
        for number, members in seats.items()
    )
    named = "".join(
        f'<PlacementCriterion name="{name}" number="{number}"/>'
        for number, name in enumerate(CRITERIA, 1)
    )
    placed = (
        f'<Teams>{teams}</Teams><TeamTournamentParameterSet><TeamGeneralParameterSet teamSize="3"/>'
        f"<TeamPlacementParameterSet><PlacementCriteria>{named}</PlacementCriteria>"
        "</TeamPlacementParameterSet></TeamTournamentParameterSet>"
    )
    text = gotha("\n".join(people), "\n".join(games))
    return text.replace("</Tournament>", f"{placed}</Tournament>").encode()


PLAYED = (
    # the first named has Black: on boards 1 and 3 club 1 has White in round 1
    game("d", "a", 1, "WHITEWINS"), game("b", "e", 1, "BLACKWINS", 3), game("f", "c", 1, "EQUAL"),
    game("a", "g", 2, "BLACKWINS"), game("h", "b", 2, "BLACKWINS"), game("c", "i", 2, "BOTHLOSE"),
)  # fmt: skip


def test_a_mean_of_ratings_below_zero_is_cut_towards_zero() -> None:
    event = api.open_event(league(*PLAYED), name="league.xml", teams=True).event
    assert isinstance(event, TeamEvent)
    rated = tuple(
        replace(who, rating=-100 - (number % 3 > 0))
        for number, who in enumerate(event.players.contestants)
    )
    event = replace(event, players=replace(event.players, contestants=rated))
    (mean,) = parse_criteria("MNR", event=event)
    found = mean.values(EventIndex(event), ("1", "2"))
    assert [found[who].total for who in ("1", "2")] == [-100, -100]  # -302 by three


def told(data: bytes, name: str) -> list[tuple[str, int, list[str]]]:
    ranked = api.standings(api.open_event(data, name=name, teams=True))
    return [
        (line.who, line.place, [str(value.total) for value in line.values[:5] if value is not None])
        for line in ranked.lines
    ]


def test_teams_are_ranked_by_the_criteria_of_the_file() -> None:
    # club 1 won 2.5 of 3 boards; 1-1 with a board that both lost is won by nobody
    assert told(league(*PLAYED), "t.xml") == [
        ("1", 1, ["2", "7/2", "3", "2", "0"]),
        ("3", 2, ["0", "1", "1", "0", "2"]),
        ("2", 3, ["0", "1/2", "0", "0", "2"]),
    ]


@pytest.mark.slow
def test_a_league_goes_through_a_workbook_and_back_with_handicaps_and_colours() -> None:
    opened = api.open_event(league(*PLAYED), name="t.xml", teams=True)
    book = api.to_bytes(opened, "t.xlsx")
    assert told(book, "t.xlsx") == told(league(*PLAYED), "t.xml")
    again = api.to_bytes(api.open_event(book, name="t.xlsx"), "t.xml")
    assert told(again, "t.xml") == told(league(*PLAYED), "t.xml")

    def games(data: bytes, name: str) -> list[tuple[object, ...]]:
        event = api.open_event(data, name=name, teams=True).event
        assert isinstance(event, TeamEvent)
        seated = {contestant.id: contestant.name for contestant in event.players.contestants}
        return sorted(
            (m.round, m.handicap, *sorted((seated[side.who], side.seat) for side in m.sides))
            for m in event.players.matches
            if m.b is not None
        )

    assert games(book, "t.xlsx") == games(again, "t.xml") == games(league(*PLAYED), "t.xml")


def test_players_who_do_not_sit_opposite_count_for_the_team_with_white_at_board_one() -> None:
    """The second player of club 1 beats the third of club 2, and the other way round.

    OpenGotha looks at the games of the team that has White at the first board, club 1: two wins
    there, and nothing for the two players of club 2, since they do not play the same board.
    """
    crossed = (game("d", "a", 1, "WHITEWINS"), game("b", "f", 1, "BLACKWINS", 3),
               game("e", "c", 1, "BLACKWINS"))  # fmt: skip
    assert told(league(*crossed), "t.xml")[:2] == [
        ("1", 1, ["2", "2", "2", "1", "0"]),
        ("2", 2, ["0", "0", "0", "0", "2"]),
    ]


def test_a_match_that_is_still_played_counts_for_nobody() -> None:
    running = (*PLAYED[:2], game("f", "c", 1, "UNKNOWN"))
    assert [row[2][:2] for row in told(league(*running), "t.xml")] == [["0", "0"]] * 3


def test_a_file_without_teams_says_so(tmp_path: Path, shell: Shell) -> None:
    plain = tmp_path / "t.xml"
    plain.write_text(gotha(player("a", "1D") + player("b", "1D"), game("a", "b", 1, "EQUAL")))
    assert "the file contains no teams" in shell("standings", plain, "--teams", code=1).err


def test_teams_in_a_file_are_no_players_and_nothing_that_is_left_out(
    tmp_path: Path, shell: Shell
) -> None:
    source, book, file = tmp_path / "t.xml", tmp_path / "t.xlsx", tmp_path / "again.xml"
    source.write_bytes(league(*PLAYED))
    shell("import", source, book, "--teams")
    said = shell("export", book, file).err
    assert "first name" not in said and "teams and their matches" not in said


@pytest.mark.slow
def test_a_new_workbook_holds_a_league(tmp_path: Path) -> None:
    book = tmp_path / "league.xlsx"
    assert main(["new", str(book), "--game", "go", "--teams", "4", "--boards", "3"]) == 0
    named(book, 4, "Teams")
    event = api.open_event(book).event
    assert isinstance(event, TeamEvent)
    assert (event.game, event.boards, len(event.contestants)) == ("go", 3, 4)


def test_what_opengotha_cannot_hold_is_said() -> None:
    lines = Grid([("Round", "Team A", "Team B", "Result"), (1, "1", "2", "2-1")], "Matches")
    teams = Grid([("ID", "Name"), ("1", "One"), ("2", "Two")], "Teams")
    squads = Grid([("ID", "Name", "Team"), ("1", "A B", "1"), ("2", "C D", "2")], "Players")
    about = Grid([("game", "go"), ("match_boards", 3), ("criteria", "TEAMP; EDE")], "Settings")
    event = read_team_tables(lines, teams, about, squads)
    with pytest.raises(InputError) as caught:
        api.to_bytes(event, "t.xml")
    assert "OpenGotha has no criterion EDE for teams" in str(caught.value)
    with pytest.raises(InputError, match="round 1, One and Two: OpenGotha makes matches of"):
        write_teams(event, "TEAMP")


@pytest.mark.parametrize(
    ("text", "seat", "handicap"), [("1/b2", "black", 2), ("½/w", "white", 0), ("1/2/b", "black", 0)]
)
def test_a_board_names_colour_and_handicap(text: str, seat: str, handicap: int) -> None:
    found = read_board(text)
    assert found is not None
    assert (found.one.seat, found.handicap) == (seat, handicap)
