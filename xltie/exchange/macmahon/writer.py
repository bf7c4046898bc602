"""Writing tournaments for MacMahon: what the program cannot hold is a fault, never left out.

MacMahon 3.10 reads these files: it refuses an element without its ``typeversion`` and a rank that
it does not know, and numbers games without a board by itself, which fails.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, FrozenSet, Iterator, List, Mapping, Optional, Tuple

from xltie.core.errors import Fault
from xltie.core.go_names import parted
from xltie.core.go_ranks import LOWEST, in_letters, rank_in_file, start_score
from xltie.core.messages import say
from xltie.event import Contestant, Event, Id, Match, Status, is_preliminary
from xltie.exchange.common.fields import RANK, Field, Spelling, flag, settings_written
from xltie.exchange.common.go import (
    D,
    L,
    ResultTexts,
    W,
    criteria_written,
    rank_of,
    rounds_missed,
    tables,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml import element, tag
from xltie.settings import declared

RESULTS = ResultTexts(
    {  # black, white
        "1-0": (W, L),
        "0-1": (L, W),
        "½-½": (D, D),
        "1/2-1/2": (D, D),
        "S-S": (D, D),
        "0-0": (L, L),
        "1-1": (W, W),
    },
    by_default="!",
    pending=("?-?", "", "-"),
)
CRITERIA = {
    "Points": "NBW", "Score": "MMS", "ScoreX": "MMS", "SOS": "SOS", "SOS-1": "SOS-1",
    "SOS-2": "SOS-2", "SOSOS": "SOSOS", "SODOS": "SODOS", "CUSS": "CUSS",
    "Rank": "RANK", "Rating": "RATING",
}  # fmt: skip
KINDS = {"mcmahon": "0", "round-robin": "1", "swiss": "2"}


_NOTHING = Spelling(
    flag("0;0").read, lambda text: str(re.split(r"[;\s]+", text.strip())[-1] == "0").lower()
)
_LESS = Spelling(lambda told: told.lstrip("-"), lambda text: text if text == "0" else f"-{text}")
_RANK = Spelling(RANK.read, lambda text: (RANK.write(text) or "30K").lower())
BARS = (
    Field("LowerMacMahonBarLevel", declared.FLOOR, "", _RANK, "LowerMacMahonBar"),
    Field("UpperMacMahonBarLevel", declared.BAR, "", _RANK, "UpperMacMahonBar"),
)
"""The bars of a McMahon event."""
SCORES = (
    Field("HalfScoreGroupsRoundDown", declared.ROUNDING, "", flag("none", is_true=False)),
    Field("ByeShouldResultInZeroSOSetc", declared.UNPLAYED, "", flag("zero")),
    Field("CalculationScoreAddNothing", declared.ABSENT, "0;0.5", _NOTHING),
)
"""What rounds without a game are worth."""
HANDICAPS = (
    Field("HandicapBelowLevel", declared.NO_HANDICAP_FROM, "1d", _RANK, "HandicapBelow", "9d"),
    Field("HandicapByLevel", declared.HANDICAP_BY, "mms", flag("rank", "mms")),
    Field("HandicapAdjustmentValue", declared.REDUCTION, "1", _LESS, "HandicapAdjustment", "0"),
    Field("HandicapLimitValue", declared.HANDICAP_CEILING, "9", Spelling(), "HandicapLimit", "9"),
)
"""How handicaps follow from ranks or scores, where ``HandicapUsed`` says that they do."""
NO_HANDICAPS = "9"
"""The reduction of an event whose games are all even."""


_NAMES = {ours: theirs for theirs, ours in reversed(CRITERIA.items())}
_FREE = frozenset({Status.PAIRING_BYE, Status.FULL_BYE})
_ALONE = _FREE | {Status.ABSENT, Status.ZERO_BYE}

Bars = Tuple[Optional[int], Optional[int]]
"""The upper and the lower bar as numbers of ranks, None for one that is not used."""


def write(event: Event) -> bytes:
    """Return the event as a tournament of MacMahon.

    Raises:
        InputError: everything in the event that MacMahon's files cannot hold.
    """
    notes = Notes()
    numbers = {contestant.id: str(number) for number, contestant in enumerate(event.contestants, 1)}
    ranks = {contestant.id: rank_of(contestant, notes) for contestant in event.contestants}
    bars, supers = _bars(event, ranks, notes)
    missed = rounds_missed(event, max(event.rounds, event.last_round))
    body = [
        *_general(event, bars, notes),
        tag("Walllist", {"typeversion": "3"}, *_criteria(event, notes)),
    ]
    for contestant in event.contestants:
        who = contestant.id
        player = _player(contestant, ranks[who])
        body.append(_person(contestant, numbers[who], player, who in supers, missed[who]))
    body += _rounds(event, numbers, notes)
    if not event.contestants:
        notes.fault("there are no players to write")
    notes.refuse()
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return "\n".join([head, tag("Tournament", {"typeversion": "6"}, *body), ""]).encode()


def remarks(event: Event) -> List[Fault]:
    """Return what the program makes of rounds without an opponent: it has sums of its own there."""
    missed = rounds_missed(event, event.last_round).values()
    if not any(missed) and all(match.b is not None for match in event.matches):
        return []
    said = say(
        "somebody had no opponent in a round: MacMahon has a rule of its own for what that is "
        "worth and adds to sums over opponents, so that its places may differ"
    )
    return [Fault(said)]


# -- what holds for the whole event ----------------------------------------------------------------


def _general(event: Event, bars: Bars, notes: Notes) -> Iterator[str]:
    if event.format not in KINDS:
        notes.fault("MacMahon has no tournaments of the kind {choice!r}", choice=event.format)
    is_mcmahon = event.format == "mcmahon"
    if not is_mcmahon:  # the program starts by rank, whatever the kind, but for its bars
        bars = (LOWEST, LOWEST)
    limits = zip((declared.BAR, declared.FLOOR), bars)
    settings = event.settings.saying(
        {limit: "" if bar is None else in_letters(bar).lower() for limit, bar in limits}
    )
    reduction = settings.text(declared.REDUCTION, "1" if is_mcmahon else NO_HANDICAPS)
    is_even = settings.text(declared.BASIS) == "mms-even"
    written = settings_written((*BARS, *SCORES, *HANDICAPS), settings, notes)
    values: Dict[str, object] = {
        "Name": event.name,
        "NumberOfRounds": max(event.rounds, event.last_round),
        "CurrentRoundNumber": max(1, event.last_round),
        "TakeCurrentRoundInAccount": True,
        "Kind": KINDS.get(event.format, "0"),
        "UseMacMahonStartScores": is_mcmahon,
        "RatingAllowed": True,  # without it no rating is read
        "HandicapIncludeInTieBreakers": is_mcmahon and not is_even,
        "HandicapUsed": reduction != NO_HANDICAPS,
        "HandicapByPoints": written["HandicapByLevel"] == "false",
        "CalculationScoreAddHalf": written["CalculationScoreAddNothing"] == "false",
        **written,
    }
    for name, value in values.items():
        yield element(name, value)


def _criteria(event: Event, notes: Notes) -> Iterator[str]:
    main, letter = ("MMS", "M") if event.format == "mcmahon" else ("NBW", "W")
    over = re.compile(rf"^(SOS|SOSOS|SODOS|CUSS){letter}")

    def name_of(text: str) -> Optional[str]:
        return _NAMES.get(text) or _NAMES.get(over.sub(r"\1", text))

    for name in criteria_written(event, f"{main}, SOS, SOSOS", name_of, "MacMahon", notes):
        yield tag("SortCriterionDescriptor", {"typeversion": "1"}, element("ShortName", name))


# -- players ---------------------------------------------------------------------------------------


def _bars(event: Event, ranks: Mapping[Id, int], notes: Notes) -> Tuple[Bars, List[Id]]:
    """Return the bars from which all start scores follow, and the members of the super-group."""
    if event.format != "mcmahon" or not event.contestants or notes.faults:
        return (None, None), []
    zero = start_score(0)
    starts = [int(contestant.start - zero) for contestant in event.contestants]
    bar = rank_in_file(event.settings.text(declared.BAR))
    floor = rank_in_file(event.settings.text(declared.FLOOR))
    tried: List[Bars] = [
        (bar, floor), (None, None), (max(starts), min(starts)),
        (max(starts) - 1, min(starts)),
    ]  # fmt: skip
    found = [(bars, _over(event, ranks, bars)) for bars in tried]
    bars, over = min(found, key=lambda tried_bars: sum(map(_is_odd, tried_bars[1].values())))
    for contestant in event.contestants:
        if _is_odd(over[contestant.id]):
            notes.fault(
                "{who} starts with {start}; by rank and bars MacMahon gives {given}, or 1 more in "
                "the super-group",
                contestant.place,
                who=contestant.known_as,
                start=contestant.start,
                given=contestant.start - over[contestant.id],
            )
    return bars, [who for who, more in over.items() if more == 1]


def _is_odd(more: Fraction) -> bool:
    """Tell whether neither rank and bars give a start score, nor the super-group one above."""
    return more not in (0, 1)


def _over(event: Event, ranks: Mapping[Id, int], bars: Bars) -> Dict[Id, Fraction]:
    """Return how much more everybody starts with than rank and bars give."""
    return {
        contestant.id: contestant.start - start_score(ranks[contestant.id], *bars)
        for contestant in event.contestants
    }


def _person(
    contestant: Contestant, number: str, player: str, is_super: bool, missed: FrozenSet[int]
) -> str:
    return tag(
        "IndividualParticipant",
        {"typeversion": "1"},
        element("Id", number),
        element("PreliminaryRegistration", is_preliminary(contestant)),
        element("SuperBarMember", is_super),
        *(element("NotPlayingInRound", turn) for turn in sorted(missed)),
        player,
    )


def _player(contestant: Contestant, rank: int) -> str:
    surname, first = parted(contestant.known_as)
    values = {
        "FirstName": first,
        "Surname": surname,
        "GoLevel": in_letters(rank).lower(),
        "Country": contestant.country,
        "Club": contestant.club,
    }
    if contestant.rating is not None:
        values["Rating"] = str(contestant.rating)
    pin = dict(contestant.more).get("PIN")
    if pin:
        values["EgdPin"] = pin
    return tag("GoPlayer", {"typeversion": "1"}, *map(element, values, values.values()))


# -- rounds ----------------------------------------------------------------------------------------


def _rounds(event: Event, numbers: Mapping[Id, str], notes: Notes) -> Iterator[str]:
    for number in sorted({match.round for match in event.matches}):
        of_round = [match for match in event.matches if match.round == number]
        boards = zip(of_round, tables(of_round))
        games = [
            _pairing(match, board, numbers)
            for match, board in boards
            if match.b is not None or _is_free(match, notes)
        ]
        attributes = {"typeversion": "2"}
        yield tag("TournamentRound", attributes, element("RoundNumber", number), *games)


def _is_free(match: Match, notes: Notes) -> bool:
    """Tell whether a player without an opponent has a bye; a fault if the program has no such."""
    if match.a.status not in _ALONE:
        notes.fault(
            "MacMahon has no {status} as {who} has in round {round}",
            match.place,
            status=match.a.status.message,
            who=match.a.who,
            round=match.round,
        )
    return match.a.status in _FREE


def _pairing(match: Match, board: int, numbers: Mapping[Id, str]) -> str:
    black, white = match.a, match.b
    if white is not None and black.seat == "white":
        black, white = white, black
    values: Dict[str, object] = {
        "PairingWithBye": white is None, "Black": numbers[black.who],
    }  # fmt: skip
    result = RESULTS.pending[0]
    if white is not None:
        values["White"] = numbers[white.who]
        result = RESULTS.text(black, white)
    values.update(
        Handicap=match.handicap,
        Result=result.rstrip(RESULTS.by_default),
        ResultByReferee=black.status.is_forfeit,
        BoardNumber=board,
        BoardNumberFixed=True,
    )
    return tag("Pairing", {"typeversion": "2"}, *map(element, values, values.values()))
