"""One entry's page: position, offers with their outcome, history, and staff's actions."""

from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, LeaveWaitlist
from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.support import Desk, text_of


def test_offers_and_story_are_told(desk: Desk, day: Salon) -> None:
    said = tidy(desk.read("/desk/waitlist/entries/ada"))
    offer = "Holds the offer of Colour with Sam, Mon 1 Jun, 15:30 until 11:10."
    assert f"Waits for Colour: any day. {offer}" in said
    assert "Colour with Jess, Mon 1 Jun, 14:00 asked Mon 1 Jun 2026, 11:00 by text" in said
    assert "said no" in said
    assert "Ada joined the list Mon 1 Jun 2026, 11:00 · by the customer" in said
    assert "You're on the waitlist: Colour" in said


def test_someone_who_was_booked_or_left_is_told_so(desk: Desk, day: Salon) -> None:
    assert "Booked: Cut with Sam, Mon 1 Jun, 12:30." in tidy(
        desk.read("/desk/waitlist/entries/emil")
    )
    desk.evening.give(LeaveWaitlist(entry_id="dora"), "customer")
    said = tidy(desk.read("/desk/waitlist/entries/dora"))
    assert "Waited for Colour; left the list on Mon 1 Jun 2026" in said
    assert "Take off the list" not in said


def test_nobody_under_an_unknown_name(desk: Desk, day: Salon) -> None:
    assert desk.web.get("/desk/waitlist/entries/nobody").status_code == 404


def test_an_address_that_failed_is_tried_again_but_not_one_that_said_stop(
    desk: Desk, day: Salon
) -> None:
    cleo = day.entry("cleo")
    desk.evening.give(NoteReach(address=cleo.email, reach="bounced", note="mailbox full"))
    desk.evening.give(NoteReach(address=cleo.phone, reach="opted_out"))
    said = tidy(desk.read("/desk/waitlist/entries/cleo"))
    assert "messages come back (mailbox full) Try it again" in said
    assert desk.send("/desk/waitlist/entries/cleo/reach", {"field": "phone"}).status_code == 409
    assert desk.send("/desk/waitlist/entries/cleo/reach", {"field": "email"}).status_code == 303
    assert day.entry("cleo").channel == "mail"


def test_a_person_is_forgotten_only_with_the_second_button(desk: Desk, day: Salon) -> None:
    desk.send("/desk/waitlist/entries/cleo/erase")
    assert day.entry("cleo").name == "Cleo"
    answer = desk.send("/desk/waitlist/entries/cleo/erase", {"sure": "yes"})
    assert answer.headers["location"] == "/desk/waitlist/list?done=erased"
    assert day.entry("cleo").is_erased
    assert "Cleo" not in tidy(desk.read("/desk/waitlist/entries/cleo"))
    assert "Forget this person" not in tidy(desk.read("/desk/waitlist/entries/cleo"))


def test_taking_someone_off_the_list_lets_their_offer_roll_on(desk: Desk, day: Salon) -> None:
    answer = desk.send("/desk/waitlist/entries/ben/remove", {"back": "entry"})
    assert answer.headers["location"] == "/desk/waitlist/entries/ben?done=removed"
    assert day.holder("two").name == "Cleo"
    assert "taken off the list" in tidy(text_of(desk.web.get("/desk/waitlist/entries/ben")))


def test_the_language_that_a_customer_chose_is_shown(desk: Desk, day: Salon) -> None:
    assert "Language of messages" not in desk.read("/desk/waitlist/entries/ada")
    desk.evening.give(EditEntry(entry_id="dora", language="pl"), "customer")
    assert "Language of messages Polski" in tidy(desk.read("/desk/waitlist/entries/dora"))
