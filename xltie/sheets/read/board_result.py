"""The result of a board at one table, from the cells of its row."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Callable, Optional, Tuple

from xltie.core.cells import Scalar, is_blank, latin, number_of, text_of
from xltie.core.errors import DomainError
from xltie.core.messages import Message, any_of, count, plain, say
from xltie.core.numbers import show
from xltie.core.records import replace
from xltie.event import Award, BoardResult, Result, Weighted
from xltie.event.bridge import (
    SEATS,
    Contract,
    adjusted_result,
    is_not_played,
    is_score,
    possible_scores,
    read_award,
    read_contract,
    read_entry,
    read_split,
    read_tricks,
    score_of_ns,
    vulnerable_at,
)
from xltie.sheets.read.notation import Notation
from xltie.sheets.tables import Header

_RISKS = {"X": 1, "D": 1, "XX": 2, "R": 2}
_MOST_NAMED = 4
"""So many scores that a contract can make are named; of more it is only said that one is none."""


class RowResult:
    """Reads the contract and the results of a row; faults go to ``fault(text, *fields)``."""

    def __init__(
        self,
        header: Header,
        line: Tuple[Scalar, ...],
        notation: Notation,
        fault: Callable[..., None],
    ) -> None:
        self._header = header
        self._line = line
        self._notation = notation
        self._fault = fault

    def _get(self, *fields: str) -> Scalar:
        return self._header.get(self._line, *fields)

    @property
    def stands_in(self) -> str:
        """The column in which a result stands, "" where none does."""
        own = (name for name in ("contract", "score", "ew score") if not is_blank(self._get(name)))
        return next(own, "")

    @property
    def _score(self) -> Scalar:
        own = self._get("score")
        return self._get("ew score") if is_blank(own) else own

    # -- contract ----------------------------------------------------------------------------

    def contract(self) -> Tuple[Optional[Contract], str, Optional[int]]:
        """Return contract, declarer and tricks, as far as the row gives them.

        A contract that cannot be read is a fault only where the score would follow from it.
        """
        contract = self._contract()
        seat = self._notation.seat(text_of(self._get("declarer")))
        own = contract.declarer if contract else ""
        if seat and own and seat != own:
            self._fault(
                say("declarer is {seat}, but the contract says {other}", seat=seat, other=own),
                "declarer",
            )
        return contract, seat or own, self._tricks(contract)

    @property
    def other_words(self) -> str:
        """What stands in place of a contract, "" where it is the result (NP, A+)."""
        text = text_of(self._get("contract"))
        return "" if self._is_result(text) else text

    @staticmethod
    def _is_result(text: str) -> bool:
        """Tell whether a text in place of a contract says that it was adjusted, or not played."""
        return is_not_played(text) or bool(read_award(text) or read_split(text))

    def _contract(self) -> Optional[Contract]:
        text = text_of(self._get("contract"))
        if not text or self._is_result(text):
            return None
        try:
            return self._with_risk(read_contract(text, self._notation.letters))
        except DomainError as error:
            if is_blank(self._score):
                self._fault(error.message, "contract")
            return None

    def _with_risk(self, contract: Contract) -> Contract:
        """Return a contract with what a column of its own says of its doubling."""
        said = latin(text_of(self._get("doubled")).upper()).replace("*", "X")
        if not said:
            return contract
        risk = _RISKS.get(said)
        if risk is None or contract.level == 0:
            self._fault(say("{text!r} is not X or XX", text=said), "doubled")
        elif contract.risk not in (0, risk):
            self._fault(say("the contract says otherwise how it was doubled"), "doubled")
        return replace(contract, risk=risk or contract.risk)

    def _tricks(self, contract: Optional[Contract]) -> Optional[int]:
        cell = self._get("tricks")
        if contract is None or contract.level == 0:
            return None
        if is_blank(cell) and contract.result is None:
            return None
        try:
            taken = read_tricks(contract, cell)
            told = taken if contract.result is None else read_tricks(contract, None)
        except DomainError as error:
            self._fault(error.message, "tricks")
            return None
        if told != taken:
            self._fault(
                count(
                    taken,
                    "{n} trick, but the contract says {told}",
                    "{n} tricks, but the contract says {told}",
                    told=told,
                ),
                "tricks",
            )
        return taken

    def _computed(
        self, board_result: BoardResult, contract: Optional[Contract]
    ) -> Optional[Fraction]:
        """Return the score of NS that contract, declarer and tricks make, None without them."""
        if contract is None:
            return None
        if contract.level == 0:
            return Fraction(0)
        if board_result.tricks is None:
            return None
        if board_result.declarer not in tuple(SEATS):
            said = (
                say(
                    "{declarer!r} is not a seat; it must be N, E, S or W",
                    declarer=board_result.declarer,
                )
                if board_result.declarer
                else say("the declarer is missing; it must be N, E, S or W")
            )
            self._fault(said, "declarer", "contract")
            return None
        return score_of_ns(
            contract,
            board_result.declarer,
            board_result.tricks,
            vulnerable_at(board_result.board, board_result.vulnerable),
        )

    # -- results -----------------------------------------------------------------------------

    def results(
        self, board_result: BoardResult, contract: Optional[Contract]
    ) -> Tuple[Result, Result]:
        """Return the results of NS and EW, each as that side sees it."""
        ns, ew = self._awarded(*self._at_table(board_result, contract))
        return (ns if board_result.ns else None), (ew if board_result.ew else None)

    def _at_table(
        self, board_result: BoardResult, contract: Optional[Contract]
    ) -> Tuple[Result, Result]:
        said = text_of(self._get("contract"))
        cell, stands = self._score, ("score", "ew score")
        if is_blank(cell) and self._is_result(said):
            cell, stands = said, ("contract", "score")
        if is_blank(cell):
            return _both(self._computed(board_result, contract))
        try:
            split = read_split(text_of(cell))
            if split is not None:
                return split
            result = read_entry(cell)
        except DomainError as error:
            self._fault(error.message, *stands)
            return None, None
        if isinstance(result, Award) and result.average != "=":
            self._fault(
                say(
                    "{text} is one side's: write both, such as A+/A- or 60/40, or use the columns "
                    "NS adjusted and EW adjusted",
                    text=text_of(cell),
                ),
                *stands,
            )
            return None, None
        if isinstance(result, Weighted):
            seen = -result if is_blank(self._get("score")) else result
            return seen, -seen
        if not isinstance(result, Fraction):
            return result, result
        score = -result if is_blank(self._get("score")) else result
        if self._is_score(score, "score", "ew score"):
            self._compare(board_result, contract, score)
            self._mirror(score)
        return _both(score)

    def _mirror(self, score: Fraction) -> None:
        """Report scores of NS and EW that both stand there and are not each other's opposite."""
        own, other = self._get("score"), self._get("ew score")
        if is_blank(own) or is_blank(other):
            return
        said = number_of(other)
        if said != -score:
            self._fault(
                say(
                    "the scores of NS and EW are {ns} and {ew}: one is not the other's opposite; "
                    "adjusted scores have columns of their own",
                    ns=score,
                    ew=text_of(other),
                ),
                "ew score",
            )

    def _is_score(self, score: Fraction, *fields: str) -> bool:
        """Report what no contract can score: scores are tens."""
        if is_score(score):
            return True
        self._fault(say("{score} is not a possible score at bridge", score=score), *fields)
        return False

    def _compare(
        self, board_result: BoardResult, contract: Optional[Contract], score: Fraction
    ) -> None:
        """Report a typed score that contract, declarer and tricks contradict, as far as known."""
        if contract is None or (
            board_result.declarer and board_result.declarer not in tuple(SEATS)
        ):
            return
        made = possible_scores(
            contract,
            board_result.declarer,
            board_result.tricks,
            vulnerable_at(board_result.board, board_result.vulnerable),
        )
        if score in made:
            return
        possible = sorted(set(made))
        self._fault(
            say(
                "the score is {score}, but {contract} on board {board} is {scores} for NS",
                score=score,
                contract=_told(board_result),
                board=board_result.board,
                scores=any_of(map(show, possible))
                if len(possible) <= _MOST_NAMED
                else say("never that"),
            ),
            "score",
            "ew score",
        )

    def _awarded(self, ns: Result, ew: Result) -> Tuple[Result, Result]:
        """Return the results with what was adjusted; A+/A- under NS adjusted is for both sides."""
        text = text_of(self._get("ns adjusted"))
        if "/" in text and is_blank(self._get("ew adjusted")):
            with suppress(DomainError):
                split = read_split(text)
                if split is not None:
                    return split
        return self._adjusted("ns adjusted", ns), self._adjusted("ew adjusted", ew)

    def _adjusted(self, field: str, at_table: Result) -> Result:
        cell = self._get(field)
        if is_blank(cell):
            return at_table
        found = adjusted_result(cell)
        if found is None:
            self._fault(
                say(
                    "{text!r} is not an adjusted score such as A+, 60%, +3 IMP or -620",
                    text=text_of(cell),
                ),
                field,
            )
        elif isinstance(found, Fraction):
            self._is_score(found, field)
        return found


def _told(board_result: BoardResult) -> Message:
    """Return a contract in words, with declarer and tricks as far as they are known."""
    told = plain(board_result.contract)
    if board_result.declarer:
        told = say("{contract} by {seat}", contract=told, seat=board_result.declarer)
    if board_result.tricks is not None:
        told = count(
            board_result.tricks,
            "{contract} with {n} trick",
            "{contract} with {n} tricks",
            contract=told,
        )
    return told


def _both(score: Optional[Fraction]) -> Tuple[Result, Result]:
    return (None, None) if score is None else (score, -score)
