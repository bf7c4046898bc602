"""What the facts of a step mean: a line of the report."""

from __future__ import annotations

import re
from typing import Any, Iterable, Iterator, List, Mapping, NamedTuple, Sequence, Tuple

from xltie.hosts.excel.selftest.calls import Call
from xltie.hosts.excel.selftest.conversation import Answer

OK, BROKEN, NOT_TRIED = "ok", "!!", "--"
_LINE = re.compile(r"(ok|!!|--) ([^:]+): (.*)")
_INDENT = "   "


class Line(NamedTuple):
    """What was found of a subject: ``ok``, ``!!`` for what is broken, ``--`` for not tried."""

    mark: str
    subject: str
    text: str
    details: Tuple[str, ...] = ()

    def __str__(self) -> str:
        more = "".join(f"\n{_INDENT}{detail}" for detail in self.details)
        return f"{self.mark} {self.subject}: {self.text}{more}"


def report_of(version: str, lines: Iterable[Line]) -> str:
    """Return the report as a file."""
    lines = list(lines)
    broken = sum(line.mark == BROKEN for line in lines)
    missing = sum(line.mark == NOT_TRIED for line in lines)
    head = (
        f"xltie excel selftest, version {version}\n"
        "ok: as it should be. !!: broken. --: could not be tried. Nothing here names a person.\n"
        f"{len(lines) - broken - missing} ok, {broken} broken, {missing} not tried\n"
    )
    return "\n".join([head, *map(str, lines)]) + "\n"


def lines_of(text: str) -> List[Line]:
    """Return the lines of a report.

    Raises:
        ValueError: it is none.
    """
    head, *rest = text.splitlines()
    if not head.startswith("xltie excel selftest"):
        raise ValueError("no report of xltie excel selftest")
    found: List[Line] = []
    for line in rest:
        match = _LINE.fullmatch(line)
        if match is not None:
            found.append(Line(match[1], match[2], match[3]))
        elif line.startswith(_INDENT) and found:
            last = found[-1]
            found[-1] = last._replace(details=(*last.details, line.strip()))
    if not found:
        raise ValueError("a report without a line")
    return found


def broken_lines(text: str) -> Iterator[str]:
    """Yield what a report says is broken."""
    return (str(line) for line in lines_of(text) if line.mark == BROKEN)


_REPAIRED = ("repair", "reparier", "répar", "repar", "восстанов", "복구")
_SHOWN, _LONGEST = 12, 80
_NO_VALUE = "#NAME?"


def told(subject: str, answer: Answer) -> Line:
    """Return the line of a step that came to nothing."""
    return Line(BROKEN, subject, answer.trouble or "no answer")


def of_versions(facts: Mapping[str, Any]) -> Line:
    """Say which Excel this is."""
    return Line(OK, "Excel", ", ".join(f"{name} {value}" for name, value in facts.items()))


def of_opened(
    file: str, facts: Mapping[str, Any], lost: Sequence[str], more: Sequence[str]
) -> Line:
    """Judge a file that was opened and saved."""
    subject, caption = f"open {file}", str(facts["caption"])
    errors = ", ".join(f"{count} {code}" for code, count in facts["errors"].items())
    if any(word in caption.lower() for word in _REPAIRED):
        return Line(BROKEN, subject, f"Excel repaired it ({caption})", (*lost, *more))
    if lost:
        return Line(BROKEN, subject, "Excel saved less than it opened", (*lost, *more))
    if _NO_VALUE in facts["errors"]:
        text = f"shows {errors}: stored values are not what a reader without xltie sees"
        return Line(BROKEN, subject, text, tuple(more))
    return Line(OK, subject, f"{facts['sheets']} sheets, errors: {errors or 'none'}", tuple(more))


def of_calls(
    subject: str, calls: Sequence[Call], values: Sequence[Any], more: Sequence[str] = ()
) -> Line:
    """Judge what functions answered in Excel against the engine."""
    differing = [
        f"{call.name}: Excel {_cut(value)}, engine {_cut(call.expected)}, ={call.formula}"
        for call, value in zip(calls, values)
        if not same(call.expected, value)
    ]
    text = f"{len(calls) - len(differing)} of {len(calls)} as the engine says"
    shown = differing[:_SHOWN]
    if differing[_SHOWN:]:
        shown.append(f"and {len(differing) - _SHOWN} more")
    return Line(BROKEN if differing else OK, subject, text, (*shown, *more))


def _cut(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."


def of_loaded(
    subject: str, calls: Sequence[Call], facts: Mapping[str, Any], more: Sequence[str]
) -> List[Line]:
    """Judge a workbook of formulas: at once, computed, entered again.

    Whether a bare name is known at once decides nothing as long as entering it again helps.
    """
    states = []
    for state in ("opened", "computed"):
        known = sum(same(c.expected, v) for c, v in zip(calls, facts[state]))
        unknown = sum(value == _NO_VALUE for value in facts[state])
        states.append(f"{state}: {known} right, {unknown} {_NO_VALUE}")
    line = of_calls(f"{subject}, entered again", calls, facts["entered"], more)
    return [Line(OK, f"{subject}, as it was opened", "; ".join(states)), line]


def of_button(command: str, facts: Mapping[str, Any]) -> Line:
    """Judge a button: it says what it did, and leaves Excel calculating."""
    said = facts["said"]
    text = f"{said!s} ({facts['changed']} cells changed)"
    failed = "error in xltie" in str(said) or "no answer from Python" in str(said)
    still = facts.get("calculation", -4105) == -4105
    return Line(OK if said and not failed and still else BROKEN, f"button {command}", text)


def of_clash(file: str, expected: Any, facts: Mapping[str, Any], lost: Sequence[str]) -> Line:
    """Judge a function typed into an event: its value, also in what Excel saved of it."""
    subject = f"function typed into {file}"
    text = f"{facts['first']!r}, saved and opened again {facts['again']!r}"
    repaired = any(word in str(facts["caption"]).lower() for word in _REPAIRED)
    good = same(expected, facts["first"]) and not repaired and not lost
    return Line(OK if good else BROKEN, subject, text, tuple(lost))


def of_wizard(facts: Mapping[str, Any]) -> Line:
    """Judge states in which the bridge might take Excel for its function wizard."""
    taken = [state for state, value in facts.items() if value == "#N/A"]
    details = tuple(f"{state}: {value!r}" for state, value in facts.items())
    text = f"taken for the wizard: {', '.join(taken)}" if taken else "computes in each"
    return Line(BROKEN if taken else OK, "states like the wizard", text, details)


def of_timed(file: str, facts: Mapping[str, Any]) -> Line:
    """Say how long a full recalculation takes."""
    first, second = facts["seconds"]
    errors = facts["errors"].get(_NO_VALUE, 0)
    text = f"{first} s, once more {second} s" + (f", {errors} {_NO_VALUE}" if errors else "")
    return Line(BROKEN if errors else OK, f"full recalculation of {file}", text)


def same(expected: Any, value: Any) -> bool:
    """Tell whether Excel shows what the engine answers; numbers to 15 digits, blank as blank."""
    if expected in ("", None):
        return value in ("", None) or (value == 0 and not isinstance(value, bool))
    if isinstance(expected, (bool, str)) or isinstance(value, bool):
        return type(expected) is type(value) and bool(expected == value)
    if not isinstance(value, (int, float)):
        return False
    return bool(abs(expected - value) <= 1e-12 * max(1.0, abs(expected)))
