"""A freed slot and the line: the four moves."""

from tests.products.waitlist.salon import Salon


def test_a_freed_slot_is_offered_to_whoever_has_waited_longest() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    assert salon.free().code == "freed"
    assert salon.asked() == "anna"
    assert salon.handed("offer") == [("anna", "text")]
    assert salon.claim("anna").code == "booked"
    assert salon.fate() == ("booked", "anna")
