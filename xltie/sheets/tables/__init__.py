"""Tables in sheets: their headings, and how results are written in their cells."""

from __future__ import annotations

from xltie.sheets.tables.headers import (
    GAME_COLUMNS,
    GAMES_NEED,
    LOOK_IN_ROWS,
    NO_RESULTS,
    PLAYER_COLUMNS,
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
from xltie.sheets.tables.headings import (
    LETTER,
    Heading,
    counted_through,
    heading_of,
    scored_in,
    with_parts,
    without_side,
    words_of,
)
from xltie.sheets.tables.match_cells import (
    KNOWN_BOARD_RESULTS,
    MATCH_COLUMNS,
    MOST_BOARDS,
    BoardSides,
    boards_in,
    matches_header,
    read_board,
    read_bonus,
    score_in,
    write_board,
    write_bonus,
    write_colour,
)
from xltie.sheets.tables.names_and_rounds import Spelling, in_digits, is_stage, no_round, round_in
from xltie.sheets.tables.pile import Pile
from xltie.sheets.tables.player_headings import players_header, second_columns
from xltie.sheets.tables.result_notation import (
    BYES,
    KNOWN_ALONE,
    KNOWN_RESULTS,
    PENDING,
    GameRow,
    Seated,
    both_of,
    game_of,
    is_bye,
    is_result_of_two,
    is_withdrawal,
    not_known,
    read_alone,
    read_game,
    read_without_opponent,
    seat_of,
    stored_as,
    winner_in,
    write_alone,
    write_game,
)
from xltie.sheets.tables.scores import (
    BETWEEN,
    DASH,
    DRAWS,
    HALF,
    NONE,
    ONE,
    OUTCOME_WORDS,
    TO_COME,
    WON,
    ByKicks,
    Score,
    are_times,
    drawn,
    number_in,
    outcome_of_word,
    score_of,
    won_by_kicks,
)
from xltie.sheets.tables.sheet_names import (
    english_formulas,
    language_of_sheets,
    own_names,
    sheet_of,
    with_names,
)
from xltie.sheets.tables.words import HEADINGS, OPPONENTS
