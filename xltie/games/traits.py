"""What is so in a game: the facts that anything else asks for instead of the game's name."""

from __future__ import annotations

from typing import NamedTuple, Optional


class Traits(NamedTuple):
    """The facts of a game; the defaults hold for one that nothing is known of."""

    first: str = "White"
    """Who is named first: a colour or, at bridge, a direction."""
    second: str = "Black"
    """Who is named second."""
    seat: str = "Table"
    """What those who play sit at: tables or boards, by number."""
    typed: str = "1  0  ½"
    """What is typed as a result, in a few letters below the heading."""
    is_session: bool = False
    """Boards are played by pairs or teams at tables, in place of games with colours."""
    has_handicap: bool = False
    """The weaker player may be given stones."""
    has_ranks: bool = False
    """Players have ranks, and in a McMahon event start with the scores that follow from them."""
    has_decimal_ratings: bool = False
    """Ratings need not be whole numbers."""
    rating_system: str = ""
    """Whose ratings are forecast, "fide" or "egf"; blank: nobody's."""
    tally_sum: Optional[int] = None
    """What the counts of both players add up to."""
    both_may_win: bool = False
    """A game may end alike for both: won by both, or lost by both."""
    has_penalties: bool = False
    """An arbiter may award nothing to both players, or half a point to one of them only."""
    needs_over_half: bool = False
    """A match of teams is won with more than half of its boards only (OpenGotha 3.51)."""
    announces_byes: bool = False
    """Byes of a round without games are only announced: the round has not begun."""
    annuls_withdrawn: bool = False
    """In a round robin the results of who completed less than half of the games do not count."""
    is_numbered_by_name: bool = False
    """Pairing numbers of equal ratings and titles follow the names (FIDE C.04.2.B)."""
    has_dated_editions: bool = False
    """The edition of the rules follows from the first day of the event."""
    criteria_follow_format: bool = False
    """Criteria look at the format: the unplayed rounds of chess, the scores of Go."""
    draws_by_names: bool = False
    """Lots are made of the names of the players unless a seed is named (OpenGotha)."""
    pairing: str = "swiss"
    """The pairing system of an event that names none."""
    swiss_colours: str = "strict"
    """The colour rules of the system swiss where the settings say nothing of them."""
    team_colours: str = "none"
    """The type of colour preference of teams; where colours alternate by board, none is needed."""
    team_pairing: str = "fide-team"
    """The pairing system of teams, where colours that alternate by board make them even."""
    player_criteria: str = "PTS"
    """What the players of teams go by in a file of players."""
    exchange_format: str = ""
    """The ending of the files that programs of the game exchange."""
    study_model: str = "davidson"
    """How a study plays games out, by the names of its models."""
