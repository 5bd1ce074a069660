from pathlib import Path

import pytest

from tests.surface.snapshots import compare, compare_stored


@pytest.fixture(autouse=True)
def committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ACCEPT_SURFACE", raising=False)
    (tmp_path / "names.txt").write_text("a\nb\n")


def accept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACCEPT_SURFACE", "1")


def test_equal_text_passes(tmp_path: Path) -> None:
    compare("names.txt", "a\nb\n", tmp_path)
    compare_stored("names.txt", ["b", "a"], tmp_path)


def test_changed_text_fails_with_a_diff(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"(?s)-b\n\+c.*ACCEPT_SURFACE=1"):
        compare("names.txt", "a\nc\n", tmp_path)


def test_missing_snapshot_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="public surface"):
        compare("other.txt", "a\n", tmp_path)
    with pytest.raises(AssertionError, match="does not list these yet"):
        compare_stored("other.txt", ["a"], tmp_path)


def test_changed_text_can_be_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accept(monkeypatch)
    compare("names.txt", "a\nc\n", tmp_path)
    assert (tmp_path / "names.txt").read_text() == "a\nc\n"


def test_new_stored_name_can_be_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accept(monkeypatch)
    compare_stored("names.txt", ["c", "b", "a"], tmp_path)
    assert (tmp_path / "names.txt").read_text() == "a\nb\nc\n"


def test_removed_stored_name_is_never_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept(monkeypatch)
    with pytest.raises(AssertionError, match=r"are gone:\nb"):
        compare_stored("names.txt", ["a", "c"], tmp_path)
    assert (tmp_path / "names.txt").read_text() == "a\nb\n"
