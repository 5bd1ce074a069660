"""The choice on the claim page: which later appointment a claimed slot replaces, if any."""

from datetime import datetime
from itertools import chain
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsAt
from fullhouse.products.frontdesk.refill.earlier_times import later_appointments, own_addresses
from fullhouse.products.frontdesk.waitlist.commands import KEEP_ALL, UNASKED
from fullhouse.web.waitlist.link_session import CustomerLinkSession, moment_text


def choice_values(engine: Engine, visit: CustomerLinkSession) -> dict[str, Any]:
    """Return the template values of the choice: each later appointment with its id and time."""
    later = [(one.id, _appointment_text(one, visit)) for one in _later(engine, visit)]
    return {"later": later, "keep_all": KEEP_ALL}


def kept_beside(
    engine: Engine, visit: CustomerLinkSession, fields: dict[str, str]
) -> tuple[datetime, ...]:
    """Return the times of later appointments that the customer chose to keep."""
    if fields.get("replaces") != KEEP_ALL:
        return ()
    return tuple(one.starts_at for one in _later(engine, visit))


def _later(engine: Engine, visit: CustomerLinkSession) -> tuple[Appointment, ...]:
    """Return the later appointments that the slot may replace; a stranger sees none."""
    slot, offer = visit.slot, visit.offer
    if slot is None or offer is None or not visit.is_theirs or not visit.rulebook.refill:
        return ()
    pages = [engine.load(AppointmentsAt(one)) for one in own_addresses(visit.entry, offer)]
    return later_appointments(visit.entry, offer, slot, chain.from_iterable(pages))


def _appointment_text(appointment: Appointment, visit: CustomerLinkSession) -> str:
    time = moment_text(appointment.starts_at, visit)
    if not appointment.staff:
        return time
    return gettext("%(time)s, with %(staff)s", time=time, staff=appointment.staff)


def chosen(fields: dict[str, str], visit: CustomerLinkSession) -> str:
    """Return what a claimed slot replaces; the page showed no appointments to a stranger."""
    if not visit.is_theirs:
        return KEEP_ALL
    return fields.get("replaces") or UNASKED
