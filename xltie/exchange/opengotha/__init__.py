"""Tournament files of OpenGotha."""

from xltie.core.messages import say
from xltie.exchange.opengotha.teams import read_teams, write_teams
from xltie.exchange.opengotha.tournament import looks_like, read, remarks, write
from xltie.exchange.registry import Format

FORMAT = Format(
    "opengotha", say("OpenGotha tournament"), looks_like, read, write, game="go", remarks=remarks,
    explained=("name",),
    read_teams=read_teams, write_teams=write_teams,
)  # fmt: skip
