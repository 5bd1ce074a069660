"""Decisions in Slack: only a fresh Slack signature counts, once; the note names who did what."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.inbound.slack import actions
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.appointments.commands import NoShow
from fullhouse.products.frontdesk.appointments.proposals import (
    DiscardAppointment,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.web.dependencies import SlackDependencies
from tests.inbound.slack.fake import SECRET, TOKEN, form
from tests.products.saying import read
from tests.support.attaching import change, change_desk
from tests.web.slack_desk import FRIDAY, READ, RULES, Desk, desk_with_slack


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_with_slack(tmp_path) as one:
        yield one


def test_approve_books_as_it_was_read_and_the_note_says_by_whom_without_naming_the_customer(
    desk: Desk,
) -> None:
    desk.proposes(**FRIDAY)
    assert desk.tell(desk.slack.press("proposal_approve")).status_code == 200
    booked = desk.appointment()
    assert booked is not None
    assert (booked.name, booked.starts_at) == ("Anna Berg", datetime(2026, 6, 5, 12, tzinfo=UTC))
    assert desk.said == "Approved by <@U123>: Cut, Friday 5 June, 14:00."
    assert "Anna" not in json.dumps(desk.slack.last)
    by = [(one.action, one.by) for one in desk.load(AuditOfSubject("appointments", "p1"))]
    assert by[1:] == [("booked", "slack:U123"), ("proposal_approved", "slack:U123")]


def test_a_second_press_says_what_was_done_and_does_nothing(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    approve, discard = (
        desk.slack.press("proposal_approve"),
        desk.slack.press("proposal_discard", user="U456"),
    )
    desk.tell(approve)
    assert desk.tell(discard).status_code == 200
    assert desk.said.startswith("Approved by <@U123>")
    assert desk.proposal().state == "approved"


def test_what_was_decided_at_the_desk_is_said_in_slack_at_the_next_press(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    desk.give(DiscardAppointment(proposal_id="p1"), "owner")
    desk.tell(desk.slack.press("proposal_approve"))
    assert desk.said == "Discarded at the desk."
    assert desk.appointment() is None


def test_discard_lets_it_go(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    desk.tell(desk.slack.press("proposal_discard"))
    assert (desk.said, desk.proposal().state) == ("Discarded by <@U123>.", "discarded")


def proposes_weekly(desk: Desk) -> None:
    """Propose three times of one calendar entry; the note is about the first."""
    for number, date in ((2, "2026-06-12"), (3, "2026-06-19"), (1, "2026-06-05")):
        desk.proposes(f"p{number}", **{**FRIDAY, "date": date, "series": "s1"})


def sections(note: dict[str, Any]) -> list[str]:
    """Return what a note says, without its buttons."""
    blocks = [one for one in note["blocks"] if one["type"] != "actions"]
    details = [field["text"] for one in blocks for field in one.get("fields", ())]
    return [*(one["text"]["text"] for one in blocks if "text" in one), *details]


def test_a_note_says_who_when_and_how_to_reach_them(desk: Desk) -> None:
    desk.proposes(**FRIDAY, phone="+4915123456780")
    (note,) = desk.slack.notes.values()
    assert read("\n".join(sections(note))) == snapshot("""\
A booking is waiting for your decision.
Name: Anna Berg
probably: “so says name”
Email: anna@example.org
probably: “so says email”
Service: Cut
probably: “so says service”
Staff: Jess
probably: “so says staff”
Date: Friday 5 June 2026
probably: “so says date”
Time: 14:00
probably: “so says time”
Phone: +4915123456780
probably: “so says phone”
Hello
It came by email or from your calendar. If you approve it, it is booked; a confirmation is sent only
if you choose so on the desk. You can also change or discard it: nothing is booked before you say
so.\
""")


def test_a_weekly_entry_is_one_note_with_all_its_times(desk: Desk) -> None:
    times = {"series": "s1", "repeats": "2026-06-12 14:00, 2026-06-19 14:00, one more"}
    desk.proposes("p1", **FRIDAY, **times)
    for name, date in (("p2", "2026-06-12"), ("p3", "2026-06-19")):
        later = desk.made(name, **{**FRIDAY, "date": date, "series": "s1"})
        desk.give(ProposeAppointment(proposal=later, renew=True, noted=True))
    (note,) = desk.slack.notes.values()
    assert read("\n".join(sections(note))) == snapshot("""\
A booking is waiting for your decision.
Name: Anna Berg
probably: “so says name”
Email: anna@example.org
probably: “so says email”
Service: Cut
probably: “so says service”
Staff: Jess
probably: “so says staff”
Date: Friday 5 June 2026
probably: “so says date”
Time: 14:00
probably: “so says time”
Also: Friday 12 June 2026, 14:00; Friday 19 June 2026, 14:00; one more
probably: “so says repeats”
Hello
It came by email or from your calendar. If you approve it, it is booked; a confirmation is sent only
if you choose so on the desk. You can also change or discard it: nothing is booked before you say
so.\
""")


@pytest.mark.parametrize(("action", "state"), [("approve", "approved"), ("discard", "discarded")])
def test_a_weekly_entry_is_decided_with_all_its_times(desk: Desk, action: str, state: str) -> None:
    proposes_weekly(desk)
    desk.tell(desk.slack.press(f"proposal_{action}"))
    assert [desk.proposal(f"p{number}").state for number in (1, 2, 3)] == [state] * 3
    assert "s1" not in json.dumps(desk.slack.last)


def test_what_is_edited_in_a_window_holds_for_all_times_of_a_weekly_entry(desk: Desk) -> None:
    proposes_weekly(desk)
    desk.tell(desk.slack.press("proposal_edit"))
    desk.tell(desk.slack.submit(staff="Sam", time="15:30"))
    booked = [desk.appointment(f"p{number}") for number in (1, 2)]
    assert [one and (one.staff, one.starts_at.hour) for one in booked] == [("Sam", 13), ("Sam", 12)]


def test_the_mail_of_what_is_discarded_is_set_aside(desk: Desk) -> None:
    files, raw = MemoryFiles(), b"From: Anna <anna@example.org>\r\n\r\nA cut on Friday?\r\n"
    change_desk(desk.web.app, files=files)
    lane = MailPipeline(desk.engine, files, MailSettings(domain="rsvp.test"))
    line = desk.call(lane.take, ReceivedMail(raw, "bookings@rsvp.test"))
    lane.close()
    desk.tell(desk.slack.press("proposal_discard"))
    assert files.kept == {f"discarded/{line.file}": raw}


def test_edit_opens_a_window_with_each_field_its_confidence_and_its_words(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    assert desk.tell(desk.slack.press("proposal_edit")).status_code == 200
    inputs = {one["block_id"]: one for one in desk.slack.views[-1]["blocks"]}
    assert list(inputs) == ["name", "phone", "email", "service", "staff", "date", "time", "minutes"]
    assert inputs["time"]["element"]["initial_value"] == "14:00"
    assert inputs["time"]["hint"]["text"] == "probably: “so says time”"
    assert desk.proposal().state == "open"


def test_the_card_and_its_window_are_english_where_the_desk_has_no_such_language(
    desk: Desk,
) -> None:
    desk.give(SaveDocument(name="rules", text=f"{RULES}Language: it\n"))
    desk.proposes(**FRIDAY)
    press = desk.slack.press("proposal_edit")
    assert desk.said == "A booking to look at"
    desk.tell(press)
    time = next(one for one in desk.slack.views[-1]["blocks"] if one["block_id"] == "time")
    assert time["label"]["text"] == "Time"
    old = desk.slack.press("proposal_approve")
    desk.proposes(**{**FRIDAY, "time": "16:00"})
    desk.tell(old)
    assert "If you approve it, it is booked" in json.dumps(desk.slack.notes)


def test_a_submitted_window_approves_as_edited(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    desk.tell(desk.slack.press("proposal_edit"))
    told = desk.tell(desk.slack.submit(user="U456", time="15:30", minutes="30"))
    assert (told.status_code, told.content) == (200, b"")
    booked = desk.appointment()
    assert booked is not None
    assert (booked.starts_at.hour, booked.starts_at.minute, booked.minutes) == (13, 30, 30)
    assert desk.said == "Approved by <@U456>: Cut, Friday 5 June, 15:30."


def test_a_window_with_something_wrong_stays_open_and_says_what_beside_the_field(
    desk: Desk,
) -> None:
    desk.proposes(**FRIDAY)
    desk.tell(desk.slack.press("proposal_edit"))
    told = desk.tell(desk.slack.submit(time="at two", service="Haircut", minutes="never"))
    answer = told.json()
    assert answer["response_action"] == "errors"
    assert sorted(answer["errors"]) == ["minutes", "service", "time"]
    assert desk.proposal().state == "open"


def test_approving_what_lacks_something_opens_the_window_that_asks_for_it(desk: Desk) -> None:
    desk.proposes(**READ)
    desk.tell(desk.slack.press("proposal_approve"))
    wrong, *_ = desk.slack.views[-1]["blocks"]
    assert wrong["text"]["text"] == "This is not a day and a time such as 2026-06-20 and 14:00."
    assert desk.proposal().state == "open"
    assert desk.tell(desk.slack.submit(date="2026-06-05", time="9:15")).content == b""
    assert desk.proposal().state == "approved"


@pytest.mark.parametrize("action", ["proposal_approve", "proposal_edit"])
def test_of_a_booking_that_is_gone_nothing_is_asked_for(desk: Desk, action: str) -> None:
    desk.proposes("p1", **FRIDAY)
    desk.tell(desk.slack.press("proposal_approve"))
    desk.proposes("p2", **{**FRIDAY, "appointment": "p1", "change": "gone"})
    press = desk.slack.press("proposal_approve", max(desk.slack.notes))
    press["actions"][0]["action_id"] = action
    desk.clock.move_to(datetime(2026, 6, 5, 12, 5, tzinfo=UTC))
    desk.give(NoShow(appointment_id="p1"))
    desk.tell(press)
    view = desk.slack.views[-1]
    why = (
        "It was noted before that they did not come."
        if action == "proposal_approve"
        else "nothing to edit"
    )
    assert [one["type"] for one in view["blocks"]] == ["section"]
    assert why in view["blocks"][0]["text"]["text"]
    assert "submit" not in view
    assert desk.proposal("p2").state == "open"


def test_what_the_rules_refuse_opens_the_window_and_says_why(desk: Desk) -> None:
    desk.proposes(**{**FRIDAY, "date": "2030-06-05"})
    desk.tell(desk.slack.press("proposal_approve"))
    assert (
        desk.slack.views[-1]["blocks"][0]["text"]["text"]
        == "An appointment can be at most two years away."
    )
    told = desk.tell(desk.slack.submit())
    assert told.json()["errors"] == {"time": "An appointment can be at most two years away."}


def test_a_proposal_that_changed_since_the_note_is_shown_again_instead_of_approved(
    desk: Desk,
) -> None:
    desk.proposes(**FRIDAY)
    old = min(desk.slack.notes)
    desk.tell(desk.slack.press("proposal_edit", old))
    desk.proposes(**{**FRIDAY, "time": "16:00"})
    assert len(desk.slack.notes) == 2
    told = desk.tell(desk.slack.submit())
    assert told.json()["errors"] == {
        "name": "It has changed meanwhile. Close this window and press Edit again."
    }
    desk.tell(desk.slack.press("proposal_approve", max(desk.slack.notes)))
    booked = desk.appointment()
    assert booked is not None
    assert booked.starts_at.hour == 14


@pytest.mark.parametrize("sent", ["press", "window"])
def test_one_that_changes_in_the_moment_of_the_press_is_shown_again_instead_of_approved(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    desk.proposes(**FRIDAY)
    note = max(desk.slack.notes)
    anew = desk.made(**{**FRIDAY, "time": "16:00"})

    async def look(engine: Engine, _command: Command, _by: str) -> None:
        await engine.execute(ProposeAppointment(proposal=anew, renew=True), "calendar")

    monkeypatch.setattr(actions, "mail_if_landline", look)
    if sent == "press":
        desk.tell(desk.slack.press("proposal_approve", note))
    else:
        desk.tell(desk.slack.press("proposal_edit", note))
        assert desk.tell(desk.slack.submit()).content == b""
    assert (desk.proposal().state, desk.appointment()) == ("open", None)
    assert desk.slack.notes[note]["text"] == "It has changed since this note: please look again"


def test_an_old_note_says_how_the_proposal_reads_now(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    press = desk.slack.press("proposal_approve")
    old = max(desk.slack.notes)
    desk.proposes(**{**FRIDAY, "time": "16:00"})
    desk.tell(press)
    assert desk.slack.notes[old]["text"] == "It has changed since this note: please look again"
    assert "Time: 16:00" in json.dumps(desk.slack.notes[old], ensure_ascii=False)
    desk.tell(desk.slack.press("proposal_approve", old))
    assert desk.proposal().state == "approved"


def test_a_request_for_the_waitlist_is_decided_on_in_the_same_way(desk: Desk) -> None:
    desk.proposes("p2", "waitlist", name="Ben", email="ben@example.org", service="Cut")
    desk.tell(desk.slack.press("proposal_edit"))
    assert desk.tell(desk.slack.submit(party="2")).content == b""
    entry = desk.load(Get(Entry, ("p2",)))
    assert entry is not None
    assert (entry.party, desk.said) == (2, "Approved by <@U123>: they are on the waitlist.")
    desk.proposes("p3", "waitlist", name="Cleo", email="cleo@example.org", service="Cut")
    desk.tell(desk.slack.press("proposal_discard"))
    assert desk.said == "Discarded by <@U123>."


def test_a_proposal_that_is_not_kept_any_more_says_so(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    press = desk.slack.press("proposal_approve")
    press["actions"][0]["value"] = '{"proposal": "nothing", "rev": 0}'
    assert desk.tell(press).status_code == 200
    assert "not kept any more" in desk.said
    desk.proposes("p9", **FRIDAY)
    desk.tell(desk.slack.press("proposal_edit"))
    submission = desk.slack.submit()
    submission["view"]["private_metadata"] = submission["view"]["private_metadata"].replace(
        "p9", "p8"
    )
    assert desk.tell(submission).status_code == 200


def test_a_link_that_was_opened_asks_for_nothing(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    assert desk.tell(desk.slack.press("look_0")).status_code == 200
    assert desk.proposal().state == "open"


def test_a_landline_is_approved_and_remembered_to_take_no_texts(desk: Desk) -> None:
    desk.proposes(**FRIDAY, phone="+4930123456")
    desk.tell(desk.slack.press("proposal_approve"))
    booked, known = desk.appointment(), desk.load(Get(Contact, (contact_id("+4930123456"),)))
    assert booked is not None
    assert known is not None
    assert (booked.phone, known.reach) == ("+4930123456", "unreachable")


def test_the_same_told_twice_is_refused(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    press = desk.slack.press("proposal_discard")
    assert desk.tell(press).status_code == 200
    again = desk.tell(press)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "seen_before")


@pytest.mark.parametrize(
    ("secret", "seconds", "code"),
    [
        ("another", 0, "bad_signature"),
        (SECRET, -301, "old_signature"),
        (SECRET, 301, "old_signature"),
    ],
)
def test_what_slack_did_not_sign_just_now_is_refused(
    desk: Desk, secret: str, seconds: int, code: str
) -> None:
    desk.proposes(**FRIDAY)
    told = desk.tell(desk.slack.press("proposal_approve"), secret, seconds=seconds)
    assert (told.status_code, told.json()["error"]["code"]) == (401, code)
    assert desk.proposal().state == "open"


def test_five_minutes_are_still_fresh(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    assert desk.tell(desk.slack.press("proposal_discard"), seconds=-300).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Slack-Signature": "v0=" + "0" * 64},
        {"X-Slack-Request-Timestamp": "1780304400", "X-Slack-Signature": "v1=" + "0" * 64},
        {"X-Slack-Request-Timestamp": "-1", "X-Slack-Signature": "v0=" + "0" * 64},
        {"X-Slack-Request-Timestamp": "9" * 5000, "X-Slack-Signature": "v0=" + "0" * 64},
    ],
)
def test_without_a_signature_nothing_is_taken(desk: Desk, headers: dict[str, str]) -> None:
    told = desk.web.post("/hooks/slack", content=b"payload=%7B%7D", headers=headers)
    assert told.status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe",
        b"payload",
        b"payload=%7B",
        b"payload=[]",
        b"payload=" + b"[" * 20_000,
        b"payload=%7B%7D&payload=%7B%7D",
        b"&".join(b"a=1" for _ in range(900)),
        form({"type": "block_actions", "user": {"id": "U1"}, "actions": []}),
        form(
            {
                "type": "block_actions",
                "user": {"id": "U1 <!channel>"},
                "actions": [{"action_id": "x"}],
            }
        ),
        form({"type": "view_submission", "user": {"id": "U1"}}),
        form({"type": "view_submission", "user": {"id": "U1"}, "view": {"private_metadata": "{}"}}),
        form(
            {
                "type": "view_submission",
                "user": {"id": "U1"},
                "view": {"private_metadata": '{"proposal":"p","rev":0}'},
            }
        ),
        form({"type": "shortcut", "user": {"id": "U1"}}),
    ],
)
def test_what_none_of_our_notes_could_send_is_refused(desk: Desk, body: bytes) -> None:
    assert desk.tell(body).status_code == 400


@pytest.mark.parametrize(
    "change", [{"value": "{}"}, {"value": "x"}, {"action_id": "proposal_burn"}]
)
def test_a_button_that_we_did_not_make_is_refused(desk: Desk, change: dict[str, str]) -> None:
    desk.proposes(**FRIDAY)
    press = desk.slack.press("proposal_approve")
    press["actions"][0].update(change)
    assert desk.tell(press).status_code == 400


def test_a_press_in_another_channel_decides_nothing(desk: Desk) -> None:
    desk.proposes(**FRIDAY)
    assert desk.tell(desk.slack.press("proposal_approve", channel="C0SOMEWHERE")).status_code == 403
    assert desk.proposal().state == "open"


def test_what_slack_does_not_hear_is_done_all_the_same_and_no_secret_is_logged(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.proposes(**FRIDAY)
    approve, edit = desk.slack.press("proposal_approve"), desk.slack.press("proposal_edit")
    desk.slack.mood = "hangs up"
    assert desk.tell(edit).status_code == 200
    assert desk.tell(approve).status_code == 200
    assert desk.proposal().state == "approved"
    assert "Slack could not be told what was done" in caplog.text
    assert TOKEN not in caplog.text
    assert SECRET not in caplog.text


def test_without_slack_the_hook_takes_nothing(desk: Desk) -> None:
    change(desk.web.app, slack=SlackDependencies())
    told = desk.tell({"type": "block_actions"})
    assert (told.status_code, told.json()["error"]["code"]) == (401, "no_secret")
