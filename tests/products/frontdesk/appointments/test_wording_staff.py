"""What staff read: who may not come and why, how a week went, and what is waiting for them."""

from typing import Any

import pytest
from inline_snapshot import snapshot

from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.letters import Letter
from fullhouse.products.frontdesk.appointments.wording import REASONS
from tests.products.frontdesk.appointments.told import NOW, WEEK, letter
from tests.products.saying import read
from tests.support.phrases import phrases

PHRASES = phrases("frontdesk", "appointments")

NOTHING: dict[str, Any] = {**dict.fromkeys(WEEK, 0), "money": {}, "quiet": []}
ONE = {
    **NOTHING,
    "appointments": 1,
    "prevented": 1,
    "freed": 1,
    "refilled": 1,
    "money": {"EUR": 5500},
    "quiet": WEEK["quiet"][:1],
}


def body(told: Letter) -> str:
    return " ".join(told.paragraphs)


def test_a_gap_alert_reads_whole() -> None:
    assert read(as_text(letter("gap_alert"))) == snapshot("""\
Ada has not answered.

Who: Ada
What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes
Phone: +491701234567
Mail: ada@example.org

The last reminder has gone out, and there is no answer. A call now may save the time, or free it for
someone else. If they are coming, say so on the desk.

See it on the desk:
https://salon.example/l/desk

--
You get this mail because you look after the front desk at Salon Jess.
""")


def test_a_note_that_someone_has_moved_reads_whole() -> None:
    assert read(
        as_text(letter("gap_alert", reason="rescheduled", before=NOW, frees="A1c1"))
    ) == snapshot("""\
Ada has picked another time.

Who: Ada
What: Cut
When: tomorrow, Friday 12 June, 14:00
Before: today, Thursday 11 June, 11:00
With: Jess
How long: 45 minutes
Phone: +491701234567
Mail: ada@example.org

They answered by the link in their message, and the new time is theirs. The old one is being offered
to the waitlist, and you needn't do anything.

See it on the desk:
https://salon.example/l/desk

--
You get this mail because you look after the front desk at Salon Jess.
""")


@pytest.mark.parametrize("language", PHRASES)
def test_each_reason_is_told_in_its_own_words(language: str) -> None:
    told = [
        letter("gap_alert", business={"language": language}, reason=one)
        for one in (*REASONS, "of another time")
    ]
    assert len({one.subject for one in told}) == len(told)
    assert len({body(one) for one in told}) == len(told)


@pytest.mark.parametrize("reason", ["cancelled", "rescheduled"])
def test_staff_hear_whether_a_given_up_time_is_offered_to_the_line(reason: str) -> None:
    assert "waitlist" in body(letter("gap_alert", reason=reason, frees="A1c1"))
    assert "waitlist" not in body(letter("gap_alert", reason=reason))


@pytest.mark.parametrize("reason", ["no_answer", "too_late", "unreachable"])
def test_a_time_that_nobody_gave_up_is_not_called_free(reason: str) -> None:
    assert "free again" not in body(letter("gap_alert", reason=reason))


def test_a_gap_alert_says_how_to_call() -> None:
    details = dict(letter("gap_alert").details)
    assert (details["Who"], details["Phone"], details["Mail"]) == (
        "Ada",
        "+491701234567",
        "ada@example.org",
    )


def test_a_customer_is_not_told_their_own_number() -> None:
    assert "Phone" not in dict(letter("reminder").details)


def test_a_summary_reads_whole() -> None:
    assert read(as_text(letter("summary"))) == snapshot("""\
40 appointments, 31 confirmed.

Week of: Monday 1 June 2026
Appointments: 40
Confirmed: 31
Cancelled: 4
Did not come: 1
Given up in time: 5
Offered to the waitlist: 4
Filled from the waitlist: 3
Money recovered: €165
Went quiet: Ben and Cem

In the week of Monday 1 June 2026, 40 appointments stood in the book. Confirmed: 31. 5 customers
gave up a time early enough, instead of leaving it empty. 4 times were offered to the waitlist. The
waitlist filled 3 times that had come free. That brought back €165. 2 customers were reminded and
did not answer.

See it on the desk:
https://salon.example/l/desk

--
You get this mail because you look after the front desk at Salon Jess.
""")


def test_a_week_without_appointments_reads_whole() -> None:
    told = letter("summary", summary=NOTHING)
    assert (told.heading, body(told)) == (
        "No appointments.",
        "In the week of Monday 1 June 2026, nothing stood in the book.",
    )


def test_a_week_with_one_of_each_in_each_language() -> None:
    told = (letter("summary", summary=ONE, business={"language": one}) for one in PHRASES)
    assert read("\n\n".join(f"{one.heading}\n{body(one)}" for one in told)) == snapshot("""\
One appointment, 0 confirmed.
In the week of Monday 1 June 2026, one appointment stood in the book. Confirmed: 0. One customer
gave up a time early enough, instead of leaving it empty. One time was offered to the waitlist. The
waitlist filled one time that had come free. That brought back €55. One customer was reminded and
did not answer.

Ein Termin, 0 bestätigt.
In der Woche ab Montag, 1. Juni 2026, stand ein Termin im Terminbuch. Bestätigt: 0. Eine Person hat
ihren Termin früh genug freigegeben, statt ihn verfallen zu lassen. Der Warteliste wurde ein Termin
angeboten. Die Warteliste hat einen frei gewordenen Termin besetzt. So habt ihr 55 € zurückgewonnen.
Eine Person wurde erinnert und hat nicht geantwortet.

Un rendez-vous, confirmé : 0.
La semaine du lundi 1er juin 2026, il y avait un rendez-vous dans l'agenda. Confirmé : 0. Une
personne a rendu son créneau à temps, au lieu de le laisser vide. Un créneau a été proposé à la
liste d'attente. La liste d'attente a repris un créneau libéré. Vous avez ainsi récupéré 55 €. Une
personne a reçu un rappel et n'a pas répondu.

Una cita; confirmadas: 0.
En la semana del lunes 1 de junio de 2026 había una cita en la agenda. Confirmadas: 0. Una persona
liberó su hora a tiempo, en vez de dejarla vacía. Se ofreció una hora a la lista de espera. La lista
de espera ocupó un hueco que había quedado libre. Así recuperasteis 55 €. Una persona recibió un
recordatorio y no respondió.\
""")


def test_a_week_in_which_little_happened_says_little() -> None:
    told = letter("summary", summary={**NOTHING, "appointments": 2, "confirmed": 2})
    assert (
        body(told)
        == "In the week of Monday 1 June 2026, 2 appointments stood in the book. Confirmed: 2."
    )
    assert not {"Money recovered", "Went quiet"} & dict(told.details).keys()


@pytest.mark.parametrize(
    ("more", "said"), [(0, "Ben and Cem"), (1, "Ben, Cem and one more"), (7, "Ben, Cem and 7 more")]
)
def test_those_who_went_quiet_are_named_up_to_a_point(more: int, said: str) -> None:
    told = letter("summary", summary={"more_quiet": more})
    assert dict(told.details)["Went quiet"] == said
    assert f"{2 + more} customers were reminded" in body(told)


def test_money_of_two_currencies_is_named_apart() -> None:
    told = letter("summary", summary={"money": {"USD": 1000, "EUR": 5500}})
    assert "That brought back €55 and $10." in body(told)


def test_a_proposal_reads_whole() -> None:
    assert read(as_text(letter("proposal"))) == snapshot("""\
A booking waits for your word.

From: ada@example.org
Subject: Your booking
Name: Ada
What: Cut

It was forwarded to you, or seen in a calendar. Look at it on the desk and take it, change it or
leave it: nothing is written down before you say so.

See it on the desk:
https://salon.example/l/desk

--
You get this mail because you look after the front desk at Salon Jess.
""")


def test_a_note_that_texts_are_stopped_reads_whole() -> None:
    assert read(as_text(letter("text_limit"))) == snapshot("""\
Texts are stopped until the month ends.

Month: June 2026
Limit: €20

Texts have cost all that your rules allow for this month. Mails go on: whoever gave a mail address
is reminded there, and of everyone else you are told.

Would you like texts to go on? Raise the amount in the line “Texts:” of your rules. It holds at
once.

See it on the desk:
https://salon.example/l/desk

--
You get this mail because you look after the front desk at Salon Jess.
""")
