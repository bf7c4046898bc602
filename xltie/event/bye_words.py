"""What stands in place of an opponent, in the languages of the federations: the one list of it.

Every reader knows these words: our own sheets, tables of teams and boards, and anybody's tables.
They are written without case, accents, spaces and points; those of xltie's own languages come from
the catalogues.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Dict, Mapping, Optional

from xltie.core.catalogues import spellings
from xltie.core.cells import latin
from xltie.core.plain_words import normal
from xltie.event.model import Status

OF_REQUESTED, OF_ABSENT = "half-point bye, asked for", "not in this round"
"""What a sheet shows in place of an opponent; of other byes it is the word and its worth."""

_CATALOGUED = {
    Status.PAIRING_BYE: ("bye",),
    Status.FULL_BYE: ("full bye",),
    Status.HALF_BYE: ("half bye", OF_REQUESTED),
    Status.ZERO_BYE: ("zero bye",),
    Status.ABSENT: ("absent", OF_ABSENT),
}
BYE_WORDS: Mapping[Optional[Status], str] = {
    Status.PAIRING_BYE: """
        bye byes pairingallocatedbye byeplayer dummyplayer sitout freilos freilospartie freirunde
        spielfrei kampflos descansa descanso exempt exempte exento exenta isento repos bip riposo
        exe riposa turnodiriposo wolnylos volnylos свободен свободенотигры выходной пропуск отдых
        отдыхает вільний вихідний
        почива почивка 不戦勝 手空き 抽選勝 休み シード 対局なし 相手なし 부전승 부전 휴번 휴식 쉼
        공석 상대없음 미대국 轮空 輪空 轮休 輪休 nopartner noopponent sinrival sinoponente
        sansadversaire senzaavversario semadversario безсоперника безпары bezprzeciwnika friloss
        frilodd frirunda frirond oversidder vapaakierros lepovuoro szabadnapos szabadnap erőnyerő
        boshaftasi باي راحة استراحة חופש חופשי ελευθερος κενο volnyzreb malavolno bezprotivnika
        senzaturno fridag sinjuego liberdeturno ninhum บาย forfeitbye walkover miendau macyok
        freeday overzitter vrijgeloot""",
    Status.FULL_BYE: "fullbye fullpointbye",
    Status.HALF_BYE: "halfbye halfpointbye byehalf",
    Status.ZERO_BYE: "zerobye zeropointbye 0bye",
    Status.ABSENT: """
        absent abwesend ausente assente afwezig nieobecny отсутствует отсутствовал
        欠席 不参加 결석 불참 부전패 notpaired unpaired nichtgepaart sinemparejar nonapparie""",
    None: "requestedbye",
}
"""What each word means where nothing else is said; of None nobody can tell what it is worth."""

MAYBE_NAMES = """
    libre libero liber vrij frei fri free pauza wolny wolne volno volny folga bay bos haftasi vapaa
    szabad dummy nobody none 無 なし wo ρεπο nghi brivs laisvas vaba ghost phantom spook rest
    resting idle pasa sloboden slobodna slobodan bysta forfait nn
"""
"""Byes in tables of others, but somebody's name as well: no bye where names are typed by hand."""


_CARD = re.compile(r"\s+\d+\s+[-–]\s+\d+$")
"""The number, no title and the rating of nobody, as Vega's pages print them: ``BYE 0 - 0``."""

_HALF = re.compile(r"½|(?<!\d)(?:1/2|0[.,]5)(?!\d)")
"""How the worth of a bye is written beside the word: ``½ bye``, ``Bye (0.5)``."""


def is_bye_word(text: str, or_name: bool = False) -> bool:
    """Tell whether a cell says that nobody is there, in any language.

    With ``or_name`` words count too that may be a name, as in the tables of others.
    """
    return _known(text) is not None or (or_name and normal(text) in _maybe_names())


@lru_cache(maxsize=4096)
def bye_named(text: str) -> Optional[Status]:
    """Return the kind of bye that a word in place of an opponent means, None where none is said."""
    word = _known(text)
    return None if word is None else _words()[word]


@lru_cache(maxsize=4096)
def _known(text: str) -> Optional[str]:
    spelled = (text, latin(text), _CARD.sub("", text), _HALF.sub("half", text))
    return next((word for word in map(normal, spelled) if word in _words()), None)


@cache
def _words() -> Mapping[str, Optional[Status]]:
    found: Dict[str, Optional[Status]] = {}
    for status, words in BYE_WORDS.items():
        found.update((normal(word), status) for word in words.split())
    for status, texts in _CATALOGUED.items():
        for english in texts:
            found.update((normal(text), status) for text in spellings("result", english))
    return found


@cache
def _maybe_names() -> Mapping[str, None]:
    return dict.fromkeys(map(normal, MAYBE_NAMES.split()))
