"""The facts of an event: contestants, matches, boards, teams and sessions, and their checks."""

from __future__ import annotations

from xltie.event.attendance import (
    REGISTRATION,
    Attendance,
    attendance_in,
    attendance_of,
    column_of,
    is_preliminary,
    not_playing,
    read_attendance,
)
from xltie.event.board_results import (
    NOT_PLAYED,
    SIDES,
    Award,
    BoardResult,
    Deal,
    HandRecord,
    Hands,
    NotPlayed,
    Result,
    Score,
    Weighted,
    one_score,
    parts_of,
    shown_deal,
)
from xltie.event.bye_words import OF_ABSENT, OF_REQUESTED, bye_named, is_bye_word
from xltie.event.checks import (
    NO_PLACES,
    NO_STANDINGS,
    PROVISIONAL,
    contestant_faults,
    faults,
    look_alikes,
    oddities,
    provisional,
)
from xltie.event.doubts import doubtful_entries, namesakes, titles_in_names
from xltie.event.go import (
    CUP,
    FILED_NAME,
    MCMAHON,
    NO_FIRST_NAME,
    WINS,
    GoEvent,
    filed_name,
    go_event,
    last_day,
    name_parts,
    time_in,
)
from xltie.event.index import EventIndex, RoundRecord, ids_by_name
from xltie.event.model import (
    FOR_THE_OTHER,
    Contestant,
    Event,
    Id,
    Match,
    Outcome,
    Scoring,
    Side,
    Status,
)
from xltie.event.pairing_numbers import (
    PAIRED_AS,
    TITLES,
    VARMA_FEWEST,
    VARMA_MOST,
    drawn_colour,
    lot,
    pairing_order,
    seed_of,
    starting_ranks,
    timetable_order,
)
from xltie.event.teams import (
    BoardPoints,
    FirstTeams,
    LineUp,
    TeamEvent,
    after_round,
    bonus_of,
    has_places_after_rounds,
    match_by_boards,
    points_on_boards,
    scored,
    squads_of,
    team_event,
    with_bonus,
    with_colours,
    without_boards,
)
from xltie.event.withdrawals import annulled, left_out, rounds_begun
