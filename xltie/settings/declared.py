"""Every setting, each declared once: a new one is one line here.

Parsing, the fault of a text that is not understood, the lines of the Settings sheets, the options
of rules, what a packed event carries and the table in ``docs/settings.md`` follow from it. What
differs from game to game (a default, the choices offered) stands in the game's own line.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping

from xltie.core.messages import say
from xltie.settings.kinds import (
    ACCELERATION,
    DATE,
    DAY,
    DAYS,
    DECIMAL,
    RANK,
    RANKS,
    SECOND_MEETINGS,
    STONES,
    SYSTEM,
    TEXT,
    digits,
    number,
    one_of,
    rounds,
    several,
    whole,
    yes_or_no,
)
from xltie.settings.opengotha import CLUB_GROUPS, WEIGHTS
from xltie.settings.setting import Option, Setting
from xltie.settings.thinking_time import OVERTIME as TIME_AFTER

MOST_ROUNDS = 999
"""Rounds that an event may have: what the columns of files hold at most."""
CONTESTS = ("auto", "pairs", "teams", "individual")
"""Kinds of a contest of bridge."""
KIN = ("club", "country", "team")
"""What may keep two players from being paired."""
ORDERS = ("fold", "slide", "cross", "random")
"""Orders within a score group."""
MISSING, UNSAID = "missing", "unsaid"
"""Of start scores that are not known: missing from a file that speaks of McMahon scores, or the
file does not say whether there were any."""

_POINTS = number(say("points must be a number from 0"), least=0)
_MATCH_POINTS = number(say("it must be a number from 0"), least=0)
_ORDER = one_of(*ORDERS)
_RANKING = ("standings", "explain", "prizes", "publish", "print", "chart")
"""Commands that rank an event."""

# fmt: off
# -- the event and its rules -----------------------------------------------------------------------

EVENT = Setting("event", TEXT, "Event", "Name of the event, printed on every sheet", is_field=True,
                other_labels=("대회", "대회명"), is_basic=True,
                option=Option("--event", ("new",), "NAME"))
START_DATE = Setting("date", DATE, "Start date", "First day, for example 2026-11-21",
                     is_field=True, is_behind_all=True, other_labels=("시작일", "startdate"),
                     is_basic=True)
LANGUAGE = Setting("language", TEXT, "Language", "Of what this workbook says; blank: of its labels",
                   is_apart=True, is_of_players=True)
GAME = Setting("game", TEXT, "Game", "The game this workbook is for", is_open=False, is_field=True,
               other_labels=("종목",), is_basic=True)
FORMAT = Setting("format", TEXT, "Format", "How rounds are paired", is_open=False, is_field=True,
                 is_behind_all=True, other_labels=("방식",), is_basic=True)
RULEBOOK = Setting("rulebook", TEXT, "Rulebook",
                   "Edition of the rules; a finished event keeps its edition", is_field=True,
                   is_behind_all=True, is_option=True, other_labels=("ruleedition", "규정"),
                   is_basic=True,
                   option=Option("--rulebook", (*_RANKING, "compare", "batch", "verify"),
                                 help=say("edition of the rules, such as fide2026")))
ROUNDS = Setting("rounds", rounds(MOST_ROUNDS), "Rounds", "Number of rounds planned", is_field=True,
                 is_behind_all=True, other_labels=("라운드수", "라운드"), is_basic=True)
TALLY_SUM = Setting("tally_sum", whole(say("it must be a whole number")), "Discs per game",
                    is_field=True)
CONTEST = Setting("contest", one_of(*CONTESTS, blank="auto"), "Contest",
                  "auto: teams if every table has its counterpart, else pairs", is_open=False,
                  vital=("bridge",), is_basic=True)
WINNERS = Setting("winners", one_of("auto", "1", "2", blank="auto"), "Winners",
                  "2: NS and EW are ranked separately; auto: 2 if no pair changes direction",
                  ("auto", "1", "2"), is_open=False, vital=("bridge",), is_basic=True)

# -- points ----------------------------------------------------------------------------------------

WIN = Setting("win", _POINTS, "Points for a win", "Also for a forfeit win and a full-point bye",
              is_field=True)
DRAW = Setting("draw", _POINTS, "Points for a draw", "Also for a half-point bye", is_field=True)
LOSS = Setting("loss", _POINTS, "Points for a loss", "Over the board", is_field=True)
PAIRING_BYE = Setting("pairing_bye", _POINTS, "Points for a bye", "For a pairing-allocated bye",
                      is_field=True)
MISSED = Setting("missed", _POINTS, "Points for a missed round",
                 "Zero-point byes, forfeit losses too", is_field=True)
MATCH_BOARDS = Setting("match_boards", digits(say("it must be a whole number from 1"), least=1),
                       "Boards per match", "How many boards a match has", games=("bridge",),
                       is_basic=True)
PRIMARY = Setting("primary", one_of("mp", "gp", what=say("choose MP or GP"), blank="mp"),
                  "First score", "MP: places go by match points first; GP: by game points",
                  ("MP", "GP"), is_open=False, is_apart=True)
MATCH_WIN = Setting("match_win", _MATCH_POINTS, "Match points for a win",
                    "Also for a match won by forfeit", is_apart=True)
MATCH_DRAW = Setting("match_draw", _MATCH_POINTS, "Match points for a draw",
                     "Also for a half-point bye", is_apart=True)
MATCH_LOSS = Setting("match_loss", _MATCH_POINTS, "Match points for a loss", "Over the boards",
                     is_apart=True)
BYE_MATCH = Setting("bye_match", _MATCH_POINTS, "Match points for a bye",
                    "For a pairing-allocated bye", is_apart=True)
BYE_GAMES = Setting("bye_games", _MATCH_POINTS, "Game points for a bye",
                    "Blank: a draw on every board", is_apart=True)
COLOURS = Setting("colours", TEXT, "Colours",
                  "Of Team A from board 1 on, such as WBBW; blank: WBWB ...")

# -- criteria --------------------------------------------------------------------------------------

CRITERIA = Setting("criteria", TEXT, "Criteria",
                   "What decides the places, in this order", words="criterion",
                   is_list=True, other_labels=("순위기준", "기준"), is_basic=True,
                   option=Option("--criteria", ("new", *_RANKING, "league", "batch", "verify"),
                                 "LIST", say('criteria in order, such as "points, BQ, discs"')))
SHOWN = Setting("shown", TEXT, "Also shown", "Values shown beside them that decide nothing",
                words="criterion", is_list=True, is_basic=True)
LOT = Setting("lot", TEXT, "Lot",
              "Seed of the draw where the criteria leave a tie, any text; blank: places are shared",
              option=Option("--lot", _RANKING, "SEED", say("break the last ties by lot")))
WITHDRAWN = Setting("withdrawn", one_of("counted", what=say("write counted, or leave it blank")),
                    "Withdrawn players",
                    "Round robin, blank: results of who completed less than half of the games do "
                    "not count; counted: they do",
                    ("counted",), is_open=False, games=("chess",), is_option=True,
                    other_labels=("기권",))
COMPAT = Setting("compat", TEXT, "Compute as",
                 "Blank: by the regulations; tbs: as FIDE's checker, where it differs", ("tbs",),
                 is_open=False, is_option=True)
BYE = Setting("bye", TEXT, "A bye is worth", "In wins; in McMahon scores", is_open=False,
              is_option=True, other_labels=("부전승",))
ABSENT = Setting("absent", TEXT, "A round missed is worth",
                 "In wins; in McMahon scores. OpenGotha: 0;0.5", is_option=True, is_basic=True)
ROUNDING = Setting("rounding", TEXT, "Points without a game",
                   "down: the total for byes and absences is rounded down to a whole number",
                   ("down", "none"), is_open=False, is_option=True)
DEFAULTS = Setting("defaults", TEXT, is_option=True)
LEAGUE = Setting("league", TEXT, is_option=True)

# -- Othello ---------------------------------------------------------------------------------------

CONSTANT = Setting("constant", TEXT, "Brightwell constant",
                   "A number or a method: wof is 6, even is 64/rounds to the nearest even number",
                   ("wof", "even", "exact", "wide", "narrow", "papp", "discs"),
                   other_labels=("constantc", "brightwell", "상수c", "브라이트웰상수"),
                   is_basic=True)
C = Setting("c", TEXT, "C in use", "The value in discs of one point of an opponent", is_option=True,
            is_basic=True)
EMPTY_SQUARES = Setting(
    "empty_squares", one_of("winner", "nobody", blank="winner"), "Empty squares",
    "winner: the winner's, so that discs add up to 64; nobody: a game may have fewer",
    ("winner", "nobody"), is_open=False,
)  # fmt: skip
FINALS_AFTER = Setting("finals_after", rounds(MOST_ROUNDS), "Finals after round",
                       "Games of later rounds are finals: they earn no points and no discs, and "
                       "FINALS among the criteria orders the places of those who play them")

# -- Go --------------------------------------------------------------------------------------------

_GO = ("go",)
BAR = Setting("bar", RANK, "McMahon bar", "Stronger players start at this rank", games=_GO,
              vital=_GO, is_option=True, is_basic=True)
FLOOR = Setting("floor", RANK, "McMahon floor", "Weaker players start at this rank", games=_GO,
                vital=_GO, is_basic=True)
ZERO = Setting("zero", RANK, "McMahon zero", "The rank whose start score is 0", games=_GO,
               vital=_GO, is_option=True, is_basic=True)
START_SCORES = Setting("start_scores", TEXT, "Start scores known",
                       "What the file of the event left open; empty this cell once the start "
                       "scores are right", (UNSAID, MISSING))
UNPLAYED = Setting("unplayed", TEXT, "A round without an opponent adds to SOS",
                   "Blank: by the rulebook (egf: start; macmahon: bye-player; korea2020: bye-half)",
                   ("start", "zero", "self", "bye-player", "half-virtual", "bye-half"),
                   is_open=False, is_option=True)
BASIS = Setting("basis", TEXT, "SOS is taken over",
                "Blank: McMahon scores where there are start scores, wins elsewhere",
                ("mms", "wins"), is_open=False, is_option=True)
LIMITS = Setting("limits", RANKS, "Categories",
                 "The lowest rank of each category, for example 1d;10k", games=_GO, is_option=True)
PLACE = Setting("place", TEXT, "Place", "Where it is played, for example KR, Seoul",
                is_of_players=True, is_basic=True)
LAST_DAY = Setting("last_day", DAY, "Last day", "Blank: the start date", games=_GO,
                   is_of_players=True)
KOMI = Setting("komi", DECIMAL, "Komi", "For example 6.5", games=_GO, is_of_players=True,
               is_basic=True)
TIME = Setting("time", digits(say("write the minutes, such as 60")), "Basic time",
               "Minutes for each player, for example 60", games=_GO, is_of_players=True)
OVERTIME = Setting("overtime", TIME_AFTER, "Overtime",
                   "none, byo-yomi 30 (seconds), canadian 300/15 (seconds/moves) or fischer 10 "
                   "(seconds)", words="choice", is_list=True, games=_GO, is_of_players=True)
CLASS = Setting("class", one_of("a", "b", "c", "d", "x",
                              what=say("choose from {names}", names="A, B, C, D")),
                "Rating class", "A to D of the EGF; blank: by the time", ("A", "B", "C", "D"),
                games=_GO, is_of_players=True)
REDUCTION = Setting("reduction", STONES, "Handicap reduction",
                    "Stones fewer than the difference of ranks", games=_GO, is_basic=True)
HANDICAP_BY = Setting("handicap_by", one_of("mms", "rank", what=say("choose from {names}",
                                                                  names="mms, rank")),
                      "Handicap by", "mms: the difference of McMahon scores; rank: of ranks",
                      ("mms", "rank"), is_open=False, games=_GO, is_basic=True)
NO_HANDICAP_FROM = Setting("no_handicap_from", RANK, "No handicap from",
                           "From this rank on, for example 1d", games=_GO)
HANDICAP_CEILING = Setting("handicap_ceiling",
                           digits(say("it must be a number of stones from 0 to 9"), most=9),
                           "Highest handicap", "The most stones given, for example 9", games=_GO)

# -- what a report of chess tells the federation ---------------------------------------------------

CITY = Setting("city", TEXT, "City", "Where it is played", is_of_players=True, is_basic=True)
FEDERATION = Setting("federation", TEXT, "Federation", "Its code, for example NOR",
                     is_of_players=True)
END_DATE = Setting("end_date", DAY, "End date", "Last day, for example 2026-11-29",
                   is_of_players=True)
ROUND_DATES = Setting("round_dates", DAYS, "Dates of rounds",
                      "Of all rounds: 2026-11-21, 2026-11-22 ...", is_of_players=True)
CHIEF_ARBITER = Setting("chief_arbiter", TEXT, "Chief arbiter", "Name, with the FIDE ID if known",
                        is_of_players=True)
DEPUTY_ARBITER = Setting("deputy_arbiter", TEXT, "Deputy arbiters", "Names, parted by semicolons",
                         is_of_players=True)
TIME_CONTROL = Setting("time_control", TEXT, "Time control", "For example 90 min + 30 sec a move",
                       is_of_players=True)

# -- bridge ----------------------------------------------------------------------------------------

CLUB = Setting("club", TEXT, "Club", "Its name, for the federation's files")
CLUB_ID = Setting("club id", TEXT, "Club number", "Its number with the federation")
CHARGE_CODE = Setting("charge_code", TEXT, "Charge code",
                      "That of the English Bridge Union, such as 10 for a club's session")
SESSIONS = Setting("sessions",
                   digits(say("it must be a number of sessions from 1 to 99"), least=1, most=99),
                   "Sessions", "Planned; seat lays out the next when the last has its results",
                   games=("bridge",), is_basic=True)
GROUPS = Setting("groups", TEXT, "Small groups",
                 "Boards short of results: factored (neuberg, manual, scale, ascherman), or with "
                 "fixed shares for groups of 1-3 (ebu, small) or 1-2 (doe)",
                 ("neuberg", "ebu", "small", "doe", "manual", "scale", "ascherman"), is_open=False,
                 is_option=True)
EXPECTED = Setting("expected", TEXT, "Results expected",
                   "On each board; 0: as many as the board with the most", is_option=True)
DECIMALS = Setting("decimals", TEXT, "Decimals of a board",
                   "Decimals to which each board is rounded, halves away from average; blank: "
                   "exact", is_option=True)
OWN = Setting("own", TEXT, "Average plus at least own session",
              "yes: A+ is at least, A- at most, what the pair scores on its other boards",
              ("no", "yes"), is_open=False, is_option=True)
TRIM = Setting("trim", TEXT, "Butler: scores left out",
               "At each end: none, quarter, bridge-scorer, bridgewx, or a number",
               ("none", "quarter", "bridge-scorer", "bridgewx"), is_option=True)
AVERAGE = Setting("average", TEXT, "IMPs of an average plus", "3 or 2", is_option=True)
SIGMA = Setting("sigma", TEXT, "Normal game: deviation",
                "sample divides by n - 1, population by n", ("sample", "population"),
                is_open=False, is_option=True)
CAP = Setting("cap", TEXT, "Normal game: cap", "Limit on the score of a board, such as 2.326",
              is_option=True)
DIVISOR = Setting("divisor", TEXT, is_option=True)

# -- registration ----------------------------------------------------------------------------------

RATING_LIST = Setting("rating_list", TEXT, "Rating list",
                      "The downloaded list that completes the players: its file, beside this "
                      "workbook or with its folders")

# -- pairing: read wherever a Settings sheet has them ----------------------------------------------

PAIRING = Setting("pairing", SYSTEM, "Pairing", "How the next round is paired: swiss, mcmahon ...",
                  is_open=False, other_labels=("페어링",), is_of_pairing=True, is_basic=True)
PAIRING_SEED = Setting("pairing_seed", TEXT, "Pairing seed",
                       "Seed for drawing lots: any text or number", is_of_pairing=True,
                       option=Option("--seed", ("new", "pair"), "S"))
PAIRING_AVOID = Setting("pairing_avoid", several(*KIN), "Avoid meetings of same",
                        "club, country, team: avoided if possible", words="choice", is_list=True,
                        is_of_pairing=True, option=Option("--avoid", ("pair",), "WHAT"))
PAIRING_FORBID = Setting("pairing_forbid", several(*KIN), "Forbid meetings of same",
                         "club, country, team: never paired", words="choice", is_list=True,
                         is_of_pairing=True, option=Option("--forbid-same", ("pair",), "WHAT"))
PAIRING_PAIRS = Setting("pairing_pairs", TEXT, "Forbidden pairs",
                        "Players who must not meet, for example 1-2, 3-7", is_of_pairing=True)
PAIRING_ACCELERATED = Setting("pairing_accelerated", ACCELERATION, "Accelerated rounds",
                              "Number of first rounds with virtual points; Baku for the Dutch "
                              "system", words="choice", is_of_pairing=True,
                              option=Option("--accelerate", ("pair",), "R"))
PAIRING_NUMBERS = Setting("pairing_numbers",
                          one_of("id", "list", "lots", "varma",
                                 what=say("choose id, list, lots or varma, or leave it blank")),
                          "Pairing numbers", "id, list; blank: by rating, title and name; of a "
                          "round robin the list, or drawn: lots, varma", words="choice",
                          is_of_pairing=True)
INITIAL_COLOUR = Setting("initial_colour",
                         one_of("white", "black", by_letter=True,
                                what=say("choose White or Black")),
                         "Initial colour", "White or Black, as drawn for round 1", words="choice",
                         is_of_pairing=True)
_IN_GROUPS = Option("--order", ("pair",),
                    help=say("order of pairing inside score groups, in every round"))
PAIRING_FIRST = Setting("pairing_first", _ORDER, "First round order",
                        "fold, slide, cross or random", words="choice", is_of_pairing=True,
                        option=_IN_GROUPS)
PAIRING_ORDER = Setting("pairing_order", _ORDER, "Later rounds order",
                        "fold, slide, cross or random", words="choice", is_of_pairing=True,
                        option=_IN_GROUPS)
PAIRING_HANDICAP = Setting("pairing_handicap", digits(say("it must be a whole number")),
                           "Handicap less", "Subtracted from the difference in grade",
                           is_of_pairing=True)
PAIRING_REPEATS = Setting("pairing_repeats", SECOND_MEETINGS, "Second meetings",
                          "yes: as a last resort; 8: when 8 rounds lie between", words="choice",
                          is_of_pairing=True,
                          option=Option("--allow-repeats", ("pair",), said="yes",
                                        help=say("players may meet again as a last resort")))
PAIRING_COLOURS = Setting("pairing_colours",
                          one_of("a", "b", "none", "strict", "free",
                                 what=say("choose A, B or none; of swiss, strict or free")),
                          "Colour rules", "Of teams the type of preference: A, B or none; of swiss "
                          "strict (as FIDE limits colours) or free", words="choice",
                          is_of_pairing=True)
PAIRING_COLOURS_BY = Setting("pairing_colours_by",
                             one_of("both", "first", what=say("choose both or first")),
                             "Colours by scores", "both, or first: colours of teams go by the "
                             "first score only", words="choice", is_of_pairing=True)
PAIRING_CYCLES = Setting("pairing_cycles",
                         digits(say("it must be a whole number from 1 to 9"), least=1, most=9),
                         "Cycles", "How often everybody meets everybody in a round robin",
                         is_of_pairing=True)
PAIRING_WEIGHTS = Setting("pairing_weights", WEIGHTS, "Weights of OpenGotha",
                          "Pairing parameters that are not as usual, by the program's names: "
                          "paiMaDUDDUpperMode=TOP; paiSeAvoidSameGeo=0", is_of_pairing=True)
PAIRING_CLUB_GROUPS = Setting("pairing_club_groups", CLUB_GROUPS, "Groups of clubs",
                              "Clubs near each other, such as Paris: 75Op, 75Al; Lyon: 69Ly, 69Vi",
                              is_of_pairing=True)
PAIRING_THIRD = Setting("pairing_third", yes_or_no(), "Third place",
                        "yes: in a knock-out, a game for it", words="choice", is_of_pairing=True)

# -- what only files and readers say ---------------------------------------------------------------

ENCODING = Setting("encoding", TEXT)
PLACES_BY = Setting("places_by", TEXT)
LINES_OUTDATED = Setting("lines_outdated", TEXT)
EGD_COLUMNS, EGD_ABSENT = Setting("egd_columns", TEXT), Setting("egd_absent", TEXT)
COUNTRY, TYPE = Setting("country", TEXT), Setting("type", TEXT)
ENCODED_TIME_CONTROL = Setting("encoded_time_control", TEXT)
STARTING_RANK_METHOD = Setting("starting_rank_method", TEXT)
PAIRING_PROGRAM, ENCODED_TYPE = Setting("pairing_program", TEXT), Setting("encoded_type", TEXT)

# fmt: on

BY_KEY: Mapping[str, Setting[Any]] = {
    setting.key: setting for setting in list(globals().values()) if isinstance(setting, Setting)
}
"""Every setting by its key."""


def options_of(command: str) -> Mapping[Option, List[Setting[Any]]]:
    """Return the options by which a command takes settings, each with what it says."""
    found: Dict[Option, List[Setting[Any]]] = {}
    for setting in BY_KEY.values():
        if setting.option is not None and command in setting.option.commands:
            found.setdefault(setting.option, []).append(setting)
    return found
