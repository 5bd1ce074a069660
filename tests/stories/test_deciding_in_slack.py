"""A booking by mail, decided in Slack: a real server takes it, notifies, and books."""

import re
import smtplib
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.cli.support import Served, served
from tests.inbound.mail.letters import mail
from tests.inbound.slack.fake import CHANNEL, SECRET, TOKEN, FakeSlack, fake_slack, form, signed
from tests.support.cpu_time import assert_within
from tests.support.waiting import wait_until

HEADERS = {"authorization": "Bearer secret"}
RULES = "Time zone: Europe/Berlin\nServices\n- Cut: 45 minutes\nStaff: Jess, Sam\n"
PROVEN = "mx.test; dmarc=pass header.from=example.org"
DAY = (datetime.now(UTC) + timedelta(days=30)).date().isoformat()
BOOKING = f"I come for a cut with Jess on {DAY} at 14:30. Call me: 0151 23456789"
AT_ONCE_SECONDS = 3.0


class Town:
    """A running Fullhouse, and the Slack in which its staff are."""

    def __init__(self, server: Served, slack: FakeSlack) -> None:
        self.server, self.slack = server, slack
        found = re.search(r"is taken at (\S+):(\d+)", server.said)
        assert found, server.said
        self.at = (found[1], int(found[2]))
        httpx2.put(
            f"{server.url}/api/v1/rules", json={"text": RULES}, headers=HEADERS
        ).raise_for_status()

    def writes(self, text: str, **headers: str) -> None:
        raw = mail(
            text, sender="Anna Berg <anna@example.org>", **headers, authentication_results=PROVEN
        )
        with smtplib.SMTP(*self.at, timeout=60) as client:
            client.sendmail("anna@example.org", ["bookings@rsvp.test"], raw)

    def note(self, words: str) -> str:
        """Wait until a note with these words is there."""
        notes = self.slack.notes
        return wait_until(lambda: [name for name in list(notes) if words in str(notes[name])])[-1]

    def press(self, payload: dict[str, Any]) -> None:
        """Let Slack tell of a press; it is not kept waiting."""
        body, began = form(payload), time.monotonic()
        answer = httpx2.post(
            f"{self.server.url}/hooks/slack", content=body, headers=signed(body, time.time())
        )
        assert answer.status_code == 200, answer.text
        assert_within(time.monotonic() - began, AT_ONCE_SECONDS)


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    with fake_slack() as slack:
        settings = {
            "FULLHOUSE_TOKEN": "secret",
            "FULLHOUSE_MAIL_DOMAIN": "rsvp.test",
            "FULLHOUSE_MAIL_PORT": "0",
            "FULLHOUSE_MAIL_AUTHSERV_ID": "mx.test",
            "FULLHOUSE_SLACK_TOKEN": TOKEN,
            "FULLHOUSE_SLACK_CHANNEL": CHANNEL,
            "FULLHOUSE_SLACK_SIGNING_SECRET": SECRET,
            "FULLHOUSE_SLACK_API_URL": slack.url,
        }
        with served("serve", "--data", tmp_path, "--port", "0", **settings) as server:
            yield Town(server, slack)
        assert slack.wrong == []
        assert TOKEN not in server.said
        assert SECRET not in server.said


@pytest.mark.timing
def test_a_booking_by_mail_is_approved_in_slack(town: Town) -> None:
    town.writes(BOOKING, subject="A cut")
    note = town.note("Anna Berg")
    shown = str(town.slack.notes[note])
    assert "0151 23456789" in shown
    assert DAY in shown
    town.press(town.slack.press("proposal_approve", note))
    assert town.note("Approved by <@U123>: Cut") == note


def test_what_is_decided_elsewhere_is_said_in_slack_and_its_buttons_are_gone(town: Town) -> None:
    town.writes(BOOKING, subject="A cut")
    note = town.note("Anna Berg")
    (proposal,) = httpx2.get(f"{town.server.url}/api/v1/proposals", headers=HEADERS).json()["items"]
    path = f"{town.server.url}/api/v1/proposals/{proposal['id']}/approve"
    httpx2.post(path, headers=HEADERS).raise_for_status()
    assert town.note("Approved at the desk: Cut") == note
    assert "proposal_approve" not in str(town.slack.notes[note])


@pytest.mark.timing
def test_slack_is_answered_at_once_also_while_it_does_not_answer_itself(town: Town) -> None:
    town.writes(BOOKING, subject="A cut")
    note = town.note("Anna Berg")
    discard = town.slack.press("proposal_discard", note)
    town.slack.mood = "silent"
    town.press(discard)
    town.slack.mood = "well"
    town.press({**discard, "trigger_id": "another.press"})
    assert town.note("Discarded by <@U123>.") == note
