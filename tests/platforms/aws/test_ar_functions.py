"""The functions of appointments on the emulator: each is handed what AWS would hand it."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws import clients
from fullhouse.platforms.aws.functions import (
    ar_calendar_sync,
    ar_dispatch,
    ar_drive_sync,
    ar_refill,
    ar_reminder,
    ar_summary,
    wl_sender,
)
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, CancelAppointment
from fullhouse.products.frontdesk.appointments.model import SCOPE, Appointment, SendsOf
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.waitlist.model import Slot
from tests.aws.emulator import Emulator
from tests.aws.shapes import Context, stream_event
from tests.platforms.aws.lately import booked_and_freed_lately
from tests.platforms.aws.living import Living, fresh_clients, living
from tests.platforms.aws.parts import logs_kept
from tests.products.frontdesk.waitlist.salon import RULES_TEXT

AWAKE = RULES_TEXT.replace("21:00 to 08:00", "none").replace(
    "Staff:", "Closed: public holidays of DE-BE\nStaff:"
)
WRONG: tuple[Any, ...] = (
    ar_reminder,
    ar_dispatch,
    ar_refill,
    ar_summary,
    ar_drive_sync,
    ar_calendar_sync,
)


@pytest.fixture(scope="module", autouse=True)
def _fresh_clients() -> Iterator[None]:
    with fresh_clients():
        yield


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Iterator[Living]:
    """Anna comes in 90 minutes, and was due a reminder 2 hours before, when the time was moved."""
    with logs_kept(), living(emulator, monkeypatch) as found:
        for cached in (ar_drive_sync._outside, ar_calendar_sync._due):  # noqa: SLF001 - to empty it
            cached.cache_clear()
        found.give(SaveDocument(name="rules", text=AWAKE))
        books(found, "anna")
        yield found


def books(aws: Living, name: str) -> None:
    starts_at = SystemClock().now() + timedelta(minutes=61)
    fields: dict[str, Any] = {
        "name": name.title(),
        "service": "Cut",
        "email": f"{name}@example.org",
    }
    aws.give(BookAppointment(appointment_id=name, starts_at=starts_at, remind_at=(1,), **fields))


def later(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    now = SystemClock.now
    monkeypatch.setattr(SystemClock, "now", lambda self: now(self) + timedelta(minutes=minutes))


def messages(aws: Living, kind: str) -> list[Message]:
    return [one for one in aws.store.load(MessagePage(SCOPE)) if one.kind == kind]


def test_a_tick_has_those_moved_whose_reminder_is_due(
    aws: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(monkeypatch, 2)
    ar_reminder.handle({"tick": True}, Context())
    alarm = aws.store.alarm("move:anna")
    assert alarm is not None
    ar_reminder.handle({"alarm": "move:anna", "due_at": alarm.due_at.isoformat()}, Context())
    (reminder,) = messages(aws, "reminder")
    ar_dispatch.handle({"message": reminder.id}, Context())
    assert aws.message(reminder.id).status == "sent"
    assert [one.move for one in aws.store.load(SendsOf("anna"))] == ["first_reminder"]


def test_others_hear_of_a_move_on_the_bus_without_a_name(
    aws: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the stream of the audit, and of nothing else that stands there."""
    taken: list[dict[str, Any]] = []

    class Bus:
        def put_events(
            self,
            Entries: list[dict[str, Any]],  # noqa: N803 - as botocore has it
        ) -> dict[str, Any]:
            taken.extend(Entries)
            return {"Entries": [{"EventId": "x"} for _ in Entries]}

    monkeypatch.setattr(
        ar_reminder, "client", lambda name: Bus() if name == "events" else clients.client(name)
    )
    later(monkeypatch, 2)
    ar_reminder.handle({"tick": True}, Context())
    alarm = aws.store.alarm("move:anna")
    assert alarm is not None
    ar_reminder.handle({"alarm": "move:anna", "due_at": alarm.due_at.isoformat()}, Context())
    assert ar_reminder.handle(aws.stream("ar-audit"), Context()) == {"batchItemFailures": []}
    (told,) = taken
    assert (told["Source"], told["DetailType"]) == ("fullhouse.ar", "ar.first_reminder")
    detail = json.loads(told["Detail"])
    assert {name: detail[name] for name in ("appt_id", "channel")} == {
        "appt_id": "anna",
        "channel": "mail",
    }
    assert set(detail) == {"appt_id", "channel", "number", "at"}


def test_the_sender_hands_on_what_is_told_about_appointments(
    aws: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(monkeypatch, 2)
    asked: list[dict[str, Any]] = []

    class Functions:
        def invoke(self, **said: Any) -> None:
            asked.append(said)

    monkeypatch.setattr(
        wl_sender, "client", lambda name: Functions() if name == "lambda" else clients.client(name)
    )
    ar_reminder.handle({"tick": True}, Context())
    alarm = aws.store.alarm("move:anna")
    assert alarm is not None
    ar_reminder.handle({"alarm": "move:anna", "due_at": alarm.due_at.isoformat()}, Context())
    (reminder,) = messages(aws, "reminder")
    wl_sender.handle(stream_event(aws.message_record(reminder.id)), Context())
    (said,) = asked
    assert (said["InvocationType"], json.loads(said["Payload"])) == (
        "Event",
        {"message": reminder.id},
    )
    assert said["FunctionName"].endswith(":function:ar-dispatch")
    assert aws.message(reminder.id).status == "queued"


def test_a_given_up_time_is_freed_when_its_alarm_rings(aws: Living) -> None:
    aws.give(CancelAppointment(appointment_id="anna"))
    alarm = aws.store.alarm("free:annac1")
    assert alarm is not None
    ar_refill.handle({"alarm": "free:annac1", "due_at": alarm.due_at.isoformat()}, Context())
    slot = aws.store.load(Get(Slot, ("annac1",)))
    found = aws.store.load(Get(Appointment, ("anna",)))
    assert slot is not None
    assert found is not None
    assert (slot.status, found.status) == ("open", "cancelled")


def test_a_week_in_which_nothing_happened_is_not_summed_up(aws: Living) -> None:
    ar_summary.handle({"summarise": True}, Context())
    assert messages(aws, "summary") == []


def test_a_week_is_summed_up_once(aws: Living) -> None:
    booked_and_freed_lately(aws)
    for _ in range(2):
        ar_summary.handle({"summarise": True}, Context())
    (told,) = messages(aws, "summary")
    ar_dispatch.handle({"sweep": True}, Context())
    assert told.scope == SCOPE


def test_the_hour_works_out_the_public_holidays(aws: Living) -> None:
    year = SystemClock().now().year  # it may end while the holidays are worked out
    ar_calendar_sync.handle({"sync": True}, Context())
    found = aws.store.load(Get(Holidays, ("DE-BE",)))
    assert found is not None
    assert f"{year + 1}-12-25" in found.days


def test_where_no_sheet_is_kept_elsewhere_nothing_is_looked_at(aws: Living) -> None:
    assert ar_drive_sync.handle({"sync": True}, Context()) is None


@pytest.mark.parametrize("function", WRONG)
def test_what_is_no_ring_of_ours_is_refused(aws: Living, function: Any) -> None:
    with pytest.raises(HandlerFailed):
        function.handle({"else": True}, Context())
