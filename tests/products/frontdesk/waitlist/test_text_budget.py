"""What texts may cost in a month, and what happens when it is spent."""

import msgspec

from fullhouse.engine.relay import LeaseMessage
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.sms_budget import (
    KEPT_FOR_OFFERS,
    STOPPED,
    SmsSpend,
    is_nearly_spent,
)
from fullhouse.products.frontdesk.waitlist import delivery
from fullhouse.products.frontdesk.waitlist.model import WaitlistState
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, STAFF, Salon, mail

LITTLE = ("Quiet hours", "Texts: at most 0.20 EUR a month, 0.08 EUR each\nQuiet hours")


def spent(salon: Salon) -> SmsSpend:
    spend = salon.store.load(Get(SmsSpend, ("texts",)))
    assert spend is not None
    return spend


def test_texts_are_counted_by_their_parts() -> None:
    salon = Salon(settles=False)
    salon.join("anna")
    (joined,) = salon.messages("joined")
    salon.decide(LeaseMessage(product="waitlist", message_id=joined.id))
    letter = msgspec.json.encode(Letter(subject="", heading="", text="x" * 200)).decode()
    decision = delivery.on_sent(joined, WaitlistState(entry=salon.entry("anna")), letter, salon.now)
    assert decision.changes[0].after == SmsSpend(month="2026-06", parts=2, amount=16)


def test_the_limit_stops_texts_and_staff_are_told_once() -> None:
    salon = Salon(LITTLE)
    salon.join("anna", "ben", "cem", source="desk")
    assert (spent(salon).parts, spent(salon).amount) == (2, 16)
    assert [one.facts["month"] for one in salon.messages("text_limit")] == ["2026-06"]
    assert salon.messages("joined")[2].error == STOPPED
    to_staff = (STAFF, "staff")
    assert salon.handed() == [("anna", "text"), to_staff, ("ben", "text"), to_staff]
    assert limits(salon, "text_half") == [20]


def test_staff_are_warned_once_when_four_fifths_are_spent() -> None:
    salon = Salon(("Quiet hours", "Texts: at most 0.40 EUR a month, 0.08 EUR each\nQuiet hours"))
    salon.join("anna", "ben", "cem", source="desk")
    assert salon.messages("text_warning") == []
    salon.join("dora", source="desk")
    (note,) = salon.messages("text_warning")
    assert (note.channel, note.facts["month"]) == (STAFF, "2026-06")
    assert note.facts["limit"] == {"amount": 40, "currency": "EUR"}
    salon.join("emil", source="desk")
    assert len(salon.messages("text_warning")) == 1
    assert len(salon.messages("text_limit")) == 1


def limits(salon: Salon, kind: str) -> list[int]:
    """The limits that notes of a kind name."""
    return [one.facts["limit"]["amount"] for one in salon.messages(kind)]


def test_staff_are_told_again_when_a_raised_limit_is_reached() -> None:
    salon = Salon(LITTLE)
    salon.join("anna", "ben", source="desk")
    assert limits(salon, "text_limit") == [20]
    salon.write(RULES_TEXT, (LITTLE[0], LITTLE[1].replace("0.20", "0.40")))
    salon.join("cem", "dora", source="desk")
    assert (limits(salon, "text_limit"), limits(salon, "text_warning")) == ([20], [40])
    salon.join("emil", "finn", source="desk")
    assert (limits(salon, "text_limit"), limits(salon, "text_warning")) == ([20, 40], [40])


def test_staff_are_warned_when_a_new_limit_is_nearly_spent_already() -> None:
    salon = Salon()
    salon.join("anna", "ben", source="desk")
    assert limits(salon, "text_warning") == []
    for limit in ("0.18", "0.20", "0.20", "0.40", "0.18"):
        salon.write(RULES_TEXT, (LITTLE[0], LITTLE[1].replace("0.20", limit)))
    assert (limits(salon, "text_limit"), limits(salon, "text_warning")) == ([18], [])
    salon.write(RULES_TEXT, (LITTLE[0], LITTLE[1].replace("0.20", "0.40")))
    salon.join("cem", source="desk")
    salon.write(RULES_TEXT, (LITTLE[0], LITTLE[1].replace("0.20", "0.34")))
    assert limits(salon, "text_limit") == [18]
    salon.write(
        RULES_TEXT,
        (LITTLE[0], LITTLE[1].replace("0.20 EUR a month, 0.08", "0.30 EUR a month, 0.01")),
    )
    assert limits(salon, "text_warning") == [30]


def test_without_a_limit_nobody_is_warned() -> None:
    salon = Salon(("Quiet hours", "Texts: no limit, 1 EUR each\nQuiet hours"))
    salon.join("anna", "ben", source="desk")
    assert not is_nearly_spent(spent(salon), salon.rulebook, salon.now)
    assert not is_nearly_spent(None, salon.rulebook, salon.now)


def test_whoever_fills_in_the_form_spends_no_more_than_half_of_it() -> None:
    salon = Salon(LITTLE)
    salon.join("anna", "ben", "cem")
    assert [one.error for one in salon.messages("joined")] == ["", KEPT_FOR_OFFERS, KEPT_FOR_OFFERS]
    salon.free()
    assert (salon.asked(), spent(salon).amount) == ("anna", 16)


def test_without_texts_those_with_a_mail_are_asked_and_the_others_are_passed_over() -> None:
    salon = Salon(LITTLE)
    salon.join("anna", "ben", source="desk")
    salon.join("cem", email=mail("cem"), service="Colour")
    salon.free()
    assert salon.handed("offer") == [("cem", "mail")]
    assert salon.claim("cem").code == "booked"
    assert salon.handed("booked") == [("cem", "mail")]
    salon.free("later", "2026-06-20 20:00")
    assert salon.fate("later") == ("open", "nobody_fits")


def test_a_new_month_starts_anew() -> None:
    salon = Salon(LITTLE, now="2026-06-30 12:00")
    salon.join("anna", "ben", source="desk")
    salon.free(starts_at="2026-07-01 18:00")
    assert salon.fate() == ("open", "nobody_fits")
    salon.until("2026-07-01 08:00")
    assert (salon.asked(), spent(salon)) == (
        "anna",
        SmsSpend(month="2026-07", parts=1, amount=8),
    )
    salon.decline("anna")
    assert [one.facts["month"] for one in salon.messages("text_limit")] == ["2026-06", "2026-07"]


def test_the_first_text_of_a_month_begins_its_count() -> None:
    salon = Salon(now="2026-06-30 12:00")
    salon.join("anna")
    salon.jump("2026-07-01 12:00")
    salon.join("ben")
    assert spent(salon) == SmsSpend(month="2026-07", parts=1, amount=8)


def test_a_month_in_which_one_text_is_all_there_is_tells_staff_each_time() -> None:
    salon = Salon(
        ("Quiet hours", "Texts: at most 0.08 EUR a month, 0.08 EUR each\nQuiet hours"),
        now="2026-06-30 12:00",
    )
    salon.join("anna")
    salon.jump("2026-07-01 12:00")
    salon.join("ben")
    assert [one.facts["month"] for one in salon.messages("text_limit")] == ["2026-06", "2026-07"]


def test_an_offer_that_reaches_the_door_when_the_money_is_spent_goes_by_mail() -> None:
    salon = Salon(LITTLE)
    salon.join("anna", email=mail("anna"))
    salon.settles = False
    salon.free()
    salon.ring()
    salon.join("ben", "cem", service="Cut", source="desk")
    ahead = [one for one in salon.messages("joined") if one.person != "anna"]
    for message in ahead:
        salon.send(message)
    salon.settle()
    assert salon.handed("offer") == [("anna", "mail")]
    assert salon.offers()[0].why == STOPPED


def test_no_limit_is_no_limit() -> None:
    salon = Salon(("Quiet hours", "Texts: no limit, 0.08 EUR each\nQuiet hours"))
    salon.join("anna", "ben", "cem", "dora")
    assert (spent(salon).parts, salon.messages("text_limit")) == (4, [])
