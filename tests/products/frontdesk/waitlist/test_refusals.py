"""Refusals: carriers that are busy or down, dead numbers, and answers that are lost."""

from datetime import timedelta
from itertools import pairwise

from fullhouse.kernel.messages import LOST, CarrierDown, Refused, ResultUnknown, Sent
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.products.frontdesk.waitlist import delivery
from fullhouse.products.frontdesk.waitlist.claims import TRY_AGAIN_AFTER
from fullhouse.products.frontdesk.waitlist.model import WaitlistState
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone, salon_with_people
from tests.support.rsvp_world import there

DEAD = Refused("no such number", permanent=True)
BUSY = Refused("try later")
LATER = CarrierDown("the gateway does not answer")


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


def test_an_offer_that_reached_nobody_is_no_news_to_staff_who_know_that_nobody_fits() -> None:
    salon = Salon()
    salon.free()
    salon.carrier.dead[phone("anna")] = DEAD
    salon.join("anna")
    salon.until("2026-06-20 18:00")
    assert (salon.story(), salon.fate()) == ([("anna", "withdrawn")], ("handed_back", "too_late"))
    assert salon.handed("nobody_fits") == [("staff", "staff")]
    assert salon.handed("handed_back") == []


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
