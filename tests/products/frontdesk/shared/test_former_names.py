"""Former names of services and staff: understood for as long as nothing else has them."""

from datetime import timedelta

import msgspec

from fullhouse.inbound.calendar_feeds.occurrence import Occurrence
from fullhouse.inbound.extraction.service_names import service_in, staff_in
from fullhouse.inbound.extraction.text import Source
from fullhouse.inbound.forms.waitlist_form import read_reported_slot
from fullhouse.inbound.sync.waitlist_calendar.changes import meant
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument, rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import FormerName, Rulebook
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, STAFF, Salon, phone

NEW = RULES_TEXT.replace("- Cut:", "- Haircut:").replace("Jess, Sam", "Jess, Samuel")
RENAMED = (FormerName("service", "Cut", "Haircut"), FormerName("staff", "Sam", "Samuel"))


def save(salon: Salon, text: str, *renamed: FormerName) -> Rulebook:
    saved = salon.give(SaveDocument(name="rules", text=text, renamed=renamed), STAFF)
    assert saved.problems == ()
    return rulebook_of(salon.store.load(Get(Document, ("rules",))))


def named(book: Rulebook, service: str, staff: str) -> tuple[str, str]:
    found = book.service(service)
    return found.name if found is not None else "", book.staff_member(staff)


def test_old_names_are_understood_as_the_new_ones() -> None:
    book = save(Salon(), NEW, *RENAMED)
    assert named(book, "cut", " SAM ") == ("Haircut", "Samuel")
    assert named(book, "haircut", "samuel") == ("Haircut", "Samuel")
    assert named(book, "Sam", "Cut") == ("", "")


def test_without_a_word_about_it_an_old_name_is_unknown() -> None:
    book = save(Salon(), NEW)
    assert named(book, "Cut", "Sam") == ("", "")


def test_old_names_stay_with_later_rules_and_lead_to_the_newest_name() -> None:
    salon = Salon()
    save(salon, NEW, *RENAMED)
    assert named(save(salon, f"{NEW}Gap alert: 30 minutes before\n"), "Cut", "Sam") == (
        "Haircut",
        "Samuel",
    )
    newest = NEW.replace("Haircut", "Style")
    book = save(salon, newest, FormerName("service", "Haircut", "Style"))
    assert [named(book, name, "")[0] for name in ("Cut", "Haircut", "Style")] == ["Style"] * 3


def test_a_name_that_something_else_has_is_that() -> None:
    salon = Salon()
    save(salon, NEW, *RENAMED)
    both = NEW.replace("- Haircut:", "- Cut: 20 minutes\n- Haircut:")
    both = both.replace("Jess, Samuel", "Jess, Samuel, Sam")
    assert named(save(salon, both), "Cut", "Sam") == ("Cut", "Sam")
    back = save(salon, RULES_TEXT, FormerName("service", "Haircut", "Cut"))
    assert named(back, "Haircut", "Sam") == ("Cut", "Sam")
    assert [one.old for one in back.former] == ["Sam", "Haircut"]


def test_rules_that_are_in_force_learn_a_name_that_is_said_later() -> None:
    salon = Salon()
    save(salon, NEW)
    assert named(save(salon, NEW, *RENAMED), "Cut", "Sam") == ("Haircut", "Samuel")


def test_a_booking_tool_that_still_says_the_old_names_frees_its_slots() -> None:
    salon = Salon()
    body = {"service": "Cut", "starts_at": "2026-06-20T18:00", "staff": "Sam"}
    unknown = read_reported_slot(msgspec.json.encode(body), save(salon, NEW), "s1")
    assert salon.ask(unknown).code == "unknown_service"
    book = save(salon, NEW, *RENAMED)
    command = read_reported_slot(msgspec.json.encode(body), book, "s1")
    assert (command.service, command.staff) == ("Haircut", "Samuel")
    assert salon.ask(command).code == "freed"
    slot = salon.slot("s1")
    assert (slot.service, slot.line, slot.staff) == ("Haircut", "haircut", "Samuel")


def test_calendars_and_emails_may_say_the_old_names() -> None:
    salon = Salon()
    book = save(salon, NEW, *RENAMED)
    length = timedelta(minutes=45)
    booking = meant(Occurrence("1", salon.now, salon.now + length, "Cut with Sam: Anna"), book)
    assert booking is not None
    assert (booking.service, booking.staff) == ("Haircut", "Samuel")
    mail = Source("Please book a cut with Sam for me.")
    service, staff = service_in(mail, book), staff_in(mail, book)
    assert service is not None
    assert staff is not None
    assert (service.value, staff.value) == ("Haircut", "Samuel")


def test_whoever_joins_by_an_old_name_and_waits_already_keeps_their_place() -> None:
    salon = Salon()
    salon.join("anna", service="Cut")
    save(salon, NEW, *RENAMED)
    salon.edit("anna", service="Haircut")
    again = salon.join("again", service="Cut", name="Anna", phone=phone("anna"))
    assert (again.code, again.entry.id if again.entry else "") == ("already", "anna")
    assert [entry.id for entry in salon.entries()] == ["anna"]


def test_whoever_was_left_with_an_old_name_gets_the_new_one_by_any_change() -> None:
    salon = Salon()
    salon.join("anna", service="Cut")
    save(salon, NEW, *RENAMED)
    salon.join("ben", service="Haircut")
    assert salon.edit("anna", party=2).code == "edited"
    assert salon.entry("anna").line == "haircut"
    assert (salon.line("cut").waiting, salon.line("haircut").waiting) == (0, 2)
