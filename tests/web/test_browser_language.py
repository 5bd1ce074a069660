"""The language that a browser asks for."""

import pytest

from fullhouse.locale import LANGUAGES
from fullhouse.web import texts
from fullhouse.web.texts import accepted_language, asked_language, first_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("tlh,fr;q=0.5", "fr"),
        ("en;q=0.1,fr;q=0.9", "fr"),
        ("fr;q=0,de;q=0.1", "de"),
        ("de;q=0", "en"),
        ("es;q=x", "es"),
        ("es;q=9", "es"),
        ("../../etc/passwd", "en"),
        (",;,=;q=", "en"),
        ("x" * 10_000 + ",de", "en"),
    ],
)
def test_the_language_it_wants_most_and_we_write(header: str, language: str) -> None:
    assert accepted_language(header) == language


@pytest.mark.parametrize(
    ("path", "language"),
    [("/e/party", "fr"), ("/book", "fr"), ("/waitlist", "fr"), ("/desk/events", "")],
)
def test_no_page_of_the_desk_is_in_the_language_of_its_address(path: str, language: str) -> None:
    scope = {"path": path, "query_string": b"x=1&lang=fr"}
    assert asked_language(scope) == language


def test_the_desk_is_in_a_language_that_it_is_written_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "LANGUAGES", {**LANGUAGES, "xx": "Of guests only"})
    headers = [(b"accept-language", b"xx,de;q=0.5")]
    found = [first_language({"path": path, "headers": headers}) for path in ("/e/x", "/desk")]
    assert found == ["xx", "de"]
