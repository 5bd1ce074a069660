"""Stories of what staff keep elsewhere, and of requests that are mailed to them."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fullhouse.kernel.voice_text import DEFAULT_VOICE
from infra.names import SCHEDULER_ROLE, SCHEDULES
from tests.aws.emulator import ACCOUNT, REGION
from tests.aws.mail_shapes import taken_by_ses
from tests.aws.play import MAIL_DOMAIN, STAFF, ZONE, Play, address, bucket
from tests.aws.salon import rules
from tests.aws.stories import Story
from tests.lanes.google import fake
from tests.lanes.google.fake import FakeGoogle, fake_google, key_file
from tests.lanes.google.grid import Calendar, Spreadsheet, tab
from tests.lanes.mail.letters import mail

SHEET, RULES = "the-salons-own-waitlist-sheet", "the-salons-own-rules-document"
VOICE = "the-salons-own-voice-document"
DIARY = "diary@group.calendar.google.com"


def a_request_that_is_mailed_becomes_a_proposal_that_staff_approve(play: Play) -> None:
    play.salon.says()
    words = "Hello, could you put me on the list for Layers? My number is +65 8123 7000. Thanks, Ada"
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
    asks(play, "I come to the evening. And a Cut some day, please.", person, f"waitlist@{MAIL_DOMAIN}, {to}")
    play.letter(person, "confirmation")
    play.wait(lambda: len(play.letters(STAFF, "proposal")) > known)
    discards(play)


def discards(play: Play) -> None:
    """Let every proposal go, once there is one."""
    for one in play.wait(lambda: play.api("GET", "/proposals?state=open")["items"]):
        play.api("POST", f"/proposals/{one['id']}/discard")


def asks(play: Play, text: str, sender: str, to: str) -> None:
    """Put a mail where SES puts what is for the waitlist."""
    raw = mail(text, sender=f"Somebody <{sender}>").replace(b"rsvp+party@rsvp.test", to.encode())
    body = taken_by_ses(raw, f"waitlist@{MAIL_DOMAIN}", sender=sender)
    key = f"waitlist/mail{time.time_ns()}"
    play.emulator.client("s3").put_object(Bucket=bucket("wl-raw-mime"), Key=key, Body=body)


def staff_keep_the_list_the_rules_and_the_diary_at_google(play: Play) -> None:
    """A row is added, changed and removed there; a booking is cancelled; a version is put back from the desk."""
    salon = play.salon
    with connected(play) as google:
        sheet = google.spreadsheets[SHEET]
        _rings(play)
        row = play.wait(lambda: next(iter(play.api("GET", "/waitlist?service=Highlights")["items"]), None))
        play.wait(lambda: row["id"] in _cells(sheet))
        sheet.set("A2", "Edna")
        _looks(play)
        assert salon.entry(row["id"])["name"] == "Edna"
        slot = salon.frees("Highlights", hours=30)
        play.text(row["phone"])
        del sheet.tabs[0].cells[1]
        sheet.version += 1
        _looks(play)
        assert salon.entry(row["id"])["state"] == "removed"
        salon.stands(slot, "handed_back")
        page = play.desk("/waitlist/sheet")
        versions = re.findall(r"/desk/waitlist/sheet/versions/([\w-]+)", page.text)
        assert play.desk(f"/waitlist/sheet/versions/{versions[-1]}").text.startswith(("Name", "\ufeffName"))
        assert play.host.press(page, to="/back", version=versions[-1]).status == 200
        back = play.wait(lambda: next(iter(play.api("GET", "/waitlist?service=Highlights")["items"]), None))
        play.host.press(play.desk(f"/waitlist/entries/{back['id']}"), to="/erase", sure="yes")
        _looks(play)
        assert not {"Edda", "Edna"} & _cells(sheet)
        diary = google.calendars[DIARY]
        waits = salon.waits("Tint", "Ike")
        diary.put(**{**diary.events["b1"], "status": "cancelled"})
        _rings(play)
        play.text(waits["phone"], 2)
        (freed,) = [one for one in _slots(play) if one["service"] == "Tint" and one["status"] == "open"]
        assert (freed["staff"], freed["reason"]) == ("Sam", "cancelled")
        diary.put(**{**diary.events["b1"], "status": "confirmed"})
        _rings(play)
        salon.stands(freed["id"], "handed_back")
        kept = play.emulator.client("s3").list_objects_v2(Bucket=bucket("wl-rules-source"))["Contents"]
        assert {one["Key"] for one in kept} == {"rules.md", "voice.md"}


def _slots(play: Play) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = play.api("GET", "/slots?limit=50")["items"]
    return found


def _cells(sheet: Spreadsheet) -> set[str]:
    return {str(cell.value) for line in sheet.tabs[0].cells for cell in line}


def _looks(play: Play) -> None:
    """Have the sheet looked at from the desk."""
    answer = play.host.press(play.desk("/waitlist/sheet"), to="/look")
    assert answer.status == 200, answer.text


def _rings(play: Play) -> None:
    """Ring as the stack's own schedule does every few minutes, where something is kept elsewhere."""
    soon = play.emulator.now() + timedelta(seconds=1)
    play.emulator.client("scheduler").create_schedule(
        Name=f"sync-{time.time_ns()}",
        GroupName=SCHEDULES,
        ScheduleExpression=f"at({soon:%Y-%m-%dT%H:%M:%S})",
        FlexibleTimeWindow={"Mode": "OFF"},
        ActionAfterCompletion="DELETE",
        Target={
            "Arn": f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:wl-drive-sync",
            "RoleArn": f"arn:aws:iam::{ACCOUNT}:role/{SCHEDULER_ROLE}",
            "Input": '{"sync": true}',
        },
    )


@contextmanager
def connected(play: Play) -> Iterator[FakeGoogle]:
    """Connect the salon to a Google on the loopback, as its owner does by parameters and a key; then take it back."""
    said = {"sheet": SHEET, "rules": RULES, "voice": VOICE, "calendar": DIARY}
    settings, safe = play.emulator.client("ssm"), play.emulator.client("secretsmanager")
    its_clock = SimpleNamespace(time=lambda: play.emulator.now().timestamp())
    with pytest.MonkeyPatch.context() as patch, fake_google() as google:
        patch.setattr(fake, "time", its_clock)
        _fills(play, google)
        safe.put_secret_value(SecretId="wl/drive/sa", SecretString=key_file(f"{google.url}/token").decode())
        for name, value in said.items():
            settings.put_parameter(Name=f"/wl/config/{name}", Value=value, Type="String")
        _starts_anew(play, google.url)
        try:
            yield google
        finally:
            settings.delete_parameters(Names=[f"/wl/config/{name}" for name in said])
            _starts_anew(play, "")


def _fills(play: Play, google: FakeGoogle) -> None:
    edda = ["Edda", play.salon.phone(), "Highlights", "edda@example.org"]
    rows = (["Name", "Phone", "Service", "Email"], edda)
    google.spreadsheets[SHEET] = Spreadsheet(tab("List", *rows, size=(400, 16)))
    for document, words in ((RULES, rules()), (VOICE, DEFAULT_VOICE)):
        google.spreadsheets[document] = Spreadsheet()
        google.documents[document] = words
    google.calendars[DIARY] = Calendar(ZONE)
    first = (play.there() + timedelta(hours=26)).replace(minute=0, second=0, microsecond=0, tzinfo=ZoneInfo(ZONE))
    for number in range(1, 4):
        starts = first + timedelta(hours=number)
        times = {"start": starts, "end": starts + timedelta(minutes=30)}
        more = {"status": "confirmed", "iCalUID": f"b{number}@example.org", "summary": "Tint with Sam"}
        said = {name: {"dateTime": at.isoformat()} for name, at in times.items()}
        google.calendars[DIARY].put(id=f"b{number}", **more, **said)


def _starts_anew(play: Play, google: str) -> None:
    """Let the two functions that know of it start anew: what they are told they read once."""
    functions = play.emulator.client("lambda")
    for name in ("wl-drive-sync", "ev-desk"):
        known = functions.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
        functions.update_function_configuration(
            FunctionName=name, Environment={"Variables": {**known, "WL_GOOGLE": google}}
        )


STAFFS: tuple[Story, ...] = (
    a_request_that_is_mailed_becomes_a_proposal_that_staff_approve,
    a_mail_to_an_event_and_to_the_waitlist_reaches_both,
    staff_keep_the_list_the_rules_and_the_diary_at_google,
)
