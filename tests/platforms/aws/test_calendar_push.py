"""Google's push tells the desk that the calendar changed; the sync function is invoked."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine.clock import SystemClock
from fullhouse.platforms.aws import clients, google_key
from fullhouse.platforms.aws.config import AppointmentsConfig, BadConfig
from fullhouse.platforms.aws.external_sources import appointments_push
from fullhouse.platforms.aws.functions import ar_calendar_sync, ev_desk
from fullhouse.platforms.aws.functions.ar_drive_sync import ACCOUNT
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from tests.aws.emulator import Emulator
from tests.aws.shapes import Context
from tests.aws.url_shapes import url_event
from tests.inbound.google.fake import FakeGoogle, fake_google, key_file
from tests.inbound.google.grid import Calendar
from tests.platforms.aws.living import Living, client, fresh_clients, living
from tests.platforms.aws.parts import Place, logs_kept, made_engine
from tests.products.frontdesk.waitlist.salon import RULES_TEXT

DESK = "desk@salon.example"
SETTINGS = {"/ar/config/calendar": DESK, "/ar/config/push": "yes"}


@pytest.fixture(scope="module", autouse=True)
def _fresh_clients() -> Iterator[None]:
    with fresh_clients():
        yield


@pytest.fixture
def google() -> Iterator[FakeGoogle]:
    with fake_google() as one:
        one.calendars[DESK] = Calendar()
        yield one


@pytest.fixture
def aws(
    emulator: Emulator, google: FakeGoogle, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Living]:
    """A front desk with a calendar at Google, which is to tell of changes."""
    monkeypatch.setenv("WL_GOOGLE", google.url)
    settings, secrets = client(emulator, "ssm"), client(emulator, "secretsmanager")
    with logs_kept(), living(emulator, monkeypatch) as found:
        for cached in (ar_calendar_sync._due, google_key.google):  # noqa: SLF001 - to empty it
            cached.cache_clear()
        for name, value in SETTINGS.items():
            settings.put_parameter(Name=name, Value=value, Type="String", Overwrite=True)
        secrets.create_secret(Name=ACCOUNT, SecretString=key_file(f"{google.url}/token").decode())
        found.give(SaveDocument(name="rules", text=RULES_TEXT))
        yield found
        settings.delete_parameters(Names=list(SETTINGS))
        secrets.delete_secret(SecretId=ACCOUNT, ForceDeleteWithoutRecovery=True)
        for cached in (ar_calendar_sync._due, google_key.google):  # noqa: SLF001 - as above
            cached.cache_clear()


class Functions:
    """Lambda, as it is asked to wake a function."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def invoke(self, **said: Any) -> None:
        self.asked.append(said)


@pytest.fixture
def functions(monkeypatch: pytest.MonkeyPatch) -> Functions:
    found = Functions()

    def made(name: str, **how: Any) -> Any:
        return found if name == "lambda" else clients.client(name, **how)

    monkeypatch.setattr(ev_desk, "client", made)
    return found


@pytest.fixture
def door(aws: Living, functions: Functions) -> Iterator[Place]:
    place = Place(ev_desk.app())
    yield place
    place.door.loop.close()


def tells(door: Place, google: FakeGoogle, state: str = "exists", **other: str) -> int:
    ((name, asked),) = google.channels.items()
    given = {"channel-id": name, "channel-token": asked["token"], "resource-state": state, **other}
    return door.ask(
        url_event("POST", "/hooks/calendar", b"", {f"x-goog-{k}": v for k, v in given.items()})
    ).status


def test_the_hour_opens_a_channel_to_the_desk_and_renews_it_before_it_ends(
    aws: Living, google: FakeGoogle, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        ar_calendar_sync.handle({"sync": True}, Context())
    ((first, asked),) = google.channels.items()
    assert asked["address"] == "https://desk.example.org/hooks/calendar"
    now = SystemClock.now
    monkeypatch.setattr(SystemClock, "now", lambda self: now(self) + timedelta(days=6, hours=1))
    ar_calendar_sync.handle({"sync": True}, Context())
    assert len(google.channels) == 1
    assert first not in google.channels
    assert google.refused == []


def test_a_change_has_the_calendar_looked_at_by_the_function_that_reads_it(
    aws: Living, google: FakeGoogle, door: Place, functions: Functions
) -> None:
    ar_calendar_sync.handle({"sync": True}, Context())
    assert tells(door, google, "sync") == 200
    assert functions.asked == []
    assert tells(door, google) == 200
    ((said),) = functions.asked
    assert said["FunctionName"].endswith(":function:ar-calendar-sync")
    assert (said["InvocationType"], json.loads(said["Payload"])) == ("Event", {"sync": True})


def test_what_does_not_carry_the_channels_token_wakes_nobody(
    aws: Living, google: FakeGoogle, door: Place, functions: Functions
) -> None:
    ar_calendar_sync.handle({"sync": True}, Context())
    assert tells(door, google, **{"channel-token": "guessed"}) == 404
    assert functions.asked == []


def test_google_tells_nothing_where_that_is_not_wanted() -> None:
    for push in ("", "no"):
        assert (
            appointments_push(
                AppointmentsConfig(calendar=DESK, push=push), made_engine(), pytest.fail
            )
            is None
        )


@pytest.mark.parametrize("calendar", ["", "https://example.org/feed.ics"])
def test_only_a_calendar_at_google_tells_of_changes(calendar: str) -> None:
    with pytest.raises(BadConfig, match="/ar/config/push is for a calendar at Google"):
        appointments_push(
            AppointmentsConfig(calendar=calendar, push="yes"), made_engine(), pytest.fail
        )
