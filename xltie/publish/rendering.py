"""From pages to HTML, by the templates beside this module; everything is escaped there.

A page asks for nothing outside its own folder and says so in its security policy; a single file
asks for nothing at all, and its policy names the one style and the one program in it by their
digests.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from xltie.core.language import Language
from xltie.publish import drawing
from xltie.publish.page_model import Site, Table

if TYPE_CHECKING:
    from markupsafe import Markup

_MOST_COLUMNS = 24
_DARK = ("#7ab8f5", "#f59a6b", "#6fcf8f", "#d98fe0", "#d9b650", "#5cc5cd", "#f28bb0", "#a9adf5",
         "#b5c95a", "#cfa58c")  # fmt: skip
_GAP = "\0"
"""Between texts that are escaped together; no text on a page may hold it."""

POLICY = "default-src 'self' file:;base-uri 'none';form-action 'none'"
"""What a page may load: the style and the program of its folder, which may be on a USB stick."""


@lru_cache(maxsize=1)
def environment() -> Any:
    """Return the templates."""
    import jinja2

    return jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        loader=jinja2.FunctionLoader(lambda name: _read("templates", name)),
    )


def _read(folder: str, name: str) -> str:
    return (files("xltie.publish") / folder / name).read_text("utf-8")


def read_asset(name: str) -> str:
    """Return a file that stands beside the templates."""
    return _read("assets", name)


@lru_cache(maxsize=1)
def style() -> str:
    """Return the style of all pages."""
    right = ",".join(f".r{n} tr>:nth-child({n})" for n in range(1, _MOST_COLUMNS + 1))
    light = "".join(f".c{at}{{color:{colour}}}" for at, colour in enumerate(drawing.COLOURS))
    dark = "".join(f"[data-theme=dark] .c{at}{{color:{colour}}}" for at, colour in enumerate(_DARK))
    dim = "".join(f":root:not([data-theme=light]) .c{at}{{color:{colour}}}"
                  for at, colour in enumerate(_DARK))  # fmt: skip
    colours = f"{light}{dark}@media(prefers-color-scheme:dark){{{dim}}}"
    return read_asset("style.css").replace("@RIGHT@", right).replace("@COLOURS@", colours)


def script(language: Language) -> str:
    """Return the program of all pages, with the words that it shows."""
    text = language.text
    words = {
        "find": text("Find a name"), "follow": text("Follow this player"),
        "following": text("Followed: marked on every page"), "theme": text("Light / dark"),
        "choose": text("Choose players"),
    }  # fmt: skip
    said = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    return read_asset("page.js").replace("@WORDS@", said)


def rendered(site: Site, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the name and the content of every file of the pages of an event."""
    template = environment().get_template("page.html")
    shared = _shared(language, lambda key: f"{key}.html")
    yield "style.css", style()
    yield "page.js", script(language)
    for page in site.pages:
        yield (
            f"{page.key}.html",
            template.render(site=site, page=page, policy=POLICY, base="", **shared),
        )


def rendered_single(site: Site, language: Language) -> str:
    """Return all pages of an event as one file that needs no other."""
    own_style, own_script = style(), script(language)
    policy = (
        f"default-src 'none';style-src '{digest(own_style)}';script-src "
        f"'{digest(own_script)}';base-uri 'none';form-action 'none'"
    )
    found: str = environment().get_template("single.html").render(
        site=site, policy=policy, style=own_style, script=own_script,
        **_shared(language, lambda key: f"#{key}"),
    )  # fmt: skip
    return found


def rendered_index(
    events: Sequence[tuple[str, str, str]], language: Language
) -> Iterator[tuple[str, str]]:
    """Yield the files of the list of several events, each a name, a folder and a note."""
    shared = _shared(language, str)
    template = environment().get_template("events.html")
    yield "style.css", style()
    yield "page.js", script(language)
    yield "index.html", template.render(events=events, policy=POLICY, **shared)


def _shared(language: Language, address: Callable[[str], str]) -> dict[str, Any]:
    """Return what every template may use."""
    return {
        "code": language.code,
        "say": language.text,
        "address": address,
        "kind_of": lambda part: type(part).__name__,
        "rows_of": lambda table: _rows(table, address),
    }


def _rows(table: Table, address: Callable[[str], str]) -> Markup:
    """Return the rows of a table.

    A large event has 200,000 cells: their texts are escaped at once, no template sees them, and
    empty cells at the end of a row are left out.
    """
    from markupsafe import Markup, escape

    cells = [content for row in table.rows for content in row]
    plain = [cell if cell.__class__ is str else cell[0] for cell in cells]
    texts = str(escape(_GAP.join(cell_text.replace(_GAP, "") for cell_text in plain))).split(_GAP)
    width = len(table.columns)
    tags = ["<tr><td>", *["<td>"] * (width - 1)]
    if table.named >= 0:
        tags[table.named] = tags[table.named].replace("td", "th")
    parts: list[str] = []
    for start in range(0, len(cells), width):
        end = start + width
        while end > start + 1 and not texts[end - 1]:
            end -= 1
        for tag, content, text in zip(tags, cells[start:end], texts[start:end]):
            is_link = content.__class__ is not str and content[1]
            parts += (tag, f"<a href={address(content[1])}>{text}</a>" if is_link else text)
    return Markup("".join(parts))


def digest(text: str) -> str:
    """Return the digest by which a security policy names a style or a program."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
