"""Settings and columns that every game has."""

from __future__ import annotations

from typing import Tuple

from xltie.games.preset import Column, Setting


def about(
    game: str,
    rulebook: str,
    rulebooks: Tuple[str, ...],
    formats: Tuple[str, ...] = ("swiss", "round-robin"),
) -> Tuple[Setting, ...]:
    """Return the settings that name the event and its rules; the first format is the usual one."""
    return (
        Setting("event", "Event", "", "Name of the event, printed on every sheet"),
        Setting("date", "Start date", "", "First day, for example 2026-11-21"),
        Setting("game", "Game", game, "The game this workbook is for", (game,), is_open=False),
        Setting(
            "format", "Format", formats[0], "How rounds are paired", formats, is_open=False,
        ),
        Setting(
            "rulebook", "Rulebook", rulebook,
            "Edition of the rules; a finished event keeps its edition", rulebooks,
        ),
    )  # fmt: skip


def criteria(default: str) -> Setting:
    """Return the setting that ranks."""
    return Setting(
        "criteria",
        "Criteria",
        default,
        "What decides the places, in this order; see the Help sheet",
    )


WITHDRAWN = Setting(
    "withdrawn", "Withdrawn players", "",
    "Round robin, blank: results of who completed less than half of the games do not count; "
    "counted: they do",
    ("counted",), is_open=False,
)  # fmt: skip
"""What a withdrawal does in chess (General Regulations for Competitions, 6.6)."""


LOT = Setting(
    "lot", "Lot", "",
    "Seed of the draw where the criteria leave a tie, any text; blank: places are shared",
)  # fmt: skip
"""What breaks the last ties; the same seed gives the same order everywhere."""


def shown(default: str) -> Setting:
    """Return the setting that lists what stands beside the criteria."""
    return Setting("shown", "Also shown", default, "Values shown beside them that decide nothing")


def pairing(usual: str, *others: str) -> Tuple[Setting, ...]:
    """Return the settings of the button that pairs; the first system is the usual one."""
    return (
        Setting(
            "pairing", "Pairing",
            "",
            f"How the next round is paired; blank: as the format implies, else {usual}",
            (usual, *others), is_open=False,
        ),
        _SEED,
    )  # fmt: skip


_SEED = Setting("pairing_seed", "Pairing seed", "", "Seed for drawing lots: any text or number")
PAIRING = (
    Setting("pairing", "Pairing", "", "How the next round is paired: swiss, mcmahon ..."),
    _SEED,
    Setting(
        "pairing_avoid", "Avoid meetings of same", "", "club, country, team: avoided if possible"
    ),
    Setting("pairing_forbid", "Forbid meetings of same", "", "club, country, team: never paired"),
    Setting(
        "pairing_pairs", "Forbidden pairs", "", "Players who must not meet, for example 1-2, 3-7"
    ),
    Setting(
        "pairing_accelerated",
        "Accelerated rounds",
        "",
        "Number of first rounds with virtual points; Baku for the Dutch system",
    ),
    Setting("pairing_numbers", "Pairing numbers", "", "id, list; blank: by rating, title and name"),
    Setting("initial_colour", "Initial colour", "", "White or Black, as drawn for round 1"),
    Setting("pairing_first", "First round order", "", "fold, slide, cross or random"),
    Setting("pairing_order", "Later rounds order", "", "fold, slide, cross or random"),
    Setting("pairing_handicap", "Handicap less", "", "Subtracted from the difference in grade"),
    Setting("pairing_repeats", "Second meetings", "", "yes: allowed as a last resort"),
    Setting("pairing_third", "Third place", "", "yes: in a knock-out, a game for it"),
)
"""Settings of the pairing: read wherever a Settings sheet has them."""

ATTENDANCE = (
    Column("Absent", width=12),
    Column("Half bye", width=12),
    Column("Withdrawn after", width=15),
    Column("Manual order", width=13),
)
"""Columns of the players that every template ends with: who is not to be paired, and when,
and the order that the arbiter gives to those whom the criterion MANUAL finds tied."""


TEAM_SCORES: Tuple[Setting, ...] = (
    Setting("match_boards", "Boards per match", 4, "How many boards a match has"),
    Setting(
        "primary", "First score", "MP",
        "MP: places go by match points first; GP: by game points", ("MP", "GP"), is_open=False,
    ),
    Setting("match_win", "Match points for a win", 2, "Also for a match won by forfeit"),
    Setting("match_draw", "Match points for a draw", 1, "Also for a half-point bye"),
    Setting("match_loss", "Match points for a loss", 0, "Over the boards"),
    Setting("bye_match", "Match points for a bye", 1, "For a pairing-allocated bye"),
    Setting(
        "bye_games", "Game points for a bye", "", "Blank: a draw on every board",
    ),
    Setting("win", "Points for a won game", 1, "Game points of a board, also by forfeit"),
    Setting("draw", "Points for a drawn game", 0.5, "Game points of a board"),
    Setting("loss", "Points for a lost game", 0, "Game points of a board"),
    Setting(
        "colours", "Colours", "", "Of Team A from board 1 on, such as WBBW; blank: WBWB ...",
    ),
)  # fmt: skip
"""Both scores of a match of teams, and the colours at its boards."""

OF_TEAMS = Setting(
    "contest", "Contest", "teams", "This workbook is one of teams", ("teams",), is_open=False
)
A_MATCH_IN_A_LINE = (
    "Type a match in one line: the two teams, then a result for every board as Team A sees it: "
    "1, 0 or ½; + and - are forfeits, -- is lost by both."
)
HOW_MATCHES_COUNT = (
    "A match counts when all its boards have results. If only its score is known, leave the "
    "boards blank and type the score under Result: 2.5-1.5.",
    "A whole match by forfeit is 1-0F, 0-1F or 0-0F under Result. For a bye, type BYE as "
    "Team B and bye, full bye, half bye or zero bye under Result.",
    "Players sit in the order of the Players sheet. For another line-up type the numbers of "
    "the players from board 1 on, with - for an empty board: 1 3 - 5.",
)
NOT_LISTED = "A team not listed in a round was absent by choice and gets zero points."
"""Hints of every workbook whose teams play matches on boards."""
