"""Nightly housekeeping on the emulator: people off the list are erased after retention."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.clock import RandomIds, SystemClock
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.alarms import AlarmDue
from fullhouse.platforms.aws.functions import ev_keeper, wl_housekeeping
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist, LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.model import Entry
from tests.aws.emulator import Emulator
from tests.aws.shapes import Context
from tests.platforms.aws.living import Living, client, fresh_clients, living
from tests.platforms.aws.parts import logs_kept
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, phone

KEPT_DAYS = 30


@pytest.fixture(scope="module", autouse=True)
def _fresh_clients() -> Iterator[None]:
    with fresh_clients():
        yield


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Iterator[Living]:
    """Anna left the list longer ago than people are kept, Ben a day later; Cem waits."""
    with logs_kept(), living(emulator, monkeypatch) as found:
        gives(found, 60, SaveDocument(name="rules", text=RULES_TEXT))
        for name in ("anna", "ben", "cem"):
            gives(
                found,
                60,
                JoinWaitlist(entry_id=name, name=name.title(), phone=phone(name), service="Cut"),
            )
        gives(found, KEPT_DAYS + 1, LeaveWaitlist(entry_id="anna"))
        gives(found, KEPT_DAYS - 1, LeaveWaitlist(entry_id="ben"))
        yield found


def gives(aws: Living, days_ago: int, command: Command) -> None:
    invocation = Invocation(RandomIds().new(), "someone", command)
    execute(aws.store, RULES, invocation, SystemClock().now() - timedelta(days=days_ago))


def keeps(aws: Living, days: int) -> None:
    name = {"Name": "/ev/config/keep-days", "Type": "String", "Overwrite": True}
    client(aws.emulator, "ssm").put_parameter(**name, Value=str(days))


def names(aws: Living) -> list[str]:
    entries = [aws.store.load(Get(Entry, (name,))) for name in ("anna", "ben", "cem")]
    return [one.name for one in entries if one is not None]


def everything(aws: Living) -> str:
    dynamo = client(aws.emulator, "dynamodb")
    tables = [
        name for name in dynamo.list_tables()["TableNames"] if name.startswith(("wl-", "ev-"))
    ]
    return str([dynamo.scan(TableName=name)["Items"] for name in tables])


def night(aws: Living) -> None:
    wl_housekeeping.handle({"housekeep": True}, Context())
    alarm = aws.store.alarm("forget:anna")
    if alarm is not None:
        ring = AlarmDue(alarm.key, alarm.due_at)
        wl_housekeeping.handle({"alarm": ring.alarm, "due_at": ring.due_at.isoformat()}, Context())


def test_whoever_is_off_the_list_for_as_long_as_people_are_kept_is_forgotten_also_by_the_sweep(
    aws: Living,
) -> None:
    keeps(aws, KEPT_DAYS)
    night(aws)
    assert names(aws) == ["Erased customer", "Ben", "Cem"]
    assert aws.store.alarm("forget:ben") is None
    assert phone("anna") in everything(aws)  # in lines and messages, until the keeper has swept
    ev_keeper.handle({"sweep": True}, Context())
    left = everything(aws)
    assert ("Anna" in left, phone("anna") in left, phone("ben") in left) == (False, False, True)


def test_people_are_kept_where_nothing_is_set(aws: Living) -> None:
    keeps(aws, 0)
    night(aws)
    assert names(aws) == ["Anna", "Ben", "Cem"]


def test_what_is_neither_the_night_nor_an_alarm_is_refused(aws: Living) -> None:
    with pytest.raises(HandlerFailed):
        wl_housekeeping.handle({}, Context())
    assert names(aws) == ["Anna", "Ben", "Cem"]
