"""What Python costs when a sheet asks cell by cell: 200 players, 8 criteria, 1,600 calls.

The calls go through xlwings' own ``call_udf``, each with the whole games table, as Excel sends it;
COM itself is left out. Run from the root of the project: ``python -m benchmarks.excel_calls``.
"""

from __future__ import annotations

import marshal
import random
import time

from tests.excel.com import call, windows
from xltie.hosts.excel import values
from xltie.sheets.read import event as read_event

PLAYERS, ROUNDS = 200, 9
CRITERIA = (
    "POINTS", "BQ", "DISCS", "BUCHHOLZ", "SONNEBORN", "PROGRESSIVE", "WINS", "GAMESWON",
)  # fmt: skip


def games(players: int = PLAYERS, rounds: int = ROUNDS) -> tuple[tuple[object, ...], ...]:
    chance = random.Random(1)
    rows: list[tuple[object, ...]] = [
        ("Round", "Table", "Black", "White", "Black score", "White score")
    ]
    order = [float(number) for number in range(1, players + 1)]
    for number in range(1, rounds + 1):
        chance.shuffle(order)
        for table in range(players // 2):
            discs = float(chance.randrange(65))
            pair = order[2 * table], order[2 * table + 1]
            rows.append((float(number), float(table + 1), *pair, discs, 64 - discs))
    return tuple(rows)


def main() -> None:
    with windows():
        times = []
        values._kept_grid.cache_clear()
        read_event._event_index.cache_clear()
        for name in CRITERIA:
            for player in range(1, PLAYERS + 1):
                table = marshal.loads(TABLE)  # COM makes a new copy for every call
                start = time.perf_counter()
                answer = call(name, float(player), table)
                times.append(time.perf_counter() - start)
                assert isinstance(answer, (int, float)), answer
        tables, event_indexes = values._kept_grid.cache_info(), read_event._event_index.cache_info()
    later = sorted(times[1:])
    print(f"{PLAYERS // 2 * ROUNDS} games in the table, {len(times)} calls: {sum(times):.2f} s")
    print(
        f"first call {times[0] * 1000:.1f} ms, median of the others "
        f"{later[len(later) // 2] * 1000:.2f} ms"
    )
    print(f"tables read: {tables.misses}, event_indexes made: {event_indexes.misses}")


TABLE = marshal.dumps(games())
if __name__ == "__main__":
    main()
