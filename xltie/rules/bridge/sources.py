"""Where the scoring of bridge is laid down."""

from __future__ import annotations

from xltie.functions.registry import Source

LAWS_2017 = Source(
    "World Bridge Federation", "Laws of Duplicate Bridge 2017", "Laws 2, 77 and 78",
    "http://www.worldbridge.org/wp-content/uploads/2017/03/2017LawsofDuplicateBridge-paginated.pdf",
)  # fmt: skip
EBU_NEUBERG = Source(
    "English Bridge Union",
    "The Neuberg Formula, article of the Laws and Ethics Committee",
    "",
    "http://www.ebu.co.uk/lawsandethics/articles/neuberg/principle.htm",
)
EBU_FOULED = Source(
    "English Bridge Union",
    "Scoring of fouled boards (N. Doe)",
    "",
    "http://www.ebu.co.uk/lawsandethics/articles/general/scoringfouledboards.htm",
)
NORMAL_GAME = Source(
    "Russian bridge",
    "Why we score bridge wrongly, or the normal game of bridge, an article with four examples",
)
CLUB_HANDICAP = Source(
    "Clubs on BridgeWebs", "The handicap system (SLAMS; Perth; Donore)",
    "a pair's handicap is added to its percentage", "https://bridgewebs.com/slams/page35.html",
)  # fmt: skip
WBF_VP = Source("World Bridge Federation", "New WBF IMP to VP scales, 2013", "continuous scale")
BRIDGEWX = Source(
    "BridgeWx", "Scores and frequency tables of its automatic test, session 1", "",
    "https://github.com/BusyHarry/BridgeWx",
)  # fmt: skip
BRIDGE_SCORER = Source("bridge-scorer", "Butler and cross-IMP scoring as computed by the program")
EBU_WHITE_BOOK = Source(
    "English Bridge Union",
    "White Book 2025",
    "3.1 (victory points), 4.2.3 (boards with few results), 4.2.5 and 4.2.6 (rounding)",
)
MANUAL_FACTOR = Source(
    "P. J. M. Smulders", "Matchpoints and fouled boards: the manual method and that of Ascherman",
    "", "http://www.pjms.nl/NEUBERG/manualmethod.html",
)  # fmt: skip
WBF_DISCRETE = Source(
    "World Bridge Federation", "New WBF IMP to VP scales, 2013", "discrete scale, 20-0"
)
ACBL_VP = Source(
    "American Contract Bridge League", "Victory point scales, 20 and 30 points",
    "one public copy beyond 11 boards, and of 30 points", "http://www.bridgehands.com/V/Victory_Points.htm",
)  # fmt: skip
SBU_VP = Source(
    "Scottish Bridge Union", "Victory point scale, 20 points",
    "as the program BridgeScore has it, the only public copy",
    "https://github.com/marcshearer/BridgeScore",
)  # fmt: skip
ACBLSCORE = Source(
    "American Contract Bridge League",
    "ACBLscore: scores and percentages of two club games as its result pages print them",
    "", "https://my.acbl.org/club-results",
)  # fmt: skip
