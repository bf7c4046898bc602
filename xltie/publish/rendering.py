"""From pages to HTML, by the templates beside this module; everything is escaped there.

A page asks for nothing outside its own folder and says so in its security policy; a single file
asks for nothing at all, and its policy names the one style and the one program in it by their
digests.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from xltie.core.language import Language
from xltie.publish import drawing
from xltie.publish.page_model import Content, Meaning, Row, Site, State, Table

if TYPE_CHECKING:
    from markupsafe import Markup

_MOST_COLUMNS = 24
_DARK = ("#7ab8f5", "#f59a6b", "#6fcf8f", "#d98fe0", "#d9b650", "#5cc5cd", "#f28bb0", "#a9adf5",
         "#b5c95a", "#cfa58c")  # fmt: skip
_GAP = "\0"
"""Between texts that are escaped together; no text on a page may hold it."""

STATE_FILE = "state.js"
"""Says how far the event is; written last of all, since whoever sees it change loads the pages."""

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
    minor = ",".join(
        f".live .scroll:not(.all) .m{n} tr>:nth-child({n})" for n in range(1, _MOST_COLUMNS + 1)
    )
    light = "".join(f".c{at}{{color:{colour}}}" for at, colour in enumerate(drawing.COLOURS))
    dark = "".join(f"[data-theme=dark] .c{at}{{color:{colour}}}" for at, colour in enumerate(_DARK))
    dim = "".join(f":root:not([data-theme=light]) .c{at}{{color:{colour}}}"
                  for at, colour in enumerate(_DARK))  # fmt: skip
    colours = f"{light}{dark}@media(prefers-color-scheme:dark){{{dim}}}"
    whole = read_asset("style.css").replace("@RIGHT@", right).replace("@MINOR@", minor)
    return whole.replace("@COLOURS@", colours)


def script(language: Language, glossary: Sequence[Meaning] = ()) -> str:
    """Return the program of all pages, with the words that it shows and what the criteria are."""
    text = language.text
    words = {
        "find": text("Find a name"), "follow": text("Follow"), "following": text("Following"),
        "theme": text("Light / dark"), "choose": text("Choose lines"),
        "none": text("Nothing found"), "more": text("More are found; type more letters"),
        "all": text("All columns"), "sort": text("Sort by this column"), "what": text("What is"),
        "close": text("Close"), "checked": text("looked for news at"),
        "codes": {meaning.label: meaning.sentences for meaning in glossary},
    }  # fmt: skip
    return read_asset("page.js").replace("@WORDS@", _json(words))


def _json(data: object) -> str:
    """Return data as a program of a page takes it, in a file or between two tags."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _cards(site: Site) -> str:
    """Return the program that holds the card of every player, for whoever follows one."""
    said = {
        key: [name, [[_part(part) for part in line] for line in card.lines[: card.brief]]]
        for key, name, card in site.cards
    }
    return f"var xltieCards={_json(said)}"


def _part(part: Content) -> object:
    return part if isinstance(part, str) else part[:2] if part.link else part.text


def _state(state: State, mark: str) -> str:
    """Return the program that says how far the event is; ``mark`` changes with any page."""
    return f"var xltieState={_json([state.said, round(state.saved), state.is_running, mark])}"


def rendered(site: Site, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the name and the content of every file of the pages of an event."""
    template = environment().get_template("page.html")
    shared = _shared(language, _file_of)
    yield "style.css", style()
    yield "page.js", script(language, site.glossary)
    yield "cards.js", _cards(site)
    marks = hashlib.blake2s(digest_size=8)
    for page in site.pages:
        text = template.render(site=site, page=page, policy=POLICY, **shared)
        marks.update(text.encode("utf-8", "replace"))
        yield f"{page.key}.html", text
    yield STATE_FILE, _state(site.state, marks.hexdigest())


def _file_of(key: str) -> str:
    """Return the address of a page, or of a place on it."""
    name, mark, place = key.partition("#")
    return f"{name}.html{mark}{place}"


def rendered_single(site: Site, language: Language) -> str:
    """Return all pages of an event as one file that needs no other."""
    own_style, own_script = style(), script(language, site.glossary)
    policy = (
        f"default-src 'none';style-src '{digest(own_style)}';script-src "
        f"'{digest(own_script)}';base-uri 'none';form-action 'none'"
    )
    found: str = environment().get_template("single.html").render(
        site=site, policy=policy, style=own_style, script=own_script,
        **_shared(language, lambda key: f"#{key.partition('#')[0]}"),
    )  # fmt: skip
    return found


class Listed(NamedTuple):
    """An event in a list of several: where its pages are, and what a reader chooses by."""

    name: str
    folder: str
    date: str
    state: str
    field: str


def rendered_index(events: Sequence[Listed], language: Language) -> Iterator[tuple[str, str]]:
    """Yield the files of the list of several events."""
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
        "line_of": lambda line: _line(line, address),
        "time_of": lambda saved: (
            time.strftime("%Y-%m-%d %H:%M, ", time.localtime(saved)) if saved else ""
        ),
    }


def _line(line: Row, address: Callable[[str], str]) -> Markup:
    """Return a sentence with its links; its codes are explained by the program of the page."""
    from markupsafe import Markup, escape

    parts = []
    for part in line:
        if isinstance(part, str) or not part.link:
            parts.append(escape(part if isinstance(part, str) else part.text))
            continue
        start, end = ("b", "b") if "#" in part.link else (f"a href={address(part.link)}", "a")
        parts.append(Markup(f"<{start}>{escape(part.text)}</{end}>"))
    return Markup("").join(parts)


def _rows(table: Table, address: Callable[[str], str]) -> Markup:
    """Return the rows of a table.

    A large event has 200,000 cells: their texts are escaped at once, no template sees them, and
    empty cells at the end of a row are left out.
    """
    from markupsafe import Markup

    cells = list(chain.from_iterable(table.rows))
    texts = _escaped(cells)
    noted = iter(texts[len(cells) :])
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
            if content.__class__ is str:
                parts += (tag, text)
                continue
            link, note = content[1], content[2]
            parts += (tag, f"<a href={address(link)}>{text}</a>" if link else text)
            if note:
                parts.append(f" <small>{next(noted)}</small>")
    return Markup("".join(parts))


def _escaped(cells: Sequence[Content]) -> list[str]:
    """Return the texts of cells, escaped, and behind them their notes."""
    from markupsafe import escape

    plain = [cell if cell.__class__ is str else cell[0] for cell in cells]
    notes = [cell[2] for cell in cells if cell.__class__ is not str and cell[2]]
    joined = _GAP.join(text.replace(_GAP, "") for text in (*plain, *notes))
    return str(escape(joined)).split(_GAP)


def digest(text: str) -> str:
    """Return the digest by which a security policy names a style or a program."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
