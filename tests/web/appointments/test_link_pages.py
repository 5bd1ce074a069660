"""Links about an appointment: a GET asks, a POST acts once, and the result is shown."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar
from starlette.testclient import TestClient

from fullhouse.engine.ports import AllRecords, AuditPage
from fullhouse.kernel.links import Key, Keyring, Link
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    EditAppointment,
    EraseAppointment,
    NoShow,
    RestoreAppointment,
    Unconfirm,
)
from tests.web.appointments.shop import RULES, Shop, at

NOT_YET = "<strong>One more step:</strong>"
PURPOSES = ("confirm", "reschedule", "cancel", "calendar")


def heading(text: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", text)
    assert found is not None
    return found[1].replace("&#39;", "'")


def ways(text: str) -> dict[str, str]:
    """The quiet links of a page, by their words."""
    found = re.findall(r'<a class="plain" href="([^"]+)">([^<]+)</a>', text)
    return {words.replace("&#39;", "'"): path for path, words in found}


def entry(file: bytes) -> Any:
    return Calendar.from_ical(file).walk("VEVENT")[0]


def everything(shop: Shop) -> tuple[object, ...]:
    async def records() -> tuple[object, ...]:
        return tuple(shop.engine.load(AllRecords())), shop.engine.load(AuditPage())

    return (*shop.call(records), tuple(one.id for one in shop.told()))


def test_no_get_ever_acts(shop: Shop, web: TestClient) -> None:
    shop.books("Ada")
    shop.books("Bob", staff="Sam")
    shop.give(CancelAppointment(appointment_id="bob"))
    before = everything(shop)
    for purpose in PURPOSES:
        for name in ("Ada", "Bob", "Nobody"):
            for offer in ("1-24", "2-0", "", "x", "1-24-7"):
                for more in ("", "?from=2026-06-08&staff=Sam", "?start=2026-06-02T07:00Z"):
                    assert web.get(shop.reply(purpose, name, offer) + more).status_code in (
                        200,
                        410,
                    )
    assert everything(shop) == before


class TestConfirm:
    def test_the_page_says_what_it_is_and_asks_with_one_button_and_quiet_ways_to_the_other_answers(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        page = web.get(shop.reply("confirm"))
        assert (page.status_code, heading(page.text)) == (200, "Are you coming?")
        for words in (
            "Salon Jess",
            "Cut",
            "Thursday 4 June",
            "10:00 to 10:45",
            "Berlin time",
            "With Jess",
            NOT_YET,
        ):
            assert words in page.text
        assert page.text.count("<button") == 1
        assert ">Yes, I&#39;ll be there</button>" in page.text
        assert list(ways(page.text)) == ["I need another time", "I can't come"]
        for path in ways(page.text).values():
            assert web.get(path).status_code == 200

    def test_one_tap_confirms_and_a_second_says_what_was_done(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        first = web.post(shop.reply("confirm"))
        assert (first.status_code, heading(first.text)) == (200, "See you then.")
        assert shop.appointment().status == "confirmed"
        before = everything(shop)
        for page in (web.post(shop.reply("confirm")), web.get(shop.reply("confirm"))):
            assert (page.status_code, heading(page.text)) == (200, "See you then.")
            assert "You told us before that you are coming." in page.text
        assert everything(shop) == before

    def test_the_link_of_a_later_reminder_says_the_same(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        web.post(shop.reply("confirm"))
        for page in (
            web.get(shop.reply("confirm", offer="1-1")),
            web.post(shop.reply("confirm", offer="1-1")),
        ):
            assert (page.status_code, heading(page.text)) == (200, "See you then.")

    def test_whoever_confirmed_can_still_cancel_or_move_it(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        page = web.post(shop.reply("confirm"))
        assert list(ways(page.text)) == [
            "Add it to my calendar",
            "I need another time",
            "I can't come",
        ]
        assert list(ways(web.get(shop.reply("cancel")).text)) == ["I need another time"]
        assert (
            heading(web.post(ways(page.text)["I can't come"]).text) == "Thank you for telling us."
        )
        assert shop.appointment().status == "cancelled"


class TestCancel:
    def test_the_page_asks_first_and_one_tap_cancels(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        page = web.get(shop.reply("cancel"))
        assert (page.status_code, heading(page.text)) == (200, "Can't come?")
        assert NOT_YET in page.text
        assert "so that someone else can have the time." in page.text
        assert list(ways(page.text)) == ["I'll be there", "I need another time"]
        done = web.post(shop.reply("cancel"))
        assert (done.status_code, heading(done.text)) == (200, "Thank you for telling us.")
        assert "So someone else can have the time." in done.text
        assert 'href="/waitlist?service=Cut"' in done.text
        assert shop.appointment().status == "cancelled"
        assert [one.facts["reason"] for one in shop.told("gap_alert")] == ["cancelled"]

    def test_where_given_up_times_are_not_refilled_no_line_is_glad(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.rules(RULES.replace("waitlist: yes", "waitlist: no"))
        shop.books()
        assert "on the waitlist" not in web.get(shop.reply("cancel")).text
        assert "on the waitlist" not in web.post(shop.reply("cancel")).text

    def test_a_second_tap_says_what_was_done(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        web.post(shop.reply("cancel"))
        before = everything(shop)
        for page in (web.post(shop.reply("cancel")), web.get(shop.reply("cancel"))):
            assert (page.status_code, heading(page.text)) == (
                200,
                "You told us that you can't come.",
            )
        assert everything(shop) == before

    def test_to_cancel_what_is_cancelled_is_fine_and_to_confirm_it_is_not(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        shop.give(CancelAppointment(appointment_id="ada"))
        for page in (web.get(shop.reply("cancel")), web.post(shop.reply("cancel"))):
            assert (page.status_code, heading(page.text)) == (200, "This appointment is cancelled.")
        for purpose in ("confirm", "reschedule"):
            for page in (web.get(shop.reply(purpose)), web.post(shop.reply(purpose))):
                assert (page.status_code, heading(page.text)) == (
                    410,
                    "This appointment is cancelled.",
                )

    def test_a_cancelled_table_says_for_how_many_it_was(self, shop: Shop, web: TestClient) -> None:
        shop.books(party=4)
        page = web.post(shop.reply("cancel")).text
        assert ", 4 people</p>" in page

    def test_whoever_confirmed_and_was_cancelled_since_is_told_so(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        web.post(shop.reply("confirm"))
        shop.give(CancelAppointment(appointment_id="ada"))
        page = web.get(shop.reply("confirm"))
        assert (page.status_code, heading(page.text)) == (410, "This appointment is cancelled.")

    def test_what_was_booked_again_since_is_shown(self, shop: Shop, web: TestClient) -> None:
        shop.rules(RULES.replace("waitlist: yes", "waitlist: no"))
        shop.books()
        web.post(shop.reply("cancel"))
        assert shop.give(RestoreAppointment(appointment_id="ada")).code == "restored"
        page = web.get(shop.reply("cancel"))
        assert (page.status_code, heading(page.text)) == (200, "It is booked again.")
        assert "Thursday 4 June" in page.text

    def test_whoever_confirmed_and_is_asked_anew_since_is_told_so(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        web.post(shop.reply("confirm"))
        assert shop.give(Unconfirm(appointment_id="ada")).code == "unconfirmed"
        page = web.get(shop.reply("confirm"))
        assert (page.status_code, heading(page.text)) == (200, "Are you coming?")
        assert "Thursday 4 June" in page.text


class TestWhatHasMovedOn:
    def test_the_link_of_an_old_time_says_what_the_time_is_now(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        shop.give(EditAppointment(appointment_id="ada", starts_at=at("2026-06-05T11:00")))
        for purpose in ("confirm", "cancel", "reschedule"):
            for page in (web.get(shop.reply(purpose)), web.post(shop.reply(purpose))):
                assert (page.status_code, heading(page.text)) == (
                    410,
                    "Your appointment has another time now.",
                )
                assert "Friday 5 June" in page.text
                assert "11:00 to 11:45" in page.text
        assert shop.appointment().status == "booked"
        looked = web.get(shop.reply("confirm"))
        assert web.post(ways(looked.text)["I'll be there"]).status_code == 200
        assert shop.appointment().status == "confirmed"

    def test_whoever_confirmed_the_old_time_is_told_of_the_new_one(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        web.post(shop.reply("confirm"))
        shop.give(EditAppointment(appointment_id="ada", starts_at=at("2026-06-05T11:00")))
        page = web.get(shop.reply("confirm"))
        assert (page.status_code, heading(page.text)) == (
            410,
            "Your appointment has another time now.",
        )

    def test_when_its_time_has_come_nothing_is_left_to_answer(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        web.post(shop.reply("confirm"))
        shop.clock.move_to(at("2026-06-04T10:00"))
        for purpose in ("confirm", "cancel", "reschedule"):
            for page in (web.get(shop.reply(purpose)), web.post(shop.reply(purpose))):
                assert (page.status_code, heading(page.text)) == (410, "This time has begun.")
        shop.clock.move_to(at("2026-06-04T12:00"))
        assert heading(web.get(shop.reply("confirm")).text) == "This time has passed."
        shop.give(NoShow(appointment_id="ada"))
        assert heading(web.get(shop.reply("cancel")).text) == "This time has passed."
        assert "calendar" not in web.get(shop.reply("cancel")).text

    def test_someone_erased_is_not_known_any_more(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        shop.give(EraseAppointment(appointment_id="ada"))
        for purpose in PURPOSES:
            for page in (web.get(shop.reply(purpose)), web.post(shop.reply(purpose))):
                assert (page.status_code, heading(page.text)) == (
                    410,
                    "This page is gone.",
                )

    @pytest.mark.parametrize("offer", ["", "1", "1-", "x-24", "1-24-7", "9999999-24"])
    def test_a_link_of_no_form_that_we_sign_is_not_known(
        self, shop: Shop, web: TestClient, offer: str
    ) -> None:
        shop.books()
        assert web.get(shop.reply("cancel", offer=offer)).status_code == 410
        assert web.post(shop.reply("cancel", offer=offer)).status_code == 410
        assert shop.appointment().status == "booked"

    def test_tampered_and_expired_links_say_which(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        path = shop.reply("cancel")
        other = Keyring((Key("k1", b"x" * 32),))
        forged = f"/l/{other.sign(Link('cancel', 'appointments', 'ada', '1-24'))}"
        for wrong in (
            path[:-2],
            path.replace("cancel", "confirm"),
            path.replace("ada", "bob"),
            forged,
        ):
            for page in (web.get(wrong), web.post(wrong)):
                assert (page.status_code, heading(page.text)) == (
                    400,
                    "This link doesn't work.",
                )
                assert "our message to you" in page.text
        old = shop.reply("cancel", expires_at=datetime(2026, 6, 1, 9, 0, tzinfo=UTC))
        for page in (web.get(old), web.post(old)):
            assert (page.status_code, heading(page.text)) == (410, "This link has expired.")
        assert shop.appointment().status == "booked"

    def test_no_other_purpose_is_answered(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        for purpose in ("claim", "manage", "sign-in", "pick"):
            assert web.get(shop.reply(purpose)).status_code == 400


class TestWhoseLinkItIs:
    def test_a_link_to_an_address_that_was_put_right_tells_a_stranger_nothing_and_does_nothing(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books(tell=True, email="wrong@example.org")
        shop.give(EditAppointment(appointment_id="ada", email="ada@example.org"))
        before = everything(shop)
        for purpose in PURPOSES:
            for page in (
                web.get(shop.reply(purpose, offer="1-0")),
                web.post(shop.reply(purpose, offer="1-0")),
            ):
                assert (page.status_code, heading(page.text)) == (
                    410,
                    "This link has been replaced.",
                )
                assert "Cut" not in page.text
        assert everything(shop) == before

    def test_so_it_is_with_the_word_that_it_stands_again(self, shop: Shop, web: TestClient) -> None:
        shop.books(email="wrong@example.org")
        shop.give(CancelAppointment(appointment_id="ada"))
        shop.give(RestoreAppointment(appointment_id="ada", tell=True))
        shop.give(EditAppointment(appointment_id="ada", email="ada@example.org"))
        page = web.get(shop.reply("reschedule", offer="2-0"))
        assert (page.status_code, heading(page.text)) == (410, "This link has been replaced.")

    def test_the_reminder_that_went_to_the_right_one_works(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books(tell=True, email="wrong@example.org")
        shop.give(EditAppointment(appointment_id="ada", email="ada@example.org"))
        shop.passes(hours=70)
        assert [one.to for one in shop.told("reminder")] == ["ada@example.org"]
        assert heading(web.post(shop.reply("confirm", offer="1-24")).text) == "See you then."

    def test_so_does_the_word_about_someone_elses_chair(self, shop: Shop, web: TestClient) -> None:
        shop.books(tell=True, email="wrong@example.org")
        shop.give(
            EditAppointment(appointment_id="ada", email="ada@example.org", staff="Sam", tell=True)
        )
        offer = f"{shop.appointment().chain}-0"
        assert heading(web.post(shop.reply("confirm", offer=offer)).text) == "See you then."


class TestLinksInMessages:
    def test_every_link_of_a_reminder_leads_to_its_page(self, shop: Shop, web: TestClient) -> None:
        shop.books()
        shop.passes(hours=70)
        (reminder,) = shop.told("reminder")
        letter = shop.engine.composer.letter(reminder)
        headings = {purpose: heading(web.get(url).text) for purpose, url in letter.links.items()}
        assert headings == {
            "confirm": "Are you coming?",
            "reschedule": "Which time suits you?",
            "cancel": "Can't come?",
        }

    def test_a_text_is_answered_as_a_mail_is(self, shop: Shop, web: TestClient) -> None:
        shop.books(phone="+491711234567")
        shop.passes(hours=70)
        (reminder,) = shop.told("reminder")
        assert (reminder.channel, reminder.to) == ("text", "+491711234567")
        url = next(iter(re.findall(r"https?://\S+", shop.engine.composer.letter(reminder).text)))
        assert heading(web.post(url).text) == "See you then."


class TestCalendarFile:
    def test_the_answered_page_has_the_file_and_it_follows_the_appointment(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        page = web.post(shop.reply("confirm"))
        first = web.get(ways(page.text)["Add it to my calendar"])
        assert first.headers["content-type"] == "text/calendar; charset=utf-8"
        assert 'filename="appointment.ics"' in first.headers["content-disposition"]
        moved = web.post(
            shop.reply("reschedule"), data={"start": "2026-06-05T07:00Z", "staff": "Jess"}
        )
        second = web.get(ways(moved.text)["Add it to my calendar"])
        entries = [entry(one.content) for one in (first, second)]
        assert entries[0]["uid"] == entries[1]["uid"]
        assert int(entries[0]["sequence"]) < int(entries[1]["sequence"])
        assert [one["dtstart"].dt for one in entries] == [
            at("2026-06-04T10:00"),
            at("2026-06-05T09:00"),
        ]
        assert [one["dtend"].dt - one["dtstart"].dt for one in entries] == [
            timedelta(minutes=45)
        ] * 2
        assert str(entries[1]["summary"]) == "Cut with Jess"

    def test_it_is_the_entry_that_the_mail_brought(self, shop: Shop, web: TestClient) -> None:
        shop.books(tell=True)
        (mail,) = shop.told("booked")
        mailed = shop.engine.composer.letter(mail).calendar
        fetched = entry(web.get(shop.reply("calendar", offer="1-0")).content)
        assert mailed is not None
        assert (fetched["uid"], int(fetched["sequence"])) == (mailed.uid, mailed.sequence)

    def test_of_what_is_cancelled_it_takes_the_entry_away(
        self, shop: Shop, web: TestClient
    ) -> None:
        shop.books()
        web.post(shop.reply("cancel"))
        file = Calendar.from_ical(web.get(shop.reply("calendar")).content)
        assert str(file["method"]) == "CANCEL"


@pytest.mark.parametrize("purpose", ["confirm", "cancel", "reschedule"])
def test_the_pages_say_for_whom_they_are(shop: Shop, web: TestClient, purpose: str) -> None:
    shop.books("Ada")
    path = shop.reply(purpose)
    assert "For <bdi>Ada</bdi>" in web.get(path).text
    if purpose != "reschedule":
        assert "For <bdi>Ada</bdi>" in web.post(path).text
