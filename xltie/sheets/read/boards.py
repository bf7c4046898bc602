"""From the Boards sheet to board results: one row for every table at which a board was played.

=================  ==============================================================================
column             what it holds
=================  ==============================================================================
Board              its number; with it comes the vulnerability, unless a column Vulnerable (Vul)
                   says otherwise: None, NS, EW, All
NS, EW             the pairs or teams; blank where a side sits out. An individual has North, South,
                   East and West
Contract           ``3NT``, ``4SX``, ``PASS``; declarer and result may follow (``4S by E -1``)
Dbl                ``X`` or ``XX``, where the contract does not say so itself
Declarer (or By)   the seat
Tricks             tricks taken, or ``+1``, ``=``, ``-2``
Score              the score of NS; worked out from the contract where it is blank. ``EW score``
                   is its opposite. ``A+/A-`` and ``60/40`` award both sides, ``NP`` is not played
NS adjusted,       an adjusted score of one side, as that side sees it: ``A+``, ``60%``, ``60``,
EW adjusted        ``+3 IMP``, or a score of the side's own: ``-620``, ``+90`` with its sign
Group              the version of a fouled board
Round, Table,      where it was played; with sections, pair 3 of section B is ``B3``
Section, Lead
Session            which of several sessions; blank: the first
=================  ==============================================================================
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import chain
from typing import Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import Grid, Rows, Scalar, is_blank, number_of, text_of
from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.messages import Message, say
from xltie.core.records import replace
from xltie.event import BoardResult
from xltie.event.bridge import is_score, other_than_usual, vulnerability_named
from xltie.sheets.read.board_result import RowResult
from xltie.sheets.read.lines import LineReader
from xltie.sheets.read.notation import UNCERTAIN, Notation, notations
from xltie.sheets.tables import (
    LOOK_IN_ROWS,
    Header,
    Pile,
    find_header,
    header_key,
    heading_in,
    is_bye,
    no_round,
    normal,
    round_in,
    titles,
)

_SCORES = (
    "Score", "Points", "Marque", "Zapis", "Wynik", "Punkte", "Punti", "Puntos", "Punten", "Poäng",
    "Poeng", "Skor", "Point", "Anschrift", "Очки", "Запись", "Счёт", "得分", "スコア", "점수",
)  # fmt: skip
"""What the points for a contract are called."""


def _of_pairs(*sides: str) -> Tuple[str, ...]:
    """Return the headings of the scores that pairs have, by what these are called."""
    both = [(side, score) for side in sides for score in _SCORES]
    named = tuple(header_key(f"{a} {b}") for pair in both for a, b in (pair, pair[::-1]))
    return named + tuple(header_key(f"{side} +") for side in sides)


BOARD_COLUMNS: Mapping[str, Tuple[str, ...]] = {
    "board": titles(
        "Board", "Board no", "Board number", "Bd", "Brd", "El", "Сдача", "Rozdanie", "Rozd"
    )
    + titles("Donne", "Étui", "Board Nr", "Hand", "Mano", "Estuche", "Smazzata", "Spel", "Bricka")
    + titles("Giv", "Spil", "Spill", "Jako", "Роздача", "Mapp", "Krabice")
    + titles("Leosztás", "牌号", "副", "副号", "ボード", "보드"),
    "ns": titles("NS", "N/S", "N-S", "NS pair", "Pair NS", "NS team")
    + titles("NS pair number", "Para NS", "Paire NS", "Paar NS", "Coppia NS", "Pareja NS")
    + titles("NS-Paar", "NS-par", "NZ", "N-Z", "南北", "남북", "СЮ", "С-Ю", "KG", "K-G"),
    "ew": titles("EW", "E/W", "E-W", "EW pair", "Pair EW", "EW team")
    + titles("EW pair number", "Para EW", "EO", "OW", "Paire EO", "Paar OW", "OW-Paar", "Coppia EO")
    + titles("Pareja EO", "ØV", "ÖV", "东西", "東西", "동서", "ВЗ", "В-З", "DB", "D-B"),
    "north": titles("North", "N"),
    "south": titles("South", "S"),
    "east": titles("East", "E"),
    "west": titles("West", "W"),
    "contract": titles("Contract", "Контракт", "Kontrakt", "Contrat", "Contratto", "Contrato")
    + titles("Kontrakti", "Szerződés", "Závazek", "Kontrat", "Kontrak")
    + titles("定约", "コントラクト", "컨트랙트", "계약"),
    "doubled": titles("Dbl", "Doubled", "Double"),
    "declarer": titles("Declarer", "By", "Played by", "Decl", "Rozgrywający", "Rozgr")
    + titles("Alleinspieler", "Spieler", "Déclarant", "Décl", "Dichiarante", "Declarante", "Leider")
    + titles("Spelförare", "Spillefører", "Spilfører", "Door", "Gespeeld door", "von", "Par", "Da")
    + titles("Разыгрывающий", "Разыгр", "Oynayan", "Deklaran")
    + titles("庄家", "ディクレアラー", "디클레어러", "선언자"),
    "lead": titles("Lead", "Ld", "Wist", "Ausspiel", "Entame", "Attacco", "Salida", "Uitkomst")
    + titles("Utspel", "Utspill", "Udspil", "Atak", "首攻", "Атака", "리드"),
    "tricks": titles("Tricks", "Result", "Made", "Res", "Взятки", "Lewy", "Lew", "Stiche")
    + titles("Levées", "Prese", "Bazas", "Slagen", "Stik", "墩数", "트릭", "Résultat", "Resultaat")
    + titles("Resultado", "Risultato", "Resultat", "Ergebnis", "Rés", "Sonuç"),
    "score": titles("Score", "NS score", "NS points", "Zapis", "得分", "スコア", "점수", "Очки")
    + titles("Запись", "Счёт", "Счет", "Punti", "Puntos", "Punkte", "Marque", "Poäng", "Poeng")
    + _of_pairs("NS", "N/S", "NZ", "СЮ", "南北", "남북", "KG"),
    "ew score": _of_pairs("EW", "E/W", "EO", "OW", "ØV", "ÖV", "ВЗ", "东西", "東西", "동서", "DB")
    + titles("NS -", "N/S -", "NZ -", "СЮ -"),
    "ns adjusted": titles("NS adjusted", "NS adj", "Adj NS", "Adjusted NS", "NS award"),
    "ew adjusted": titles("EW adjusted", "EW adj", "Adj EW", "Adjusted EW", "EW award"),
    "group": titles("Group", "Version", "Fouled", "Subfield"),
    "vulnerable": titles("Vulnerable", "Vul", "Vulnerability", "Зона", "Założenia", "Gefahr")
    + titles("Vulnérabilité", "Zona", "Kwetsbaar", "Zon", "Faresone", "局况"),
    "round": titles("Round", "Rd", "Rnd", "Runda", "Runde", "Ronde", "Ronda", "Turno"),
    "table": titles("Table", "Tbl", "Stół", "Tisch", "Tavolo", "Mesa", "Tafel", "Bord", "桌"),
    "session": titles("Session", "Sess", "Sesja", "Séance", "Sitzung", "Sesión", "Zitting"),
    "section": titles("Section", "Sec", "Sektor", "Sektion", "Girone", "Sección"),
}
"""What the columns of boards are called, travellers of clubs in other languages among them."""
_RESULT = titles("Результат")
_COUNTED = {**BOARD_COLUMNS, "tricks": (*BOARD_COLUMNS["tricks"], *_RESULT)}
"""Where there is a score beside it, a Russian result is the tricks; elsewhere it is the score."""
_AS_SCORE = {**BOARD_COLUMNS, "score": (*BOARD_COLUMNS["score"], *_RESULT)}
_SCORED = {
    **_AS_SCORE, "tricks": (), "score": (*_AS_SCORE["score"], *titles("Result", "Points")),
}  # fmt: skip
"""Where there is neither contract nor score, a column Result holds the scores."""
_BY_NAME = {
    "ns": titles("North-South", "North – South", "Nord-Süd", "Nord-Sud", "Nord-Syd", "Norte-Sur")
    + titles("Norte-Sul", "Noord-Zuid", "Север-Юг", "Північ-Південь", "Észak-Dél", "Kuzey-Güney"),
    "ew": titles("East-West", "East – West", "Ost-West", "Est-Ouest", "Est-Ovest", "Øst-Vest")
    + titles("Öst-Väst", "Este-Oeste", "Oost-West", "Восток-Запад", "Схід-Захід", "Kelet-Nyugat")
    + titles("Doğu-Batı"),
}
"""Headings of pairs that stand for their numbers only where no column NS or EW does."""
_NEEDED = (("board",), ("ns", "north"), ("ew", "east"), ("score", "ew score", "contract"))
_ALL_SAID = (*_NEEDED[:3], ("score", "ew score"), ("contract",))
_BOARD_WORDS = frozenset(BOARD_COLUMNS["board"])
_EVERY_NAME = frozenset(chain.from_iterable(
    (*_SCORED.values(), *_COUNTED.values(), *_BY_NAME.values(), titles("Bord"))
))  # fmt: skip
_WITHOUT_BOARDS = (("ns", "north"), ("ew", "east"), ("score", "ew score", "contract"))


class Boards(NamedTuple):
    """What a Boards sheet says."""

    board_results: Tuple[BoardResult, ...]
    faults: Tuple[Fault, ...]


def boards_header(grid: Grid) -> Optional[Header]:
    """Return the header row of a Boards sheet, None where a range holds none."""
    lines = tuple(filter(_may_be_header, grid.rows[:LOOK_IN_ROWS]))
    return _boards_header(grid) if _is_of_boards(lines) else None


def _may_be_header(line: Sequence[Scalar]) -> bool:
    """Tell whether a line holds as many headings as a header row needs, of whatever field."""
    texts = (heading_in(cell, _EVERY_NAME) for cell in line if isinstance(cell, str) and cell)
    return sum(header_key(text) in _EVERY_NAME for text in texts) >= len(_NEEDED)


@lru_cache(maxsize=16)
def _is_of_boards(lines: Rows) -> bool:
    """Tell whether one of some lines holds the headings, which change at few keystrokes."""
    return _boards_header(Grid(lines)) is not None


def _boards_header(grid: Grid) -> Optional[Header]:
    for columns, needed in ((_COUNTED, _ALL_SAID), (_AS_SCORE, _NEEDED), (_SCORED, _NEEDED)):
        by_name = {
            **columns,
            **{side: columns[side] + by_name for side, by_name in _BY_NAME.items()},
        }
        as_board = {**by_name, "table": (), "board": titles("Bord")}  # a table in Dutch
        found = next(
            filter(None, (find_header(grid, of, needed) for of in (columns, by_name, as_board))),
            None,
        )
        if found is not None:
            return found
    return None


def travellers(grids: Iterable[Grid]) -> Optional[Grid]:
    """Return the travellers of all sheets, or tables of a page, as one table; None without any.

    Raises:
        InputError: some have no title, or other headings than the rest.
    """
    found: List[Grid] = []
    untitled: List[Grid] = []
    for grid in grids:
        titled = _under_titles(grid)
        if titled is not None:
            found.append(titled)
        elif find_header(grid, _SCORED, _WITHOUT_BOARDS) is not None:
            untitled.append(grid)
    if not found:
        return None
    first = next(filter(any, found[0].rows))
    tops = [next(filter(any, grid.rows)) for grid in found]
    others = [grid for grid, top in zip(found, tops) if top != first] + untitled
    if others:
        place = others[0].place(0, 0)
        cell = str(found[0].place(0, 0))
        raise InputError.say(
            "games stand here and in {cell}; keep one table of them", place, cell=cell
        )
    rest = [Grid([() if line == first else line for line in grid.rows],
                 grid.sheet, grid.row, grid.column) for grid in found[1:]]  # fmt: skip
    return Pile([("", grid) for grid in (found[0], *rest)]) if rest else found[0]


def _under_titles(grid: Grid) -> Optional[Grid]:
    """Return travellers, each below a title such as ``Board 7``, as one table; None if it is none.

    The number of the board stands in a column behind the others: every cell keeps its place.
    """
    lines: List[Tuple[Scalar, ...]] = []
    board: Optional[int] = None
    headings: Optional[Tuple[str, ...]] = None
    titles = [*map(_board_named, grid.rows)]
    for line, named in zip(grid.rows, titles) if any(titles) else ():
        is_heading = named is None and find_header(Grid([line]), _SCORED, _WITHOUT_BOARDS)
        if is_heading and headings is None and board is not None:
            headings = tuple(map(text_of, line))
            lines.append((*line, "Board"))
        elif named is not None or is_heading or board is None or headings is None:
            board = named or board
            if is_heading and tuple(map(text_of, line)) != headings:
                return None
            lines.append(())
        else:
            lines.append((*line, None if all(map(is_blank, line)) else board))
    return Grid(lines, grid.sheet, grid.row, grid.column) if headings else None


def _board_named(line: Sequence[Scalar]) -> Optional[int]:
    """Return the number of the board that a title names: ``Board 7``, ``Rozdanie 7 (NS, Z)``."""
    filled = [cell for cell in line if not is_blank(cell)]
    if not filled or len(filled) > 4:
        return None
    found = re.match(r"\W*(\D+?)\W*(\d{1,3})\b", " ".join(map(text_of, filled)))
    return int(found[2]) if found and normal(found[1]) in _BOARD_WORDS else None


def read_boards(grid: Grid, header: Header) -> Boards:
    """Read every row that names a side or a result; prepared rows without players are skipped.

    Where the letters of suits can be those of two languages, the scores tell which they are.
    """
    read = [_read(grid, header, notation) for notation in notations(grid, header)]
    fewest = min(len(boards.faults) for boards in read)
    fitting = [boards for boards in read if len(boards.faults) == fewest]
    kept, *others = (boards.board_results for boards in fitting)
    differing = {one.place for other in others for one in set(kept) ^ set(other)}
    places = (replace(place, column=header.column("contract") + 1) for place in differing)
    uncertain = tuple(Fault(UNCERTAIN, place) for place in sorted(places, key=str))
    return Boards(kept, (*fitting[0].faults, *uncertain, *_without_scores(grid, header, kept)))


_NUMBERED = re.compile(r"[A-Z]{0,2}\d+")
"""The number of a pair, with its section."""


def odd_pairs(boards: Sequence[BoardResult], header: Header) -> List[Fault]:
    """Return a fault for each pair that is no number, where no list says who plays and most are."""
    seated = [
        (side[0], replace(board.place, column=header.column(field) + 1))
        for board in boards
        for field, side in (("ns", board.ns), ("ew", board.ew))
        if len(side) == 1 and field in header.columns
    ]
    pairs = {name for name, _ in seated}
    odd = {name for name in pairs if not _NUMBERED.fullmatch(name)}
    if len(odd) * 5 > len(pairs):
        return []
    return [
        Fault(say("{text!r} is no number of a pair like the others", text=name), place)
        for name, place in seated
        if name in odd
    ]


_LEAST_SCORE = 50


def _without_scores(
    grid: Grid, header: Header, boards: Tuple[BoardResult, ...]
) -> Tuple[Fault, ...]:
    """Return a fault where no board has a result, but a column that is not understood holds some.

    Boards to be played have none of either.
    """
    if any(board.ns_result is not None or board.ew_result is not None for board in boards):
        return ()
    for column, text in enumerate(header.texts):
        cells = [grid.rows[row][column] for row in grid.below(header.row)]
        values = [number_of(cell) for cell in cells if not is_blank(cell)]
        if column in header.columns.values() or not values or not text:
            continue
        if all(value is not None and is_score(value) for value in values) and any(
            value is not None and abs(value) >= _LEAST_SCORE for value in values
        ):
            said = say("no column holds the results; {name!r} is not understood", name=text)
            return (Fault(said, grid.place(header.row, column)),)
    return ()


def _read(grid: Grid, header: Header, notation: Notation) -> Boards:
    reader = _Reader(grid, header, notation)
    board_results = [
        board_result
        for number in grid.below(header.row)
        if (board_result := reader.row(number)) is not None
    ]
    return Boards(tuple(board_results), tuple(reader.faults))


class _Reader(LineReader):
    def __init__(self, grid: Grid, header: Header, notation: Notation) -> None:
        super().__init__(grid, header)
        self.notation = notation

    def row(self, number: int) -> Optional[BoardResult]:
        line = self.grid.rows[number]
        if self.has_errors(number):
            return None
        ns, ew = self._side(line, "ns", "north", "south"), self._side(line, "ew", "east", "west")
        came = RowResult(self.header, line, self.notation, partial(self.fault, number))
        before = len(self.faults)
        if not ns and not ew:
            if came.stands_in:
                self.fault(number, say("there is a result here but no pairs"), came.stands_in)
            return None
        board = self._whole(number, line, "board")
        round_number = self._whole(number, line, "round")
        session = self._whole(number, line, "session")
        if board is None:
            return None
        contract, declarer, tricks = came.contract()
        board_result = BoardResult(
            board, ns, ew,
            group=text_of(self.header.get(line, "group")).casefold(),
            round=round_number or 0,
            table=text_of(self.header.get(line, "table")),
            section=text_of(self.header.get(line, "section")),
            contract=came.other_words if contract is None else str(contract),
            declarer=declarer,
            lead=text_of(self.header.get(line, "lead")),
            tricks=tricks,
            vulnerable=self._vulnerable(number, line, board),
            session=session or 0,
            place=self.grid.place(number, self.header.column("ns", "north")),
        )  # fmt: skip
        results = came.results(board_result, contract)
        return None if len(self.faults) > before else board_result.with_results(*results)

    def _side(self, line: Tuple[Scalar, ...], *fields: str) -> Tuple[str, ...]:
        found = []
        for field in fields:
            text = text_of(self.header.get(line, field))
            if not (is_bye(text) or normal(text) == "phantom"):  # the pair that is missing
                found.append(self.spelling(text))
        return tuple(found)

    def _vulnerable(self, number: int, line: Tuple[Scalar, ...], board: int) -> str:
        try:
            named = vulnerability_named(text_of(self.header.get(line, "vulnerable")))
        except DomainError as error:
            self.fault(number, error.message, "vulnerable")
            return ""
        return other_than_usual(named, board)

    def _whole(self, number: int, line: Tuple[Scalar, ...], field: str) -> Optional[int]:
        """Return the number of a board, round or session; only that of a board is needed."""
        cell = self.header.get(line, field)
        if is_blank(cell) and field != "board":
            return None
        whole = round_in(cell)
        if whole is None or whole < 1:
            self.fault(number, _not_a_number(text_of(cell), field), field)
            return None
        return whole


def _not_a_number(text: str, field: str) -> Message:
    if not text:
        return say("the board is missing")
    if field == "board":
        return say("{text!r} is not a board number", text=text)
    if field == "session":
        return say("{text!r} is not the number of a session", text=text)
    return no_round(text)
