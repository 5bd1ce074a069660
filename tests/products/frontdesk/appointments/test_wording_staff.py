"""What staff read: who may not come and why, how a week went, and what is waiting for them."""

from typing import Any

import pytest
from inline_snapshot import snapshot

from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.letters import Letter
from fullhouse.products.frontdesk.appointments.wording import OUTCOMES, REASONS
from tests.products.frontdesk.appointments.told import NOW, WEEK, letter
from tests.products.saying import read
from tests.support.phrases import phrases

PHRASES = phrases("frontdesk", "appointments", "notes", "appointments_notes")
OFFERED: dict[str, Any] = {"frees": "A1c1", "outcome": "offered"}

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
Ada has not confirmed.

Who: Ada
What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes
Phone: +491701234567
Email: ada@example.org

The last reminder has gone out, and there is no answer. Anything else that they wrote is under
Proposals. If you ask them now, you may save the time, or free it for someone else. If they are
coming, say so on the desk.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


def test_a_note_that_someone_has_moved_reads_whole() -> None:
    assert read(
        as_text(letter("gap_alert", reason="rescheduled", before=NOW, **OFFERED))
    ) == snapshot("""\
Ada has picked another time.

Who: Ada
What: Cut
When: tomorrow, Friday 12 June, 14:00
Old time: today, Thursday 11 June, 11:00
With: Jess
How long: 45 minutes
Phone: +491701234567
Email: ada@example.org

They did it by their link, and the new time is theirs. For the old time we're looking for someone on
the waitlist, and tell you if we find nobody.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


def test_a_note_of_an_online_booking_reads_whole() -> None:
    note = letter("booked_online")
    assert note.subject == "Booked online: Ada, Cut with Jess, tomorrow, 14:00"
    assert read(as_text(note)) == snapshot("""\
Ada has booked online.

Who: Ada
What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes
Phone: +491701234567
Email: ada@example.org

It is in the book. There's nothing you need to do.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


@pytest.mark.parametrize("language", PHRASES)
def test_each_reason_is_told_in_its_own_words(language: str) -> None:
    told = [
        letter("gap_alert", business={"language": language}, reason=one)
        for one in (*REASONS, "of another time")
    ]
    assert len({one.subject for one in told}) == len(told)
    assert len({body(one) for one in told}) == len(told)


@pytest.mark.parametrize(
    "reason", ["cancelled", "rescheduled", "off_sheet", "not_told", "move_not_told"]
)
def test_staff_hear_whether_a_given_up_time_is_offered_to_the_line(reason: str) -> None:
    assert "looking for someone on the waitlist" in body(
        letter("gap_alert", reason=reason, **OFFERED)
    )
    assert "waitlist" not in body(letter("gap_alert", reason=reason))
    assert "waitlist" not in body(letter("gap_alert", reason=reason, frees="A1c1"))


@pytest.mark.parametrize(
    ("customer", "words"),
    [
        ("told", "and we tell the customer"),
        ("unreached", "No message of ours reaches the customer"),
        ("", "We did not write to the customer"),
    ],
)
def test_staff_hear_whether_the_customer_of_a_missing_row_knows(customer: str, words: str) -> None:
    said = body(letter("gap_alert", reason="off_sheet", customer=customer))
    assert words in said
    assert said.count("customer") == 1


def test_staff_hear_the_old_and_the_new_time_of_whoever_does_not_know_it() -> None:
    told = letter("gap_alert", reason="move_not_told", before="2026-06-12T11:00:00Z")
    assert "another time in your sheet or calendar" in body(told)
    assert any("12 June" in value for _, value in told.details)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_staff_hear_why_nobody_is_asked_for_a_given_up_time(outcome: str) -> None:
    said = body(letter("gap_alert", reason="cancelled", frees="A1c1", outcome=outcome))
    assert "the freed time" in said.lower()
    assert "looking for someone" not in said


@pytest.mark.parametrize("reason", ["no_answer", "too_late", "unreachable"])
def test_a_time_that_nobody_gave_up_is_not_called_free(reason: str) -> None:
    assert "free again" not in body(letter("gap_alert", reason=reason))


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("nothing", "There is no mobile number and no email address. So no reminder went out"),
        ("opted_out", "They have asked for no more messages. So no reminder went out"),
        ("lost", "Our messages do not arrive there."),
        ("no_consent", "nobody has confirmed yet that they agree to texts."),
        ("spent", "This month's texts are used up"),
        ("kept", "the half of this month's texts for such bookings is used up"),
        ("", "They may have stopped our messages"),
    ],
)
def test_an_alert_says_why_nobody_is_reached(why: str, said: str) -> None:
    assert said in body(letter("gap_alert", reason="unreachable", why=why))


def test_a_gap_alert_says_how_to_call() -> None:
    details = dict(letter("gap_alert").details)
    assert (details["Who"], details["Phone"], details["Email"]) == (
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
Times that came free: 4
Filled from the waitlist: 3
Money recovered: €165
Went quiet: Ben and Cem

You had 40 appointments in the week of Monday 1 June 2026. Confirmed: 31. 5 customers gave up a time
early enough, instead of leaving it empty. 4 times came free. Filled from the waitlist: 3. That
brought back €165. 2 appointments got no answer to their reminder.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
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
You had one appointment in the week of Monday 1 June 2026. Confirmed: 0. One customer gave up a time
early enough, instead of leaving it empty. One time came free. Filled from the waitlist: 1. That
brought back €55. One appointment got no answer to its reminder.

Ein Termin, 0 bestätigt.
In der Woche ab Montag, 1. Juni 2026, stand ein Termin im Terminbuch. Bestätigt: 0. Eine Person hat
ihren Termin früh genug freigegeben, statt ihn verfallen zu lassen. Ein Termin wurde frei. Über die
Warteliste gefüllt: 1. So habt ihr 55 € zurückgewonnen. Auf die Erinnerung an einen Termin kam keine
Antwort.

Un rendez-vous, confirmé : 0.
La semaine du lundi 1er juin 2026, il y avait un rendez-vous dans l'agenda. Confirmé : 0. Une
personne a rendu son créneau à temps, au lieu de le laisser vide. Un créneau s'est libéré. Rempli
par la liste d'attente : 1. Vous avez ainsi récupéré 55 €. Un rendez-vous est resté sans réponse au
rappel.

Una cita; confirmadas: 0.
En la semana del lunes 1 de junio de 2026 había una cita en la agenda. Confirmadas: 0. Una persona
liberó su hora a tiempo, en vez de dejarla vacía. Quedó libre un hueco. Ocupado por la lista de
espera: 1. Así recuperasteis 55 €. Una cita quedó sin respuesta al recordatorio.\
""")


def test_a_week_in_which_little_happened_says_little() -> None:
    told = letter("summary", summary={**NOTHING, "appointments": 2, "confirmed": 2})
    assert body(told) == "You had 2 appointments in the week of Monday 1 June 2026. Confirmed: 2."
    assert not {"Money recovered", "Went quiet"} & dict(told.details).keys()


@pytest.mark.parametrize(
    ("more", "said"), [(0, "Ben and Cem"), (1, "Ben, Cem and one more"), (7, "Ben, Cem and 7 more")]
)
def test_those_who_went_quiet_are_named_up_to_a_point(more: int, said: str) -> None:
    told = letter("summary", summary={"more_quiet": more})
    assert dict(told.details)["Went quiet"] == said
    assert f"{2 + more} appointments got no answer" in body(told)


def test_money_of_two_currencies_is_named_apart() -> None:
    told = letter("summary", summary={"money": {"USD": 1000, "EUR": 5500}})
    assert "That brought back €55 and $10." in body(told)


def test_a_proposal_reads_whole() -> None:
    assert read(as_text(letter("proposal"))) == snapshot("""\
A booking is waiting for your decision.

Name: Ada
Phone: +6581237200
Email: ada@example.org
What: Cut
When: Saturday 20 June, 14:30
With: Jess
From: ada@example.org
Subject: Your booking

It came by email or from your calendar. If you approve it, it is booked; a confirmation is sent only
if you choose so on the desk. You can also change or discard it: nothing is booked before you say
so.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("change", ["", "gone", "moved"])
def test_a_proposal_says_who_when_how_to_reach_them_and_what_approving_does(
    language: str, change: str
) -> None:
    told = letter("proposal", business={"language": language}, proposal={"change": change})
    values = [value for _, value in told.details]
    assert values[:4] == ["Ada", "+6581237200", "ada@example.org", "Cut"]
    assert "20" in values[4]
    assert "14" in values[4]
    assert len(told.paragraphs) == 1


def test_each_change_that_a_calendar_proposes_says_what_approving_does() -> None:
    gone = letter("proposal", proposal={"change": "gone"})
    assert gone.subject == "Gone from the calendar: Ada, Cut, Saturday 20 June, 14:30"
    assert "If you approve this, the appointment is cancelled" in body(gone)
    moved = letter("proposal", proposal={"change": "moved"})
    assert "If you approve this, the appointment moves to this time" in body(moved)


def test_a_weekly_entry_says_how_many_more_times_there_are() -> None:
    told = letter("proposal", proposal={"more": 8})
    assert dict(told.details)["When"] == "Saturday 20 June, 14:30 and 8 more"


@pytest.mark.parametrize(("date", "time"), [("", "14:30"), ("2026-06-20", ""), ("soon", "late")])
def test_a_proposal_without_a_time_names_none(date: str, time: str) -> None:
    told = letter("proposal", proposal={"date": date, "time": time})
    assert "When" not in dict(told.details)


def test_a_note_that_texts_are_stopped_reads_whole() -> None:
    assert read(as_text(letter("text_limit"))) == snapshot("""\
Texts are stopped until the month ends.

Month: June 2026
Limit: €20

Texts have cost all that your rules allow for this month. Emails go on: whoever gave an email
address is reminded there, and of everyone else you are told.

Would you like texts to go on? Raise the amount in the line “Texts:” of your rules. It holds at
once.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


@pytest.mark.parametrize(
    ("source", "where"),
    [("appointments-sheet", "your sheet"), ("appointments-calendar", "your calendar")],
)
def test_appointments_that_are_missing_are_named_and_nothing_is_cancelled(
    source: str, where: str
) -> None:
    told = letter("removal", removal={"source": source})
    assert told.heading == f"Appointments are missing from {where}, or cancelled in it: 4."
    assert told.details == (("Names", "Ben, Cem and 2 more"),)
    assert "We have cancelled nothing and told nobody" in read(as_text(told)).replace("\n", " ")


def test_appointments_with_another_time_in_the_sheet_are_named_and_nothing_is_changed() -> None:
    told = letter("removal", removal={"source": "appointments-sheet-changes"})
    assert told.subject == "Another time, name or contact in your sheet: 4. Please have a look"
    assert told.heading == "Appointments have another time, name or contact in your sheet: 4."
    assert told.details == (("Names", "Ben, Cem and 2 more"),)
    assert "We have changed nothing and told nobody" in read(as_text(told)).replace("\n", " ")


def test_a_week_without_appointments_tells_of_the_times_that_came_free() -> None:
    told = letter("summary", summary={"appointments": 0, "freed": 2, "refilled": 0, "money": {}})
    assert "2 times came free." in body(told)
    assert "nothing stood in the book" not in body(told)
