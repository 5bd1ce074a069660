"""The templates under cfn-lint and checkov, as `make scan` holds them."""

from pathlib import Path

import pytest

from infra import scan, stacks
from infra.exceptions import EXCEPTIONS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("templates")
    stacks.write(made)
    return made


@pytest.mark.parametrize("which", ["ev-assets", pytest.param("*", marks=pytest.mark.proof)])
def test_cfn_lint_has_nothing_to_say(folder: Path, which: str) -> None:
    """Not even a remark."""
    templates = sorted(folder.glob(f"{which}.json"))
    assert templates
    assert scan.lint(templates) == ""


@pytest.mark.proof
def test_checkov_finds_nothing_but_exceptions_with_a_reason_and_needs_each_of_them(
    folder: Path,
) -> None:
    """An exception that nothing needs any more has to go."""
    checked = scan.check(folder)
    assert checked.failed == ()
    assert checked.passed > 150
    assert checked.skipped == {(kind, check) for kind, check, _ in EXCEPTIONS}


def test_every_exception_says_why_in_a_sentence() -> None:
    """A reason is more than a word."""
    assert all(len(why.split()) > 6 for _, _, why in EXCEPTIONS)
    assert len({(kind, check) for kind, check, _ in EXCEPTIONS}) == len(EXCEPTIONS)


@pytest.mark.proof
def test_a_bucket_that_is_open_is_found(folder: Path, tmp_path: Path) -> None:
    """The scan sees what it is for."""
    text = (
        (folder / "ev-assets.json")
        .read_text()
        .replace('"BlockPublicAcls": true', '"BlockPublicAcls": false')
    )
    (tmp_path / "ev-assets.json").write_text(text)
    assert any("CKV_AWS_53" in words for words in scan.check(tmp_path).failed)
