"""Names as staff note them down, as messengers show them, and as people sign."""

import pytest

from tests.inbound.extraction.desk import STAFF, raw_mail, values

NOTES = {
    "on the phone: Berger, Franziska / 0171 3920104 / Cut / 9 June": "Franziska Berger",
    "Anruf - Fr. Wendt-Adler, Vorname Ilse, will Massage": "Ilse Wendt-Adler",
    "Mr Okello (first name Simon) wants a cut": "Simon Okello",
    "rang just now - Cora Lind-Berg, 0171 3920104, cut with Ben": "Cora Lind-Berg",
    "Pilar Soto Vega / massage / Ben / 0171 3920104": "Pilar Soto Vega",
    "Malo Le Bris ven 12/06 14h15 coupe Ben 0171 3920104": "Malo Le Bris",
    "new one: Jordi Puig i Mas, 0171 3920104": "Jordi Puig i Mas",
    "voicemail: hello, Edna Pryce speaking, a cut please": "Edna Pryce",
    "Massage Ben 0171 3920104": "",
}
SENDERS = [
    ("R. Halloran <r@example.org>", "A cut please\n\nRuth Halloran", "Ruth Halloran"),
    ("MORVAN Yann <y@example.org>", "A cut please\n\nYann Morvan", "Yann Morvan"),
    (
        "Acme Tools - Lara Ortiz <l@example.org>",
        "A cut please\n--\nLara Ortiz Gil\nAcme",
        "Lara Ortiz Gil",
    ),
    ("Familie Brandt <f@example.org>", "A cut please\n\nUwe Brandt", "Uwe Brandt"),
    ("Familie Brandt <f@example.org>", "A cut please", "Familie Brandt"),
    ('"Stone, Ida (Leeds)" <i@example.org>', "A cut please", "Ida Stone"),
    (
        "Auntie Meg <m@example.org>",
        "A cut please, you have me under the name of Megan Frost.",
        "Megan Frost",
    ),
    (
        "Rosa Lind <r@example.org>",
        "Please put Nora Lind (not me) on your waiting list for a cut",
        "Nora Lind",
    ),
    ("x9@example.org", "a cut pls\nKofi 0171 3920104", "Kofi"),
]


@pytest.mark.parametrize("text", NOTES)
def test_a_name_is_found_in_a_note_of_staff(text: str) -> None:
    assert values(raw_mail(text, sender=STAFF, subject="note")).get("name", "") == NOTES[text]


@pytest.mark.parametrize(("sender", "text", "name"), SENDERS)
def test_a_name_is_taken_from_where_it_is_written_out(sender: str, text: str, name: str) -> None:
    assert values(raw_mail(text, sender=sender))["name"] == name


def test_of_a_conversation_the_last_word_counts() -> None:
    text = """
Agreed in the chat, number is 0171 3920104

[02/06/26, 18:03:11] Olga Reyes: Hi, a cut on Tuesday 9 June at 10:00?
[02/06/26, 18:05:40] Salon: 10:00 is gone, 15:30 with Ben?
[02/06/26, 18:11:58] Olga Reyes: ok, Wednesday 10 June at 16:00 with Ben then
"""
    found = values(raw_mail(text, "bookings", sender=STAFF, subject="chat"))
    assert found == {
        "name": "Olga Reyes",
        "phone": "+491713920104",
        "service": "Cut",
        "staff": "Ben",
        "date": "2026-06-10",
        "time": "16:00",
    }


def test_an_office_that_only_signs_as_one_gives_the_address_of_whom_it_writes_for() -> None:
    text = """
I confirm the cut of Mr Paul Winter on 9 June. Please write to him: paul@example.com

Kind regards,
Gina Frost
Office of the board, 030 23125 400
"""
    found = values(raw_mail(text, "bookings", sender="Gina Frost <gina@example.com>"))
    assert (found["name"], found["email"]) == ("Paul Winter", "paul@example.com")


def test_a_mobile_number_stands_before_a_landline_whatever_comes_first() -> None:
    text = "A cut please\n\nPhone: 030 23125 401\nFax: 030 23125 402\nMobile: 0171 3920104"
    assert values(raw_mail(text))["phone"] == "+491713920104"


@pytest.mark.parametrize(
    "text", ["policy 60231887-4", "Police 0171 3920104", "confirmation no. 0171 3920104"]
)
def test_a_number_of_something_else_is_no_phone(text: str) -> None:
    assert "phone" not in values(raw_mail(f"A cut please, {text}"), "fr")
