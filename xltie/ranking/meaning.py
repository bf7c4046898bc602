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

_TELLS: Dict[str, Message] = {
    name: tells
    for names, tells in (
        ("BUCHHOLZ AVGOPPBUCHHOLZ SOS SOSOS SOSTS TEAMSOS SSSC",
         say("It is high for those whose opponents did well in the whole event.")),
        ("FOREBUCHHOLZ",
         say("So nobody's place depends on how the opponents end in the last round.")),
        ("BQ", say("It is high for those who won clearly, and whose opponents did well.")),
        ("SONNEBORN SODOS KOYA EXTENDEDSB",
         say("It is high for those who took their points from opponents who did well.")),
        ("PROGRESSIVE CUSS TATEBAYASHI",
         say("It is high for those who won their games early.")),
        ("ARO MEANRATING", say("It is high for those who met opponents with high ratings.")),
        ("TPR PTP APRO APPO", say("It is the rating that would be expected of such results.")),
        ("DIRECTENC DIRECTCOMP HEADTOHEAD EXTENDEDDE", say(
            "Only those who are equal so far are compared, by their games with each other.")),
        ("MPTOTAL MPSCORE BUTLERTOTAL CROSSTOTAL ZTOTAL ZSCORE BUTLERMEAN CROSSMEAN",
         say("Every board is compared with the other tables that played it.")),
        ("DISCS DISCDIFF", say("It also tells how clearly the games were won.")),
        ("POINTS WINS GAMESWON BLACKGAMES BLACKWINS NBW", say("Who has more is in front.")),
        ("MATCHPTS TEAMPOINTS",
         say("Every match counts as a whole, however it ended on the boards.")),
        ("GAMEPTS BOARDWINS TOPBOARDS BOARDWEIGHTS",
         say("Every board of a match counts for itself.")),
        ("ELECTEDROUNDS",
         say("Rounds missed by choice do not count; a bye given by the pairing does.")),
        ("MMS", say("The stronger begin with more, so that equals meet from the first round on.")),
    )
    for name in names.split()
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
