"""Stories of events on AWS, each with an event of its own, so that they can run in any order."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from tests.aws.emulator import ACCOUNT, REGION
from tests.aws.mail_shapes import taken_by_ses
from tests.aws.play import MAIL_DOMAIN, OWNER, ZONE, Play, address, bucket, written
from tests.aws.words import HAS_A_SEAT, IMPORT_IS_DONE, OFFER_HAS_ENDED, SEND_TO_ALL
from tests.inbound.mail.letters import mail

Story = Callable[[Play], None]


def a_host_comes_in_by_a_mailed_link_and_opens_an_event_at_the_desk(play: Play) -> None:
    form = play.desk("/new")
    starts = play.there() + timedelta(days=20)
    fields = {
        "name": "Garden party",
        "starts_at": f"{starts:%Y-%m-%dT%H:%M}",
        "cap": "5",
        "timezone": "Asia/Singapore",
    }
    made = play.host.press(form, **fields)
    assert made.status == 200, made.text
    assert "Garden party" in made.text
    assert "Garden party" in play.desk("").text


def eight_ask_for_four_seats_and_every_freed_seat_finds_its_next_guest(play: Play) -> None:
    _whole_evening(play, asking=8, seats=4)


def twenty_ask_for_twelve_seats_and_every_freed_seat_finds_its_next_guest(play: Play) -> None:
    _whole_evening(play, asking=20, seats=12)


def _whole_evening(play: Play, asking: int, seats: int) -> None:
    """Tell of a full list, a waitlist, offers that lapse, roll on and are claimed, a reminder."""
    event = play.opens("Supper", seats, claim_window="1h", reminders=["1h"])
    names = [f"Guest{number:02}" for number in range(asking)]
    waiting = names[seats:]
    states = []
    for number, name in enumerate(names):
        if number % 4 == 0:
            states.append(_signs_up_by_form(play, event, name))
        else:
            states.append(play.signs_up(event, name)["state"])
    assert states == ["confirmed"] * seats + ["waitlisted"] * len(waiting)
    assert play.headcount(event) == {
        "cap": seats,
        "confirmed": seats,
        "held": 0,
        "waiting": len(waiting),
        "pending": 0,
        "open": 0,
        "checked_in": 0,
    }
    gives_up = play.letter(address(event, names[0]), "confirmation")
    play.answers(gives_up.links["cancel"])
    first = play.letter(address(event, waiting[0]), "offer")
    _lets_an_offer_lapse(play, event)
    play.letter(address(event, waiting[0]), "offer_lapsed")
    ends = _when(play, event, "offered") + timedelta(hours=1)
    rung = [one.at for one in play.record.rings if one.target.endswith("ev-offer-timeout")][-1]
    assert ends <= datetime.fromtimestamp(rung, UTC) < ends + timedelta(seconds=70)
    assert ends <= _when(play, event, "lapsed")
    second = play.letter(address(event, waiting[1]), "offer")
    late = play.visitor().get(first.links["claim"])
    assert late.status == 410 or OFFER_HAS_ENDED in late.text, late.text
    play.answers(second.links["claim"])
    play.answers(play.letter(address(event, names[1]), "confirmation").links["cancel"])
    play.letter(
        address(event, waiting[0]), "offer", 2
    )  # asked first, now that another seat is free, and silent again
    _lets_an_offer_lapse(play, event)
    third = play.letter(address(event, waiting[2]), "offer")
    play.answers(third.links["decline"])
    fourth = play.letter(address(event, waiting[3]), "offer")
    play.answers(fourth.links["claim"])
    assert play.headcount(event) == {
        "cap": seats,
        "confirmed": seats,
        "held": 0,
        "waiting": len(waiting) - 3,
        "pending": 0,
        "open": 0,
        "checked_in": 0,
    }
    soon = (play.there() + timedelta(hours=3)).replace(
        second=0, microsecond=0
    )  # what is far rings at full minutes
    play.api("PATCH", f"/events/{event}", {"starts_at": written(soon)})
    coming = {email for email, one in play.guests(event).items() if one["state"] == "confirmed"}
    assert address(event, waiting[1]) in coming
    assert address(event, waiting[3]) in coming
    play.moves_to_what_is_booked_for(soon - timedelta(hours=1))
    for email in coming:
        play.letter(email, "reminder")
    time.sleep(1)
    reminded = Counter(
        one.to for one in play.tail.letters if one.kind == "reminder" and event in one.to
    )
    assert reminded == dict.fromkeys(coming, 1)


def _when(play: Play, event: str, action: str) -> datetime:
    """Say when something happened first, by the audit."""
    return _times(play, event, action)[0]


def _times(play: Play, event: str, action: str) -> list[datetime]:
    return sorted(
        datetime.fromisoformat(line["at"]) for line in play.audit(event) if line["action"] == action
    )


def _lets_an_offer_lapse(play: Play, event: str) -> None:
    """Set the clock to a second before the minute in which the last offer's hour ends."""
    ends = _times(play, event, "offered")[-1] + timedelta(hours=1)
    rings = ends.replace(second=0, microsecond=0) + timedelta(minutes=1)
    play.moves_to((rings - timedelta(seconds=1)).astimezone(ZoneInfo(ZONE)).replace(tzinfo=None))


def _signs_up_by_form(play: Play, event: str, name: str) -> str:
    guest = play.visitor()
    page = guest.get(f"{play.urls['register']}/e/{event}")
    answer = guest.press(page, name=name, email=address(event, name))
    assert answer.status == 200, answer.text
    return "confirmed" if HAS_A_SEAT in answer.text else "waitlisted"


def a_list_is_imported_row_by_row_and_the_invited_confirm_by_link(play: Play) -> None:
    event = play.opens("Wedding", 3)
    play.api("PATCH", f"/events/{event}", {"host_name": "Grace Hopper"})
    names = [f"Row{number}" for number in range(5)]
    progress = imports(play, event, *names)
    play.wait(lambda: is_imported(play, progress))
    assert play.headcount(event) == {
        "cap": 3,
        "confirmed": 0,
        "held": 3,
        "waiting": 2,
        "pending": 3,
        "open": 0,
        "checked_in": 0,
    }
    invitation = play.letter(address(event, names[0]), "invite")
    assert "Grace Hopper invites you to Wedding." in invitation.text
    play.answers(invitation.links["confirm"])
    assert play.headcount(event)["confirmed"] == 1
    rows = {"rows": [{"name": "Late", "email": address(event, "Late")}], "place_as": "confirmed"}
    assert play.api("POST", f"/events/{event}/guests", rows)["counts"]["waitlisted"] == 1


def imports(play: Play, event: str, *names: str) -> str:
    """Paste a list at the desk, review it, and start; return the address of the progress page."""
    pasted = "\n".join(f"{name}, {address(event, name)}" for name in names)
    page = play.host.press(
        play.desk(f"/e/{event}/import"), to="/import", text=pasted, place_as="pending"
    )
    assert page.status == 200, page.text
    return play.host.press(page, to="/import/run").url


def is_imported(play: Play, progress: str) -> bool:
    return IMPORT_IS_DONE in play.host.get(progress).text


def mail_that_comes_in_is_answered(play: Play) -> None:
    event = play.opens("Concert", 5)
    person = address(event, "Mia")
    to = f"rsvp+{event}@{MAIL_DOMAIN}"
    mail_arrives(play, "Yes, gladly!", person, to)
    yes = play.letter(person, "confirmation")
    assert play.guests(event)[person]["state"] == "confirmed"
    mail_arrives(play, "I have to cancel, sorry.", person, to)
    play.letter(person, "link")
    assert play.guests(event)[person]["state"] == "confirmed"
    mail_arrives(play, "I have to cancel, sorry!", person, reply_address(play, person))
    play.answers(play.letter(person, "cancel_pending").links["keep"])
    play.letter(person, "confirmation", 2)
    assert play.guests(event)[person]["state"] == "confirmed"
    mail_arrives(play, "I really have to cancel.", person, reply_address(play, person))
    play.letter(person, "cancel_pending", 2)
    play.moves_to(play.there() + timedelta(minutes=31))
    play.letter(person, "cancelled")
    assert play.guests(event)[person]["state"] == "cancelled"
    assert yes.key != play.letters(person)[-1].key
    assert person in play.desk("/mail").text


def reply_address(play: Play, person: str) -> str:
    """Return where someone's reply to their last mail goes."""
    newest = play.api("GET", f"/messages?to={quote(person)}&limit=1")["items"][0]
    assert re.fullmatch(r"(rsvp\+[\w-]+\.|desk\+)[a-z2-7]{22}@.+", newest["reply_to"]), newest
    return str(newest["reply_to"])


def mail_arrives(play: Play, text: str, sender: str, to: str) -> None:
    """Put a mail where SES puts what comes in."""
    raw = mail(text, sender=f"Somebody <{sender}>").replace(b"rsvp+party@rsvp.test", to.encode())
    key = f"mail{time.time_ns()}"
    body = taken_by_ses(raw, to, sender=sender)
    play.emulator.client("s3").put_object(Bucket=bucket("ev-raw-mime"), Key=key, Body=body)


def a_bounce_a_complaint_and_an_opt_out_are_remembered(play: Play) -> None:
    event = play.opens("Reading", 5)
    for name in ("Bo", "Co", "Oz"):
        play.signs_up(event, name)
    for name, kind in (("Bo", "Bounce"), ("Co", "Complaint")):
        play.letter(address(event, name), "confirmation")
        ses_reports(play, address(event, name), kind)
    play.answers(play.letter(address(event, "Oz"), "confirmation").links["stop"])

    def reach() -> list[str]:
        found = play.guests(event)
        return [found[address(event, name)]["reach"] for name in ("Bo", "Co", "Oz")]

    play.wait(lambda: reach() == ["bounced", "opted_out", "opted_out"])


def ses_reports(play: Play, to: str, kind: str, *, tagged: bool = True) -> None:
    """Publish an SES bounce or complaint about the last mail to someone on its topic."""
    sent = [
        one
        for one in play.record.calls
        if one.operation == "SendRawEmail" and to in one.names["To"]
    ][-1]
    about: dict[str, Any] = {"destination": [to], "messageId": sent.names["MessageId"]}
    if tagged:
        about["tags"] = {"message": [sent.names["Tag"]]}
    if kind == "Bounce":
        more: dict[str, Any] = {
            "bounce": {"bounceType": "Permanent", "bouncedRecipients": [{"emailAddress": to}]}
        }
    else:
        more = {
            "complaint": {
                "complaintFeedbackType": "abuse",
                "complainedRecipients": [{"emailAddress": to}],
            }
        }
    told = json.dumps({"eventType": kind, "mail": about, **more})
    topic = f"arn:aws:sns:{REGION}:{ACCOUNT}:ev-{kind.lower()}s"
    play.emulator.client("sns").publish(TopicArn=topic, Message=told)


def everyone_is_told_of_a_change_and_when_the_event_is_called_off(play: Play) -> None:
    event = play.opens("Picnic", 2)
    for name in ("Pia", "Quin", "Rob"):
        play.signs_up(event, name)
    moved = play.there() + timedelta(days=40)
    play.api("PATCH", f"/events/{event}", {"starts_at": written(moved)})
    for name in ("Pia", "Quin", "Rob"):
        play.letter(address(event, name), "changed")
    play.api("POST", f"/events/{event}/cancel")
    for name in ("Pia", "Quin", "Rob"):
        play.letter(address(event, name), "event_cancelled")
        assert len(play.letters(address(event, name), "event_cancelled")) == 1


def a_host_writes_to_all_once_and_opens_the_next_date(play: Play) -> None:
    event = play.opens("Choir", 2)
    for name in ("Sue", "Tom", "Ute"):
        play.signs_up(event, name)
    preview = play.host.press(
        play.desk(f"/e/{event}/message"),
        to="/message",
        subject="Parking",
        text="Behind the mill.",
    )
    assert f"{SEND_TO_ALL} 2 guests?" in preview.text
    for _ in range(2):
        sent = play.host.press(preview, to="/message", step="send")
        assert sent.status == 200, sent.text
    for name in ("Sue", "Tom"):
        assert play.letter(address(event, name), "broadcast").subject == "Choir: Parking"
    waiting = {"to": "waiting", "subject": "Patience", "text": "We add chairs."}
    play.api("POST", f"/events/{event}/messages", waiting)
    play.letter(address(event, "Ute"), "broadcast")
    assert [len(play.letters(address(event, name), "broadcast")) for name in ("Sue", "Ute")] == [
        1,
        1,
    ]
    written_lines = [line for line in play.audit(event) if line["action"] == "broadcast"]
    assert len(written_lines) == 2
    assert written_lines[0]["before"]["counts"]["confirmed"] == 2
    copied = play.host.press(play.desk(f"/e/{event}/duplicate"), to="/duplicate", repeat="week")
    assert copied.status == 200, copied.text
    assert "Choir" in copied.text


def mornings_bring_reminders_the_headcount_and_the_thanks_and_after_a_month_everyone_is_forgotten(
    play: Play,
) -> None:
    """The defaults, over weeks. A reminder that a jump of the clock passed is not made up."""
    evening = (play.there() + timedelta(days=10)).replace(
        hour=18, minute=0, second=0, microsecond=0
    )
    event = play.opens("Ball", 3, starts=evening, quiet_hours={"from": "21:00", "to": "08:00"})
    uma, vic = (address(event, name) for name in ("Uma", "Vic"))
    play.signs_up(event, "Uma")
    mail_arrives(play, "Yes, I come!", vic, f"rsvp+{event}@{MAIL_DOMAIN}")
    for one in (uma, vic):
        play.letter(one, "confirmation")
    play.moves_to(evening - timedelta(days=1) + timedelta(seconds=1))
    assert [play.letter(one, "reminder").key.split(":")[3] for one in (uma, vic)] == [
        "1d-0",
        "1d-0",
    ]
    told = len(play.letters(OWNER, "headcount"))
    play.moves_to(evening.replace(hour=8, minute=59, second=57))
    assert [play.letter(one, "reminder", 2).key.split(":")[3] for one in (uma, vic)] == [
        "morning-0",
        "morning-0",
    ]
    assert "Ball" in play.letter(OWNER, "headcount", told + 1).subject
    told = len(play.letters(OWNER, "summary"))
    play.moves_to((evening + timedelta(days=1)).replace(hour=8, minute=59, second=57))
    assert "Ball" in play.letter(OWNER, "summary", told + 1).text
    sent = play.host.press(
        play.desk(f"/e/{event}/thanks"), to="/thanks", text="Thank you for coming!"
    )
    assert sent.status == 200, sent.text
    for one in (uma, vic):
        play.letter(one, "thank_you")
    assert {one.kind: len(play.letters(uma, one.kind)) for one in play.letters(uma)} == {
        "confirmation": 1,
        "reminder": 2,
        "thank_you": 1,
    }
    play.moves_to(evening + timedelta(days=32))
    play.wait(lambda: uma not in play.guests(event))
    play.wait(lambda: vic not in play.desk("/mail").text)


def a_guest_does_everything_that_a_link_can_do(play: Play) -> None:
    event = play.opens("Workshop", 2, max_party=2)
    for name in ("Ana", "Bea", "Cid", "Dot"):
        play.signs_up(event, name)
    manage = play.letter(address(event, "Ana"), "confirmation").links["manage"]
    moved = address(event, "Anna")
    _does(play, manage, do="contact", name="Anna", email=moved)
    play.answers(play.letter(moved, "address").links["address"])
    assert moved in play.guests(event)
    waits = play.letter(address(event, "Cid"), "waitlisted").links
    _does(play, waits["manage"], do="party", party="2")
    play.answers(waits["leave"])
    play.signs_up(event, "Cid", party=1)
    play.letter(address(event, "Cid"), "waitlisted", 2)
    play.answers(waits["stop"])
    _does(play, waits["manage"], do="resume")
    play.answers(play.letter(address(event, "Bea"), "confirmation").links["cancel"])
    play.answers(play.letter(address(event, "Dot"), "offer").links["claim"])
    assert play.headcount(event) == {
        "cap": 2,
        "confirmed": 2,
        "held": 0,
        "waiting": 1,
        "pending": 0,
        "open": 0,
        "checked_in": 0,
    }
    asked = play.visitor().post(f"{play.urls['register']}/e/{event}", do="link", email=moved)
    assert asked.status == 200, asked.text
    play.letter(moved, "link")
    smaller = play.opens("Tasting", 2, max_party=2)
    play.signs_up(smaller, "Eve")
    play.signs_up(smaller, "Fay", party=2)
    waits = play.letter(address(smaller, "Fay"), "waitlisted").links
    _does(play, waits["manage"], do="party", party="1")
    play.answers(play.letter(address(smaller, "Fay"), "offer").links["claim"])
    assert play.headcount(smaller)["confirmed"] == 2


def _does(play: Play, link: str, **fields: str) -> None:
    answer = play.visitor().post(link, **fields)
    assert answer.status == 200, answer.text


def a_host_does_everything_at_the_desk(play: Play) -> None:
    event = play.opens("Fair", 2)
    for name in ("Eva", "Fay", "Gus"):
        play.signs_up(event, name)
    add = play.desk(f"/e/{event}/guests/new")
    assert play.host.press(add, to="/new", name="Hal", email=address(event, "Hal")).status == 200
    guests = play.guests(event)
    ids = {name: guests[address(event, name)]["id"] for name in ("Eva", "Fay", "Gus", "Hal")}
    edit = play.desk(f"/e/{event}/g/{ids['Eva']}/edit")
    assert play.host.press(edit, to="/edit", name="Eve", email=address(event, "Eve")).status == 200
    play.host.press(play.desk(f"/e/{event}/g/{ids['Fay']}"), to="/resend")
    play.letter(address(event, "Fay"), "link")
    play.host.press(play.desk(f"/e/{event}/g/{ids['Fay']}/cancel"), to="/cancel")
    play.answers(play.letter(address(event, "Gus"), "offer").links["claim"])
    look = play.host.press(play.desk(f"/e/{event}/edit"), to="/edit", cap="4")
    assert "2 becomes 4" in " ".join(re.sub("<[^>]+>", " ", look.text).split())
    play.host.press(look, to="/edit")
    play.letter(address(event, "Hal"), "offer")
    for page in (
        "",
        "/line",
        "/guests",
        "/guests?q=eve",
        "/seats",
        "/audit",
        "/door",
        "/share",
        "/unreached",
        "/ask",
    ):
        play.desk(f"/e/{event}{page}")
    for page in ("/mailbox", "/calendar", "/team", "/tokens", "/mail"):
        play.desk(page)
    play.desk(f"/e/{event}/words/confirmation")
    play.host.press(play.desk(f"/e/{event}"), to="/close")
    late = {"name": "Ian", "email": "ian@example.org"}
    assert play.visitor().send("POST", f"{play.urls['register']}/e/{event}", late).status == 409
    play.host.press(play.desk(f"/e/{event}"), to="/reopen")
    helper = "helper@example.org"
    play.host.press(play.desk("/team"), to="/add", email=helper, role="helper")
    play.visitor().post(f"{play.urls['desk']}/desk/sign-in", email=helper)
    play.letter(helper, "sign_in")


def someone_is_forgotten_on_request(play: Play) -> None:
    event = play.opens("Lecture", 2)
    person = address(event, "Joy")
    play.signs_up(event, "Joy")
    play.letter(person, "confirmation")
    found = play.host.press(play.desk("/person"), to="/person", address=person)
    export = play.host.press(found, to="/person/export")
    assert person in export.text
    play.host.press(found, to="/person/erase")
    assert person not in play.guests(event)
    again = play.host.press(play.desk("/person"), to="/person", address=person)
    assert "erase" not in again.text.lower() or event not in again.text


def in_quiet_hours_nobody_is_disturbed_until_the_morning(play: Play) -> None:
    now = play.there()
    quiet = {"from": f"{now - timedelta(hours=1):%H:%M}", "to": f"{now + timedelta(hours=2):%H:%M}"}
    event = play.opens("Matinee", 1, quiet_hours=quiet)
    for name in ("Kim", "Lea"):
        play.signs_up(event, name)
    play.api("PATCH", f"/events/{event}", {"venue": "The new mill"})
    play.answers(play.letter(address(event, "Kim"), "confirmation").links["cancel"])
    play.letter(address(event, "Kim"), "cancelled")
    time.sleep(3)
    assert play.letters(address(event, "Lea"), "offer") == []
    assert play.letters(address(event, "Lea"), "changed") == []
    play.moves_to(
        (now + timedelta(hours=2)).replace(second=0, microsecond=0) - timedelta(seconds=4)
    )
    play.letter(address(event, "Lea"), "offer")
    play.letter(address(event, "Lea"), "changed")


# Those that move the clock come first: each event adds alarms that ring when a month passes.
STORIES: tuple[Story, ...] = (
    mornings_bring_reminders_the_headcount_and_the_thanks_and_after_a_month_everyone_is_forgotten,
    in_quiet_hours_nobody_is_disturbed_until_the_morning,
    a_host_comes_in_by_a_mailed_link_and_opens_an_event_at_the_desk,
    eight_ask_for_four_seats_and_every_freed_seat_finds_its_next_guest,
    twenty_ask_for_twelve_seats_and_every_freed_seat_finds_its_next_guest,
    a_list_is_imported_row_by_row_and_the_invited_confirm_by_link,
    mail_that_comes_in_is_answered,
    a_bounce_a_complaint_and_an_opt_out_are_remembered,
    everyone_is_told_of_a_change_and_when_the_event_is_called_off,
    a_host_writes_to_all_once_and_opens_the_next_date,
    a_guest_does_everything_that_a_link_can_do,
    a_host_does_everything_at_the_desk,
    someone_is_forgotten_on_request,
)
