"""The lines of a result file: players, games, and the comments that begin a round."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import dropwhile
from typing import Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import printed_number
from xltie.core.errors import Place
from xltie.core.records import dataclass, replace
from xltie.event import Contestant, Match, Outcome, Side

_LINE = re.compile(r"%_%\s*\+?\s*(\d+|\?{3,})\s*[, \t](.*)")
_DECIMAL_COMMA = re.compile(r"(\s\d{1,2}),(5)(?=[,+\s])")
_FIGURE = r"(?:-?\d*\.?\d+(?:\s*[+-]\s*\d+)?|-|\?)"
_BY_BLANKS = re.compile(rf"(.*?)\s+({_FIGURE})\s+({_FIGURE})")
_ONE_BY_BLANKS = re.compile(rf"([A-Za-z]+|\d*\.?\d+)\s+({_FIGURE})")
_COUNTRY = re.compile(r"\{?([A-Z]{1,3})\d?\}?")


def player_line(line: str, titles: Tuple[str, str], place: Place) -> Optional[Contestant]:
    """Return the player of ``%_% 5537, TAKANASHI, Yusuke, JPN, 11, 513, 2583``, None elsewhere.

    Number, name, first name, country, points, discs or BQ, rating, in this order, whatever is left
    out. New players have a ``+`` before their number, players whose number nobody knew ``??????``.
    Points are also written ``3,5``, ``.5`` and ``5+2``, discs ``262-186`` (theirs and the
    opponents'), a rating that there is not yet ``-``; the last columns may be parted by blanks
    only. The figures go by the ``titles``: points, and the disc total or BQ.
    """
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    texts, figures = _parted(_DECIMAL_COMMA.sub(r"\1.\2", found[2]))
    is_sole_name = not figures or bool(re.search(r",\s*,", found[2]))  # then comes the country
    country = _taken_country(texts, 2 - is_sole_name)
    points, total, rating = (*figures, "", "", "")[:3]
    if not country and len(texts) > 2 and figures:
        country = texts.pop()
    rated = printed_number(rating)
    figures = [points, total.partition("-")[0].strip()]
    return Contestant(
        found[1].lstrip("0") or found[1], ", ".join(text for text in texts if text.strip("?")),
        rating=int(rated) if rated else None, country=country,
        more=_under(titles, figures), place=place,
    )  # fmt: skip


def _under(titles: Tuple[str, str], figures: Sequence[str]) -> Tuple[Tuple[str, str], ...]:
    return tuple((title, figure) for title, figure in zip(titles, figures) if figure)


def _taken_country(texts: List[str], least: int) -> str:
    """Take the last text that may be a country out of those behind the name, "" without one.

    ``least`` texts stand before it where there are two in all, else two.
    """
    at = next((at for at in range(len(texts) - 1, 0, -1) if _COUNTRY.fullmatch(texts[at])), 0)
    is_there = at >= (least if len(texts) == 2 else 2)
    return _COUNTRY.sub(r"\1", texts.pop(at)) if is_there else ""


def _parted(rest: str) -> Tuple[List[str], List[str]]:
    """Return the words of a line and the figures behind them, each in its order."""
    cells = _cells(rest)
    at = len(cells)
    while at and (not cells[at - 1] or re.fullmatch(_FIGURE, cells[at - 1])):
        at -= 1
    # in front may stand a country that is not known
    figures = list(dropwhile(lambda figure: not figure.strip("-?"), cells[at:]))
    del cells[at:]
    if cells and not figures:
        last = re.fullmatch(rf"(.+?)\s+({_FIGURE})", cells[-1])
        if last and re.search(r"[A-Za-z]", cells[-1]):
            cells[-1:], figures = [last[1]], [last[2]]
    words = [word for cell in cells for word in re.split(r"\s{2,}(?=\{?[A-Z]{1,3}\}?$)", cell)]
    return list(filter(None, words)), figures


def _cells(rest: str) -> List[str]:
    cells: List[str] = []
    for cell in re.split(r"[,\t]", rest):
        text = cell.strip()
        several = _BY_BLANKS.fullmatch(text) or _ONE_BY_BLANKS.fullmatch(text)
        cells += several.groups() if several else [text]
    return cells


def points_of(text: str) -> Optional[Fraction]:
    """Return printed points; of ``5+2``, the rounds and the finals, those of the rounds."""
    return printed_number(text.partition("+")[0].strip())


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_ROUND = re.compile(
    r"\b(?:r?r?ound|ronde|turno|rodada|r)s?[ .:#]*0*(\d{1,6})(?!\s*[-/_]\s*\d)\b"
    r"|(?<![\d/])(\d{1,2})(?:st|nd|rd|th|\.|e)?\s*(?:round|ronde|rodada)\b"
    rf"|\b({'|'.join(_ORDINALS)})\s+round\b"
)
_FINALS = re.compile(
    r"final|\bsemis?\b|\bdemi|play[- ]?offs?\b|\bmatch\b|\bplac(?:e|ing)\b|\bposto\b|lugar"
    r"|knock|departage|\bchallenger\b|^(?:round:? *|div \w+ )?\d{1,2} *[-/_&] *\d\b"
    r"|^(?:round:? *)?(?:po|sf|qf|df|f) *:? *\d*$|^round:? *\d+p$"
)
_MAIN = re.compile(r"^round rr$|^swiss\b|^qualif")
_REMARK = re.compile(
    r"^(?:\d+[. ]+\d+ |\d+ (?:quit|did|left|had)|(?:here is the )?ranking|standings)"
    r"|^(?:players?|list)\b|^final between|\d+ \d+ [bw]$|\(\d+\) *[<>=]|\d *[<>] *\d"
)
_OTHERS = re.compile(
    r"wom[ae]n|female|femmes?|junior|youth|kids|debutants?|beginner|newcomer|\bans\b|categor|under"
)
_ADDED = re.compile(r"added results?|supplementaires|\bun autre tournoi\b")
_WHITE_FIRST = re.compile(r"w(?:hite)?\W+b(?:lack)?")
_BLACK_FIRST = re.compile(r"b(?:lack)?\W+w(?:hite)?")
_DRAW_WON = re.compile(r"(\d+) wins with (?:a )?draw")

_LONGEST = 70
"""What is longer is a sentence."""


class Heading(NamedTuple):
    """What begins below a comment."""

    round: int = 0
    """The number of the round, 0 where it is none."""
    finals: str = ""
    """What the comment calls them, where finals or play-offs begin; "" elsewhere."""
    is_beside: bool = False
    """The games have no part in the list: added later, or finals of women, juniors, beginners."""


def heading(comment: str) -> Optional[Heading]:
    """Return what a comment begins, None where it is a remark.

    Nobody laid down how rounds are headed. The archive of the federation has some 580 ways:
    ``%Round: 1``, ``%%Ronde 3``, ``%4 rodada``, ``%Day 2 - division 1 - round 4``, ``%Round: 3-4``,
    ``%Finals round 1``, ``%%Match 3/4``, ``%SF1``, ``%%Added results``.
    """
    text = " ".join(comment.strip("% \t").lower().split())
    if not text or len(text) > _LONGEST or _REMARK.search(text):
        return None
    if _FINALS.search(text):
        return Heading(finals=text, is_beside=bool(_OTHERS.search(text)))
    if _ADDED.search(text):
        return Heading(is_beside=True)
    number = _ROUND.search(text)
    if number:
        named = number[1] or number[2]
        return Heading(int(named) if named else 1 + _ORDINALS.index(number[3]))
    return Heading() if _MAIN.search(text) else None


def white_is_first(comment: str) -> Optional[bool]:
    """Tell whether a line such as ``%W %B`` says who is named first, None for another comment."""
    text = comment.strip("% \t").lower().replace("%", " ")
    if _WHITE_FIRST.fullmatch(text):
        return True
    return False if _BLACK_FIRST.fullmatch(text) else None


def winner_of_draw(comment: str) -> str:
    """Return who wins the draw above by a right: ``%6846 wins with a draw``; "" elsewhere."""
    found = _DRAW_WON.search(comment.lower())
    return found[1] if found else ""


GAME = re.compile(
    r"\s*(\d+|\?{3,})\s*(?:\(\s*(\d{1,2})\s*\)\s*([<>=])\s*\(\s*(\d{1,2})\s*\)|([<>=]))"
    r"\s*(\d+|\?{3,})(?:\s*([BWbw]))?(?=\s|$)"
)
_OUTCOMES = {
    ">": (Outcome.WIN, Outcome.LOSS),
    "<": (Outcome.LOSS, Outcome.WIN),
    "=": (Outcome.DRAW, Outcome.DRAW),
}
HALF_POINTS = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
"""What a game is worth, as the points of result files count."""
UNKNOWN = "?"
"""What the number of a player begins with whose number is not known."""


@dataclass(frozen=True)
class Game:
    """A game with the section that it stands in: a round, finals, or games beside the event."""

    match: Match
    """Its round is 0 where no heading tells it."""
    finals: str = ""
    is_beside: bool = False

    @property
    def part(self) -> str:
        """Where it stands: in the ``rounds``, in the ``finals``, or ``beside`` the event."""
        return "beside" if self.is_beside else "finals" if self.finals else "rounds"

    @property
    def players(self) -> Tuple[str, ...]:
        """The numbers of the two."""
        return tuple(side.who for side in self.match.sides)

    def at(self, number: int) -> Game:
        """Return the game in another round."""
        return replace(self, match=replace(self.match, round=number))


def games_of(line: str, round: int, white_first: bool, place: Place) -> Optional[List[Match]]:
    """Return the games of a line, mostly one; None where something else stands in it."""
    found: List[Match] = []
    at = 0
    while line[at:].strip():
        game = GAME.match(line, at)
        if game is None:
            return None
        found.append(_match(game, round, white_first, place))
        at = game.end()
    return found


def _match(game: re.Match[str], round: int, white_first: bool, place: Place) -> Match:
    is_white = game[7].upper() == "W" if game[7] else white_first
    sides = [
        Side(_plain(who), outcome=outcome, tally=Fraction(discs) if discs else None, seat=seat)
        for who, discs, outcome, seat in zip(
            (game[1], game[6]),
            (game[2], game[4]),
            _OUTCOMES[game[3] or game[5]],
            ("white", "black") if is_white else ("black", "white"),
        )
    ]
    sides.sort(key=lambda side: side.seat)
    return Match(round, sides[0], sides[1], place=place)


def _plain(who: str) -> str:
    return UNKNOWN if who.startswith(UNKNOWN) else who.lstrip("0") or "0"


def won_by_right(match: Match, who: str) -> Match:
    """Return a draw that a player wins by a right, such as that of the last choice of colour."""
    if any(side.outcome is not Outcome.DRAW for side in match.sides):
        return match
    return match.with_sides(
        lambda side: replace(side, outcome=Outcome.WIN if side.who == who else Outcome.LOSS)
    )


def played_twice(games: Iterable[Game]) -> Optional[Game]:
    """Return the first game in which somebody plays who has played in its round already."""
    seen = set()
    for game in games:
        for who in game.players:
            if who != UNKNOWN and (game.match.round, who) in seen:
                return game
            seen.add((game.match.round, who))
    return None


def in_their_order(games: Sequence[Game], after: int = 0) -> List[Game]:
    """Return games in the rounds that their order allows: each in the first with room for both."""
    last: Dict[str, int] = {}
    found: List[Game] = []
    for game in games:
        number = 1 + max(last.get(who, after) for who in game.players)
        last.update(dict.fromkeys(game.players, number))
        found.append(game.at(number))
    return found
