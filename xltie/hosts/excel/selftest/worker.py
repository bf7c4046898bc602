"""The process that drives Excel: ``python -m`` this module, with the module that starts Excel.

Each line of the input is a step and what it is given, as JSON; each line of the output that begins
with a mark is its facts, or why there are none. It ends with its input.
"""

from __future__ import annotations

import importlib
import json
import sys
from contextlib import suppress
from typing import Any, Dict

from xltie.hosts.excel.selftest.steps import STEPS

MARK = "xltie:"
DRIVER = "xltie.hosts.excel.selftest.application"


def serve(driver: Any) -> None:
    """Start Excel, say which process it is, do step after step, and end Excel."""
    try:
        excel = driver.start()
    except Exception as error:
        _tell({"refused": _why(error), "gone": True})
        return
    process = driver.process_of(excel)
    _tell({"facts": {"process": process}})
    for line in sys.stdin:
        step, *given = json.loads(line)
        if step == "end":
            _tell(_ended(driver, excel, process))
            return
        try:
            _tell({"facts": STEPS[step](excel, driver, *given)})
        except Exception as error:
            _tell({"refused": _why(error), "gone": driver.is_gone(error)})
    with suppress(Exception):
        excel.Quit()


def _ended(driver: Any, excel: Any, process: int) -> Dict[str, Any]:
    try:
        excel.Quit()
        del excel
        return {"facts": {"ended": not process or driver.has_ended(process, 20)}}
    except Exception as error:
        return {"refused": _why(error), "gone": True}


def _why(error: Exception) -> str:
    """Return an error in one line; of COM's, what Excel itself said of it."""
    said = getattr(error, "excepinfo", None)
    told = said[2] if said and len(said) > 2 and said[2] else str(error)
    return " ".join(f"{type(error).__name__}: {told}".split())[:300]


def _tell(answer: Dict[str, Any]) -> None:
    print(MARK + json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve(importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else DRIVER))
