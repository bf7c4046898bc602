"""A sentence in parts: the names and codes in it lead to their pages."""

from __future__ import annotations

import re
from collections.abc import Mapping

from xltie.publish.page_model import Cell, Content, Row


class Codes:
    """The labels of the criteria, each leading to the place that explains it."""

    def __init__(self, links: Mapping[str, str]) -> None:
        self.links = links
        wanted = sorted(links, key=len, reverse=True)
        words = "|".join(map(re.escape, wanted))
        self.pattern = re.compile(rf"(?<![\w/])(?:{words})(?![\w/])")

    def parts(self, sentence: str) -> list[Content]:
        """Return a sentence with a link where a label first stands."""
        found: list[Content] = []
        at, seen = 0, set()
        for match in self.pattern.finditer(sentence):
            label = match[0]
            if not label or label in seen:
                continue
            seen.add(label)
            found += (sentence[at : match.start()], Cell(label, self.links[label]))
            at = match.end()
        return [part for part in (*found, sentence[at:]) if part]


def linked(sentence: str, name: str, link: str, codes: Codes | None = None) -> Row:
    """Return a sentence in which a name leads to its page, where it first stands, and the codes."""
    before, found, after = sentence.partition(name)
    if not found or not link:
        return tuple(codes.parts(sentence)) if codes else (sentence,)
    ends = [codes.parts(part) if codes else [part] for part in (before, after)]
    return tuple(part for part in (*ends[0], Cell(name, link), *ends[1]) if part)
