"""A last week and a last month in which something happened, so that there is a summary."""

from datetime import timedelta

import pytest

from fullhouse.engine.clock import SystemClock
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from tests.platforms.aws.living import Living


def booked_and_freed_lately(aws: Living) -> None:
    """Book an appointment of last week, and free a slot in the month before this one."""
    now = SystemClock().now().replace(second=0, microsecond=0)
    aws.give(
        BookAppointment(
            appointment_id="lately",
            name="Lee",
            phone="+4915123456799",
            service="Cut",
            starts_at=now - timedelta(days=7),
        )
    )
    month_ago = now.replace(day=1) - timedelta(days=10)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SystemClock, "now", lambda _clock: month_ago)
        aws.give(FreeSlot(slot_id="once", service="Cut", starts_at=month_ago + timedelta(days=2)))
