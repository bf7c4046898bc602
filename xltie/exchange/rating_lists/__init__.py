"""Rating lists of the federations, as their sites offer them for download, player by player.

The EGF's ``allworld_lp``, the FFG's ``ech_ffg_V3.txt``, the AGA's ``tdlista.txt``, PAPP's
``joueurs.txt`` with the numbers of the World Othello Federation, and FIDE's lists in XML and in
columns. A list may hold a million players: each is read only when asked for.
"""

from __future__ import annotations

from functools import partial
from typing import Callable, Iterator, Tuple

from xltie.core.errors import InputError, Place
from xltie.core.messages import say
from xltie.exchange.rating_lists import aga, egf, ffg, fide, papp
from xltie.exchange.rating_lists.fide import PACES
from xltie.exchange.rating_lists.listed_player import ListedPlayer, RatingList

__all__ = ["PACES", "ListedPlayer", "RatingList", "rating_list"]

_Looks = Callable[[bytes], bool]
_Read = Callable[[bytes, str, str], Iterator[ListedPlayer]]
_KINDS: Tuple[Tuple[str, str, _Looks, _Read], ...] = (
    ("EGF", "PIN", egf.looks_like, egf.players),
    ("FFG", "Licence", ffg.looks_like, ffg.players),
    ("AGA", "AGA ID", aga.looks_like, aga.players),
    ("WOF", "WOF", papp.looks_like, papp.players),
    ("FIDE", "FIDE ID", fide.looks_like_xml, fide.players_of_xml),
    ("FIDE", "FIDE ID", fide.looks_like_text, fide.players_of_text),
)


def rating_list(data: bytes, name: str, pace: str = "standard") -> RatingList:
    """Return a federation's list; its players are read one by one.

    ``pace`` chooses among the ratings of FIDE's combined list.

    Raises:
        InputError: not a list of a form that is known; a zipped one has to be unpacked.
    """
    if data.startswith(b"PK"):
        raise InputError.of(
            say("the list is packed in a zip file; unpack it first"), Place(file=name)
        )
    for federation, number, looks_like, players in _KINDS:
        if looks_like(data):
            return RatingList(federation, number, partial(players, data, name, pace))
    raise InputError.of(
        say(
            "this is no rating list of the EGF, FFG, AGA or FIDE, nor of PAPP, as they are "
            "downloaded"
        ),
        Place(file=name),
    )
