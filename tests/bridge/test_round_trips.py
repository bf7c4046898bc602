"""Random evenings, with all that goes wrong in them, into a file and back."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from tests.bridge.test_files import bare
from tests.bridge.test_sessions import event_index
from xltie.exchange import pbn, usebio
from xltie.ranking import parse_criteria, rank

pytestmark = pytest.mark.slow

ODD = ("A+/A-", "A6040", "A", "NP", "+100/-620", "60% 420 + 40% -50", "A+/A+")
HEAD = "Board|Round|Table|NS|EW|Contract|By|Lead|Tricks|Score|NS adjusted|EW adjusted|Group"


def evening(seed: int) -> str:
    """A Mitchell of 3 to 6 tables; every tenth result is adjusted, missing, or only a score."""
    luck = random.Random(seed)
    tables, size = luck.choice([3, 5]), luck.randint(1, 3)
    rows = [HEAD]
    for turn in range(tables):
        for table in range(1, tables + 1):
            pair = tables + (table - 1 - turn) % tables + 1
            first = (table - 1 + turn) % tables * size
            for board in range(first + 1, first + size + 1):
                start = f"{board}|{turn + 1}|{table}|{table}|{pair}"
                rows.append(f"{start}|{_result(luck)}")
    return "\n".join(rows)


def _result(luck: random.Random) -> str:
    contract = f"{luck.randint(1, 7)}{luck.choice(['C', 'D', 'H', 'S', 'NT'])}"
    played = f"{contract}{luck.choice(['', '', 'X'])}|{luck.choice('NESW')}"
    lead = luck.choice(["", "H4", "SA"])
    kind = luck.random()
    if kind < 0.1:
        return f"|||| {luck.choice(ODD)}|||"
    if kind < 0.14:
        return "NP|||||||"
    if kind < 0.18:
        return "PASS|||||||"
    if kind < 0.22:
        return f"{played}||{luck.randint(3, 13)}||65%|35%|"
    if kind < 0.25:
        return "||||-100|||"
    if kind < 0.28:
        return f"{played}|{lead}|{luck.randint(3, 13)}||||b"
    return f"{played}|{lead}|{luck.randint(3, 13)}||||"


@pytest.mark.parametrize("module", [pbn, usebio], ids=["pbn", "usebio"])
def test_sixty_evenings_come_back_from_a_file(module: ModuleType) -> None:
    for seed in range(60):
        there = event_index(evening(seed))
        back = module.FORMAT.read(module.FORMAT.write(there.event), "evening").event
        assert bare(back) == bare(there.event), f"evening {seed}"
        found, wanted = (
            [(line.who, line.place) for line in rank(one, parse_criteria("MP%")).lines]
            for one in (type(there)(back), there)
        )
        assert found == wanted, f"evening {seed}"
