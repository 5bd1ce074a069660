"""Stories of rare days at a business: in-between moments, and the turn of a year."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from botocore.exceptions import ClientError

from tests.aws import stories_of_bookings as book
from tests.aws import stories_of_staff as line
from tests.aws.play import MAIL_DOMAIN, ZONE, Play, bucket
from tests.aws.stories import Story
from tests.aws.stories_of_appointments import books, moves_to_before, named, note, of, stands
from tests.aws.stories_of_staff import asks, cells, discards, looks, rings, starts_anew
from tests.aws.stories_of_trouble import not_allowed, replay
from tests.support.fake_servers import Speaker, speaking

HOLIDAYS = "Closed: public holidays of SG"
PATIENCE = 7.0  # less than whoever sends texts has


def a_booking_that_could_not_be_read_is_set_aside_and_read_by_replay(play: Play) -> None:
    play.salon.says()
    with not_allowed(play, "ar-intake-ses-parser", "s3:GetObject"):
        _forwarded(play, "Pia", "Bob", "tool@example.org")
        play.wait(lambda: play.dead_letters("ar") > 0)
    assert "failed" not in replay(play, "ar")
    assert "Pia" in str(play.api("GET", "/proposals?state=open")["items"])
    discards(play)
    assert play.dead_letters("ar") == 0


def _forwarded(play: Play, name: str, service: str, sender: str) -> None:
    day = play.there() + timedelta(days=4)
    words = f"{name} has booked a {service} on {day:%Y-%m-%d} at 14:00"
    asks(play, words, sender, f"bookings@{MAIL_DOMAIN}", "bookings")


def a_reminder_that_is_on_its_way_while_its_time_is_moved_is_noted_with_the_old_time(
    play: Play,
) -> None:
    one = books(play, "Layers", "Ugo", remind_at=[24])
    with slow_texts(play) as (asked, may_go):
        moves_to_before(play, one, 24)
        play.api("GET", f"/appointments/{one['id']}")  # a desk that is awake answers at once
        assert asked.wait(90)
        later = datetime.fromisoformat(one["starts_at"]) + timedelta(days=3)
        move = {"starts_at": f"{later:%Y-%m-%dT%H:%M}", "tell": False}
        play.api("PATCH", f"/appointments/{one['id']}", move)
        may_go.set()
        play.text(one["phone"])
        play.wait(lambda: one["id"] in _kept(play, "ar-sends-archive"))
    assert one["id"] not in _kept(play, "ar-sends")


def a_row_gets_another_number_after_its_alert_and_another_day_after_its_reminder(
    play: Play,
) -> None:
    play.salon.says()
    with book.connected(play) as google:
        sheet = google.spreadsheets[book.BOOK]
        for cell, words in {"A2": "Wim", "H1": "Reminders", "H2": "24"}.items():
            sheet.set(cell, words)
        rings(play, "ar-drive-sync")
        one = play.wait(lambda: named(play, "Wim"))
        moves_to_before(play, one, 24)
        play.text(one["phone"])
        moves_to_before(play, one, 0.5)
        assert note(play, one["id"]).text
        sheet.set("B2", play.salon.phone())
        looks(play, "appointments")
        assert of(play, one)["phone"] != one["phone"]
        day = datetime.fromisoformat(one["starts_at"]) + timedelta(days=5)
        sheet.set("E2", f"{day:%Y-%m-%d}")
        looks(play, "appointments")
        assert of(play, one)["starts_at"].startswith(f"{day:%Y-%m-%d}")
    assert one["id"] in _kept(play, "ar-sends-archive")
    play.api("PATCH", f"/appointments/{one['id']}", {"status": "cancelled"})


def _kept(play: Play, table: str) -> str:
    return str(play.emulator.client("dynamodb").scan(TableName=table)["Items"])


class _SlowTexts(Speaker):
    """Hands on to SNS whatever it is asked; a text only when it may go."""

    port: int
    asked: threading.Event
    may_go: threading.Event

    def answer(self, body: bytes) -> None:
        if b"Action=Publish" in body:
            self.asked.set()
            self.may_go.wait(PATIENCE)
        sns = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sns.request("POST", self.path, body, dict(self.headers))
        said = sns.getresponse()
        self.say(said.status, said.read(), Content_Type=said.headers["Content-Type"])
        sns.close()


@contextmanager
def slow_texts(play: Play) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Let SNS take its time; say when it was asked for a text, and be told when it may go."""
    asked, may_go = threading.Event(), threading.Event()
    with speaking(_SlowTexts, port=play.emulator.port, asked=asked, may_go=may_go) as port:
        starts_anew(play, "ar-dispatch", AWS_ENDPOINT_URL_SNS=f"http://127.0.0.1:{port}")
        try:
            yield asked, may_go
        finally:
            may_go.set()
            starts_anew(play, "ar-dispatch", AWS_ENDPOINT_URL_SNS=play.emulator.url)


def bookings_that_vanish_from_the_diary_end_appointments_and_begin_the_books_of_their_days(
    play: Play,
) -> None:
    """One of them stands in the book; the other is on a day of which nothing is known yet."""
    with line.connected(play) as google:
        diary = google.calendars[line.DIARY]
        known, far = diary.events["b1"], _in_weeks(play)
        diary.put(**{**known, "id": "b4", "iCalUID": "b4@example.org", **_times(far)})
        starts = datetime.fromisoformat(known["start"]["dateTime"]).replace(tzinfo=None)
        one = books(play, "Tint", "Vera", staff="Sam", starts_at=f"{starts:%Y-%m-%dT%H:%M}")
        seen = _syncs(play)
        rings(play)
        play.wait(lambda: _syncs(play) > seen)
        for name in ("b1", "b4"):
            diary.put(**{**diary.events[name], "status": "cancelled"})
        rings(play)
        stands(play, one, "cancelled")
        play.wait(lambda: f"{far:%Y-%m-%d}" in _kept(play, "ar-book"))


def _syncs(play: Play) -> int:
    """Count how often it was looked at what is kept elsewhere, from beginning to end."""
    return sum(one.function == "wl-drive-sync" for one in play.record.runs)


def _in_weeks(play: Play) -> datetime:
    return (play.there() + timedelta(weeks=6)).replace(hour=10, minute=0, second=0, microsecond=0)


def _times(starts: datetime) -> dict[str, Any]:
    times = {"start": starts, "end": starts + timedelta(minutes=30)}
    return {
        name: {"dateTime": at.replace(tzinfo=ZoneInfo(ZONE)).isoformat()}
        for name, at in times.items()
    }


def in_another_year_holidays_are_known_anew_and_whoever_was_booked_is_forgotten_everywhere(
    play: Play,
) -> None:
    """Their row is gone from every version of the sheet, and so is the mail of their booking."""
    play.salon.says(hours=HOLIDAYS)
    with book.connected(play) as google:
        sheet = google.spreadsheets[book.BOOK]
        rings(play, "ar-calendar-sync")
        play.wait(lambda: f"{play.there().year + 2}-12-31" in _kept(play, "ev-desk"))
        mailed = _is_booked_by_mail(play, "Oda", "oda@example.org")
        looks(play, "appointments")
        assert {"Lea", "Oda"} <= cells(sheet)
        play.moves_to(_another_year(play))
        play.wait(lambda: play.api("GET", f"/appointments/{mailed['id']}")["name"] != "Oda")
        looks(play, "appointments")
        assert not {"Lea", "Oda"} & cells(sheet)
        rings(play, "ar-calendar-sync")
        play.wait(lambda: f"{play.there().year + 2}-12-31" in _kept(play, "ev-desk"))
        assert _mails(play)
        play.moves_to(play.there() + timedelta(minutes=16))
        play.wait(lambda: not any(b"oda@example.org" in one for one in _mails(play)))
    play.salon.says()


def _is_booked_by_mail(play: Play, name: str, sender: str) -> dict[str, Any]:
    _forwarded(play, name, "Bob", sender)

    def proposed() -> str | None:
        found = play.api("GET", "/proposals?state=open")["items"]
        return next((one["id"] for one in found if name in str(one)), None)

    play.api("POST", f"/proposals/{play.wait(proposed)}/edit", {"name": name, "email": sender})
    found = named(play, name)
    assert found
    return found


def _mails(play: Play) -> list[bytes]:
    """Read every version of every mail about a booking; one may be deleted while we read."""
    files, place = play.emulator.client("s3"), bucket("ar-raw-mime")
    found = files.list_object_versions(Bucket=place).get("Versions", ())
    mails = []
    for one in found:
        try:
            mail = files.get_object(Bucket=place, Key=one["Key"], VersionId=one["VersionId"])
        except ClientError as error:
            if error.response["Error"]["Code"] not in {"NoSuchVersion", "NoSuchKey"}:
                raise
        else:
            mails.append(mail["Body"].read())
    return mails


def _another_year(play: Play) -> datetime:
    """Return a night of another year that is late enough for those booked now to be erased."""
    then = play.there() + timedelta(days=40)
    new_year = datetime(play.there().year + 1, 1, 2)
    return max(then, new_year).replace(hour=2, minute=59, second=57)


RARE_DAYS: tuple[Story, ...] = (
    a_booking_that_could_not_be_read_is_set_aside_and_read_by_replay,
    a_reminder_that_is_on_its_way_while_its_time_is_moved_is_noted_with_the_old_time,
    a_row_gets_another_number_after_its_alert_and_another_day_after_its_reminder,
    bookings_that_vanish_from_the_diary_end_appointments_and_begin_the_books_of_their_days,
    in_another_year_holidays_are_known_anew_and_whoever_was_booked_is_forgotten_everywhere,
)
