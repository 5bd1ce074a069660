"""A sheet in a file: replaced whole or not at all, with its mode, never while it is open."""

import multiprocessing
import os
import stat
from pathlib import Path

import pytest

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.spreadsheets import file_sheet
from fullhouse.inbound.spreadsheets.file_sheet import FileSheet
from fullhouse.inbound.spreadsheets.port import SheetChanged, SheetDown
from fullhouse.inbound.spreadsheets.table import Edits

ADD = Edits(appended=({"Name": "Ben"},))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "list.csv"
    made.write_bytes(b"Name,Party\nAnna,2\n")
    return made


def write(sheet: FileSheet, edits: Edits = ADD) -> None:
    sheet.write(edits, sheet.version())


@pytest.mark.parametrize(
    ("mark", "program"),
    [("~$list.csv", "open in Excel"), (".~lock.list.csv#", "open in LibreOffice")],
)
def test_a_file_that_is_open_is_read_and_not_written(path: Path, mark: str, program: str) -> None:
    (path.parent / mark).touch()
    sheet = FileSheet(path)
    assert sheet.read().headers == ("Name", "Party")
    with pytest.raises(SheetDown, match=program):
        write(sheet)
    (path.parent / mark).unlink()
    write(sheet)
    assert path.read_bytes() == b"Name,Party\nAnna,2\nBen,\n"


def test_the_mode_is_kept_and_nothing_is_left_beside_it_but_the_lock(path: Path) -> None:
    path.chmod(0o640)
    write(FileSheet(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert {each.name for each in path.parent.iterdir()} == {"list.csv", ".list.csv.lock"}


def test_a_link_to_a_file_stays_a_link(path: Path) -> None:
    link = path.parent / "link.csv"
    link.symlink_to(path)
    write(FileSheet(link))
    assert link.is_symlink()
    assert b"Ben" in path.read_bytes()


def test_a_write_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SheetDown, match="no space left"):
        write(FileSheet(path))
    assert path.read_bytes() == b"Name,Party\nAnna,2\n"
    assert [each.name for each in path.parent.iterdir() if each.suffix == ".new"] == []


def test_a_save_while_the_new_file_is_made_wins(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = FileSheet(path)
    fill = file_sheet._fill  # noqa: SLF001 - the one moment between looking and replacing

    def meanwhile(handle: int, content: bytes, like: os.stat_result) -> None:
        fill(handle, content, like)
        path.write_bytes(b"Name,Party\nTheirs,1\n")

    monkeypatch.setattr(file_sheet, "_fill", meanwhile)
    with pytest.raises(SheetChanged):
        write(sheet)
    assert path.read_bytes() == b"Name,Party\nTheirs,1\n"


def test_a_folder_that_may_not_be_written_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_given: object, **_more: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(SheetDown, match="cannot be changed: permission denied"):
        write(FileSheet(path))


def test_a_file_that_grows_while_it_is_read_is_being_saved(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_bytes

    def saving(this: Path) -> bytes:
        content = read(this)
        path.write_bytes(content + b"Ben,1\n")
        return content

    monkeypatch.setattr(Path, "read_bytes", saving)
    with pytest.raises(SheetDown, match="being saved"):
        FileSheet(path).read()


def test_a_file_that_is_neither_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"list\.ods is neither"):
        FileSheet(tmp_path / "list.ods")


def test_a_file_that_is_far_too_large_is_not_even_read(path: Path) -> None:
    os.truncate(path, 10**9)
    with pytest.raises(Invalid, match="larger than 8 MB"):
        FileSheet(path).read()


def _add(path: str, name: str) -> None:
    sheet = FileSheet(Path(path))
    while True:
        try:
            sheet.write(Edits(appended=({"Name": name},)), sheet.version())
        except (SheetChanged, SheetDown):  # another has just saved it
            continue
        return


def test_two_processes_that_write_at_once_lose_nothing(path: Path) -> None:
    context = multiprocessing.get_context("fork")
    names = [f"n{number}" for number in range(8)]
    writers = [context.Process(target=_add, args=(str(path), name)) for name in names]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert sorted(row.cells[0] for row in FileSheet(path).read().rows) == ["Anna", *names]
