"""The language that a browser asks for."""

import pytest

from fullhouse.web.texts import accepted_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("nl,fr;q=0.5", "fr"),
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
