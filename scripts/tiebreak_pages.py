"""The pages docs/tie-breaks/: each criterion in words, with a published example and its picture.

What stands there comes from the registry (what a criterion is, how it is written, its source), from
the published cases of the tests (an event, one player, the figures that its source prints) and from
the rule itself (the terms of that player's value). ``scripts/refresh.py`` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from function_pages import reference_of  # noqa: E402

from tests.casefiles import CASES, Case, expected  # noqa: E402
from xltie.cli.functions import page_name  # noqa: E402
from xltie.core.errors import XltieError  # noqa: E402
from xltie.core.language import language  # noqa: E402
from xltie.core.numbers import show  # noqa: E402
from xltie.publish.drawing import alone, term_bars  # noqa: E402
from xltie.ranking import (  # noqa: E402
    Criterion,
    meaning_of,
    name_of,
    names_of,
    parse_criterion,
    term_lines,
)
from xltie.rules.common.criterion_value import CriterionValue  # noqa: E402
from xltie.sheets.functions import REGISTRY, Function  # noqa: E402

FOLDER = ROOT / "docs" / "tie-breaks"
_MOST_TERMS = 12


class Example(NamedTuple):
    """A player's value in a published case."""

    case: Case
    who: str
    criterion: Criterion
    value: CriterionValue


def tiebreak_pages() -> dict[Path, bytes]:
    """Return the page of every criterion that has an example, its picture, and the list of all."""
    found: dict[Path, bytes] = {}
    listed = []
    for entry in sorted(REGISTRY.values(), key=lambda entry: entry.code or entry.name):
        example = next(_examples(entry), None) if entry.is_criterion else None
        if example is None:
            continue
        name = page_name(entry)
        listed.append((entry, name))
        found[FOLDER / f"{name}.svg"] = _picture(example).encode()
        found[FOLDER / f"{name}.md"] = _page(entry, name, example).encode()
    found[ROOT / "docs" / "tie-breaks.md"] = _list(listed).encode()
    return found


def _examples(entry: Function) -> Iterator[Example]:
    """Yield published values of a criterion, those with a picture worth looking at first."""
    found = [example for case in CASES for example in _of_case(entry, case)]
    yield from sorted(found, key=_quality, reverse=True)


def _of_case(entry: Function, case: Case) -> Iterator[Example]:
    items = [
        item for item in case.expectations
        if item.get("function") in (entry.name, entry.code) and "values" in item
        and item.get("status") != "slip"
    ]  # fmt: skip
    for item in items:
        given = ";".join(f"{name}={value}" for name, value in item.get("options", {}).items())
        try:
            index = case.event_index()
            written = f"{entry.name}({given})" if given else entry.name
            criterion = parse_criterion(written, index.event)
            values = criterion.values(index, tuple(index.ids))
        except XltieError:
            continue
        for who, printed in item["values"].items():
            value = values.get(who)
            if value is not None and value.terms and value.total == expected(printed):
                yield Example(case, who, criterion, value)


def _quality(example: Example) -> tuple[bool, bool, int]:
    terms = example.value.terms
    plain = isinstance(example.value.total, (int, Fraction)) and not example.criterion.options
    return example.case.is_published, plain, len(terms) if len(terms) <= _MOST_TERMS else 0


def _page(entry: Function, name: str, example: Example) -> str:
    criterion = example.criterion
    index = example.case.event_index()
    names = names_of(index)
    code = entry.code or entry.name
    terms = "\n".join(line.rstrip() for line in term_lines(example.value, names=names))
    origin = str(example.case.data["source"]).strip()
    url = example.case.data.get("url")
    printed = "prints" if example.case.is_published else "gives by its text"
    lines = [
        f"# {code}: {name_of(criterion)}", "",
        " ".join(meaning_of(criterion)).replace("``", "`"), "",
        "## An example", "",
        f"The source {printed} {_total(example)} for {names.get(example.who, example.who)}; this "
        "is what the value is made of:", "",
        "```{code-block} text", terms, "```", "",
        f"![The terms of {names.get(example.who, example.who)}, drawn as bars]({name}.svg)", "",
        f"From: {f'[{origin}]({url})' if url else origin}.", "",
        "## Written as", "",
        *_written(entry, code),
        f"All options, and the use in a cell: [{entry.name}](../{reference_of(entry)}).", "",
    ]  # fmt: skip
    return "\n".join(lines)


def _written(entry: Function, code: str) -> list[str]:
    """Return how lists of criteria name it, with the cuts that it has."""
    options = {parameter.name for parameter in entry.options}
    forms = [code] + ([f"{code}/C1"] if "cut" in options else [])
    forms += [f"{code}/M1"] if "median" in options else []
    rows = []
    for form in forms:
        changed = meaning_of(parse_criterion(form))[len(meaning_of(parse_criterion(code))) - 1 :]
        said = changed[-1] if form != code else meaning_of(parse_criterion(code))[0]
        rows.append(f"| `{form}` | {said} |".replace("``", "`"))
    return ["| in a list of criteria | what it is |", "| --- | --- |", *rows, ""]


def _total(example: Example) -> str:
    total = example.value.total
    return " / ".join(map(show, total)) if isinstance(total, tuple) else show(total)


def _picture(example: Example) -> str:
    """Return the terms as bars, those that are cut with a dashed edge, and the total below."""
    terms = list(example.value.terms)[:_MOST_TERMS]
    names = names_of(example.case.event_index())
    code = example.criterion.function.code
    return alone(term_bars(terms, (code, _total(example)), names, language("en")))


def _list(listed: Sequence[tuple[Function, str]]) -> str:
    rows = [
        f"| [{entry.code or entry.name}](tie-breaks/{name}.md) "
        f"| {entry.summary.replace('``', '`')} |"
        for entry, name in listed
    ]
    return "\n".join([
        "# Tie-breaks, one by one", "",
        "What each tie-break is, with a value from a published event, the terms that it is made "
        "of, and a picture of them. `xltie functions BH/C1` says what it is at the command line, "
        "and so does a tap on a code on [published pages](publish.md).", "",
        "```{toctree}", ":glob:", ":hidden:", "", "tie-breaks/*", "```", "",
        "| code | what it is |", "| --- | --- |", *rows, "",
    ])  # fmt: skip
