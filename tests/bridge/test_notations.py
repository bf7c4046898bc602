"""Travellers of clubs as they are kept in other languages: their headings, suits and seats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie import api

TABLES = {
    "english": """Board,NS,EW,Contract,By,Result,NS score,EW score
1,1,2,3NT+1,N,,430,
1,3,4,4Sx-2,S,,,300
2,1,4,Passed out,,,0,
2,3,2,1NT-1,W,,50,
3,1,4,A6040,,,,
3,3,2,5C+1,S,,,
""",
    "french": """Donne;NS;EO;Contrat;Déclarant;Résultat;Score
1;1;2;3SA;N;+1;430
1;3;4;4♠x;S;-2;-300
2;1;4;Passe;;;
2;3;2;1SA;O;-1;
3;1;4;60%/40%;;;
3;3;2;5T;S;+1;
""",
    "german": """Board;N-S;O-W;Kontrakt;von;Stiche;Punkte NS
1;1;2;3SA;N;10;
1;3;4;4 Pik x;S;8;-300
2;1;4;gepasst;;;
2;3;2;1SA;W;6;50
3;1;4;60-40;;;
3;3;2;5T;S;12;
""",
    "dutch": """Spel;NZ;OW;Contract;Door;Resultaat;Score
1;1;2;3SA;N;+1;
1;3;4;4S*;Z;-2;
2;1;4;RONDPAS;;;
2;3;2;1SA;W;-1;
3;1;4;60/40;;;
3;3;2;5K;Z;+1;420
""",
    "danish": """Spil;NS;ØV;Kontrakt;Spilfører;Resultat;Score
1;1;2;3UT;N;+1;
1;3;4;4♠X;S;-2;
2;1;4;PAS;;;
2;3;2;1UT;V;-1;
3;1;4;60/40;;;
3;3;2;5K;S;+1;
""",
    "italian": """Mano;NS;EO;Contratto;Dichiarante;Prese;Punti
1;1;2;3SA;N;10;
1;3;4;4P!;S;8;
2;1;4;PASSO;;;
2;3;2;1SA;O;6;
3;1;4;60%/40%;;;
3;3;2;5F;S;12;
""",
    "polish": """Rozdanie;NS;EW;Kontrakt;Rozgrywający;Wynik;Zapis
1;1;2;3BA+1;N;;430
1;3;4;4♠x-2;S;;-300
2;1;4;4 pasy;;;0
2;3;2;1BA-1;W;;50
3;1;4;60/40;;;
3;3;2;5♣+1;S;;420
""",
    "spanish": """Mano;NS;EO;Contrato;Declarante;Bazas;Puntos NS
1;1;2;3ST;N;10;
1;3;4;4Px;S;8;
2;1;4;Paso;;;
2;3;2;1ST;O;6;
3;1;4;60%-40%;;;
3;3;2;5T;S;12;
""",
    "russian": """Сдача;СЮ;ВЗ;Контракт;Разыгрывающий;Результат;Очки
1;1;2;3БК;С;+1;430
1;3;4;4п к;Ю;-2;-300
2;1;4;пас;;;
2;3;2;1БК;З;-1;
3;1;4;60/40;;;
3;3;2;5т;Ю;+1;
""",
    "korean": """보드,남북,동서,계약,디클레어러,트릭,점수
1,1,2,3NT,북,10,
1,3,4,4♠X,남,8,
2,1,4,패스,,,
2,3,2,1NT,서,6,
3,1,4,60-40,,,
3,3,2,5♣,남,12,
""",
}


def figures(shell: Shell, file: Path) -> list[tuple[str, list[float]]]:
    told = json.loads(shell("standings", file, "--format", "json").out)
    return [(line["id"], list(line["values"].values())) for line in told["standings"]]


def played(file: Path) -> list[tuple[object, ...]]:
    return [
        (line.contract, line.declarer, line.tricks, line.ns_result, line.ew_result)
        for line in api.open_event(file).event.board_results
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", TABLES)
def test_a_table_in_any_notation_is_the_same_evening(
    tmp_path: Path, shell: Shell, language: str
) -> None:
    usual, other = tmp_path / "usual.csv", tmp_path / "other.csv"
    usual.write_text(TABLES["english"], "utf-8")
    other.write_text(TABLES[language], "utf-8")
    assert played(other) == played(usual)
    book, report = tmp_path / "book.xlsx", tmp_path / "report.pbn"
    shell("import", other, book)
    assert played(book) == played(usual)
    shell("export", book, report)
    assert figures(shell, report) == figures(shell, book) == figures(shell, usual)


FRENCH = "Donne;NS;EO;Contrat;Déclarant;Levées;Score\n1;1;2;{};N;9;{}\n1;3;4;3SA;N;9;400\n"


@pytest.mark.parametrize(
    ("contract", "score", "read"),
    [
        ("2C", "110", "2C"),
        ("2C", "140", "2H"),
        ("2P", "", "2S"),
        ("2H", "", "2H"),
        ("2K", "", "2D"),
    ],
)
def test_letters_of_two_languages_go_by_what_stands_beside_them(
    tmp_path: Path, contract: str, score: str, read: str
) -> None:
    path = tmp_path / "club.csv"
    path.write_text(FRENCH.format(contract, score), "utf-8")
    assert played(path)[0][0] == read


def test_a_letter_that_nothing_tells_is_a_fault(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "club.csv"
    path.write_text(FRENCH.format("2C", ""), "utf-8")
    said = shell("standings", path, code=1).err
    assert said.startswith(f"{path}: D2: the letters of the suits can be read in two ways")
    assert len(said.splitlines()) == 1


def test_a_slip_of_the_pen_is_no_other_language(tmp_path: Path, shell: Shell) -> None:
    """4K beside 4C makes no French table of an English one."""
    path = tmp_path / "club.csv"
    path.write_text("Board,NS,EW,Contract,By,Tricks\n1,1,2,4C,N,10\n1,3,4,4K,N,10\n", "utf-8")
    assert "D3: '4K' is not a contract" in shell("standings", path, code=1).err
