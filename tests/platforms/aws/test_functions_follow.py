"""Effects of a commit, function by function, on the emulator."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
import time_machine

from fullhouse.engine.access import OWNER, Member
from fullhouse.engine.clock import SystemClock
from fullhouse.engine.ports import AuditPage, MessagePage, Written
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import QuietHours
from fullhouse.platforms.aws import bootstrap
from fullhouse.platforms.aws.dynamodb.item_codec import line_item
from fullhouse.platforms.aws.functions import (
    ev_host_summary,
    ev_keeper,
    ev_messenger,
    ev_offer_timeout,
    ev_reminder_fire,
)
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.products.rsvp.commands import (
    CancelEvent,
    CancelGuest,
    EditEvent,
    EraseGuest,
    OfferFreeSeats,
    SendHeadcount,
    SetGuestRetention,
)
from fullhouse.products.rsvp.model import Event, Guest
from tests.aws.emulator import Emulator
from tests.aws.shapes import Context, Json, ring, sequence_number, stream_event, stream_record
from tests.platforms.aws.living import Living, client, fresh_clients, living
from tests.platforms.aws.parts import logs_kept
from tests.support.rsvp_world import EVENT, sign_up

DONE: Json = {"batchItemFailures": []}


@pytest.fixture(scope="module", autouse=True)
def _fresh_clients() -> Iterator[None]:
    with fresh_clients():
        yield


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Iterator[Living]:
    with logs_kept(), living(emulator, monkeypatch) as found:
        yield found


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def the_offer(aws: Living, **fields: str) -> str:
    """Let anna's seat be offered to ben; return the key of the alarm at the offer's end."""
    aws.opens(cap=1, **fields)
    aws.give(sign_up("anna"), sign_up("ben"), CancelGuest(event_id=EVENT, guest_id="anna"))
    assert ev_keeper.handle(stream_event(aws.alarm_record(f"fill:{EVENT}")), Context()) == DONE
    return f"lapse:{EVENT}:ben-1"


def guest(aws: Living, name: str) -> Guest:
    found = aws.store.load(Get(Guest, (EVENT, name)))
    assert found is not None
    return found


def left_lying(aws: Living, key: str, minutes: float = 2) -> datetime:
    """Leave an alarm that should have rung some minutes ago."""
    due_at = SystemClock().now() - timedelta(minutes=minutes)
    aws.store.commit(
        Written(Decision(None, set_alarms=(Alarm(key, due_at, OfferFreeSeats(event_id=EVENT)),)))
    )
    return due_at


def test_keeper_books_what_is_to_ring_and_clears_what_is_not(aws: Living) -> None:
    aws.opens()
    keys = [f"reminder:{EVENT}:0:1d", f"thanks:{EVENT}"]
    told = stream_event(*(aws.alarm_record(key, number=at) for at, key in enumerate(keys)))
    assert ev_keeper.handle(told, Context()) == DONE
    assert ev_keeper.handle(told, Context()) == DONE
    assert [(function, when) for function, when, _ in aws.booked()] == [
        ("host-summary", "at(2126-06-21T09:00:00)"),
        ("reminder-fire", "at(2126-06-19T19:00:00)"),
    ]
    gone = stream_event(*(aws.cleared_record(key) for key in keys))
    aws.give(CancelEvent(event_id=EVENT))
    assert ev_keeper.handle(gone, Context()) == DONE
    assert aws.booked() == []


def test_keeper_reads_the_stream_as_it_is_written(aws: Living) -> None:
    aws.opens()
    aws.give(EditEvent(event_id=EVENT, starts_at=datetime(2126, 6, 27, 19, 0)))
    told = aws.stream("ev-alarms")
    assert {"INSERT", "MODIFY"} <= {record["eventName"] for record in told["Records"]}
    assert ev_keeper.handle(told, Context()) == DONE
    aws.give(CancelEvent(event_id=EVENT))
    assert ev_keeper.handle(aws.stream("ev-alarms"), Context()) == DONE
    assert aws.booked() == []


def test_keeper_makes_the_offer_as_soon_as_a_seat_is_freed(aws: Living) -> None:
    the_offer(aws)
    assert guest(aws, "ben").offer is not None
    assert aws.store.alarm(f"fill:{EVENT}") is None


def test_keeper_tells_lambda_where_it_could_not_go_on_and_does_the_rest(aws: Living) -> None:
    aws.opens()
    strange = stream_record(
        "ev-alarms", "REMOVE", {"key": {"S": "x"}}, number=1, old={"due_at": {"N": "never"}}
    )
    told = stream_event(strange, aws.alarm_record(f"thanks:{EVENT}", number=2))
    assert ev_keeper.handle(told, Context()) == {
        "batchItemFailures": [{"itemIdentifier": sequence_number(1)}]
    }
    assert len(aws.booked()) == 1


def test_keeper_puts_news_on_the_bus(aws: Living) -> None:
    aws.opens()
    aws.give(sign_up("anna"))
    events, queues = client(aws.emulator, "events"), client(aws.emulator, "sqs")
    url = queues.create_queue(QueueName="news")["QueueUrl"]
    arn = queues.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"][
        "QueueArn"
    ]
    events.put_rule(Name="news", EventPattern=json.dumps({"source": ["fullhouse.ev"]}))
    events.put_targets(Rule="news", Targets=[{"Id": "news", "Arn": arn}])
    lines = aws.store.load(AuditPage(EVENT))
    records = [
        stream_record(
            "ev-audit", "INSERT", {"event_id": {"S": EVENT}}, new=line_item(line, line.number)
        )
        for line in lines
    ]
    assert ev_keeper.handle(stream_event(*records), Context()) == DONE
    (heard,) = queues.receive_message(QueueUrl=url, WaitTimeSeconds=5)["Messages"]
    assert json.loads(heard["Body"])["detail-type"] == "ev.confirmed"
    events.remove_targets(Rule="news", Ids=["news"])
    events.delete_rule(Name="news")


def test_keeper_rings_what_schedules_ring_for_it(aws: Living) -> None:
    aws.opens()
    due_at = left_lying(aws, f"fill:{EVENT}")
    ev_keeper.handle(ring(f"fill:{EVENT}", due_at), Context())
    ev_keeper.handle(ring(f"fill:{EVENT}", due_at), Context())
    assert aws.store.alarm(f"fill:{EVENT}") is None


def test_the_sweep_rings_what_was_lost_and_has_late_messages_sent(
    aws: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    aws.opens()
    left_lying(aws, f"fill:{EVENT}")
    aws.give(sign_up("anna"))
    ev_keeper.handle({"sweep": True}, Context())
    assert aws.store.alarm(f"fill:{EVENT}") is None
    assert aws.booked() == []
    monkeypatch.setattr("fullhouse.platforms.aws.mail.outbox.LATE", timedelta(0))
    ev_keeper.handle({"sweep": True}, Context())
    ((function, _, told),) = aws.booked()
    assert function == "messenger"
    ev_messenger.handle(told, Context())
    assert aws.message(f"confirmation:{EVENT}:anna:0").status == "sent"


def test_the_sweep_finishes_forgetting(aws: Living) -> None:
    aws.opens()
    aws.give(sign_up("anna"), EraseGuest(event_id=EVENT, guest_id="anna"))
    ev_keeper.handle({"sweep": True}, Context())
    assert not aws.store.finish_forgetting()


def test_a_part_of_the_sweep_that_fails_holds_up_none_of_the_others(
    aws: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    aws.opens()
    left_lying(aws, f"fill:{EVENT}")
    monkeypatch.setattr(bootstrap.store(), "finish_forgetting", lambda: 1 / 0)
    with pytest.raises(HandlerFailed, match="finish_forgetting"):
        ev_keeper.handle({"sweep": True}, Context())
    assert aws.store.alarm(f"fill:{EVENT}") is None


def test_messenger_sends_what_is_queued_once(aws: Living) -> None:
    aws.opens()
    aws.give(sign_up("anna"))
    key = f"confirmation:{EVENT}:anna:0"
    before = len(aws.mails())
    for _ in range(2):
        assert ev_messenger.handle(stream_event(aws.message_record(key)), Context()) == DONE
    sent = aws.message(key)
    assert sent.status == "sent"
    assert "https://links.example.org/l/first." in sent.letter
    assert len(aws.mails()) == before + 1


def test_messenger_books_what_may_leave_later_and_sends_it_then(aws: Living) -> None:
    now = SystemClock().now()
    quiet = QuietHours(f"{now - timedelta(hours=2):%H:%M}", f"{now + timedelta(hours=2):%H:%M}")
    aws.opens(timezone="UTC", quiet_hours=quiet)
    aws.give(sign_up("anna", source="import"))
    key = f"confirmation:{EVENT}:anna:0"
    for _ in range(2):
        assert ev_messenger.handle(stream_event(aws.message_record(key)), Context()) == DONE
    assert aws.message(key).status == "queued"
    ((function, _, told),) = aws.booked()
    assert (function, told) == ("messenger", {"message": key})
    ev_messenger.handle(told, Context())
    assert aws.message(key).status == "queued"


def test_messenger_tells_lambda_which_message_it_could_not_look_at(
    aws: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    aws.opens()
    aws.give(sign_up("anna"))
    told = stream_event(aws.message_record(f"confirmation:{EVENT}:anna:0", number=7))
    monkeypatch.setattr(bootstrap.store(), "load", lambda _need: 1 / 0)
    assert ev_messenger.handle(told, Context()) == {
        "batchItemFailures": [{"itemIdentifier": sequence_number(7)}]
    }


def test_offer_timeout_ends_an_offer_and_its_seat_rolls_on(aws: Living) -> None:
    key = the_offer(aws, claim_window="1s")
    alarm = aws.store.alarm(key)
    assert alarm is not None
    ev_offer_timeout.handle(ring(key, alarm.due_at), Context())
    lapsed = guest(aws, "ben")
    assert lapsed.offer is None
    assert lapsed.passed_at is not None
    ev_offer_timeout.handle(ring(key, alarm.due_at), Context())
    assert guest(aws, "ben") == lapsed
    assert aws.store.alarm(f"fill:{EVENT}") is not None


def test_reminder_fire_writes_reminders_once(aws: Living) -> None:
    starts = SystemClock().now() + timedelta(days=3)
    aws.opens(starts_at=starts.replace(tzinfo=None), timezone="UTC", reminders=("1d",))
    aws.give(sign_up("anna"))
    key = f"reminder:{EVENT}:0:1d"
    alarm = aws.store.alarm(key)
    assert alarm is not None
    with time_machine.travel(alarm.due_at):
        for _ in range(2):
            ev_reminder_fire.handle(ring(key, alarm.due_at), Context())
    assert [one.to for one in aws.store.load(MessagePage(kind="reminder"))] == ["anna@example.org"]


def test_host_summary_writes_to_the_host_and_sets_the_next_morning(aws: Living) -> None:
    aws.opens(
        starts_at=(SystemClock().now() + timedelta(days=3)).replace(tzinfo=None), timezone="UTC"
    )
    now = SystemClock().now()
    alarm = Alarm(f"headcount:{EVENT}", now, SendHeadcount(event_id=EVENT, due_at=now))
    aws.store.commit(Written(Decision(None, set_alarms=(alarm,))))
    for _ in range(2):
        ev_host_summary.handle(ring(alarm.key, now), Context())
    assert len(aws.store.load(MessagePage(kind="headcount"))) == 1
    following = aws.store.alarm(alarm.key)
    assert following is not None
    assert following.due_at > now


@pytest.mark.parametrize(
    "function", [ev_reminder_fire.handle, ev_offer_timeout.handle, ev_host_summary.handle]
)
def test_a_schedule_that_rings_for_what_is_gone_does_nothing(
    aws: Living, function: Callable[[Json, Context], object]
) -> None:
    aws.opens()
    lines = len(aws.store.load(AuditPage()))
    function(ring("thanks:gone", SystemClock().now()), Context())
    assert len(aws.store.load(AuditPage())) == lines


def test_trouble_is_logged_in_one_line_and_raised_without_a_word_of_whom(
    aws: Living, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(HandlerFailed, match=r"^ValidationError$") as raised:
        ev_keeper.handle({"alarm": "ada@example.org", "due_at": "Ada Lovelace"}, Context())
    assert raised.value.__cause__ is None
    (line,) = (json.loads(one) for one in capsys.readouterr().err.splitlines())
    assert (line["level"], line["error"], line["request"]) == (
        "error",
        "ValidationError",
        Context().aws_request_id,
    )
    assert "Ada" not in json.dumps(line)


async def test_the_desk_finds_its_owner_and_people_are_kept_as_long_as_is_set(aws: Living) -> None:
    await bootstrap.prepare(bootstrap.open_engine())
    owner = aws.store.load(Get(Member, (OWNER,)))
    assert owner is not None
    assert (owner.email, owner.role) == ("kim@example.org", "owner")
    assert aws.store.alarm("retention") is None
    written = len(aws.store.load(AuditPage("desk")))
    await bootstrap.prepare(bootstrap.open_engine())
    assert len(aws.store.load(AuditPage("desk"))) == written
    aws.give(SetGuestRetention(days=3))
    await bootstrap.prepare(bootstrap.open_engine())
    assert aws.store.alarm("retention") is None


def test_the_house_is_put_together_once_with_three_addresses(aws: Living) -> None:
    found = bootstrap.open_engine()
    assert found is bootstrap.open_engine()
    assert (found.composer.urls.guests, found.composer.urls.links, found.composer.urls.desk) == (
        "https://register.example.org",
        "https://links.example.org",
        "https://desk.example.org",
    )
    assert found.composer.keyring.keys[0].id == "first"
    aws.opens()
    assert found.load(Get(Event, (EVENT,))) is not None
