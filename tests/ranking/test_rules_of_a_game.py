"""The rules of one game are enough to rank its events: the others answer to no name of theirs."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from xltie import rules
from xltie.core.errors import XltieError
from xltie.event import Event
from xltie.functions import registry
from xltie.functions.registry import Function
from xltie.ranking import criteria, parse_criteria
from xltie.sheets.functions import REGISTRY

TRF = Path(__file__).parents[1] / "pairing/dutch/events/players12-seed4.trf"
GAMES = [folder for folder in rules.FOLDERS if folder != "common"]


def words(entry: Function) -> set[str]:
    """Return everything that a function answers to in a list of criteria."""
    own = (entry.name, entry.code, entry.vba_name, *entry.aliases, *entry.presets)
    return {word.upper() for word in own if word}


def test_no_word_means_two_functions() -> None:
    meant = defaultdict(set)
    for entry in REGISTRY.values():
        for word in words(entry):
            meant[word].add(entry.name)
    assert {word: names for word, names in meant.items() if len(names) > 1} == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_criterion_means_the_same_whichever_rules_are_loaded(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = [word for entry in REGISTRY.values() for word in words(entry)]
    lists += [f"{word}-1" for word in lists] + [f"{word}C1" for word in lists]
    event = Event(contestants=(), game=game)
    expected = [named(word, event) for word in lists]
    folders = tuple(f"xltie.rules.{folder}." for folder in ("common", game))
    few = {
        n: entry for n, entry in REGISTRY.items() if entry.compute.__module__.startswith(folders)
    }
    monkeypatch.setattr(registry, "REGISTRY", few)
    monkeypatch.setattr(criteria, "REGISTRY", REGISTRY)
    loads: list[str] = []

    def load(asked: str = "") -> None:
        loads.append(asked)
        monkeypatch.setattr(registry, "REGISTRY", few if asked else REGISTRY)

    monkeypatch.setattr(criteria.rules, "load", load)
    assert [named(word, event) for word in lists] == expected
    assert game in loads and "" in loads


def named(text: str, event: Event) -> str:
    """Return the function that a criterion means, or why it means none."""
    try:
        return parse_criteria(text, event=event)[0].function.name
    except XltieError as error:
        return error.text


@pytest.mark.slow
def test_ranking_a_chess_event_loads_no_rules_of_other_games() -> None:
    code = (
        "import sys; from xltie.api import open_event, standings\n"
        f"lines = standings(open_event({TRF.as_posix()!r}), 'PTS, BH/C1, SB').lines\n"
        "assert lines[0].place == 1\n"
        "assert 'xltie.rules.bridge' not in sys.modules and 'xltie.rules.go' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
