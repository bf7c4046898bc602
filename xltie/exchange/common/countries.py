"""The two letters of a country, as the European Go Database writes them, from what people type."""

from __future__ import annotations

import re
from typing import Dict

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
