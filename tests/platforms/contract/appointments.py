"""What the suite writes down of appointments, and what it asks about them."""

from datetime import timedelta
from typing import Any, get_args

from hypothesis import strategies as st

from fullhouse.kernel.records import Need
from fullhouse.products.frontdesk.appointments.model import (
    ERASED_NAME,
    Appointment,
    AppointmentPage,
    AppointmentsAt,
    AppointmentsBetween,
    ArchivedSend,
    BusyTime,
    Days,
    DaySchedule,
    Doubt,
    OldestEnded,
    RepliesOf,
    Reply,
    Send,
    SendsOf,
    UnwrittenAppointments,
)
from fullhouse.products.frontdesk.shared.contacts import Customer
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from tests.platforms.contract.stores import NOW

PHONE, MAIL = "+4915110000001", "anna@example.org"


def appointment(appointment_id: str = "a1", **fields: Any) -> Appointment:
    usual = {
        "name": "Anna",
        "phone": PHONE,
        "service": "Cut",
        "starts_at": NOW + timedelta(days=1),
        "minutes": 45,
    }
    return Appointment(id=appointment_id, **{**usual, "made_at": NOW, **fields})


def send(appointment_id: str = "a1", hours: int = 24, **fields: Any) -> Send:
    usual = {"chain": 1, "move": "reminder", "channel": "text", "sent_at": NOW}
    return Send(appointment_id=appointment_id, id=f"{hours:04d}", **{**usual, **fields})


def archived_send(appointment_id: str = "a1", hours: int = 24, **fields: Any) -> ArchivedSend:
    usual = {"chain": 1, "move": "reminder", "channel": "text", "sent_at": NOW}
    return ArchivedSend(appointment_id=appointment_id, id=f"001-{hours:04d}", **{**usual, **fields})


def reply(appointment_id: str = "a1", name: str = "confirm-1-24", **fields: Any) -> Reply:
    usual = {
        "action": "confirm",
        "chain": 1,
        "replied_at": NOW,
        "old_time": NOW + timedelta(days=1),
    }
    return Reply(appointment_id=appointment_id, id=name, **{**usual, **fields})


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = st.sampled_from([f"{letter}{digit}" for letter in "abcdef" for digit in range(9)])
# Few of these, so that many sends and replies are of one appointment.
owners = st.sampled_from(["a1", "a2"])
staff = st.sampled_from(["", "", "Mara", "Jo"])
dates = st.integers(1, 9).map(lambda number: f"2026-06-{number:02d}")
# Few instants, so that many stand at the same one and only the id tells them apart.
instants = st.integers(0, 5).map(lambda number: NOW + timedelta(milliseconds=number))
maybe = st.none() | instants
few = st.integers(1, 5)
hours = st.lists(st.integers(1, 96), max_size=3).map(tuple)
statuses = st.sampled_from(["booked", "booked", "confirmed", "cancelled", "no_show"])

appointments = st.builds(
    appointment,
    names,
    name=words | st.just(ERASED_NAME),
    phone=st.sampled_from(["", "", PHONE, "+4915110000002"]),
    email=st.sampled_from(["", "", MAIL]),
    service=words,
    staff=staff,
    starts_at=instants,
    price=st.none() | st.builds(Money, st.integers(0, 99_999), st.sampled_from(["EUR", "JPY"])),
    status=statuses,
    source=st.sampled_from(["desk", "sheet", "waitlist"]),
    link=words,
    ref=words,
    slot=words,
    remind_at=st.none() | hours,
    made_at=instants,
    chain=few,
    reminded=hours,
    reminder=words,
    alerted_at=maybe,
    alerted_for=st.sampled_from(get_args(Doubt)),
    answered_at=maybe,
    ended_at=maybe,
    gave_up=st.booleans(),
    frees=words,
    unwritten=st.booleans(),
    rev=few,
)
sends = st.builds(send, owners, few, chain=few, move=words, channel=words, sent_at=instants)
archived_sends = st.builds(
    archived_send, owners, few, chain=few, move=words, channel=words, sent_at=instants
)
replies = st.builds(
    reply, owners, names, chain=few, replied_at=instants, old_time=instants, new_time=maybe
)
taken = st.builds(BusyTime, names, instants, few, staff, st.sampled_from(["appointment", "slot"]))
days = st.builds(
    DaySchedule,
    id=dates,
    taken=st.lists(taken, max_size=4).map(tuple),
    waiting=st.lists(taken, max_size=2).map(tuple),
    rev=few,
)
customers = st.builds(
    Customer,
    id=names,
    reach=st.sampled_from(["fine", "opted_out", "bounced"]),
    note=words,
    at=instants,
    rev=few,
)
holidays = st.builds(Holidays, id=names, days=st.lists(dates, max_size=4).map(tuple), until=words)

place = st.just((None, "")) | st.tuples(instants, names)
APPOINTMENTS_ASKED: dict[type[Need[Any]], st.SearchStrategy[Any]] = {
    AppointmentsBetween: st.builds(
        AppointmentsBetween, instants, instants, st.just("") | names, few
    ),
    AppointmentPage: st.builds(AppointmentPage, st.just("") | statuses, st.just("") | names, few),
    AppointmentsAt: st.builds(
        AppointmentsAt, st.sampled_from([PHONE, MAIL, "", "nobody"]), st.just("") | names, few
    ),
    UnwrittenAppointments: st.builds(UnwrittenAppointments, st.just("") | names, few),
    OldestEnded: st.builds(lambda at, limit: OldestEnded(at[0], at[1], limit), place, few),
    SendsOf: st.builds(SendsOf, owners | names),
    RepliesOf: st.builds(RepliesOf, owners | names),
    Days: st.builds(Days, dates, dates),
}
