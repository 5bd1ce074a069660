"""No file names a path of one machine or a host that packages were fetched from."""

import pytest

from tests.gates.source import ROOT, files

# In pieces, so that this file may be searched too.
FORBIDDEN = (
    "/root" + "/",
    "/work" + "/",
    "/home" + "/",
    "pypi" + ".org",
    "python" + "hosted",
    "--index" + "-url",
)


def forbidden(text: str) -> list[str]:
    return [word for word in FORBIDDEN if word in text.lower()]


def test_no_file_names_a_machine_or_a_registry() -> None:
    texts = {str(path.relative_to(ROOT)): path.read_text(errors="ignore") for path in files()}
    assert {name: words for name, text in texts.items() if (words := forbidden(name + text))} == {}


@pytest.mark.parametrize("word", FORBIDDEN)
def test_a_forbidden_word_is_found(word: str) -> None:
    assert forbidden(f"see {word.upper()}x") == [word]
