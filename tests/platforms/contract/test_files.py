"""Every adapter of the files port keeps what it was given, once, and nothing outside its place."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from fullhouse.engine.ports import BadName, Files
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.memory.files import MemoryFiles

NUMBERS = itertools.count(1)


def s3(request: pytest.FixtureRequest) -> Files:
    """An empty bucket on the emulator."""
    client, bucket = request.getfixturevalue("emulator").client("s3"), f"files-{next(NUMBERS)}"
    client.create_bucket(
        Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": "ap-southeast-1"}
    )
    return S3Files(client, bucket)


ADAPTERS: dict[str, Callable[[Path, pytest.FixtureRequest], Files]] = {
    "local": lambda folder, _request: LocalFiles(folder / "files"),
    "memory": lambda _folder, _request: MemoryFiles(),
    "s3": lambda _folder, request: s3(request),
}
MAIL = "mail/2026-06/m1.eml"


@pytest.fixture(params=ADAPTERS)
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    return ADAPTERS[request.param](tmp_path, request)


def test_what_is_kept_can_be_read(files: Files) -> None:
    files.keep(MAIL, b"\x00raw\xff")
    assert files.read(MAIL) == b"\x00raw\xff"
    assert files.read("mail/2026-06/m2.eml") is None


def test_a_name_is_written_once(files: Files) -> None:
    files.keep(MAIL, b"first")
    files.keep(MAIL, b"second")
    assert files.read(MAIL) == b"first"


def test_what_is_forgotten_is_gone(files: Files) -> None:
    files.keep(MAIL, b"first")
    files.forget(MAIL)
    files.forget(MAIL)
    assert files.read(MAIL) is None


@pytest.mark.parametrize(
    "name", ["", "../x", "mail/../../x", "/etc/passwd", "mail//x", "Mail", ".x", "a/.b", "a\n", "ä"]
)
def test_a_name_that_leads_elsewhere_is_refused(files: Files, name: str) -> None:
    for act in (files.read, files.forget, lambda one: files.keep(one, b"")):
        with pytest.raises(BadName):
            act(name)


def test_local_files_are_for_their_owner_alone_and_leave_nothing_half_written(
    tmp_path: Path,
) -> None:
    LocalFiles(tmp_path / "files").keep(MAIL, b"x")
    kept = [path for path in (tmp_path / "files").rglob("*") if path.is_file()]
    assert [path.name for path in kept] == ["m1.eml"]
    assert kept[0].stat().st_mode & 0o077 == 0
