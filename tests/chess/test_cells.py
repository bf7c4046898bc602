"""Chess in cells and criteria lists: settings, editions, notation, explanations, compatibility."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.casefiles import grid_of
from tests.pairing.events import event_index_of, field_of, game
from xltie.cli.main import main
from xltie.core.cells import CellError, Grid, to_cell
from xltie.core.errors import InputError, UndefinedValue
from xltie.event import EventIndex
from xltie.exchange import trf
from xltie.ranking import parse_criteria, rank, why_above
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

FOLDER = Path(__file__).parent.parent / "trf"
GAMES = grid_of(
    """
Round|White|Black|Result
1|1|2|1-0
1|3||bye
2|3|1|1/2-1/2
2|2||half bye
""",
    "Rounds",
)


def call(name: str, player: str, games: Grid, **given: Any) -> Any:
    entry = REGISTRY[name]
    cells = [given.pop(parameter.name, None) for parameter in entry.parameters]
    cells[:2] = [player, games]
    assert not given
    return evaluate_call(entry, cells)


def event_index(name: str) -> EventIndex:
    return EventIndex(trf.read((FOLDER / f"{name}.trf").read_bytes(), name).event)


def totals(own: EventIndex, text: str) -> dict[str, Any]:
    values = parse_criteria(text, event=own.event)[0].values(own, own.ids)
    return {who: to_cell(working.total) for who, working in values.items()}


def test_the_settings_range_brings_the_point_system_and_the_edition() -> None:
    settings = grid_of(
        "Game|chess\nPoints for a win|3\nPoints for a draw|1\nPoints for a bye|1\n"
        "Rulebook|fide2026\nRounds|2",
        "Settings",
    )
    assert call("POINTS", "1", GAMES) == 1.5
    assert call("POINTS", "1", GAMES, settings=settings) == 4
    assert call("POINTS", "3", GAMES, settings=settings) == 2
    # 3 met 1 (4 points) and a dummy: the own 2 points, a draw in both rounds at most
    assert call("BUCHHOLZ", "3", GAMES, settings=settings) == 6
    assert call("BUCHHOLZ", "3", GAMES) == 1.5  # without settings: opponents met, as scored


def test_a_fault_in_the_settings_is_told() -> None:
    settings = grid_of("Game|chess\nPoints for a win|many", "Settings")
    with pytest.raises(InputError, match="points must be a number from 0"):
        call("POINTS", "1", GAMES, settings=settings)


@pytest.mark.parametrize(
    "text",
    [
        "BH/C1",
        "BH-C1",
        "BHC1",
        "bh/c1",
        "BH#C1",
        "BH!C1",
        "BH /C1",
        "BUCHHOLZ(cut=1)",
        "BH/C1/V2024",
    ],
)
def test_one_criterion_in_many_notations(text: str) -> None:
    own = event_index("held_swiss5_2024")
    assert totals(own, text) == totals(own, "BH/C1")


def test_fore_buchholz_as_a_variation_of_buchholz() -> None:
    own = event_index("held_swiss5_2024")
    assert totals(own, "BH/F") == totals(own, "FB") != totals(own, "BH")
    assert totals(own, "bh/F/C1") == totals(own, "FB/C1") != totals(own, "FB")
    assert totals(own, "BH/C1/F/P") == totals(own, "FB/P/C1")
    assert totals(own, "SB/F")["1"] == 8.75 != totals(own, "SB")["1"]


def test_a_limit_in_percent_with_or_without_its_sign() -> None:
    own = event_index("held_rr6")
    assert totals(own, "KS/L80%") == totals(own, "KS/L80") != totals(own, "KS")


def test_what_only_fide_knows_follows_its_newest_edition_where_no_game_is_named() -> None:
    shown = evaluate_call(REGISTRY["FOREBUCHHOLZ"], ["2", GAMES])
    assert shown == evaluate_call(REGISTRY["FOREBUCHHOLZ"], ["2", GAMES, None, "fide2026"])
    assert shown != evaluate_call(REGISTRY["FOREBUCHHOLZ"], ["2", GAMES, None, "plain"])


@pytest.mark.slow
def test_a_rulebook_that_is_not_of_the_first_day_is_told(tmp_path: Path, shell: Any) -> None:
    path = tmp_path / "event.xlsx"
    shell("import", FOLDER / "held_swiss5_2024.trf", path)
    assert "rulebook" not in shell("standings", path).err
    book = load_workbook(path)
    book["Settings"]["B9"] = "fide2026"
    book.save(path)
    assert main(["standings", str(path)]) == 0
    said = "Settings!B9: the rulebook is fide2026, but on 2024-04-01 fide2024 is in force"
    assert said in shell.printed().err


def test_a_tie_break_that_a_report_lists_is_named_with_its_line_and_column(
    tmp_path: Path, shell: Any
) -> None:
    path = tmp_path / "event.trf"
    path.write_bytes(b"202 BH\n212 PTS,FOO\n" + (FOLDER / "held_rr6.trf").read_bytes())
    said = shell("standings", path)
    assert "event.trf:2:9: criterion 'FOO' is not computed" in said.err
    assert "FOO (not known)" in said.out


def test_an_edition_for_one_criterion_only() -> None:
    own = event_index("held_swiss5_2024")
    assert (totals(own, "BH")["4"], totals(own, "BH@2026")["4"]) == (15, 14)
    assert (totals(own, "SB@fide2024")["4"], totals(own, "SB@2026")["4"]) == (9.75, 9.25)
    assert totals(own, "WIN@2009") == totals(own, "WIN")


def test_reversed_orders() -> None:
    own = event_index("held_swiss5_2024")
    first = rank(own, parse_criteria("TPN", event=own.event)).lines
    last = rank(own, parse_criteria("TPN/R", event=own.event)).lines
    assert [line.who for line in first] == [line.who for line in reversed(last)]
    assert rank(own, parse_criteria("RTNG", event=own.event)).lines[0].who == "1"


def test_direct_encounter_may_be_listed_twice() -> None:
    own = event_index("held_swiss9_de")
    found = rank(own, parse_criteria("PTS, DE, SB, DE", event=own.event))
    assert [len(line.values) for line in found.lines] == [4] * 16
    assert found.line("1").values[3] is not None


def test_ratings_are_undefined_where_a_player_has_none() -> None:
    with pytest.raises(UndefinedValue, match="no rating for players 1"):
        call("ARO", "1", GAMES)
    listed = grid_of("ID|Rating\n1|2000\n2|1900\n3|", "Players")
    with pytest.raises(UndefinedValue, match="no rating for player 3"):
        call("TPR", "1", GAMES, players=listed)
    assert call("ARO", "1", GAMES, players=listed, unrated=1000) == 1450


def test_a_column_of_players_shows_undefined_values_in_place() -> None:
    column = Grid([("1",), ("2",), ("nobody",)])
    listed = grid_of("ID|Rating\n1|2000\n2|1900\n3|1800", "Players")
    alone = grid_of("Round|White|Black|Result\n1|1|3|1-0\n1|2||bye", "Rounds")
    rows = call("ARO", column, alone, players=listed)  # type: ignore[arg-type]
    assert rows[0] == (1800,)
    assert [cell.code for (cell,) in rows[1:] if isinstance(cell, CellError)] == ["#N/A", "#N/A"]


def test_an_explanation_names_the_dummy_its_cap_and_the_cut() -> None:
    rows = evaluate_call(
        REGISTRY["EXPLAIN"],
        ["SB", "2", GAMES, 1, "fide2026"],
    )
    assert isinstance(rows, tuple)
    assert rows[0] == ("Round", "Opponent", "Value", "Counted", "Why")
    whys = [str(row[4]) for row in rows]
    assert any("half-point bye: dummy with the player's own score" in why for why in whys)
    assert any("cut first: missed by choice (16.5)" in why for why in whys)


def test_the_caps_are_named() -> None:
    own = event_index("held_swiss5_2024")
    criterion = parse_criteria("BH@2026", event=own.event)[0]
    values = criterion.values(own, own.ids)
    said = [str(term.why) for who in ("4", "11") for term in values[who].terms]
    assert any("capped at a draw in each of 5 rounds (16.4.2)" in why for why in said)
    assert any("capped at the adjusted score of 9 (16.4.1)" in why for why in said)
    assert any("the byes at the end in rounds 4, 5 are draws" in why for why in said)


def test_why_one_player_is_above_another() -> None:
    own = event_index("held_swiss5_2024")
    found = rank(own, parse_criteria("PTS, DE, BH/C1", event=own.event))
    assert str(why_above(found, "15", "12")) == (
        "Reine is above Nick on BH/C1: 11 to 9.5 (equal on PTS 2, DE 1)"
    )


def event_of(*cells: str, rounds: int = 0, more: str = "") -> EventIndex:
    lines = [f"XXR {rounds}" if rounds else "### none", "042 2026/04/01", more or "### none"]
    for number, text in enumerate(cells, 1):
        line = f"001 {number:>4}      Player {number}".ljust(48) + f"{2000 + number}".ljust(43)
        lines.append(line + "".join(f"{cell:<10}" for cell in text.split("|")))
    return EventIndex(trf.read("\n".join(lines).encode()).event)


def test_the_checker_cuts_the_missed_round_with_the_lowest_score() -> None:
    """16.5.1 asks for the lowest contribution; TieBreakServer looks at the score."""
    own = event_of(
        "   2 w -|0000 - H|   3 w 1|   4 w 1|   5 w =",
        "   1 b +|0000 - F|0000 - F|0000 - F|0000 - F",
        "0000 - F|0000 - Z|   1 b 0|   6 w 0|   6 b 0",
        "0000 - F|0000 - F|0000 - F|   1 b 0|0000 - F",
        "0000 - F|0000 - F|0000 - F|0000 - F|   1 b =",
        "0000 - F|0000 - F|0000 - F|   3 b 1|   3 w 1",
    )
    # The forfeit brings 0, the half-point bye 0.5 x 2.5, the win over 3 brings 1: that is cut. The
    # program looks at the bye, whose dummy has the lower score, and cuts it for its 1.25.
    assert totals(own, "SB")["1"] == 1.25 + 1 + 4 + 2.25
    assert totals(own, "SB/C1")["1"] == 1.25 + 4 + 2.25
    assert totals(own, "SB/C1(compat=tbs)")["1"] == 1 + 4 + 2.25


def test_the_checker_caps_with_the_rounds_played_so_far() -> None:
    cells = ("   2 w 1|0000 - U", "   1 b 0|   3 w 1", "0000 - U|   2 b 0")
    own = event_of(*cells, rounds=5)
    # player 1 has 2 points: capped at 5 draws by the text, at 2 draws by the program
    assert totals(own, "BH")["1"] == 3
    assert totals(own, "BH(compat=tbs)")["1"] == 2
    assert totals(event_of(*cells), "BH")["1"] == 2


def test_several_games_between_two_players_count_with_their_average() -> None:
    more = "092 Individual: Round-Robin"
    own = event_of("   2 w 1|   2 b 1|   2 w 0|   2 b 0", "   1 b 0|   1 w 0|   1 b 1|   1 w 1",
                   more=more)  # fmt: skip
    group = own.ids
    text = parse_criteria("DE", event=own.event)[0].values(own, group)
    program = parse_criteria("DE(compat=tbs)", event=own.event)[0].values(own, group)
    assert [text[who].total for who in group] == [1, 1]
    assert [program[who].total for who in group] == [2, 1]


def test_a_forfeit_win_in_a_round_robin_by_the_letter() -> None:
    own = event_index("held_rr6")
    assert (totals(own, "WON")["6"], totals(own, "WON/P")["6"]) == (0, 1)
    assert (totals(own, "BPG")["6"], totals(own, "BPG/P")["6"]) == (2, 3)
    assert (totals(own, "BPG")["5"], totals(own, "BPG/P")["5"]) == (3, 3)
    assert (totals(own, "WIN")["6"], totals(own, "REP")["5"]) == (1, 4)


def test_whom_nobody_can_reach_any_more_is_first_in_direct_encounter() -> None:
    """1 beat 2 and 3, who did not meet: either can come to one point, and 1 has two."""
    games = (game(1, "1", "2"), game(2, "1", "3"), game(1, "3", "4"), game(2, "2", "4"))
    own = event_index_of(field_of(4), games, rounds=4, format="swiss")
    values = parse_criteria("DE", event=own.event)[0].values(own, ("1", "2", "3"))
    assert [values[who].total for who in "123"] == [1, 2, 2]


def test_a_swiss_may_be_asked_for_in_a_round_robin() -> None:
    own = event_index("held_rr6")
    group = ("4", "5", "6")

    def ranks(text: str) -> list[Any]:
        values = parse_criteria(text, event=own.event)[0].values(own, group)
        return [values[who].total for who in group]

    assert ranks("DE") == [3, 2, 1]
    assert ranks("DE/S") == [1, 1, 1]  # 5 and 6 did not meet: their forfeit is no game any more


def test_an_average_of_ratings_before_2023_lets_missed_rounds_take_the_cut() -> None:
    own = event_index("held_swiss5_2024")
    assert totals(own, "ARO/C1")["4"] == 1983
    assert totals(own, "ARO/M1")["4"] == 1875
    assert totals(own, "ARO/C1@2022")["4"] == totals(own, "ARO")["4"] == 1888


@pytest.mark.parametrize("name", ["korea2020-rated", "Korea2020-Unrated"])
def test_korean_orders_by_name(name: str) -> None:
    codes = [criterion.function.code for criterion in parse_criteria(name)]
    progressive = ["PS"] if "unrated" not in name.lower() else []
    assert codes == ["PTS", "H2H", *progressive, "BH", "SB", "WON"]


def test_an_imported_event_with_other_points_counts_them_in_its_cells(tmp_path: Path) -> None:
    import openpyxl

    lines = ["162  W 3.0    D 1.0    P 1.0", "001    1".ljust(91) + "   2 w 1  0000 - H",
             "001    2".ljust(91) + "   1 b 0  0000 - U"]  # fmt: skip
    source, book = tmp_path / "e.trf", tmp_path / "e.xlsx"
    source.write_text("\n".join(lines))
    assert main(["import", str(source), str(book)]) == 0
    sheet = openpyxl.load_workbook(book, data_only=True)["Standings"]
    assert [[cell.value for cell in row[2:4]] for row in sheet["A5:D6"]] == [[1, 4], [2, 1]]
