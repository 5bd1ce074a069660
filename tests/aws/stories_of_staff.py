"""Stories of what staff keep elsewhere, and of requests that are mailed to them."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from fullhouse.products.frontdesk.shared.our_voice import DEFAULT_VOICE
from infra.names import SCHEDULER_ROLE, SCHEDULES
from tests.aws.emulator import ACCOUNT, REGION
from tests.aws.mail_shapes import taken_by_ses
from tests.aws.play import MAIL_DOMAIN, STAFF, ZONE, Play, address, bucket
from tests.aws.salon import rules
from tests.aws.stories import Story, mail_arrives, reply_address
from tests.aws.words import ARE_MISSING
from tests.inbound.google.fake import FakeGoogle, fake_google, key_file
from tests.inbound.google.grid import Calendar, Spreadsheet, tab
from tests.inbound.mail.letters import mail

SHEET, RULES = "the-salons-own-waitlist-sheet", "the-salons-own-rules-document"
VOICE = "the-salons-own-voice-document"
DIARY = "diary@group.calendar.google.com"


def a_request_that_is_mailed_becomes_a_proposal_that_staff_approve(play: Play) -> None:
    play.salon.says()
    words = (
        "Hello, could you put me on the list for Layers? My number is +65 8123 7000. Thanks, Ada"
    )
    asks(play, words, "ada@example.org", f"waitlist@{MAIL_DOMAIN}")
    (one,) = play.wait(lambda: play.api("GET", "/proposals?state=open")["items"])
    play.letter(STAFF, "proposal")
    page = play.desk("/waitlist/proposals")
    assert "ada@example.org" in page.text
    fields = {"name": "Ada", "service": "Layers", "phone": "+6581237000"}
    play.host.press(play.desk(f"/waitlist/proposals/{one['id']}"), to=f"/{one['id']}", **fields)
    assert [row["name"] for row in play.api("GET", "/waitlist?service=Layers")["items"]] == ["Ada"]
    raw = re.search(r"/desk(/mail/[\w./-]+)", play.desk("/mail").text)
    assert raw, play.desk("/mail").text
    assert play.desk(raw[1]).status == 200
    found = play.host.press(play.desk("/person"), to="/person", address="ada@example.org")
    assert "Ada" in play.host.press(found, to="/person/export").text
    play.host.press(found, to="/person/erase")
    assert play.api("GET", "/waitlist?service=Layers")["items"] == []
    found = play.host.press(play.desk("/person"), to="/person", address="+6581237000")
    assert "Ada" not in found.text


def a_mail_to_an_event_and_to_the_waitlist_reaches_both(play: Play) -> None:
    event = play.opens("Open house", 3)
    person = address(event, "Cleo")
    to = f"rsvp+{event}@{MAIL_DOMAIN}"
    known = len(play.letters(STAFF, "proposal"))
    asks(
        play,
        "I come to the evening. And a Cut some day, please.",
        person,
        f"waitlist@{MAIL_DOMAIN}, {to}",
    )
    play.letter(person, "confirmation")
    play.wait(lambda: len(play.letters(STAFF, "proposal")) > known)
    discards(play)


def a_customers_reply_reaches_staff_and_stop_ends_their_messages(play: Play) -> None:
    """Replies come to the bucket of events, and are copied to that of their product."""
    play.salon.says()
    rae = "rae@example.org"
    waits_for_later(play, "Layers", "Rae", rae)
    play.letter(rae, "joined")
    has_an_idle_slot(play, "Layers")
    reply_and_stop(play, rae)


def waits_for_later(play: Play, service: str, name: str, email: str) -> None:
    """Wait for a time that is weeks away."""
    earliest = f"{play.there() + timedelta(weeks=6):%Y-%m-%d}"
    person = {"name": name, "email": email, "service": service, "earliest": earliest}
    play.api("POST", "/waitlist", person)


def has_an_idle_slot(play: Play, service: str) -> None:
    """Free two slots that fit one person only: the second waits for their answer to the first."""
    asked = play.salon.waits(service, "Uma")
    for hours in (3, 4):
        play.salon.frees(service, hours=hours)
    play.text(asked["phone"])


def reply_and_stop(play: Play, person: str) -> None:
    """Answer one's last mail with a question, and then with STOP."""
    to = reply_address(play, person)
    mail_arrives(play, f"Could it be later in the week? ({person})", person, to)
    discards(play)
    mail_arrives(play, "STOP", person, to)
    play.wait(lambda: "it asks for no more mail" in play.desk("/mail").text)


def discards(play: Play) -> None:
    """Let every proposal go, once there is one."""
    for one in play.wait(lambda: play.api("GET", "/proposals?state=open")["items"]):
        play.api("POST", f"/proposals/{one['id']}/discard")


BUCKETS = {"waitlist": "wl-raw-mime", "bookings": "ar-raw-mime"}


def asks(play: Play, text: str, sender: str, to: str, desk: str = "waitlist") -> None:
    """Put a mail where SES puts what is for the waitlist, or about bookings."""
    raw = mail(text, sender=f"Somebody <{sender}>").replace(b"rsvp+party@rsvp.test", to.encode())
    body = taken_by_ses(raw, f"{desk}@{MAIL_DOMAIN}", sender=sender)
    key = f"{desk}/mail{time.time_ns()}"
    play.emulator.client("s3").put_object(Bucket=bucket(BUCKETS[desk]), Key=key, Body=body)


def staff_keep_the_list_the_rules_and_the_diary_at_google(play: Play) -> None:
    """A row is added, changed and removed; a booking is cancelled; a version is restored."""
    salon = play.salon
    # Of the only one who waits staff would be asked.
    waits_for_later(play, "Updo", "Otto", "otto@example.org")
    with connected(play) as google:
        sheet = google.spreadsheets[SHEET]
        rings(play)
        row = play.wait(
            lambda: next(iter(play.api("GET", "/waitlist?service=Highlights")["items"]), None)
        )
        play.wait(lambda: row["id"] in cells(sheet))
        sheet.set("A2", "Edna")
        looks(play)
        assert salon.entry(row["id"])["name"] == "Edna"
        slot = salon.frees("Highlights", hours=30)
        play.text(row["phone"])
        del sheet.tabs[0].cells[1]
        sheet.version += 1
        looks(play)
        assert salon.entry(row["id"])["state"] == "removed"
        salon.stands(slot, "open")
        page = play.desk("/waitlist/sheet")
        versions = re.findall(r"/desk/waitlist/sheet/versions/([\w-]+)", page.text)
        assert play.desk(f"/waitlist/sheet/versions/{versions[-1]}").text.startswith(
            ("Name", "\ufeffName")
        )
        assert play.host.press(page, to="/back", version=versions[-1]).status == 200
        back = play.wait(
            lambda: next(iter(play.api("GET", "/waitlist?service=Highlights")["items"]), None)
        )
        play.host.press(play.desk(f"/waitlist/entries/{back['id']}"), to="/erase", sure="yes")
        looks(play)
        assert not {"Edda", "Edna"} & cells(sheet)
        diary = google.calendars[DIARY]
        waits = salon.waits("Tint", "Ike")
        diary.put(**{**diary.events["b1"], "status": "cancelled"})
        rings(play)
        play.text(waits["phone"], 2)
        (freed,) = [
            one for one in _slots(play) if one["service"] == "Tint" and one["status"] == "open"
        ]
        assert (freed["staff"], freed["reason"]) == ("Sam", "cancelled")
        diary.put(**{**diary.events["b1"], "status": "confirmed"})
        rings(play)
        salon.stands(freed["id"], "handed_back")
        kept = play.emulator.client("s3").list_objects_v2(Bucket=bucket("wl-rules-source"))[
            "Contents"
        ]
        assert {one["Key"] for one in kept} == {"rules.md", "voice.md"}


def whoever_stands_in_the_sheet_is_written_there_anew_when_they_book_and_when_their_dates_pass(
    play: Play,
) -> None:
    salon = play.salon
    day = play.there() + timedelta(hours=3)
    with connected(play) as google:
        sheet = google.spreadsheets[SHEET]
        books, passes = (
            salon.waits("Rinse", "Ivo"),
            salon.waits("Layers", "Jil", latest=f"{day:%Y-%m-%d}"),
        )
        looks(play)
        assert {"Ivo", "Jil"} <= cells(sheet)
        salon.frees("Rinse", hours=5)
        play.answers(play.text(books["phone"], 2).link)
        play.moves_to((day + timedelta(days=1)).replace(hour=2, minute=59, second=57))
        play.wait(lambda: salon.entry(passes["id"])["state"] == "expired")
        assert salon.entry(books["id"])["state"] == "booked"


def _slots(play: Play) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = play.api("GET", "/slots?limit=50")["items"]
    return found


def cells(sheet: Spreadsheet) -> set[str]:
    return {str(cell.value) for line in sheet.tabs[0].cells for cell in line}


def looks(play: Play, desk: str = "waitlist") -> None:
    """Have the sheet looked at from the desk."""
    answer = play.host.press(play.desk(f"/{desk}/sheet"), to="/look")
    if ARE_MISSING in answer.text:  # what other stories wrote; staff keep it
        source = "appointments-sheet" if desk == "appointments" else "sheet"
        play.host.press(play.desk(f"/{desk}"), to=f"/removals/{source}")
        answer = play.host.press(play.desk(f"/{desk}/sheet"), to="/look")
    assert answer.status == 200, answer.text


def rings(play: Play, function: str = "wl-drive-sync") -> None:
    """Run the stack's own periodic schedule for outside sources once."""
    soon = play.emulator.now() + timedelta(seconds=1)
    play.emulator.client("scheduler").create_schedule(
        Name=f"sync-{time.time_ns()}",
        GroupName=SCHEDULES,
        ScheduleExpression=f"at({soon:%Y-%m-%dT%H:%M:%S})",
        FlexibleTimeWindow={"Mode": "OFF"},
        ActionAfterCompletion="DELETE",
        Target={
            "Arn": f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{function}",
            "RoleArn": f"arn:aws:iam::{ACCOUNT}:role/{SCHEDULER_ROLE}",
            "Input": '{"sync": true}',
        },
    )


@contextmanager
def connected(play: Play) -> Iterator[FakeGoogle]:
    """Connect the salon to a Google on the loopback by parameters and a key; then disconnect it."""
    said = {"sheet": SHEET, "rules": RULES, "voice": VOICE, "calendar": DIARY}
    with fake_google() as google:
        google.clock = lambda: play.emulator.now().timestamp()
        _fills(play, google)
        with told_of(play, google, "wl", said, "wl-drive-sync"):
            yield google


@contextmanager
def told_of(
    play: Play, google: FakeGoogle, product: str, said: dict[str, str], *functions: str
) -> Iterator[None]:
    """Say where staff keep what, and hand over the key, as the owner does; then take it back."""
    settings, safe = play.emulator.client("ssm"), play.emulator.client("secretsmanager")
    safe.put_secret_value(
        SecretId=f"{product}/drive/sa", SecretString=key_file(f"{google.url}/token").decode()
    )
    for name, value in said.items():
        settings.put_parameter(Name=f"/{product}/config/{name}", Value=value, Type="String")
    starts_anew(play, *functions, WL_GOOGLE=google.url)
    try:
        yield
    finally:
        settings.delete_parameters(Names=[f"/{product}/config/{name}" for name in said])
        starts_anew(play, *functions, WL_GOOGLE="")


def _fills(play: Play, google: FakeGoogle) -> None:
    edda = ["Edda", play.salon.phone(), "Highlights", "edda@example.org"]
    rows = (["Name", "Phone", "Service", "Email"], edda)
    fresh = Spreadsheet(tab("List", *rows, size=(400, 16)))
    google.spreadsheets[SHEET] = play.kept.setdefault(SHEET, fresh)
    for document, words in ((RULES, rules()), (VOICE, DEFAULT_VOICE)):
        google.spreadsheets[document] = Spreadsheet()
        google.documents[document] = words
    google.calendars[DIARY] = Calendar(ZONE)
    first = (play.there() + timedelta(hours=26)).replace(
        minute=0, second=0, microsecond=0, tzinfo=ZoneInfo(ZONE)
    )
    for number in range(1, 4):
        starts = first + timedelta(hours=number)
        times = {"start": starts, "end": starts + timedelta(minutes=30)}
        more = {
            "status": "confirmed",
            "iCalUID": f"b{number}@example.org",
            "summary": "Tint with Sam",
        }
        said = {name: {"dateTime": at.isoformat()} for name, at in times.items()}
        google.calendars[DIARY].put(id=f"b{number}", **more, **said)


def starts_anew(play: Play, *names: str, **said: str) -> None:
    """Restart the desk and the functions that use the setting, which they read only once."""
    functions = play.emulator.client("lambda")
    for name in (*names, "ev-desk"):
        known = (
            functions.get_function_configuration(FunctionName=name)
            .get("Environment", {})
            .get("Variables", {})
        )
        functions.update_function_configuration(
            FunctionName=name, Environment={"Variables": {**known, **said}}
        )


STAFFS: tuple[Story, ...] = (
    a_request_that_is_mailed_becomes_a_proposal_that_staff_approve,
    a_mail_to_an_event_and_to_the_waitlist_reaches_both,
    a_customers_reply_reaches_staff_and_stop_ends_their_messages,
    staff_keep_the_list_the_rules_and_the_diary_at_google,
    whoever_stands_in_the_sheet_is_written_there_anew_when_they_book_and_when_their_dates_pass,
)
