"""Every store books several appointments in one commit, on one day or several."""

from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, Store
from fullhouse.products.frontdesk.appointments.bookings import MOST_AT_ONCE, BookMany
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.model import AppointmentPage, Days
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from tests.platforms.contract.stores import NOW
from tests.support.rsvp_world import check_audit


def book(number: int, days: int) -> BookAppointment:
    reached: dict[str, Any] = {
        "phone": f"+491511000{number:04d}",
        "email": f"p{number}@example.org",
    }
    starts_at = NOW + timedelta(days=1 + days, minutes=number)
    return BookAppointment(
        appointment_id=f"a{number}",
        name=f"P {number}",
        **reached,
        service="Cut",
        starts_at=starts_at,
    )


@pytest.mark.parametrize("apart", [0, 1])
def test_a_full_commit_is_taken_by_every_store(store: Store, apart: int) -> None:
    execute(
        store,
        RULES,
        Invocation("o", "staff", SaveDocument(name="rules", text="Services\n- Cut: 45 minutes\n")),
        NOW,
    )
    several = tuple(book(number, number * apart) for number in range(MOST_AT_ONCE))
    answers = execute(store, RULES, Invocation("p", "sheet", BookMany(books=several)), NOW).answer
    assert [one.code for one in answers] == ["booked"] * MOST_AT_ONCE
    assert len(store.load(AppointmentPage(limit=100))) == MOST_AT_ONCE
    assert len(store.load(Days("2000-01-01", "2100-01-01"))) == (MOST_AT_ONCE if apart else 1)
    check_audit(store)
