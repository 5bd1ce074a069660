"""Texts of an event's page: every input is hostile until it is read."""

import pytest

from fullhouse.inbound.forms.event_content import edit_content
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.products.rsvp.event_content import EditContent


def read(**fields: object) -> EditContent:
    return edit_content("party", fields)


def refused(**fields: object) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as wrong:
        read(**fields)
    return [(problem.code, problem.field) for problem in wrong.value.problems]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""),
        (" Grace@Example.org ", "grace@example.org"),
        ("+49 30 123-456", "+49 30 123-456"),
        ("(030) 123456", None),
        ("030/123456", "030/123456"),
        ("https://example.org/us?a=1#b", "https://example.org/us?a=1#b"),
        ("HTTPS://Example.org/Ü x", None),
        ("https://Example.org/Ü", "https://example.org/%C3%9C"),
        ("http://example.org", None),
        ("javascript:alert(1)", None),
        ("12 3", None),
        ("a@b@c", None),
    ],
)
def test_a_contact_is_an_address_a_number_or_a_link(typed: str, kept: str | None) -> None:
    if kept is None:
        assert refused(contact=typed)[0][1] == "contact"
    else:
        assert read(contact=typed).contact == kept


@pytest.mark.parametrize(
    "typed",
    [
        "http://example.org",
        "//example.org",
        "example.org/map",
        "javascript:alert(1)",
        "https://user:secret@example.org/",
        "https://example.org:8443/",
        "https://localhost/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[bad",
        "https://exa mple.org/",
        "https://example.org/\nBcc: x",
        "https://müller.example/",
        "https://-bad.example/",
        "https://",
    ],
)
def test_a_map_is_a_plain_https_link(typed: str) -> None:
    assert refused(map_url=typed) == [("bad_link", "map_url")]


def test_a_link_cannot_leave_its_attribute() -> None:
    link = read(map_url='https://example.org/"><script>alert(1)</script>').map_url
    assert link == "https://example.org/%22%3E%3Cscript%3Ealert(1)%3C/script%3E"


def test_a_map_may_be_empty() -> None:
    assert read(map_url="  ").map_url == ""


def test_a_description_keeps_its_lines_and_loses_what_turns_text_around() -> None:
    typed = "First\r\n\r\n- one\u202e\x00\r\n- two\x85"
    assert read(description=typed).description == "First\n\n- one\n- two"


def test_texts_have_bounds() -> None:
    assert read(description="x" * 5_000).description
    assert refused(
        description="x" * 5_001,
        contact=f"https://example.org/{'x' * 500}",
        map_url=f"https://example.org/{'ü' * 100}",
        price_note="x" * 201,
        dress_note="two\nlines",
    ) == [
        ("too_long", "description"),
        ("too_long", "contact"),
        ("too_long", "map_url"),
        ("too_long", "price_note"),
        ("bad_text", "dress_note"),
    ]
