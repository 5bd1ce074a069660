from fullhouse.products.rsvp.commands import CancelGuest, DeclineOffer, SignUp, StopMail
from tests.web.desk.support import Desk, text_of


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
    assert "Anna gave up their seat Mon 1 Jun 2026, 11:00 · by the guest" in desk.read("/desk/e/party/audit")


def test_why_someone_is_not_asked_is_said(desk: Desk) -> None:
    full(desk, "Bert", "Cleo")
    desk.evening.give(StopMail(event_id="party", guest_id="cleo"), "guest")
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    offer = desk.evening.guest("Bert").offer
    assert offer is not None
    desk.evening.give(DeclineOffer(event_id="party", guest_id="bert", offer_id=offer.id), "guest")
    page = desk.read("/desk/e/party/line")
    assert "1 Bert Not asked now: passed on this seat" in page
    assert "2 Cleo Not asked now: asked for no more mail" in page
    assert "Is not asked: asked for no more mail." in desk.read("/desk/e/party/g/cleo")


def test_nobody_is_blamed_for_a_full_room(desk: Desk) -> None:
    full(desk, "Bert")
    assert "Not asked" not in desk.read("/desk/e/party/line")


def test_guests_can_be_seen_by_state_and_page_by_page(desk: Desk) -> None:
    desk.evening.opens(cap=52)
    for number in range(53):
        desk.evening.signs_up(f"Guest{number:02}")
    first = desk.web.get("/desk/e/party/guests?state=confirmed").text
    assert "Guest00" in first
    assert "Guest51" not in first
    assert "Guest51" in desk.read("/desk/e/party/guests?state=confirmed&after=guest49")
    assert "after=guest49" in first
    waiting = desk.read("/desk/e/party/guests?state=waitlisted")
    assert "Guest52" in waiting
    assert "Guest00" not in waiting


def test_a_long_line_goes_on_behind_its_first_page(desk: Desk) -> None:
    full(desk, *(f"Guest{number:02}" for number in range(52)))
    first = desk.web.get("/desk/e/party/line").text
    assert "behind=50" in first
    assert "51 Guest50" in desk.read("/desk/e/party/line?behind=50")


def test_a_guest_is_taken_off_the_list_and_told(desk: Desk) -> None:
    full(desk, "Bert")
    page = desk.read("/desk/e/party/g/anna")
    assert "Has a seat" in page
    assert "1 seat is freed and offered to the line" in page
    answer = desk.send("/desk/e/party/g/anna/cancel")
    assert answer.headers["location"] == "/desk/e/party/g/anna?done=guest_cancelled"
    assert desk.evening.guest("Anna").state == "cancelled"
    assert "Is not coming" in desk.read("/desk/e/party/g/anna?done=guest_cancelled")
    assert [mail.to for mail in desk.evening.mails("cancelled")] == ["anna@example.org"]
    again = desk.send("/desk/e/party/g/anna/cancel")
    assert again.status_code == 409
    assert "Nothing was changed" in text_of(again)


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
    desk.evening.give(SignUp(event_id="party", guest_id="x", name=name, email="x@example.org"), "guest")
    for path in ("/desk", "/desk/e/party", "/desk/e/party/guests", "/desk/mailbox"):
        page = desk.web.get(path).text
        assert "<b>Party" not in page
        assert "<script>x" not in page
