"""Sets that stand in a column each, with no column that says who won: tennis, table tennis."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.opinion import Opinion
from xltie.sheets.tables import NONE, TO_COME, Score, score_of

_WORDS = frozenset(
    map(
        normal,
        "set satz game jeu manche parziale partial juego szett sett sats erä сет партия гейм "
        "세트 게임 局 盘 セット ゲーム".split(),
    )
)
"""What a set is called; quarters and halves are none: not the one who wins most of them wins."""


class Sets(NamedTuple):
    """What sets say of the games, or why one of them says nothing."""

    opinion: Optional[Opinion]
    faults: Tuple[Fault, ...] = ()


def sets_in(table: Table, lines: Sequence[Line]) -> Optional[Sets]:
    """Return what the sets of a list say; None where no columns hold any.

    The proof is that everybody who wins has won the same number of sets, and the last of them.
    What stands behind the sets, such as a deciding tie-break, is one where this needs it.
    """
    columns = _columns(table, lines)
    if len(columns) < 2 or _says_more(table, lines, columns):
        return None
    behind = columns[-1] + 1
    tried = [columns]
    if behind < len(table.headings) and _are_sets(lines, behind):
        tried.append((*columns, behind))
    for own in tried:
        scores = [_score(line, own) for line in lines]
        if _are_proved(scores):
            return Sets(Opinion(own, scores))
    return Sets(None, (_unproved(table, lines, tried[-1]),))


def _columns(table: Table, lines: Sequence[Line]) -> Tuple[int, ...]:
    """Return the columns of the sets, which their headings count from 1."""
    of_stem: Dict[str, List[int]] = {}
    for at, heading in enumerate(table.headings):
        stem = normal(heading.stem)
        if stem in _WORDS and heading.number == len(of_stem.get(stem, ())) + 1:
            of_stem.setdefault(stem, []).append(at)
    found = max(of_stem.values(), key=len, default=[])
    return tuple(at for at in found if _are_sets(lines, at))


def _are_sets(lines: Sequence[Line], column: int) -> bool:
    """Tell whether every filled cell of a column says who won a set; there may be none."""
    cells = [line.texts[column] for line in lines if line.texts[column]]
    scores = [score_of(cell) for cell in cells]
    return all(score is not None and (score is TO_COME or score.winner) for score in scores)


def _says_more(table: Table, lines: Sequence[Line], columns: Sequence[int]) -> bool:
    """Tell whether another column says who won."""
    others = [
        at for at, heading in enumerate(table.headings)
        if heading.meaning in ("result", "winner") and at not in columns
    ]  # fmt: skip
    return any(line.texts[at] for at in others for line in lines)


def _score(line: Line, columns: Sequence[int]) -> Optional[Score]:
    """Return the sets that both won; None where the winner did not win the last one."""
    sets = [score_of(line.texts[at]) for at in columns]
    played = [score for score in sets if score is not None and score.winner]
    if not played:
        return TO_COME
    won = sum(score.winner == 1 for score in played)
    lost = len(played) - won
    is_over = played == [score for score in sets[: len(played)] if score]
    ends = played[-1].winner == (1 if won > lost else -1)
    return Score(Fraction(won), Fraction(lost)) if is_over and ends and won != lost else None


def _most(score: Score) -> Fraction:
    return max(score.left or NONE, score.right or NONE)


def _are_proved(scores: Sequence[Optional[Score]]) -> bool:
    most = {_most(score) for score in scores if score and score is not TO_COME}
    return None not in scores and len(most) == 1 and most.pop() > 1


def _unproved(table: Table, lines: Sequence[Line], columns: Sequence[int]) -> Fault:
    scores = [_score(line, columns) for line in lines]
    told = [_most(score) for score in scores if score and score is not TO_COME]
    usual = max(told, key=told.count, default=NONE)
    odd = [score is None or (score is not TO_COME and _most(score) != usual) for score in scores]
    line = lines[odd.index(True) if True in odd else 0]
    sets = " ".join(filled for filled in (line.texts[at] for at in columns) if filled)
    said = say("the sets {sets} do not say who won; add a column of the result", sets=sets)
    return Fault(said, table.place(line, columns[0]))
