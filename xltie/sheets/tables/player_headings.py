"""The columns of a list of players, ours or anybody's, in the languages of the federations."""

from __future__ import annotations

from functools import cache
from typing import Dict, List, Mapping, Optional, Set, Tuple

from xltie.core.cells import Grid, number_of, text_of
from xltie.core.errors import Fault
from xltie.core.go_ranks import rank_number
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.event import TITLES
from xltie.sheets.tables.headers import PLAYER_COLUMNS, PLAYERS_NEED, Header, Second, find_header
from xltie.sheets.tables.headings import MEANINGS

_MEANT = {
    "player": "name", "surname": "surname", "first name": "first", "rating": "rating",
    "title": "title", "federation": "country",
}  # fmt: skip
"""The fields of what headings of any table mean."""
_WORDS: Mapping[str, str] = {
    "name": """
        adisoyadi nume ime nazwiskoimie imeprezime prezimeime vollname namevorname nachnamevorname
        vornamename nometprenom nomprenom nombreyapellidos apellidosynombre giocatrice cognomeenome
        nomecompleto zawodniczka фамилияимя фамилияиимя фамилияимяотчество прізвищетаімя прізвищеімя
        prijmeniajmeno jmenoaprijmeni priezviskoameno ονοματεπωνυμο hovaten الاسم שם 성함 참가자
        namefirstandlast""",
    "rating": "ratingfide eloi elof elonational wertungszahl styrketal selo gor",
    "club": """
        verein vereinort vereinname clubcity clubname schachklub schachverein schachclub clube
        clubecidade circolo vereniging klub klubb kerho egyesulet kulup oddil seura συλλογος
        donvi النادي מועדון клуб 所属 单位 単位 俱乐部 소속클럽""",
    "country": "fede fid federacion federazione foderation federacja 国家 국적",
    "team": "mannschaft equipe equipo squadra druzyna команда チーム 팀명",
    "id": """
        no num numero snr startnr startnummer tlnnr startno noini nini noinic стном стартовыйномер
        序号 编号 番号 순번 연번 lp sz""",
    "": "ranking performance rp perf tpr performancerating postrating strength str p t time rank",
}
"""What lists of players call their columns beyond that, in the normal form; seen in lists of
federations, of pairing programs and of clubs. Under "" are those that say something else there."""
_ONLINE_TITLES = ("AGM", "AIM", "AFM", "ACM")


@cache
def other_headings() -> Mapping[str, str]:
    """Return the field of every word, by its normal form."""
    found = {word: _MEANT[meaning] for word, meaning in MEANINGS.items() if meaning in _MEANT}
    found.update((normal(w), field) for field, text in _WORDS.items() for w in text.split())
    return {word: field for word, field in found.items() if field}


def players_header(grid: Grid) -> Optional[Header]:
    """Return the header row of a list of players, None where a grid has none.

    Names may stand in one column or in two. A column called Name beside one of first names holds
    the surnames, as Swiss-Manager and the lists of France have it, unless it holds them too. The
    titles of chess-results' lists stand in a column without a heading.
    """
    return grid.cached("players header", _players_header)


def _players_header(grid: Grid) -> Optional[Header]:
    header = find_header(grid, PLAYER_COLUMNS, PLAYERS_NEED, other_headings())
    if header is None:
        return None
    columns: Dict[str, int] = {**header.columns}
    lines = [grid.rows[row] for row in grid.below(header.row)]
    if "title" not in columns:
        unnamed = (at for at, text in enumerate(header.texts) if not text)
        titles = [at for at in unnamed if _are_titles({text_of(line[at]) for line in lines})]
        columns.update(zip(["title"], titles))
    if {"name", "first"} <= columns.keys() and "surname" not in columns:
        name, first = columns["name"], columns["first"]
        if not all(text_of(line[first]) in text_of(line[name]) for line in lines):
            columns["surname"] = columns.pop("name")
    return header._replace(columns=columns)


def _are_titles(texts: Set[str]) -> bool:
    return any(texts) and texts <= {"", *TITLES, *_ONLINE_TITLES}


# -- two columns of one meaning: the first counts --------------------------------------------------

_NUMBERS = frozenset({"rating", "start", "manual", "withdrawn"})
"""Fields by which places, pairings or start scores go; a grade is one where it is a rank."""


def second_columns(grid: Optional[Grid]) -> Tuple[List[Fault], List[Fault]]:
    """Return what is wrong with second columns of one meaning, and what is only not used of them.

    Which of two ranks or numbers is meant cannot be told where they differ, and places or start
    scores go by them. Each is told at its heading.
    """
    header = None if grid is None else players_header(grid)
    wrong: List[Fault] = []
    unused: List[Fault] = []
    for second in header.seconds if header else ():
        assert grid is not None and header is not None
        names = {"first": header.texts[second.first], "second": header.texts[second.column]}
        at = grid.place(header.row, second.first).cell
        place = grid.place(header.row, second.column)
        lines = [(row, *_both(grid, row, second)) for row in grid.below(header.row)]
        differ = next((row for row, *cells in lines if _contradict(second.field, *cells)), None)
        if differ is not None:
            said = say(
                "column {second!r} means the same as {first!r} ({at}), but {cell} holds {text!r} "
                "and {other_cell} {other_text!r}; keep one of them",
                **names, at=at,
                cell=grid.place(differ, second.column).cell,
                text=text_of(grid.rows[differ][second.column]),
                other_cell=grid.place(differ, second.first).cell,
                other_text=text_of(grid.rows[differ][second.first]),
            )  # fmt: skip
            wrong.append(Fault(said, place))
        elif any(text and text != first for _, first, text in lines):
            said = say(
                "column {title!r} is not used: {first!r} ({at}) means the same",
                title=names["second"], first=names["first"], at=at,
            )  # fmt: skip
            unused.append(Fault(said, place))
    return wrong, unused


def _both(grid: Grid, row: int, second: Second) -> Tuple[str, str]:
    line = grid.rows[row]
    return text_of(line[second.first]), text_of(line[second.column])


def _contradict(field: str, *texts: str) -> bool:
    """Tell whether two cells hold ranks or numbers of a field that are not the same."""
    if field not in _NUMBERS and field != "grade":
        return False
    meant = {rank_number(text) if field == "grade" else number_of(text) for text in texts}
    return None not in meant and len(meant) > 1
