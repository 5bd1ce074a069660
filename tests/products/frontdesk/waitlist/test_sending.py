"""Sending: delivery check, refusals, dead numbers, carriers down, STOP, and text costs."""

from datetime import timedelta
from itertools import pairwise

import msgspec
import pytest

from fullhouse.kernel.messages import LOST, CarrierDown, Refused, ResultUnknown, Sent
from fullhouse.kernel.product import Discard
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.products.frontdesk.waitlist import delivery
from fullhouse.products.frontdesk.waitlist.claims import TRY_AGAIN_AFTER, NotSent, put_back
from fullhouse.products.frontdesk.waitlist.model import WaitlistState, address_mark
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone
from tests.support.rsvp_world import there

DEAD = Refused("no such number", permanent=True)
BUSY = Refused("try later")
LATER = CarrierDown("the gateway does not answer")


def salon_with_people(*changes: tuple[str, str], now: str = "2026-06-20 12:00") -> Salon:
    salon = Salon(*changes, now=now)
    salon.join("anna", email=mail("anna"))
    salon.join("ben")
    return salon


# Where an offer goes.


def test_an_offer_goes_by_text_and_by_mail_only_to_those_without_a_number() -> None:
    salon = Salon()
    salon.join("anna", email=mail("anna"))
    salon.join("ben", phone="", email=mail("ben"))
    salon.free()
    salon.decline("anna")
    assert salon.handed("offer") == [("anna", "text"), ("ben", "mail")]


def test_someone_who_cannot_be_reached_is_passed_over_and_costs_no_window() -> None:
    salon = salon_with_people()
    salon.reach(phone("anna"), "bounced")
    salon.reach(mail("anna"), "bounced")
    salon.free()
    assert (salon.story(), salon.entry("anna").channel) == ([("ben", "live")], "")


# What a carrier says.


def test_a_refusal_puts_the_offer_back_and_it_is_tried_again() -> None:
    salon = salon_with_people()
    salon.carrier.answers.append(BUSY)
    salon.free()
    assert (salon.asked(), salon.slot().tried, salon.entry("anna").refusals) == ("", (), 1)
    assert salon.offers()[0].why == "try later"
    salon.after(seconds=20)
    assert salon.story() == [("anna", "withdrawn"), ("anna", "live")]
    salon.claim("anna")
    assert salon.entry("anna").refusals == 0


def test_after_a_few_refusals_the_number_is_given_up_and_the_mail_is_tried() -> None:
    salon = salon_with_people()
    salon.carrier.dead[phone("anna")] = BUSY
    salon.free()
    salon.after(minutes=2)
    assert salon.handed("offer") == [("anna", "text")] * 3 + [("anna", "mail")]
    assert salon.asked() == "anna"
    assert (salon.contact(phone("anna")).reach, salon.entry("anna").channel) == (
        "unreachable",
        "mail",
    )


def test_and_without_a_mail_they_are_passed_over() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.carrier.dead[phone("anna")] = BUSY
    salon.free()
    salon.after(minutes=2)
    assert (salon.asked(), salon.slot().tried) == ("ben", ("ben",))
    assert salon.entry("anna").state == "waiting"


def test_a_dead_number_falls_back_to_mail_at_once() -> None:
    salon = salon_with_people()
    salon.carrier.dead[phone("anna")] = Refused(f"{phone('anna')} is not a number", permanent=True)
    salon.free()
    assert salon.handed("offer") == [("anna", "text"), ("anna", "mail")]
    contact = salon.contact(phone("anna"))
    assert (contact.reach, contact.note) == ("bounced", "… is not a number")
    assert salon.offers()[0].why == "… is not a number"


def test_a_number_that_the_carrier_knows_to_have_opted_out_is_remembered_as_that() -> None:
    salon = salon_with_people()
    salon.carrier.dead[phone("anna")] = Refused(OPTED_OUT, permanent=True)
    salon.free()
    assert (salon.contact(phone("anna")).reach, salon.handed("offer")[-1]) == (
        "opted_out",
        ("anna", "mail"),
    )


def test_everyone_behind_a_dead_number_is_reached_otherwise() -> None:
    salon = Salon()
    salon.join("anna", email=mail("anna"))
    salon.join("cut", phone=phone("anna"), email=mail("other"), service="Cut")
    salon.join("table", phone=phone("anna"), service="Table")
    salon.carrier.dead[phone("anna")] = DEAD
    salon.free()
    assert [salon.entry(one).channel for one in ("anna", "cut", "table")] == ["mail", "mail", ""]


def test_an_unknown_answer_leaves_the_offer_live_and_it_is_said_once_more() -> None:
    salon = salon_with_people()
    salon.carrier.answers.append(ResultUnknown("lost"))
    salon.free()
    assert salon.asked() == "anna"
    salon.after(minutes=3)
    assert (salon.story(), salon.handed("offer")) == ([("anna", "live")], [("anna", "text")] * 2)


def test_what_may_have_arrived_stays_live_though_a_second_try_is_refused() -> None:
    salon = salon_with_people()
    salon.carrier.answers.extend([ResultUnknown("lost"), BUSY])
    salon.free()
    salon.after(minutes=5)
    assert salon.story() == [("anna", "live")]


def test_what_may_have_arrived_stays_live_though_the_night_has_come() -> None:
    salon = salon_with_people(now="2026-06-20 20:50")
    salon.carrier.answers.append(ResultUnknown("lost"))
    salon.now = there("2026-06-20 20:59")
    salon.free(starts_at="2026-06-21 18:00")
    salon.after(minutes=5)
    assert (salon.story(), salon.messages("offer")[0].error) == (
        [("anna", "live")],
        f"{LOST}; quiet hours",
    )


def test_while_the_carrier_is_down_nobody_is_blamed_and_the_pauses_grow() -> None:
    salon = salon_with_people()
    salon.carrier.always = LATER
    salon.free()
    salon.after(hours=2)
    assert (salon.entry("anna").refusals, salon.contact(phone("anna")).reach) == (0, "fine")
    made = [one.made_at for one in salon.offers()]
    pauses = [later - earlier for earlier, later in pairwise(made)]
    assert tuple(pauses[: len(TRY_AGAIN_AFTER)]) == TRY_AGAIN_AFTER
    assert set(pauses[len(TRY_AGAIN_AFTER) :]) == {timedelta(minutes=10)}
    salon.carrier.always = Sent()
    salon.after(minutes=10)
    assert salon.asked() == "anna"


def test_an_answer_that_bounces_is_remembered_of_its_address() -> None:
    salon = Salon()
    salon.carrier.dead[mail("anna")] = DEAD
    salon.join("anna", phone="", email=mail("anna"))
    assert (salon.contact(mail("anna")).reach, salon.entry("anna").channel) == ("bounced", "")


def test_an_answer_that_is_refused_for_now_says_nothing_of_its_address() -> None:
    salon = Salon()
    salon.carrier.answers.append(BUSY)
    salon.join("anna")
    assert salon.contact(phone("anna")).reach == "fine"
    salon.after(minutes=5)
    assert salon.messages("joined")[0].status == "sent"


def test_a_note_to_staff_that_bounces_concerns_nobody() -> None:
    salon = Salon(settles=False)
    salon.free()
    salon.ring()
    (note,) = salon.messages("nobody_fits")
    assert delivery.on_refused(note, WaitlistState(), DEAD, salon.now).is_empty


def test_what_bounces_at_an_address_that_is_not_theirs_any_more_is_remembered_there() -> None:
    salon = Salon(settles=False)
    salon.join("anna", phone="", email=mail("anna"))
    salon.edit("anna", email=mail("anna2"))
    salon.carrier.dead[mail("anna")] = DEAD
    salon.settle()
    assert (salon.contact(mail("anna")).reach, salon.entry("anna").channel) == ("bounced", "mail")


# The door.


def test_an_offer_that_reaches_the_door_in_the_night_is_put_back_until_the_morning() -> None:
    salon = salon_with_people(now="2026-06-20 20:50")
    salon.settles = False
    salon.now = there("2026-06-20 20:59")
    salon.free(starts_at="2026-06-21 18:00")
    salon.ring()
    salon.jump("2026-06-20 21:00")
    salon.settle()
    assert salon.story() == [("anna", "withdrawn")]
    assert salon.slot().tried == ()
    salon.until("2026-06-21 08:00")
    assert (salon.asked(), salon.handed("offer")) == ("anna", [("anna", "text")])


def test_an_offer_that_has_ended_does_not_leave() -> None:
    salon = salon_with_people()
    salon.settles = False
    salon.free()
    salon.ring()
    salon.decline("anna")
    salon.settle()
    first, second = salon.messages("offer")
    assert (first.error, first.status, second.status) == ("the offer has ended", "failed", "sent")


def test_an_offer_does_not_leave_after_its_deadline() -> None:
    salon = salon_with_people()
    salon.settles = False
    salon.free()
    salon.ring()
    salon.now += timedelta(minutes=10)
    salon.relay()
    assert salon.messages("offer")[0].error == "the offer has ended"


@pytest.mark.parametrize(
    ("deed", "error"), [("leave", "things have changed since"), ("erase", "the person was erased")]
)
def test_nobody_hears_that_they_are_on_the_list_after_they_have_left_it(
    deed: str, error: str
) -> None:
    salon = Salon(settles=False)
    salon.join("anna")
    {"leave": salon.leave, "erase": salon.erase}[deed]("anna")
    salon.settle()
    (joined,) = salon.messages("joined")
    assert (joined.status, joined.error, salon.handed()) == ("failed", error, [])


def test_a_message_to_someone_who_is_gone_does_not_leave() -> None:
    salon = Salon(settles=False)
    salon.join("anna")
    (joined,) = salon.messages("joined")
    for entry in (
        None,
        msgspec.structs.replace(salon.entry("anna"), name="Erased customer", phone="", channel=""),
    ):
        assert delivery.check_delivery(joined, WaitlistState(entry=entry), salon.now) == Discard(
            delivery.GONE
        )


def test_what_is_of_no_use_any_more_does_not_leave() -> None:
    salon = Salon(settles=False)
    salon.join("anna")
    salon.now += timedelta(days=2)
    salon.settle()
    assert salon.messages("joined")[0].error == "too late to be of use"


@pytest.mark.parametrize(("source", "told"), [("form", 1), ("desk", 0), ("mail", 0)])
def test_at_night_only_those_are_answered_who_clicked_themselves(source: str, told: int) -> None:
    salon = Salon(now="2026-06-19 22:00")
    salon.join("anna", source=source)
    assert len(salon.handed("joined")) == told
    salon.until("2026-06-20 08:00")
    assert len(salon.handed("joined")) == 1


def test_nobody_is_told_who_was_put_on_the_list_by_the_sheet() -> None:
    salon = Salon()
    salon.join("anna", source="sheet")
    assert salon.messages() == []


def test_an_offer_names_its_deadline_and_its_links_name_the_offer() -> None:
    salon = salon_with_people()
    salon.free()
    (offer,) = salon.messages("offer")
    claim, leave = delivery.link(offer, "claim"), delivery.link(offer, "leave")
    assert claim is not None
    assert leave is not None
    assert (claim.purpose, claim.scope, claim.person, claim.offer) == (
        "claim",
        "waitlist",
        "anna",
        "slot-1",
    )
    assert (leave.person, leave.offer) == ("anna", address_mark(offer.to))
    assert delivery.link(offer, "waitlist") is None
    salon.free("other", "2026-06-20 19:30", service="Cut")
    assert delivery.link(salon.messages("nobody_fits")[0], "claim") is None


def test_a_link_to_leave_names_the_address_that_it_was_sent_to() -> None:
    salon = Salon()
    salon.join("anna")
    (joined,) = salon.messages("joined")
    leave = delivery.link(joined, "leave")
    assert leave is not None
    assert (leave.person, leave.offer) == ("anna", address_mark(joined.to))


def test_an_offer_that_is_over_is_not_put_back() -> None:
    assert put_back(WaitlistState(), "", NotSent("late"), there("2026-06-20 12:00")).is_empty


# STOP and START.


def test_after_stop_no_offer_goes_there_and_start_brings_them_back() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    assert salon.reach(phone("anna"), "opted_out").code == "noted"
    salon.free()
    assert salon.asked() == "ben"
    answer = salon.reach(phone("anna"), "fine")
    assert (answer.code, answer.entry and answer.entry.id) == ("noted", "anna")
    salon.free("later", "2026-06-20 20:00")
    assert salon.asked("later") == "anna"


def test_after_stop_mail_goes_on_where_there_is_one() -> None:
    salon = salon_with_people()
    salon.reach(phone("anna"), "opted_out")
    salon.free()
    assert salon.handed("offer") == [("anna", "mail")]


def test_stop_while_holding_an_offer_leaves_it_theirs_until_its_deadline() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.reach(phone("anna"), "opted_out")
    assert salon.asked() == "anna"
    salon.reach(phone("anna"), "fine")
    assert salon.claim("anna").code == "booked"


def test_stop_before_an_offer_has_left_gives_it_to_the_next() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.settles = False
    salon.free()
    salon.ring()
    salon.reach(phone("anna"), "opted_out")
    salon.settle()
    assert (salon.story(), salon.handed("offer")) == (
        [("anna", "withdrawn"), ("ben", "live")],
        [("ben", "text")],
    )
    assert salon.slot().tried == ("ben",)


def test_after_stop_a_booking_is_not_confirmed_there() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    salon.reach(phone("anna"), "opted_out")
    salon.claim("anna")
    assert salon.messages("booked")[0].error == "they want no messages there"


def test_stop_concerns_everyone_behind_the_number_and_wakes_what_waited_for_them() -> None:
    salon = Salon()
    salon.join("colour", phone=phone("anna"))
    salon.join("cut", phone=phone("anna"), service="Cut", email=mail("anna"))
    salon.join("gone", phone=phone("anna"), service="Table")
    salon.leave("gone")
    salon.free("first")
    salon.free("second", service="Cut", staff="Sam")
    salon.reach(phone("anna"), "opted_out")
    assert [salon.entry(one).channel for one in ("colour", "cut", "gone")] == ["", "mail", "text"]
    assert salon.slot("second").status == "open"
    salon.reach(mail("anna"), "bounced")
    assert salon.fate("second") == ("handed_back", "nobody_fits")


def test_what_a_person_said_is_not_overruled_by_what_a_carrier_says() -> None:
    salon = Salon()
    salon.join("anna")
    salon.reach(phone("anna"), "opted_out")
    before = salon.lines()
    for reach in ("bounced", "unreachable"):
        assert salon.reach(phone("anna"), reach).code == "noted"
    assert salon.lines() == before


def test_a_stop_is_written_down_each_time_it_is_said() -> None:
    salon = Salon()
    salon.join("anna")
    salon.reach(phone("anna"), "opted_out")
    salon.reach(phone("anna"), "opted_out")
    said = [line for line in salon.lines() if line.action == "opted_out"]
    assert len(said) == 2
    assert salon.entry("anna").channel == ""


def test_stop_from_someone_who_is_not_on_the_list_is_remembered_for_when_they_are() -> None:
    salon = Salon()
    assert salon.reach(phone("anna"), "fine").code == "noted"
    assert salon.lines() == []
    salon.reach(phone("anna"), "opted_out")
    salon.join("anna")
    assert (salon.entry("anna").channel, salon.messages()) == ("", [])


def test_an_answer_goes_by_mail_which_is_free_unless_it_bounced() -> None:
    salon = Salon()
    salon.reach(mail("ben"), "bounced")
    salon.join("anna", "cem", email=mail("anna"), service="Cut")
    salon.join("ben", email=mail("ben"))
    assert salon.handed("joined") == [("anna", "mail"), ("ben", "text")]


# What texts may cost.
