"""What stands in a file that Excel saved, and what it has lost of the one that it opened."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from typing import Dict, Iterable, Iterator, List, Mapping, Tuple
from xml.etree import ElementTree

from xltie.sheets.functions import REGISTRY

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_PARTS = ("xl/vbaProject.bin", "customUI/customUI14.xml", "xl/webextensions/webextension1.xml")
"""Parts that must come back, where a file has them."""
_COUNTED = {"formulas": "f", "validations": "dataValidation", "rules": "cfRule",
            "merged": "mergeCell"}  # fmt: skip
_NAMES = "|".join(sorted({n for entry in REGISTRY.values() for n in entry.names}, key=len))
_OURS = re.compile(rf"([^\s(,;+\-*/&=<>^]*?)(?<![A-Za-z0-9])(?:{_NAMES})\(", re.IGNORECASE)
_QUOTED = re.compile(r"'[^']*[\\/]([^'\\/]+)'!")
_PERSONAL = re.compile(
    rb"<(?:x15ac|mc):absPath\b[^>]*/>|<x15ac:absPath\b.*?</x15ac:absPath>"
    rb"|(?<=<dc:creator>)[^<]*|(?<=<cp:lastModifiedBy>)[^<]*",
    re.DOTALL,
)


def kept_of(data: bytes) -> Dict[str, object]:
    """Return what of a workbook has to be there after Excel saved it, by what it is."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        names = set(package.namelist())
        book = ElementTree.fromstring(package.read("xl/workbook.xml"))
        kept: Dict[str, object] = {
            "sheets": [sheet.get("name") for sheet in book.iter(f"{_MAIN}sheet")],
            "names": sorted(
                str(defined.get("name"))
                for defined in book.iter(f"{_MAIN}definedName")
                if not str(defined.get("name")).startswith("_xl")
            ),
            "tables": sorted(_tables(package)),
            "parts": [part for part in _PARTS if part in names],
        }
        counts: Counter[str] = Counter()
        for _, sheet in _sheets(package):
            for element in sheet.iter():
                counts[element.tag.removeprefix(_MAIN)] += 1
    return {**kept, **{what: counts[tag] for what, tag in _COUNTED.items()}}


def losses(before: bytes, after: bytes) -> List[str]:
    """Return what a file has lost or got: that is how a repair shows.

    Excel may share validations, rules and formulas in another way: fewer of them are no loss as
    long as there are some.
    """
    old, new = kept_of(before), kept_of(after)
    found = []
    for what, was in old.items():
        now = new[what]
        if isinstance(was, int) and isinstance(now, int):
            lost = now == 0 < was or (what == "formulas" and now < was)
        else:
            lost = now != was
        if lost:
            found.append(f"{what}: {was} before, {now} after")
    return found


def spellings(data: bytes) -> Mapping[str, int]:
    """Return how a file spells calls of our functions: what stands before the name, how often."""
    found: Counter[str] = Counter()
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        for _, sheet in _sheets(package):
            for formula in sheet.iter(f"{_MAIN}f"):
                for call in _OURS.finditer(_QUOTED.sub(r"'\1'!", formula.text or "")):
                    found[call[1] or "bare"] += 1
    return found


def facts_of(data: bytes) -> List[str]:
    """Return what Excel wrote otherwise than we do: calculation, marks, spellings, tables."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        book = package.read("xl/workbook.xml").decode("utf-8")
        marks = sum(
            1 for _, sheet in _sheets(package) for cell in sheet.iter(f"{_MAIN}c") if cell.get("cm")
        )
        tables = sorted(_tables(package))
        links = [name for name in package.namelist() if "externalLinks/externalLink" in name]
    calculation = re.search(r"<calcPr[^>]*>", book)
    spelled = ", ".join(f"{how} {count}" for how, count in sorted(spellings(data).items()))
    return [
        f"calculation: {calculation[0] if calculation else 'none'}",
        f"calls spelled: {spelled or 'none'}",
        f"cells with cm: {marks}, links: {len(links)}",
        f"tables: {', '.join(tables) or 'none'}",
    ]


def without_person(data: bytes, words: Iterable[str]) -> bytes:
    """Return a file that Excel saved without names and paths of who saved it.

    Parts that are no XML and hold one of the words are left out.
    """
    hidden = [word for word in words if word]
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith((".xml", ".rels", ".vml")):
                content = _PERSONAL.sub(b"", content)
                content = without_words(content.decode("utf-8"), hidden).encode("utf-8")
            elif any(_holds(content, word) for word in hidden):
                continue
            new.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content,
                         zipfile.ZIP_DEFLATED)  # fmt: skip
    return out.getvalue()


def without_words(text: str, words: Iterable[str]) -> str:
    """Return a text without names and paths of a person, however a slash is written."""
    for word in words:
        for form in dict.fromkeys((word, word.replace("\\", "/"), word.replace("\\", "\\\\"),
                                   word.replace("\\", "/").replace(" ", "%20"))):  # fmt: skip
            text = re.sub(re.escape(form), "-", text, flags=re.IGNORECASE)
    return text


def _holds(content: bytes, word: str) -> bool:
    forms = word.encode("utf-8"), word.encode("utf-16-le")
    return any(form.lower() in content.lower() for form in forms)


def _sheets(package: zipfile.ZipFile) -> Iterator[Tuple[str, ElementTree.Element]]:
    for name in package.namelist():
        if name.startswith("xl/worksheets/") and name.endswith(".xml"):
            yield name, ElementTree.fromstring(package.read(name))


def _tables(package: zipfile.ZipFile) -> Iterator[str]:
    for name in package.namelist():
        if name.startswith("xl/tables/"):
            table = ElementTree.fromstring(package.read(name))
            columns = [column.get("name") for column in table.iter(f"{_MAIN}tableColumn")]
            yield f"{table.get('displayName')} of {len(columns)} columns"
