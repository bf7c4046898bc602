"""Workbooks on disk: locks of other programs, and replacement that survives a crash."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Tuple

from xltie.core.errors import LockedWorkbook, NotAWorkbook, UnsafePackage, WorkbookRefused
from xltie.core.messages import say
from xltie.recompute.ooxml.package import DEFAULT_LIMITS, Limits

_OURS = re.compile(r"\.xltie-(?:([0-9a-f]{8})-(\d+)-)?\w{8}\.xls[xm]", re.IGNORECASE)
# far longer than any run may take: a process of another computer is not seen
DEAD_AFTER = 86_400.0
_cleaned: set[Path] = set()


def own_prefix() -> str:
    """Return how the name of a file begins that this process is writing."""
    return f".xltie-{_computer()}-{os.getpid()}-"


def remove_leftovers(folder: Path) -> None:
    """Remove half-written files of killed runs from a folder, once for each folder.

    Their names say which computer and process wrote them: ``.xltie-<computer>-<process>-<random>``.
    """
    if folder in _cleaned:
        return
    _cleaned.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _OURS.fullmatch(entry.name)
            if match is not None and _is_dead(entry, match[1], match[2]):
                with suppress(OSError):
                    Path(entry.path).unlink()


def _is_dead(entry: os.DirEntry[str], computer: str | None, process: str | None) -> bool:
    if not entry.is_file(follow_symlinks=False):
        return False
    if process is not None and computer == _computer() and os.name == "posix":
        try:
            os.kill(int(process), 0)
        except ProcessLookupError:
            return True
        except (OSError, OverflowError):
            return False
        if _is_zombie(process):
            return True
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > DEAD_AFTER


def _is_zombie(process: str) -> bool:
    """Tell whether a process is dead that nobody has waited for, where the system shows that."""
    with suppress(OSError):
        state = Path("/proc", process, "stat").read_bytes().rpartition(b")")[2].split()[:1]
        return state == [b"Z"]
    return False


def _computer() -> str:
    # on Windows ``platform.node`` asks the system for all that it knows of itself, which takes long
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return f"{zlib.crc32(name.encode('utf-8', 'replace')):08x}"


ACCESS_LIST = "system.posix_acl_access"
WRITE_BITS = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
EXCEL_OWNER, OFFICE_OWNER = "~$", ".~lock."
SUFFIXES = (".xlsx", ".xlsm")


Stamp = Tuple[int, int, int, int]
"""What tells one state of a file from another: its device, inode, size and time of change."""


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def find_workbooks(folder: Path) -> list[Path]:
    """Return the workbooks below a folder in order, without hidden files and owner files."""
    found: list[Path] = []
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [
            Path(root, name)
            for name in sorted(files)
            if name.lower().endswith(SUFFIXES) and not name.startswith((".", EXCEL_OWNER))
        ]
    return found


def is_owner_file(path: Path) -> bool:
    """Tell whether a file only shows that a workbook is open."""
    return path.name.startswith((EXCEL_OWNER, OFFICE_OWNER))


def owner_file(path: Path) -> Path | None:
    """Return the file by which Excel or LibreOffice shows that it has a workbook open."""
    name = path.name
    owners = (EXCEL_OWNER + name, f"{OFFICE_OWNER}{name}#")
    for owner in owners:
        beside = path.with_name(owner)
        if owner != name and os.path.lexists(beside):
            return beside
    return None


def read_workbook(
    path: Path, limits: Limits = DEFAULT_LIMITS, *, write: bool = True
) -> tuple[bytes, Stamp]:
    """Return the bytes of a workbook and the stamp of their state.

    Raises ``WorkbookRefused`` where it cannot be read or, with ``write``, may
    not be replaced afterwards.
    """
    if is_owner_file(path):
        raise NotAWorkbook.say("the lock file of an open workbook, not a workbook")
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise NotAWorkbook.say("not a file")
        if write:
            _refuse_unwritable(path, status)
        if status.st_size > limits.file_bytes:
            raise UnsafePackage.say(
                "the file is larger than the limit of {file_bytes} bytes",
                file_bytes=limits.file_bytes,
            )
        with path.open("rb") as stream:
            stamp = _stamp(os.fstat(stream.fileno()))
            return stream.read(limits.file_bytes + 1), stamp
    except FileNotFoundError:
        raise NotAWorkbook.say("no such file") from None
    except PermissionError:
        raise LockedWorkbook.say("no permission to read the file") from None
    except WorkbookRefused:
        raise
    except OSError as error:
        message = say("cannot be read ({why})", why=error.strerror or str(error))
        raise NotAWorkbook(message) from None


def _refuse_unwritable(path: Path, status: os.stat_result) -> None:
    target = Path(os.path.realpath(path))
    owner = owner_file(path) or owner_file(target)
    if owner is not None:
        raise LockedWorkbook.say(
            "open in another program; close it there, or delete {name} if nobody has it open",
            name=owner.name,
        )
    if not status.st_mode & WRITE_BITS or not os.access(target, os.W_OK):
        raise LockedWorkbook.say("the file is read-only")
    if status.st_nlink > 1:
        raise LockedWorkbook.say(
            "the file has another name (a hard link), which would keep the old one"
        )
    if not os.access(target.parent, os.W_OK):
        raise LockedWorkbook.say("no permission to write to the folder of the file")


def replace_workbook(path: Path, data: bytes, before: Stamp) -> None:
    """Replace the bytes of a workbook: at any moment it is the old or the new one.

    A symbolic link stays and its target is replaced; the mode of the file stays. Raises
    :class:`LockedWorkbook` where the file is not as it was read.
    """
    import tempfile  # a workbook that is current needs none

    target = Path(os.path.realpath(path))
    temporary: Path | None = None
    try:
        remove_leftovers(target.parent)
        handle, name = tempfile.mkstemp(
            prefix=own_prefix(), suffix=target.suffix, dir=target.parent
        )
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        status = target.stat()
        _keep_attributes(target, temporary)
        _keep_owner(temporary, status)
        if _stamp(status) != before:
            raise LockedWorkbook.say("the workbook changed while it was being recomputed")
        temporary.replace(target)
        temporary = None
        _flush_folder(target.parent)
    except PermissionError as error:
        # Windows says so of a file that a program holds open
        message = say("open in another program ({why})", why=error.strerror or str(error))
        raise LockedWorkbook(message) from None
    except WorkbookRefused:
        raise
    except OSError as error:
        message = say("cannot be written ({why})", why=error.strerror or str(error))
        raise LockedWorkbook(message) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _keep_owner(temporary: Path, status: os.stat_result) -> None:
    """Give a new file the mode and the owner of the old one."""
    if hasattr(os, "chown"):
        try:
            os.chown(temporary, status.st_uid, status.st_gid)
        except PermissionError:
            message = say("replacing the file would change its owner or group")
            raise LockedWorkbook(message) from None
    temporary.chmod(stat.S_IMODE(status.st_mode))


def _keep_attributes(target: Path, temporary: Path) -> None:
    """Give a new file the extended attributes of the old one, access lists among them."""
    if not hasattr(os, "listxattr"):
        return
    try:
        names = os.listxattr(target)
        for name in os.listxattr(temporary):
            # the folder's list for new files would let in who may not read the old one
            if name == ACCESS_LIST and name not in names:
                os.removexattr(temporary, name)
        for name in names:
            value = os.getxattr(target, name)
            if name not in os.listxattr(temporary) or os.getxattr(temporary, name) != value:
                os.setxattr(temporary, name, value)
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            return
        message = say(
            "the attributes of the file cannot be kept ({strerror})", strerror=error.strerror
        )
        raise LockedWorkbook(message) from None


def _flush_folder(folder: Path) -> None:
    """Make the new name of a file last through a power cut, where folders can be opened."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
