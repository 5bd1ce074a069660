"""Where messages and links of each product lead."""

from datetime import UTC, datetime

import msgspec

from fullhouse.engine.house import House
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from tests.engine.test_house import KEYS, MemoryStaff, Numbers

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
CLAIM = Link("claim", "waitlist", "ada", "s1-1")


def house() -> House:
    staff = MemoryStaff()
    return House(staff, staff.clock, Numbers(), KEYS, "https://salon.example")


def message() -> Message:
    return Message(
        id="m",
        product="waitlist",
        kind="booked",
        to="ada@example.org",
        scope="waitlist",
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
    )


def test_the_waitlists_messages_lead_to_its_page_and_to_its_desk() -> None:
    assert house().page_url(message(), "waitlist") == "https://salon.example/waitlist"
    assert house().page_url(message(), "desk") == "https://salon.example/desk/waitlist"


def test_its_links_lead_where_all_links_do() -> None:
    assert house().link_url(CLAIM).startswith("https://salon.example/l/")


def test_where_the_waitlist_has_addresses_of_its_own_they_are_used() -> None:
    apart = house()
    apart.waitlist_url, apart.claims_url = "https://join.example", "https://claim.example"
    assert apart.page_url(message(), "waitlist") == "https://join.example/waitlist"
    assert apart.link_url(CLAIM).startswith("https://claim.example/l/")
    assert apart.link_url(Link("claim", "party", "ada", "1")).startswith("https://salon.example/l/")


def booked() -> Message:
    about = {"service": "Cut & colour", "starts_at": "2026-06-20T22:30:00Z"}
    facts = {"appointment": about, "business": {"zone": "Europe/Berlin"}}
    return msgspec.structs.replace(message(), product="appointments", scope="appointments", facts=facts)


def test_whoever_has_an_appointment_is_led_to_the_list_with_their_service_chosen() -> None:
    apart = house()
    assert apart.page_url(booked(), "waitlist") == "https://salon.example/waitlist?service=Cut+%26+colour"
    earlier = "https://salon.example/waitlist?service=Cut+%26+colour&latest=2026-06-21"
    assert apart.page_url(booked(), "earlier") == earlier
    assert apart.page_url(booked(), "desk") == "https://salon.example/desk/appointments"
    apart.waitlist_url, apart.replies_url = "https://join.example", "https://reply.example"
    assert apart.page_url(booked(), "waitlist") == "https://join.example/waitlist?service=Cut+%26+colour"
    assert apart.link_url(Link("cancel", "appointments", "ada", "1-24")).startswith("https://reply.example/l/")
    assert apart.link_url(CLAIM).startswith("https://salon.example/l/")


def test_answers_to_its_mails_do_not_come_to_the_guest_lists_address() -> None:
    taking = house()
    taking.mail_domain = "rsvp.example.org"
    letter = taking.letter(message())
    assert "rsvp+" not in letter.reply_to
    assert letter.calendar is None or "rsvp+" not in letter.calendar.organizer
