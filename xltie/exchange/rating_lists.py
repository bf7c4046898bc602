"""Rating lists of the federations, as their sites offer them for download, player by player.

The EGF's ``allworld_lp``, the FFG's ``ech_ffg_V3.txt``, the AGA's ``tdlista.txt``, PAPP's
``joueurs.txt`` with the numbers of the World Othello Federation, and FIDE's lists in XML and in
columns. A list may hold a million players: each is read only when asked for.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple
from xml.parsers import expat

from xltie.core.errors import Fault, InputError, Place
from xltie.core.go_ranks import in_letters
from xltie.core.messages import say
from xltie.core.numbers import half_up
from xltie.exchange.common.text import decode


class ListedPlayer(NamedTuple):
    """A line of a rating list; what it leaves open is empty.

    ``number`` is the federation's number for the player, ``k`` FIDE's factor of development,
    ``birth`` the year. Where no comma parts the name, ``first`` is the end of it that is known to
    be the first name.
    """

    name: str
    number: str = ""
    rating: Optional[int] = None
    grade: str = ""
    country: str = ""
    club: str = ""
    title: str = ""
    k: str = ""
    first: str = ""
    birth: str = ""
    sex: str = ""

    @property
    def in_two(self) -> Tuple[str, str]:
        """Surname and first name; all is the surname where nothing parts them."""
        surname, comma, first = self.name.partition(",")
        if not comma:
            surname, first = self.name[: len(self.name) - len(self.first)], self.first
        return surname.strip(), first.strip()


class RatingList(NamedTuple):
    """A list: the federation, what it calls its numbers, and its players, read anew each time."""

    federation: str
    number: str
    players: Callable[[], Iterator[ListedPlayer]]


# -- EGF, FFG, AGA: a player on every line ---------------------------------------------------------

_EGF_LINE = re.compile(r" \d{8}  \S")
_EGF_NOBODY = ("(undefined)", "Anonymous")
_FFG_LINE = re.compile(
    r"(?P<name>\S+(?: \S+)*) +(?P<rating>-?\d+) (?P<status>[-eCLX]) (?P<licence>\S{7})"
    r"(?: +(?P<club>\S{4}))?(?: +(?P<country>[A-Z]{2}))?\s*"
)
_NO_FFG_RATING = -9999
_SHIFT = 2050
"""What the ratings of the FFG, and those of the AGA in hundreds, are less than the EGF's.

OpenGotha converts them so: an AGA rating of 4.50 is 2400, one of -20.06 is 144.
"""


def _egf_player(line: str) -> Optional[ListedPlayer]:
    """Return the player of a line of ``allworld_lp.html``, in columns of fixed width.

    Read as OpenGotha reads it: PIN in columns 1 to 8 (from 0), name 11 to 47, country 49 to 50,
    club 53 to 56, the rank declared at the last tournament 60 to 62, rating (GoR) 71 to 74. Lines
    of no person (``Anonymous``, ``(undefined)``) are left out.
    """
    if not _EGF_LINE.match(line) or line[11:48].startswith(_EGF_NOBODY):
        return None
    country, rating = line[49:51].strip(), line[71:75].strip()
    surname, *first = (word.replace("_", " ").strip() for word in line[11:48].split())
    return ListedPlayer(
        " ".join((surname, *first)), line[1:9],
        int(rating) if re.fullmatch(r"-?\d+", rating) else None, line[60:63].strip(),
        "" if country == "XX" else country, _club(line[53:57]), first=" ".join(first),
    )  # fmt: skip


def _club(text: str) -> str:
    return "" if set(text.strip()) <= {"x"} else text.strip()


def _ffg_player(line: str) -> Optional[ListedPlayer]:
    """Return the player of a line of ``ech_ffg_V3.txt``: name, rating, licence, club, country.

    The rank is the one whose band of a hundred points holds the rating.
    """
    found = None if line.startswith("#") else _FFG_LINE.fullmatch(line)
    if found is None:
        return None
    figure, name = int(found["rating"]), found["name"].replace("_", " ")
    rating = None if figure == _NO_FFG_RATING else figure + _SHIFT
    return ListedPlayer(
        name, "" if set(found["licence"]) == {"-"} else found["licence"], rating,
        "" if rating is None else in_letters((rating + 950) // 100 - 30).lower(),
        found["country"] or "", _club(found["club"] or ""),
        first=found["name"].partition(" ")[2].replace("_", " "),
    )  # fmt: skip


def _aga_player(line: str) -> Optional[ListedPlayer]:
    """Return the player of a line of ``tdlista.txt``: tab-separated, with a rating for the EGF's.

    Name, number, kind of membership, rating, end of membership, chapter, state, sigma, date. AGA
    ratings run 1.0 and up for dan, -1.0 and down for kyu, with nothing between: the rank is the
    whole part.
    """
    fields = line.split("\t")
    if len(fields) < 6 or not fields[1].isdigit():
        return None
    rating: Optional[int] = None
    grade = ""
    told = Fraction(fields[3]) if re.fullmatch(r"-?\d+(\.\d+)?", fields[3]) else Fraction(0)
    if abs(told) >= 1:
        rating = int(half_up(_SHIFT + 100 * (told - 1 if told > 0 else told + 1)))
        grade = f"{int(abs(told))}{'d' if told > 0 else 'k'}"
    return ListedPlayer(fields[0].strip(), fields[1], rating, grade, club=fields[5].strip())


# -- PAPP ------------------------------------------------------------------------------------------

_PAPP_COUNTRY = re.compile(r'\s*pays\s*=\s*"?(\w+)"?.*', re.IGNORECASE)
_PAPP_PLAYER = re.compile(
    r"\s*(?P<number>\d+)\s+(?P<name>[^\s{<%`][^{<%`]*)(?:\{(?P<country>\w+)\}\s*)?"
    r"(?:(?:%_\s*)?<\s*(?P<rating>-?\d+)\s*>\s*)?(?:[%`].*)?"
)


def _players_of_papp(data: bytes, name: str, pace: str) -> Iterator[ListedPlayer]:
    """Yield the players of ``joueurs.txt`` up to ``__eof__``: number, name, country, rating.

    ``pays = ARG`` names the country of the lines below; ``280016 ACUNA, Ricardo {CHI} %_<1641>`` is
    a player, whose own country and rating may be left out. ``%`` begins a comment, but ``%_`` is
    only a gap. The numbers are those of the World Othello Federation's ratings.
    """
    country = ""
    for line, _ in decode(data).lines:
        if line.strip() == "__eof__":
            return
        headed, found = _PAPP_COUNTRY.fullmatch(line), _PAPP_PLAYER.fullmatch(line)
        if headed:
            country = headed[1]
        elif found:
            rating = found["rating"]
            yield ListedPlayer(
                found["name"].rstrip(), found["number"], int(rating) if rating else None,
                country=found["country"] or country,
            )  # fmt: skip


# -- FIDE ------------------------------------------------------------------------------------------

_CHUNK = 1 << 20
_IN_XML = {
    "standard": ("rating", "k"),
    "rapid": ("rapid_rating", "rapid_k"),
    "blitz": ("blitz_rating", "blitz_k"),
}
_IN_COLUMNS = {"standard": ("SRtng", "SK"), "rapid": ("RRtng", "Rk"), "blitz": ("BRtng", "BK")}
_MONTH = re.compile(r"[A-Z]{3}\d\d")


def _players_of_fide_xml(data: bytes, name: str, pace: str) -> Iterator[ListedPlayer]:
    """Yield the players of a list in XML, read piece by piece: such a list has gigabytes.

    A combined list holds standard, rapid and blitz ratings, one of a single pace one rating (in
    columns it is headed by the month, such as ``SEP26``).

    Raises:
        InputError: not well-formed, or with entities.
    """
    found: List[Dict[str, str]] = []
    parser = _parser(found, name)
    try:
        for start in range(0, len(data), _CHUNK):
            parser.Parse(data[start : start + _CHUNK], start + _CHUNK >= len(data))
            yield from (_player_of_xml(fields, pace) for fields in found)
            found.clear()
    except expat.ExpatError as error:
        said = say("not well-formed XML: {error}", error=expat.ErrorString(error.code))
        place = Place(file=name, line=error.lineno, column=error.offset + 1)
        raise InputError([Fault(said, place)]) from None


def _parser(found: List[Dict[str, str]], name: str) -> expat.XMLParserType:
    """Return a parser that puts the fields of every player into ``found``."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    field = [""]

    def start(tag: str, attributes: Dict[str, str]) -> None:
        if tag == "player":
            found.append({})
        field[0] = tag

    def text(more: str) -> None:
        if found and field[0]:
            found[-1][field[0]] = found[-1].get(field[0], "") + more

    def end(tag: str) -> None:
        field[0] = ""

    def refuse(*ignored: object) -> int:
        place = Place(
            file=name, line=parser.CurrentLineNumber, column=parser.CurrentColumnNumber + 1
        )
        raise InputError.say("an entity is declared here; such a file is refused", place)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = refuse
    return parser


def _player_of_xml(fields: Dict[str, str], pace: str) -> ListedPlayer:
    # a list of a single pace calls its rating so whatever the pace
    is_combined = "rapid_rating" in fields or "blitz_rating" in fields
    rating, k = _IN_XML[pace if is_combined else "standard"]
    names = ("name", "fideid", "country", "title", "w_title", rating, k, "birthday", "sex")
    return _fide_player(*(fields.get(name, "").strip() for name in names))


def _fide_player(
    name: str,
    number: str,
    country: str,
    title: str,
    other: str,
    rating: str,
    k: str,
    birth: str,
    sex: str,
) -> ListedPlayer:
    """Return a player of the texts of a list; a rating, a factor or a year that is 0 is none."""
    return ListedPlayer(
        name,
        number,
        int(rating) or None if rating.isdigit() else None,
        country=country,
        title=title or other,
        k=k.strip("0") and k,
        birth=birth.strip("0") and birth,
        sex={"M": "m", "F": "w"}.get(sex, ""),
    )


def _players_of_fide_text(data: bytes, name: str, pace: str) -> Iterator[ListedPlayer]:
    """Yield the players of a list in columns, which reach from one heading to the next."""
    lines = data.decode("latin-1").splitlines()
    columns = _columns(lines[0])
    rating, k = _IN_COLUMNS[pace]
    if "SRtng" not in columns:
        rating, k = next(filter(_MONTH.fullmatch, columns), rating), "K"
    names = ("Name", "ID", "Fed", "Tit", "WTit", rating, k, "B-day", "Sex")
    held = [slice(*columns.get(title, (0, 0))) for title in names]
    for line in lines[1:]:
        if line[held[0]].strip():
            yield _fide_player(*(line[part].strip() for part in held))


def _columns(heading: str) -> Dict[str, Tuple[int, Optional[int]]]:
    """Return where each column begins and ends, by its heading (the first is ``ID``)."""
    plain = re.sub("(?i)id number", "ID       ", heading)
    starts = [(found.group(), found.start()) for found in re.finditer(r"\S+", plain)]
    ends = [start for _, start in starts[1:]] + [None]
    return {title: (start, end) for (title, start), end in zip(starts, ends)}


# -- any list --------------------------------------------------------------------------------------


_Read = Callable[[bytes, str, str], Iterator[ListedPlayer]]


def _by_lines(player_of: Callable[[str], Optional[ListedPlayer]], encoding: str) -> _Read:
    """Return what reads a list with a player on every line."""

    def players(data: bytes, name: str, pace: str) -> Iterator[ListedPlayer]:
        return filter(None, map(player_of, data.decode(encoding, "replace").splitlines()))

    return players


_KINDS: Tuple[Tuple[str, str, Tuple[bytes, ...], _Read], ...] = (
    ("EGF", "PIN",
     (rb"^ *PIN +Name +Club +Grade|\A \d{8}  \S.{36} [A-Z]{2}  \S",),
     _by_lines(_egf_player, "utf-8")),
    ("FFG", "Licence", (rb"\A#Echelle",), _by_lines(_ffg_player, "latin-1")),
    ("AGA", "AGA ID",
     (rb"\A[^\t\n]+,[^\t\n]*\t\d+\t[^\t\n]*\t(-?\d+\.\d+)?\t[\d/]*\t",),
     _by_lines(_aga_player, "utf-8")),
    ("WOF", "WOF",
     (rb"^\s*[Pp]ays *= *\"?[A-Z]{3}", rb"^\s*\d+ [^\r\n,]+,[^\r\n]*%_<-?\d+>"),
     _players_of_papp),
    ("FIDE", "FIDE ID", (rb"<player>\s*<fideid>",), _players_of_fide_xml),
    ("FIDE", "FIDE ID", (rb"\AID [Nn]umber +Name +.*Fed",), _players_of_fide_text),
)  # fmt: skip
"""Federation, what it calls its numbers, the signs near the beginning of a list, its reader."""
_HEAD = 20000


def rating_list(data: bytes, name: str, pace: str = "standard") -> RatingList:
    """Return a federation's list; its players are read one by one.

    ``pace`` chooses among the ratings of FIDE's combined list.

    Raises:
        InputError: not a list of a form that is known; a zipped one has to be unpacked.
    """
    if data.startswith(b"PK"):
        raise InputError.say("the list is packed in a zip file; unpack it first", Place(file=name))
    head = data[:_HEAD]
    for federation, number, signs, players in _KINDS:
        if all(re.search(sign, head, re.MULTILINE) for sign in signs):
            return RatingList(federation, number, partial(players, data, name, pace))
    raise InputError.say(
        "this is no rating list of the EGF, FFG, AGA or FIDE, nor of PAPP, as they are downloaded",
        Place(file=name),
    )
