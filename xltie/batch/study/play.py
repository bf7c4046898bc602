"""One event played out: strengths, ratings, pairings by a system of ours, results by a model."""

from __future__ import annotations

from random import Random

from xltie.batch.study.models import Boards, Model, normal
from xltie.batch.study.plan import FieldKind, Study
from xltie.core.records import replace
from xltie.event import FOR_THE_OTHER, Contestant, Event, EventIndex, Id, Match, Side, Status
from xltie.games import traits_of
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import Board, System, system_named
from xltie.pairing.systems import draw_round
from xltie.settings.declared import CONTEST


def played(study: Study, setting: FieldKind, number: int) -> tuple[Event, dict[Id, float]]:
    """Return an event of a study and the true strength of every player.

    The number chooses the event: the same on every machine, whatever was played before. Fields of
    another deviation have the same lots, so that they differ in nothing else.
    """
    lots = Random(f"{study.seed}/{setting.players}/{setting.rounds}/{number}")
    strengths = [study.mean + setting.deviation * normal(lots) for _ in range(setting.players)]
    error = study.rating_error
    ratings = [None if error is None else round(true + error * normal(lots)) for true in strengths]
    entered = sorted(
        zip(strengths, ratings, strict=True),
        key=lambda entrant: entrant[1] or 0,
        reverse=error is not None,
    )
    contestants = tuple(
        Contestant(str(place), f"Player {place}", rating=rating)
        for place, (_, rating) in enumerate(entered, 1)
    )
    truth = {
        contestant.id: strength
        for contestant, (strength, _) in zip(contestants, entered, strict=True)
    }
    event = Event(
        name=f"{study.title} {number}",
        game=study.game,
        rounds=setting.rounds,
        contestants=contestants,
        tally_sum=traits_of(study.game).tally_sum,
        settings=study.settings_of_events,
    )
    if isinstance(study.model, Boards):
        session = study.model.session(truth, setting.rounds, lots)
        settings = event.settings.with_(CONTEST, event.settings.text(CONTEST, "pairs"))
        return replace(event, rounds=0, board_results=session, settings=settings), truth
    return _all_rounds(study, study.model, event, truth, lots), truth


def _all_rounds(
    study: Study, model: Model, event: Event, truth: dict[Id, float], lots: Random
) -> Event:
    system = system_named(study.system)
    gone: set[Id] = set()
    for number in range(1, event.rounds + 1):
        leaving = _some(truth, study.withdrawals if number > 1 else 0, lots)
        gone |= leaving if len(gone | leaving) < len(truth) // 2 else set()
        away = frozenset(gone), frozenset(_some(truth, study.byes, lots) - gone)
        matches = _round(model, system, event, number, truth, away, lots)
        event = replace(event, matches=event.matches + tuple(matches))
    return event


def _some(truth: dict[Id, float], chance: float, lots: Random) -> set[Id]:
    return {who for who in truth if lots.random() < chance} if chance else set()


def _round(
    model: Model, system: System, event: Event, number: int, truth: dict[Id, float],
    away: tuple[frozenset[Id], frozenset[Id]], lots: Random,
) -> list[Match]:  # fmt: skip
    gone, resting = away
    wants = RoundOptions(seed=str(lots.random()), absent=gone | resting, half_byes=resting)
    drawn = draw_round(EventIndex(event), number, system, wants)
    matches = [_game(model, event.game, number, board, truth, lots) for board in drawn.boards]
    matches += [Match(number, Side(who, Status.ABSENT)) for who in sorted(gone)]
    matches += [Match(number, Side(who, Status.HALF_BYE)) for who in sorted(resting)]
    return matches


def _game(
    model: Model, game: str, number: int, board: Board, truth: dict[Id, float], lots: Random
) -> Match:
    if board.second is None:
        return Match(number, Side(board.first, Status.PAIRING_BYE))
    ending = model.play(truth[board.first], truth[board.second], lots)
    traits, tallies = traits_of(game), ending.tallies or (None, None)
    return Match(
        number,
        Side(board.first, outcome=ending.outcome, tally=tallies[0], seat=traits.first.lower()),
        Side(
            board.second,
            outcome=FOR_THE_OTHER[ending.outcome],
            tally=tallies[1],
            seat=traits.second.lower(),
        ),
        table=str(board.table),
    )
