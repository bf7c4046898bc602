"""The tables of a Markdown text as one grid: a row a line, so that a cell's row is its line."""

from __future__ import annotations

import html
import re
from typing import Iterator, List, Optional, Tuple

from xltie.core.cells import Grid

MARKDOWN = (".md", ".markdown")
_BAR = re.compile(r"(?<!\\)\|")
_DELIMITERS = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
_TITLE = re.compile(r"\s*(?:#{1,6}\s+(?P<title>.*?)\s*#*|(?:\*\*|__)(?P<bold>.+?)(?:\*\*|__):?)\s*")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_EMPHASIS = re.compile(r"(\*\*|__|`|\*)(?=\S)([^*`]*\w[^*`]*?)\s*\1")
_TAG = re.compile(r"<[^>]{1,200}>")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
"""A sign that stands for itself behind a stroke: ``\\*\\*``."""


def grid_of_markdown(text: str) -> Optional[Grid]:
    """Return the tables of bars in a text, and its titles; None where there is no table."""
    lines = text.splitlines()
    rows: List[List[Optional[str]]] = [[] for _ in lines]
    tables = list(_tables(lines))
    for start, end in tables:
        for at in range(start, end):
            rows[at] = [] if _DELIMITERS.fullmatch(lines[at]) else _cells(lines[at])
    for at, line in enumerate(lines):
        title = _TITLE.fullmatch(line)
        if title and not rows[at]:
            rows[at] = [_plain(title["title"] or title["bold"] or "") or None]
    return Grid(rows) if tables else None


def _tables(lines: List[str]) -> Iterator[Tuple[int, int]]:
    """Yield where tables start and end: lines with bars, below headings or each beginning so."""
    start = 0
    for at in range(len(lines) + 1):
        if at < len(lines) and _BAR.search(lines[at]):
            continue
        block = lines[start:at]
        is_headed = any(_DELIMITERS.fullmatch(line) for line in block)
        if len(block) > 1 and (is_headed or all(line.lstrip().startswith("|") for line in block)):
            yield start, at
        start = at + 1


def _cells(line: str) -> List[Optional[str]]:
    inside = re.sub(r"(?<!\\)\|\s*$", "", re.sub(r"^\s*\|", "", line))
    return [_plain(cell) or None for cell in _BAR.split(inside)]


def _plain(cell: str) -> str:
    """Return the text of a cell: links by their text, without emphasis."""
    said = _ESCAPED.sub(r"\1", _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", cell)))
    return " ".join(html.unescape(_TAG.sub(" ", said)).split())
