"""One slot's page: where it stands, who was asked in which order, and what happened."""

from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.support import Desk


def test_the_ledger_tells_who_was_asked(desk: Desk, day: Salon) -> None:
    said = tidy(desk.read("/desk/waitlist/slots/two"))
    assert "14:00 Colour with Jess offered" in said
    assert "Offered to Ben until 11:10" in said
    assert said.index("1 Ada on the list since") < said.index("2 Ben on the list since")
    assert "It rolled on: Ben was offered Colour with Jess, Mon 1 Jun, 14:00 next" in said
    assert "· by the booking tool" in said


def test_what_became_of_it_is_said(desk: Desk, day: Salon) -> None:
    assert "Filled with Emil, less than a minute after it was freed." in tidy(
        desk.read("/desk/waitlist/slots/early")
    )
    said = tidy(desk.read("/desk/waitlist/slots/three"))
    assert "Nobody on the list fits." in said
    assert "Handed back Nobody on the list fits." in said
    assert "Offer again" in said
