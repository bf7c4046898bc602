"""Run by the Windows Python in Wine: makes calls over COM as Excel's VBA does, late-bound.

Each line of the input is a list of calls ``[name, arguments, places]``; its answers are one line.
``{"missing": 1}`` is an argument that is left out, as COM itself says it: pywin32 sends no other
error value, so error cells are sent as the whole numbers that they arrive as. ``["keep", text]``
hands over a text to be kept. A call that COM refuses is ``{"refused": number}``, and the next one
begins with a new connection, as in the bridge.
"""

import json
import sys

import pythoncom
import win32com.client

held = []  # the server, as long as the connection stands


def cell(given):
    if isinstance(given, list):
        return tuple(map(cell, given))
    if isinstance(given, dict):
        return win32com.client.VARIANT(pythoncom.VT_ERROR, 0)
    return given


def answered(name, arguments, places=""):
    try:
        if not held:
            held.append(win32com.client.Dispatch("Xltie.Server"))
        if name == "keep":
            return held[0].Keep(arguments)
        if name is None:  # anything but a list of arguments
            return held[0].Answer(*arguments)
        return held[0].Answer(name, cell(arguments), places)
    except pythoncom.com_error as error:
        held.clear()
        return {"refused": error.hresult}


for line in sys.stdin:
    told = [answered(*call) for call in json.loads(line)]
    print(json.dumps(told), flush=True)
