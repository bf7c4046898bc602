"""The example events: ``xltie new FILE --example`` makes the workbook of one.

No published event with the discs of every game could be found whose figures may be passed on, so
the players and games are invented: strengths are drawn from a fixed seed, every round is paired
from the top of the standings against opponents not met yet, and the results follow the difference
in strength. The same program gives the same event.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from xltie.core.cells import Grid, Scalar
from xltie.core.records import replace
from xltie.event import FOR_THE_OTHER, Contestant, Event, Match, Outcome, Side, Status
from xltie.games import Traits, preset
from xltie.settings.declared import LANGUAGE
from xltie.workbooks.build import new_workbook
from xltie.workbooks.from_event import event_workbook

ROUNDS = 7
NAMES = (
    "Aldana", "Birk", "Castell", "Dufour", "Ebner", "Falk", "Girard", "Hong", "Ito", "Jansen",
    "Kang", "Lind", "Moreau", "Novak", "Oh", "Petit",
)  # fmt: skip
CLUBS = ("Riverside", "Old Town", "Harbour")
_PLAYERS, _PAIRS = 15, 8
_NAME, _DATE = "Autumn Open (simulated)", "2026-11-21"
_WORTH = {Outcome.WIN: 1, Outcome.DRAW: 0.5, Outcome.LOSS: 0, None: 0}
_DRAWN_WITHIN = 4
"""How near the middle, in discs of 64, a game is a draw where discs are not counted."""


def example_workbook(game: str = "othello", language: str = "en", played: int = ROUNDS) -> bytes:
    """Return the workbook of the example of a game with so many rounds played.

    A session of bridge is always played whole.
    """
    settings: dict[str, object] = {"event": _NAME, "date": _DATE, "language": language}
    if preset(game).traits.is_session:
        played_whole = session(_PAIRS, NAMES)
        said = played_whole.settings.with_(LANGUAGE, "" if language == "en" else language)
        return event_workbook(
            replace(played_whole, name=_NAME, start_date=_DATE, settings=said), ""
        )
    players, everything = simulated(game)
    matches = [match for match in everything if match.round <= played]
    return new_workbook(preset(game), len(players), ROUNDS, players, settings, matches)


def simulated(game: str = "othello", seed: int = 2026) -> tuple[list[Contestant], list[Match]]:
    """Return the players and all games of an event of 15 players and 7 rounds."""
    dice = random.Random(seed)
    strength = {str(number): dice.gauss(0, 9) for number in range(1, _PLAYERS + 1)}
    traits = preset(game).traits
    players = [
        Contestant(who, NAMES[int(who) - 1], rating=1500 + round(20 * strength[who]),
                   grade=_grade(strength[who]) if traits.has_ranks else "",
                   club=CLUBS[int(who) % len(CLUBS)])
        for who in strength
    ]  # fmt: skip
    points = dict.fromkeys(strength, 0.0)
    met: dict[str, set[str]] = {who: set() for who in strength}
    matches: list[Match] = []
    for number in range(1, ROUNDS + 1):
        order = sorted(strength, key=lambda who: (-points[who], int(who)))
        resting = next(who for who in reversed(order) if "" not in met[who])
        order.remove(resting)
        for first, second in paired(order, met):
            mean = 32 + (strength[first] - strength[second]) / 2
            discs = min(64, max(0, round(dice.gauss(mean, 8))))
            match = _match(traits, number, (first, second), discs)
            matches.append(match)
            for side in match.sides:
                points[side.who] += _WORTH[side.outcome]
            met[first].add(second)
            met[second].add(first)
        matches.append(Match(number, Side(resting, Status.PAIRING_BYE)))
        points[resting] += 1
        met[resting].add("")
    return players, matches


def _grade(strength: float) -> str:
    """Return a rank of Go for a strength around 0."""
    steps = round(strength / 6)
    return f"{steps + 1}d" if steps >= 0 else f"{-steps}k"


def paired(order: Sequence[str], met: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return pairs from the top, nobody against an opponent met before."""
    if not order:
        return []
    first = order[0]
    for other in order[1:]:
        if other not in met[first]:
            rest = [who for who in order if who not in (first, other)]
            below = paired(rest, met)
            if below or not rest:
                return [(first, other), *below]
    return []


def _match(traits: Traits, number: int, players: tuple[str, str], discs: int) -> Match:
    """Return one game by how many of 64 discs its first player would have."""
    beyond = discs - 32
    within = 0 if traits.tally_sum else _DRAWN_WITHIN
    is_drawn = abs(beyond) <= within and not traits.has_handicap
    first = Outcome.DRAW if is_drawn else Outcome.WIN if beyond >= 0 else Outcome.LOSS
    counts = (Fraction(discs), Fraction(64 - discs)) if traits.tally_sum else (None, None)
    seats = (traits.first.lower(), traits.second.lower())
    one, other = (
        Side(who, Status.PLAYED, outcome, None, counted, seat)
        for who, outcome, counted, seat in zip(
            players, (first, FOR_THE_OTHER[first]), counts, seats, strict=True
        )
    )
    return Match(number, one, other)


def session(count: int, names: Sequence[str], seed: int = 13) -> Event:
    """Return a session of bridge: everybody meets everybody, two boards each; names by twos."""
    from xltie.sheets.read import read_event

    dice = random.Random(seed)
    pairs = [str(number) for number in range(1, count + 1)]
    lines: list[list[Scalar]] = [
        ["Round", "Table", "Board", "NS", "EW", "Contract", "By", "Tricks"]
    ]
    contracts = {board: _contracts(dice) for board in range(1, 2 * count - 1)}
    for at in range(count - 1):
        turning = [*pairs[1:][at:], *pairs[1:][:at]]
        seats = [(pairs[0], turning[0])]
        seats += [(turning[table], turning[-table]) for table in range(1, count // 2)]
        for table, couple in enumerate(seats, 1):
            ns, ew = couple if (at + table) % 2 else couple[::-1]
            for board in (2 * at + 1, 2 * at + 2):
                contract, level = dice.choice(contracts[board])
                tricks = min(13, max(0, level + 6 + dice.choice((-2, -1, 0, 0, 0, 1))))
                by = dice.choice("NNSSEW")
                lines.append([at + 1, table, board, ns, ew, contract, by, tricks])
    event = read_event(Grid(lines))
    called = {
        who: f"{names[2 * at]} – {names[2 * at + 1]}" for at, who in enumerate(pairs)
    }  # fmt: skip
    return replace(
        event, game="bridge",
        contestants=tuple(replace(pair, name=called[pair.id]) for pair in event.contestants),
    )  # fmt: skip


def _contracts(dice: random.Random) -> list[tuple[str, int]]:
    """Return the contracts that a board is played in: one is the usual one."""
    suit = dice.choice(("C", "D", "H", "S", "NT", "NT"))
    level = dice.choice((2, 3, 3, 4, 4, 6))
    return [(f"{level}{suit}", level)] * 3 + [(f"{max(1, level - 1)}{suit}", max(1, level - 1))]
