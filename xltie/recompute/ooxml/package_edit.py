"""Adding, changing and removing parts of a package: all other entries stay, byte for byte."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile

from xltie.core.errors import NotAWorkbook
from xltie.recompute.ooxml.package import Package, Relationship

TYPES = "[Content_Types].xml"
_ONE_DAY = (1980, 1, 1, 0, 0, 0)
_MAIN = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
_MACRO = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
_EMPTY = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns='
    b'"http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
)


class Parts:
    """The changes to make to a package, collected and then written at once."""

    def __init__(self, data: bytes | Package) -> None:
        self._package = Package(data) if isinstance(data, bytes) else data
        self.changed: dict[str, bytes | None] = {}

    @property
    def names(self) -> list[str]:
        """The names of all parts, as they will be."""
        kept = [name for name in self._package.names if self.changed.get(name, b"") is not None]
        return kept + [name for name in self.changed if name not in self._package.names]

    def read(self, name: str) -> bytes:
        """Return a part as it will be written; blank where there is none."""
        if name in self.changed:
            return self.changed[name] or b""
        return self._package.read(name) if name in self._package.names else b""

    @property
    def workbook(self) -> str:
        """The name of the workbook part."""
        for found in self._package.related("", "officeDocument"):
            return found
        raise NotAWorkbook.say("a zip file without a workbook in it")

    def relationships(self, part: str) -> dict[str, Relationship]:
        """Return the relationships that a part came with, by their id."""
        return self._package.relationships(part)

    def write(self, name: str, content: bytes, content_type: str = "") -> None:
        """Replace a part, or add one with its content type."""
        self.changed[name] = content
        if content_type:
            override = f'<Override PartName="/{name}" ContentType="{content_type}"/>'
            self._end(TYPES, "Types", override)

    def relate(self, source: str, kind: str, target: str, *, external: bool = False) -> str:
        """Add a relationship of a part (``""``: of the package) to a target and return its id."""
        from xml.sax.saxutils import quoteattr  # which loads all that opens URLs

        name = relations_of(source)
        if not self.read(name):
            self.changed[name] = _EMPTY
        used = set(re.findall(rb"\bId\s*=\s*[\"']([^\"']*)[\"']", self.read(name)))
        identity = next(i for n in range(1, 10**6) if (i := f"rId{n}").encode() not in used)
        mode = ' TargetMode="External"' if external else ""
        element = (
            f'<Relationship Id="{identity}" Type={quoteattr(kind)} '
            f"Target={quoteattr(target)}{mode}/>"
        )
        self._end(name, "Relationships", element)
        return identity

    def insert(self, name: str, before: str, text: str) -> bool:
        """Put text before the first match of a pattern; say whether there was one."""
        old = self.read(name).decode("utf-8")
        found = re.search(before, old)
        if found is None:
            return False
        self.changed[name] = (old[: found.start()] + text + old[found.start() :]).encode("utf-8")
        return True

    def _end(self, name: str, tag: str, element: str) -> None:
        if not self.insert(name, rf"</(?:\w+:)?{tag}>", element):
            raise NotAWorkbook.say("{name}: not as written by a spreadsheet program", name=name)

    def cut(self, name: str, pattern: str) -> None:
        """Take out all that matches a pattern."""
        old = self.read(name).decode("utf-8")
        if (new := re.sub(pattern, "", old)) != old:
            self.changed[name] = new.encode("utf-8")

    def remove(self, name: str) -> None:
        """Leave a part out, with its relationships and its content type."""
        for part in (name, relations_of(name)):
            if part in self.names:
                self.changed[part] = None
        named = rf"PartName\s*=\s*[\"']/?{re.escape(name)}[\"']"
        self.cut(TYPES, rf"(?i)<(?:[\w.-]+:)?Override\b[^>]*{named}[^>]*/>")

    def allow_macros(self) -> None:
        """Mark the workbook as one that may hold macros."""
        self.changed[TYPES] = self.read(TYPES).replace(_MAIN, _MACRO)

    def finished(self) -> bytes:
        """Return the package: changed parts in their place, new ones at the end."""
        old = {n: c for n, c in self.changed.items() if n in self._package.names}
        stream = io.BytesIO(self._package.rewrite(old))
        with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as package:
            for name, content in self.changed.items():
                if name not in old and content is not None:
                    entry = zipfile.ZipInfo(name, _ONE_DAY)
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    package.writestr(entry, content)
        return stream.getvalue()


def relations_of(part: str) -> str:
    """Return the name of the part that holds the relationships of a part."""
    folder, base = posixpath.split(part)
    return posixpath.join(folder, "_rels", base + ".rels")
