"""Stories of slots on AWS: each has a service of its own, so that they may be told in any order."""

import json
import re
import time
from datetime import datetime, timedelta

from tests.aws.emulator import ACCOUNT, REGION
from tests.aws.play import MAIL_DOMAIN, OWNER, STAFF, TEXTS_FROM, Letter, Play
from tests.aws.stories import Story, ses_reports
from tests.aws.stories_of_staff import asks, discards
from tests.aws.words import CLAIM_IS_BOOKED, CLAIMED_BEFORE, SLOT_IS_GONE, SLOTS_FREED, THANKS


def a_freed_slot_is_offered_claimed_and_booked(play: Play) -> None:
    """Joined by the page, freed by the booking tool, offered by text, claimed by its link."""
    salon = play.salon
    first, second = salon.joins("Cut", "Ann"), salon.joins("Cut", "Bob")
    slot = salon.frees("Cut", staff="Jess", ref="booking-1")
    offer = play.text(first, 2)
    assert "Scissors" in offer.words
    assert {"Transactional", TEXTS_FROM} <= set(offer.attributes.values())
    assert salon.slot(slot)["offers"][0]["status"] == "live"
    assert CLAIM_IS_BOOKED in play.answers(offer.link).text
    play.text(first, 3)
    assert salon.stands(slot, "booked")["booked_by"]
    assert len(play.texts(second)) == 1
    assert CLAIMED_BEFORE in play.visitor().get(offer.link).text
    assert (
        play.visitor().get(f"{play.urls['claims']}{_link(play, 'calendar', offer.link)}").status
        == 200
    )


def one_cancellation_under_two_refs_leaves_the_claim(play: Play) -> None:
    """Reported twice by the booking tool, asked about, and cancelled by staff in the end."""
    salon, starts = play.salon, play.there().replace(second=0, microsecond=0) + timedelta(hours=3)
    first, second = salon.joins("Fade", "Ann"), salon.joins("Fade", "Bob")
    _, told = salon.tells("Fade", starts, staff="Ida", ref="fade-event")
    play.answers(play.text(first, 2).link)
    salon.stands(told["slot"], "booked")
    play.text(first, 3)
    again = salon.tells("Fade", starts, staff="Ida", ref="fade-booking")
    assert again == (200, {"slot": told["slot"], "status": "booked"})
    note(play, "claim_question", f"{told['slot']}-0")
    question = f"claim-{told['slot']}"
    assert play.api("GET", f"/proposals/{question}")["state"] == "open"
    assert len(play.texts(second)) == 1
    play.wait(lambda: told["slot"] in [one["id"] for one in _appointments(play)] or None)
    assert play.api("POST", f"/proposals/{question}/approve")["state"] == "approved"
    play.text(first, 4)
    play.text(second, 2)


def _appointments(play: Play) -> list[dict[str, str]]:
    found: list[dict[str, str]] = play.api("GET", "/appointments?limit=100")["items"]
    return found


def _link(play: Play, purpose: str, link: str) -> str:
    """Find the link of a purpose on the page behind another link."""
    page = play.visitor().get(link).text
    found = re.search(rf"/l/[\w-]+\.{purpose}\.[\w.-]+", page)
    assert found, page
    return found[0]


def a_slot_rolls_on_when_nobody_answers_or_says_no_and_is_handed_back_at_last(play: Play) -> None:
    salon = play.salon
    silent, says_no = salon.joins("Colour", "Cid"), salon.joins("Colour", "Dot")
    by_mail = salon.joins("Colour", "Eve", email="eve@example.org")
    slot = salon.frees("Colour", ref="booking-2")
    starts = datetime.fromisoformat(salon.slot(slot)["starts_at"]).replace(tzinfo=None)
    _, again = salon.tells("Colour", starts, ref="booking-2", party_capacity=1)
    assert again["slot"] == slot
    late = play.text(silent, 2)
    salon.lets_lapse()
    second = play.text(says_no, 2)
    assert SLOT_IS_GONE in play.visitor().get(late.link).text
    declined = play.visitor().post(f"{play.urls['claims']}{_link(play, 'decline', second.link)}")
    assert THANKS in declined.text
    play.answers(play.letter(by_mail, "offer").links["decline"])
    assert "Colour" in note(play, "handed_back", slot).text
    told = salon.stands(slot, "handed_back")
    assert [one["status"] for one in told["offers"]] == ["timed_out", "declined", "declined"]
    play.answers(f"{play.urls['claims']}{_link(play, 'leave', second.link)}")
    assert [one["name"] for one in play.api("GET", "/waitlist?service=Colour")["items"]] == [
        "Cid",
        "Eve",
    ]


def note(play: Play, kind: str, about: str) -> Letter:
    """Wait for what staff are told about a slot or a month."""

    def look() -> Letter | None:
        return next(
            (one for one in play.letters(STAFF, kind) if one.key.endswith(f":{about}")), None
        )

    return play.wait(look)


def a_slot_that_fits_nobody_stays_open_and_whoever_joins_is_asked(play: Play) -> None:
    salon = play.salon
    slot = salon.frees("Shave")
    assert "Shave" in note(play, "nobody_fits", slot).text
    told = salon.stands(slot, "open")
    assert (told["why"], told["offers"]) == ("nobody_fits", [])
    play.answers(play.text(salon.joins("Shave", "Sue"), 2).link)
    salon.stands(slot, "booked")
    wrong = salon.tells("Shave", play.there() + timedelta(hours=5), secret="somebody else's")
    assert wrong[0] == 401


def a_person_with_two_wishes_holds_one_offer_at_a_time(play: Play) -> None:
    """A slot waits for someone with another offer: those who join meanwhile are asked first."""
    salon = play.salon
    phone = salon.phone()
    for service in ("Braid", "Wash"):
        salon.joins(service, "Fay", phone=phone)
    first = salon.frees("Braid")
    offer = play.text(phone, 3)
    second = salon.frees("Wash")
    play.wait(lambda: [one["status"] for one in salon.slot(second)["offers"]] == ["pending"])
    newcomer = salon.joins("Wash", "Ned")
    play.visitor().post(
        f"{play.urls['claims']}{_link(play, 'decline', play.text(newcomer, 2).link)}"
    )
    play.visitor().post(f"{play.urls['claims']}{_link(play, 'decline', offer.link)}")
    play.answers(play.text(phone, 4).link)
    assert [one["status"] for one in salon.stands(second, "booked")["offers"]] == [
        "declined",
        "claimed",
    ]
    play.wait(lambda: salon.slot(first)["why"] == "line_spent")


def in_quiet_hours_offers_wait_for_the_morning(play: Play) -> None:
    """So does the word to whom staff put on the list."""
    salon, now = play.salon, play.there()
    salon.says(quiet=f"{now - timedelta(hours=1):%H:%M} to {now + timedelta(hours=2):%H:%M}")
    try:
        added = salon.waits("Curls", "Gil")
        slot = salon.frees("Curls", hours=8)
        time.sleep(3)
        assert play.texts(added["phone"]) == []
        play.moves_to(
            (now + timedelta(hours=2)).replace(second=0, microsecond=0) - timedelta(seconds=4)
        )
        texts = [play.text(added["phone"], number).words for number in (1, 2)]
        assert any("Yes" in one or "free" in one for one in texts)
        assert salon.slot(slot)["offers"][0]["status"] == "live"
    finally:
        salon.says()


def stop_by_text_a_bounce_and_a_number_that_opted_out_are_remembered(play: Play) -> None:
    salon = play.salon
    texted, at_sns = salon.phone(), "+6581230999"
    stops = salon.waits("Beard", "Hal", phone=texted, email="hal@example.org")
    out = salon.waits("Beard", "Ian", phone=at_sns)
    bounces = salon.waits("Beard", "Joe", phone="", email="joe@example.org")
    texts_back(play, texted, "STOP")
    play.wait(lambda: salon.entry(stops["id"])["reached_by"] == "mail")
    play.letter("joe@example.org", "joined")
    ses_reports(play, "joe@example.org", "Bounce")
    play.wait(lambda: salon.entry(bounces["id"])["reached_by"] is None)
    play.wait(lambda: salon.entry(out["id"])["reached_by"] is None)
    slot = salon.frees("Beard")
    play.answers(play.letter("hal@example.org", "offer").links["claim"])
    assert salon.stands(slot, "booked")["booked_by"] == stops["id"]
    assert play.texts(at_sns) == []
    again = play.host.press(play.desk(f"/waitlist/entries/{bounces['id']}"), to="/reach")
    assert again.status == 200, again.text
    other = salon.waits("Beard", "Jan")
    for number, words, reached in (
        (other["phone"], "Stop", None),
        (other["phone"], "START", "text"),
    ):
        texts_back(play, number, words)
        play.wait(lambda: salon.entry(other["id"])["reached_by"] == reached)  # noqa: B023 - at once
    before = len(play.texts(other["phone"]))
    texts_back(play, other["phone"], "AIDE")
    assert "vous convient est libre" in play.text(other["phone"], before + 1).words
    texts_back(play, "+6581239999", "STOP")


def texts_back(play: Play, sender: str, words: str) -> None:
    """Publish what AWS publishes when someone texts our number back."""
    told = {
        "originationNumber": sender,
        "destinationNumber": "+6598765432",
        "messageKeyword": "KEYWORD",
        "messageBody": words,
        "inboundMessageId": f"text-{time.time_ns()}",
    }
    topic = f"arn:aws:sns:{REGION}:{ACCOUNT}:wl-texts-in"
    play.emulator.client("sns").publish(TopicArn=topic, Message=json.dumps(told))


def an_offer_that_sns_does_not_carry_goes_by_mail(play: Play) -> None:
    """SNS refuses the number at the last moment; the offer is taken back and made by mail."""
    salon = play.salon
    salon.waits("Fringe", "Kim", phone="+6581220999", email="kim@example.org")
    slot = salon.frees("Fringe")
    play.answers(play.letter("kim@example.org", "offer").links["claim"])
    assert [one["status"] for one in salon.stands(slot, "booked")["offers"]] == [
        "withdrawn",
        "claimed",
    ]
    assert play.texts("+6581220999") == []


def staff_do_everything_at_the_front_desk(play: Play) -> None:
    salon, now = play.salon, play.there()
    assert (
        play.host.press(
            play.desk("/waitlist/list"), service="Perm", name="Max", phone=salon.phone()
        ).status
        == 200
    )
    (row,) = play.api("GET", "/waitlist?service=Perm")["items"]
    starts = f"{now + timedelta(hours=4):%Y-%m-%dT%H:%M}"
    freed = play.host.press(
        play.desk("/waitlist"), to="/free", service="Perm", starts_at=starts, reason="cancelled"
    )
    assert freed.status == 200, freed.text
    play.text(row["phone"], 2)
    other = salon.joins("Perm", "Moe")
    (slot,) = play.api("GET", "/slots?status=open&limit=1")["items"]
    for page in (
        "",
        "/list",
        "/summary",
        "/rules",
        "/voice",
        "/connections",
        f"/slots/{slot['id']}",
    ):
        play.desk(f"/waitlist{page}")
    play.desk(f"/waitlist/slots/{slot['id']}?who={row['id']}")
    play.host.press(play.desk(f"/waitlist/slots/{slot['id']}"), to="/withdraw")
    assert salon.slot(slot["id"])["status"] == "handed_back"
    play.host.press(play.desk(f"/waitlist/slots/{slot['id']}"), to="/again")
    play.text(other, 2)  # who was asked before is not asked again
    edit = play.host.press(play.desk(f"/waitlist/entries/{row['id']}"), to="/edit", name="Maxine")
    assert edit.status == 200, edit.text
    play.host.press(play.desk(f"/waitlist/entries/{row['id']}"), to="/remove")
    assert salon.entry(row["id"])["state"] == "removed"
    secret = play.host.press(play.desk("/waitlist/connections"), to="/connections")
    made = re.search(r"whs_[\w-]+", secret.text)
    assert made, secret.text
    assert salon.tells("Perm", now + timedelta(hours=6), secret=made[0])[0] == 200


def a_script_does_everything_over_the_api(play: Play) -> None:
    salon, now = play.salon, play.there()
    one = salon.waits(
        "Tint", "Nia", email="nia@example.org", latest=f"{now + timedelta(days=3):%Y-%m-%d}"
    )
    two = salon.waits("Tint", "Oda", priority=3, staff="Sam")
    changed = play.api(
        "PATCH", f"/waitlist/{one['id']}", {"service": "Trim", "phone": salon.phone()}
    )
    assert changed["service"] == "Trim"
    for state in ("any", "waiting", "booked", "removed"):
        play.api("GET", f"/waitlist?state={state}&limit=5")
    starts = f"{now + timedelta(hours=5):%Y-%m-%dT%H:%M}"
    slot = play.api(
        "POST",
        "/slots",
        {"service": "Tint", "starts_at": starts, "staff": "Sam", "reason": "opening"},
    )
    play.text(two["phone"], 2)
    play.api("GET", "/slots?limit=3")
    assert play.api("POST", f"/slots/{slot['id']}/withdraw")["status"] == "handed_back"
    for entry in (one, two):
        play.api("DELETE", f"/waitlist/{entry['id']}")
    for document in ("rules", "voice"):
        assert play.api("GET", f"/{document}")["text"]


def someone_on_the_waitlist_is_forgotten_on_request(play: Play) -> None:
    salon = play.salon
    entry = salon.waits("Trim", "Pia", email="pia@example.org")
    slot = salon.frees("Trim", hours=4)
    play.text(entry["phone"], 1)
    erased = play.host.press(play.desk(f"/waitlist/entries/{entry['id']}"), to="/erase", sure="yes")
    assert erased.status == 200, erased.text
    waiting = play.desk("/waitlist/list").text
    assert "Pia" not in waiting, waiting
    play.wait(lambda: salon.slot(slot)["why"] == "line_spent")
    lines = play.emulator.client("dynamodb").scan(TableName="wl-audit")["Items"]
    told = [line for line in lines if "pia@example.org" in json.dumps(line)]
    assert not told, told


def the_night_tidies_up_and_the_month_is_summed_up(play: Play) -> None:
    salon, now = play.salon, play.there()
    gone = salon.waits("Dye", "Quin", email="quin@example.org", latest=f"{now:%Y-%m-%d}")
    asks(play, "Please call me!", "quin@example.org", f"waitlist@{MAIL_DOMAIN}")
    discards(play)
    raw = re.search(r"/desk(/mail/[\w./-]+)", play.desk("/mail").text)
    assert raw, play.desk("/mail").text
    assert play.desk(raw[1]).status == 200
    stuck = salon.waits("Dye", "Rob")
    slot = salon.frees("Dye", hours=60)
    play.text(stuck["phone"], 2)
    play.moves_to((now + timedelta(days=1)).replace(hour=2, minute=59, second=57))
    play.wait(lambda: salon.entry(gone["id"])["state"] == "expired")
    play.wait(
        lambda: (
            salon.slot(slot)["status"] == "handed_back"
            or salon.slot(slot)["offers"][0]["status"] != "live"
        )
    )
    month = play.there().replace(day=1)
    monday = (month + timedelta(days=32)).replace(day=1)
    monday += timedelta(days=-monday.weekday() % 7)
    play.moves_to(monday.replace(hour=8, minute=59, second=57))
    told = note(play, "summary", f"{month:%Y-%m}")
    assert SLOTS_FREED in told.text
    assert OWNER not in told.to
    play.moves_to((play.there() + timedelta(days=31)).replace(hour=2, minute=59, second=57))
    play.wait(lambda: salon.entry(gone["id"])["name"] != "Quin")
    play.moves_to(play.there() + timedelta(minutes=16))
    table = play.emulator.client("dynamodb")
    play.wait(
        lambda: "quin@example.org" not in json.dumps(table.scan(TableName="wl-audit")["Items"])
    )


def texts_stop_when_they_have_cost_all_that_they_may(play: Play) -> None:
    salon = play.salon
    known = len(play.letters(STAFF, "text_limit"))
    by_mail = {"email": "ute@example.org"}
    try:
        salon.says(texts="Texts: at most 1999 SGD a month, 1000 SGD each")
        first, second = (
            salon.waits("Ombre", "Tom", email="tom@example.org"),
            salon.waits("Ombre", "Ute", **by_mail),
        )
        salon.frees("Ombre")
        play.text(first["phone"])
        play.letter(STAFF, "text_limit", known + 1)
        salon.frees("Ombre", hours=4)
        play.letter("ute@example.org", "offer")
        assert play.texts(second["phone"]) == []
    finally:
        salon.says()


def a_crowd_from_one_place_is_asked_to_wait(play: Play) -> None:
    url = f"{play.urls['waitlist']}/waitlist"
    machine = {
        "service": "Cut",
        "name": "Bot",
        "email": "bot@example.org",
        "homepage": "https://example.org",
    }
    one_place = play.visitor()
    answers = [one_place.send("POST", url, machine).json["state"] for _ in range(24)]
    assert set(answers) == {"waiting", "pending"}, answers
    assert answers[-1] == "pending"


WAITLIST: tuple[Story, ...] = (
    a_freed_slot_is_offered_claimed_and_booked,
    one_cancellation_under_two_refs_leaves_the_claim,
    a_slot_rolls_on_when_nobody_answers_or_says_no_and_is_handed_back_at_last,
    a_slot_that_fits_nobody_stays_open_and_whoever_joins_is_asked,
    a_person_with_two_wishes_holds_one_offer_at_a_time,
    in_quiet_hours_offers_wait_for_the_morning,
    stop_by_text_a_bounce_and_a_number_that_opted_out_are_remembered,
    an_offer_that_sns_does_not_carry_goes_by_mail,
    staff_do_everything_at_the_front_desk,
    a_script_does_everything_over_the_api,
    someone_on_the_waitlist_is_forgotten_on_request,
    texts_stop_when_they_have_cost_all_that_they_may,
    the_night_tidies_up_and_the_month_is_summed_up,
    a_crowd_from_one_place_is_asked_to_wait,
)
