"""The fields of a player as a line of an EGD file holds them, and what such a line cannot hold."""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, NamedTuple, Sequence

from xltie.core.errors import Fault
from xltie.core.go_names import parted
from xltie.core.go_ranks import egd_rank
from xltie.core.messages import Message, say
from xltie.event import Contestant
from xltie.exchange.h9.lines import NO_GAME, read_result

NO_COUNTRY, NO_CLUB = "XX", "xxxx"
_PIN = re.compile(r"\d{8}")
_ENDS_A_LINE = re.compile(r"[;|#]+")
"""Marks after which a line says nothing more of the player, or nothing at all."""
_NOT_A_CLUB = re.compile(r"[+-]?\d+([.,]\d+)?[½¼¾?=]?'?|\d{1,2}[kdp]\??", re.IGNORECASE)
"""What would be read as a rank, a criterion or a result where a club stands."""


class Fields(NamedTuple):
    """Name, grade, country, club and PIN as a line holds them."""

    name: str
    grade: str
    country: str
    club: str
    pin: str


def fields_of(contestant: Contestant) -> Fields:
    """Return the fields of a player; what the EGD would not read is left out of them."""
    pin = pin_of(contestant)
    return Fields(
        _two_words(contestant.name) or contestant.id,
        egd_rank(contestant.grade or "30k"),
        country_code(contestant.country) or NO_COUNTRY,
        _club(contestant.club) or NO_CLUB,
        f"|{pin}" if _PIN.fullmatch(pin) else "",
    )


def pin_of(contestant: Contestant) -> str:
    """Return a player's PIN as it is typed, without the bar that a file sets before it."""
    return dict(contestant.more).get("PIN", "").strip().lstrip("|").strip()


def losses(players: Sequence[Contestant]) -> List[Fault]:
    """Return a warning for each field of the players that the file leaves out or says otherwise."""
    return [
        Fault(said, player.place) for player in players for said in _lost(player, fields_of(player))
    ]


def _lost(contestant: Contestant, held: Fields) -> Iterator[Message]:
    who = contestant.known_as
    if contestant.country.strip() and held.country == NO_COUNTRY != contestant.country.strip():
        yield say(
            "{who}: the country {country!r} is written XX; write two letters such as KR",
            who=who,
            country=contestant.country,
        )
    if contestant.club.strip() and held.club == NO_CLUB != contestant.club.strip():
        yield say(
            "{who}: the club {club!r} is written xxxx; it would be read as another field",
            who=who,
            club=contestant.club,
        )
    if pin_of(contestant) and not held.pin:
        yield say(
            "{who}: the PIN {pin!r} is left out; it must have 8 digits",
            who=who,
            pin=pin_of(contestant),
        )
    if _ENDS_A_LINE.search(contestant.name):
        yield say(
            "{who}: the name is written {name!r}; a semicolon or bar would end it",
            who=who,
            name=held.name,
        )


def _two_words(name: str) -> str:
    """Return a name in the EGD's two words, surname and first name: ``van_den_Berg Jan``."""
    plain = _ENDS_A_LINE.sub("/", name).strip("/ ")
    return " ".join("_".join(part.split()) for part in parted(plain) if part)


def _club(club: str) -> str:
    text = "_".join(_ENDS_A_LINE.sub("/", club).split())
    is_result = text not in NO_GAME and read_result(text) is not None
    return "" if is_result or _NOT_A_CLUB.fullmatch(text) else text


_NAMES = """
AR ARG Argentina | AT AUT Austria Österreich Австрия | AU AUS Australia Австралия 호주
BE BEL Belgium Belgique België Belgien Бельгия | BG BUL Bulgaria България Болгария
BR BRA Brazil Brasil Бразилия 브라질 | BY BLR Belarus Беларусь
CA CAN Canada Канада 캐나다 | CH SUI Switzerland Schweiz Suisse Svizzera Швейцария 스위스
CN CHN China Китай 중국 中国 中國 | CY CYP Cyprus Кипр
CZ CZE Czechia Czech_Republic Česko Česká_republika Tschechien Чехия 체코
DE GER Germany Deutschland Allemagne Германия 독일 | DK DEN Denmark Danmark Dänemark Дания 덴마크
EE EST Estonia Eesti Эстония | ES ESP Spain España Espagne Spanien Испания 스페인
FI FIN Finland Suomi Finnland Финляндия 핀란드 | FR FRA France Frankreich Франция 프랑스
GE GEO Georgia Грузия | GR GRE Greece Греция | HK HKG Hong_Kong Гонконг 홍콩 香港
HR CRO Croatia Hrvatska Хорватия | HU HUN Hungary Magyarország Ungarn Венгрия 헝가리
ID INA Indonesia Индонезия 인도네시아
IE IRL Ireland Éire Ирландия | IL ISR Israel Израиль 이스라엘
IN IND India Индия 인도
IS ISL Iceland Ísland Исландия | IT ITA Italy Italia Italien Италия 이탈리아
JP JPN Japan Япония 일본 日本 | KR KOR Korea South_Korea Republic_of_Korea Südkorea Южная_Корея
KR Корея 한국 대한민국 韓国 韩国 | KZ KAZ Kazakhstan Казахстан 카자흐스탄
LT LTU Lithuania Lietuva Литва | LU LUX Luxembourg Люксембург | LV LAT Latvia Latvija Латвия
MN MGL Mongolia Монголия 몽골 | MX MEX Mexico México Мексика 멕시코
MY MAS Malaysia Малайзия 말레이시아
NL NED Netherlands Nederland Holland Niederlande Нидерланды
NL 네덜란드
NO NOR Norway Norge Норвегия 노르웨이 | NZ NZL New_Zealand Новая_Зеландия 뉴질랜드
PL POL Poland Polska Polen Польша 폴란드 | PT POR Portugal Португалия 포르투갈
RO ROU România Romania Rumänien Румыния 루마니아 | RS SRB Serbia Srbija Србија Сербия 세르비아
RU RUS Russia Россия 러시아 | SE SWE Sweden Sverige Schweden Швеция 스웨덴
SG SGP Singapore Сингапур 싱가포르 | SI SLO Slovenia Slovenija Словения
SK SVK Slovakia Slovensko Slowakei Словакия | TH THA Thailand Таиланд 태국
TR TUR Turkey Türkiye Турция 튀르키예 터키 | TW TPE Taiwan Тайвань 대만 台湾 台灣
UA UKR Ukraine Україна Украина 우크라이나 | UK GBR United_Kingdom Great_Britain Великобритания 영국
US USA United_States США 미국 | VN VIE Vietnam Вьетнам 베트남
"""
_LETTERS = re.compile(r"[A-Za-z]{2}")


def _key(text: str) -> str:
    return re.sub(r"[\s_.\-]+", "", text).casefold()


def _by_name() -> Dict[str, str]:
    entries = (entry.split() for entry in re.split(r"[|\n]", _NAMES) if entry.strip())
    return {_key(name): code for code, *names in entries for name in names}


_CODES = _by_name()


def country_code(text: str) -> str:
    """Return the two letters of a country: typed so, or as a name or three letters known for sure.

    ``South Korea``, ``한국`` and ``KOR`` are ``KR``; "" for what is not known, such as ``D``.
    """
    plain = text.strip()
    return plain if _LETTERS.fullmatch(plain) else _CODES.get(_key(plain), "")
