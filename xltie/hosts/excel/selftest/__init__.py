"""``xltie excel selftest``: what only a PC with Excel can tell, in one report to send back.

A process of its own drives an Excel of its own over COM (:mod:`worker`, :mod:`steps`); this one
waits for each step as long as it may take and no longer (:mod:`conversation`), judges what it was
told (:mod:`judge`) and writes the report (:mod:`report`). Windows only, but for the tests.
"""

from xltie.hosts.excel.selftest.judge import Line, broken_lines, lines_of
from xltie.hosts.excel.selftest.run import Selftest
