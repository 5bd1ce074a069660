"""Any mail: nothing raises or takes long, and each value is found in the mail by other means."""

import re
import unicodedata
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.attachments.document import Document
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from fullhouse.products.frontdesk.waitlist.wishes import WEEKDAYS
from tests.inbound.extraction.desk import ANNA, BOOKS, STAFF, proposed, raw_mail
from tests.support.cpu_time import cpu_within
from tests.support.proof import some_of

PIECES = [
    *(
        "on",
        "am",
        "le",
        "el",
        "between",
        "and",
        "bis",
        "vom",
        "10",
        "9.",
        "12th",
        "June",
        "Juni",
        "juin",
        "de junio",
        "10.06.",
    ),
    *(
        "next",
        "Tuesday",
        "nächste Woche",
        "mardi",
        "prochain",
        "tomorrow",
        "14:30",
        "um halb drei",
        "14h30",
        "2 pm",
        "à",
        "h",
    ),
    *(
        "a las tres y media",
        "Uhr",
        "for",
        "table for",
        "zu viert",
        "people",
        "4",
        "two",
        "Cut",
        "cuts",
        "Colur",
        "Massage",
    ),
    *(
        "with",
        "Jess",
        "Ben",
        "Dr. Okafor",
        "Maria",
        "not",
        "or",
        "Hi",
        "\n",
        "\n\n",
        ", ",
        ". ",
        ": ",
        "> ",
        "| ",
        "\t",
        "--",
    ),
    *(
        "From: Ada <ada@example.org>",
        "Sent: Monday",
        "Subject: x",
        "Name:",
        "Service:",
        "When:",
        "Tel:",
        "0171 3920104",
    ),
    *(
        "+44 7700 900123",
        "ada@example.org",
        "my name is",
        "Ada Byron",
        "Regards",
        "On Monday Ada wrote:",
        "LG",
        "until",
        "ab",
    ),
    *(
        "---------- Forwarded message ---------",
        "2026-06-10",
        "31.02.",
        "99",
        "0",
        "\u0301",
        "\u202e",
        "\x00",
        "ß",
        "İ",
    ),
]
WORDS = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=40).map(" ".join)
LANGUAGES = st.sampled_from(["en", "de", "fr", "es"])
DESKS = st.sampled_from(["waitlist", "bookings"])
SENDERS = st.sampled_from([ANNA, STAFF, "x@example.org"])


def plain(text: str) -> str:
    """Letters and figures only, small, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[\W_]+", "", "".join(one for one in parts if not unicodedata.combining(one)))


def holds(one: ProposedField, source: str, book_names: set[str]) -> bool:
    """Whether a value stands in the source: read by other means than ours."""
    if one.field in {"name", "email"}:
        return all(plain(word) in plain(source) for word in one.value.split())
    if one.field == "phone":
        return re.sub(r"\D", "", one.value)[-6:] in re.sub(r"\D", "", source)
    if one.field in {"service", "staff", "weekdays"}:
        known = WEEKDAYS if one.field == "weekdays" else book_names
        named = one.value.split() if one.field == "weekdays" else [one.value]
        return all(name in known for name in named)
    if one.field == "party":
        return 1 <= int(one.value) <= 99
    if one.field in {"time", "from_time", "until_time"}:
        return re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", one.value) is not None
    return date(2026, 6, 3) <= date.fromisoformat(one.value) <= date(2027, 6, 30)


@given(WORDS, WORDS, DESKS, SENDERS, LANGUAGES)
def test_nothing_is_made_up_and_nothing_raises(
    text: str, file: str, desk: str, sender: str, language: str
) -> None:
    raw = raw_mail(text, desk, sender, "x")
    found = proposed(raw, language, Document("a.pdf", "pdf", file), Document("b.eml", "eml", file))
    book = BOOKS[language]
    names = {*(service.name for service in book.services), *book.staff}
    source = f"{sender}\n{text}\n{file}"
    for one in found.values():
        assert holds(one, source, names), one
        words = one.words.removeprefix("a.pdf: ").removeprefix("b.eml: ").rstrip("…")
        assert plain(words) in plain(source), one


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300), LANGUAGES, DESKS)
def test_noise_says_nothing(noise: str, language: str, desk: str) -> None:
    letters = "".join(one for one in noise if not one.isascii() and not one.isdecimal())
    found = proposed(raw_mail(letters, desk), language)
    assert set(found) == {"name", "email"}


HOSTILE = {
    "slips": " ".join(f"massag{chr(97 + at % 26)}{chr(97 + at // 26 % 26)}" for at in range(1700)),
    "days": "1. und " * 2000,
    "dates": "10.06.2026 " * 1000,
    "times": "14:30 " * 2000,
    "labels": "Name: x\n" * 1500,
    "heads": "From: a@b.c\nTo: x\n" * 700,
    "answers": "On 1 <a@b\n" * 1200,
    "forwards": "---------- Forwarded message ---------\n" * 300,
    "names": "my name is Anna " * 750,
    "phones": "+49 171 " * 1500,
    "weeks": "next week tuesday or " * 570,
    "cells": "a\t" * 6000,
    "bars": "|" * 12_000,
    "blanks": " " * 12_000,
    "lines": "\n" * 12_000,
    "noughts": "0 " * 6000,
    "everything": "vom 1. bis 2. juni um 3 uhr für 4 personen bei jess " * 230,
    "marks": "\u0301" * 6000,
}


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(HOSTILE, keep=2))
def test_a_crafted_mail_with_a_crafted_file_is_read_in_no_time(name: str) -> None:
    file = Document("x.txt", "txt", HOSTILE[name])
    proposed(raw_mail("hello"))
    with cpu_within(4):
        proposed(raw_mail(HOSTILE[name]), "de", file, file)
        proposed(raw_mail(HOSTILE[name], "bookings"), "de", file, file)
