"""How to get what an extra of xltie brings, by the way in which xltie itself was installed."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from urllib.parse import unquote, urlsplit


def pip_command(extra: str) -> str:
    """Return the command that adds an extra: from the same folder, address or index.

    PyPI's installers note where a package came from (PEP 610); from an index they note nothing.
    """
    try:
        noted = distribution("xltie").read_text("direct_url.json")
    except PackageNotFoundError:
        noted = None
    return f'pip install "{_requirement(json.loads(noted) if noted else {}, extra)}"'


def _requirement(origin: dict[str, object], extra: str) -> str:
    """Return what pip is asked for.

    >>> _requirement({}, "cluster")
    'xltie[cluster]'
    >>> _requirement({"url": "file:///home/kim/xltie", "dir_info": {}}, "cluster")
    '/home/kim/xltie[cluster]'
    >>> _requirement({"url": "https://host/xltie.git", "vcs_info": {"vcs": "git"}}, "cluster")
    'xltie[cluster] @ git+https://host/xltie.git'
    """
    url, kind = str(origin.get("url", "")), origin.get("vcs_info")
    if isinstance(kind, dict):
        return f"xltie[{extra}] @ {kind.get('vcs', 'git')}+{url}"
    if "dir_info" in origin:
        path = unquote(urlsplit(url).path)
        if path[2:3] == ":":  # /C:/Users/...
            path = path[1:]
        return f"{path}[{extra}]"
    return f"xltie[{extra}] @ {url}" if url else f"xltie[{extra}]"
