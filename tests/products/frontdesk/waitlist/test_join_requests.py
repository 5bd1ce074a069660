"""Joins that are confirmed by email first: there is no place until the link is pressed."""

from datetime import timedelta

import pytest
from msgspec import convert

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message, Refused
from fullhouse.products.frontdesk.shared.contacts import Contact, NoteReach
from fullhouse.products.frontdesk.waitlist.commands import (
    EndJoinRequest,
    EraseEntry,
    JoinWaitlist,
    RequestJoin,
)
from fullhouse.products.frontdesk.waitlist.delivery import REQUEST_HOLDS, link
from fullhouse.products.frontdesk.waitlist.entries import is_contested
from fullhouse.products.frontdesk.waitlist.join_requests import requested_join
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.frontdesk.waitlist.wording import compose
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone


def join(name: str, **fields: str) -> JoinWaitlist:
    usual = {"name": name.title(), "phone": phone(name), "email": mail(name), "service": "Cut"}
    return convert({"entry_id": name, **usual, **fields}, JoinWaitlist)


def requests(salon: Salon, name: str, **fields: str) -> str:
    return str(salon.give(RequestJoin(join=join(name, **fields), client="c1")).code)


def sent(salon: Salon, name: str) -> list[Message]:
    found = salon.store.load(MessagePage(to=mail(name)))
    return list(found)


def test_a_request_is_no_entry_and_its_letter_has_the_link() -> None:
    salon = Salon()
    assert requests(salon, "anna", staff="Jess", latest="2026-07-01") == "requested"
    assert salon.store.shelf(Entry) == {}
    assert salon.store.shelf(Contact) == {}
    (message,) = sent(salon, "anna")
    assert (message.kind, message.status) == ("joined", "sent")
    letter = compose(message, lambda purpose: f"https://salon.example/l/{purpose}")
    assert [button.purpose for button in letter.buttons] == ["confirm"]
    assert letter.stop_url == ""
    assert "Someone entered this address" in letter.footer[0]
    mark = message.facts["request"]["mark"]
    ends_at = message.queued_at.replace(microsecond=0) + REQUEST_HOLDS
    assert link(message, "confirm") == Link("request", "waitlist", "anna", mark, ends_at)
    assert requested_join(message, salon.now) == join("anna", staff="Jess", latest="2026-07-01")


def test_it_is_mailed_once_an_hour_for_each_service() -> None:
    salon = Salon()
    for service in ("Cut", "cut", "Colour"):
        requests(salon, "anna", service=service)
    assert len(sent(salon, "anna")) == 2
    salon.after(hours=1)
    requests(salon, "anna")
    assert len(sent(salon, "anna")) == 3


def test_what_cannot_be_joined_cannot_be_requested() -> None:
    salon = Salon()
    assert requests(salon, "anna", service="Perm") == "unknown_service"
    assert requests(salon, "anna", staff="Nobody") == "unknown_staff"
    assert requests(salon, "anna", email="") == "email_needed"
    assert salon.store.load(MessagePage()) == ()


def test_after_a_day_it_is_over_and_nothing_of_it_is_kept() -> None:
    salon = Salon()
    requests(salon, "anna")
    (message,) = sent(salon, "anna")
    assert requested_join(message, salon.now + REQUEST_HOLDS) is None
    salon.after(hours=24)
    assert sent(salon, "anna") == []
    (left,) = salon.store.load(MessagePage())
    kept = {left.facts["entry"][name] for name in ("phone", "email")}
    assert (kept, left.facts["entry"]["name"]) == ({""}, "Erased customer")
    assert requested_join(left, salon.now - timedelta(hours=1)) is None


def test_one_that_became_an_entry_is_erased_with_it() -> None:
    salon = Salon()
    requests(salon, "anna")
    (message,) = sent(salon, "anna")
    confirmed = requested_join(message, salon.now)
    assert confirmed is not None
    assert salon.give(confirmed).code == "joined"
    assert salon.give(confirmed).code == "already"
    salon.after(hours=24)
    assert message.id in {one.id for one in sent(salon, "anna")}
    salon.give(EraseEntry(entry_id="anna"))
    assert sent(salon, "anna") == []


def test_ending_it_twice_or_for_nobody_does_nothing() -> None:
    salon = Salon()
    requests(salon, "anna")
    (message,) = sent(salon, "anna")
    for message_id in (message.id, message.id, "none"):
        salon.give(EndJoinRequest(message_id=message_id))
    assert sent(salon, "anna") == []
    assert salon.alarms("end:") == []


def test_other_messages_are_no_requests() -> None:
    salon = Salon()
    salon.give(join("anna"))
    (message,) = sent(salon, "anna")
    assert requested_join(message, salon.now) is None


def test_who_wants_no_messages_gets_no_link() -> None:
    salon = Salon()
    salon.give(NoteReach(address=mail("anna"), reach="opted_out"))
    requests(salon, "anna")
    (message,) = sent(salon, "anna")
    assert (message.status, message.error) == ("failed", "they want no messages there")


def test_a_refused_link_says_nothing_about_a_customer() -> None:
    salon = Salon()
    salon.carrier.always = Refused("no such user", permanent=True)
    requests(salon, "anna")
    assert sent(salon, "anna")[0].status == "failed"
    assert salon.store.shelf(Contact) == {}


@pytest.mark.parametrize(
    ("fields", "contested"),
    [
        ({}, False),
        ({"phone": phone("ben")}, True),
        ({"phone": ""}, True),
        ({"phone": phone("ben"), "email": mail("ben")}, False),
        ({"email": ""}, False),
    ],
)
def test_an_email_beside_another_phone_has_to_be_proven(
    fields: dict[str, str], *, contested: bool
) -> None:
    salon = Salon()
    salon.join("anna", email=mail("anna"))
    assert is_contested(salon.entry("anna"), join("anna", **fields)) is contested
