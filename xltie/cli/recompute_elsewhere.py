"""``xltie recompute`` for workbooks in an object store, or on a cluster."""

from __future__ import annotations

import argparse
import json

from xltie.cli.batch import told_by
from xltie.cli.console import Console
from xltie.cli.recompute_output import padded
from xltie.core.errors import WrongCall
from xltie.core.exit_codes import worst
from xltie.core.messages import say

_NOT_THERE = ("report", "now", "locale", "full_calc", "allow_uncomputable")


def run_elsewhere(args: argparse.Namespace, console: Console) -> int:
    """Recompute the workbooks where they are; return the exit code of the worst.

    Raises:
        InputError: an option that only files of this machine have, or no workbooks.
    """
    from xltie.batch.inputs import WORKBOOKS, find_inputs, names_in
    from xltie.batch.parts import PartWork
    from xltie.batch.runners import runner
    from xltie.batch.tables import refuse_without_pyarrow
    from xltie.batch.workbooks import RecomputeStep

    refuse_without_pyarrow()
    given = [name for name in _NOT_THERE if getattr(args, name)]
    if given:
        option = given[0].replace("_", "-")
        raise WrongCall.of(
            say("--{option} is for files of this machine, without --cluster", option=option)
        )
    names = [*args.paths, *(names_in(args.files_from) if args.files_from else ())]
    work = PartWork(RecomputeStep(args.check, args.all, args.timeout))
    told = told_by(console, quiet=True)
    codes = []
    chunks = ((source,) for source in find_inputs(names, WORKBOOKS))
    for _, part in runner(args.jobs, args.cluster)(work, chunks):
        (outcome,), rows = part.outcomes, part.rows
        codes.append(outcome.code)
        row = dict(rows[0]) if rows else {}
        told(outcome)
        if args.json:
            told_row = {"status": "refused", "file": outcome.source.name, **row}
            console.show(json.dumps(told_row, ensure_ascii=False))
        elif not args.quiet and row:
            changed = console.words(say("{n} changed", n=row["changed"]))
            status = padded(str(row["status"]), console)
            console.show(f"{status} {outcome.source.name}  ({changed})")
    return worst(codes)
