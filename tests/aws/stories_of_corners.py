"""Stories of rare cases: seats nobody wants, addresses nobody reads, lost signals."""

import json
import re
import time
from datetime import timedelta

from fullhouse.engine.rate_limit import JOIN, SIGN_UP
from tests.aws.play import MAIL_DOMAIN, Play, address, urlpath
from tests.aws.stories import (
    Story,
    imports,
    is_imported,
    mail_arrives,
    reply_address,
    ses_reports,
)
from tests.aws.stories_of_trouble import not_allowed

JSON = {"accept": "application/json"}
ALREADY = {
    "state": "already",
    "position": None,
    "message": "This address has already signed up. Our email to it has the details.",
}


def a_seat_that_nobody_in_line_wants_is_free_for_all(play: Play) -> None:
    event = play.opens("Salsa", 1)
    assert [play.signs_up(event, name)["state"] for name in ("Ada", "Bob")] == [
        "confirmed",
        "waitlisted",
    ]
    assert play.signs_up(event, "Bob") == ALREADY
    progress = imports(play, event, "Bob", "Ada", "Zoe")
    play.wait(lambda: is_imported(play, progress))
    assert play.headcount(event)["waiting"] == 2
    play.answers(play.letter(address(event, "Ada"), "confirmation").links["cancel"])
    for name in ("Bob", "Zoe"):
        play.answers(play.letter(address(event, name), "offer").links["decline"])
    play.wait(lambda: play.headcount(event)["open"] == 1)
    assert play.signs_up(event, "Bob") == ALREADY
    assert play.guests(event)[address(event, "Bob")]["state"] == "confirmed"


def a_long_list_is_handed_on_from_run_to_run(play: Play) -> None:
    """The worker gets a second instead of most of a minute, so it wakes itself for the rest."""
    event, rows = play.opens("Parade", 150), 120
    worker = {"FunctionName": "ev-host-import"}
    play.emulator.client("lambda").update_function_configuration(**worker, Timeout=16)
    progress = imports(play, event, *(f"Row{number:03}" for number in range(rows)))
    play.wait(lambda: is_imported(play, progress))
    play.emulator.client("lambda").update_function_configuration(**worker, Timeout=60)
    assert play.headcount(event)["pending"] == rows
    assert any(
        one.by == "ev-host-import" and one.operation == "Invoke" for one in play.record.calls
    )


def where_the_host_asks_for_it_an_address_must_answer_first(play: Play) -> None:
    event = play.opens("Tango", 1, confirm_by_mail=True)
    assert play.signs_up(event, "Cleo")["state"] == "pending"
    assert play.headcount(event)["held"] == 1
    play.answers(play.letter(address(event, "Cleo"), "invite").links["confirm"])
    assert play.headcount(event)["confirmed"] == 1


def a_line_stands_also_by_mail_and_whoever_wrote_is_forgotten_on_request(play: Play) -> None:
    event = play.opens("Choir", 1)
    ann, bob, cid = (address(event, name) for name in ("Ann", "Bob", "Cid"))
    to = f"rsvp+{event}@{MAIL_DOMAIN}"
    for person, kind in ((ann, "confirmation"), (bob, "waitlisted"), (cid, "waitlisted")):
        mail_arrives(play, "Yes, I come!", person, to)
        play.letter(person, kind)
    mail_arrives(play, "Yes, really, I come!", bob, to)
    mail_arrives(play, "Please take me off the list.", cid, reply_address(play, cid))
    play.letter(cid, "cancelled")
    mail_arrives(play, "Sorry, I can't make it.", ann, reply_address(play, ann))
    play.letter(bob, "offer")
    mail_arrives(play, "Please take me off the list.", bob, reply_address(play, bob))
    play.letter(bob, "cancelled")
    play.wait(lambda: play.headcount(event)["open"] == 1)
    inbox = play.desk("/mail")
    raw = re.search(r'href="(/desk/mail/[^"?]+)"', inbox.text)
    assert raw, inbox.text
    assert play.desk(raw[1].removeprefix("/desk")).body
    found = play.host.press(play.desk("/person"), to="/person", address=ann)
    play.host.press(found, to="/person/erase")
    assert ann not in play.desk("/mail").text


def an_offer_that_reaches_nobody_goes_to_the_next(play: Play) -> None:
    """SES refuses one address, one bounces, one complains, and the last one gets the seat."""
    event = play.opens("Opera", 1)
    odd = f"jürgen.{event}@example.org"
    for person in (
        {"name": "Dan"},
        {"name": "Jürgen", "email": odd},
        *({"name": one} for one in ("Eli", "Fox", "Gil")),
    ):
        play.signs_up(event, **person)
    for name in ("Eli", "Fox", "Gil"):
        play.letter(address(event, name), "waitlisted")
    ses_reports(play, address(event, "Fox"), "Complaint")
    play.wait(lambda: play.guests(event)[address(event, "Fox")]["reach"] == "opted_out")
    play.answers(play.letter(address(event, "Dan"), "confirmation").links["cancel"])
    play.letter(address(event, "Eli"), "offer")
    ses_reports(play, address(event, "Eli"), "Bounce", tagged=False)
    play.answers(play.letter(address(event, "Gil"), "offer").links["claim"])
    assert play.letters(address(event, "Fox"), "offer") == []
    reach = {email: one["reach"] for email, one in play.guests(event).items()}
    assert (reach[odd], reach[address(event, "Eli")]) == ("bounced", "unreachable")


def an_offer_that_could_not_leave_is_made_again(play: Play) -> None:
    event = play.opens("Ballet", 1)
    for name in ("Kai", "Lou"):
        play.signs_up(event, name)
    play.letter(address(event, "Lou"), "waitlisted")
    cancel = play.letter(address(event, "Kai"), "confirmation").links["cancel"]
    with not_allowed(play, "ev-messenger", "ses:SendRawEmail"):
        play.answers(cancel)
        play.wait(lambda: any(line["action"] == "put_back" for line in play.audit(event)))
    assert play.letters(address(event, "Lou"), "offer") == []
    play.moves_to(play.there() + timedelta(minutes=20))
    play.answers(play.letter(address(event, "Lou"), "offer").links["claim"])


def what_was_lost_is_found_by_the_sweep(play: Play) -> None:
    """For a while nothing can be scheduled or sent, failures are dropped; a sweep repairs it."""
    event = play.opens("Revue", 1, claim_window="5m")
    for name in ("Hans", "Inga", "Jule"):
        play.signs_up(event, name)
    cancel = play.letter(address(event, "Hans"), "confirmation").links["cancel"]
    with not_allowed(play, "ev-keeper", "scheduler:CreateSchedule"):
        play.answers(cancel)
        play.letter(address(event, "Inga"), "offer")
        play.wait(lambda: play.dead_letters("ev-keeper") > 0)
    with not_allowed(play, "ev-messenger", "dynamodb:GetItem"):
        play.signs_up(event, "Knut")
        play.wait(lambda: play.dead_letters("ev-messenger") > 0)
    for function in ("ev-keeper", "ev-messenger"):
        play.emulator.client("sqs").purge_queue(QueueUrl=play.queue(function))
    assert play.letters(address(event, "Knut")) == []
    play.moves_to(play.there() + timedelta(minutes=16))
    play.letter(address(event, "Knut"), "waitlisted")
    play.letter(address(event, "Inga"), "offer_lapsed")
    play.letter(address(event, "Jule"), "offer")


def many_are_reminded_page_by_page_and_an_empty_room_is_no_trouble(play: Play) -> None:
    empty = play.opens("Lounge", 5, reminders=["1h"])
    event = play.opens("Arena", 30, reminders=["1h"])
    names = [f"Fan{number:02}" for number in range(20)]
    rows = [{"name": name, "email": address(event, name)} for name in names]
    play.api("POST", f"/events/{event}/guests", {"rows": rows, "place_as": "confirmed"})
    soon = (play.there() + timedelta(hours=3)).replace(
        second=0, microsecond=0
    )  # what is far rings at full minutes
    for one in (event, empty):
        play.api("PATCH", f"/events/{one}", {"starts_at": soon.isoformat(), "tell_guests": False})
    play.moves_to_what_is_booked_for(soon - timedelta(hours=1), times=2)
    for name in names:
        play.letter(address(event, name), "reminder")
    time.sleep(1)
    assert [len(play.letters(address(event, name), "reminder")) for name in names] == [1] * len(
        names
    )


def a_team_changes_and_messages_can_be_looked_at(play: Play) -> None:
    event = play.opens("Gala", 1)
    for name in ("Ida", "Jon"):
        play.signs_up(event, name)
    waiting = play.guests(event)[address(event, "Jon")]["id"]
    play.host.press(play.desk(f"/e/{event}/g/{waiting}/cancel"), to="/cancel")
    key = play.letter(address(event, "Ida"), "confirmation").key
    assert "Gala" in play.desk(f"/mailbox/m/{key}").text
    known = _members(play)
    play.host.press(play.desk("/team"), to="/add", email="second@example.org", role="owner")
    (second,) = _members(play) - known
    play.host.press(play.desk("/team"), to=f"/{second}/role", role="host")
    play.host.press(play.desk("/team"), to=f"/{second}/remove")
    assert _members(play) == known
    for part in ("desk", "register", "links"):
        assert play.visitor().get(f"{play.urls[part]}/healthz").status == 200
    told = play.visitor().get(f"{play.urls['register']}/e/{event}", **JSON).json
    assert (told["open"], told["waiting"]) == (0, 0), json.dumps(told)
    for name in ("qr.svg", "calendar.ics", "embed.js"):
        assert play.visitor().get(f"{play.urls['register']}/e/{event}/{name}").status == 200


def a_member_signs_another_browser_out_and_no_passkeys_are_offered(play: Play) -> None:
    """The library for passkeys is too heavy for the desk's function."""
    first = play.host
    play.__dict__.pop("host")
    page = play.desk("/account")
    every = set(re.findall(r"/desk/account/sessions/([^/\"]+)/end", page.text))
    here = re.search(r"this browser.*?/desk/account/sessions/([^/\"]+)/end", page.text, re.DOTALL)
    assert here, page.text
    for other in every - {here[1]}:
        page = play.host.press(page, to=f"/sessions/{other}/end")
    assert re.findall(r"/desk/account/sessions/([^/\"]+)/end", page.text) == [here[1]]
    door = first.get(f"{play.urls['desk']}/desk")
    assert urlpath(door.url) == "/desk/sign-in"
    for shown in (page, door):
        assert "passkey" not in shown.text.lower()


def a_burst_from_one_address_is_confirmed_by_mail(play: Play) -> None:
    """Seats and places are only given once the mailed link is pressed; guessing is slowed down."""
    event = play.opens("Rush", 40)
    burst = play.visitor()
    people = [{"name": "Ana", "email": f"rush{at}@example.org"} for at in range(SIGN_UP.holds + 2)]
    url = f"{play.urls['register']}/e/{event}"
    states = [burst.send("POST", url, one).json["state"] for one in people]
    assert states == ["confirmed"] * SIGN_UP.holds + ["pending"] * 2
    last, unconfirmed = people[-1]["email"], people[-2]["email"]
    play.answers(play.letter(last, "invite").links["request"])
    assert play.guests(event)[last]["state"] == "confirmed"
    play.letter(unconfirmed, "invite")
    assert unconfirmed not in play.guests(event)
    play.salon.says()
    for at in range(JOIN.holds + 2):
        joins = {"name": "Bea", "email": f"join{at}@example.org", "service": "Cut"}
        burst.send("POST", f"{play.urls['waitlist']}/waitlist", joins)
    play.answers(play.letter(f"join{JOIN.holds}@example.org", "joined").links["request"])
    play.letter(f"join{JOIN.holds + 1}@example.org", "joined")
    for part in ("links", "claims", "replies", "desk"):
        assert play.visitor().get(f"{play.urls[part]}/l/guessed").status == 400
    forged = play.visitor().tell(f"{play.urls['hooks']}/hooks/slots", b"{}", {})
    assert forged.status == 401
    play.moves_to(play.there() + timedelta(hours=24, minutes=1))
    play.wait(lambda: unconfirmed not in _addressees(play))
    play.moves_to(play.there() + timedelta(minutes=16))  # the sweep does it for the waitlist
    play.wait(lambda: f"join{JOIN.holds + 1}@example.org" not in _addressees(play))


def _addressees(play: Play) -> set[str]:
    found = play.emulator.client("dynamodb").scan(TableName="ev-messages")["Items"]
    return {item["to"]["S"] for item in found if "to" in item}


def _members(play: Play) -> set[str]:
    return set(re.findall(r'action="/desk/team/([^"/]+)/remove"', play.desk("/team").text))


CORNERS: tuple[Story, ...] = (
    what_was_lost_is_found_by_the_sweep,
    an_offer_that_could_not_leave_is_made_again,
    a_seat_that_nobody_in_line_wants_is_free_for_all,
    a_long_list_is_handed_on_from_run_to_run,
    where_the_host_asks_for_it_an_address_must_answer_first,
    a_line_stands_also_by_mail_and_whoever_wrote_is_forgotten_on_request,
    an_offer_that_reaches_nobody_goes_to_the_next,
    many_are_reminded_page_by_page_and_an_empty_room_is_no_trouble,
    a_team_changes_and_messages_can_be_looked_at,
    a_member_signs_another_browser_out_and_no_passkeys_are_offered,
    a_burst_from_one_address_is_confirmed_by_mail,
)
