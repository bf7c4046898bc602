"""What a player did in a round, as a cross table shows it."""

from __future__ import annotations

from typing import Annotated, Dict, Mapping, Optional

from xltie.core.catalogues import translated
from xltie.core.numbers import show
from xltie.event import EventIndex, Id, Outcome, RoundRecord, Status
from xltie.functions.registry import Arg, rule
from xltie.settings.declared import LANGUAGE

_SIGNS: Dict[Optional[Outcome], str] = {
    Outcome.WIN: "+",
    Outcome.DRAW: "=",
    Outcome.LOSS: "-",
    None: "?",
}
STATUS_WORDS = {
    Status.PAIRING_BYE: "bye",
    Status.FULL_BYE: "full bye",
    Status.HALF_BYE: "half bye",
    Status.ZERO_BYE: "zero bye",
    Status.ABSENT: "absent",
}


@rule("ROUNDRESULT", is_criterion=False)
def round_result(
    event_index: EventIndex, who: Id, round_number: Annotated[int, Arg("The round.", min=1)]
) -> str:
    """Result of one round as in a cross table: +12b 40 is a win against 12 with Black, 40 discs.

    The sign is + for a win, = for a draw, - for a loss and ? for a game in progress, followed by
    the opponent, the colour and the discs, if any. Forfeits end in F. A result in brackets does not
    count.
    """
    for record in event_index.rounds_of(who):
        if record.round == round_number:
            said = cross_table_cell(record)
            code = event_index.event.settings.text(LANGUAGE, "en")
            return translated("cross table", said, code) if record.other is None else said
    return ""


def cross_table_cell(record: RoundRecord, numbers: Mapping[Id, str] = {}) -> str:
    """Return what a cross table says of a round: sign, opponent, colour and count, or a word.

    An opponent is called by the id, or by what ``numbers`` says instead.
    """
    side = record.own
    if side.status is Status.ANNULLED and record.match is not None and record.match.b is not None:
        a, b = record.match.a, record.match.b
        left, right = (a, b) if a.who == side.who else (b, a)
        return f"({cross_table_cell(RoundRecord(record.round, left, right, 0, None), numbers)})"
    if record.other is None:
        return STATUS_WORDS.get(side.status, "")
    opponent = numbers.get(record.other.who, record.other.who)
    if side.status.is_forfeit:
        sign = "+" if side.status is Status.FORFEIT_WIN else "-"
        return f"{sign}{opponent}F"
    discs = "" if side.tally is None else f" {show(side.tally)}"
    return f"{_SIGNS[side.outcome]}{opponent}{side.seat[:1]}{discs}"
