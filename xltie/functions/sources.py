"""Where the rules come from."""

from __future__ import annotations

from xltie.core.messages import say
from xltie.functions.registry import Source

WOF = Source(
    "World Othello Federation",
    "World Othello Championship rules",
    "Resolving ties",
    "https://www.worldothello.org/about/world-othello-championship/woc-rules",
)
PAPP = Source("French Othello Federation", "PAPP 1.37, tie-break as computed by the program")
JOF = Source(
    "Japan Othello Federation", "Results of meetings: wins, then the sum of disc differences", "",
    "https://www.othello.gr.jp/",
)  # fmt: skip
TATEBAYASHI_OPEN = Source(
    "Japan Othello Federation, northern Kanto", "The system of the Tatebayashi Open",
    "1, how places are decided", "http://nodaryu.umu.cc/tatebayashi/whatistatebayashi.html",
)  # fmt: skip
GREEN_2015 = Source(
    "Green Othello",
    "MBS (Mixed Brightwell System) analysis, 30 July 2015, with C by rounds of 2016",
)
MBS_KOREA = Source("Korean Othello", "MBS and the Brightwell constant, an article on choosing C")
SWISS_KOREA = Source(
    "Korean chess practice", "The Swiss system explained, 26 October 2020", "Tie Break system"
)
EGF_TOURNAMENT = Source(
    "European Go Federation",
    "Tournament System Rules (R. Jasiek), with the commentary of 6 June 2009",
    "Direct Comparison",
    "http://home.snafu.de/jasiek/egftsr.html",
)
EGF_RULES = Source(
    "European Go Federation",
    "Tournament System Rules (R. Jasiek)",
    "",
    "http://home.snafu.de/jasiek/egftsr.html",
)
EGF_ADVICE = say("the EGF's Tournament System Rules advise against it as a tie-breaker")
OPENGOTHA = Source(
    "OpenGotha", "OpenGotha 3.51, placement criteria", "", "https://github.com/lucvannier/opengotha"
)
MACMAHON = Source("MacMahon", "MacMahon by C. Gerlach, as its published results show")
WAGC = Source(
    "Nihon Ki-in",
    "33rd World Amateur Go Championship, Determining the final order",
    "2012",
    "https://www.nihonkiin.or.jp/event/amakisen/worldama/33/e/rules.html",
)

KEIZER_KRIMPEN = Source(
    "SV Krimpen", "Systeem Keizer, as in its internal competition", "Rangwaardecijfer; Beloning",
    "https://svkrimpen.nl/0wordpress/intern/keizersysteem/",
)  # fmt: skip
KEIZER_MAAT = Source(
    "De Schaakmaat", "Uitleg Keizersysteem, as in its internal competition", "De hoofdlijnen",
    "http://deschaakmaat.nl/index.php/senioren2/algemene-info/699-uitleg-keizersysteem",
)  # fmt: skip
KEIZER_HAREN = Source(
    "Schaakclub Haren", "Internal competition 2016/17, list after round 1", "16 September 2016",
    "https://schaakclubharen.nl/volwassenen/interne-competitie/nieuws/"
    "1693-eerste-ronde-interne-competitie",
)  # fmt: skip

PUBLISHED_GO = Source(
    "Published Go result files", "how the round without an opponent enters the printed columns"
)

_C07 = "https://handbook.fide.com/"
FIDE_2009 = Source(
    "FIDE", "Handbook C.06 and C.07, Tie-Break Rules in force to 31 August 2023", "", _C07
)
FIDE_2024 = Source("FIDE", "Handbook C.07, Tie-Break Regulations, 2023 and 2024", "", _C07)
FIDE_2026 = Source(
    "FIDE", "Handbook C.07, Tie-Break Regulations in force from 1 March 2026", "", _C07
)
FIDE_RATING = Source("FIDE", "Handbook B.02, FIDE Rating Regulations", "8.1", _C07)

FFE_TEAMS = Source(
    "Fédération Française des Échecs", "Règlement des compétitions par équipes", "11.1"
)
