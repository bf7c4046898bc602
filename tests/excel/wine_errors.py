"""Run by the Windows Python in Wine: calls with COM's error values, as Excel sends error cells.

The argument is a file with calls ``[name, arguments]``, in which ``{"error": number}`` stands for
an error cell or for an argument that is left out. The answers are one line. pywin32 sends no error
values, comtypes does.
"""

import json
import sys
from pathlib import Path

import comtypes
from comtypes import automation


def variant(given):
    if isinstance(given, list):
        return tuple(map(variant, given))
    if isinstance(given, dict):
        made = automation.VARIANT()
        made.vt, made._.VT_I4 = automation.VT_ERROR, given["error"]
        return made
    return given


server = comtypes.CoCreateInstance(
    comtypes.GUID.from_progid("Xltie.Server"), interface=automation.IDispatch
)
(answer,) = server.GetIDsOfNames("Answer")
told = []
for name, arguments in json.loads(Path(sys.argv[1]).read_text("ascii")):
    handed = automation.VARIANT()
    handed.value = variant(arguments)
    told.append(server.Invoke(answer, name, handed, ""))
print(json.dumps(told))
