"""How each reminder of an appointment stands, told from what was decided and what has left."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from fullhouse.kernel.messages import Message, Status
from fullhouse.products.frontdesk.appointments.model import Appointment, Send
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.web.appointments.reminder_status import chain_of, reminder_sentences
from fullhouse.web.links import rules_of
from tests.web.appointments.shop import Shop

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
BOOK = Rulebook(services=(Service("Cut", 45, remind_at_hours=(48, 24, 2)),))
ADA = Appointment(
    id="ada",
    name="Ada",
    service="Cut",
    starts_at=NOW + timedelta(hours=72),
    minutes=45,
    made_at=NOW,
    reminded=(),
)


def message(status: Status) -> Message:
    return Message(
        id="m",
        product="appointments",
        kind="reminder",
        to="x",
        scope="x",
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
        status=status,
    )


def statuses(
    hours_later: float = 0, *, left: tuple[int, ...] = (), said: Status | None = None, **more: Any
) -> Any:
    appointment = msgspec.structs.replace(ADA, **more)
    sent = {
        one: Send(
            appointment_id="ada",
            id=f"{one:04d}",
            chain=1,
            move="first_reminder",
            channel="mail",
            sent_at=NOW,
        )
        for one in left
    }
    words = None if said is None else message(said)
    messages = dict.fromkeys(set(appointment.reminded) - set(left), words)
    return [
        (one.window, one.status)
        for one in reminder_sentences(
            appointment, BOOK, sent, messages, NOW + timedelta(hours=hours_later)
        )
    ]


def test_what_lies_ahead_is_due_with_its_time() -> None:
    links = reminder_sentences(ADA, BOOK, {}, {}, NOW)
    assert [(one.window, one.move, one.due_at, one.status) for one in links] == [
        (48, "first_reminder", NOW + timedelta(hours=24), "due"),
        (24, "second_reminder", NOW + timedelta(hours=48), "due"),
        (2, "second_reminder", NOW + timedelta(hours=70), "due"),
    ]


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("queued", "queued"),
        ("sending", "queued"),
        ("kept", "kept"),
        ("failed", "failed"),
        ("sent", "sent"),
    ],
)
def test_what_was_decided_stands_as_its_message_does(status: Status, said: str) -> None:
    assert statuses(25, reminded=(48,), said=status) == [(48, said), (24, "due"), (2, "due")]


def test_what_has_left_says_when() -> None:
    assert statuses(25, reminded=(48,), left=(48,)) == [(48, "sent"), (24, "due"), (2, "due")]


def test_what_has_no_message_was_told_to_staff() -> None:
    assert statuses(25, reminded=(48,)) == [(48, "told_staff"), (24, "due"), (2, "due")]


def test_what_was_past_when_the_time_was_made_is_skipped_and_the_next_is_the_first() -> None:
    late = msgspec.structs.replace(ADA, made_at=NOW + timedelta(hours=30))
    links = reminder_sentences(late, BOOK, {}, {}, NOW + timedelta(hours=30))
    assert [(one.move, one.status) for one in links] == [
        ("second_reminder", "skipped"),
        ("first_reminder", "due"),
        ("second_reminder", "due"),
    ]


def test_what_was_missed_is_skipped_once_a_later_one_has_left() -> None:
    assert statuses(49, reminded=(24,), left=(24,)) == [(48, "skipped"), (24, "sent"), (2, "due")]


def test_what_is_answered_needs_no_more() -> None:
    told_once = statuses(25, reminded=(48,), left=(48,), status="confirmed")
    assert told_once == [(48, "sent"), (24, "not_needed"), (2, "not_needed")]


def test_what_has_begun_gets_none() -> None:
    assert statuses(72) == [(48, "skipped"), (24, "skipped"), (2, "skipped")]


def test_one_that_left_stays_although_the_rules_say_otherwise_by_now() -> None:
    assert statuses(25, reminded=(36,), left=(36,), remind_at=(2,)) == [(36, "sent"), (2, "due")]


def test_where_a_reminder_went_another_way_that_one_counts(shop: Shop) -> None:
    shop.books(phone="+491711234567")
    # It is night when the first is decided on, and by morning they want no texts.
    shop.clock.move_to(NOW + timedelta(hours=60))
    shop.give(NoteReach(address="+491711234567", reach="opted_out"))

    def now() -> list[str]:
        appointment = shop.appointment()

        async def chain() -> list[str]:
            return [one.status for one in chain_of(shop.engine, appointment, rules_of(shop.engine))]

        return shop.call(chain)

    assert now() == ["queued", "due"]
    shop.passes(hours=9.5)
    assert now() == ["kept", "due"]
    shop.passes(hours=0.5)
    assert now() == ["kept", "kept"]
