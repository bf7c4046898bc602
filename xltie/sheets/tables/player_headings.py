"""The header row of a list of players, ours or anybody's, in the languages of the federations."""

from __future__ import annotations

from functools import cache
from typing import Dict, Mapping, Optional, Set

from xltie.core.cells import Grid, text_of
from xltie.core.plain_words import normal
from xltie.event import TITLES
from xltie.sheets.tables.headers import PLAYER_COLUMNS, PLAYERS_NEED, Header, find_header
from xltie.sheets.tables.headings import MEANINGS

_MEANT = {"player": "name", "rating": "rating", "title": "title", "federation": "country"}
"""The fields of what headings of any table mean."""
_WORDS: Mapping[str, str] = {
    "name": """
        adisoyadi nume ime nazwiskoimie imeprezime prezimeime vollname namevorname nachnamevorname
        vornamename nometprenom nomprenom nombreyapellidos apellidosynombre giocatrice cognomeenome
        nomecompleto zawodniczka фамилияимя фамилияиимя фамилияимяотчество прізвищетаімя прізвищеімя
        prijmeniajmeno jmenoaprijmeni priezviskoameno ονοματεπωνυμο hovaten الاسم שם 성함 참가자""",
    "surname": """
        apellidos apellido cognome achternaam efternamn etternavn efternavn sukunimi prijmeni
        priezvisko vezeteknev soyad soyadi sobrenome apelido prezime familienname nomdefamille
        姓""",
    "first": """
        prenom voornaam roepnaam fornamn fornavn etunimi keresztnev utonev krestnijmeno krestni
        nombredepila rufname""",
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
