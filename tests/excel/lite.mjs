// Takes the Python out of a Lite workbook's settings and runs it as Lite does, in Pyodide.
// node lite.mjs PYODIDE_FOLDER MAIN.py CALLS.json
// Nothing else is there: no package of ours, and no package index is asked.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, main, calls] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: `${folder}/` });
pyodide.globals.set("code", readFileSync(main, "utf8"));
pyodide.globals.set("calls", readFileSync(calls, "utf8"));
try {
console.log(pyodide.runPython(`
import json, sys, types

# xlwings as Lite has it: its decorators keep what they are told, and call with matrices
xlwings = types.ModuleType("xlwings")
class Book: pass
xlwings.Book = Book
registered, scripts = {}, []
def arg(name, **options):
    def keep(f):
        f.__dict__.setdefault("options", {})[name] = options
        return f
    return keep
def func(name, namespace):
    def keep(f):
        registered[f"{namespace}.{name}"] = f
        f.__xlfunc__ = {"name": f.__name__}
        return f
    return keep
def script(f):
    scripts.append(f.__name__)
    return f
xlwings.arg, xlwings.func, xlwings.script = arg, func, script
sys.modules["xlwings"] = xlwings

module = types.ModuleType("main")
exec(compile(code, "main.py", "exec"), module.__dict__)

import inspect
def call(name, cells):
    f = registered[name]
    assert getattr(module, f.__xlfunc__["name"]) is f
    given = []
    for parameter, cell in zip(inspect.signature(f).parameters, cells):
        if isinstance(cell, list) and len(cell) == len(cell[0]) == 1:
            cell = cell[0][0]
        if cell is not None and f.options[parameter].get("ndim") == 2 and not isinstance(cell, list):
            cell = [[cell]]
        given.append(cell)
    return f(*given)

json.dumps({
    "answers": [call(name, cells) for name, *cells in json.loads(calls)],
    "names": sorted(registered),
    "ids": sorted(f.__name__ for f in registered.values()),
    "scripts": scripts,
    "loaded": sorted({"openpyxl", "formualizer", "rich", "lxml"} & set(sys.modules)),
    "python": sys.version.split()[0],
})
`));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
