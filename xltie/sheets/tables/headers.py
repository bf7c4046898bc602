"""Columns found by their headers in every language, whatever the case and spacing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Container, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.catalogues import in_english, spellings
from xltie.core.cells import Grid, Scalar, is_blank, text_of
from xltie.core.go_names import joined
from xltie.core.messages import say
from xltie.core.plain_words import normal as plain_word
from xltie.sheets.tables.headings import heading_of

_PUNCTUATION = re.compile(r"[\s_.\-:#()]+")
_NONE: Mapping[str, str] = {}
_LONGEST_SIDE = 3
LOOK_IN_ROWS = 20
"""How far down a header row is looked for: titles may stand above it."""


def normal(text: str) -> str:
    """Return a header without case, spaces and punctuation: ``Black_discs`` is ``blackdiscs``."""
    return _PUNCTUATION.sub("", text).casefold()


@lru_cache(maxsize=4096)
def header_key(text: str) -> str:
    """Return what a header is looked up by: its normal form, or a lone sign such as ``#``.

    The scores of pairs may differ in the sign behind alone: ``NS+`` and ``NS-``.
    """
    word = normal(text)
    sign = text.strip()[-1:] if len(word) <= _LONGEST_SIDE else ""
    return word + sign * (sign in "+-" and "+" not in word) or text.strip()


@lru_cache(maxsize=1024)
def titles(*names: str) -> Tuple[str, ...]:
    """Return the keys of the names of a column, English ones in every language of our workbooks."""
    return tuple(header_key(spelling) for name in names for spelling in spellings("heading", name))


def english_heading(text: str) -> str:
    """Return the English heading of one in any language; the text itself where none is known."""
    return _BESIDES.get(header_key(text)) or in_english("heading", text)


_BESIDES = {
    header_key(name): heading
    for heading, names in {
        "FIDE ID": "FIDE ID, FIDE No, FIDE number, ID FIDE, FideID, FIDE code, ФИДЕ ID",
        "Birth": "Birth, Birthday, Date of birth, Birth date, Born, Year of birth, Geburt, Geb., "
        "Geburtsdatum, Geburtsjahr, Jahrgang, Date de naissance, Naissance, Fecha de nacimiento, "
        "Nacimiento, Data di nascita, Nascita, Data de nascimento, Geboortedatum, Data urodzenia, "
        "Rok urodzenia, Rok ur., Data ur., Född, Födelseår, Født, Fødselsår, Syntynyt, Geboren, "
        "Narozen, Rok narození, Birth year, YOB, DOB, B-day, F. nacimiento, Año de nacimiento, "
        "Anno nascita, Anno di nascita, Data nasc., Année de naissance, Születési év, "
        "Születési idő, Doğum tarihi, Doğum yılı, Έτος γέννησης, Năm sinh, Рік народження, "
        "Дата народження, Дата рождения, Год рождения, Г.р., Д.р., Дата рожд., 生年月日, "
        "出生日期, 생년월일, 생년, 출생연도",
        "Sex": "Sex, Gender, Geschlecht, w/m, m/w, m/f, f/m, Sexe, Sexo, Sesso, Geslacht, Płeć, "
        "Kön, Cinsiyet, Nem, Sukupuoli, Стать, Пол, 性別, 性别, 성별",
        "PIN": "PIN, EGF PIN, EGD PIN",
        "Registration": "Registration, Registering status, Registration status",
        "K": "K, K-factor, FIDE K",
    }.items()
    for name in (*names.split(", "), *spellings("heading", heading))
}
"""The columns of players that have no field of their own but a meaning, by what they are called."""


_GAME_HEADINGS = (
    "Round", "Rnd", "Table", "Board", "Black", "White", "Player 1", "Player 2", "NS", "EW", "Home",
    "Away", "Black score", "White score", "Black discs", "White discs", "Score 1", "Score 2",
    "Discs 1", "Discs 2", "A score", "B score", "A discs", "B discs", "Result", "Handicap",
)  # fmt: skip
"""What our sheets of games are headed. Tables under other headings are those of anybody, which
xltie/sheets/any_table reads by their contents; what a heading means is the same in both."""


def _game_columns() -> Dict[str, Tuple[str, ...]]:
    found: Dict[str, Tuple[str, ...]] = {"first": ("a",), "second": ("b",)}
    for spelling in (text for name in _GAME_HEADINGS for text in spellings("heading", name)):
        heading = heading_of(spelling)
        is_player = heading.meaning == "player"
        of_side = heading.side if is_player else f"{heading.side} score"
        field = of_side if heading.side else heading.meaning
        found[field] = (*found.get(field, ()), header_key(spelling))
    return found


GAME_COLUMNS: Mapping[str, Tuple[str, ...]] = _game_columns()
GAMES_NEED = (("black", "first"), ("white", "second"))
"""The columns that a table of games has at least, one of either pair."""
_OF_ANY_TABLE = frozenset({"round", "table"})

_UNNAMED_SCORES = frozenset(titles("Score", "Discs"))
"""Headers that two columns of a games table may both have, one for each player."""

PLAYER_COLUMNS: Mapping[str, Tuple[str, ...]] = {
    "id": titles("ID", "No", "Nr", "#", "№", "Number", "Start no", "Pairing no", "Pair", "Pair no")
    + titles("번호", "선수번호", "N.", "N°", "Č."),
    "name": titles("Name", "Player", "Player name", "Full name", "이름", "성명", "선수명", "선수"),
    "surname": titles("Surname", "Last name", "Family name", "Nachname", "Nazwisko", "Фамилия"),
    "first": titles("First name", "Given name", "Forename", "Vorname", "Prénom", "Imię"),
    "rating": titles("Rating", "Elo", "Rtg", "레이팅"),
    "club": titles("Club", "클럽", "소속"),
    "country": titles("Country", "Federation", "Fed", "국가"),
    "team": titles("Team", "팀"),
    "division": titles("Division", "Group", "부문", "조", "Группа", "Дивизион"),
    "title": titles("Title", "타이틀"),
    "grade": titles("Grade", "Rank", "Dan", "Go rank", "Kyu/Dan", "Dan/Kyu", "Grad", "Niveau")
    + titles("급", "단", "기력", "급수", "단급", "단/급", "단·급", "段位", "棋力", "段級位", "級位")
    + titles("Разряд", "Кю/Дан", "Дан/Кю"),
    "start": titles("Start score", "Start", "MMS start", "McMahon", "Carry-over", "시작점수"),
    "manual": titles("Manual order", "Manual tie-break", "Manual", "Order by hand", "수동 순위"),
    "withdrawn": titles("Withdrawn after", "Withdrawn", "Left after round", "기권"),
}


PLAYERS_NEED = (("id", "name", "surname"),)
"""What tells that a row heads a list of players."""
_NUMBER = frozenset(titles("No", "№", "번호"))


class Second(NamedTuple):
    """A column whose heading means what that of another column before it does."""

    field: str
    first: int
    column: int


class Header(NamedTuple):
    """A header row: its number in the grid and the column of each field, all from 0.

    ``again`` are further columns whose headings mean a field.
    """

    row: int
    columns: Dict[str, int]
    texts: Tuple[str, ...]
    again: Tuple[Tuple[str, int], ...] = ()

    @property
    def seconds(self) -> List[Second]:
        """Return the columns that say again what another column says."""
        told = ((field, self.columns.get(field, at), at) for field, at in self.again)
        return [Second(field, first, at) for field, first, at in told if first != at]

    def get(self, line: Sequence[Scalar], *fields: str) -> Scalar:
        """Return the cell of the first of the fields that has a column."""
        for field in fields:
            if field in self.columns:
                return line[self.columns[field]]
        return None

    @property
    def unnamed_scores(self) -> List[int]:
        """Return the columns of scores that do not say whose they are."""
        return [at for at, text in enumerate(self.texts) if header_key(text) in _UNNAMED_SCORES]

    def telling(self, line: Sequence[Scalar], side: str) -> str:
        """Return the field that says who a side is: the number beside the name, if there is one."""
        number = f"{side} no"
        return side if is_blank(self.get(line, number)) else number

    def name(self, line: Sequence[Scalar]) -> str:
        """Return the name in a line of a list of players, of one column or of two.

        Beside surnames a column called Name, in Russian Имя, holds the first names.
        """
        if "surname" not in self.columns or {"name", "first"} <= self.columns.keys():
            return " ".join(text_of(self.get(line, "name")).split())
        parts = text_of(self.get(line, "surname")), text_of(self.get(line, "first", "name"))
        return joined(*(" ".join(part.split()) for part in parts))

    def column(self, *fields: str) -> int:
        """Return the column of the first of the fields that has one, the first column if none."""
        return next((self.columns[field] for field in fields if field in self.columns), 0)


def find_header(
    grid: Grid,
    known: Mapping[str, Tuple[str, ...]],
    needed: Iterable[Sequence[str]],
    others: Mapping[str, str] = _NONE,
) -> Optional[Header]:
    """Return the row with the most headers that holds one of each needed set, or None.

    ``others`` are the fields of words in any language, by their plain form: they count where no
    known name heads the field.

    Of equal rows it is the first: a title such as "Players" above the headers has fewer. Names of
    one letter (``A``, ``B``) need a further header beside them, since players are called so too.
    """
    wanted: List[Sequence[str]] = list(needed)
    field_of = {name: field for field, names in known.items() for name in names}
    best: Optional[Header] = None
    for number, line in enumerate(grid.rows[:LOOK_IN_ROWS]):
        columns: Dict[str, int] = {}
        again: List[Tuple[str, int]] = []
        texts = tuple(heading_in(cell, field_of) for cell in line)
        for column, text in enumerate(texts):
            field = field_of.get(header_key(text))
            if field is None or not isinstance(line[column], str):
                continue
            if columns.setdefault(field, column) != column:
                again.append((field, column))
        for column, text in enumerate(texts if others else ()):
            field = others.get(plain_word(text))
            if field is not None and column not in columns.values():
                columns.setdefault(field, column)
        if not all(any(field in columns for field in choice) for choice in wanted):
            continue
        if all(_is_letter(texts[column]) for column in columns.values()):
            continue
        if best is None or len(columns) > len(best.columns):
            best = Header(number, columns, texts, tuple(again))
    return best


def heading_in(cell: Scalar, known: Container[str] = ()) -> str:
    """Return the heading in a cell: all of it if it is known, else its first line.

    A second line says what is typed below: ``Result`` and ``1  0  ½``.
    """
    text = text_of(cell)
    if "\n" not in text:
        return text
    whole = " ".join(text.split())
    return whole if header_key(whole) in known else text.splitlines()[0].strip()


NO_RESULTS = say("there are players on both sides, but no column of results")


def games_header(grid: Grid) -> Optional[Header]:
    """Return the header row of a table of games, None where a grid is none.

    Where numbers stand beside both names their columns are called as ``white no``, and two that
    are both called Score, or Discs, are those of the players in turn.
    """
    return grid.cached("games header", _games_header)


def _games_header(grid: Grid) -> Optional[Header]:
    header = find_header(grid, GAME_COLUMNS, GAMES_NEED)
    if header is None:
        return None
    sides = sides_of(header)
    unnamed = header.unnamed_scores
    if len(unnamed) == 2 and not any(field.endswith("score") for field in header.columns):
        header.columns.update({f"{side} score": at for side, at in zip(sides, unnamed)})
    return with_numbers(header, *sides)


def sides_of(header: Header) -> Tuple[str, str]:
    """Return the fields of the two sides of a table of games or matches, from left to right."""
    one, two = (fields[0] if fields[0] in header.columns else fields[1] for fields in GAMES_NEED)
    return (one, two) if header.columns[one] < header.columns[two] else (two, one)


def with_numbers(header: Header, left: str, right: str) -> Header:
    """Return a header with the columns of the numbers of two sides, if each has one of its own.

    That is the nearest one called No on its side; a table whose lines are numbered has only one.
    """
    numbers = [at for at, text in enumerate(header.texts) if header_key(text) in _NUMBER]
    before = [at for at in numbers if at < header.columns[left]]
    after = [at for at in numbers if at > header.columns[right]]
    if not before or not after:
        return header
    found = {f"{left} no": before[-1], f"{right} no": after[0]}
    return header._replace(columns={**header.columns, **found})


def doubled(grid: Grid, header: Header) -> Optional[Tuple[int, int]]:
    """Return the columns of a header that stands twice with different cells below, or None.

    Which of them counts cannot be told; games of several rounds side by side look like this too.
    A table of something else beside the games may say Round again.
    """
    rows = grid.rows[header.row + 1 :]
    for field, first, column in header.seconds:
        if header_key(header.texts[first]) != header_key(header.texts[column]):
            continue
        if field in _OF_ANY_TABLE and "" in header.texts[first:column]:
            continue
        if any(not is_blank(line[column]) and line[column] != line[first] for line in rows):
            return first, column
    return None


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isascii()
