"""The sandbox for strangers' files: bounded time and memory, no secrets, replaced if lost."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments import sandbox
from fullhouse.inbound.attachments.confinement import BEHIND_PAGES, MB, MOST_OPEN_FILES
from fullhouse.inbound.attachments.images import in_lines
from fullhouse.inbound.attachments.sandbox import (
    CRASHED,
    LOADING_SECONDS,
    TOO_SLOW,
    Closing,
    SandboxedReader,
)
from fullhouse.inbound.attachments.sandbox_worker import TOO_HEAVY
from fullhouse.platforms.local import ocr, parser
from fullhouse.platforms.local.ocr import LocalOcrReader, ocr_status, see
from tests.inbound.attachments.desks import file
from tests.support.waiting import wait_until

ROOT = Path(__file__).parents[3]
SERVER_MB = 256
LEAVES = "import ctypes; raise SystemExit(-ctypes.CDLL(None).unshare(0x50000000))"
PLANTED = (sys.executable, "-m", "tests.platforms.local.planted_reader", "1024")
pytestmark = pytest.mark.timeout(900)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalOcrReader]:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setenv("FULLHOUSE_TOKEN", "secret")
    reader = LocalOcrReader(seconds=100, command=PLANTED)
    yield reader
    reader.close()


def pid(reader: LocalOcrReader) -> str:
    return reader.read(b"", "").split()[0]


def test_one_child_reads_one_file_after_the_other_and_knows_no_secret(
    planted: LocalOcrReader,
) -> None:
    assert pid(planted) == pid(planted)
    assert "FULLHOUSE_TOKEN" not in planted.read(b"", "")


def test_one_that_takes_too_long_is_ended_and_the_next_file_gets_another(
    planted: LocalOcrReader, limits: list[float]
) -> None:
    first = pid(planted)
    planted._seconds = 0.5  # noqa: SLF001 - once the child has started
    with pytest.raises(Unreadable, match=TOO_SLOW):
        planted.read(b"", "slow")
    planted._seconds = 100  # noqa: SLF001 - as it was
    assert limits == [100, 0.5]  # it got no time for loading
    assert pid(planted) != first


def test_loading_what_reads_is_not_the_fault_of_a_file(
    planted: LocalOcrReader, limits: list[float]
) -> None:
    assert planted.read(b"", "loads")
    assert limits == [100, 100 + LOADING_SECONDS]


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the seconds that the child gets for each answer."""
    found: list[float] = []
    plain = SandboxedReader._heard  # noqa: SLF001 - where its time begins

    def heard(reader: SandboxedReader, child: Any, asked: Any, seconds: float, slow: Any) -> Any:
        found.append(seconds)
        return plain(reader, child, asked, seconds, slow)

    monkeypatch.setattr(SandboxedReader, "_heard", heard)
    return found


def test_one_that_wants_too_much_memory_has_a_reason(planted: LocalOcrReader) -> None:
    with pytest.raises(Unreadable, match=TOO_HEAVY):
        planted.read(b"", "heavy")
    assert pid(planted)


def test_a_child_that_breaks_down_costs_one_file(planted: LocalOcrReader) -> None:
    with pytest.raises(Unreadable, match=CRASHED):
        planted.read(b"", "ends")
    assert pid(planted)


def test_a_child_writes_no_file(planted: LocalOcrReader, tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        planted.read(str(tmp_path / "x").encode(), "writes")
    assert not (tmp_path / "x").exists() or (tmp_path / "x").read_bytes() == b""


def test_a_child_gives_up_rights_files_and_memory(planted: LocalOcrReader) -> None:
    with (ROOT / "README.md").open():
        told = dict(word.split("=", 1) for word in planted.read(b"", "confined").split())
    # Its two pipes, the errors that nobody reads, and the answers.
    assert told["files"] == "['0','1','2','3']"
    assert told["no_new_privileges"] == "1"
    assert told["umask"] == "0777"
    assert told["memory"] == str(1024 * MB)
    assert told["open"] == str(MOST_OPEN_FILES)
    assert told["first_to_go"] == "1000"
    assert told["folder"] == "/"
    assert int(told["behind"]) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + BEHIND_PAGES)


def test_a_child_has_no_network_where_the_system_allows_it(planted: LocalOcrReader) -> None:
    told = dict(word.split("=", 1) for word in planted.read(b"", "confined").split())
    may_leave = not subprocess.run([sys.executable, "-c", LEAVES], check=False).returncode
    # Its own loopback, which leads nowhere.
    assert (told["network"] == "1") >= may_leave
    assert int(told["rights"], 16) * may_leave == 0


def test_a_file_in_the_current_folder_is_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("import os; os._exit(7)")
    monkeypatch.chdir(tmp_path)
    reader = LocalOcrReader(seconds=100)
    try:
        assert "Anna" in reader.read(b"Anna", "txt")
    finally:
        reader.close()


def test_the_children_fit_into_the_memory_of_the_service() -> None:
    unit = (ROOT / "deploy" / "fullhouse.service").read_text()
    most = next(line for line in unit.splitlines() if line.startswith("MemoryMax="))
    megabytes = int(most.removeprefix("MemoryMax=").removesuffix("M"))
    children = ocr.MEMORY_MB + 2 * parser.MEMORY_MB  # mail and the desk have a parser each
    assert children + SERVER_MB <= megabytes


def test_a_child_with_nothing_to_do_is_let_go(
    planted: LocalOcrReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "IDLE_SECONDS", 0.05)
    first = pid(planted)
    wait_until(lambda: planted._child is None)  # noqa: SLF001 - what is to be seen
    assert pid(planted) != first


def test_after_many_files_another_child_takes_over(
    planted: LocalOcrReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "MOST_READ", 2)
    assert len({pid(planted) for _ in range(4)}) == 2


def test_a_library_starts_no_thread_for_each_processor() -> None:
    """On a machine with many, their stacks alone would take the memory that a child may have."""
    asks = [sys.executable, "-c", "import cv2; print(cv2.getNumThreads())"]
    environment = {**os.environ, **sandbox.ONE_THREAD}
    assert subprocess.check_output(asks, env=environment, text=True) == "1\n"


def test_a_house_that_closes_reads_nothing_more(planted: LocalOcrReader) -> None:
    planted.close()
    with pytest.raises(Closing):
        planted.read(b"", "")


@pytest.mark.proof  # a story and the corpus read scans and photos in `make test`
def test_a_photo_and_a_scanned_page_are_read_with_their_umlauts() -> None:
    reader = LocalOcrReader(seconds=200)
    text = "Name: Anna Müller\nDienstag, 24. November 2026, 14:30"
    try:
        photo = reader.read(file("jpeg", text)[1], "jpeg")
        scan = reader.read(file("pdf", text, scan=True)[1], "pdf")
        with pytest.raises(Unreadable, match="far larger than a page"):
            reader.read(file("png", spoil="bomb")[1], "png")
    finally:
        reader.close()
    for seen in (photo, scan):
        assert "Anna Müller" in seen
        assert "24. November 2026" in seen


def test_without_the_extra_a_sentence_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    with pytest.raises(Unreadable, match="Pictures are not read here") as unreadable:
        see(file("png", "x")[1])
    assert "fullhouse[ocr]" in unreadable.value.reason


def test_what_stands_side_by_side_is_one_line() -> None:
    words = [
        (100.0, 120.0, 300.0, "Anna"),
        (103.0, 121.0, 10.0, "Name:"),
        (140.0, 160.0, 10.0, "Cut"),
    ]
    assert in_lines(words) == "Name: Anna\nCut"


def test_everything_can_be_read_where_all_extras_are_installed() -> None:
    assert ocr_status() == (True, True)
