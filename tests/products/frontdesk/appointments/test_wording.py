"""What customers read in their mail, and what holds for every letter in every language."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from inline_snapshot import snapshot

from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel
from fullhouse.products.frontdesk.appointments.wording import (
    CUSTOMER_KINDS,
    CUSTOMERS,
    ONLINE,
    REASONS,
    RELEASING,
    STAFF_KINDS,
    WHY_UNREACHABLE,
    compose,
)
from fullhouse.products.frontdesk.shared.voice import REMINDER_PLACEHOLDERS
from tests.products.frontdesk.appointments.told import letter, message
from tests.products.saying import link, read
from tests.support.phrases import phrases

PHRASES = phrases("frontdesk", "appointments", "notes", "appointments_notes")

BOTH: tuple[Channel, ...] = ("mail", "text")
KINDS = [*CUSTOMER_KINDS, *STAFF_KINDS]


def body(told: Letter) -> str:
    return " ".join(told.paragraphs)


def test_a_reminder_reads_whole() -> None:
    assert read(as_text(letter("reminder"))) == snapshot("""\
Are you coming, Ada?

What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes

We look forward to seeing you. Please tell us whether you're coming: one tap is enough.

Can't make it any more? Pick another time or cancel, so that someone else can have the time.

Yes, I'll be there:
https://salon.example/l/confirm

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

--
You get this email because an appointment at Salon Jess was booked with this address.
""")


def test_a_later_reminder_reads_whole() -> None:
    assert read(as_text(letter("reminder", move="second_reminder"))) == snapshot("""\
Are you still coming, Ada?

What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes

We look forward to seeing you. Please tell us with one tap that you're coming.

If you can't, one tap is enough, too. It helps us a lot to know.

Yes, I'll be there:
https://salon.example/l/confirm

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

--
You get this email because an appointment at Salon Jess was booked with this address.
""")


def test_a_booking_reads_whole() -> None:
    assert read(as_text(letter("booked"))) == snapshot("""\
You're booked, Ada.

What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes

The date is attached for your calendar. We look forward to seeing you.

Plans changed? Pick another time or cancel here, so that someone else can have the time.

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

I'd like an earlier time:
https://salon.example/l/earlier

--
You get this email because an appointment at Salon Jess was booked with this address.
""")


def test_a_time_that_stands_again_reads_whole() -> None:
    assert read(as_text(letter("restored"))) == snapshot("""\
Your appointment stands again, Ada.

What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes

It is not cancelled after all, and this email puts it back in your calendar. We look forward to
seeing you.

Can't make it any more? Pick another time or cancel here.

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

I'd like an earlier time:
https://salon.example/l/earlier

--
You get this email because an appointment at Salon Jess was booked with this address.
""")


def test_a_new_time_reads_whole() -> None:
    assert read(as_text(letter("rescheduled", appointment={"staff": ""}))) == snapshot("""\
Your appointment has changed, Ada.

What: Cut
When: tomorrow, Friday 12 June, 14:00
How long: 45 minutes

This email also moves the entry in your calendar. We look forward to seeing you.

Can't make the new time? Pick another time or cancel here.

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

I'd like an earlier time:
https://salon.example/l/earlier

--
You get this email because an appointment at Salon Jess was booked with this address.
""")


def test_another_member_of_staff_is_named() -> None:
    told = letter("rescheduled", was_with="Sam")
    assert told.heading == "Your appointment is now with Jess, Ada."
    assert told.paragraphs[0].startswith("Jess sees you instead of Sam, at the same time")
    text = letter("rescheduled", "text", was_with="Sam").text
    assert text.startswith("Salon Jess: Now with Jess instead of Sam: Cut, tomorrow, Fri")
    assert "sees you, at" in letter("rescheduled", was_with="").paragraphs[0]


@pytest.mark.parametrize(("staff", "was_with"), [("Jess", "Jess"), ("", "Sam")])
def test_no_other_member_of_staff_is_named_if_there_is_none(staff: str, was_with: str) -> None:
    told = letter("rescheduled", was_with=was_with, appointment={"staff": staff})
    assert told.heading == "Your appointment has changed, Ada."


def test_a_cancelled_appointment_reads_whole() -> None:
    assert read(as_text(letter("cancelled"))) == snapshot("""\
Your appointment is cancelled, Ada.

What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes

The time is no longer booked for you, and this email removes it from your calendar.

Would you like another one? Join the waitlist, and we write to you when one comes free.

To the waitlist:
https://salon.example/l/waitlist

--
You get this email because an appointment at Salon Jess was booked with this address.
""")


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_nothing_to_leave(kind: str) -> None:
    assert (letter(kind).stop_url, letter(kind).stop_label) == ("", "")


def test_days_are_counted_when_the_message_leaves() -> None:
    at = datetime(2026, 6, 12, 8, 0, tzinfo=UTC)
    assert letter("reminder", leaves_at=at).subject == "Are you coming? Cut, today, 14:00"


def test_a_reminder_that_waits_for_the_morning_speaks_of_that_day() -> None:
    evening = message("reminder", now=datetime(2026, 6, 11, 20, 0, tzinfo=UTC))
    waiting = msgspec.structs.replace(evening, not_before=evening.queued_at + timedelta(hours=10))
    assert compose(waiting, link).subject == "Are you coming? Cut, today, 14:00"


def test_every_phrase_is_used() -> None:
    first = {key: key.partition(".")[0] for key in PHRASES["en"] if "." in key}
    keys = {
        key
        for key, kind in first.items()
        if kind in KINDS or kind.startswith(("reminder_", "gap_"))
    }
    kinds = {"reminder_again", *CUSTOMER_KINDS, *(one for one in STAFF_KINDS if one != "gap_alert")}
    told = {f"{kind}.{part}" for kind in kinds for part in ("subject", "heading", "body")}
    told |= {f"{kind}.text" for kind in ("reminder_again", *CUSTOMER_KINDS)}
    told |= {
        f"gap_{reason}.{part}"
        for reason in (*REASONS, "other")
        for part in ("subject", "heading", "body")
    }
    told |= {f"gap_{reason}.{part}" for reason in RELEASING for part in ("offered", "free")}
    told |= {
        "summary.heading.none",
        "summary.none",
        "summary.all",
        "summary.prevented",
        "summary.freed",
    }
    told |= {"summary.refilled", "summary.money", "summary.quiet"}
    told.add("gap_cancelled.reported")
    told |= {f"gap_off_sheet.{customer}" for customer in CUSTOMERS}
    told |= {f"online_changes.{part}" for part in (*ONLINE, "line", "line_moved")}
    told |= {f"gap_unreachable.{why}" for why in (*WHY_UNREACHABLE, "so")}
    assert keys == told - {"summary.body"}


class TestNamesThatMeanNoGood:
    def test_that_advertise_are_not_greeted(self) -> None:
        told = letter("reminder", appointment={"name": "Win at spam.example/now"})
        assert (told.heading, told.to_name) == ("Are you coming?", "")

    def test_that_advertise_are_not_repeated_to_staff(self) -> None:
        assert (
            letter("gap_alert", appointment={"name": "www.spam.example"}).heading
            == "A customer has not confirmed."
        )
        quiet = [{"id": "A2", "name": "www.spam.example"}, {"id": "A3", "name": "Ben"}]
        assert ("Went quiet", "someone and Ben") in letter(
            "summary", summary={"quiet": quiet}
        ).details


class TestTheStaffsOwnVoice:
    def voiced(self, mail: str = "", subject: str = "", **facts: Any) -> Letter:
        return letter("reminder", template={"text": "", "mail": mail, "subject": subject}, **facts)

    def test_replaces_subject_and_body_and_leaves_the_rest(self) -> None:
        own, ours = (
            self.voiced("Hi {{ name }}!\n\n{{ service }}: {{ when }}.", "{{ service }} is soon"),
            letter("reminder"),
        )
        assert own.subject == "Cut is soon"
        assert own.paragraphs == ("Hi Ada!", "Cut: Friday 12 June, 14:00.")
        assert (own.heading, own.details, own.buttons) == (ours.heading, ours.details, ours.buttons)

    def test_may_use_every_placeholder(self) -> None:
        own = self.voiced(" ".join(f"{{{{ {name} }}}}" for name in REMINDER_PLACEHOLDERS))
        links = f"{link('confirm')} {link('reschedule')} {link('cancel')}"
        assert own.paragraphs == (
            f"Cut Friday 12 June, 14:00 tomorrow, 14:00 Jess Ada Salon Jess {links}",
        )

    def test_may_name_the_party_if_there_is_one(self) -> None:
        source = "{{ service }}{% if party %} for {{ party }}{% endif %}"
        assert self.voiced(source).paragraphs == ("Cut",)
        assert self.voiced(source, appointment={"party": 4}).paragraphs == ("Cut for 4",)

    def test_greets_nobody_where_there_is_no_name(self) -> None:
        assert self.voiced("Hi {{ name }}, see you.", appointment={"name": ""}).paragraphs == (
            "Hi, see you.",
        )

    @pytest.mark.parametrize("source", ["{{ claim }}", "{{ name", "   "])
    def test_is_left_aside_if_it_fails(self, source: str) -> None:
        assert self.voiced(source, source) == letter("reminder")
