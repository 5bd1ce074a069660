"""Small parts of the waitlist on AWS: file locations, a cached secret, a remote sheet."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from botocore.exceptions import ConnectTimeoutError

from fullhouse.inbound.sync.appointment_calendar.push import NAME as PUSH
from fullhouse.platforms.aws import external_sources
from fullhouse.platforms.aws.config import (
    AppointmentsConfig,
    BadConfig,
    Deployment,
    WaitlistConfig,
    read_waitlist,
)
from fullhouse.platforms.aws.external_sources import outside_of, remote_outside
from fullhouse.platforms.aws.files import Shelves
from fullhouse.platforms.aws.secrets import KeptSecret
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
SHEET = "https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/edit"
PLACE = Deployment(region="ap-southeast-1", account="000000000000")
NO_BOOK = AppointmentsConfig()
VERSION = SheetVersion(
    id="v1", at=NOW, rows=1, fingerprint="f", by="staff", file="sheets/waitlist/f.json.gz"
)

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Shelf:
    """Files in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def keep(self, name: str, content: bytes) -> None:
        self.kept.setdefault(name, content)

    def read(self, name: str) -> bytes | None:
        return self.kept.get(name)

    def forget(self, name: str) -> None:
        self.kept.pop(name, None)


def test_a_files_name_says_in_which_bucket_it_is() -> None:
    mail, requests, sheets = Shelf(), Shelf(), Shelf()
    shelves = Shelves(mail, {"waitlist/": requests, "sheets/": sheets})
    for name in ("abc", "waitlist/abc", "sheets/waitlist/abc", "waitlists"):
        shelves.keep(name, name.encode())
        assert shelves.read(name) == name.encode()
    assert (set(mail.kept), set(requests.kept), set(sheets.kept)) == (
        {"abc", "waitlists"},
        {"waitlist/abc"},
        {"sheets/waitlist/abc"},
    )
    shelves.forget("waitlist/abc")
    assert requests.kept == {}
    assert mail.kept


def test_a_secret_is_fetched_once_and_again_after_a_while() -> None:
    words, clock = iter(("old\n", "new")), [NOW]
    secret = KeptSecret(lambda: next(words), lambda: clock[0])
    assert [secret(), secret()] == ["old", "old"]
    clock[0] += timedelta(minutes=5)
    assert secret() == "new"


class Parameters:
    """Parameter Store, in two pages."""

    def __init__(self, **said: str) -> None:
        self.said = [
            {"Name": f"/wl/config/{name.replace('_', '-')}", "Value": value}
            for name, value in said.items()
        ]

    def get_parameters_by_path(self, **asked: Any) -> dict[str, Any]:
        assert asked["Path"] == "/wl/config/"
        if "NextToken" in asked:
            return {"Parameters": self.said[1:]}
        return {"Parameters": self.said[:1], "NextToken": "more"}


def test_before_its_stack_is_there_the_waitlist_has_no_settings() -> None:
    assert read_waitlist(Parameters()) == WaitlistConfig()
    told = read_waitlist(
        Parameters(texts_from="Scissors", staff_mail="desk@example.org", of_others="x")
    )
    assert told == WaitlistConfig(texts_from="Scissors", staff_mail="desk@example.org")


def nobody() -> Any:
    raise AssertionError


def connected(config: WaitlistConfig, google: Callable[[], Any] = lambda: None) -> Any:
    """Connect to what is configured; neither the engine nor Google is asked for data yet."""
    engine: Any = None
    return outside_of(config, engine, Shelf(), google)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (
            WaitlistConfig(sheet="list.csv"),
            "/wl/config/sheet must be the address of a Google Sheet",
        ),
        (WaitlistConfig(rules="rules.md"), "/wl/config/rules must be the address of a Google Doc"),
        (
            WaitlistConfig(calendar="my diary"),
            "/wl/config/calendar must be the address of an .ics feed",
        ),
    ],
)
def test_what_cannot_be_reached_from_aws_is_said(config: WaitlistConfig, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        connected(config)


def test_a_house_is_connected_to_what_is_set_and_to_nothing_else() -> None:
    everything = WaitlistConfig(
        sheet=SHEET, rules="r" * 30, voice="v" * 30, calendar="diary@example.org"
    )
    outside = connected(everything)
    assert outside.where("sheet") == "Google (1aBcDeFgHiJk…)"
    assert [paper.name for paper in outside.papers] == ["rules", "voice"]
    feed = connected(WaitlistConfig(calendar="https://example.org/a.ics"), nobody)
    assert feed.calendar is not None
    assert connected(WaitlistConfig(), nobody).sheet is None


class Functions:
    """Lambda, with one function behind it that says this or fails."""

    def __init__(self, *answers: Any) -> None:
        self.answers: Iterator[Any] = iter(answers)
        self.asked: list[dict[str, Any]] = []

    def invoke(
        self,
        FunctionName: str,  # noqa: N803 - as botocore has it
        Payload: bytes,  # noqa: N803 - as botocore has it
    ) -> dict[str, Any]:
        assert FunctionName.endswith(":function:wl-drive-sync")
        self.asked.append(json.loads(Payload))
        answer = next(self.answers)
        if isinstance(answer, Exception):
            raise answer
        failed = {"FunctionError": "Unhandled"} if answer == "failed" else {}
        return {"Payload": BytesIO(json.dumps(answer).encode()), **failed}


async def test_the_desk_has_the_sheet_and_the_calendar_looked_at_by_the_function_that_can() -> None:
    functions = Functions({"looked": True, "joined": 2}, {"rows": 1}, None, {"trouble": "strange"})
    outside = remote_outside(
        WaitlistConfig(sheet=SHEET, calendar="diary@example.org"), functions, PLACE, NO_BOOK
    )
    assert outside.sheet is not None
    assert outside.calendar is not None
    assert (await outside.sheet.run()).joined == 2
    assert (await outside.sheet.put_back(VERSION, "sam")) is not None
    assert (await outside.sheet.put_back(VERSION, "sam")) is None
    assert (await outside.calendar.run(believe=True)).trouble == "strange"
    assert functions.asked == [
        {"sheet": True},
        {"put_back": "v1", "by": "sam"},
        {"put_back": "v1", "by": "sam"},
        {"calendar": True, "believe": True},
    ]


@pytest.mark.parametrize(
    "trouble", ["failed", ConnectTimeoutError(endpoint_url="https://example.org")]
)
async def test_if_it_takes_too_long_or_fails_staff_are_told_that_it_goes_on(
    trouble: object,
) -> None:
    outside = remote_outside(WaitlistConfig(sheet=SHEET), Functions(trouble), PLACE, NO_BOOK)
    assert outside.sheet is not None
    assert (await outside.sheet.run()).trouble == external_sources.LATER


def test_the_desk_says_where_things_are_kept() -> None:
    outside = remote_outside(WaitlistConfig(rules="r" * 30), Functions(), PLACE, NO_BOOK)
    assert (outside.where("rules"), outside.where("sheet")) == ("Google (rrrrrrrrrrrr…)", "")
    assert outside.sheet is None
    assert outside.calendar is None


@pytest.mark.parametrize("push", ["yes", ""])
def test_the_desk_knows_whether_google_is_to_tell_of_changes(push: str) -> None:
    booked = AppointmentsConfig(calendar="diary@example.org", push=push)
    outside = remote_outside(WaitlistConfig(), Functions(), PLACE, booked)
    assert bool(outside.where(PUSH)) is bool(push)
