"""Slack on this machine: chosen by settings, diagnosed, proposals found by the carrier."""

import asyncio
import sys
from pathlib import Path

import pytest

from fullhouse.engine.core import Engine
from fullhouse.kernel.messages import Sent
from fullhouse.platforms.local import slack as local
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.config import BadConfig, post_of, read_config
from fullhouse.platforms.local.doctor import Finding, examine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.local.slack import Lookup
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.proposals import Proposal
from tests.inbound.slack.fake import CHANNEL, SECRET, TOKEN, FakeSlack, fake_slack
from tests.inbound.slack.test_notes import LETTER, NOW, note


def settings(url: str = "", **more: str) -> dict[str, str]:
    given = {
        "TOKEN": TOKEN,
        "CHANNEL": CHANNEL,
        "SIGNING_SECRET": SECRET,
        **({"API_URL": url} if url else {}),
        **more,
    }
    return {f"FULLHOUSE_SLACK_{name}": value for name, value in given.items() if value}


def found(folder: Path, slack: FakeSlack, **more: str) -> Finding:
    return next(one for one in examine(folder, settings(slack.url, **more)) if one.about == "slack")


def test_notes_go_to_slack_where_it_is_set(tmp_path: Path) -> None:
    with fake_slack() as slack:
        post = post_of(read_config(tmp_path, settings(slack.url)))
        assert post.carries == {"staff"}
        assert isinstance(post.send(note(), LETTER), Sent)
        assert len(slack.notes) == 1


def test_without_slack_they_are_kept_or_mailed_as_before(tmp_path: Path) -> None:
    assert isinstance(post_of(read_config(tmp_path, {})), MailboxCarrier)
    mail = {"FULLHOUSE_SMTP_HOST": "127.0.0.1", "FULLHOUSE_SMTP_SENDER": "a@b.example"}
    assert post_of(read_config(tmp_path, mail)).carries == {"mail"}
    assert post_of(
        read_config(tmp_path, {**mail, "FULLHOUSE_STAFF_MAIL": "d@b.example"})
    ).carries == {"mail", "staff"}
    both = {**mail, **settings(), "FULLHOUSE_STAFF_MAIL": "d@b.example"}
    assert post_of(read_config(tmp_path, both)).carries == {"mail", "staff"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"SIGNING_SECRET": ""}, "slack.signing_secret is missing"),
        ({"CHANNEL": "#front-desk"}, "must be a channel's ID"),
        ({"API_URL": "http://slack.example/api/"}, "https://"),
    ],
)
def test_settings_that_cannot_work_are_refused_in_words(
    tmp_path: Path, given: dict[str, str], words: str
) -> None:
    with pytest.raises(BadConfig, match=words) as refused:
        read_config(tmp_path, settings(**given))
    assert TOKEN not in str(refused.value)


def test_the_package_that_it_needs_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "slack_sdk", None)
    monkeypatch.setattr("fullhouse.platforms.local.config.find_spec", lambda _name: None)
    with pytest.raises(BadConfig, match=r"fullhouse\[slack\]"):
        read_config(tmp_path, settings())


def test_the_doctor_says_whose_token_it_is_and_what_is_wrong_in_words(tmp_path: Path) -> None:
    with fake_slack() as slack:
        assert found(tmp_path, slack).state == "ok"
        assert "fullhouse in The Mill" in found(tmp_path, slack).words
        slack.refuses = "account_inactive"
        assert "was removed from the workspace" in found(tmp_path, slack).words
        slack.refuses, slack.mood = "", "broken"
        assert found(tmp_path, slack).state == "fails"
        wrong = found(tmp_path, slack, TOKEN="xoxb-wrong")
        assert "xoxb" not in wrong.words
    assert next(one.state for one in examine(tmp_path, {}) if one.about == "slack") == "note"


def test_the_doctor_says_that_staff_notes_go_to_slack(tmp_path: Path) -> None:
    mail = {
        "FULLHOUSE_SMTP_HOST": "127.0.0.1",
        "FULLHOUSE_SMTP_SENDER": "a@b.example",
        "FULLHOUSE_STAFF_MAIL": "d@b.example",
    }
    for more, words in (({}, ""), (mail, "; what it does not take is mailed to d@b.example")):
        told = [
            one for one in examine(tmp_path, {**settings(), **more}) if one.about == "staff notes"
        ]
        assert [one.words for one in told] == [f"written in Slack{words}"]


def test_a_proposal_is_found_from_the_carriers_thread(tmp_path: Path) -> None:
    lookup = Lookup()
    proposal = Proposal(id="p1", product="appointments", at=NOW)

    async def look(engine: Engine) -> Proposal | None:
        await engine.execute(ProposeAppointment(proposal=proposal), "mail")
        return await asyncio.to_thread(lookup, "p1")

    async def play() -> tuple[Proposal | None, Proposal | None]:
        before = await asyncio.to_thread(lookup, "p1")
        async with open_engine(
            tmp_path, VirtualClock(NOW), MailboxCarrier(), "http://salon", settles=True
        ) as engine:
            lookup.open(engine)
            return before, await look(engine)

    assert asyncio.run(play()) == (None, proposal)


def test_a_house_that_takes_too_long_gives_a_note_without_fields(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "PATIENCE_SECONDS", 0.01)
    lookup = Lookup()

    async def play() -> Proposal | None:
        async with open_engine(
            tmp_path, VirtualClock(NOW), MailboxCarrier(), "http://salon", settles=True
        ) as engine:
            lookup.open(engine)
            return lookup("p1")

    assert asyncio.run(play()) is None
