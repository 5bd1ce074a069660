from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.letters import (
    LONGEST_SUBJECT,
    Button,
    CalendarEntry,
    Letter,
    paragraphs,
    single_line,
    subject_line,
    with_greeting,
    without_links,
)


def test_a_letter_knows_its_links_by_purpose() -> None:
    buttons = (
        Button("claim", "Yes", "https://a.example"),
        Button("decline", "No", "https://b.example"),
    )
    letter = Letter(subject="s", heading="h", buttons=buttons)
    assert letter.links == {"claim": "https://a.example", "decline": "https://b.example"}


def test_a_harmless_letter_leads_to_one_place_and_does_nothing_by_itself() -> None:
    start = datetime(2026, 6, 20, 16, tzinfo=UTC)
    letter = Letter(
        subject="s",
        heading="h",
        buttons=(
            Button("claim", "Yes", "https://a.example", main=True),
            Button("decline", "No", "https://b.example"),
        ),
        stop_url="https://stop.example",
        stop_label="Stop",
        to_name="Ada",
        reply_to="host@example.org",
        takes_reply=True,
        calendar=CalendarEntry("uid", 0, "REQUEST", "s", start, start),
    )
    safe = without_links(letter, "https://party.example")
    assert set(safe.links.values()) == {"https://party.example"}
    assert safe == Letter(
        subject="s",
        heading="h",
        buttons=(
            Button("claim", "Yes", "https://party.example", main=True),
            Button("decline", "No", "https://party.example"),
        ),
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  two\r\nlines\t and  more ", "two lines and more"),
        ("a\x00b\x7fc\u2028d", "a b c d"),
        ("turn\u202earound\u2069", "turnaround"),
        ("half \ud83d emoji", "half emoji"),
        ("👩‍👩‍👧 Zoë עדה", "👩‍👩‍👧 Zoë עדה"),
    ],
)
def test_a_line_holds_nothing_that_breaks_or_turns_it(text: str, line: str) -> None:
    assert single_line(text) == line


@given(st.text())
def test_any_text_fits_on_one_line(text: str) -> None:
    line = single_line(text)
    assert len(line.splitlines()) <= 1
    assert line.encode().decode() == line == single_line(line)


def test_a_long_subject_is_cut_with_a_sign() -> None:
    assert subject_line("word " * 100).endswith("word…")
    assert len(subject_line("x" * 1000)) == LONGEST_SUBJECT
    assert subject_line("x" * LONGEST_SUBJECT) == "x" * LONGEST_SUBJECT


def test_paragraphs_are_split_at_blank_lines_and_keep_their_line_breaks() -> None:
    assert paragraphs("\nOne\r\n two \r\n \r\n\r\n\nThree\r") == ("One\ntwo", "Three")
    assert paragraphs(" \n\n ") == ()


@pytest.mark.parametrize("name", ["Ada", "Zoë O'Neill-Wu", "J. R. Smith", "Mr & Mrs Bo", "عدا"])
def test_a_name_is_greeted(name: str) -> None:
    assert with_greeting(name) == name


@pytest.mark.parametrize(
    "name", ["https://spam.example", "www.spam", "win@spam", "go to spam.example", "x" * 61, "<b>"]
)
def test_an_advertisement_is_not_greeted(name: str) -> None:
    assert with_greeting(name) == ""


@pytest.mark.parametrize(
    "name",
    [
        "spam\u3002example",
        "spam\uff61example",
        "spam\uff0eexample",
        "spam\u2024example",
        "spam\ufe52example",
        "\uff57\uff57\uff57\uff0espam",
        "spam\u200b.\u2060example",
        "win\uff20spam",
        "spam\uff0fprize",
    ],
)
def test_look_alikes_of_dots_and_slashes_make_no_link_either(name: str) -> None:
    assert with_greeting(name) == ""


@pytest.mark.parametrize("name", ["👩\u200d👧 Zoë", "山田\u3002", "M\u00b7A\u00b7X", "ﬁona"])
def test_other_unusual_names_are_greeted_as_they_are(name: str) -> None:
    assert with_greeting(name) == name
