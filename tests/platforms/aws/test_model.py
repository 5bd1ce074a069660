"""Functions with a model ask it if one is configured, once each, and work without it."""

import json
from collections.abc import Iterator
from datetime import timedelta
from types import ModuleType
from typing import Any

import pytest

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.ports import DueAlarms, MessagePage
from fullhouse.kernel.product import APPOINTMENTS, WAITLIST
from fullhouse.platforms.aws import bedrock
from fullhouse.platforms.aws.functions import (
    ar_intake_ses_parser,
    ar_summary,
    ev_host_summary,
    wl_intake_ses_parser,
    wl_summary,
)
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import ProposalPage
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, SendMonthSummary
from tests.aws.emulator import Emulator
from tests.aws.mail_shapes import put_event, taken_by_ses
from tests.aws.shapes import Context
from tests.inbound.mail.letters import mail
from tests.platforms.aws.lately import booked_and_freed_lately
from tests.platforms.aws.living import Living, client, fresh_clients, living
from tests.platforms.aws.parts import logs_kept
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.rsvp_world import EVENT

PARSERS = {"waitlist": wl_intake_ses_parser, "bookings": ar_intake_ses_parser}
WORDS = "It all went very well, thanks to you."


class Claude:
    """Bedrock as it answers: the input of the one tool; who asked stays here."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def converse(self, **said: Any) -> dict[str, Any]:
        self.asked.append(said)
        shape = said["toolConfig"]["tools"][0]["toolSpec"]["inputSchema"]["json"]
        answer = (
            {"paragraph": WORDS} if "paragraph" in shape["properties"] else {"name": "Ada Lovelace"}
        )
        used = {"toolUse": {"toolUseId": "t1", "name": "answer", "input": answer}}
        return {"output": {"message": {"content": [used]}}, "stopReason": "tool_use"}


@pytest.fixture(scope="module", autouse=True)
def _fresh_clients() -> Iterator[None]:
    with fresh_clients():
        yield


@pytest.fixture
def claude(monkeypatch: pytest.MonkeyPatch) -> Claude:
    found = Claude()
    monkeypatch.setattr(bedrock, "client", lambda *_said, **_how: found)
    return found


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch, bucket: str) -> Iterator[Living]:
    for name in ("EV_RAW_MIME", "WL_RAW_MIME", "AR_RAW_MIME"):
        monkeypatch.setenv(name, bucket)
    for one in PARSERS.values():
        one._files.cache_clear()  # noqa: SLF001 - a new process would have none yet
        one._lane.cache_clear()  # noqa: SLF001 - as above
    with logs_kept(), living(emulator, monkeypatch) as found:
        client(emulator, "ssm").put_parameter(
            Name="/ev/config/mail-domain", Value="rsvp.test", Type="String"
        )
        found.give(SaveDocument(name="rules", text=RULES_TEXT))
        yield found
        client(emulator, "ssm").delete_parameters(
            Names=["/ev/config/mail-domain", "/ev/config/model"]
        )


@pytest.fixture
def wished(aws: Living) -> Living:
    client(aws.emulator, "ssm").put_parameter(
        Name="/ev/config/model", Value="bedrock", Type="String"
    )
    return aws


def narratives(aws: Living, scope: str) -> list[str]:
    found = [
        one for one in aws.store.load(MessagePage(scope)) if one.kind in ("summary", "headcount")
    ]
    return [one.facts.get("narrative", "") for one in found]


def asks_for_a_place(aws: Living, bucket: str, desk: str) -> None:
    raw = taken_by_ses(
        mail("Something nice, some day. Ada Lovelace").replace(b"rsvp+party", desk.encode()), ""
    )
    key = f"{desk}/m1"
    client(aws.emulator, "s3").put_object(Bucket=bucket, Key=key, Body=raw)
    PARSERS[desk].handle(put_event(key, bucket=bucket), Context())


@pytest.mark.parametrize(
    ("function", "scope"), [(ar_summary, APPOINTMENTS), (wl_summary, WAITLIST)]
)
def test_a_summary_is_worded_by_the_model(
    wished: Living, claude: Claude, function: ModuleType, scope: str
) -> None:
    booked_and_freed_lately(wished)
    function.handle({"summarise": True}, Context())
    assert narratives(wished, scope) == [WORDS]
    assert [one["modelId"] for one in claude.asked] == [bedrock.MODEL]


def test_the_daily_headcount_is_worded_by_the_model_when_it_rings(
    wished: Living, claude: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    wished.opens(starts_at=(SystemClock().now() + timedelta(days=3)).replace(tzinfo=None))
    alarm = wished.store.alarm(f"headcount:{EVENT}")
    assert alarm is not None
    monkeypatch.setattr(SystemClock, "now", lambda _clock: alarm.due_at)
    ev_host_summary.handle({"alarm": alarm.key, "due_at": alarm.due_at.isoformat()}, Context())
    assert narratives(wished, EVENT) == [WORDS]
    assert len(claude.asked) == 1


def test_the_months_summary_is_worded_by_the_model_once_when_its_alarm_rings(
    wished: Living, claude: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = wished.store.load(DueAlarms(SystemClock().now() + timedelta(days=40)))
    (alarm,) = [one for one in due if isinstance(one.command, SendMonthSummary)]
    last_month = alarm.due_at - timedelta(days=10)
    monkeypatch.setattr(SystemClock, "now", lambda _clock: last_month)
    starts_at = last_month + timedelta(days=2)
    wished.give(FreeSlot(slot_id="once", service="Cut", starts_at=starts_at))
    monkeypatch.setattr(SystemClock, "now", lambda _clock: alarm.due_at)
    for _ in range(2):
        wl_summary.handle({"alarm": alarm.key, "due_at": alarm.due_at.isoformat()}, Context())
    assert narratives(wished, WAITLIST) == [WORDS]
    assert len(claude.asked) == 1


@pytest.mark.parametrize("desk", PARSERS)
def test_a_mailed_request_is_read_once_more_by_the_model(
    wished: Living, claude: Claude, bucket: str, desk: str
) -> None:
    asks_for_a_place(wished, bucket, desk)
    asks_for_a_place(wished, bucket, desk)
    assert len(wished.store.load(ProposalPage())) == 1
    (asked,) = claude.asked
    assert "Something nice" in json.dumps(asked["messages"])


@pytest.mark.parametrize("desk", PARSERS)
def test_without_the_wish_nobody_asks(aws: Living, claude: Claude, bucket: str, desk: str) -> None:
    asks_for_a_place(aws, bucket, desk)
    booked_and_freed_lately(aws)
    for function in (ar_summary, wl_summary):
        function.handle({"summarise": True}, Context())
    assert len(aws.store.load(ProposalPage())) == 1
    assert narratives(aws, APPOINTMENTS) == narratives(aws, WAITLIST) == [""]
    assert claude.asked == []
