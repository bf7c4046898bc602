"""The score of a contract and the vulnerability of a board, in cells."""

from __future__ import annotations

from typing import Annotated, Union

from xltie.core.cells import Scalar, text_of
from xltie.core.errors import DomainError
from xltie.event.bridge import (
    SEATS,
    Contract,
    contract_score,
    read_contract,
    read_tricks,
    score_of_ns,
    vulnerability_named,
    vulnerable_at,
    vulnerable_sides,
)
from xltie.functions.coercion import single
from xltie.functions.registry import Arg, Kind, function
from xltie.rules.bridge.sources import LAWS_2017


@function("BRIDGESCORE", source=LAWS_2017)
def bridge_score(
    contract: Annotated[str, Arg("The contract: 3NT, 4SX, 6HXX or PASS.")],
    tricks: Annotated[object, Arg("Tricks taken (0 to 13), or +1, =, -2.", kind=Kind.ANY)] = None,
    vulnerable: Annotated[
        object, Arg("TRUE if declarer's side is vulnerable.", kind=Kind.ANY)
    ] = False,
) -> int:
    """Score of a contract at duplicate bridge for declarer's side: 430 for 3NT making 10 tricks.

    The score is negative if the contract failed and 0 if the board was passed out. The tricks may
    be part of the contract (``3NT+1``). ``vulnerable`` is TRUE or FALSE, yes or no, or, if the
    contract names declarer (``4S by E``), the vulnerable sides: None, NS, EW, All.
    """
    read = read_contract(contract)
    if read.level == 0:
        return 0
    taken = read_tricks(read, single("tricks", tricks))
    return contract_score(read, taken, _is_vulnerable(single("vulnerable", vulnerable), read))


@function("BOARDVUL", source=LAWS_2017)
def board_vul(
    board: Annotated[int, Arg("The board number.", min=1)],
    declarer: Annotated[str, Arg("Seat or side: N, E, S, W, NS or EW.")] = "",
) -> Union[str, bool]:
    """Vulnerability on a board, by its number: None, NS, EW or All; for one seat, TRUE or FALSE."""
    sides = vulnerable_sides(board)
    seat = declarer.strip().upper()
    if not seat:
        return {"": "None", "NSEW": "All"}.get(sides, sides)
    if seat not in ("N", "E", "S", "W", "NS", "EW", "SN", "WE"):
        raise DomainError.say("{declarer!r} is not a seat: N, E, S or W", declarer=declarer)
    return seat[0] in sides


@function("NSSCORE", source=LAWS_2017)
def ns_score(
    board: Annotated[int, Arg("The board number.", min=1)],
    contract: Annotated[
        str, Arg("The contract; declarer and result may follow: 4HS+2, PASS.")
    ] = "",
    declarer: Annotated[str, Arg("Seat of declarer: N, E, S or W.")] = "",
    tricks: Annotated[object, Arg("Tricks taken (0 to 13), or +1, =, -2.", kind=Kind.ANY)] = None,
    vulnerable: Annotated[
        str, Arg("None, NS, EW or All, if it differs from that of the board number.")
    ] = "",
) -> Union[int, str]:
    """Score of North-South on a board: -680 for 4HE+2 on board 3.

    Declarer and tricks may be part of the contract or stand in cells of their own. While one of
    them is missing the answer is blank.
    """
    if not contract.strip():
        return ""
    read = read_contract(contract)
    if read.level == 0:
        return 0
    seat = declarer.strip().upper()[:1] or read.declarer
    said = single("tricks", tricks)
    if not seat or (not text_of(said) and read.result is None):
        return ""
    if seat not in SEATS:
        raise DomainError.say("{declarer!r} is not a seat: N, E, S or W", declarer=declarer)
    sides = vulnerable_at(board, vulnerability_named(vulnerable))
    return int(score_of_ns(read, seat, read_tricks(read, said), sides))


_YES = frozenset({"yes", "y", "true", "v", "vul", "vulnerable", "1", "all", "both", "b"})
_NO = frozenset({"no", "n", "false", "nv", "not vulnerable", "0", "none", "love", "o", "-", ""})


def _is_vulnerable(said: Scalar, contract: Contract) -> bool:
    word = text_of(said).casefold()
    if word in ("ns", "ew") and contract.declarer:
        return contract.declarer.casefold() in word
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise DomainError.say("vulnerable is {value!r}; give TRUE or FALSE", value=text_of(said))
