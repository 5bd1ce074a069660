"""Decisions elsewhere are shown in Slack at once: no note keeps buttons that do nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fullhouse.web.dependencies import SlackDependencies
from tests.inbound.slack.fake import FakeSlack
from tests.support.attaching import change
from tests.web.slack_desk import FRIDAY, READ, Desk, desk_with_slack

BEN = {"name": "Ben", "email": "ben@example.org", "service": "Cut"}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_with_slack(tmp_path) as one:
        yield one


def can_decide(slack: FakeSlack) -> list[str]:
    """The notes that still have buttons to decide with."""
    return [name for name, note in slack.notes.items() if "proposal_approve" in json.dumps(note)]


def test_what_is_approved_at_the_desk_is_said_in_slack(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    assert desk.sends("/desk/waitlist/proposals/p1/approve").status_code == 303
    assert desk.said == "Approved at the desk: Cut, Friday 5 June, 14:00."
    assert can_decide(desk.slack) == []
    assert "Anna" not in json.dumps(desk.slack.last)


def test_what_is_put_right_at_the_desk_is_said_as_it_was_put_right(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    assert (
        desk.sends("/desk/waitlist/proposals/p1", **{**FRIDAY, "time": "15:30"}).status_code == 303
    )
    assert desk.said == "Approved at the desk: Cut, Friday 5 June, 15:30."


def test_what_is_discarded_at_the_desk_is_said_in_slack(desk: Desk) -> None:
    desk.proposes("p2", "waitlist", **BEN)
    desk.sends("/desk/waitlist/proposals/p2/discard")
    assert desk.said == "Discarded at the desk."
    assert can_decide(desk.slack) == []


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("approve", None, "Approved at the desk: Cut, Friday 5 June, 14:00."),
        ("edit", {"time": "15:30"}, "Approved at the desk: Cut, Friday 5 June, 15:30."),
        ("discard", None, "Discarded at the desk."),
    ],
)
def test_what_a_script_decides_is_said_in_slack(
    desk: Desk, path: str, body: object, said: str
) -> None:
    desk.proposes(**FRIDAY)
    assert desk.asks(f"/proposals/p1/{path}", body).status_code == 200
    assert desk.said == said


def test_all_notes_about_one_proposal_say_it(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    desk.proposes(**{**FRIDAY, "time": "16:00"})
    assert len(can_decide(desk.slack)) == 2
    desk.sends("/desk/waitlist/proposals/p1/approve")
    assert [one["text"] for one in desk.slack.notes.values()] == [
        "Approved at the desk: Cut, Friday 5 June, 16:00."
    ] * 2


def test_other_proposals_keep_their_buttons(desk: Desk) -> None:
    desk.proposes("p1", **FRIDAY)
    desk.proposes("p11", **FRIDAY)
    desk.sends("/desk/waitlist/proposals/p1/discard")
    assert can_decide(desk.slack) == [max(desk.slack.notes)]


def test_what_cannot_be_approved_stays_open_in_slack(desk: Desk) -> None:
    desk.proposes(**READ)
    assert desk.sends("/desk/waitlist/proposals/p1/approve").status_code == 422
    assert len(can_decide(desk.slack)) == 1


def test_whoever_is_erased_leaves_the_note_as_well(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    assert "Anna" in json.dumps(desk.slack.last)
    desk.sends("/desk/person/erase", address="anna@example.org", sure="yes")
    assert desk.proposal().state == "discarded"
    assert "Anna" not in json.dumps(desk.slack.last)
    assert can_decide(desk.slack) == []


def test_slack_that_does_not_listen_holds_nothing_up(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.proposes(**FRIDAY)
    desk.slack.mood = "hangs up"
    assert desk.sends("/desk/waitlist/proposals/p1/approve").status_code == 303
    assert desk.proposal().state == "approved"
    assert "Slack could not be told what was done" in caplog.text


def test_without_slack_nothing_is_told(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    change(desk.web.app, slack=SlackDependencies())
    assert desk.sends("/desk/waitlist/proposals/p1/approve").status_code == 303
    assert len(can_decide(desk.slack)) == 1


def test_a_note_that_went_out_by_mail_is_none_of_slacks(desk: Desk) -> None:
    desk.slack.mood = "busy"
    desk.proposes(**FRIDAY)
    desk.slack.mood = "well"
    assert desk.sends("/desk/waitlist/proposals/p1/discard").status_code == 303
    assert can_decide(desk.slack) == []
