"""Stories of appointments on AWS: reminders, replies, and how a released time is refilled.

Each has a service of its own, and a time of its own by which it moves the clock.
"""

import json
import re
from datetime import datetime, timedelta
from typing import Any

from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.products.frontdesk.shared.contacts import contact_id
from tests.aws.play import STAFF, Letter, Play
from tests.aws.stories import Story, ses_reports
from tests.aws.stories_of_trouble import not_allowed
from tests.aws.stories_of_waitlist import texts_back
from tests.aws.words import CLAIM_IS_BOOKED, EXPECTED_INSTEAD
from tests.support.old_customers import store_customer

A_DAY = timedelta(days=1)
A_QUARTER = timedelta(minutes=15)


def books(play: Play, service: str, name: str, **more: Any) -> dict[str, Any]:
    """Have an appointment written down by a script: the day after tomorrow at noon."""
    noon = (play.there() + 2 * A_DAY).replace(hour=12, minute=0, second=0, microsecond=0)
    said = {
        "service": service,
        "name": name,
        "starts_at": f"{noon:%Y-%m-%dT%H:%M}",
        "staff": "Jess",
    }
    found: dict[str, Any] = play.api(
        "POST", "/appointments", {**said, "phone": play.salon.phone()} | more
    )
    return found


def of(play: Play, one: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = play.api("GET", f"/appointments/{one['id']}")
    return found


def stands(play: Play, one: dict[str, Any], status: str) -> dict[str, Any]:
    """Wait until an appointment stands so."""
    return play.wait(lambda: found if (found := of(play, one))["status"] == status else None)


def moves_to_before(play: Play, one: dict[str, Any], hours: float) -> None:
    """Put the clock forward to a little before the tick at which so many hours are left."""
    play.moves_to(_starts(of(play, one)) - timedelta(hours=hours) - timedelta(seconds=3))


def _starts(one: dict[str, Any]) -> datetime:
    """Return when an appointment starts, by the clock on the wall."""
    return datetime.fromisoformat(one["starts_at"]).replace(tzinfo=None)


def note(play: Play, about: str) -> Letter:
    """Wait for what staff are told about an appointment."""

    def look() -> Letter | None:
        return next((one for one in play.letters(STAFF, "gap_alert") if about in one.key), None)

    return play.wait(look)


def a_customer_is_reminded_and_confirms(play: Play) -> None:
    """By text the day before; no second reminder, and a second tap shows the result."""
    play.salon.says()
    one = books(play, "Cut", "Abe", remind_at=[24, 2])
    moves_to_before(play, one, 24)
    text = play.text(one["phone"])
    assert text.link.startswith(play.urls["replies"])
    assert play.answers(text.link).status == 200
    stands(play, one, "confirmed")
    assert play.visitor().get(text.link).status == 200
    sends = play.emulator.client("dynamodb").scan(TableName="ar-sends")["Items"]
    assert one["id"] in json.dumps(sends)
    moves_to_before(play, one, 2)
    play.moves_to(play.there() + A_QUARTER)
    assert len(play.texts(one["phone"])) == 1


def a_given_up_time_is_offered_to_the_line_and_becomes_an_appointment(play: Play) -> None:
    salon = play.salon
    waits = salon.waits("Rinse", "Bea")
    one = books(play, "Rinse", "Cal", phone="", email="cal@example.org", remind_at=[24])
    moves_to_before(play, one, 24)
    letter = play.letter("cal@example.org", "reminder")
    play.answers(letter.links["cancel"])
    stands(play, one, "cancelled")
    offer = play.text(waits["phone"], 2)
    play.answers(offer.link)
    made = play.wait(lambda: named(play, "Bea"))
    assert (made["status"], made["starts_at"], made["staff"]) == (
        "booked",
        of(play, one)["starts_at"],
        "Jess",
    )
    assert "looking for someone" in note(play, one["id"]).text


def named(play: Play, name: str) -> dict[str, Any] | None:
    found = play.api("GET", "/appointments?limit=100")["items"]
    return next((one for one in found if one["name"] == name), None)


def a_customer_picks_another_time_and_the_old_one_is_free(play: Play) -> None:
    play.salon.says(hours="Opening hours: Mon-Sun 08:00-20:00")
    try:
        one = books(play, "Perm", "Dan", remind_at=[24])
        moves_to_before(play, one, 24)
        text = play.text(one["phone"])
        found = re.search(r"/l/[\w-]+\.reschedule\.[\w.-]+", play.visitor().get(text.link).text)
        assert found
        times = play.visitor().get(f"{play.urls['replies']}{found[0]}")
        free = re.findall(r'name="start" value="([^"]+)"', times.text)
        assert free, times.text
        play.visitor().press(times, start=free[-1])
        moved = play.wait(
            lambda: now if (now := of(play, one))["starts_at"] != one["starts_at"] else None
        )
    finally:
        play.salon.says()
    assert moved["status"] == "booked"
    assert "Nobody on the waitlist" in note(play, one["id"]).text
    assert not [told for told in play.letters(STAFF, "nobody_fits") if one["id"] in told.key]
    archived = play.emulator.client("dynamodb").scan(TableName="ar-sends-archive")["Items"]
    assert one["id"] in json.dumps(archived)
    play.text(one["phone"], 2)
    # A tick that is days late looks only from its own time on; the schedule's comes at once.
    play.moves_to(_starts(moved) - A_DAY + timedelta(seconds=1))
    play.text(one["phone"], 3)


def in_quiet_hours_reminders_wait(play: Play) -> None:
    one = books(play, "Beard", "Pat", remind_at=[24])
    play.salon.says(quiet="11:00 to 14:00")
    try:
        moves_to_before(play, one, 24)
        scheduled = play.emulator.client("scheduler").list_schedules
        play.wait(
            lambda: any(
                "ar-dispatch" in str(each) for each in scheduled(GroupName="ev")["Schedules"]
            )
        )
        assert play.texts(one["phone"]) == []
        moves_to_before(play, one, 22)
        play.text(one["phone"])
    finally:
        play.salon.says()


def a_reminder_that_was_lost_is_found_by_the_sweep(play: Play) -> None:
    one = books(play, "Fringe", "Quin", remind_at=[24])
    with not_allowed(play, "ar-dispatch", "dynamodb:GetItem"):
        moves_to_before(play, one, 24)
        play.wait(lambda: play.dead_letters("ar") > 0)
    play.emulator.client("sqs").purge_queue(QueueUrl=play.queue("ar"))
    play.moves_to(play.there() + timedelta(minutes=16))
    play.text(one["phone"])


def staff_hear_when_nobody_answers(play: Play) -> None:
    one = books(play, "Tint", "Eli", remind_at=[3])
    moves_to_before(play, one, 3)
    play.text(one["phone"])
    moves_to_before(play, one, 0.75)
    assert "Eli" in note(play, one["id"]).text
    later = datetime.fromisoformat(one["starts_at"]) + A_DAY
    play.api("PATCH", f"/appointments/{one['id']}", {"starts_at": f"{later:%Y-%m-%dT%H:%M}"})
    for page in ("", "/list", "/summary", f"/a/{one['id']}"):
        play.desk(f"/appointments{page}")
    play.host.press(play.desk(f"/appointments/a/{one['id']}"), to="/erase", sure="yes")
    lines = play.emulator.client("dynamodb").scan(TableName="ar-audit")["Items"]
    assert "Eli" not in json.dumps(lines)


def a_reminder_that_sns_does_not_carry_goes_by_mail_and_both_lists_remember_it(play: Play) -> None:
    """They stopped texts and started them again; SNS knows only the first. Staff retry by mail."""
    reached = {"phone": "+6581240999", "email": "fin@example.org"}
    one = books(play, "Wash", "Fin", **reached, remind_at=[24])
    for words, reach in (("STOP", "opted_out"), ("START", "fine")):
        texts_back(play, reached["phone"], words)
        play.wait(lambda: reach_of(play, reached["phone"]) == reach)  # noqa: B023 - waited for here
    unknown = {"phone": "+6581250999", "email": "flo@example.org"}
    books(play, "Wash", "Flo", **unknown, staff="Hal", remind_at=[24])
    also_waits = play.salon.waits("Wash", "Flo", **unknown)
    moves_to_before(play, one, 24)
    for person in (reached, unknown):
        play.letter(person["email"], "reminder")
        assert play.texts(person["phone"]) == []
    assert reach_of(play, unknown["phone"]) == "opted_out"
    play.wait(lambda: play.salon.entry(also_waits["id"])["reached_by"] == "mail")
    for _ in range(2):
        ses_reports(play, reached["email"], "Bounce")
        play.wait(lambda: reach_of(play, reached["email"]) == "bounced")
        play.host.press(play.desk(f"/appointments/a/{one['id']}"), to="/reach", field="email")
    assert reach_of(play, reached["email"]) == "fine"
    waits = play.salon.waits("Wash", "Fin", **reached)
    play.wait(lambda: play.salon.entry(waits["id"])["reached_by"] == "mail")
    ses_reports(play, reached["email"], "Bounce")
    play.wait(lambda: play.salon.entry(waits["id"])["reached_by"] is None)


def reach_of(play: Play, address: str) -> str:
    """Return the reach of an address's contact; empty if it has none."""
    key = {"kind": {"S": "contact"}, "id": {"S": contact_id(address)}}
    found = play.emulator.client("dynamodb").get_item(TableName="wl-list", Key=key).get("Item", {})
    return str(found["reach"]["S"]) if found else ""


def what_an_earlier_version_knew_of_an_address_counts_and_is_adopted_at_night(play: Play) -> None:
    """They stopped texts before there were contacts: they get mail, and later a contact."""
    reached = {"phone": "+6581260999", "email": "gwen@example.org"}
    store = DynamoStore(play.emulator.client("dynamodb"))
    # DynamoDB keeps milliseconds, and so does the clock of the functions.
    known_at = play.emulator.now().replace(microsecond=0)
    store_customer(store, reached["phone"], "opted_out", known_at)
    store_customer(store, reached["email"], "fine", known_at)
    later = play.there() + timedelta(days=60)
    for number, hour in ((1, 10), (2, 11)):  # both count towards what an address may get
        books(play, "Wash", "Gwen", **reached, starts_at=f"{later:%Y-%m-%dT}{hour}:00", tell=True)
        play.letter(reached["email"], "booked", number)
    assert play.texts(reached["phone"]) == []
    play.moves_to((play.there() + timedelta(days=1)).replace(hour=2, minute=59, second=57))
    play.wait(lambda: reach_of(play, reached["phone"]) == "opted_out")
    assert reach_of(play, reached["email"]) == "fine"


def a_freed_slot_ends_the_appointment_that_stood_there(play: Play) -> None:
    """The booking tool reports a cancellation, and staff book someone into a time on offer."""
    salon = play.salon
    salon.waits("Braid", "Gus")
    one = books(play, "Braid", "Hanna")
    starts = datetime.fromisoformat(one["starts_at"])
    status, told = salon.tells("Braid", starts, staff="Jess", reason="cancelled")
    assert status == 200, told
    stands(play, one, "cancelled")
    again = books(play, "Braid", "Ivy", starts_at=one["starts_at"])
    assert of(play, again)["status"] == "booked"
    salon.stands(told["slot"], "handed_back")


def a_booking_over_an_open_slot_withdraws_it(play: Play) -> None:
    """Nobody fits, so its time is free, and staff book someone into it."""
    salon = play.salon
    starts = (play.there() + timedelta(hours=6)).replace(second=0, microsecond=0)
    status, told = salon.tells("Crop", starts, staff="Hal")
    assert status == 200, told
    play.wait(lambda: salon.slot(told["slot"])["why"] == "nobody_fits")
    books(play, "Crop", "Ola", starts_at=f"{starts:%Y-%m-%dT%H:%M}", staff="Hal")
    assert salon.stands(told["slot"], "handed_back")["why"] == "booked_over"


def a_customer_takes_an_earlier_time_and_the_later_one_is_free(play: Play) -> None:
    salon = play.salon
    waits = salon.waits("Polish", "Nia")
    one = books(play, "Polish", "Nia", phone=waits["phone"], tell=True)
    old = play.text(waits["phone"], 2).link
    slot = salon.frees("Polish", staff="Sam")
    page = play.answers(play.text(waits["phone"], 3).link)
    assert CLAIM_IS_BOOKED in page.text
    stands(play, one, "cancelled")
    stands(play, {"id": play.wait(lambda: named_at(play, slot))["id"]}, "booked")
    assert EXPECTED_INSTEAD in play.visitor().get(old).text
    assert "another tool" in note(play, one["id"]).text


def named_at(play: Play, slot: str) -> dict[str, Any] | None:
    """Return the appointment that a slot became."""
    found = play.api("GET", "/appointments?limit=100")["items"]
    return next((one for one in found if one["slot"] == slot), None)


def nobody_is_asked_for_a_time_that_they_claimed_where_lists_are_apart(play: Play) -> None:
    salon = play.salon
    salon.says(hours="Refill from the waitlist: no")
    try:
        first = salon.waits("Facial", "Olu")
        claimed = salon.frees("Facial", 5, staff="Ada")
        play.answers(play.text(first["phone"], 2).link)
        salon.stands(claimed, "booked")
        salon.waits("Lashes", "Olu", phone=first["phone"])
        beside = salon.frees("Lashes", 5, staff="Bo")
        assert salon.waits_for_more(beside)["offers"] == []
    finally:
        salon.says()


def staff_do_everything_with_appointments_over_the_api(play: Play) -> None:
    one = books(play, "Curls", "Jon", email="jon@example.org")
    later = datetime.fromisoformat(one["starts_at"]) + timedelta(hours=2)
    play.api("PATCH", f"/appointments/{one['id']}", {"starts_at": f"{later:%Y-%m-%dT%H:%M}"})
    for status in ("booked", "confirmed", "cancelled", "no_show"):
        play.api("GET", f"/appointments?status={status}&limit=5")
    for status in ("confirmed", "cancelled"):
        changed = play.api("PATCH", f"/appointments/{one['id']}", {"status": status})
        assert changed["status"] == status, changed
    assert play.wait(lambda: _back(play, one))["status"] == "booked"


def _back(play: Play, one: dict[str, Any]) -> dict[str, Any] | None:
    """Take a cancellation back, once nobody is asked for the time any more."""
    answer = play.script.send(
        "PATCH", f"{play.urls['desk']}/api/v1/appointments/{one['id']}", {"status": "booked"}
    )
    return answer.json if answer.status == 200 else None


def a_week_is_summed_up_and_people_are_forgotten_in_time(play: Play) -> None:
    one = books(play, "Dye", "Kit", email="kit@example.org")
    starts = _starts(one)
    week = starts.replace(hour=7, minute=59, second=57) - starts.weekday() * A_DAY
    play.moves_to(week + 7 * A_DAY)
    # A summary is only sent of a week with appointments, and that of an earlier one may come late.
    play.wait(
        lambda: any(f"{week:%Y-%m-%d}" in told.key for told in play.letters(STAFF, "summary"))
    )
    play.moves_to((play.there() + 33 * A_DAY).replace(hour=2, minute=59, second=57))
    play.wait(lambda: of(play, one)["name"] != "Kit")
    play.moves_to(play.there() + timedelta(minutes=16))
    lines = play.emulator.client("dynamodb").get_paginator("scan")
    play.wait(
        lambda: all(
            "kit@example.org" not in json.dumps(page["Items"])
            for page in lines.paginate(TableName="ar-audit")
        )
    )


APPOINTMENTS: tuple[Story, ...] = (
    a_customer_is_reminded_and_confirms,
    a_given_up_time_is_offered_to_the_line_and_becomes_an_appointment,
    a_customer_picks_another_time_and_the_old_one_is_free,
    in_quiet_hours_reminders_wait,
    a_reminder_that_was_lost_is_found_by_the_sweep,
    staff_hear_when_nobody_answers,
    a_reminder_that_sns_does_not_carry_goes_by_mail_and_both_lists_remember_it,
    what_an_earlier_version_knew_of_an_address_counts_and_is_adopted_at_night,
    a_freed_slot_ends_the_appointment_that_stood_there,
    a_booking_over_an_open_slot_withdraws_it,
    a_customer_takes_an_earlier_time_and_the_later_one_is_free,
    nobody_is_asked_for_a_time_that_they_claimed_where_lists_are_apart,
    staff_do_everything_with_appointments_over_the_api,
    a_week_is_summed_up_and_people_are_forgotten_in_time,
)
