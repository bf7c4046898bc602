"""From the Players table to contestants."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import AbstractSet, Dict, FrozenSet, List, NamedTuple, Optional, Set, Tuple

from xltie.core.cells import CellError, Grid, Scalar, is_blank, number_of, text_of
from xltie.core.errors import Fault, Place
from xltie.core.go_ranks import rank_number
from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event import Attendance, Contestant, Id, column_of, is_bye_word, read_attendance
from xltie.sheets.read.ranks import NOT_UNDERSTOOD, not_a_rank
from xltie.sheets.tables import (
    Header,
    english_heading,
    players_header,
    second_columns,
)

_MARKED = re.compile(r"^\s*(\d{3,4})(?: ?[FNE]|[Pp/]\d{1,2})\s*$")
"""A rating in the lists of the FFE: of FIDE, national, or estimated; of US Chess, provisional after
so many games: 1420P8, 1420/8."""
_IN_THOUSANDS = re.compile(r"^\s*(\d)[,\s'’](\d{3})\s*$")
"""A rating as a spreadsheet shows it, which is not one and a half: 1,500, 1 500."""
_NO_NUMBER = frozenset({"-", "–", "—"})
_UNRATED = frozenset("unr unrated n/a none ohne keine нет б/р 없음 무".split())
_SUMS = frozenset(
    """total totals sum average avg summe gesamt insgesamt anzahl durchschnitt schnitt итого всего
    сумма средний средняя среднее 합계 총계 총원 평균 계 총 소계 人数 合計 合计 小計 平均 总计 somme
    moyenne totale media promedio suma razem średnia ogółem totaal gemiddelde toplam
    ortalama""".split()
)
"""With what a line below a list begins that adds it up."""


class Players(NamedTuple):
    """What a list of players says.

    ``unstarted`` are those whose start score is blank, ``ranks`` the place of everybody's rank.
    ``not_whole`` are faults of ratings with decimals, for every game but Go. ``has_names`` tells
    that there are columns of numbers and of names: a number alone is nobody then.
    """

    contestants: Tuple[Contestant, ...]
    faults: Tuple[Fault, ...]
    unstarted: FrozenSet[Id] = frozenset()
    ranks: Tuple[Place, ...] = ()
    not_whole: Tuple[Fault, ...] = ()
    has_names: bool = False

    def taking_part(self, named: AbstractSet[str]) -> Players:
        """Return the players without the lines that are nobody: a bare number without a name.

        Who plays is somebody: ``named`` is what the games call people, in lower case. So is who
        has a word or a letter in place of a number.
        """
        if not self.has_names:
            return self
        kept = [
            (contestant, rank)
            for contestant, rank in zip(self.contestants, self.ranks)
            if contestant.name or not contestant.id.isdecimal() or contestant.id in named
        ]
        return self._replace(
            contestants=tuple(contestant for contestant, _ in kept),
            ranks=tuple(rank for _, rank in kept),
        )


def read_players(grid: Grid) -> Players:
    """Read a Players table with its header row, or a bare column of ids; blank rows are skipped.

    It is read once: while results are typed the players stay as they are.
    """
    return grid.cached("players", _read_players)


def _read_players(grid: Grid) -> Players:
    header = players_header(grid)
    faults: List[Fault] = []
    contestants: List[Contestant] = []
    if header is None:
        header = Header(-1, {"id": 0}, ("",) * grid.width)
    faults.extend(second_columns(grid)[0])
    has_names = bool({"name", "surname"} & header.columns.keys())
    if not has_names and any(map(column_of, header.texts)):
        said = say("there is no column of names here; it may have been moved out of the table")
        faults.append(Fault(said, grid.place(header.row, header.column("id"))))
        has_names = True  # a list of ours has one: a number alone is nobody
    known = {*header.columns.values(), *(twice.column for twice in header.seconds)}
    given = _given_numbers(grid, header)
    unstarted: Set[Id] = set()
    ranks: List[Place] = []
    not_whole: List[Fault] = []
    meant = _sexes(grid, header)
    for number in grid.below(header.row):
        found = _contestant(grid, header, number, known, given, faults)
        if found is not None and meant:
            more = ((title, meant.get(text, text) if title == "Sex" else text)
                    for title, text in found.more)  # fmt: skip
            found = replace(found, more=tuple(more))
        if found is not None:
            contestants.append(found)
            if found.rating_part:
                said = say(
                    "Rating is {rating}; it must be a whole number", rating=found.exact_rating
                )
                at = grid.place(number, header.columns["rating"])
                not_whole.append(Fault(said, at))
            ranks.append(grid.place(number, header.column("grade", "id", "name", "surname")))
            if is_blank(header.get(grid.rows[number], "start")):
                unstarted.add(found.id)
    return Players(
        tuple(contestants), tuple(faults), frozenset(unstarted), tuple(ranks), tuple(not_whole),
        "id" in header.columns and has_names,
    )  # fmt: skip


class Nobody(NamedTuple):
    """The rows of somebody's list that are nobody, and what to say of them."""

    rows: FrozenSet[int]
    notes: Tuple[Fault, ...]


def nobody_in(grid: Grid) -> Nobody:
    """Return the lines of somebody's list that are nobody: byes, sums, remarks; none in ours.

    Whoever has a number is somebody, unless called a bye. A remark has none, where all others have,
    and stands below a blank line; or it stands where numbers do.
    """
    header = players_header(grid)
    if header is None or not {"name", "surname"} & header.columns.keys() or grid.roles:
        return Nobody(frozenset(), ())
    listed = read_players(grid).contestants
    unnumbered = {row for row, _ in given_numbers(grid)}
    rows = [who.place.row or 0 for who in listed]
    last = max((row for who, row in zip(listed, rows) if row not in unnumbered), default=0)
    blank = next((row for row in range(last + 1, max(rows, default=0))
                  if all(map(is_blank, grid.rows[row - grid.row]))), None)  # fmt: skip
    notes = []
    for who, row in zip(listed, rows):
        has_number = "id" in header.columns and row not in unnumbered
        if is_bye_word(who.name) or (not has_number and _is_sum(who.name)):
            said = say("{name} is nobody; the line is left out", name=who.name)
        elif not who.name and not who.id.isdecimal():
            said = say("the line {text!r} has no name and is left out", text=who.id)
        elif blank is not None and row > blank and last < min(unnumbered, default=0):
            said = say(
                "the line {text!r} is left out: below the list, only who has a number is a player",
                text=who.name,
            )
        else:
            continue
        notes.append(Fault(said, who.place))
    return Nobody(frozenset(note.place.row or 0 for note in notes), tuple(notes))


def _is_sum(name: str) -> bool:
    return re.split(r"[\s:=(\d]", name.casefold(), maxsplit=1)[0] in _SUMS


def given_numbers(grid: Grid) -> Dict[Tuple[int, int], int]:
    """Return the numbers of names that have none yet, by row and column from 1."""
    header = players_header(grid)
    if header is None:
        return {}
    column = grid.column + header.column("id")
    found = _given_numbers(grid, header)
    return {(grid.row + row, column): number for row, number in found.items()}


def _given_numbers(grid: Grid, header: Header) -> Dict[int, int]:
    """Return the number, by line, of every name without one: the next ones after the greatest."""
    if "id" not in header.columns or not {"name", "surname"} & header.columns.keys():
        return {}
    lines = grid.below(header.row)
    ids = {row: text_of(header.get(grid.rows[row], "id")).strip() for row in lines}
    greatest = max(
        (int(identifier) for identifier in ids.values() if identifier.isdecimal()), default=0
    )
    names = (row for row in lines if header.name(grid.rows[row]))
    return {row: greatest + n for n, row in enumerate((r for r in names if not ids[r]), 1)}


def _contestant(
    grid: Grid,
    header: Header,
    number: int,
    known: Set[int],
    given: Dict[int, int],
    faults: List[Fault],
) -> Optional[Contestant]:
    line = grid.rows[number]
    who = " ".join(text_of(header.get(line, "id")).split())
    name = header.name(line)
    who = who or (str(given[number]) if number in given else name)
    if not who:
        return None
    place = grid.place(number, header.column("id", "name", "surname"))
    if isinstance(header.get(line, "id", "name", "surname"), CellError):
        faults.append(Fault.say("the cell holds the error {error}", place, error=who))
        return None
    numbers = {
        field: _number(grid, header, number, field, faults)
        for field in ("rating", "start", "manual")
    }
    rating = numbers["rating"]
    texts = _texts(header, line)
    start_known = texts["grade"] != NOT_UNDERSTOOD
    if not start_known:
        texts["grade"] = ""
    withdrawn, is_expelled = _left(grid, header, number, faults)
    more, attendance = _more(grid, header, number, known, faults)
    if attendance.leaves is not None:
        after = attendance.leaves - 1
        withdrawn = after if withdrawn is None else min(withdrawn, after)
    return Contestant(
        who,
        name,
        # 0 is nobody's rating but in Go, where a rank stands beside it
        rating=int(rating // 1) if rating or (rating is not None and texts["grade"]) else None,
        rating_part=rating % 1 if rating else Fraction(0),
        start=numbers["start"] or Fraction(0),
        withdrawn_after=withdrawn,
        is_expelled=is_expelled or attendance.is_expelled,
        manual_order=numbers["manual"],
        place=place,
        start_known=start_known,
        **texts,
        more=more,
    )


def _number(
    grid: Grid, header: Header, number: int, field: str, faults: List[Fault]
) -> Optional[Fraction]:
    cell = header.get(grid.rows[number], field)
    if is_blank(cell) or cell in _NO_NUMBER:
        return None
    if field == "rating" and isinstance(cell, str):
        if cell.casefold().strip(" .") in _UNRATED:
            return None
        cell = _MARKED.sub(r"\1", _IN_THOUSANDS.sub(r"\1\2", cell))
    if field == "start" and isinstance(cell, CellError):
        grade = text_of(header.get(grid.rows[number], "grade"))
        if grade == NOT_UNDERSTOOD:
            return None
        if grade and rank_number(grade) is None:  # the root of the error
            who = text_of(header.get(grid.rows[number], "name", "id"))
            at = grid.place(number, header.columns["grade"])
            faults.append(not_a_rank(who, grade, at))
            return None
    value = number_of(cell)
    title = header.texts[header.columns[field]]
    place = grid.place(number, header.columns[field])
    if value is None:
        faults.append(
            Fault.say("{name} is {text!r}, not a number", place, name=title, text=text_of(cell))
        )
    return value


_EXPELLED = re.compile(r"expelled|disqualified|실격|퇴장", re.IGNORECASE)


_SEXES = {
    "w": "woman women female girl weiblich frau dame d femme féminin femenino mujer donna femmina "
    "feminino mulher vrouw v kobieta kadın kvinna kvinne k žena ž nő nainen n ж жен женский "
    "женщина жін 여 여자 여성 女 女性 女子",
    "m": "man men male boy männlich mann herr homme hombre masculin masculino h maschio uomo "
    "mężczyzna erkek e muž mies férfi м муж мужской мужчина чол 남 남자 남성 男 男性 男子",
}


def _sexes(grid: Grid, header: Header) -> Dict[str, str]:
    """Return w and m for what the column of sexes says in other letters and words.

    Beside H, for *hombre*, M is a woman, *mujer*, if there is no F; beside N, *nő*, F is a man.
    """
    at = next((n for n, text in enumerate(header.texts) if english_heading(text) == "Sex"), None)
    if at is None:
        return {}
    texts = {text_of(grid.rows[row][at]) for row in grid.below(header.row)}
    said = {text.strip().casefold() for text in texts} - {""}
    means = {word: sex for sex, words in _SEXES.items() for word in words.split()}
    means.update(_OTHER_SEXES.get(frozenset(said), {}))
    return {text: means[word] for text in texts if (word := text.strip().casefold()) in means}


_OTHER_SEXES = {frozenset("hm"): {"m": "w"}, frozenset("fn"): {"f": "m"}}


def _left(
    grid: Grid, header: Header, number: int, faults: List[Fault]
) -> Tuple[Optional[int], bool]:
    """Return the last round before somebody left, and whether it was by the arbiter's decision.

    The cell holds the round: ``3``, or ``3 expelled``.
    """
    cell = header.get(grid.rows[number], "withdrawn")
    if is_blank(cell) or cell in _NO_NUMBER:
        return None, False
    text = text_of(cell)
    is_expelled = _EXPELLED.search(text) is not None
    rest = re.sub(r"\b(after|round)\b", "", _EXPELLED.sub("", text)).strip(" ,;:()")
    value = number_of(rest) if rest else None
    column = header.columns["withdrawn"]
    title = header.texts[column]
    said = None
    if value is None and (rest or not is_expelled):
        said = say("{name} is {text!r}, not a number", name=title, text=text)
    elif value is not None and (value < 0 or value.denominator != 1):
        said = say("{name} is {text}; it must be the last round played", name=title, text=text)
    if said:
        faults.append(Fault(said, grid.place(number, column)))
        return None, False
    return None if value is None else int(value), is_expelled


def _texts(header: Header, line: Tuple[Scalar, ...]) -> Dict[str, str]:
    return {
        field: text_of(header.get(line, field))
        for field in ("club", "country", "team", "division", "title", "grade")
    }


def _more(
    grid: Grid, header: Header, number: int, known: Set[int], faults: List[Fault]
) -> Tuple[Tuple[Tuple[str, str], ...], Attendance]:
    """Return the columns that have no field of their own, and what they say of when not to play.

    ``known`` are the columns of the fields, and those that say the same again.
    """
    found = []
    attendance = Attendance()
    for column, (title, cell) in enumerate(zip(header.texts, grid.rows[number])):
        if column in known or not title or is_blank(cell):
            continue
        found.append((english_heading(title), text_of(cell)))
        own = column_of(title)
        if own is not None:
            said = read_attendance(own, text_of(cell), " ".join(title.split()))
            attendance += said
            if said.why_not:
                faults.append(Fault(said.why_not, grid.place(number, column)))
    return tuple(found), attendance
