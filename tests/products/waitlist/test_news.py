"""What others hear of the waitlist: what became of a slot, and whom it concerns by id alone."""

from fullhouse.engine.ports import AuditPage
from fullhouse.products.waitlist.news import Told, news
from tests.products.waitlist.salon import Salon


def heard(salon: Salon) -> list[Told]:
    return [one for line in salon.store.load(AuditPage("waitlist", limit=1000)) for one in news(line)]


def test_a_slot_is_freed_offered_rolled_on_and_booked() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.decline("anna")
    salon.claim("ben")
    told = heard(salon)
    assert [one.what for one in told] == ["slot_freed", "make_offer", "roll_on", "booked"]
    assert {one.about["slot_id"] for one in told} == {"slot"}
    assert (told[0].about["service"], told[0].about["staff"], told[0].about["reason"]) == (
        "Colour",
        "Jess",
        "cancelled",
    )
    assert [one.about.get("entry_id") for one in told] == [None, "anna", "ben", "ben"]
    assert [one.about.get("offer_seq") for one in told] == [None, 1, 2, None]


def test_a_slot_that_nobody_wants_is_handed_back_with_the_reason() -> None:
    salon = Salon()
    salon.free()
    told = heard(salon)
    assert [one.what for one in told] == ["slot_freed", "hand_back"]
    assert told[1].about == {"slot_id": "slot", "why": "nobody_fits"}


def test_who_joins_and_leaves_is_nobody_elses_business() -> None:
    salon = Salon()
    salon.join("anna")
    assert heard(salon) == []
