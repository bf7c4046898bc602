"""What a call costs over real COM, in Wine, as a ratio to a call that carries nothing.

    python scripts/setup_wine.py && python -m benchmarks.excel_com [--calls 300]

A table of 900 games goes with each call as Excel sends a range, or packed into one text, as the
cell that our workbooks name ``Event`` holds it. Each figure is the median of calls in turn, from a
client in Wine; Windows has other times, which nobody has measured.

``--cells`` asks for all cells that the standings of such an event have, 200 players and 19
criteria, once with the text in each call and once as the bridge does it: the text goes over when
it is new, and its name with each call.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.excel_calls import games

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from tests.excel import wine
from xltie.core.cells import Grid
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

CLIENT = """
import json, statistics, sys, time
import win32com.client
begun = time.perf_counter()
server = win32com.client.Dispatch("Xltie.Server")
server.Answer("ROUNDS", (9.0,), "")
print(json.dumps(time.perf_counter() - begun))
def tuples(cell):
    return tuple(map(tuples, cell)) if isinstance(cell, list) else cell
calls = [(name, tuples(cells)) for name, cells in json.load(open(sys.argv[1]))]
times = [[] for _ in calls]
for number in range(int(sys.argv[2])):
    for own, (name, cells) in zip(times, calls):
        begun = time.perf_counter()
        server.Answer(name, (float(number % 200 + 1), *cells[1:]), "")
        own.append(time.perf_counter() - begun)
for own in times:
    print(json.dumps(statistics.median(own)))
"""
CELLS = """
import json, statistics, sys, time
import win32com.client
server = win32com.client.Dispatch("Xltie.Server")
names, text = json.load(open(sys.argv[1]))
changed = text[0]
def timed(call):
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun
def named(name, player):
    if kept.get("text") != text[0]:  # the comparison that the bridge makes for every cell
        kept.update(text=text[0], places="1\\t" + server.Keep(text[0]) + "\\n")
    return server.Answer(name, (player, None), kept["places"])
for event in text[:]:
    text[0], kept = event, {}  # a result was typed: another text
    trivial, whole, light = [], [], []
    for name in names:
        for number in range(200):
            player = float(number + 1)
            light.append(timed(lambda: named(name, player)))
            if number % 4 == 0:
                trivial.append(timed(lambda: server.Answer("ROUNDS", (player,), "")))
                whole.append(timed(lambda: server.Answer(name, (player, text[0]), "")))
    told = [(statistics.median(own), statistics.mean(own)) for own in (trivial, whole, light)]
    print(json.dumps(told))
"""
CRITERIA = (
    "PLACE", "POINTS", "BQ", "DISCS", "DISCDIFF", "BUCHHOLZ", "FOREBUCHHOLZ", "AVGOPPBUCHHOLZ",
    "SONNEBORN", "PROGRESSIVE", "WINS", "GAMESWON", "BLACKGAMES", "BLACKWINS", "ELECTEDROUNDS",
    "KOYA", "SOS", "SODOS", "SOSOS",
)  # fmt: skip


def event_text(played: int) -> str:
    """The event packed into one text, without the results after the first ``played`` games."""
    table = [line if at <= played else (*line[:4], None, None) for at, line in enumerate(games())]
    players = [("ID",), *((number,) for number in range(1, 201))]
    return "".join(str(evaluate_call(REGISTRY["EVENT"], [Grid(players), Grid(table)])))


def all_cells() -> None:
    texts = [event_text(played) for played in (899, 900)]
    with tempfile.TemporaryDirectory() as folder, wine.installed():
        file, client = Path(folder, "calls.json"), Path(folder, "client.py")
        file.write_text(json.dumps([CRITERIA, texts]), "utf-8")
        client.write_text(CELLS, "utf-8")
        told = wine.run(*(wine.in_windows(path) for path in (client, file)))
    count = 200 * len(CRITERIA)
    print(f"{count:,} cells with a text of {len(texts[-1]):,} letters")
    for line in told.splitlines():
        (base, mean), *others = json.loads(line)
        print(f"a trivial call: median {base * 1000:.2f} ms, mean {mean * 1000:.2f} ms")
        for title, (median, average) in zip(("text", "name"), others, strict=True):
            print(
                f"with its {title}: median {median / base:.2f} x, {(median - base) * 1000:+.2f} ms;"
                f" mean {average / mean:.2f} x, {(average - mean) * 1000:+.2f} ms"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--cells", action="store_true")
    asked = parser.parse_args()
    if asked.cells:
        all_cells()
        return
    wanted = asked.calls
    table = games()
    players = [("ID",), *((number,) for number in range(1, 201))]
    text = evaluate_call(REGISTRY["EVENT"], [Grid(players), Grid(table)])
    calls = [
        ("nothing but a number", ["ROUNDS", [9.0]]),
        (f"the event as one text of {len(str(text)):,} letters", ["POINTS", [1.0, text]]),
        ("the same, BUCHHOLZ in place of POINTS", ["BUCHHOLZ", [1.0, text]]),
        (f"the table of {len(table)} x {len(table[0])} cells", ["POINTS", [1.0, table]]),
    ]
    with tempfile.TemporaryDirectory() as folder, wine.installed():
        file, client = Path(folder, "calls.json"), Path(folder, "client.py")
        file.write_text(json.dumps([call for _, call in calls]), "utf-8")
        client.write_text(CLIENT, "utf-8")
        told = wine.run(*(wine.in_windows(path) for path in (client, file)), str(wanted))
    start, *times = map(json.loads, told.split())
    print(f"from no Python to the first answer: {start:.1f} s")
    for (title, _), spent in zip(calls, times, strict=True):
        more = f"{(spent - times[0]) * 1000:+.2f} ms"
        print(f"{spent / times[0]:6.1f} x  {spent * 1000:6.2f} ms  {more:>10}  {title}")


if __name__ == "__main__":
    main()
