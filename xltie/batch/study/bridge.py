"""A bridge session played out: boards with a problem of their own, tables that solve it or not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from xltie.batch.study.models import bounded, normal
from xltie.event import BoardResult, Id
from xltie.event.bridge import contract_score, read_contract, vulnerable_sides

_CHOICES = (
    ("2H", "4H", 30), ("2S", "4S", 30), ("1NT", "3NT", 30), ("3C", "3NT", 20), ("3NT", "5D", 10),
    ("4S", "6S", 8), ("3NT", "6NT", 8), ("1S", "2S", 25), ("1NT", "2H", 25),
)  # fmt: skip
"""The two contracts that the tables of a board reach, and how often such boards come."""


@dataclass(frozen=True)
class Boards:
    """Bridge: on each board the tables choose between two contracts and take some tricks.

    A model of ours, not a published one: it is here to compare ways of scoring on the same boards.
    Tricks are normal about the board's own with deviation ``spread``; ``per_trick`` is the
    difference in strength that is worth a trick, ``judgement`` the one that turns even chances of
    reaching the better contract into three to one.
    """

    spread: float = 0.7
    per_trick: float = 1000.0
    judgement: float = 400.0

    def session(self, truth: dict[Id, float], boards: int, lots: Random) -> tuple[BoardResult, ...]:
        """Return the results of a session in which each board pairs everybody anew.

        With an odd number of pairs one of them sits out, another on each board.
        """
        mean = sum(truth.values()) / len(truth)
        found: list[BoardResult] = []
        for board in range(1, boards + 1):
            order = sorted(truth, key=lambda who: lots.random())
            low, high, _ = lots.choices(_CHOICES, [weight[2] for weight in _CHOICES])[0]
            fair = 6 + read_contract(high).level - 0.4 + 1.1 * normal(lots)
            declarer_is_ns = lots.random() < 0.5
            for ns, ew in zip(order[::2], order[1::2], strict=False):
                own, other = (ns, ew) if declarer_is_ns else (ew, ns)
                strength = truth[own] - mean, truth[own] - truth[other]
                score = self._table(board, (low, high), fair, declarer_is_ns, strength, lots)
                result = Fraction(score if declarer_is_ns else -score)
                found.append(
                    BoardResult(
                        board, (ns,), (ew,), ns_result=result, ew_result=-result, round=board
                    )
                )
        return tuple(found)

    def _table(
        self, board: int, contracts: tuple[str, str], fair: float, is_ns: bool,
        strength: tuple[float, float], lots: Random,
    ) -> int:  # fmt: skip
        own, ahead = strength
        wanted = fair >= 6 + read_contract(contracts[1]).level - 0.5
        right = lots.random() < 1 / (1 + 3 ** bounded(-own / self.judgement))
        contract = read_contract(contracts[wanted == right])
        taken = fair + ahead / self.per_trick + self.spread * normal(lots)
        tricks = round(max(0.0, min(13.0, taken)))
        side = "NS" if is_ns else "EW"
        vulnerable = side in vulnerable_sides(board)
        return contract_score(contract, tricks, vulnerable)
