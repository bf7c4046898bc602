"""``xltie publish EVENT ... --out DIR``: pages that any host or a USB stick serves."""

from __future__ import annotations

import argparse
import io
import re
import time
from collections.abc import Iterator
from pathlib import Path

from xltie import api
from xltie.cli.console import Console, report
from xltie.cli.option_values import asked_for
from xltie.cli.parser import Parser
from xltie.cli.standings import GROUPS, add_choices, add_round, opened_and_ranked, print_csv
from xltie.core.catalogues import LANGUAGES
from xltie.core.errors import InputError, Place, WrongCall
from xltie.core.files import make_folder, read_bytes, write_new
from xltie.core.language import Language, language
from xltie.core.messages import count, say
from xltie.core.paused_gc import paused_gc
from xltie.core.records import replace
from xltie.event import Event, HandRecord
from xltie.event.bridge import sessions_of
from xltie.exchange import format_for_writing, format_of
from xltie.publish.pages.cells import who_plays
from xltie.publish.pages.site import how_far, site
from xltie.publish.rendering import Listed, rendered, rendered_index, rendered_single
from xltie.publish.results import Results
from xltie.publish.writing import Written, write_pages
from xltie.ranking import Standings, Tournament
from xltie.settings.declared import LANGUAGE


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add("file", nargs="+", help=say("workbooks, tables or event files"))
    parser.add("--out", required=True, metavar="DIR",
                        help=say("the folder for the pages; with --single the file"))  # fmt: skip
    parser.flag("--single", help=say("one file that needs no other"))
    add_language(parser)
    about = say("files to download, such as xlsx,trf,csv; none; left out: what the game exchanges")
    parser.value("--files", "LIST", about, default="auto")
    cards = say("bridge: the cards of the boards, a PBN or LIN file of the dealing machine")
    parser.value("--hands", "FILE", cards)
    parser.flag("--watch", help=say("publish again whenever a file is saved, until Ctrl+C"))
    add_choices(parser)
    add_round(parser)
    add_groups(parser)


def add_groups(parser: Parser) -> None:
    """Add the option that lists groups by themselves."""
    said = say("also the list of a group, as often as wanted: {groups}", groups=GROUPS)
    parser.several("--group", "GROUP", said)


def add_language(parser: Parser) -> None:
    """Add the option that chooses the language."""
    known = ", ".join(LANGUAGES)
    about = say("language of the readers: {languages} (default: the event's)", languages=known)
    parser.value("--language", "LANG", about)


def run(args: argparse.Namespace, console: Console) -> int:
    """Write the pages; returns 1 if the standings of an event are provisional."""
    with asked_for():
        chosen = language(args.language)
    if args.single and len(args.file) > 1:
        raise WrongCall.say("--single makes one file of one event; name one")
    if not args.watch:
        return _publish(args, chosen, console)
    return _watch(args, chosen, console)


def _publish(args: argparse.Namespace, chosen: Language, console: Console) -> int:
    with paused_gc():
        if args.single:
            results = _results(args, args.file[0], console)[1]
            target = Path(args.out)
            write_new(
                target, rendered_single(site(results), results.language).encode("utf-8", "replace")
            )
            console.show(f"{target}: {results.title}")
            return int(bool(results.event.faults))
        return _publish_folders(args, chosen, console)


def _publish_folders(args: argparse.Namespace, chosen: Language, console: Console) -> int:
    """Write the pages of every event, of several each in a folder of its own below a list."""
    folders = dict(zip(_folders(args.file), args.file, strict=True))
    home = "../index.html" if len(folders) > 1 else ""
    listed, worst = [], 0
    for folder, name in folders.items():
        opened, results = _results(args, name, console)
        files = dict(_downloads(args.files, opened, results.ranked, name))
        pages = rendered(site(results, tuple(files), home), results.language)
        target = Path(args.out) / folder if home else Path(args.out)
        contents: list[tuple[str, str | bytes]] = [*pages]
        contents += [(f"files/{file}", data) for file, data in files.items()]
        make_folder(target)
        _say(target, write_pages(target, contents), console)
        listed.append(_listed(results, folder, chosen))
        worst = max(worst, int(bool(results.event.faults)))
    if home:
        _say(Path(args.out), write_pages(Path(args.out), rendered_index(listed, chosen)), console)
    return worst


def _listed(results: Results, folder: str, chosen: Language) -> Listed:
    """Return the line of an event in the list of several, in the language of that list."""
    parts = [chosen.say(how_far(results))]
    if results.event.faults:
        parts.append(chosen.text("(provisional)"))
    field = chosen.say(who_plays(results.event).counted(len(results.event.contestants)))
    return Listed(results.title, folder, results.event.start_date, " ".join(parts), field)


def _results(args: argparse.Namespace, name: str, console: Console) -> tuple[Tournament, Results]:
    opened, ranked = opened_and_ranked(args, name, console, args.after)
    stamp = _stamp(name)
    saved = stamp[0] / 1e9 if stamp else 0
    dealt = _hands(args.hands, opened.event) if args.hands else ()
    return opened, Results(ranked, reading(args, ranked), Path(name).stem, saved, dealt, args.group)


def _hands(name: str, event: Event) -> tuple[HandRecord, ...]:
    """Return the cards of the boards of an event, from a file of their own.

    Raises:
        InputError: the file has none, or the event several sessions, each with its own.
    """
    data = read_bytes(Path(name))
    chosen = format_of(name, data)
    if chosen is None or chosen.hands is None:
        raise InputError.say("there are no hands in this file", Place(file=name))
    if sessions_of(event):
        raise WrongCall.say("every session has hands of its own: name one, with --session")
    return chosen.hands(data, name)


def reading(args: argparse.Namespace, ranked: Standings) -> Language:
    """Return the language of the readers: the one asked for, or that of the event."""
    return language(args.language or ranked.event_index.event.settings.text(LANGUAGE))


def _say(folder: Path, written: Written, console: Console) -> None:
    told = say(
        "{folder}: {files}, {changed} new or changed",
        folder=str(folder),
        files=count(written.files, "{n} file", "{n} files"),
        changed=written.changed,
    )
    if written.removed:
        told = count(
            written.removed, "{what}, {n} page removed", "{what}, {n} pages removed", what=told
        )
    console.say(told)


def _folders(names: list[str]) -> list[str]:
    """Return a name for the folder of every event, made of the name of its file."""
    found: list[str] = []
    for name in names:
        plain = re.sub(r"[^0-9a-z]+", "-", Path(name).stem.lower()).strip("-") or "event"
        number = 2
        folder = plain
        while folder in found:
            folder, number = f"{plain}-{number}", number + 1
        found.append(folder)
    return found


def _usual_endings(event: Event, name: str) -> list[str]:
    """Return the ending of a list of the places, and of the file that programs of the game take."""
    suffix = Path(name).suffix.lower().lstrip(".")
    is_written = format_for_writing(f"x.{suffix}", event.game) is not None
    is_kept = is_written and suffix not in ("csv", "txt", "tsv")
    exchanged = suffix if is_kept else event.traits.exchange_format.lstrip(".")
    return ["csv", exchanged] if exchanged else ["csv"]


def _downloads(
    wanted: str, opened: Tournament, ranked: Standings, name: str
) -> Iterator[tuple[str, bytes]]:
    """Yield the files that visitors may download, by name.

    Raises:
        WrongCall: an ending that no format has.
    """
    if wanted == "none":
        return
    stem = _folders([name])[0]
    endings = [kind.strip().lower().lstrip(".") for kind in wanted.split(",") if kind.strip()]
    for ending in endings if wanted != "auto" else _usual_endings(opened.event, name):
        if ending == "csv":
            text = io.StringIO()
            print_csv(ranked, text)
            yield f"{stem}-standings.csv", text.getvalue().encode("utf-8-sig")
            continue
        file = f"{stem}.{ending}"
        if Path(name).suffix.lower() == f".{ending}":
            data: bytes | None = read_bytes(Path(name))
        else:
            data = _exchanged(opened, file, wanted == "auto")
        if data is not None:
            yield file, _for_everybody(file, data) if wanted == "auto" else data


def _exchanged(opened: Tournament, name: str, may_fail: bool) -> bytes | None:
    """Return a tournament file; None where the event cannot be in it and nobody asked for it."""
    event = replace(opened.event, faults=())
    try:
        return api.to_bytes(replace(opened, event=event), name)
    except InputError as error:
        if not may_fail:
            raise WrongCall(error.faults) from None
        return None


def _for_everybody(name: str, data: bytes) -> bytes:
    """Return a file without what is personal in it: who asks for a file gets it whole."""
    found = format_of(name, data)
    return data if found is None or found.for_everybody is None else found.for_everybody(data)


def _watch(args: argparse.Namespace, chosen: Language, console: Console) -> int:
    """Publish whenever one of the files is saved, until the user stops it."""
    seen: object = None
    code = 0
    try:
        while True:
            now = [_stamp(name) for name in args.file]
            if now != seen and all(now):
                seen = now
                code = report(lambda: _publish(args, chosen, console), console)
                console.out.flush()
            time.sleep(1)
    except KeyboardInterrupt:
        return code


def _stamp(name: str) -> tuple[int, int] | None:
    """Return when a file was saved and its size; None while a program is just replacing it."""
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
