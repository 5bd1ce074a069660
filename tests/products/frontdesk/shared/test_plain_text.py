import pytest

from fullhouse.products.frontdesk.shared.plain_text import (
    TextLine,
    plain_line,
    plain_lines,
    straight_quotes,
    visible,
)


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("Order: join time", TextLine(1, "Order: join time", "Order: join time")),
        ("## Order", TextLine(1, "## Order", "Order", heading=True)),
        ("**Order**:", TextLine(1, "**Order**:", "Order:", heading=True)),
        ("**Order:** join time", TextLine(1, "**Order:** join time", "Order: join time")),
        ("- **Jess**", TextLine(1, "- **Jess**", "Jess", bullet=True)),
        ("* Jess", TextLine(1, "* Jess", "Jess", bullet=True)),
        ("\u2022\tJess", TextLine(1, "\u2022 Jess", "Jess", bullet=True)),
        ("12) Jess", TextLine(1, "12) Jess", "Jess", bullet=True)),
        ("2026", TextLine(1, "2026", "2026")),
        (
            "\ufeff\u201eJess\u201c\u00a0\u2013 `hair`\x00",
            TextLine(1, "\u201eJess\u201c \u2013 `hair`", '"Jess" - hair'),
        ),
        ("----", TextLine(1, "----", "", bullet=True)),
        ("  ", TextLine(1, "", "")),
    ],
)
def test_a_line_is_brought_to_plain_words(written: str, line: TextLine) -> None:
    assert plain_line(1, written) == line


def test_lines_are_numbered_however_they_end() -> None:
    assert [(one.number, one.words) for one in plain_lines("a\r\n\r\nb\vc")] == [
        (1, "a"),
        (2, ""),
        (3, "b"),
        (4, "c"),
    ]


def test_what_cannot_be_seen_is_left_out() -> None:
    assert visible("a\u200b\u00a0\u201cb\u201d\ud800") == "a \u201cb\u201d"
    assert visible("👩\u200d🎤") == "👩\u200d🎤"
    assert straight_quotes("e\u0301\u2026\uff1a\u202e") == "é...:"
