"""Google's push channel is renewed before it ends; only messages with its token count."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from fullhouse.inbound.google.account import GoogleDown
from fullhouse.inbound.google.calendar import Watch, stop_watching, watch_events
from fullhouse.inbound.sync.appointment_calendar.push import NAME, CalendarPush, is_ours
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from tests.inbound.google.fake import FakeGoogle, fake_google
from tests.inbound.google.grid import Calendar
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import FrontDesk

HOOK = "https://salon.example/hooks/calendar"
DESK = "desk@salon.example"


@pytest.fixture
def google() -> Iterator[FakeGoogle]:
    with fake_google() as one:
        one.calendars[DESK] = Calendar()
        yield one


class Pushed(FrontDesk):
    """A salon that Google tells of changes."""

    def __init__(self, google: FakeGoogle) -> None:
        super().__init__()
        self.push = CalendarPush(
            self.engine, google.client(pause=lambda _seconds: None), DESK, HOOK
        )

    def renew(self) -> bool:
        return at_once(self.push.renew())

    def known(self) -> ExternalSource:
        found = self.engine.load(Get(ExternalSource, (NAME,)))
        assert found is not None
        return found


def test_a_channel_is_opened_once_and_its_token_is_not_kept(google: FakeGoogle) -> None:
    desk = Pushed(google)
    assert desk.renew()
    assert not desk.renew()
    ((name, asked),) = google.channels.items()
    assert (asked["address"], asked["type"]) == (HOOK, "web_hook")
    assert asked["token"] not in desk.known().memo
    assert is_ours(desk.known(), name, asked["token"])
    assert google.refused == []


@pytest.mark.parametrize(
    ("channel", "token"), [("", ""), ("x", "right"), ("right", "x"), ("right", "")]
)
def test_what_does_not_carry_the_channels_name_and_token_is_not_ours(
    google: FakeGoogle, channel: str, token: str
) -> None:
    desk = Pushed(google)
    assert not is_ours(None, channel, token)
    desk.renew()
    ((name, asked),) = google.channels.items()
    given = (name if channel == "right" else channel, asked["token"] if token == "right" else token)
    assert not is_ours(desk.known(), *given)


def test_it_is_renewed_a_day_before_it_ends_and_the_one_before_is_closed(
    google: FakeGoogle,
) -> None:
    desk = Pushed(google)
    desk.renew()
    (first,) = google.channels
    desk.later(days=5, hours=23)
    assert not desk.renew()
    desk.later(hours=2)
    assert desk.renew()
    (second,) = google.channels
    assert second != first
    assert google.asked[-1] == "calendar.channels.stop"


def test_a_channel_that_google_keeps_for_less_time_is_renewed_earlier(google: FakeGoogle) -> None:
    desk = Pushed(google)
    google.longest_channel = int((desk.clock.now() + timedelta(days=2)).timestamp() * 1000)
    desk.renew()
    desk.later(days=1, minutes=1)
    google.longest_channel = 0
    assert desk.renew()


def test_another_address_gets_another_channel(google: FakeGoogle) -> None:
    desk = Pushed(google)
    desk.renew()
    desk.push.address = "https://elsewhere.example/hooks/calendar"
    assert desk.renew()
    assert [one["address"] for one in google.channels.values()] == [
        "https://elsewhere.example/hooks/calendar"
    ]


def test_where_google_does_not_open_one_that_is_said_and_tried_again(google: FakeGoogle) -> None:
    desk = Pushed(google)
    google.fail(500)
    assert not desk.renew()
    assert "500" in desk.known().trouble
    assert desk.renew()
    assert desk.known().trouble == ""


def test_a_channel_that_cannot_be_closed_is_let_be(google: FakeGoogle) -> None:
    desk = Pushed(google)
    desk.renew()
    desk.later(days=7)
    google.channels.clear()
    assert desk.renew()
    client = google.client(pause=lambda _seconds: None)
    google.fail(500)
    with pytest.raises(GoogleDown):
        stop_watching(client, Watch("c", "r", desk.clock.now()))


def test_a_channel_whose_end_fails_stays_quiet(
    google: FakeGoogle, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Pushed(google)
    desk.renew()
    desk.later(days=7)

    def down(*_given: object) -> None:
        raise GoogleDown("no")

    monkeypatch.setattr("fullhouse.inbound.sync.appointment_calendar.push.stop_watching", down)
    assert desk.renew()


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"resourceId": "r", "expiration": "soon"},
        [],
        {"resourceId": "r", "expiration": "9" * 30},
    ],
)
def test_an_answer_that_makes_no_sense_is_trouble(
    google: FakeGoogle, monkeypatch: pytest.MonkeyPatch, odd: object
) -> None:
    client = google.client()
    monkeypatch.setattr(client, "write", lambda *_given: odd)
    with pytest.raises(GoogleDown, match="cannot be understood"):
        watch_events(client, DESK, "c", "t", HOOK, datetime(2026, 6, 1, tzinfo=UTC))
