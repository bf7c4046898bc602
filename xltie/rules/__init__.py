"""The rules, one function each; importing this package registers them all."""

from xltie.rules import (
    bridge,
    direct,
    discs,
    encounter,
    exploits,
    mcmahon,
    opponents,
    opposition,
    progress,
    ratings,
    record,
    rounds,
    score,
)

__all__ = [
    "bridge",
    "direct",
    "discs",
    "encounter",
    "exploits",
    "mcmahon",
    "opponents",
    "opposition",
    "progress",
    "ratings",
    "record",
    "rounds",
    "score",
]
