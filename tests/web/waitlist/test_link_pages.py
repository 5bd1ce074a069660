"""A customer's links: a GET asks, a POST acts, and the result says what happens next."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from icalendar import Calendar
from starlette.testclient import TestClient

from fullhouse.engine.ports import AllRecords, AuditPage
from fullhouse.kernel.links import Key, Keyring, Link
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    EditAppointment,
)
from fullhouse.products.frontdesk.waitlist.commands import (
    EditEntry,
    EraseEntry,
    LeaveWaitlist,
    WithdrawSlot,
)
from tests.web.waitlist.salon import START, Salon

NOT_YET = "<strong>One more step:</strong>"
IN_LINE = "You are still on the waitlist for Colour."


@pytest.fixture
def offered(salon: Salon) -> Salon:
    """Ada and Bob wait for a colour; tomorrow's eleven o'clock with Jess is kept for Ada."""
    salon.joins("Ada")
    salon.joins("Bob")
    salon.frees()
    assert salon.offer().entry_id == "ada"
    return salon


def everything(salon: Salon) -> tuple[object, ...]:
    async def records() -> tuple[object, ...]:
        return tuple(salon.engine.load(AllRecords())), salon.engine.load(AuditPage())

    return (*salon.call(records), tuple(one.id for one in salon.messages()))


def test_no_get_ever_acts(offered: Salon, web: TestClient) -> None:
    before = everything(offered)
    for purpose in ("claim", "decline", "leave", "wishes", "calendar"):
        for name in ("Ada", "Bob", "Nobody"):
            for seq in (0, 1, 7):
                assert web.get(offered.link(purpose, name, seq)).status_code in (200, 410)
    assert everything(offered) == before


class TestClaim:
    def test_the_page_says_what_is_offered_until_when_and_that_nothing_is_done_yet(
        self, offered: Salon, web: TestClient
    ) -> None:
        page = web.get(offered.link("claim", "Ada", 1))
        assert page.status_code == 200
        for words in (
            "Salon Jess",
            "Colour",
            "Tuesday 2 June",
            "11:00 to 12:30",
            "Berlin time",
            "With Jess",
        ):
            assert words in page.text
        assert "Kept for you until 11:10." in page.text
        assert (
            'data-until="2026-06-01T09:10:00+00:00" data-now="2026-06-01T09:00:00+00:00"'
            in page.text
        )
        assert NOT_YET in page.text
        assert ">Yes, I&#39;d like it</button>" in page.text
        assert ">Can&#39;t make it</button>" in page.text

    def test_the_button_books_and_the_second_press_or_device_says_the_same(
        self, offered: Salon, web: TestClient
    ) -> None:
        path = offered.link("claim", "Ada", 1)
        for page in (web.post(path), web.post(path), web.get(path)):
            assert page.status_code == 200
            assert "<h1>It&#39;s yours.</h1>" in page.text
            assert "Tuesday 2 June" in page.text
        assert (offered.slot().status, offered.slot().booked_by) == ("booked", "ada")
        assert len(offered.messages("booked")) == 1

    @pytest.mark.parametrize("purpose", ["claim", "decline"])
    def test_a_booking_that_was_moved_since_is_shown_with_its_new_time(
        self, offered: Salon, web: TestClient, purpose: str
    ) -> None:
        web.post(offered.link("claim", "Ada", 1))
        move = EditAppointment(appointment_id="s1", starts_at=START + timedelta(days=2, hours=1))
        assert offered.give(move).code == "edited"
        page = web.get(offered.link(purpose, "Ada", 1)).text
        assert "It was moved since. This is your time now:" in page
        assert "Wednesday 3 June" in page
        assert "Tuesday 2 June" not in page
        (file,) = Calendar.from_ical(web.get(offered.link("calendar", "Ada", 1)).text).walk(
            "VEVENT"
        )
        assert file.decoded("DTSTART") == START + timedelta(days=2, hours=1)
        assert file["SEQUENCE"] == 4

    def test_a_booking_that_was_cancelled_since_is_not_theirs_any_more(
        self, offered: Salon, web: TestClient
    ) -> None:
        web.post(offered.link("claim", "Ada", 1))
        offered.give(CancelAppointment(appointment_id="s1"))
        for path in (offered.link("claim", "Ada", 1), offered.link("decline", "Ada", 1)):
            page = web.get(path)
            assert page.status_code == 410
            assert "<h1>This booking is cancelled.</h1>" in page.text
            assert "It&#39;s yours" not in page.text
        assert web.get(offered.link("calendar", "Ada", 1)).status_code == 410
        leaving = web.get(offered.link("leave", "Ada")).text
        assert "Your booking is over or was cancelled." in leaving

    def test_a_booking_that_is_over_has_passed(self, offered: Salon, web: TestClient) -> None:
        path = offered.link("claim", "Ada", 1)
        web.post(path)
        offered.passes(days=2)
        assert "<h1>This time has passed.</h1>" in web.get(path).text

    def test_cant_make_it_beside_it_declines(self, offered: Salon, web: TestClient) -> None:
        page = web.get(offered.link("claim", "Ada", 1))
        decline = page.text.partition('action="')[2].partition('"')[0]
        assert "Thank you for telling us." in web.post(decline).text
        assert offered.offer().status == "declined"
        assert offered.offer(2).entry_id == "bob"

    def test_at_the_deadline_it_is_refused_even_if_nothing_has_rung_yet(
        self, offered: Salon, web: TestClient
    ) -> None:
        offered.clock.move_to(offered.offer().ends_at)
        for page in (
            web.get(offered.link("claim", "Ada", 1)),
            web.post(offered.link("claim", "Ada", 1)),
        ):
            assert page.status_code == 410
            assert "<h1>Time&#39;s up.</h1>" in page.text
            assert IN_LINE in page.text

    def test_after_it_rolled_on_the_time_has_passed(self, offered: Salon, web: TestClient) -> None:
        offered.passes(minutes=10)
        for page in (
            web.get(offered.link("claim", "Ada", 1)),
            web.post(offered.link("claim", "Ada", 1)),
        ):
            assert page.status_code == 410
            assert "It is not kept for you any more." in page.text
            assert IN_LINE in page.text
        assert offered.slot().status == "open"

    def test_who_comes_too_late_is_told_kindly_that_it_was_filled_and_that_they_are_still_in_line(
        self, offered: Salon, web: TestClient
    ) -> None:
        offered.passes(minutes=10)
        web.post(offered.link("claim", "Bob", 2))
        for page in (
            web.get(offered.link("claim", "Ada", 1)),
            web.post(offered.link("claim", "Ada", 1)),
        ):
            assert page.status_code == 410
            assert "<h1>It was just filled.</h1>" in page.text
            assert IN_LINE in page.text
        assert offered.slot().booked_by == "bob"

    def test_an_offer_that_staff_took_back_says_so(self, offered: Salon, web: TestClient) -> None:
        offered.give(WithdrawSlot(slot_id="s1"))
        for page in (
            web.get(offered.link("claim", "Ada", 1)),
            web.post(offered.link("claim", "Ada", 1)),
        ):
            assert page.status_code == 410
            assert "<h1>This offer was taken back.</h1>" in page.text
            assert IN_LINE in page.text

    @pytest.mark.parametrize(("name", "seq"), [("Ada", 0), ("Ada", 7), ("Bob", 1)])
    def test_an_offer_that_is_not_theirs_is_not_known(
        self, offered: Salon, web: TestClient, name: str, seq: int
    ) -> None:
        for page in (
            web.get(offered.link("claim", name, seq)),
            web.post(offered.link("claim", name, seq)),
        ):
            assert page.status_code == 410
            assert "<h1>This offer is not known here.</h1>" in page.text
        assert offered.slot().status == "open"

    def test_an_offer_of_no_form_that_we_sign_is_not_known(
        self, offered: Salon, web: TestClient
    ) -> None:
        path = (
            f"/l/{offered.engine.composer.keyring.sign(Link('claim', 'waitlist', 'ada', 's1-x'))}"
        )
        assert web.get(path).status_code == web.post(path).status_code == 410

    def test_whoever_holds_another_offer_by_then_is_told_to_look(
        self, offered: Salon, web: TestClient
    ) -> None:
        offered.passes(minutes=10)
        offered.frees("s2", hours=30)
        page = web.get(offered.link("claim", "Ada", 1))
        assert "Another time is kept for you just now" in page.text

    def test_whoever_has_a_booking_by_then_is_shown_it(
        self, offered: Salon, web: TestClient
    ) -> None:
        offered.passes(minutes=10)
        offered.frees("s2", hours=50)
        web.post(offered.link("claim", "Ada", 1, "s2"))
        page = web.get(offered.link("claim", "Ada", 1))
        assert page.status_code == 410
        assert "This is booked for you:" in page.text
        assert "Wednesday 3 June" in page.text


class TestDecline:
    def test_the_page_asks_first_and_offers_to_take_it_after_all(
        self, offered: Salon, web: TestClient
    ) -> None:
        page = web.get(offered.link("decline", "Ada", 1))
        assert page.status_code == 200
        assert NOT_YET in page.text
        claim = page.text.partition('action="')[2].partition('"')[0]
        assert "<h1>It&#39;s yours.</h1>" in web.post(claim).text

    def test_it_rolls_on_and_they_stay_in_line_and_twice_is_fine(
        self, offered: Salon, web: TestClient
    ) -> None:
        path = offered.link("decline", "Ada", 1)
        for page in (web.post(path), web.post(path), web.get(path)):
            assert page.status_code == 200
            assert "<h1>Thank you for telling us.</h1>" in page.text
            assert IN_LINE in page.text
        assert offered.offer(2).entry_id == "bob"

    def test_the_claim_link_of_what_was_let_go_says_so(
        self, offered: Salon, web: TestClient
    ) -> None:
        web.post(offered.link("decline", "Ada", 1))
        page = web.get(offered.link("claim", "Ada", 1))
        assert page.status_code == 410
        assert "<h1>You said no to this slot.</h1>" in page.text

    def test_no_to_what_has_moved_on_is_thanked_for(self, offered: Salon, web: TestClient) -> None:
        offered.passes(minutes=10)
        page = web.post(offered.link("decline", "Ada", 1))
        assert page.status_code == 200
        assert "<h1>Thank you for telling us.</h1>" in page.text

    def test_what_was_claimed_stays_booked(self, offered: Salon, web: TestClient) -> None:
        web.post(offered.link("claim", "Ada", 1))
        page = web.post(offered.link("decline", "Ada", 1))
        assert "You claimed it before" in page.text
        assert offered.slot().status == "booked"


class TestLeave:
    def test_the_page_asks_and_the_button_takes_off_the_list_once(
        self, offered: Salon, web: TestClient
    ) -> None:
        path = offered.link("leave", "Bob")
        asked = web.get(path)
        assert "<h1>Leave the waitlist?</h1>" in asked.text
        assert NOT_YET in asked.text
        assert "Colour" in asked.text
        for page in (web.post(path), web.post(path), web.get(path)):
            assert page.status_code == 200
            assert "<h1>You are off the waitlist.</h1>" in page.text
            assert 'href="/waitlist"' in page.text
        assert offered.line() == ["Ada"]

    def test_an_offer_that_they_held_rolls_on(self, offered: Salon, web: TestClient) -> None:
        path = offered.link("leave", "Ada")
        assert "You also give up the slot" in web.get(path).text
        web.post(path)
        assert offered.offer(2).entry_id == "bob"
        assert "You are off the waitlist" not in web.get(offered.link("claim", "Bob", 2)).text
        page = web.get(offered.link("claim", "Ada", 1))
        assert page.status_code == 410
        assert "<h1>You left the waitlist.</h1>" in page.text
        assert "You are welcome to join again" in page.text

    def test_someone_booked_is_shown_their_booking(self, offered: Salon, web: TestClient) -> None:
        web.post(offered.link("claim", "Ada", 1))
        page = web.get(offered.link("leave", "Ada"))
        assert "<h1>You have a booking.</h1>" in page.text
        assert "Tuesday 2 June" in page.text

    def test_whoever_has_the_old_number_after_staff_put_it_right_can_do_nothing(
        self, offered: Salon, web: TestClient
    ) -> None:
        path = offered.link("leave", "Bob")
        offered.give(EditEntry(entry_id="bob", phone="+4915550109999", email=""))
        for page in (web.get(path), web.post(path)):
            assert page.status_code == 410
            assert "Nothing was done" in page.text
        assert offered.line() == ["Ada", "Bob"]

    def test_someone_whom_staff_took_off_is_told(self, offered: Salon, web: TestClient) -> None:
        offered.give(LeaveWaitlist(entry_id="bob", removed=True))
        assert "You were taken off it." in web.get(offered.link("leave", "Bob")).text


class TestLinksSentElsewhere:
    """Staff correct an address: links sent to the old one show and do nothing."""

    def given(self, page: str) -> list[str]:
        """The links that a page hands out."""
        return re.findall(r'(?:href|action)="(/l/[^"]+)"', page)

    @pytest.mark.parametrize("purpose", ["claim", "decline"])
    def test_an_old_link_gives_no_new_one_and_tells_nothing_of_its_person(
        self, offered: Salon, web: TestClient, purpose: str
    ) -> None:
        path = offered.link(purpose, "Ada", 1)
        offered.give(EditEntry(entry_id="ada", email="right@example.org"))
        for page in (web.get(path), web.post(path)):
            assert self.given(page.text) == []
            assert "Colour" not in page.text
            assert "newest message" not in page.text
        assert offered.line() == ["Ada", "Bob"]

    def test_an_offer_that_had_ended_before_is_no_way_in_either(
        self, offered: Salon, web: TestClient
    ) -> None:
        offered.passes(minutes=10)
        offered.give(EditEntry(entry_id="ada", email="right@example.org"))
        page = web.get(offered.link("claim", "Ada", 1))
        assert "<h1>Time&#39;s up.</h1>" in page.text
        assert self.given(page.text) == []
        assert IN_LINE not in page.text

    def test_what_is_booked_since_is_not_shown(self, offered: Salon, web: TestClient) -> None:
        offered.give(EditEntry(entry_id="ada", email="right@example.org"))
        assert offered.offer(2).entry_id == "ada"
        web.post(offered.link("claim", "Ada", 2))
        page = web.get(offered.link("claim", "Ada", 1))
        assert self.given(page.text) == []
        assert "Tuesday" not in page.text

    def test_whoever_has_another_address_by_now_and_this_one_still_goes_on_as_before(
        self, offered: Salon, web: TestClient
    ) -> None:
        offered.give(EditEntry(entry_id="ada", phone="+4915550109999"))
        page = web.get(offered.link("claim", "Ada", 1))
        assert "Another time is kept for you just now" in page.text
        _wishes, leave = self.given(page.text)
        assert "<h1>Leave the waitlist?</h1>" in web.get(leave).text

    def test_a_link_to_leave_that_a_page_gave_ends_with_the_address_by_which_one_came(
        self, offered: Salon, web: TestClient
    ) -> None:
        offered.give(EditEntry(entry_id="bob", phone="+4915550109999"))
        offered.passes(minutes=10)
        asked = web.get(offered.link("claim", "Bob", 2)).text
        leave = self.given(asked)[-1]
        assert "<h1>Leave the waitlist?</h1>" in web.get(leave).text
        offered.give(EditEntry(entry_id="bob", phone="+4915550108888"))
        assert web.post(leave).status_code == 410
        assert "Bob" in offered.line()


class TestWhatIsSaidOfTheList:
    """Nobody is told that they are not asked any more who is."""

    NEVER = "We won&#39;t offer you any more slots."

    def test_whoever_left_all_is_not_asked_again(self, offered: Salon, web: TestClient) -> None:
        path = offered.link("leave", "Bob")
        for page in (web.post(path), web.get(path)):
            assert self.NEVER in page.text
            assert "You are welcome to join again at any time." in page.text

    def test_whoever_joined_again_is_told_by_the_old_link_that_they_wait(
        self, offered: Salon, web: TestClient
    ) -> None:
        path = offered.link("leave", "Bob")
        web.post(path)
        offered.joins("Bob", entry_id="bob2")
        for page in (web.get(path), web.post(path), web.get(offered.link("leave", "Bob"))):
            assert page.status_code == 200
            assert "<h1>You are off the waitlist.</h1>" not in page.text
            assert self.NEVER not in page.text
            assert "You are on the waitlist for Colour" in page.text
            assert "Join the waitlist" not in page.text
        assert offered.line() == ["Ada", "Bob"]

    def test_whoever_waits_for_something_else_is_told_of_it(
        self, offered: Salon, web: TestClient
    ) -> None:
        offered.joins("Bob", "Cut", entry_id="bob2")
        page = web.post(offered.link("leave", "Bob"))
        assert "<h1>You are off the waitlist for Colour.</h1>" in page.text
        assert self.NEVER not in page.text
        assert "You are on the waitlist for Cut" in page.text

    def test_whom_staff_took_off_may_wait_for_something_else(
        self, offered: Salon, web: TestClient
    ) -> None:
        offered.joins("Bob", "Cut", entry_id="bob2")
        offered.give(LeaveWaitlist(entry_id="bob", removed=True))
        page = web.get(offered.link("leave", "Bob"))
        assert "You were taken off it." in page.text
        assert self.NEVER not in page.text
        assert "You are on the waitlist for Cut" in page.text

    def test_an_old_offers_link_says_so_too(self, offered: Salon, web: TestClient) -> None:
        web.post(offered.link("leave", "Ada"))
        offered.joins("Ada", entry_id="ada2")
        page = web.get(offered.link("claim", "Ada", 1))
        assert "You are on the waitlist for Colour" in page.text
        assert "welcome to join" not in page.text


class TestCalendar:
    def test_a_booking_can_be_put_into_the_calendar(self, offered: Salon, web: TestClient) -> None:
        page = web.post(offered.link("claim", "Ada", 1))
        path = page.text.partition('<a class="plain" href="')[2].partition('"')[0]
        file = web.get(path)
        assert file.headers["content-type"].startswith("text/calendar")
        (event,) = Calendar.from_ical(file.text).walk("VEVENT")
        assert (event["SUMMARY"], event["LOCATION"]) == ("Colour with Jess", "Salon Jess")
        assert event.decoded("DTSTART") == START + timedelta(days=1)
        assert event["UID"] == "waitlist.s1.ada@fullhouse"

    def test_without_a_booking_there_is_none(self, offered: Salon, web: TestClient) -> None:
        assert web.get(offered.link("calendar", "Ada", 1)).status_code == 410


class TestLinksThatCannotBeUsed:
    def test_a_tampered_one_says_so_and_leads_to_the_waitlist(
        self, offered: Salon, web: TestClient
    ) -> None:
        for path in (
            offered.link("claim", "Ada", 1)[:-3],
            offered.link("claim", "Ada", 1).replace(".ada.", ".bob."),
        ):
            for page in (web.get(path), web.post(path)):
                assert page.status_code == 400
                assert "This link doesn&#39;t work." in page.text
                assert 'href="/waitlist"' in page.text
        assert offered.slot().status == "open"

    def test_one_of_another_house_is_not_ours(self, offered: Salon, web: TestClient) -> None:
        stranger = Keyring((Key("k1", b"other"),))
        page = web.post(f"/l/{stranger.sign(Link('claim', 'waitlist', 'ada', 's1-1'))}")
        assert page.status_code == 400

    def test_an_expired_one_says_so(self, offered: Salon, web: TestClient) -> None:
        path = offered.link("claim", "Ada", 1, expires_at=datetime(2026, 6, 1, tzinfo=UTC))
        page = web.post(path)
        assert page.status_code == 410
        assert "This link has expired." in page.text
        assert "newest message" in page.text

    def test_a_purpose_of_guests_is_none_of_the_waitlists(
        self, offered: Salon, web: TestClient
    ) -> None:
        assert web.get(offered.link("manage", "Ada", 1)).status_code == 400

    def test_someone_who_was_erased_finds_nothing(self, offered: Salon, web: TestClient) -> None:
        offered.give(EraseEntry(entry_id="ada"))
        for purpose in ("claim", "leave", "calendar"):
            page = web.get(offered.link(purpose, "Ada", 1))
            assert page.status_code == 410
            assert "This page is gone." in page.text

    def test_a_link_without_a_person_finds_nothing(self, offered: Salon, web: TestClient) -> None:
        path = f"/l/{offered.engine.composer.keyring.sign(Link('leave', 'waitlist'))}"
        assert web.post(path).status_code == 410
