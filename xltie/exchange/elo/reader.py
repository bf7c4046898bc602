"""Reads the result files (``.ELO``) that are sent to the World Othello Federation for rating.

``%%Tournament:``, ``%%Country:`` and ``%%Date: dd/mm/yyyy`` say which event it is. A line
``%_% 5537, TAKANASHI, Yusuke, JPN, 11, 513, 2583`` is a player in the order of the standings
(``lines``). ``%Round: 1`` begins a round, ``%Final`` the finals, and
``190005 (53)>(11) 14201 B`` is a game; the first named has Black unless a ``W`` follows. Byes and
rounds missed have no line: the points that the games do not explain were byes (``byes``).
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, List, Optional, Sequence, Tuple

from xltie.core.cells import printed_number
from xltie.core.dates import day_first
from xltie.core.messages import count, say
from xltie.core.records import dataclass, field, replace
from xltie.event import Contestant, Event, Id, Match
from xltie.event import faults as event_faults
from xltie.exchange.common.notes import Notes, games_that_do_not_count
from xltie.exchange.common.text import decode
from xltie.exchange.elo.byes import with_byes
from xltie.exchange.elo.lines import (
    GAME,
    UNKNOWN,
    Game,
    Heading,
    games_of,
    heading,
    in_their_order,
    played_twice,
    player_line,
    points_of,
    white_is_first,
    winner_of_draw,
    won_by_right,
)
from xltie.exchange.elo.totals import finals_among, named, they_count, without_extra
from xltie.exchange.elo.writer import own_numbers, write
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings, Texts
from xltie.settings.declared import CRITERIA, EMPTY_SQUARES, FINALS_AFTER, MOST_ROUNDS

_ABOUT = re.compile(r"%%\s*(Tournament|Country|Date)\s*:\s*(.*?)\s*", re.IGNORECASE)
_LISTS_PLACES = re.compile(r"country\W+(?:rank|place)\s*$", re.IGNORECASE)
_DISCS = 64
_DAY = len("dd/mm/yyyy")
_WITH_FINALS = "points, BQ, discs, FINALS"


def looks_like(data: bytes) -> bool:
    """Tell whether a file is such a result file: it names a tournament and a game stands in it."""
    text = data[:40000].decode("latin-1")
    lines = re.split(r"[\r\n]+", text)
    return "%%tournament" in text.lower() and any(GAME.match(line) for line in lines)


def read(data: bytes, name: str = "") -> ReadResult:
    """Return the event in a result file, and what is odd in it.

    Raises:
        InputError: every fault, with its line.
    """
    reader = _EloReader(Notes(name))
    for number, (line, _) in enumerate(decode(data).lines, 1):
        reader.line(number, line.strip())
    return reader.noted()


@dataclass
class _EloReader:
    """Reads line after line, collecting players, games and faults."""

    notes: Notes
    told: Dict[str, str] = field(default_factory=dict)
    players: Dict[str, Contestant] = field(default_factory=dict)
    games: List[Game] = field(default_factory=list)
    byes: List[Match] = field(default_factory=list)
    """Games in comments: those against the player that programs take for BYE."""
    section: Heading = field(default_factory=Heading)
    white_first: bool = False
    titles: Tuple[str, str] = ("Published points", "Published tie-break")
    """What the figures behind the players are."""

    def line(self, number: int, line: str) -> None:
        about = _ABOUT.fullmatch(line)
        if about:
            self.told.setdefault(about[1].lower(), about[2])
            return
        player = player_line(line, self.titles, self.notes.place(number, 1))
        if player:
            self._player(player)
        elif line.startswith("%"):
            self._comment(number, line)
        elif line.partition("%")[0].strip():
            self._games(number, line.partition("%")[0].strip())

    def _comment(self, number: int, line: str) -> None:
        if _LISTS_PLACES.search(line):
            self.titles = ("Published place", "Published tie-break")
        begun = heading(line)
        if begun:
            self.section = begun._replace(round=min(begun.round, MOST_ROUNDS))
            if begun.round > MOST_ROUNDS:
                self.notes.fault(
                    "round {round} is out of range; no event has over {most} rounds",
                    number,
                    1,
                    round=begun.round,
                    most=MOST_ROUNDS,
                )
        place = self.notes.place(number, 1)
        self.byes += games_of(line.strip("% \t"), self.section.round, False, place) or ()
        first = white_is_first(line)
        self.white_first = self.white_first if first is None else first
        winner = winner_of_draw(line)
        if winner and self.games and winner in self.games[-1].players:
            last = self.games[-1]
            self.games[-1] = replace(last, match=won_by_right(last.match, winner))

    def _player(self, contestant: Contestant) -> None:
        who = contestant.id
        if who.startswith(UNKNOWN):
            who = f"{UNKNOWN}{1 + sum(player.startswith(UNKNOWN) for player in self.players)}"
            contestant = replace(contestant, id=who)
        if who in self.players and contestant.more:
            self.notes.warn(
                "player {who} is listed twice: the first line counts", contestant.place, who=who
            )
        self.players.setdefault(who, contestant)

    def _games(self, number: int, line: str) -> None:
        place = self.notes.place(number, 1)
        found = games_of(line, self.section.round, self.white_first, place)
        if found is None:
            self.notes.fault("{line!r} is not a game, such as 177 (44)>(20) 296", place, line=line)
            return
        for match in found:
            players = {side.who for side in match.sides}
            if len(players) == 1 and UNKNOWN not in players:
                self.notes.warn(
                    "player {who} stands on both sides of a game: it does not count",
                    place,
                    who=players.pop(),
                )
            elif "0" not in players:  # nobody: a bye
                self.games.append(Game(match, self.section.finals, self.section.is_beside))

    def noted(self) -> ReadResult:
        """Return the event, with byes where the points say so.

        Raises:
            InputError: the faults found.
        """
        if not self.games and not self.notes.faults:
            self.notes.fault("there are no games in this file", 1, 1)
        rounds, finals = self._all_named(*self._parts())
        is_known = self._rounds_known(rounds)
        if not is_known:
            rounds = in_their_order(rounds)
        last = max((game.match.round for game in rounds), default=0)
        matches = self._with_discs([game.match for game in rounds])
        contestants, alone = with_byes(self.players.values(), matches, last, self.notes, self.byes)
        final_matches = self._with_discs([game.match for game in in_their_order(finals, last)])
        event = Event(
            name=self.told.get("tournament", ""), game="othello", rounds=last,
            contestants=tuple(contestants), tally_sum=_DISCS,
            start_date=day_first(self.told.get("date", "")[:_DAY]), rounds_known=is_known,
            matches=(
                *sorted((*matches, *alone), key=lambda match: match.round),
                *sorted(final_matches, key=lambda match: match.round),
            ),
            settings=self._settings([*matches, *final_matches], last if finals else 0),
        )  # fmt: skip
        self.notes.refuse(event_faults(event))
        return ReadResult(event, tuple(self.notes.warnings))

    def _all_named(self, rounds: List[Game], finals: List[Game]) -> Tuple[List[Game], List[Game]]:
        """Return the games with those told apart who have no number; note who is not listed."""
        printed = {
            who: self._printed(player)
            for who, player in self.players.items()
            if who.startswith(UNKNOWN)
        }
        found = named([*rounds, *finals], printed)
        unlisted = [who for who in found.more if who not in self.players]
        if found.is_guessed:
            text = count(
                len(printed) + len(unlisted),
                "{n} player has no number: the games are theirs as far as the printed totals tell",
                "{n} players have no number: who of them played which game is taken so that the "
                "printed totals come out, where they can",
            )
            self.notes.warn(text, 1, 1)
        for game in found.games:
            for who in game.players:
                self.players.setdefault(who, Contestant(who, place=game.match.place))
        return found.games[: len(rounds)], found.games[len(rounds) :]

    def _printed(self, player: Contestant) -> Tuple[Optional[Fraction], Optional[Fraction]]:
        more = dict(player.more)
        points = points_of(more.get("Published points", ""))
        return points, printed_number(more.get("Published tie-break", ""))

    def _all_printed(self) -> Dict[Id, Tuple[Optional[Fraction], Optional[Fraction]]]:
        """Return what is printed for each; for those without a number together, if for all."""
        printed = {who: self._printed(player) for who, player in self.players.items()}
        unnumbered = [shown for who, shown in printed.items() if who.startswith(UNKNOWN)]
        if unnumbered and None not in (figure for shown in unnumbered for figure in shown):
            points, discs = (sum(figures, Fraction(0)) for figures in zip(*unnumbered))
            printed[UNKNOWN] = points, discs
        return printed

    def _parts(self) -> Tuple[List[Game], List[Game]]:
        """Return the games of the rounds and those of the finals; say which have no part in it."""
        printed = self._all_printed()
        parts: Dict[str, List[Game]] = {"rounds": [], "finals": [], "beside": []}
        for game in self.games:
            parts[game.part].append(game)
        finals, beside = parts["finals"], parts["beside"]
        rounds, extra = without_extra(parts["rounds"], printed)
        if not rounds or they_count(rounds, finals, printed):
            number = max((game.match.round for game in rounds), default=0)
            rounds, finals = [*rounds, *in_their_order(finals, number)], []
        if they_count(rounds, beside, printed):
            rounds, beside = [*rounds, *(game.at(0) for game in beside)], []
        for_places, beside = finals_among(beside, list(self.players))
        finals, beside = [*finals, *for_places], [*beside, *extra]
        if beside:
            self.notes.warn(
                "{games} left out that the printed points do not count: added, or of women, "
                "juniors, beginners",
                beside[0].match.place,
                games=count(len(beside), "{n} game", "{n} games"),
            )
        return rounds, finals

    def _rounds_known(self, rounds: Sequence[Game]) -> bool:
        """Tell whether the headings give the rounds, and say so where they do not."""
        if not rounds:
            return False
        without = next((game for game in rounds if not game.match.round), None)
        twice = played_twice(rounds)
        if without is not None:
            text = say(
                "no line %Round: the games are taken in their order, the rounds are not known"
            )
            self.notes.warn(text, without.match.place)
        elif twice is not None:
            self.notes.warn(
                "somebody plays twice in round {round}: the games are taken in their order, the "
                "rounds are not known",
                twice.match.place,
                round=twice.match.round,
            )
        return without is None and twice is None

    def _with_discs(self, matches: Sequence[Match]) -> List[Match]:
        """Return games without discs where these are more than 64, and say so."""
        found: List[Match] = []
        for match in matches:
            total = _sum_of(match)
            if total is not None and total > _DISCS:
                self.notes.warn(
                    "{discs} discs in a game: only the result is taken, the discs are not known",
                    match.place,
                    discs=total,
                )
                found.append(match.with_sides(lambda side: replace(side, tally=None)))
            else:
                found.append(match)
        return found

    def _settings(self, matches: Sequence[Match], finals_after: int) -> Settings:
        settings: Texts = {}
        fewer = [match for match in matches if (_sum_of(match) or _DISCS) < _DISCS]
        if fewer:
            settings[EMPTY_SQUARES] = "nobody"
            text = count(
                len(fewer),
                "{n} game with empty squares: they count for nobody, as in the printed totals",
                "{n} games with empty squares: they count for nobody, as in the printed totals",
            )
            self.notes.warn(text, fewer[0].place)
        if finals_after:
            settings[FINALS_AFTER] = str(finals_after)
            settings[CRITERIA] = _WITH_FINALS
        return Settings.of(settings)


def _sum_of(match: Match) -> Optional[Fraction]:
    tallies = [side.tally for side in match.sides]
    return None if None in tallies or len(tallies) < 2 else sum(tallies, Fraction(0))  # type: ignore


FORMAT = Format(
    "elo", say("World Othello Federation results"), looks_like, read, write,
    game="othello", remarks=lambda event: [*games_that_do_not_count(event), *own_numbers(event)],
)  # fmt: skip
