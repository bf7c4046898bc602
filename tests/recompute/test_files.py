"""Workbooks on disk: locks, permissions, links, and replacement."""

from __future__ import annotations

import os
import stat
import struct
import tempfile
from pathlib import Path

import pytest

from tests.recompute.books import sheet
from xltie.core.errors import LockedWorkbook, NotAWorkbook, UnsafePackage
from xltie.recompute.ooxml.files import find_workbooks, read_workbook, replace_workbook

DATA = sheet({"A1": 1})


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "my event.xlsx"
    path.write_bytes(DATA)
    return path


@pytest.mark.parametrize("owner", ["~$my event.xlsx", ".~lock.my event.xlsx#"])
def test_a_workbook_open_elsewhere_is_refused(book, owner):
    book.with_name(owner).write_bytes(b"")
    with pytest.raises(LockedWorkbook, match="open in another program"):
        read_workbook(book)
    data, _ = read_workbook(book, write=False)
    assert data == DATA


def test_owner_files_are_no_workbooks(tmp_path):
    path = tmp_path / "~$event.xlsx"
    path.write_bytes(b"someone")
    with pytest.raises(NotAWorkbook):
        read_workbook(path)


def test_missing_folders_and_pipes(tmp_path):
    with pytest.raises(NotAWorkbook, match="no such file"):
        read_workbook(tmp_path / "none.xlsx")
    with pytest.raises(NotAWorkbook, match="not a file"):
        read_workbook(tmp_path)
    pipe = tmp_path / "pipe.xlsx"
    os.mkfifo(pipe)
    with pytest.raises(NotAWorkbook, match="not a file"):
        read_workbook(pipe)


def test_read_only_files_are_refused(book):
    book.chmod(0o444)
    with pytest.raises(LockedWorkbook, match="read-only"):
        read_workbook(book)
    assert read_workbook(book, write=False)[0] == DATA


def test_large_files_are_refused_unread(book):
    from xltie.recompute import Limits

    with pytest.raises(UnsafePackage):
        read_workbook(book, Limits(file_bytes=10))


def test_replacing_keeps_mode_and_link_and_leaves_nothing_behind(book):
    book.chmod(0o640)
    link = book.with_name("link.xlsx")
    link.symlink_to(book.name)
    _, stamp = read_workbook(link)
    replace_workbook(link, b"new", stamp)
    assert link.is_symlink() and book.read_bytes() == b"new"
    assert stat.S_IMODE(book.stat().st_mode) == 0o640
    assert sorted(path.name for path in book.parent.iterdir()) == ["link.xlsx", "my event.xlsx"]


def test_a_file_that_changed_meanwhile_is_left_alone(book):
    _, stamp = read_workbook(book)
    book.write_bytes(DATA + b"x")
    with pytest.raises(LockedWorkbook, match="changed"):
        replace_workbook(book, b"new", stamp)
    assert book.read_bytes() == DATA + b"x"
    assert [path.name for path in book.parent.iterdir()] == [book.name]


def test_a_file_that_went_away_is_not_made_again(book):
    _, stamp = read_workbook(book)
    book.unlink()
    with pytest.raises(LockedWorkbook):
        replace_workbook(book, b"new", stamp)
    assert list(book.parent.iterdir()) == []


def test_folders_are_searched_without_hidden_and_owner_files(tmp_path):
    (tmp_path / "b" / "deep").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    names = [
        "z.xlsx",
        "a.XLSM",
        "~$a.xlsm",
        ".~lock.z.xlsx#",
        ".hid.xlsx",
        "n.txt",
        "b/deep/c.xlsx",
    ]
    for name in [*names, ".git/g.xlsx"]:
        (tmp_path / name).write_bytes(b"")
    found = [str(path.relative_to(tmp_path)) for path in find_workbooks(tmp_path)]
    assert found == ["a.XLSM", "z.xlsx", "b/deep/c.xlsx"]


def test_a_workbook_with_two_names_is_refused(tmp_path):
    path = tmp_path / "one.xlsx"
    path.write_bytes(b"old")
    (tmp_path / "two.xlsx").hardlink_to(path)
    with pytest.raises(LockedWorkbook, match="another name"):
        read_workbook(path)


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="a system without these attributes")
def test_extended_attributes_stay(tmp_path):
    path = tmp_path / "one.xlsx"
    path.write_bytes(b"old")
    try:
        os.setxattr(path, "user.origin", b"club")
    except OSError:
        pytest.skip("a folder without extended attributes")
    _, stamp = read_workbook(path)
    replace_workbook(path, b"new", stamp)
    assert (path.read_bytes(), os.getxattr(path, "user.origin")) == (b"new", b"club")


ACCESS, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"


def access_list(*entries):
    """Return an access list as Linux keeps it, of (tag, permissions, user or group)."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def set_access(path, name, content):
    try:
        os.setxattr(path, name, content)
    except (AttributeError, OSError):
        pytest.skip("a file system without access lists")


NOBODY = 0xFFFFFFFF
# user::rw-, user:1000:rw-, group::---, mask::rw-, other::---
LISTED = access_list((1, 6, NOBODY), (2, 6, 1000), (4, 0, NOBODY), (16, 6, NOBODY), (32, 0, NOBODY))


def test_an_access_list_stays(tmp_path):
    path = tmp_path / "one.xlsx"
    path.write_bytes(b"old")
    set_access(path, ACCESS, LISTED)
    mode = path.stat().st_mode
    _, stamp = read_workbook(path)
    replace_workbook(path, b"new", stamp)
    assert (path.read_bytes(), os.getxattr(path, ACCESS)) == (b"new", LISTED)
    assert path.stat().st_mode == mode


def test_the_access_list_of_the_folder_gives_nobody_a_file_that_has_none(tmp_path):
    path = tmp_path / "one.xlsx"
    path.write_bytes(b"old")
    path.chmod(0o660)
    set_access(tmp_path, DEFAULT, LISTED)
    _, stamp = read_workbook(path)
    replace_workbook(path, b"new", stamp)
    assert path.read_bytes() == b"new" and stat.S_IMODE(path.stat().st_mode) == 0o660
    assert ACCESS not in os.listxattr(path)


AS_ROOT = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away"
)


@AS_ROOT
def test_owner_and_group_stay(book):
    os.chown(book, 12345, 23456)
    book.chmod(0o4640)
    _, stamp = read_workbook(book)
    replace_workbook(book, b"new", stamp)
    status = book.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (12345, 23456, 0o4640)


@AS_ROOT
def test_a_file_of_somebody_else_is_not_taken_over():
    # not pytest's folder, which nobody else may enter
    with tempfile.TemporaryDirectory() as name:
        folder, book = Path(name), Path(name, "my event.xlsx")
        book.write_bytes(DATA)
        book.chmod(0o666)
        folder.chmod(0o777)
        child = os.fork()
        if not child:
            code = 3
            try:
                os.setgid(65534)
                os.setuid(65534)
                replace_workbook(book, b"new", read_workbook(book)[1])
            except LockedWorkbook as error:
                code = 0 if "change its owner" in str(error) else 1
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert book.read_bytes() == DATA and book.stat().st_uid == 0
        assert list(folder.iterdir()) == [book]


def test_the_owner_file_of_another_workbook_does_not_block(tmp_path):
    path = tmp_path / "book.xlsx"
    path.write_bytes(b"old")
    (tmp_path / "~$ok.xlsx").write_bytes(b"")
    assert read_workbook(path)[0] == b"old"
