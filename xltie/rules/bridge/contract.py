"""The score of a contract and the vulnerability of a board, in cells."""

from __future__ import annotations

from typing import Annotated, Union

from xltie.core.cells import Scalar, is_blank, text_of
from xltie.core.errors import DomainError
from xltie.event.contracts import (
    SEATS,
    Contract,
    contract_score,
    read_contract,
    read_tricks,
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


@function("NSSCORE", source=LAWS_2017)
def ns_score(
    board: Annotated[int, Arg("The number of the board.", min=1)],
    contract: Annotated[str, Arg("The contract: 3NT, 4SX, 6HXX or PASS.")] = "",
    by: Annotated[str, Arg("Declarer: N, E, S or W.", names=("", *SEATS))] = "",
    tricks: Annotated[object, Arg("Tricks taken (0 to 13), or +1, =, -2.", kind=Kind.ANY)] = None,
    vulnerable: Annotated[
        str, Arg("None, NS, EW or All, if not by the board.", names=("", "None", "NS", "EW", "All"))
    ] = "",
) -> Union[int, str]:
    """Score of NS on a line of the Boards sheet: -430 for 3NT by E making 10 tricks.

    Blank until there are a contract, declarer and tricks; a board passed out needs no more. The
    board tells who is vulnerable, unless it is given.
    """
    if contract.strip().upper() == "PASS":
        return 0
    taken = single("tricks", tricks)
    if not contract or not by or is_blank(taken):
        return ""
    said = {"none": "", "all": "NSEW"}.get(vulnerable.lower(), vulnerable.upper())
    sides = said if vulnerable else vulnerable_sides(board)
    read = read_contract(contract)
    score = contract_score(read, read_tricks(read, taken), by.upper() in sides)
    return score if by.upper() in "NS" else -score


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
        raise DomainError(f"{declarer!r} is not a seat: N, E, S or W")
    return seat[0] in sides


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
    raise DomainError(f"vulnerable is {said!r}; give TRUE or FALSE")
