import pytest

from fullhouse.products.rsvp.commands import (
    CancelEvent,
    CancelGuest,
    DeclineOffer,
    EditEvent,
    SignUp,
    StopMail,
)
from tests.web.desk.support import Desk


def full(desk: Desk, *more: str) -> None:
    desk.evening.opens(cap=1)
    for name in ("Anna", *more):
        desk.evening.signs_up(name)


def test_the_line_stands_in_order_with_positions(desk: Desk) -> None:
    full(desk, "Bert", "Cleo", "Dora")
    page = desk.read("/desk/e/party/line")
    assert "1 Bert" in page
    assert "2 Cleo" in page
    assert "3 Dora" in page


def test_a_freed_seat_shows_who_is_asked_and_until_when(desk: Desk) -> None:
    full(desk, "Bert", "Cleo")
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    page = desk.read("/desk/e/party/line")
    assert "Bert offer of 1 seat, ends in 6 h Mon 1 Jun 2026, 17:00" in page
    assert "1 Cleo" in page
    counts = "Confirmed: 1 → 0 · Held: 0 → 1"
    assert (
        f"The seat of Anna was cancelled {counts} Mon 1 Jun 2026, 11:00 · by the guest"
        in desk.read("/desk/e/party/audit")
    )


def test_why_someone_is_not_asked_is_said(desk: Desk) -> None:
    full(desk, "Bert", "Cleo")
    desk.evening.give(StopMail(event_id="party", guest_id="cleo"), "guest")
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    offer = desk.evening.guest("Bert").offer
    assert offer is not None
    desk.evening.give(DeclineOffer(event_id="party", guest_id="bert", offer_id=offer.id), "guest")
    page = desk.read("/desk/e/party/line")
    assert "1 Bert Not asked now: passed on this seat" in page
    assert "2 Cleo Not asked now: asked for no more email" in page
    assert "Is not asked: asked for no more email." in desk.read("/desk/e/party/g/cleo")


def test_nobody_is_blamed_for_a_full_room(desk: Desk) -> None:
    full(desk, "Bert")
    assert "Not asked" not in desk.read("/desk/e/party/line")


def test_a_long_line_goes_on_behind_its_first_page(desk: Desk) -> None:
    full(desk, *(f"Guest{number:02}" for number in range(52)))
    first = desk.web.get("/desk/e/party/line").text
    assert "behind=50" in first
    assert "51 Guest50" in desk.read("/desk/e/party/line?behind=50")


def test_each_in_line_is_told_of_why_or_that_they_are_next(desk: Desk) -> None:
    desk.evening.opens(cap=3, settings={"max_party": 3})
    desk.evening.signs_up("Anna", party=2)
    desk.evening.signs_up("Dora")
    desk.evening.signs_up("Bert", party=3)
    desk.evening.signs_up("Cleo")
    page = desk.read("/desk/e/party/line")
    assert "No seat is free just now." in page
    assert "1 Bert party of 3 Not asked now: needs 3 seats together 2 Cleo" in page
    assert "2 Cleo Is asked first when a seat is freed" in page


@pytest.mark.parametrize("urgent", [False, True])
def test_the_page_says_who_is_asked_in_quiet_hours(desk: Desk, urgent: bool) -> None:
    desk.evening.opens(cap=1, settings={"time_critical_offers": urgent})
    desk.evening.signs_up("Anna")
    desk.evening.signs_up("Bert")
    page = desk.read("/desk/e/party/line")
    assert ("nobody is asked during quiet hours" in page) is not urgent
    assert ("asked only if the morning would be too late" in page) is urgent


def test_seats_set_aside_at_night_wait_for_the_morning(desk: Desk) -> None:
    desk.evening.opens(cap=2, settings={"max_party": 2})
    desk.evening.signs_up("Anna", party=2)
    desk.evening.signs_up("Bert", party=2)
    desk.evening.signs_up("Cleo")
    desk.evening.passes(hours=11)
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    page = desk.read("/desk/e/party/line")
    reason = "Nobody is asked in quiet hours: they end Tue 2 Jun 2026, 08:00"
    assert f"2 seats are set aside for the waitlist. {reason}" in page
    assert "Set aside 2 seats from Anna" in page
    assert "1 Bert party of 2 Is asked next" in page
    desk.evening.passes(hours=11)
    assert "Bert offer of 2 seats" in desk.read("/desk/e/party/line")


def test_an_offer_tells_whose_seat_it_was_and_who_was_asked_before(desk: Desk) -> None:
    full(desk, "Bert", "Cleo", "Dora")
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    for name in ("bert", "cleo"):
        desk.evening.give(
            DeclineOffer(event_id="party", guest_id=name, offer_id=f"{name}-1"), "guest"
        )
    desk.evening.passes(minutes=1)
    page = desk.read("/desk/e/party/line")
    assert "1 seat from Anna ; asked before: Bert , then Cleo" in page
    assert (
        "1 Bert Not asked now: passed on this seat, keeps their place for the next Is asked first"
        in page
    )


def test_seats_that_nobody_wanted_are_open_to_all_and_new_ones_come_from_the_host(
    desk: Desk,
) -> None:
    full(desk, "Bert")
    desk.evening.give(EditEvent(event_id="party", cap=2))
    assert "1 seat from the host" in desk.read("/desk/e/party/line")
    desk.evening.give(DeclineOffer(event_id="party", guest_id="bert", offer_id="bert-1"), "guest")
    assert "1 seat is open to all: nobody is asked" in desk.read("/desk/e/party/line")
    desk.evening.give(CancelEvent(event_id="party"))
    assert "No seat is offered any more." in desk.read("/desk/e/party/line")


def test_pressing_twice_mails_the_link_once(desk: Desk) -> None:
    full(desk)
    occasion = {"occasion": "desk-20260601T0900"}
    for _ in range(2):
        answer = desk.send("/desk/e/party/g/anna/resend", occasion)
        assert answer.headers["location"] == "/desk/e/party/g/anna?done=link_sent"
    assert len(desk.evening.mails("link")) == 1


def test_names_are_never_markup(desk: Desk) -> None:
    desk.evening.opens(name="<b>Party</b>")
    name = "<script>x</script>"
    desk.evening.give(
        SignUp(event_id="party", guest_id="x", name=name, email="x@example.org"), "guest"
    )
    for path in ("/desk", "/desk/e/party", "/desk/e/party/guests", "/desk/mailbox"):
        page = desk.web.get(path).text
        assert "<b>Party" not in page
        assert "<script>x" not in page
