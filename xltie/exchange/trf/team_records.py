"""The records of teams in a TRF that is written: 310, 013, 362, 352, 192, 240, 320, 330, 300."""

from __future__ import annotations

import re
from typing import Dict, List, Optional, Sequence, Set, Tuple

from xltie.event import EventIndex, Id, Status, TeamEvent, scored, squads_of
from xltie.exchange.trf.facts import Draft, points_text, same_text
from xltie.settings.declared import PAIRING, PAIRING_ACCELERATED

Key = Tuple[int, Id]


def team_numbers(event: TeamEvent) -> Dict[Id, str]:
    """Return the pairing numbers: the ids where they are numbers, the next free ones otherwise."""
    taken = {c.id for c in event.contestants if re.fullmatch(r"[1-9]\d{0,2}", c.id)}
    free = (str(number) for number in range(1, 1000) if str(number) not in taken)
    return {c.id: c.id if c.id in taken else next(free) for c in event.contestants}


def put_teams(draft: Draft, event: TeamEvent, before: TeamEvent, is_changed: bool) -> None:
    """Write the teams (310, or 013 in a file that has those alone) that are not as they were."""
    has_lines = any(team.place.line for team in before.contestants)
    names = {team.id: team.name for team in before.contestants}
    squads, old = squads_of(event), squads_of(before)
    points = _points_of(event)
    end = len(draft.lines)
    for team in event.contestants:
        at = _line_of(team.id, has_lines, draft)
        line = f"310 {team.id:>3} {team.name:<32}" if at is None else draft.lines[at][0]
        is_numbered = line.startswith("310")
        name_at, start = (8, 73) if is_numbered else (4, 36)
        if team.name and not same_text(team.name, names.get(team.id, team.name)):
            line = _put(line, name_at, team.name[:32].ljust(32))
        if squads[team.id] != old.get(team.id):
            line = line[:start].ljust(start) + _in_columns(squads[team.id], 4)
        if is_numbered and (is_changed or at is None):
            line = _put(line, 54, _in_columns(points[team.id], 6))
        end = draft.settle(at, line, end)
    gone = set(names).difference(team.id for team in event.contestants)
    draft.drop(lambda line: line.startswith("310") and line[4:7].strip().lstrip("0") in gone)


def _line_of(who: Id, has_lines: bool, draft: Draft) -> Optional[int]:
    texts = [line for line, _ in draft.lines]
    return next((n for n, line in enumerate(texts) if _is_team(line, who, has_lines, draft)), None)


def _in_columns(texts: Sequence[str], width: int) -> str:
    return " ".join(text.rjust(width) for text in texts)


def _put(line: str, start: int, text: str) -> str:
    return line[:start].ljust(start) + text + line[start + len(text) :]


def _is_team(line: str, who: Id, has_lines: bool, draft: Draft) -> bool:
    if line.startswith("310 "):
        return line[4:7].strip().lstrip("0") == who
    if not line.startswith("013 ") or draft.find("310") is not None:
        return False
    position = [text for text, _ in draft.lines if text.startswith("013 ")].index(line)
    return str(position + 1) == who and has_lines


def _points_of(event: TeamEvent) -> Dict[Id, Tuple[str, str]]:
    event_index = EventIndex(event)
    return {
        who: (
            points_text(scored(event_index, "MP").score(who)).strip(),
            points_text(scored(event_index, "GP").score(who)).strip(),
        )
        for who in event_index.ids
    }


def name_teams(draft: Draft) -> None:
    """Say that the event is one of teams where the header of individuals was written."""
    position = draft.find("092")
    if position is not None:
        line, end = draft.lines[position]
        draft.lines[position] = line.replace("092 Individual:", "092 Team:"), end


def put_scores(draft: Draft, event: TeamEvent, before: TeamEvent) -> None:
    """Write match points (362), colours (352) and the order of the scores (192) if they changed."""
    new, old = event.scoring, before.scoring
    is_new = not event.records
    if is_new or (new.win, new.draw, new.loss) != (old.win, old.draw, old.loss):
        texts = zip(("TW", "TD", "TL"), (new.win, new.draw, new.loss))
        draft.put("362", "   ".join(f"{name}{points_text(points)}" for name, points in texts))
    if is_new or (event.colours and event.colours != before.colours):
        draft.put("352", event.colours or ("WB" * event.boards)[: event.boards])
    if is_new or _kind(event) != _kind(before):
        draft.put("192", _kind(event))


def _kind(event: TeamEvent) -> str:
    """Return the code of the system (192): its colours, and the scores with the first one first."""
    scores = "_MP_GP" if event.primary == "MP" else "_GP_MP"
    if event.format == "round-robin":
        return f"BERGER_TEAM_ROUNDROBIN{scores}"
    pairing = event.settings.text(PAIRING)
    if pairing.endswith("-one-score"):
        scores = f"_{event.primary}"
    colours = "" if "no-colours" in pairing else "_TYPEB" if "team-b" in pairing else "_TYPEA"
    baku = event.settings[PAIRING_ACCELERATED].is_baku
    return f"FIDE_TEAM{colours}{scores}{'_BAKU' if baku else ''}"


# -- rounds --------------------------------------------------------------------------------------

_LETTERS = {Status.FULL_BYE: "F", Status.HALF_BYE: "H"}
_ABSENCES = (Status.ZERO_BYE, Status.ABSENT)
_SIGNS = {Status.FORFEIT_WIN: "+", Status.FORFEIT_LOSS: "-"}
_Forfeit = Tuple[int, Id, Id, str]


def put_byes(draft: Draft, event: TeamEvent, before: TeamEvent) -> None:
    """Write requested byes (240), pairing byes (320) and matches by forfeit (330) that changed."""
    _put_requested(draft, _by_status(event), _by_status(before))
    _put_pairing_byes(draft, event, before)
    new, old = _forfeits(event), _forfeits(before)
    gone = set(old) - set(new)
    draft.drop(lambda line: _is_forfeit_of(line, gone))
    for number, one, two, signs in sorted(set(new) - set(old)):
        draft.add(f"330 {signs} {number:>3} {one:>3} {two:>3}")


def _by_status(event: TeamEvent) -> Dict[Key, Status]:
    return {
        (match.round, side.who): side.status
        for match in event.matches
        for side in match.sides
        if side.status not in _ABSENCES
    }


def _put_requested(draft: Draft, new: Dict[Key, Status], old: Dict[Key, Status]) -> None:
    changed = dict(new.items() ^ old.items())
    kept = []
    for line, end in draft.lines:
        found = re.match(r"240 ([FHZ])\s+(\d+)((?:\s+\d+)*)", line, re.IGNORECASE)
        if found is None:
            kept.append((line, end))
            continue
        number = int(found[2])
        words = [word for word in found[3].split() if (number, str(int(word))) not in changed]
        if len(words) == len(found[3].split()):
            kept.append((line, end))
        elif words:
            kept.append((f"240 {found[1]} {number:>3} " + " ".join(f"{w:>4}" for w in words), end))
    draft.lines[:] = kept
    for key in sorted(changed):
        status = new.get(key)
        if status in _LETTERS:
            draft.add(f"240 {_LETTERS[status]} {key[0]:>3} {key[1]:>4}")


def _put_pairing_byes(draft: Draft, event: TeamEvent, before: TeamEvent) -> None:
    new, old = (
        {number: who for (number, who), status in _by_status(version).items()
         if status is Status.PAIRING_BYE} for version in (event, before)
    )  # fmt: skip
    worth, was = (
        (version.scoring.pairing_bye, version.match_scoring.pairing_bye)
        for version in (event, before)
    )
    if new == old and (worth == was or not new):
        return
    texts = [points_text(points) for points in worth]
    teams = " ".join(f"{new.get(n, '000'):>3}" for n in range(1, max(new, default=0) + 1))
    draft.put("320", f"{texts[0]} {texts[1]} {teams}")


def _forfeits(event: TeamEvent) -> List[_Forfeit]:
    return [
        (match.round, match.a.who, match.b.who, _SIGNS[match.a.status] + _SIGNS[match.b.status])
        for match in event.matches
        if match.b is not None and match.a.status.is_forfeit and match.b.status.is_forfeit
    ]


def _is_forfeit_of(line: str, gone: Set[_Forfeit]) -> bool:
    if not line.startswith("330 "):
        return False
    words = [line[7:10].strip(), line[11:14].strip(), line[15:18].strip()]
    if not all(word.isdecimal() for word in words):
        return False
    number, one, two = (int(word) for word in words)
    key = {str(one), str(two)}
    return any(forfeit[0] == number and {forfeit[1], forfeit[2]} == key for forfeit in gone)


def put_line_ups(draft: Draft, event: TeamEvent, changed: Set[Key]) -> None:
    """Write the line-ups (300) of matches that changed where they are not the usual ones."""
    squads = squads_of(event)
    others = {
        (match.round, side.who): other for match in event.matches for side, other in match.facing
    }
    draft.drop(lambda line: _is_line_up_of(line, changed))
    for number, team, seated in event.line_ups:
        other = others.get((number, team))
        is_new = (number, team) in changed and other is not None
        if other is not None and is_new and not _is_usual(seated, squads.get(team, [])):
            boards = _in_columns([who or "0000" for who in seated], 4)
            draft.add(f"300 {number:>3} {team:>3} {other.who:>3} {boards}")


def _is_usual(seated: Sequence[Id], squad: Sequence[Id]) -> bool:
    """Tell whether a full line-up is in the order of the team's list."""
    turns = [squad.index(who) if who in squad else -1 for who in seated]
    return "" not in seated and turns == sorted(turns)


def _is_line_up_of(line: str, changed: Set[Key]) -> bool:
    number, team = line[4:7].strip(), line[8:11].strip()
    is_record = line.startswith("300 ") and number.isdecimal() and team.isdecimal()
    return is_record and (int(number), str(int(team))) in changed
