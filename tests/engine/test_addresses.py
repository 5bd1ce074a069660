"""Where messages and links of each product lead."""

from datetime import UTC, datetime

import msgspec

from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.engine.composing import Composer
from fullhouse.engine.urls import one_address
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from tests.engine.test_core import KEYS

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
CLAIM = Link("claim", "waitlist", "ada", "s1-1")


def composer(**urls: str) -> Composer:
    return Composer(msgspec.structs.replace(one_address("https://salon.example"), **urls), KEYS)


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
    assert composer().page_url(message(), "waitlist") == "https://salon.example/waitlist"
    assert composer().page_url(message(), "desk") == "https://salon.example/desk/waitlist"


def test_its_links_lead_where_all_links_do() -> None:
    assert composer().link_url(CLAIM, "claims").startswith("https://salon.example/l/")


def test_where_the_waitlist_has_addresses_of_its_own_they_are_used() -> None:
    apart = composer(waitlist="https://join.example", claims="https://claim.example")
    assert apart.page_url(message(), "waitlist") == "https://join.example/waitlist"
    assert apart.link_url(CLAIM, "claims").startswith("https://claim.example/l/")
    assert apart.link_url(Link("claim", "party", "ada", "1"), "links").startswith(
        "https://salon.example/l/"
    )


def test_each_product_names_the_site_of_its_links() -> None:
    sites = {
        name: product.post.links_at for name, product in PRODUCTS.items() if name != "business"
    }
    assert sites == {
        "rsvp": "links",
        "waitlist": "claims",
        "appointments": "replies",
        "desk": "desk",
    }


def test_messages_of_the_desk_lead_to_its_first_page() -> None:
    sign_in = msgspec.structs.replace(message(), product="desk", scope="desk", kind="sign_in")
    assert (
        composer(desk="https://desk.example").page_url(sign_in, "") == "https://desk.example/desk"
    )


def booked() -> Message:
    about = {"service": "Cut & colour", "starts_at": "2026-06-20T22:30:00Z"}
    facts = {"appointment": about, "business": {"zone": "Europe/Berlin"}}
    return msgspec.structs.replace(
        message(), product="appointments", scope="appointments", facts=facts
    )


def test_whoever_has_an_appointment_is_led_to_the_list_with_their_service_chosen() -> None:
    one = composer()
    assert (
        one.page_url(booked(), "waitlist")
        == "https://salon.example/waitlist?service=Cut+%26+colour"
    )
    earlier = "https://salon.example/waitlist?service=Cut+%26+colour&latest=2026-06-20"
    assert one.page_url(booked(), "earlier") == earlier
    today = msgspec.structs.replace(booked(), queued_at=datetime(2026, 6, 20, 22, 1, tzinfo=UTC))
    same_day = "?service=Cut+%26+colour&latest=2026-06-21&until_time=00%3A30"
    assert one.page_url(today, "earlier").endswith(same_day)
    assert one.page_url(booked(), "desk") == "https://salon.example/desk/appointments"
    apart = composer(waitlist="https://join.example", replies="https://reply.example")
    assert (
        apart.page_url(booked(), "waitlist")
        == "https://join.example/waitlist?service=Cut+%26+colour"
    )
    assert apart.link_url(Link("cancel", "appointments", "ada", "1-24"), "replies").startswith(
        "https://reply.example/l/"
    )
    assert apart.link_url(CLAIM, "claims").startswith("https://salon.example/l/")


def test_answers_to_its_mails_do_not_come_to_the_guest_lists_address() -> None:
    taking = Composer(one_address("https://salon.example"), KEYS, "rsvp.example.org")
    letter = taking.letter(message())
    assert "rsvp+" not in letter.reply_to
    assert letter.calendar is None or "rsvp+" not in letter.calendar.organizer


def test_people_come_by_https_if_the_address_says_so() -> None:
    assert one_address("https://salon.example").is_encrypted
    assert not one_address("http://127.0.0.1:8000").is_encrypted
