"""Writing tournaments for MacMahon: what the program cannot hold is a fault, never left out.

MacMahon 3.10 reads these files: it refuses an element without its ``typeversion`` and a rank that
it does not know, and numbers games without a board by itself, which fails.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Collection, Dict, Iterator, List, Mapping, Optional, Set, Tuple
from xml.sax.saxutils import escape

from xltie.core.errors import Fault
from xltie.core.go_names import parted
from xltie.core.go_ranks import LOWEST, in_letters, rank_in_file, start_score
from xltie.core.messages import say
from xltie.event import Contestant, Event, Id, Match, Status, is_preliminary
from xltie.exchange.common.go import tables
from xltie.exchange.common.notes import Notes
from xltie.exchange.macmahon.names import CRITERIA, RESULTS
from xltie.settings import Setting, Settings, declared

_KINDS = {"mcmahon": "0", "round-robin": "1", "swiss": "2"}
_NAMES = {ours: theirs for theirs, ours in reversed(CRITERIA.items())}
_WITHOUT_PLAY = frozenset({"", "start", "zero", "bye-player"})
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
    ranks = {contestant.id: _rank(contestant, notes) for contestant in event.contestants}
    bars, supers = _bars(event, ranks, notes)
    body = [
        *_general(event, bars, notes),
        *_criteria(event, notes),
        *(
            line
            for contestant in event.contestants
            for line in _person(
                event, contestant, numbers[contestant.id], ranks[contestant.id], supers
            )
        ),
        *_rounds(event, numbers, notes),
    ]
    if not event.contestants:
        notes.fault(say("there are no players to write"))
    notes.refuse()
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return "\n".join([head, '<Tournament typeversion="6">', *body, "</Tournament>", ""]).encode()


def remarks(event: Event) -> List[Fault]:
    """Return what the program makes of rounds without an opponent: it has sums of its own there."""
    alone = {side.who for match in event.matches if match.b is None for side in match.sides}
    if not alone and not _is_missing_somebody(event):
        return []
    said = say(
        "somebody had no opponent in a round: MacMahon has a rule of its own for what that is "
        "worth and adds to sums over opponents, so that its places may differ"
    )
    return [Fault(said)]


def _element(name: str, value: object) -> str:
    return f"<{name}>{escape(str(value))}</{name}>"


def _flag(name: str, is_so: bool) -> str:
    return _element(name, str(is_so).lower())


# -- what holds for the whole event ----------------------------------------------------------------


def _general(event: Event, bars: Bars, notes: Notes) -> Iterator[str]:
    if event.format not in _KINDS:
        notes.fault(say("MacMahon has no tournaments of the kind {choice!r}", choice=event.format))
    settings, is_mcmahon = event.settings, event.format == "mcmahon"
    begun = event.last_round
    yield _element("Name", event.name)
    yield _element("NumberOfRounds", max(event.rounds, begun))
    yield _element("CurrentRoundNumber", max(1, begun))
    yield _element("TakeCurrentRoundInAccount", "true")
    yield _element("Kind", _KINDS.get(event.format, "0"))
    if not is_mcmahon:  # the program starts by rank, whatever the kind, but for its bars
        bars = (LOWEST, LOWEST)
    for name, bar, unused in zip(("Lower", "Upper"), reversed(bars), ("30k", "8d")):
        yield _flag(f"{name}MacMahonBar", bar is not None)
        yield _element(f"{name}MacMahonBarLevel", unused if bar is None else _letters(bar))
    yield _flag("UseMacMahonStartScores", is_mcmahon)
    yield _flag("RatingAllowed", True)  # without it no rating is read
    is_even = settings.text(declared.BASIS) == "mms-even"
    yield _flag("HandicapIncludeInTieBreakers", is_mcmahon and not is_even)
    yield _flag("HalfScoreGroupsRoundDown", settings.text(declared.ROUNDING) != "none")
    yield _flag("ByeShouldResultInZeroSOSetc", settings.text(declared.UNPLAYED) == "zero")
    yield from _absences(event, notes)
    yield from _handicaps(settings)
    unplayed = settings.text(declared.UNPLAYED)
    if unplayed not in _WITHOUT_PLAY and any(match.b is None for match in event.matches):
        said = say(
            "unplayed={choice} for rounds without an opponent is not known to MacMahon",
            choice=unplayed,
        )
        notes.fault(said)


def _absences(event: Event, notes: Notes) -> Iterator[str]:
    """Yield what a round missed adds to the McMahon score: half a point or nothing."""
    missed, free = _worth(event, declared.ABSENT, "0;0.5"), _worth(event, declared.BYE, "1;1")
    alone = {match.a.status for match in event.matches if match.b is None}
    is_mcmahon = event.format == "mcmahon"
    score = missed[1] if is_mcmahon else missed[0]
    if _is_missing_somebody(event) and (missed[0] != "0" or score not in ("0", "0.5")):
        said = say(
            "a round missed is worth {worth}; MacMahon has 0;0 and 0;0.5", worth=";".join(missed)
        )
        notes.fault(said)
    if _FREE & alone and (free[0] != "1" or (is_mcmahon and free[1] != "1")):
        notes.fault(say("a bye is worth {worth}; in MacMahon it is a win", worth=";".join(free)))
    yield _flag("CalculationScoreAddHalf", missed[1] != "0")
    yield _flag("CalculationScoreAddNothing", missed[1] == "0")


def _is_missing_somebody(event: Event) -> bool:
    """Tell whether anybody stayed away from a round that has begun."""
    there = {
        (side.who, match.round)
        for match in event.matches
        for side in match.sides
        if side.status is not Status.ABSENT
    }
    return len(there) < len(event.contestants) * max(
        (match.round for match in event.matches), default=0
    )


def _worth(event: Event, setting: Setting[str], usual: str) -> Tuple[str, str]:
    """Return what a round without a game is worth in wins and in McMahon scores."""
    texts = re.split(r"[;\s]+", event.settings.text(setting, usual).strip())
    return texts[0], texts[-1]


def _handicaps(settings: Settings) -> Iterator[str]:
    is_given = bool(settings.text(declared.REDUCTION) or settings.text(declared.HANDICAP_BY))
    below, ceiling = (
        settings.text(declared.NO_HANDICAP_FROM),
        settings.text(declared.HANDICAP_CEILING),
    )
    reduction = settings.text(declared.REDUCTION, "0")
    yield _flag("HandicapUsed", is_given)
    yield _flag("HandicapBelow", bool(below))
    yield _element("HandicapBelowLevel", (below or "1d").lower())
    yield _flag("HandicapByLevel", settings.text(declared.HANDICAP_BY) == "rank")
    yield _flag("HandicapByPoints", settings.text(declared.HANDICAP_BY) != "rank")
    yield _flag("HandicapAdjustment", reduction != "0")
    yield _element("HandicapAdjustmentValue", reduction if reduction == "0" else f"-{reduction}")
    yield _flag("HandicapLimit", bool(ceiling))
    yield _element("HandicapLimitValue", ceiling or "9")


def _criteria(event: Event, notes: Notes) -> Iterator[str]:
    usual = "MMS, SOS, SOSOS" if event.format == "mcmahon" else "NBW, SOS, SOSOS"
    basis = "M" if event.format == "mcmahon" else "W"
    yield '<Walllist typeversion="3">'
    for text in re.split(r"\s*[,;]\s*", event.settings.text(declared.CRITERIA, usual)):
        name = text.strip().upper()
        name = _NAMES.get(name) or _NAMES.get(
            re.sub(rf"^(SOS|SOSOS|SODOS|CUSS){basis}", r"\1", name)
        )
        if name is None:
            notes.fault(say("MacMahon has no criterion {name!r}", name=text.strip()))
            continue
        descriptor = _element("ShortName", name)
        yield f'<SortCriterionDescriptor typeversion="1">{descriptor}</SortCriterionDescriptor>'
    yield "</Walllist>"


# -- players ---------------------------------------------------------------------------------------


def _letters(rank: int) -> str:
    return in_letters(rank).lower()


def _rank(contestant: Contestant, notes: Notes) -> int:
    rank = rank_in_file(contestant.grade)
    if rank is None:
        said = say(
            "{who} has the rank {grade!r}; MacMahon needs one such as 3d",
            who=contestant.name or contestant.id,
            grade=contestant.grade,
        )
        notes.fault(said, contestant.place)
    return rank or 0


def _bars(event: Event, ranks: Mapping[Id, int], notes: Notes) -> Tuple[Bars, List[Id]]:
    """Return the bars from which all start scores follow, and the members of the super-group."""
    if event.format != "mcmahon" or not event.contestants or notes.faults:
        return (None, None), []
    zero = start_score(0)
    starts = [int(contestant.start - zero) for contestant in event.contestants]
    limits = (declared.BAR, declared.FLOOR)
    named = tuple(rank_in_file(event.settings.text(limit)) for limit in limits)
    tried: List[Bars] = [
        (named[0], named[1]), (None, None), (max(starts), min(starts)),
        (max(starts) - 1, min(starts)),
    ]  # fmt: skip
    found = [(bars, _over(event, ranks, bars)) for bars in tried]
    bars, over = min(
        found, key=lambda tried_bars: len([x for x in tried_bars[1].values() if x not in (0, 1)])
    )
    for contestant in event.contestants:
        if over[contestant.id] not in (0, 1):
            said = say(
                "{who} starts with {start}; by rank and bars MacMahon gives {given}, or 1 more in "
                "the super-group",
                who=contestant.name or contestant.id,
                start=contestant.start,
                given=contestant.start - over[contestant.id],
            )
            notes.fault(said, contestant.place)
    return bars, [who for who, more in over.items() if more == 1]


def _over(event: Event, ranks: Mapping[Id, int], bars: Bars) -> Dict[Id, Fraction]:
    """Return how much more everybody starts with than rank and bars give."""
    return {
        contestant.id: contestant.start - start_score(ranks[contestant.id], *bars)
        for contestant in event.contestants
    }


def _person(
    event: Event, contestant: Contestant, number: str, rank: int, supers: Collection[Id]
) -> Iterator[str]:
    surname, first = parted(contestant.name or contestant.id)
    more = dict(contestant.more)
    missed = _missed(event, contestant)
    yield '<IndividualParticipant typeversion="1">'
    yield _element("Id", number)
    yield _flag("PreliminaryRegistration", is_preliminary(contestant))
    yield _flag("SuperBarMember", contestant.id in supers)
    yield from (_element("NotPlayingInRound", missing) for missing in sorted(missed))
    yield '<GoPlayer typeversion="1">'
    yield _element("FirstName", first)
    yield _element("Surname", surname)
    yield _element("GoLevel", _letters(rank))
    yield _element("Country", contestant.country)
    yield _element("Club", contestant.club)
    if contestant.rating is not None:
        yield _element("Rating", contestant.rating)
    if more.get("PIN"):
        yield _element("EgdPin", more["PIN"])
    yield "</GoPlayer>"
    yield "</IndividualParticipant>"


def _missed(event: Event, contestant: Contestant) -> Set[int]:
    """Return the rounds in which a player did not take part, or will not."""
    there = {
        match.round
        for match in event.matches
        for side in match.sides
        if side.who == contestant.id and side.status is not Status.ABSENT
    }
    coming = range(event.last_round + 1, event.rounds + 1)
    left = {number for number in coming if contestant.has_left(number)}
    return left.union(range(1, event.last_round + 1)) - there


# -- rounds ----------------------------------------------------------------------------------------


def _rounds(event: Event, numbers: Mapping[Id, str], notes: Notes) -> Iterator[str]:
    for number in sorted({match.round for match in event.matches}):
        yield '<TournamentRound typeversion="2">'
        yield _element("RoundNumber", number)
        of_round = [match for match in event.matches if match.round == number]
        for match, board in zip(of_round, tables(of_round)):
            yield from _pairing(match, board, numbers, notes)
        yield "</TournamentRound>"


def _pairing(match: Match, board: int, numbers: Mapping[Id, str], notes: Notes) -> Iterator[str]:
    if match.b is None:
        if match.a.status not in _ALONE:
            said = say(
                "MacMahon has no {status} as {who} has in round {round}",
                status=match.a.status.message,
                who=match.a.who,
                round=match.round,
            )
            notes.fault(said, match.place)
        if match.a.status not in _FREE:
            return
    black, white = match.a, match.b
    if white is not None and black.seat == "white":
        black, white = white, black
    yield '<Pairing typeversion="2">'
    yield _flag("PairingWithBye", white is None)
    yield _element("Black", numbers[black.who])
    if white is not None:
        yield _element("White", numbers[white.who])
    yield _element("Handicap", match.handicap)
    result = RESULTS.pending[0] if white is None else RESULTS.text(black, white)
    yield _element("Result", result.rstrip(RESULTS.by_default))
    yield _flag("ResultByReferee", black.status.is_forfeit)
    yield _element("BoardNumber", board)
    yield _flag("BoardNumberFixed", True)
    yield "</Pairing>"
