"""The optimal pairing of a round: objectives as costs, and the matching that costs least."""

from __future__ import annotations

from xltie.pairing.engine.blossom import maximum_matching
from xltie.pairing.engine.lookahead import Lookahead, best_open, lookahead_of
from xltie.pairing.engine.pruned import cheapest_perfect
from xltie.pairing.engine.refusal import NoPairing, reasons
from xltie.pairing.engine.weights import Allowed, allowed_in, costs
