"""Commands that are refused for their size fill neither the database nor the log."""

import logging
import smtplib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fullhouse.inbound.mail import mail_shares
from fullhouse.platforms.local.mail_store import MailStore
from fullhouse.platforms.local.smtp_refusals import Refusals
from tests.inbound.mail.letters import TO
from tests.platforms.local.test_smtp_limits import NEIGHBOUR, STRANGER, call
from tests.platforms.local.test_smtp_server import opened

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 6, 1, 11, 30, tzinfo=UTC)
RELAY = "127.0.0.1"
REASON = "larger than 10 MB"


def announce_too_much(client: smtplib.SMTP) -> set[int]:
    client.ehlo()
    return {client.mail(f"a{at}@a{at}.test", ["size=99999999"])[0] for at in range(30)}


def announce_too_much_for_an_event(client: smtplib.SMTP) -> set[int]:
    client.ehlo()
    client.mail("anna@example.org", ["size=2000000"])
    return {client.rcpt(TO)[0] for _ in range(30)}


def announce_as_many(client: smtplib.SMTP) -> None:
    client.ehlo()
    for at in range(10):
        client.mail(f"a@a{at}.test", ["size=2000000"])
        client.rcpt(TO)
        client.rset()


async def test_refused_commands_of_a_client_are_combined(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        for _ in range(2):
            assert await call(place, STRANGER, announce_too_much) == {552}
        assert await call(place, STRANGER, announce_too_much_for_an_event) == {550}
        assert await call(place, NEIGHBOUR, announce_too_much) == {552}
        assert sorted((row.scope, row.reason) for row in place.came()) == [
            ("", REASON),
            ("", REASON),
            ("party", "larger than 1 MB"),
        ]


async def test_those_of_a_relay_are_combined_by_the_domain_of_their_sender(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        for _ in range(2):
            await call(place, RELAY, announce_too_much_for_an_event)
        assert [row.sender for row in place.came()] == ["anna@example.org"]


async def test_what_is_stored_of_them_counts_as_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_shares, "MOST_AN_HOUR", 7)
    async with opened(tmp_path) as place:
        await call(place, RELAY, announce_as_many)
        assert len(place.came()) == 7


async def test_nothing_is_stored_of_them_without_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MailStore, "has_room", lambda _store, size: size < 1)
    async with opened(tmp_path) as place:
        assert await call(place, STRANGER, announce_too_much) == {552}
        assert place.came() == ()


def test_an_hour_later_they_are_logged_and_shown_again(caplog: pytest.LogCaptureFixture) -> None:
    refusals = Refusals()
    assert not refusals.is_shown(STRANGER, "", REASON, NOW)
    refusals.show(STRANGER, "", REASON)
    assert [refusals.is_shown(STRANGER, "", REASON, NOW) for _ in range(3)] == [True] * 3
    assert not refusals.is_shown(NEIGHBOUR, "", REASON, NOW)
    with caplog.at_level(logging.INFO):
        assert not refusals.is_shown(STRANGER, "", REASON, NOW + timedelta(hours=1))
    (line,) = caplog.records
    assert getattr(line, "facts") == {"number": 3}  # noqa: B009 - an extra of ours
