"""Names at the end of a letter, put together with what From says."""

import pytest

from fullhouse.inbound.extraction.closing_names import (
    closing_name,
    joined_name,
    recased,
    requested_name,
    tidy_name,
)
from tests.inbound.extraction.desk import raw_mail, values
from tests.support.cpu_time import cpu_within

SENDERS = [
    ("sunny77@example.net", "Could I get a cut on Friday? marlene brauer", "Marlene Brauer"),
    ("sunny77@example.net", "a massage please\n\nlg timo vandeven", "Timo Vandeven"),
    ("sunny77@example.net", "Hi, any slot is fine", ""),
    ("sunny77@example.net", "cut? any day works", ""),
    ("sunny77@example.net", "Massage morgen? Mir egal wann", ""),
    ('"VERMEULEN, Karel" <k@example.org>', "A cut please", "Karel Vermeulen"),
    ("DUPONT Amélie <a@example.org>", "A cut please", "Amélie Dupont"),
    ("OLGA PETRENKO <o@example.org>", "A CUT PLEASE. O. PETRENKO", "Olga Petrenko"),
    ('"kate.osborne" <kate.osborne@example.org>', "A cut please", "Kate Osborne"),
    ("Dr. Ingrid Thoma <i@example.org>", "A cut please", "Ingrid Thoma"),
    ("P Lockwood <p@example.org>", "A cut please. Philippa x", "Philippa Lockwood"),
    ("Malerei Thoma GmbH <m@example.org>", "A cut\n\nUte Thoma\nMalerei Thoma GmbH", "Ute Thoma"),
    ("Dra. Elena Sanz <e@example.org>", "A cut please\n\nElena S.", "Elena Sanz"),
    ("Me Paul Garnier <p@example.org>", "A cut please\n\nP. Garnier", "Paul Garnier"),
    ("Emma <e@example.org>", "A cut please\n\nEmma Wright\nTel 0151 2345678", "Emma Wright"),
    ("Nina <n@example.org>", "Massage morgen?\nNina Kolb\nnina@example.org", "Nina Kolb"),
    ("Fam. Roth <r@example.org>", "A cut please\nHerzlich, Ingrid", "Ingrid Roth"),
    ("Family Okoye <o@example.org>", "A cut please\nBest wishes,\nChinedu", "Chinedu Okoye"),
    ("Mme Garnier <g@example.org>", "A cut please. Solange Garnier", "Solange Garnier"),
    ("Max <max@example.org>", "A cut please? Maximilian Oster", "Maximilian Oster"),
    ("Bäckerei Vogl <info@vogl.example>", "A cut on Friday. Anton Vogl", "Anton Vogl"),
    ("Ruth Amsel <r@example.org>", "A cut please. Ruth", "Ruth Amsel"),
    (
        "Peter Lindqvist <p@example.org>",
        "I'm writing from my husband's account. A cut please. Astrid Lindqvist",
        "Astrid Lindqvist",
    ),
    (
        "Jorge Salinas <j@example.org>",
        "Escribo desde el correo de mi marido. Soy Elena Pardo y quiero un masaje",
        "Elena Pardo",
    ),
    (
        "Henk Visser <h@example.org>",
        "My son needs a cut. Please put it in his name, Daan Visser.",
        "Daan Visser",
    ),
    (
        "Ute Reich <u@example.org>",
        "Bitte auf ihren Namen, Hanna Reich. Es ist eine Massage.",
        "Hanna Reich",
    ),
    ("Eva & Ben <eb@example.org>", "Table for dinner? Bitte auf Sommer, Eva.", "Eva Sommer"),
]


@pytest.mark.parametrize(("sender", "text", "name"), SENDERS)
def test_a_name_is_put_together(sender: str, text: str, name: str) -> None:
    assert values(raw_mail(text, sender=sender)).get("name", "") == name


@pytest.mark.parametrize(
    ("head", "signed", "name"),
    [
        ("", "", ""),
        ("Ada Byron", "", "Ada Byron"),
        ("", "Ada Byron", "Ada Byron"),
        ("Ada Byron", "A. Byron", "Ada Byron"),
        ("Ada", "Bob", "Ada"),
        ("A. Byron", "Bob", "A. Byron"),
        ("Ada Byron", "Carl Dorn", "Ada Byron"),
    ],
)
def test_the_end_of_a_letter_only_adds_to_a_name(head: str, signed: str, name: str) -> None:
    assert joined_name(head, signed) == name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("ANNA DE WAAL", "Anna De Waal"),
        ("anna de waal", "Anna de Waal"),
        ("Anna McKay", "Anna McKay"),
        ("", ""),
    ],
)
def test_a_name_gets_its_usual_capitals(written: str, name: str) -> None:
    assert recased(written) == name


def test_a_title_alone_stays() -> None:
    assert tidy_name("Dr.") == "Dr."
    assert tidy_name("") == ""


@pytest.mark.parametrize("text", ["", "\n\n", "Sent from my iPhone", "a name", "Many thanks"])
def test_not_every_letter_ends_with_a_name(text: str) -> None:
    assert closing_name(text) == ("", 0)


@pytest.mark.parametrize("text", ["in my name", "under her name, please", "bitte auf morgen"])
def test_no_name_is_made_up(text: str) -> None:
    assert requested_name(text) == ("", 0)


@pytest.mark.timing
@pytest.mark.parametrize(
    "text", ["in my name my son " * 3_000, "Ada, " * 12_000, "a. " * 20_000, "bitte auf " * 6_000]
)
def test_a_long_letter_takes_little_time(text: str) -> None:
    with cpu_within(1.0):
        closing_name(text)
        requested_name(text)
