"""What a criterion is, in sentences for somebody who has never heard of it.

The first is what the function computes; then what its value tells of a player, and what the
criterion's options change: what is left out, whose games count. Pages, commands and the reference
say the same.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping

from xltie.core.catalogues import entries
from xltie.core.language import ENGLISH, Language
from xltie.core.messages import Message, count, say
from xltie.ranking.criteria import Criterion

_OPPONENTS = say("It is high for those whose opponents did well in the whole event.")
_BEATEN = say("It is high for those who took their points from opponents who did well.")
_EARLY = say("It is high for those who won their games early.")
_RATINGS = say("It is high for those who met opponents with high ratings.")
_PERFORMED = say("It is the rating that would be expected of such results.")
_AMONG_TIED = say("Only those who are equal so far are compared, by their games with each other.")
_FIELD = say("Every board is compared with the other tables that played it.")
_CLEARLY = say("It also tells how clearly the games were won.")
_MORE = say("Who has more is in front.")
_MATCHES = say("Every match counts as a whole, however it ended on the boards.")
_BOARDS = say("Every board of a match counts for itself.")
_BYES = say("Rounds missed by choice do not count; a bye given by the pairing does.")

_TELLS: Dict[str, Message] = {
    **dict.fromkeys(("BUCHHOLZ", "AVGOPPBUCHHOLZ", "SOS", "SOSOS", "SOSTS", "TEAMSOS"), _OPPONENTS),
    "FOREBUCHHOLZ": say("So nobody's place depends on how the opponents end in the last round."),
    "BQ": say("It is high for those who won clearly, and whose opponents did well."),
    "SSSC": _OPPONENTS,
    **dict.fromkeys(("SONNEBORN", "SODOS", "KOYA", "EXTENDEDSB"), _BEATEN),
    **dict.fromkeys(("PROGRESSIVE", "CUSS", "TATEBAYASHI"), _EARLY),
    **dict.fromkeys(("ARO", "MEANRATING"), _RATINGS),
    **dict.fromkeys(("TPR", "PTP", "APRO", "APPO"), _PERFORMED),
    **dict.fromkeys(("DIRECTENC", "DIRECTCOMP", "HEADTOHEAD", "EXTENDEDDE"), _AMONG_TIED),
    **dict.fromkeys(("MPTOTAL", "MPSCORE", "BUTLERTOTAL", "CROSSTOTAL", "ZTOTAL", "ZSCORE",
                     "BUTLERMEAN", "CROSSMEAN"), _FIELD),
    **dict.fromkeys(("DISCS", "DISCDIFF"), _CLEARLY),
    **dict.fromkeys(("POINTS", "WINS", "GAMESWON", "BLACKGAMES", "BLACKWINS", "NBW"), _MORE),
    **dict.fromkeys(("MATCHPTS", "TEAMPOINTS"), _MATCHES),
    **dict.fromkeys(("GAMEPTS", "BOARDWINS", "TOPBOARDS", "BOARDWEIGHTS"), _BOARDS),
    "ELECTEDROUNDS": _BYES,
    "MMS": say("The stronger begin with more, so that equals meet from the first round on."),
}  # fmt: skip
"""What a value tells, by function."""

_ROUNDS = frozenset({"PROGRESSIVE", "CUSS"})
"""Functions that leave out rounds, not opponents."""


def name_of(criterion: Criterion, language: Language = ENGLISH) -> str:
    """Return what a criterion is called: what stands before the colon of its meaning."""
    return _first(criterion, language).partition(":")[0].strip()


def meaning_of(criterion: Criterion, language: Language = ENGLISH) -> List[str]:
    """Return the sentences that say what a criterion is."""
    tells = _TELLS.get(criterion.function.name)
    low = [say("The smaller number is the better one.")] if criterion.low_wins else []
    said = [*([tells] if tells else []), *_changes(criterion), *low]
    first = _first(criterion, language).strip()
    return [first if first.endswith(".") else f"{first}.", *map(language.say, said)]


def _first(criterion: Criterion, language: Language) -> str:
    function = criterion.function
    known = entries(language.code).get(("criterion meaning", function.name))
    return (known[0] if known else function.summary.rstrip(".")).replace("``", "")


def _changes(criterion: Criterion) -> List[Message]:
    """Return what the options of a criterion change."""
    usual = {parameter.name: parameter.default for parameter in criterion.function.options}
    given = {name: value for name, value in criterion.options if value != usual.get(name)}
    found = list(_cut(criterion.function.name, given))
    if given.get("forfeits") == "played":
        found.append(say("Games that were won or lost without play count like games played."))
    limit = given.get("limit")
    if limit:
        found.append(say("The limit is {limit} % of the points possible.", limit=str(limit)))
    skip = given.get("skip")
    if isinstance(skip, int):
        found.append(_rounds_left_out(skip))
    return found


def _rounds_left_out(number: int) -> Message:
    return count(number, "The first round is left out.", "The first {n} rounds are left out.")


def _cut(name: str, given: Mapping[str, Any]) -> Iterator[Message]:
    """Yield which opponents or rounds are left out."""
    cut, median = given.get("cut", 0), given.get("median", 0)
    if cut and name in _ROUNDS:
        yield _rounds_left_out(cut)
    elif cut and name == "ARO":
        yield count(
            cut,
            "The opponent with the lowest rating is left out.",
            "The {n} opponents with the lowest ratings are left out.",
        )
    elif cut:
        yield count(
            cut,
            "The opponent with the lowest score is left out.",
            "The {n} opponents with the lowest scores are left out.",
        )
    elif median:
        yield count(
            median,
            "The opponents with the lowest and the highest score are left out.",
            "The {n} opponents with the lowest and the {n} with the highest scores are left out.",
        )
