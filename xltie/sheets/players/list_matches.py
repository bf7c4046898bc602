"""Whose line of a rating list is whose: by number, else by name, and never by a guess."""

from __future__ import annotations

import re
import unicodedata
from typing import Dict, Iterable, List, NamedTuple, Sequence, Set, Tuple

from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.event import Contestant
from xltie.exchange.rating_lists import ListedPlayer
from xltie.rules.chess.elo_change import birth_year

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
_IN_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "ß": "ss"})
_SHOWN = 5


class Matched(NamedTuple):
    """What a list says of a player: the line that is the player's own, or why there is none.

    ``chosen`` says why this one of several of the name; ``doubt`` is a sentence for a person, and
    ``is_absent`` tells that the list has nobody of the name.
    """

    listed: Tuple[ListedPlayer, ...] = ()
    chosen: Message = NOTHING
    doubt: Message = NOTHING
    is_absent: bool = False


Key = Tuple[str, ...]


def name_key(name: str) -> Key:
    """Return a name without case, accents, hyphens and order: Kim Min-su is Min Su, KIM."""
    return tuple(sorted(_words(name)))


def _words(name: str) -> List[str]:
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_LETTERS)
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = unicodedata.normalize("NFKC", plain)  # Hangul syllables whole again
    return re.findall(r"\w+", re.sub(r"[_'’`.]", " ", plain))


def number_key(text: str) -> str:
    """Return a federation's number without blanks and leading zeros."""
    return re.sub(r"\s", "", text).lstrip("0").casefold()


def matches(
    contestants: Sequence[Contestant], numbers: Sequence[str], listed: Iterable[ListedPlayer]
) -> List[Matched]:
    """Return for each player the line of a list, found by the number typed or else by the name.

    Of several of one name the country, the year of birth and the club decide where they are typed
    and leave one.
    """
    names = [contestant.known_as for contestant in contestants]
    by_number, by_name = _found_lines(names, numbers, listed)
    found = []
    for contestant, name, number in zip(contestants, names, numbers):
        if number:
            found.append(_of_number(name, number, by_number.get(number_key(number), [])))
        else:
            found.append(_of_name(contestant, by_name[name]))
    return _without_doubles(names, found)


def _found_lines(
    names: Sequence[str], numbers: Sequence[str], listed: Iterable[ListedPlayer]
) -> Tuple[Dict[str, List[ListedPlayer]], Dict[str, List[ListedPlayer]]]:
    """Return the lines of a list by the numbers typed, and by the names typed.

    Where no line has the words of a name, those of its two parts written together count: Hye Yeon
    is Hyeyeon.
    """
    wanted = {number_key(number) for number in numbers if number}
    keys = {key for name in names for key in _spellings(name)}
    letters = {_letters(key) for key in keys}
    by_number: Dict[str, List[ListedPlayer]] = {}
    by_key: Dict[Key, List[ListedPlayer]] = {}
    by_parts: Dict[Key, List[ListedPlayer]] = {}
    for line in listed:
        number = number_key(line.number)
        if number in wanted:
            by_number.setdefault(number, []).append(line)
        key = name_key(line.name)
        for spelled in (key,) if line.name.isascii() else _spellings(line.name):
            if spelled in keys:
                by_key.setdefault(spelled, []).append(line)
        if _letters(key) in letters:
            for parts in _parts(line.name):
                by_parts.setdefault(parts, []).append(line)
    by_name = {}
    for name in names:
        parted = (line for parts in _parts(name) for line in by_parts.get(parts, []))
        called = (line for key in _spellings(name) for line in by_key.get(key, []))
        by_name[name] = list(dict.fromkeys(called)) or list(dict.fromkeys(parted))
    return by_number, by_name


def _spellings(name: str) -> Tuple[Key, ...]:
    """Return a name as it is, and as it is spelled without such letters: Müller is Mueller."""
    folded = unicodedata.normalize("NFC", name).casefold()
    return tuple(dict.fromkeys((name_key(name), name_key(folded.translate(_IN_TWO_LETTERS)))))


def _letters(key: Key) -> str:
    return "".join(sorted("".join(key)))


def _parts(name: str) -> Set[Key]:
    """Return the ways to read a name as surname and first name, each written as one word."""
    words = _words(name)
    return {
        tuple(sorted(("".join(words[:cut]), "".join(words[cut:])))) for cut in range(1, len(words))
    }


def _of_number(name: str, number: str, lines: List[ListedPlayer]) -> Matched:
    """Return the line of a number, unless no part of its name is the player's.

    Names in two scripts are not compared: the number of 김민수 leads to Kim Minsu.
    """
    if len(lines) != 1:
        return Matched(doubt=_number_of_several(name, number, len(lines)))
    typed, there = set(name_key(name)), set(name_key(lines[0].name))
    if not typed & there and _is_latin(typed) == _is_latin(there):
        return Matched(
            doubt=say(
                "{who}: the number {number} is that of {name} in the list",
                who=name,
                number=number,
                name=lines[0].name,
            )
        )
    return Matched((lines[0],))


def _number_of_several(name: str, number: str, lines: int) -> Message:
    """Return why a number leads to nobody: no line of the list has it, or more than one."""
    if not lines:
        return say("{who}: the number {number} is not in the list", who=name, number=number)
    return count(
        lines,
        "{who}: the number {number} stands {n} time in the list",
        "{who}: the number {number} stands {n} times in the list",
        who=name,
        number=number,
    )


def _is_latin(words: Set[str]) -> bool:
    return any("a" <= letter <= "z" for word in words for letter in word)


def _of_name(own: Contestant, lines: List[ListedPlayer]) -> Matched:
    """Return the line of a name; of several the one that country, birth and club leave."""
    who = own.known_as
    if not lines:
        doubt = say("{who} is not in the list under this name", who=who)
        return Matched(doubt=doubt, is_absent=True)
    born = birth_year(own)
    fitting = [
        line
        for line in lines
        if _fits(own.country, line.country)
        and (not (born and line.birth) or str(born) == line.birth)
    ]
    if not fitting:
        doubt = say(
            "{who} is in the list as {lines}: another country or year of birth; "
            "type the number to take it",
            who=who,
            lines=_told(lines),
        )
        return Matched(doubt=doubt)
    if len(fitting) > 1 and own.club:
        same = [line for line in fitting if line.club.casefold() == own.club.casefold()]
        fitting = same or fitting
    if len(fitting) > 1:
        doubt = count(
            len(lines),
            "{who} is in the list {n} time: {lines}; type the number",
            "{who} is in the list {n} times: {lines}; type the number",
            who=who,
            lines=_told(lines),
        )
        return Matched(doubt=doubt)
    chosen = (
        say("1 of {n} of this name, by country, year of birth or club", n=len(lines))
        if len(lines) > 1
        else NOTHING
    )
    return Matched((fitting[0],), chosen)


def _fits(typed: str, listed: str) -> bool:
    """Tell whether two countries may be one: codes of two letters are not compared with three."""
    one, other = (_code(typed), _code(listed))
    return len(one) != len(other) or one == other


def _code(country: str) -> str:
    code = country.strip().upper()
    return {"GB": "UK", "GBR": "ENG"}.get(code, code)


def _told(lines: Sequence[ListedPlayer]) -> Message:
    """Return lines of a list in words: what tells people of one name apart."""
    told = [
        " ".join(filter(None, (line.number, line.title, line.name, line.birth, line.country,
                               line.club, line.grade or str(line.rating or ""))))
        for line in lines[:_SHOWN]
    ]  # fmt: skip
    shown, more = joined(told, "; "), len(lines) - _SHOWN
    return say("{lines} and {more} more", lines=shown, more=more) if more > 0 else shown


def _without_doubles(names: Sequence[str], found: Sequence[Matched]) -> List[Matched]:
    """Return what was found, but nothing where two players would be the same of the list."""
    taken: Dict[Tuple[str, str], int] = {}
    for match in found:
        for line in match.listed:
            taken[line.number, line.name] = taken.get((line.number, line.name), 0) + 1
    return [
        Matched(
            doubt=say(
                "{who} is {listed} in the list, as another player of this event is",
                who=name,
                listed=_told(matched.listed),
            )
        )
        if any(taken[line.number, line.name] > 1 for line in matched.listed)
        else matched
        for name, matched in zip(names, found)
    ]
