"""Words about guests who were let in without a seat, did not come, or are checked in."""

import csv
import io
from datetime import UTC, datetime

import pytest

from fullhouse.products.rsvp.commands import CheckIn, CheckOut, ReleaseNoShows, WalkIn
from tests.web.desk.support import Desk

DOORS_OPEN = datetime(2026, 6, 20, 15, 30, tzinfo=UTC)
STARTED = datetime(2026, 6, 20, 16, 10, tzinfo=UTC)


@pytest.fixture
def party(desk: Desk) -> Desk:
    """Dan's and Eli's seats were released and given to walk-ins, but Dan was let in offline."""
    desk.evening.opens(cap=2)
    desk.evening.signs_up("Dan")
    desk.evening.signs_up("Eli")
    desk.evening.signs_up("Fay")
    desk.evening.clock.move_to(STARTED)
    desk.evening.give(ReleaseNoShows(event_id="party"))
    for nonce, name in (("w1", "Typo"), ("w2", "Wim")):
        walk = WalkIn(event_id="party", guest_id=f"door-{nonce}", nonce=nonce, name=name)
        desk.evening.give(walk, "door")
    for name in ("dan", "fay"):
        desk.evening.give(
            CheckIn(event_id="party", guest_id=name, nonce="n1", at=DOORS_OPEN, admitted=True),
            "door",
        )
    desk.evening.give(CheckOut(event_id="party", guest_id="door-w1", nonces=("w1",)), "door")
    desk.sign_in()
    return desk


def ask(desk: Desk, question: str) -> str:
    return desk.read(f"/desk/e/party/ask?q={question}")


def test_their_own_page_says_that_they_were_let_in(party: Desk) -> None:
    for name in ("Dan", "Fay"):
        own = party.read(party.evening.link("manage", name))
        assert "You were let in at the door." in own
        assert "so you are on the list without one." in own
        assert "sign up again" not in own
        assert "You are number" not in own


def test_once_that_is_undone_a_released_guest_is_sent_to_the_door_again(party: Desk) -> None:
    party.evening.give(CheckOut(event_id="party", guest_id="dan", nonces=("n1",)), "door")
    assert "your seat was released" in party.read(party.evening.link("manage", "Dan"))
    assert party.evening.event().released == 2


@pytest.mark.parametrize(
    ("guest", "said"),
    [
        ("dan", "Was let in without a seat."),
        ("eli", "Did not come, so the seat was released."),
        ("fay", "Was let in without a seat"),
        ("door-w1", "Was let in at the door, which was undone."),
        ("door-w2", "Has a seat. They are checked in."),
    ],
)
def test_the_guests_page_on_the_desk(party: Desk, guest: str, said: str) -> None:
    page = party.read(f"/desk/e/party/g/{guest}")
    assert said in " ".join(page.split())
    assert "Is not coming" not in page


def test_the_list_and_the_file(party: Desk) -> None:
    states = ["Was let in without a seat", "Seat released", "Check-in undone"]
    page = party.read("/desk/e/party/guests")
    assert all(state in page for state in states)
    text = party.web.get("/desk/e/party/guests.csv").content.decode("utf-8-sig")
    found = {row[0]: row[2] for row in csv.reader(io.StringIO(text))}
    assert [found[name] for name in ("Dan", "Eli", "Typo")] == states
    assert (found["Fay"], found["Wim"]) == (states[0], "Confirmed")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Dan", "Dan was let in without a seat."),
        ("Fay", "Fay was let in without a seat."),
        ("Eli", "Eli did not come, so the seat was released."),
        ("Typo", "Typo was let in at the door, which was undone."),
    ],
)
def test_the_answer_to_is_someone_coming(party: Desk, name: str, said: str) -> None:
    assert said in ask(party, f"Is {name} coming?")


def test_where_is_someone_says_it_too(party: Desk) -> None:
    found = party.read("/desk/ask?q=Where is dan@example.org?")
    assert "has cancelled" not in found


def test_whoever_was_let_in_without_a_seat_is_thanked(party: Desk) -> None:
    party.evening.passes(days=1)
    party.send("/desk/e/party/thanks", {"text": "It was lovely."})
    party.evening.passes(minutes=1)
    thanked = {one.to for one in party.evening.mails("thank_you") if one.status == "kept"}
    assert thanked == {"dan@example.org", "fay@example.org"}


@pytest.mark.parametrize("seats", [1, 2])
def test_cancelling_the_seats_of_someone_inside_says_that_they_are_checked_in(
    desk: Desk, seats: int
) -> None:
    desk.evening.opens(cap=2, settings={"max_party": 2})
    desk.evening.signs_up("Zed", party=seats)
    desk.sign_in()
    assert "checked in" not in desk.read("/desk/e/party/g/zed/cancel")
    desk.evening.give(CheckIn(event_id="party", guest_id="zed", nonce="n1"), "door")
    said = "They are checked in." if seats == 1 else "2 of 2 are checked in."
    page = desk.read("/desk/e/party/g/zed/cancel")
    assert f"{said} That is undone too: nobody of them counts as here any more" in page
    assert said in desk.read("/desk/e/party/g/zed")
