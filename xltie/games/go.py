"""Go: McMahon and Swiss events with the criteria of the European Go Federation and OpenGotha."""

from __future__ import annotations

from xltie.games import common
from xltie.games.preset import Column, Preset, Setting
from xltie.games.traits import Traits

CONDITIONS = (
    Setting("place", "Place", "", "Where it is played, for example KR, Seoul"),
    Setting("last_day", "Last day", "", "Blank: the start date"),
    Setting("komi", "Komi", "", "For example 6.5"),
    Setting("time", "Basic time", "", "Minutes for each player, for example 60"),
    Setting(
        "overtime", "Overtime", "",
        "none, byo-yomi 30 (seconds), canadian 300/15 (seconds/moves) or fischer 10 (seconds)",
    ),
    Setting(
        "class", "Rating class", "", "A to D of the EGF; blank: by the time", ("A", "B", "C", "D"),
    ),
)  # fmt: skip
"""Where, when and how games are played: what the European Go Database asks for."""

GO = Preset(
    game="go",
    title="Go",
    traits=Traits(
        first="Black", second="White", has_handicap=True, has_ranks=True,
        has_decimal_ratings=True, rating_system="egf", both_may_win=True, needs_over_half=True,
        criteria_follow_format=True, vital_settings=("bar", "floor", "zero"), pairing="mcmahon",
        swiss_pairing="swiss-go", player_criteria="NBW, SOS, SOSOS", exchange_format=".h9",
        study_model="egf",
    ),
    settings=(
        *common.about(
            "go", "egf", ("egf", "opengotha", "macmahon", "korea2020"),
            ("mcmahon", "swiss", "round-robin"),
        ),
        Setting("rounds", "Rounds", 5, "Number of rounds planned"),
        Setting("bar", "McMahon bar", "4d", "Stronger players start at this rank"),
        Setting("floor", "McMahon floor", "20k", "Weaker players start at this rank"),
        Setting("zero", "McMahon zero", "30k", "The rank whose start score is 0"),
        Setting(
            "absent", "A round missed is worth", "0;0.5",
            "In wins; in McMahon scores. OpenGotha: 0;0.5",
        ),
        Setting("bye", "A bye is worth", "1;1", "In wins; in McMahon scores"),
        Setting(
            "rounding", "Points without a game", "down",
            "down: the total for byes and absences is rounded down to a whole number",
            ("down", "none"), is_open=False,
        ),
        Setting(
            "unplayed", "A round without an opponent adds to SOS", "",
            "Blank: by the rulebook (egf: start; macmahon: bye-player; korea2020: bye-half)",
            ("start", "zero", "self", "bye-player", "half-virtual", "bye-half"), is_open=False,
        ),
        Setting(
            "basis", "SOS is taken over", "",
            "Blank: McMahon scores where there are start scores, wins elsewhere", ("mms", "wins"),
            is_open=False,
        ),
        Setting("limits", "Categories", "", "The lowest rank of each category, for example 1d;10k"),
        *CONDITIONS,
        Setting("reduction", "Handicap reduction", "", "Stones fewer than the difference of ranks"),
        Setting(
            "handicap_by", "Handicap by", "",
            "mms: the difference of McMahon scores; rank: of ranks", ("mms", "rank"), is_open=False,
        ),
        Setting("no_handicap_from", "No handicap from", "", "From this rank on, for example 1d"),
        Setting("handicap_ceiling", "Highest handicap", "", "The most stones given, for example 9"),
        common.criteria("MMS, SOS, SOS-1, SOS-2"),
        common.shown("SODOS, NBW, DC"),
        *common.pairing("mcmahon", "opengotha", "swiss-go", "round-robin", "double-round-robin",
                        "knock-out"),
    ),
    players=(
        Column("Grade", width=8),
        Column(
            "Start score",
            "STARTSCORE({grade},Bar,Floor,Zero,,Format)",
            format="General",
        ),
        Column("Rating"),
        Column("Country", width=9),
        Column("Club", width=16),
        Column("PIN", width=11),
    ),
    hints=(
        "Type results with Black's points first: 1-0 is a win for Black, 1/2-1/2 a jigo.",
        "Games by default: 1-0F, 0-1F, or 0-0F if both lose. If both lose a played game: 0-0.",
        "Handicap is the number of stones given to Black.",
        "A bye is a game with BYE as the second player; a player not listed in a round was absent.",
        "The McMahon start score follows from the grade; overwrite it for a super-group.",
    ),
)  # fmt: skip
