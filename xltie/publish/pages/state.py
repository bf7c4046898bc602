"""How far an event is, in words: for every page, and for the list of several events."""

from __future__ import annotations

from xltie.core.messages import Message, count, say
from xltie.publish.page_model import State
from xltie.publish.results import Results


def state(results: Results) -> State:
    """Return how far an event is, and when its file was saved."""
    said = results.language.say(words(results))
    return State(said, results.saved, results.is_running)


def words(results: Results) -> Message:
    """Return how far an event is."""
    newest, planned = results.newest, results.event.rounds
    if results.open_games:
        return count(results.open_games, "round {round}, {n} game open",
                     "round {round}, {n} games open", round=newest)  # fmt: skip
    if not newest:
        boards = len({played.deal for played in results.event.board_results})
        return count(boards, "{n} board played", "{n} boards played") if boards else say("no games")
    if newest < planned:
        return say("after round {round} of {rounds}", round=newest, rounds=planned)
    return count(newest, "finished, {n} round", "finished, {n} rounds")
