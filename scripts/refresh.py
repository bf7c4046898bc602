"""Makes everything that is generated: references of functions and settings, printed examples.

``python scripts/refresh.py`` writes; tests compare, so that nothing generated is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from doc_examples import pages, refreshed  # noqa: E402
from function_pages import functions_pages  # noqa: E402
from settings_page import settings_page  # noqa: E402
from study_figures import study_figures  # noqa: E402
from tiebreak_pages import tiebreak_pages  # noqa: E402
from trf_page import trf_page  # noqa: E402

from xltie.batch.study.advice import FIGURES  # noqa: E402


def generated() -> dict[Path, bytes]:
    """Return every generated file and its content."""
    return {
        **{ROOT / "docs" / name: text.encode() for name, text in functions_pages().items()},
        **tiebreak_pages(),
        ROOT / "docs" / "settings.md": settings_page(),
        ROOT / "docs" / "trf.md": trf_page(),
        FIGURES: study_figures(),
    }


if __name__ == "__main__":
    files = generated()
    files.update((path, refreshed(path).encode()) for path in pages())
    for path, content in files.items():
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
            print(f"written: {path.relative_to(ROOT)}")
