"""Stories of how appointments come in: a sheet and a calendar at Google, forwarded bookings."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from tests.aws.play import MAIL_DOMAIN, STAFF, ZONE, Play, address
from tests.aws.stories import Story
from tests.aws.stories_of_appointments import books, moves_to_before, named, of
from tests.aws.stories_of_staff import (
    asks,
    cells,
    discards,
    has_an_idle_slot,
    looks,
    reply_and_stop,
    rings,
    told_of,
    waits_for_later,
)
from tests.aws.words import MISSING_THERE
from tests.inbound.google.fake import FakeGoogle, fake_google
from tests.inbound.google.grid import Calendar, Spreadsheet, tab

BOOK, BOOK_DIARY = "the-salons-own-book-of-appointments", "book@group.calendar.google.com"
HEADINGS = ["Name", "Phone", "Service", "Staff", "Date", "Time", "Email"]


def staff_keep_the_book_at_google(play: Play) -> None:
    """A row is booked, moved and cancelled there; an earlier version is put back from the desk."""
    play.salon.says()
    books(play, "Gloss", "Nele")  # of the only appointment staff would be asked
    with connected(play) as google:
        sheet = google.spreadsheets[BOOK]
        rings(play, "ar-drive-sync")
        made = play.wait(lambda: named(play, "Lea"))
        play.wait(lambda: made["id"] in cells(sheet))
        sheet.set("F2", "16:00")
        looks(play, "appointments")
        assert "T16:00" in of(play, made)["starts_at"]
        play.api("PATCH", f"/appointments/{made['id']}", {"status": "confirmed"})
        looks(play, "appointments")
        assert "confirmed" in {cell.casefold() for cell in cells(sheet)}
        del sheet.tabs[0].cells[1]
        sheet.version += 1
        looks(play, "appointments")
        assert of(play, made)["status"] == "cancelled"
        page = play.desk("/appointments/sheet")
        versions = re.findall(r"/desk/appointments/sheet/versions/([\w-]+)", page.text)
        assert "Lea" in play.desk(f"/appointments/sheet/versions/{versions[-1]}").text
        assert play.host.press(page, to="/back", version=versions[-1]).status == 200


def what_staff_write_into_the_calendar_is_put_before_them(play: Play) -> None:
    """An edit before the decision updates the proposal; an edit after it makes a new one."""
    play.salon.says(hours="Closed: public holidays of SG")
    with connected(play) as google:
        diary, known = google.calendars[BOOK_DIARY], len(play.letters(STAFF, "proposal"))
        mia = diary.events["mia"]
        lou = {
            "id": "lou",
            "iCalUID": "lou@example.org",
            "attendees": [{"email": "lou@example.org"}],
        }
        lou = {**mia, **lou, "summary": "Gloss with Jess: Lou #appt"}
        diary.put(**lou)
        rings(play, "ar-calendar-sync")
        play.letter(STAFF, "proposal", known + 2)
        diary.put(**{**mia, "summary": "Gloss with Sam: Mia Moon #appt"})
        rings(play, "ar-calendar-sync")
        play.letter(STAFF, "proposal", known + 3)
        kept = play.emulator.client("dynamodb")
        play.wait(lambda: "holidays" in str(kept.scan(TableName="ev-desk")["Items"]))
        proposed = {one["subject"]: one["id"] for one in _open(play)}
        assert proposed.keys() == {"Gloss with Jess: Lou", "Gloss with Sam: Mia Moon"}
        play.api("POST", f"/proposals/{proposed['Gloss with Jess: Lou']}/approve")
        discards(play)
        diary.put(**{**lou, **{name: _later(mia[name]) for name in ("start", "end")}})
        rings(play, "ar-calendar-sync")
        (moved,) = play.wait(lambda: _open(play))
        play.api("POST", f"/proposals/{moved['id']}/approve")
        made = named(play, "Lou")
        assert made
        assert "T11:00" in made["starts_at"]
        play.api("PATCH", f"/appointments/{made['id']}", {"status": "cancelled"})
    play.salon.says()


def a_calendar_that_loses_all_its_appointments_ends_them_once_staff_confirm(play: Play) -> None:
    """Staff are asked on *Today*; until they answer, every appointment stands."""
    play.salon.says()
    with connected(play) as google:
        diary = google.calendars[BOOK_DIARY]
        names = ("Pia", "Rea", "Uma")
        lost = [_another(diary.events["mia"], name, hours + 1) for hours, name in enumerate(names)]
        for event in lost:
            diary.put(**event)
        rings(play, "ar-calendar-sync")
        proposed = play.wait(lambda: _proposed(play, names))
        for one in proposed:
            play.api("POST", f"/proposals/{one['id']}/approve")
        made = [found for name in names if (found := named(play, name))]
        assert len(made) == len(lost)
        for event in lost:
            diary.put(**{**event, "status": "cancelled"})
        rings(play, "ar-calendar-sync")
        play.wait(lambda: f"3 {MISSING_THERE}" in play.desk("/appointments").text)
        assert {of(play, one)["status"] for one in made} == {"booked"}
        play.host.press(play.desk("/appointments"), to="/appointments-calendar", answer="end")
        rings(play, "ar-calendar-sync")
        play.wait(lambda: {of(play, one)["status"] for one in made} == {"cancelled"})


def _proposed(play: Play, names: tuple[str, ...]) -> list[dict[str, Any]] | None:
    """Return the proposals of these customers, once there is one for each."""
    found = [one for one in _open(play) if one["subject"].rpartition(" ")[2] in names]
    return found if len(found) == len(names) else None


def _another(event: dict[str, Any], name: str, hours: int) -> dict[str, Any]:
    """Return the same booking for someone else, some hours later."""
    times = {side: _later(event[side], hours) for side in ("start", "end")}
    email = f"{name.lower()}@example.org"
    who = {"id": name.lower(), "iCalUID": email, "attendees": [{"email": email}]}
    return {**event, **who, **times, "summary": f"Gloss with Jess: {name} #appt"}


def _open(play: Play) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = play.api("GET", "/proposals?state=open")["items"]
    return found


def _later(at: dict[str, str], hours: int = 1) -> dict[str, str]:
    later = datetime.fromisoformat(at["dateTime"]) + timedelta(hours=hours)
    return {"dateTime": later.isoformat()}


@contextmanager
def connected(play: Play, **more: str) -> Iterator[FakeGoogle]:
    """Connect the book to a Google on the loopback; then take it back."""
    with fake_google() as google:
        google.clock = lambda: play.emulator.now().timestamp()
        _fills(play, google)
        said = {"sheet": BOOK, "calendar": BOOK_DIARY, **more}
        with told_of(play, google, "ar", said, "ar-drive-sync", "ar-calendar-sync"):
            yield google


def _fills(play: Play, google: FakeGoogle) -> None:
    day = (play.there() + timedelta(days=3)).replace(
        hour=10, minute=0, second=0, microsecond=0, tzinfo=ZoneInfo(ZONE)
    )
    lea = ["Lea", play.salon.phone(), "Updo", "Sam", f"{day:%Y-%m-%d}", "15:00", "lea@example.org"]
    google.spreadsheets[BOOK] = Spreadsheet(tab("Book", HEADINGS, lea, size=(400, 16)))
    google.calendars[BOOK_DIARY] = Calendar(ZONE)
    times = {"start": day, "end": day + timedelta(minutes=30)}
    said = {name: {"dateTime": at.isoformat()} for name, at in times.items()}
    who = {
        "attendees": [{"email": "mia@example.org", "displayName": "Mia"}],
        "iCalUID": "mia@example.org",
    }
    more = {"summary": "Gloss with Sam: Mia #appt", "status": "confirmed"}
    google.calendars[BOOK_DIARY].put(id="mia", **who, **more, **said)


def a_booking_that_is_forwarded_becomes_a_proposal(play: Play) -> None:
    known = len(play.letters(STAFF, "proposal"))
    day = play.there() + timedelta(days=4)
    words = f"Nora has booked a Trim on {day:%Y-%m-%d} at 14:00, +65 8123 7100"
    asks(play, words, "tool@example.org", f"bookings@{MAIL_DOMAIN}", "bookings")
    play.letter(STAFF, "proposal", known + 1)
    discards(play)
    raw = re.search(r"/desk(/mail/[\w./-]+)", play.desk("/mail").text)
    assert raw, play.desk("/mail").text
    assert play.desk(raw[1]).status == 200


def a_mail_to_both_desks_and_to_an_event_reaches_all_three(play: Play) -> None:
    event = play.opens("Late opening", 3)
    person = address(event, "Orla")
    known = len(play.letters(STAFF, "proposal"))
    to = f"waitlist@{MAIL_DOMAIN}, bookings@{MAIL_DOMAIN}, rsvp+{event}@{MAIL_DOMAIN}"
    asks(play, "I come to the evening, and would like a Cut some day.", person, to)
    play.letter(person, "confirmation")
    play.wait(lambda: len(play.letters(STAFF, "proposal")) > known + 1)
    asks(play, "And a Rinse, too.", person, f"waitlist@{MAIL_DOMAIN}")
    play.wait(lambda: len(play.letters(STAFF, "proposal")) > known + 2)
    discards(play)


def a_reply_to_a_reminder_reaches_staff_and_stop_ends_messages(play: Play) -> None:
    """Whoever stops waits for another service, too: both lists know it."""
    play.salon.says()
    person = {"name": "Ian", "phone": "", "email": "ian@example.org"}
    waits_for_later(play, "Rinse", "Ian", "ian@example.org")
    one = books(play, "Cut", **person, remind_at=[24])
    moves_to_before(play, one, 24)
    play.letter("ian@example.org", "reminder")
    has_an_idle_slot(play, "Rinse")
    reply_and_stop(play, "ian@example.org")


def anyone_books_online_and_whoever_is_too_late_is_shown_other_times(play: Play) -> None:
    """A stranger books, another is too late; the first one cancels by the link and books again."""
    hours = "Opening hours: Mon-Sun 08:00-20:00\nOnline booking: Waxing"
    play.salon.says(hours=hours)
    try:
        page = play.visitor().get(f"{play.urls['replies']}/book?staff=Jess")
        free = re.findall(r'name="start" value="([^"]+)"', page.text)
        asked = {"start": free[-1], "staff": "Jess"}
        first = play.visitor().press(page, name="Una", email="una@example.org", **asked)
        assert "Your time is booked." in first.text
        late = play.visitor().press(page, name="Vic", phone=play.salon.phone(), **asked)
        assert late.status == 409, late.text
        assert "This time has just been taken" in late.text
        assert f"{play.urls['waitlist']}/waitlist?service=Waxing" in late.text
        letter = play.letter("una@example.org", "booked")
        made = play.wait(lambda: named(play, "Una"))
        assert (made["source"], made["staff"]) == ("form", "Jess")
        assert "online booking" in play.desk(f"/appointments/a/{made['id']}").text
        play.answers(letter.links["cancel"])
        play.wait(lambda: of(play, made)["status"] == "cancelled" or None)
        # Within the hour: staff hear of the cancellation and of this in one note.
        again = {**asked, "start": free[len(free) // 2]}
        second = play.visitor().press(page, name="Una", email="una@example.org", **again)
        assert "Your time is booked." in second.text
    finally:
        play.salon.says()
    closed = play.visitor().get(f"{play.urls['waitlist']}/book")
    assert closed.status == 404


BOOKINGS: tuple[Story, ...] = (
    anyone_books_online_and_whoever_is_too_late_is_shown_other_times,
    staff_keep_the_book_at_google,
    what_staff_write_into_the_calendar_is_put_before_them,
    a_calendar_that_loses_all_its_appointments_ends_them_once_staff_confirm,
    a_booking_that_is_forwarded_becomes_a_proposal,
    a_mail_to_both_desks_and_to_an_event_reaches_all_three,
    a_reply_to_a_reminder_reaches_staff_and_stop_ends_messages,
)
