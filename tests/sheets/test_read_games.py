"""The Rounds table as directors type it: any headers, any order, any bye; and every fault."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.casefiles import grid_of
from xltie.core.cells import CellError, Grid
from xltie.core.errors import InputError
from xltie.event import Event, EventIndex, Match, Outcome, Status
from xltie.ranking import rank
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import event_index_of, read_event
from xltie.sheets.read.games import read_games
from xltie.sheets.tables import read_alone, read_game
from xltie.sheets.workbook import provisional_tournament, read_tournament

PLAIN = """
Round|Black|White|Black discs|White discs
1|Kim|Lee|40|24
2|Lee|Park|32|32
"""


def games(text: str, players: str = "") -> Event:
    return read_event(grid_of(text, "Rounds"), grid_of(players, "Players") if players else None)


def said(event: Event) -> list[tuple[Any, ...]]:
    """The games as facts: round, players, outcomes, discs."""
    return [
        (
            m.round,
            *(s.who for s in m.sides),
            *(s.outcome for s in m.sides),
            *(s.tally for s in m.sides),
        )
        for m in event.matches
    ]


def faults(table: Grid | str, players: Grid | str | None = None, **about: Any) -> list[str]:
    own = grid_of(table, "Rounds") if isinstance(table, str) else table
    listed = grid_of(players, "Players") if isinstance(players, str) else players
    with pytest.raises(InputError) as caught:
        read_event(own, listed, Event(**about) if about else None)
    return [str(fault) for fault in caught.value.faults]


# -- headers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    [
        "ROUND|BLACK|WHITE|BLACK DISCS|WHITE DISCS",
        "round| black |white|Black_Discs|white-discs",
        "라운드|흑|백|흑 돌수|백 돌수",
        "R|Player 1|Player 2|Discs 1|Discs 2",
        "Rnd|A|B|A discs|B discs",
        "Round|Black|White|Discs|Discs",
    ],
)
def test_headers_in_any_case_spacing_and_language(header: str) -> None:
    table = "\n".join([header, *PLAIN.strip().splitlines()[1:]])
    assert said(games(table)) == said(games(PLAIN))


def test_columns_in_any_order_among_others() -> None:
    table = """
    Hall|White discs|White|Remark|Black|Black discs|Round
    x|24|Lee|time trouble|Kim|40|1
    y|32|Park||Lee|32|2
    """
    event = games(table)
    assert [{s.who: (s.seat, s.outcome, s.tally) for s in m.sides} for m in event.matches] == [
        {"Kim": ("black", Outcome.WIN, 40), "Lee": ("white", Outcome.LOSS, 24)},
        {"Lee": ("black", Outcome.DRAW, 32), "Park": ("white", Outcome.DRAW, 32)},
    ]


def test_scores_beside_each_player_may_have_the_same_header() -> None:
    event = games("Round|Black|Score|White|Score\n1|Kim|40|Lee|24")
    assert said(event) == said(games(PLAIN))[:1]


def test_title_rows_above_and_blank_rows_between() -> None:
    table = """
    Spring Open|||
    Games|A|B|
    |||
    Round|Black|White|Result
    |||
    1|Kim|Lee|1-0
    |||
    2|Lee|Park|0-1
    2|||
    |||
    """
    assert [m.round for m in games(table).matches] == [1, 2]


def test_whole_columns() -> None:
    grid = grid_of(PLAIN, "Rounds")
    whole = Grid([*grid.rows, *([(None,) * 5] * 5000)], "Rounds")
    assert said(read_event(whole)) == said(games(PLAIN))


def test_a_table_without_rounds_numbers_each_players_games() -> None:
    event = games("Black|White|Result\nKim|Lee|1-0\nKim|Park|1-0\nPark|Lee|1-0\nChoi|Kim|1-0")
    assert not event.rounds_known
    event_index = EventIndex(event)
    assert event_index.score("Kim") == 2
    assert [len(event_index.rounds_of(who)) for who in event_index.ids] == [3, 2, 2, 1]
    assert event_index.rounds == 3


def test_a_table_without_rounds_is_never_out_of_range() -> None:
    grid = grid_of("Black|White|Result\nA1|B1|1-0\nA1|C1|1-0\nC1|B1|1-0\nD1|C1|1-0")
    assert len(read_event(grid, settings=Event(rounds=2)).matches) == 4


def test_the_header_row_is_needed() -> None:
    assert faults("1|A|B|1-0\n2|B|C|1-0") == [
        "Rounds!A1: there is no header row here; the games need the columns Round, Black and White "
        "(or Player 1 and Player 2), with the header row inside the range"
    ]


def test_one_column_of_scores_for_two_players_is_refused() -> None:
    assert faults("Round|Black|White|Score\n1|Kim|Lee|40") == [
        "Rounds!D1: one column 'Score' does not say whose it is; name the columns of both players, "
        "such as Black score and White score"
    ]


# -- results -------------------------------------------------------------------------------------

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


@pytest.mark.parametrize(
    ("text", "left", "right"),
    [
        ("1-0", WIN, LOSS),
        (" 1 - 0 ", WIN, LOSS),
        ("1:0", WIN, LOSS),
        ("1–0", WIN, LOSS),
        ("1", WIN, LOSS),
        ("0", LOSS, WIN),
        ("0.5", DRAW, DRAW),
        ("0,5", DRAW, DRAW),
        ("½", DRAW, DRAW),
        ("½-½", DRAW, DRAW),
        ("½ - ½", DRAW, DRAW),
        ("1/2-1/2", DRAW, DRAW),
        (".5-.5", DRAW, DRAW),
        ("=", DRAW, DRAW),
        ("무승부", DRAW, DRAW),
        ("B+R", WIN, LOSS),
        ("W+3.5", LOSS, WIN),
        ("흑승", WIN, LOSS),
        ("백승", LOSS, WIN),
    ],
)
def test_results_as_people_write_them(text: str, left: Outcome, right: Outcome) -> None:
    found = read_game(text)
    assert found is not None
    assert (found[0].outcome, found[1].outcome) == (left, right)


@pytest.mark.parametrize(
    ("text", "left", "right"),
    [
        ("1-0F", Status.FORFEIT_WIN, Status.FORFEIT_LOSS),
        ("1-0 f", Status.FORFEIT_WIN, Status.FORFEIT_LOSS),
        ("+--", Status.FORFEIT_WIN, Status.FORFEIT_LOSS),
        ("0-1F", Status.FORFEIT_LOSS, Status.FORFEIT_WIN),
        ("0 - 0 F", Status.FORFEIT_LOSS, Status.FORFEIT_LOSS),
        ("*", Status.PENDING, Status.PENDING),
        ("", Status.PENDING, Status.PENDING),
    ],
)
def test_forfeits_and_games_to_come(text: str, left: Status, right: Status) -> None:
    found = read_game(text)
    assert found is not None
    assert (found[0].status, found[1].status) == (left, right)


@pytest.mark.parametrize(
    ("second", "result", "status"),
    [
        ("BYE", "", Status.PAIRING_BYE),
        ("bye", "1-0", Status.PAIRING_BYE),
        ("부전승", "", Status.PAIRING_BYE),
        ("-", "bye", Status.PAIRING_BYE),
        ("", "full bye", Status.FULL_BYE),
        ("", "Half Bye", Status.HALF_BYE),
        ("BYE", "½", Status.HALF_BYE),
        ("", "zero bye", Status.ZERO_BYE),
        ("BYE", "0-1", Status.ZERO_BYE),
        ("", "absent", Status.ABSENT),
        ("", "결석", Status.ABSENT),
        ("", "withdrawn", Status.ABSENT),
    ],
)
def test_byes_of_every_kind(second: str, result: str, status: Status) -> None:
    (match,) = games(f"Round|Black|White|Result\n1|Kim|{second}|{result}").matches
    assert (match.a.who, match.a.status, match.b) == ("Kim", status, None)


def test_a_bye_may_stand_in_the_first_column() -> None:
    """There the score of the player is the second one."""
    event = games(
        "Round|Black|White|Result\n1|BYE|Kim|0-1\n1|BYE|Lee|1-0\n1|BYE|Park|1/2-1/2\n1||Ho|0-1F"
    )
    assert [(m.a.who, m.a.status) for m in event.matches] == [
        ("Kim", Status.PAIRING_BYE),
        ("Lee", Status.ZERO_BYE),
        ("Park", Status.HALF_BYE),
        ("Ho", Status.PAIRING_BYE),
    ]
    assert read_alone("1", is_left=False) == read_alone("1")


def test_discs_beside_a_bye_are_kept() -> None:
    event = games("Round|Black|White|Black discs|White discs\n1|Kim|BYE|40|24\n1|BYE|Lee|31|33")
    assert [match.a.tally for match in event.matches] == [40, 33]


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        ("1|Kim||||1-0", "C2"),
        ("1|Kim||||1/2-1/2", "C2"),
        ("1||Lee|||0-1", "B2"),
        ("1|Kim||40|24|", "C2"),
        ("1|Kim|||24|", "C2"),
    ],
)
def test_no_bye_is_made_of_a_game_that_names_one_player(line: str, cell: str) -> None:
    with pytest.raises(InputError) as caught:
        games(f"Round|Black|White|Black discs|White discs|Result\n{line}")
    (fault,) = caught.value.faults
    assert fault.place.cell == cell
    assert fault.text.startswith("there is a result of two players here, but only one is named")


@pytest.mark.parametrize("text", ["0-1", "1/2-1/2", "bye-1", "1-def"])
def test_a_result_in_the_place_of_a_player_is_a_fault(text: str) -> None:
    with pytest.raises(InputError) as refused:
        games(f"Round|White|Black|Result\n1|Kim|Lee|1-0\n1|Park Choi|{text}|\n")
    assert str(refused.value) == (
        f"Rounds!C3: {text!r} is a result, and stands where a player is named"
    )


def test_players_may_be_numbered_by_group_and_place() -> None:
    event = games("Round|White|Black|Result\n1|1-1|2-1|1-0\n1|1-2|2-2|\n")
    assert not event.faults


@pytest.mark.parametrize("stones", ["two", "2.5", "-1"])
def test_a_handicap_that_is_no_number_of_stones_is_a_fault(stones: str) -> None:
    with pytest.raises(InputError) as caught:
        games(f"Round|Black|White|Handicap|Result\n1|Kim|Lee|{stones}|1-0")
    assert [fault.place.cell for fault in caught.value.faults] == ["D2"]


def test_a_result_goes_before_the_discs() -> None:
    (match,) = games(
        "Round|Black|White|Black discs|White discs|Result\n1|Kim|Lee|30|34|1-0"
    ).matches
    assert (match.a.outcome, match.a.tally) == (WIN, 30)


def test_numbers_typed_as_text_and_rounds_with_words() -> None:
    grid = Grid(
        [
            ("Round", "Black", "White", "Black discs", "White discs"),
            ("Round 1", "Kim", "Lee", "40", " 24 "),
            ("2R", 7.0, "12", 32.0, "32,0"),
        ]
    )
    assert said(read_event(grid)) == [
        (1, "Kim", "Lee", WIN, LOSS, 40, 24),
        (2, "7", "12", DRAW, DRAW, 32, 32),
    ]


def test_players_are_the_same_in_any_case_and_spacing() -> None:
    event = games("Round|Black|White|Result\n1|Kim  Min-su|Lee|1-0\n2|LEE|kim min-su |1-0")
    assert [c.id for c in event.contestants] == ["Kim Min-su", "Lee"]


def test_withdrawals_are_noted_with_the_last_round_before() -> None:
    event = games("Round|Black|White|Result\n1|Kim|Lee|1-0\n2|kim||withdrawn\n3|Kim||기권")
    assert {c.id: c.withdrawn_after for c in event.contestants} == {"Kim": 1, "Lee": None}


# -- players -------------------------------------------------------------------------------------


def test_names_are_understood_as_ids() -> None:
    event = games(
        "Round|Black|White|Result\n1|kim  min-su|2|1-0\n2|1||withdrawn",
        "Players|||\nNo|Name|Rating|Club\n1|Kim  Min-su|-|Seoul\n2|Lee|1850|",
    )
    (game, _) = event.matches
    assert [side.who for side in game.sides] == ["1", "2"]
    assert [(c.id, c.name, c.rating, c.withdrawn_after) for c in event.contestants] == [
        ("1", "Kim Min-su", None, 1),
        ("2", "Lee", 1850, None),
    ]


def test_an_id_goes_before_a_name() -> None:
    """Player 2 is called like the id of player A."""
    event = games("Round|Black|White|Result\n1|a|2|1-0", "ID|Name\nA|Kim\n2|A")
    assert [side.who for side in event.matches[0].sides] == ["A", "2"]
    assert EventIndex(event).find("a") == "A"


def test_a_bare_column_of_players_and_other_columns_of_theirs() -> None:
    listed = Grid([("Kim",), (None,), ("Lee",)])
    assert [
        c.id for c in read_event(grid_of(PLAIN.replace("Park", "Kim")), listed).contestants
    ] == [
        "Kim",
        "Lee",
    ]
    event = games(PLAIN, "Name|Nickname\nKim|Ace\nLee|\nPark|Fox")
    assert [c.more for c in event.contestants] == [
        (("Nickname", "Ace"),),
        (),
        (("Nickname", "Fox"),),
    ]


# -- faults --------------------------------------------------------------------------------------

HEAD = "Round|Black|White|Black discs|White discs|Result\n"


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("1|Kim|Kim|||1-0", "Rounds!B2: player Kim plays against themselves"),
        ("|Kim|Lee|||1-0", "Rounds!A2: the round is missing"),
        ("one|Kim|Lee|||1-0", "Rounds!A2: 'one' is not the number of a round"),
        ("1.5|Kim|Lee|||1-0", "Rounds!A2: '1.5' is not the number of a round"),
        ("0|Kim|Lee|||1-0", "Rounds!A2: there is no round 0; the first is 1"),
        (
            "45992|Kim|Lee|||1-0",
            "Rounds!A2: round 45992 is out of range; no event has over 999 rounds",
        ),
        (
            "1|Kim|Lee|40|25|",
            "Rounds!D2: the discs of Kim and Lee are 40 and 25: together 65, not 64",
        ),
        (
            "1|Kim|Lee|70|-6|",
            "Rounds!D2: the discs of Kim and Lee are 70 and -6; nobody has fewer than 0",
        ),
        ("1|Kim|Lee|40.5|23.5|", "Rounds!D2: 40.5 discs: a disc cannot be split"),
        ("1|Kim|Lee|4o|24|", "Rounds!D2: Black discs is '4o', not a number"),
        (
            "1|Kim|Lee|||won",
            "Rounds!F2: result 'won' is not one of 1-0, 0-1, 1/2-1/2, 1-0F, 0-1F, 0-0F",
        ),
        (
            "1|Kim|Lee|||46024",
            "Rounds!F2: the result is a date (number 46024): spreadsheets read 1/2 that way; "
            "format the column as text and type 1/2-1/2",
        ),
        (
            "1|Kim||||maybe",
            "Rounds!F2: result 'maybe' is not one of "
            "bye, full bye, half bye, zero bye, absent, withdrawn",
        ),
        ("1|BYE|BYE|||", "Rounds!B2: a bye without a player"),
        ("1|||40|24|", "Rounds!B2: there is a result here but no players"),
        (
            "1|Kim|Lee|||1-1",
            "Rounds!B2: the results of Kim and Lee contradict each other: Kim win, Lee win",
        ),
    ],
)
def test_every_fault_names_its_cell(row: str, text: str) -> None:
    assert faults(HEAD + row) == [text]


def test_a_player_in_a_round_a_second_time() -> None:
    table = "Round|Black|White|Result\n1|Kim|Lee|1-0\n1|Park|kim|1-0"
    assert faults(table) == [
        "Rounds!C3: player Kim is in round 1 a second time (first at Rounds!B2)"
    ]


def test_an_unknown_player_is_named_where_they_stand() -> None:
    table = "Round|Black|White|Result\n1|1|Pork|1-0\n2|Q|1|1-0"
    assert faults(table, "ID|Name\n1|Kim\n2|Park") == [
        "Rounds!C2: player Pork is not in the list of players",
        "Rounds!B3: player Q is not in the list of players",
    ]


def test_a_name_that_two_players_have_asks_for_the_id() -> None:
    table = "Round|Black|White|Result\n1|1|Kim|1-0"
    assert faults(table, "ID|Name\n1|Lee\n2|Kim\n3|kim")[0] == (
        "Rounds!C2: Kim is the name of 2 and 3; write the id"
    )


def test_a_player_who_withdrew_does_not_play_on() -> None:
    table = "Round|Black|White|Result\n1|1|2|1-0\n2|2|1|1-0"
    text = "Rounds!B3: player 2 plays in round 2 but withdrew after round 1"
    assert faults(table, "ID|Withdrawn after\n1|\n2|1") == [text]
    assert faults(table + "\n2|3|2|withdrawn", "ID\n1\n2\n3") != []


def test_a_round_beyond_those_planned() -> None:
    table = "Round|Black|White|Result\n1|Kim|Lee|1-0\n6|Kim|Lee|0-1"
    assert faults(table, rounds=5) == ["Rounds!A3: round 6 is out of range; the event has 5 rounds"]


def test_error_cells_are_named() -> None:
    grid = Grid(
        [
            ("Round", "Black", "White", "Result", "Notes"),
            (1, "Kim", CellError("#N/A"), "1-0", None),
            (CellError("#REF!"), "Lee", "Park", CellError("#DIV/0!"), None),
            (3, "Lee", "Park", "1-0", CellError("#NAME?")),
        ],
        "My games",
        row=4,
        column=3,
    )
    assert faults(grid) == [
        "'My games'!E5: the cell holds the error #N/A",
        "'My games'!C6: the cell holds the error #REF!",
        "'My games'!F6: the cell holds the error #DIV/0!",
    ]


def test_faults_of_the_list_of_players() -> None:
    players = Grid(
        [
            ("ID", "Name", "Rating", "Withdrawn after"),
            (1, "Kim", "high", None),
            (None, "Lee", None, None),
            ("a", "Park", 1800, 2.5),
            ("A", "Choi", None, "yes"),
            (CellError("#VALUE!"), "Jung", None, None),
        ],
        "Players",
    )
    assert faults("Round|Black|White|Result", players) == [
        "Players!C2: Rating is 'high', not a number",
        "Players!D4: Withdrawn after is 2.5; it must be the last round played",
        "Players!D5: Withdrawn after is 'yes', not a number",
        "Players!A5: player A is listed twice (first at Players!A4)",
        "Players!A6: the cell holds the error #VALUE!",
    ]


def test_all_faults_come_together_in_the_order_of_the_rows() -> None:
    table = (
        HEAD
        + "1|Kim|Lee|40|25|\n2|Kim|Kim|||1-0\nx|Lee|Kim|||1-0\n1|Lee|Park|32|32|\n3|Lee|Kim|1|x|"
    )
    assert [text.partition(":")[0] for text in faults(table)] == [
        "Rounds!D2",
        "Rounds!B3",
        "Rounds!A4",
        "Rounds!B5",
        "Rounds!E6",
    ]


# -- kept by content -----------------------------------------------------------------------------


def test_a_table_is_read_once_for_the_same_content() -> None:
    assert event_index_of(grid_of(PLAIN, "Rounds")) is event_index_of(grid_of(PLAIN, "Rounds"))


def test_the_same_faults_come_again() -> None:
    texts = []
    for _ in range(2):
        with pytest.raises(InputError) as caught:
            event_index_of(grid_of("Kim|Lee|1-0", "Rounds"))
        texts.append(str(caught.value).partition(": neither")[0])
    assert texts == ["Rounds!A1: no games are found here"] * 2


# -- while somebody types ------------------------------------------------------------------------


@pytest.mark.parametrize("counts", ["|", "40|", "|24", "70|"])
def test_a_game_without_both_counts_is_a_game_to_come(counts: str) -> None:
    match = games(HEAD + f"1|Kim|Lee|{counts}|").matches[0]
    assert {side.status for side in match.sides} == {Status.PENDING}
    assert {side.tally for side in match.sides} == {None}


def test_a_player_alone_has_no_bye_while_the_pairings_are_typed() -> None:
    typed = HEAD + "1|Kim|Lee|||\n1|Park||||"
    assert [len(match.sides) for match in games(typed).matches] == [2]
    played = games(typed.replace("Lee|||", "Lee|40|24|")).matches
    assert [match.a.status for match in played] == [Status.PLAYED, Status.PAIRING_BYE]
    announced = games(typed.replace("Park||||", "Park|BYE|||")).matches
    assert announced[1].a.status is Status.PAIRING_BYE


FAULTY = """
Round|Black|White|Black discs|White discs
1|1|2|40|24
1|3|4|60|0
2|1|3|33|31
2|2|2|40|24
2|4|99|40|24
"""
LISTED = "ID|Name|Rating\n1|Kim|1500\n2|Lee|unknown\n3|Park|\n4|Choi|\n4|Jung|"


def test_faulty_lines_do_not_count_and_are_named() -> None:
    listed = grid_of(LISTED, "Players")
    event = event_index_of(grid_of(FAULTY, "Rounds"), listed, grid_of("Game|othello")).event
    assert [str(fault) for fault in event.faults] == [
        "Players!C3: Rating is 'unknown', not a number",
        "Players!A6: player 4 is listed twice (first at Players!A5)",
        "Rounds!D3: the discs of 3 and 4 are 60 and 0: together 60, not 64",
        "Rounds!B5: player 2 plays against themselves",
        "Rounds!C6: player 99 is not in the list of players",
    ]
    assert (event.contestants[-1].id, event.contestants[-1].name) == ("4", "Choi")
    right = event_index_of(
        grid_of("\n".join(FAULTY.split("\n")[i] for i in (1, 2, 4)), "Rounds"),
        grid_of(LISTED.replace("unknown", "").replace("\n4|Jung|", ""), "Players"),
        grid_of("Game|othello"),
    ).event
    assert said(event) == said(right)


def test_a_sheet_and_a_command_read_the_same_of_faulty_tables() -> None:
    sheets = {
        "Rounds": grid_of(FAULTY, "Rounds"),
        "Players": grid_of(LISTED, "Players"),
        "Settings": grid_of("Game|othello\nRounds|5", "Settings"),
    }
    by_command = provisional_tournament(sheets).event
    in_cells = event_index_of(sheets["Rounds"], sheets["Players"], sheets["Settings"]).event
    assert in_cells == by_command
    with pytest.raises(InputError) as refused:
        read_tournament(sheets)
    assert refused.value.faults == by_command.faults


def test_nothing_is_computed_from_a_setting_that_is_not_understood() -> None:
    settings = grid_of("Game|othello\nWin|plenty\nRounds|many", "Settings")
    sheets = {"Rounds": grid_of(FAULTY, "Rounds"), "Settings": settings}
    with pytest.raises(
        InputError, match=r"Settings!B2: Win is 'plenty'(?s:.*)B3: Rounds is 'many'"
    ):
        provisional_tournament(sheets)
    said = evaluate_call(REGISTRY["PROVISIONAL"], [grid_of(LISTED), sheets["Rounds"], settings])
    assert "Settings!B2: Win is 'plenty'" in str(said)


def test_what_does_not_rest_on_a_faulty_setting_is_computed() -> None:
    settings = grid_of("Game|othello\nRounds|many", "Settings")
    table = grid_of("Round|Black|White|Black score|White score\n1|Kim|Lee|40|24", "Rounds")
    opened = provisional_tournament({"Rounds": table, "Settings": settings})
    assert [str(fault.place) for fault in opened.event.faults] == ["Settings!B2"]
    found = rank(opened.event_index(), opened.parsed())
    assert [(line.place, line.who) for line in found.lines] == [(1, "Kim"), (2, "Lee")]
    points, quotient, _ = found.lines[0].values
    assert points is not None and points.total == 1
    assert quotient is not None and quotient.total is None
    with pytest.raises(InputError, match="Settings!B2: Rounds is 'many'"):
        evaluate_call(REGISTRY["BQ"], ["Kim", table, None, None, None, None, settings])


def test_true_is_not_one() -> None:
    """A cell that holds TRUE equals 1 for Python, but not for the person who typed it."""
    head = ("Round", "Black", "White", "Result")
    one = event_index_of(Grid([head, (1, 1, "Lee", "1-0")]))
    truth = event_index_of(Grid([head, (1, True, "Lee", "1-0")]))
    assert (one.ids, truth.ids) == (("1", "Lee"), ("TRUE", "Lee"))


def test_half_points_and_more_of_them() -> None:
    event_index = EventIndex(games("Round|Black|White|Result\n1|Kim|Lee|½-½\n2|Kim||half bye"))
    assert event_index.score("Kim") == 1
    assert event_index.score("Kim", after=1) == Fraction(1, 2)
    assert isinstance(event_index.rounds_of("Kim")[0].match, Match)


# -- headers that stand twice, scores in the wrong column ------------------------------------------


def test_rounds_side_by_side_are_not_read_by_half() -> None:
    head = "Round|Black|White|Black discs|White discs"
    beside = f"{head}||{head}\n1|A|B|40|24||2|B|A|33|31\n"
    assert faults(beside) == [
        "Rounds!H1: a second column is called Black (the first at Rounds!B1); "
        "all games must be below one header row"
    ]


def test_a_header_that_stands_twice_is_a_fault_where_its_cells_differ() -> None:
    twice = "Round|Round|Black|White|Black discs|White discs\n1|{}|A|B|40|24\n"
    assert faults(twice.format(2))[0].startswith("Rounds!B1: a second column is called Round")
    assert said(games(twice.format(1))) == said(games(twice.format(" ")))


def test_another_table_beside_the_games_may_have_rounds_too() -> None:
    event = games("Round|Black|White|Black discs|White discs||Round|Leader\n1|A|B|40|24||9|A\n")
    assert [match.round for match in event.matches] == [1]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("40-24", "result '40-24' is a score; it belongs in two columns"),
        ("40 : 24", "result '40 : 24' is a score; it belongs in two columns"),
        (1 / 24, "the result is a time (number 0.0416): spreadsheets read 1:0 that way; type 1-0"),
    ],
)
def test_what_a_result_is_not_is_said(typed: Any, text: str) -> None:
    grid = Grid([("Round", "Black", "White", "Result"), (1, "A", "B", typed)], "Rounds")
    assert faults(grid)[0].startswith(f"Rounds!D2: {text}")


# -- what is allowed, and perhaps a slip ----------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "odd"),
    [
        (["1|Kim|Lee|40|24|1-0", "2|Kim|Lee|32|32|"], []),
        (["1|Kim|Lee|40|24|0-1F"], []),
        (["1|Kim|Lee|40|24|0-1"],
         ["Rounds!B2: the result says that Kim lost with 40 discs to 24; the result counts"]),
        (["1|Kim|Lee|40|24|½"],
         ["Rounds!B2: the result says that Kim drew with 40 discs to 24; the result counts"]),
        (["1|Kim|Lee|40|24|", "4|Kim|Lee|40|24|"], ["no games in round 2, 3, but in round 4"]),
        (["9|Kim|Lee|40|24|"], ["no games in round 1, 2, 3, 4, 5 ..., but in round 9"]),
    ],
)  # fmt: skip
def test_what_is_odd_is_said_and_counts(rows: list[str], odd: list[str]) -> None:
    head = "Round|Black|White|Black discs|White discs|Result"
    tournament = read_tournament({"Rounds": grid_of("\n".join([head, *rows]), "Rounds")})
    assert [str(fault) for fault in tournament.warnings] == odd


def test_a_line_read_before_says_the_same_and_a_changed_one_what_it_says_now() -> None:
    """Only what has changed is read again; a fault and the word TRUE are never kept."""
    head = ["Round", "Board", "No", "White", "Pts", "Result", "Pts", "Black", "No"]
    kim = [1, 1, 1, "Kim", 0, "1-0", 0, "Lee", 2]
    park = [1, 2, 3, "Park", 0, "0-1", 0, "Choi", 4]

    def read(*changed: list[Any]) -> Any:
        return read_games(Grid([head, *changed], "Rounds", 4))

    first = read(kim, park)
    again = read([*kim[:5], "\u00bd-\u00bd", *kim[6:]], park)
    assert again.matches[0].a.outcome is Outcome.DRAW
    assert again.matches[1] is first.matches[1]
    assert [match.place.row for match in read(park, kim).matches] == [5, 6]
    faulty = [*park[:5], "x", *park[6:]]
    for _ in range(2):
        assert [str(fault.place) for fault in read(kim, faulty).faults] == ["Rounds!F6"]
    assert [str(fault.place) for fault in read([True, *kim[1:]], park).faults] == ["Rounds!A5"]


def test_a_round_out_of_range_and_a_count_without_an_opponent_are_named_where_they_stand() -> None:
    head = ["Round", "Table", "No", "Black", "Pts", "Black discs", "White discs", "Pts", "White",
            "No"]  # fmt: skip
    lines = [[1, 1, 1, "Kim", 0, 40, 24, 0, "Lee", 2], [51, 2, 3, "Park", 0, 40, 24, 0, "Choi", 4],
             [1, None, 5, "Han", 0, 30, None, None, "bye (1 point)", None],
             [2, None, 5, "Han", 0, 30, None, None, "not paired", None]]  # fmt: skip
    players = Grid([["No", "Name"], *([n, f"P{n}"] for n in range(1, 6))], "Players")
    with pytest.raises(InputError) as error:
        read_event(Grid([head, *lines], "Rounds", 4), players, Event(game="othello", rounds=5))
    assert [str(fault) for fault in error.value.faults] == [
        "Rounds!A6: round 51 is out of range; the event has 5 rounds",
        "Rounds!F7: there is a count here, but no opponent; type bye, or who it is",
        "Rounds!F8: there is a count here, but no opponent; type bye, or who it is",
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("Round|White|Black|Result", "1|1|2|1-0"),
        ("Board|NS|EW|Contract|By|Result|Score", "1|1|2|3NT|N|=|400"),
    ],
)
def test_the_list_of_players_above_the_games_says_their_names(lines: tuple[str, ...]) -> None:
    """In a CSV, which has one sheet; they were dropped without a word, and so was the club."""
    above = ("ID|Name|Club", "1|Ann Lee|North", "2|Bob Kim|South", "||")
    grid = grid_of("\n".join((*above, *lines)), "Rounds")
    for event in (read_tournament({"Rounds": grid}).event, event_index_of(grid).event):
        assert [(c.id, c.name) for c in event.contestants] == [("1", "Ann Lee"), ("2", "Bob Kim")]
        assert event.contestants[0].place is not None and event.contestants[0].place.row == 2
