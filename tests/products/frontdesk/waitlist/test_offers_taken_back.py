"""Offers that end before their time: their holder is told, once, and keeps their place."""

from inline_snapshot import snapshot

from fullhouse.kernel.messages import ResultUnknown
from fullhouse.products.frontdesk.waitlist.commands import WithdrawSlot
from fullhouse.products.frontdesk.waitlist.wording import compose
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone
from tests.products.saying import link

ENDED = "offer_withdrawn"


def asked(**fields: str) -> Salon:
    salon = Salon()
    salon.join("tess", **fields)
    salon.free()
    assert salon.asked() == "tess"
    return salon


def texts(salon: Salon) -> list[str]:
    return [compose(one, link).text for one in salon.carrier.handed if one.kind == ENDED]


def test_whoever_holds_an_offer_is_told_once_that_staff_took_it_back() -> None:
    salon = asked()
    salon.withdraw()
    salon.withdraw()
    salon.after(minutes=30)
    assert salon.handed(ENDED) == [("tess", "text")]
    (text,) = texts(salon)
    assert text == snapshot(
        "Sorry, we can no longer offer you Colour with Jess, today, Saturday 20 June, 18:00. "
        "You keep your place on the waitlist."
    )
    assert salon.entry("tess").is_waiting


def test_the_message_goes_where_the_offer_went() -> None:
    salon = asked(phone="", email=mail("tess"))
    salon.ask(WithdrawSlot(slot_id="slot", why="booked_over", known=True), "staff")
    assert salon.handed(ENDED) == [("tess", "mail")]
    (ended,) = [one for one in salon.carrier.handed if one.kind == ENDED]
    letter = compose(ended, link)
    assert letter.subject == "Our offer has ended: Colour, today, Saturday 20 June, 18:00"
    assert "\n".join(letter.paragraphs) == snapshot("""\
Sorry, we can no longer offer you this slot, and the link in our last message no longer books it.
You keep your place on the waitlist. When another slot suits you, we write to you again.\
""")


def test_whoever_ends_the_offer_themselves_hears_nothing() -> None:
    for end in ("decline", "claim", "leave"):
        salon = asked()
        getattr(salon, end)("tess")
        assert salon.messages(ENDED) == []
    salon = asked()
    salon.edit("tess", earliest="2026-07-01", source="form")
    assert salon.story() == [("tess", "withdrawn")]
    assert salon.messages(ENDED) == []


def test_an_offer_that_lapses_ends_when_it_said() -> None:
    salon = asked()
    salon.after(minutes=11)
    assert (salon.story(), salon.messages(ENDED)) == ([("tess", "timed_out")], [])


def test_whoever_staff_take_off_the_list_reads_of_no_place_on_it() -> None:
    salon = asked()
    salon.leave("tess", removed=True, source="desk")
    assert texts(salon) == snapshot(
        ["Sorry, we can no longer offer you Colour with Jess, today, Saturday 20 June, 18:00."]
    )


def test_whoever_staff_change_so_that_the_slot_no_longer_fits_is_told() -> None:
    salon = asked()
    salon.edit("tess", earliest="2026-07-01")
    assert salon.handed(ENDED) == [("tess", "text")]


def test_whoever_is_asked_again_at_a_new_address_hears_only_of_the_new_offer() -> None:
    salon = asked()
    salon.edit("tess", phone=phone("new"))
    assert (salon.asked(), salon.messages(ENDED)) == ("tess", [])


def test_an_erased_customer_gets_no_message() -> None:
    salon = asked()
    salon.erase("tess")
    assert salon.handed(ENDED) == []


def test_whoever_never_got_the_offer_is_not_told_of_its_end() -> None:
    salon = Salon(settles=False)
    salon.join("tess")
    salon.free()
    salon.ring()
    assert [one.status for one in salon.messages("offer")] == ["queued"]
    salon.withdraw()
    salon.after(minutes=5)
    assert salon.handed("offer") == salon.handed(ENDED) == []
    assert [one.error for one in salon.messages(ENDED)] == ["they never got the offer"]


def test_whoever_may_have_got_the_offer_is_told_of_its_end() -> None:
    salon = Salon()
    salon.join("tess")
    salon.carrier.answers.append(ResultUnknown("no answer"))
    salon.free()
    salon.withdraw()
    assert salon.handed(ENDED) == []  # the offer may still be on its way
    salon.after(minutes=30)
    assert salon.handed(ENDED) == [("tess", "text")]


def test_at_night_the_message_waits_for_the_morning() -> None:
    salon = Salon(now="2026-06-20 20:50")
    salon.join("tess")
    salon.free(starts_at="2026-06-21 12:00")
    salon.until("2026-06-20 21:30")
    assert salon.asked() == "tess"
    salon.withdraw()
    assert salon.handed(ENDED) == []
    salon.until("2026-06-21 08:00")
    assert salon.handed(ENDED) == [("tess", "text")]
