"""Events written as clubs write them: in every shape, language and notation, with known points."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction

LANGUAGES: dict[str, dict[str, str]] = {
    "en": {"round": "Round", "table": "Board", "white": "White", "black": "Black",
           "result": "Result", "no": "No.", "place": "Rk.", "name": "Name", "rating": "Rtg",
           "points": "Pts.", "cell": "{n}.Rd", "w": "w", "b": "b", "bye": "bye", "club": "Club",
           "win": "win", "draw": "draw", "loss": "loss", "title": "Round {n}", "home": "Home",
           "away": "Away", "winner": "Winner"},
    "de": {"round": "Runde", "table": "Brett", "white": "Weiß", "black": "Schwarz",
           "result": "Ergebnis", "no": "Snr", "place": "Platz", "name": "Spieler", "rating": "DWZ",
           "points": "Punkte", "cell": "{n}.Runde", "w": "w", "b": "s", "bye": "spielfrei",
           "club": "Verein/Ort", "win": "Sieg", "draw": "Remis", "loss": "Niederlage",
           "title": "{n}. Runde", "home": "Heim", "away": "Gast", "winner": "Sieger"},
    "es": {"round": "Ronda", "table": "Mesa", "white": "Blancas", "black": "Negras",
           "result": "Resultado", "no": "No.Ini.", "place": "Pos.", "name": "Jugador",
           "rating": "Elo", "points": "Puntos", "cell": "Rd.{n}", "w": "b", "b": "n",
           "bye": "descansa", "club": "Club", "win": "gana", "draw": "tablas", "loss": "pierde",
           "title": "Ronda {n}", "home": "Local", "away": "Visitante", "winner": "Ganador"},
    "fr": {"round": "Ronde", "table": "Table", "white": "Blancs", "black": "Noirs",
           "result": "Résultat", "no": "N°", "place": "Cl.", "name": "Joueur", "rating": "Elo",
           "points": "Points", "cell": "Rd {n}", "w": "B", "b": "N", "bye": "exempt",
           "club": "Club", "win": "gagné", "draw": "nul", "loss": "perdu", "title": "Ronde {n}",
           "home": "Domicile", "away": "Extérieur", "winner": "Vainqueur"},
    "pt": {"round": "Rodada", "table": "Mesa", "white": "Brancas", "black": "Pretas",
           "result": "Resultado", "no": "Nº", "place": "Pos.", "name": "Nome", "rating": "Rating",
           "points": "Pontos", "cell": "R{n}", "w": "b", "b": "p", "bye": "folga", "club": "Clube",
           "win": "vitória", "draw": "empate", "loss": "derrota", "title": "Rodada {n}",
           "home": "Mandante", "away": "Visitante", "winner": "Vencedor"},
    "pl": {"round": "Runda", "table": "Szachownica", "white": "Białe", "black": "Czarne",
           "result": "Wynik", "no": "Nr", "place": "M-ce", "name": "Zawodnik",
           "rating": "Ranking", "points": "Pkt", "cell": "R{n}", "w": "b", "b": "c",
           "bye": "pauza", "club": "Klub", "win": "wygrana", "draw": "remis",
           "loss": "przegrana", "title": "Runda {n}", "home": "Gospodarze", "away": "Goście",
           "winner": "Zwycięzca"},
    "ru": {"round": "Тур", "table": "Доска", "white": "Белые", "black": "Чёрные",
           "result": "Результат", "no": "№", "place": "Место", "name": "Участник",
           "rating": "Рейтинг", "points": "Очки", "cell": "{n} тур", "w": "б", "b": "ч",
           "bye": "свободен", "club": "Город", "win": "победа", "draw": "ничья",
           "loss": "поражение", "title": "{n} тур", "home": "Хозяева", "away": "Гости",
           "winner": "Победитель"},
    "ko": {"round": "라운드", "table": "보드", "white": "백", "black": "흑", "result": "결과",
           "no": "번호", "place": "순위", "name": "이름", "rating": "레이팅", "points": "승점",
           "cell": "{n}R", "w": "백", "b": "흑", "bye": "부전승", "club": "소속", "win": "승",
           "draw": "무", "loss": "패", "title": "{n}라운드", "home": "홈", "away": "원정",
           "winner": "승자"},
    "ja": {"round": "回戦", "table": "卓", "white": "白", "black": "黒", "result": "結果",
           "no": "番号", "place": "順位", "name": "氏名", "rating": "レーティング",
           "points": "得点", "cell": "{n}回戦", "w": "白", "b": "黒", "bye": "不戦勝",
           "club": "所属", "win": "勝ち", "draw": "引き分け", "loss": "負け", "title": "第{n}回戦",
           "home": "ホーム", "away": "アウェイ", "winner": "勝者"},
    "zh": {"round": "轮次", "table": "台次", "white": "白方", "black": "黑方", "result": "结果",
           "no": "编号", "place": "名次", "name": "姓名", "rating": "等级分", "points": "积分",
           "cell": "第{n}轮", "w": "白", "b": "黑", "bye": "轮空", "club": "单位", "win": "胜",
           "draw": "和", "loss": "负", "title": "第{n}轮", "home": "主队", "away": "客队",
           "winner": "胜者"},
    "tr": {"round": "Tur", "table": "Masa", "white": "Beyaz", "black": "Siyah", "result": "Sonuç",
           "no": "No.", "place": "Sıra", "name": "İsim", "rating": "Rtg", "points": "Puan",
           "cell": "{n}.Tur", "w": "b", "b": "s", "bye": "bye", "club": "Kulüp", "win": "galip",
           "draw": "berabere", "loss": "mağlup", "title": "{n}. Tur", "home": "Ev sahibi",
           "away": "Deplasman", "winner": "Kazanan"},
    "hu": {"round": "Forduló", "table": "Tábla", "white": "Világos", "black": "Sötét",
           "result": "Eredmény", "no": "Sz.", "place": "H.", "name": "Név", "rating": "Élő",
           "points": "Pont", "cell": "{n}.f", "w": "v", "b": "s", "bye": "szabadnap",
           "club": "Egyesület", "win": "győzelem", "draw": "döntetlen", "loss": "vereség",
           "title": "{n}. forduló", "home": "Hazai", "away": "Vendég", "winner": "Győztes"},
}  # fmt: skip
NAMES = (
    "Adams, Joe", "Brown, Kim", "Clark, Lee", "Davis, Ann", "Müller, Jonas", "Öberg, Siv",
    "Núñez Pérez, Ana", "Зайцев Олег", "김민수", "佐藤 健", "王伟", "O'Neill Pat", "de Vries, Jan",
    "van Dijk, Eva", "Yılmaz Ali", "Kovács Ádám",
)  # fmt: skip
HALF = Fraction(1, 2)


@dataclass
class Game:
    """A game between two players, numbered from 1; ``points`` are those of the first."""

    round: int
    white: int
    black: int
    points: Fraction


@dataclass
class Event:
    """What is written: players by number, games, and byes (round, player, points)."""

    names: list[str]
    games: list[Game] = field(default_factory=list)
    byes: list[tuple[int, int, Fraction]] = field(default_factory=list)
    rounds: int = 0

    def points(self) -> dict[int, Fraction]:
        found = dict.fromkeys(range(1, len(self.names) + 1), Fraction(0))
        for game in self.games:
            found[game.white] += game.points
            found[game.black] += 1 - game.points
        for _, who, points in self.byes:
            found[who] += points
        return found

    def places(self) -> dict[int, int]:
        points = self.points()
        order = sorted(points, key=lambda who: (-points[who], who))
        return {who: at for at, who in enumerate(order, 1)}


def swiss(chance: random.Random, has_byes: bool = True) -> Event:
    count = chance.randint(4, 13)
    names = chance.sample(NAMES, count)
    event = Event(names, rounds=chance.randint(3, 6))
    for number in range(1, event.rounds + 1):
        order = chance.sample(range(1, count + 1), count)
        if count % 2:
            event.byes.append((number, order.pop(), Fraction(1)))
        elif has_byes and chance.random() < 0.2:
            event.byes += [(number, order.pop(), points) for points in (HALF, Fraction(0))]
        for white, black in zip(order[::2], order[1::2], strict=True):
            points = chance.choice([Fraction(0), HALF, Fraction(1), Fraction(1)])
            event.games.append(Game(number, white, black, points))
    return event


def round_robin(chance: random.Random) -> Event:
    count = chance.randint(3, 9)
    event = Event(chance.sample(NAMES, count), rounds=count - 1 + count % 2)
    for white in range(1, count + 1):
        for black in range(white + 1, count + 1):
            points = chance.choice([Fraction(0), HALF, Fraction(1), Fraction(1)])
            event.games.append(Game(1, white, black, points))
    return event


Rows = list[list[str]]


def number(value: Fraction, how: str = "½") -> str:
    if value.denominator == 1:
        return str(value)
    if how == "½":
        return f"{int(value) or ''}½"
    return str(float(value)).replace(".", how)


# -- lists -----------------------------------------------------------------------------------------

PAIRS = ("1-0", "1:0", "1 - 0", "0.5-0.5", "0,5 : 0,5", "1/2-1/2", "1–0")
ONE = ("1", "+", "word", "1X2", "colour", "winner")


def pair(points: Fraction, how: str) -> str:
    sign = ":" if ":" in how else "–" if "–" in how else "-"
    gap = " " if " " in how else ""
    half = {"0.5-0.5": "0.5", "0,5 : 0,5": "0,5", "1/2-1/2": "1/2"}.get(how, "½")
    both = [half if item == HALF else str(item) for item in (points, 1 - points)]
    return f"{gap}{sign}{gap}".join(both)


def one(event: Event, game: Game, how: str, words: dict[str, str]) -> str:
    at = int(2 * game.points)
    if how == "winner":
        return (event.names[game.black - 1], words["draw"], event.names[game.white - 1])[at]
    if how == "colour":
        return (words["black"], words["draw"], words["white"])[at]
    if how == "word":
        return (words["loss"], words["draw"], words["win"])[at]
    return {"1": "0½1", "+": "-=+", "1X2": "2X1"}[how][at]


def game_list(chance: random.Random, event: Event, words: dict[str, str]) -> Rows:
    how = chance.choice((*PAIRS, *PAIRS, *ONE, "two"))
    titled = chance.random() < 0.3
    repeated = titled and chance.random() < 0.7
    first, second = ("white", "black")
    columns = chance.choice([
        ["round", "table", first, second, "result"],
        ["round", first, "result", second],
        ["table", first, "rating1", "result", second, "rating2"],
        ["round", "no1", first, "result", "no2", second],
        ["table", first, "pts1", "result", "pts2", second],
        ["round", first, second, "result", "remark"],
    ])  # fmt: skip
    if titled or "round" not in columns:
        titled = True
        columns = [column for column in columns if column != "round"]
    if how == "two":
        columns = [column for column in columns if column not in ("result", "pts1", "pts2")]
        event.byes.clear()
        columns.insert(columns.index(first) + 1, "score1")
        columns.insert(columns.index(second) + 1, "score2")
    heads = {"rating1": words["rating"], "rating2": words["rating"], "no1": words["no"],
             "no2": words["no"], "pts1": words["points"], "pts2": words["points"],
             "remark": "", "score1": words["points"], "score2": words["points"]}  # fmt: skip
    if how == "winner" and "result" in columns:
        heads["result"] = words["winner"]
    heading = [heads.get(column, words.get(column, "")) for column in columns]
    rows: Rows = [[chance.choice(["Club 2024", "Open"])]] if chance.random() < 0.3 else []
    if not (titled and repeated):
        rows.append(heading)
    before = dict.fromkeys(range(1, len(event.names) + 1), Fraction(0))
    for at in range(1, event.rounds + 1):
        if titled:
            rows += [[], [words["title"].format(n=at)]]
        if repeated:
            rows.append(heading)
        now = [game for game in event.games if game.round == at]
        for board, game in enumerate(now, 1):
            cells = {
                "round": str(at), "table": str(board), first: event.names[game.white - 1],
                second: event.names[game.black - 1], "no1": str(game.white), "no2": str(game.black),
                "rating1": "1800", "rating2": "1700", "pts1": number(before[game.white]),
                "pts2": number(before[game.black]), "score1": number(game.points, "."),
                "score2": number(1 - game.points, "."), "remark": "",
                "result": pair(game.points, how) if how in PAIRS
                else "" if how == "two" else one(event, game, how, words),
            }  # fmt: skip
            rows.append([cells[column] for column in columns])
        for who, points in [(w, p) for n, w, p in event.byes if n == at]:
            if "result" in columns:
                cells = {
                    "round": str(at),
                    first: event.names[who - 1],
                    second: words["bye"],
                    "no1": str(who),
                    "pts1": number(before[who]),
                    "result": number(points),
                }
                rows.append([cells.get(column, "") for column in columns])  # fmt: skip
        _count(before, now, [(w, p) for n, w, p in event.byes if n == at])
    return rows


def _count(
    points: dict[int, Fraction], games: list[Game], byes: list[tuple[int, Fraction]]
) -> None:
    for game in games:
        points[game.white] += game.points
        points[game.black] += 1 - game.points
    for who, own in byes:
        points[who] += own


# -- cross tables ----------------------------------------------------------------------------------

SIGNS = {Fraction(1): "+", HALF: "=", Fraction(0): "-"}
LETTERS = {Fraction(1): "W", HALF: "D", Fraction(0): "L"}
CELLS = ("ncs", "ncs", "n c s", "s n", "nc/s", "s/nc", "RN", "R  N", "RcN", "Scn", "cns", "ns",
         "n|s", "n|c|s", "name|s", "name", "n word")  # fmt: skip


def cell(
    how: str, opponent: str, colour: str, points: Fraction, words: dict[str, str], name: str
) -> list[str]:
    score = number(points)
    word = {Fraction(1): words["win"], HALF: words["draw"], Fraction(0): words["loss"]}[points]
    return {
        "ncs": [f"{opponent}{colour}{score}"], "n c s": [f"{opponent} {colour} {score}"],
        "s n": [f"{score} {opponent}"], "nc/s": [f"{opponent}{colour}/{score}"],
        "s/nc": [f"{2 * points}/{opponent}{colour}"], "RN": [LETTERS[points] + opponent],
        "R  N": [f"{LETTERS[points]} {opponent:>4}"],
        "RcN": [LETTERS[points] + ("W" if colour == words["w"] else "B") + opponent],
        "Scn": [SIGNS[points] + colour + opponent], "cns": [colour + opponent + SIGNS[points]],
        "ns": [opponent + SIGNS[points]], "n|s": [opponent, word],
        "n|c|s": [opponent, colour, score], "name|s": [name, score],
        "name": [f"{name} {word}"],
        "n word": [f"{opponent} {word}"],
    }[how]  # fmt: skip


def bye(how: str, points: Fraction) -> list[str]:
    score = number(points)
    if how in ("RN", "R  N"):
        text = {"1": "B---", "½": "H---", "0": "U---"}[score]
    elif how == "RcN":
        text = {"1": "B", "½": "H", "0": "U"}[score]
    elif how in ("ns",):
        text = "0" + SIGNS[points]
    elif how in ("s n",):
        text = f"{score} BYE"
    else:
        text = {"1": "+", "½": "½", "0": "-"}[score] if how == "Scn" else f"-{score}"
    return [text]


def cross_table(chance: random.Random, event: Event, words: dict[str, str]) -> Rows:
    how = chance.choice(CELLS)
    if how in ("Scn", "cns", "RcN") and words["w"].lower() not in "wbvб백白":
        how = "ncs"
    is_by_place = chance.random() < 0.4
    places, points = event.places(), event.points()
    by = (lambda who: str(places[who])) if is_by_place else str
    wide = {"n|s": 2, "name|s": 2, "n|c|s": 3}.get(how, 1)
    scale = 2 if how == "s/nc" else 1
    has_total = chance.random() < 0.8 or scale == 2
    mode = chance.choice(["no", "place", "both"])
    heading = ([words["place"]] if mode != "no" else []) + (
        [words["no"]] if mode != "place" else []
    )
    heading += [words["name"], words["rating"]]
    total_first = chance.random() < 0.2
    if has_total and total_first:
        heading.append(words["points"])
    for at in range(1, event.rounds + 1):
        heading += [words["cell"].format(n=at), *([words["result"]] * (wide - 1))]
    if has_total and not total_first:
        heading.append(words["points"])
    lines: dict[int, list[str]] = {}
    for who in range(1, len(event.names) + 1):
        line = ([str(places[who])] if mode != "no" else []) + (
            [str(who)] if mode != "place" else []
        )
        if (mode == "no" and is_by_place) or (mode == "place" and not is_by_place):
            line = [by(who)]
        line += [event.names[who - 1], "1800"]
        total = [number(points[who] * scale, chance.choice(["½", ".", ","]))] if has_total else []
        line += total if total_first else []
        for at in range(1, event.rounds + 1):
            found = _cell_of(event, who, at, how, words, by)
            line += found + [""] * (wide - len(found))
        lines[who] = line + ([] if total_first else total)
    order = sorted(lines, key=lambda who: int(by(who)))
    return [heading, *(lines[who] for who in order)]


def _cell_of(event, who, at, how, words, by):  # type: ignore[no-untyped-def]
    for game in event.games:
        if game.round == at and who in (game.white, game.black):
            is_white = who == game.white
            other = game.black if is_white else game.white
            points = game.points if is_white else 1 - game.points
            colour = words["w"] if is_white else words["b"]
            return cell(how, by(other), colour, points, words, event.names[other - 1])
    points = next(p for n, w, p in event.byes if (n, w) == (at, who))
    return bye(how, points)


# -- matrices --------------------------------------------------------------------------------------

MARKS = ("*", "x", "X", "", "—", "#", "＼", "**", "■")
MATRIX = ("½", ".", ",", "+", "W", "word", "2", "sets")


def matrix(chance: random.Random, event: Event, words: dict[str, str]) -> Rows:
    how = chance.choice(MATRIX)
    mark = chance.choice(MARKS)
    by_name = chance.random() < 0.3
    has_total = how != "2" and chance.random() < 0.7
    points = event.points()
    count = len(event.names)
    heading = [words["no"], words["name"]]
    heading += event.names if by_name else [str(at) for at in range(1, count + 1)]
    heading += [words["points"]] if has_total else []
    rows = [heading]
    for who in range(1, count + 1):
        line = [str(who), event.names[who - 1]]
        for other in range(1, count + 1):
            if other == who:
                line.append(mark)
                continue
            game = next(g for g in event.games if {g.white, g.black} == {who, other})
            own = game.points if game.white == who else 1 - game.points
            line.append(_in_matrix(own, how, words))
        rows.append([*line, *([number(points[who])] if has_total else [])])
    return rows


def _in_matrix(points: Fraction, how: str, words: dict[str, str]) -> str:
    at = int(2 * points)
    if how in ("½", ".", ","):
        return number(points, how)
    if how == "word":
        return (words["loss"], words["draw"], words["win"])[at]
    return {"+": "- = +", "W": "L D W", "2": "0 1 2", "sets": "1:3 2:2 3:1"}[how].split()[at]
