"""What a session of bridge says besides: contracts, how scores are written, who sits where."""

from __future__ import annotations

from xltie.event.bridge.contracts import (
    ENGLISH,
    LETTERS,
    SEATS,
    Contract,
    contract_score,
    dealer,
    hands_of,
    other_than_usual,
    points_of_hand,
    possible_scores,
    read_contract,
    read_tricks,
    score_of_ns,
    vulnerability_named,
    vulnerable_at,
    vulnerable_sides,
)
from xltie.event.bridge.score_notation import (
    adjusted_result,
    is_not_played,
    is_score,
    read_award,
    read_entry,
    read_split,
    read_weighted,
)
from xltie.event.bridge.sessions import (
    CORRECTIONS,
    natural_order,
    of_session,
    session,
    sessions_of,
)
