"""Makes the pictures of printed sheets in docs/images: ``python scripts/sheet_pictures.py``.

The example event, with the last game of round 6 typed wrong, is opened in LibreOffice, saved as PDF
and turned into pictures. Needs LibreOffice, its Python (python3-uno), pdftoppm and Pillow.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image, ImageChops  # noqa: E402

from examples import make_example  # noqa: E402
from tests.libreoffice.calc import Calc, missing  # noqa: E402
from xltie.hosts.libreoffice.package import build  # noqa: E402

WRONG = {"Rounds!G51": 39}
"""A count of discs that does not add up to 64 with the other."""
PICTURES = {"sheet-race.png": "Race", "sheet-fault.png": "Standings"}
_RESOLUTION = 100
_MARGIN = 12
_COLOURS = 64


def main() -> None:
    """Write the pictures."""
    if missing():
        sys.exit(missing())
    with tempfile.TemporaryDirectory() as folder:
        event, printed = Path(folder) / "event.xlsx", Path(folder) / "event.pdf"
        extension = Path(folder) / "xltie.oxt"
        event.write_bytes(make_example.workbook())
        extension.write_bytes(build())
        calc = Calc(Path(folder) / "profile", extension)
        with calc.open(event) as book:
            book.put(WRONG)
            sheets = book.ask("sheets")
            book.ask("save", path=str(printed), filter="calc_pdf_Export")
        calc.quit()
        for name, title in PICTURES.items():
            page = str(sheets.index(title) + 1)  # each sheet before Help is one page
            image = Path(folder) / "page"
            command = ["pdftoppm", "-r", str(_RESOLUTION), "-f", page, "-l", page, "-png"]
            subprocess.run([*command, "-singlefile", str(printed), str(image)], check=True)
            _save(Image.open(image.with_suffix(".png")).convert("RGB"), ROOT / "docs/images" / name)


def _save(page: Image.Image, path: Path) -> None:
    """Write what stands on a page above its footer, without the paper around it."""
    page = page.crop((0, 0, page.width, round(page.height * 0.93)))
    paper = Image.new("RGB", page.size, page.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(page, paper).getbbox() or (0, 0, *page.size)
    edges = (left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN)
    shown = page.crop(edges).quantize(_COLOURS)
    shown.save(path, optimize=True)
    print(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
