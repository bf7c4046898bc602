"""Run by LibreOffice's Python: opens macro workbooks, prints their cells and what macros return.

``python3 office_run.py PROFILE``; through standard input comes, as JSON, for each file a list of
macros: the name of the module and the macro's own, then its arguments.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue

profile = Path(sys.argv[1])
pipe = f"xltie{os.getpid()}"


def started():
    return subprocess.Popen(
        ["soffice", f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore",
         "--nologo", f"--accept=pipe,name={pipe};urp;"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


office = started()


def option(name, value):
    found = PropertyValue()
    found.Name, found.Value = name, value
    return found


def opened(desktop, file, calls):
    options = (option("Hidden", True), option("MacroExecutionMode", 4))
    document = desktop.loadComponentFromURL(Path(file).as_uri(), "_blank", 0, options)
    document.calculateAll()
    sheet = document.Sheets.getByName("Answers")
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    last = cursor.RangeAddress
    rows = [
        [sheet.getCellByPosition(c, r).String for c in range(last.EndColumn + 1)]
        for r in range(last.EndRow + 1)
    ]
    macros = document.getScriptProvider()
    called = [called_by(macros, *call) for call in calls]
    document.close(True)
    return {"rows": rows, "called": called}


def called_by(macros, named, *arguments):
    place = f"vnd.sun.star.script:VBAProject.{named}?language=Basic&location=document"
    return macros.getScript(place).invoke(arguments, (), ())[0]


try:
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local
    )
    for _ in range(240):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            break
        except Exception:
            if office.poll() is not None:  # a new profile may want a second start
                office = started()
            time.sleep(0.25)
    desktop = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )
    wanted = json.loads(sys.stdin.read())
    print(json.dumps({file: opened(desktop, file, calls) for file, calls in wanted.items()}))
    with contextlib.suppress(Exception):
        desktop.terminate()
    office.wait(30)
finally:
    if office.poll() is None:
        office.kill()
