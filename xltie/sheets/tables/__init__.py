"""Tables in sheets: their headings, and how results are written in their cells."""

from __future__ import annotations

from xltie.sheets.tables.duplicate_columns import (
    contradicting_columns,
    duplicates_in,
    unused_column,
    unused_columns,
)
from xltie.sheets.tables.headers import (
    GAME_COLUMNS,
    GAMES_NEED,
    PLAYER_COLUMNS,
    PLAYERS_NEED,
    UNNAMED_SCORES,
    Header,
    doubled,
    english_heading,
    find_header,
    games_header,
    header_key,
    heading_in,
    normal,
    sides_of,
    titles,
    with_numbers,
)
from xltie.sheets.tables.match_cells import (
    KNOWN_BOARD_RESULTS,
    MATCH_COLUMNS,
    MOST_BOARDS,
    BoardSides,
    BrokenLine,
    MatchCells,
    MatchTable,
    boards_in,
    matches_header,
    read_board,
    score_in,
    write_board,
    write_bonus,
    write_colour,
)
from xltie.sheets.tables.names_and_rounds import Spelling, no_round, round_in
from xltie.sheets.tables.result_notation import (
    BYE,
    KNOWN_ALONE,
    KNOWN_RESULTS,
    PENDING,
    GameRow,
    by_counts,
    is_bye,
    not_known,
    read_alone,
    read_game,
    read_without_opponent,
    seat_of,
    write_alone,
    write_game,
)
from xltie.sheets.tables.sheet_names import (
    english_formulas,
    language_of_sheets,
    own_names,
    sheet_of,
    with_names,
)

__all__ = [
    "BYE", "GAMES_NEED", "GAME_COLUMNS", "KNOWN_ALONE", "KNOWN_BOARD_RESULTS", "KNOWN_RESULTS",
    "MATCH_COLUMNS", "MOST_BOARDS", "PENDING", "PLAYERS_NEED", "PLAYER_COLUMNS", "UNNAMED_SCORES",
    "BoardSides", "BrokenLine", "GameRow", "Header", "MatchCells", "MatchTable", "Spelling",
    "boards_in", "by_counts", "contradicting_columns", "doubled", "duplicates_in",
    "english_formulas", "english_heading", "find_header", "games_header", "header_key",
    "heading_in", "is_bye", "language_of_sheets", "matches_header", "no_round", "normal",
    "not_known", "own_names", "read_alone", "read_board", "read_game", "read_without_opponent",
    "round_in", "score_in", "seat_of", "sheet_of", "sides_of", "titles", "unused_column",
    "unused_columns", "with_names", "with_numbers", "write_alone", "write_board", "write_bonus",
    "write_colour", "write_game",
]  # fmt: skip
