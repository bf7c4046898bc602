"""*Publish* on an open workbook: what ``xltie publish`` writes, into a folder beside the file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import List, Mapping, Sequence

from xltie.core.errors import DomainError
from xltie.core.messages import NOTHING, Message, plain, say
from xltie.hosts.common.run_xltie import CopiedHost, run_xltie


def publish(
    host: CopiedHost, command: Sequence[str], environment: Mapping[str, str]
) -> List[Message]:
    """Write the pages of an open workbook and return what was done, and what is wrong, in lines.

    ``command`` starts the command line of xltie, in ``environment``.

    Raises:
        DomainError: the workbook was never saved, or the pages cannot be written, and why.
    """
    saved = host.file()
    if saved is None:
        raise DomainError(say("save the workbook first: the pages are put into a folder beside it"))
    host.say(say("xltie: writing the pages ..."))
    target = saved.with_name(f"{saved.stem}-pages")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = ["publish", str(host.save_copy(folder)), "--out", str(target)]
        done = run_xltie(command, environment, words, folder)
    host.say(NOTHING)
    where = say("the pages are in {folder}: open index.html there", folder=str(target))
    return [where, *map(plain, done.wrong)]
